//! Parts of a report, and numbers of games that fit into a time.

use ludex::{DesignId, Setup};
use ludex_bots::BotSpec;
use schemars::JsonSchema;
use serde::Serialize;

use super::course::COST;
use super::pairs::PAIRS;
use super::styles;
use crate::Objective;
use crate::estimate::Sample;
use crate::experiment::RunConfig;
use crate::impact::{self, JointPlan};
use crate::{ladder, simulate};

/// Configuration of a report.
#[derive(Debug, Clone)]
pub struct Plan<'a> {
    /// Setup for the usual number of players.
    pub setup: &'a Setup,
    /// Seed, tools, and the strongest player, which takes all seats.
    pub run: RunConfig,
    /// Weaker players, the weakest first.
    pub levels: Vec<BotSpec>,
    /// Setups for other numbers of players, with their strongest players.
    pub others: Vec<(&'a Setup, BotSpec)>,
    /// Numbers of games.
    pub games: Games,
    /// Estimated seconds for the smallest useful numbers of games; 0 if unknown.
    pub least: f64,
    /// Assumed seconds for a decision.
    pub pace: f64,
    /// Durations of games, if known.
    pub sample: Option<Sample>,
}

/// Numbers of games of the parts of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Games {
    /// Games of the strongest players.
    pub strongest: u64,
    /// Games of each weaker level.
    pub weaker: u64,
    /// Games for each other number of players.
    pub of_number: u64,
    /// Games for each card, two to a pair.
    pub of_card: u64,
    /// Games of each match between two levels.
    pub of_match: u64,
    /// Deals that are played twice.
    pub luck: u64,
    /// Quadruples of games for each pair of cards.
    pub pairs: u64,
    /// Games whose course is measured.
    pub course: u64,
    /// Games of each trained policy against each other one.
    pub styles: u64,
}

impl Games {
    fn of(
        [strongest, weaker, of_number, of_card, of_match, luck, pairs, course, styles]: [u64; PARTS.len()],
    ) -> Games {
        Games { strongest, weaker, of_number, of_card, of_match, luck, pairs, course, styles }
    }
}

/// Share of the time for each part, and the smallest and largest useful number of games.
const PARTS: [Part; 9] = [
    Part { share: 0.12, least: 200, most: 4_000 },
    Part { share: 0.06, least: 200, most: 2_000 },
    Part { share: 0.16, least: 100, most: 4_000 },
    Part { share: 0.32, least: 200, most: 20_000 },
    Part { share: 0.10, least: 100, most: 2_000 },
    Part { share: 0.06, least: 100, most: 2_000 },
    Part { share: 0.08, least: 50, most: 4_000 },
    Part { share: 0.06, least: 20, most: 1_000 },
    Part { share: 0.04, least: 8, most: 400 },
];

struct Part {
    share: f64,
    least: u64,
    most: u64,
}

/// Seconds that a person takes for a decision, unless stated otherwise.
const PACE: f64 = 10.0;

/// Cost of a game whose every position is inspected, in random games.
const INSPECTED: f64 = 12.0;

impl<'a> Plan<'a> {
    /// Creates a plan with the smallest useful numbers of games. `run` has the strongest player, `levels` the
    /// weaker ones, `others` the setups for other numbers of players.
    pub fn new(
        setup: &'a Setup,
        run: RunConfig,
        levels: Vec<BotSpec>,
        others: Vec<(&'a Setup, BotSpec)>,
    ) -> Plan<'a> {
        let games = Games::of(PARTS.map(|part| part.least));
        Plan { setup, run, levels, others, games, least: 0.0, pace: PACE, sample: None }
    }

