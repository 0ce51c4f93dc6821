//! Matches of a ladder.

use ludex::Setup;
use ludex_bots::BotSpec;

use super::Played;
use crate::experiment::RunConfig;
use crate::simulate::{self, Sums};

/// Configuration of a ladder.
#[derive(Debug, Clone)]
pub struct LadderPlan<'a> {
    /// Setup of the game.
    pub setup: &'a Setup,
    /// Requested bots, settings of the run, and the part of it to play. All matches use the same deals.
    pub run: RunConfig,
    games: u64,
    rungs: Vec<BotSpec>,
}

/// A match. Bots are indices of rungs, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// The first bot in one seat, rotating over all seats, against the second in the others. With teams, in
    /// all seats of one team.
    Against(usize, usize),
    /// One bot in all seats.
    Mirror(usize),
}

impl<'a> LadderPlan<'a> {
    /// Creates a plan with at least `games` games per match. `bots` are listed from weakest to strongest;
    /// duplicates are removed, and `random` is added as the weakest.
    pub fn new(setup: &'a Setup, bots: &[BotSpec], games: u64, seed: u64) -> LadderPlan<'a> {
        let mut plan = LadderPlan { setup, run: RunConfig::new(seed), games, rungs: Vec::new() };
        plan.play_bots(bots);
        plan
    }

    /// Sets the bots, in the same way.
    pub fn play_bots(&mut self, bots: &[BotSpec]) {
        self.rungs = vec![BotSpec::Random];
        for bot in bots {
            if !self.rungs.contains(bot) {
                self.rungs.push(bot.clone());
            }
        }
        self.run.bots = bots.to_vec();
    }

    /// Returns the bots from weakest to strongest.
    pub fn rungs(&self) -> &[BotSpec] {
        &self.rungs
    }

    /// Returns all matches, rung by rung.
    pub fn matches(&self) -> Vec<Match> {
        let of = |rung: usize| {
            let random = (rung > 1).then_some(Match::Against(rung, 0));
            let below = rung.checked_sub(1).map(|below| Match::Against(rung, below));
            [random, below, Some(Match::Mirror(rung))].into_iter().flatten()
        };
        (0..self.rungs.len()).flat_map(of).collect()
    }

    /// Returns a match as a simulation.
    pub fn simulation(&self, of: Match) -> simulate::SimulatePlan<'a> {
        let mut plan = simulate::SimulatePlan::new(self.setup, self.games, self.run.seed);
        (plan.run.tools, plan.run.shard) = (self.run.tools.clone(), self.run.shard);
        (plan.run.bots, plan.run.rotate) = match of {
            Match::Against(one, other) => (self.against(&self.rungs[one], &self.rungs[other]), true),
            Match::Mirror(rung) => (vec![self.rungs[rung].clone()], false),
        };
        plan
    }

    /// Returns the result of a run that consists of one match.
    pub fn only(&self, of: Match, sums: Sums) -> Played {
        let sums_of = |next| if next == of { sums.clone() } else { Sums::new(self.setup, 0) };
        Played::merged(self.matches().into_iter().map(sums_of).collect())
    }

    /// Returns the bots of all seats before rotation.
    fn against(&self, one: &BotSpec, other: &BotSpec) -> Vec<BotSpec> {
        let Some(team) = self.setup.rules().teams().next() else { return vec![one.clone(), other.clone()] };
        let bot = |seat: u8| {
            if team.seats.iter().any(|of| of.number() == seat) { one.clone() } else { other.clone() }
        };
        (0..self.setup.players()).map(bot).collect()
    }

    /// Returns the number of sides: teams, or players.
    pub fn sides(&self) -> u8 {
        let teams = u8::try_from(self.setup.rules().teams().count()).unwrap_or(u8::MAX);
        if teams == 0 { self.setup.players() } else { teams }
    }

    /// Returns the number of sides if exactly one of them wins, or `None` if the rules decide separately for
    /// each player.
    pub fn contested(&self) -> Option<u8> {
        Some(self.sides()).filter(|_| !self.setup.rules().has_winner_rule())
    }

    /// Returns true if rotating the seats moves each bot through whole teams. Always true without teams.
    pub fn turns_teams(&self) -> bool {
        let teams = usize::from(self.sides());
        let of = |seat: u8, team: usize| usize::from(seat) % teams == team;
        let mut all = self.setup.rules().teams().enumerate();
        let players = usize::from(self.setup.players());
        all.all(|(team, def)| {
            players % teams == 0
                && (0..self.setup.players())
                    .all(|seat| def.seats.iter().any(|one| one.number() == seat) == of(seat, team))
        })
    }

    /// Returns the total number of games.
    pub fn games(&self) -> u64 {
        self.matches().into_iter().map(|of| self.simulation(of).games_here()).fold(0, u64::saturating_add)
    }

    /// Returns the approximate cost of a game of a match. A game between random players costs 1.
    pub fn cost(&self, of: Match) -> u64 {
        let others = u64::from(self.setup.players()).saturating_sub(1);
        let (one, other) = match of {
            Match::Against(one, other) => (one, other),
            Match::Mirror(rung) => (rung, rung),
        };
        let [one, other] = [one, other].map(|rung| self.rungs[rung].tries());
        one.saturating_add(other.saturating_mul(others)).saturating_add(1)
    }

    /// Returns the total cost of all games.
    pub fn cost_of_all(&self) -> u64 {
        let of = |of: Match| self.simulation(of).games_here().saturating_mul(self.cost(of));
        self.matches().into_iter().map(of).fold(0, u64::saturating_add)
    }

    /// Returns the bots of all seats in a rotation of a match.
    pub fn seated(&self, of: Match, turn: u64) -> Vec<BotSpec> {
        self.simulation(of).run.seated(self.setup.players(), turn)
    }
}
