//! Report of a game with its JSON form.

use ludex::KindId;
use ludex::rules::Rules;
use schemars::JsonSchema;
use serde::Serialize;

use super::cards::{BalanceCard, Disagreement, IgnoredOption, disagreements, ignored};
use super::course::CourseReport;
use super::luck::LuckReport;
use super::plan::{Games, Plan};
use super::scenarios::ScenariosReport;
use super::since::Since;
use super::skill::SkillReport;
use super::styles::{StyleCard, StyleReport};
use super::untrained::Untrained;
use super::verdict::{Finding, verdict};
use super::{BalanceSums, matches, pairs};
use crate::Objective;
use crate::impact::{self, JointEffects};
use crate::report::{Changes, Head, Timing, listed};
use crate::simulate::{self, HistogramReport};
use crate::stats::{CONFIDENCE, Interval, bonferroni};

/// Report of a game.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Report {
    /// Version of the document: 1.
    pub version: u32,
    /// The game.
    #[serde(flatten)]
    pub head: Head,
    /// Seed of the run.
    pub seed: u64,
    /// Names of the players of each level, the weakest first. The last is the strongest.
    pub levels: Vec<String>,
    /// Description of the strongest players.
    pub who: String,
    /// Measure of the impact of cards.
    pub by: Objective,
    /// True if the impact is on a score of which the lowest wins, so that a card with a negative impact helps.
    pub is_less_better: bool,
    /// Numbers of games of the parts.
    pub games: Games,
    /// Findings: seats, length, cards, unused parts, skill and luck.
    pub verdict: Vec<Finding>,
    /// Seats by number of players.
    pub numbers: Vec<NumberReport>,
    /// Length of a game.
    pub length: Option<LengthReport>,
    /// Simulation of the strongest players.
    pub strongest: simulate::SimulateReport,
    /// Simulations of the weaker levels, the weakest first.
    pub weaker: Vec<simulate::SimulateReport>,
    /// Cards of the game, in the order of the ruleset.
    pub cards: Vec<BalanceCard>,
    /// Experiments on cards: with the weakest players, and with the strongest.
    pub impacts: Vec<impact::ImpactReport>,
    /// Names of kinds with several cards, none of which the strongest players moved or picked.
    pub unused_kinds: Vec<String>,
    /// IDs of cards of other kinds that the strongest players neither moved nor picked.
    pub unused_cards: Vec<String>,
    /// Options without cards that the strongest players were offered at least fifty times and never took.
    pub ignored_options: Vec<IgnoredOption>,
    /// Cards on which the weakest and the strongest players disagree.
    pub disagreements: Vec<Disagreement>,
    /// Pairs of the strongest cards, the most certain first. Intervals hold for all pairs together.
    pub pairs: Vec<JointEffects>,
    /// Course of a game; `null` if no game had exactly one winner.
    pub course: Option<CourseReport>,
    /// Results of each trained policy against the others; empty unless players were trained for the report.
    pub styles: Vec<StyleReport>,
    /// Cards by the range of their effects with these policies; those that certainly depend on the policy come first.
    pub style_cards: Vec<StyleCard>,
    /// Matches of the strongest players against each weaker level, the weakest first.
    pub skill: Vec<SkillReport>,
    /// Share of the result that chance explains; `null` if all results are equal.
    pub luck: Option<LuckReport>,
    /// Reason why no trained players play; `null` if they play, or none were to be trained.
    pub untrained: Option<Untrained>,
    /// Scenarios of the game and their coverage; `null` if they were not run.
    pub scenarios: Option<ScenariosReport>,
    /// Differences from an earlier revision; `null` without one.
    pub since: Option<Since>,
    /// Elapsed time.
    #[serde(flatten)]
    pub timing: Option<Timing>,
}

/// Seats of a number of players.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct NumberReport {
    /// Number of players.
    pub players: u8,
    /// Player of all seats.
    pub bot: String,
    /// Games played to their end.
    pub games: u64,
    /// Mean number of decisions with two or more options in a game.
    pub decisions: f64,
    /// Share of each seat if all are equal; `null` if no seat can be better than another.
    pub equal: Option<f64>,
    /// Results by seat.
    pub seats: Vec<SeatShare>,
}

