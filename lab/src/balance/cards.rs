//! Cards and options of a report: how often players take them, and their effects.

use std::collections::BTreeMap;

use ludex::DesignId;
use schemars::JsonSchema;
use serde::Serialize;

use super::plan::Plan;
use crate::impact::{self, CardReport, Effect};
use crate::simulate::{self, CardRow, ChoiceRow, DetailReport};
use crate::stats::Interval;

/// Decisions that must have offered an option before it is reported as never taken.
const OFTEN: u64 = 50;

/// A card as printed.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct BalanceCard {
    /// Design of the card.
    #[serde(skip)]
    pub design: DesignId,
    /// ID of the card.
    pub id: String,
    /// Difference between the two worlds of this card's pairs; `null` if its impact was not measured.
    pub effect: Option<Effect>,
    /// Impact with the strongest players, in percentage points of the win share or in points of the score.
    pub impact: Option<f64>,
    /// Interval of `impact`, valid for all cards together.
    pub interval: Option<Interval>,
    /// Impact with the weakest players.
    pub weakest_impact: Option<f64>,
    /// Interval of `weakest_impact`, valid for all cards together.
    pub weakest_interval: Option<Interval>,
    /// Games of the strongest players in which it moved after the set-up or was picked.
    pub moved: u64,
    /// Decisions of the strongest players in which one of several options named it.
    pub offered: u64,
    /// Decisions in which they took such an option.
    pub picked: u64,
    /// Share of offers that were taken, for each level, the weakest first; `null` without an offer.
    pub pick_rates: Vec<Option<f64>>,
    /// Win rate of the strongest players who played it, or who drew it if nobody played it.
    pub won: Option<f64>,
    /// `won` less the win rate of the others, in percentage points, if it is certain: an observation, not an effect.
    pub won_difference: Option<f64>,
}

/// An option that players were offered and never took.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct IgnoredOption {
    /// Name of the decision.
    pub decision: String,
    /// Name of the option.
    pub option: String,
    /// Decisions that offered it together with another option.
    pub offered: u64,
}

/// A card about which the weakest and the strongest players disagree.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Disagreement {
    /// ID of the card.
    pub id: String,
    /// Impact with the weakest players.
    pub weakest: f64,
    /// Impact with the strongest players.
    pub strongest: f64,
    /// Interval of the difference, valid for all cards together; it excludes 0.
    pub interval: Interval,
}

impl BalanceCard {
    /// Creates the rows of all cards. `levels` lists the simulations, the weakest players first; `impacts` the
    /// experiments on cards in the same order.
    pub(super) fn all(
        plan: &Plan<'_>,
        levels: &[&simulate::SimulateReport],
        impacts: &[impact::ImpactReport],
    ) -> Vec<BalanceCard> {
        let by_level: Vec<BTreeMap<&str, &CardRow>> = levels.iter().map(|level| rows(level)).collect();
        let designs = plan.setup.rules().designs().filter(|design| design.copies > 0);
        designs.map(|design| BalanceCard::new((design.id, design.name), &by_level, impacts)).collect()
    }

    fn new(
        (design, id): (DesignId, &str),
        levels: &[BTreeMap<&str, &CardRow>],
        impacts: &[impact::ImpactReport],
    ) -> BalanceCard {
        let row = levels.last().and_then(|rows| rows.get(id)).copied();
        let strongest = impacts.last().and_then(|report| measured(report, id));
        let weakest = impacts.first().filter(|_| impacts.len() > 1).and_then(|report| measured(report, id));
        let seen = row.and_then(|row| row.played.or(row.drawn));
        let is_certain = |[low, high]: Interval| low > 0.0 || high < 0.0;
        let certain =
            seen.and_then(|seen| seen.others).filter(|others| others.interval.is_some_and(is_certain));
        let rate = |rows: &BTreeMap<&str, &CardRow>| {
            let row = rows.get(id)?;
            (row.offered > 0).then(|| row.picked as f64 / row.offered as f64)
        };
        BalanceCard {
            design,
            id: id.to_owned(),
            effect: strongest.map(|card| card.effect),
            impact: strongest.and_then(|card| card.impact),
            interval: strongest.map(|card| card.interval),
            weakest_impact: weakest.and_then(|card| card.impact),
            weakest_interval: weakest.map(|card| card.interval),
            moved: row.map_or(0, |row| row.moved.max(row.chosen)),
            offered: row.map_or(0, |row| row.offered),
            picked: row.map_or(0, |row| row.picked),
            pick_rates: levels.iter().map(rate).collect(),
            won: seen.map(|seen| seen.win_rate),
            won_difference: certain.map(|others| 100.0 * others.difference),
        }
    }

    /// Returns true if the strongest players were often offered the card and never took it.
    pub fn is_never_chosen(&self) -> bool {
        self.offered >= OFTEN && self.picked == 0
    }

    /// Returns the difference between the strongest and the weakest players, if it is certain.
    fn disagreement(&self) -> Option<Disagreement> {
        let (weakest, strongest) = (self.weakest_impact?, self.impact?);
        let interval = difference((weakest, self.weakest_interval?), (strongest, self.interval?));
        (interval[0] > 0.0 || interval[1] < 0.0).then(|| Disagreement {
            id: self.id.clone(),
            weakest,
            strongest,
            interval,
        })
    }
}

/// Returns the interval of the difference between two independent estimates, the second less the first
/// (Zou and Donner 2008: the distances to the ends of both intervals are added as squares).
pub(super) fn difference(
    (a, [a_low, a_high]): (f64, Interval),
    (b, [b_low, b_high]): (f64, Interval),
) -> Interval {
    let both = |one: f64, other: f64| (one * one + other * other).sqrt();
    [b - a - both(b - b_low, a_high - a), b - a + both(b_high - b, a - a_low)]
}

/// Returns the cards on which the weakest and the strongest players certainly disagree, the largest difference
/// first.
pub(super) fn disagreements(cards: &[BalanceCard]) -> Vec<Disagreement> {
    let mut found: Vec<Disagreement> = cards.iter().filter_map(BalanceCard::disagreement).collect();
    let size = |of: &Disagreement| (of.strongest - of.weakest).abs();
    found.sort_by(|a, b| size(b).total_cmp(&size(a)));
    found
}

fn rows(report: &simulate::SimulateReport) -> BTreeMap<&str, &CardRow> {
    let cards = report.detail.iter().flat_map(|detail| &detail.cards);
    cards.map(|card| (card.id.as_str(), card)).collect()
}

fn measured<'r>(report: &'r impact::ImpactReport, id: &str) -> Option<&'r CardReport> {
    report.cards.iter().find(|card| card.id == id && card.impact.is_some())
}

/// Returns the options that were often offered and never taken, the most often offered first. Options that
/// name a card are left out, because the cards have rows of their own.
pub(super) fn ignored(detail: &DetailReport) -> Vec<IgnoredOption> {
    let is_card = |row: &ChoiceRow| detail.cards.iter().any(|card| card.id == row.option);
    let never = detail.choices.iter().filter(|row| row.offered >= OFTEN && row.picked == 0 && !is_card(row));
    let mut never: Vec<IgnoredOption> = never
        .map(|row| IgnoredOption {
            decision: row.decision.clone(),
            option: row.option.clone(),
            offered: row.offered,
        })
        .collect();
    never.sort_by_key(|option| std::cmp::Reverse(option.offered));
    never
}
