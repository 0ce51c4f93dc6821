//! Requests and results of [`why_not`](super::why_not).

use serde::Serialize;

use crate::explain::tree::Explanation;
use crate::ids::{ActionId, CardId, DecisionId, DesignId, EnumId, Seat, SpotAt};
use crate::play::{Named, Place, Value};
use crate::program::Program;

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

/// Why something can't be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyNot {
    /// Nobody has to decide anything.
    Over,
    /// Somebody else decides.
    Waits {
        /// For whom the game waits.
        player: Named<Seat>,
        /// What this one is asked.
        decision: Named<DecisionId>,
    },
    /// It can: these options, from 0.
    Offered(Vec<usize>),
    /// It is none of what this decision is about.
    Elsewhere {
        /// For which the game waits.
        decision: Named<DecisionId>,
        /// Those that are about it.
        others: Vec<Named<DecisionId>>,
    },
    /// It can't: for each way in which it might be chosen, why not.
    Refused(Vec<Candidate>),
}

/// One way to choose, and what stands against it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// The action, as the ruleset writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Named<ActionId>>,
    /// What is chosen or aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Value>,
    /// Why not.
    pub reason: Reason,
}

/// What stands against a choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A part of a guard does not hold.
    Fails {
        /// The part, and what was read for it.
        test: Box<Explanation>,
        /// What it compares.
        sides: Vec<Explanation>,
    },
    /// It depends on something that the seat can't see.
    Hidden(Option<Place>),
    /// The list that is chosen from, which stands here, does not have it.
    NotAmong(Place),
    /// There is nothing to aim at: the list, and why each of its candidates won't do.
    Nothing {
        /// Where it stands; nothing for one that the compiler has made.
        list: Option<Place>,
        /// At most a dozen.
        candidates: Vec<Candidate>,
    },
    /// It was picked before.
    Picked,
    /// Picks are made in the order in which they are offered, and this one was passed over; or an equal one is offered.
    PassedOver,
    /// A rule failed.
    Fault(String),
}
