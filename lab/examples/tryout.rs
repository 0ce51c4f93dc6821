//! Scratch: train and measure.
use ludex::bots::policy::{PolicySpec, Weights};
use ludex::bots::{BotSpec, Tools};
use ludex_lab::blocks::Control;
use ludex_lab::game::{Deciders, Nobody, Outcome, VICTORY, play};
use ludex_lab::train::{Plan, train};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (path, players, games, out) =
        (&args[1], args[2].parse::<u8>().unwrap(), args[3].parse::<u64>().unwrap(), &args[4]);
    let against: Vec<(String, u64)> = args[5..]
        .iter()
        .map(|w| {
            let (b, n) = w.rsplit_once('=').unwrap();
            (b.to_owned(), n.parse().unwrap())
        })
        .collect();
    let mut files = Vec::new();
    read(std::path::Path::new(path), "", &mut files);
    let ruleset = ludex::compile(&files).into_ruleset().unwrap_or_else(|e| panic!("{e}"));
    let setup = ruleset.setup(players, &[]).unwrap();
    let stop = AtomicBool::new(false);
    let done = AtomicU64::new(0);
    let start = Instant::now();
    let control = Control {
        threads: 1,
        stop: &stop,
        done: &|n| {
            let d = done.fetch_add(n, Ordering::Relaxed) + n;
            if d % 3200 == 0 {
                eprintln!("{d} {:.1}s", start.elapsed().as_secs_f64());
            }
        },
    };
    let weights = if games > 0 {
        let trained = train(&Plan { setup: &setup, games, seed: 1, from: None }, &control).unwrap();
        println!(
            "trained {} in {:.1}s rows {:?} failed {}",
            trained.games,
            start.elapsed().as_secs_f64(),
            trained.rows,
            trained.failed
        );
        std::fs::write(out, trained.weights.bytes()).unwrap();
        trained.weights
    } else {
        Weights::read(&std::fs::read(out).unwrap()).unwrap()
    };
    let weights = Arc::new(weights);
    for (bot, n) in against {
        let other = BotSpec::read(&bot, &mut |file| {
            Weights::read(&std::fs::read(file.unwrap()).unwrap()).map(Arc::new).map_err(|e| e.to_string())
        })
        .unwrap();
        let mut bots = vec![BotSpec::Policy(PolicySpec::new(Arc::clone(&weights)))];
        bots.resize(usize::from(players), other);
        let mut deciders = Deciders::new(&bots, &Tools::default());
        let (mut won, mut all, mut outcome) = (0i64, 0i64, Outcome::default());
        let t = Instant::now();
        for game in 0..n {
            let seat = (game % u64::from(players)) as usize;
            deciders.turn((usize::from(players) - seat) % usize::from(players));
            if play(
                &setup,
                1_000_000 + game / u64::from(players),
                &mut deciders,
                &mut Nobody,
                &mut outcome,
                &|| false,
            )
            .is_ok()
            {
                won += outcome.part(seat);
                all += VICTORY;
            }
        }
        let (p, k) = (won as f64 / all as f64, (all / VICTORY) as f64);
        let z = 1.96;
        let d = 1.0 + z * z / k;
        let c = (p + z * z / (2.0 * k)) / d;
        let h = z * ((p * (1.0 - p) / k + z * z / (4.0 * k * k)).sqrt()) / d;
        println!(
            "{path} {players} vs {bot}: {:.1} [{:.1}, {:.1}] of {k} in {:.1}s",
            100.0 * p,
            100.0 * (c - h),
            100.0 * (c + h),
            t.elapsed().as_secs_f64()
        );
    }
}

fn read(path: &std::path::Path, name: &str, files: &mut Vec<(String, String)>) {
    if path.is_file() {
        let name = if name.is_empty() { "ruleset.yaml" } else { name };
        if name.ends_with(".yaml") && !name.contains("variants/") {
            files.push((name.to_owned(), std::fs::read_to_string(path).unwrap()));
        }
        return;
    }
    let mut all: Vec<_> = std::fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).collect();
    all.sort();
    for p in all {
        let file = p.file_name().unwrap().to_string_lossy().into_owned();
        read(&p, &if name.is_empty() { file } else { format!("{name}/{file}") }, files);
    }
}
