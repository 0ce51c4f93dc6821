//! Texts from `text/*.yaml` or `text:`: nested maps, flattened to dotted keys.
//!
//! A text is a scalar, a list of alternatives of which the last has no condition, or the plural forms for a
//! number. An item with a name and an explanation is written `NAME` or `{ name: NAME, text: EXPLANATION }`.
//! In both cases the name has the key of the item itself (`zones.hand`). A card with just a name, and a
//! decision with just a question, also use the keys `cards.king.name` and `choices.bid.prompt`.

mod again;
pub(in crate::load) mod layers;
pub(in crate::load) mod of_kinds;
pub mod templates;

use std::borrow::Cow;
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;
use ludex_grammar::yaml::{Node, NodeKind};

use super::keys::{ExtraKeys, Form, KeyCount, RecordKeys, may};
use super::names::shorten;
use super::raw::{Name, PluralForm, RawCase, RawText, RawTexts, SharedText};
use super::reader::{Entry, MAX_CARDS, Reader, Record};
use again::{Earlier, under};

/// Maximum number of texts in one language.
const MAX_TEXTS: usize = 4 * MAX_CARDS;

/// Maximum length of a dotted key, in bytes.
const LONGEST_KEY: usize = 256;

/// Maximum length of a text, in bytes.
const LONGEST_TEXT: usize = 2_000;

/// Maximum number of alternatives of one text.
const MAX_ALTERNATIVES: usize = 32;

/// Groups of texts whose entries may be a name with an explanation, and the depth of the entries.
const EXPLAINED: &[(&str, usize)] = &[
    ("zones", 1),
    ("spots", 1),
    ("kinds", 1),
    ("actions", 1),
    ("phases", 1),
    ("enums", 2),
    ("state", 1),
    ("options", 1),
    ("terms", 1),
];

/// The groups of texts. An overlay may have `rename` in addition.
pub(super) const GROUPS: &[&str] = &[
    "game", "seats", "teams", "kinds", "fields", "state", "enums", "options", "spots", "picks", "why",
    "zones", "phases", "layout", "actions", "choices", "messages", "lists", "cards", "score", "terms",
    "rules",
];

/// Reads the texts of one language. A missing text is reported at `at`. `before` holds the same texts from an
/// earlier reading without problems, if any.
pub(super) fn texts(
    r: &mut Reader,
    language: &str,
    at: Span,
    node: &Arc<Node>,
    before: Option<&RawTexts>,
) -> RawTexts {
    let mut texts = RawTexts {
        language: language.to_owned(),
        entries: Vec::new(),
        keys: Vec::new(),
        span: at,
        node: Arc::clone(node),
    };
    let mut known = before.map(Earlier::new).unwrap_or_default();
    let old = before.and_then(|before| before.node.as_map()).unwrap_or_default();
    flatten(r, (&mut String::new(), 0), (node, old), &mut known, &mut texts);
    texts
}

