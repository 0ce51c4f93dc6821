//! "Did you mean": finds the closest known word.

pub mod odd;

/// Returns the word of `known` that is closest to `word`, but not equal. At most a third of the letters may
/// differ (at least one, at most three); a transposition of two neighbours counts as one change.
///
/// Ties prefer the same letters (`trun` is `turn`, not `run`), then the same first letter, then the same
/// length.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(word, known).min().map(|(_, k)| k)
}

/// Returns true if the words differ by one missing, extra, wrong or transposed letter. In words of up to
/// three letters, only a transposition counts.
pub fn is_slip(word: &str, other: &str) -> bool {
    let (word, other) = (word.to_lowercase(), other.to_lowercase());
    let long = word.chars().count().max(other.chars().count()) > 3;
    strsim::osa_distance(&word, &other) <= 1 && (long || sorted(&word) == sorted(&other))
}

/// Rank of a similar word: number of changes, different letters, different first letter, difference in
/// length.
pub(crate) type Rank = (usize, bool, bool, usize);

pub(crate) fn nearest<'w, 'a>(
    word: &'w str,
    known: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (Rank, &'a str)> {
    let limit = (word.chars().count() / 3).clamp(1, 3);
    let lower = word.to_lowercase();
    let letters = lower.chars().count();
    // of many thousands of words, most differ in length alone
    let similar = move |k: &&str| *k != word && (!k.is_ascii() || k.len().abs_diff(letters) <= limit);
    known.into_iter().filter(similar).filter_map(move |k| {
        let known = k.to_lowercase();
        let distance = strsim::osa_distance(&lower, &known);
        (distance <= limit).then(|| (rank(distance, &lower, &known), k))
    })
}

fn rank(distance: usize, word: &str, known: &str) -> Rank {
    let begins = word.chars().next() != known.chars().next();
    (distance, sorted(word) != sorted(known), begins, word.len().abs_diff(known.len()))
}

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}
