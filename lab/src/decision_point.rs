//! A decision point, in a playout or in a full game.

use ludex::{CardId, Game, Seat, Turn, ZoneAt};

/// A decision point with the same interface in a playout and in a full game.
#[derive(Clone, Copy)]
pub(crate) enum DecisionPoint<'a> {
    Turn(Turn<'a>),
    Game(&'a Game, Seat),
}

/// Called at each decision point. Adds options to exclude to the list. A list of all options has no effect.
pub(crate) type LeaveOut<'a> = dyn FnMut(DecisionPoint<'_>, &mut Vec<usize>) + 'a;

impl DecisionPoint<'_> {
    /// Returns the acting seat.
    pub fn seat(self) -> Seat {
        match self {
            Self::Turn(turn) => turn.seat(),
            Self::Game(_, seat) => seat,
        }
    }

    pub fn options(self) -> usize {
        match self {
            Self::Turn(turn) => turn.options(),
            Self::Game(game, _) => game.options(),
        }
    }

    pub fn plays(self, option: usize, card: CardId) -> bool {
        match self {
            Self::Turn(turn) => turn.plays(option, card),
            Self::Game(game, _) => game.host().plays(option, card),
        }
    }

    pub fn hand_of(self, card: CardId) -> Option<Seat> {
        match self {
            Self::Turn(turn) => turn.hand_of(card),
            Self::Game(game, _) => game.host().hand_of(card),
        }
    }

    pub fn zone_of(self, card: CardId) -> Option<ZoneAt> {
        match self {
            Self::Turn(turn) => turn.zone_of(card),
            Self::Game(game, _) => game.host().zone_of(card),
        }
    }

    pub fn is_known(self, card: CardId) -> bool {
        match self {
            Self::Turn(turn) => turn.is_known(card),
            Self::Game(game, _) => game.host().is_known(card),
        }
    }
}
