//! The section `cards:`, and the abilities of cards and kinds.

pub(super) mod actions;
pub mod templates;

use ludex_grammar::ast::Expr;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::parse;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::suggest::{closest, is_slip};
use ludex_grammar::yaml::{Node, NodeKind};

use super::keys::{ExtraKeys, Form, KeyCount, KeyNames, RecordKeys, may, needs};
use super::names::shorten;
use super::raw::{ModifierOp, Name, RawAbility, RawCard, RawFieldValue, RawModifier};
use super::reader::{Entry, MAX_CARDS, MAX_ITEMS, Owner, Reader, Record};
use crate::language::is_identifier;

/// Maximum number of copies of one card.
const MAX_COPIES: i64 = 10_000;

static CARD: RecordKeys = RecordKeys {
    what: "a card",
    keys: &[
        may(
            "kind",
            Form::Name,
            "its kind, which determines its fields; required for all cards that the ruleset defines",
        ),
        may("copies", Form::Number(0, MAX_COPIES), "number of copies; absent: one"),
    ],
    others: ExtraKeys::Fields,
    choice: KeyCount::Free,
};

pub(super) const CARDS: Form = Form::Maps(&[
    (KeyNames::New, &Form::Either(&[Form::Record(&CARD), OF_LIBRARY])),
    (KeyNames::Templates, &Form::Either(&[Form::Record(&templates::TEMPLATE), OF_LIBRARY])),
]);

/// A card of a library; the ruleset may patch or remove it.
const OF_LIBRARY: Form = Form::Word(|| vec!["remove"]);

/// Reads the section `cards:`.
pub(super) fn cards(r: &mut Reader, node: &Node) -> Vec<RawCard> {
    r.definitions(node, "a card", MAX_CARDS, card)
}

fn card(r: &mut Reader, name: Name, node: &Node) -> Option<RawCard> {
    let mut record = r.open_record(node, name.span, &CARD);
    for entry in record.entries() {
        let word = entry.1.as_str().is_some();
        if word && record.get("kind").is_none() && closest(&entry.0.value, ["kind"]).is_some() {
            r.unknown_entry(&mut record, entry, &["kind"], None);
        }
    }
    let bare = record.entries().iter().find(|(key, value)| value.is_null() && is_identifier(&key.value));
    let bare = bare.map(|(key, _)| key).filter(|_| record.get("kind").is_none());
    let kind = match bare {
        Some(key) => kind_without_key(r, key),
        // a library that can't be read may define the kind of the card
        None if r.lacks_library => record.get("kind").and_then(|node| r.word(node, "a kind")),
        None => r.require(&record, "kind").and_then(|node| r.word(node, "a kind")),
    };
    let copies = record.get("copies").and_then(|node| copies(r, node));
    let copies = copies.unwrap_or(Spanned::new(1, name.span));
    if copies.value == 0 {
        let message = format!("there is no copy of `{}`", shorten(&name.value));
        r.error(Code::DoesNothing, copies.span, message);
    }
    let (mut fields, mut abilities) = (Vec::new(), Vec::new());
    for entry in record.entries() {
        let (key, value) = entry;
        let own = CARD.has(&key.value) || record.is_unknown(key) || Some(key) == bare;
        if !own && !ability(r, &name, entry, &mut abilities) {
            fields.extend(field(r, key, value));
        }
    }
    Some(RawCard { name, kind: kind?, copies, fields, abilities })
}

/// Reports a missing `kind` whose word stands alone, as in `{ influence, value: 14 }`.
/// Help text for a number of copies that is an expression.
const FIXED: &str = "every game has the same cards: write the largest number, and let `setup` move in the cards that play, as in `move first(n, CARD) to deck`";

/// Reads a number of copies.
fn copies(r: &mut Reader, node: &Node) -> Option<Spanned<u32>> {
    let what = "the number of copies";
    match &node.kind {
        NodeKind::Text(text) if text.value.parse::<i64>().is_err() => {
            r.wrong_shape_as(node, format!("{what} as a whole number"), FIXED);
            None
        }
        NodeKind::Int(_)
        | NodeKind::Text(_)
        | NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::List(_)
        | NodeKind::Map(_) => r.int(node, what, 0, MAX_COPIES),
    }
}

fn kind_without_key(r: &mut Reader, key: &Name) -> Option<Name> {
    let problem = Diagnostic::new(Code::MissingKey, key.span, "a card needs `kind`");
    r.report(problem.help(format!("did you mean `kind: {}`?", shorten(&key.value))));
    None
}

