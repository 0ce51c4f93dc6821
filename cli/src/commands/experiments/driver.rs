//! Common driver of all experiments. Handles players, budget, levels, progress, interruption, log, parts,
//! JSON, CSV, tables and pages. Each experiment implements [`ExperimentCommand`] with its specific parts.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::cells::LongTable;
use ludex_lab::experiment::{Experiment, Played, Work};
use ludex_lab::html::Page;
use ludex_lab::names::Names;
use ludex_lab::report::Changes;
use ludex_lab::shard::{Piece, Run, Shard};
use ludex_lab::simulate::{Forfeit, Forfeits, LogSink};

use crate::args::{RunArgs, WhoArgs};
use crate::commands::experiments::levels::{self, Figure, LevelAnswer, LevelsAsked};
use crate::commands::experiments::pieces;
use crate::commands::experiments::players::{self, Asked, Games, Purpose};
use crate::commands::experiments::report::json;
use crate::experiment::{self, FAULTS_TOLD, Output};
use crate::failure::{Failure, Outcome};
use crate::log_file::LogFile;
use crate::names::{names, titled};
use crate::sources::policies::Policies;
use crate::sources::results::Store;
use crate::sources::rulesets::Loaded;
use crate::sources::settings::options;
use crate::terminal::output::{Out, warn};
use crate::terminal::progress::{Counted, Extent};
use ludex_table::words::Words;

/// Input of the driver: the flags, and the ruleset that provides the report's language and names. Flags that
/// an experiment does not have keep their defaults.
pub struct Request<'a> {
    pub loaded: &'a Loaded,
    /// Changes used to match the parts of one run.
    pub changes: Changes,
    /// Players and changes as typed; the driver adds the players chosen for the budget.
    pub run: RunArgs,
    pub rotate: bool,
    pub html: Option<PathBuf>,
    pub csv: bool,
    pub log: Option<PathBuf>,
    pub store: bool,
    pub shard: Option<Shard>,
    pub levels: Option<String>,
    pub who: WhoArgs,
}

impl<'a> Request<'a> {
    /// Creates a request with the flags that all experiments have.
    ///
    /// # Errors
    /// If an option is not given as `NAME=VALUE`.
    pub fn new(run: &RunArgs, loaded: &'a Loaded) -> Result<Request<'a>, Failure> {
        Ok(Request {
            loaded,
            changes: experiment::changes(loaded, options(&run.options)?),
            run: run.clone(),
            rotate: false,
            html: None,
            csv: false,
            log: None,
            store: false,
            shard: None,
            levels: None,
            who: WhoArgs::default(),
        })
    }

    /// Prints the first line, which says who plays.
    pub fn say(&self, sentence: &str, out: &mut Out) -> Result<(), Failure> {
        if self.run.json || self.csv || self.shard.is_some() {
            warn(&format!("note: {sentence}"));
            return Ok(());
        }
        out.wrapped(sentence, 2)?;
        // before games are played, which takes minutes
        Ok(out.flush()?)
    }
}

pub struct Done<'d, E: Experiment> {
    pub plan: &'d E,
    pub played: &'d Played<E::Sums>,
    pub report: &'d E::Report,
}

/// A report with the words to print it.
pub struct View<'v, E: Experiment> {
    pub report: &'v E::Report,
    pub words: &'v Words<'v>,
    pub names: &'v Names,
}

/// An experiment as requested on the command line.
pub trait ExperimentCommand {
    type Plan: Experiment;

    const NAME: &'static str;
    /// One of the games for which players are trained, if there are several.
    const WORLD: &'static str = "side";

    /// Returns the number of games that must fit into the budget, or `None` if the players do not depend on
    /// it.
    fn games(&self, _plan: &Self::Plan) -> Option<Games> {
        None
    }

    /// Sets the number of games per card that was chosen for the budget.
    fn set_games(&mut self, _plan: &mut Self::Plan, _of_each: Option<u64>) {}

