//! `ludex impact`: what each card does, worked out by `ludex-lab`. Here are arguments, bar, Ctrl-C and printing.

use std::time::Instant;

use clap::ValueEnum as _;
use ludex::{DesignId, Setup};
use ludex_lab::blocks::Control;
use ludex_lab::impact::{CardReport, Plan, Played, Report, Timing, WhyNot, impact, page};

use super::report::{columns, grouped, json};
use super::show;
use crate::args::{Effect, ImpactArgs, shell};
use crate::experiment::{self, FAULTS_TOLD};
use crate::failure::{Failure, Outcome};
use crate::output::{BOLD, DIM, Out, warn};
use crate::rulesets::{Loaded, options, plural};
use crate::text::Words;

/// Plays, counts, prints.
pub fn run(args: &ImpactArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    let setup = loaded.setup(args.run.players, &args.run.options)?;
    let language = loaded.language(None).unwrap_or_else(|_| "en".to_owned());
    let words = Words::new(&setup, &language);
    let plan = plan(args, &loaded, &words)?;
    let started = Instant::now();
    let played = play(&plan, args);
    let timing = Timing { jobs: played.threads, elapsed_s: started.elapsed().as_secs_f64() };
    let written = experiment::written(&loaded, options(&args.run.options)?);
    let report = Report::new(&plan, written, &played.sums, Some(timing).filter(|_| !args.run.no_timing));
    experiment::write_page(args.html.as_deref(), || page(&report, &again(args)))?;
    if args.run.json {
        out.line(&json(&report))?;
    } else {
        table(&report, &plan, &words, out)?;
    }
    out.flush()?;
    tell_faults(&report, &played);
    Ok(verdict(&played, &plan))
}

/// The command that makes the same results again.
fn again(args: &ImpactArgs) -> String {
    let card = args.card.as_ref().map_or_else(String::new, |card| format!(" --card {}", shell(card)));
    let effect = args.effect.to_possible_value().map_or_else(String::new, |word| word.get_name().to_owned());
    let ruleset = shell(&args.ruleset);
    let ImpactArgs { games, run, .. } = args;
    format!("ludex impact {ruleset}{card} --effect {effect} --games {games}{}", run.again())
}

fn plan<'a>(args: &ImpactArgs, loaded: &Loaded, words: &Words<'a>) -> Result<Plan<'a>, Failure> {
    let setup: &'a Setup = words.setup;
    let found =
        |word: &String| show::find_card(words, word).ok_or_else(|| show::unknown(loaded, words, word));
    let only = args.card.as_ref().map(found).transpose()?;
    let mut plan = match args.effect {
        Effect::Deck => Plan::new(setup, only, args.games.div_ceil(2), args.run.seed),
    };
    plan.bots = experiment::bots(args.run.bots.as_deref(), setup.players())?;
    plan.tools = experiment::tools();
    if plan.cards.is_empty() { Err(refusal(loaded, &plan, only)) } else { Ok(plan) }
}

/// Why there is no card to look at.
fn refusal(loaded: &Loaded, plan: &Plan<'_>, only: Option<DesignId>) -> Failure {
    let id = loaded.ruleset.id();
    let shared = plan.left_out.iter().all(|card| card.why == WhyNot::Shared);
    Failure::Usage(match (only, plan.left_out.first()) {
        (Some(design), Some(card)) => {
            let name = plan.setup.rules().design(design).name;
            format!("the effect of `{name}` can't be measured: {}", card.why.message())
        }
        (_, Some(_)) if shared => format!(
            "{id} has no kind of card of which each player has a set; shared cards want another effect, which is not there yet"
        ),
        (_, Some(_)) => format!("{id} has no card for which another one of a player's set can stand in"),
        (_, None) => format!("{id} has no cards"),
    })
}

/// Plays with a bar, until Ctrl-C.
fn play(plan: &Plan<'_>, args: &ImpactArgs) -> Played {
    let work = |control: &Control<'_>| impact(plan, control);
    experiment::watched(plan.games(), 1, args.run.jobs, &experiment::stop_flag(), work)
}

fn table(report: &Report, plan: &Plan<'_>, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let set: String = report.options.iter().map(|(o, v)| format!(", {o}={v}")).collect();
    let changes: String = report.variants.iter().chain(&report.overlays).map(|c| format!(", {c}")).collect();
    let (title, games, players, seed) = (words.title(), grouped(report.games), report.players, report.seed);
    let head = format!("{title}: {games} games in pairs, {players} players, seed {seed}{changes}{set}");
    out.wrapped(&out.paint(BOLD, &head), 2)?;
    out.line("")?;
    cards(&report.cards, words, out)?;
    out.line("")?;
    out.wrapped(
        "Impact: how much more often a player wins, in percentage points, than with another card of its kind drawn at random in its place.",
        2,
    )?;
    if report.cards.len() > 1 {
        out.wrapped(
            "Each row holds alone in 95 of 100 runs by its 95 %, and all rows together by their interval.",
            2,
        )?;
    }
    left_out(plan, words, out)?;
    let Some(timing) = &report.timing else { return Ok(()) };
    let jobs = plural(timing.jobs as usize, "thread");
    out.wrapped(&out.paint(DIM, &format!("{:.2} s on {jobs}", timing.elapsed_s)), 2)
}

fn cards(cards: &[CardReport], words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let mut rows = vec![["card", "impact", "95 %", "interval", "pairs"].map(str::to_owned).to_vec()];
    for card in cards {
        rows.push(vec![
            words.design(card.design),
            card.impact.map_or_else(|| "-".to_owned(), |impact| format!("{impact:+.1}")),
            points(card.ci95),
            points(card.interval),
            card.times.to_string(),
        ]);
    }
    if cards.len() == 1 {
        rows.iter_mut().for_each(|row| drop(row.remove(3)));
    }
    columns(&rows, out)
}

/// `-0.4 to +1.3`
fn points([low, high]: [f64; 2]) -> String {
    format!("{low:+.1} to {high:+.1}")
}

fn left_out(plan: &Plan<'_>, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let shared = plan.left_out.iter().filter(|card| card.why == WhyNot::Shared).count();
    for card in plan.left_out.iter().filter(|card| card.why != WhyNot::Shared) {
        out.wrapped(&format!("Not measured: {}: {}.", words.design(card.design), card.why.message()), 2)?;
    }
    if shared > 0 {
        let cards = plural(shared, "card");
        out.wrapped(&format!("Not measured: {cards} of which no player has a copy from the start."), 2)?;
    }
    Ok(())
}

fn tell_faults(report: &Report, played: &Played) {
    for fault in report.faults.iter().take(FAULTS_TOLD) {
        let (place, message, seed) = (&fault.place, &fault.message, fault.seed);
        let (card, with, seat) = (&fault.card, &fault.with, fault.seat);
        let world = if fault.as_written { String::new() } else { format!(" with {with} for it") };
        warn(&format!("error: {place}: {message} (pair of {card} of seat {seat}{world}, seed {seed})"));
    }
    if played.sums.failed > 0 {
        let pairs = plural(played.sums.failed as usize, "pair");
        warn(&format!("error: {pairs} in which a rule failed are not counted"));
    }
}

/// The exit code, and why not all pairs were played.
fn verdict(played: &Played, plan: &Plan<'_>) -> u8 {
    if played.stopped {
        let games = played.sums.games() + 2 * played.sums.failed;
        warn(&format!("stopped after {games} of {} games", plan.games()));
        return 130;
    }
    u8::from(played.sums.failed > 0)
}
