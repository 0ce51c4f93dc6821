//! `ludex sweep`: a ruleset at many points, played by `ludex-lab`. Here are arguments, bar, Ctrl-C and faults.

mod points;
mod table;
mod vary;

use std::time::Instant;

use ludex::{Ruleset, Setup};
use ludex_lab::blocks::Control;
use ludex_lab::shard::{Counts, Piece};
use ludex_lab::sweep::{
    Ended, Failed, Fit, Plan, PointReport, Report, SeatReport, Swept, Target, page, sweep,
};

use crate::args::{SweepArgs, shell};
use crate::commands::experiments::budget::{self, Games, Wanted};
use crate::commands::experiments::levels::{self, Figure, LevelAnswer, LevelsAsked, Unit};
use crate::commands::experiments::pieces;
use crate::commands::experiments::report::json;
use crate::experiment::{self, FAULTS_TOLD, bots, changes, tools};
use crate::failure::{Failure, Outcome};
use crate::game::text::Words;
use crate::names::{names, titled};
use crate::sources::policies::Policies;
use crate::sources::rulesets::{Loaded, options};
use crate::terminal::output::{Out, warn};
use crate::terminal::progress::{Counted, Extent};
use vary::Vary;

/// Games at each point, if nobody says …
const GAMES: u64 = 1000;
/// … and with a target, at most.
const MOST_GAMES: u64 = 50_000;

/// Plays, counts, prints.
pub fn run(args: &SweepArgs, out: &mut Out) -> Outcome {
    told(args, None, out)
}

/// Prints what all parts have counted.
pub fn merged(args: &SweepArgs, piece: Piece, out: &mut Out) -> Outcome {
    told(args, Some(piece), out)
}

fn told(args: &SweepArgs, merged: Option<Piece>, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    let given = options(&args.run.options)?;
    let setup = loaded.setup(args.run.players, &[])?;
    let known: Vec<String> = setup.rules().options().map(|option| option.name.to_owned()).collect();
    let varies = vary::parse_all(&args.vary, &known)?;
    let mut plan = plan(args, &loaded, &varies, &given, out)?;
    if let Some(list) = &args.levels {
        return leveled(args, &loaded, (plan, &varies, given), list, out);
    }
    let html = experiment::output(args.html.as_deref())?;
    let mut budgeted = args.clone();
    if args.run.bots.is_none() {
        let setup = &plan.points()[0].setup;
        let wanted = Wanted {
            loaded: &loaded,
            setup,
            games: Games::All(games(&plan)),
            is_data: args.run.json || args.csv || args.shard.is_some(),
        };
        let level = budget::level(args.budget, &wanted, out)?.bots;
        plan.bots = bots(Some(&level), &Policies::new(&loaded, &plan.points()[0].setup))?;
        budgeted.run.bots = Some(level);
    }
    let args = &budgeted;
    experiment::tell_turns(args.rotate, plan.turns());
    let started = Instant::now();
    let rulesets: Vec<&Ruleset> = plan.points().iter().map(|point| point.setup.ruleset()).collect();
    let changes = changes(&loaded, given);
    let part_of = pieces::of(&rulesets, (plan.players(), changes.clone()), &plan.bots, plan.made());
    let swept = match merged {
        Some(piece) => {
            pieces::fits(&piece, &part_of)?;
            let Counts::Sweep(points) = piece.counts else { return Err(pieces::other("sweep")) };
            Swept::of(&plan, points)
        }
        None => play(&plan, args),
    };
    if let Some(shard) = args.shard {
        let whole = swept.ended == Ended::Whole;
        let counts = (swept.ended != Ended::Stopped).then(|| (Counts::Sweep(swept.points.clone()), whole));
        return pieces::print(shard, part_of, counts, out);
    }
    let timing = (!args.run.no_timing).then_some(experiment::timing(started, swept.threads));
    let report = Report::new(&plan, changes, &swept, timing);
    let language = loaded.language(None)?;
    let words = Words::new(&plan.points()[0].setup, &language);
    let names = names(&words, &loaded);
    let told = experiment::tell(
        html,
        || page(&report, &names, &again(args)),
        out,
        |out| {
            match (args.run.json, args.csv) {
                (true, _) => out.line(&json(&report))?,
                (_, true) => table::csv(&report, out)?,
                (false, false) => table::print(&report, &words, &names, out)?,
            }
            Ok(())
        },
    );
    tell_faults(&report, &plan, args, &loaded, &varies);
    let code = verdict(&report, &swept, &plan);
    told.map(|()| code)
}

