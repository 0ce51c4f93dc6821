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

use crate::compile::Ruleset;
use crate::jobs::one_by_one;
use crate::load::scenario::RawScenario;
use crate::resolve::Target;
use crate::trace::Traced;
use applies::{Came, is_good_alone, not_together, told_apart};
use coverage::Counted;
use group::Failed;
use reading::found::Found;
use set::RunGroup;

pub use coverage::{Coverage, CoverageItem, CoverageKind};
pub use reading::index::indices;
pub use reading::problems::check_all;
pub use reading::rules::{rule_ids, rules_named};
pub use run::played::{NoPosition, Position, play, position};
pub use set::ScenarioSet;
pub use suite::Suite;
pub use summary::{ScenarioSummary, Summary, Told};
pub use touched::Touched;
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

    /// Number of scenarios that failed. Scenarios that don't apply, or that [differ](ScenarioResult::differs), don't count.
    pub fn failed(&self) -> usize {
        self.results.iter().filter(|result| result.fails()).count()
    }

    /// Number of scenarios of the base game whose result the overlays change.
    pub fn differ(&self) -> usize {
        self.results.iter().filter(|result| result.differs()).count()
    }

    /// Whether everything could be read, and what applies passed.
    pub fn is_good(&self) -> bool {
        let is_error = |problem: &Diagnostic| problem.severity() == Severity::Error;
        !self.problems.iter().any(is_error) && self.failed() == 0
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
    /// True if it tests the ruleset with the overlays that are on it: one of these brings it, or it names all of them. False for other scenarios of
    /// the base game. Without overlays, always true.
    pub is_own: bool,
    /// The lines that it stands in.
    pub span: Span,
    /// How it went.
    pub outcome: Outcome,
    /// Of one that fails: what else of what it expects does not hold, as far as it can go on.
    pub more: Vec<Failure>,
    /// Of one that fails: what came of the last choice before that.
    pub last: Option<Box<Traced>>,
}

impl ScenarioResult {
    /// Returns true if it failed and tests the ruleset as it was run.
    pub fn fails(&self) -> bool {
        self.is_own && matches!(self.outcome, Outcome::Failed(_))
    }

    /// Returns true if it failed and tests the base game, which overlays change. That is a difference, not a mistake.
    pub fn differs(&self) -> bool {
        !self.is_own && matches!(self.outcome, Outcome::Failed(_))
    }
}

/// How a scenario went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Everything held.
    Passed,
    /// The first thing that did not.
    Failed(Failure),
    /// It can't be told of a ruleset with the overlays that are on it, and why: it is about the game itself, or it names what there is no longer.
    DoesNotApply(Failure),
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
    /// What was expected, and what is so; nothing where that is not what failed.
    pub difference: Option<Box<Difference>>,
    /// What was found further, line by line.
    pub detail: Vec<String>,
    /// What may be declared too small for it.
    cause: Option<Target>,
    /// What may stand instead of a mistaken word.
    mend: Option<Box<Suggestion>>,
}

/// What a scenario expected, beside what is so.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// As the scenario says it.
    pub expected: String,
    /// In the same words.
    pub actual: String,
    /// Changes of its file by which the scenario says what is so; none where that can't be said by changing a value.
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

    /// What the scenario would have to say.
    fn update(mut self, changes: impl IntoIterator<Item = Suggestion>) -> Self {
        if let Some(difference) = &mut self.difference {
            difference.update.extend(changes);
        }
        self
    }

    /// What was expected and what is so, if that is what failed, and what was found further.
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

/// Runs all scenarios among some files, given as `(path, text)`, and those of the overlays that are on the ruleset and of its variants.
/// `shown` is put before paths in messages.
pub fn run_all(ruleset: &Ruleset, files: &[(String, String)], shown: &str) -> Report {
    run_chosen(ruleset, files, shown, |_, _| true)
}

/// Runs some of the scenarios that [`run_all`] runs: those of which this is true, which is asked for the file, as shown, and the name of each. What
/// can't be read is told in any case.
pub fn run_chosen(
    ruleset: &Ruleset,
    files: &[(String, String)],
    shown: &str,
    chosen: impl Fn(&str, &str) -> bool,
) -> Report {
    ScenarioSet::read(ruleset, files, shown, &one_by_one).run(chosen)
}

/// Runs all scenarios as [`run_all`] does, and says what of the ruleset, and of the variants that they name, those that pass come to.
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

/// What came of each scenario of a group, in order.
type Results = Vec<Result<Vec<Diagnostic>, Box<Failed>>>;

fn report(
    ruleset: &Ruleset,
    found: Found,
    run: impl FnOnce(&Sources, &[RunGroup<'_>]) -> Vec<Results>,
) -> Report {
    let Found { sources, raw, mut problems } = found;
    let mut outcomes: Vec<Came> = raw.iter().map(|_| None).collect();
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
