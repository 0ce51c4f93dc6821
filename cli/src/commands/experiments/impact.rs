//! `ludex impact`: what each card does, worked out by `ludex-lab`. Here are arguments, bar, Ctrl-C and printing.

mod give;

use std::time::Instant;

use clap::ValueEnum as _;
use ludex::{DesignId, Seat, Setup};
use ludex_lab::By;
use ludex_lab::blocks::Control;
use ludex_lab::impact::{CardReport, Effect, LeftOutReport, Plan, Played, Report, WhyNot, impact, page};
use ludex_lab::names::Names;
use ludex_lab::shard::{Counts, Piece};

use crate::args::{ByEffect, Counted, ImpactArgs, shell};
use crate::commands::experiments::budget::{self, Games, Wanted};
use crate::commands::experiments::levels::{self, Figure, LevelAnswer, LevelsAsked, Unit};
use crate::commands::experiments::pieces;
use crate::commands::experiments::report::{changed, columns, json, played_by, took};
use crate::commands::show;
use crate::experiment::{self, FAULTS_TOLD};
use crate::failure::{Failure, Outcome};
use crate::game::text::Words;
use crate::names::{names, titled};
use crate::sources::policies::Policies;
use crate::sources::results::Store;
use crate::sources::rulesets::{Loaded, options, plural};
use crate::terminal::output::{BOLD, Out, warn};
use crate::terminal::progress::{self, Extent};

/// Plays, counts, prints.
pub fn run(args: &ImpactArgs, out: &mut Out) -> Outcome {
    told(args, None, out)
}

/// Prints what all parts have counted.
pub fn merged(args: &ImpactArgs, piece: Piece, out: &mut Out) -> Outcome {
    told(args, Some(piece), out)
}