/// Reads the texts below a path, which is restored afterwards. `deep` is its number of words, and `old` the
/// earlier entries at the same place.
fn flatten(
    r: &mut Reader,
    (path, deep): (&mut String, usize),
    (node, mut old): (&Node, &[Entry]),
    known: &mut Earlier<'_>,
    texts: &mut RawTexts,
) {
    let above = path.len();
    let all = r.entries(node, "a map of texts", MAX_CARDS);
    for (key, value) in all {
        if !is_word(&key.value) {
            let message = format!("`{}` can't be the key of a text", shorten(&key.value));
            let help = "a key is a single word; nest a map instead of using a point";
            r.report(Diagnostic::new(Code::BadName, key.span, message).help(help));
            continue;
        }
        if above + key.value.len() >= LONGEST_KEY {
            r.error(Code::BadName, key.span, format!("the key of a text has more than {LONGEST_KEY} bytes"));
            continue;
        }
        path.push_str(if deep == 0 { "" } else { "." });
        match deep == 0 && !GROUPS.contains(&key.value.as_str()) {
            true => match unknown_group(r, key, value, all) {
                Some(meant) => path.push_str(&meant),
                None => continue,
            },
            false => path.push_str(&key.value),
        }
        let before = under(&mut old, key);
        if before == Some(value) && known.take(path, texts) {
            path.truncate(above);
            continue;
        }
        let named: Option<Arc<str>> = may_be_named(path, deep).then(|| path.as_str().into());
        if let Some(name) = &named {
            texts.keys.push(SharedText::new(Arc::clone(name), key.span));
        }
        let has_parts =
            deep == 0 || deep == 1 && ["enums.", "choices."].iter().any(|group| path.starts_with(group));
        let forms = if has_parts { None } else { forms_without_list(r, key, value) };
        if matches!(value.kind, NodeKind::Map(_)) && forms.is_none() {
            let old = before.filter(|_| deep == 0).and_then(Node::as_map).unwrap_or_default();
            flatten(r, (path, deep + 1), (value, old), known, texts);
        } else if texts.entries.len() == MAX_TEXTS {
            r.error(Code::FileTooLarge, key.span, format!("more than {MAX_TEXTS} texts"));
            break;
        } else if let Some(text) = text(r, key.span, forms.as_ref().unwrap_or(value)) {
            let own = own_key(path, deep);
            let own = named.filter(|name| **name == *own).unwrap_or_else(|| (&*own).into());
            texts.entries.push((SharedText::new(own, key.span), text));
        }
        if before.is_some() {
            known.pass(path);
        }
        path.truncate(above);
    }
    path.truncate(above);
}

/// Reports an unknown group of texts. Returns the intended one.
fn unknown_group(r: &mut Reader, key: &Name, value: &Node, beside: &[(Name, Node)]) -> Option<String> {
    // an empty group contains no text
    if value.as_map().is_some_and(<[_]>::is_empty) {
        return None;
    }
    let before = r.problems().len();
    let meant = r.unknown_key(key, "the texts of a language", GROUPS);
    if beside.iter().any(|(key, _)| Some(&key.value) == meant.as_ref()) {
        r.problems()[before..].iter_mut().for_each(Diagnostic::doubt);
    }
    meant
}

/// Returns true if the last word of a path may be a name: of an item, an enum word, or an option of a
/// decision. `deep` is the number of words before it.
fn may_be_named(path: &str, deep: usize) -> bool {
    deep == 1 || deep == 2 && ["enums.", "choices."].iter().any(|group| path.starts_with(group))
}

/// Returns the words in braces with their locations. Texts changed by `rename` have no exact locations.
fn in_braces(node: &Node) -> Vec<Name> {
    let Some(text) = node.as_text().filter(|text| text.pieces.last().is_none_or(|(at, _)| *at != u32::MAX))
    else {
        return Vec::new();
    };
    if !has_brace(&text.value) {
        return Vec::new();
    }
    let opened = text.value.match_indices('{').map(|(at, _)| at + 1);
    let words = opened.filter_map(|from| {
        let to = from
            + text.value[from..].find(['{', '}']).filter(|len| text.value[from + len..].starts_with('}'))?;
        Some(Name::new(text.value[from..to].to_owned(), text.span(from, to)))
    });
    words.collect()
}

/// Returns the key of a text. The name of an item (`zones.hand.name`) and the text of a rule
/// (`rules.goal.text`) have the key of the item itself. A plain text of a card or decision gets the key of a
/// part.
fn own_key(path: &str, deep: usize) -> Cow<'_, str> {
    let (group, _) = path.split_once('.').unwrap_or_default();
    if deep == 1 && matches!(group, "cards" | "choices") {
        return Cow::Owned(format!("{path}.{}", layers::own_part(group)));
    }
    let name = path.strip_suffix(".name");
    let Some(thing) = name.or_else(|| path.strip_suffix(".text")) else { return Cow::Borrowed(path) };
    let is_own = match name {
        Some(_) => EXPLAINED.iter().any(|(known, depth)| *known == group && depth + 1 == deep),
        None => group == "rules" && deep == 2,
    };
    Cow::Borrowed(if is_own { thing } else { path })
}

