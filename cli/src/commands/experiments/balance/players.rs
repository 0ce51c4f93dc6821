//! Chooses the players of a report: the strongest whose games fit into the time, and weaker ones.

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_bots::policy::Strength;
use ludex_lab::balance::{Plan, Untrained};
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

/// Weaker bots for comparison, the weakest first.
const WEAKER: [&str; 2] = ["random", "greedy:4"];
const POLICY: &str = "policy";

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
    /// Reason why no trained players play, if they were to be trained.
    pub untrained: Option<Untrained>,
}

/// Reason why players were chosen.
enum Reason {
    /// The user named them.
    Named,
    /// No stronger bot fits into the time.
    Best {
        /// Strength of weights next to the ruleset.
        strength: Vec<Strength>,
        /// Equal share of the victories, in millionths.
        equal: u32,
        /// The stronger bot whose games take the least time, and a time into which they fit.
        stronger: Option<(String, Budget)>,
    },
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
    /// True if the user asked for them.
    asked: bool,
}

impl Level {
    fn new(args: &ReportArgs, word: &str, seconds: f64) -> Level {
        let run = RunArgs { bots: Some(word.to_owned()), ..args.run.clone() };
        Level {
            word: word.to_owned(),
            seconds,
            trained: Vec::new(),
            run,
            budget: args.budget.unwrap_or(Budget::USUAL),
            reason: Reason::Named,
            untrained: None,
        }
    }

    /// Describes the players.
    pub fn sentence(&self, own: &Phrases) -> String {
        let (players, budget) = (told::players(own, &self.word), self.budget.to_string());
        let said = match &self.reason {
            Reason::Named => vec![own.report_play_named(players, budget)],
            Reason::Best { strength, equal, stronger } => {
                let who = own.report_play_best(players, budget);
                let more =
                    stronger.as_ref().map(|(bot, budget)| own.report_play_stronger(bot, budget.to_string()));
                [Some(who), strengths(own, strength, *equal), more].into_iter().flatten().collect()
            }
            Reason::Trained(learned) => learned.sentences(own, self.budget),
        };
        said.join(" ")
    }
}

impl Learned {
    fn sentences(&self, own: &Phrases, budget: Budget) -> Vec<String> {
        let (policies, games) = (self.training.policies, told::count(own, self.training.games));
        let who = if self.of_both {
            own.report_play_trained_both(policies, games)
        } else {
            own.report_play_trained(policies, games)
        };
        let strength = strengths(own, &self.strength, self.equal);
        let better: Vec<&str> =
            players::better(&self.strength, self.equal).map(|of| of.against.as_str()).collect();
        let beaten = (!better.is_empty()).then(|| match self.asked {
            true => own.report_play_asked(better.join(", ")),
            false => own.report_play_beaten(better.join(", "), budget.to_string()),
        });
        [Some(who), strength, beaten, Some(own.report_play_longer())].into_iter().flatten().collect()
    }
}

/// States the strength of a trained player. `equal` is the equal share of the victories, in millionths.
fn strengths(own: &Phrases, all: &[Strength], equal: u32) -> Option<String> {
    let percent = |millionths: u32| told::percent(own, f64::from(millionths) / 1e4);
    let against = |of: &Strength| own.report_strength_against(percent(of.share[1]), &of.against);
    let shares: Vec<String> = all.iter().map(against).collect();
    (!shares.is_empty()).then(|| own.report_strength(shares.join(", "), percent(equal)))
}

/// Chooses the strongest players whose games fit into the time, unless the user named a bot. Players are trained
/// for each of the games if neither a search nor weights next to the ruleset can play.
pub fn choose(args: &ReportArgs, games: &[&Game<'_>]) -> Result<Level, Failure> {
    let all = args.budget.unwrap_or(Budget::USUAL).seconds();
    let seconds = all / games.len() as f64;
    if let Some(list) = &args.run.bots {
        return Ok(Level::new(args, list.split(',').next().unwrap_or(list), seconds));
    }
    let levels = Levels::new(args, games, seconds);
    let is_played = args.train.is_none() && levels.best().is_some_and(|(word, _)| word != WEAKER[1]);
    if args.no_train || is_played || games[0].sample.is_none() {
        return Ok(levels.chosen(args, None));
    }
    Ok(match trained(args, games, PLAYING * seconds, &levels)? {
        Ok(level) => level,
        Err(why) => {
            warn(&format!("note: {why}"));
            levels.chosen(args, Some(why))
        }
    })
}

/// Bots besides those that are trained, the strongest first, with the seconds that the fewest games of a report take.
struct Levels<'a> {
    game: &'a Game<'a>,
    of: Vec<(String, f64)>,
    seconds: f64,
}

