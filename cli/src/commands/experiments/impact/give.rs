//! `ludex impact --give`: one player alone has the changed cards.

use std::time::Instant;

use ludex::bots::BotSpec;
use ludex::variants::{Given, NotGiven};
use ludex::{Seat, Setup};
use ludex_lab::blocks::Control;
use ludex_lab::impact::{GavePlayed, GivePlan, GiveReport, give, give_page};
use ludex_lab::names::Names;

use crate::args::ImpactArgs;
use crate::commands::experiments::budget::{self, Games, Wanted};
use crate::commands::experiments::report::{changed, columns, grouped, json, played_by, took};
use crate::experiment;
use crate::failure::{Failure, Outcome};
use crate::game::text::Words;
use crate::names::names;
use crate::sources::policies::Policies;
use crate::sources::rulesets::{Loaded, options, plural};
use crate::terminal::output::{BOLD, Out, warn};
use crate::terminal::progress::{Counted, Extent};

/// Plays, counts, prints.
pub fn run(args: &ImpactArgs, loaded: &Loaded, seat: u8, out: &mut Out) -> Outcome {
    let given = Given::new(&loaded.ruleset).map_err(|why| not_given(loaded, &why))?;
    let (worlds, setup) = worlds(args, loaded, &given, seat)?;
    let html = experiment::output(args.html.as_deref())?;
    let mut budgeted = args.clone();
    if args.run.bots.is_none() {
        let games = args.games.map_or(Games::OfEach(1), |games| Games::All(2 * games.div_ceil(2)));
        let wanted = Wanted { loaded, setup: &setup, games, is_data: args.run.json };
        let chosen = budget::level(args.budget, &wanted, out)?;
        (budgeted.run.bots, budgeted.games) = (Some(chosen.bots), chosen.of_each.or(args.games));
    }
    let args = &budgeted;
    let plan = GivePlan {
        worlds: &worlds,
        seat: setup.seat(seat - 1).unwrap_or(Seat::FIRST),
        pairs: args.games().div_ceil(2),
        by: super::by(args, &setup),
        seed: args.run.seed,
        bots: seated(args, loaded, &setup)?,
        tools: experiment::tools(),
    };
    let started = Instant::now();
    let work = |control: &Control<'_>| give(&plan, control);
    let extent = Extent { all: 2 * plan.pairs, of_unit: 2, counted: Counted::Games };
    let played = experiment::watched(extent, args.run.jobs, &experiment::stop_flag(), work);
    let timing = Some(experiment::timing(started, played.threads)).filter(|_| !args.run.no_timing);
    let changes = experiment::changes(loaded, options(&args.run.options)?);
    let report = GiveReport::new((&loaded.ruleset, &given), &plan, changes, &played, timing);
    let language = loaded.language(None)?;
    let words = Words::new(&setup, &language);
    let names = names(&words, loaded);
    let told = experiment::tell(
        html,
        || give_page(&report, &names, &super::again(args)),
        out,
        |out| {
            if args.run.json {
                out.line(&json(&report))?;
            } else {
                table(&report, &words, &names, out)?;
            }
            Ok(())
        },
    );
    let code = verdict(&plan, &played);
    told.map(|()| code)
}

fn not_given(loaded: &Loaded, why: &NotGiven) -> Failure {
    if matches!(why, NotGiven::Nothing) {
        let message = "no card is changed; --give wants --overlay or --variant to say what one player has";
        return Failure::Usage(message.to_owned());
    }
    refused(loaded, &why.to_string())
}

fn refused(loaded: &Loaded, why: &str) -> Failure {
    Failure::Usage(format!("what changes in {} can't be given to one player: {why}", loaded.ruleset.id()))
}

/// The two worlds, and the changed game, in which cards have their names.
fn worlds(
    args: &ImpactArgs,
    loaded: &Loaded,
    given: &Given,
    seat: u8,
) -> Result<([Setup; 2], Setup), Failure> {
    let setup = loaded.setup(args.run.players, &args.run.options)?;
    let players = setup.players();
    let Some(given_to) = setup.seat(seat - 1) else {
        return Err(Failure::Usage(format!("there is no seat {seat}: {players} play")));
    };
    let worlds = given.worlds(players, &options(&args.run.options)?, given_to);
    Ok((worlds.map_err(|error| refused(loaded, &error.message))?, setup))
}

/// A bot for each seat.
fn seated(args: &ImpactArgs, loaded: &Loaded, setup: &Setup) -> Result<Vec<BotSpec>, Failure> {
    let mut bots = experiment::bots(args.run.bots.as_deref(), &Policies::new(loaded, setup))?;
    let last = bots.last().cloned().unwrap_or(BotSpec::Random);
    bots.resize(usize::from(setup.players()), last);
    Ok(bots)
}

fn table(report: &GiveReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let changes = changed(&report.head.changes, names);
    let (title, games, players, seed) =
        (words.title(), grouped(report.games), report.head.players, report.seed);
    let head = format!("{title}: {games} games in pairs, {players} players, seed {seed}{changes}");
    out.wrapped(&out.paint(BOLD, &head), 2)?;
    played_by(&report.who, out)?;
    columns(&rows(report, words, names), out)?;
    out.line("")?;
    out.wrapped(&format!("Impact: {}.", report.meaning(names)), 2)?;
    took(report.timing.as_ref(), out)
}

fn rows(report: &GiveReport, words: &Words<'_>, names: &Names) -> Vec<Vec<String>> {
    let designs = words.setup.rules().designs();
    let cards = designs.filter(|def| report.given.iter().any(|name| name == def.name));
    let cards: Vec<String> = cards.map(|def| words.design(def.id)).collect();
    let head = ["changed", "seat", "impact", "95 %", "decisions", "pairs"];
    let row = [
        cards.join(", "),
        names.numbered_seat(report.seat),
        report.impact.map_or_else(|| "-".to_owned(), |impact| report.by.figure(impact)),
        report.by.ends(report.ci95),
        report.length.map_or_else(|| "-".to_owned(), |length| format!("{:+.1}", length.difference)),
        report.times.to_string(),
    ];
    vec![head.map(str::to_owned).to_vec(), row.to_vec()]
}

/// The exit code, and why not all pairs count.
fn verdict(plan: &GivePlan<'_>, played: &GavePlayed) -> u8 {
    for failed in played.faults.iter().take(experiment::FAULTS_TOLD) {
        let message = &failed.message;
        let world = if failed.as_written { "without" } else { "with" };
        warn(&format!("error: {message} (the game {world} the changed cards, seed {})", failed.seed));
    }
    if played.failed > 0 {
        warn(&format!(
            "error: {} in which a rule failed are not counted",
            plural(played.failed as usize, "pair")
        ));
    }
    if played.stopped {
        let done = 2 * (played.sums.impact.n + played.failed);
        warn(&format!("stopped after {done} of {} games", 2 * plan.pairs));
        return 130;
    }
    u8::from(played.failed > 0)
}
