//! Chooses default players: the best level whose games fit into a time budget.
//!
//! Durations are estimated, not measured. So every machine chooses the same players, and the parts of an
//! experiment agree. The output names the chosen level and the flags that reproduce the games.

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_lab::estimate::Sample;

use crate::args::{Budget, spoken as time};
use crate::commands::experiments::report::grouped;
use crate::failure::Failure;
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{Out, warn};

/// Levels of search bots, strongest first. A policy is inserted before the strongest level that it beat when
/// it was measured.
const LEVELS: [&str; 3] = ["search:200", "search:50", "greedy:4"];
const RANDOM: &str = "random";
/// Fraction of the budget that the estimate may use, because games of search bots may be longer than random
/// games.
const SURE: f64 = 0.8;

/// The games for which players are chosen.
pub struct Wanted<'a> {
    pub loaded: &'a Loaded,
    pub setup: &'a Setup,
    pub games: Games,
    /// True if the output is a single JSON or CSV document.
    pub is_data: bool,
}

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
const MOST: u64 = 10_000_000;

/// The chosen players and number of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    pub bots: String,
    /// Games per card, unless the user gave a number.
    pub of_each: Option<u64>,
}

/// A level that exceeds the budget, and its estimated duration in seconds.
type Dearer = (String, f64);

/// Chooses the best level whose games fit into the budget, and reports it. The default budget is two minutes.
pub fn level(budget: Option<Budget>, wanted: &Wanted<'_>, out: &mut Out) -> Result<Chosen, Failure> {
    let budget = budget.unwrap_or(Budget::USUAL);
    let (chosen, dearer) = chosen(budget, wanted)?;
    let line = line(budget, wanted.games, (&chosen, &dearer));
    if wanted.is_data {
        warn(&format!("note: {line}"));
    } else {
        out.wrapped(&line, 2)?;
    }
    Ok(chosen)
}

fn chosen(budget: Budget, wanted: &Wanted<'_>) -> Result<(Chosen, Vec<Dearer>), Failure> {
    let mut dearer = Vec::new();
    // if a rule fails in every game, stronger players make no difference
    let Some(sample) = Sample::new(wanted.setup) else {
        return Ok((wanted.games.played_by(RANDOM, |_| f64::INFINITY, budget), dearer));
    };
    let policies = Policies::new(wanted.loaded, wanted.setup);
    for word in levels(wanted, &policies) {
        let bot = policies.bot(&word).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
        let takes = |games| sample.seconds(&bot, games) / SURE;
        let fewest = takes(wanted.games.fewest());
        if fewest <= budget.seconds() {
            return Ok((wanted.games.played_by(&word, takes, budget), dearer));
        }
        dearer.push((word, fewest));
    }
    let takes = |games| sample.seconds(&BotSpec::Random, games) / SURE;
    Ok((wanted.games.played_by(RANDOM, takes, budget), dearer))
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
fn two_digits(n: u64) -> u64 {
    let unit = 10_u64.pow(n.max(1).ilog10().saturating_sub(1));
    n / unit * unit
}

/// Returns all available levels of search bots and policies, strongest first.
fn levels(wanted: &Wanted<'_>, policies: &Policies<'_>) -> Vec<String> {
    let mut levels: Vec<String> = LEVELS.map(str::to_owned).to_vec();
    // no trained weights: no policy
    let Ok(BotSpec::Policy(spec)) = policies.bot("policy") else { return levels };
    let about = spec.policy().about();
    let as_good = 1_000_000 / u32::from(wanted.setup.players().max(1));
    let beats = |level: &str| {
        let of = about.strength.iter().find(|strength| strength.against == level);
        of.is_some_and(|strength| strength.share[1] > as_good)
    };
    let at = levels.iter().position(|level| beats(level)).unwrap_or(levels.len());
    levels.insert(at, "policy".to_owned());
    levels
}

fn line(budget: Budget, wanted: Games, (chosen, dearer): (&Chosen, &[Dearer])) -> String {
    let (bots, is_random) = (&chosen.bots, chosen.bots == RANDOM);
    let played = chosen.of_each.map(grouped);
    let mut line = match (wanted, &played) {
        (Games::All(games), _) if is_random => {
            format!("random plays: {} games of other bots do not fit into {budget}", grouped(games))
        }
        (Games::All(games), _) => {
            format!("{bots} plays: the best level whose {} games fit into {budget}", grouped(games))
        }
        (Games::OfEach(cards), played) => {
            let (played, of_each) = (played.as_deref().unwrap_or_default(), of_each(cards));
            format!("{bots} plays {played} games{of_each}, as many as fit into {budget}")
        }
    };
    line += ", estimated for two cores";
    // name the level just above the chosen one first
    let longer: Vec<String> =
        dearer.iter().rev().map(|(word, takes)| format!("{word} in some {}", time(*takes))).collect();
    if !longer.is_empty() {
        let games = match wanted {
            Games::All(_) => String::new(),
            Games::OfEach(cards) => format!(" with {} games{}", grouped(FEWEST), of_each(cards)),
        };
        line += &format!(
            "; a longer run{games} would show what stronger players make of it: {}",
            longer.join(", ")
        );
    }
    let games = chosen.of_each.map_or_else(String::new, |games| format!(" --games {games}"));
    line + &format!(". The same games again: --bots {bots}{games}")
}

fn of_each(cards: u64) -> &'static str {
    if cards == 1 { "" } else { " of each card" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(bots: &str, of_each: Option<u64>) -> Chosen {
        Chosen { bots: bots.to_owned(), of_each }
    }

    #[test]
    fn the_first_line_names_who_plays_and_what_a_longer_run_would_add() {
        let budget = Budget::USUAL;
        let dearer = [("search:200".to_owned(), 1_300.0), ("search:50".to_owned(), 330.0)];
        assert_eq!(
            line(budget, Games::All(8_000), (&request("policy", None), &dearer)),
            "policy plays: the best level whose 8,000 games fit into 2m, estimated for two cores; a longer run would show what stronger \
             players make of it: search:50 in some 5.5m, search:200 in some 22m. The same games again: --bots policy"
        );
        assert_eq!(
            line(budget, Games::All(120), (&request("search:200", None), &[])),
            "search:200 plays: the best level whose 120 games fit into 2m, estimated for two cores. The same games again: --bots \
             search:200"
        );
        let none = line(budget, Games::All(8_000), (&request("random", None), &dearer[..1]));
        assert!(none.starts_with("random plays: 8,000 games of other bots do not fit into 2m"), "{none}");
        assert_eq!(
            line(budget, Games::OfEach(12), (&request("policy", Some(2_100)), &dearer[1..])),
            "policy plays 2,100 games of each card, as many as fit into 2m, estimated for two cores; a longer run with 1,000 games of each \
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
