//! "Did you mean": the nearest known word, if it is near enough.

/// The word of `known` closest to `word`, if no more than a third of its letters (at least one, at most three)
/// have to change; a swap of two neighbours counts as one change.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).clamp(1, 3);
    let word = word.to_lowercase();
    let letters = word.chars().count();
    // there may be many thousands: most differ in length alone
    let similar = |k: &&str| !k.is_ascii() || k.len().abs_diff(letters) <= limit;
    known
        .into_iter()
        .filter(similar)
        .map(|k| (strsim::osa_distance(&word, &k.to_lowercase()), k))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, k)| k)
}