fn told(args: &ImpactArgs, merged: Option<Piece>, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    if let Some(seat) = args.give {
        return give::run(args, &loaded, seat, out);
    }
    let setup = loaded.setup(args.run.players, &args.run.options)?;
    let language = loaded.language(None).unwrap_or_else(|_| "en".to_owned());
    let words = Words::new(&setup, &language);
    if let Some(list) = &args.levels {
        return leveled(args, (&loaded, &words), list, out);
    }
    let html = experiment::output(args.html.as_deref())?;
    let mut budgeted = args.clone();
    if args.run.bots.is_none() {
        // all parts of a run have the players of the whole run
        let whole = plan(&ImpactArgs { shard: None, ..args.clone() }, &loaded, &words)?;
        let wanted = Wanted {
            loaded: &loaded,
            setup: &setup,
            games: args.games.map_or(Games::OfEach(whole.cards.len() as u64), |_| Games::All(whole.games())),
            is_data: args.run.json || args.shard.is_some(),
        };
        let chosen = budget::level(args.budget, &wanted, out)?;
        (budgeted.run.bots, budgeted.games) = (Some(chosen.bots), chosen.of_each.or(args.games));
    }
    let args = &budgeted;
    let plan = plan(args, &loaded, &words)?;
    let store = Store::open(args.store, &loaded, "impact")?;
    let changes = experiment::changes(&loaded, options(&args.run.options)?);
    let part_of = pieces::of(&[&loaded.ruleset], (setup.players(), changes.clone()), &plan.bots, plan.made());
    let started = Instant::now();
    let played = match merged {
        Some(piece) => {
            pieces::fits(&piece, &part_of)?;
            let Counts::Impact(sums) = piece.counts else { return Err(pieces::other("impact")) };
            Played { sums, stopped: false, threads: 0 }
        }
        None => play(&plan, args),
    };
    if let Some(shard) = args.shard {
        let counts = (!played.stopped).then(|| (Counts::Impact(played.sums.clone()), true));
        return pieces::print(shard, part_of, counts, out);
    }
    let timing = experiment::timing(started, played.threads);
    let report = Report::new(&plan, changes, &played.sums, Some(timing).filter(|_| !args.run.no_timing));
    store.map_or(Ok(()), |store| store.keep(&json(&report)))?;
    let names = names(&words, &loaded);
    let told = experiment::tell(
        html,
        || page(&report, &names, &again(args)),
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
    tell_faults(&report, &played);
    let code = verdict(&played, &plan);
    told.map(|()| code)
}

/// The same with players of several levels.
fn leveled(args: &ImpactArgs, (loaded, words): (&Loaded, &Words<'_>), list: &str, out: &mut Out) -> Outcome {
    let by = plan(args, loaded, words)?.by;
    let measured = match by {
        By::Win => "in percentage points",
        By::Score => "in points of the score",
    };
    let title = titled(words, loaded);
    let head =
        format!("{title}: what a card does for the one who has it, {measured}, with intervals of 95 % each");
    let asked = LevelsAsked { list, head: &head, as_json: args.run.json };
    levels::run(&asked, out, |bots| {
        let mut of_level = args.clone();
        of_level.run.bots = Some(bots.to_owned());
        let plan = plan(&of_level, loaded, words)?;
        let started = Instant::now();
        let played = play(&plan, &of_level);
        let timing = experiment::timing(started, played.threads);
        let changes = experiment::changes(loaded, options(&args.run.options)?);
        let report = Report::new(&plan, changes, &played.sums, Some(timing).filter(|_| !args.run.no_timing));
        let figure = |card: &CardReport| Figure {
            of: format!("{} ({})", words.design(card.design), word(card.effect)),
            unit: Unit::of(by),
            number: card.impact,
            interval: Some(card.ci95),
        };
        let figures = report.cards.iter().map(figure).collect();
        tell_faults(&report, &played);
        Ok(LevelAnswer { figures, made: report.head.made.clone(), report, code: verdict(&played, &plan) })
    })
}

/// What counts.
fn by(args: &ImpactArgs, setup: &Setup) -> By {
    args.by.map_or_else(|| By::of(setup), Counted::by)
}

/// The command that makes the same results again.
fn again(args: &ImpactArgs) -> String {
    let card = args.card.as_ref().map_or_else(String::new, |card| format!(" --card {}", shell(card)));
    let effect = args.effect.and_then(|effect| effect.to_possible_value());
    let effect = effect.map_or_else(String::new, |word| format!(" --effect {}", word.get_name()));
    let by = args.by.map_or_else(String::new, |by| format!(" --by {}", by.word()));
    let give = args.give.map_or_else(String::new, |seat| format!(" --give seat={seat}"));
    let ruleset = shell(&args.ruleset);
    let (games, run) = (args.games(), &args.run);
    format!("ludex impact {ruleset}{card}{effect}{give}{by} --games {games}{}", run.again())
}

fn plan<'a>(args: &ImpactArgs, loaded: &Loaded, words: &Words<'a>) -> Result<Plan<'a>, Failure> {
    let setup: &'a Setup = words.setup;
    let found =
        |word: &String| show::find_card(words, word).ok_or_else(|| show::unknown(loaded, words, word));
    let only = args.card.as_ref().map(found).transpose()?;
    let effect = args.effect.map(|effect| match effect {
        ByEffect::Deck => Effect::Deck,
        ByEffect::Drawn => Effect::Drawn,
        ByEffect::Played => Effect::Played,
    });
    let mut plan = Plan::new(setup, only, effect, args.games().div_ceil(2), args.run.seed);
    plan.shard = args.shard;
    plan.bots = experiment::bots(args.run.bots.as_deref(), &Policies::new(loaded, setup))?;
    plan.tools = experiment::tools();
    plan.by = by(args, setup);
    if plan.cards.is_empty() { Err(refusal(loaded, &plan, only)) } else { Ok(plan) }
}

/// Why there is no card to look at.
fn refusal(loaded: &Loaded, plan: &Plan<'_>, only: Option<DesignId>) -> Failure {
    let id = loaded.ruleset.id();
    let never_held = plan.left_out.iter().all(|card| card.why == WhyNot::NeverHeld);
    Failure::Usage(match (only, plan.left_out.first()) {
        (Some(design), Some(card)) => {
            let name = plan.setup.rules().design(design).map_or("", |def| def.name);
            let instead = card.why.instead().sentence();
            format!("this effect of `{name}` can't be measured: {}. {instead}", card.why.message())
        }
        (_, Some(_)) if never_held => format!("{id} has no kind of card that a player has in hand"),
        (_, Some(_)) => format!("{id} has no card for which another one of its kind can stand in"),
        (_, None) => format!("{id} has no cards"),
    })
}

/// Plays with a bar, until Ctrl-C.
fn play(plan: &Plan<'_>, args: &ImpactArgs) -> Played {
    let work = |control: &Control<'_>| impact(plan, control);
    let extent = Extent { all: plan.games(), of_unit: 1, counted: progress::Counted::Games };
    experiment::watched(extent, args.run.jobs, &experiment::stop_flag(), work)
}

