//! Navigation: definition, references, rename.

use std::collections::BTreeMap;

use ludex::diagnostics::Severity;
use serde_json::{Value, json};

use crate::game::Place;
use crate::protocol::{Failed, Location, TextEdit};
use crate::text::Text;

/// Returns the location of a name's definition. `library` returns the URI of a library file that is part of
/// Ludex.
pub fn definition(at: &Place<'_>, library: &dyn Fn(&str, &str) -> Option<String>) -> Option<Location> {
    let word = at.known.word_at(at.file, at.byte)?;
    let place = word.definition?.place;
    at.game.location(at.known, place).or_else(|| {
        let (_, source) = at.known.sources().iter().find(|(id, _)| *id == place.file)?;
        let path = source.name.strip_prefix('<')?.strip_suffix('>')?;
        let text = Text::new(source.text.clone());
        let range = at.game.range_in(&text, (place.start as usize, place.end as usize));
        Some(Location { uri: library(path, &source.text)?, range })
    })
}

/// Returns all references to the name, optionally with its definition.
pub fn references(at: &Place<'_>, with_definition: bool) -> Vec<Location> {
    let analysis = at.known;
    let defined =
        analysis.word_at(at.file, at.byte).and_then(|word| word.definition).map(|found| found.place);
    let places = analysis.places_of(at.file, at.byte).into_iter();
    let places = places.filter(|place| with_definition || Some(*place) != defined);
    places.filter_map(|place| at.game.location(at.known, place)).collect()
}

/// Returns all occurrences of the name in the same file.
pub fn highlights(at: &Place<'_>) -> Vec<Value> {
    let own = at.game.uri(&at.path);
    let places = references(at, true).into_iter().filter(|place| place.uri == own);
    places.map(|place| json!({ "range": place.range })).collect()
}

/// Returns the range to rename, or an error if renaming is impossible.
pub fn prepare_rename(at: &Place<'_>) -> Result<Value, Failed> {
    let place = name_here(at)?;
    let (start, end) = (place.0, place.1);
    Ok(json!({ "range": at.range(place), "placeholder": &at.text.text[start..end] }))
}

/// Returns the range of the name, if it is defined by the ruleset.
fn name_here(at: &Place<'_>) -> Result<(usize, usize), Failed> {
    let (start, end) = at.word();
    let written = &at.text.text[start..end];
    let word = at.known.word_at(at.file, at.byte);
    let own = word.and_then(|word| word.definition).ok_or_else(|| {
        let what = if written.is_empty() {
            "there is no name here".to_owned()
        } else {
            format!("`{written}` is no name of this ruleset")
        };
        Failed::refused(what)
    })?;
    if own.name != written {
        return Err(Failed::refused(format!(
            "a name like `{}` is put together here, and is not written as one word",
            own.name
        )));
    }
    Ok((start, end))
}

/// Returns the edits that rename the name, by file.
pub fn rename(at: &Place<'_>, name: &str) -> Result<BTreeMap<String, Vec<TextEdit>>, Failed> {
    let (start, end) = name_here(at)?;
    let written = &at.text.text[start..end];
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if !is_name {
        return Err(Failed::refused(format!(
            "`{name}` can't be a name: small letters, digits and _, a letter first"
        )));
    }
    let analysis = at.known;
    if analysis.diagnostics().iter().any(|problem| problem.severity() == Severity::Error) {
        let why = "as long as the ruleset has errors not all places of a name are known: fix them first";
        return Err(Failed::refused(why));
    }
    let places = analysis.places_of(at.file, at.byte);
    let (own, others): (Vec<_>, Vec<_>) =
        places.into_iter().partition(|place| analysis.sources().slice(*place) == written);
    if let Some(far) = own.iter().find(|place| at.game.location(analysis, **place).is_none()) {
        let place = analysis.sources().place(*far);
        return Err(Failed::refused(format!("it is named at {place}, in a library that can't be changed")));
    }
    if let Some(other) = others.first() {
        let place = analysis.sources().place(*other);
        return Err(Failed::refused(format!(
            "it is put together with other words at {place}, which can't be changed with it"
        )));
    }
    let checked = analysis.check_rename((at.file, at.byte), &own, name);
    checked.map_err(|why| Failed::refused(format!("with this name the ruleset would be broken: {why}")))?;
    Ok(at.game.edits(at.known, &own, name))
}