/// A seat.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SeatShare {
    /// Number of the seat, from 1.
    pub seat: u8,
    /// Name of the seat.
    pub name: String,
    /// Share of the victories, 0 to 1.
    pub share: f64,
    /// Interval of `share`, valid for all seats and numbers of players together.
    pub interval: Option<Interval>,
}

/// Length of a game.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct LengthReport {
    /// Mean number of decisions with two or more options.
    pub decisions: f64,
    /// 95 % interval of `decisions`; `null` with fewer than eight games.
    pub interval: Option<Interval>,
    /// Numbers of decisions below which 5, 50 and 95 % of the games are.
    pub quantiles: [f64; 3],
    /// Assumed seconds for a decision.
    pub seconds: f64,
    /// Mean length in minutes under this assumption.
    pub minutes: f64,
}

impl Report {
    /// Creates the report of a run. `changes` lists the changes to the ruleset.
    pub fn new(plan: &Plan<'_>, changes: Changes, sums: &BalanceSums, timing: Option<Timing>) -> Report {
        let simulated = |plan: &simulate::SimulatePlan<'_>, sums: &simulate::Sums| {
            simulate::SimulateReport::new(&simulate::Subject::new(plan, changes.clone()), sums, None)
        };
        let strongest = simulated(&plan.strongest(), &sums.strongest);
        let weaker = plan.weaker();
        let weaker: Vec<_> = weaker.iter().zip(&sums.weaker).map(|(plan, of)| simulated(plan, of)).collect();
        let impact_plans = plan.impacts();
        let impacts = impact_plans.iter().zip(&sums.impacts);
        let impacts: Vec<_> =
            impacts.map(|(plan, of)| impact::ImpactReport::new(plan, changes.clone(), of, None)).collect();
        let levels: Vec<&simulate::SimulateReport> = weaker.iter().chain([&strongest]).collect();
        let cards = BalanceCard::all(plan, &levels, &impacts);
        let (unused_kinds, unused_cards) = unused(plan.setup.rules(), &strongest, &cards);
        let head = Head::new(plan.setup, changes.clone(), plan.run.all_bots());
        let mut report = Report {
            version: ludex::JSON_VERSION,
            who: plan.run.who(plan.setup, &head.made),
            head,
            seed: plan.run.seed,
            levels: listed(&[plan.levels.as_slice(), &plan.run.bots].concat()),
            by: Objective::from_setup(plan.setup),
            is_less_better: Objective::from_setup(plan.setup) == Objective::Score
                && plan.setup.rules().least_wins(),
            games: plan.games,
            verdict: Vec::new(),
            numbers: NumberReport::all(plan, sums),
            length: LengthReport::new(&strongest, sums, plan.pace),
            unused_kinds,
            unused_cards,
            ignored_options: strongest.detail.as_ref().map(ignored).unwrap_or_default(),
            disagreements: disagreements(&cards),
            pairs: pairs::reports(plan, &sums.pairs),
            course: CourseReport::new(&sums.course),
            styles: StyleReport::all(plan.ladder().sides(), &sums.styles),
            style_cards: style_cards(&impact_plans, sums, &impacts),
            skill: skill(plan, sums),
            luck: LuckReport::new(plan, &sums.luck),
            strongest,
            weaker,
            cards,
            impacts,
            untrained: None,
            scenarios: None,
            since: None,
            timing,
        };
        report.verdict = verdict(&report);
        report
    }
}

impl Report {
    /// Returns an impact with its interval such that higher is better for the player.
    pub fn gain(&self, impact: f64, [low, high]: Interval) -> (f64, Interval) {
        if self.is_less_better { (-impact, [-high, -low]) } else { (impact, [low, high]) }
    }
}

/// Returns the kinds with several cards that are all unused, and the unused cards of other kinds.
fn unused(
    rules: &Rules,
    strongest: &simulate::SimulateReport,
    cards: &[BalanceCard],
) -> (Vec<String>, Vec<String>) {
    let never = strongest.detail.as_ref().map(|of| &of.never.cards);
    let is_unused = |card: &BalanceCard| never.is_some_and(|never| never.contains(&card.id));
    let of_kind = |kind: KindId| {
        cards.iter().filter(move |card| rules.design(card.design).is_some_and(|of| of.kind == kind))
    };
    let is_idle = |kind: KindId| of_kind(kind).nth(1).is_some() && of_kind(kind).all(is_unused);
    let (idle, others): (Vec<_>, Vec<_>) = rules.kinds().partition(|kind| is_idle(kind.id));
    let cards = cards.iter().filter(|card| {
        is_unused(card)
            && rules.design(card.design).is_some_and(|of| others.iter().any(|kind| kind.id == of.kind))
    });
    (idle.iter().map(|kind| kind.name.to_owned()).collect(), cards.map(|card| card.id.clone()).collect())
}

