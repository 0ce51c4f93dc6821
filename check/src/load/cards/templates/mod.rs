//! Templates of cards: a key with braces, `"{suit}_{rank}"`, creates a card per combination of values.
//!
//! Templates are expanded after the overlays have patched them and before single cards are patched. The
//! expansion works on YAML trees, so later stages see ordinary cards. The cards keep the source locations of
//! their template.

mod bound;
pub mod computed;

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::ast::Expr;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use super::MAX_COPIES;
use crate::language::{Fixed, is_identifier};
use crate::load::keys::{ExtraKeys, Form, KeyCount, KeyNames, RecordKeys, may};
use crate::load::names::shorten;
use crate::load::raw::Name;
use crate::load::reader::{Entry, MAX_CARDS, MAX_ITEMS, Reader};
use crate::load::sections::SectionFiles;
use bound::{CardVariables, Draft, mentions};
use computed::Computed;

/// Maximum number of variables of a template.
const MAX_VARIABLES: usize = 8;

/// Help text for a number of copies that depends on the game.
const OF_GAME: &str = "every game has the same cards; mark the second pack by a field, as in `pack: 2`, and let `setup` move in only the \
                       cards that play: `move KIND where pack <= packs to deck`";

/// The key of a template's variables.
pub const EACH: &str = "each";

/// The form of a variable's values: an enum, a range, or a list.
const VALUES: Form = Form::Either(&[Form::Name, Form::Range, Form::List(&Form::Line)]);

