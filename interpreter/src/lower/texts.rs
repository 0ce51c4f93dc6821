//! Which alternative of each text a game shows.

use crate::hir::{Checked, TextDef};
use crate::program::Alternatives;

use super::LowerError;
use super::constant::constant;

/// Those of a game with so many players and these options.
pub(super) fn alternatives(
    checked: &Checked,
    players: u8,
    options: &[i32],
) -> Result<Alternatives, LowerError> {
    let mut found = Alternatives::new();
    for (language, def) in &checked.texts.languages {
        for (key, text) in def.with_cases.iter().filter_map(|key| def.texts.get_key_value(key)) {
            let alternative = alternative(checked, players, options, text)?;
            found.entry(language.clone()).or_default().insert(key.clone(), alternative);
        }
    }
    Ok(found)
}

/// The number of the first alternative whose condition holds; that of the last, which has none.
fn alternative(checked: &Checked, players: u8, options: &[i32], text: &TextDef) -> Result<usize, LowerError> {
    for (i, (when, _)) in text.cases.iter().enumerate() {
        let holds = constant(checked, players, options, when);
        if holds.ok_or(LowerError::Constant(when.span))? != 0 {
            return Ok(i);
        }
    }
    Ok(text.cases.len())
}
