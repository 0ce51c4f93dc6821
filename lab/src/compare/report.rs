//! Report of a comparison, with intervals.

use ludex::Setup;
use schemars::JsonSchema;
use serde::Serialize;

use super::both::Both;
use super::cards::{self, CardReport};
use super::tally::SeatTally;
use super::{ComparePlan, FailedPair, Played, Side};
use crate::Objective;
use crate::experiment::Experiment as _;
use crate::html::grouped;
use crate::names::Names;
use crate::report::{Changes, Made, Timing, fingerprint, listed, wanted, who_played};
use crate::rounded::{adding_up, around};
use crate::stats::{Interval, Verdict};

/// Report of a comparison. Win shares are in percentage points, scores in points. Differences are variant less base.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct CompareReport {
    /// Version of the document: 1.
    pub version: u32,
    /// Ruleset of the base.
    pub base: SideReport,
    /// Ruleset of the variant.
    pub variant: SideReport,
    /// Number of players.
    pub players: u8,
    /// Program, seeds and weights; with `--retrain`, weights of the base before weights of the variant.
    #[serde(flatten)]
    pub made: Made,
    /// Bots, in the order of the list.
    pub bots: Vec<String>,
    /// Description of the players, as in a simulation.
    pub who: String,
    /// True if each pair was played from each rotation of the bots.
    pub rotate: bool,
    /// Seed of the run; pair `i` (from 0) has output `i + 1` of splitmix64 from it, with random numbers in streams.
    pub seed: u64,
    /// Maximum number of pairs.
    pub most: u64,
    /// Measure that is compared.
    pub by: Objective,
    /// Equivalence margin: a smaller difference counts as none.
    pub margin: f64,
    /// Number of pairs that count.
    pub pairs: u64,
    /// Seat of the next three keys, from 1: a seat that gains or loses before an undecided one, then by the size of the difference.
    pub seat: usize,
    /// Difference of its win share or score, variant less base, corrected for the stopping rule.
    pub difference: f64,
    /// Interval of `difference`; the intervals of all seats hold together at every interim analysis, in 95 of 100 runs.
    pub ci95: Interval,
    /// Verdict for the seat.
    pub verdict: Verdict,
    /// Estimated number of further pairs until all seats are decided; `null` if they are, or if there is no estimate.
    pub more_pairs: Option<u64>,
    /// Results of each seat.
    pub seats: Vec<SeatComparison>,
    /// Decisions with two or more options in a game.
    pub decisions: Two,
    /// Confidence of each interval in `cards`: all hold together in 95 of 100 runs.
    pub confidence: f64,
    /// Changes by card of both rulesets; `null` unless `--detail` is given or a bot searches.
    pub cards: Option<Vec<CardReport>>,
    /// Pairs in which a rule failed. They are not counted elsewhere.
    pub failed: u64,
    /// The first twenty of them.
    pub faults: Vec<FailedPair>,
    /// Elapsed time; absent with `--no-timing`.
    #[serde(flatten)]
    pub timing: Option<Timing>,
}

/// One of the two compared rulesets.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SideReport {
    /// ID of the ruleset.
    pub ruleset: String,
    /// Fingerprint of the rules with all variants and overlays, as 16 hexadecimal digits.
    pub fingerprint: String,
    /// Options, variants and overlays.
    #[serde(flatten)]
    pub changes: Changes,
    /// Git revision of the files; `null` for the current files.
    pub revision: Option<String>,
}

/// Changes and revision of a side as requested by the user.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// Variants, overlays and options applied to the ruleset.
    pub changes: Changes,
    /// Git revision of the files; `None` for the working tree.
    pub revision: Option<String>,
}

impl SideReport {
    fn new(setup: &Setup, written: Written) -> SideReport {
        SideReport {
            ruleset: setup.ruleset().id().to_owned(),
            fingerprint: fingerprint(setup.ruleset()),
            changes: written.changes,
            revision: written.revision,
        }
    }

    /// Lists the differences from the plain ruleset: revision, variants, overlays, options.
    pub fn changes(&self, names: &Names) -> Vec<String> {
        let revision = self.revision.iter().map(|revision| format!("git:{revision}"));
        revision.chain(names.overlaid(&self.changes)).chain(names.settings(&self.changes)).collect()
    }
}

