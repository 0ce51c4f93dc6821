//! Who plays where a time is given: the best level whose games fit into it.
//!
//! A game of each level is timed, the dearest first; what a search would take is reckoned from random games where it is hopeless. The level
//! depends on the machine, so it is named first, with what makes the same games again anywhere.

use std::time::{Duration, Instant};

use ludex::Setup;
use ludex::bots::{BotSpec, Budget as Tries};
use ludex_lab::simulate::{Plan, simulate};

use crate::args::{Budget, spoken as time};
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
    let time_there_is = budget.seconds();
    let random = timed(wanted, &BotSpec::Random);
    let (mut chosen, mut dearer) = ("random".to_owned(), Vec::new());
    for word in levels(wanted, &policies) {
        let spec = policies.bot(&word).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
        let reckoned = if let BotSpec::Search(Tries::Iterations(tries)) = &spec {
            random.searched(*tries) * wanted.games as f64
        } else {
            0.0
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
    fn searched(&self, tries: u32) -> f64 {
        self.seconds * self.decisions * f64::from(tries) * TRY
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
