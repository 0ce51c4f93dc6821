//! Help texts for scenarios written in another shape.

use ludex_grammar::yaml::Node;

use super::super::names::shorten;
use super::super::reader::Entry;
use super::keys::{GIVEN, SCENARIO, STEP};

const SET: &str = "set: set";
pub(super) const ZONES: &str =
    "cards are listed by zone, each player's by his name: `zones: { PLAYER.ZONE: [king, ace] }`";
pub(super) const STACK: &str = "cards are listed by zone, the top one first: `stack: { deck: [king, ace] }`";

/// Suggests a correction for an unknown key of a scenario.
pub(super) fn of_scenario((key, value): &Entry) -> Option<String> {
    let key = shorten(&key.value);
    if GIVEN.has(&key) {
        return Some(format!("put `{key}` below `given`: `given: {{ {key}: … }}`"));
    }
    if STEP.has(&key) {
        let step = step(&key, value);
        return Some(format!(
            "write it as a step of `play` (the last step for the end of the game): `- {step}`"
        ));
    }
    let said = in_given(&key, value).filter(|_| scalar(value).is_none())?;
    Some(format!("below `given`, {said}"))
}

/// Suggests a correction for an unknown key of `given:`.
pub(super) fn of_given((key, value): &Entry) -> Option<String> {
    let key = shorten(&key.value);
    if SCENARIO.has(&key) {
        return Some(format!("put `{key}` on the level of `given`, not below it"));
    }
    if STEP.has(&key) {
        return Some(format!("write it as a step of `play`: `- {}`", step(&key, value)));
    }
    in_given(&key, value)
}

/// Suggests the form in which `given:` expresses the intent of a key.
fn in_given(key: &str, value: &Node) -> Option<String> {
    if let Some(cards) = value.as_list() {
        let whose = if key.contains('.') { String::new() } else { format!(", a player's by `PLAYER.{key}`") };
        let cards = listed(cards);
        return Some(format!("cards are listed by zone: `zones: {{ {key}: {cards} }}`{whose}"));
    }
    let entries = value.as_map().unwrap_or_default();
    if entries.iter().any(|(_, below)| below.as_list().is_some()) {
        return Some(ZONES.to_owned());
    }
    let set = |variable: &str, value: &Node| {
        Some(format!("set a variable with an effect: `{SET} {variable} = {}`", scalar(value)?))
    };
    match entries {
        [(inner, value), ..] if key == "state" => set(&inner.value, value),
        [(_, value), ..] => set("PLAYER.VARIABLE", value),
        [] => set(key, value),
    }
}

/// Suggests a correction for an unknown key of a step.
pub(super) fn of_step((key, value): &Entry) -> Option<String> {
    let name = shorten(&key.value);
    if GIVEN.has(&name) {
        return Some(format!("put `{name}` below `given`, before play begins"));
    }
    if SCENARIO.has(&name) {
        return Some(format!("put `{name}` on the level of `play`, not below it"));
    }
    let pick = scalar(value).unwrap_or_else(|| "OPTION".to_owned());
    Some(format!("the player and the choice are two steps: `- who: {name}`, `- do: {pick}`"))
}

/// Suggests a correction for a step with several keys.
pub(super) fn as_steps(item: &Node) -> Option<String> {
    if let Some(entries) = item.as_map().filter(|entries| !entries.is_empty()) {
        let steps: Vec<String> =
            entries.iter().map(|(key, value)| format!("`- {}`", step(&shorten(&key.value), value))).collect();
        return Some(format!("each is a step of its own: {}", steps.join(", ")));
    }
    None
}

/// Suggests a correction for a step written without its key.
pub(super) fn as_step(item: &Node) -> Option<String> {
    let text = scalar(item)?;
    Some(match text.split_once(' ').map_or((text.as_str(), ""), |(key, rest)| (key, rest.trim())) {
        ("over", "") => "over: true".to_owned(),
        (key, "") if STEP.has(key) => format!("{key}: …"),
        (key, rest) if STEP.has(key) => format!("{key}: {rest}"),
        _ => format!("do: {text}"),
    })
}

/// Suggests a correction for a zone with a map of cards or zones below it.
pub(super) fn in_zone(zone: &str, value: &Node) -> Option<String> {
    let entries = value.as_map()?;
    if entries.iter().any(|(_, below)| below.as_list().is_some()) {
        return Some(ZONES.to_owned());
    }
    let cards = repeated(entries)?;
    Some(format!("list a card once for each copy: write `{zone}: [{cards}]`"))
}

/// Expands counts: `bb: 2` to `bb, bb`.
pub(super) fn repeated(entries: &[Entry]) -> Option<String> {
    const MOST: i64 = 8;
    let mut cards = Vec::new();
    for (card, times) in entries {
        let times = times.as_int().filter(|times| (1..=MOST).contains(times))?;
        cards.extend((0..times).map(|_| shorten(&card.value)));
    }
    Some(cards.join(", "))
}

/// Suggests a correction for expectations written as a map.
pub(super) fn expected(node: &Node) -> Option<String> {
    let (key, value) = node.as_map()?.first()?;
    let name = shorten(&key.value);
    Some(match STEP.has(&name) {
        true => format!(
            "write it as a step of `play` (the last step for the end of the game): `- {}`",
            step(&name, value)
        ),
        false => format!("write `{name} == {}`", scalar(value)?),
    })
}

fn step(key: &str, value: &Node) -> String {
    match (scalar(value), value.as_list()) {
        (Some(value), _) => format!("{key}: {value}"),
        (None, Some(items)) => format!("{key}: {}", listed(items)),
        (None, None) => format!("{key}: …"),
    }
}

fn listed(items: &[Node]) -> String {
    let words: Option<Vec<String>> = items.iter().map(scalar).collect();
    words.map_or_else(|| "[…]".to_owned(), |words| format!("[{}]", words.join(", ")))
}

fn scalar(value: &Node) -> Option<String> {
    let text = value.as_str().map(shorten);
    text.or_else(|| value.as_int().map(|n| n.to_string())).or_else(|| value.as_bool().map(|b| b.to_string()))
}
