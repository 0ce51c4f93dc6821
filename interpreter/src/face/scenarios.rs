//! Tests of a ruleset written as data (`scenarios/*.yaml`): run them, check them, or play one to its position.

use serde::Serialize;

use super::diagnostics::{Diagnostic, Severity, Sources};
use super::ruleset::compiled;
use super::{Compiled, Game, JSON_VERSION, Place, Ruleset, Workers};
use crate::scenario as inner;

pub use crate::scenario::{Failure, NoPosition, Outcome, ScenarioResult, rule_ids, rules_named};

/// What came of running scenarios.
#[derive(Debug)]
pub struct Report {
    /// The texts of the ruleset and of the scenarios: every place in the report is a place here.
    pub sources: Sources,
    /// What makes a scenario, or a whole file of them, unreadable: such scenarios have no result. And what in one does nothing, as warnings.
    pub problems: Vec<Diagnostic>,
    /// One for each scenario that could be read, in order of files and of scenarios in them.
    pub results: Vec<ScenarioResult>,
}

impl Report {
    /// How many scenarios passed.
    pub fn passed(&self) -> usize {
        self.results.iter().filter(|result| result.outcome == Outcome::Passed).count()
    }

    /// Whether everything could be read and passed.
    pub fn is_good(&self) -> bool {
        let is_error = |problem: &Diagnostic| problem.severity() == Severity::Error;
        !self.problems.iter().any(is_error) && self.passed() == self.results.len()
    }

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
pub struct Told {
    /// The line that is to blame, if there is one.
    pub place: Option<Place>,
    /// One sentence, without a full stop.
    pub message: String,
    /// What was found, line by line.
    pub detail: Vec<String>,
}

impl Told {
    fn scenario(sources: &Sources, result: &ScenarioResult) -> ScenarioSummary {
        let failure = match &result.outcome {
            Outcome::Passed => None,
            Outcome::Failed(failure) => Some(Told {
                place: Place::new(sources, failure.span),
                message: failure.message.clone(),
                detail: failure.detail.clone(),
            }),
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

/// Runs all scenarios among some files, given as `(path, text)`, and those of the overlays that are on the ruleset and of its variants.
/// `shown` is put before paths in messages.
pub fn run_all(ruleset: &Ruleset, files: &[(String, String)], shown: &str) -> Report {
    let inner::Report { sources, problems, results } = inner::run_all(&ruleset.0, files, shown);
    Report { sources, problems, results }
}

/// What is wrong with scenarios, without running them; `rules` is the page of numbered rules, if there is one.
pub fn check_all(
    ruleset: &Ruleset,
    files: &[(String, String)],
    rules: Option<&str>,
    shown: &str,
) -> (Sources, Vec<Diagnostic>) {
    inner::check_all(&ruleset.0, files, rules, shown)
}

/// Compiles a ruleset and, where it has no error, each of its variants, as [`compile_all`](super::compile_all) does, and then says what is wrong with
/// its scenarios, which comes last: in one go, with as many threads as there are workers.
pub fn compile_and_check(
    files: &[(String, String)],
    rules: Option<&str>,
    shown: &str,
    workers: Workers<'_>,
) -> Vec<Compiled> {
    inner::compile_and_check(files, rules, shown, workers).into_iter().map(compiled).collect()
}

/// Plays the scenario with a name, or the only one that has these words in its name, and gives the game after its steps.
///
/// # Errors
/// [`NoPosition`]: no scenario or several are called so, its file can't be read, or a step of it fails.
pub fn play(
    ruleset: &Ruleset,
    files: &[(String, String)],
    shown: &str,
    name: &str,
) -> Result<Game, NoPosition> {
    inner::play(&ruleset.0, files, shown, name).map(|played| Game::of(played.game))
}