pub(in crate::load) static TEMPLATE: RecordKeys = RecordKeys {
    what: "a template of cards",
    keys: &[
        may("kind", Form::Name, "their kind, which determines their fields"),
        may("each", Form::Map(KeyNames::New, &VALUES), "its variables, with the values of each"),
        may("copies", Form::Expression, "number of copies of each, which may depend on the variables"),
    ],
    others: ExtraKeys::Fields,
    choice: KeyCount::Free,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filler {
    Number(i64),
    Word(String),
}

impl Filler {
    pub fn written(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Variable {
    pub name: Name,
    /// Name of the enum or option that defines the values, if any.
    pub of: Option<String>,
    pub values: Vec<Filler>,
    /// Locations of the values, if they are listed individually.
    pub places: Vec<Span>,
}

impl Variable {
    /// Returns the location of a value, or of the variable if values aren't listed.
    fn place(&self, value: usize) -> Span {
        self.places.get(value).copied().unwrap_or(self.name.span)
    }
}

/// A template with the cards it created.
#[derive(Debug)]
pub struct Template {
    pub key: String,
    pub variables: Vec<Variable>,
    /// Ids of the cards, with the value index of each variable.
    pub cards: Vec<(String, Vec<usize>)>,
}

impl Template {
    /// Returns a function from variable names to their values for one card.
    pub fn values<'t>(&'t self, places: &'t [usize]) -> impl Fn(&str) -> Option<Filler> + 't {
        move |name| {
            let of = self.variables.iter().position(|variable| variable.name.value == name)?;
            self.variables[of].values.get(*places.get(of)?).cloned()
        }
    }
}

/// Returns true if a key of `cards:` is a template.
pub fn is_template(key: &str) -> bool {
    key.contains(['{', '}'])
}

/// Replaces all templates by their cards, and returns the templates.
pub fn make_out(r: &mut Reader, found: &mut SectionFiles) -> Vec<Template> {
    let written = found.content("cards").and_then(Node::as_map).unwrap_or_default();
    if !written.iter().any(|(key, _)| is_template(&key.value)) {
        return Vec::new();
    }
    let written = written.to_vec();
    let known = Known::from_sections(found);
    let mut made = MadeOut::default();
    for (key, node) in &written {
        if is_template(&key.value) {
            made.template(r, &known, key, node);
        } else if made.is_new(r, key, String::new) {
            made.cards.push((key.clone(), node.clone()));
        }
    }
    r.unreadable |= made.lacking;
    if let Some(content) = found.content_mut("cards") {
        content.kind = NodeKind::Map(made.cards);
    }
    made.templates
}

/// Parts of the ruleset that templates depend on.
struct Known {
    /// Words of each enum or option.
    words: BTreeMap<String, Vec<String>>,
    /// Number of enums and options that contain each word.
    shared: BTreeMap<String, usize>,
    /// Names of the fields of each kind.
    fields: BTreeMap<String, Vec<String>>,
    /// The enum of each field whose type is just an enum, by kind and field.
    enum_fields: BTreeMap<(String, String), String>,
    /// Other names that an expression may use.
    others: BTreeSet<String>,
}

impl Known {
    fn from_sections(found: &SectionFiles) -> Known {
        let section = |name: &str| found.content(name).and_then(Node::as_map).unwrap_or_default();
        let list = |node: &Node| -> Option<Vec<String>> {
            Some(node.as_list()?.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect())
        };
        let enums = section("enums").iter().filter_map(|(key, node)| Some((key.value.clone(), list(node)?)));
        let options = section("options").iter();
        let options = options.filter_map(|(key, node)| Some((key.value.clone(), list(node.get("type")?)?)));
        let words: BTreeMap<_, _> = options.chain(enums).collect();
        let mut shared = BTreeMap::new();
        words.values().flatten().for_each(|word| *shared.entry(word.clone()).or_default() += 1);
        let fields = section("kinds").iter().map(|(key, node)| {
            let fields = node.get("fields").and_then(Node::as_map).unwrap_or_default();
            (key.value.clone(), fields.iter().map(|(field, _)| field.value.clone()).collect())
        });
        let mut enum_fields = BTreeMap::new();
        for (kind, node) in section("kinds") {
            for (field, ty) in node.get("fields").and_then(Node::as_map).unwrap_or_default() {
                if let Some(of) = ty.as_str().filter(|ty| words.contains_key(*ty)) {
                    enum_fields.insert((kind.value.clone(), field.value.clone()), of.to_owned());
                }
            }
        }
        let others = section("options").iter().chain(section("functions")).map(|(key, _)| key.value.clone());
        let others = others.collect();
        Known { words, shared, fields: fields.collect(), enum_fields, others }
    }

    fn enum_of(&self, values: &[Filler]) -> Option<String> {
        let has = |words: &[String], value: &Filler| match value {
            Filler::Word(word) => words.contains(word),
            Filler::Number(_) => false,
        };
        let of = self.words.iter().find(|(_, words)| values.iter().all(|value| has(words, value)));
        of.map(|(name, _)| name.clone())
    }

    /// Returns the words of an enum that a range such as `six..ace` probably stands for.
    fn range(&self, text: &str) -> Option<String> {
        let (first, last) = text.split_once("..")?;
        self.words.values().find_map(|words| {
            let at = |word: &str| words.iter().position(|known| known == word.trim());
            let meant = words.get(at(first)?..=at(last)?).map(|meant| meant.join(", "));
            Some(meant.unwrap_or_else(|| format!("{first}, …, {last}")))
        })
    }

    /// Returns a value as written in an expression. Words that occur in several enums are qualified.
    fn in_expressions(&self, variable: &Variable, value: &Filler) -> String {
        let several = |word: &str| self.shared.get(word).is_some_and(|count| *count > 1);
        match (value, &variable.of) {
            (Filler::Number(number), _) if *number < 0 => format!("({number})"),
            (Filler::Word(word), Some(of)) if several(word) => format!("{of}.{word}"),
            (Filler::Number(_) | Filler::Word(_), _) => value.written(),
        }
    }
}

/// Results of expanding templates so far.
#[derive(Default)]
struct MadeOut {
    cards: Vec<Entry>,
    templates: Vec<Template>,
    /// Location and variable values of each id.
    ids: BTreeMap<String, (Span, String)>,
    /// True if a template could not be expanded completely, so ids may be missing.
    lacking: bool,
}

impl MadeOut {
    /// Records an id. Reports a duplicate and returns false.
    fn is_new(&mut self, r: &mut Reader, id: &Name, of: impl Fn() -> String) -> bool {
        let Some((first, values)) = self.ids.get(&id.value) else {
            self.ids.insert(id.value.clone(), (id.span, of()));
            return true;
        };
        let both: Vec<String> = [values.clone(), of()].into_iter().filter(|one| !one.is_empty()).collect();
        let of = if both.is_empty() { String::new() } else { format!(", of {}", both.join(" and of ")) };
        let message = format!("the card `{}` is created twice{of}", shorten(&id.value));
        let problem = Diagnostic::new(Code::DuplicateName, id.span, message);
        r.report(if *first == id.span {
            problem.help("name each variable in the key, with something between them")
        } else {
            problem.other(*first, "first here")
        });
        false
    }

    fn template(&mut self, r: &mut Reader, known: &Known, key: &Name, node: &Node) {
        let variables = variables(r, known, key, node);
        let read = variables.and_then(|variables| Some((parts_of_key(r, key, &variables)?, variables)));
        let Some((parts, variables)) = read else {
            self.lacking = true;
            return;
        };
        variables.iter().for_each(|variable| contradicted(r, variable, node));
        let many: usize = variables.iter().fold(1, |all, one| all.saturating_mul(one.values.len()));
        if many + self.cards.len() > MAX_CARDS {
            r.error(Code::FileTooLarge, key.span, format!("more than {MAX_CARDS} cards"));
            self.lacking = true;
            return;
        }
        let copies = node.get("copies").filter(|node| node.as_int().is_none());
        let copies = copies.and_then(|node| r.expr(node));
        let draft = Draft::new(node, &variables, &known.fields);
        let mut template = Template { key: key.value.clone(), variables, cards: Vec::new() };
        let mut places = vec![0; template.variables.len()];
        for _ in 0..many {
            let card = Card { template: &template, places: &places, known };
            let name: Name = Spanned::new(parts.iter().map(|part| card.part(part)).collect(), key.span);
            if !is_identifier(&name.value) {
                let message =
                    format!("`{}`, of {}, can't name a card", shorten(&name.value), card.describe());
                let problem = Diagnostic::new(Code::BadName, key.span, message);
                r.report(problem.help(
                    "a name begins with a lower-case letter and has lower-case letters, digits and `_`",
                ));
                self.lacking = true;
                break;
            }
            let count = copies.as_ref().and_then(|copies| card.copies(r, copies));
            if count != Some(0) {
                let unnamed = template.variables.iter().enumerate().find(|(i, _)| !is_named(&parts, *i));
                let again = self.ids.get(&name.value).is_some_and(|(first, _)| *first == key.span);
                if let (true, Some((_, variable))) = (again, unnamed) {
                    r.report(not_in_key(key, variable, &template.variables, &parts));
                    self.lacking = true;
                    break;
                }
                if !self.is_new(r, &name, || card.describe()) {
                    self.lacking = true;
                    break;
                }
                let node = card.node(&draft, node, count);
                template.cards.push((name.value.clone(), places.clone()));
                self.cards.push((name, node));
            }
            next(&mut places, &template.variables);
        }
        self.templates.push(template);
    }
}

/// Warns about a variable without effect, because a field with its name has a value that doesn't use the
/// variable.
fn contradicted(r: &mut Reader, variable: &Variable, node: &Node) {
    let name = variable.name.value.as_str();
    let given = node.as_map().unwrap_or_default().iter().find(|(key, _)| key.value == name);
    let Some((key, _)) = given.filter(|(_, value)| !value.as_str().is_some_and(|text| text.contains(name)))
    else {
        return;
    };
    let message =
        format!("`{name}` is the same on all cards of this template, so its values in `each` have no effect");
    let problem = Diagnostic::new(Code::DoesNothing, key.span, message);
    let problem = problem.other(variable.name.span, "its values are listed here");
    r.report(problem.help("leave the field out, because the variable sets it; or rename the variable"));
}

struct Card<'t> {
    template: &'t Template,
    /// The value index of each variable.
    places: &'t [usize],
    known: &'t Known,
}

impl Card<'_> {
    fn value(&self, of: usize) -> (&Variable, &Filler) {
        let variable = &self.template.variables[of];
        (variable, &variable.values[self.places[of]])
    }

    fn part(&self, part: &KeyPart) -> String {
        match part {
            KeyPart::Text(text) => text.clone(),
            KeyPart::Variable(of) => self.value(*of).1.written(),
        }
    }

    /// Describes the values for messages: `rank 1, suit hearts`.
    fn describe(&self) -> String {
        let each = (0..self.places.len()).map(|of| self.value(of));
        let each: Vec<String> =
            each.map(|(variable, value)| format!("{} {}", variable.name.value, value.written())).collect();
        format!("`{}`", each.join(", "))
    }

    /// Computes the number of copies, and reports errors in the expression.
    fn copies(&self, r: &mut Reader, copies: &Expr) -> Option<u32> {
        let values = self.template.values(self.places);
        let computed =
            Computed { values: &values, variables: &self.template.variables, words: &self.known.shared };
        let is_of_game = |word: &str| self.known.others.contains(word) || word == Fixed::Players.name();
        let problem = match computed.copies(copies) {
            Ok(count) => return Some(count),
            Err(problem) if mentions(copies, &is_of_game) => problem.help(OF_GAME),
            Err(problem) => *problem,
        };
        r.report(problem);
        None
    }

    fn node(&self, draft: &Draft, written: &Node, copies: Option<u32>) -> Node {
        let value = |of: usize| {
            let (variable, value) = self.value(of);
            self.known.in_expressions(variable, value)
        };
        let place = |of: usize| self.template.variables[of].place(self.places[of]);
        let number = |word: &str| self.template.variables.iter().position(|one| one.name.value == word);
        let values = self.template.values(self.places);
        let computed =
            Computed { values: &values, variables: &self.template.variables, words: &self.known.shared };
        draft.bound(
            written,
            &CardVariables { copies, value: &value, place: &place, number: &number, computed },
        )
    }
}

/// Advances to the next combination of values; the last variable changes fastest.
fn next(places: &mut [usize], variables: &[Variable]) {
    for (place, variable) in places.iter_mut().zip(variables).rev() {
        *place += 1;
        if *place < variable.values.len() {
            return;
        }
        *place = 0;
    }
}

enum KeyPart {
    Text(String),
    /// The variable with this index.
    Variable(usize),
}

fn is_named(parts: &[KeyPart], variable: usize) -> bool {
    parts.iter().any(|part| matches!(part, KeyPart::Variable(of) if *of == variable))
}

/// Creates the error for a variable that is missing from the key, so ids of cards would be equal.
fn not_in_key(key: &Name, variable: &Variable, all: &[Variable], parts: &[KeyPart]) -> Diagnostic {
    let name = variable.name.value.as_str();
    let message = format!("`{}` is not a variable of the key `{}`", shorten(name), shorten(&key.value));
    let problem = Diagnostic::new(Code::DuplicateName, variable.name.span, message);
    let problem = problem.other(key.span, "so the template creates cards twice");
    let named =
        all.iter().enumerate().filter(|(i, _)| is_named(parts, *i)).map(|(_, one)| one.name.value.as_str());
    let problem = problem.suggest_near(name, named);
    match problem.has_meant() {
        true => problem,
        false => problem.help(format!("use it in the key, as `{{{}}}`, or leave it out", shorten(name))),
    }
}

fn parts_of_key(r: &mut Reader, key: &Name, variables: &[Variable]) -> Option<Vec<KeyPart>> {
    let (mut parts, mut rest) = (Vec::new(), key.value.as_str());
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((word, after)) = behind.split_once('}') else {
            r.error(Code::WrongShape, key.span, "a `{` in this key is never closed");
            return None;
        };
        let Some(variable) = variables.iter().position(|variable| variable.name.value == word) else {
            let message = format!("this template has no variable `{}`", shorten(word));
            let problem = Diagnostic::new(Code::UnknownName, key.span, message);
            let known = variables.iter().map(|variable| variable.name.value.as_str());
            r.report(problem.suggest(word, known));
            return None;
        };
        parts.extend([KeyPart::Text(before.to_owned()), KeyPart::Variable(variable)]);
        rest = after;
    }
    parts.push(KeyPart::Text(rest.to_owned()));
    Some(parts)
}

