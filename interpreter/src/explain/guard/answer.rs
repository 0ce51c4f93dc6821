//! Requests and results of [`why_not`](super::why_not).

use serde::Serialize;

use crate::explain::tree::Explanation;
use ludex_check::ids::{ActionId, CardId, DecisionId, DesignId, EnumId, Seat, SpotAt};
use ludex_run::play::{Named, Place, Value};
use ludex_run::program::Program;

/// A choice that a player would like to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// An action of a window with any number of its targets.
    Action(ActionId, Vec<Target>),
    /// An option, or a target of some action.
    Thing(Target),
    /// A named option of a decision.
    Mode(String),
}

/// A value that can be chosen or targeted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// This copy of a card only.
    Card(CardId),
    /// Any copy of a design.
    Design(DesignId),
    /// A player, by seat.
    Seat(Seat),
    /// A spot, by its kind and number.
    Spot(SpotAt),
    /// A number that is offered.
    Number(i32),
    /// A word of an enum, by its index.
    Word(EnumId, i32),
}

impl Wanted {
    /// Returns true if all IDs in the request exist in the game. Actions are checked where they are
    /// explained.
    pub(super) fn is_there(&self, program: &Program) -> bool {
        match self {
            Self::Action(_, targets) => targets.iter().all(|target| target.is_there(program)),
            Self::Thing(target) => target.is_there(program),
            Self::Mode(_) => true,
        }
    }
}

impl Target {
    fn is_there(self, program: &Program) -> bool {
        match self {
            Self::Card(card) => card.index() < program.layout.cards(),
            Self::Design(design) => design.index() < program.checked.designs.len(),
            Self::Seat(seat) => seat.0 < program.players,
            Self::Spot(spot) => {
                program.layout.spots.get(spot.sort.index()).is_some_and(|count| spot.number < *count)
            }
            Self::Number(_) => true,
            Self::Word(of, number) => {
                let words = program.checked.enums.get(of.index()).map_or(0, |def| def.values.len());
                usize::try_from(number).is_ok_and(|number| number < words)
            }
        }
    }
}

/// Reason why something can't be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyNot {
    /// No decision is pending.
    Over,
    /// A different player decides.
    Waits {
        /// Player who has the decision.
        player: Named<Seat>,
        /// Name of the pending decision.
        decision: Named<DecisionId>,
    },
    /// The choice is possible, by these options, from 0.
    Offered(Vec<usize>),
    /// The pending decision is about other things.
    Elsewhere {
        /// Name of the pending decision.
        decision: Named<DecisionId>,
        /// Decisions that could offer it.
        others: Vec<Named<DecisionId>>,
    },
    /// The choice is impossible. Holds the obstacle for each way to make it.
    Refused(Vec<Candidate>),
}

/// One way to make a choice, and the reason why it is not offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// The action, as the ruleset writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Named<ActionId>>,
    /// Value that would be chosen or targeted; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Value>,
    /// Reason why it is not offered.
    pub reason: Reason,
}

/// Reason why a choice is not offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A part of a guard does not hold.
    Fails {
        /// The part, with the values it depends on.
        test: Box<Explanation>,
        /// Operands of its comparison.
        sides: Vec<Explanation>,
    },
    /// The answer depends on something that the seat can't see.
    Hidden(Option<Place>),
    /// The list of candidates, at this source location, does not contain it.
    NotAmong(Place),
    /// The action has no possible target.
    Nothing {
        /// Source location of the list of targets; `null` if the compiler created it.
        list: Option<Place>,
        /// Candidates and the reason why each is excluded, at most twelve.
        candidates: Vec<Candidate>,
    },
    /// The option was already chosen in this decision.
    Picked,
    /// Picks follow the order of the options, and this one was passed over; or an equal card is offered.
    PassedOver,
    /// A rule failed; holds the message.
    Fault(String),
}
