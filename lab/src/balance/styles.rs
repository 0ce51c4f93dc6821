//! Styles of play: policies from separate trainings.
//!
//! Each policy takes one seat against each other one, so a policy that wins more than an equal share is a plan that
//! dominates. The effects of a card with each policy differ beyond chance if its worth depends on the style.

use schemars::JsonSchema;
use serde::Serialize;

use super::plan::Plan;
use crate::add_up::AddUp as _;
use crate::blocks::Control;
use crate::experiment::Experiment as _;
use crate::impact::{self, CardReport};
use crate::ladder::{LadderPlan, Match};
use crate::simulate::{Sums, simulate};
use crate::splitmix64;
use crate::stats::{CONFIDENCE, Interval, Moments, bonferroni, differ};

/// Separates the seeds of these matches from those of the other parts.
const MATCHES: u64 = 0x2b91_60d7_c4e8_13af;

/// Results of a policy against the others.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct StyleReport {
    /// Number of the training, from 1.
    pub training: usize,
    /// Games in which this policy had one seat, or one team.
    pub games: u64,
    /// Its share of the victories, 0 to 1.
    pub share: f64,
    /// Interval of `share`, valid for all policies together.
    pub interval: Option<Interval>,
    /// True if this policy alone certainly wins more than an equal share.
    pub dominates: bool,
}

/// A card whose effect was measured with each policy.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct StyleCard {
    /// ID of the card.
    pub id: String,
    /// Smallest effect with a policy.
    pub least: f64,
    /// Largest effect with a policy.
    pub most: f64,
    /// True if the effects of the policies differ more than chance explains, tested for all cards together.
    pub depends: bool,
}

/// Returns the ladder with all policies. `None` if there are fewer than two policies, or if no single side wins.
fn ladder<'a>(plan: &Plan<'a>, number: u64) -> Option<LadderPlan<'a>> {
    let seed = splitmix64(plan.run.seed ^ MATCHES, number);
    let mut ladder = LadderPlan::new(plan.setup, &plan.run.trained, plan.games.styles, seed);
    ladder.run.tools = plan.run.tools.clone();
    let is_contested = ladder.contested().is_some_and(|sides| sides > 1) && ladder.turns_teams();
    (plan.run.trained.len() > 1 && is_contested).then_some(ladder)
}

/// Returns the ordered pairs of policies, as rungs of the ladder.
fn pairs(plan: &Plan<'_>) -> Vec<[usize; 2]> {
    let Some(ladder) = ladder(plan, 0) else { return Vec::new() };
    let rung = |bot| ladder.rungs().iter().position(|of| of == bot);
    let policies: Vec<usize> = plan.run.trained.iter().filter_map(rung).collect();
    let pairs = policies.iter().flat_map(|one| policies.iter().map(move |other| [*one, *other]));
    pairs.filter(|[one, other]| one != other).collect()
}

/// Returns the cost of all matches.
pub(super) fn cost(plan: &Plan<'_>) -> u64 {
    let games = plan.games.styles.next_multiple_of(u64::from(plan.setup.players()));
    pairs(plan).len() as u64 * games * plan.cost_of(&plan.run.bots)
}

/// Plays each policy against each other one. Returns the sums of each policy.
pub(super) fn play(plan: &Plan<'_>, control: &Control<'_>) -> Vec<Sums> {
    let mut all: Vec<Sums> = Vec::new();
    let mut of = None;
    for ([one, other], number) in pairs(plan).into_iter().zip(1..) {
        let Some(ladder) = ladder(plan, number) else { break };
        let games = ladder.simulation(Match::Against(one, other));
        let cost = plan.cost_of(&plan.run.bots) * games.turns();
        let done = |deals: u64| (control.done)(deals * cost);
        let sums = simulate(&games, &Control { done: &done, ..*control }, None).sums;
        match all.last_mut().filter(|_| of == Some(one)) {
            Some(last) => last.add_up(sums),
            None => all.push(sums),
        }
        of = Some(one);
    }
    all
}

impl StyleReport {
    /// Reports each policy.
    pub(super) fn all(sides: u8, sums: &[Sums]) -> Vec<StyleReport> {
        let confidence = bonferroni(CONFIDENCE, sums.len());
        let is_ahead = |ends: &Option<Interval>| ends.is_some_and(|[low, _]| low > 1.0 / f64::from(sides));
        let interval = |sums: &Sums| sums.bots.first()?.win_share_at(u64::from(sides), confidence).1;
        let ahead = sums.iter().map(interval).filter(is_ahead).count();
        let report = |(training, sums): (usize, &Sums)| {
            let one = sums.bots.first().filter(|one| one.shares.n > 0)?;
            let (share, interval) = one.win_share_at(u64::from(sides), confidence);
            let dominates = is_ahead(&interval) && ahead == 1;
            let games = one.shares.n * u64::from(sides);
            Some(StyleReport { training, games, share, interval, dominates })
        };
        (1..).zip(sums).filter_map(report).collect()
    }
}

impl StyleCard {
    /// Reports the cards, those with the largest range first. `sums` are those of the report's plan.
    pub(super) fn all(
        plan: &impact::ImpactPlan<'_>,
        sums: &impact::Sums,
        report: &[CardReport],
    ) -> Vec<StyleCard> {
        let of = |card: &CardReport| {
            let at = plan.cards.iter().position(|of| of.design == card.design)?;
            Some(sums.cards[at].trainings.as_slice()).filter(|trainings| trainings.len() > 1)
        };
        let questions = report.iter().filter_map(of).count();
        let card = |card: &CardReport| {
            let trainings: &[Moments] = of(card)?;
            let least = card.trainings.iter().copied().reduce(f64::min)?;
            let most = card.trainings.iter().copied().reduce(f64::max)?;
            let depends = differ(trainings, bonferroni(CONFIDENCE, questions));
            Some(StyleCard { id: card.id.clone(), least, most, depends })
        };
        let mut cards: Vec<StyleCard> = report.iter().filter_map(card).collect();
        let range = |card: &StyleCard| card.most - card.least;
        cards.sort_by(|a, b| b.depends.cmp(&a.depends).then(range(b).total_cmp(&range(a))));
        cards
    }
}
