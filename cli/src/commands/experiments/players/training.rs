//! Plans trainings: how many, on how many games, and how many games they then play.

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_bots::policy::Strength;
use ludex_lab::balance::Untrained;
use ludex_lab::estimate::Sample;

use super::level::{Games, SURE, played, two_digits};
use super::{Asked, Players, Purpose, Rival, TrainedGroup, TrainedPlayers, strength};
use crate::args::{Budget, Training, spoken};
use crate::commands::experiments::report::grouped;

/// Number of independent trainings: four are trained longer first, then there are more of them. With eight, the
/// interval over trainings is a fifth wider than with any number of them.
const POLICIES: [u64; 2] = [4, 8];
/// Games of a training that shows most of what a long one does in the games that were measured.
const ENOUGH: u64 = 6_000;
/// Fewest games of a training that is worth it, and most games that are trained without being asked for.
const FEWEST: u64 = 1_000;
const MOST: u64 = 20_000;
/// Part of the time for training for the games against each stronger rival, and fewest of these games.
const MEASURING: f64 = 0.12;
const FEWEST_MEASURED: u64 = 24;
/// Rivals, weakest first, with their numbers of games.
const RIVALS: [(&str, u64); 3] = [("random", 320), ("greedy:4", 120), ("search:50", 40)];
/// A longer run that is described has this many times the budget.
const LONGER: u32 = 5;
/// Multiples of the budget that are tried if trainings do not fit.
const MULTIPLES: [u32; 6] = [2, 3, 5, 10, 20, 50];

/// Trainings and games that fit into a budget.
pub struct TrainingPlan {
    pub training: Training,
    pub rivals: Vec<Rival>,
    /// Games per card, unless the user gave a number.
    of_each: Option<u64>,
    /// Estimated seconds of training, measuring and playing.
    seconds: f64,
    /// What five times the budget would give, and that budget.
    longer: Option<(Training, Option<u64>, Budget)>,
}

/// Estimates of a game, by world.
struct Estimates {
    worlds: Vec<Sample>,
}

impl Estimates {
    /// Samples the games. Returns `None` if a rule fails in all games of one.
    fn new(asked: &Asked<'_>) -> Option<Estimates> {
        asked
            .worlds
            .iter()
            .map(Sample::new)
            .collect::<Option<Vec<Sample>>>()
            .map(|worlds| Estimates { worlds })
    }

    /// Returns the seconds of a training game in each world.
    fn training(&self) -> f64 {
        self.worlds.iter().map(|world| world.training_seconds(1)).sum::<f64>() / SURE
    }

    /// Returns the seconds of a game of trained players, of the slowest world.
    fn playing(&self) -> f64 {
        self.worlds.iter().map(|world| world.trained_seconds(1)).fold(0.0, f64::max) / SURE
    }

    /// Returns the seconds of a game of one trained player against others.
    fn measuring(&self, rival: &BotSpec) -> f64 {
        self.worlds[0].seconds(rival, 1) / SURE
    }
}

/// Use of a budget if the number of games is free.
struct Parts {
    /// Part for training and measuring, unless the fewest games need more.
    training: f64,
    /// Part of the rest for the games of each card, and fewest of these games.
    cards: f64,
    fewest: u64,
}

impl Purpose {
    /// A report also plays games for other figures, so it needs fewer for each card.
    fn parts(self) -> Parts {
        match self {
            Purpose::Styles => Parts { training: 0.5, cards: 0.3, fewest: 200 },
            Purpose::Seats | Purpose::Rung(_) => Parts { training: 0.75, cards: 1.0, fewest: FEWEST },
        }
    }
}

impl TrainingPlan {
    /// Plans trainings for an experiment, or returns `None` if they do not fit.
    pub fn new(asked: &Asked<'_>) -> Option<TrainingPlan> {
        let estimates = Estimates::new(asked)?;
        let budget = asked.budget();
        let mut plan = TrainingPlan::of(asked, &estimates, budget)?;
        let more = budget.times(LONGER);
        let longer = TrainingPlan::of(asked, &estimates, more).filter(|_| asked.who.train.is_none());
        plan.longer = longer.map(|longer| (longer.training, longer.of_each, more));
        Some(plan)
    }

    /// Returns the first multiple of the budget into which trainings fit, if they do not fit into the budget.
    pub fn sufficient_budget(asked: &Asked<'_>) -> Option<Budget> {
        let estimates = Estimates::new(asked)?;
        let mut budgets = MULTIPLES.into_iter().map(|factor| asked.budget().times(factor));
        budgets.find(|budget| TrainingPlan::of(asked, &estimates, *budget).is_some())
    }

