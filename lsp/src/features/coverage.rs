//! Scenario coverage of effects, from stored results mapped to the current text.

use std::collections::BTreeMap;

use ludex::diagnostics::Span;
use serde_json::{Value, json};

use super::diagnostics::hint;
use crate::game::Game;
use crate::stored::{Item, Tested};

/// A part of an effect with its stored result.
pub struct Part<'s> {
    /// Source location of the whole part.
    pub extent: Span,
    pub item: &'s Item,
}

/// Returns the parts of a file in source order; nested parts follow their outer part. Parts of changed rules
/// are matched by their names, if the number of parts with that name is unchanged.
pub fn parts<'s>(game: &Game, path: &str, tested: &'s Tested) -> Vec<Part<'s>> {
    let Some(ruleset) = game.whole().ruleset() else { return Vec::new() };
    let Some(file) = game.whole().file(path) else { return Vec::new() };
    let mut kept: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in &tested.coverage.items {
        if item.place.as_ref().is_some_and(|place| place.file == path) {
            kept.entry(&item.name).or_default().push(item);
        }
    }
    let mut now: BTreeMap<String, Vec<(usize, Span, Span)>> = BTreeMap::new();
    for (at, region) in ruleset.regions().into_iter().enumerate().filter(|(_, one)| one.place.file == file) {
        let same = now.entry(region.kind.describe(&region.text)).or_default();
        if same.last().is_none_or(|(_, place, _)| *place != region.place) {
            same.push((at, region.place, region.extent));
        }
    }
    let mut found: Vec<(usize, Part<'s>)> = Vec::new();
    for (name, regions) in &now {
        let items = kept.get(name.as_str()).filter(|items| items.len() == regions.len());
        let pairs = regions.iter().zip(items.into_iter().flatten());
        found.extend(pairs.map(|((at, _, extent), item)| (*at, Part { extent: *extent, item })));
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, part)| part).collect()
}

/// Returns the parts that no scenario reached, except those nested in another such part.
pub fn missed<'s>(game: &Game, path: &str, tested: &'s Tested) -> Vec<Part<'s>> {
    let mut parts = parts(game, path, tested);
    parts.retain(|part| part.item.count == 0 && !part.item.hidden);
    parts
}

/// Returns the unreached parts as hints by file, for editors without coverage support. Editors fade hints
/// that are tagged as unnecessary.
pub fn unreached(game: &Game) -> Vec<(String, Value)> {
    let Some(test) = &game.stored.test else { return Vec::new() };
    let of_file = |path: &str| -> Vec<(String, Value)> {
        let parts = missed(game, path, &test.result).into_iter();
        let places = parts.filter_map(|part| Some((game.location(game.whole(), part.extent)?, part.item)));
        let hint = |item: &Item, range| {
            hint(range, "coverage", &format!("no scenario comes here: {}", item.name), &[1])
        };
        places.map(|(place, item)| (place.uri, hint(item, place.range))).collect()
    };
    game.paths().flat_map(of_file).collect()
}

/// Returns the result of `ludex/coverage`: for each line of an effect, whether scenarios reached all, some or
/// none of its parts. Returns `null` without stored results.
pub fn coverage(game: &Game, path: &str) -> Value {
    let (Some(test), Some(text)) = (&game.stored.test, game.text(path)) else { return Value::Null };
    let parts = parts(game, path, &test.result);
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, line) in text.text.split_inclusive('\n').enumerate() {
        let (from, end) = (start + line.len() - line.trim_start().len(), start + line.len());
        start = end;
        if !line.trim().is_empty() {
            lines.extend(of_line(number, (from, end), &parts));
        }
    }
    let stale = !test.is_of(game.whole().ruleset());
    json!({ "stale": stale, "scenarios": test.result.coverage.followed, "lines": lines })
}

/// Returns the coverage of a line: of the innermost part that contains its start, and of the parts that start
/// on it.
fn of_line(number: usize, (from, end): (usize, usize), parts: &[Part<'_>]) -> Option<Value> {
    let place = |part: &Part<'_>| (part.extent.start as usize, part.extent.end as usize);
    let around = parts.iter().rev().find(|part| place(part).0 <= from && from < place(part).1);
    let begun = parts.iter().filter(|part| from < place(part).0 && place(part).0 < end);
    let here: Vec<&Item> = around.into_iter().chain(begun).map(|part| part.item).collect();
    let missed: Vec<&str> =
        here.iter().filter(|item| item.count == 0).map(|item| item.name.as_str()).collect();
    let state = match (missed.len(), here.len()) {
        (_, 0) => return None,
        (0, _) => "covered",
        (some, all) if some < all => "partly",
        (_, _) => "missed",
    };
    let count = here.iter().map(|item| item.count).max();
    Some(json!({ "line": number, "state": state, "count": count, "missed": missed }))
}