/// Reports alternatives that aren't in a list, and returns them in one. Returns `None` for other nodes.
fn forms_without_list(r: &mut Reader, key: &Name, value: &Node) -> Option<Node> {
    let has = |key: &str| value.get(key).is_some();
    let (form, last) = if has(PLURAL) && has(PluralForm::Other.word()) {
        ("{ plural: …, one: …, other: … }", None)
    } else if has("when") && has("text") {
        ("{ when: …, text: … }, …", value.get("text"))
    } else if has("you") && has("text") {
        ("{ you: …, text: … }, …", value.get("text"))
    } else {
        return None;
    };
    let problem = Diagnostic::new(Code::WrongShape, key.span, "write alternatives of a text as a list");
    r.report(problem.help(format!("write `{}: [{form}]`", shorten(&key.value))));
    let items = std::iter::once(value).chain(last).cloned().collect();
    Some(Node { span: value.span, kind: NodeKind::List(items) })
}

/// Reads a text or alternatives. A text that is too long is reported at its key.
fn text(r: &mut Reader, at: Span, node: &Node) -> Option<RawText> {
    let NodeKind::List(items) = &node.kind else {
        return Some(RawText { cases: Vec::new(), last: plain(r, at, node)?, words: in_braces(node) });
    };
    let Some((last, cases)) = items.split_last() else {
        r.wrong_shape(node, "a text");
        return None;
    };
    if items.len() > MAX_ALTERNATIVES {
        r.error(Code::FileTooLarge, node.span, format!("more than {MAX_ALTERNATIVES} alternatives"));
        return None;
    }
    let said = items.iter().flat_map(said_in);
    let words = said.flat_map(in_braces).collect();
    let cases: Vec<_> = cases.iter().map(|case| alternative(r, at, case)).collect();
    let last = match last.get(PLURAL) {
        // the last form applies to all other numbers
        Some(_) => alternative(r, at, last).and_then(|mut forms| {
            let (_, text) = forms.pop()?;
            Some((forms, text))
        }),
        None if last.as_map().is_some() => {
            let message = "the last alternative of a text can't have a condition";
            let help = "it is shown if no other alternative applies";
            r.report(Diagnostic::new(Code::WrongShape, last.span, message).help(help));
            None
        }
        None => plain(r, at, last).map(|text| (Vec::new(), text)),
    };
    let mut cases: Vec<(RawCase, SharedText)> = cases.into_iter().collect::<Option<Vec<_>>>()?.concat();
    let (forms, last) = last?;
    cases.extend(forms);
    Some(RawText { cases, last, words })
}

fn said_in(case: &Node) -> Vec<&Node> {
    let Some(entries) = case.as_map() else { return vec![case] };
    let is_said = |key: &str| key == "text" || PluralForm::ALL.iter().any(|(form, _)| *form == key);
    entries.iter().filter(|(key, _)| is_said(&key.value)).map(|(_, said)| said).collect()
}

/// The key of the number that selects a plural form.
const PLURAL: &str = "plural";

/// The keys of an alternative. The first one whose condition holds is shown.
pub(super) static ALTERNATIVE: RecordKeys = RecordKeys {
    what: "an alternative of a text",
    keys: &[
        may("when", Form::Expression, "condition for this text, over players, options and facts"),
        may("you", Form::Name, "the fact that must be the reader"),
        may("text", Form::Line, "the text"),
        may("plural", Form::Name, "the number that selects the plural form"),
        may("zero", Form::Line, "for zero, in languages with a form for it"),
        may("one", Form::Line, "for one"),
        may("two", Form::Line, "for two"),
        may("few", Form::Line, "for a few"),
        may("many", Form::Line, "for many"),
        may("other", Form::Line, "for all else"),
    ],
    others: ExtraKeys::None,
    choice: KeyCount::One(&["when", "you", "plural"]),
};

