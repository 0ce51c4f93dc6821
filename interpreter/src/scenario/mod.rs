//! Runs scenarios: tests of a ruleset written as data (`scenarios/*.yaml`).
//!
//! A scenario starts at a position, makes choices and states expectations; see
//! [`load::scenario`](ludex_check::load::scenario) for the format. The starting position depends on its keys:
//!
//! | keys | start of the scenario |
//! |---|---|
//! | none | at the first decision of a new game |
//! | `given` | after set-up, before the first phase; `zones`, `rest` and `set` change that position |
//! | `phase` | after entry into the phase |
//! | `run` | after the effect; `play` answers its choices |
//!
//! A scenario that names variants tests the ruleset with these variants, applied after those that are already
//! on it.
//!
//! All texts are checked before or while they are used. A mistake is a failure of its scenario, at its source
//! location.

mod applies;
mod compiled;
mod coverage;
mod follow;
mod group;
pub mod mutants;
mod reading;
mod run;
mod set;
mod suite;
mod summary;
mod touched;
mod traced;
mod variants;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Severity, Suggestion, in_order};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;

use crate::trace::Traced;
use applies::{KnownResult, is_good_alone, not_together, told_apart};
use coverage::Counted;
use group::Failed;
use ludex_check::jobs::one_by_one;
use ludex_check::load::scenario::RawScenario;
use ludex_check::resolve::Target;
use ludex_run::ruleset::{Ruleset, RulesetInternals};
use reading::found::Found;
use set::RunGroup;

pub use coverage::{Coverage, CoverageItem, CoverageKind};
pub use reading::index::indices;
pub use reading::problems::check_all;
pub use reading::rules::{rule_ids, rules_named};
pub use run::played::{NoPosition, Position, play, position};
pub use set::ScenarioSet;
pub use suite::Suite;
pub use summary::{FailureMessage, ScenarioSummary, Summary};
pub use touched::Touched;
pub use traced::{ScenarioTrace, trace};

/// Result of a run of scenarios.
#[derive(Debug)]
#[non_exhaustive]
pub struct Report {
    /// Texts of the ruleset and the scenarios. All spans in the report refer to them.
    pub sources: Sources,
    /// Errors that make a scenario or a whole file unreadable, so that it has no result. Also contains
    /// warnings about parts without effect.
    pub problems: Vec<Diagnostic>,
    /// One result per readable scenario, in order of files and of scenarios in them.
    pub results: Vec<ScenarioResult>,
}

impl Report {
    /// Returns the number of scenarios that passed.
    pub fn passed(&self) -> usize {
        self.results.iter().filter(|r| r.outcome == Outcome::Passed).count()
    }

    /// Returns the number of scenarios that failed. Scenarios that don't apply, or that
    /// [differ](ScenarioResult::differs), don't count.
    pub fn failed(&self) -> usize {
        self.results.iter().filter(|result| result.fails()).count()
    }

    /// Returns the number of scenarios of the base game whose result the overlays change.
    pub fn differ(&self) -> usize {
        self.results.iter().filter(|result| result.differs()).count()
    }

    /// Returns true if there are no errors and no applicable scenario failed.
    pub fn is_good(&self) -> bool {
        let is_error = |problem: &Diagnostic| problem.severity() == Severity::Error;
        !self.problems.iter().any(is_error) && self.failed() == 0
    }
}

/// Result of one scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScenarioResult {
    /// Path of its file, as shown.
    pub file: String,
    /// Name of the scenario.
    pub name: String,
    /// IDs of the rules it tests.
    pub rules: Vec<String>,
    /// Variants that the scenario names.
    pub variants: Vec<String>,
    /// True if it tests the ruleset with the current overlays: it belongs to one of them, or it names all of
    /// them. False for other scenarios of the base game. Without overlays, always true.
    pub is_own: bool,
    /// Line range in the file.
    pub span: Span,
    /// Whether it passed, failed or doesn't apply.
    pub outcome: Outcome,
    /// For a failed scenario: further failed expectations, as far as it can continue.
    pub more: Vec<Failure>,
    /// For a failed scenario: trace of the last choice before the failure.
    pub last: Option<Box<Traced>>,
}

