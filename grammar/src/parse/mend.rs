//! What was meant by a text that can't be read: the smallest of some common changes after which it can.
//!
//! Each change is tried, so what is said of it is true: a word that is nearly one of the language, a word or sign of
//! another language, a word that is missing. Long texts are not tried, and after many problems nobody wants to know.

use std::cell::Cell;
use std::ops::Range;

use super::rules::Rule;
use super::scan::{Token, is_letter, tokens};
use super::{reads, syntax};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::suggest::nearest;
use crate::words::{CONTEXTUAL, RESERVED};
use crate::yaml::Text;

/// The longest text that is tried with changes.
const MAX_TRIED: usize = 4 << 10;

/// So deep may its brackets nest: reading one that can't be read takes longer with each of them.
const MAX_DEPTH: usize = 16;

/// How many changes of one text are tried, and how many bytes are read for them.
const MAX_TRIES: usize = 200;
const MAX_READ: usize = 40 << 10;

/// How many tokens before the place where reading ends may be the mistake.
const BEFORE: usize = 12;

/// What people write who know another language, and how it is written here.
const FOREIGN: &[(&str, &str)] = &[
    ("elif", "else if"),
    ("elseif", "else if"),
    ("elsif", "else if"),
    ("unless", "if not"),
    ("foreach", "for"),
    ("loop", "repeat"),
    ("otherwise", "else"),
    ("or else", "default"),
    ("??", "default"),
    ("than", "then"),
    ("chose", "chooses"),
    ("choose", "chooses"),
    ("chooses", "choose"),
    ("then", "{"),
    ("do", "{"),
    (":", "{"),
    ("if", "when"),
    ("when", "where"),
    ("in", "for"),
    ("of", "for"),
    ("into", "to"),
    ("onto", "to"),
    ("isnt", "is not"),
    ("isn't", "is not"),
    ("&&", "and"),
    ("||", "or"),
    ("<>", "!="),
    ("=>", ">="),
    ("=<", "<="),
    ("===", "=="),
    ("==", "="),
    ("=", "=="),
    ("!", "not "),
    ("%", "mod"),
    ("/", "div"),
    ("x", "*"),
    ("-", ".."),
    ("faceup", "face up"),
    ("facedown", "face down"),
    ("face-up", "face up"),
    ("face-down", "face down"),
    ("upwards", "up"),
    ("downwards", "down"),
    ("up", "face up"),
    ("down", "face down"),
];

/// Words that may be lost between two others.
const LOST: &[&str] = &["then", "else", "to", "from", "with", "in", "of", "as", "for", "one", "="];

/// A change of a text, and what is said of it.
struct Change {
    place: Range<usize>,
    with: String,
    message: String,
    help: String,
}

/// The problem, or a better one: reading the text by `rule` ended at `at`.
pub(super) fn mended(text: &Text, rule: Rule, at: usize, problem: Diagnostic) -> Diagnostic {
    if let Some(bar) = lost_bar(text, rule) {
        return bar;
    }
    if text.value.len() > MAX_TRIED {
        return problem;
    }
    let tokens: Vec<Token<'_>> = tokens(&text.value).collect();
    if depth(&tokens) > MAX_DEPTH {
        return problem;
    }
    let found = tokens.iter().position(|t| t.at + t.text.len() > at).unwrap_or(tokens.len());
    let tries = (MAX_READ / (text.value.len() + 1)).min(MAX_TRIES);
    let tried = Tried { text, rule, tokens: &tokens, found, left: Cell::new(tries) };
    match tried.change() {
        Some(Change { place, message, help, .. }) => {
            Diagnostic::new(Code::EffectSyntax, text.span(place.start, place.end), message).help(help)
        }
        None => problem,
    }
}

/// How many brackets are open at once at most.
fn depth(tokens: &[Token<'_>]) -> usize {
    let open = tokens.iter().scan(0_usize, |open, token| {
        match token.text {
            "(" | "[" | "{" => *open += 1,
            ")" | "]" | "}" => *open = open.saturating_sub(1),
            _ => {}
        }
        Some(*open)
    });
    open.max().unwrap_or(0)
}

/// An effect of several lines without `|`, which YAML has made one line.
fn lost_bar(text: &Text, rule: Rule) -> Option<Diagnostic> {
    let lines = text.unfolded().filter(|lines| matches!(rule, Rule::effect) && reads(lines, rule))?;
    let at = text.head.unwrap_or_default();
    let span = crate::span::Span { file: lines.file, start: at, end: at };
    let found = Diagnostic::new(Code::EffectSyntax, span, "a `|` is missing here");
    Some(found.help("an effect of several lines stands below a `|`"))
}

struct Tried<'t> {
    text: &'t Text,
    rule: Rule,
    tokens: &'t [Token<'t>],
    /// The token at which reading ended; behind the last one at the end of the text.
    found: usize,
    /// How many more changes may be tried.
    left: Cell<usize>,
}

impl<'t> Tried<'t> {
    /// The first change that makes the text readable.
    fn change(&self) -> Option<Change> {
        let good = |change: &Change| self.helps(change);
        let misspelt = self.misspelt().into_iter().find(good);
        let foreign = || self.suspects().find_map(|token| self.foreign(token).find(good));
        let begun = || self.lost_beginning().into_iter().find(good);
        misspelt
            .or_else(foreign)
            .or_else(|| self.not_exists().filter(good))
            .or_else(begun)
            .or_else(|| self.lost_word())
    }

    fn helps(&self, change: &Change) -> bool {
        self.reads_with(change.place.clone(), &change.with)
    }

