//! The TextMate grammar of effects, which editors use without a server: it colours every effect as
//! `effect.pest` parses it.

use std::collections::BTreeSet;

use fancy_regex::Regex;
use ludex_check::language::{Fixed, Fold, Function, ListOf, Noun, Verb};
use ludex_grammar::span::FileId;
use ludex_grammar::words::{Keyword, Status};
use ludex_grammar::yaml::{self, Node, NodeKind};
use ludex_tests::cases::{files_below, project, read};
use ludex_tests::rulesets::{files, shipped};
use pest::Parser;
use pest::iterators::Pair;
use serde_json::Value;

use syntax::{Rule, Syntax};

/// The effect grammar, compiled again, because its own crate hides the pairs.
mod syntax {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/effect.pest"]
    pub(super) struct Syntax;
}

/// Class of a piece of text for a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Comment,
    Number,
    Constant,
    Keyword,
    Verb,
    Function,
    Call,
    Fixed,
    Noun,
    Member,
    Name,
}

/// Scopes, with longer ones before their prefixes.
const SCOPES: &[(&str, Sort)] = &[
    ("comment", Sort::Comment),
    ("constant.numeric", Sort::Number),
    ("constant.language", Sort::Constant),
    ("keyword.control", Sort::Keyword),
    ("keyword.operator.word", Sort::Keyword),
    ("keyword.other", Sort::Keyword),
    ("support.function.verb", Sort::Verb),
    ("support.function", Sort::Function),
    ("entity.name.function", Sort::Call),
    ("variable.language", Sort::Fixed),
    ("support.type", Sort::Noun),
    ("variable.other.member", Sort::Member),
    ("variable.other", Sort::Name),
];

/// A piece of a text: start, end, class.
type Piece = (usize, usize, Sort);

// ---- the TextMate grammar ----------------------------------------------------------------------------

fn grammar() -> Value {
    let path = project().join("editors/vscode/syntaxes/effect.tmLanguage.json");
    serde_json::from_str(&read(&path)).expect("JSON")
}

/// A rule of the grammar that matches within one line.
struct Painter {
    regex: Regex,
    /// Scopes of the whole match (0), or of each group.
    groups: Vec<(usize, String)>,
}

/// Collects the rules in the order in which an editor tries them.
fn painters(grammar: &Value, rule: &Value, into: &mut Vec<Painter>) {
    if let Some(include) = rule["include"].as_str() {
        return painters(grammar, &grammar["repository"][include.trim_start_matches('#')], into);
    }
    if let Some(regex) = rule["match"].as_str() {
        let groups = match rule["captures"].as_object() {
            Some(captures) => {
                captures.iter().map(|(n, c)| (n.parse().expect("a number"), scope(c))).collect()
            }
            None => vec![(0, scope(rule))],
        };
        into.push(Painter { regex: Regex::new(regex).expect("a pattern"), groups });
    }
    for inner in rule["patterns"].as_array().into_iter().flatten() {
        painters(grammar, inner, into);
    }
}

fn scope(rule: &Value) -> String {
    rule["name"].as_str().expect("a scope").to_owned()
}

/// Colours a text line by line with the first rule that matches next.
fn painted(painters: &[Painter], text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        paint_line(painters, line.trim_end_matches('\n'), start, &mut pieces);
        start += line.len();
    }
    pieces
}

fn paint_line(painters: &[Painter], line: &str, start: usize, pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at < line.len() {
        let next = |painter: &Painter| {
            let found = painter.regex.captures_from_pos(line, at).expect("a pattern that ends")?;
            let whole = found.get(0).expect("the whole");
            let groups = painter.groups.iter().filter_map(|(group, scope)| {
                let group = found.get(*group)?;
                let sort = SCOPES.iter().find(|(prefix, _)| scope.starts_with(prefix))?.1;
                Some((start + group.start(), start + group.end(), sort))
            });
            Some((whole.start(), whole.end(), groups.collect::<Vec<_>>()))
        };
        let Some((_, end, groups)) = painters.iter().filter_map(next).min_by_key(|found| found.0) else {
            return;
        };
        pieces.extend(groups);
        at = end;
    }
}

// ---- the language ------------------------------------------------------------------------------------

const ENTRIES: &[Rule] =
    &[Rule::only_expr, Rule::only_query, Rule::effect, Rule::only_var, Rule::only_field, Rule::only_type];

/// Returns the classes of the words and numbers of a text, if it is valid.
fn meant(text: &str) -> Option<Vec<Piece>> {
    let mut pairs = ENTRIES.iter().find_map(|entry| Syntax::parse(*entry, text).ok())?;
    let mut pieces = Vec::new();
    walk(pairs.next()?, Sort::Name, &mut pieces);
    let mut at = 0;
    while let Some(found) = text[at..].find('#') {
        let end = text[at + found..].find('\n').map_or(text.len(), |line| at + found + line);
        pieces.push((at + found, end, Sort::Comment));
        at = end;
    }
    pieces.sort_unstable();
    Some(pieces)
}

