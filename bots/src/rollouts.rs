//! A workspace for simulations: plays on from one position after another without allocating.

use std::sync::Arc;

use super::rewards::{End, Rewards, Worth};
use super::row::Row;
use ludex_run::exec::{Machine, NoObserver, Workspace};
use ludex_run::play::Standings;
use ludex_run::program::{PlayoutSample, Program};
use ludex_run::state::{Generator, State, Status};

/// Maximum length of a playout, as a multiple of the longest sampled game; at least `FEWEST_DECISIONS`.
const LONGER: u32 = 2;
const FEWEST_DECISIONS: u32 = 100;
/// Maximum number of decisions of a playout, and maximum fuel (instructions and the items that they visit).
/// Longer playouts have no winner.
const MOST_DECISIONS: u32 = 20_000;
const MOST_FUEL: u64 = 4_000_000;
/// Maximum number of decisions if the usual length is unknown, and free actions can be repeated or a sampled
/// game did not end.
const MOST_IN_CIRCLES: u32 = 1_000;
/// Maximum number of decisions, and approximate fuel, between two checks of the clock.
const LOOK: (u32, u64) = (64, 50_000);
/// Number of decisions, for each player, of a playout that ends in an evaluation.
const SHORT: u32 = 6;

/// Returns true if the time is up. Also called during a playout; an unfinished playout is then discarded.
pub(super) type IsLate<'a> = &'a dyn Fn() -> bool;

pub(super) struct Rollouts {
    pub program: Arc<Program>,
    pub state: State,
    work: Workspace,
    standings: Standings,
    scores: Vec<i32>,
    winners: Vec<bool>,
    /// Number of decisions of the playout, plus the scores at each of them if `looks_at_way`.
    way: f64,
    /// True if `way` includes scores.
    pub looks_at_way: bool,
    /// Fuel that the game had used at the start of the playout.
    spent: u64,
    /// Maximum number of decisions of a playout; `most_fuel` is the maximum fuel.
    most_decisions: u32,
    pub most_fuel: u64,
    /// Total fuel of all playouts.
    pub fuel: u64,
    /// Current row of decisions, in games where free actions can be repeated.
    row: Option<Row>,
    /// Rewards of each seat at the last end.
    pub rewards: Vec<Worth>,
}

impl Rollouts {
    pub fn new(program: &Arc<Program>) -> Self {
        Self {
            program: Arc::clone(program),
            state: State::new(program, 0),
            work: Workspace::default(),
            standings: Standings::default(),
            scores: Vec::new(),
            winners: Vec::new(),
            way: 0.0,
            looks_at_way: false,
            spent: 0,
            most_decisions: MOST_DECISIONS,
            most_fuel: MOST_FUEL,
            fuel: 0,
            row: None,
            rewards: Vec::new(),
        }
    }

    /// Limits the length of playouts by the sampled lengths of games.
    pub fn within(mut self, habits: &PlayoutSample) -> Self {
        let longest = habits.longest.map(|longest| (LONGER * longest).max(FEWEST_DECISIONS));
        let unknown = if habits.circles || habits.endless { MOST_IN_CIRCLES } else { MOST_DECISIONS };
        self.most_decisions = longest.map_or(unknown, |longest| longest.min(MOST_DECISIONS));
        self.row = habits.circles.then(Row::new);
        self
    }

    /// Starts a playout from a position, with the given random seed.
    pub fn start(&mut self, from: &State, seed: u64) {
        self.state.clone_from(from);
        self.state.reseed(seed);
        (self.spent, self.way) = (from.spent, 0.0);
    }

    /// Starts a playout from the beginning of a game, with the given random seed.
    pub fn begin(&mut self, seed: u64) {
        self.state = State::new(&self.program, seed);
        (self.spent, self.way) = (0, 0.0);
        let mut nobody = NoObserver;
        // an error is in the status
        let _ = Machine::new(&self.program, &mut self.state, &mut self.work, &mut nobody).start();
    }

    /// Returns the number of decisions of the playout. Only valid if `looks_at_way` is false.
    pub fn decisions(&self) -> u32 {
        self.way as u32
    }

