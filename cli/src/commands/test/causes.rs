//! Finds common causes of failing scenarios: a changed field, or a separating card.
//!
//! The old value of a field is known if the ruleset has overlays, or is a changed copy of a shipped game.
//! Each changed field is reset on its own, in memory, and the scenarios run again. Scenarios that then pass
//! failed because of this field. A card is only named if it clearly separates failing from passing scenarios
//! ([`separates`]).

use std::collections::BTreeSet;

use ludex::fs::Files;
use ludex::scenarios::{Outcome as Went, Report, ScenarioResult, run_all};
use ludex::{Compile, DesignId, Ruleset, Setup, Value};

use super::failures;
use super::separates::separates;
use crate::sources::rulesets::{Loaded, Reference, plural, shipped};
use crate::terminal::output::{BOLD, Out, clean};
use ludex_table::words::Words;

/// Maximum number of changed fields that are reset.
const MOST_CHANGES: usize = 12;
/// Minimum number of scenarios with a common cause.
const SEVERAL: usize = 2;

/// A changed field of a card.
struct Change {
    card: String,
    id: String,
    field: String,
    /// Old value in ruleset notation.
    was: String,
    is: String,
}

/// A changed field, and the scenarios that pass once it is reset.
type PutBack = (Change, BTreeSet<Key>);

/// Prints the common causes of failing scenarios, and a summary of base-game scenarios with a different
/// result. `in_full` also lists each of the latter.
pub fn print(
    loaded: &Loaded,
    report: &Report,
    wanted: &[&ScenarioResult],
    in_full: bool,
    out: &mut Out,
) -> std::io::Result<()> {
    let those = |test: fn(&ScenarioResult) -> bool| wanted.iter().copied().filter(|one| test(one)).collect();
    let (failed, differ): (Vec<&ScenarioResult>, Vec<&ScenarioResult>) =
        (those(ScenarioResult::fails), those(ScenarioResult::differs));
    if failed.len() < SEVERAL && differ.is_empty() {
        return Ok(());
    }
    let back = put_back(loaded, report);
    if failed.len() >= SEVERAL {
        let found = looked_at(&back, &failed);
        let lines = if found.is_empty() { named(loaded, report, wanted) } else { found };
        lines.iter().try_for_each(|line| out.wrapped(line, 2))?;
    }
    if differ.is_empty() {
        return Ok(());
    }
    out.wrapped(&out.paint(BOLD, &base_differs(&back, &differ, in_full)), 2)?;
    if in_full {
        failures::print_groups(report, &failures::grouped(report, &differ), out)?;
    }
    Ok(())
}

/// Returns the changed fields that make scenarios fail or differ.
fn put_back(loaded: &Loaded, report: &Report) -> Vec<PutBack> {
    let changes = changes(loaded).unwrap_or_default();
    if changes.len() > MOST_CHANGES {
        return Vec::new();
    }
    let with_mended = |change: Change| {
        let mended = mended(loaded, report, &change)?;
        Some((change, mended))
    };
    changes.into_iter().filter_map(with_mended).collect()
}

/// Counts the given scenarios that pass without each change; omits changes without any.
fn counted<'b>(back: &'b [PutBack], of: &[&ScenarioResult]) -> Vec<(&'b Change, usize)> {
    let count = |mended: &BTreeSet<Key>| of.iter().filter(|one| mended.contains(&key(one))).count();
    let counted = back.iter().map(|(change, mended)| (change, count(mended)));
    counted.filter(|(_, count)| *count > 0).collect()
}

/// Formats a line for each changed field that makes scenarios fail.
fn looked_at(back: &[PutBack], failed: &[&ScenarioResult]) -> Vec<String> {
    let line = |(change, count): (&Change, usize)| {
        let Change { card, field, was, is, .. } = change;
        clean(&format!(
            "{count} of the {} that fail look at the {field} of {card}: with {was} instead of {is} they pass.",
            failed.len()
        ))
    };
    counted(back, failed).into_iter().map(line).collect()
}

