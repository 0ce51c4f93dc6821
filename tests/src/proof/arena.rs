//! Measures the strength of bots: plays them against each other and prints a Markdown table.
//!
//! `just arena [GAME …] [--bots A,B] [--games N] [--players P] [--seed S] [--jobs T] [--by score|win]` plays
//! N (100) games of each GAME (default: each shipped one that stands alone) for each pair A,B of bots
//! (`--bots` may be repeated). One seat is A's, rotating over the same deals, and all others are B's; in
//! games with teams, A has all seats of one team. The result is A's share of the victories, or with `--by
//! score` its lead over the mean of the others, with a 95 % interval over the deals. The score is the default
//! in games that are played for it.
//!
//! With `--shard I/N` one of N parts is played, and its counts are printed as JSON; `proof merge FILE …`
//! combines the parts to exactly the output of a single run with `--no-timing`. With `--twice N`, A instead
//! makes N decisions in random games of each GAME, each also after redealing the cards hidden from its seat.
//! Differing answers are printed (exit code 1).

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludex::{Game, Ruleset, Setup, compile};
use ludex_bots::policy::Policy;
use ludex_bots::{BotSpec, Tools, decision_seed};
use ludex_lab::Objective;
use ludex_lab::blocks::Control;
use ludex_lab::ladder::{LadderPlan, LadderReport, Match};
use ludex_lab::report::{Changes, Made};
use ludex_lab::shard::{Counts, Piece, Run, Shard, merge_pieces};
use ludex_lab::simulate::{Sums, simulate};
use ludex_learn::{Weights, policy};
use ludex_tests::bots::asked_twice;
use ludex_tests::rulesets::{all_shipped, files, shipped, spread};

const USAGE: &str = "usage: [GAME …] [--bots A,B] [--games N] [--players P] [--seed S] [--jobs T] [--by score|win] [--shard I/N] [--no-timing] [--twice N]";

struct Args {
    games: Vec<String>,
    pairs: Vec<(BotSpec, BotSpec)>,
    count: u64,
    players: Option<u8>,
    seed: u64,
    threads: u64,
    by: Option<Objective>,
    shard: Option<Shard>,
    is_timed: bool,
    twice: Option<usize>,
}

