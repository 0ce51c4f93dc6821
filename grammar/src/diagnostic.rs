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
}

impl Diagnostic {
    /// A finding at one place.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let primary = Label { span, text: String::new() };
        Self { code, message: message.into(), primary, others: Vec::new(), help: None }
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
    pub fn suggest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known: Vec<&str> = known.into_iter().collect();
        known.sort_unstable();
        known.dedup();
        match crate::suggest::closest(word, known.iter().copied()) {
            Some(best) => self.help(format!("did you mean `{best}`?")),
            None if !known.is_empty() && known.len() <= 12 => {
                self.help(format!("known here: {}", known.join(", ")))
            }
            None => self,
        }
    }

    /// Error or warning: a property of the code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}
