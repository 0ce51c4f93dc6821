//! `ludex simulate`: many games, summed up by `ludex-lab`. Here are arguments, bar, Ctrl-C and printing.

use std::sync::Arc;
use std::time::Instant;

use ludex::Setup;
use ludex_lab::By;
use ludex_lab::blocks::Control;
use ludex_lab::shard::Part;
use ludex_lab::simulate::{
    Ended, LogSink, Plan, Played, Report, SeatSums, Speed, Subject, Sums, page, simulate,
};
use ludex_lab::stats::CONFIDENCE;

use crate::args::{SimulateArgs, shell};
use crate::commands::experiments::levels::{self, Figure, LevelAnswer, LevelsAsked, Unit};
use crate::commands::experiments::report;
use crate::experiment::{self, FAULTS_TOLD, Output, bots, changes, tools};
use crate::failure::{Failure, Outcome};
use crate::game::text::Words;
use crate::log_file::LogFile;
use crate::names::{add_picks, names, titled};
use crate::sources::policies::Policies;
use crate::sources::results::Store;
use crate::sources::rulesets::{Loaded, options};
use crate::terminal::output::{Out, warn};
use crate::terminal::progress::{Counted, Extent};

/// Plays, counts, prints.
pub fn run(args: &SimulateArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    let players = loaded.players(args.run.players)?;
    let given = options(&args.run.options)?;
    let setup = loaded.set_up(players, &given)?;
    if let Some(list) = &args.levels {
        return leveled(args, &loaded, (&setup, given), list, out);
    }
    let mut plan = Plan::new(&setup, args.games, args.run.seed);
    plan.bots = bots(args.run.bots.as_deref(), &Policies::new(&loaded, &setup))?;
    plan.tools = tools();
    (plan.rotate, plan.detail, plan.shard) = (args.rotate, args.detail || args.store, args.shard);
    experiment::tell_turns(args.rotate, plan.turns());
    let page = experiment::output(args.html.as_deref())?;
    if args.html == args.log && page.as_ref().is_some_and(Output::is_file) {
        return Err(Failure::Usage("--html and --log want two files".to_owned()));
    }
    let store = Store::open(args.store, &loaded, "simulate")?;
    let started = Instant::now();
    let (played, logged) = play(&plan, args)?;
    let speed = Speed::new(&played.sums, experiment::timing(started, played.threads));
    let subject = Subject::new(&plan, changes(&loaded, given));
    let told = tell(&loaded, (&plan, &subject), (&played, speed), (args, page, store), out);
    tell_faults(&played, &plan, args);
    let code = verdict(&played, &plan);
    experiment::both(told, logged).map(|()| code)
}

/// The same with players of several levels.
fn leveled(
    args: &SimulateArgs,
    loaded: &Loaded,
    (setup, given): (&Setup, Vec<(String, String)>),
    list: &str,
    out: &mut Out,
) -> Outcome {
    let language = loaded.language(None)?;
    let words = Words::new(setup, &language);
    let by = By::of(setup);
    let head = match (by, setup.rules().says_who_won()) {
        (By::Score, _) => {
            "how many points each seat is ahead of the mean of the others, with intervals of 95 % each"
        }
        (By::Win, false) => {
            "how much more than an equal share of the victories each seat has, in percentage points, with intervals of 95 % each"
        }
        (By::Win, true) => "how often each seat wins, in percent, with intervals of 95 % each",
    };
    let head = format!("{}: {head}", titled(&words, loaded));
    let asked = LevelsAsked { list, head: &head, as_json: args.run.json };
    let policies = Policies::new(loaded, setup);
    levels::run(&asked, out, |word| {
        let mut plan = Plan::new(setup, args.games, args.run.seed);
        (plan.bots, plan.tools, plan.detail) = (bots(Some(word), &policies)?, tools(), args.detail);
        let started = Instant::now();
        let (played, _) = play(&plan, args)?;
        let speed = Speed::new(&played.sums, experiment::timing(started, played.threads));
        let subject = Subject::new(&plan, changes(loaded, given.clone()));
        let report = Report::new(&subject, &played.sums, Some(speed).filter(|_| !args.run.no_timing));
        tell_faults(&played, &plan, args);
        Ok(LevelAnswer {
            figures: figures(by, &words, &report, &played.sums),
            made: report.head.made.clone(),
            report,
            code: verdict(&played, &plan),
        })
    })
}

/// What each seat has, and how long games are.
fn figures(by: By, words: &Words<'_>, report: &Report, sums: &Sums) -> Vec<Figure> {
    let even = report.equal_share();
    let seat = |(seat, sums): (u8, &SeatSums)| {
        let percent = |share: f64| 100.0 * (share - even.unwrap_or(0.0));
        let (share, ends) = sums.win_share(1);
        let (unit, (number, interval)) = match (by, even) {
            (By::Score, _) => (Unit::Points, sums.points_ahead(words.setup)),
            (By::Win, Some(_)) => (Unit::Wins, (percent(share), ends.map(|ends| ends.map(percent)))),
            (By::Win, None) => (Unit::Amount, (percent(share), ends.map(|ends| ends.map(percent)))),
        };
        Figure {
            of: words.player(seat),
            unit,
            number: Some(number).filter(|_| report.finished > 0),
            interval,
        }
    };
    let lengths = sums.decisions.interval(CONFIDENCE);
    let decisions = Figure {
        of: "decisions in a game".to_owned(),
        unit: Unit::Amount,
        number: Some(report.mean_decisions).filter(|_| report.finished > 0),
        interval: lengths,
    };
    (0..).zip(&sums.seats).map(seat).chain([decisions]).collect()
}

