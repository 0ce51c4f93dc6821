//! Chooses the players of a report: the strongest whose games fit into the time, and weaker ones.

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_bots::policy::Strength;
use ludex_lab::balance::Plan;
use ludex_lab::experiment::RunConfig;
use ludex_lab::impact;

use super::{Game, told};
use crate::args::{Budget, ReportArgs, RunArgs, Training};
use crate::commands::experiments::players::{self, Asked, Games, Players, Purpose, TrainedPlayers};
use crate::experiment;
use crate::failure::Failure;
use crate::sources::policies::Policies;
use crate::terminal::output::warn;
use ludex_table::phrases::Phrases;

/// Bots from strongest to weakest. A policy needs weights next to the ruleset.
const LEVELS: [&str; 5] = ["policy", "search:200", "search:50", "greedy:4", "random"];

/// Weaker bots for comparison, the weakest first.
const WEAKER: [&str; 2] = ["random", "greedy:4"];

/// Part of the time that remains for playing after training, as the plan of trainings for a report assumes.
const PLAYING: f64 = 0.5;

/// The strongest players of a report.
pub struct Level {
    /// Name of the bot.
    word: String,
    /// Time for the games of each game.
    seconds: f64,
    /// Trained players by game; empty for other bots.
    trained: Vec<Vec<BotSpec>>,
    /// Shared flags with which the same players play again.
    pub run: RunArgs,
    budget: Budget,
    reason: Reason,
}

/// Reason why players were chosen.
enum Reason {
    /// The user named them, or trained ones are useless, which a longer run need not change.
    Named,
    /// No stronger bot fits into the time. Contains the strength of weights next to the ruleset.
    Best(Vec<Strength>, u32),
    /// They were trained for the report.
    Trained(Learned),
}

/// Players that were trained for the report.
struct Learned {
    training: Training,
    strength: Vec<Strength>,
    /// Equal share of the victories, in millionths.
    equal: u32,
    /// True if each of two revisions has its own.
    of_both: bool,
}

impl Level {
    fn new(args: &ReportArgs, word: &str, seconds: f64) -> Level {
        let budget = args.budget.unwrap_or(Budget::USUAL);
        let reason = if args.run.bots.is_some() { Reason::Named } else { Reason::Best(Vec::new(), 0) };
        let run = RunArgs { bots: Some(word.to_owned()), ..args.run.clone() };
        Level { word: word.to_owned(), seconds, trained: Vec::new(), run, budget, reason }
    }

    /// Describes the players.
    pub fn sentence(&self, own: &Phrases) -> String {
        let (players, budget) = (told::players(own, &self.word), self.budget.to_string());
        match &self.reason {
            Reason::Named => own.report_play_named(players, budget),
            Reason::Best(all, equal) => {
                let who = own.report_play_best(players, budget);
                std::iter::once(who).chain(strengths(own, all, *equal)).collect::<Vec<_>>().join(" ")
            }
            Reason::Trained(learned) => learned.sentence(own),
        }
    }
}

