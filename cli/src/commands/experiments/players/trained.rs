//! Trains the players of an experiment, or reads them from the user's cache, and measures their strength.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_bots::policy::{About, PolicySpec, Strength, USUAL_ENTROPY};
use ludex_lab::add_up::List;
use ludex_lab::balance::Untrained;
use ludex_lab::blocks::{self, Control, Worker};
use ludex_lab::simulate::{SimulatePlan, simulate};
use ludex_lab::splitmix64;
use ludex_lab::stats::wilson_of_shares;
use ludex_learn::train::{self, Trained};
use ludex_learn::{SameKey, Weights, policy};

use super::{Asked, Purpose, Rival};
use crate::args::Training;
use crate::experiment;
use crate::failure::Failure;
use crate::sources::trainings;
use crate::terminal::output::warn;
use crate::terminal::progress::{Counted, Extent};

/// Separates the ones of trainings and of the games that measure them from the ones of an experiment.
const SEEDS: u64 = 0x7a31_9e0f_55c2_b6d3;
const MEASURED: u64 = 0x21c4_6b8e_f07d_93a5;
/// Weight of the entropy bonus of players that explore less, in percent of the usual one.
const LESS_ENTROPY: u16 = USUAL_ENTROPY / 4;
/// A training that was not asked for ends after this many times the budget: its duration was estimated wrongly.
const PATIENCE: f64 = 4.0;
/// Seconds that any training may take, so that a loaded machine chooses the same players.
const LEAST_PATIENCE: f64 = 120.0;
/// Games of each training against itself that show whether its games end.
const OWN_GAMES: u64 = 12;

/// Trained players: for each game the bots of all trainings, and their strength in the first game.
pub struct TrainedGroup {
    pub bots: Vec<Vec<BotSpec>>,
    pub strength: Vec<Strength>,
    /// Number of games of trainings against themselves, and of those that did not end.
    pub own_games: u64,
    pub unended: u64,
}

/// Why there are no trained players.
pub enum NotTrained {
    /// They can't be trained, or have learned nothing.
    Useless(Untrained),
    Failed(Failure),
}

pub const IS_POSSIBLE: bool = true;

/// Returns the reason why there are no trained players in this build.
pub fn lacks() -> String {
    String::new()
}

/// A training: its seed, and the weight of its entropy bonus in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct One {
    seed: u64,
    entropy: u16,
}

/// Returns a training by number. Trainings of an experiment with another seed have other seeds, and so have those
/// that explore less.
fn one_of(purpose: Purpose, (seed, salt): (u64, u64), number: u64) -> One {
    let seed = splitmix64(splitmix64(seed ^ SEEDS, salt), number);
    if purpose == Purpose::Styles && number % 2 == 1 {
        return One { seed: splitmix64(seed, LESS_ENTROPY.into()), entropy: LESS_ENTROPY };
    }
    One { seed, entropy: USUAL_ENTROPY }
}

/// Trains the players of all games, and measures those of the first one against `rivals`.
pub fn group(asked: &Asked<'_>, training: Training, rivals: &[Rival]) -> Result<TrainedGroup, NotTrained> {
    let mut worlds: Vec<Vec<Arc<Weights>>> = Vec::new();
    let (mut all, mut kept) = (0, 0);
    for (i, setup) in asked.worlds.iter().enumerate() {
        let is_same = |other: &Setup| trainings::game(other) == trainings::game(setup);
        let known = asked.worlds[..i].iter().position(is_same);
        worlds.push(match known {
            Some(known) => worlds[known].clone(),
            None => {
                let (weights, from_cache) = of_game(asked, setup, training)?;
                (all, kept) = (all + weights.len(), kept + from_cache);
                weights
            }
        });
    }
    if kept > 0 {
        warn(&format!("note: trainings kept from earlier runs: {kept} of {all}"));
    }
    let strength = measured(asked, &mut worlds[0], rivals)?;
    let bot = |weights: &Arc<Weights>, strength: &[Strength]| {
        let about = About { strength: strength.to_vec(), ..weights.about().clone() };
        BotSpec::Policy(PolicySpec::new(policy(Arc::new((**weights).clone().with_about(about)))))
    };
    let of_world = |(number, all): (usize, &Vec<Arc<Weights>>)| {
        let strength = if number == 0 { &*strength } else { &[] };
        all.iter().map(|weights| bot(weights, strength)).collect()
    };
    let bots: Vec<Vec<BotSpec>> = worlds.iter().enumerate().map(of_world).collect();
    let (mut own_games, mut unended) = (0, 0);
    for (setup, bot) in
        asked.worlds.iter().zip(&bots).flat_map(|(setup, all)| all.iter().map(move |bot| (setup, bot)))
    {
        own_games += OWN_GAMES;
        unended += OWN_GAMES - ended(asked, setup, bot)?;
    }
    Ok(TrainedGroup { bots, strength, own_games, unended })
}