    /// Returns the games for which players are trained, and a number that distinguishes games with the same
    /// rules.
    fn worlds(&self, plan: &Self::Plan) -> (Vec<Setup>, u64) {
        (vec![plan.setup().clone()], 0)
    }

    /// Lets trained players play. `trained` has the bots of all trainings for each of the worlds.
    fn play_trained(&self, plan: &mut Self::Plan, trained: Vec<Vec<BotSpec>>) {
        plan.run_mut().play_trained(trained.into_iter().next().unwrap_or_default());
    }

    /// Chooses who plays, and says so.
    fn choose_players(
        &mut self,
        request: &mut Request<'_>,
        plan: &mut Self::Plan,
        out: &mut Out,
    ) -> Result<(), Failure>
    where
        Self: Sized,
    {
        choose_players(self, request, plan, out)
    }

    /// Returns the unit that the progress bar counts.
    fn counted(&self, _plan: &Self::Plan) -> Counted {
        Counted::Games
    }

    /// Returns a note on intervals that are missing, or wider than requested.
    fn left_out(&self, _report: &<Self::Plan as Experiment>::Report) -> Option<String> {
        None
    }

    /// Returns the names for tables and pages.
    fn names(&self, words: &Words<'_>, loaded: &Loaded, _done: &Done<'_, Self::Plan>) -> Names {
        names(words, loaded)
    }