/// Formats the summary: `91 base scenarios differ: 69 by the value of King`.
fn base_differs(back: &[PutBack], differ: &[&ScenarioResult], in_full: bool) -> String {
    let by =
        |(change, count): (&Change, usize)| format!("{count} by the {} of {}", change.field, change.card);
    let causes: Vec<String> = counted(back, differ).into_iter().map(by).collect();
    let causes = if causes.is_empty() { String::new() } else { format!(": {}", causes.join(", ")) };
    let verb = if differ.len() == 1 { "differs" } else { "differ" };
    let hint = if in_full { "" } else { " (--filter shows the differences)" };
    clean(&format!("{} {verb}{causes}{hint}", plural(differ.len(), "base scenario")))
}

/// File, name and position of a scenario: identifies it in another run.
type Key = (String, String, u32);

fn key(result: &ScenarioResult) -> Key {
    (result.file.clone(), result.name.clone(), result.span.start)
}

/// Returns the scenarios that pass once a field is reset.
fn mended(loaded: &Loaded, report: &Report, change: &Change) -> Option<BTreeSet<Key>> {
    let Change { id, field, was, .. } = change;
    let back = format!(
        "variant: {{ id: as_it_was, of: {} }}\ncards: {{ {id}: {{ {field}: {was} }} }}\n",
        loaded.ruleset.id()
    );
    let back = vec![("as it was".to_owned(), back)];
    let ruleset = if loaded.overlays.is_empty() {
        loaded.reference.compile(&loaded.files, &back).ruleset?
    } else {
        // two overlays may not change the same field, so merge the existing overlays into the ruleset
        let resolved = Compile::new(&loaded.files).overlays(&loaded.overlays).resolved();
        Compile::new(&[("ruleset.yaml".to_owned(), resolved)]).overlays(&back).compile().ruleset?
    };
    let again = run_all(&ruleset, &loaded.files, &loaded.reference.prefix());
    let failed = report.results.iter().filter(|one| matches!(one.outcome, Went::Failed(_))).map(key);
    let passed: BTreeSet<_> =
        again.results.iter().filter(|one| one.outcome == Went::Passed).map(key).collect();
    Some(failed.filter(|one| passed.contains(one)).collect())
}

/// Returns the changed fields of cards; `None` if the old ruleset is unknown.
fn changes(loaded: &Loaded) -> Option<Vec<Change>> {
    let (was, is) = (plain(&before(loaded)?)?, plain(&loaded.ruleset)?);
    let (old, new) = (was.rules(), is.rules());
    let language = loaded.language(None).ok()?;
    let words = Words::new(&is, &language);
    let mut changes = Vec::new();
    for design in new.designs() {
        let Some(before) = old.designs().find(|before| before.name == design.name) else { continue };
        let values = printed(&was, before.id);
        for (field, value) in printed(&is, design.id) {
            let before = values.iter().find(|(name, _)| *name == field);
            let Some((_, before)) = before.filter(|(_, before)| *before != value) else { continue };
            let (card, id) = (words.design(design.id), design.name.to_owned());
            changes.push(Change { card, id, field, was: before.clone(), is: value });
        }
    }
    Some(changes)
}

/// Returns the ruleset before its changes.
fn before(loaded: &Loaded) -> Option<Ruleset> {
    let nothing = Vec::new();
    if !loaded.overlays.is_empty() {
        return loaded.reference.compile(&loaded.files, &nothing).ruleset;
    }
    if matches!(loaded.reference, Reference::Shipped(_)) {
        return None;
    }
    let (reference, files) = original(loaded.ruleset.id(), &loaded.files)?;
    reference.compile(&files, &nothing).ruleset
}

