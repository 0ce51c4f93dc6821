//! Share of the result that chance explains: deals that are played twice.
//!
//! Both games of a deal have the same shuffles and dice, and the players decide with other seeds. If chance
//! alone determined the result, both games would end alike.

use ludex::Setup;
use schemars::JsonSchema;
use serde::Serialize;

use super::plan::Plan;
use crate::add_up::AddUp;
use crate::blocks::{self, Control, Worker};
use crate::deciders::{Choices, Deciders};
use crate::game::{self, NoOutcome, NoWatcher, Outcome};
use crate::stats::{CONFIDENCE, FEWEST_GROUPS, Interval, t_quantile};
use crate::{Objective, splitmix64};

/// Separates the seeds of the decisions from those of the deals.
const DECISIONS: u64 = 0x10c4_5eed_7a11_0b5e;

/// Results of deals that were played twice: the number of the deal, and the results of each seat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Luck(Vec<(u64, [Vec<i64>; 2])>);

impl Luck {
    /// Adds a deal: its number, and the results of all seats in both games.
    pub fn add(&mut self, deal: u64, results: [Vec<i64>; 2]) {
        self.0.push((deal, results));
    }
}

impl AddUp for Luck {
    fn add_up(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0.sort_by_key(|(deal, _)| *deal);
    }
}

/// Share of the variation of results that chance explains.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct LuckReport {
    /// Player of all seats.
    pub bot: String,
    /// Deals that were played twice with the same chance and other decisions.
    pub deals: u64,
    /// Share of the variance of the result that chance explains, 0 to 1.
    pub share: f64,
    /// 95 % interval of `share`.
    pub interval: Interval,
}

/// Returns the share of the variance that both games of a deal have in common, with its 95 % interval: the
/// intraclass correlation of the results of all seats, and Student's interval by the delta method over deals.
/// Returns `None` with too few deals, or if all results are equal.
pub fn luck(luck: &Luck) -> Option<(f64, Interval)> {
    let deals = luck.0.len();
    let seats = luck.0.first().map_or(0, |(_, [one, _])| one.len());
    let both = |seat: usize| luck.0.iter().flat_map(move |(_, of)| of.iter().map(move |of| of[seat] as f64));
    let means: Vec<f64> = (0..seats).map(|seat| both(seat).sum::<f64>() / (2 * deals) as f64).collect();
    let parts = |of: &[Vec<i64>; 2]| {
        let seat = |seat: usize| of.each_ref().map(|of| of[seat] as f64 - means[seat]);
        let each = (0..seats).map(seat);
        each.fold((0.0, 0.0), |(common, all), [a, b]| (common + a * b, all + (a * a + b * b) / 2.0))
    };
    let parts: Vec<(f64, f64)> = luck.0.iter().map(|(_, of)| parts(of)).collect();
    let (common, all) = parts.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    if (deals as u64) < FEWEST_GROUPS || all <= 0.0 {
        return None;
    }
    // the means are estimated, which makes the products too small by one part in twice the deals
    let share = common / all + 1.0 / (2 * deals) as f64;
    let spread: f64 = parts.iter().map(|part| (part.0 - share * part.1).powi(2)).sum();
    let freedom = deals as f64 - 1.0;
    let half = t_quantile(0.5 + CONFIDENCE / 2.0, freedom) * (spread * deals as f64 / freedom).sqrt() / all;
    Some((share.clamp(0.0, 1.0), [share - half, share + half].map(|end| end.clamp(0.0, 1.0))))
}

impl LuckReport {
    pub(super) fn new(plan: &Plan<'_>, sums: &Luck) -> Option<LuckReport> {
        let (share, interval) = luck(sums)?;
        Some(LuckReport { bot: plan.luck_bot().to_string(), deals: sums.0.len() as u64, share, interval })
    }
}

/// Plays each deal twice.
pub(super) fn play(plan: &Plan<'_>, control: &Control<'_>) -> Luck {
    let setup = plan.setup.in_streams();
    let run = plan.played_by(plan.luck_bot());
    let cost = 2 * plan.cost_of(&run.bots);
    let done = |deals: u64| (control.done)(deals * cost);
    let worker = || Twice {
        setup: &setup,
        deciders: Deciders::new(&run.seated(setup.players(), 0), &run.tools),
        control,
        seed: run.seed,
        by: Objective::from_setup(plan.setup),
        sums: Luck::default(),
    };
    blocks::run(0..plan.games.luck, 4, &Control { done: &done, ..*control }, worker).0
}

/// State of a worker thread that plays deals twice.
struct Twice<'a> {
    setup: &'a Setup,
    deciders: Deciders,
    control: &'a Control<'a>,
    seed: u64,
    by: Objective,
    sums: Luck,
}

impl Twice<'_> {
    /// Plays a deal with one seed of the decisions, and returns the results of all seats.
    fn once(&mut self, deal: u64, decisions: u64) -> Result<Vec<i64>, NoOutcome> {
        let mut end = Outcome::default();
        let game = game::begun(self.setup, splitmix64(self.seed, deal), &self.deciders);
        let stop = || self.control.is_stopped();
        game::play_on(game, Choices::new(decisions, &mut self.deciders), &mut NoWatcher, &mut end, &stop)?;
        let result = |seat: usize| match self.by {
            Objective::Win => end.part(seat),
            Objective::Score => end.scores[seat],
        };
        Ok((0..end.scores.len()).map(result).collect())
    }
}

impl Worker for Twice<'_> {
    type Sums = Luck;

    fn unit(&mut self, deal: u64) {
        let seed = splitmix64(self.seed ^ DECISIONS, deal);
        // a deal in which a rule fails does not count; the simulations report the failure
        if let [Ok(one), Ok(other)] = [0, 1].map(|game| self.once(deal, splitmix64(seed, game))) {
            self.sums.add(deal, [one, other]);
        }
    }

    fn sums(self) -> Luck {
        self.sums
    }
}
