//! `ludex ladder`: how much skill matters, worked out by `ludex-lab`. Here are arguments, bar, Ctrl-C and faults.

mod table;

use std::time::Instant;

use ludex::bots::BotSpec;
use ludex_lab::By;
use ludex_lab::blocks::Control;
use ludex_lab::ladder::{Plan, Played, Report, ladder, page};
use ludex_lab::report::Made;
use ludex_lab::shard::{Counts, Piece};

use crate::args::{Counted, LadderArgs, shell};
use crate::commands::experiments::pieces;
use crate::commands::experiments::report::{csv, json};
use crate::experiment::{self, FAULTS_TOLD};
use crate::failure::{Failure, Outcome};
use crate::game::text::Words;
use crate::names::names;
use crate::sources::policies::Policies;
use crate::sources::rulesets::{Loaded, options};
use crate::terminal::output::{Out, warn};
use crate::terminal::progress::{self, Extent};

/// Plays, counts, prints.
pub fn run(args: &LadderArgs, out: &mut Out) -> Outcome {
    told(args, None, out)
}

/// Prints what all parts have counted.
pub fn merged(args: &LadderArgs, piece: Piece, out: &mut Out) -> Outcome {
    told(args, Some(piece), out)
}

fn told(args: &LadderArgs, merged: Option<Piece>, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    let setup = loaded.setup(args.run.players, &args.run.options)?;
    if setup.players() < 2 {
        return Err(Failure::Usage("a ladder wants at least two players".to_owned()));
    }
    let bots = bots(args, &Policies::new(&loaded, &setup))?;
    let mut plan = Plan::new(&setup, &bots, args.games, args.run.seed);
    if !plan.turns_teams() {
        let message = "a ladder turns the seats, so it wants teams of one size whose players sit by turns";
        return Err(Failure::Usage(message.to_owned()));
    }
    plan.tools = experiment::tools();
    plan.by = args.by.map_or_else(|| By::of(&setup), Counted::by);
    if plan.by == By::Score && setup.rules().teams().next().is_some() {
        return Err(Failure::Usage("a ladder of teams counts victories: leave out --by score".to_owned()));
    }
    plan.shard = args.shard;
    let html = experiment::output(args.html.as_deref())?;
    let changes = experiment::changes(&loaded, options(&args.run.options)?);
    let made = Made::new(&bots, &setup);
    let part_of = pieces::of(&[&loaded.ruleset], (setup.players(), changes.clone()), &bots, made);
    let started = Instant::now();
    let played = match merged {
        Some(piece) => {
            pieces::fits(&piece, &part_of)?;
            let Counts::Ladder(sums) = piece.counts else { return Err(pieces::other("ladder")) };
            Played::of(&plan, sums)
        }
        None => play(&plan, args),
    };
    if let Some(shard) = args.shard {
        let counts = (!played.stopped).then(|| (Counts::Ladder(played.sums()), true));
        return pieces::print(shard, part_of, counts, out);
    }
    let timing = experiment::timing(started, played.threads);
    let report = Report::new(&plan, changes, &played, Some(timing).filter(|_| !args.run.no_timing));
    experiment::tell_left_out(report.left_out_intervals());
    let language = loaded.language(None)?;
    let words = Words::new(&setup, &language);
    let names = names(&words, &loaded);
    let told = experiment::tell(
        html,
        || page(&report, &names, &again(args)),
        out,
        |out| {
            match (args.run.json, args.csv) {
                (true, _) => out.line(&json(&report))?,
                (_, true) => csv(report.cells(), out)?,
                (false, false) => table::print(&report, &words, &names, out)?,
            }
            Ok(())
        },
    );
    tell_faults(&report, args);
    let code = verdict(&report, &played, &plan);
    told.map(|()| code)
}

/// Those that are listed, or searches of which each has twice the iterations of the one before.
fn bots(args: &LadderArgs, policies: &Policies<'_>) -> Result<Vec<BotSpec>, Failure> {
    let doubled = || {
        let names = (0..args.steps).map(|step| format!("search:{}", u64::from(args.from) << step));
        names.collect::<Vec<_>>().join(",")
    };
    experiment::listed_bots(&args.run.bots.clone().unwrap_or_else(doubled), policies)
}

/// The command that makes the same results again.
fn again(args: &LadderArgs) -> String {
    let LadderArgs { games, from, steps, run, .. } = args;
    let steps = if run.bots.is_some() { String::new() } else { format!(" --from {from} --steps {steps}") };
    let by = args.by.map_or_else(String::new, |by| format!(" --by {}", by.word()));
    format!("ludex ladder {} --games {games}{steps}{by}{}", shell(&args.ruleset), run.again())
}

/// Plays with a bar, until Ctrl-C.
fn play(plan: &Plan<'_>, args: &LadderArgs) -> Played {
    let work = |control: &Control<'_>| ladder(plan, control);
    let extent = Extent { all: plan.work(), of_unit: 1, counted: progress::Counted::Cost };
    experiment::watched(extent, args.run.jobs, &experiment::stop_flag(), work)
}

fn tell_faults(report: &Report, args: &LadderArgs) {
    for told in report.faults.iter().take(FAULTS_TOLD) {
        let (fault, bot, against) = (&told.fault, &told.bot, &told.against);
        let (place, message) = (&fault.place, &fault.message);
        warn(&format!("error: {place}: {message} ({bot} against {against}, seed {})", fault.seed));
    }
    if let Some(first) = report.faults.first() {
        warn(&format!(
            "error: in {} games a rule failed, and they are not counted; see one: ludex play {} --seats {} --seed {}{}",
            report.failed,
            shell(&args.ruleset),
            first.seats.join(","),
            first.fault.seed,
            args.run.words()
        ));
    }
}

/// The exit code, and why not all games were played.
fn verdict(report: &Report, played: &Played, plan: &Plan<'_>) -> u8 {
    if played.stopped {
        warn(&format!("stopped after {} of {} games", report.games + report.failed, plan.games()));
        return 130;
    }
    u8::from(report.failed > 0)
}
