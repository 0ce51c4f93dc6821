//! The data structure of traces.
//!
//! Names are those of the ruleset and of scenarios. IDs are included for front ends.

use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::{Explanation, Queried};
use crate::ids::{ActionId, DecisionId, EventId, MessageId, PhaseId, ProcedureId, Seat, VarId};
use crate::play::{Fact, Fault, Named, Place, Value};

/// What came of one choice, up to the next decision.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Traced {
    /// Number of the choice, from 1; 0 is the part before the first one.
    pub number: usize,
    /// The choice; `null` for number 0.
    pub choice: Option<TracedChoice>,
    /// Effects that waited for the choice, outermost first: `phase turn`, `procedure reveal`.
    pub within: Vec<String>,
    /// Events, in order.
    pub events: Vec<TraceNode>,
    /// The next decision; `null` if the game was over.
    pub asks: Option<TracedDecision>,
    /// The rule that failed; `null` if none did.
    pub fault: Option<Fault>,
}

/// A choice that was made.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct TracedChoice {
    /// Acting player.
    pub seat: Named<Seat>,
    /// Name of the decision.
    pub decision: Named<DecisionId>,
    /// The option, as scenarios and saves name it.
    pub option: String,
    /// Number of options.
    pub options: usize,
}

/// A decision that somebody has to make.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct TracedDecision {
    /// Acting player.
    pub seat: Named<Seat>,
    /// Name of the decision.
    pub decision: Named<DecisionId>,
    /// The options, as scenarios and saves name them.
    pub options: Vec<String>,
    /// Queries that produced the options.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<Queried>,
}

/// Something that happened, with what happened because of it.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct TraceNode {
    /// The event.
    pub what: Happened,
    /// Source location of the statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Explanations of its value: properties with modifiers by stage, functions, variables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Explanation>,
    /// Queries of the statement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<Queried>,
    /// Events that it caused, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<TraceNode>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Happened {
    /// A procedure ran.
    Procedure {
        /// Which.
        procedure: Named<ProcedureId>,
        /// What it was given; a list is not told.
        arguments: Vec<Value>,
    },
    /// What an action of a window does ran.
    Action {
        /// Which.
        action: Named<ActionId>,
        /// What it was about.
        targets: Vec<Value>,
    },
    /// An event happened; the reactions to it stand inside, in their order.
    Event {
        /// Which.
        event: Named<EventId>,
        /// Its facts.
        facts: Vec<Fact>,
    },
    /// A card reacted to an event.
    Reaction {
        /// The card.
        card: Value,
        /// The event.
        event: Named<EventId>,
    },
    /// An iteration of a phase began.
    Phase {
        /// Which.
        phase: Named<PhaseId>,
        /// Its number, from 1.
        number: i32,
        /// The active player before it.
        active: Option<Named<Seat>>,
    },
    /// A decision was taken without asking, for there was one option.
    Unasked {
        /// Who would have decided.
        seat: Named<Seat>,
        /// What.
        decision: Named<DecisionId>,
        /// The option.
        option: String,
    },
    /// A verb; what it did stands inside.
    Verb,
    /// A card moved. From or to nothing: it lies nowhere.
    Moved {
        /// The card.
        card: Value,
        /// From where.
        from: Value,
        /// To where.
        to: Value,
        /// It lies face up there.
        up: bool,
    },
    /// A card was turned.
    Turned {
        /// The card.
        card: Value,
        /// It lies face up now.
        up: bool,
    },
    /// Some seats were shown a card.
    Shown {
        /// The card.
        card: Value,
        /// Those who know it now.
        known: Vec<Named<Seat>>,
    },
    /// Two zones exchanged their cards.
    Swapped {
        /// One of them.
        zone: Value,
        /// The other.
        with: Value,
    },
    /// A zone was shuffled.
    Shuffled {
        /// Which.
        zone: Value,
    },
    /// A line of the log.
    Said {
        /// The message.
        message: Named<MessageId>,
        /// Its facts.
        facts: Vec<Fact>,
    },
    /// A variable was set.
    Set {
        /// The variable as `state:` declares it.
        variable: Named<VarId>,
        /// Whose, if not the game's.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<Value>,
        /// Which of its values, if it has one for each of a key.
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<Value>,
        /// What it held.
        was: Value,
        /// What it holds now.
        is: Value,
    },
    /// A name was given to a value, or to each of a list.
    Let {
        /// The value, or the elements.
        values: Vec<Value>,
    },
    /// Chance picked.
    Chance {
        /// What.
        value: Value,
    },
    /// A test decided what ran.
    Test {
        /// Whether it held.
        holds: Value,
    },
    /// A procedure was left with a value.
    Gave {
        /// What.
        value: Value,
    },
    /// Something was done for each of a list.
    Each {
        /// These.
        values: Vec<Value>,
    },
    /// Here the trace was cut: it would be too long.
    More,
}