    fn reads_with(&self, place: Range<usize>, with: &str) -> bool {
        let Some(left) = self.left.get().checked_sub(1) else { return false };
        self.left.set(left);
        let mut value = self.text.value.clone();
        value.replace_range(place, with);
        reads(&Text::plain(value, self.text.file, 0), self.rule)
    }

    /// The tokens that may be wrong: where reading ended and those before it, nearest first, how the last two lines begin, and
    /// the one after.
    fn suspects(&self) -> impl Iterator<Item = Token<'t>> {
        let last = self.found.min(self.tokens.len().saturating_sub(1));
        let near = last.saturating_sub(BEFORE);
        let begins = (0..=last).rev().filter(|i| *i == 0 || self.tokens[*i].new_line).take(2);
        let before = (near..=last).rev().chain(begins.filter(move |i| *i < near));
        before.chain([last + 1]).filter_map(|i| self.tokens.get(i).copied())
    }

    fn instead(&self, token: Token<'_>, written: &str, meant: &str) -> Change {
        Change {
            place: token.at..token.at + written.len(),
            with: meant.to_owned(),
            message: format!("`{written}` can't stand here"),
            help: format!("did you mean `{}` instead of `{written}`?", meant.trim_end()),
        }
    }

    /// Words that are nearly words of the language, the nearest first.
    fn misspelt(&self) -> Vec<Change> {
        let known = || RESERVED.iter().chain(CONTEXTUAL).copied();
        let words = self.suspects().filter(|t| t.text.starts_with(is_letter));
        let words = words.filter(|t| !RESERVED.contains(&t.text));
        let mut found: Vec<_> = words
            .enumerate()
            .flat_map(|(i, token)| {
                nearest(token.text, known()).map(move |(rank, meant)| (rank, i, token, meant))
            })
            .collect();
        found.sort_by_key(|(rank, i, ..)| (*rank, *i));
        found.into_iter().map(|(_, _, token, meant)| self.instead(token, token.text, meant)).collect()
    }

    fn foreign(&self, token: Token<'t>) -> impl Iterator<Item = Change> {
        let rest = &self.text.value[token.at..];
        let whole = move |written: &str| {
            let after = rest[written.len()..].chars().next();
            let word = written.ends_with(is_letter);
            if word { !after.is_some_and(is_letter) } else { !after.is_some_and(|c| "=<>&|!".contains(c)) }
        };
        let fitting = FOREIGN.iter().filter(move |(written, _)| rest.starts_with(written) && whole(written));
        fitting.map(move |(written, meant)| self.instead(token, written, meant))
    }

    /// `x not exists`
    fn not_exists(&self) -> Option<Change> {
        let at = self.suspects().find(|t| t.text == "not")?.at;
        let rest = self.text.value[at..].strip_prefix("not")?.trim_start();
        let end = self.text.value.len() - rest.strip_prefix("exists")?.len();
        let before = self.text.value[..at].trim_end();
        let start = before.rfind(|c: char| c.is_whitespace() || c == '(').map_or(0, |i| i + 1);
        let with = format!("not {} exists", &before[start..]);
        let help = format!("write `{with}`");
        Some(Change {
            place: start..end,
            with,
            message: "`not` stands before what it denies".to_owned(),
            help,
        })
    }

    /// A line that lacks its first word: `me.gold = 3`, `lose(foe)`.
    fn lost_beginning(&self) -> Option<Change> {
        let last = self.found.min(self.tokens.len().checked_sub(1)?);
        let line = (0..=last).rev().find(|i| *i == 0 || self.tokens[*i].new_line)?;
        let starts = [line].into_iter().chain((line > 0).then(|| self.line_before(line)));
        starts.into_iter().find_map(|line| self.lost_at(line))
    }

    fn line_before(&self, line: usize) -> usize {
        (0..line).rev().find(|i| *i == 0 || self.tokens[*i].new_line).unwrap_or(0)
    }

    fn lost_at(&self, line: usize) -> Option<Change> {
        let first = self.tokens.get(line).filter(|t| t.text.starts_with(is_letter))?;
        let (name, end) = (first.text, first.at + first.text.len());
        let rest = self.text.value[end..].lines().next().unwrap_or_default();
        let assigned = rest.split_once('=').map(|(path, _)| path.trim_end());
        let (word, help) = match assigned {
            _ if rest.starts_with('(') => (
                "do",
                format!(
                    "`do {name}(…)` runs a procedure, `emit` announces an event, `say` writes a message; a verb has no brackets"
                ),
            ),
            Some(path) => ("set", format!("write `set {name}{path} = …`")),
            None => return None,
        };
        Some(Change {
            place: first.at..end,
            with: format!("{word} {name}"),
            message: format!("`{word}` is missing before `{name}`"),
            help,
        })
    }

    /// Words that may be lost before one of the tokens around the place where reading ended.
    fn lost_word(&self) -> Option<Change> {
        self.suspects().find_map(|token| self.lost_before(token))
    }

    fn lost_before(&self, token: Token<'_>) -> Option<Change> {
        let chooses = self.text.value[..token.at].trim_end().ends_with("chooses");
        let insert = |word: &&&str| {
            if **word == "one" && !chooses {
                return false;
            }
            self.reads_with(token.at..token.at, &format!("{word} "))
        };
        let words: Vec<String> = LOST.iter().filter(insert).map(|word| format!("`{word}`")).collect();
        let place = token.at..token.at + token.text.len();
        let before = syntax::operator(&self.text.value, token);
        let (message, help) = match words.as_slice() {
            [] => return None,
            [word] => {
                (format!("{word} is missing before `{before}`"), format!("write {word} between the two"))
            }
            [more @ .., last] => {
                let help = format!("perhaps {} or {last}", more.join(", "));
                (format!("a word is missing before `{before}`"), help)
            }
        };
        Some(Change { place, with: String::new(), message, help })
    }
}
