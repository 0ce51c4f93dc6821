//! Problems as data, in the form that `docs/json.md` describes.

use ludex_grammar::diagnostic::{Applicability, Diagnostic, Label, Severity, Suggestion};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use schemars::JsonSchema;
use serde::Serialize;

/// A finding as data. Lines and columns count from 1, columns in characters; the end is exclusive.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// Code, as `ludex explain` takes it; empty for a file that can't be opened.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// One sentence, without a full stop.
    pub message: String,
    /// Source location of the problem.
    #[serde(flatten)]
    pub range: Range,
    /// Suggested fix in words; `null` without one.
    pub help: Option<String>,
    /// Remarks on source locations.
    pub labels: Vec<Remark>,
    /// Possible replacements of text.
    pub suggestions: Vec<Replacement>,
}

/// A range of a file.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Range {
    /// File, as shown in messages.
    pub file: String,
    /// First line, from 1.
    pub line: u32,
    /// First column in characters, from 1.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column of the end, exclusive.
    pub end_column: u32,
}

/// A remark on a source location.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Remark {
    /// Source location of the remark.
    #[serde(flatten)]
    pub range: Range,
    /// Text of the remark.
    pub text: String,
    /// True at the location of the problem.
    pub primary: bool,
}

/// Replacement of a range of text. `--fix` applies all safe ones; people choose among the others.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Replacement {
    /// Range to replace.
    #[serde(flatten)]
    pub range: Range,
    /// New text; an empty range is an insertion.
    pub text: String,
    /// True if `--fix` applies it: nothing else can have been intended.
    pub safe: bool,
}

impl Range {
    /// Returns the range of a span; for a ruleset without files, the start of `ruleset.yaml`.
    pub fn from_span(sources: &Sources, span: Span) -> Range {
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
    /// Converts a diagnostic about these texts.
    pub fn new(sources: &Sources, found: &Diagnostic) -> Problem {
        let remark = |label: &Label, primary| Remark {
            range: Range::from_span(sources, label.span),
            text: label.text.clone(),
            primary,
        };
        let replacement = |suggestion: &Suggestion| Replacement {
            range: Range::from_span(sources, suggestion.span),
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
            range: Range::from_span(sources, found.primary.span),
            help: found.help.clone(),
            labels: main.chain(found.others.iter().map(|label| remark(label, false))).collect(),
            suggestions: found.suggestions.iter().map(replacement).collect(),
        }
    }

    /// Creates a problem for a file that couldn't be read.
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
