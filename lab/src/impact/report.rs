//! Results for each card.

use ludex::diagnostics::Span;
use ludex::{DesignId, Setup};
use schemars::JsonSchema;
use serde::Serialize;

use super::looks;
use super::plan::{AlternativeMeasurement, Candidate, Effect, ImpactPlan, MeasuredSeat, Unmeasured};
use super::sums::{CardSums, FailedPair, Sums};
use crate::Objective;
use crate::game::VICTORY;
use crate::report::{Changes, Head, Timing, grouped, listed};
use crate::stats::{
    CONFIDENCE, Interval, bonferroni, mean_of, means, over_trainings, paired_sums, pooled, t_interval,
};

/// Report of an impact experiment.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
#[schemars(rename = "ImpactReport")]
pub struct ImpactReport {
    /// Version of the document: 1.
    pub version: u32,
    /// The game.
    #[serde(flatten)]
    pub head: Head,
    /// Difference between the two worlds of a pair; `null` if cards differ in it.
    pub effect: Option<Effect>,
    /// Bots, in the order of the list.
    pub bots: Vec<String>,
    /// Description of the players, as in a simulation.
    pub who: String,
    /// Measure of the impact.
    pub by: Objective,
    /// Seed of the run.
    pub seed: u64,
    /// Games that count, two to a pair.
    pub games: u64,
    /// Games requested for all cards together. Pairs in which a card never came up don't count.
    pub asked: u64,
    /// Elapsed time.
    #[serde(flatten)]
    pub timing: Option<Timing>,
    /// Confidence of each `interval`: all hold together in 95 of 100 runs.
    pub confidence: f64,
    /// Results by card, sorted by the end of `interval` nearer to 0; intervals that contain 0 come last.
    pub cards: Vec<CardReport>,
    /// Cards that can't be measured, or without a pair that counts.
    pub left_out: Vec<LeftOutReport>,
    /// Other effects that can be measured, if no card was.
    #[serde(skip)]
    pub other_effects: Vec<Effect>,
    /// The first twenty pairs in which a rule failed. They are not counted elsewhere.
    pub faults: Vec<FaultReport>,
}

/// Effect of a card on the player who has it.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct CardReport {
    /// Design of the card.
    #[serde(skip)]
    pub design: DesignId,
    /// ID of the card.
    pub id: String,
    /// Difference between the two worlds of this card's pairs.
    pub effect: Effect,
    /// Player whose result is measured.
    #[serde(rename = "of")]
    pub whose: MeasuredSeat,
    /// True if no player has a copy from the start.
    #[serde(skip)]
    pub is_shared: bool,
    /// Result with the card less that without, in percentage points of the win share or in points of the score; `null` without pairs.
    pub impact: Option<f64>,
    /// 95 % interval of `impact`, not corrected for the number of cards.
    pub ci95: Interval,
    /// Simultaneous interval of `impact`, valid for all cards together.
    pub interval: Interval,
    /// Pairs that count.
    pub times: u64,
    /// Pairs whose worlds never differed, because no player drew or could play the card.
    pub without: u64,
    /// `impact` with the players of each training; absent unless players were trained for the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trainings: Vec<f64>,
    /// Additional decisions in games with the card; `null` with fewer than two pairs.
    pub length: Option<Length>,
}

/// A difference in decisions with two or more options.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Length {
    /// Mean number of decisions with the card less that without.
    pub difference: f64,
    /// 95 % interval of `difference`; `null` with fewer than thirty pairs.
    pub ci95: Option<Interval>,
}

/// A card without a result.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LeftOutReport {
    /// Design of the card.
    #[serde(skip)]
    pub design: DesignId,
    /// ID of the card.
    pub id: String,
    /// Reason why it was not measured, in English.
    pub why: String,
    /// The same reason as a word.
    pub reason: Unmeasured,
    /// Alternative way to measure the card.
    pub instead: AlternativeMeasurement,
}

/// A pair in which a rule failed.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct FaultReport {
    /// ID of the card of the pair.
    pub card: String,
    /// ID of the replacement card; `null` without one.
    pub with: Option<String>,
    /// Number of the seat that had the card, from 1; `null` if it belonged to no player.
    pub seat: Option<u8>,
    /// Seed of both games.
    pub seed: u64,
    /// True if the unchanged game failed, false if the changed one did.
    pub as_written: bool,
    /// Source location of the rule: `file:line:column`.
    pub place: String,
    /// Reason for the failure.
    pub message: String,
}

