//! Chooses the best level of bots that need no training and whose games fit into a time budget.

use ludex_bots::BotSpec;
use ludex_lab::balance::Untrained;
use ludex_lab::estimate::Sample;

use super::{Asked, Players, unknown};
use crate::args::{Budget, spoken as time};
use crate::commands::experiments::report::grouped;
use crate::failure::Failure;
use crate::sources::policies::Policies;

/// Levels of search bots, strongest first. A policy is inserted before the strongest level that it beat when
/// it was measured.
const LEVELS: [&str; 3] = ["search:200", "search:50", "greedy:4"];
/// Levels that play without any training if they fit.
const SEARCHES: [&str; 2] = ["search:200", "search:50"];
const RANDOM: &str = "random";
/// Fraction of the budget that the estimate may use, because games of search bots may be longer than random
/// games.
pub const SURE: f64 = 0.8;

/// Number of games in the whole run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Games {
    /// Fixed number of games in total.
    All(u64),
    /// Number of cards, each with as many games as fit into the budget.
    OfEach(u64),
}

/// Minimum number of games per card with search bots: 500 pairs measure an impact to about five percentage
/// points.
const FEWEST: u64 = 1_000;
pub const MOST: u64 = 10_000_000;

/// The chosen level and number of games.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Chosen {
    bots: String,
    /// Games per card, unless the user gave a number.
    of_each: Option<u64>,
}

/// A level that exceeds the budget, and its estimated duration in seconds.
type Dearer = (String, f64);

/// Chooses the best level whose games fit into the budget. `instead` is the reason why no trained players play;
/// `trains` is a longer budget in which players would be trained.
pub fn chosen(
    asked: &Asked<'_>,
    instead: Option<Untrained>,
    trains: Option<Budget>,
) -> Result<Players, Failure> {
    let (chosen, mut dearer) = best(asked)?;
    // trained players come before levels that take longer
    dearer.retain(|(_, takes)| trains.is_none_or(|budget| *takes < budget.seconds()));
    let budget = asked.budget().to_string();
    // useless trainings have taken their time
    let budget = if instead.is_none() { budget } else { format!("another {budget}") };
    let line = line((&budget, trains), asked.games, (&chosen, &dearer));
    let sentence = instead.as_ref().map_or(line.clone(), |instead| format!("{instead}. {line}"));
    Ok(Players { bots: chosen.bots, trained: None, of_each: chosen.of_each, instead, sentence })
}

pub fn search_fits(asked: &Asked<'_>) -> Result<bool, Failure> {
    Ok(SEARCHES.contains(&best(asked)?.0.bots.as_str()))
}

/// Returns true if the games of a bot fit into the budget.
pub fn fits(asked: &Asked<'_>, name: &str) -> bool {
    let takes =
        |bot: &BotSpec| Sample::new(&asked.worlds[0]).map(|sample| sample.seconds(bot, asked.games.fewest()));
    let seconds = name.parse().ok().and_then(|bot| takes(&bot));
    seconds.is_some_and(|seconds| seconds / SURE <= asked.budget().seconds())
}

fn best(asked: &Asked<'_>) -> Result<(Chosen, Vec<Dearer>), Failure> {
    let (budget, games, setup) = (asked.budget(), asked.games, &asked.worlds[0]);
    let mut dearer = Vec::new();
    // if a rule fails in every game, stronger players make no difference
    let Some(sample) = Sample::new(setup) else {
        return Ok((games.played_by(RANDOM, |_| f64::INFINITY, budget), dearer));
    };
    let policies = Policies::new(asked.loaded, setup);
    for word in levels(setup.players(), Some(&policies)) {
        let bot = policies.bot(&word).map_err(|error| unknown(&error))?;
        let takes = |games| sample.seconds(&bot, games) / SURE;
        let fewest = takes(games.fewest());
        if fewest <= budget.seconds() {
            return Ok((games.played_by(&word, takes, budget), dearer));
        }
        dearer.push((word, fewest));
    }
    let takes = |games| sample.seconds(&BotSpec::Random, games) / SURE;
    Ok((games.played_by(RANDOM, takes, budget), dearer))
}

impl Games {
    /// Returns the minimum total number of games.
    fn fewest(self) -> u64 {
        match self {
            Games::All(games) => games,
            Games::OfEach(cards) => cards.saturating_mul(FEWEST),
        }
    }

    /// Creates the choice of `bots`. A free number of games is set to fit into the budget, rounded down to
    /// two digits.
    fn played_by(self, bots: &str, takes: impl Fn(u64) -> f64, budget: Budget) -> Chosen {
        let of_each = match self {
            Games::All(_) => None,
            Games::OfEach(cards) => {
                let fit = FEWEST as f64 * budget.seconds() / takes(cards.saturating_mul(FEWEST)).max(1e-9);
                Some((two_digits(fit as u64)).clamp(FEWEST, MOST))
            }
        };
        Chosen { bots: bots.to_owned(), of_each }
    }
}

/// Rounds down to two significant digits: `12,345` becomes `12,000`.
pub fn two_digits(n: u64) -> u64 {
    let unit = 10_u64.pow(n.max(1).ilog10().saturating_sub(1));
    n / unit * unit
}

