//! Who plays where a time is given: the best level whose games fit into it.
//!
//! A game of each level is timed, the dearest first; what a search would take is reckoned from random games where it is hopeless. The level
//! depends on the machine, so it is named first, with what makes the same games again anywhere.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use ludex::Setup;
use ludex::bots::BotSpec;
use ludex_lab::simulate::{Plan, simulate};

use crate::commands::experiments::report::grouped;
use crate::experiment;
use crate::failure::Failure;
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{Out, warn};
use crate::terminal::progress::{Counted, Extent};

/// Levels, the best first; a policy comes before the best of these that it beat when it was measured.
const LEVELS: [&str; 4] = ["search:200", "search:50", "greedy:4", "random"];
/// A level is timed for so long, or so many games.
const TIMED: Duration = Duration::from_millis(500);
const MOST_TIMED: u64 = 64;
/// What would take so many times as long as there is time is not tried.
const HOPELESS: f64 = 3.0;
/// Parts of a random game that a try of a search costs.
const TRY: f64 = 0.5;
/// Parts of the time that the games may take, for those that were timed may have been short.
const SURE: f64 = 0.8;

/// A time to answer in, such as `2m`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(Duration);

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no time; give one such as 90s, 2m or 1h");
        let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        let seconds = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3600,
            _ => return Err(wrong()),
        };
        let n: u32 = number.parse().map_err(|_| wrong())?;
        let all = n.checked_mul(seconds).filter(|all| *all > 0).ok_or_else(wrong)?;
        Ok(Self(Duration::from_secs(u64::from(all))))
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&time(self.0.as_secs_f64()))
    }
}

/// What is to be played.
pub struct Wanted<'a> {
    pub loaded: &'a Loaded,
    pub setup: &'a Setup,
    pub games: u64,
    pub jobs: Option<u16>,
    /// Nothing is said that differs from run to run.
    pub no_timing: bool,
    /// All that is printed is one document.
    pub is_data: bool,
}

/// The best level whose games fit into the time, which is told.
pub fn level(budget: Budget, wanted: &Wanted<'_>, out: &mut Out) -> Result<String, Failure> {
    let policies = Policies::new(wanted.loaded, wanted.setup);
    let time_there_is = budget.0.as_secs_f64();
    let random = timed(wanted, &BotSpec::Random);
    let (mut chosen, mut dearer) = ("random".to_owned(), Vec::new());
    for word in levels(wanted, &policies) {
        let spec = policies.bot(&word).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
        let reckoned = match &spec {
            BotSpec::Search(_) => random.tries(&word) * wanted.games as f64,
            BotSpec::Random | BotSpec::Greedy { .. } | BotSpec::Level(_) | BotSpec::Policy(_) => 0.0,
        };
        let takes = if reckoned > HOPELESS * time_there_is {
            reckoned
        } else {
            timed(wanted, &spec).seconds * wanted.games as f64
        };
        if takes <= SURE * time_there_is || word == "random" {
            chosen = word;
            break;
        }
        dearer.push((word, takes));
    }
    tell(budget, wanted, (&chosen, &dearer), out)?;
    Ok(chosen)
}

/// All levels that there are, the best first.
fn levels(wanted: &Wanted<'_>, policies: &Policies<'_>) -> Vec<String> {
    let mut levels: Vec<String> = LEVELS.map(str::to_owned).to_vec();
    // no weights, no policy
    let Ok(BotSpec::Policy(spec)) = policies.bot("policy") else { return levels };
    let about = spec.weights().about();
    let as_good = 1_000_000 / u32::from(wanted.setup.players().max(1));
    let beats = |level: &str| {
        let of = about.strength.iter().find(|strength| strength.against == level);
        of.map_or(level == "random", |strength| strength.share[1] > as_good)
    };
    let at = levels.iter().position(|level| beats(level)).unwrap_or(levels.len() - 1);
    levels.insert(at, "policy".to_owned());
    levels
}

/// What a game of a level takes.
struct Timed {
    /// Of the clock, with all threads.
    seconds: f64,
    decisions: f64,
}

impl Timed {
    /// What a game takes in which each decision is tried so often.
    fn tries(&self, word: &str) -> f64 {
        let tries = word.rsplit_once(':').and_then(|(_, n)| n.parse::<f64>().ok()).unwrap_or(1.0);
        self.seconds * self.decisions * tries * TRY
    }
}

fn timed(wanted: &Wanted<'_>, spec: &BotSpec) -> Timed {
    let started = Instant::now();
    let (mut games, mut decisions) = (0, 0_i128);
    let mut next = 1;
    let mut threads = 1;
    while games < MOST_TIMED && started.elapsed() < TIMED {
        let mut plan = Plan::new(wanted.setup, next, games + 1);
        (plan.bots, plan.tools) = (vec![spec.clone()], experiment::tools());
        let extent = Extent { all: next, of_unit: 1, counted: Counted::Games };
        let stop = experiment::stop_flag();
        let played = experiment::watched(extent, wanted.jobs, &stop, |control| {
            threads = control.threads;
            simulate(&plan, control, None)
        });
        decisions += played.sums.decisions.all.sum;
        games += next;
        next = games;
    }
    let busy = threads.min(games).max(1) as f64 / threads.max(1) as f64;
    Timed {
        seconds: started.elapsed().as_secs_f64() * busy / games as f64,
        decisions: decisions as f64 / games as f64,
    }
}

fn tell(
    budget: Budget,
    wanted: &Wanted<'_>,
    (chosen, dearer): (&str, &[(String, f64)]),
    out: &mut Out,
) -> Result<(), Failure> {
    let games = grouped(wanted.games);
    let mut line = format!("{chosen} plays: the best level whose {games} games fit into {budget} here");
    let longer: Vec<String> = dearer
        .iter()
        .map(
            |(word, takes)| {
                if wanted.no_timing { word.clone() } else { format!("{word} in some {}", time(*takes)) }
            },
        )
        .collect();
    if !longer.is_empty() {
        line += &format!("; more would be known by {}", longer.join(", "));
    }
    line += &format!(". The same games again: --bots {chosen}");
    if wanted.is_data {
        warn(&format!("note: {line}"));
        return Ok(());
    }
    Ok(out.wrapped(&line, 2)?)
}

/// A time for people.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0}s"),
        s if s < 6000.0 => format!("{:.0}m", s / 60.0),
        s => format!("{:.0}h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_shown() {
        let shown = |text: &str| text.parse::<Budget>().map(|budget| budget.to_string());
        assert_eq!(shown("90s"), Ok("90s".to_owned()));
        assert_eq!(shown("2m"), Ok("2m".to_owned()));
        assert_eq!(shown("2h"), Ok("2h".to_owned()));
        for wrong in ["", "2", "m", "0s", "2d", "-2m", "99999999999s"] {
            assert!(shown(wrong).is_err(), "{wrong}");
        }
    }
}
