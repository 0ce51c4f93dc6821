//! A bot that knows what its seat knows, and no rule of any game: it deals anew what it can't see, tries each option in each deal, plays each
//! to its end at random, and takes the option that won most.
//!
//! `cargo run -p ludex --release --features fs --example bot -- rulesets/kabale`

use std::error::Error;
use std::path::Path;

use ludex::{Game, Playout, Seat, Setup};

/// The option that won the most of so many deals; the first of several.
pub fn best_option(game: &Game, seat: Seat, deals: u64, seed: u64) -> usize {
    let mut wins = vec![0.0; game.options()];
    let mut playout = Playout::new(game.setup());
    for deal in 0..deals {
        // the bot never looks at `game` itself: cards that its seat can't know lie elsewhere here, and chance is another
        let Some(deal) = game.redealt(seat, seed.wrapping_add(deal)) else { continue };
        for (option, wins) in wins.iter_mut().enumerate() {
            let mut after = deal.clone();
            if after.apply(option).is_err() {
                continue;
            }
            playout.start_from(&after);
            let Ok(end) = playout.random(seed ^ deal.hash()) else { continue };
            let shared = end.winners().count() as f64;
            *wins += if end.winners().any(|winner| winner == seat) { 1.0 / shared } else { 0.0 };
        }
    }
    let best = wins.iter().copied().fold(0.0, f64::max);
    wins.iter().position(|won| *won == best).unwrap_or(0)
}

/// Plays a game in which one seat is the bot's and the others choose at random; whether the bot has won.
pub fn play(setup: &Setup, bot: Seat, deals: u64, seed: u64) -> Result<bool, Box<dyn Error>> {
    let mut game = Game::new(setup, seed);
    let mut random = seed;
    while let Some(decision) = game.decision() {
        let option = if decision.seat.id == bot {
            best_option(&game, bot, deals, seed)
        } else {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % decision.options.len()
        };
        game.apply(option)?;
    }
    Ok(game.winners().iter().any(|winner| winner.id == bot))
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder")?;
    let ruleset = ludex::fs::load_folder(Path::new(&folder))?.into_ruleset()?;
    let setup = ruleset.setup(*ruleset.players().start(), &[])?;
    let games = 40;
    let mut won = 0;
    for seed in 0..games {
        // each seat in turn, so that it does not matter who begins
        let bot = Seat((seed % u64::from(setup.players())) as u8);
        won += u32::from(play(&setup, bot, 20, seed)?);
    }
    println!("the bot won {won} of {games} games with {} players", setup.players());
    Ok(())
}