/// Plays games of a player against itself, and returns the number of those that end: a policy plays the best of
/// its options, so two that wait for each other wait forever.
fn ended(asked: &Asked<'_>, setup: &Setup, bot: &BotSpec) -> Result<u64, NotTrained> {
    let mut plan = SimulatePlan::new(setup, OWN_GAMES, splitmix64(asked.run.seed, MEASURED));
    (plan.run.bots, plan.run.tools) = (vec![bot.clone()], experiment::tools());
    let (stop, extent) =
        (experiment::stop_flag(), Extent { all: OWN_GAMES, of_unit: 1, counted: Counted::Training });
    let played = experiment::watched(extent, asked.run.jobs, &stop, |control| simulate(&plan, control, None));
    if stop.load(Ordering::Relaxed) { Err(stopped()) } else { Ok(played.sums.finished()) }
}

/// Returns the players of a game, and the number of them that the cache had.
fn of_game(
    asked: &Asked<'_>,
    setup: &Setup,
    training: Training,
) -> Result<(Vec<Arc<Weights>>, usize), NotTrained> {
    let (purpose, seeds) = (asked.purpose, (asked.run.seed, asked.salt));
    let ones: Vec<One> = (0..training.policies).map(|number| one_of(purpose, seeds, number)).collect();
    let kept = |one: &One| trainings::kept(setup, (one.seed, one.entropy), training.games);
    let kept: Vec<Option<Weights>> = ones.iter().map(kept).collect();
    let missing: Vec<One> =
        ones.iter().zip(&kept).filter(|(_, kept)| kept.is_none()).map(|(one, _)| *one).collect();
    let mut new = train_all(asked, setup, &missing, training.games)?.into_iter();
    let from_cache = ones.len() - missing.len();
    let all = kept.into_iter().map(|kept| kept.or_else(|| new.next()));
    let all: Result<Vec<_>, _> = all.map(|weights| weights.map(Arc::new).ok_or_else(stopped)).collect();
    Ok((all?, from_cache))
}

fn stopped() -> NotTrained {
    NotTrained::Failed(Failure::Problem("stopped before the players were trained".to_owned()))
}

/// Trains with each seed. Trainings run next to each other, since one of them does not keep many threads busy.
fn train_all(asked: &Asked<'_>, setup: &Setup, ones: &[One], games: u64) -> Result<Vec<Weights>, NotTrained> {
    if ones.is_empty() {
        return Ok(Vec::new());
    }
    let (stop, started) = (experiment::stop_flag(), Instant::now());
    let (halt, is_late) = (AtomicBool::new(false), AtomicBool::new(false));
    let longest =
        asked.who.train.is_none().then(|| (PATIENCE * asked.budget().seconds()).max(LEAST_PATIENCE));
    let work = |control: &Control<'_>| {
        let done = |games: u64| {
            (control.done)(games);
            let late = longest.is_some_and(|longest| started.elapsed().as_secs_f64() > longest);
            is_late.fetch_or(late, Ordering::Relaxed);
            halt.fetch_or(late || control.is_stopped(), Ordering::Relaxed);
        };
        let threads = (control.threads / ones.len() as u64).max(1);
        let each = Control { threads, stop: &halt, done: &done };
        let quiet = Control { done: &|_| {}, ..*control };
        let trainer = || Trainer { setup, ones, games, each, ended: Vec::new() };
        blocks::run(0..ones.len() as u64, 1, &quiet, trainer).0
    };
    let extent = Extent { all: games * ones.len() as u64, of_unit: 1, counted: Counted::Training };
    let List(mut new) = experiment::watched(extent, asked.run.jobs, &stop, work);
    if is_late.into_inner() && !stop.load(Ordering::Relaxed) {
        return Err(NotTrained::Useless(asked.too_long()));
    }
    new.sort_unstable_by_key(|(number, _)| *number);
    new.into_iter().map(|(_, trained)| useful(trained)).collect()
}

/// Returns the weights of a training in which games ended.
fn useful(trained: Result<Trained, SameKey>) -> Result<Weights, NotTrained> {
    let trained =
        trained.map_err(|same| NotTrained::Useless(Untrained::Impossible { message: same.to_string() }))?;
    if trained.stopped {
        return Err(stopped());
    }
    if trained.failed == trained.games {
        return Err(NotTrained::Useless(Untrained::NoEnd));
    }
    Ok(trained.weights)
}