    /// Sets the numbers of games to those that take about `seconds`: the smallest useful ones, and a share of
    /// the rest of the time for each part. Without a sample of random games, a rule fails in all of them.
    pub fn within(self, sample: Option<&Sample>, seconds: f64) -> Plan<'a> {
        let Some(sample) = sample else { return self };
        let each = self.seconds(sample);
        let least: f64 = PARTS.iter().zip(each).map(|(part, each)| part.least as f64 * each).sum();
        let rest = (seconds - least).max(0.0);
        let number = |at: usize| {
            let more = (PARTS[at].share * rest / each[at].max(1e-9)) as u64;
            two_digits((PARTS[at].least + more).min(PARTS[at].most))
        };
        Plan { games: Games::of(std::array::from_fn(number)), least, sample: Some(*sample), ..self }
    }

    /// Returns the seconds for one game of each number in [`PARTS`].
    fn seconds(&self, sample: &Sample) -> [f64; PARTS.len()] {
        let strongest = self.bot();
        let inspected =
            |bot: &BotSpec| sample.seconds(bot, 1) + INSPECTED * sample.seconds(&BotSpec::Random, 1);
        let cards = self.impact_of(self.run.clone()).cards.len().max(1) as f64;
        let trained = self.run.trained.len() as f64;
        let styles = trained * (trained - 1.0);
        let weaker: f64 = self.levels.iter().map(inspected).sum();
        let against: f64 = self.levels.iter().map(|bot| inspected(strongest).max(inspected(bot))).sum();
        [
            inspected(strongest),
            weaker,
            self.others.iter().map(|(setup, bot)| inspected(bot) * self.longer(setup, bot)).sum(),
            (sample.seconds(strongest, 1) + sample.seconds(&BotSpec::Random, 1)) * cards,
            against,
            2.0 * sample.seconds(self.luck_bot(), 1),
            4.0 * PAIRS as f64 * sample.seconds(strongest, 1),
            2.0 * inspected(strongest) + COST as f64 * sample.seconds(&BotSpec::Random, 1),
            inspected(strongest) * styles.max(1.0),
        ]
    }

    /// Returns how many times as long a game with another number of players takes, if its length grows with that
    /// number. So do the playouts of each decision.
    fn longer(&self, setup: &Setup, bot: &BotSpec) -> f64 {
        let players = f64::from(setup.players()) / f64::from(self.setup.players());
        if bot.tries() > 1 { players * players } else { players }
    }

    /// Returns the strongest player.
    pub fn bot(&self) -> &BotSpec {
        self.run.bots.first().unwrap_or(&BotSpec::Random)
    }

    /// Returns the strongest player whose choices depend on its seed. A policy network chooses the same in
    /// each repetition of a position.
    pub fn luck_bot(&self) -> &BotSpec {
        let varies = |bot: &&BotSpec| !matches!(bot, BotSpec::Policy(_));
        let all = self.levels.iter().chain(&self.run.bots);
        all.rev().find(varies).unwrap_or(&BotSpec::Random)
    }

    /// Returns the settings of the run with one bot in all seats.
    pub(super) fn played_by(&self, bot: &BotSpec) -> RunConfig {
        RunConfig { bots: vec![bot.clone()], trained: Vec::new(), ..self.run.clone() }
    }

    fn simulation(&self, setup: &'a Setup, bot: &BotSpec, games: u64) -> simulate::SimulatePlan<'a> {
        let mut plan = simulate::SimulatePlan::new(setup, games, self.run.seed);
        plan.run = RunConfig { detail: true, ..self.played_by(bot) };
        plan
    }

    pub(super) fn strongest(&self) -> simulate::SimulatePlan<'a> {
        let plan = self.simulation(self.setup, self.bot(), self.games.strongest);
        simulate::SimulatePlan { run: RunConfig { detail: true, ..self.run.clone() }, ..plan }
    }

    pub(super) fn weaker(&self) -> Vec<simulate::SimulatePlan<'a>> {
        let of = |bot: &BotSpec| self.simulation(self.setup, bot, self.games.weaker);
        self.levels.iter().map(of).collect()
    }

    pub(super) fn numbers(&self) -> Vec<simulate::SimulatePlan<'a>> {
        let of = |(setup, bot): &(&'a Setup, BotSpec)| self.simulation(setup, bot, self.games.of_number);
        self.others.iter().map(of).collect()
    }

    fn impact_of(&self, run: RunConfig) -> impact::ImpactPlan<'a> {
        let pairs = self.games.of_card.div_ceil(2);
        let plan = impact::ImpactPlan::new(self.setup, None, None, pairs, self.run.seed);
        impact::ImpactPlan { run: RunConfig { by: Objective::from_setup(self.setup), ..run }, ..plan }
    }

    /// Returns the experiments on cards: with the weakest players, and with the strongest.
    pub(super) fn impacts(&self) -> Vec<impact::ImpactPlan<'a>> {
        let weakest = self.levels.iter().take(1).map(|bot| self.played_by(bot));
        weakest.chain([self.run.clone()]).map(|run| self.impact_of(run)).collect()
    }

    /// Returns the experiment on a pair of cards, or `None` if players never have one of them in hand.
    pub(super) fn pair(&self, cards: [DesignId; 2], pairs: u64) -> Option<JointPlan<'a>> {
        let run = RunConfig { by: Objective::from_setup(self.setup), ..self.run.clone() };
        JointPlan::new(self.setup, cards, run, pairs).ok()
    }

    pub(super) fn ladder(&self) -> ladder::LadderPlan<'a> {
        let bots: Vec<BotSpec> = self.levels.iter().chain(&self.run.bots).cloned().collect();
        let mut ladder = ladder::LadderPlan::new(self.setup, &bots, self.games.of_match, self.run.seed);
        ladder.run.tools = self.run.tools.clone();
        ladder
    }

    /// Returns the total cost, for progress.
    pub(super) fn cost(&self) -> u64 {
        let simulated = [vec![self.strongest()], self.weaker(), self.numbers(), super::matches(self)];
        let simulated =
            simulated.iter().flatten().map(|plan| plan.games_here() * self.cost_of(&plan.run.bots));
        let impacted = self.impacts();
        let impacted = impacted.iter().map(|plan| plan.games() * self.cost_of(&plan.run.bots));
        let luck = 2 * self.games.luck * self.cost_of(std::slice::from_ref(self.luck_bot()));
        let strongest = self.cost_of(&self.run.bots);
        let pairs = 4 * PAIRS as u64 * self.games.pairs * strongest;
        let course = self.games.course * (COST + 2 * strongest);
        simulated.chain(impacted).sum::<u64>() + luck + pairs + course + styles::cost(self)
    }

    /// Returns the approximate duration of a game with the slowest of these players in all seats, in games of
    /// random players.
    pub(super) fn cost_of(&self, bots: &[BotSpec]) -> u64 {
        let Some(sample) = &self.sample else { return 1 };
        let seconds = |bot: &BotSpec| sample.seconds(bot, 1);
        let slowest = bots.iter().map(seconds).fold(0.0, f64::max);
        (slowest / seconds(&BotSpec::Random)).max(1.0) as u64
    }
}

/// Rounds down to two significant digits: `12,345` becomes `12,000`.
fn two_digits(n: u64) -> u64 {
    let unit = 10_u64.pow(n.max(1).ilog10().saturating_sub(1));
    n / unit * unit
}
