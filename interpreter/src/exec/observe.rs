//! Watching a game being played: a type parameter that costs nothing when nobody watches.

use crate::ids::{DecisionId, EventId, MessageId, PhaseId};
use crate::program::{ArenaEntry, ChoiceId, KeptId, Pc};
use crate::state::{Seats, State};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening<'a> {
    /// A line of the log: the message and its facts; after these, if one of them is a variable that its player alone sees, whose
    /// each of them is.
    Said(MessageId, &'a [i32]),
    /// An iteration of a phase began.
    Began(PhaseId),
    /// A card is about to move, and those who see it neither here nor there can't tell which card of the zone it is, or which
    /// of some (in an ordered zone everybody can, unless it is one of some).
    Leaves {
        /// The card.
        card: u16,
        /// The zone it goes to.
        to: u16,
        /// It will lie face up.
        up: bool,
        /// The cards that it may be, sorted; those that lie elsewhere do not count.
        among: Option<&'a [i32]>,
    },
    /// A card moved: card, from, to.
    Moved(u16, u16, u16),
    /// A card was turned: card, face up.
    Turned(u16, bool),
    /// Some seats were shown a card.
    Shown(u16),
    /// Everybody can conclude that none of some cards lies in a zone.
    Excluded {
        /// The cards.
        cards: &'a [i32],
        /// The zone.
        zone: u16,
        /// If it is said of one place alone: the card there.
        place: Option<u16>,
    },
    /// Two zones exchanged their cards.
    Swapped(u16, u16),
    /// A zone was shuffled.
    Shuffled(u16),
    /// A card was put among the others of a zone, and only some seats saw at which place.
    Mixed {
        /// Which zone.
        zone: u16,
        /// The card, if it is one only.
        card: Option<u16>,
        /// Who saw it, beside those who see the cards there.
        seeing: Seats,
    },
    /// An event was emitted.
    Emitted(EventId, &'a [i32]),
    /// A decision was made: which, who, what, without being asked.
    Chose {
        /// The decision.
        choice: ChoiceId,
        /// Its name.
        decision: DecisionId,
        /// Who.
        player: i32,
        /// What.
        value: i32,
        /// The others do not learn it.
        secretly: bool,
        /// Nobody was asked: there was one option.
        forced: bool,
        /// Number of things chosen before, if the decision takes several.
        made: usize,
    },
    /// All have decided who were asked at once, and are told. Their picks are kept in the innermost frame.
    Told(KeptId),
}

/// Someone who watches.
pub trait Observer {
    /// Whether anything is reported at all.
    const WATCHES: bool;

    /// Whether chance is asked for instead of drawn from the generator of the state (`exec/chance.rs`).
    const ASKED: bool = false;

    /// Whether each instruction is told before it runs.
    const FOLLOWS: bool = false;

    /// Takes note. The state is that directly after it happened (before [`Happening::Leaves`]).
    fn saw(&mut self, state: &State, happening: &Happening<'_>);

    /// An instruction is about to run, on this position: so much fuel was used since the last decision.
    fn runs(&mut self, _: Pc, _: &State, _: u32) {}

    /// An entry of an arena is about to be computed, with the fuel used since the last decision; only if it [`FOLLOWS`](Self::FOLLOWS). Returns what
    /// [`computed`](Self::computed) takes.
    #[inline]
    fn computes(&mut self, _: ArenaEntry, _: u32) -> u32 {
        0
    }

    /// The entry for which [`computes`](Self::computes) returned this has been computed, with the fuel used by now.
    #[inline]
    fn computed(&mut self, _: u32, _: u32) {}

    /// Which of several outcomes comes, each with its weight; there are two or more.
    fn ask(&mut self, _: &[u32]) -> usize {
        0
    }

    /// Whether a card is loose: it lies at one of the places of the loose cards of its zone, each as likely.
    fn is_loose(&self, _: u16) -> bool {
        false
    }

    /// From now on a card is loose, or lies where it lies.
    fn loosen(&mut self, _: u16, _: bool) {}
}

/// Nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Observer for Nobody {
    const WATCHES: bool = false;

    fn saw(&mut self, _: &State, _: &Happening<'_>) {}
}