/// The first name in a rule has the class of the rule.
fn walk(pair: Pair<'_, Rule>, own: Sort, pieces: &mut Vec<Piece>) {
    let (rule, text, span) = (pair.as_rule(), pair.as_str(), pair.as_span());
    let mut first = Some(first_name(rule, text));
    let inner: Vec<_> = pair.into_inner().collect();
    if inner.is_empty() {
        pieces.extend(leaf(rule, text, own).map(|sort| (span.start(), span.end(), sort)));
    }
    for pair in inner {
        let sort = if pair.as_rule() == Rule::ident || rule == Rule::name || pair.as_rule() == Rule::word {
            first.take().unwrap_or(Sort::Name)
        } else {
            Sort::Name
        };
        walk(pair, if rule == Rule::name { own } else { sort }, pieces);
    }
}

fn first_name(rule: Rule, text: &str) -> Sort {
    let word: String = text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    match rule {
        Rule::verb_stmt if Verb::find(&word).is_some() => Sort::Verb,
        Rule::field | Rule::maybe => Sort::Member,
        Rule::named | Rule::call if text[word.len()..].starts_with('(') => {
            let gathered = Fold::find(&word).is_some() || ListOf::find(&word).is_some();
            let known = Function::find(&word).is_some() || gathered;
            if known { Sort::Function } else { Sort::Call }
        }
        Rule::query | Rule::named_noun | Rule::these => Sort::Noun,
        _ => Sort::Name,
    }
}

fn leaf(rule: Rule, text: &str, own: Sort) -> Option<Sort> {
    let word = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    match rule {
        Rule::number | Rule::key_end => Some(Sort::Number),
        Rule::truth | Rule::kw_nothing => Some(Sort::Constant),
        Rule::EOI => None,
        Rule::kw_do | Rule::kw_emit => Some(Sort::Verb),
        Rule::ident | Rule::word | Rule::name if own == Sort::Noun && Noun::find(text).is_none() => {
            Some(Sort::Name)
        }
        Rule::ident | Rule::name if own == Sort::Name && Fixed::find(text).is_some() => Some(Sort::Fixed),
        Rule::ident | Rule::word | Rule::name => Some(own),
        _ => word.then_some(Sort::Keyword),
    }
}

// ---- tests -------------------------------------------------------------------------------------------

/// Returns texts of the language: the corpus, the cases of syntax, and all effects of shipped rulesets.
fn texts() -> Vec<(String, String)> {
    let mut texts = vec![("corpus".to_owned(), read(&project().join("grammar/tests/corpus.effect")))];
    texts.extend(["list of influence", "int per 1..6"].map(|text| ("a type".to_owned(), text.to_owned())));
    for path in files_below(&project().join("tests/cases/syntax")) {
        texts.push((path.display().to_string(), read(&path)));
    }
    for game in shipped() {
        for (path, text) in files(&game).iter().filter(|(path, _)| !path.starts_with("text/")) {
            let node = yaml::parse(FileId(0), text, &mut Vec::new()).expect("a shipped file");
            scalars(&node, &format!("{game}/{path}"), &mut texts);
        }
    }
    texts
}

/// Collects all scalars except names and labels of scenarios, which sometimes look like code.
fn scalars(node: &Node, place: &str, texts: &mut Vec<(String, String)>) {
    let picks = |key: &str| place.contains("/scenarios/") && matches!(key, "name" | "do" | "offers" | "pick");
    match &node.kind {
        NodeKind::Text(text) => texts.push((place.to_owned(), text.value.clone())),
        NodeKind::Map(entries) => {
            let entries = entries.iter().filter(|(key, _)| !picks(&key.value));
            entries.for_each(|(_, value)| scalars(value, place, texts));
        }
        NodeKind::List(items) => items.iter().for_each(|item| scalars(item, place, texts)),
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => {}
    }
}

/// Compares all colours with the parser; a noun alone looks like a name.
#[test]
fn effects_are_coloured_as_they_are_read() {
    let grammar = grammar();
    let mut rules = Vec::new();
    painters(&grammar, &grammar, &mut rules);
    let (mut read, mut seen, mut wrong) = (0, BTreeSet::new(), Vec::new());
    for (place, text) in texts() {
        let Some(meant) = meant(&text) else { continue };
        read += meant.len();
        let painted = painted(&rules, &text);
        for &(from, to, sort) in &meant {
            let found = painted.iter().find(|piece| piece.0 <= from && from < piece.1);
            let fits = found.is_some_and(|piece| {
                let whole = piece.1 >= to && (piece.0 == from || sort == Sort::Keyword);
                whole && (piece.2 == sort || (piece.2, sort) == (Sort::Name, Sort::Noun))
            });
            if !fits {
                wrong.push(format!(
                    "{place}: `{}` is {sort:?}, coloured {found:?}, in\n{text}",
                    &text[from..to]
                ));
            }
            seen.insert((sort, text[from..to].to_owned()));
        }
        let comments = |pieces: &[Piece]| pieces.iter().filter(|piece| piece.2 == Sort::Comment).count();
        assert_eq!(comments(&painted), comments(&meant), "{place}: {text}");
    }
    assert!(
        wrong.is_empty(),
        "{} of {read}, such as\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n---\n")
    );
    for word in Keyword::ALL
        .iter()
        .filter(|keyword| keyword.status() != Status::BeforeTypes)
        .map(|keyword| keyword.word())
    {
        let sorts = [Sort::Keyword, Sort::Constant, Sort::Verb];
        assert!(sorts.iter().any(|sort| seen.contains(&(*sort, word.to_owned()))), "no text has `{word}`");
    }
    assert!(read > 10_000, "the shipped rulesets have more than {read} words");
}
