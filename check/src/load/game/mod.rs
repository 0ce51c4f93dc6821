//! The sections `format:`, `game:`, `options:` and `enums:`.

pub(super) mod teams;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use crate::language::is_identifier;

use super::keys::{Form, KeyNames, RecordKeys, may, needs, words};
use super::names::{check_name, shorten};
use super::raw::{RawEnum, RawGame, RawOption, RawOptionType, Rights, WordsOf};
use super::reader::{MAX_ITEMS, Reader, Record};

/// Version of the format that this program reads.
const FORMAT: i64 = 1;

/// Maximum number of players.
pub(super) const MAX_PLAYERS: i64 = 16;

/// Reports a ruleset that isn't `format: 1`.
pub(super) fn format(r: &mut Reader, start: Span, ruleset: &Node) {
    let entries = if let NodeKind::Map(entries) = &ruleset.kind { entries.as_slice() } else { &[] };
    match entries.iter().find(|(key, _)| key.value == "format") {
        None if r.may_be_defined("format") => {}
        None => {
            let problem = Diagnostic::new(Code::BadFormat, start, "a ruleset begins with `format: 1`");
            r.report(problem.replace(start, "format: 1\n", Applicability::Safe));
        }
        Some((_, node)) if node.kind == NodeKind::Int(FORMAT) => {}
        Some((_, node)) => r.error(Code::BadFormat, node.span, "this program reads `format: 1`"),
    }
}

static GAME: RecordKeys = RecordKeys::new(
    "the game",
    &[
        needs("id", Form::Name, "its id"),
        needs("players", Form::Range, "how many play: `2..6`"),
        may("usual", Form::Number(1, MAX_PLAYERS), "default number of players"),
        may("seats", Form::List(&Form::Name), "the IDs of the seats, one for each possible player"),
    ],
);

pub(super) const GAME_FORM: Form = Form::Record(&GAME);

/// Reads the section: `game: { id: pond, players: 2..6, usual: 4, seats: [blue, white] }`.
pub(super) fn game(r: &mut Reader, at: Span, node: &Node) -> Option<RawGame> {
    let record = r.record(node, at, &GAME);
    let id = record.get("id").and_then(|node| r.word(node, "an id"));
    if let Some(id) = &id {
        check_name(r, id, "a ruleset");
    }
    let players = record.get("players").and_then(|node| players(r, node));
    let usual = record.get("usual");
    let usual = usual.and_then(|node| r.int(node, "the default number of players", 1, MAX_PLAYERS));
    let seats = record.get("seats");
    let before = r.problems().len();
    let mut names = seats.map_or(Vec::new(), |node| r.new_names(node, "the seats", "a seat"));
    let can_be_read = r.problems().len() == before;
    let (id, (min, max)) = (id?, players?);
    if let Some(node) = seats.filter(|_| can_be_read) {
        check_count(r, node, max.value);
    }
    names.truncate(max.value.into());
    let complete = names.len() == usize::from(max.value);
    let usual = usual.map(|number: Spanned<u8>| number.value);
    Some(RawGame { id, min, max, usual, seats: if complete { names } else { Vec::new() } })
}

/// Maximum length of a line of `rights:`, in bytes.
const LONGEST_RIGHT: usize = 500;

const WORDS_OF: &[(&str, WordsOf)] = &[("own", WordsOf::Own), ("printed", WordsOf::Printed)];

static RIGHTS: RecordKeys = RecordKeys::new(
    "`rights`",
    &[
        may("names", Form::Line, "the origin of names in the ruleset"),
        may(
            "words",
            Form::Word(|| words(WORDS_OF)),
            "the origin of texts: written for the ruleset, or printed on the cards",
        ),
        may("official", Form::Switch, "true if it is published by the holder of the rights"),
        may("licence", Form::Line, "the licence under which it may be used"),
        may("contact", Form::Line, "contact for questions"),
    ],
);

pub(super) const RIGHTS_FORM: Form = Form::Record(&RIGHTS);

