//! `ludex train`: trains a policy by self-play with `ludex-learn`. Handles arguments, files, progress and
//! Ctrl-C.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_bots::policy::{PolicySpec, Strength, USUAL_ENTROPY};
use ludex_lab::blocks::Control;
use ludex_learn::Weights;
use ludex_learn::train::{
    Plan, Report, StrengthReport, TeamReport, Trained, measure, measure_team, rivals, teams, train,
};

use crate::args::TrainArgs;
use crate::commands::experiments::report::{columns, grouped, json, took};
use crate::experiment;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::names::names;
use crate::sources::policies::{self, Policies};
use crate::sources::rulesets::Loaded;
use crate::sources::settings::options;
use crate::terminal::output::{BOLD, Out, warn};
use crate::terminal::progress::{Counted, Extent};
use ludex_table::words::Words;

/// Number of games against the initial weights.
const AGAINST_OLD: u64 = 400;

/// Trains and measures a policy, writes it, and prints the report.
pub fn run(args: &TrainArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    let setup = loaded.setup(args.players, &args.options)?;
    let old = args.from.as_ref().map(|file| begun_with(&loaded, &setup, file)).transpose()?;
    let file = output(args, &loaded, &setup)?;
    let started = Instant::now();
    let stop = experiment::stop_flag();
    let plan = Plan {
        setup: &setup,
        games: args.games,
        seed: args.seed,
        from: old.as_ref().map(|(_, weights)| &**weights),
        entropy: USUAL_ENTROPY,
    };
    let mut threads = 1;
    let work = |control: &Control<'_>| {
        threads = control.threads;
        train(&plan, control)
    };
    let extent = Extent { all: args.games, of_unit: 1, counted: Counted::Games };
    let trained = experiment::watched(extent, args.jobs, &stop, work);
    let trained = trained.map_err(|error| Failure::Problem(error.to_string()))?;
    if trained.games == 0 {
        return Err(Failure::Problem("stopped before any training".to_owned()));
    }
    // save the trained weights before anything else can fail
    write(&file, &trained.weights)?;
    let rival = old.as_ref().map(|(rival, _)| rival);
    let (weights, teams) = measured(args, (&setup, rival), &trained, &stop);
    write(&file, &weights)?;
    let timing = (!args.no_timing).then(|| experiment::timing(started, threads));
    let changes = experiment::changes(&loaded, options(&args.options)?);
    let shown = file.display().to_string();
    let from = old.as_ref().map(|old| format!("{:016x}", old.1.hash()));
    let report = Report::new(&setup, changes, (&trained, &weights, teams), (shown, from), timing);
    if args.json {
        out.line(&json(&report))?;
    } else {
        table(&report, &loaded, &setup, out)?;
    }
    out.flush()?;
    Ok(verdict(&report))
}

/// Reads the initial weights from a file, with a player that uses them.
fn begun_with(loaded: &Loaded, setup: &Setup, file: &Path) -> Result<(PolicySpec, Arc<Weights>), Failure> {
    let (policies, shown) = (Policies::new(loaded, setup), file.display().to_string());
    let bot = policies.bot(&format!("policy:{shown}"));
    let bot = bot.map_err(|error| Failure::Usage(error.to_string()))?;
    let BotSpec::Policy(spec) = bot else {
        return Err(Failure::Usage(format!("{shown}: not a file of policy weights")));
    };
    let weights = policies.weights(Some(&shown)).map_err(Failure::Usage)?;
    Ok((spec, weights))
}

/// Returns the path for the weights. Checks in advance that it is writable.
fn output(args: &TrainArgs, loaded: &Loaded, setup: &Setup) -> Result<PathBuf, Failure> {
    let players = setup.players();
    let file = match (&args.output, loaded.reference.folder()) {
        (Some(file), _) => file.clone(),
        (None, Some(folder)) => {
            let folder = folder.join(policies::FOLDER);
            std::fs::create_dir_all(&folder).map_err(|error| files::unwritten(&folder, error))?;
            folder.join(format!("{players}.{}", policies::ENDING))
        }
        (None, None) => PathBuf::from(format!("{}-{players}.{}", loaded.ruleset.id(), policies::ENDING)),
    };
    files::may_write(&file).map_err(|error| files::unwritten(&file, error))?;
    Ok(file)
}

fn write(file: &Path, weights: &Weights) -> Result<(), Failure> {
    files::write(file, weights.bytes()).map_err(|error| files::unwritten(file, error))
}

