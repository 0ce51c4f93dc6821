//! Display order of the cards in a zone, as the ruleset defines it (`layout: sorted`).

use ludex::rules::Rules;
use ludex::{CardView, FieldId, Value, View, ZoneAt};

/// Sorts the cards of zones in the display order of the ruleset; unknown cards come last.
pub fn sort(view: &mut View, rules: &Rules) {
    for seen in view.zones.iter_mut().filter(|seen| sorted_by(rules, seen.zone.id).is_some()) {
        seen.cards.sort_by_cached_key(|card| place_in(rules, seen.zone.id, card));
    }
}

/// Returns the fields that sort the cards of a zone, if the ruleset defines any.
fn sorted_by(rules: &Rules, zone: ZoneAt) -> Option<&[Vec<FieldId>]> {
    let (def, _) = rules.zone_at(zone)?;
    let sorted = rules.layout().sorted.iter().find(|(zone, _)| *zone == def.id);
    sorted.map(|(_, keys)| keys.as_slice())
}

/// Returns the sort key of a card in a zone; `None` if the ruleset does not sort the zone.
pub fn place_in(rules: &Rules, zone: ZoneAt, card: &CardView) -> Option<(bool, Vec<i64>)> {
    let keys = sorted_by(rules, zone)?;
    let design = card.design.as_ref().map(|design| design.id);
    let printed = |fields: &Vec<FieldId>| {
        let value = fields.iter().find_map(|field| rules.printed(*field, design?));
        value.as_ref().map_or(i64::MAX, place)
    };
    Some((design.is_none(), keys.iter().map(printed).collect()))
}

/// Returns the sort key of a printed value.
fn place(value: &Value) -> i64 {
    if let Value::Word(word) = value {
        return i64::from(word.id.1);
    }
    if let Value::Bool(holds) = value { i64::from(*holds) } else { value.thousandths().unwrap_or(i64::MAX) }
}