/// Reads the section: `rights: { names: Lutz Stepponat, words: own, official: false }`.
pub(super) fn rights(r: &mut Reader, at: Span, node: &Node) -> Rights {
    let record = r.record(node, at, &RIGHTS);
    let mut line = |key: &str| {
        let text = record.get(key).and_then(|node| r.string(node, "a line of text"))?;
        if text.value.len() > LONGEST_RIGHT {
            let message = format!("`{key}` has more than {LONGEST_RIGHT} bytes");
            r.error(Code::FileTooLarge, text.span, message);
            return None;
        }
        Some(text.value)
    };
    let (names, licence, contact) = (line("names"), line("licence"), line("contact"));
    let words = record.get("words").and_then(|node| r.keyword(node, "`own` or `printed`", WORDS_OF));
    let official = record.get("official").and_then(|node| r.bool(node)).unwrap_or(false);
    Rights { names, words, official, licence, contact }
}

fn check_count(r: &mut Reader, seats: &Node, max: u8) {
    let NodeKind::List(items) = &seats.kind else { return };
    let message = format!("the number of seats must be {max}, found {}", items.len());
    if items.len() < usize::from(max) {
        r.error(Code::OutOfRange, seats.span, message);
    } else if items.len() > usize::from(max) {
        let problem = Diagnostic::new(Code::DoesNothing, seats.span, message);
        r.report(problem.help(format!("there are only {max} seats: leave the other IDs out")));
    }
}

fn players(r: &mut Reader, node: &Node) -> Option<(Spanned<u8>, Spanned<u8>)> {
    let (min, max) = r.range(node, "the number of players")?;
    if min < 1 || max > MAX_PLAYERS {
        r.error(Code::OutOfRange, node.span, format!("the number of players must be in 1..{MAX_PLAYERS}"));
        return None;
    }
    let spanned = |n: i64| Some(Spanned::new(u8::try_from(n).ok()?, node.span));
    Some((spanned(min)?, spanned(max)?))
}

static OPTION: RecordKeys = RecordKeys::new(
    "an option",
    &[
        needs(
            "type",
            Form::Either(&[Form::Word(|| words(PLAIN)), WORDS]),
            "`bool`, `int` or a list of words",
        ),
        may("default", Form::Line, "default value"),
        may("range", Form::Range, "minimum and maximum"),
    ],
);

static SWITCH_OPTION: RecordKeys = RecordKeys::new(
    "an option that is `bool`",
    &[
        needs("type", Form::Word(|| vec!["bool"]), "`bool`, `int` or a list of words"),
        needs("default", Form::Switch, "default value"),
    ],
);

static NUMBER_OPTION: RecordKeys = RecordKeys::new(
    "an option that is `int`",
    &[
        needs("type", Form::Word(|| vec!["int"]), "`bool`, `int` or a list of words"),
        needs("default", Form::Number(i32::MIN as i64, i32::MAX as i64), "default value"),
        needs("range", Form::Range, "minimum and maximum"),
    ],
);

static WORD_OPTION: RecordKeys = RecordKeys::new(
    "an option that is one of some words",
    &[
        needs("type", WORDS, "`bool`, `int` or a list of words"),
        needs("default", Form::Name, "default value"),
    ],
);

const WORDS: Form = Form::List(&Form::Name);

pub(super) const OPTIONS: Form = Form::Map(
    KeyNames::New,
    &Form::Either(&[Form::Record(&SWITCH_OPTION), Form::Record(&NUMBER_OPTION), Form::Record(&WORD_OPTION)]),
);

pub(super) const ENUMS: Form = Form::Map(KeyNames::New, &WORDS);

/// Reads the section `options:`.
pub(super) fn options(r: &mut Reader, node: &Node) -> Vec<RawOption> {
    r.definitions(node, "an option", MAX_ITEMS, |r, name, node| {
        if let Some(whole) = whole_option(node) {
            let written = shorten(&format!("{}: {whole}", name.value));
            r.wrong_shape_as(node, "an option as a map", format!("write `{written}`"));
            return None;
        }
        let record = r.record(node, name.span, &OPTION);
        let ty = record.get("type").and_then(|ty| option_type(r, ty, &record))?;
        Some(RawOption { name, ty })
    })
}

