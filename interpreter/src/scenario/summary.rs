//! Reports of scenarios as data, in the format of `docs/json.md`.

use ludex_grammar::source::Sources;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Failure, Outcome, Report, ScenarioResult};
use ludex_run::play::{JSON_VERSION, Place};

impl Report {
    /// Converts the report to the format of `docs/json.md`.
    pub fn summary(&self) -> Summary {
        let unreadable = self.problems.iter().map(|problem| FailureMessage {
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
            scenarios: self
                .results
                .iter()
                .map(|result| FailureMessage::scenario(&self.sources, result))
                .collect(),
        }
    }
}

/// A report as data.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// Version of the document: 1.
    pub version: u32,
    /// Number of scenarios that passed.
    pub passed: usize,
    /// Number of scenarios that failed.
    pub failed: usize,
    /// Number of scenarios that don't apply to the ruleset with its overlays.
    pub skipped: usize,
    /// Number of scenarios of the base game whose result the overlays change. They are not in `failed`.
    pub differ: usize,
    /// Errors of unreadable scenarios.
    pub unreadable: Vec<FailureMessage>,
    /// All scenarios that could be read.
    pub scenarios: Vec<ScenarioSummary>,
}

/// A scenario in a [`Summary`].
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct ScenarioSummary {
    /// Name of the scenario.
    pub name: String,
    /// File of the scenario.
    pub file: String,
    /// Numbers of the rules that it proves.
    pub rules: Vec<String>,
    /// Variants that it names.
    pub variants: Vec<String>,
    /// First failed expectation; `null` if none failed.
    pub failure: Option<FailureMessage>,
    /// Reason why it doesn't apply; `null` if it does.
    pub skipped: Option<FailureMessage>,
    /// First expectation that the overlays change, in a scenario of the base game; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<FailureMessage>,
}

/// Something that is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct FailureMessage {
    /// Source location; `null` without one.
    pub place: Option<Place>,
    /// One sentence, without a full stop.
    pub message: String,
    /// Expected value; absent for other problems.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Actual value; absent together with `expected`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// Further findings, line by line.
    pub detail: Vec<String>,
}

impl FailureMessage {
    pub(super) fn failure(sources: &Sources, failure: &Failure) -> FailureMessage {
        let difference = failure.difference.as_ref();
        FailureMessage {
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
            Outcome::Failed(why) if result.is_own => failure = Some(FailureMessage::failure(sources, why)),
            Outcome::Failed(why) => differs = Some(FailureMessage::failure(sources, why)),
            Outcome::DoesNotApply(why) => skipped = Some(FailureMessage::failure(sources, why)),
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
