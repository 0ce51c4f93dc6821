//! Answers to requests that can't be fulfilled: a status, a code for programs, and a sentence for people.

use ludex_table::phrases::Phrases;

use crate::log::LogError;

/// Reason why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Malformed,
    WrongToken,
    NotYourTurn,
    NotAllowed,
    NoTable,
    NoPage,
    Stale,
    TooLarge,
    NoSuchOption,
    Invalid,
    TooMany,
    Fault,
    Unavailable,
    Full,
}

impl Kind {
    /// Returns the HTTP status and the code in JSON.
    pub fn row(self) -> (u16, &'static str) {
        match self {
            Self::Malformed => (400, "malformed"),
            Self::WrongToken => (403, "wrong_token"),
            Self::NotYourTurn => (403, "not_your_turn"),
            Self::NotAllowed => (403, "not_allowed"),
            Self::NoTable => (404, "no_such_table"),
            Self::NoPage => (404, "no_such_page"),
            Self::Stale => (409, "stale"),
            Self::TooLarge => (413, "too_large"),
            Self::NoSuchOption => (422, "no_such_option"),
            Self::Invalid => (422, "invalid"),
            Self::TooMany => (429, "too_many_requests"),
            Self::Fault => (500, "fault"),
            Self::Unavailable => (503, "unavailable"),
            Self::Full => (503, "full"),
        }
    }

    /// Returns the title of an error page.
    pub fn title(self, own: &Phrases) -> String {
        match self {
            Self::Malformed | Self::Invalid | Self::NoSuchOption | Self::TooLarge => own.serve_not_done(),
            Self::WrongToken | Self::NotYourTurn | Self::NotAllowed => own.serve_not_yours(),
            Self::NoTable | Self::NoPage => own.serve_not_found(),
            Self::Stale => own.serve_stale(),
            Self::TooMany | Self::Full => own.serve_busy(),
            Self::Fault | Self::Unavailable => own.serve_fault(),
        }
    }
}

impl Kind {
    /// Returns the sentence of an error page: in the language of the person, unless it has details.
    pub fn text(self, own: &Phrases, message: &str) -> String {
        match self {
            Self::WrongToken => own.serve_wrong_token(),
            Self::NotYourTurn => own.serve_not_your_turn(),
            Self::NoTable => own.serve_no_table(),
            Self::NoPage => own.serve_no_page(),
            Self::NoSuchOption => own.serve_no_option(),
            Self::TooLarge => own.serve_too_large(),
            Self::TooMany => own.serve_too_many(),
            Self::Fault => own.serve_bug(),
            Self::Malformed
            | Self::NotAllowed
            | Self::Stale
            | Self::Invalid
            | Self::Unavailable
            | Self::Full => ludex_table::words::capital(message) + ".",
        }
    }
}

/// A refused request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub kind: Kind,
    /// Sentence for a person.
    pub message: String,
}

impl Problem {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    pub fn no_table() -> Self {
        Self::new(Kind::NoTable, "there is no such table")
    }

    pub fn wrong_token() -> Self {
        Self::new(Kind::WrongToken, "this token is not that of a seat at this table, or is no longer valid")
    }

    /// The answer after a panic, which leaves the table as it was.
    pub fn fault() -> Self {
        Self::new(Kind::Fault, "the program has a bug and could not answer; the table is as it was")
    }
}

impl From<LogError> for Problem {
    fn from(error: LogError) -> Self {
        match error {
            LogError::UnknownTable(_) => Self::no_table(),
            LogError::UnknownRuleset(_)
            | LogError::TableExists(_)
            | LogError::Full
            | LogError::Busy
            | LogError::Gone(_)
            | LogError::Foreign(_)
            | LogError::Newer { .. }
            | LogError::Corrupt(_)
            | LogError::Other(_) => Self::new(Kind::Unavailable, error.to_string()),
        }
    }
}
