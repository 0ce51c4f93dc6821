//! Diagnostics for a ruleset: one type for all stages, displayed by [`render`](crate::render).

use crate::codes::Code;
pub use crate::codes::Severity;
use crate::span::Span;
use crate::suggest::odd::{odd, without_odd};

/// Maximum number of known names that are listed if none is close to the unknown one.
const MOST_LISTED: usize = 12;

/// A source location with a remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Source location to mark.
    pub span: Span,
    /// Remark at the location; may be empty.
    pub text: String,
}

/// Certainty of a suggestion: whether tools may apply it automatically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// Only one fix is plausible. Tools apply it, but undo it if the number of errors does not decrease: even
    /// if the text then parses, its names may not exist.
    Safe,
    /// The fix is likely, or one of several possibilities. The user decides.
    Maybe,
}

/// A replacement of a source range. An empty range inserts text, an empty text deletes the range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// Source range to replace.
    pub span: Span,
    /// Text that replaces the range.
    pub text: String,
    /// Whether the replacement may be applied automatically.
    pub applicability: Applicability,
}

/// Sorts diagnostics for output: errors before warnings, syntax errors first, then by file and location.
pub fn in_order(problems: &mut [Diagnostic]) {
    problems.sort_by_key(|p| (p.severity(), !p.code.is_syntax(), p.primary.span, p.code));
}

/// A diagnostic with its locations and suggestions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Code, which has a page (`ludex explain E0301`).
    pub code: Code,
    /// Message: one sentence without a full stop.
    pub message: String,
    /// Main location, marked with a caret.
    pub primary: Label,
    /// Further locations that explain the problem.
    pub others: Vec<Label>,
    /// Advice on how to fix the problem.
    pub help: Option<String>,
    /// Fixes as text changes. All safe ones apply together; others may be alternatives.
    pub suggestions: Vec<Suggestion>,
    /// Details if an unknown word is the problem.
    pub unknown: Option<Box<Unknown>>,
}

/// An unknown word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// Spelling in the source.
    pub word: String,
    /// The closest known word, if any is close enough.
    pub meant: Option<String>,
    /// Definition of the closest word, if it is a local.
    pub place: Option<Span>,
    /// All known words at the location, sorted.
    pub known: Vec<String>,
}

impl Diagnostic {
    /// Creates a diagnostic with a single location.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let primary = Label { span, text: String::new() };
        Self {
            code,
            message: message.into(),
            primary,
            others: Vec::new(),
            help: None,
            suggestions: Vec::new(),
            unknown: None,
        }
    }

    /// Sets the remark at the main location.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds a further location.
    pub fn other(mut self, span: Span, text: impl Into<String>) -> Self {
        self.others.push(Label { span, text: text.into() });
        self
    }

    /// Sets the help text.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Adds a text change.
    pub fn replace(mut self, span: Span, text: impl Into<String>, applicability: Applicability) -> Self {
        self.suggestions.push(Suggestion { span, text: text.into(), applicability });
        self
    }

    /// Suggests a replacement for the main location.
    pub fn instead(mut self, text: &str, applicability: Applicability) -> Self {
        self.suggestions.clear();
        let span = self.primary.span;
        self.replace(span, text, applicability).help(format!("write `{text}`"))
    }

    /// Marks all suggestions as uncertain.
    pub fn doubt(&mut self) {
        self.suggestions.iter_mut().for_each(|s| s.applicability = Applicability::Maybe);
    }

    /// Adds "did you mean" if one of `known` is close to `word`. Otherwise, lists the known words if there
    /// are few.
    ///
    /// If the diagnostic is located at the word itself, suggests the close word as a replacement. The
    /// suggestion is safe if only one word is close and differs by a small typo
    /// ([`is_slip`](crate::suggest::is_slip)).
    pub fn suggest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known: Vec<&str> = known.into_iter().collect();
        known.sort_unstable();
        known.dedup();
        let found = self.suggest_near(word, known.iter().copied());
        let lists = !found.has_meant() && !known.is_empty() && known.len() <= MOST_LISTED;
        match lists {
            true => found.help(format!("known here: {}", known.join(", "))),
            false => found,
        }
    }

    /// Like [`Self::suggest`], but never lists the known words.
    pub fn suggest_near<'a>(mut self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known: Vec<&str> = known.into_iter().collect();
        known.sort_unstable();
        known.dedup();
        let mut near: Vec<_> = crate::suggest::nearest(word, known.iter().copied()).collect();
        near.sort_unstable();
        near.dedup();
        // a single letter is equally close to any other
        let meant = near.first().map(|(_, meant)| *meant).filter(|_| word.chars().count() > 1);
        self.unknown = Some(Box::new(Unknown {
            word: word.to_owned(),
            meant: meant.map(str::to_owned),
            place: None,
            known: known.iter().map(|known| (*known).to_owned()).collect(),
        }));
        if let Some(plain) = without_odd(word).filter(|plain| known.contains(&plain.as_str())) {
            let described = odd(word).next().map(|odd| odd.described()).unwrap_or_default();
            let whole = self.primary.span;
            if whole.len() == word.len() {
                self = self.replace(whole, plain.as_str(), Applicability::Safe);
            }
            return self.help(format!("a character in it is {described}: write `{plain}`"));
        }
        let Some(meant) = meant else { return self };
        if self.primary.span.len() == word.len() {
            let safe = near.len() == 1 && crate::suggest::is_slip(word, meant);
            let (span, applicability) =
                (self.primary.span, if safe { Applicability::Safe } else { Applicability::Maybe });
            self = self.replace(span, meant, applicability);
        }
        self.help(format!("did you mean `{meant}`?"))
    }

    /// Suggests a replacement for an unknown word, as uncertain.
    pub fn means(mut self, word: &str, meant: &str) -> Self {
        let place = self.primary.span;
        let (word, known) = (word.to_owned(), meant.to_owned());
        let all = self.unknown.take().map_or_else(Vec::new, |unknown| unknown.known);
        self.unknown = Some(Box::new(Unknown { word, meant: Some(known), place: None, known: all }));
        self.replace(place, meant, Applicability::Maybe).help(format!("did you mean `{meant}`?"))
    }

    /// Returns true if a known word was close enough to be suggested.
    pub fn has_meant(&self) -> bool {
        self.unknown.as_ref().is_some_and(|unknown| unknown.meant.is_some())
    }

    /// Returns the severity, which is determined by the code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}
