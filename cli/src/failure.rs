//! Failures of a command and their exit codes.

use std::io;

/// Reason why a command stops.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong: exit code 2.
    Usage(String),
    /// The ruleset, game or save has a problem: exit code 1.
    Problem(String),
    /// Writing the output failed; a closed pipe is not an error.
    Output(io::Error),
}

impl Failure {
    /// Prints the message on stderr and returns the exit code.
    pub fn report(&self) -> u8 {
        match self {
            Self::Usage(message) => say(message, 2),
            Self::Problem(message) => say(message, 1),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Output(error) => say(&format!("can't write the output: {error}"), 1),
        }
    }
}

fn say(message: &str, code: u8) -> u8 {
    crate::terminal::output::warn(&format!("error: {message}"));
    code
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Result of a command: its exit code.
pub type Outcome = Result<u8, Failure>;

/// Formats a suggestion: `did you mean …?`, or the list of known names.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match ludex::diagnostics::closest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "there are none".to_owned(),
        None => format!("there are: {}", known.join(", ")),
    }
}
