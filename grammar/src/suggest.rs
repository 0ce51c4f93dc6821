//! "Did you mean": the nearest known word, if it is near enough.

pub mod odd;

/// The word of `known` closest to `word`, if no more than a third of its letters (at least one, at most three)
/// have to change; a swap of two neighbours counts as one change. It is never the word itself.
///
/// Of several that are as near, the one with the same letters comes first (`trun` is `turn`, not `run`), then one that begins
/// alike, then one of the same length.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(word, known).min().map(|(_, k)| k)
}

/// Whether one word is the other with one letter lost, too many, wrong, or swapped with its neighbour. In words of up to three
/// letters a letter is much: there only a swap is one.
pub fn is_slip(word: &str, other: &str) -> bool {
    let (word, other) = (word.to_lowercase(), other.to_lowercase());
    let long = word.chars().count().max(other.chars().count()) > 3;
    strsim::osa_distance(&word, &other) <= 1 && (long || sorted(&word) == sorted(&other))
}

/// How far two words are from each other: changes, other letters, another beginning, another length.
pub(crate) type Rank = (usize, bool, bool, usize);

/// All that are near enough, each with how near.
pub(crate) fn nearest<'w, 'a>(
    word: &'w str,
    known: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (Rank, &'a str)> {
    let limit = (word.chars().count() / 3).clamp(1, 3);
    let lower = word.to_lowercase();
    let letters = lower.chars().count();
    // there may be many thousands: most differ in length alone
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