impl ImpactReport {
    /// Creates the report from the sums of a plan.
    pub fn new(plan: &ImpactPlan<'_>, changes: Changes, sums: &Sums, timing: Option<Timing>) -> ImpactReport {
        let told = told(sums);
        let confidence = bonferroni(CONFIDENCE, told);
        let head = Head::new(plan.setup, changes, plan.run.all_bots());
        ImpactReport {
            version: ludex::JSON_VERSION,
            who: plan.run.who(plan.setup, &head.made),
            head,
            effect: effect(plan),
            bots: listed(&plan.run.bots),
            by: plan.run.by,
            seed: plan.run.seed,
            games: sums.games(),
            asked: if plan.within.is_some() { 2 * sums.pairs() } else { plan.asked() },
            timing,
            confidence,
            cards: cards(plan, sums, told),
            left_out: left_out(plan, sums),
            other_effects: if told == 0 { other_effects(plan) } else { Vec::new() },
            faults: sums.faults.iter().map(|fault| failed(plan, fault)).collect(),
        }
    }
}

impl CardReport {
    /// Returns the distance from 0 to the nearer end of the interval, or a negative number if the interval
    /// contains 0.
    fn sure(&self) -> f64 {
        let [low, high] = self.interval;
        low.max(-high)
    }

    /// Returns true if the simultaneous interval excludes 0.
    pub fn is_shown(&self) -> bool {
        self.sure() > 0.0
    }

    /// Returns a phrase that defines the impact.
    pub fn meaning(&self, by: Objective) -> &'static str {
        match by {
            Objective::Win => self.meaning_for_wins(),
            Objective::Score => self.meaning_for_score(),
        }
    }

    fn meaning_for_score(&self) -> &'static str {
        match (self.effect, self.whose) {
            (Effect::Deck, MeasuredSeat::Holder) if self.is_shared => {
                "points that the player who gets it unseen scores more than with a random card of its kind in its place"
            }
            (Effect::Deck, MeasuredSeat::Holder) => {
                "points that a player scores more than with a random card of its kind in its place"
            }
            (Effect::Deck, MeasuredSeat::FirstSeat) => {
                "points that {seat} scores more than with a random card of its kind in its place, because no player owns it"
            }
            (Effect::Drawn, _) => {
                "points that a player who draws it scores more than with another card of its pile in its place"
            }
            (Effect::Played, _) => {
                "points that a player scores more if they may play it than if they may not"
            }
        }
    }

    fn meaning_for_wins(&self) -> &'static str {
        match (self.effect, self.whose) {
            (Effect::Deck, MeasuredSeat::Holder) if self.is_shared => {
                "percentage points that the player who gets it unseen wins more often than with a random card of its kind in its place"
            }
            (Effect::Deck, MeasuredSeat::Holder) => {
                "percentage points that a player wins more often than with a random card of its kind in its place"
            }
            (Effect::Deck, MeasuredSeat::FirstSeat) => {
                "percentage points that {seat} wins more often than with a random card of its kind in its place, because no player owns it"
            }
            (Effect::Drawn, _) => {
                "percentage points that a player who draws it wins more often than with another card of its pile in its place"
            }
            (Effect::Played, _) => {
                "percentage points that a player wins more often if they may play it than if they may not"
            }
        }
    }
}

impl ImpactReport {
    /// Formats an impact, or an end of its interval: `+1.2`.
    pub fn figure(&self, n: f64) -> String {
        self.by.figure(n)
    }

    /// Formats an interval: `-0.4 to +1.3`.
    pub fn ends(&self, interval: Interval) -> String {
        self.by.ends(interval)
    }

    /// Formats the number of games: `1,000 games in pairs`, with the number that counts if it differs.
    pub fn played(&self) -> String {
        let asked = grouped(self.asked);
        if self.games == self.asked {
            return format!("{asked} games in pairs");
        }
        format!("{asked} games in pairs, of which {} count", grouped(self.games))
    }

    /// Returns a sentence if no card was measured.
    pub fn unmeasured(&self) -> Option<&'static str> {
        self.cards.is_empty().then_some("No card was measured: it changed no pair of games.")
    }

    /// Returns a sentence that explains why some games do not count.
    pub fn uncounted(&self) -> Option<&'static str> {
        let is_without = self.cards.iter().any(|card| card.without > 0);
        is_without.then_some("Pairs in which the card never appeared are two equal games, and do not count.")
    }

    /// Returns the distinct definitions of the cards' impacts, in the order of the cards. `seat` is the name
    /// of the first seat.
    pub fn meanings(&self, seat: &str) -> Vec<(Effect, String)> {
        let mut said = Vec::new();
        let meaning = |card: &CardReport| card.meaning(self.by).replace("{seat}", seat);
        for means in self.cards.iter().map(|card| (card.effect, meaning(card))) {
            if !said.contains(&means) {
                said.push(means);
            }
        }
        said
    }
}

