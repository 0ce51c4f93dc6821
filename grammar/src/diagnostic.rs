//! What is said about a ruleset: one type for every stage, drawn by [`render`](crate::render).

use crate::codes::Code;
pub use crate::codes::Severity;
use crate::span::Span;
use crate::suggest::odd::{odd, without_odd};

/// Names that are all listed where none is near the one written.
const MOST_LISTED: usize = 12;

/// A place with a remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What about it; may be empty.
    pub text: String,
}

/// Whether a suggestion may be applied unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// There is one thing that can have been meant. A tool applies it, and takes it back if the text has as many errors as
    /// before: that a text can be read with it does not prove that its names exist.
    Safe,
    /// It is likely, or one of several possibilities: a person decides.
    Maybe,
}

/// A text for a place: what stands there becomes it. An empty place takes it in, an empty text takes the place out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// What is replaced.
    pub span: Span,
    /// By this.
    pub text: String,
    /// Whether that is certain.
    pub applicability: Applicability,
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
    /// The same as changes of the text. Safe ones are all meant; others may exclude each other.
    pub suggestions: Vec<Suggestion>,
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
    /// All words that are known there, in order.
    pub known: Vec<String>,
}

impl Diagnostic {
    /// A finding at one place.
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

    /// Adds a change of the text.
    pub fn replace(mut self, span: Span, text: impl Into<String>, applicability: Applicability) -> Self {
        self.suggestions.push(Suggestion { span, text: text.into(), applicability });
        self
    }

    /// Says that something else is to be written at the place itself.
    pub fn instead(mut self, text: &str, applicability: Applicability) -> Self {
        self.suggestions.clear();
        let span = self.primary.span;
        self.replace(span, text, applicability).help(format!("write `{text}`"))
    }

    /// Whatever is suggested is for a person to decide.
    pub fn doubt(&mut self) {
        self.suggestions.iter_mut().for_each(|s| s.applicability = Applicability::Maybe);
    }

    /// Adds "did you mean" where one of `known` is close to `word`; otherwise lists them if they are few.
    ///
    /// Where the finding is at the word itself, the near one is suggested for it: safely, if it is the only one that is near
    /// and no more than a slip away ([`is_slip`](crate::suggest::is_slip)).
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

    /// As [`Self::suggest`], without a list of what is known.
    pub fn suggest_near<'a>(mut self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known: Vec<&str> = known.into_iter().collect();
        known.sort_unstable();
        known.dedup();
        let mut near: Vec<_> = crate::suggest::nearest(word, known.iter().copied()).collect();
        near.sort_unstable();
        near.dedup();
        // a single letter is as near to any other
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

    /// Says which word is meant by one that is not known, if not surely.
    pub fn means(mut self, word: &str, meant: &str) -> Self {
        let place = self.primary.span;
        let (word, known) = (word.to_owned(), meant.to_owned());
        let all = self.unknown.take().map_or_else(Vec::new, |unknown| unknown.known);
        self.unknown = Some(Box::new(Unknown { word, meant: Some(known), place: None, known: all }));
        self.replace(place, meant, Applicability::Maybe).help(format!("did you mean `{meant}`?"))
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