/// Reads the variables: `each: { suit: suit, rank: 1..5 }`.
fn variables(r: &mut Reader, known: &Known, key: &Name, node: &Node) -> Option<Vec<Variable>> {
    if node.as_map().is_none() {
        r.wrong_shape(node, "a template of cards as a map");
        return None;
    }
    let Some(each) = node.get(EACH) else {
        if r.unreadable {
            return None;
        }
        let message = "a template of cards needs `each`, with the values of the variables in braces";
        let problem = Diagnostic::new(Code::MissingKey, key.span, message);
        r.report(problem.help("as in `each: { suit: suit, rank: 1..5 }`"));
        return None;
    };
    let entries = r.defined(each, "a variable", MAX_VARIABLES).to_vec();
    if entries.is_empty() {
        r.error(Code::DoesNothing, each.span, "a template without variables creates no cards");
        return None;
    }
    let mut variables = Vec::new();
    for (name, source) in entries {
        let (of, values) = values(r, known, &source)?;
        if !are_words(r, known, (&name, &source), node) {
            return None;
        }
        let places = source.as_list().unwrap_or_default().iter().map(|item| item.span).collect();
        variables.push(Variable { name, of, values, places });
    }
    Some(variables)
}

/// Reports an unknown word among the listed values of a variable that fills an enum field. Returns true if
/// there is none.
fn are_words(r: &mut Reader, known: &Known, (name, source): (&Name, &Node), node: &Node) -> bool {
    let kind = node.get("kind").and_then(Node::as_str).unwrap_or_default().to_owned();
    let of = known.enum_fields.get(&(kind, name.value.clone())).filter(|_| node.get(&name.value).is_none());
    let Some((of, words)) = of.and_then(|of| Some((of, known.words.get(of)?))) else { return true };
    let is_known = |word: &str| known.shared.contains_key(word) || known.others.contains(word);
    let mut written = source.as_list().unwrap_or_default().iter();
    let wrong = written.find_map(|item| Some((item.as_str().filter(|word| !is_known(word))?, item.span)));
    let Some((word, span)) = wrong else { return true };
    let problem = Diagnostic::new(Code::UnknownName, span, format!("`{of}` has no `{}`", shorten(word)));
    r.report(problem.suggest(word, words.iter().map(String::as_str)));
    false
}

