//! A custom bot. It receives the observation of its seat and knows no rule of any game. It samples the hidden
//! cards, plays each option in each sample to the end at random, and takes the option that won most. (The
//! bots of the library play better: `docs/bots.md`.)
//!
//! `cargo run -p ludex-bots --release --example bot -- rulesets/kabale`

use std::error::Error;
use std::path::Path;

use ludex::{Game, Perspective, Playout, Seat, Setup};
use ludex_bots::{Bot, BotSpec, Tools, decision_seed};

/// A bot that tries each option in `deals` determinizations.
pub struct Trial {
    /// Number of determinizations.
    pub deals: u64,
}

impl Bot for Trial {
    /// Returns the option that won most; the first of several.
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        let mut wins = vec![0.0; position.options()];
        let mut playout = Playout::new(position.setup());
        for deal in 0..self.deals {
            // in the determinization, unknown cards and random events differ from the game
            let Some(deal) = position.deal(seed.wrapping_add(deal)) else { continue };
            for (option, wins) in wins.iter_mut().enumerate() {
                let mut after = deal.clone();
                if after.apply(option).is_err() {
                    continue;
                }
                playout.start_from(&after);
                let Ok(end) = playout.random(seed ^ deal.host().hash()) else { continue };
                let shared = end.winners().count() as f64;
                let won = end.winners().any(|winner| winner == position.seat());
                *wins += if won { 1.0 / shared } else { 0.0 };
            }
        }
        let best = wins.iter().copied().fold(0.0, f64::max);
        wins.iter().position(|won| *won == best).unwrap_or(0)
    }
}

/// Plays a game between the bot and random players. Returns true if the bot has won.
pub fn play(setup: &Setup, bot: Seat, deals: u64, seed: u64) -> Result<bool, Box<dyn Error>> {
    let mut game = Game::new(setup, seed);
    let mut random = "random".parse::<BotSpec>()?.build(&Tools::default());
    let mut own = Trial { deals };
    while let Some(seat) = game.deciding() {
        let (position, seed) = (game.perspective(seat), decision_seed(seed, seat, game.choices()));
        let option = if seat == bot { own.choose(position, seed) } else { random.choose(position, seed) };
        game.apply(option)?;
    }
    Ok(game.host().winners().iter().any(|winner| winner.id == bot))
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder")?;
    let ruleset = ludex::Compile::folder(Path::new(&folder))?.compile().into_ruleset()?;
    let setup = ruleset.setup(*ruleset.players().start(), &[])?;
    let games = 40;
    let mut won = 0;
    for seed in 0..games {
        // alternates the seat, because the first player may have an advantage
        let bot = setup.seat((seed % u64::from(setup.players())) as u8);
        won += u32::from(play(&setup, bot.ok_or("no such seat")?, 20, seed)?);
    }
    println!("the bot won {won} of {games} games with {} players", setup.players());
    Ok(())
}
