//! A report of scenarios as data, in the form that `docs/json.md` describes.

use ludex_grammar::source::Sources;
use serde::Serialize;

use super::{Failure, Outcome, Report, ScenarioResult};
use crate::play::{JSON_VERSION, Place};

impl Report {
    /// The report in the form that `docs/json.md` describes.
    pub fn summary(&self) -> Summary {
        let unreadable = self.problems.iter().map(|problem| Told {
            place: Place::new(&self.sources, problem.primary.span),
            message: problem.message.clone(),
            detail: problem.help.iter().cloned().collect(),
        });
        Summary {
            version: JSON_VERSION,
            passed: self.passed(),
            failed: self.results.len() - self.passed(),
            unreadable: unreadable.collect(),
            scenarios: self.results.iter().map(|result| Told::scenario(&self.sources, result)).collect(),
        }
    }
}

/// A report as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// [`JSON_VERSION`].
    pub version: u32,
    /// Scenarios in which all that is expected held.
    pub passed: usize,
    /// How many did not.
    pub failed: usize,
    /// What could not be read.
    pub unreadable: Vec<Told>,
    /// One for each scenario that could be read.
    pub scenarios: Vec<ScenarioSummary>,
}

/// A scenario in a [`Summary`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScenarioSummary {
    /// As the scenario calls itself.
    pub name: String,
    /// The file it stands in, as shown.
    pub file: String,
    /// The rules it proves.
    pub rules: Vec<String>,
    /// The variants it names.
    pub variants: Vec<String>,
    /// The first thing that did not hold; nothing if it passed.
    pub failure: Option<Told>,
}

/// Something that is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Told {
    /// The line that is to blame, if there is one.
    pub place: Option<Place>,
    /// One sentence, without a full stop.
    pub message: String,
    /// What was found, line by line.
    pub detail: Vec<String>,
}

impl Told {
    pub(super) fn failure(sources: &Sources, failure: &Failure) -> Told {
        Told {
            place: Place::new(sources, failure.span),
            message: failure.message.clone(),
            detail: failure.detail.clone(),
        }
    }

    fn scenario(sources: &Sources, result: &ScenarioResult) -> ScenarioSummary {
        let failure = match &result.outcome {
            Outcome::Passed => None,
            Outcome::Failed(failure) => Some(Told::failure(sources, failure)),
        };
        ScenarioSummary {
            name: result.name.clone(),
            file: result.file.clone(),
            rules: result.rules.clone(),
            variants: result.variants.clone(),
            failure,
        }
    }
}