impl<'a> Levels<'a> {
    fn new(args: &ReportArgs, games: &[&'a Game<'a>], seconds: f64) -> Levels<'a> {
        let game = games[0];
        let policies = Policies::new(game.loaded, &game.setup);
        // weights are for one of two revisions
        let policies = Some(policies).filter(|policies| games.len() == 1 && policies.fitting());
        let words = players::levels(game.setup.players(), policies.as_ref()).into_iter();
        let of = words.filter_map(|word| {
            let plan = plan(game, (&Level::new(args, &word, seconds), 0)).ok()?;
            Some((word, plan.least))
        });
        Levels { game, of: of.collect(), seconds }
    }

    fn fits(&self, least: f64) -> bool {
        least <= self.seconds
    }

    /// Returns the strongest bot whose games fit into the time. `None` stands for random players.
    fn best(&self) -> Option<&(String, f64)> {
        self.of.iter().find(|(_, least)| self.fits(*least))
    }

    fn chosen(&self, args: &ReportArgs, untrained: Option<Untrained>) -> Level {
        let best = self.best().map(|(word, _)| word.as_str());
        let at =
            best.map_or(self.of.len(), |best| self.of.iter().take_while(|(word, _)| word != best).count());
        let level = Level::new(args, best.unwrap_or(WEAKER[0]), self.seconds);
        let reports = level.budget.seconds() / self.seconds;
        let stronger = self.of[..at].iter().min_by(|a, b| a.1.total_cmp(&b.1));
        let stronger = stronger.map(|(word, least)| (word.clone(), Budget::in_minutes(reports * least)));
        let strength = match Policies::new(self.game.loaded, &self.game.setup).bot(&level.word) {
            Ok(BotSpec::Policy(policy)) => policy.policy().about().strength.clone(),
            _ => Vec::new(),
        };
        let equal = players::equal_share(&self.game.setup);
        Level { reason: Reason::Best { strength, equal, stronger }, untrained, ..level }
    }
}

/// Trains players, or returns the reason why they do not play.
fn trained(
    args: &ReportArgs,
    games: &[&Game<'_>],
    seconds: f64,
    levels: &Levels<'_>,
) -> Result<Result<Level, Untrained>, Failure> {
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
    let trained = match players::train(&asked)? {
        Ok(Players { trained: Some(trained), .. }) => trained,
        Ok(Players { instead, .. }) => return Ok(Err(instead.unwrap_or(Untrained::NoEnd))),
        Err(why) => return Ok(Err(why)),
    };
    let TrainedPlayers { training, bots: trained, strength } = trained;
    let (equal, of_both) = (players::equal_share(setup), worlds.len() > 1);
    let best = levels.best().filter(|_| args.train.is_none()).map(|(word, _)| word.as_str());
    if let Some(better) = players::better(&strength, equal).find(|of| best == Some(&*of.against)) {
        return Ok(Err(training.loses(better)));
    }
    Ok(Ok(Level {
        reason: Reason::Trained(Learned { training, strength, equal, of_both, asked: args.train.is_some() }),
        run: RunArgs { train: Some(training), ..args.run.clone() },
        trained,
        ..Level::new(args, POLICY, seconds)
    }))
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
    let fits = |plan: &Plan<'_>| plan.least <= level.seconds;
    Ok([first, second].into_iter().find(fits).unwrap_or(last))
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
    let word = if strongest == POLICY { others } else { strongest };
    Policies::new(game.loaded, setup).bot(word).unwrap_or(BotSpec::Random)
}

/// Returns the number of playouts for a decision. A policy counts as stronger than all other bots.
fn strength(bot: &BotSpec) -> u64 {
    if let BotSpec::Policy(_) = bot { u64::MAX } else { bot.tries() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trained players who certainly lose to another bot are not called the strongest.
    #[test]
    fn better_players_are_named_with_the_reason_why_they_do_not_play() {
        let strength = [("random", [0.8, 0.9, 0.95]), ("greedy:4", [0.1, 0.2, 0.3])];
        let strength = strength.map(|(against, share)| Strength::new(against.to_owned(), 120, share));
        let of = |language, asked| {
            let training = Training { policies: 4, games: 2_000 };
            let learned =
                Learned { training, strength: strength.to_vec(), equal: 333_333, of_both: false, asked };
            learned.sentences(Phrases::for_language(language), Budget::USUAL).join(" ")
        };
        let said = [
            ("en", false, "Better players: greedy:4. Their games do not fit into 2m."),
            (
                "en",
                true,
                "Better players: greedy:4. They do not play, because --train asks for trained ones.",
            ),
            ("de", false, "Bessere Spieler: greedy:4. Deren Partien passen nicht in 2m."),
            ("fr", true, "Ils ne jouent pas, car --train demande des joueurs entraînés."),
        ];
        for (language, asked, said) in said {
            assert!(of(language, asked).contains(said), "{}", of(language, asked));
        }
    }
}