fn style_cards(
    plans: &[impact::ImpactPlan<'_>],
    sums: &BalanceSums,
    reports: &[impact::ImpactReport],
) -> Vec<StyleCard> {
    let strongest = plans.last().zip(sums.impacts.last()).zip(reports.last());
    strongest.map_or_else(Vec::new, |((plan, sums), report)| StyleCard::all(plan, sums, &report.cards))
}

fn skill(plan: &Plan<'_>, sums: &BalanceSums) -> Vec<SkillReport> {
    let sides = plan.ladder().sides();
    let names = |of: &simulate::SimulatePlan<'_>| {
        let [bot, against] = [of.run.bots.first(), of.run.bots.last()];
        (
            bot.map_or_else(String::new, ToString::to_string),
            against.map_or_else(String::new, ToString::to_string),
        )
    };
    let matches = matches(plan);
    let all = matches.iter().zip(&sums.matches);
    all.filter_map(|(of, sums)| SkillReport::new(names(of), sides, sums)).collect()
}

impl NumberReport {
    /// Creates the reports of all numbers of players, in ascending order.
    fn all(plan: &Plan<'_>, sums: &BalanceSums) -> Vec<NumberReport> {
        let (usual, others) = (plan.strongest(), plan.numbers());
        let mut all: Vec<_> = others.iter().zip(&sums.numbers).chain([(&usual, &sums.strongest)]).collect();
        all.sort_by_key(|(plan, _)| plan.setup.players());
        // with two sides there is one question, since one gains what the other loses
        let questions = all.iter().map(|(plan, _)| match sides(plan) {
            2 => 1,
            sides => sides,
        });
        let confidence = bonferroni(CONFIDENCE, questions.sum());
        all.into_iter().map(|(plan, sums)| NumberReport::new(plan, sums, confidence)).collect()
    }

    fn new(plan: &simulate::SimulatePlan<'_>, sums: &simulate::Sums, confidence: f64) -> NumberReport {
        let rules = plan.setup.rules();
        let seat = |((at, sums), name): ((usize, &simulate::SeatSums), String)| {
            let (share, interval) = sums.win_share_at(1, confidence);
            SeatShare { seat: at as u8 + 1, name, share, interval }
        };
        let names = plan.setup.seats().map(|seat| seat.name);
        let is_contested = !rules.has_winner_rule() && sides(plan) > 1;
        NumberReport {
            players: plan.setup.players(),
            bot: plan.run.bots.first().map_or_else(String::new, ToString::to_string),
            games: sums.finished(),
            decisions: sums.decisions.mean(),
            equal: is_contested.then(|| 1.0 / sides(plan) as f64),
            seats: sums.seats.iter().enumerate().zip(names).map(seat).collect(),
        }
    }
}

/// Returns the number of sides of a game: teams, or players.
fn sides(plan: &simulate::SimulatePlan<'_>) -> usize {
    let teams = plan.setup.rules().teams().count();
    if teams == 0 { usize::from(plan.setup.players()) } else { teams }
}

impl LengthReport {
    /// Returns `None` if no game was played to its end.
    fn new(report: &simulate::SimulateReport, sums: &BalanceSums, seconds: f64) -> Option<LengthReport> {
        let decisions = report.mean_decisions;
        (report.finished > 0).then(|| LengthReport {
            decisions,
            interval: sums.strongest.decisions.interval(CONFIDENCE),
            quantiles: [0.05, 0.5, 0.95].map(|part| quantile(&report.lengths, part)),
            seconds,
            minutes: decisions * seconds / 60.0,
        })
    }
}

/// Returns the smallest bin up to which at least a part of all counts lies.
fn quantile(of: &HistogramReport, part: f64) -> f64 {
    let all: u64 = of.counts.iter().map(|(_, count)| count).sum();
    let mut below = 0;
    let reached = |(_, count): &&(f64, u64)| {
        below += count;
        below as f64 >= part * all as f64
    };
    of.counts.iter().find(reached).map_or(0.0, |(from, _)| *from)
}