fn field(r: &mut Reader, key: &Name, value: &Node) -> Option<(Name, RawFieldValue)> {
    if key.value.is_empty() || key.value.contains(char::is_whitespace) {
        let message = format!("`{}` is not a key of a card", shorten(&key.value));
        let help =
            "an ability is written `on EVENT`, `on any EVENT`, `modify PROPERTY` or `action WINDOW.NAME`";
        r.report(Diagnostic::new(Code::UnknownKey, key.span, message).help(help));
        return None;
    }
    let value = if value.as_map().is_some() {
        let entries = r.entries(value, "the values as a map", MAX_ITEMS);
        RawFieldValue::ByKey(entries.iter().map(|(word, value)| (word.clone(), r.expr(value))).collect())
    } else if value.as_list().is_some() {
        let words = r.list(value, "words", MAX_ITEMS);
        RawFieldValue::Words(words.iter().map(|word| r.expr(word)).collect())
    } else {
        RawFieldValue::One(r.expr(value))
    };
    Some((key.clone(), value))
}

/// First words of the keys of abilities.
const ABILITIES: [&str; 3] = ["on", "modify", "action"];

/// Returns true if a key of a card or kind belongs to an ability.
pub fn is_ability(key: &str) -> bool {
    first_word(key).is_some_and(|word| ABILITIES.contains(&word))
}

pub(super) fn first_word(key: &str) -> Option<&str> {
    key.split_whitespace().next()
}

/// Reads `on …`, `modify …` or `action …` of a card or kind. Returns true if the key belongs to an ability.
pub(super) fn ability(
    r: &mut Reader,
    bearer: &Name,
    (key, value): &Entry,
    abilities: &mut Vec<RawAbility>,
) -> bool {
    if !is_ability(&key.value) {
        return first_word(&key.value).is_some_and(|word| report_misspelt_ability(r, key, value, word));
    }
    let words = words_of(key);
    match words.iter().map(|w| w.value.as_str()).collect::<Vec<_>>().as_slice() {
        ["on", "any", _] => abilities.extend(on(r, bearer, (&words[2], true), value)),
        ["on", _] => abilities.extend(on(r, bearer, (&words[1], false), value)),
        ["on", ..] => not_one_name(r, key, "`on` or `on any`", "an event"),
        ["modify", _] => modify(r, &words[1], value, abilities),
        ["action", _] => abilities.extend(actions::action(r, bearer, &words[1], value)),
        ["action", ..] => not_one_name(r, key, "`action`", "a window, a point and the name of the action"),
        _ => not_one_name(r, key, "`modify`", "a property"),
    }
    true
}

/// Reports a misspelt key of an ability, such as `modfiy worth` or `on_built`. Returns true if it is one.
fn report_misspelt_ability(r: &mut Reader, key: &Name, value: &Node, first: &str) -> bool {
    let joined = |word: &'static str| Some((word, key.value.strip_prefix(word)?.strip_prefix(['_', '-'])?));
    let joined = ABILITIES.into_iter().find_map(joined).filter(|_| !is_expression(value));
    let rest = key.value[first.len()..].trim();
    let parted = if rest.is_empty() { None } else { closest(first, ABILITIES).map(|word| (word, rest)) };
    let Some((word, rest)) = joined.or(parted) else { return false };
    let sure = joined.is_some() || is_slip(first, word);
    let message = format!("`{}` is not a key of a card or kind", shorten(&key.value));
    let problem = Diagnostic::new(Code::UnknownKey, key.span, message);
    let applicability = if sure { Applicability::Safe } else { Applicability::Maybe };
    let problem = problem.instead(&format!("{word} {rest}"), applicability);
    r.report(problem.help(format!("did you mean `{word} {}`?", shorten(rest))));
    true
}

/// Returns true if a value can be the printed value of a field.
fn is_expression(value: &Node) -> bool {
    value.as_text().map_or(value.as_map().is_none(), |text| parse::expr(text, &mut Vec::new()).is_some())
}

fn not_one_name(r: &mut Reader, key: &Name, after: &str, what: &str) {
    r.error(Code::WrongShape, key.span, format!("{after} must be followed by the name of {what}"));
}

/// Returns the words of a key with their spans. In a key with escapes, all have the span of the key.
fn words_of(key: &Name) -> Vec<Name> {
    let unchanged = (key.span.end - key.span.start) as usize == key.value.len();
    let mut words = Vec::new();
    let mut done = 0;
    for word in key.value.split_whitespace() {
        let offset = done + key.value[done..].find(word).unwrap_or(0);
        done = offset + word.len();
        let start = key.span.start as usize + offset;
        let span = if unchanged { Span::new(key.span.file, start, start + word.len()) } else { key.span };
        words.push(Name::new(word.to_owned(), span));
    }
    words
}

static REACTION: RecordKeys = RecordKeys::new(
    "an ability that reacts",
    &[
        may("in_play", Form::List(&Form::Name), "the zones in which it works; absent: the zones of the kind"),
        may("when", Form::Expression, "condition under which it works; absent: the condition of the kind"),
        needs("do", Form::Effects, "what it does"),
    ],
);

