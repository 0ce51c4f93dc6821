//! Code lenses: commands for scenarios, and results of cards from scenarios and games.

use std::collections::{BTreeMap, BTreeSet};

use ludex::analysis::{Definition, NameKind};
use ludex::diagnostics::{FileId, Span};
use ludex::yaml::{self, Node};
use serde_json::{Value, json};

use super::coverage;
use crate::game::Game;
use crate::protocol::Range;
use crate::stored::{Impacts, Simulated, Stored, Tested};

/// Maximum number of line numbers in the lens of a card.
const MOST_LINES: usize = 3;

/// Returns the code lenses of a file: commands to run or play each scenario, or a summary of each card.
pub fn lenses(game: &Game, path: &str) -> Vec<Value> {
    match path.starts_with("scenarios/") {
        true => of_scenarios(game, path),
        false => of_cards(game, path),
    }
}

/// Returns lenses with the commands `ludex.test` and `ludex.play`. Their arguments are the scenario's name
/// and the file.
fn of_scenarios(game: &Game, path: &str) -> Vec<Value> {
    let Some(text) = game.text(path) else { return Vec::new() };
    let lens = |(place, name): (Span, String)| {
        let range = game.range_in(text, (place.start as usize, place.end as usize));
        let arguments = json!([name, game.uri(path)]);
        [("Run", "ludex.test"), ("Play from here", "ludex.play")]
            .map(|(title, command)| code_lens(range, title, command, &arguments))
    };
    scenarios(game, path).into_iter().flat_map(lens).collect()
}

fn code_lens(range: Range, title: &str, command: &str, arguments: &Value) -> Value {
    json!({ "range": range, "command": { "title": title, "command": command, "arguments": arguments } })
}

/// Returns the scenarios of a file: location of the name's key, and the name.
fn scenarios(game: &Game, path: &str) -> Vec<(Span, String)> {
    let root = game.text(path).and_then(|text| yaml::parse(FileId(0), &text.text, &mut Vec::new()));
    let list =
        root.as_ref().and_then(|root| root.get("scenarios").unwrap_or(root).as_list()).unwrap_or_default();
    let named = list.iter().filter_map(|one| one.entry("name"));
    named.filter_map(|(key, name)| Some((key.span, name.as_str()?.to_owned()))).collect()
}

fn of_cards(game: &Game, path: &str) -> Vec<Value> {
    let known = game.whole();
    let (Some(file), Some(text)) = (known.file(path), game.text(path)) else { return Vec::new() };
    let root = yaml::parse(file, &text.text, &mut Vec::new());
    let about = About::new(game, path);
    let cards =
        known.definitions().filter(|found| found.kind == NameKind::Design && found.place.file == file);
    let lens = |card: Definition| {
        let (_, range) = game.range(known, card.place)?;
        let extent = root.as_ref().and_then(|root| under(root, card.place));
        Some(code_lens(range, &about.summary(&card, extent), "", &Value::Null))
    };
    cards.filter_map(lens).collect()
}

/// Returns the location of the value whose key is at `place`.
fn under(node: &Node, place: Span) -> Option<Span> {
    node.as_map()?.iter().find_map(|(key, value)| {
        if key.span.start == place.start { Some(value.span) } else { under(value, place) }
    })
}

/// Data about all cards of a file.
struct About<'g> {
    game: &'g Game,
    /// Scenarios by file, in source order.
    scenarios: BTreeMap<&'g str, Vec<(Span, String)>>,
    /// Scenario files that have changed since they were run.
    changed: BTreeSet<&'g str>,
    /// True if the stored scenario results match the current rules and variants.
    is_tested: bool,
    /// Parts that no scenario reached.
    missed: Vec<Span>,
}

