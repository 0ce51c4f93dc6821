//! What pairs say of each card.

use std::collections::BTreeMap;

use ludex::DesignId;
use ludex::diagnostics::Span;
use serde::Serialize;

use super::plan::Plan;
use super::worker::{FailedPair, Sums, VICTORY};
use crate::simulate::Written;
use crate::stats::{CONFIDENCE, Interval, Moments, bonferroni, paired_shares};

/// What pairs say.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The format of this document.
    pub version: u32,
    /// The ruleset's id.
    pub ruleset: String,
    /// Its rules with all overlays, as 16 hexadecimal digits.
    pub fingerprint: String,
    /// How many play.
    pub players: u8,
    /// Options as given.
    pub options: BTreeMap<String, String>,
    /// Variants by id.
    pub variants: Vec<String>,
    /// Overlays as given.
    pub overlays: Vec<String>,
    /// How the two worlds differ.
    pub effect: &'static str,
    /// The bots as they are listed.
    pub bots: Vec<String>,
    /// The seed of all.
    pub seed: u64,
    /// Games that count.
    pub games: u64,
    /// Not there where it was not asked for.
    #[serde(flatten)]
    pub timing: Option<Timing>,
    /// Of each `interval`: all of them together hold in 95 of 100 runs.
    pub confidence: f64,
    /// The largest effect first, up or down.
    pub cards: Vec<CardReport>,
    /// Cards that can't be looked at, with the reason.
    pub left_out: Vec<LeftOutReport>,
    /// The first pairs in which a rule failed.
    pub faults: Vec<FaultReport>,
}

/// What differs from run to run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Timing {
    /// Threads.
    pub jobs: u64,
    /// Seconds.
    pub elapsed_s: f64,
}

/// What a card does for the one who has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardReport {
    /// By its number in the ruleset.
    #[serde(skip)]
    pub design: DesignId,
    /// As the ruleset writes it.
    pub id: String,
    /// The holder's win rate with it less that without it, in percentage points; nothing without pairs.
    pub impact: Option<f64>,
    /// Its 95 % interval.
    pub ci95: Interval,
    /// Its interval where all those of the table hold together.
    pub interval: Interval,
    /// Pairs that count.
    pub times: u64,
}

/// A card that can't be looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOutReport {
    /// As the ruleset writes it.
    pub id: String,
    /// Why.
    pub why: String,
}

/// A pair in which a rule failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultReport {
    /// The card that was replaced.
    pub card: String,
    /// By what.
    pub with: String,
    /// In whose set: the seat's number from 1.
    pub seat: u8,
    /// The seed of both games.
    pub seed: u64,
    /// It failed in the game as it is, before the other world was played.
    pub as_written: bool,
    /// Where the rule stands: `file:line:column`.
    pub place: String,
    /// Why it failed.
    pub message: String,
}

impl Report {
    /// From the sums of a plan.
    pub fn new(plan: &Plan<'_>, written: Written, sums: &Sums, timing: Option<Timing>) -> Report {
        let ruleset = plan.setup.ruleset();
        let confidence = bonferroni(CONFIDENCE, plan.cards.len());
        Report {
            version: ludex::JSON_VERSION,
            ruleset: ruleset.id().to_owned(),
            fingerprint: format!("{:016x}", ruleset.fingerprint()),
            players: plan.setup.players(),
            options: written.options.into_iter().collect(),
            variants: written.variants,
            overlays: written.overlays,
            effect: "deck",
            bots: plan.bots.iter().map(ToString::to_string).collect(),
            seed: plan.seed,
            games: sums.games(),
            timing,
            confidence,
            cards: cards(plan, sums, confidence),
            left_out: left_out(plan),
            faults: sums.faults.iter().map(|fault| failed(plan, fault)).collect(),
        }
    }
}

fn name(plan: &Plan<'_>, design: DesignId) -> String {
    plan.setup.rules().design(design).name.to_owned()
}

fn cards(plan: &Plan<'_>, sums: &Sums, confidence: f64) -> Vec<CardReport> {
    let rows = plan.cards.iter().zip(&sums.cards);
    let mut rows: Vec<CardReport> =
        rows.map(|(card, sums)| row(card.design, name(plan, card.design), sums, confidence)).collect();
    let size = |row: &CardReport| row.impact.map_or(-1.0, f64::abs);
    rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
    rows
}

fn row(design: DesignId, id: String, sums: &Moments, confidence: f64) -> CardReport {
    let points = |part: f64| 100.0 * part;
    let within = |confidence| paired_shares(sums, VICTORY, confidence).map(points);
    CardReport {
        design,
        id,
        impact: (sums.n > 0).then(|| points(sums.mean() / VICTORY as f64)),
        ci95: within(CONFIDENCE),
        interval: within(confidence),
        times: sums.n,
    }
}

fn left_out(plan: &Plan<'_>) -> Vec<LeftOutReport> {
    let said = |card: &super::LeftOut| LeftOutReport {
        id: name(plan, card.design),
        why: card.why.message().to_owned(),
    };
    plan.left_out.iter().map(said).collect()
}

fn failed(plan: &Plan<'_>, failed: &FailedPair) -> FaultReport {
    let place = failed.fault.as_ref().and_then(|fault| fault.place.as_ref());
    let span = place.map_or_else(Span::default, |place| place.span);
    let message = failed.fault.as_ref().map_or("there is no such world", |fault| fault.kind.message());
    FaultReport {
        card: name(plan, plan.cards[failed.card].design),
        with: name(plan, failed.with),
        seat: failed.seat.0 + 1,
        seed: failed.seed,
        as_written: failed.as_written,
        place: plan.setup.ruleset().sources().place(span),
        message: message.to_owned(),
    }
}
