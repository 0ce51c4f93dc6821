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
            expected: None,
            actual: None,
            detail: problem.help.iter().cloned().collect(),
        });
        Summary {
            version: JSON_VERSION,
            passed: self.passed(),
            failed: self.failed(),
            skipped: self.results.len() - self.passed() - self.failed() - self.differ(),
            differ: self.differ(),
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
    /// How many do not apply to the ruleset with its overlays.
    pub skipped: usize,
    /// Number of scenarios of the base game whose result the overlays change.
    pub differ: usize,
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
    /// The first thing that did not hold; nothing if nothing failed.
    pub failure: Option<Told>,
    /// Why it does not apply; nothing if it does.
    pub skipped: Option<Told>,
    /// The first expectation that the overlays change, in a scenario of the base game; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<Told>,
}

/// Something that is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Told {
    /// The line that is to blame, if there is one.
    pub place: Option<Place>,
    /// One sentence, without a full stop.
    pub message: String,
    /// What was expected there; nothing where that is not what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What is so instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// What was found further, line by line.
    pub detail: Vec<String>,
}

impl Told {
    pub(super) fn failure(sources: &Sources, failure: &Failure) -> Told {
        let difference = failure.difference.as_ref();
        Told {
            place: Place::new(sources, failure.span),
            message: failure.message.clone(),
            expected: difference.map(|difference| difference.expected.clone()),
            actual: difference.map(|difference| difference.actual.clone()),
            detail: failure.detail.clone(),
        }
    }

    fn scenario(sources: &Sources, result: &ScenarioResult) -> ScenarioSummary {
        let (mut failure, mut skipped, mut differs) = (None, None, None);
        match &result.outcome {
            Outcome::Passed => {}
            Outcome::Failed(why) if result.is_own => failure = Some(Told::failure(sources, why)),
            Outcome::Failed(why) => differs = Some(Told::failure(sources, why)),
            Outcome::DoesNotApply(why) => skipped = Some(Told::failure(sources, why)),
        }
        ScenarioSummary {
            name: result.name.clone(),
            file: result.file.clone(),
            rules: result.rules.clone(),
            variants: result.variants.clone(),
            failure,
            skipped,
            differs,
        }
    }
}