fn tell(
    loaded: &Loaded,
    (plan, subject): (&Plan<'_>, &Subject),
    (played, speed): (&Played, Speed),
    (args, html, store): (&SimulateArgs, Option<Output>, Option<Store>),
    out: &mut Out,
) -> Result<(), Failure> {
    if let Some(shard) = plan.shard {
        let (subject, sums) = (subject.clone(), played.sums.clone());
        let whole = played.ended == Ended::Whole;
        let part = Part::new(shard, whole, subject, sums);
        return Ok(out.line(&report::json(&part)).and_then(|()| out.flush())?);
    }
    let report = Report::new(subject, &played.sums, Some(speed).filter(|_| !args.run.no_timing));
    store.map_or(Ok(()), |store| store.keep(&report::json(&report)))?;
    experiment::tell_left_out(report.left_out_intervals());
    let language = loaded.language(None)?;
    let words = Words::new(plan.setup, &language);
    let mut names = names(&words, loaded);
    report.detail.iter().for_each(|detail| add_picks(&mut names, &words, detail));
    experiment::tell(
        html,
        || page(&report, &names, &again(args)),
        out,
        |out| {
            match (args.run.json, args.csv) {
                (true, _) => out.line(&report::json(&report))?,
                (_, true) => report::csv(report.cells(), out)?,
                (false, false) => report::table(&report, &words, &names, out)?,
            }
            Ok(())
        },
    )
}

/// The command that makes the same results again.
fn again(args: &SimulateArgs) -> String {
    let mut words =
        format!("ludex simulate {} --games {}{}", shell(&args.ruleset), args.games, args.run.again());
    for (is_on, flag) in [(args.rotate, " --rotate"), (args.detail, " --detail")] {
        words += if is_on { flag } else { "" };
    }
    words
}

/// The exit code, and why not all games were played.
fn verdict(played: &Played, plan: &Plan<'_>) -> u8 {
    let (sums, games) = (&played.sums, plan.games_here());
    match played.ended {
        Ended::Whole => {}
        Ended::SameFault => warn(&format!(
            "error: the same rule failed in each of the first {} games; the other {} were not played",
            sums.failed,
            games - sums.failed
        )),
        Ended::Endless(endless) => {
            let who = if plan.is_random() {
                "random players don't end this game"
            } else {
                "these players don't end this game"
            };
            warn(&format!(
                "error: {endless} of the first {} games did not end; the other {} were not played: {who}",
                sums.played(),
                games - sums.played()
            ));
            let instead =
                if plan.is_random() { ", or let bots play that try to win: `--bots greedy`" } else { "" };
            warn(&format!(
                "help: limit its length, as by `repeat: 50` at the phase beside its `until`{instead}"
            ));
        }
        Ended::Stopped => {
            warn(&format!("stopped after {} of {games} games", sums.played()));
            return 130;
        }
    }
    u8::from(!sums.faults.is_empty())
}

/// Plays with a bar, until Ctrl-C; and what became of the log.
fn play(plan: &Plan<'_>, args: &SimulateArgs) -> Result<(Played, Result<(), Failure>), Failure> {
    let stop = experiment::stop_flag();
    let mut file = args.log.as_ref().map(|path| LogFile::open(path, Arc::clone(&stop))).transpose()?;
    let mut write = |lines: String| {
        if let Some(log) = &mut file {
            log.write(&lines);
        }
    };
    let log: Option<LogSink<'_>> = if args.log.is_some() { Some(&mut write) } else { None };
    let work = |control: &Control<'_>| simulate(plan, control, log);
    let extent = Extent { all: plan.games_here(), of_unit: plan.turns(), counted: Counted::Games };
    let played = experiment::watched(extent, args.run.jobs, &stop, work);
    Ok((played, file.map_or(Ok(()), LogFile::close)))
}

fn tell_faults(played: &Played, plan: &Plan<'_>, args: &SimulateArgs) {
    let sums = &played.sums;
    for fault in sums.faults.iter().take(FAULTS_TOLD) {
        let (place, message) = (&fault.place, &fault.message);
        warn(&format!("error: {place}: {message} (game {}, seed {})", fault.game, fault.seed));
    }
    if let Some(first) = sums.faults.first() {
        let seats = seats(plan, first.turn);
        let changes = args.run.words();
        warn(&format!(
            "error: {} of {} games stopped at a rule that failed and are not counted; see one: ludex play {} --seats {seats} --seed {}{changes}",
            sums.failed,
            plan.games_here(),
            args.ruleset,
            first.seed
        ));
    }
}

/// Who sat where, as `ludex play --seats` takes it.
fn seats(plan: &Plan<'_>, turn: u64) -> String {
    let players = usize::from(plan.setup.players());
    if plan.is_random() {
        return vec!["random"; players].join(",");
    }
    let seats: Vec<String> = (0..players).map(|seat| plan.bots[plan.entry(seat, turn)].to_string()).collect();
    seats.join(",")
}
