//! The public API, by name.
//!
//! Everything here is typed and documented, and shows viewers only what they may know. The crates below
//! (`ludex-run`, `ludex-check`, `ludex-grammar`) have no stable API, nor have items hidden from the
//! documentation, which only the crates of this project use.
//!
//! Output types and errors are `#[non_exhaustive]`. Types shown to players are not: every client must display
//! each value, choice, log line and reason. The compiler therefore reports a new variant, and a new variant
//! raises the version of the [JSON form](crate::JSON_VERSION).

pub use crate::compile::format;
pub use crate::compile::{Compile, compile};
#[doc(inline)]
pub use ludex_check::fault::FaultKind;
#[doc(inline)]
pub use ludex_check::ids::{
    ActionId, CardId, ComputedId, DecisionId, DesignId, EnumId, FieldId, FunctionId, KindId, MessageId,
    OptionId, PhaseId, PropertyId, Seat, SpotAt, SpotId, VarId, WindowId, ZoneAt, ZoneId,
};
#[doc(inline)]
pub use ludex_check::jobs::{Workers, for_each_parallel, map_parallel, on_threads, one_by_one};
#[doc(inline)]
pub use ludex_check::model::{Rights, WordsOf};
/// The YAML parser of rulesets, with source locations.
pub use ludex_grammar::yaml;
#[doc(inline)]
pub use ludex_run::play::{
    Amount, ApplyError, Branch, CardAt, CardView, Choice, Chooser, Chose, Decision, Ending, Fact, Fault,
    Game, GameEnd, Host, JSON_VERSION, LogEntry, MarkView, Move, Moved, Movement, Named, Observation,
    ObservedChoice, OptionView, PastChoice, Perspective, PhaseView, PicksView, Place, Playout, Profile,
    ProfileLine, Record, RecordError, Region, RegionKind, Score, Setup, Several, SheetRow, SheetScore, Trace,
    Turn, Unasked, Value, VariableView, View, Viewer, ZoneView,
};
#[doc(inline)]
pub use ludex_run::ruleset::{Compiled, Problems, Ruleset, SetupError, SetupErrorKind};

pub use crate::compile::diagnostics;
#[cfg(feature = "fs")]
pub use crate::compile::fs;
pub use crate::compile::schema;
#[doc(inline)]
pub use ludex_run::play::{rules, variants};

/// Tests of a ruleset written as data (`scenarios/*.yaml`): runs them, checks them, or plays one to its
/// position.
pub mod scenarios {
    #[doc(hidden)]
    pub use crate::scenario::indices;
    pub use crate::scenario::{
        Coverage, CoverageItem, CoverageKind, Difference, Failure, FailureMessage, NoPosition, Outcome,
        Position, Report, ScenarioResult, ScenarioSet, ScenarioSummary, ScenarioTrace, Summary, Touched,
        check_all, play, position, rule_ids, rules_named, run_all, run_chosen, run_covered, trace,
    };
}

/// Mutation testing: rules with one change each, and whether a scenario detects it.
pub mod mutants {
    pub use crate::scenario::mutants::{Fate, Mutant, MutantTrial, mutants};
}

/// Trace of a choice, as a tree: events with the reactions to them, verbs, and the values they read.
pub mod traces {
    pub use crate::explain::Queried;
    pub use crate::trace::{Happened, TraceNode, Traced, TracedChoice, TracedDecision, game};
}

/// Explanations as trees of values with source locations: the reasons for a value, and why a choice is
/// impossible.
///
/// An explanation is made for a viewer. It contains nothing that the seat may not know
/// ([`Value::Hidden`](crate::Value::Hidden)), and does not depend on it. Its cost is bounded, and it includes
/// rules that fail. Items that are not in the game have no explanation.
pub mod why {
    pub use crate::explain::{
        Candidate, Explanation, Gathered, Op, Reason, Subject, Target, Wanted, WhyNot, amount, card,
        computed, decision_facts, expression, is_forced, line, option_facts, property, score, spot, variable,
        why_not, won, zone,
    };
    #[doc(inline)]
    pub use ludex_check::language::Fold;
}
