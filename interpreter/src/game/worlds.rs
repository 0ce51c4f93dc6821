//! Other worlds of a game: what a seat can't rule out, deals of it, and cards that have changed places.

use std::sync::Arc;

use super::history::History;
use super::{Dealer, Game, Listed, redeal};
use crate::belief::Beliefs;
use crate::exec::Workspace;

impl Game {
    /// The cards of which a seat can't rule out that they lie where this one does; this one alone if the seat knows it.
    pub fn candidates(&self, seat: u8, card: u16) -> Vec<u16> {
        self.beliefs.candidates(&self.program, &self.state, seat, card)
    }

    /// The same game with everything dealt anew that a seat can't know, in a way that the seat can't rule out (a
    /// determinization). What chance brings after it is the seed's too, not this game's. The log stays; undo goes no further back. Where
    /// another seat is deciding, only a deal in which that decision has an option is possible; nothing if none is found in many tries.
    pub fn redealt(&self, seat: u8, seed: u64) -> Option<Game> {
        let mut dealer = Dealer::new(self, seat, Listed::AsInTheGame);
        let mut state = self.state.clone();
        dealer.deal(seed, &mut state).then(|| Game {
            ruleset: Arc::clone(&self.ruleset),
            program: Arc::clone(&self.program),
            seed: self.seed,
            state,
            work: Workspace::default(),
            beliefs: self.beliefs.redealt(seat, &dealer.becomes),
            past: History::default(),
            log: Arc::clone(&self.log),
            unasked: Vec::new(),
            moves: Vec::new(),
            fault: self.fault,
        })
    }

    /// The same game in which two cards have changed places, in all that is known of these places and in all variables: whoever knew the one knows the
    /// other now. In streams of chance each has the role of the other. What seats concluded besides does not count any more; undo goes no further
    /// back. Nothing if a decision has no option then.
    pub fn exchanged(&self, a: u16, b: u16) -> Option<Game> {
        let cards = self.program.layout.cards() as u16;
        let mut becomes: Vec<u16> = (0..cards).collect();
        becomes.swap(usize::from(a), usize::from(b));
        let mut state = self.state.clone();
        redeal::redeal(&self.program, &self.state, &becomes, &mut state);
        if let Some(streams) = &mut state.streams {
            streams.exchange(a, b, cards);
        }
        let mut game = Game {
            ruleset: Arc::clone(&self.ruleset),
            program: Arc::clone(&self.program),
            seed: self.seed,
            beliefs: Beliefs::of(&self.program, &state),
            state,
            work: Workspace::default(),
            past: History::default(),
            log: self.log.clone(),
            unasked: Vec::new(),
            moves: Vec::new(),
            fault: self.fault,
        };
        game.with_machine(|machine| {
            machine.relist();
            Ok(())
        });
        Some(game).filter(|game| !game.state.options().is_empty() || game.is_over())
    }
}