/// Returns the shipped game that a ruleset is a copy of. This is the game with the same ID, or the game that
/// shares the most lines, if these are most of its lines. `ludex new --from` changes the ID of a copy.
fn original(id: &str, files: &Files) -> Option<(Reference, Files)> {
    let read = |id: &str| {
        let reference = Reference::Shipped(id.to_owned());
        let files = reference.read().ok()?;
        Some((reference, files))
    };
    if shipped().contains(&id) {
        return read(id);
    }
    let own = lines(files);
    let share = |(_, files): &(Reference, Files)| {
        let all = lines(files);
        (all.intersection(&own).count(), all.len())
    };
    let games = shipped().into_iter().filter_map(read).map(|game| (share(&game), game));
    let copied = games.filter(|((common, all), _)| 2 * common > *all);
    copied.max_by_key(|((common, _), _)| *common).map(|(_, game)| game)
}

/// Returns the distinct lines of a ruleset.
fn lines(files: &Files) -> BTreeSet<&str> {
    files.iter().flat_map(|(_, text)| text.lines()).map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// Sets up the ruleset with the minimum number of players and all defaults. Printed values don't depend on
/// them.
fn plain(ruleset: &Ruleset) -> Option<Setup> {
    ruleset.setup(*ruleset.players().start(), &[]).ok()
}

/// Returns the fields of a card by name, with values in ruleset notation.
fn printed(setup: &Setup, design: DesignId) -> Vec<(String, String)> {
    let rules = setup.rules();
    let fields = rules.design(design).into_iter().flat_map(|def| rules.fields(def.kind));
    let written =
        fields.filter_map(|field| Some((field.name.to_owned(), written(&rules.printed(field.id, design)?)?)));
    written.collect()
}

/// Formats a value in ruleset notation; returns `None` for values that can't be printed on a card.
fn written(value: &Value) -> Option<String> {
    match value {
        Value::Int(n) => Some(n.to_string()),
        Value::Decimal(amount) => Some(amount.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Word(word) => Some(word.name.clone()),
        Value::Design(design) => Some(design.name.clone()),
        Value::Hidden
        | Value::Nothing
        | Value::Player(_)
        | Value::Spot(_)
        | Value::Zone(_)
        | Value::Card(_)
        | Value::Unseen { .. }
        | Value::List(_)
        | Value::Fault(_) => None,
    }
}

/// Names the card that separates failing from passing scenarios. Empty if no card does, or several.
fn named(loaded: &Loaded, report: &Report, wanted: &[&ScenarioResult]) -> Vec<String> {
    let Some(setup) = plain(&loaded.ruleset) else { return Vec::new() };
    let language = loaded.language(None).unwrap_or_else(|_| "en".to_owned());
    let words = Words::new(&setup, &language);
    let those = |test: fn(&ScenarioResult) -> bool| -> Vec<BTreeSet<String>> {
        let those = wanted.iter().filter(|one| test(one));
        those.map(|one| words_of(report.sources.slice(one.span))).collect()
    };
    let failed = those(ScenarioResult::fails);
    let passed = those(|one| one.outcome == Went::Passed);
    let count = |all: &[BTreeSet<String>], id: &str| all.iter().filter(|words| words.contains(id)).count();
    let designs = setup.rules().designs();
    let rows = designs.map(|design| (count(&failed, design.name), count(&passed, design.name), design.id));
    let rows: Vec<_> = rows.filter(|(bad, good, _)| bad + good > 0).collect();
    let is_cause = |(bad, good, _): &&(usize, usize, DesignId)| {
        separates((*bad, failed.len()), (*good, passed.len()), rows.len())
    };
    let line = |(bad, good, design): &(usize, usize, DesignId)| {
        clean(&format!(
            "{bad} of the {} that fail name {}, of the {} that pass {good}.",
            failed.len(),
            words.design(*design),
            passed.len()
        ))
    };
    match rows.iter().filter(is_cause).collect::<Vec<_>>().as_slice() {
        [one] => vec![line(one)],
        [] | [_, _, ..] => Vec::new(),
    }
}

/// Returns the words of a text that may be IDs.
fn words_of(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