    /// Returns the acting player, or `None` if the game is over.
    pub fn decides(&self) -> Option<i32> {
        match self.state.status() {
            Status::Waiting { player, .. } => Some(player),
            Status::Running | Status::Over | Status::Failed => None,
        }
    }

    /// Returns true if the playout has reached its maximum length or fuel.
    pub fn is_long(&self) -> bool {
        self.way >= f64::from(self.most_decisions) || self.state.spent - self.spent >= self.most_fuel
    }

    /// Takes an option. A runtime error ends the game.
    pub fn choose(&mut self, option: usize) {
        let mut nobody = NoObserver;
        self.way += 1.0;
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.work, &mut nobody);
        // an error is in the status
        let _ = machine.choose(option);
    }

    /// Plays on at random to the end, or for a few decisions if the ruleset defines the value of a position.
    /// Returns false if the time ran out.
    pub fn play_out(&mut self, random: &mut Generator, is_late: IsLate<'_>) -> bool {
        let (mut nobody, mut asked, mut in_time) = (NoObserver, 0, true);
        let mut looked = self.state.spent;
        let players = u32::from(self.program.players);
        let most = if self.program.score.hint.is_some() { SHORT * players } else { self.most_decisions };
        let total = self.program.score.total.filter(|_| self.looks_at_way);
        let lowest = self.program.checked.score.lowest;
        self.row.iter_mut().for_each(Row::begin);
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.work, &mut nobody);
        while asked < most && matches!(machine.state().status(), Status::Waiting { .. }) {
            let spent = machine.state().spent;
            if spent - self.spent >= self.most_fuel {
                break;
            }
            if asked % LOOK.0 == LOOK.0 - 1 || spent - looked >= LOOK.1 {
                looked = spent;
                if is_late() {
                    in_time = false;
                    break;
                }
            }
            let option = match &mut self.row {
                None => machine.state().draw(random),
                Some(row) => row.draw(&self.program, machine.state(), random),
            };
            // an error is in the status
            let _ = machine.choose(option);
            asked += 1;
            if let Some(total) = total.filter(|_| matches!(machine.state().status(), Status::Waiting { .. }))
            {
                let score = machine.evaluate(total, &[0]).map_or(0.0, f64::from);
                self.way += if lowest { -score } else { score };
            }
        }
        self.way += f64::from(asked);
        self.stop();
        in_time
    }

    /// Ends the playout here.
    pub fn stop(&mut self) {
        self.fuel += self.state.spent - self.spent;
    }

    /// Evaluates the position for each seat into `scores`. Returns false if the ruleset defines no such
    /// value, or it fails.
    fn hint(&mut self) -> bool {
        let Some(hint) = self.program.score.hint else { return false };
        let mut nobody = NoObserver;
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.work, &mut nobody);
        self.scores.clear();
        for player in 0..self.program.players {
            let Ok(value) = machine.evaluate(hint, &[i32::from(player)]) else { return false };
            self.scores.push(value);
        }
        true
    }

    /// Returns the scores and winners of an end. Returns `None` after a runtime error or if the game is not
    /// over.
    pub fn end(&mut self) -> Option<End<'_>> {
        let players = self.program.players;
        let over = self.state.status() == Status::Over;
        if !over || self.standings.count(&self.program, &mut self.state, &mut self.work).is_err() {
            return None;
        }
        self.scores.clear();
        self.scores.extend((0..players).map(|player| self.standings.worth(player)));
        self.winners.clear();
        self.winners.resize(usize::from(players), false);
        self.standings.winners().for_each(|winner| self.winners[usize::from(winner)] = true);
        Some(End { scores: &self.scores, winners: &self.winners, way: self.way, before: None })
    }

    /// Computes the rewards of each seat for the current position; zero if the game has no valid end.
    pub fn reward(&mut self, rewards: &mut Rewards) {
        let players = self.program.players;
        if self.decides().is_some() && self.hint() {
            rewards.of_position(&self.scores, &mut self.rewards);
            return;
        }
        let mut worth = std::mem::take(&mut self.rewards);
        match self.end() {
            Some(end) => rewards.of_end(end, &mut worth),
            None => {
                worth.clear();
                worth.resize(usize::from(players), Worth::default());
            }
        }
        self.rewards = worth;
        self.looks_at_way = rewards.are_alike();
    }
}
