//! Selects the alternative of each text that a game shows.

use crate::program::Alternatives;
use ludex_check::hir::{Case, Checked, ConstEval, TextDef, Unfixed};

/// Returns the alternatives for a number of players and options, omitting texts that show their last one.
pub(super) fn alternatives(checked: &Checked, players: u8, options: &[i32]) -> Result<Alternatives, Unfixed> {
    let mut found = Alternatives::new();
    each(checked, players, options, |language, key, alternative| {
        found.entry(language.to_owned()).or_default().insert(key.to_owned(), alternative);
    })?;
    Ok(found)
}

/// Returns an error if the alternatives cannot be determined.
pub(super) fn can_be_chosen(checked: &Checked, players: u8, options: &[i32]) -> Result<(), Unfixed> {
    each(checked, players, options, |_, _, _| {})
}

/// Calls `found` with language, key and alternative of each text that does not show its last one.
fn each(
    checked: &Checked,
    players: u8,
    options: &[i32],
    mut found: impl FnMut(&str, &str, usize),
) -> Result<(), Unfixed> {
    let before = ConstEval::new(checked, players, options)?;
    for (language, def) in &checked.texts.languages {
        for (key, text) in def.texts.settled() {
            if let Some(alternative) = alternative(&before, text)? {
                found(language, key, alternative);
            }
        }
    }
    Ok(())
}

/// Returns the number of the first alternative whose condition holds before the game, or `None` for the last,
/// which has no condition.
fn alternative(before: &ConstEval<'_>, text: &TextDef) -> Result<Option<usize>, Unfixed> {
    for (i, (case, _)) in text.cases.iter().enumerate() {
        if let Case::When(when) = case
            && before.holds(when)?
        {
            return Ok(Some(i));
        }
    }
    Ok(None)
}