    fn of(asked: &Asked<'_>, estimates: &Estimates, budget: Budget) -> Option<TrainingPlan> {
        let (all, parts) = (budget.seconds(), asked.purpose.parts());
        let playing = match asked.games {
            Games::All(games) => games as f64 * estimates.playing(),
            Games::OfEach(cards) => {
                let fewest = (parts.fewest * cards.max(1)) as f64 * estimates.playing();
                (all * (1.0 - parts.training)).max(fewest / parts.cards)
            }
        };
        let others = if let Purpose::Rung(seconds) = asked.purpose { seconds } else { 0.0 };
        let for_training = (all - playing - others).max(0.0);
        let rivals = rivals(estimates, for_training * MEASURING);
        let measuring: f64 =
            rivals.iter().map(|rival| rival.games as f64 * estimates.measuring(&rival.bot)).sum();
        let training = match asked.who.train {
            Some(training) => training,
            None => fitting((for_training - measuring) / estimates.training().max(1e-9), asked.purpose)?,
        };
        let trained = (training.policies * training.games) as f64 * estimates.training() + measuring;
        let of_each = match asked.games {
            Games::All(_) => None,
            Games::OfEach(cards) => {
                let rest = parts.cards * (all - trained).max(0.0);
                let fit = rest / (estimates.playing() * cards.max(1) as f64).max(1e-9);
                Some(two_digits(fit as u64))
            }
        };
        let is_enough = of_each.is_none_or(|games| games >= parts.fewest);
        let of_each = of_each.map(|games| games.clamp(parts.fewest, super::level::MOST));
        let played = match asked.games {
            Games::All(_) => playing,
            Games::OfEach(cards) => {
                (of_each.unwrap_or_default() * cards.max(1)) as f64 * estimates.playing() / parts.cards
            }
        };
        (is_enough || asked.who.train.is_some()).then_some(TrainingPlan {
            training,
            rivals,
            of_each,
            seconds: trained + played + others,
            longer: None,
        })
    }

    /// Returns the reason why others play: the players have learned nothing, often play without an end, or lose
    /// against a level that fits into the budget. Trainings that were asked for always play. A rung of a ladder
    /// may lose, and a report looks for itself whether the games of a better level fit.
    pub fn loses_to(&self, group: &TrainedGroup, asked: &Asked<'_>) -> Option<Untrained> {
        let Training { policies, games } = self.training;
        let equal = equal_share(&asked.worlds[0]);
        if asked.who.train.is_some() {
            return None;
        }
        let random = group.strength.iter().find(|of| of.against == "random");
        if random.is_none_or(|random| random.share[0] <= equal) {
            return Some(Untrained::NoBetter { policies, games });
        }
        let never = never_end(group.unended, group.own_games);
        never.or_else(|| {
            let better = better(&group.strength, equal).find(|of| of.against == "greedy:4")?;
            let plays = asked.purpose == Purpose::Seats && super::level::fits(asked, &better.against);
            plays.then(|| self.training.loses(better))
        })
    }

    pub fn players(self, group: TrainedGroup, asked: &Asked<'_>) -> Players {
        let TrainedGroup { bots, strength, .. } = group;
        let trained = TrainedPlayers { training: self.training, bots, strength };
        let sentence = self.sentence(&trained, asked);
        Players {
            bots: "policy".to_owned(),
            trained: Some(trained),
            of_each: self.of_each,
            instead: None,
            sentence,
        }
    }

