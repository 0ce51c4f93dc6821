//! Compares an interpreted game with its hand-written twin.

use crate::inside::{Pick, Picked, cells};
use ludex::Playout;
use ludex::Setup;

use super::Twin;

/// A playout of a ruleset and its twin for the same number of players.
pub struct Pair<'a, T> {
    /// The interpreted game.
    pub playout: Playout,
    setup: &'a Setup,
    /// The hand-written game.
    pub twin: T,
    id: &'a str,
    players: u8,
    interpreted: Vec<Pick>,
    by_hand: Vec<Pick>,
}

impl<'a, T: Twin> Pair<'a, T> {
    /// Creates a pair with default options.
    pub fn new(setup: &'a Setup) -> Self {
        Self::with(setup, T::new(setup.players()))
    }

    /// Creates a pair with a twin that has the program's options.
    pub fn with(setup: &'a Setup, twin: T) -> Self {
        let (id, players) = (setup.ruleset().id(), setup.players());
        let playout = Playout::new(setup);
        Self { playout, setup, twin, id, players, interpreted: Vec::new(), by_hand: Vec::new() }
    }

    /// Plays the game of a seed on both sides. Returns its number of decisions, or the first difference.
    pub fn compare(&mut self, seed: u64) -> Result<u64, String> {
        let Self { interpreted, by_hand, .. } = self;
        interpreted.clear();
        by_hand.clear();
        let end = self.playout.picks(seed, |pick| interpreted.push(pick));
        let end = end.cloned().map_err(|fault| format!("{}: {fault:?}", self.game(seed)))?;
        let decisions = self.twin.play(seed, |pick| self.by_hand.push(pick));
        self.same_picks().map_err(|difference| format!("{}, {difference}", self.game(seed)))?;
        let (scores, theirs) = (cells(self.setup, &end), end.decisions());
        if scores != self.twin.scores() || theirs != decisions {
            let (game, ours) = (self.game(seed), self.twin.scores());
            return Err(format!(
                "{game}\n interpreter {theirs} decisions, scores {scores:?}\n twin        {decisions} decisions, scores {ours:?}"
            ));
        }
        Ok(decisions)
    }

    fn game(&self, seed: u64) -> String {
        format!("{}, {} players, seed {seed}", self.id, self.players)
    }

    fn same_picks(&self) -> Result<(), String> {
        let longest = self.interpreted.len().max(self.by_hand.len());
        for number in 0..longest {
            let (theirs, ours) = (self.interpreted.get(number), self.by_hand.get(number));
            if theirs != ours {
                let number = number + 1;
                return Err(format!("decision {number}\n interpreter {theirs:?}\n twin        {ours:?}"));
            }
        }
        Ok(())
    }
}