impl ScenarioResult {
    /// Returns true if the scenario failed and tests the ruleset as it was run.
    pub fn fails(&self) -> bool {
        self.is_own && matches!(self.outcome, Outcome::Failed(_))
    }

    /// Returns true if the scenario failed and tests the base game, which overlays change. Such a difference
    /// is not a mistake.
    pub fn differs(&self) -> bool {
        !self.is_own && matches!(self.outcome, Outcome::Failed(_))
    }
}

/// Outcome of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// All of its expectations held.
    Passed,
    /// The first expectation that failed.
    Failed(Failure),
    /// The scenario can't test a ruleset with the current overlays, with the reason: it is about the base
    /// game itself, or it names items that no longer exist.
    DoesNotApply(Failure),
}

/// Reason why a scenario failed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The code, if the text of the scenario is wrong.
    pub code: Option<Code>,
    /// Location of a step, a part of an expectation, or a wrong word.
    pub span: Span,
    /// One sentence, without a full stop.
    pub message: String,
    /// Expected and actual value; `None` if the failure is not a difference.
    pub difference: Option<Box<Difference>>,
    /// Further findings, one per line.
    pub detail: Vec<String>,
    /// The declaration that may be too small for the scenario.
    cause: Option<Target>,
    /// Suggested replacement of a wrong word.
    mend: Option<Box<Suggestion>>,
}

/// Expected and actual value of a failed expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// Expected value, as the scenario writes it.
    pub expected: String,
    /// Actual value, in the same notation.
    pub actual: String,
    /// Changes of the scenario file that replace the expected by the actual value. Empty if no change of a
    /// value can do so.
    pub update: Vec<Suggestion>,
}

impl Failure {
    fn new(span: Span, message: impl Into<String>) -> Self {
        let (message, mend) = (message.into(), None);
        Self { code: None, span, message, difference: None, detail: Vec::new(), cause: None, mend }
    }

    fn differs(mut self, expected: impl Into<String>, actual: impl Into<String>) -> Self {
        let (expected, actual) = (expected.into(), actual.into());
        self.difference = Some(Box::new(Difference { expected, actual, update: Vec::new() }));
        self
    }

    /// Adds changes of the scenario file to the difference.
    fn update(mut self, changes: impl IntoIterator<Item = Suggestion>) -> Self {
        if let Some(difference) = &mut self.difference {
            difference.update.extend(changes);
        }
        self
    }

    /// Formats the difference, if any, and the further findings.
    pub fn lines(&self) -> Vec<String> {
        let difference = self.difference.iter();
        let difference = difference.flat_map(|difference| {
            let Difference { expected, actual, .. } = &**difference;
            [format!("expected: {expected}"), format!("actual:   {actual}")]
        });
        difference.chain(self.detail.iter().cloned()).collect()
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
        let lines = failure.lines();
        let mut problem = Diagnostic::new(code, failure.span, failure.message);
        problem.suggestions.extend(failure.mend.map(|mend| *mend));
        if lines.is_empty() { problem } else { problem.help(lines.join("; ")) }
    }
}

impl From<Diagnostic> for Failure {
    fn from(problem: Diagnostic) -> Self {
        let Diagnostic { code, primary, message, help, suggestions, .. } = problem;
        let label = Some(primary.text).filter(|text| !text.is_empty());
        let detail = label.into_iter().chain(help).collect();
        let mend = suggestions.into_iter().next().map(Box::new);
        Self { code: Some(code), detail, mend, ..Self::new(primary.span, message) }
    }
}

/// Runs all scenarios in these files, given as `(path, text)`, and those of the ruleset's overlays and
/// variants. `shown` is the prefix of paths in messages.
pub fn run_all(ruleset: &Ruleset, files: &[(String, String)], shown: &str) -> Report {
    run_chosen(ruleset, files, shown, |_, _| true)
}

