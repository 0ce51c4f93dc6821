//! Plays a setup with any players.
//!
//! Random players without observers use a playout, all others a game with a history.

use ludex::{ApplyError, Chooser, Fault, Game, Playout, Setup};
use ludex_bots::{BotSpec, Tools};

use crate::deciders::{Choices, Deciders};
use crate::decision_point::{DecisionPoint, LeaveOut};
use crate::game::{self, NoOutcome, NoWatcher, Outcome, Watch};

/// A setup with its players.
pub(crate) struct Table<'a> {
    setup: &'a Setup,
    playout: Playout,
    deciders: Deciders,
    outcome: Outcome,
}

impl<'a> Table<'a> {
    /// Creates a table with these bots, in seat order.
    pub fn new(setup: &'a Setup, bots: &[BotSpec], tools: &Tools) -> Table<'a> {
        let (playout, deciders) = (Playout::new(setup), Deciders::new(bots, tools));
        Table { setup, playout, deciders, outcome: Outcome::default() }
    }

    /// Sets the rotation; see [`Deciders::turn`].
    pub fn turn(&mut self, turn: u64) {
        self.deciders.turn(turn as usize);
    }

    /// Plays a whole game.
    pub fn play(
        &mut self,
        seed: u64,
        watch: &mut impl Watch,
        stop: &dyn Fn() -> bool,
    ) -> Result<&Outcome, NoOutcome> {
        if self.deciders.are_random() && !watch.is_active() {
            self.play_out(seed).map_err(NoOutcome::Fault)?;
        } else {
            game::play(self.setup, seed, &mut self.deciders, watch, &mut self.outcome, stop)?;
        }
        Ok(&self.outcome)
    }

    /// Plays the game as a playout, without observers.
    fn play_out(&mut self, seed: u64) -> Result<(), Fault> {
        let (mut chooser, mut options) = (Chooser::new(seed), 0);
        self.playout.start_over();
        let end = self.playout.play(seed, |turn| {
            let n = turn.options();
            options += if n > 1 { n as u64 } else { 0 };
            turn.draw(&mut chooser)
        });
        match end {
            Ok(end) => self.outcome.of_playout(self.setup, end, options),
            Err(ApplyError::Fault(fault)) => return Err(fault),
            Err(ApplyError::NoSuchOption) => unreachable!("the chooser takes one of the options"),
        }
        self.playout.statistics(&mut self.outcome.statistics)
    }

    /// Plays a whole game in which some options are excluded. Games of one seed are identical until an option
    /// is excluded that would have been chosen.
    pub fn restricted(
        &mut self,
        seed: u64,
        leave_out: &mut LeaveOut<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<&Outcome, NoOutcome> {
        if self.deciders.are_random() {
            self.playout.start_over();
            let end = self.playout.restricted(seed, |turn, out| leave_out(DecisionPoint::Turn(turn), out));
            self.outcome.of_playout(self.setup, end.map_err(NoOutcome::Fault)?, 0);
        } else {
            let game = game::begun(self.setup, seed, &self.deciders);
            let choices = Choices::new(seed, &mut self.deciders).but(leave_out);
            game::play_on(game, choices, &mut NoWatcher, &mut self.outcome, stop)?;
        }
        Ok(&self.outcome)
    }

    /// Continues a game of this setup to its end. The seed determines the players' choices, and chance if the
    /// players are random.
    pub fn play_on(&mut self, game: Game, seed: u64, stop: &dyn Fn() -> bool) -> Result<&Outcome, NoOutcome> {
        if self.deciders.are_random() {
            self.playout.start_from(&game);
            let end = self.playout.random(seed).map_err(NoOutcome::Fault)?;
            self.outcome.of_playout(self.setup, end, 0);
        } else {
            let choices = Choices::new(seed, &mut self.deciders);
            game::play_on(game, choices, &mut NoWatcher, &mut self.outcome, stop)?;
        }
        Ok(&self.outcome)
    }
}