impl Learned {
    fn sentence(&self, own: &Phrases) -> String {
        let (policies, games) = (self.training.policies, told::count(own, self.training.games));
        let who = if self.of_both {
            own.report_play_trained_both(policies, games)
        } else {
            own.report_play_trained(policies, games)
        };
        let strength = strengths(own, &self.strength, self.equal);
        let all = [Some(who), strength, Some(own.report_play_longer())];
        all.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// States the strength of a trained player. `equal` is the equal share of the victories, in millionths.
fn strengths(own: &Phrases, all: &[Strength], equal: u32) -> Option<String> {
    let percent = |millionths: u32| told::percent(own, f64::from(millionths) / 1e4);
    let against = |of: &Strength| own.report_strength_against(percent(of.share[1]), &of.against);
    let shares: Vec<String> = all.iter().map(against).collect();
    (!shares.is_empty()).then(|| own.report_strength(shares.join(", "), percent(equal)))
}

/// Chooses the strongest players whose games fit into the time, unless the user named a bot. Players are
/// trained for each of the games if necessary.
pub fn choose(args: &ReportArgs, games: &[&Game<'_>]) -> Result<Level, Failure> {
    let (game, all) = (games[0], args.budget.unwrap_or(Budget::USUAL).seconds());
    let seconds = all / games.len() as f64;
    if let Some(list) = &args.run.bots {
        return Ok(Level::new(args, list.split(',').next().unwrap_or(list), seconds));
    }
    let instead = match trained(args, games, PLAYING * seconds)? {
        Ok(level) => return Ok(level),
        Err(instead) => instead,
    };
    let policies = Policies::new(game.loaded, &game.setup);
    let fits = |word: &&str| {
        let level = Level::new(args, word, seconds);
        // weights for another game would only be noted
        (**word != *LEVELS[0] || policies.fitting()) && plan(game, (&level, 0)).is_ok_and(|plan| plan.fits)
    };
    let word = LEVELS.iter().find(|word| fits(word)).unwrap_or(&"random");
    let mut level = Level::new(args, word, seconds);
    if let Ok(BotSpec::Policy(policy)) = policies.bot(word) {
        let strength = policy.policy().about().strength.clone();
        level.reason = Reason::Best(strength, players::equal_share(&game.setup));
    } else if !instead.is_empty() {
        level.reason = Reason::Named;
    }
    Ok(level)
}

/// Trains players if they fit into the time, or returns the reason why trained ones are useless, if they fit.
fn trained(args: &ReportArgs, games: &[&Game<'_>], seconds: f64) -> Result<Result<Level, String>, Failure> {
    let setup = &games[0].setup;
    let cards = impact::ImpactPlan::new(setup, None, None, 1, args.run.seed).cards.len() as u64;
    let worlds: Vec<Setup> = games.iter().map(|game| game.setup.clone()).collect();
    let asked = Asked {
        loaded: games[0].loaded,
        worlds: &worlds,
        world: "revision",
        salt: 0,
        games: Games::OfEach((cards * worlds.len() as u64).max(1)),
        run: &args.run,
        who: &args.who(),
        purpose: Purpose::Styles,
    };
    let Players { trained, bots, instead, .. } = players::resolve(&asked)?;
    if !instead.is_empty() {
        warn(&format!("note: {instead}"));
    }
    let (equal, of_both) = (players::equal_share(setup), worlds.len() > 1);
    let level = |TrainedPlayers { training, bots: trained, strength }| Level {
        budget: args.budget.unwrap_or(Budget::USUAL),
        reason: Reason::Trained(Learned { training, strength, equal, of_both }),
        run: RunArgs { train: Some(training), ..args.run.clone() },
        trained,
        word: bots,
        seconds,
    };
    Ok(trained.map(level).ok_or(instead))
}

/// Creates the plan for one of the games, by its number. It has at least the smallest useful numbers of games.
pub fn plan<'a>(game: &'a Game<'_>, (level, number): (&Level, usize)) -> Result<Plan<'a>, Failure> {
    let bot = |word: &str, setup| {
        let policies = Policies::new(game.loaded, setup);
        policies.bot(word).map_err(|unknown| Failure::Usage(unknown.to_string()))
    };
    let mut run = RunConfig { tools: experiment::tools(), ..RunConfig::new(game.args.run.seed) };
    match level.trained.get(number) {
        Some(trained) => run.play_trained(trained.clone()),
        None => run.bots = vec![bot(&level.word, &game.setup)?],
    }
    let mut weaker = Vec::new();
    for word in WEAKER {
        let bot = bot(word, &game.setup)?;
        if run.bots.iter().all(|strongest| strength(&bot) < strength(strongest)) {
            weaker.push(bot);
        }
    }
    let plan = |Comparison { levels, others }: Comparison| {
        let of = |setup| (setup, other(game, &level.word, others, setup));
        let weaker = weaker.iter().take(levels).cloned().collect();
        let plan = Plan::new(&game.setup, run.clone(), weaker, game.others.iter().map(of).collect());
        plan.within(game.sample.as_ref(), level.seconds)
    };
    let [first, second, last] = COMPARISONS.map(plan);
    Ok([first, second].into_iter().find(|plan| plan.fits).unwrap_or(last))
}

/// Bots besides the strongest.
struct Comparison {
    /// Maximum number of weaker levels.
    levels: usize,
    /// Bot for other numbers of players if the strongest is a policy, which is for one number.
    others: &'static str,
}

/// Comparisons in order of preference. Later ones are faster.
const COMPARISONS: [Comparison; 3] = [
    Comparison { levels: 2, others: WEAKER[1] },
    Comparison { levels: 2, others: WEAKER[0] },
    Comparison { levels: 1, others: WEAKER[0] },
];

/// Returns the bot for another number of players.
fn other(game: &Game<'_>, strongest: &str, others: &str, setup: &Setup) -> BotSpec {
    let word = if strongest == LEVELS[0] { others } else { strongest };
    Policies::new(game.loaded, setup).bot(word).unwrap_or(BotSpec::Random)
}

/// Returns the number of playouts for a decision. A policy counts as stronger than all other bots.
fn strength(bot: &BotSpec) -> u64 {
    if let BotSpec::Policy(_) = bot { u64::MAX } else { bot.tries() }
}