pub fn run(words: Vec<String>) -> ExitCode {
    let args = match parse(words.iter().cloned()) {
        Ok(args) => args,
        Err(message) => {
            eprintln!("error: {message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if let Some(times) = args.twice {
        return twice(&args, times);
    }
    let matches = matches(&args);
    let sums: Vec<Sums> = matches.iter().map(|of| of.play(&args)).collect();
    if let Some(shard) = args.shard {
        let piece = Piece::new(shard, true, part_of(&matches, output_of(words)), Counts::Ladder(sums));
        println!("{}", serde_json::to_string_pretty(&piece).expect("JSON"));
        return ExitCode::SUCCESS;
    }
    print!("{}", table(&matches, &sums, &args));
    ExitCode::SUCCESS
}

/// Combines the parts of a run and prints its table without times.
pub fn merge(paths: &[String]) -> ExitCode {
    match merged(paths) {
        Ok(table) => {
            print!("{table}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn merged(paths: &[String]) -> Result<String, String> {
    let read = |path: &String| {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let piece: Piece = serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))?;
        Ok((path.clone(), piece))
    };
    let pieces: Result<Vec<(String, Piece)>, String> = paths.iter().map(read).collect();
    let piece = merge_pieces(pieces?).map_err(|error| error.to_string())?;
    let args = Args { is_timed: false, ..parse(piece.run.command.iter().cloned())? };
    let matches = matches(&args);
    if let Some((what, then, now)) = piece.run.differs(&part_of(&matches, Vec::new())) {
        return Err(format!("the parts were played with {what} {then}, not {now}"));
    }
    let Counts::Ladder(sums) = piece.counts else { return Err("these are no parts of an arena".to_owned()) };
    Ok(table(&matches, &sums, &args))
}

/// Returns the run to which parts of these matches belong.
fn part_of(matches: &[Pairing], command: Vec<String>) -> Run {
    let rules = matches.iter().map(|of| format!("{:016x}", of.setup.ruleset().fingerprint())).collect();
    let bots = || matches.iter().flat_map(|of| [&of.one, &of.other]);
    let seated: Vec<[BotSpec; 2]> = matches.iter().map(|of| [of.one.clone(), of.other.clone()]).collect();
    let made = Made::for_bots(matches.iter().zip(&seated).map(|(of, bots)| (&bots[..], &of.setup, &*of.id)));
    Run { command, rules, bots: bots().map(ToString::to_string).collect(), made, ..Run::default() }
}

/// Returns the arguments without those that select and run a part.
fn output_of(words: Vec<String>) -> Vec<String> {
    let mut words = words.into_iter();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--shard" | "--jobs" => drop(words.next()),
            "--no-timing" => {}
            _ => kept.push(word),
        }
    }
    kept
}

/// Asks the first bot of each pair twice.
fn twice(args: &Args, times: usize) -> ExitCode {
    let mut fine = true;
    for id in &args.games {
        let setup = setup(id, args);
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
            let players = setup.players();
            println!("{id}, {players} players, {one}: asked {asked} times, {} answers differ", differ.len());
            differ.iter().for_each(|differs| println!("  {differs}"));
        }
    }
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn setup(id: &str, args: &Args) -> Setup {
    let ruleset: Ruleset = compile(&files(id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let players = args.players.unwrap_or(*ruleset.players().start());
    ruleset.setup(players, &[]).unwrap_or_else(|error| panic!("{}", error.message))
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut args = Args {
        games: Vec::new(),
        pairs: Vec::new(),
        count: 100,
        players: None,
        seed: 0,
        threads: 1,
        by: None,
        shard: None,
        is_timed: true,
        twice: None,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--bots" => args.pairs.push(pair(&value()?)?),
            "--games" => args.count = number(&value()?)?,
            "--players" => args.players = Some(u8::try_from(number(&value()?)?).map_err(|e| e.to_string())?),
            "--seed" => args.seed = number(&value()?)?,
            "--jobs" => args.threads = number(&value()?)?.max(1),
            "--by" => args.by = Some(by(&value()?)?),
            "--shard" => args.shard = Some(value()?.parse()?),
            "--no-timing" => args.is_timed = false,
            "--twice" => args.twice = Some(number(&value()?)? as usize),
            option if option.starts_with('-') => return Err(format!("no option `{option}`")),
            game if all_shipped().iter().any(|id| id == game) => args.games.push(word),
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
    let (one, other) = (spec(one)?, spec(other)?);
    if one == other || one == BotSpec::Random {
        return Err(format!("`{words}`: give two different bots, the stronger one first"));
    }
    Ok((one, other))
}

fn by(word: &str) -> Result<Objective, String> {
    let all = [Objective::Score, Objective::Win];
    all.into_iter().find(|by| by.word() == word).ok_or_else(|| format!("`{word}` is neither score nor win"))
}

/// Loads the policy of a weights file.
fn weights(file: Option<&str>) -> Result<Arc<dyn Policy>, String> {
    let file = file.ok_or("the arena takes policy:FILE")?;
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    Weights::read(&bytes).map(|weights| policy(Arc::new(weights))).map_err(|error| format!("{file}: {error}"))
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

/// A pair of bots in a game.
struct Pairing {
    id: String,
    setup: Setup,
    one: BotSpec,
    other: BotSpec,
    by: Objective,
}

/// Returns each pair in each game.
fn matches(args: &Args) -> Vec<Pairing> {
    let of = |id: &String| {
        let setup = setup(id, args);
        let by = args.by.unwrap_or_else(|| Objective::from_setup(&setup));
        let pairing = move |(one, other): &(BotSpec, BotSpec)| Pairing {
            id: id.clone(),
            setup: setup.clone(),
            one: one.clone(),
            other: other.clone(),
            by,
        };
        args.pairs.iter().map(pairing).collect::<Vec<_>>()
    };
    args.games.iter().flat_map(of).collect()
}

impl Pairing {
    /// Returns the plan as a match of a ladder.
    fn plan(&self, args: &Args) -> (LadderPlan<'_>, Match) {
        let bots = [self.other.clone(), self.one.clone()];
        let mut plan = LadderPlan::new(&self.setup, &bots, args.count, args.seed);
        (plan.run.by, plan.run.shard) = (self.by, args.shard);
        let rung = |bot: &BotSpec| plan.rungs().iter().position(|rung| rung == bot).unwrap_or(0);
        let of = Match::Against(rung(&self.one), rung(&self.other));
        (plan, of)
    }

    fn play(&self, args: &Args) -> Sums {
        let (plan, of) = self.plan(args);
        assert!(plan.turns_teams(), "{}: teams that do not sit by turns have no arena", self.id);
        let mut simulation = plan.simulation(of);
        simulation.run.tools = tools();
        let (stop, done) = (AtomicBool::new(false), |_| {});
        simulate(&simulation, &Control { threads: args.threads, stop: &stop, done: &done }, None).sums
    }

    /// Returns the row of the first bot.
    fn row(&self, sums: &Sums, args: &Args) -> String {
        let (plan, of) = self.plan(args);
        let report = LadderReport::new(&plan, Changes::default(), &plan.only(of, sums.clone()), None);
        let found = report.rungs.iter().find_map(|rung| rung.below.as_ref());
        let (had, games) =
            found.map_or(("–".to_owned(), 0), |found| (report.shown(report.of_match(found)), found.games));
        let equal = report.equal().map_or_else(|| "–".to_owned(), |equal| report.figure(equal));
        let Pairing { id, setup, one, other, .. } = self;
        format!(
            "| {id} | {} | {one} | {other} | {} | {had} | {equal} | {games} |",
            setup.players(),
            report.column()
        )
    }

    /// Returns milliseconds per decision of the first bot, in a game against itself.
    fn pace(&self, args: &Args) -> f64 {
        let mut bots: Vec<_> = self.setup.seats().map(|_| self.one.build(&tools())).collect();
        bots.iter_mut().for_each(|bot| bot.begin());
        let seed = spread(args.seed);
        let mut game = Game::new(&self.setup, seed);
        let (mut time, mut decisions) = (Duration::ZERO, 0_u32);
        while let Some(decides) = game.deciding() {
            let seed = decision_seed(seed, decides, game.choices());
            let before = Instant::now();
            let option = bots[decides.index()].choose(game.perspective(decides), seed);
            if game.options() > 1 {
                time += before.elapsed();
                decisions += 1;
            }
            if game.apply(option).is_err() {
                break;
            }
        }
        time.as_secs_f64() * 1e3 / f64::from(decisions.max(1))
    }
}

/// Creates a clock for bots with a time limit.
fn tools() -> Tools {
    let start = Instant::now();
    Tools::default().with_clock(move || start.elapsed())
}

fn table(matches: &[Pairing], sums: &[Sums], args: &Args) -> String {
    let (timed, right) = if args.is_timed { (" ms a decision |", "--:|") } else { ("", "") };
    let mut table = format!(
        "| game | players | one seat | the others | measured | it has | as good | games |{timed}\n|---|--:|---|---|---|--:|--:|--:|{right}\n"
    );
    for (of, sums) in matches.iter().zip(sums) {
        table += &of.row(sums, args);
        if args.is_timed {
            let _ = write!(table, " {:.2} |", of.pace(args));
        }
        table.push('\n');
    }
    table
}