impl<'g> About<'g> {
    fn new(game: &'g Game, path: &str) -> About<'g> {
        let of_scenarios = game.paths().filter(|path| path.starts_with("scenarios/"));
        let scenarios = of_scenarios.map(|path| (path, scenarios(game, path))).collect();
        let mut about =
            About { game, scenarios, changed: BTreeSet::new(), is_tested: false, missed: Vec::new() };
        if let Some(test) = &game.stored.test {
            let is_same =
                |path: &str| game.text(path).is_some_and(|text| test.result.is_unchanged(path, &text.text));
            let (changed, _): (BTreeSet<&str>, BTreeSet<&str>) =
                game.paths().partition(|path| !is_same(path));
            let variants = changed.iter().any(|path| path.starts_with("variants/"));
            about.is_tested = !variants && test.is_of(game.whole().ruleset());
            about.changed = changed;
            let missed = coverage::missed(game, path, &test.result);
            about.missed = missed.into_iter().map(|part| part.extent).collect();
        }
        about
    }

    /// Formats the summary of a card:
    /// `scenarios 3 of 3 · left a hand face up in 41 % of games · impact +3.9 ± 0.5 · never reached: line 7`.
    /// Results for other rules come last, after `stale:`.
    fn summary(&self, card: &Definition, extent: Option<Span>) -> String {
        let (ruleset, Stored { test, games, impact }) = (self.game.whole().ruleset(), &self.game.stored);
        let naming = self.naming(card.place);
        let tested = test.as_ref().filter(|_| !naming.is_empty());
        let changed = naming.iter().any(|(path, _)| self.changed.contains(path));
        let passed = tested.map_or_else(|| counted(naming.len()), |test| results(&test.result, &naming));
        let is_counted = tested.is_none() || self.is_tested && !changed;
        let mut parts = vec![(is_counted, Some(passed))];
        parts.extend(games.as_ref().map(|kept| (kept.is_of(ruleset), played(&kept.result, &card.name))));
        parts.extend(impact.as_ref().map(|kept| (kept.is_of(ruleset), worth(&kept.result, &card.name))));
        parts.extend(extent.map(|extent| (self.is_tested, self.never(extent))));
        let of = |wanted: bool| {
            let some = parts.iter().filter(move |(fresh, _)| *fresh == wanted);
            some.filter_map(|(_, part)| part.as_deref()).collect::<Vec<_>>().join(" · ")
        };
        match (of(true), of(false)) {
            (fresh, stale) if stale.is_empty() => fresh,
            (fresh, stale) if fresh.is_empty() => format!("stale: {stale}"),
            (fresh, stale) => format!("{fresh} · stale: {stale}"),
        }
    }

    /// Returns the scenarios that refer to the definition at a location, as file and name.
    fn naming(&self, place: Span) -> BTreeSet<(&str, &str)> {
        let known = self.game.whole();
        let places = known.places_of(place.file, place.start as usize);
        let scenario = |place: Span| {
            let (path, all) = self.scenarios.get_key_value(known.sources().get(place.file).name.as_str())?;
            let (_, name) = all.iter().rev().find(|(key, _)| key.start <= place.start)?;
            Some((*path, name.as_str()))
        };
        places.into_iter().filter_map(scenario).collect()
    }

    /// Lists the lines of a card that no scenario reached.
    fn never(&self, extent: Span) -> Option<String> {
        let inside = |part: &&Span| extent.start <= part.start && part.end <= extent.end;
        let line = |part: &Span| Some(self.game.range(self.game.whole(), *part)?.1.start.line + 1);
        let lines: BTreeSet<u32> = self.missed.iter().filter(inside).filter_map(line).collect();
        let told: Vec<String> = lines.iter().take(MOST_LINES).map(u32::to_string).collect();
        let more = lines.len() - told.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let what = if lines.len() == 1 { "line" } else { "lines" };
        (!told.is_empty()).then(|| format!("never reached: {what} {}{more}", told.join(", ")))
    }
}

fn counted(scenarios: usize) -> String {
    match scenarios {
        0 => "no scenario names it".to_owned(),
        1 => "1 scenario".to_owned(),
        count => format!("{count} scenarios"),
    }
}

fn results(test: &Tested, naming: &BTreeSet<(&str, &str)>) -> String {
    let ran: Vec<bool> = naming.iter().filter_map(|(path, name)| test.passed(path, name)).collect();
    let new = naming.len() - ran.len();
    let new = if new > 0 { format!(" ({new} not run yet)") } else { String::new() };
    format!("scenarios {} of {}{new}", ran.iter().filter(|passed| **passed).count(), naming.len())
}

fn played(games: &Simulated, id: &str) -> Option<String> {
    let card = games.card(id).filter(|_| games.finished > 0)?;
    let share = |part: u64| format!("{:.0} % of games", 100.0 * part as f64 / games.finished as f64);
    Some(match (card.played_in, card.moved) {
        (0, 0) => format!("never moved in {} games", games.finished),
        (0, moved) => format!("moved in {}", share(moved)),
        (shown, _) => format!("left a hand face up in {}", share(shown)),
    })
}

fn worth(impacts: &Impacts, id: &str) -> Option<String> {
    let card = impacts.card(id)?;
    let (impact, [Some(low), Some(high)]) = (card.impact?, card.ci95) else { return None };
    Some(format!("impact {impact:+.1} ± {:.1}", (high - low) / 2.0))
}