    /// Prints the report as a table.
    fn print(&self, view: &View<'_, Self::Plan>, out: &mut Out) -> std::io::Result<()>;

    /// Returns the report as one long table; empty without `--csv`.
    fn cells(&self, _report: &<Self::Plan as Experiment>::Report) -> LongTable {
        LongTable::default()
    }

    /// Creates the page with charts. `command` reproduces it.
    fn page(&self, view: &View<'_, Self::Plan>, command: &str) -> Page;

    /// Returns the command that reproduces the results.
    fn again(&self, run: &RunArgs) -> String;

    /// Returns the exit code. Warns about failed rules and about games that were not played.
    fn verdict(&self, done: &Done<'_, Self::Plan>) -> u8;

    /// Returns the title of a table of levels, or an empty string for an experiment without levels.
    fn levels_head(&self, _plan: &Self::Plan, _title: &str) -> String {
        String::new()
    }

    fn figures(&self, _done: &Done<'_, Self::Plan>, _words: &Words<'_>) -> Vec<Figure> {
        Vec::new()
    }

    /// Plays a part of the run and prints its counts.
    fn part(&self, request: &Request<'_>, plan: &Self::Plan, shard: Shard, out: &mut Out) -> Outcome {
        let run = Run::new(plan, pieces::typed(), request.changes.clone());
        let (counts, logged) = watched(self, request, plan, |control, log| plan.part(control, log))?;
        let code = pieces::print(shard, run, counts, out)?;
        logged.map(|()| code)
    }
}

/// Plays a plan, or merges the counts of its parts, and reports the result.
pub fn run_and_report<A: ExperimentCommand>(
    mut asked: A,
    mut request: Request<'_>,
    mut plan: A::Plan,
    parts: Option<Piece>,
    out: &mut Out,
) -> Outcome {
    if let Some(list) = &request.levels {
        return leveled(&asked, &request, plan, list, out);
    }
    let html = experiment::output(request.html.as_deref())?;
    // training counts as playing
    let started = Instant::now();
    asked.choose_players(&mut request, &mut plan, out)?;
    if request.html == request.log && html.as_ref().is_some_and(Output::is_file) {
        return Err(Failure::Usage("--html and --log want two files".to_owned()));
    }
    let store = Store::open(request.store, request.loaded, A::NAME)?;
    note_turns(&request, &plan);
    if let Some(shard) = request.shard {
        return asked.part(&request, &plan, shard, out);
    }
    let merged = parts.map(|parts| merged::<A>(&request, &plan, parts)).transpose()?;
    let (played, report, logged) = play_and_report(&asked, &request, &plan, (merged, started))?;
    let done = Done { plan: &plan, played: &played, report: &report };
    store.map_or(Ok(()), |store| store.keep(&json(&report)))?;
    let printed = print(&asked, &request, &done, html, out);
    let code = asked.verdict(&done);
    experiment::both(printed, logged).map(|()| code)
}

/// Prints the report, and writes its page if requested.
fn print<A: ExperimentCommand>(
    asked: &A,
    request: &Request<'_>,
    done: &Done<'_, A::Plan>,
    html: Option<Output>,
    out: &mut Out,
) -> Result<(), Failure> {
    let report = done.report;
    if let Some(why) = asked.left_out(report) {
        warn(&format!("note: {why}"));
    }
    let language = request.loaded.language(None)?;
    let words = Words::new(done.plan.setup(), &language);
    let names = asked.names(&words, request.loaded, done);
    let view = View { report, words: &words, names: &names };
    let page = || asked.page(&view, &asked.again(&request.run));
    experiment::print_and_save(html, page, out, |out| {
        match (request.run.json, request.csv) {
            (true, _) => out.line(&json(report))?,
            (_, true) => asked.cells(report).csv().try_for_each(|line| out.line(&line))?,
            (false, false) => asked.print(&view, out)?,
        }
        Ok(())
    })
}

/// Chooses the strongest players that fit into the budget, unless the user named players. Says who plays.
fn choose_players<A: ExperimentCommand>(
    asked: &mut A,
    request: &mut Request<'_>,
    plan: &mut A::Plan,
    out: &mut Out,
) -> Result<(), Failure> {
    let Some(games) = asked.games(plan).filter(|_| request.run.bots.is_none()) else { return Ok(()) };
    let (worlds, salt) = asked.worlds(plan);
    let (loaded, run, who) = (request.loaded, &request.run, &request.who);
    let (worlds, world, purpose) = (worlds.as_slice(), A::WORLD, Purpose::Seats);
    let chosen = players::resolve(&Asked { loaded, worlds, world, salt, games, run, who, purpose })?;
    let ends_early = chosen.of_each.is_some() && asked.counted(plan) == Counted::MostGames;
    let fewer =
        if ends_early { ". --within ends a run with fewer games once its intervals are narrow" } else { "" };
    request.say(&format!("{}{fewer}", chosen.sentence), out)?;
    match chosen.trained {
        Some(trained) => {
            request.run.train = Some(trained.training);
            asked.play_trained(plan, trained.bots);
        }
        None => {
            seat(request, plan, &chosen.bots)?;
            request.run.bots = Some(chosen.bots);
        }
    }
    asked.set_games(plan, chosen.of_each);
    Ok(())
}

/// Notes that `--rotate` has no effect if all seats have the same bot.
fn note_turns(request: &Request<'_>, plan: &impl Experiment) {
    if request.rotate && plan.turns() == 1 {
        warn("note: all seats have the same bot, so --rotate has nothing to turn: each deal is played once");
    }
}

fn seat(request: &Request<'_>, plan: &mut impl Experiment, bots: &str) -> Result<(), Failure> {
    let bots = experiment::bots(Some(bots), &Policies::new(request.loaded, plan.setup()))?;
    plan.run_mut().bots = bots;
    Ok(())
}

fn merged<A: ExperimentCommand>(
    request: &Request<'_>,
    plan: &A::Plan,
    parts: Piece,
) -> Result<Played<<A::Plan as Experiment>::Sums>, Failure> {
    pieces::fits(&parts, &Run::new(plan, Vec::new(), request.changes.clone()))?;
    plan.merged(parts.counts).ok_or_else(|| {
        Failure::Problem(format!("the parts have not counted what `ludex {}` counts", A::NAME))
    })
}

/// Games, their report, and the result of writing their log.
pub type Reported<E> = (Played<<E as Experiment>::Sums>, <E as Experiment>::Report, Result<(), Failure>);

/// Plays a plan, unless `merged` has its games, and creates the report of a run that started some time ago.
pub fn play_and_report<A: ExperimentCommand>(
    asked: &A,
    request: &Request<'_>,
    plan: &A::Plan,
    (merged, started): (Option<Played<<A::Plan as Experiment>::Sums>>, Instant),
) -> Result<Reported<A::Plan>, Failure> {
    let (played, logged) = match merged {
        Some(played) => (played, Ok(())),
        None => watched(asked, request, plan, |control, log| plan.play(control, log))?,
    };
    let timing = (!request.run.no_timing).then(|| experiment::timing(started, played.threads));
    let report = plan.report(request.changes.clone(), &played, timing);
    Ok((played, report, logged))
}

/// Plays with a progress bar until Ctrl-C. Also returns the result of writing the log.
pub fn watched<A: ExperimentCommand + ?Sized, T>(
    asked: &A,
    request: &Request<'_>,
    plan: &A::Plan,
    work: impl FnOnce(&Control<'_>, Option<LogSink<'_>>) -> T,
) -> Result<(T, Result<(), Failure>), Failure> {
    let stop = experiment::stop_flag();
    let mut file = request.log.as_ref().map(|path| LogFile::open(path, Arc::clone(&stop))).transpose()?;
    let mut write = |lines: String| file.iter_mut().for_each(|log| log.write(&lines));
    let log: Option<LogSink<'_>> = if request.log.is_some() { Some(&mut write) } else { None };
    let work = |control: &Control<'_>| work(control, log);
    let (Work { all, of_unit }, counted) = (plan.work(), asked.counted(plan));
    let done = experiment::watched(Extent { all, of_unit, counted }, request.run.jobs, &stop, work);
    Ok((done, file.map_or(Ok(()), LogFile::close)))
}

/// Runs the experiment with the players of each level.
fn leveled<A: ExperimentCommand>(
    asked: &A,
    request: &Request<'_>,
    mut plan: A::Plan,
    list: &str,
    out: &mut Out,
) -> Outcome {
    let (language, setup) = (request.loaded.language(None)?, plan.setup().clone());
    let words = Words::new(&setup, &language);
    let head = asked.levels_head(&plan, &titled(&words, request.loaded));
    let of_levels = LevelsAsked { list, head: &head, as_json: request.run.json };
    levels::run(&of_levels, out, |bots| {
        seat(request, &mut plan, bots)?;
        note_turns(request, &plan);
        let (played, report, _) = play_and_report(asked, request, &plan, (None, Instant::now()))?;
        let done = Done { plan: &plan, played: &played, report: &report };
        let (figures, code) = (asked.figures(&done, &words), asked.verdict(&done));
        Ok(LevelAnswer { figures, made: plan.made(), report, code })
    })
}

/// Warns about the first failed rules, each with its location, message and game.
pub fn warn_failures(failures: impl IntoIterator<Item = (String, String, String)>) {
    for (place, message, game) in failures.into_iter().take(FAULTS_TOLD) {
        warn(&format!("error: {place}: {message} ({game})"));
    }
}

/// Warns about the first forfeits, each with its game, seat and reason, and about their number.
pub fn warn_forfeits(forfeits: &Forfeits, games: u64) {
    for Forfeit { game, seed, seat, bot, reason } in forfeits.first.iter().take(FAULTS_TOLD) {
        warn(&format!("error: {bot} lost game {game} (seed {seed}, seat {seat}) by forfeit: {reason}"));
    }
    if !forfeits.is_empty() {
        let lost = forfeits.games;
        warn(&format!("error: {lost} of {games} games were lost by forfeit (docs/protocol.md)"));
    }
}
