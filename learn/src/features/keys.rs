//! Features and their keys. A key depends on the name alone, so weights remain valid after a change of the
//! ruleset.

use ludex_run::play::mix;
use ludex_run::state::Fnv;

/// Name of a feature, hashed incrementally.
#[derive(Debug, Clone)]
pub struct Name(Fnv);

impl Name {
    /// Creates a name of one word.
    pub fn new(word: &str) -> Self {
        Self(Fnv::default()).then(word)
    }

    /// Returns the name extended by a word.
    pub fn then(&self, word: &str) -> Self {
        self.with(&suffix(&[word]))
    }

    /// Returns the name extended by a number.
    pub fn number(&self, n: i64) -> Self {
        self.with(&numbered(n))
    }

    /// Returns the name extended by bytes from [`suffix`] or [`numbered`].
    pub fn with(&self, bytes: &[u8]) -> Self {
        let mut fnv = self.0.clone();
        fnv.bytes(bytes);
        Self(fnv)
    }
}

/// Encodes words that extend a name.
pub(super) fn suffix(words: &[&str]) -> Vec<u8> {
    // no name of a ruleset contains this byte
    words.iter().flat_map(|word| word.bytes().chain([0])).collect()
}

/// Encodes a number that extends a name.
fn numbered(n: i64) -> Vec<u8> {
    [1].into_iter().chain(n.to_le_bytes()).collect()
}

/// Keys of all features, by index.
#[derive(Debug, Default)]
pub struct Keys(pub Vec<u64>);

impl Keys {
    /// Adds a feature and returns its index.
    pub fn row(&mut self, name: &Name) -> u32 {
        self.0.push(mix(0x0065_6e63_6f64_6572, name.0.finish()));
        self.0.len() as u32 - 1
    }

    /// Returns true if two features have the same key.
    pub fn has_duplicates(&self) -> bool {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.windows(2).any(|two| two[0] == two[1])
    }
}

/// Value of a feature that represents 1.
pub(super) const ONE: i32 = 64;
/// Maximum value of a feature.
const MOST: i32 = 4 * ONE;
/// Number that is scaled to `ONE`. It is fixed, so that the scale does not change with the ruleset.
const UNIT: i64 = 16;
/// Lower bounds of the ranges of a number. Each range except zero has a feature.
pub const FROM: [i64; 26] =
    [i64::MIN, -19, -9, -4, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 19, 24, 32, 48, 80];

/// Least and greatest number with an entry in `ABOUT`; larger and smaller numbers use the outermost
/// entries. An entry is the number of bounds in [`FROM`] that are not greater.
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

/// Features of a number: its amount and its range.
#[derive(Debug, Clone, Copy)]
pub struct Number(u32);

impl Number {
    /// Adds features with a common name.
    pub fn new(keys: &mut Keys, name: &Name) -> Self {
        let first = keys.0.len() as u32;
        Self::suffixes().for_each(|suffix| {
            keys.row(&name.with(&suffix));
        });
        Self(first)
    }

    /// Returns the suffixes of the features' names.
    pub fn suffixes() -> impl Iterator<Item = Vec<u8>> {
        let about = |from: &i64| [suffix(&["about"]), numbered(*from)].concat();
        [suffix(&["amount"])].into_iter().chain(FROM.iter().map(about))
    }

    /// Refers to existing features, of which the first is given.
    pub fn at(first: u32) -> Self {
        Self(first)
    }

    /// Adds the features of a number.
    pub fn add(self, sum: &mut Sum, n: i64) {
        self.add_thousandths(sum, n.saturating_mul(1000));
    }

    /// Adds the features of a number in thousandths. Zero adds nothing.
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

/// Accumulator of features that sums the values of each.
#[derive(Debug, Clone, Default)]
pub struct Sum {
    values: Vec<i32>,
    /// One bit for each feature that was changed; `words` has a bit for each of these words that is not 0.
    touched: Vec<u64>,
    words: Vec<u64>,
}

impl Sum {
    /// Sets the number of features.
    pub fn fit(&mut self, rows: usize) {
        self.values.resize(rows, 0);
        self.touched.resize(rows.div_ceil(64), 0);
        self.words.resize(rows.div_ceil(64 * 64), 0);
    }

    /// Adds a value to a feature.
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

    /// Sets a binary feature.
    #[inline]
    pub fn hold(&mut self, row: u32) {
        self.add(row, ONE);
    }

    /// Moves the sums to a list, by index, and resets the accumulator.
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

/// Removes the bits of a word and returns their numbers, lowest first.
fn bits(word: &mut u64) -> impl Iterator<Item = usize> + use<> {
    let mut rest = std::mem::take(word);
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        bit
    })
}
