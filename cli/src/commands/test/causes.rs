//! What failing scenarios have in common: the changed card that they look at, else the card that they name.
//!
//! What a card was is known where overlays are on the ruleset, and of a changed copy of a shipped one. Each changed field is put back alone, in memory, and
//! the scenarios are run again: those that pass then failed because of it.

use std::collections::BTreeSet;

use ludex::scenarios::{Outcome as Went, Report, ScenarioResult, run_all};
use ludex::{Compile, DesignId, Ruleset, Setup, Value};

use crate::game::text::Words;
use crate::sources::rulesets::{Loaded, Reference, shipped};
use crate::terminal::output::{Out, clean};

/// Changed fields that are put back one after another, at most.
const MOST_CHANGES: usize = 12;
/// So many scenarios have something in common; of fewer each is read.
const SEVERAL: usize = 2;

/// A field of a card that is not as it was.
struct Change {
    card: String,
    /// Its id.
    id: String,
    field: String,
    /// As rulesets write it.
    was: String,
    is: String,
}

/// Says what those that failed have in common, if that is found.
pub fn tell(
    loaded: &Loaded,
    report: &Report,
    wanted: &[&ScenarioResult],
    out: &mut Out,
) -> std::io::Result<()> {
    let failed: Vec<&ScenarioResult> = wanted.iter().copied().filter(|one| fails(one)).collect();
    if failed.len() < SEVERAL {
        return Ok(());
    }
    let found = put_back(loaded, report, &failed);
    let lines = if found.is_empty() { named(loaded, report, wanted) } else { found };
    for line in &lines {
        out.wrapped(line, 2)?;
    }
    Ok(())
}

/// A line for each changed field because of which scenarios fail.
fn put_back(loaded: &Loaded, report: &Report, failed: &[&ScenarioResult]) -> Vec<String> {
    let changes = changes(loaded).unwrap_or_default();
    if changes.len() > MOST_CHANGES {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for change in &changes {
        let Some(mended) = mended(loaded, report, change) else { continue };
        let count = failed.iter().filter(|one| mended.contains(&key(one))).count();
        if count > 0 {
            let Change { card, field, was, is, .. } = change;
            lines.push(clean(&format!(
                "{count} of the {} that fail look at the {field} of {card}: with {was} instead of {is} they pass.",
                failed.len()
            )));
        }
    }
    lines
}

pub fn fails(result: &ScenarioResult) -> bool {
    matches!(result.outcome, Went::Failed(_))
}

fn applies(result: &ScenarioResult) -> bool {
    !matches!(result.outcome, Went::DoesNotApply(_))
}

/// By this a scenario is found again in another run.
fn key(result: &ScenarioResult) -> (String, String, u32) {
    (result.file.clone(), result.name.clone(), result.span.start)
}

/// The scenarios that pass once a field is put back.
fn mended(loaded: &Loaded, report: &Report, change: &Change) -> Option<BTreeSet<(String, String, u32)>> {
    let Change { id, field, was, .. } = change;
    let back = format!(
        "variant: {{ id: as_it_was, of: {} }}\ncards: {{ {id}: {{ {field}: {was} }} }}\n",
        loaded.ruleset.id()
    );
    let back = vec![("as it was".to_owned(), back)];
    let ruleset = if loaded.overlays.is_empty() {
        loaded.reference.compile(&loaded.files, &back).ruleset?
    } else {
        // two overlays may not change the same field, so those that there are become part of the ruleset
        let resolved = Compile::new(&loaded.files).overlays(&loaded.overlays).resolved();
        Compile::new(&[("ruleset.yaml".to_owned(), resolved)]).overlays(&back).compile().ruleset?
    };
    let again = run_all(&ruleset, &loaded.files, &loaded.reference.prefix());
    let failed = report.results.iter().filter(|one| fails(one)).map(key);
    let passed: BTreeSet<_> =
        again.results.iter().filter(|one| one.outcome == Went::Passed).map(key).collect();
    Some(failed.filter(|one| passed.contains(one)).collect())
}

/// The fields of cards that are not as they were before; nothing where that is not known.
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

/// What the ruleset was before it was changed.
fn before(loaded: &Loaded) -> Option<Ruleset> {
    let (id, nothing) = (loaded.ruleset.id(), Vec::new());
    if !loaded.overlays.is_empty() {
        return loaded.reference.compile(&loaded.files, &nothing).ruleset;
    }
    let reference = Reference::Shipped(id.to_owned());
    let copied = shipped().contains(&id) && loaded.reference != reference;
    copied
        .then(|| reference.read().ok())
        .flatten()
        .and_then(|files| reference.compile(&files, &nothing).ruleset)
}

/// For the fewest players, with all defaults: what is printed does not depend on it.
fn plain(ruleset: &Ruleset) -> Option<Setup> {
    ruleset.setup(*ruleset.players().start(), &[]).ok()
}

/// The fields of a card by name, as a ruleset writes them.
fn printed(setup: &Setup, design: DesignId) -> Vec<(String, String)> {
    let rules = setup.rules();
    let fields = rules.design(design).into_iter().flat_map(|def| rules.fields(def.kind));
    let written =
        fields.filter_map(|field| Some((field.name.to_owned(), written(&rules.printed(field.id, design)?)?)));
    written.collect()
}

/// A value as a ruleset writes it; nothing of what is no printed value.
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

/// The card that most of those that fail name, and of those that pass much fewer.
fn named(loaded: &Loaded, report: &Report, wanted: &[&ScenarioResult]) -> Vec<String> {
    let Some(setup) = plain(&loaded.ruleset) else { return Vec::new() };
    let language = loaded.language(None).unwrap_or_else(|_| "en".to_owned());
    let words = Words::new(&setup, &language);
    let (failed, passed): (Vec<&ScenarioResult>, Vec<_>) =
        wanted.iter().copied().filter(|one| applies(one)).partition(|one| fails(one));
    let texts = |all: &[&ScenarioResult]| -> Vec<BTreeSet<String>> {
        all.iter().map(|one| words_of(report.sources.slice(one.span))).collect()
    };
    if passed.is_empty() {
        return Vec::new();
    }
    let (failed, passed) = (texts(&failed), texts(&passed));
    let count = |all: &[BTreeSet<String>], id: &str| all.iter().filter(|words| words.contains(id)).count();
    let rows = setup.rules().designs().map(|design| {
        let [bad, good] = [&failed, &passed].map(|all| count(all, design.name));
        // in thousandths of all
        let more = 1000 * bad / failed.len().max(1);
        (more as i64 - (1000 * good / passed.len().max(1)) as i64, bad, good, design.id)
    });
    let most =
        rows.filter(|(more, bad, ..)| *more >= CLEARLY && 2 * bad >= failed.len()).max_by_key(|row| row.0);
    let line = |(_, bad, good, design)| {
        clean(&format!(
            "{bad} of the {} that fail name {}, of the {} that pass {good}.",
            failed.len(),
            words.design(design),
            passed.len()
        ))
    };
    most.map(line).into_iter().collect()
}

/// By so many thousandths more of those that fail name a card than of those that pass.
const CLEARLY: i64 = 300;

/// The words of a text as ids are written.
fn words_of(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
