//! Plays many random games on several threads and prints the win rate of each seat, with an interval, and the
//! mean scores.
//!
//! `cargo run -p ludex --release --features fs --example batch -- rulesets/kabale 20000`

use std::error::Error;
use std::path::Path;

use ludex::{Fault, Playout, Seat, Setup};

/// Results of one seat.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    /// Number of games won, including shared victories.
    pub wins: u64,
    /// Sum of the scores, in thousandths.
    pub score: i64,
}

/// Plays the games with these seeds.
pub fn batch(setup: &Setup, seeds: impl Iterator<Item = u64>) -> Result<Vec<Tally>, Fault> {
    let mut tallies = vec![Tally::default(); usize::from(setup.players())];
    let mut playout = Playout::new(setup);
    for seed in seeds {
        let end = playout.random(seed)?;
        end.winners().for_each(|seat| tallies[seat.index()].wins += 1);
        for (tally, score) in tallies.iter_mut().zip(end.scores()) {
            tally.score += score.thousandths;
        }
    }
    Ok(tallies)
}

/// Plays the games on several threads. Each game depends only on its seed, so the number of threads does not
/// affect the result.
pub fn on_threads(setup: &Setup, games: u64, threads: u64) -> Result<Vec<Tally>, Fault> {
    std::thread::scope(|scope| {
        let start =
            |thread: u64| scope.spawn(move || batch(setup, (thread..games).step_by(threads as usize)));
        let threads: Vec<_> = (0..threads).map(start).collect();
        let mut sum = vec![Tally::default(); usize::from(setup.players())];
        for thread in threads {
            let tallies = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            for (sum, tally) in sum.iter_mut().zip(tallies) {
                sum.wins += tally.wins;
                sum.score += tally.score;
            }
        }
        Ok(sum)
    })
}

/// Returns the 95 % interval of a rate (Wilson 1927).
fn wilson(successes: u64, n: u64) -> [f64; 2] {
    let (z, n, p) = (1.96_f64, n as f64, successes as f64 / n as f64);
    let (scale, middle) = (1.0 + z * z / n, p + z * z / (2.0 * n));
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    [(middle - half) / scale, (middle + half) / scale]
}

/// Formats one line for each seat.
pub fn table(setup: &Setup, games: u64, tallies: &[Tally]) -> String {
    let line = |(seat, tally): (ludex::Named<Seat>, &Tally)| {
        let [low, high] = wilson(tally.wins, games);
        let (rate, score) = (tally.wins as f64 / games as f64, tally.score as f64 / 1000.0 / games as f64);
        format!("{}: wins {rate:.3} ({low:.3} to {high:.3}), mean score {score:.2}\n", seat.name)
    };
    setup.seats().zip(tallies).map(line).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder")?;
    let games = std::env::args().nth(2).map_or(Ok(2_000), |games| games.parse())?;
    let ruleset = ludex::Compile::folder(Path::new(&folder))?.compile().into_ruleset()?;
    let setup = ruleset.setup(*ruleset.players().start(), &[])?;
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    print!("{}", table(&setup, games, &on_threads(&setup, games, threads)?));
    Ok(())
}