/// Returns the correct form of an option that is written as its default value or list of words.
fn whole_option(node: &Node) -> Option<String> {
    match &node.kind {
        NodeKind::Int(number) => {
            let (least, most) = (0.min(*number), 10.max(number.saturating_mul(2)));
            Some(format!("{{ type: int, default: {number}, range: {least}..{most} }}"))
        }
        NodeKind::Bool(value) => Some(format!("{{ type: bool, default: {value} }}")),
        NodeKind::List(items) => {
            let words: Option<Vec<&str>> = items.iter().map(Node::as_str).collect();
            let words = words.filter(|words| words.iter().all(|word| is_identifier(word)))?;
            let first = words.first()?;
            Some(format!("{{ type: [{}], default: {first} }}", words.join(", ")))
        }
        NodeKind::Null | NodeKind::Text(_) | NodeKind::Map(_) => None,
    }
}

#[derive(Clone, Copy)]
enum Plain {
    Bool,
    Int,
}

const PLAIN: &[(&str, Plain)] = &[("bool", Plain::Bool), ("int", Plain::Int)];

fn option_type(r: &mut Reader, ty: &Node, record: &Record) -> Option<RawOptionType> {
    if matches!(ty.kind, NodeKind::List(_)) {
        only_keys(r, record, &WORD_OPTION);
        return choice_option(r, ty, record);
    }
    match r.keyword(ty, "`bool`, `int` or a list of words", PLAIN)? {
        Plain::Bool => {
            only_keys(r, record, &SWITCH_OPTION);
            let default = record.get("default").and_then(|node| r.bool(node));
            Some(RawOptionType::Bool { default: default.unwrap_or(false) })
        }
        Plain::Int => {
            only_keys(r, record, &NUMBER_OPTION);
            int_option(r, record)
        }
    }
}

/// Reports unsuitable and missing keys for the type of an option.
fn only_keys(r: &mut Reader, record: &Record, keys: &'static RecordKeys) {
    for (key, _) in record.entries() {
        if !keys.has(&key.value) && !record.is_unknown(key) {
            r.unknown_key(key, keys.what, &keys.names());
        }
    }
    r.missing(record, keys);
}

fn int_option(r: &mut Reader, record: &Record) -> Option<RawOptionType> {
    let default = record.get("default");
    let range_node = record.get("range")?;
    let (min, max) = r.range(range_node, "the range")?;
    let (Ok(min), Ok(max)) = (i32::try_from(min), i32::try_from(max)) else {
        let message = format!("a range must be inside {}..{}", i32::MIN, i32::MAX);
        r.error(Code::OutOfRange, range_node.span, message);
        return None;
    };
    let default = default.and_then(|node| r.int(node, "the default", min.into(), max.into()));
    Some(RawOptionType::Int { default: default.map_or(min, |d| d.value), min, max })
}

fn choice_option(r: &mut Reader, ty: &Node, record: &Record) -> Option<RawOptionType> {
    let values = r.new_names(ty, "the values", "a value of an option");
    let default = record.get("default").and_then(|node| r.word(node, "one of the values"));
    if values.is_empty() {
        r.error(Code::OutOfRange, ty.span, "an option needs at least one value");
        return None;
    }
    let index = default.as_ref().map_or(Some(0), |d| values.iter().position(|v| v.value == d.value));
    if let (None, Some(word)) = (index, &default) {
        r.not_among(Code::OutOfRange, word, "a value of this option", &values);
    }
    let default_at = default.map(|word| word.span);
    Some(RawOptionType::Choice { values, default: index.unwrap_or(0), default_at })
}

/// Reads the section `enums:`.
pub(super) fn enums(r: &mut Reader, node: &Node) -> Vec<RawEnum> {
    r.definitions(node, "an enum", MAX_ITEMS, |r, name, node| {
        let values = r.new_names(node, "the values", "a value of an enum");
        Some(RawEnum { name, values, of_grid: false })
    })
}
