//! Where bots try things: one position after another, played on without allocating.

use std::sync::Arc;

use super::rewards::Rewards;
use crate::exec::{Machine, Nobody, Workspace};
use crate::game::Standings;
use crate::program::Program;
use crate::state::{Generator, State, Status};

/// Decisions of one try, at most; whoever plays longer has not won.
const MOST_DECISIONS: u32 = 20_000;

pub(super) struct Bench {
    pub program: Arc<Program>,
    pub state: State,
    work: Workspace,
    standings: Standings,
    scores: Vec<i32>,
    winners: Vec<bool>,
    /// How each seat fared at the last end: all in all, and its share of the win.
    pub rewards: Vec<(f64, f64)>,
}

impl Bench {
    pub fn new(program: &Arc<Program>) -> Self {
        Self {
            program: Arc::clone(program),
            state: State::new(program, 0),
            work: Workspace::default(),
            standings: Standings::default(),
            scores: Vec::new(),
            winners: Vec::new(),
            rewards: Vec::new(),
        }
    }

    /// From this position on, with chance of this seed.
    pub fn start(&mut self, from: &State, seed: u64) {
        self.state.clone_from(from);
        self.state.reseed(seed);
    }

    /// Who decides; nobody if it is over.
    pub fn decides(&self) -> Option<i32> {
        match self.state.status() {
            Status::Waiting { player, .. } => Some(player),
            Status::Running | Status::Over | Status::Failed => None,
        }
    }

    /// Takes an option. A rule that fails ends the game.
    pub fn choose(&mut self, option: usize) {
        let mut nobody = Nobody;
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.work, &mut nobody);
        // it is in the status
        let _ = machine.choose(option);
    }

    /// Plays on at random.
    pub fn play_out(&mut self, random: &mut Generator) {
        let mut asked = 0;
        while self.decides().is_some() && asked < MOST_DECISIONS {
            let option = random.below(self.state.options().len() as u32);
            self.choose(option as usize);
            asked += 1;
        }
    }

    /// What the end is worth to each seat: nothing where a rule failed or there is no end.
    pub fn reward(&mut self, rewards: &mut Rewards) {
        let players = self.program.players;
        let over = self.state.status() == Status::Over;
        if !over || self.standings.count(&self.program, &mut self.state).is_err() {
            self.rewards.clear();
            self.rewards.resize(usize::from(players), (0.0, 0.0));
            return;
        }
        self.scores.clear();
        self.scores.extend((0..players).map(|player| self.standings.score(player)));
        self.winners.clear();
        self.winners.resize(usize::from(players), false);
        self.standings.winners(players).for_each(|winner| self.winners[usize::from(winner)] = true);
        rewards.of_end(&self.scores, &self.winners, &mut self.rewards);
    }
}