fn table(report: &Report, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let changes = changed(&report.head.changes, names);
    let (title, played, players, seed) = (words.title(), report.played(), report.head.players, report.seed);
    let head = format!("{title}: {played}, {players} players, seed {seed}{changes}");
    out.wrapped(&out.paint(BOLD, &head), 2)?;
    played_by(&report.who, out)?;
    match report.unmeasured() {
        Some(nothing) => out.wrapped(&format!("{nothing}{}", others(report)), 2)?,
        None => cards(report, words, out)?,
    }
    out.line("")?;
    meanings(report, words, out)?;
    if report.cards.len() > 1 {
        out.wrapped(
            "95 % (row): the interval of a row holds in 95 of 100 runs; 95 % (all): all of them together do.",
            2,
        )?;
    }
    report.uncounted().map_or(Ok(()), |why| out.wrapped(why, 2))?;
    left_out(&report.left_out, words, out)?;
    took(report.timing.as_ref(), out)
}

/// A column that all rows have alike is left out.
fn cards(report: &Report, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let cards = &report.cards;
    let alone = if cards.len() > 1 { "95 % (row)" } else { "95 %" };
    let head = ["card", "effect", "impact", alone, "95 % (all)", "decisions", "pairs"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for card in cards {
        rows.push(vec![
            words.design(card.design),
            word(card.effect),
            card.impact.map_or_else(|| "-".to_owned(), |impact| report.figure(impact)),
            report.ends(card.ci95),
            report.ends(card.interval),
            card.length.map_or_else(|| "-".to_owned(), |length| format!("{:+.1}", length.difference)),
            card.times.to_string(),
        ]);
    }
    let mixed = cards.iter().any(|card| card.effect != cards[0].effect);
    let shown = [true, mixed, true, true, cards.len() > 1, true, true];
    for row in &mut rows {
        let mut column = shown.iter();
        row.retain(|_| column.next().is_some_and(|shown| *shown));
    }
    columns(&rows, out)
}

/// Effects that may be measured where this one was not.
fn others(report: &Report) -> String {
    let others: Vec<String> =
        report.other_effects.iter().map(|effect| format!("`--effect {}`", word(*effect))).collect();
    if others.is_empty() {
        return String::new();
    }
    format!(" Other effects may be measured: {}.", others.join(", "))
}

/// As it is typed.
fn word(effect: Effect) -> String {
    let typed = match effect {
        Effect::Deck => ByEffect::Deck,
        Effect::Drawn => ByEffect::Drawn,
        Effect::Played => ByEffect::Played,
    };
    typed.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn meanings(report: &Report, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    for (effect, means) in report.meanings(&words.seat(Seat::FIRST)) {
        out.wrapped(&format!("Impact ({}): {means}.", word(effect)), 2)?;
    }
    Ok(())
}

/// More cards with one reason are not named, if it is that of all.
const NAMED: usize = 12;

/// Cards with the same reason on one line.
fn left_out(cards: &[LeftOutReport], words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let mut reasons: Vec<(&LeftOutReport, Vec<String>)> = Vec::new();
    for card in cards {
        let name = words.design(card.design);
        match reasons.iter_mut().find(|(first, _)| first.why == card.why) {
            Some((_, names)) => names.push(name),
            None => reasons.push((card, vec![name])),
        }
    }
    for (LeftOutReport { why, instead, .. }, names) in reasons {
        let names = match names.len() {
            all if all > NAMED && all == cards.len() => format!("{all} cards"),
            _ => names.join(", "),
        };
        let instead = Some(instead.sentence()).filter(|sentence| !sentence.is_empty());
        let instead = instead.map_or_else(String::new, |sentence| format!(" {sentence}."));
        out.wrapped(&format!("Not measured: {names}: {why}.{instead}"), 2)?;
    }
    Ok(())
}

fn tell_faults(report: &Report, played: &Played) {
    for fault in report.faults.iter().take(FAULTS_TOLD) {
        let (place, message, seed) = (&fault.place, &fault.message, fault.seed);
        let card = &fault.card;
        let seat = fault.seat.map_or_else(String::new, |seat| format!(" of seat {seat}"));
        let with = fault.with.as_ref().filter(|_| !fault.as_written);
        let world = with.map_or_else(String::new, |with| format!(" with {with} for it"));
        warn(&format!("error: {place}: {message} (pair of {card}{seat}{world}, seed {seed})"));
    }
    if played.sums.failed > 0 {
        let pairs = plural(played.sums.failed as usize, "pair");
        warn(&format!("error: {pairs} in which a rule failed are not counted"));
    }
}

/// The exit code, and why not all pairs were played.
fn verdict(played: &Played, plan: &Plan<'_>) -> u8 {
    if played.stopped {
        let games = 2 * played.sums.pairs();
        warn(&format!("stopped after {games} of {} games", plan.games()));
        return 130;
    }
    u8::from(played.sums.failed > 0)
}
