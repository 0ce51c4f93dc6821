//! How strong bots are: plays them against each other and prints a Markdown table.
//!
//! `just arena [GAME …] [--bots A,B] [--games N] [--players P] [--seed S] [--threads T]` plays N (100) games of each GAME (each shipped one) for
//! each pair A,B of bots (`--bots` may stand several times): one seat is A's, in turn each of them, along the same seeds, and all others are
//! B's. A wins a share of each game that it wins with others. The interval is twice the standard error over the seeds (a seed is one
//! game from each seat), beside the share that A has if it is as good as B. With `--twice N` it asks A N times in random games of each GAME instead, each
//! time also in a game dealt anew for its seat, and tells where the answers differ (and ends with 1).

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex::bots::policy::Weights;
use ludex::bots::{BotSpec, Tools, decision_seed};
use ludex::machinery::Unchecked;
use ludex::{Game, Seat, Setup, compile};
use ludex_tests::bots::{asked_twice, won};
use ludex_tests::rulesets::{files, shipped, spread};

const USAGE: &str =
    "usage: [GAME …] [--bots A,B] [--games N] [--players P] [--seed S] [--threads T] [--twice N]";

struct Args {
    games: Vec<String>,
    pairs: Vec<(BotSpec, BotSpec)>,
    count: u64,
    players: Option<u8>,
    seed: u64,
    threads: u64,
    twice: Option<usize>,
}