/// Returns all levels of search bots, and of a policy if `policies` are given and have weights, strongest first.
pub fn levels(players: u8, policies: Option<&Policies<'_>>) -> Vec<String> {
    let mut levels: Vec<String> = LEVELS.map(str::to_owned).to_vec();
    let policy = policies.map(|policies| policies.bot("policy"));
    let Some(Ok(BotSpec::Policy(spec))) = policy else { return levels };
    let about = spec.policy().about();
    let as_good = 1_000_000 / u32::from(players.max(1));
    let beats = |level: &str| {
        let of = about.strength.iter().find(|strength| strength.against == level);
        of.is_some_and(|strength| strength.share[1] > as_good)
    };
    let at = levels.iter().position(|level| beats(level)).unwrap_or(levels.len());
    levels.insert(at, "policy".to_owned());
    levels
}

fn line(
    (budget, trains): (&str, Option<Budget>),
    wanted: Games,
    (chosen, dearer): (&Chosen, &[Dearer]),
) -> String {
    let (bots, is_random) = (&chosen.bots, chosen.bots == RANDOM);
    let mut line = match (wanted, chosen.of_each) {
        (Games::All(games), _) if is_random => {
            format!("random plays: {} games of other bots do not fit into {budget}", grouped(games))
        }
        (Games::All(games), _) => {
            format!("{bots} plays: the best level whose {} games fit into {budget}", grouped(games))
        }
        (Games::OfEach(_), games) => {
            format!("{bots} plays {}, as many as fit into {budget}", played(games.unwrap_or(FEWEST), wanted))
        }
    };
    line += ", estimated for two slow cores";
    line +=
        &trains.map_or_else(String::new, |budget| format!("; --budget {budget} would train players first"));
    // name the level just above the chosen one first
    let longer: Vec<String> =
        dearer.iter().rev().map(|(word, takes)| format!("{word} in some {}", time(*takes))).collect();
    if !longer.is_empty() {
        let games = match wanted {
            Games::All(_) => String::new(),
            Games::OfEach(_) => format!(" with {}", played(FEWEST, wanted)),
        };
        line += &format!(
            "; a longer run{games} would show what stronger players make of it: {}",
            longer.join(", ")
        );
    }
    let games = chosen.of_each.map_or_else(String::new, |games| format!(" --games {games}"));
    line + &format!(". The same games again: --bots {bots}{games}")
}

/// Formats a number of games: `2,100 games of each card`.
pub fn played(games: u64, wanted: Games) -> String {
    let of_each = if let Games::All(_) | Games::OfEach(1) = wanted { "" } else { " of each card" };
    format!("{} games{of_each}", grouped(games))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(bots: &str, of_each: Option<u64>) -> Chosen {
        Chosen { bots: bots.to_owned(), of_each }
    }

    #[test]
    fn the_first_line_names_who_plays_and_what_a_longer_run_would_add() {
        let dearer = [("search:200".to_owned(), 1_300.0), ("search:50".to_owned(), 330.0)];
        assert_eq!(
            line(("2m", None), Games::All(8_000), (&request("policy", None), &dearer)),
            "policy plays: the best level whose 8,000 games fit into 2m, estimated for two slow cores; a longer run would show what stronger \
             players make of it: search:50 in some 5.5m, search:200 in some 22m. The same games again: --bots policy"
        );
        assert_eq!(
            line(("2m", None), Games::All(120), (&request("search:200", None), &[])),
            "search:200 plays: the best level whose 120 games fit into 2m, estimated for two slow cores. The same games again: --bots \
             search:200"
        );
        let trains = Some(Budget::USUAL.times(5));
        let none = line(("2m", trains), Games::OfEach(12), (&request("random", Some(9_000)), &[]));
        assert_eq!(
            none,
            "random plays 9,000 games of each card, as many as fit into 2m, estimated for two slow cores; --budget 10m would train \
             players first. The same games again: --bots random --games 9000"
        );
        let none = line(("2m", None), Games::All(8_000), (&request("random", None), &dearer[..1]));
        assert!(none.starts_with("random plays: 8,000 games of other bots do not fit into 2m"), "{none}");
        assert_eq!(
            line(("2m", None), Games::OfEach(12), (&request("policy", Some(2_100)), &dearer[1..])),
            "policy plays 2,100 games of each card, as many as fit into 2m, estimated for two slow cores; a longer run with 1,000 games of each \
             card would show what stronger players make of it: search:50 in some 5.5m. The same games again: --bots policy --games 2100"
        );
    }

    /// Whatever does not fit is told with more than the time that there is.
    #[test]
    fn games_that_are_not_asked_for_fill_the_time() {
        let budget: Budget = "10s".parse().expect("a time");
        let each = |games: u64| games as f64 / 1_234.0;
        assert_eq!(Games::OfEach(2).played_by("policy", each, budget).of_each, Some(6_100));
        assert_eq!(Games::OfEach(1_000).played_by("random", each, budget).of_each, Some(FEWEST));
        assert_eq!(Games::OfEach(1).played_by("random", |_| 0.0, budget).of_each, Some(MOST));
        assert_eq!(Games::All(1_000).played_by("policy", each, budget).of_each, None);
        assert_eq!([0, 9, 99, 999, 12_345].map(two_digits), [0, 9, 99, 990, 12_000]);
    }
}
