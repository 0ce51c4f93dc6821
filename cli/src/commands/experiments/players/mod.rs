//! Chooses who plays an experiment: the best players that fit into a time budget.
//!
//! A search that fits plays. Otherwise several policies are trained on the rules that are played, and training
//! counts as playing. If that does not fit, or players learn nothing, the best other level plays. Durations are
//! estimated, not measured. So every machine chooses the same players, and the parts of an experiment agree.
//! The first line names the players, their strength, and the flags that reproduce the games.

mod level;
#[cfg(feature = "learn")]
mod trained;
#[cfg(not(feature = "learn"))]
#[path = "untrained.rs"]
mod trained;
mod training;

use ludex::Setup;
use ludex_bots::policy::Strength;
use ludex_bots::{BotSpec, UnknownBot};
use ludex_lab::balance::Untrained;

pub use self::PlayersAsked as Asked;
use crate::args::{Budget, RunArgs, Training, WhoArgs};
use crate::failure::Failure;
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
pub use level::{Games, SURE, levels};
use trained::{NotTrained, TrainedGroup};
use training::TrainingPlan;
pub use training::{better, equal_share};

/// An experiment that needs players.
#[cfg_attr(not(feature = "learn"), allow(dead_code, reason = "only training reads all fields"))]
pub struct PlayersAsked<'a> {
    /// The ruleset next to which weights may be.
    pub loaded: &'a Loaded,
    /// Games that are played. Players are trained for each of them; the first one measures their strength.
    pub worlds: &'a [Setup],
    /// Word for one of several games: `side` or `point`.
    pub world: &'static str,
    /// Distinguishes games that have the same rules: trainings of another number are others.
    pub salt: u64,
    pub games: Games,
    pub run: &'a RunArgs,
    pub who: &'a WhoArgs,
    pub purpose: Purpose,
}

/// Purpose of trained players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Purpose {
    /// Several trainings play all seats in turn, so that intervals contain the spread between them.
    Seats,
    /// The same, and they are compared as styles of play: every second one explores less.
    Styles,
    /// One is measured beside other bots, whose games take so many seconds.
    Rung(f64),
}

pub struct Players {
    /// Their name, for `--bots`.
    pub bots: String,
    /// Trained players; `None` for other bots.
    pub trained: Option<TrainedPlayers>,
    /// Games per card, unless the user gave a number.
    pub of_each: Option<u64>,
    /// Reason why no trained players play, if they were planned.
    pub instead: Option<Untrained>,
    /// The first line: who plays, how strong they are, and what a longer run would add.
    pub sentence: String,
}

pub struct TrainedPlayers {
    pub training: Training,
    /// The bot of each training, by game. Those of the first game have the strength of all of them together.
    pub bots: Vec<Vec<BotSpec>>,
    /// Results of one seat in the first game against others, over all trainings.
    pub strength: Vec<Strength>,
}

/// A bot against which players are measured.
pub struct Rival {
    pub name: &'static str,
    pub bot: BotSpec,
    /// Games of all trainings together.
    pub games: u64,
}

impl PlayersAsked<'_> {
    fn budget(&self) -> Budget {
        self.who.budget.unwrap_or(Budget::USUAL)
    }

    fn too_long(&self) -> Untrained {
        Untrained::TooLong { budget: self.budget().to_string() }
    }
}

/// Chooses the players, and trains them if necessary.
pub fn resolve(asked: &Asked<'_>) -> Result<Players, Failure> {
    if asked.who.no_train || !needs_training(asked)? {
        return level::chosen(asked, None, None);
    }
    match TrainingPlan::new(asked).map(|plan| planned(plan, asked)).transpose()? {
        Some(Ok(players)) => Ok(players),
        Some(Err(instead)) => level::chosen(asked, Some(instead), None),
        None => level::chosen(asked, None, TrainingPlan::sufficient_budget(asked)),
    }
}

