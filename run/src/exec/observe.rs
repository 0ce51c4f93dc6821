//! Observers of a running game: a type parameter, free of cost if nothing is observed.

use crate::program::{ArenaEntry, ChoiceId, KeptId, Pc};
use crate::state::{SeatSet, State};
use ludex_check::ids::{DecisionId, EventId, MessageId, PhaseId};

/// An observable event of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateChange<'a> {
    /// A log line: the message and its facts. If a fact is a variable that only its player sees, the owner of
    /// each fact follows.
    Said(MessageId, &'a [i32]),
    Began(PhaseId),
    /// A player became the active one.
    Activated,
    /// A card is about to move. Players who see it in neither zone cannot tell which card of the zone moves,
    /// or which one of `among`. In an ordered zone all players can, unless `among` is present.
    Leaves {
        card: u16,
        /// The destination zone.
        to: u16,
        /// True if the card will be face up.
        up: bool,
        /// The possible cards, sorted. Cards in other zones do not count.
        among: Option<&'a [i32]>,
    },
    /// A card moved: card, source zone, destination zone.
    Moved(u16, u16, u16),
    /// A card was turned: card, and true if it is face up.
    Turned(u16, bool),
    /// A card was shown to some seats.
    Shown(u16),
    /// All players can conclude that none of some cards is in a zone.
    Excluded {
        cards: &'a [i32],
        /// The zone without these cards.
        zone: u16,
        /// The card at the position that the conclusion is limited to, if any.
        place: Option<u16>,
    },
    /// Two zones exchanged their cards.
    Swapped(u16, u16),
    Shuffled(u16),
    /// A card was inserted into a zone at a position that only some seats saw.
    Mixed {
        zone: u16,
        /// The card, if there is exactly one.
        card: Option<u16>,
        /// Seats that saw the position, in addition to those that see the cards there.
        seeing: SeatSet,
    },
    /// An event was emitted, with its facts.
    Emitted(EventId, &'a [i32]),
    /// A decision was made.
    Chose {
        /// The decision that was made.
        choice: ChoiceId,
        /// Name of the decision.
        decision: DecisionId,
        player: i32,
        value: i32,
        /// True if the other players do not learn the value.
        secretly: bool,
        /// True if the player was not asked, because there was only one option.
        forced: bool,
        /// Number of values chosen before, if the decision takes several.
        made: usize,
    },
    /// All players of a simultaneous choice have decided, and the choices are disclosed. They are in the
    /// innermost frame.
    Told(KeptId),
}

/// An observer of a running game.
pub trait Observer {
    /// True if anything is reported at all.
    const WATCHES: bool;

    /// True if the observer chooses random outcomes instead of the state's generator (`exec/chance.rs`).
    const DECIDES_CHANCE: bool = false;

    /// True if the observer is notified before each instruction.
    const TRACES_INSTRUCTIONS: bool = false;

    /// Called after each event, with the state after it (for [`StateChange::Leaves`], before it).
    fn on_change(&mut self, state: &State, happening: &StateChange<'_>);

    /// Called before each instruction, with the position and the fuel used since the last decision.
    fn on_instruction(&mut self, _: Pc, _: &State, _: u32) {}

    /// Called before an entry of an arena is computed, with the fuel used since the last decision; only if
    /// the observer [`TRACES_INSTRUCTIONS`](Self::TRACES_INSTRUCTIONS). Its return value is passed to
    /// [`computed`](Self::computed).
    #[inline]
    fn computes(&mut self, _: ArenaEntry, _: u32) -> u32 {
        0
    }

    /// Called after an entry is computed, with the return value of [`computes`](Self::computes) and the fuel
    /// used by now.
    #[inline]
    fn computed(&mut self, _: u32, _: u32) {}

    /// Chooses one of two or more outcomes, given by their weights.
    fn ask(&mut self, _: &[u32]) -> usize {
        0
    }

    /// Returns true if a card is loose: equally likely at each position of the loose cards of its zone.
    fn is_loose(&self, _: u16) -> bool {
        false
    }

    /// Marks a card as loose, or as fixed in its position.
    fn loosen(&mut self, _: u16, _: bool) {}
}

/// The observer that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    const WATCHES: bool = false;

    fn on_change(&mut self, _: &State, _: &StateChange<'_>) {}
}
