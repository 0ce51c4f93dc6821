//! A finding as programs read it, in the form that `docs/json.md` describes.

use ludex_grammar::diagnostic::{Applicability, Diagnostic, Label, Severity, Suggestion};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use serde::Serialize;

/// A finding as data. Lines and columns count from 1, columns in characters; the end is exclusive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// Its code, which has a page; empty where it has none.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// One sentence, without a full stop.
    pub message: String,
    /// Where it is.
    #[serde(flatten)]
    pub range: Range,
    /// What to do about it.
    pub help: Option<String>,
    /// What is said of places.
    pub labels: Vec<Remark>,
    /// Changes of the text that may be meant.
    pub suggestions: Vec<Replacement>,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Range {
    /// As shown in messages.
    pub file: String,
    /// Of its first character.
    pub line: u32,
    /// Of its first character.
    pub column: u32,
    /// Of the character behind it.
    pub end_line: u32,
    /// Of the character behind it.
    pub end_column: u32,
}

/// What is said of a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The place.
    #[serde(flatten)]
    pub range: Range,
    /// What about it.
    pub text: String,
    /// It is the place of the finding itself.
    pub primary: bool,
}

/// What is at the place becomes the text. Safe ones are all meant; of others a person chooses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// The place.
    #[serde(flatten)]
    pub range: Range,
    /// What is written there instead.
    pub text: String,
    /// It may be made unasked.
    pub safe: bool,
}

impl Range {
    /// A place in some texts; of a ruleset without any file the place in which its first one would stand.
    pub fn of(sources: &Sources, span: Span) -> Range {
        let Some((_, source)) = sources.iter().find(|(id, _)| *id == span.file) else {
            return Range::beginning("ruleset.yaml".to_owned());
        };
        let (line, column) = sources.line_col(span);
        let (end_line, end_column) = sources.line_col(Span { start: span.end, ..span });
        Range { file: source.name.clone(), line, column, end_line, end_column }
    }

    fn beginning(file: String) -> Range {
        Range { file, line: 1, column: 1, end_line: 1, end_column: 1 }
    }
}

impl Problem {
    /// A finding about these texts.
    pub fn new(sources: &Sources, found: &Diagnostic) -> Problem {
        let remark = |label: &Label, primary| Remark {
            range: Range::of(sources, label.span),
            text: label.text.clone(),
            primary,
        };
        let replacement = |suggestion: &Suggestion| Replacement {
            range: Range::of(sources, suggestion.span),
            text: suggestion.text.clone(),
            safe: suggestion.applicability == Applicability::Safe,
        };
        let main = std::iter::once(remark(&found.primary, true)).filter(|remark| !remark.text.is_empty());
        Problem {
            code: found.code.as_str(),
            severity: match found.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: found.message.clone(),
            range: Range::of(sources, found.primary.span),
            help: found.help.clone(),
            labels: main.chain(found.others.iter().map(|label| remark(label, false))).collect(),
            suggestions: found.suggestions.iter().map(replacement).collect(),
        }
    }

    /// A file that could not even be read.
    pub fn unreadable(code: &'static str, file: &str, message: &str) -> Problem {
        Problem {
            code,
            severity: "error",
            message: message.to_owned(),
            range: Range::beginning(file.to_owned()),
            help: None,
            labels: Vec::new(),
            suggestions: Vec::new(),
        }
    }
}