/// The same with players of several levels.
fn leveled(
    args: &SweepArgs,
    loaded: &Loaded,
    (mut plan, varies, given): (Plan, &[Vary], Vec<(String, String)>),
    list: &str,
    out: &mut Out,
) -> Outcome {
    let setup = plan.points()[0].setup.clone();
    let language = loaded.language(None)?;
    let words = Words::new(&setup, &language);
    let even = equal_share(&setup);
    let head = match even {
        Some(_) => {
            "how much more than an equal share of the victories each seat has, in percentage points, with intervals of 95 % each"
        }
        None => "how often each seat wins, in percent, with intervals of 95 % each",
    };
    let head = format!("{}: {head}", titled(&words, loaded));
    let asked = LevelsAsked { list, head: &head, as_json: args.run.json };
    let policies = Policies::new(loaded, &setup);
    levels::run(&asked, out, |word| {
        plan.bots = bots(Some(word), &policies)?;
        let started = Instant::now();
        let swept = play(&plan, args);
        let timing = (!args.run.no_timing).then_some(experiment::timing(started, swept.threads));
        let report = Report::new(&plan, changes(loaded, given.clone()), &swept, timing);
        tell_faults(&report, &plan, args, loaded, varies);
        let code = verdict(&report, &swept, &plan);
        Ok(LevelAnswer {
            figures: figures(&report, &words, even),
            made: report.head.made.clone(),
            report,
            code,
        })
    })
}

/// What each seat has where all are equal, in percentage points; nothing where the rules say of each who has won.
fn equal_share(setup: &Setup) -> Option<f64> {
    let rules = setup.rules();
    let teams = rules.teams().count();
    let sides = if teams == 0 { usize::from(setup.players()) } else { teams };
    (!rules.says_who_won()).then(|| 100.0 / sides as f64)
}

/// What each seat has at each point.
fn figures(report: &Report, words: &Words<'_>, even: Option<f64>) -> Vec<Figure> {
    let of_seat = |at: &str, point: &PointReport, seat: &SeatReport| {
        let more = |share: f64| share - even.unwrap_or(0.0);
        Figure {
            of: format!("{} at {at}", words.player(seat.seat as u8 - 1)),
            unit: if even.is_some() { Unit::Wins } else { Unit::Amount },
            number: Some(more(seat.win_share)).filter(|_| point.games > 0),
            interval: Some(seat.ci95.map(more)).filter(|_| point.games > 0),
        }
    };
    let of_point = |point: &PointReport| {
        let named = report.parameters.iter().zip(&point.at);
        let at: Vec<String> =
            named.map(|(of, value)| format!("{}={value}", table::short(&of.name))).collect();
        point.seats.iter().map(|seat| of_seat(&at.join(", "), point, seat)).collect::<Vec<_>>()
    };
    report.points.iter().flat_map(of_point).collect()
}

/// The command that makes the same results again.
fn again(args: &SweepArgs) -> String {
    let vary: String = args.vary.iter().map(|vary| format!(" --vary {}", shell(vary))).collect();
    let rotate = if args.rotate { " --rotate" } else { "" };
    let target =
        args.target.as_ref().map_or_else(String::new, |target| format!(" --target {}", shell(target)));
    let games = args.games.map_or_else(String::new, |games| format!(" --games {games}"));
    format!("ludex sweep {}{vary}{target}{games}{rotate}{}", shell(&args.ruleset), args.run.again())
}

