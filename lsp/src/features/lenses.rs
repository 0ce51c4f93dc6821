//! Lines above things: what can be run there.

use ludex::diagnostics::FileId;
use ludex::yaml;
use serde_json::{Value, json};

use crate::game::Game;

/// Of a file of scenarios: above each that it can be run. Of cards: how many scenarios name each.
pub fn lenses(game: &Game, path: &str) -> Vec<Value> {
    match path.starts_with("scenarios/") {
        true => of_scenarios(game, path),
        false => of_cards(game, path),
    }
}

/// The editor knows the command `ludex.test`: a scenario's name, and the file.
fn of_scenarios(game: &Game, path: &str) -> Vec<Value> {
    let Some(text) = game.text(path) else { return Vec::new() };
    let root = yaml::parse(FileId(0), &text.text, &mut Vec::new());
    let list =
        root.as_ref().and_then(|root| root.get("scenarios").unwrap_or(root).as_list()).unwrap_or_default();
    let named = list
        .iter()
        .filter_map(|one| one.entry("name").and_then(|(key, name)| Some((key.span, name.as_str()?))));
    named
        .map(|(place, name)| {
            let range = game.range_in(text, (place.start as usize, place.end as usize));
            let command =
                json!({ "title": "Run", "command": "ludex.test", "arguments": [name, game.uri(path)] });
            json!({ "range": range, "command": command })
        })
        .collect()
}

fn of_cards(game: &Game, path: &str) -> Vec<Value> {
    let analysis = game.whole();
    let Some(file) = analysis.file(path) else { return Vec::new() };
    let cards = analysis.definitions().filter(|found| found.what == "card" && found.place.file == file);
    let lens = |card: ludex::analysis::Definition| {
        let (_, range) = game.range(game.whole(), card.place)?;
        let places = analysis.places_of(file, card.place.start as usize);
        let scenarios = places
            .iter()
            .filter_map(|place| scenario(game, game.location(game.whole(), *place)?.uri.as_str(), *place));
        let count = scenarios.collect::<std::collections::BTreeSet<_>>().len();
        let title = match count {
            0 => "no scenario names it".to_owned(),
            1 => "1 scenario".to_owned(),
            count => format!("{count} scenarios"),
        };
        Some(json!({ "range": range, "command": { "title": title, "command": "" } }))
    };
    cards.filter_map(lens).collect()
}

/// The scenario in which a place lies: its file and number.
fn scenario(game: &Game, uri: &str, place: ludex::diagnostics::Span) -> Option<(String, usize)> {
    let path = game.path(uri).filter(|path| path.starts_with("scenarios/"))?;
    let text = &game.text(&path)?.text;
    let above = text.get(..place.start as usize)?;
    let number = above.lines().filter(|line| line.trim_start().starts_with("- name:")).count();
    Some((path, number))
}
