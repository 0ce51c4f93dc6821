//! Where bots try things: one position after another, played on without allocating.

use std::sync::Arc;

use super::rewards::{End, Rewards, Worth};
use super::row::Row;
use ludex::machinery::Standings;
use ludex::machinery::exec::{Machine, Nobody, Workspace};
use ludex::machinery::program::{Habits, Program};
use ludex::machinery::state::{Generator, State, Status};

/// A try may be so many times as long as the longest game that is usual; or as long as this.
const LONGER: u32 = 2;
const FEWEST_DECISIONS: u32 = 100;
/// Decisions of one try, at most, and fuel (instructions and what they visit); nobody has won what takes longer.
const MOST_DECISIONS: u32 = 20_000;
const MOST_FUEL: u64 = 4_000_000;
/// Decisions of one try, at most, where it is not known how long games are, and something free can be repeated or a game did not end.
const MOST_IN_CIRCLES: u32 = 1_000;
/// Decisions from one look at the clock to the next, at most, and fuel, about.
const LOOK: (u32, u64) = (64, 50_000);
/// Decisions of a short try, for each player.
const SHORT: u32 = 6;

/// Whether the time is up. It is asked within a try, too; one that is not over then counts for nothing.
pub(super) type IsLate<'a> = &'a dyn Fn() -> bool;

pub(super) struct Bench {
    pub program: Arc<Program>,
    pub state: State,
    work: Workspace,
    standings: Standings,
    scores: Vec<i32>,
    winners: Vec<bool>,
    /// Decisions of the try, and with them the score at each where that is looked at.
    way: f64,
    /// Whether it is.
    pub looks_at_way: bool,
    /// What the game had spent where the try began.
    spent: u64,
    /// Decisions of one try, and fuel, at most.
    most_decisions: u32,
    pub most_fuel: u64,
    /// Fuel of all tries.
    pub fuel: u64,
    /// Where something free can be repeated: the current row of decisions.
    row: Option<Row>,
    /// How each seat fared at the last end.
    pub rewards: Vec<Worth>,
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

    /// No try is much longer than usual.
    pub fn within(mut self, habits: &Habits) -> Self {
        let longest = habits.longest.map(|longest| (LONGER * longest).max(FEWEST_DECISIONS));
        let unknown = if habits.circles || habits.endless { MOST_IN_CIRCLES } else { MOST_DECISIONS };
        self.most_decisions = longest.map_or(unknown, |longest| longest.min(MOST_DECISIONS));
        self.row = habits.circles.then(Row::new);
        self
    }

    /// From this position on, with chance of this seed.
    pub fn start(&mut self, from: &State, seed: u64) {
        self.state.clone_from(from);
        self.state.reseed(seed);
        (self.spent, self.way) = (from.spent, 0.0);
    }

    /// From the beginning of a game, with chance of this seed.
    pub fn begin(&mut self, seed: u64) {
        self.state = State::new(&self.program, seed);
        (self.spent, self.way) = (0, 0.0);
        let mut nobody = Nobody;
        // it is in the status
        let _ = Machine::new(&self.program, &mut self.state, &mut self.work, &mut nobody).start();
    }

    /// Decisions of the try, where nothing else is looked at.
    pub fn decisions(&self) -> u32 {
        self.way as u32
    }

    /// Who decides; nobody if it is over.
    pub fn decides(&self) -> Option<i32> {
        match self.state.status() {
            Status::Waiting { player, .. } => Some(player),
            Status::Running | Status::Over | Status::Failed => None,
        }
    }

    /// True if the try is as long as a try may be.
    pub fn is_long(&self) -> bool {
        self.way >= f64::from(self.most_decisions) || self.state.spent - self.spent >= self.most_fuel
    }

    /// Takes an option. A rule that fails ends the game.
    pub fn choose(&mut self, option: usize) {
        let mut nobody = Nobody;
        self.way += 1.0;
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.work, &mut nobody);
        // it is in the status
        let _ = machine.choose(option);
    }

    /// Plays on at random: to the end, or a short way where the ruleset says what a position is worth. False if the time was up before.
    pub fn play_out(&mut self, random: &mut Generator, is_late: IsLate<'_>) -> bool {
        let (mut nobody, mut asked, mut in_time) = (Nobody, 0, true);
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
            // a rule that fails is in the status
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

    /// Ends the try here.
    pub fn stop(&mut self) {
        self.fuel += self.state.spent - self.spent;
    }

    /// What the position is worth to each seat, where the ruleset says so.
    fn hint(&mut self) -> bool {
        let Some(hint) = self.program.score.hint else { return false };
        let mut nobody = Nobody;
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.work, &mut nobody);
        self.scores.clear();
        for player in 0..self.program.players {
            let Ok(value) = machine.evaluate(hint, &[i32::from(player)]) else { return false };
            self.scores.push(value);
        }
        true
    }

    /// The scores of an end and who won; nothing where a rule failed or there is no end.
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
        Some(End { scores: &self.scores, winners: &self.winners, way: self.way })
    }

    /// What the end is worth to each seat: nothing where there is none.
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