/// Results of a seat.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SeatComparison {
    /// Number of the seat, from 1.
    pub seat: usize,
    /// Name of the seat in the base.
    pub name: String,
    /// Win share in the base in percentage points, or mean score.
    pub base: f64,
    /// Win share or mean score in the variant.
    pub variant: f64,
    /// Variant less base, corrected for the stopping rule.
    pub difference: f64,
    /// Interval of `difference`, valid for all seats together.
    pub ci95: Interval,
    /// Verdict for the seat.
    pub verdict: Verdict,
    /// Score of the seat, in points.
    pub score: Two,
}

/// Mean of a number on both sides.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Two {
    /// Mean in the base.
    pub base: f64,
    /// Mean in the variant.
    pub variant: f64,
    /// Variant less base.
    pub difference: f64,
    /// Standard error of `difference`, over pairs.
    pub se: f64,
}

impl Two {
    /// Formats base, variant and difference. The third figure is exactly the second less the first.
    pub fn figures(&self) -> [String; 3] {
        let [base, variant, difference] = adding_up(self.base, self.difference, 2);
        [format!("{base:.2}"), format!("{variant:.2}"), format!("{difference:+.2}")]
    }

    fn new(both: &Both, unit: f64) -> Two {
        let [base, variant] = both.sides.map(|side| side.mean() / unit);
        Two { base, variant, difference: both.more.mean() / unit, se: both.more.se() / unit }
    }
}

/// Describes the bots.
fn who(plan: &ComparePlan, made: &Made) -> String {
    let mut bots = listed(&plan.run.bots);
    if plan.variant_bots.is_some() {
        bots.iter_mut().for_each(|bot| bot.push_str(" trained on each side"));
    }
    who_played(&bots, wanted(plan.setup(Side::Base), &plan.run.bots).as_deref(), made)
}

impl CompareReport {
    /// Creates the report. `written` holds the changes requested for each side.
    pub fn new(
        plan: &ComparePlan,
        written: [Written; 2],
        played: &Played,
        timing: Option<Timing>,
    ) -> CompareReport {
        let tally = &played.sums;
        let seats: Vec<SeatComparison> = tally
            .seats
            .iter()
            .enumerate()
            .map(|(i, seat)| seat_report(plan, i, seat, tally.verdict(i), tally.pairs))
            .collect();
        let told = most_notable(&seats);
        let unknown = told_in(plan.run.by, f64::INFINITY).min(if plan.run.by == Objective::Win {
            100.0
        } else {
            f64::INFINITY
        });
        let ([base, variant], made) = (written, plan.made());
        CompareReport {
            version: ludex::JSON_VERSION,
            base: SideReport::new(plan.setup(Side::Base), base),
            variant: SideReport::new(plan.setup(Side::Variant), variant),
            players: plan.players(),
            bots: listed(&plan.run.bots),
            who: who(plan, &made),
            made,
            rotate: plan.turns() > 1,
            seed: plan.run.seed,
            most: plan.most,
            by: plan.run.by,
            margin: told_in(plan.run.by, plan.margin),
            pairs: tally.pairs,
            seat: told.map_or(1, |seat| seat.seat),
            difference: told.map_or(0.0, |seat| seat.difference),
            ci95: told.map_or([-unknown, unknown], |seat| seat.ci95),
            verdict: told.map_or(Verdict::Undecided, |seat| seat.verdict),
            more_pairs: tally.needed().map(about),
            decisions: Two::new(&tally.decisions, plan.turns() as f64),
            confidence: cards::confidence(&tally.cards),
            cards: plan.run.inspects_positions().then(|| cards::reports(&tally.cards, plan.turns())),
            failed: tally.failed,
            faults: tally.faults.to_vec(),
            timing,
            seats,
        }
    }

    /// Returns the cards with a significant change, sorted by the size of the change for their holders.
    /// Returns `None` if the run did not inspect the positions.
    pub fn changed_cards(&self) -> Option<Vec<&CardReport>> {
        self.cards.as_deref().map(cards::changed)
    }

    /// Describes how many further pairs would be needed if a seat is undecided.
    pub fn outlook(&self) -> Option<String> {
        let any = |verdicts: &[Verdict]| self.seats.iter().any(|seat| verdicts.contains(&seat.verdict));
        let others = if any(&[Verdict::Better, Verdict::Worse]) { "other seats are undecided; " } else { "" };
        let words = self.more_pairs.map_or_else(
            || "the number of pairs for a decision can't be estimated".to_owned(),
            |more| format!("about {} more pairs like these would decide", grouped(more)),
        );
        any(&[Verdict::Undecided]).then(|| format!("{others}{words}"))
    }