pub fn run(words: Vec<String>) -> ExitCode {
    let args = match parse(words.into_iter()) {
        Ok(args) => args,
        Err(message) => {
            eprintln!("error: {message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if let Some(times) = args.twice {
        return twice(&args, times);
    }
    println!("| game | players | one seat | the others | wins, % | as good, % | games | ms a decision |");
    println!("|---|--:|---|---|--:|--:|--:|--:|");
    for id in &args.games {
        let ruleset = compile(&files(id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        let players = args.players.unwrap_or(*ruleset.players().start());
        match ruleset.setup(players, &[]) {
            Ok(setup) => args.pairs.iter().for_each(|pair| println!("{}", row(id, &setup, pair, &args))),
            Err(error) => eprintln!("{id}: {}", error.message),
        }
    }
    ExitCode::SUCCESS
}

/// Asks the first bot of each pair.
fn twice(args: &Args, times: usize) -> ExitCode {
    let mut fine = true;
    for id in &args.games {
        let ruleset = compile(&files(id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        let players = args.players.unwrap_or(*ruleset.players().start());
        let setup = ruleset.setup(players, &[]).unwrap_or_else(|error| panic!("{}", error.message));
        for (one, _) in &args.pairs {
            let (mut asked, mut differ) = (0, Vec::new());
            for seed in (args.seed..).map(spread) {
                let (now, differs) = asked_twice(&setup, one, seed, 1);
                asked += now;
                differ.extend(differs);
                if asked >= times {
                    break;
                }
            }
            fine &= differ.is_empty();
            println!("{id}, {players} players, {one}: asked {asked} times, {} answers differ", differ.len());
            differ.iter().for_each(|differs| println!("  {differs}"));
        }
    }
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut args = Args {
        games: Vec::new(),
        pairs: Vec::new(),
        count: 100,
        players: None,
        seed: 0,
        threads: 1,
        twice: None,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--bots" => args.pairs.push(pair(&value()?)?),
            "--games" => args.count = number(&value()?)?,
            "--players" => args.players = Some(u8::try_from(number(&value()?)?).map_err(|e| e.to_string())?),
            "--seed" => args.seed = number(&value()?)?,
            "--threads" => args.threads = number(&value()?)?.max(1),
            "--twice" => args.twice = Some(number(&value()?)? as usize),
            option if option.starts_with('-') => return Err(format!("no option `{option}`")),
            game if shipped().iter().any(|id| id == game) => args.games.push(word),
            game => return Err(format!("no game `{game}`")),
        }
    }
    if args.games.is_empty() {
        args.games = shipped();
    }
    if args.pairs.is_empty() {
        for words in ["search,random", "search:4000,search:250", "search:4000,greedy", "greedy,random"] {
            args.pairs.push(pair(words)?);
        }
    }
    Ok(args)
}

fn pair(words: &str) -> Result<(BotSpec, BotSpec), String> {
    let (one, other) = words.split_once(',').ok_or_else(|| format!("`{words}` is no pair of bots"))?;
    let spec = |word: &str| BotSpec::read(word, &mut weights).map_err(|error| error.to_string());
    Ok((spec(one)?, spec(other)?))
}

/// The weights of a file.
fn weights(file: Option<&str>) -> Result<Arc<Weights>, String> {
    let file = file.ok_or("the arena takes policy:FILE")?;
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    Weights::read(&bytes).map(Arc::new).map_err(|error| format!("{file}: {error}"))
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

/// What the games of a pairing came to.
#[derive(Default)]
struct Tally {
    /// For each seed: what part of its games was won.
    shares: Vec<f64>,
    /// How long the first bot thought, and how often.
    time: Duration,
    decisions: u32,
}

fn row(id: &str, setup: &Setup, (one, other): &(BotSpec, BotSpec), args: &Args) -> String {
    let players = u64::from(setup.players());
    let seeds = args.count.div_ceil(players);
    let parts: Vec<Tally> = std::thread::scope(|scope| {
        let part = |thread: u64| {
            let mine = (0..seeds).filter(move |seed| seed % args.threads == thread);
            scope.spawn(move || played(setup, (one, other), mine.map(|n| spread(args.seed + n))))
        };
        let running: Vec<_> = (0..args.threads).map(part).collect();
        running.into_iter().map(|thread| thread.join().expect("a game")).collect()
    });
    let shares: Vec<f64> = parts.iter().flat_map(|tally| tally.shares.iter().copied()).collect();
    let n = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / n;
    let variance =
        shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 2.0 * (variance / n).sqrt();
    let time: Duration = parts.iter().map(|tally| tally.time).sum();
    let decisions: u32 = parts.iter().map(|tally| tally.decisions).sum();
    format!(
        "| {id} | {players} | {one} | {other} | {:.1} ± {:.1} | {:.1} | {} | {:.2} |",
        100.0 * mean,
        100.0 * error,
        100.0 / players as f64,
        seeds * players,
        time.as_secs_f64() * 1e3 / f64::from(decisions.max(1))
    )
}

fn played(setup: &Setup, (one, other): (&BotSpec, &BotSpec), seeds: impl Iterator<Item = u64>) -> Tally {
    let mut tally = Tally::default();
    let start = Instant::now();
    let tools = Tools::default().with_clock(move || start.elapsed());
    let mut bots: Vec<_> = (0..=setup.players())
        .map(|seat| {
            let spec = if seat == 0 { one } else { other };
            spec.build(&tools)
        })
        .collect();
    for seed in seeds {
        let mut share = 0.0;
        for seat in 0..setup.players() {
            // the bot of the table that is A's, and those of the others
            bots.iter_mut().for_each(|bot| bot.begin());
            let mut game = Game::new(setup, seed);
            while let Some(decides) = game.deciding() {
                let own = decides.number() == seat;
                let bot = &mut bots[if own { 0 } else { decides.index() + 1 }];
                let before = Instant::now();
                let seed = decision_seed(seed, decides, game.choices());
                let option = bot.choose(game.perspective(decides), seed);
                if own && game.options() > 1 {
                    tally.time += before.elapsed();
                    tally.decisions += 1;
                }
                if game.apply(option).is_err() {
                    break;
                }
            }
            share += won(&game, Seat::unchecked(seat));
        }
        tally.shares.push(share / f64::from(setup.players()));
    }
    tally
}
