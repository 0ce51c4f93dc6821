//! The data structure of traces.
//!
//! Names are those of the ruleset and of scenarios. IDs are included for front ends.

use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::{Explanation, Queried};
use ludex_check::ids::{ActionId, DecisionId, EventId, MessageId, PhaseId, ProcedureId, Seat, VarId};
use ludex_run::play::{Fact, Fault, Named, Place, Value};

/// Effects of one choice, up to the next decision.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Traced {
    /// Number of the choice, from 1; 0 is the part before the first one.
    pub number: usize,
    /// The choice; `null` for number 0.
    pub choice: Option<TracedChoice>,
    /// Effects that waited for the choice, outermost first: `phase turn`, `procedure reveal`.
    pub within: Vec<String>,
    /// Events caused by the choice, in order.
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

/// A decision that a player has to make.
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

/// An event with the events that it caused.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct TraceNode {
    /// Event that happened.
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

/// Kind of an event, with its details.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Happened {
    /// A procedure ran.
    Procedure {
        /// Name of the procedure.
        procedure: Named<ProcedureId>,
        /// Arguments in the order of the parameters; lists are omitted.
        arguments: Vec<Value>,
    },
    /// The effect of an action of a window ran.
    Action {
        /// Name of the action.
        action: Named<ActionId>,
        /// Targets of the action.
        targets: Vec<Value>,
    },
    /// An event of the ruleset happened; the reactions to it are inside, in order.
    Event {
        /// Name of the event.
        event: Named<EventId>,
        /// Facts, in the order of the ruleset.
        facts: Vec<Fact>,
    },
    /// A card reacted to an event.
    Reaction {
        /// Card that reacted.
        card: Value,
        /// Name of the event.
        event: Named<EventId>,
    },
    /// An iteration of a phase began.
    Phase {
        /// Name of the phase.
        phase: Named<PhaseId>,
        /// Number of the iteration, from 1.
        number: i32,
        /// Active player before it; `null` without one.
        active: Option<Named<Seat>>,
    },
    /// A decision with one option was taken without asking the player.
    Unasked {
        /// Player who had the decision.
        seat: Named<Seat>,
        /// Name of the decision.
        decision: Named<DecisionId>,
        /// The only option, as scenarios and saves name it.
        option: String,
    },
    /// A verb ran; its effects are inside.
    Verb,
    /// A card moved. `nothing` as a zone means that it is in no zone.
    Moved {
        /// Card that moved.
        card: Value,
        /// Zone of the card before.
        from: Value,
        /// Zone of the card after.
        to: Value,
        /// True if it is face up after the move.
        up: bool,
    },
    /// A card was turned.
    Turned {
        /// Card that was turned.
        card: Value,
        /// True if it is face up now.
        up: bool,
    },
    /// Some seats were shown a card.
    Shown {
        /// Card that was shown.
        card: Value,
        /// Players who know the card now.
        known: Vec<Named<Seat>>,
    },
    /// Two zones exchanged their cards.
    Swapped {
        /// First zone.
        zone: Value,
        /// Second zone.
        with: Value,
    },
    /// A zone was shuffled.
    Shuffled {
        /// Zone that was shuffled.
        zone: Value,
    },
    /// A message was added to the log.
    Said {
        /// Name of the message.
        message: Named<MessageId>,
        /// Facts, in the order of the ruleset.
        facts: Vec<Fact>,
    },
    /// A variable was set.
    Set {
        /// The variable as `state:` declares it.
        variable: Named<VarId>,
        /// Holder of the variable; absent for the game.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<Value>,
        /// Key of the value, for a variable with keys; otherwise absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<Value>,
        /// Value before.
        was: Value,
        /// Value after.
        is: Value,
    },
    /// A name was bound to a value, or to each element of a list.
    Let {
        /// The value, or the elements of the list.
        values: Vec<Value>,
    },
    /// The random number generator selected a value.
    Chance {
        /// The selected value.
        value: Value,
    },
    /// A test selected the branch that ran.
    Test {
        /// Result of the test, as a Boolean.
        holds: Value,
    },
    /// A procedure returned a value.
    Gave {
        /// The returned value.
        value: Value,
    },
    /// A loop ran over a list.
    Each {
        /// Elements of the list.
        values: Vec<Value>,
    },
    /// The trace was cut here, because it is too long.
    More,
}
