//! Answers to requests of programs: sampled positions, and random games from them.

use std::time::Instant;

use ludex::{Game, Perspective, Playout, Viewer};

use super::messages::{Dealt, Limits, Pick, Played, ToBot, World};
use super::talk::Trouble;

/// Maximum number of decisions of a playout.
const DECISIONS: u64 = 10_000;

/// Returns the index of an option among labels.
pub fn index(pick: &Pick, labels: &[String]) -> Option<usize> {
    match pick {
        Pick::Number(index) => Some(*index).filter(|index| *index < labels.len()),
        Pick::Label(label) => labels.iter().position(|known| known == label),
    }
}

/// Samples everything hidden from the seat, and takes the requested options. Fails with the reason.
fn sampled(position: Perspective<'_>, world: &World, limits: &Limits) -> Result<Game, String> {
    if world.takes.len() > limits.takes {
        return Err(format!("`takes` has {} options; the maximum is {}", world.takes.len(), limits.takes));
    }
    let mut game = position.deal(world.seed).ok_or("no such position was found")?;
    for (n, pick) in world.takes.iter().enumerate() {
        let labels = labels(&game);
        let taken = index(pick, &labels).is_some_and(|option| game.apply(option).is_ok());
        if !taken {
            return Err(format!("`takes`: option {n} can't be taken in this sample"));
        }
    }
    Ok(game)
}

/// Returns the labels of the options, with all cards open.
fn labels(game: &Game) -> Vec<String> {
    let options = game.decision_for(Viewer::Open).map(|decision| decision.options);
    options.into_iter().flatten().map(|option| option.label).collect()
}

/// Shows a sampled position. Its log is that of the game, which is not for the seat, and stays out.
pub fn deal(position: Perspective<'_>, world: &World, limits: &Limits) -> ToBot {
    match sampled(position, world, limits) {
        Ok(game) => ToBot::Dealt(Dealt {
            view: game.view(Viewer::Open),
            decision: game.decision_for(Viewer::Open),
            end: game.ending(),
        }),
        Err(why) => ToBot::Error(why),
    }
}

/// Plays random games from a sampled position, within the time of the choice.
pub fn playout(
    position: Perspective<'_>,
    world: &World,
    limits: &Limits,
    until: Instant,
) -> Result<ToBot, Trouble> {
    let games = world.games.unwrap_or(1);
    if !(1..=limits.playouts).contains(&games) {
        return Ok(ToBot::Error(format!("`games` must be a number from 1 to {}", limits.playouts)));
    }
    let game = match sampled(position, world, limits) {
        Ok(game) => game,
        Err(why) => return Ok(ToBot::Error(why)),
    };
    let seats = usize::from(game.players());
    let (mut playout, mut sums) = (Playout::from(&game).limit(DECISIONS), vec![(0.0, 0.0); seats]);
    for n in 0..games {
        if Instant::now() > until {
            return Err(Trouble::Late);
        }
        let Ok(end) = playout.random(world.seed.wrapping_add(u64::from(n))) else {
            return Ok(ToBot::Error("a rule failed in a random game, or the game did not end".to_owned()));
        };
        let share = 1.0 / end.winners().count().max(1) as f64;
        end.winners().for_each(|seat| sums[seat.index()].0 += share);
        sums.iter_mut().zip(end.scores()).for_each(|(sum, score)| sum.1 += score.thousandths as f64 / 1e3);
    }
    let mean = |sum: &f64| sum / f64::from(games);
    Ok(ToBot::Played(Played {
        games,
        wins: sums.iter().map(|(wins, _)| mean(wins)).collect(),
        scores: sums.iter().map(|(_, score)| mean(score)).collect(),
    }))
}
