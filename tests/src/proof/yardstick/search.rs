//! Measures search iterations and plain playouts from the same positions: those of all decisions of whole
//! games.

use std::fmt;
use std::time::{Duration, Instant};

use ludex::{Game, Playout, compile};
use ludex_bots::decision_seed;
use ludex_tests::bots::bot;
use ludex_tests::rulesets::{Picks, files, spread};

use super::row::cost_of_the_unit;

/// Number of iterations at each decision, and of playouts.
const ITERATIONS: u32 = 300;
/// Number of games.
const GAMES: u64 = 2;
/// Number of measurements of the unit.
const ROUNDS: usize = 3;

/// Heading of the table.
pub const HEADING: &str = "\
| game | players | iterations/s | playouts/s | ratio | iteration, µs | times a decision by hand | against the baseline |
|---|--:|--:|--:|--:|--:|--:|---|";

/// Note below the table.
pub const NOTE: &str = "\
A search from each decision of random games, deals and all, each iteration to the end of the game; playouts from the same positions. By hand: Kabale with 4 players, after each row.";

/// Measurements of a game with its fewest players.
pub struct Row {
    id: String,
    players: u8,
    iterations: f64,
    playouts: f64,
    /// Nanoseconds per decision of the unit.
    by_hand: f64,
}

impl Row {
    pub fn measure(id: &str) -> Row {
        let ruleset = compile(&files(id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        let setup = ruleset.setup(*ruleset.players().start(), &[]).expect("a setup");
        let (mut searching, mut playing, mut decisions) = (Duration::ZERO, Duration::ZERO, 0);
        for seed in (0..GAMES).map(spread) {
            let (mut game, mut picks) = (Game::new(&setup, seed), Picks(seed));
            let mut bots: Vec<_> = setup.seats().map(|_| bot(&format!("search:{ITERATIONS}"))).collect();
            while let Some(seat) = game.deciding() {
                if game.options() > 1 {
                    let position = game.perspective(seat);
                    searching += timed(|| {
                        bots[seat.index()].choose(position, decision_seed(seed, seat, game.choices()));
                    });
                    playing += timed(|| play_out(&game));
                    decisions += 1;
                }
                game.apply(picks.below(game.options())).expect("no rule fails");
            }
        }
        let each = |time: Duration| f64::from(ITERATIONS * decisions) / time.as_secs_f64();
        Row {
            id: id.to_owned(),
            players: setup.players(),
            iterations: each(searching),
            playouts: each(playing),
            by_hand: cost_of_the_unit(ROUNDS),
        }
    }

    /// Returns the time of an iteration divided by that of a decision of the unit.
    pub fn times(&self) -> f64 {
        1e9 / self.iterations / self.by_hand
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn play_out(game: &Game) {
    let mut playout = Playout::from(game);
    for seed in 0..u64::from(ITERATIONS) {
        playout.random(seed).expect("no rule fails");
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { id, players, iterations, playouts, .. } = self;
        let (ratio, each) = (iterations / playouts, 1e9 / iterations);
        write!(f, "| {id} | {players} | {iterations:.0} | {playouts:.0} | {ratio:.2} |")?;
        write!(f, " {:.1} | {:.0} |", each / 1e3, self.times())
    }
}
