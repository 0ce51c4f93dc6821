//! Observations in JSON with texts in a language: a key `text` beside each name.

use std::collections::BTreeSet;

use ludex::why::{self, Target, Wanted, WhyNot};
use ludex::{Choice, Decision, Game, Observation, OptionView, Seat, Value, ZoneAt, ZoneView};
use serde_json::{Value as Json, json};

use crate::offers::Offers;
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

/// Returns the actions, modes and known cards that a seat can't choose now, with the reasons. Cards are those in zones
/// of which the decision offers other cards.
pub fn why_not(words: &Words<'_>, game: &Game, seat: Seat) -> Json {
    let offers = Offers::at(words, game, seat.number());
    let actions = words.rules().actions();
    let actions = actions.map(|action| {
        (
            "action",
            action.name.to_owned(),
            words.action_name(action.name),
            Wanted::Action(action.id, Vec::new()),
        )
    });
    let Some(decision) = game.decision_for(seat) else { return json!([]) };
    let modes = game.modes().into_iter().map(|mode| {
        let text = words.get(&format!("choices.{}.{mode}", decision.name.name));
        let text = text.unwrap_or_else(|| capital(&mode.replace('_', " ")));
        ("mode", mode.clone(), text, Wanted::Mode(mode))
    });
    let positions = decision.options.iter().flat_map(|option| &option.at).flatten();
    let asked: BTreeSet<ZoneAt> = positions.map(|at| at.zone.id).collect();
    let view = game.view(seat);
    let zones = view.zones.iter().filter(|zone| asked.contains(&zone.zone.id));
    let cards = zones.flat_map(|zone| &zone.cards).filter_map(|card| card.card.as_ref());
    let cards = cards.map(|card| {
        ("card", card.name.clone(), words.card(card.id, false), Wanted::Thing(Target::Card(card.id)))
    });
    let refused = actions.chain(modes).chain(cards).filter_map(|(kind, id, name, wanted)| {
        let answer = why::why_not(game, seat, &wanted);
        let WhyNot::Refused(_) = answer else { return None };
        let reasons: Vec<String> =
            words.why_not(&name, &answer, &offers).into_iter().map(|(_, line)| line).collect();
        Some(json!({ kind: id, "text": name, "reasons": reasons }))
    });
    json!(refused.collect::<Vec<Json>>())
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