fn values(r: &mut Reader, known: &Known, source: &Node) -> Option<(Option<String>, Vec<Filler>)> {
    let found = match &source.kind {
        NodeKind::List(_) => {
            let values = listed(r, source)?;
            return Some((known.enum_of(&values), values));
        }
        NodeKind::Text(text) if is_identifier(&text.value) => {
            let Some(words) = known.words.get(&text.value) else {
                let message = format!("`{}` is not an enum", shorten(&text.value));
                let problem = Diagnostic::new(Code::UnknownName, source.span, message);
                let enums = known.words.keys().map(String::as_str);
                if !r.may_be_defined(&text.value) {
                    r.report(problem.suggest(&text.value, enums));
                }
                return None;
            };
            (Some(text.value.clone()), words.iter().cloned().map(Filler::Word).collect())
        }
        NodeKind::Int(_) | NodeKind::Text(_) | NodeKind::Bool(_) | NodeKind::Null | NodeKind::Map(_) => {
            if let Some(words) = source.as_str().and_then(|text| known.range(text)) {
                let problem =
                    Diagnostic::new(Code::WrongShape, source.span, "a range has numbers, not words");
                r.report(problem.help(format!("write the words: `[{words}]`")));
                return None;
            }
            let (low, high) = r.range(source, "the values of a variable")?;
            if usize::try_from(high - low).is_ok_and(|many| many < MAX_CARDS) {
                (None, (low..=high).map(Filler::Number).collect())
            } else {
                r.error(Code::FileTooLarge, source.span, format!("more than {MAX_CARDS} cards"));
                return None;
            }
        }
    };
    Some(found)
}

/// Reads listed values, such as `[red, green]` or `[1, 3, 10]`.
fn listed(r: &mut Reader, source: &Node) -> Option<Vec<Filler>> {
    let items = r.list(source, "the values", MAX_ITEMS);
    let mut values: Vec<Filler> = Vec::new();
    for item in items {
        let value = match item.as_int() {
            Some(number) => Filler::Number(number),
            None => Filler::Word(r.word(item, "a word or a number")?.value),
        };
        if values.contains(&value) {
            r.error(
                Code::DuplicateName,
                item.span,
                format!("duplicate entry `{}`", shorten(&value.written())),
            );
            return None;
        }
        values.push(value);
    }
    if values.is_empty() {
        r.error(Code::DoesNothing, source.span, "a variable without values creates no cards");
        return None;
    }
    Some(values)
}

/// Valid numbers of copies.
pub(super) const COPIES: std::ops::RangeInclusive<i64> = 0..=MAX_COPIES;
