//! Games between bots, for tests.

use ludex::{Game, Seat, Setup};
use ludex_bots::{Bot, BotSpec, Tools, decision_seed};

use crate::rulesets::Picks;

/// Creates a bot by its name.
pub fn bot(word: &str) -> Box<dyn Bot> {
    word.parse::<BotSpec>().unwrap_or_else(|error| panic!("{error}")).build(&Tools::default())
}

/// Plays a game with one bot for each seat, up to `choices` choices. A runtime error ends it.
pub fn play(setup: &Setup, bots: &mut [Box<dyn Bot>], seed: u64, choices: usize) -> Game {
    let mut game = Game::new(setup, seed);
    bots.iter_mut().for_each(|bot| bot.begin());
    while let Some(seat) = game.deciding().filter(|_| game.choices() < choices) {
        let seed = decision_seed(seed, seat, game.choices());
        let option = bots[seat.index()].choose(game.perspective(seat), seed);
        assert!(option < game.options(), "{option} is no option");
        let _ = game.apply(option);
    }
    game
}

/// Returns the victory share of a seat.
pub fn won(game: &Game, seat: Seat) -> f64 {
    let winners = game.host().winners();
    let wins = winners.iter().any(|winner| winner.id == seat);
    if wins { 1.0 / winners.len() as f64 } else { 0.0 }
}

/// Plays random games and asks a bot twice at every `every`th decision: in the game, and after redealing the
/// acting player's hidden cards. Returns the number of decisions and the differing answers.
pub fn asked_twice(setup: &Setup, spec: &BotSpec, seed: u64, every: usize) -> (usize, Vec<String>) {
    let (mut game, mut picks) = (Game::new(setup, seed), Picks(seed));
    let (mut asked, mut differ) = (0, Vec::new());
    while let Some(seat) = game.deciding() {
        let at = game.choices();
        let other = game
            .determinize(seat, seed ^ at as u64)
            .filter(|_| at % every == every - 1 && game.options() > 1);
        if let Some(other) = other {
            let mut bots = [0, 1].map(|_| spec.build(&Tools::default()));
            let mut answer = |which: usize, game: &Game| {
                bots[which].choose(game.perspective(seat), decision_seed(seed, seat, at))
            };
            let (one, two) = (answer(0, &game), answer(1, &other));
            asked += 1;
            if one != two {
                differ.push(format!(
                    "{spec} in {}, seed {seed}, choice {at}: {one} and {two}",
                    setup.ruleset().id()
                ));
            }
        }
        game.apply(picks.below(game.options())).expect("no rule fails");
    }
    (asked, differ)
}
