//! Course of a game: the chance of each seat to win, estimated by playouts at several points.
//!
//! The strongest players play the game. At each point, random players play it to its end several times, from
//! the actual position with all its hidden cards. Half of these playouts selects (the leader, or the winner's
//! worst point), the other half measures, so that the noise of few playouts is not mistaken for drama.

use ludex::{Game, Setup};
use ludex_bots::BotSpec;
use schemars::JsonSchema;
use serde::Serialize;

use super::plan::Plan;
use crate::add_up::{AddUp as _, adds_up};
use crate::blocks::{self, Control, Worker};
use crate::deciders::{Choices, Deciders};
use crate::game::{self, NoOutcome, VICTORY, apply};
use crate::stats::{CONFIDENCE, Grouped, Interval};
use crate::table::Table;
use crate::{experiment::RunConfig, splitmix64};

/// Points of a game at which its course is measured, besides the end.
const POINTS: usize = 8;
/// Playouts at a point; half of them select, the other half measure.
const PLAYOUTS: usize = 16;
/// Chance from which on a game counts as decided.
const DECIDED: f64 = 0.9;
/// Separates the seeds of the playouts from those of the games.
const AFTER: u64 = 0x51c7_03b8_e2a6_9f4d;

/// Random games that the playouts of a game cost.
pub(super) const COST: u64 = (POINTS * PLAYOUTS / 2) as u64;

/// Sums over games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CourseSums {
    /// Changes of the leader, by game.
    pub changes: Grouped,
    /// Lowest chance that the winner had, in units of [`VICTORY`], by game.
    pub lowest: Grouped,
    /// Part of the game, in thousandths, from which on the winner's chance stays high.
    pub decided: Grouped,
}

adds_up!(CourseSums { changes, lowest, decided });

/// Chances of all seats at one point of a game, estimated twice. A chance is the mean share of the victories.
#[derive(Debug, Clone, PartialEq)]
pub struct CoursePoint {
    /// Estimates that select.
    pub select: Vec<f64>,
    /// Estimates that measure.
    pub measure: Vec<f64>,
}

impl CoursePoint {
    /// Returns the seat with the highest chance, if both estimates agree.
    fn leader(&self) -> Option<usize> {
        let [one, other] = [&self.select, &self.measure].map(|chances| best(chances));
        one.filter(|_| one == other)
    }

    fn chance(&self, seat: usize) -> f64 {
        (self.select[seat] + self.measure[seat]) / 2.0
    }
}

/// Returns the seat with the highest chance, or `None` if several share it.
fn best(chances: &[f64]) -> Option<usize> {
    let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut all = (0..chances.len()).filter(|seat| chances[*seat] == most);
    all.next().filter(|_| all.next().is_none())
}

impl CourseSums {
    /// Adds a game that `winner` won: its points in order.
    pub fn add(&mut self, points: &[CoursePoint], winner: usize) {
        let leaders: Vec<usize> = points.iter().filter_map(CoursePoint::leader).chain([winner]).collect();
        self.changes.add(leaders.windows(2).filter(|two| two[0] != two[1]).count() as i64);
        let worst = points.iter().min_by(|a, b| a.select[winner].total_cmp(&b.select[winner]));
        self.lowest
            .add(worst.map_or(VICTORY, |point| (point.measure[winner] * VICTORY as f64).round() as i64));
        let from = points.iter().rposition(|point| point.chance(winner) < DECIDED).map_or(0, |last| last + 1);
        self.decided.add((from * 1000 / points.len().max(1)) as i64);
        for sums in [&mut self.changes, &mut self.lowest, &mut self.decided] {
            sums.close();
        }
    }
}

/// Plays the games, training by training.
pub(super) fn play(plan: &Plan<'_>, control: &Control<'_>) -> CourseSums {
    let cost = COST + 2 * plan.cost_of(&plan.run.bots);
    let done = |games: u64| (control.done)(games * cost);
    let mut sums = CourseSums::default();
    for run in plan.run.by_training() {
        let worker = || Walker::new(plan.setup, &run, control);
        let games = run.part_of(plan.games.course);
        sums.add_up(blocks::run(games, 1, &Control { done: &done, ..*control }, worker).0);
    }
    sums
}

/// State of a worker thread that measures the course of games.
struct Walker<'a> {
    setup: &'a Setup,
    run: &'a RunConfig,
    deciders: Deciders,
    /// Random players.
    table: Table<'a>,
    control: &'a Control<'a>,
    sums: CourseSums,
}

