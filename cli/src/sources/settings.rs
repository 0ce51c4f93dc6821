//! Values of `--set`: options, and values of cards such as `cards.king.value=18`.

use ludex::Setup;

use crate::failure::Failure;

/// Returns the overlay for a value such as `cards.king.value=18`, or `None` if it is malformed.
pub fn value_overlay(typed: &str, number: usize, game: &str) -> Option<String> {
    let (name, value) = typed.split_once('=')?;
    let is_plain =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c));
    let words: Vec<&str> = name.split('.').collect();
    if words.len() < 2 || !words.iter().chain([&value]).all(|word| is_plain(word)) {
        return None;
    }
    let (path, close) = (words.join(": { "), " }".repeat(words.len() - 1));
    Some(format!("variant: {{ id: set_{number}, of: {game} }}\n{path}: {value}{close}\n"))
}

/// Explains how to set a card's value such as `king.value=24`: with an overlay.
pub fn set_card(setup: &Setup, (name, value): &(String, String)) -> Option<String> {
    let (rules, id) = (setup.rules(), setup.ruleset().id());
    if rules.options().any(|option| option.name == name) {
        return None;
    }
    let path = name.strip_prefix("cards.").unwrap_or(name);
    let (card, field) = path.split_once('.').map_or((path, None), |(card, field)| (card, Some(field)));
    let design = rules.designs().find(|design| design.name.eq_ignore_ascii_case(card))?;
    let number = || rules.fields(design.kind).find(|field| field.is_number).map(|field| field.name);
    let (card, field) = (design.name, field.or_else(number).unwrap_or("value"));
    Some(format!(
        "{id} has no option `{name}`; experiments take a card's value as --set cards.{card}.{field}={value}, other commands as an overlay (--overlay FILE) with `variant: {{ id: my_mod, of: {id} }}` and `cards: {{ {card}: {{ {field}: {value} }} }}`"
    ))
}

/// Parses options given as `option=value`.
pub fn options(words: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let pair = |word: &String| {
        let (name, value) = word.split_once('=')?;
        Some((name.trim().to_owned(), value.trim().to_owned()))
    };
    let wrong = |word: &String| Failure::Usage(format!("--set takes OPTION=VALUE, not `{word}`"));
    words.iter().map(|word| pair(word).ok_or_else(|| wrong(word))).collect()
}