/// Trains players, or returns the reason why none can play.
pub fn train(asked: &Asked<'_>) -> Result<Result<Players, Untrained>, Failure> {
    if !is_possible(asked)? {
        return Ok(Err(Untrained::Impossible { message: trained::lacks() }));
    }
    TrainingPlan::new(asked).map_or_else(|| Ok(Err(asked.too_long())), |plan| planned(plan, asked))
}

/// Returns true if weights next to the ruleset were trained for the only game that is played.
pub fn have_weights(asked: &Asked<'_>) -> bool {
    let [setup] = asked.worlds else { return false };
    Policies::new(asked.loaded, setup).fitting()
}

/// Returns true if this build can train players. Refuses a request for a training if it can't.
fn is_possible(asked: &Asked<'_>) -> Result<bool, Failure> {
    let is_refused = !trained::IS_POSSIBLE && asked.who.train.is_some();
    if is_refused { Err(Failure::Usage(trained::lacks())) } else { Ok(trained::IS_POSSIBLE) }
}

fn planned(plan: TrainingPlan, asked: &Asked<'_>) -> Result<Result<Players, Untrained>, Failure> {
    match trained::group(asked, plan.training, &plan.rivals) {
        Ok(group) => match plan.loses_to(&group, asked) {
            None => Ok(Ok(plan.players(group, asked))),
            Some(why) => Ok(Err(why)),
        },
        Err(NotTrained::Useless(why)) => Ok(Err(why)),
        Err(NotTrained::Failed(failure)) => Err(failure),
    }
}

/// Returns true if players can be trained, and neither a search nor weights next to the ruleset can play instead.
fn needs_training(asked: &Asked<'_>) -> Result<bool, Failure> {
    let is_asked = asked.who.train.is_some();
    Ok(is_possible(asked)? && (is_asked || !have_weights(asked) && !level::search_fits(asked)?))
}

fn unknown(bot: &UnknownBot) -> Failure {
    Failure::Usage(bot.to_string())
}

/// Formats a share in millionths: `45.0 %`.
fn percent(millionths: u32) -> String {
    format!("{:.1} %", f64::from(millionths) / 1e4)
}

/// Formats the strength of players: `wins 97.3 % of the victories against random, 48.4 % (40.1 to 56.8) against
/// greedy:4`.
fn strength(all: &[Strength], equal: u32) -> String {
    let one = |of: &Strength| {
        let [low, share, high] = of.share;
        let (low, high) = (f64::from(low) / 1e4, f64::from(high) / 1e4);
        format!("{} ({low:.1} to {high:.1}) against {}", percent(share), of.against)
    };
    let all: Vec<String> = all.iter().map(one).collect();
    format!("wins {}, where an equal share is {}", all.join(", "), percent(equal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Changes;
    use crate::terminal::output::Out;
    use clap::Parser as _;

    #[derive(clap::Parser)]
    struct Flags {
        #[command(flatten)]
        run: RunArgs,
    }

    /// With few cards, most of the time is for training; a report needs fewer games of each card.
    #[test]
    #[cfg_attr(not(feature = "learn"), ignore = "needs training")]
    fn players_are_trained_also_for_many_cards() {
        let loaded = Loaded::load("scopa", &Changes::default(), &mut Out::to(std::io::sink()));
        let loaded = loaded.unwrap_or_else(|_| panic!("scopa"));
        let (worlds, run) =
            ([loaded.ruleset.setup(2, &[]).expect("a setup")], Flags::parse_from(["ludex"]).run);
        let who = WhoArgs::default();
        let games = |cards: u64, purpose: Purpose| {
            let games = Games::OfEach(cards);
            let (loaded, worlds, who, run) = (&loaded, &worlds, &who, &run);
            let plan = Asked { loaded, worlds, world: "side", salt: 0, games, run, who, purpose };
            TrainingPlan::new(&plan).map_or(0, |plan| plan.training.policies * plan.training.games)
        };
        let (one, all) = (games(1, Purpose::Seats), games(40, Purpose::Seats));
        assert_eq!((games(40, Purpose::Styles) > 12_000, one > 20_000), (true, true), "{one}");
        assert!(all < one / 2, "{all}");
    }
}