/// Like [`run_all`], but runs only the scenarios for which `chosen` returns true. Its arguments are the file,
/// as shown, and the name of a scenario. Unreadable files are reported in any case.
pub fn run_chosen(
    ruleset: &Ruleset,
    files: &[(String, String)],
    shown: &str,
    chosen: impl Fn(&str, &str) -> bool,
) -> Report {
    ScenarioSet::read(ruleset, files, shown, &one_by_one).run(chosen)
}

/// Like [`run_all`], but also measures the coverage of the scenarios that pass, including the variants that
/// they name.
pub fn run_covered(ruleset: &Ruleset, files: &[(String, String)], shown: &str) -> (Report, Coverage) {
    let mut counted = Counted::default();
    counted.add_rules(ruleset);
    let found = reading::found::find(ruleset, files, shown);
    let report = report(ruleset, found, |sources, groups| {
        let follow = |(ruleset, members): &RunGroup<'_>| {
            let (results, followers) = group::follow(ruleset, sources, members);
            counted.add_rules(ruleset);
            followers.iter().for_each(|follower| counted.add(follower));
            results
        };
        groups.iter().map(follow).collect()
    });
    (report, counted.finish())
}

/// Results of the scenarios of a group, in order.
type Results = Vec<Result<Vec<Diagnostic>, Box<Failed>>>;

fn report(
    ruleset: &Ruleset,
    found: Found,
    run: impl FnOnce(&Sources, &[RunGroup<'_>]) -> Vec<Results>,
) -> Report {
    let Found { sources, raw, mut problems } = found;
    let mut outcomes: Vec<KnownResult> = raw.iter().map(|_| None).collect();
    let is_changed = !ruleset.overlay_ids().is_empty();
    let (mut groups, mut numbers) = (Vec::new(), Vec::new());
    for wanted in variants::wanted(ruleset, &raw, &mut problems) {
        let (with_them, mut errors) = wanted.ruleset(ruleset, &raw);
        let members = wanted.members;
        if let Some(ruleset) = with_them {
            groups.push((ruleset, members.iter().map(|i| &raw[*i]).collect()));
            numbers.push(members);
        } else if is_changed && is_good_alone(ruleset, &wanted.paths) {
            let why = |i: &usize| not_together(&raw[*i], errors.first());
            members.iter().for_each(|i| outcomes[*i] = Some(Err(why(i))));
            errors.clear();
        }
        problems.append(&mut errors);
    }
    for (members, results) in numbers.into_iter().zip(run(&sources, &groups)) {
        members.into_iter().zip(results).for_each(|(i, result)| outcomes[i] = Some(result));
    }
    if is_changed {
        told_apart(ruleset, &raw, &mut outcomes);
    }
    problems.extend(outcomes.iter_mut().flatten().flatten().flat_map(std::mem::take));
    let results = raw.iter().zip(outcomes).filter_map(|(scenario, outcome)| {
        let is_own = !is_changed || variants::is_own(ruleset, scenario);
        Some(result(&sources, scenario, is_own, outcome?))
    });
    let results = results.collect();
    in_order(&mut problems);
    Report { sources, problems, results }
}

fn result(
    sources: &Sources,
    scenario: &RawScenario,
    is_own: bool,
    outcome: Result<Vec<Diagnostic>, Box<Failed>>,
) -> ScenarioResult {
    let (outcome, more, last) = match outcome.map_err(|failed| *failed) {
        Ok(_) => (Outcome::Passed, Vec::new(), None),
        Err(Failed { failure, applies: false, .. }) => (Outcome::DoesNotApply(failure), Vec::new(), None),
        Err(Failed { failure, more, last, .. }) => (Outcome::Failed(failure), more, last.map(Box::new)),
    };
    ScenarioResult {
        file: sources.get(scenario.span.file).name.clone(),
        name: scenario.name.value.clone(),
        rules: scenario.rules.iter().map(|rule| rule.value.clone()).collect(),
        variants: scenario.variants.iter().map(|variant| variant.value.clone()).collect(),
        is_own,
        span: scenario.span,
        outcome,
        more,
        last,
    }
}