    /// Returns true if the estimate of a seat's difference deviates by 0.05 or more from the difference of
    /// its shares.
    pub fn is_corrected(&self) -> bool {
        self.by == Objective::Win
            && self.seats.iter().any(|seat| (seat.variant - seat.base - seat.difference).abs() >= 0.05)
    }

    /// Formats base, variant and difference of a seat: `52.3 %`, `52.7 %`, `+0.4`. The third is the second
    /// less the first. If the difference is corrected for early stopping, half of the correction is applied
    /// to each share.
    pub fn figures(&self, seat: &SeatComparison) -> [String; 3] {
        let measured = [seat.base, seat.variant];
        let [base, variant, difference] = match self.by {
            Objective::Win => around(measured, seat.difference, 1, [0.0, 100.0]),
            Objective::Score => around(measured, seat.difference, 2, [f64::NEG_INFINITY, f64::INFINITY]),
        };
        [self.figure(base), self.figure(variant), self.change(difference)]
    }

    /// Formats a value: `12.5 %`, or points of the score.
    fn figure(&self, n: f64) -> String {
        match self.by {
            Objective::Win => format!("{n:.1} %"),
            Objective::Score => format!("{n:.2}"),
        }
    }

    /// Formats a difference: `+1.2`.
    pub fn change(&self, n: f64) -> String {
        self.by.figure(n)
    }

    /// Formats an interval: `-0.8 to +1.2`.
    pub fn ends(&self, interval: Interval) -> String {
        self.by.ends(interval)
    }

    /// Returns the compared quantity, as a column title and as a phrase with an article.
    pub fn what(&self) -> [&'static str; 2] {
        match self.by {
            Objective::Win => ["win share", "the win share"],
            Objective::Score => ["score", "the score"],
        }
    }

    /// Describes the variant with names: its changes, and its title if it is another ruleset.
    pub fn against(&self, names: &Names) -> String {
        let (side, changes) = (&self.variant, self.variant.changes(names).join(", "));
        match (self.base.ruleset == side.ruleset, changes.is_empty()) {
            (true, false) => changes,
            (_, true) => names.game(&side.ruleset),
            (false, false) => format!("{} with {changes}", names.game(&side.ruleset)),
        }
    }
}

/// Returns the seat to summarise: decided seats before undecided ones, then the largest difference.
fn most_notable(seats: &[SeatComparison]) -> Option<&SeatComparison> {
    let rank = |verdict| match verdict {
        Verdict::Better | Verdict::Worse => 2,
        Verdict::Undecided => 1,
        Verdict::None => 0,
    };
    seats.iter().reduce(|best, seat| {
        let [(rank, size), (high, large)] =
            [seat, best].map(|seat| (rank(seat.verdict), seat.difference.abs()));
        if rank > high || (rank == high && size > large) { seat } else { best }
    })
}

fn seat_report(
    plan: &ComparePlan,
    seat: usize,
    tally: &SeatTally,
    verdict: Verdict,
    pairs: u64,
) -> SeatComparison {
    let whole = (plan.whole() as u64 * pairs.max(1)) as f64;
    let score = Two::new(&tally.score, 1000.0 * plan.turns() as f64);
    let [base, variant] = match plan.run.by {
        Objective::Win => tally.wins.map(|sum| told_in(plan.run.by, sum as f64 / whole)),
        Objective::Score => [score.base, score.variant],
    };
    let told = |difference| told_in(plan.run.by, difference);
    SeatComparison {
        seat: seat + 1,
        name: plan.setup(Side::Base).seats().nth(seat).map(|seat| seat.name).unwrap_or_default(),
        base,
        variant,
        difference: told(tally.known.estimate()),
        ci95: tally.known.interval().map(told),
        verdict,
        score,
    }
}

/// Rounds up to two significant digits.
fn about(n: u64) -> u64 {
    let unit = 10_u64.pow(n.checked_ilog10().unwrap_or(0).saturating_sub(1));
    n.div_ceil(unit) * unit
}

/// Converts shares of 1 to percentage points, or keeps points, rounded to a millionth. Further digits would
/// be noise. Avoids negative zeros, and replaces infinity by `FAR`.
fn told_in(by: Objective, n: f64) -> f64 {
    let scale = match by {
        Objective::Win => 1e8,
        Objective::Score => 1e6,
    };
    (n * scale).round().clamp(-FAR, FAR) / 1e6 + 0.0
}

/// Reported bound of an unbounded interval, in millionths.
const FAR: f64 = 1e15;
