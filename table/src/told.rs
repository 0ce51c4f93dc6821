//! Observations in JSON with texts in a language: a key `text` beside each name.

use ludex::{Choice, Decision, Game, Observation, OptionView, Value, ZoneView};
use serde_json::{Value as Json, json};

use crate::words::{Viewer, Words, capital, eyes};

/// Returns the observation of a viewer, with the log from this line on, in the form of `docs/json.md`. It has
/// the texts of decisions, options, log lines, zones and variables.
pub fn observation(words: &Words<'_>, game: &Game, viewer: Viewer, from: usize) -> Json {
    let observed = game.observe(eyes(viewer, game.setup()), from);
    let mut told = json!(observed);
    if let Some(decision) = &observed.decision {
        let facts = words.decision_facts(game, viewer);
        told["decision"]["text"] = json!(words.prompt_told(&decision.name.name, &facts));
        options(words, (game, decision), &mut told["decision"]["options"]);
    }
    view(words, &observed, &mut told["view"]);
    let lines = observed.log.iter().map(|entry| words.log(entry, viewer));
    each(&mut told["log"], lines.collect(), |line, text| {
        if let Some(entry) = line.as_object_mut().and_then(|line| line.values_mut().next()) {
            entry["text"] = text;
        }
    });
    told
}

/// Adds the texts of options: `text`, the ability of a card as `note`, and the title of an action as `group`.
fn options(words: &Words<'_>, (game, decision): (&Game, &Decision), told: &mut Json) {
    let (names, notes) =
        words.offers(game, decision).into_iter().map(|(name, note)| (Some(name), note)).unzip();
    let group = |option: &OptionView| match &option.choice {
        Choice::Action { action, targets } if !targets.is_empty() => {
            let text = words.get(&format!("actions.{}", action.name));
            Some(text.unwrap_or_else(|| capital(&action.name.replace('_', " "))))
        }
        Choice::Action { .. }
        | Choice::Decline
        | Choice::Done
        | Choice::Answer(_)
        | Choice::Mode(_)
        | Choice::Pick(_) => None,
    };
    each(told, names, |option, text| option["text"] = text);
    each(told, notes, |option, text| option["note"] = text);
    each(told, decision.options.iter().map(group).collect(), |option, text| option["group"] = text);
}

fn view(words: &Words<'_>, observed: &Observation, told: &mut Json) {
    let zone = |zone: &ZoneView| Some(words.value(&Value::Zone(zone.zone.clone())));
    each(&mut told["zones"], observed.view.zones.iter().map(zone).collect(), |zone, text| {
        zone["text"] = text
    });
    let variables = observed.view.variables.iter();
    let variables = variables.map(|var| Some(words.variable_for(&var.variable.name, var.key.as_ref())));
    each(&mut told["variables"], variables.collect(), |var, text| var["text"] = text);
}

/// Adds texts to the items of a list; items without a text stay as they are.
fn each(items: &mut Json, texts: Vec<Option<String>>, add: impl Fn(&mut Json, Json)) {
    let items = items.as_array_mut().into_iter().flatten();
    items.zip(texts).for_each(|(item, text)| text.into_iter().for_each(|text| add(item, json!(text))));
}
