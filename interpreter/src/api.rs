//! The public API: all that others build on, by name. Everything here is typed, documented, and told to a viewer only as far as that one may
//! know it; `machinery` (feature `unstable-internals`) is what it stands on.
//!
//! What is only given is `#[non_exhaustive]`, and so are errors. What a player is shown is not: whoever shows values, choices, lines of the log
//! and reasons has to show each, so a new one is told by the compiler, and is a new number of the [JSON form](crate::JSON_VERSION).

pub use crate::compile::format;
pub use crate::compile::{Compile, Compiled, Problems, Ruleset, SetupError, SetupErrorKind, compile};
pub use crate::fault::FaultKind;
pub use crate::ids::{
    ActionId, CardId, ComputedId, DecisionId, DesignId, EnumId, FieldId, FunctionId, KindId, MessageId,
    OptionId, PhaseId, PropertyId, Seat, SpotAt, SpotId, VarId, WindowId, ZoneAt, ZoneId,
};
pub use crate::jobs::{Workers, for_each_parallel, map_parallel, on_threads, one_by_one};
pub use crate::model::{Rights, WordsOf};
pub use crate::play::{
    Amount, ApplyError, Branch, CardView, Choice, Chooser, Chose, Decision, Ending, Fact, Fault, Game,
    GameEnd, Host, JSON_VERSION, LogEntry, Made, MarkView, Move, Moved, Named, Observation, OptionView,
    Perspective, PhaseView, Place, Playout, Profile, ProfileLine, Record, RecordError, Region, RegionKind,
    Score, Setup, Several, Told, Trace, Turn, Unasked, Value, VariableView, View, Viewer, ZoneView,
};
/// YAML with places, as rulesets are read.
pub use ludex_grammar::yaml;

pub use crate::compile::diagnostics;
#[cfg(feature = "fs")]
pub use crate::compile::fs;
pub use crate::compile::schema;
pub use crate::play::{rules, variants};

/// Tests of a ruleset written as data (`scenarios/*.yaml`): run them, check them, or play one to its position.
pub mod scenarios {
    pub use crate::scenario::{
        Coverage, CoverageItem, CoverageKind, Difference, Failure, NoPosition, Outcome, Position, Report,
        ScenarioResult, ScenarioSet, ScenarioSummary, ScenarioTrace, Summary, Told, Touched, check_all, play,
        position, rule_ids, rules_named, run_all, run_chosen, run_covered, trace,
    };
}

/// Rules with a change at one place, and whether a scenario notices it.
pub mod mutants {
    pub use crate::scenario::mutants::{Fate, Mutant, MutantTrial, mutants};
}

/// What happened at a choice, as a tree: events with the reactions to them, verbs, what was read for them.
pub mod traces {
    pub use crate::explain::Queried;
    pub use crate::trace::{Happened, TraceNode, Traced, TracedChoice, TracedDecision, game};
}

/// Why something is as it is, and why something can't be chosen, as trees of values with places.
///
/// An explanation is for a viewer: what a seat may not know is not in it ([`Value::Hidden`](crate::Value::Hidden)), nor does it decide what else is in
/// it. What it costs is bounded; a rule that fails is told in it. Of what is not in the game there is none.
pub mod why {
    pub use crate::explain::{
        Candidate, Explanation, Gathered, Op, Reason, Target, Wanted, What, WhyNot, amount, card, computed,
        decision_facts, expression, is_forced, line, option_facts, property, score, spot, variable, why_not,
        won, zone,
    };
    pub use crate::language::Fold;
}