impl<'a> Walker<'a> {
    fn new(setup: &'a Setup, run: &'a RunConfig, control: &'a Control<'a>) -> Walker<'a> {
        let bots = |run: &RunConfig| run.seated(setup.players(), 0);
        let random = RunConfig { bots: vec![BotSpec::Random], ..run.clone() };
        let (deciders, table) =
            (Deciders::new(&bots(run), &run.tools), Table::new(setup, &bots(&random), &run.tools));
        Walker { setup, run, deciders, table, control, sums: CourseSums::default() }
    }

    /// Plays a game and calls `look` before each choice. Returns the winner, if there is exactly one, and the
    /// number of choices. The same seed gives the same game.
    fn walk(
        &mut self,
        seed: u64,
        look: &mut dyn FnMut(&mut Table<'a>, &Game, usize) -> Result<(), NoOutcome>,
    ) -> Result<(Option<usize>, usize), NoOutcome> {
        let mut game = game::begun(self.setup, seed, &self.deciders);
        let mut choices = Choices::new(seed, &mut self.deciders);
        let mut count = 0;
        while let Some(seat) = game.deciding() {
            if self.control.is_stopped() {
                return Err(NoOutcome::Stopped);
            }
            look(&mut self.table, &game, count)?;
            let option = choices.choose(&game, seat);
            apply(&mut game, option)?;
            count += 1;
        }
        let winners = game.host().winners();
        let one = winners.first().filter(|_| winners.len() == 1 && game.fault().is_none());
        Ok((one.map(|winner| winner.id.index()), count))
    }

    fn course(&mut self, seed: u64) -> Result<(), NoOutcome> {
        let (winner, choices) = self.walk(seed, &mut |_, _, _| Ok(()))?;
        let Some(winner) = winner.filter(|_| choices >= POINTS) else { return Ok(()) };
        let (seats, control) = (usize::from(self.setup.players()), self.control);
        let mut points = Vec::new();
        self.walk(seed, &mut |table, game, at| {
            if points.len() < POINTS && at == points.len() * choices / POINTS {
                points.push(point(table, game, (seats, splitmix64(seed ^ AFTER, at as u64)), control)?);
            }
            Ok(())
        })?;
        self.sums.add(&points, winner);
        Ok(())
    }
}

/// Estimates the chances at a point by random playouts.
fn point(
    table: &mut Table<'_>,
    game: &Game,
    (seats, seed): (usize, u64),
    control: &Control<'_>,
) -> Result<CoursePoint, NoOutcome> {
    let mut chances = [vec![0.0; seats], vec![0.0; seats]];
    for number in 0..PLAYOUTS {
        let end = table.play_on(game.clone(), splitmix64(seed, number as u64), &|| control.is_stopped())?;
        let of = &mut chances[number % 2];
        (0..seats)
            .for_each(|seat| of[seat] += end.part(seat) as f64 / VICTORY as f64 / (PLAYOUTS / 2) as f64);
    }
    let [select, measure] = chances;
    Ok(CoursePoint { select, measure })
}

impl Worker for Walker<'_> {
    type Sums = CourseSums;

    fn unit(&mut self, game: u64) {
        // a game in which a rule fails does not count; the simulations report the failure
        let _ = self.course(self.run.seed_of(game));
    }

    fn sums(self) -> CourseSums {
        self.sums
    }
}

/// Course of a game.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct CourseReport {
    /// Games with exactly one winner.
    pub games: u64,
    /// Mean number of times that the player with the best chance to win changed.
    pub changes: f64,
    /// 95 % interval of `changes`.
    pub changes_interval: Option<Interval>,
    /// Mean of the lowest chance that the winner had during the game, 0 to 1.
    pub lowest: f64,
    /// 95 % interval of `lowest`.
    pub lowest_interval: Option<Interval>,
    /// Mean part of the choices from which on the chance of the winner stays above 90 %, 0 to 1.
    pub decided: f64,
    /// 95 % interval of `decided`.
    pub decided_interval: Option<Interval>,
}

impl CourseReport {
    /// Returns `None` if no game had exactly one winner.
    pub fn new(sums: &CourseSums) -> Option<CourseReport> {
        let of = |sums: &Grouped, unit: f64| {
            (sums.mean() / unit, sums.interval(CONFIDENCE).map(|ends| ends.map(|end| end / unit)))
        };
        let within = |(value, ends): (f64, Option<Interval>)| {
            (value, ends.map(|ends| ends.map(|end| end.clamp(0.0, 1.0))))
        };
        let (changes, changes_interval) = of(&sums.changes, 1.0);
        let (lowest, lowest_interval) = within(of(&sums.lowest, VICTORY as f64));
        let (decided, decided_interval) = within(of(&sums.decided, 1000.0));
        let games = sums.changes.all.n;
        (games > 0).then_some(CourseReport {
            games,
            changes,
            changes_interval,
            lowest,
            lowest_interval,
            decided,
            decided_interval,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(select: [f64; 2], measure: [f64; 2]) -> CoursePoint {
        CoursePoint { select: select.to_vec(), measure: measure.to_vec() }
    }

    #[test]
    fn a_course_has_its_changes_its_worst_point_and_its_decision() {
        let mut sums = CourseSums::default();
        let points = [
            point([0.5, 0.5], [0.5, 0.5]),
            point([0.25, 0.75], [0.375, 0.625]),
            // the estimates disagree: no leader
            point([0.625, 0.375], [0.375, 0.625]),
            point([1.0, 0.0], [0.875, 0.125]),
        ];
        sums.add(&points, 0);
        let course = CourseReport::new(&sums).expect("a game");
        // seat 1 led, and seat 0 at last; its worst point is the second, measured as 0.375
        assert_eq!((course.changes, course.lowest, course.decided), (1.0, 0.375, 0.75));
    }
}