/// Trains on a worker thread.
struct Trainer<'a> {
    setup: &'a Setup,
    ones: &'a [One],
    games: u64,
    each: Control<'a>,
    ended: Vec<(u64, Result<Trained, SameKey>)>,
}

impl Worker for Trainer<'_> {
    type Sums = List<(u64, Result<Trained, SameKey>)>;

    fn unit(&mut self, number: u64) {
        let (setup, One { seed, entropy }) = (&self.setup.in_streams(), self.ones[number as usize]);
        let plan = train::Plan { setup, games: self.games, seed, from: None, entropy };
        let trained = train::train(&plan, &self.each);
        if let Ok(Trained { weights, stopped: false, .. }) = &trained {
            trainings::keep(weights);
        }
        self.ended.push((number, trained));
    }

    fn sums(self) -> Self::Sums {
        List(self.ended)
    }
}

/// Measures the trainings against each rival that they have not met, and returns the results of all together.
fn measured(
    asked: &Asked<'_>,
    trainings: &mut [Arc<Weights>],
    rivals: &[Rival],
) -> Result<Vec<Strength>, NotTrained> {
    let setup = &asked.worlds[0];
    let games_of = |rival: &Rival| rival.games.div_ceil(trainings.len() as u64);
    let games: Vec<u64> = rivals.iter().map(games_of).collect();
    for weights in trainings.iter_mut() {
        let mut about = weights.about().clone();
        let is_known = |(rival, games): &(&Rival, &u64)| {
            about.strength.iter().any(|of| of.against == rival.name && u64::from(of.games) == **games)
        };
        let unmet: Vec<_> = rivals.iter().zip(&games).filter(|one| !is_known(one)).collect();
        if unmet.is_empty() {
            continue;
        }
        for (rival, games) in unmet {
            about.strength.retain(|of| of.against != rival.name);
            about.strength.push(met(asked, setup, weights, (rival, *games))?);
        }
        *weights = Arc::new((**weights).clone().with_about(about));
        trainings::keep(weights);
    }
    Ok(rivals.iter().filter_map(|rival| together(trainings, rival)).collect())
}

fn met(
    asked: &Asked<'_>,
    setup: &Setup,
    weights: &Arc<Weights>,
    (rival, games): (&Rival, u64),
) -> Result<Strength, NotTrained> {
    let stop = experiment::stop_flag();
    let seed = splitmix64(weights.about().seed, MEASURED);
    let work = |control: &Control<'_>| train::measure(setup, weights, (&rival.bot, games), seed, control);
    let extent = Extent { all: games, of_unit: 1, counted: Counted::Training };
    let found = experiment::watched(extent, asked.run.jobs, &stop, work);
    let useless = || NotTrained::Useless(Untrained::NoEnd);
    found.ok_or_else(|| if stop.load(Ordering::Relaxed) { stopped() } else { useless() })
}

/// Returns the strength of all trainings together. Its interval is that of the games.
fn together(trainings: &[Arc<Weights>], rival: &Rival) -> Option<Strength> {
    let met = |weights: &Arc<Weights>| {
        let of = weights.about().strength.iter().find(|of| of.against == rival.name)?;
        Some((f64::from(of.share[1]) / 1e6 * f64::from(of.games), u64::from(of.games)))
    };
    let all: Vec<(f64, u64)> = trainings.iter().filter_map(met).collect();
    let (won, games) = all.iter().fold((0.0, 0), |(won, games), (more, n)| (won + more, games + n));
    let [low, high] = wilson_of_shares(won, games);
    (games > 0).then(|| Strength::new(rival.name.to_owned(), games, [low, won / games as f64, high]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_second_style_explores_less() {
        let of = |purpose, seed| [0, 1, 2, 3].map(|number| one_of(purpose, (seed, 0), number));
        let (styles, seats) = (of(Purpose::Styles, 1), of(Purpose::Seats, 1));
        assert_eq!(styles.map(|one| one.entropy), [100, 25, 100, 25]);
        assert_eq!(seats.map(|one| one.entropy), [100; 4]);
        // equal trainings are shared, others differ in their seeds
        assert_eq!([0, 1, 2, 3].map(|at| styles[at].seed == seats[at].seed), [true, false, true, false]);
        assert!(of(Purpose::Styles, 2).iter().all(|one| !styles.contains(one)));
    }
}
