//! What is said about a ruleset: one type for every stage, drawn by [`render`](crate::render).

use crate::codes::Code;
use crate::span::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The ruleset can't be played.
    Error,
    /// It can be played, but something is probably not meant.
    Warning,
}

/// A place with a remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What about it; may be empty.
    pub text: String,
}

/// Puts findings into the order in which they are told: errors before warnings, what can't be read first, then by file and
/// place.
pub fn in_order(problems: &mut [Diagnostic]) {
    problems.sort_by_key(|p| (p.severity(), !p.code.is_syntax(), p.primary.span, p.code));
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its code, which has a page (`ludex explain E0301`).
    pub code: Code,
    /// One sentence, without a full stop.
    pub message: String,
    /// The place, marked with a caret.
    pub primary: Label,
    /// Other places that explain it.
    pub others: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
    /// The word that is not known, if that is what is wrong.
    pub unknown: Option<Box<Unknown>>,
}

/// A word that is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// As written.
    pub word: String,
    /// The known word that is near it.
    pub meant: Option<String>,
    /// Where that is defined, if it is a local.
    pub place: Option<Span>,
}

impl Diagnostic {
    /// A finding at one place.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let primary = Label { span, text: String::new() };
        Self { code, message: message.into(), primary, others: Vec::new(), help: None, unknown: None }
    }

    /// Adds a remark at the place itself.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds another place.
    pub fn other(mut self, span: Span, text: impl Into<String>) -> Self {
        self.others.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Adds "did you mean" where one of `known` is close to `word`; otherwise lists them if they are few.
    pub fn suggest<'a>(mut self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known: Vec<&str> = known.into_iter().collect();
        known.sort_unstable();
        known.dedup();
        let meant = crate::suggest::closest(word, known.iter().copied());
        let (word, meant_word) = (word.to_owned(), meant.map(str::to_owned));
        self.unknown = Some(Box::new(Unknown { word, meant: meant_word, place: None }));
        match meant {
            Some(best) => self.help(format!("did you mean `{best}`?")),
            None if !known.is_empty() && known.len() <= 12 => {
                self.help(format!("known here: {}", known.join(", ")))
            }
            None => self,
        }
    }

    /// Whether one of the known words was near enough to be the one that was meant.
    pub fn has_meant(&self) -> bool {
        self.unknown.as_ref().is_some_and(|unknown| unknown.meant.is_some())
    }

    /// Error or warning: a property of the code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}