/// Returns the effects that the plan does not use and that can be measured for at least one card.
fn other_effects(plan: &ImpactPlan<'_>) -> Vec<Effect> {
    let is_other = |effect: &Effect| plan.cards.iter().all(|card| card.effect() != *effect);
    let can_be = |effect: &Effect| {
        !ImpactPlan::new(plan.setup, None, Some(*effect), 1, plan.run.seed).cards.is_empty()
    };
    [Effect::Deck, Effect::Drawn, Effect::Played].into_iter().filter(is_other).filter(can_be).collect()
}

fn effect(plan: &ImpactPlan<'_>) -> Option<Effect> {
    let mut effects = plan.cards.iter().map(Candidate::effect);
    let first = effects.next()?;
    effects.all(|other| other == first).then_some(first)
}

/// Returns true if none of the card's pairs has a result.
fn is_silent(card: &CardSums) -> bool {
    card.impact.n == 0 && card.without > 0
}

/// Returns the reason why no pair of a card has a result.
fn silence(card: &Candidate) -> (Unmeasured, &'static str) {
    match card.effect() {
        Effect::Drawn => (Unmeasured::NeverDrawn, "no player drew it from unseen cards"),
        Effect::Played => (
            Unmeasured::NeverPlayed,
            "no decision had an option that names it in a hand and another one without it",
        ),
        Effect::Deck => {
            (Unmeasured::Known, "every player who had it chose it knowingly, or got it from such a player")
        }
    }
}

fn name(plan: &ImpactPlan<'_>, design: DesignId) -> String {
    plan.setup.rules().design(design).map_or("", |design| design.name).to_owned()
}

/// Returns the number of cards with a result.
fn told(sums: &Sums) -> usize {
    sums.cards.iter().filter(|card| !is_silent(card)).count()
}

/// Returns the factor by which an interim analysis divides the error: analysis `k` spends
/// `2 / ((k + 1) (k + 2))` of it, as in [`AlphaSpending`](crate::stats::AlphaSpending). 1 without interim
/// analyses.
fn share_of_look(plan: &ImpactPlan<'_>, sums: &Sums) -> usize {
    let each = sums.pairs() / plan.run.trainings() / plan.cards.len().max(1) as u64;
    let look = looks(plan).take_while(|(from, _)| *from < each).count().max(1);
    if plan.within.is_some() { (look + 1) * (look + 2) / 2 } else { 1 }
}

/// Returns true if the simultaneous interval of each card is as narrow as the plan asks for.
pub(super) fn is_narrow(plan: &ImpactPlan<'_>, sums: &Sums) -> bool {
    let is_narrow = |card: &CardReport| {
        let [low, high] = card.interval;
        plan.within.is_some_and(|within| high - low <= 2.0 * within)
    };
    cards(plan, sums, told(sums)).iter().all(is_narrow)
}

fn cards(plan: &ImpactPlan<'_>, sums: &Sums, told: usize) -> Vec<CardReport> {
    let share = share_of_look(plan, sums);
    let rows = || plan.cards.iter().zip(&sums.cards).filter(|(_, sums)| !is_silent(sums)).enumerate();
    let others = |number: usize| {
        rows().filter(move |(other, _)| *other != number).map(|(_, (_, sums))| &*sums.trainings)
    };
    let row = |(number, (card, sums))| row(plan, card, sums, ([told, share], pooled(others(number))));
    let mut rows: Vec<CardReport> = rows().map(row).collect();
    rows.sort_by(|a, b| b.sure().total_cmp(&a.sure()));
    rows
}

/// Reports a card. `told` is the number of cards, `share` the factor of the interim analysis, and `others` the
/// spread between trainings of the other cards. An interim analysis repeats the question for these players, so
/// only the interval of their games is corrected for it.
fn row(
    plan: &ImpactPlan<'_>,
    card: &Candidate,
    sums: &CardSums,
    ([told, share], others): ([usize; 2], Option<f64>),
) -> CardReport {
    let measure = (plan.run.by, plan.setup);
    let within = |questions| {
        let [low, high] = interval(sums, measure, (questions, others));
        let [least, most] = of_games(sums, measure, questions * share);
        if share > 1 { [low.min(least), high.max(most)] } else { [low, high] }
    };
    CardReport {
        design: card.design,
        id: name(plan, card.design),
        effect: card.effect(),
        whose: card.whose(),
        is_shared: card.is_shared_deck(),
        impact: mean(sums, measure),
        ci95: within(1),
        interval: within(told),
        times: sums.impact.n,
        without: sums.without,
        trainings: means(&sums.trainings).into_iter().map(|mean| mean * unit(measure)).collect(),
        length: length(sums),
    }
}

