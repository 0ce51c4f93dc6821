//! The layout of the table as JSON, with names resolved to texts.

use ludex::rules::{Shape, Shown};
use ludex_table::words::Words;
use serde_json::{Map, Value, json};

/// Returns the areas of the table with their items.
pub fn layout(words: &Words<'_>) -> Value {
    let (rules, layout) = (words.rules(), words.rules().layout());
    let list = |list: &[(Shown, Shape)]| -> Vec<Value> { list.iter().map(|one| item(words, *one)).collect() };
    let names = |list: &[Shown]| -> Vec<String> { list.iter().map(|shown| names(words, *shown).0).collect() };
    let spots = layout.spots.iter().map(|(id, items)| {
        let name = rules.spot(*id).map_or("", |def| def.name);
        (name.to_owned(), json!(list(items)))
    });
    let seats = layout.seats.iter().map(|(seat, look)| {
        let look = json!({ "colour": look.colour.map(ludex::rules::Colour::word), "sign": look.sign });
        (rules.seat_label(*seat).unwrap_or_default(), look)
    });
    let decisions = rules.decisions().filter(|decision| !layout.shown_with(decision.id).is_empty());
    let show = decisions.map(|decision| {
        let shown = json!(names(layout.shown_with(decision.id)));
        (decision.name, shown)
    });
    json!({
        "heading": layout.heading.as_ref().map(|heading| names(heading)),
        "middle": list(&layout.middle),
        "player": list(&layout.player),
        "spots": spots.collect::<Map<String, Value>>(),
        "seats": seats.collect::<Map<String, Value>>(),
        "show": show.collect::<Map<String, Value>>(),
    })
}

fn item(words: &Words<'_>, (shown, shape): (Shown, Shape)) -> Value {
    let layout = words.rules().layout();
    let (name, text) = names(words, shown);
    let at = layout.area(shown).map(ludex::rules::TableArea::word);
    json!({ "name": name, "text": text, "as": shape.word(), "at": at, "sorted": sorted(words, shown) })
}

/// Returns the fields by which the cards of a zone are sorted.
fn sorted<'a>(words: &'a Words<'_>, shown: Shown) -> Vec<&'a str> {
    let rules = words.rules();
    let sorted = rules.layout().sorted.iter().filter(|(zone, _)| Shown::Zone(*zone) == shown);
    let fields = sorted.flat_map(|(_, keys)| keys.iter().filter_map(|fields| fields.first()));
    fields.filter_map(|field| rules.field(*field)).map(|field| field.name).collect()
}

/// Returns the name of an item in the ruleset, and its text.
fn names(words: &Words<'_>, shown: Shown) -> (String, String) {
    let rules = words.rules();
    let (name, text) = match shown {
        Shown::Phase(id) => (rules.phase(id).map(|def| def.name), words.phase(id)),
        Shown::Spot(id) => (rules.spot(id).map(|def| def.name), words.spots(id)),
        Shown::Zone(id) => (rules.zone(id).map(|def| def.name), words.zone(id)),
        Shown::Var(id) => {
            let name = rules.variable(id).map(|def| def.name);
            (name, words.variable(name.unwrap_or_default()))
        }
        Shown::Computed(id) => {
            let name = rules.layout().computed.get(id.index()).map(|def| def.name.as_str());
            (name, words.variable(name.unwrap_or_default()))
        }
    };
    (name.unwrap_or_default().to_owned(), text)
}
