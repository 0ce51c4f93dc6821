//! Chooses the bots of a ladder: searches of doubling strength, or a policy beside some of them.

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_bots::policy::Strength;
use ludex_lab::estimate::Sample;

use crate::args::{Budget, LadderArgs};
use crate::commands::experiments::players::{self, Asked, Games, Purpose, SURE};
use crate::experiment;
use crate::failure::Failure;
use crate::sources::policies::{Policies, Programs};
use crate::sources::rulesets::Loaded;

/// Bots beside a policy, weakest first, if their games fit.
const LEVELS: [&str; 3] = ["greedy:4", "search:50", "search:200"];
/// Part of the budget for their games.
const PLAYING: f64 = 0.4;
/// Matches of each: against `random`, against both neighbours, and against itself.
const MATCHES: u64 = 4;
/// Searches that play alone: iterations of the weakest, and their number.
const SEARCHES: (u32, u32) = (50, 5);

/// The bots, weakest first.
pub struct Rungs {
    pub bots: Vec<BotSpec>,
    /// Flags with which the same bots play again.
    pub again: String,
    /// The first line: who plays, and why; empty if the user named the bots.
    pub sentence: String,
}

/// Chooses the bots, and trains a policy if necessary.
pub fn choose(args: &LadderArgs, loaded: &Loaded, setup: &Setup) -> Result<Rungs, Failure> {
    let is_plain = args.run.bots.is_some() || args.from.or(args.steps).is_some() || args.no_train;
    if is_plain {
        return named(args, loaded, setup, String::new());
    }
    let (levels, seconds) = levels(args, setup);
    let worlds = [setup.clone()];
    let (games, purpose) = (Games::All(MATCHES * args.games), Purpose::Rung(seconds));
    let (run, who) = (&args.run, &args.who());
    let asked = Asked { loaded, worlds: &worlds, world: "side", salt: 0, games, run, who, purpose };
    if args.train.is_none() && players::have_weights(&asked) {
        return beside(&asked, &levels);
    }
    match players::train(&asked)? {
        Ok(players) => {
            let trained = players.trained.iter().flat_map(|trained| trained.bots.iter().flatten());
            let (policy, strength) = (trained.cloned(), players.trained.as_ref().map(|of| &*of.strength));
            let bots = placed(levels, policy, strength.unwrap_or_default(), setup);
            let games = players.trained.as_ref().map_or(0, |of| of.training.games);
            let budget = args.budget.map_or_else(String::new, |budget| format!(" --budget {budget}"));
            Ok(Rungs { bots, again: format!("{budget} --train {games}"), sentence: players.sentence })
        }
        Err(why) => named(args, loaded, setup, format!("No policy plays: {why}. Searches play alone.")),
    }
}

/// Returns the bots that the user named, or searches, each with twice the iterations of the previous one.
fn named(args: &LadderArgs, loaded: &Loaded, setup: &Setup, sentence: String) -> Result<Rungs, Failure> {
    let (from, steps) = (args.from.unwrap_or(SEARCHES.0), args.steps.unwrap_or(SEARCHES.1));
    let doubled = || {
        let names = (0..steps).map(|step| format!("search:{}", u64::from(from) << step));
        names.collect::<Vec<_>>().join(",")
    };
    let list = args.run.bots.clone().unwrap_or_else(doubled);
    let bots = experiment::listed_bots(&list, &Policies::new(loaded, setup).with(Programs::OfBots))?;
    let again =
        if args.run.bots.is_some() { String::new() } else { format!(" --from {from} --steps {steps}") };
    Ok(Rungs { bots, again, sentence })
}

/// Returns the bots whose games fit into their part of the budget, with the seconds that they take.
fn levels(args: &LadderArgs, setup: &Setup) -> (Vec<BotSpec>, f64) {
    let (mut levels, mut seconds) = (Vec::new(), 0.0);
    let all = args.budget.unwrap_or(Budget::USUAL).seconds();
    let Some(sample) = Sample::new(setup) else { return (levels, seconds) };
    for bot in LEVELS.iter().filter_map(|word| word.parse().ok()) {
        let takes = sample.seconds(&bot, MATCHES * args.games) / SURE;
        if seconds + takes > PLAYING * all {
            break;
        }
        seconds += takes;
        levels.push(bot);
    }
    (levels, seconds)
}

/// Returns the bots with the weights next to the ruleset among them.
fn beside(asked: &Asked<'_>, levels: &[BotSpec]) -> Result<Rungs, Failure> {
    let setup = &asked.worlds[0];
    let policy = experiment::listed_bots("policy", &Policies::new(asked.loaded, setup))?;
    let about = policy.iter().find_map(|bot| {
        if let BotSpec::Policy(spec) = bot { Some(spec.policy().about().clone()) } else { None }
    });
    let strength = about.map(|about| about.strength).unwrap_or_default();
    let bots = placed(levels.to_vec(), policy, &strength, setup);
    let names: Vec<String> = bots.iter().map(ToString::to_string).collect();
    let again = format!(" --bots {}", names.join(","));
    let sentence = format!("The policy has the weights next to the ruleset. The same games again:{again}");
    Ok(Rungs { bots, again, sentence })
}

/// Inserts a policy after the strongest bot that it beats.
fn placed(
    mut levels: Vec<BotSpec>,
    policy: impl IntoIterator<Item = BotSpec>,
    strength: &[Strength],
    setup: &Setup,
) -> Vec<BotSpec> {
    let equal = players::equal_share(setup);
    let is_beaten = |bot: &BotSpec| {
        let name = bot.to_string();
        strength.iter().any(|of| of.against == name && of.share[1] > equal)
    };
    let at = levels.iter().rposition(is_beaten).map_or(0, |beaten| beaten + 1);
    drop(levels.splice(at..at, policy));
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share that the policy has to exceed is that of two equal players.
    #[test]
    fn a_policy_has_its_place_among_the_others() {
        let files = [("ruleset.yaml".to_owned(), "format: 1\ngame: { id: pass, players: 2 }\nphases: { turn: { each: player, do: me chooses number in 1..2 as size } }\nscore: { total: 0 }\n".to_owned())];
        let ruleset = ludex::compile(&files).ruleset.expect("a ruleset");
        let setup = ruleset.setup(2, &[]).expect("a setup");
        let place = |shares: &[(&str, f64)]| {
            let levels: Vec<BotSpec> = LEVELS.iter().filter_map(|word| word.parse().ok()).collect();
            let strength: Vec<Strength> =
                shares.iter().map(|(bot, of)| Strength::new((*bot).to_owned(), 40, [*of; 3])).collect();
            let bots = placed(levels, [BotSpec::Random], &strength, &setup);
            bots.iter().position(|bot| *bot == BotSpec::Random)
        };
        assert_eq!(place(&[]), Some(0));
        assert_eq!(place(&[("random", 0.9), ("greedy:4", 0.6), ("search:50", 0.4)]), Some(1));
        assert_eq!(place(&[("greedy:4", 0.6), ("search:50", 0.7)]), Some(2));
    }
}