/// Reads an alternative: `{ when: rounds == 1, text: … }`, `{ you: player, text: … }`,
/// `{ plural: number, one: …, other: … }`.
fn alternative(r: &mut Reader, at: Span, node: &Node) -> Option<Vec<(RawCase, SharedText)>> {
    let record = r.record(node, node.span, &ALTERNATIVE);
    let mut asked = ["when", "you", PLURAL].into_iter().filter(|key| record.get(key).is_some());
    let Some(first) = asked.next() else {
        // other shapes were reported as such, except empty values
        if matches!(node.kind, NodeKind::Map(_) | NodeKind::Null) {
            r.error(Code::MissingKey, node.span, "an alternative of a text needs `when`, `you` or `plural`");
        }
        return None;
    };
    if let Some(second) = asked.next() {
        let message = format!("an alternative has `{first}` or `{second}`, not both");
        r.error(Code::WrongShape, node.span, message);
        return None;
    }
    if first == PLURAL {
        let number = record.get(PLURAL).and_then(|node| r.word(node, "a number of this text"))?;
        return forms(r, at, &record, &number);
    }
    let case = match record.get("when") {
        Some(when) => r.expr(when).map(RawCase::When),
        None => record.get("you").and_then(|node| r.word(node, "a player of this text")).map(RawCase::You),
    };
    let text = r.require(&record, "text").and_then(|node| plain(r, at, node));
    Some(vec![(case?, text?)])
}

/// Reads the plural forms of a text, of which the last applies to all other numbers.
fn forms(r: &mut Reader, at: Span, record: &Record<'_>, number: &Name) -> Option<Vec<(RawCase, SharedText)>> {
    r.require(record, PluralForm::Other.word())?;
    let mut forms = Vec::new();
    for (word, form) in PluralForm::ALL {
        let said = record.get(word).map(|node| plain(r, at, node));
        if let Some(said) = said {
            forms.push((RawCase::Plural(number.clone(), *form), said?));
        }
    }
    Some(forms)
}

fn plain(r: &mut Reader, at: Span, node: &Node) -> Option<SharedText> {
    let text = match node.as_text() {
        Some(text) => SharedText::new(text.value.as_str().into(), text.whole()),
        None => r.string(node, "a text").map(|text| SharedText::new(text.value.into(), text.span))?,
    };
    if text.value.len() > LONGEST_TEXT {
        let message =
            format!("a text has {} bytes, more than the {LONGEST_TEXT} that are read", text.value.len());
        r.error(Code::FileTooLarge, at, message);
        return None;
    }
    if let Some(number) = plural_in(&text.value) {
        let problem = Diagnostic::new(Code::WrongShape, text.span, "a plural can't be inside a text");
        let form = format!("[{{ plural: {}, one: …, other: … }}]", shorten(number));
        r.report(problem.help(format!("write the whole text once for each form: `{form}`")));
        return None;
    }
    if is_open(&text.value) {
        let problem = Diagnostic::new(Code::WrongShape, text.span, "a `{` in this text is never closed");
        r.report(problem.help("write facts in braces, as in `{player}`"));
        return None;
    }
    Some(text)
}

/// Returns the number of an inline plural form in braces: `{plural: n, one: …`, `{n, plural, one {…`.
fn plural_in(text: &str) -> Option<&str> {
    if !has_brace(text) {
        return None;
    }
    text.split('{').skip(1).find_map(|inside| {
        let (first, rest) = inside.split_once([',', ':'])?;
        let (second, _) = rest.split_once(',')?;
        let (first, second) = (first.trim(), second.trim());
        match (first == PLURAL, second == PLURAL) {
            (true, _) => Some(second),
            (false, true) => Some(first),
            (false, false) => None,
        }
    })
}

/// Returns true if a text contains an unclosed brace.
fn is_open(text: &str) -> bool {
    has_brace(text) && text.split('{').skip(1).any(|after| !after.contains('}'))
}

/// Returns true for a text with braces. Checking bytes is fastest, and most texts contain no brace.
fn has_brace(text: &str) -> bool {
    text.as_bytes().contains(&b'{')
}

fn is_word(key: &str) -> bool {
    !key.is_empty() && !key.contains(|c: char| c == '.' || c.is_whitespace())
}