/// Returns the weights with the strength that was measured, and the scores of teams if all players win or
/// lose together.
fn measured(
    args: &TrainArgs,
    (setup, old): (&Setup, Option<&PolicySpec>),
    trained: &Trained,
    stop: &AtomicBool,
) -> (Weights, Vec<TeamReport>) {
    let weights = Arc::new(trained.weights.clone());
    if args.no_measure || stop.load(Ordering::Relaxed) {
        return (trained.weights.clone(), Vec::new());
    }
    let old = old.map(|old| (BotSpec::Policy(old.clone()), AGAINST_OLD));
    let rivals = rivals(setup, &weights, trained.games);
    let watched = |games: u64| Extent { all: games, of_unit: 1, counted: Counted::Games };
    if !weights.ends().parted {
        let team = |(bot, games): (BotSpec, u64)| {
            let work = |control: &Control<'_>| measure_team(setup, (&bot, games), args.seed, control);
            experiment::watched(watched(games), args.jobs, stop, work)
        };
        return (trained.weights.clone(), teams(&weights, rivals).into_iter().map_while(team).collect());
    }
    let one = |(rival, games): (BotSpec, u64)| -> Option<Strength> {
        let work = |control: &Control<'_>| measure(setup, &weights, (&rival, games), args.seed, control);
        experiment::watched(watched(games), args.jobs, stop, work)
    };
    let mut about = weights.about().clone();
    about.strength.extend(rivals.into_iter().chain(old).map_while(one));
    (trained.weights.clone().with_about(about), Vec::new())
}

fn table(report: &Report, loaded: &Loaded, setup: &Setup, out: &mut Out) -> Result<(), Failure> {
    let language = loaded.language(None)?;
    let words = Words::new(setup, &language);
    let changed = super::report::changed(&report.head.changes, &names(&words, loaded));
    let (games, players, seed) = (grouped(report.games), report.head.players, report.seed);
    let head =
        format!("{}: learnt from {games} games, {players} players, seed {seed}{changed}", words.title());
    out.wrapped(&out.paint(BOLD, &head), 2)?;
    let (met, rows) = (grouped(report.rows_met as u64), grouped(report.rows as u64));
    let kilobytes = report.bytes.div_ceil(1000);
    out.wrapped(
        &format!("{}: {kilobytes} kB, {met} of {rows} rows met, {}", report.file, report.weights),
        2,
    )?;
    out.line("")?;
    if !report.strength.is_empty() {
        columns(&rows_of(report), out)?;
        out.line("")?;
        out.wrapped(
            &format!("One seat against others of one bot each, wins in % with intervals of 95 %; as good as the others: {:.1}.", 100.0 * report.as_good),
            0,
        )?;
    }
    if !report.teams.is_empty() {
        columns(&teams_of(report), out)?;
        out.line("")?;
        out.wrapped("Mean score of a team with the same bot in all seats, with intervals of 95 %.", 0)?;
    }
    took(report.timing.as_ref(), out)?;
    Ok(())
}

fn rows_of(report: &Report) -> Vec<Vec<String>> {
    let head = ["against", "wins", "interval", "games"].map(str::to_owned).to_vec();
    let row = |strength: &StrengthReport| {
        let StrengthReport { against, games, wins, interval: [low, high], .. } = strength;
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        vec![
            against.clone(),
            percent(*wins),
            format!("{} to {}", percent(*low), percent(*high)),
            grouped(u64::from(*games)),
        ]
    };
    [head].into_iter().chain(report.strength.iter().map(row)).collect()
}

fn teams_of(report: &Report) -> Vec<Vec<String>> {
    let head = ["team of", "score", "interval", "games"].map(str::to_owned).to_vec();
    let row = |team: &TeamReport| {
        let [low, high] = team.interval;
        vec![
            team.bot.clone(),
            format!("{:.2}", team.score),
            format!("{low:.2} to {high:.2}"),
            grouped(team.games),
        ]
    };
    [head].into_iter().chain(report.teams.iter().map(row)).collect()
}

/// Returns the exit code. Explains games without training data.
fn verdict(report: &Report) -> u8 {
    if report.failed > 0 {
        warn(&format!(
            "note: in {} of {} games a rule failed or the game did not end; they were not used for training",
            grouped(report.failed),
            grouped(report.games)
        ));
    }
    if report.stopped {
        warn(&format!("stopped after {} games; the weights so far are saved", grouped(report.games)));
        return 130;
    }
    u8::from(report.failed == report.games)
}