/// Returns the mean difference in percentage points of the win rate or in points of the score, or `None`
/// without pairs. Each training has the same weight.
pub(super) fn mean(sums: &CardSums, measure: (Objective, &Setup)) -> Option<f64> {
    let over_all = (sums.impact.n > 0).then(|| sums.impact.mean());
    mean_of(&sums.trainings).or(over_all).map(|mean| mean * unit(measure))
}

/// Returns the interval of the mean, corrected for the number of simultaneous questions. With trained players
/// it contains the spread between trainings, estimated also from that of other cards.
pub(super) fn interval(
    sums: &CardSums,
    measure: (Objective, &Setup),
    (questions, others): (usize, Option<f64>),
) -> Interval {
    of_sums(sums, measure, (questions, others), 1.0)
}

/// Like [`interval`], for differences between sums of several results each.
pub(super) fn of_sums(
    sums: &CardSums,
    measure: (Objective, &Setup),
    (questions, others): (usize, Option<f64>),
    results: f64,
) -> Interval {
    let (whole, far) = if measure.0 == Objective::Win { (VICTORY, 100.0 * results) } else { (0, FAR) };
    let ends = if sums.trainings.is_empty() {
        of_games(sums, measure, questions)
    } else {
        let ends = over_trainings(&sums.trainings, (whole, others), bonferroni(CONFIDENCE, questions));
        ends.map(|end| end * unit(measure))
    };
    ends.map(|end| end.clamp(-far, far))
}

/// Returns the interval of the mean with these players, corrected for the number of simultaneous questions.
fn of_games(sums: &CardSums, measure: (Objective, &Setup), questions: usize) -> Interval {
    if measure.0 == Objective::Win {
        return paired_sums(&sums.impact, VICTORY, questions).map(|end| 100.0 * end);
    }
    let ends = t_interval(&sums.impact, bonferroni(CONFIDENCE, questions));
    ends.map(|end| end * unit(measure))
}

/// Returns the percentage points, or points of the score, of a unit of the sums.
fn unit((by, setup): (Objective, &Setup)) -> f64 {
    match by {
        Objective::Win => 100.0 / VICTORY as f64,
        Objective::Score if setup.has_decimal_score() => 1.0 / 1000.0,
        Objective::Score => 1.0,
    }
}

/// Reported bound of the interval of a score if too few pairs are known.
const FAR: f64 = 1e9;

/// Minimum number of pairs for an interval of the difference in length. Most pairs have equal lengths, so the
/// few others do not determine the mean.
pub const FEWEST_LENGTHS: u64 = 30;

/// Returns the difference in the length of games.
pub(super) fn length(sums: &CardSums) -> Option<Length> {
    let ci95 = t_interval(&sums.length, CONFIDENCE);
    let ci95 = Some(ci95).filter(|_| sums.length.n >= FEWEST_LENGTHS);
    (sums.length.n > 1).then(|| Length { difference: sums.length.mean(), ci95 })
}

/// Lists the cards that could not be measured, and those whose pairs have no result.
fn left_out(plan: &ImpactPlan<'_>, sums: &Sums) -> Vec<LeftOutReport> {
    let said = |design: DesignId, (reason, why): (Unmeasured, &str), instead: AlternativeMeasurement| {
        let (id, why) = (name(plan, design), why.to_owned());
        LeftOutReport { design, id, why, reason, instead }
    };
    let refused = plan.left_out.iter().map(|card| {
        let why = &card.why;
        said(card.design, (why.reason(), why.message()), why.instead())
    });
    let silent = plan.cards.iter().zip(&sums.cards).filter(|(_, sums)| is_silent(sums));
    refused
        .chain(silent.map(|(card, _)| said(card.design, silence(card), AlternativeMeasurement::Detail)))
        .collect()
}

fn failed(plan: &ImpactPlan<'_>, failed: &FailedPair) -> FaultReport {
    let nowhere = || plan.setup.ruleset().sources().place(Span::default());
    let mut designs = plan.setup.rules().designs();
    FaultReport {
        card: name(plan, plan.cards[failed.card].design),
        with: failed.with.and_then(|with| designs.nth(with)).map(|design| design.name.to_owned()),
        seat: failed.seat,
        seed: failed.seed,
        as_written: failed.as_written,
        place: failed.place.clone().unwrap_or_else(nowhere),
        message: failed.message.clone(),
    }
}
