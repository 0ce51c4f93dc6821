//! Searches for the smallest common change that makes an invalid text valid.
//!
//! Each change is verified by parsing. Candidates are misspelt words of the language, words and operators of
//! other languages, and missing words. Long texts are not searched, and the search ends after many problems.

use std::cell::Cell;
use std::ops::Range;

use super::rules::Rule;
use super::tokens::{Token, is_letter, tokens};
use super::{is_valid, syntax};
use crate::codes::Code;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::suggest::{Rank, is_slip, nearest};
use crate::words::{distinct, is_reserved};
use crate::yaml::Text;
use Applicability::{Maybe, Safe};

/// Maximum length of a text to search, in bytes.
const MAX_TRIED: usize = 4 << 10;

/// Maximum bracket depth of a text to search. Parsing time of invalid texts grows with each level.
pub(super) const MAX_DEPTH: usize = 16;

/// Maximum number of changes tried for a text, and maximum number of bytes parsed for them.
const MAX_TRIES: usize = 200;
const MAX_READ: usize = 40 << 10;

/// Number of tokens before the error that may be wrong.
const BEFORE: usize = 12;

/// Words and operators of other languages, their equivalents, and whether the replacement is certain.
const FOREIGN: &[(&str, &str, Applicability)] = &[
    ("elif", "else if", Safe),
    ("elseif", "else if", Safe),
    ("elsif", "else if", Safe),
    ("unless", "if not", Maybe),
    ("foreach", "for", Safe),
    ("loop", "repeat", Maybe),
    ("otherwise", "else", Safe),
    ("or else", "default", Maybe),
    ("??", "default", Safe),
    ("than", "then", Safe),
    ("chose", "chooses", Safe),
    ("choose", "chooses", Safe),
    ("chooses", "choose", Safe),
    ("then", "{", Safe),
    ("do", "{", Safe),
    (":", "{", Maybe),
    ("if", "when", Maybe),
    ("when", "where", Maybe),
    ("into", "to", Safe),
    ("onto", "to", Safe),
    ("isnt", "is not", Safe),
    ("isn't", "is not", Safe),
    ("&&", "and", Safe),
    ("||", "or", Safe),
    ("<>", "!=", Safe),
    ("=>", ">=", Maybe),
    ("=<", "<=", Safe),
    ("===", "==", Safe),
    ("==", "=", Safe),
    // in a condition it is a typo; after `set x = y` it may be anything
    ("=", "==", Maybe),
    // `!a == b` negates `a` in other languages, but `a == b` here
    ("!", "not ", Maybe),
    ("%", "mod", Safe),
    // the user may not expect it to round down
    ("/", "div", Maybe),
    ("x", "*", Maybe),
    ("-", "..", Maybe),
    ("faceup", "face up", Safe),
    ("facedown", "face down", Safe),
    ("face-up", "face up", Safe),
    ("face-down", "face down", Safe),
    ("upwards", "up", Maybe),
    ("downwards", "down", Maybe),
    ("up", "face up", Safe),
    ("down", "face down", Safe),
];

/// Wrong words before the lifetime in a declaration.
const LASTS: &[(&str, &str, Applicability)] = &[("in", "for", Maybe), ("of", "for", Maybe)];

/// Words that may be missing between two others.
const LOST: &[&str] = &["then", "else", "to", "from", "with", "in", "of", "as", "for", "one", "="];

/// Wrong spellings of `exists` after a value, with true if the value must exist.
const MISSING: &[(&str, bool)] = &[
    ("is not exists", false),
    ("is exists", true),
    ("is not nothing", true),
    ("is nothing", false),
    ("not exists", false),
    ("missing", false),
];

