//! Report on a whole game: seats, length, scores, cards, options, skill and luck.
//!
//! The report combines other experiments on one seed: simulations for several numbers of players and several
//! strengths, the impact of each card, and matches between players of different strength. Its verdict is a
//! list of findings with their figures; callers put them into words.

mod cards;
mod course;
mod luck;
mod pairs;
mod plan;
mod report;
mod scenarios;
mod since;
mod skill;
mod styles;
mod untrained;
mod verdict;

use ludex::DesignId;

use crate::add_up::AddUp as _;
use crate::blocks::Control;
use crate::experiment::{self, Ended, Experiment, Work, run_and_setup};
use crate::impact::impact;
use crate::ladder;
use crate::log::LogSink;
use crate::report::{Changes, Timing};
use crate::simulate::simulate;
use crate::{impact as cards_of, simulate as games_of};

pub use cards::{BalanceCard, Disagreement, IgnoredOption};
pub use course::{CoursePoint, CourseReport, CourseSums};
pub use luck::{Luck, LuckReport, luck};
pub use pairs::chosen_pairs;
pub use plan::{Games, Plan};
pub use report::{LengthReport, NumberReport, Report, SeatShare};
pub use scenarios::{Reached, ScenariosReport};
pub use since::{Change, Figure, Since};
pub use skill::{SkillReport, coin_share, games_until_ahead};
pub use styles::{StyleCard, StyleReport};
pub use untrained::Untrained;
pub use verdict::{Finding, Side};

/// Sums of all parts of a report.
#[derive(Debug, Clone)]
pub struct BalanceSums {
    /// Games of the strongest players.
    pub strongest: games_of::Sums,
    /// Games of each weaker level, the weakest first.
    pub weaker: Vec<games_of::Sums>,
    /// Games of the strongest players for each other number of players.
    pub numbers: Vec<games_of::Sums>,
    /// Pairs for each card, as random players and the strongest players play them.
    pub impacts: Vec<cards_of::Sums>,
    /// Matches of the strongest players against weaker ones, the weakest first.
    pub matches: Vec<games_of::Sums>,
    /// Quadruples of games for pairs of cards.
    pub pairs: Vec<([DesignId; 2], cards_of::Sums)>,
    /// Results of deals that were played twice.
    pub luck: Luck,
    /// Courses of games.
    pub course: CourseSums,
    /// Matches of each trained policy against the others.
    pub styles: Vec<games_of::Sums>,
}

/// Result of a run before it is reported.
pub type Played = experiment::Played<BalanceSums>;

impl Experiment for Plan<'_> {
    type Sums = BalanceSums;
    type Report = Report;

    run_and_setup!(self => self.setup);

    fn work(&self) -> Work {
        Work { all: self.cost(), of_unit: 1 }
    }

    fn play(&self, control: &Control<'_>, _log: Option<LogSink<'_>>) -> Played {
        play(self, control)
    }

    fn report(&self, changes: Changes, played: &Played, timing: Option<Timing>) -> Report {
        Report::new(self, changes, &played.sums, timing)
    }
}

/// Plays all parts of a report. Progress is counted in the plan's units of cost.
pub fn play(plan: &Plan<'_>, control: &Control<'_>) -> Played {
    let simulated = |of: &games_of::SimulatePlan<'_>| {
        let cost = plan.cost_of(&of.run.bots) * of.run.turns(of.setup.players());
        let done = |deals: u64| (control.done)(deals * cost);
        let control = Control { done: &done, ..*control };
        let parts = of.run.by_training().into_iter().map(|run| games_of::SimulatePlan { run, ..of.clone() });
        let sums = parts.map(|part| simulate(&part, &control, None).sums);
        // there is at least one training
        sums.reduce(|mut all, more| {
            all.add_up(more);
            all
        })
        .unwrap_or_else(|| games_of::Sums::new(of.setup, 1))
    };
    let impacted = |of: &cards_of::ImpactPlan<'_>| {
        let cost = plan.cost_of(&of.run.bots);
        let done = |games: u64| (control.done)(games * cost);
        impact(of, &Control { done: &done, ..*control }).sums
    };
    let impacts: Vec<cards_of::Sums> = plan.impacts().iter().map(impacted).collect();
    let sums = BalanceSums {
        strongest: simulated(&plan.strongest()),
        weaker: plan.weaker().iter().map(simulated).collect(),
        numbers: plan.numbers().iter().map(simulated).collect(),
        matches: matches(plan).iter().map(simulated).collect(),
        pairs: pairs::play(plan, impacts.last(), control),
        impacts,
        luck: luck::play(plan, control),
        course: course::play(plan, control),
        styles: styles::play(plan, control),
    };
    let ended = if control.is_stopped() { Ended::Stopped } else { Ended::Whole };
    Played { sums, ended, threads: control.threads }
}

/// Returns the matches of the strongest players against each weaker level. The list is empty if the rules decide
/// separately for each player who has won.
pub(crate) fn matches<'a>(plan: &Plan<'a>) -> Vec<games_of::SimulatePlan<'a>> {
    let ladder = plan.ladder();
    let top = ladder.rungs().len() - 1;
    if ladder.contested().is_none_or(|sides| sides < 2) {
        return Vec::new();
    }
    (0..top).map(|below| ladder.simulation(ladder::Match::Against(top, below))).collect()
}
