//! Removes any single character of a shipped game that is open in an editor, and sends all requests
//! (`ludex_tests::cuts`).
//!
//! `just cuts [--cases N] [--seed S]` runs N (1,000) cases on all cores, in every type of file of every
//! shipped game. Problems are printed; the exit code is then 1.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use ludex_tests::cuts::Cut;
use ludex_tests::rulesets::{Picks, files, shipped, spread};

#[derive(Args)]
pub struct Arguments {
    /// Number of removed characters
    #[arg(long, default_value_t = 1_000)]
    cases: u64,
    /// Seed of the random positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(asked: Arguments) -> ExitCode {
    let games: Vec<_> = shipped().into_iter().map(|id| (files(&id), id)).collect();
    let [next, made, wrong] = [const { AtomicU64::new(0) }; 3];
    let worker = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= asked.cases {
                return;
            }
            let mut picks = Picks(spread(number) ^ asked.seed);
            let (files, id) = &games[picks.below(games.len())];
            let sort = picks.below(usize::MAX);
            let Some(cut) = Cut::any(files, sort, &mut picks) else { continue };
            made.fetch_add(1, Ordering::Relaxed);
            if let Err(told) = cut.holds(files, &mut picks) {
                wrong.fetch_add(1, Ordering::Relaxed);
                println!("case {number}: {id}: {cut:?}\n{told}");
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    let wrong = wrong.into_inner();
    println!("{} cases of seed {}, {wrong} wrong", made.into_inner(), asked.seed);
    if wrong > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}
