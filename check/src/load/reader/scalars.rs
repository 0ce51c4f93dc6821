//! Reading of scalars: words, switches, numbers and ranges.

use std::borrow::Cow;
use std::fmt::Display;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::Spanned;
use ludex_grammar::yaml::{Node, NodeKind, Text};

use super::super::names::{check_name, shorten};
use super::super::raw::Name;
use super::{MAX_ITEMS, Reader, shape};
use crate::foreign::Foreign;
use crate::language::is_identifier;

impl Reader<'_> {
    /// Returns the text of any scalar, with a mapping to file offsets.
    pub fn scalar<'n>(&mut self, node: &'n Node, expected: &str) -> Option<Cow<'n, Text>> {
        let value = match &node.kind {
            NodeKind::Text(text) => return Some(Cow::Borrowed(text)),
            NodeKind::Int(n) => n.to_string(),
            NodeKind::Bool(b) => b.to_string(),
            NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_) => {
                self.wrong_shape(node, expected);
                return None;
            }
        };
        Some(Cow::Owned(Text::plain(value, node.span.file, node.span.start as usize)))
    }

    /// Returns the text of any scalar and its span.
    pub fn string(&mut self, node: &Node, expected: &str) -> Option<Spanned<String>> {
        let text = self.scalar(node, expected)?;
        let span = text.whole();
        Some(Spanned::new(text.into_owned().value, span))
    }

    /// Reads a single word that is a name, without resolving it.
    pub fn word(&mut self, node: &Node, expected: &str) -> Option<Name> {
        let NodeKind::Text(text) = &node.kind else {
            self.wrong_shape(node, expected);
            return None;
        };
        if text.value.is_empty() || text.value.contains(char::is_whitespace) {
            let found = shorten(&text.value);
            let message = format!("expected {expected}, found `{found}`");
            let problem = Diagnostic::new(Code::WrongShape, node.span, message);
            self.report(match text.value.split_once(':') {
                Some((key, value)) if is_identifier(key) && !value.starts_with(' ') => {
                    let at = text.span(key.len() + 1, key.len() + 1);
                    let problem = problem.replace(at, " ", Applicability::Safe);
                    problem.help(format!("a space is missing after `:`: write `{key}: {}`", shorten(value)))
                }
                _ => problem,
            });
            return None;
        }
        Some(Name::new(text.value.clone(), text.whole()))
    }

    /// Reads a list of distinct names.
    pub fn words(&mut self, node: &Node, what: &str, expected: &str) -> Vec<Name> {
        if let NodeKind::Text(text) = &node.kind {
            return self.words_of_text(node, &text.value, what);
        }
        let items = self.list(node, what, MAX_ITEMS);
        let words = items.iter().filter_map(|item| self.word(item, expected)).collect();
        self.distinct(words)
    }

    /// Reports a text such as `blue, white`, and reads it as the intended list.
    fn words_of_text(&mut self, node: &Node, text: &str, what: &str) -> Vec<Name> {
        let words: Vec<&str> =
            text.split([',', ' ', '[', ']', '\n']).filter(|word| !word.is_empty()).collect();
        let message = format!("expected {what} as a list, found `{}`", shorten(text));
        let problem = Diagnostic::new(Code::WrongShape, node.span, message);
        let list = format!("[{}]", words.join(", "));
        let sure = words.iter().all(|word| is_identifier(word));
        let applicability = if sure { Applicability::Safe } else { Applicability::Maybe };
        self.report(problem.instead(&list, applicability).help(format!("write `{}`", shorten(&list))));
        words.into_iter().take(MAX_ITEMS).map(|word| Name::new(word.to_owned(), node.span)).collect()
    }

    /// Like [`Self::words`], for a list that defines the names.
    pub fn new_names(&mut self, node: &Node, what: &str, expected: &str) -> Vec<Name> {
        let names = self.words(node, what, expected);
        for name in &names {
            check_name(self, name, expected);
        }
        names
    }

    pub fn keyword<T: Copy>(&mut self, node: &Node, expected: &str, known: &[(&str, T)]) -> Option<T> {
        let word = self.word(node, expected)?;
        let found = known.iter().find(|(name, _)| *name == word.value);
        if found.is_none() {
            let message = format!("expected {expected}, found `{}`", shorten(&word.value));
            let problem = Diagnostic::new(Code::WrongShape, word.span, message);
            let problem = problem.suggest(&word.value, known.iter().map(|(name, _)| *name));
            let foreign =
                Foreign::Type.find(&word.value).filter(|meant| known.iter().any(|(name, _)| name == meant));
            self.report(match foreign {
                Some(meant) => problem.instead(meant, Applicability::Safe),
                None => problem,
            });
        }
        found.map(|(_, value)| *value)
    }

    /// Reports a word that isn't among the possible names.
    pub fn not_among(&mut self, code: Code, word: &Name, what: &str, known: &[Name]) {
        let problem = Diagnostic::new(code, word.span, format!("`{}` is not {what}", shorten(&word.value)));
        self.report(problem.suggest(&word.value, known.iter().map(|name| name.value.as_str())));
    }

    pub fn bool(&mut self, node: &Node) -> Option<bool> {
        if let NodeKind::Bool(b) = node.kind {
            return Some(b);
        }
        if !self.is_quoted(node, "`true` or `false`", &|text| matches!(text, "true" | "false")) {
            match node.as_str() {
                Some(word) => self.not_a_switch(node, word),
                None => self.wrong_shape(node, "`true` or `false`"),
            }
        }
        None
    }

    fn not_a_switch(&mut self, node: &Node, word: &str) {
        let message = format!("expected `true` or `false`, found `{}`", shorten(word));
        let problem = Diagnostic::new(Code::WrongShape, node.span, message);
        self.report(problem.suggest_near(word, ["true", "false"]));
    }

    /// Reports a text that is valid without its quotes. Returns true if it is one.
    fn is_quoted(&mut self, node: &Node, expected: impl Display, would_be: &dyn Fn(&str) -> bool) -> bool {
        let Some(text) = node.as_str().filter(|text| would_be(text)) else { return false };
        let message = format!("expected {expected}, found the text \"{text}\"");
        let problem = Diagnostic::new(Code::WrongShape, node.span, message);
        let bare = node.span.len() == text.len() + 2;
        self.report(match bare {
            true => problem
                .instead(text, Applicability::Safe)
                .help(format!("leave the quotes out: write `{text}`")),
            false => problem.help(format!("leave the quotes out: write `{text}`")),
        });
        true
    }

    /// Reads a whole number in `min..=max`. `what` is its description in messages, such as
    /// `the number of copies`.
    pub fn int<T>(&mut self, node: &Node, what: &str, min: i64, max: i64) -> Option<Spanned<T>>
    where
        T: TryFrom<i64>,
    {
        let NodeKind::Int(n) = node.kind else {
            let expected = format!("{what} as a whole number");
            if !self.is_quoted(node, &expected, &|text| text.parse::<i64>().is_ok()) {
                self.wrong_shape(node, expected);
            }
            return None;
        };
        let value = if (min..=max).contains(&n) { T::try_from(n).ok() } else { None };
        if value.is_none() {
            self.error(Code::OutOfRange, node.span, format!("{what} must be in {min}..{max}, found {n}"));
        }
        value.map(|value| Spanned::new(value, node.span))
    }

    /// Reads `lo..hi`, or a single number that is both.
    pub fn range(&mut self, node: &Node, what: &str) -> Option<(i64, i64)> {
        let range = match &node.kind {
            NodeKind::Int(n) => Some((*n, *n)),
            NodeKind::Text(text) => parse_range(&text.value),
            NodeKind::Null | NodeKind::Bool(_) | NodeKind::List(_) | NodeKind::Map(_) => None,
        };
        match range {
            None => self.report(no_range(node, what)),
            Some((low, high)) if low > high => {
                self.error(
                    Code::OutOfRange,
                    node.span,
                    format!("{what} is empty: {low} is more than {high}"),
                );
                return None;
            }
            Some(_) => {}
        }
        range
    }
}

/// Creates the error for an invalid range, with a fix for `2-7`, `2 to 7` and similar forms.
fn no_range(node: &Node, what: &str) -> Diagnostic {
    let message = format!("expected {what} as `lowest..highest`, found {}", shape(node));
    let problem = Diagnostic::new(Code::WrongShape, node.span, message);
    let text = node.as_str().unwrap_or_default();
    let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
    let ends: Vec<i64> = node.as_list().unwrap_or_default().iter().filter_map(Node::as_int).collect();
    if let [low, .., high] = ends.as_slice() {
        return problem.instead(&format!("{low}..{high}"), Applicability::Safe);
    }
    match numbers.as_slice() {
        [low, high] if text.len() <= 32 => problem.instead(&format!("{low}..{high}"), Applicability::Safe),
        _ => problem,
    }
}

fn parse_range(text: &str) -> Option<(i64, i64)> {
    let (low, high) = text.split_once("..")?;
    Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
}
