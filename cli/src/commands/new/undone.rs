//! Reconstructs the start of a phase from the position at its first decision.

use ludex::traces::{Happened, TraceNode, game};
use ludex::{Game, PhaseId, Value};

use super::draft::Part;

/// Returns the events from the start of the current iteration of a phase to its first decision, in order.
pub fn since(first: &Game, phase: PhaseId) -> Vec<Happened> {
    let number = first.choices();
    let mut all = Vec::new();
    for traced in game(first, number, number) {
        traced.events.iter().for_each(|node| flat(node, &mut all));
    }
    let begins = |what: &Happened| matches!(what, Happened::Phase { phase: begun, .. } if begun.id == phase);
    match all.iter().rposition(begins) {
        Some(at) => all.split_off(at + 1),
        None => Vec::new(),
    }
}

fn flat(node: &TraceNode, all: &mut Vec<Happened>) {
    all.push(node.what.clone());
    node.inside.iter().for_each(|node| flat(node, all));
}

/// Undoes events in reverse order in the zones and variables of a scenario. Ignores events that can't be
/// undone.
pub fn take_back(
    parts: &mut Vec<Part>,
    happened: &[Happened],
    set: impl Fn((&str, Option<&Value>), Option<&Value>, &Value) -> Option<String>,
) {
    for what in happened.iter().rev() {
        if let Happened::Moved { card, from, to, .. } = what {
            moved_back(parts, card, (to, from));
        } else if let Happened::Swapped { zone, with } = what {
            swapped_back(parts, zone, with);
        } else if let Happened::Set { variable, of, key, was, is } = what {
            let place = (variable.name.as_str(), key.as_ref());
            let now = set(place, of.as_ref(), is);
            let then = set(place, of.as_ref(), was);
            parts.retain(|part| !matches!(part, Part::Set(text) if Some(text) == now.as_ref()));
            parts.extend(then.map(Part::Set));
        }
    }
}

/// Returns the cards that a scenario lists in a zone.
fn cards<'p>(parts: &'p mut [Part], zone: &Value) -> Option<&'p mut Vec<String>> {
    let Value::Zone(zone) = zone else { return None };
    parts.iter_mut().find_map(|part| match part {
        Part::Zone(name, cards) if *name == zone.name => Some(cards),
        Part::Zone(..) | Part::Option(..) | Part::Rest(..) | Part::Set(_) | Part::Seed(_) | Part::Pick(_) => {
            None
        }
    })
}

fn moved_back(parts: &mut [Part], card: &Value, (to, from): (&Value, &Value)) {
    let Value::Card(card) = card else { return };
    let is_it = |text: &String| text.strip_suffix(" up").unwrap_or(text) == card.name;
    if let Some(there) = cards(parts, to)
        && let Some(at) = there.iter().position(is_it)
    {
        there.remove(at);
    }
    // a drawn card came from the top
    if let Some(before) = cards(parts, from) {
        before.insert(0, card.name.clone());
    }
}

fn swapped_back(parts: &mut [Part], zone: &Value, with: &Value) {
    let Some(one) = cards(parts, zone).map(std::mem::take) else { return };
    let other = cards(parts, with).map(|other| std::mem::replace(other, one)).unwrap_or_default();
    if let Some(cards) = cards(parts, zone) {
        *cards = other;
    }
}