    fn sentence(&self, trained: &TrainedPlayers, asked: &Asked<'_>) -> String {
        let Training { policies, games } = trained.training;
        let games = grouped(games);
        let world = asked.world;
        let mut line = if policies == 1 {
            format!("A policy plays that was trained on {games} games of these rules")
        } else if asked.worlds.len() > 1 {
            format!("{policies} policies play each {world}, each trained on {games} games of it")
        } else {
            format!("{policies} policies play, each trained on {games} games of these rules")
        };
        if !trained.strength.is_empty() {
            let one = match policies {
                1 => "it".to_owned(),
                _ if asked.worlds.len() > 1 => format!("one policy of the first {world}"),
                _ => "one of them".to_owned(),
            };
            let equal = equal_share(&asked.worlds[0]);
            line += &format!("; {one} {}", strength(&trained.strength, equal));
        }
        let is_met = |name: &str| self.rivals.iter().any(|rival| rival.name == name);
        let unmet: Vec<&str> = RIVALS.iter().map(|(name, _)| *name).filter(|name| !is_met(name)).collect();
        if !unmet.is_empty() {
            line += &format!("; not measured against {}, whose games take too long", unmet.join(" and "));
        }
        line += ". ";
        if let Some(games) = self.of_each {
            line += &format!("They play {}. ", played(games, asked.games));
        }
        let budget = asked.budget();
        line += &if self.seconds <= budget.seconds() {
            format!("All of it fits into {budget}, estimated for two slow cores")
        } else {
            format!("All of it takes up to {} on two slow cores, more than {budget}", spoken(self.seconds))
        };
        if let Some((longer, of_each, budget)) = self.longer {
            let each = if policies == 1 { "" } else { " each" };
            line += &format!("; --budget {budget} would train on {} games{each}", grouped(longer.games));
            line += &of_each
                .map_or_else(String::new, |games| format!(" and play {}", played(games, asked.games)));
        }
        let games = self.of_each.map_or_else(String::new, |games| format!(" --games {games}"));
        let training = match policies {
            1 => trained.training.games.to_string(),
            _ => trained.training.to_string(),
        };
        line + &format!(". The same games again: --train {training}{games}")
    }
}

impl Training {
    /// Returns the reason why `better` plays instead of the trained players.
    pub fn loses(self, better: &Strength) -> Untrained {
        let Training { policies, games } = self;
        let share = f64::from(better.share[1]) / 1e6;
        Untrained::Weaker { policies, games, against: better.against.clone(), share }
    }
}

/// Returns the results against players that are certainly better. `equal` is the equal share of the victories.
pub fn better(all: &[Strength], equal: u32) -> impl Iterator<Item = &Strength> {
    all.iter().filter(move |of| of.share[2] < equal)
}

/// Returns the reason why players whose own games often don't end are useless: each of these games takes as long as
/// a hundred others.
fn never_end(unended: u64, games: u64) -> Option<Untrained> {
    let often = unended * 20 > games;
    often.then_some(Untrained::Endless { unended, games })
}

/// Returns the equal share of the victories, in millionths.
pub fn equal_share(setup: &Setup) -> u32 {
    let teams = setup.rules().teams().count() as u32;
    let sides = if teams == 0 { u32::from(setup.players()) } else { teams };
    1_000_000 / sides.max(1)
}

/// Returns the trainings for a number of games, all together.
fn fitting(games: f64, purpose: Purpose) -> Option<Training> {
    let [few, many] = POLICIES;
    let all = games as u64;
    let of = |policies: u64| Training { policies, games: two_digits(all / policies).clamp(FEWEST, MOST) };
    match all {
        _ if matches!(purpose, Purpose::Rung(_)) => (all >= FEWEST).then(|| of(1)),
        _ if all < Training::FEWEST * FEWEST => None,
        _ if all < few * FEWEST => Some(of(Training::FEWEST)),
        _ => Some(of((all / ENOUGH).clamp(few, many))),
    }
}

/// Returns the rivals whose games fit into the time for each of them.
fn rivals(estimates: &Estimates, seconds: f64) -> Vec<Rival> {
    let one = |(name, games): (&'static str, u64)| {
        let bot: BotSpec = name.parse().ok()?;
        let fit = (seconds / estimates.measuring(&bot).max(1e-9)) as u64;
        let games = if bot == BotSpec::Random { games } else { games.min(fit) };
        (games >= FEWEST_MEASURED).then_some(Rival { name, bot, games })
    };
    RIVALS.into_iter().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_whose_games_often_do_not_end_are_useless() {
        assert_eq!([0, 2].map(|unended| never_end(unended, 48)), [None, None]);
        let why = never_end(3, 48).expect("a reason");
        assert_eq!(why.to_string(), "3 of 48 games of trained players among themselves do not end");
    }

    #[test]
    fn trainings_fill_the_time_and_are_at_least_three() {
        let of = |games: f64| fitting(games, Purpose::Seats).map(|training| training.to_string());
        assert_eq!(of(2_900.0), None);
        assert_eq!(of(3_700.0), Some("3x1200".to_owned()));
        assert_eq!(of(14_500.0), Some("4x3600".to_owned()));
        assert_eq!(of(32_000.0), Some("5x6400".to_owned()));
        assert_eq!(of(50_000.0), Some("8x6200".to_owned()));
        assert_eq!(of(1e9), Some("8x20000".to_owned()));
        let alone = |games: f64| fitting(games, Purpose::Rung(0.0)).map(|training| training.to_string());
        assert_eq!([900.0, 2_900.0].map(alone), [None, Some("1x2900".to_owned())]);
    }
}