/// The form of a reaction, `on EVENT:`.
pub(super) const REACTIONS: Form = Form::Either(&[Form::Effect, Form::Record(&REACTION)]);

fn on(r: &mut Reader, bearer: &Name, (event, any): (&Name, bool), value: &Node) -> Option<RawAbility> {
    if value.as_map().is_none() {
        let (event, body) = (event.clone(), r.effect(value)?);
        return Some(RawAbility::On { event, any, in_play: None, when: None, body, parts: false });
    }
    let record = r.record(value, event.span, &REACTION);
    let in_play = record.get("in_play").map(|node| r.words(node, "the zones", "a zone"));
    let when = record.get("when").map(|node| r.expr(node).map(Box::new));
    let this = [actions::this(bearer, event.span)];
    let path = format!("{}.on {}{}.do", bearer.value, if any { "any " } else { "" }, event.value);
    let owner = Owner { path, params: &this, reacts_to: Some(event), gives: false };
    let before = r.parts.len();
    let body = r.effects(&record, "do", &owner);
    let parts = r.parts.len() > before;
    Some(RawAbility::On { event: event.clone(), any, in_play, when: all_or_none(when)?, body: body?, parts })
}

fn modify(r: &mut Reader, property: &Name, value: &Node, abilities: &mut Vec<RawAbility>) {
    for node in r.one_or_more(value, "the modifiers", MAX_ITEMS) {
        abilities.extend(modifier(r, property, node).map(|m| RawAbility::Modify(Box::new(m))));
    }
}

const OPS: &[(&str, ModifierOp)] = &[
    ("set", ModifierOp::Set),
    ("add", ModifierOp::Add),
    ("multiply", ModifierOp::Multiply),
    ("at_least", ModifierOp::AtLeast),
    ("at_most", ModifierOp::AtMost),
];

static MODIFIER: RecordKeys = RecordKeys {
    what: "a modifier",
    keys: &[
        needs("stage", Form::Name, "the stage of the property in which it applies"),
        may("of", Form::Query, "the cards it applies to; absent: `self`"),
        may("while", Form::Expression, "condition under which it applies"),
        may("set", Form::Expression, "the new value"),
        may("add", Form::Expression, "added to the value"),
        may("multiply", Form::Expression, "factor of the value"),
        may("at_least", Form::Expression, "minimum of the value"),
        may("at_most", Form::Expression, "maximum of the value"),
    ],
    others: ExtraKeys::None,
    choice: KeyCount::One(&["set", "add", "multiply", "at_least", "at_most"]),
};

/// The form of modifiers, `modify PROPERTY:`.
pub(super) const MODIFIERS: Form = Form::OneOrMore(&Form::Record(&MODIFIER));

fn modifier(r: &mut Reader, property: &Name, node: &Node) -> Option<RawModifier> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        r.wrong_shape(node, "a modifier, as in `{ stage: adjust, add: 2 }`");
        return None;
    }
    let record = r.record(node, property.span, &MODIFIER);
    let stage = record.get("stage").and_then(|node| r.word(node, "a stage"));
    let of = record.get("of").map(|node| r.query(node));
    let condition = record.get("while").map(|node| r.expr(node));
    let operation = operation(r, property.span, &record);
    let (op, value) = operation?;
    Some(RawModifier {
        property: property.clone(),
        stage: stage?,
        of: all_or_none(of)?,
        condition: all_or_none(condition)?,
        op,
        value,
        span: node.span,
    })
}

/// Distinguishes an absent part, which is valid, from an unreadable one, which is not.
fn all_or_none<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    part.map_or(Some(None), |read| read.map(Some))
}

fn operation(r: &mut Reader, at: Span, record: &Record) -> Option<(ModifierOp, Expr)> {
    let op_of = |entry: &Entry| OPS.iter().find(|(name, _)| *name == record.meant(entry)).map(|(_, op)| *op);
    let mut found = None;
    for entry in record.entries() {
        let Some(op) = op_of(entry) else { continue };
        let value = r.expr(&entry.1);
        if let Some((first, _)) = &found {
            let message = "a modifier has only one of `set`, `add`, `multiply`, `at_least` and `at_most`";
            let problem = Diagnostic::new(Code::WrongShape, entry.0.span, message);
            r.report(problem.other(*first, "first here"));
        } else {
            found = Some((entry.0.span, value.map(|value| (op, value))));
        }
    }
    if found.is_none() {
        let message = "a modifier needs one of `set`, `add`, `multiply`, `at_least` and `at_most`";
        r.error(Code::MissingKey, at, message);
    }
    found.and_then(|(_, operation)| operation)
}
