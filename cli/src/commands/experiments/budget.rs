//! Who plays where nobody is named: the best level whose games fit into a time. What they take is reckoned and not measured, so the same
//! players are chosen on every machine, and parts of an experiment agree; the level is named first, with what makes the same games again.

use ludex::Setup;
use ludex::bots::BotSpec;
use ludex_lab::reckon::Sample;

use crate::args::{Budget, spoken as time};
use crate::commands::experiments::report::grouped;
use crate::failure::Failure;
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{Out, warn};

/// Levels that think, the best first; a policy comes before the best of these that it beat when it was measured.
const LEVELS: [&str; 3] = ["search:200", "search:50", "greedy:4"];
const RANDOM: &str = "random";
/// Parts of the time that the games may take, for games of players who think may be longer than random ones.
const SURE: f64 = 0.8;

/// What is to be played.
pub struct Wanted<'a> {
    pub loaded: &'a Loaded,
    pub setup: &'a Setup,
    pub games: u64,
    /// All that is printed is one document.
    pub is_data: bool,
}

/// A level that would take longer than there is time, and how long.
type Dearer = (String, f64);

/// The best level whose games fit into the time, which is told: two minutes, if nobody says.
pub fn level(budget: Option<Budget>, wanted: &Wanted<'_>, out: &mut Out) -> Result<String, Failure> {
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

fn chosen(budget: Budget, wanted: &Wanted<'_>) -> Result<(String, Vec<Dearer>), Failure> {
    let mut dearer = Vec::new();
    // where a rule fails in all games nobody needs to think
    let Some(sample) = Sample::new(wanted.setup) else { return Ok((RANDOM.to_owned(), dearer)) };
    let policies = Policies::new(wanted.loaded, wanted.setup);
    for word in levels(wanted, &policies) {
        let bot = policies.bot(&word).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
        let takes = sample.seconds(&bot, wanted.games);
        if takes <= SURE * budget.seconds() {
            return Ok((word, dearer));
        }
        dearer.push((word, takes));
    }
    Ok((RANDOM.to_owned(), dearer))
}

/// All levels that think and that there are, the best first.
fn levels(wanted: &Wanted<'_>, policies: &Policies<'_>) -> Vec<String> {
    let mut levels: Vec<String> = LEVELS.map(str::to_owned).to_vec();
    // no weights, no policy
    let Ok(BotSpec::Policy(spec)) = policies.bot("policy") else { return levels };
    let about = spec.weights().about();
    let as_good = 1_000_000 / u32::from(wanted.setup.players().max(1));
    let beats = |level: &str| {
        let of = about.strength.iter().find(|strength| strength.against == level);
        of.is_some_and(|strength| strength.share[1] > as_good)
    };
    let at = levels.iter().position(|level| beats(level)).unwrap_or(levels.len());
    levels.insert(at, "policy".to_owned());
    levels
}

fn line(budget: Budget, games: u64, (chosen, dearer): (&str, &[Dearer])) -> String {
    let games = grouped(games);
    let mut line = if chosen == RANDOM {
        format!("random plays: {games} games of players that think do not fit into {budget}")
    } else {
        format!("{chosen} plays: the best level whose {games} games fit into {budget}")
    };
    line += ", as reckoned for two cores";
    // what comes next to the one that plays is the next to ask
    let longer: Vec<String> =
        dearer.iter().rev().map(|(word, takes)| format!("{word} in some {}", time(*takes))).collect();
    if !longer.is_empty() {
        line += &format!("; a longer run would say what stronger players make of it: {}", longer.join(", "));
    }
    line + &format!(". The same games again: --bots {chosen}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_names_who_plays_and_what_a_longer_run_would_add() {
        let budget = Budget::USUAL;
        let dearer = [("search:200".to_owned(), 1_300.0), ("search:50".to_owned(), 330.0)];
        assert_eq!(
            line(budget, 8_000, ("policy", &dearer)),
            "policy plays: the best level whose 8,000 games fit into 2m, as reckoned for two cores; a longer run would say what stronger \
             players make of it: search:50 in some 6m, search:200 in some 22m. The same games again: --bots policy"
        );
        assert_eq!(
            line(budget, 120, ("search:200", &[])),
            "search:200 plays: the best level whose 120 games fit into 2m, as reckoned for two cores. The same games again: --bots \
             search:200"
        );
        let none = line(budget, 8_000, ("random", &dearer[..1]));
        assert!(
            none.starts_with("random plays: 8,000 games of players that think do not fit into 2m"),
            "{none}"
        );
    }
}
