//! Rows, each with a key that follows from its name alone: so what was learnt of a row is found again in a ruleset that was changed.

use ludex::machinery::mix;
use ludex::machinery::state::Fnv;

/// The name of a row, hashed as it is put together.
#[derive(Debug, Clone)]
pub struct Name(Fnv);

impl Name {
    /// A name of one word.
    pub fn new(word: &str) -> Self {
        Self(Fnv::default()).then(word)
    }

    /// The name with one word more.
    pub fn then(&self, word: &str) -> Self {
        self.with(&suffix(&[word]))
    }

    /// The name with a number more.
    pub fn number(&self, n: i64) -> Self {
        self.with(&numbered(n))
    }

    /// The name with what [`suffix`] or [`numbered`] gives.
    pub fn with(&self, bytes: &[u8]) -> Self {
        let mut fnv = self.0.clone();
        fnv.bytes(bytes);
        Self(fnv)
    }
}

/// Words behind a name.
pub(super) fn suffix(words: &[&str]) -> Vec<u8> {
    // no name of a ruleset has this byte
    words.iter().flat_map(|word| word.bytes().chain([0])).collect()
}

/// A number behind a name.
fn numbered(n: i64) -> Vec<u8> {
    [1].into_iter().chain(n.to_le_bytes()).collect()
}

/// The keys of all rows, by row.
#[derive(Debug, Default)]
pub struct Keys(pub Vec<u64>);

impl Keys {
    /// A new row.
    pub fn row(&mut self, name: &Name) -> u32 {
        self.0.push(mix(0x0065_6e63_6f64_6572, name.0.finish()));
        self.0.len() as u32 - 1
    }

    /// Whether two rows have one key.
    pub fn clash(&self) -> bool {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.windows(2).any(|two| two[0] == two[1])
    }
}

/// One, as a value of a row.
pub(super) const ONE: i32 = 64;
/// The largest value of a row.
const MOST: i32 = 4 * ONE;
/// A number that counts as one: so numbers are measured the same in a ruleset that was changed.
const UNIT: i64 = 16;
/// From each of these numbers on another row tells where about a number is; zero has none.
pub const FROM: [i64; 26] =
    [i64::MIN, -19, -9, -4, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 19, 24, 32, 48, 80];

/// The least and the greatest number that has no row of all beyond it, and how many of [`FROM`] are no more than each from the first to the last.
const ENDS: [i64; 2] = [-20, 80];
const ABOUT: [u8; (ENDS[1] - ENDS[0]) as usize + 1] = {
    let mut about = [0; (ENDS[1] - ENDS[0]) as usize + 1];
    let mut at = 0;
    while at < about.len() {
        while (about[at] as usize) < FROM.len() && FROM[about[at] as usize] <= ENDS[0] + at as i64 {
            about[at] += 1;
        }
        at += 1;
    }
    about
};

/// The rows of a number: how much it is, and where about.
#[derive(Debug, Clone, Copy)]
pub struct Number(u32);

impl Number {
    /// New rows behind a name.
    pub fn new(keys: &mut Keys, name: &Name) -> Self {
        let first = keys.0.len() as u32;
        Self::suffixes().for_each(|suffix| {
            keys.row(&name.with(&suffix));
        });
        Self(first)
    }

    /// What its rows have behind their name.
    pub fn suffixes() -> impl Iterator<Item = Vec<u8>> {
        let about = |from: &i64| [suffix(&["about"]), numbered(*from)].concat();
        [suffix(&["amount"])].into_iter().chain(FROM.iter().map(about))
    }

    /// At rows that there are already.
    pub fn at(first: u32) -> Self {
        Self(first)
    }

    /// Adds a number.
    pub fn add(self, sum: &mut Sum, n: i64) {
        self.add_thousandths(sum, n.saturating_mul(1000));
    }

    /// Zero adds nothing.
    pub fn add_thousandths(self, sum: &mut Sum, n: i64) {
        let amount = n / (UNIT * 1000 / i64::from(ONE));
        sum.add(self.0, amount.clamp(-i64::from(MOST), i64::from(MOST)) as i32);
        let whole = n / 1000;
        if whole != 0 {
            let about = ABOUT[(whole.clamp(ENDS[0], ENDS[1]) - ENDS[0]) as usize];
            sum.add(self.0 + u32::from(about), ONE);
        }
    }
}

/// Rows that are added up, each once.
#[derive(Debug, Clone, Default)]
pub struct Sum {
    values: Vec<i32>,
    /// A bit for each row that was added to, and one for each of these words that has any.
    touched: Vec<u64>,
    words: Vec<u64>,
}

impl Sum {
    /// Room for all rows.
    pub fn fit(&mut self, rows: usize) {
        self.values.resize(rows, 0);
        self.touched.resize(rows.div_ceil(64), 0);
        self.words.resize(rows.div_ceil(64 * 64), 0);
    }

    /// Adds to a row.
    #[inline]
    pub fn add(&mut self, row: u32, value: i32) {
        let (at, word) = (row as usize, row as usize / 64);
        let Some(sum) = self.values.get_mut(at) else { return };
        if *sum == 0 {
            self.touched[word] |= 1 << (at % 64);
            self.words[word / 64] |= 1 << (word % 64);
        }
        *sum = sum.saturating_add(value);
    }

    /// A row that holds.
    #[inline]
    pub fn hold(&mut self, row: u32) {
        self.add(row, ONE);
    }

    /// Puts the sums into a list, by row, and begins anew.
    pub fn take(&mut self, into: &mut Vec<(u32, i16)>) {
        for (first, words) in (0..).step_by(64).zip(&mut self.words) {
            for word in bits(words).map(|bit| first + bit) {
                for row in bits(&mut self.touched[word]).map(|bit| 64 * word + bit) {
                    let value = std::mem::take(&mut self.values[row]);
                    if value != 0 {
                        into.push((row as u32, value.clamp(-MOST, MOST) as i16));
                    }
                }
            }
        }
    }
}

/// The bits of a word, from the lowest on, and takes them away.
fn bits(word: &mut u64) -> impl Iterator<Item = usize> + use<> {
    let mut rest = std::mem::take(word);
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        bit
    })
}
