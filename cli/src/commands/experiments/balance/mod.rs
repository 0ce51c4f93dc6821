//! `ludex report`: a report on a whole game, measured by `ludex-lab`.

mod page;
mod pictures;
mod players;
mod sections;
mod styles;
mod table;
mod told;
mod verdict;

use std::time::Instant;

use ludex::Setup;
use ludex::scenarios::run_covered;
use ludex_lab::balance::{Plan, Played, Report, ScenariosReport, Since};
use ludex_lab::estimate::Sample;
use ludex_lab::experiment::{Experiment as _, Work};

use crate::args::{Budget, ReportArgs, RunArgs, shell};
use crate::commands::doc::art::Art;
use crate::commands::experiments::compare::sides;
use crate::commands::experiments::driver::warn_failures;
use crate::commands::experiments::report::json;
use crate::experiment;
use crate::failure::{Failure, Outcome};
use crate::names::{add_picks, names};
use crate::sources::rulesets::Loaded;
use crate::sources::settings::options;
use crate::terminal::output::{Out, warn};
use crate::terminal::progress::{Counted, Extent};
use ludex_table::words::Words;

use players::Level;
use told::ReportWords;

/// Plays all parts of the report and prints it.
pub fn run(args: &ReportArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    let language = loaded.language(args.lang.as_deref())?;
    let html = experiment::output(args.html.as_deref())?;
    let earlier = args.since.as_ref().map(|revision| earlier(args, revision, out)).transpose()?;
    let started = Instant::now();
    let game = Game::new(args, &loaded)?;
    let before = earlier.as_ref().map(|loaded| Game::new(args, loaded)).transpose()?;
    let games: Vec<&Game<'_>> = std::iter::once(&game).chain(&before).collect();
    let level = players::choose(args, &games)?;
    let plan = game.plan((&level, 0))?;
    let sentence = level.sentence(Words::new(&game.setup, &language).own);
    if args.run.json {
        warn(&format!("note: {sentence}"));
    } else {
        out.wrapped(&sentence, 2)?;
        out.flush()?;
    }
    let (played, mut report) = reported(&game, &plan, started)?;
    report.scenarios = Some(scenarios(&loaded));
    report.untrained.clone_from(&level.untrained);
    if let (Some(game), Some(revision)) = (&before, &args.since) {
        let plan = Plan { games: report.games, ..game.plan((&level, 1))? };
        let (_, before) = reported(game, &plan, started)?;
        report.since = Some(Since::new(revision, &before, &report));
    }
    let words = Words::new(&game.setup, &language);
    let mut named = names(&words, &loaded);
    report.strongest.detail.iter().for_each(|detail| add_picks(&mut named, &words, detail));
    let art = Art::new(&loaded.reference);
    let setups: Vec<&Setup> = game.others.iter().chain([&game.setup]).collect();
    let told = ReportWords {
        report: &report,
        words,
        names: &named,
        own: words.own,
        setups: &setups,
        level: &sentence,
    };
    let make = || page::page(&told, &art, &again(args, &level.run));
    experiment::print_and_save(html, make, out, |out| {
        if args.run.json { Ok(out.line(&json(&report))?) } else { Ok(table::print(&told, out)?) }
    })?;
    art.warn();
    Ok(code(&report, &played))
}

/// Returns the command that repeats the report.
fn again(args: &ReportArgs, run: &RunArgs) -> String {
    let since = args.since.as_ref().map_or_else(String::new, |since| format!(" --since {}", shell(since)));
    let lang = args.lang.as_ref().map_or_else(String::new, |lang| format!(" --lang {}", shell(lang)));
    let budget = args.budget.unwrap_or(Budget::USUAL);
    format!("ludex report {} --budget {budget}{since}{lang}{}", shell(&args.ruleset), run.again())
}

fn earlier(args: &ReportArgs, revision: &str, out: &mut Out) -> Result<Loaded, Failure> {
    if revision.ends_with(".json") {
        let message =
            format!("--since plays the earlier game: name a revision such as git:HEAD~1, not {revision}");
        return Err(Failure::Usage(message));
    }
    let reference = sides::find(revision, Some(&args.ruleset))?;
    Loaded::from_reference(reference, &args.run.changes, out)
}

/// A game with its setups for all numbers of players.
struct Game<'a> {
    args: &'a ReportArgs,
    loaded: &'a Loaded,
    setup: Setup,
    others: Vec<Setup>,
    sample: Option<Sample>,
}

/// Maximum number of numbers of players.
const NUMBERS: usize = 6;

impl<'a> Game<'a> {
    fn new(args: &'a ReportArgs, loaded: &'a Loaded) -> Result<Game<'a>, Failure> {
        let setup = loaded.setup(args.run.players, &args.run.options)?;
        let given = options(&args.run.options)?;
        let other = |players: &u8| *players != setup.players();
        let others = loaded.ruleset.players().filter(other).take(NUMBERS - 1);
        // an option may not fit all numbers of players
        let others = others.filter_map(|players| loaded.ruleset.setup(players, &given).ok()).collect();
        let sample = Sample::new(&setup);
        Ok(Game { args, loaded, setup, others, sample })
    }

    fn plan(&self, level: (&Level, usize)) -> Result<Plan<'_>, Failure> {
        let plan = players::plan(self, level)?;
        Ok(Plan { pace: f64::from(self.args.pace), ..plan })
    }
}

fn reported(game: &Game<'_>, plan: &Plan<'_>, started: Instant) -> Result<(Played, Report), Failure> {
    let Work { all, of_unit } = plan.work();
    let extent = Extent { all, of_unit, counted: Counted::Cost };
    let (stop, run) = (experiment::stop_flag(), &game.args.run);
    let played = experiment::watched(extent, run.jobs, &stop, |control| plan.play(control, None));
    let timing = (!run.no_timing).then(|| experiment::timing(started, played.threads));
    let changes = experiment::changes(game.loaded, options(&run.options)?);
    let report = plan.report(changes, &played, timing);
    Ok((played, report))
}

/// Runs the scenarios of the game.
fn scenarios(loaded: &Loaded) -> ScenariosReport {
    let (report, coverage) = run_covered(&loaded.ruleset, &loaded.files, &loaded.reference.prefix());
    ScenariosReport::new(&report, &coverage)
}

/// Returns the exit code. Warns about failed rules and about a run that was stopped.
fn code(report: &Report, played: &Played) -> u8 {
    let games = report.weaker.iter().chain([&report.strongest]);
    let faults = games.clone().flat_map(|report| &report.faults);
    warn_failures(faults.map(|fault| {
        let game = format!("game {}, seed {}", fault.game, fault.seed);
        (fault.place.clone(), fault.message.clone(), game)
    }));
    if played.is_stopped() {
        warn("stopped: the report covers the games that were played");
        return 130;
    }
    u8::from(games.map(|report| report.failed).sum::<u64>() > 0)
}
