//! A decision, whichever way its game is played: by players without a history, or in a game that has one.

use ludex::{CardId, Game, Seat, Turn, ZoneAt};

/// A decision in a game.
#[derive(Clone, Copy)]
pub(crate) enum At<'a> {
    Turn(Turn<'a>),
    Game(&'a Game, Seat),
}

/// Is shown each decision, and may put options into the list that must not be taken. Where these are all, none is left out.
pub(crate) type LeaveOut<'a> = dyn FnMut(At<'_>, &mut Vec<usize>) + 'a;

impl At<'_> {
    /// Who decides.
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
