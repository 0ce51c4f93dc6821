//! Alternative worlds of a game: possible cards, determinizations, and exchanged cards.

use std::sync::Arc;

use super::super::knowledge::{Determinizer, OptionOrder, redeal};
use super::super::memory::Memory;
use super::Game;
use crate::belief::{Beliefs, Pools};
use crate::program::PlayoutSample;
use ludex_check::ids::{CardId, Seat};

impl Game {
    /// Returns the cards that a seat cannot rule out at the position of a card; only the card itself if the
    /// seat knows it.
    pub(crate) fn candidates(&self, seat: u8, card: u16) -> Vec<u16> {
        self.beliefs.candidates(self.program(), &self.state, seat, card)
    }

    pub(in crate::play) fn beliefs(&self) -> &Beliefs {
        &self.beliefs
    }

    /// Creates a source of determinizations for a seat. With habits, most of them conform to the sampled
    /// playout statistics.
    pub(crate) fn dealer<'g>(
        &'g self,
        seat: u8,
        listed: OptionOrder,
        habits: Option<&'g PlayoutSample>,
    ) -> Determinizer<'g> {
        let pools = |habits| self.beliefs.pools(self.program(), &self.state, seat, habits);
        let usual = habits.map(|habits| pools(Some(habits))).filter(Pools::are_restricted);
        Determinizer::new(self.program(), &self.state, seat, listed, (pools(None), usual))
    }

    /// Returns a determinization: the same game with everything hidden from a seat resampled, uniformly from
    /// the assignments that the seat cannot rule out. Later random events depend on `seed`, so a search
    /// cannot foresee the future. The log stays; undo ends here. Returns `None` if there is no such seat, or
    /// if another seat is deciding and no determinization with an option for it is found.
    pub fn determinize(&self, seat: Seat, seed: u64) -> Option<Game> {
        if !self.setup.rules().has_seat(seat) {
            return None;
        }
        let mut dealer = self.dealer(seat.0, OptionOrder::AsInTheGame, None);
        let mut state = self.state.clone();
        dealer.deal(seed, &mut state).then(|| {
            let beliefs = self.beliefs.determinized(seat.0, &dealer.becomes);
            let picked = self.picked().seen_by(self.program(), seat.0);
            let game = self.with_past_of(Game::at(self.setup.clone(), self.seed, state, beliefs), picked);
            Game { picks: self.picks.determinized(&dealer.becomes), ..game }
        })
    }

    /// Returns the last choices of each seat.
    fn picked(&self) -> Memory {
        let mut picked = Memory::default();
        self.remember(0, &mut picked);
        picked
    }

    /// Copies the log, the moves, the fault and the last choices of each seat into a game, but not the
    /// history.
    fn with_past_of(&self, game: Game, picked: Memory) -> Game {
        Game { log: Arc::clone(&self.log), moved: Arc::clone(&self.moved), fault: self.fault, picked, ..game }
    }

    /// Exchanges two cards. Players who knew one card now know the other. With chance in streams, the cards
    /// also exchange their roles in later shuffles. All other conclusions of the seats are reset.
    pub(in crate::play) fn exchanged(&self, a: CardId, b: CardId) -> Option<Game> {
        let layout = &self.program().layout;
        let back = |card: CardId| Some((layout.kind.get(card.index())?, layout.owner[card.index()]));
        if back(a)? != back(b)? {
            return None;
        }
        let cards = layout.cards() as u16;
        let mut becomes: Vec<u16> = (0..cards).collect();
        becomes.swap(a.index(), b.index());
        let mut state = self.state.clone();
        redeal(self.program(), &self.state, &becomes, &mut state);
        if let Some(streams) = &mut state.streams {
            streams.exchange(a.0, b.0, cards);
        }
        let beliefs = Beliefs::from_state(self.program(), &state);
        let game = Game::at(self.setup.clone(), self.seed, state, beliefs);
        let mut game = self.with_past_of(game, self.picked());
        game.picks = self.picks.determinized(&becomes);
        game.with_machine(|machine| {
            machine.relist();
            Ok(())
        });
        Some(game).filter(|game| !game.state.options().is_empty() || game.is_over())
    }
}