/// Words and operators before which `do` would be part of an expression.
const IN_EXPRESSION: &[&str] =
    &["not", "and", "or", "if", "while", "(", ",", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*"];

/// A change of a text with its diagnostic.
struct Change {
    /// Range of the change and of the diagnostic.
    place: Range<usize>,
    with: String,
    applicability: Applicability,
    message: String,
    help: String,
}

impl Change {
    fn finding(self, text: &Text) -> Diagnostic {
        let span = text.span(self.place.start, self.place.end);
        let found = Diagnostic::new(Code::EffectSyntax, span, self.message).help(self.help);
        found.replace(span, self.with, self.applicability)
    }
}

/// Returns a diagnostic with a change that makes the whole text valid, if one is found. Parsing by `rule`
/// failed at `at`. The search budget is divided by `share` texts.
pub(super) fn meant(text: &Text, rule: Rule, at: usize, share: usize) -> Option<Diagnostic> {
    if let Some(bar) = lost_bar(text, rule) {
        return Some(bar);
    }
    if text.value.len() > MAX_TRIED {
        return None;
    }
    let tokens: Vec<Token<'_>> = tokens(&text.value).collect();
    if depth(&tokens) > MAX_DEPTH {
        return None;
    }
    let found = tokens.iter().position(|t| t.at + t.text.len() > at).unwrap_or(tokens.len());
    let tries = (MAX_READ / (text.value.len() + 1)).min(MAX_TRIES) / share;
    let tried = Tried { text, rule, tokens: &tokens, found, left: Cell::new(tries) };
    tried.finding()
}

/// Returns the end of the words if the text starts with them.
fn end_of(text: &str, words: &str) -> Option<usize> {
    let rest = words.split(' ').try_fold(text, |rest, word| {
        let rest = rest.trim_start().strip_prefix(word)?;
        (!rest.starts_with(is_letter)).then_some(rest)
    })?;
    Some(text.len() - rest.len())
}

/// Returns the maximum number of simultaneously open brackets.
pub(super) fn depth(tokens: &[Token<'_>]) -> usize {
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

/// Detects an effect of several lines without `|`, which YAML has joined into one line.
fn lost_bar(text: &Text, rule: Rule) -> Option<Diagnostic> {
    let lines = text.unfolded().filter(|lines| matches!(rule, Rule::effect) && is_valid(lines, rule))?;
    let head = text.head.as_ref()?;
    let span = crate::span::Span { file: lines.file, start: head.at, end: head.at };
    let found = Diagnostic::new(Code::EffectSyntax, span, "a `|` is missing here");
    let place = crate::span::Span { end: head.until, ..span };
    let found = found.replace(place, head.bar.as_str(), Safe);
    Some(found.help("write an effect of several lines below a `|`"))
}

struct Tried<'t> {
    text: &'t Text,
    rule: Rule,
    tokens: &'t [Token<'t>],
    /// Index of the token at which parsing failed; equals the number of tokens at the end of the text.
    found: usize,
    /// Number of changes that may still be tried.
    left: Cell<usize>,
}

impl<'t> Tried<'t> {
    /// Returns the diagnostic of the first change that makes the text valid.
    fn finding(&self) -> Option<Diagnostic> {
        if let Some(found) = self.unsupported() {
            return Some(found);
        }
        let good = |change: &Change| self.helps(change);
        let foreign = || self.suspects().find_map(|token| self.foreign(token).find(good));
        let begun = || self.lost_beginning().find(good);
        let change = self.misspelt().or_else(foreign).or_else(|| self.missing().find(good)).or_else(begun);
        match change {
            Some(change) => Some(change.finding(self.text)),
            None => self.lost_word().map(|found| self.or_call(found)).or_else(|| self.lost_verb()),
        }
    }

    /// Detects a combination of known words that the language lacks.
    fn unsupported(&self) -> Option<Diagnostic> {
        let at = |token: Token<'_>, message: &str, help: String| {
            let span = self.text.span(token.at, token.at + token.text.len());
            Some(Diagnostic::new(Code::EffectSyntax, span, message).help(help))
        };
        let failed = *self.tokens.get(self.found)?;
        let before = *self.tokens.get(self.found.checked_sub(1)?)?;
        let is_name = failed.text.starts_with(is_letter);
        let earlier = self.found.checked_sub(2).and_then(|i| self.tokens.get(i));
        if before.text == "do" && is_name && earlier.is_some_and(|token| IN_EXPRESSION.contains(&token.text))
        {
            let name = failed.text;
            let help = format!("call it first: `let result = do {name}(…)`, then use `result`");
            return at(before, "`do` can't stand inside an expression", help);
        }
        for line in self.lines_before().take(2) {
            let words: Vec<&str> = line.iter().map(|token| token.text).collect();
            if words.starts_with(&["each", "player"]) && words.windows(2).any(|two| two == ["chooses", "one"])
            {
                let help = "let each choose a word: `each player p chooses answer a as vote { … }`, with `enums: { answer: [yes, no] }`";
                return at(line[0], "`each player` can't choose between blocks", help.to_owned());
            }
            let counts = before.text == ")" || before.text.starts_with(|c: char| c.is_ascii_digit());
            if words[0] == "move" && counts && is_name && !words.contains(&"from") {
                let name = failed.text;
                let help = format!(
                    "write `move (n) {name} from ZONE to ZONE`; cards that are in no zone yet go to one before: `move {name} to ZONE`"
                );
                return at(failed, "the zone that these cards come from is missing", help);
            }
        }
        None
    }

    /// Returns the tokens of the line in which parsing failed, then those of the lines before it.
    fn lines_before(&self) -> impl Iterator<Item = &'t [Token<'t>]> {
        let last = self.found.min(self.tokens.len().saturating_sub(1));
        let begins = (0..=last).rev().filter(|i| *i == 0 || self.tokens[*i].new_line);
        begins.map(|start| {
            let rest = &self.tokens[start..];
            let end = rest.iter().skip(1).position(|token| token.new_line).map_or(rest.len(), |n| n + 1);
            &rest[..end]
        })
    }

    fn helps(&self, change: &Change) -> bool {
        self.reads_with(change.place.clone(), &change.with)
    }

    fn reads_with(&self, place: Range<usize>, with: &str) -> bool {
        let Some(left) = self.left.get().checked_sub(1) else { return false };
        self.left.set(left);
        let mut value = self.text.value.clone();
        value.replace_range(place, with);
        is_valid(&Text::plain(value, self.text.file, 0), self.rule)
    }

    /// Returns the tokens that may be wrong: the failed token and those before it, nearest first, the starts
    /// of the last two lines, and the next token.
    fn suspects(&self) -> impl Iterator<Item = Token<'t>> {
        let last = self.found.min(self.tokens.len().saturating_sub(1));
        let near = last.saturating_sub(BEFORE);
        let begins = (0..=last).rev().filter(|i| *i == 0 || self.tokens[*i].new_line).take(2);
        let before = (near..=last).rev().chain(begins.filter(move |i| *i < near));
        before.chain([last + 1]).filter_map(|i| self.tokens.get(i).copied())
    }

    fn instead(&self, at: usize, written: &str, meant: &str, applicability: Applicability) -> Change {
        Change {
            place: at..at + written.len(),
            with: meant.to_owned(),
            applicability,
            message: format!("`{written}` can't stand here"),
            help: format!("did you mean `{}` instead of `{written}`?", meant.trim_end()),
        }
    }

    /// Returns a change for a misspelt word. It is safe if the typo is small and no other change of equal
    /// rank helps.
    fn misspelt(&self) -> Option<Change> {
        let found = self.near_words();
        let helps = |(_, at, written, meant): &(Rank, usize, &str, &str)| {
            self.reads_with(*at..*at + written.len(), meant)
        };
        let first = found.iter().position(helps)?;
        let (rank, at, written, meant) = &found[first];
        let as_near = || found[first + 1..].iter().take_while(|(next, ..)| next.0 == rank.0);
        let safe = is_slip(written, meant) && !as_near().any(helps) && self.left.get() > 0;
        let applicability = if safe { Safe } else { Maybe };
        Some(self.instead(*at, written, meant, applicability))
    }

    /// Returns misspelt words with their offsets and corrections, closest first.
    fn near_words(&self) -> Vec<(Rank, usize, &'t str, &'static str)> {
        let words = self.suspects().filter(|t| t.text.starts_with(is_letter));
        let words = words.filter(|t| !is_reserved(t.text));
        let mut found: Vec<_> = words
            .enumerate()
            .flat_map(|(i, t)| nearest(t.text, distinct()).map(move |(rank, meant)| (rank, i, t, meant)))
            .collect();
        found.sort_by_key(|(rank, i, ..)| (*rank, *i));
        found.into_iter().map(|(rank, _, token, meant)| (rank, token.at, token.text, meant)).collect()
    }

    fn foreign(&self, token: Token<'t>) -> impl Iterator<Item = Change> {
        let rest = &self.text.value[token.at..];
        let whole = move |written: &str| {
            let after = rest[written.len()..].chars().next();
            let word = written.ends_with(is_letter);
            if word { !after.is_some_and(is_letter) } else { !after.is_some_and(|c| "=<>&|!".contains(c)) }
        };
        let lasts: &[_] = if matches!(self.rule, Rule::only_var) { LASTS } else { &[] };
        let fitting = FOREIGN
            .iter()
            .chain(lasts)
            .filter(move |(written, ..)| rest.starts_with(written) && whole(written));
        fitting.map(move |(written, meant, sure)| self.instead(token.at, written, meant, *sure))
    }

    /// Returns changes to `exists`: for `x not exists`, `x is missing`.
    fn missing(&self) -> impl Iterator<Item = Change> {
        self.suspects().filter_map(|token| {
            let rest = &self.text.value[token.at..];
            let (end, there) =
                MISSING.iter().find_map(|(words, there)| Some((end_of(rest, words)?, *there)))?;
            let before = self.text.value[..token.at].trim_end();
            let start = before.rfind(|c: char| c.is_whitespace() || c == '(').map_or(0, |i| i + 1);
            let not = if there { "" } else { "not " };
            let with = format!("{not}{} exists", &before[start..]);
            let help = format!("write `{with}`");
            let message = "test for a value with `exists`".to_owned();
            Some(Change { place: start..token.at + end, with, applicability: Safe, message, help })
        })
    }

    /// Returns changes for statements without their first word: `me.gold = 3`, `lose(foe)`.
    fn lost_beginning(&self) -> impl Iterator<Item = Change> {
        let begins = |i: &usize| self.tokens[*i].new_line || *i == 0 || self.tokens[i - 1].text == "{";
        let last = self.found.min(self.tokens.len().saturating_sub(1));
        (0..self.tokens.len().min(last + 1)).rev().filter(begins).take(2).filter_map(|i| self.lost_at(i))
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
            applicability: Safe,
            message: format!("`{word}` is missing before `{name}`"),
            help,
        })
    }

    /// Returns the first two tokens of the line in which parsing failed.
    fn line_begins(&self) -> Option<(Token<'t>, Token<'t>)> {
        let last = self.found.min(self.tokens.len().checked_sub(1)?);
        let line = (0..=last).rev().find(|i| *i == 0 || self.tokens[*i].new_line)?;
        let second = *self.tokens.get(line + 1).filter(|token| !token.new_line)?;
        Some((self.tokens[line], second))
    }

    /// Adds advice on call brackets if several words may be missing, because the brackets may be missing
    /// instead.
    fn or_call(&self, found: Diagnostic) -> Diagnostic {
        let Some((first, second)) = self.line_begins() else { return found };
        let runs = matches!(first.text, "do" | "run" | "say" | "emit");
        let name = if runs { second } else { first };
        let given = runs || second.text.starts_with(|c: char| c.is_ascii_digit());
        if found.suggestions.len() < 2 || !given || !name.text.starts_with(is_letter) {
            return found;
        }
        let word = if runs { first.text } else { "do" };
        let help = format!("put the arguments of a procedure in brackets: `{word} {}(…)`", name.text);
        let help = match found.help.as_ref().filter(|_| !runs) {
            Some(lost) => format!("{lost}; {help}"),
            None => help,
        };
        found.help(help)
    }

    /// Detects a line that starts with a number: `2 from deck to hand`.
    fn lost_verb(&self) -> Option<Diagnostic> {
        if !matches!(self.rule, Rule::effect) {
            return None;
        }
        let (first, _) =
            self.line_begins().filter(|(token, _)| token.text.starts_with(|c: char| c.is_ascii_digit()))?;
        let span = self.text.span(first.at, first.at + first.text.len());
        let message = format!("a word is missing before `{}`", first.text);
        let found = Diagnostic::new(Code::EffectSyntax, span, message);
        Some(found.help("a statement begins with a verb, as in `draw 2 from deck to hand`"))
    }

    /// Searches for a missing word before one of the suspect tokens.
    fn lost_word(&self) -> Option<Diagnostic> {
        self.suspects().find_map(|token| self.lost_before(token))
    }

    fn lost_before(&self, token: Token<'_>) -> Option<Diagnostic> {
        let before = self.text.value[..token.at].trim_end();
        let chooses = before.ends_with("chooses");
        if before.ends_with("chance") && self.reads_with(token.at..token.at, "chooses ") {
            let span = self.text.span(token.at, token.at + token.text.len());
            let found = Diagnostic::new(
                Code::EffectSyntax,
                span,
                format!("`chooses` is missing before `{}`", token.text),
            );
            let before = self.text.span(token.at, token.at);
            return Some(found.help("write `chooses` between the two").replace(before, "chooses ", Safe));
        }
        let helps = |word: &str| {
            let fits = word != "one" || chooses;
            fits && self.reads_with(token.at..token.at, &format!("{word} "))
        };
        let words: Vec<&str> = LOST.iter().copied().filter(|word| helps(word)).collect();
        let (message, help) = lost_words(&words, syntax::operator(&self.text.value, token))?;
        let span = self.text.span(token.at, token.at + token.text.len());
        let before = self.text.span(token.at, token.at);
        let applicability = if words.len() == 1 && self.left.get() > 0 { Safe } else { Maybe };
        let found = Diagnostic::new(Code::EffectSyntax, span, message).help(help);
        Some(words.iter().fold(found, |found, word| found.replace(before, format!("{word} "), applicability)))
    }
}

/// Returns the message and advice for a missing word.
fn lost_words(words: &[&str], before: &str) -> Option<(String, String)> {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [] => None,
        [word] => {
            Some((format!("{word} is missing before `{before}`"), format!("write {word} between the two")))
        }
        [more @ .., last] => {
            let help = format!("perhaps {} or {last}", more.join(", "));
            Some((format!("a word is missing before `{before}`"), help))
        }
    }
}