fn plan(
    args: &SweepArgs,
    loaded: &Loaded,
    varies: &[Vary],
    given: &[(String, String)],
    out: &mut Out,
) -> Result<Plan, Failure> {
    let players = loaded.players(args.run.players)?;
    let setups = points::setups(loaded, varies, players, given, out)?;
    let parameters = varies.iter().map(Vary::parameter).collect();
    let games = args.games.unwrap_or(if args.target.is_some() { MOST_GAMES } else { GAMES });
    let plan = Plan::new(parameters, &setups, games, args.run.seed);
    let mut plan = plan.ok_or_else(|| Failure::Usage("--vary leaves no point to play".to_owned()))?;
    let target = args.target.as_ref().map(|text| Target::parse(text, &setups[0])).transpose();
    plan.target = target.map_err(|why| Failure::Usage(format!("--target: {why}")))?;
    plan.bots = bots(args.run.bots.as_deref(), &Policies::new(loaded, &setups[0]))?;
    (plan.tools, plan.rotate, plan.shard) = (tools(), args.rotate, args.shard);
    Ok(plan)
}

/// All games at all points, at most.
fn games(plan: &Plan) -> u64 {
    plan.deals().saturating_mul(plan.turns()).saturating_mul(plan.points().len() as u64)
}

/// Plays with a bar, until Ctrl-C.
fn play(plan: &Plan, args: &SweepArgs) -> Swept {
    let work = |control: &Control<'_>| sweep(plan, control);
    let counted = if plan.target.is_some() { Counted::MostGames } else { Counted::Games };
    let extent = Extent { all: games(plan), of_unit: plan.turns(), counted };
    experiment::watched(extent, args.run.jobs, &experiment::stop_flag(), work)
}

/// The exit code, and why not all games were played.
fn verdict(report: &Report, swept: &Swept, plan: &Plan) -> u8 {
    match swept.ended {
        Ended::Whole | Ended::Decided => {}
        Ended::Failed => {
            warn("error: a rule failed in each of the first deals, at every point; no more were played")
        }
        Ended::Stopped => {
            let played: u64 = report.points.iter().map(|point| point.games).sum();
            let all = report.games.saturating_mul(plan.points().len() as u64);
            warn(&format!("stopped after {played} of {all} games"));
            return 130;
        }
    }
    let met = report.target.as_ref().is_none_or(|target| target.outcome == Fit::Met);
    u8::from(report.failed > 0 || !met)
}

fn tell_faults(report: &Report, plan: &Plan, args: &SweepArgs, loaded: &Loaded, varies: &[Vary]) {
    for fault in report.faults.iter().take(FAULTS_TOLD) {
        let Failed { point, deal, seed, place, message, .. } = fault;
        let at: Vec<String> = plan.values(*point).map(|(name, value)| format!("{name}={value}")).collect();
        warn(&format!("error: {place}: {message} (at {}, deal {deal}, seed {seed})", at.join(", ")));
    }
    if let Some(first) = report.faults.first() {
        let played: u64 = report.points.iter().map(|point| point.games / plan.turns()).sum();
        warn(&format!(
            "error: in {} of {} deals a rule failed, and they are not counted; see one: {}",
            report.failed,
            played + report.failed,
            command(first, plan, args, loaded, varies)
        ));
    }
}

/// The command that plays this game.
fn command(failed: &Failed, plan: &Plan, args: &SweepArgs, loaded: &Loaded, varies: &[Vary]) -> String {
    let at = &plan.points()[failed.point].at;
    let varied = varies.iter().zip(at).filter_map(|(vary, at)| Some((vary.option()?, &vary.values[*at])));
    let varied: String = varied.map(|(option, value)| format!(" --set {option}={value}")).collect();
    let seats: Vec<String> = plan.seated(failed.turn).iter().map(ToString::to_string).collect();
    let (seats, seed) = (seats.join(","), failed.seed);
    let command = format!(
        "ludex play {} --seats {seats} --seed {seed} --streams{varied}{}",
        loaded.reference.shown(),
        args.run.words()
    );
    match points::overlay_text(varies, at, loaded.ruleset.id()) {
        Some(text) => format!("{command} --overlay FILE, with an overlay that has: {text}"),
        None => command,
    }
}
