//! Runs scenarios: tests of a ruleset written as data (`scenarios/*.yaml`).
//!
//! A scenario begins in a position, makes choices and says what must hold; see [`load::scenario`](crate::load::scenario)
//! for the form. What begins where:
//!
//! | written | the scenario begins |
//! |---|---|
//! | nothing | at the first decision of a new game |
//! | `given` | with set-up done and no phase begun; `zones`, `rest` and `set` change that position |
//! | `phase` | there, play having entered the phase |
//! | `run` | there, the effect having run; `play` answers its choices |
//!
//! A scenario that names variants is about the ruleset with these on it, after those that are on it already.
//!
//! All texts are judged before or while they are used; a mistake in one is the failure of its scenario, at its place.

mod compiled;
mod coverage;
mod follow;
mod group;
mod reading;
mod run;
mod suite;
mod summary;
#[cfg(test)]
mod tests;
mod traced;
mod variants;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Severity, in_order};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;

use crate::compile::Ruleset;
use crate::load::scenario::RawScenario;
use crate::resolve::Target;
use coverage::Counted;
use reading::found::Found;
use variants::Group;

pub use coverage::{Coverage, CoverageItem, CoverageKind};
pub use reading::index::indices;
pub use reading::problems::check_all;
pub use reading::rules::{rule_ids, rules_named};
pub use run::played::{NoPosition, play};
pub use suite::Suite;
pub use summary::{ScenarioSummary, Summary, Told};
pub use traced::{ScenarioTrace, trace};

/// What came of running scenarios.
#[derive(Debug)]
#[non_exhaustive]
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
        self.results.iter().filter(|r| r.outcome == Outcome::Passed).count()
    }

    /// Whether everything could be read and passed.
    pub fn is_good(&self) -> bool {
        let is_error = |problem: &Diagnostic| problem.severity() == Severity::Error;
        !self.problems.iter().any(is_error) && self.passed() == self.results.len()
    }
}

/// What came of one scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScenarioResult {
    /// The file it stands in, as shown.
    pub file: String,
    /// As the scenario calls itself.
    pub name: String,
    /// The rules it proves.
    pub rules: Vec<String>,
    /// The variants it names.
    pub variants: Vec<String>,
    /// The lines that it stands in.
    pub span: Span,
    /// How it went.
    pub outcome: Outcome,
}

/// How a scenario went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Everything held.
    Passed,
    /// The first thing that did not.
    Failed(Failure),
}

/// Why a scenario failed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The code, if it is a mistake in the scenario's text.
    pub code: Option<Code>,
    /// Where: a step, a part of an expectation, or a mistaken word.
    pub span: Span,
    /// One sentence, without a full stop.
    pub message: String,
    /// What was found, line by line.
    pub detail: Vec<String>,
    /// What may be declared too small for it.
    cause: Option<Target>,
}

impl Failure {
    fn new(span: Span, message: impl Into<String>) -> Self {
        Self { code: None, span, message: message.into(), detail: Vec::new(), cause: None }
    }

    fn because_of(mut self, cause: Option<Target>) -> Self {
        self.cause = cause;
        self
    }

    fn detail(mut self, line: impl Into<String>) -> Self {
        self.detail.push(line.into());
        self
    }
}

impl From<Failure> for Diagnostic {
    fn from(failure: Failure) -> Self {
        let code = failure.code.unwrap_or(Code::BadScenario);
        let problem = Diagnostic::new(code, failure.span, failure.message);
        if failure.detail.is_empty() { problem } else { problem.help(failure.detail.join("; ")) }
    }
}

impl From<Diagnostic> for Failure {
    fn from(problem: Diagnostic) -> Self {
        let Diagnostic { code, primary, message, help, .. } = problem;
        let label = Some(primary.text).filter(|text| !text.is_empty());
        let detail = label.into_iter().chain(help).collect();
        Self { code: Some(code), span: primary.span, message, detail, cause: None }
    }
}

/// Runs all scenarios among some files, given as `(path, text)`, and those of the overlays that are on the ruleset and of its variants.
/// `shown` is put before paths in messages.
pub fn run_all(ruleset: &Ruleset, files: &[(String, String)], shown: &str) -> Report {
    report(ruleset, files, shown, |group, sources, members| group::run(&group.ruleset, sources, members))
}

/// Runs all scenarios as [`run_all`] does, and says what of the ruleset, and of the variants that they name, those that pass come to.
pub fn run_covered(ruleset: &Ruleset, files: &[(String, String)], shown: &str) -> (Report, Coverage) {
    let mut counted = Counted::default();
    counted.add_rules(ruleset);
    let report = report(ruleset, files, shown, |group, sources, members| {
        let (results, followers) = group::follow(&group.ruleset, sources, members);
        counted.add_rules(&group.ruleset);
        followers.iter().for_each(|follower| counted.add(follower));
        results
    });
    (report, counted.finish())
}

/// What came of each scenario of a group, in order.
type Results = Vec<Result<Vec<Diagnostic>, Failure>>;

fn report(
    ruleset: &Ruleset,
    files: &[(String, String)],
    shown: &str,
    mut run: impl FnMut(&Group, &Sources, &[&RawScenario]) -> Results,
) -> Report {
    let Found { sources, raw, mut problems } = reading::found::find(ruleset, files, shown);
    let mut outcomes: Vec<Option<Result<Vec<Diagnostic>, Failure>>> = vec![None; raw.len()];
    for group in variants::groups(ruleset, &raw, &mut problems) {
        let members: Vec<&RawScenario> = group.members.iter().map(|i| &raw[*i]).collect();
        let results = run(&group, &sources, &members);
        group.members.iter().zip(results).for_each(|(i, result)| outcomes[*i] = Some(result));
    }
    problems.extend(outcomes.iter_mut().flatten().flatten().flat_map(std::mem::take));
    let results =
        raw.iter().zip(outcomes).filter_map(|(scenario, outcome)| Some(result(&sources, scenario, outcome?)));
    let results = results.collect();
    in_order(&mut problems);
    Report { sources, problems, results }
}

fn result(
    sources: &Sources,
    scenario: &RawScenario,
    outcome: Result<Vec<Diagnostic>, Failure>,
) -> ScenarioResult {
    ScenarioResult {
        file: sources.get(scenario.span.file).name.clone(),
        name: scenario.name.value.clone(),
        rules: scenario.rules.iter().map(|rule| rule.value.clone()).collect(),
        variants: scenario.variants.iter().map(|variant| variant.value.clone()).collect(),
        span: scenario.span,
        outcome: outcome.map_or_else(Outcome::Failed, |_| Outcome::Passed),
    }
}
