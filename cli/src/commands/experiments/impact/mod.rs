//! `ludex impact`: the causal effect of each card, measured by `ludex-lab`.

mod give;
mod joint;

use clap::ValueEnum as _;
use ludex::{DesignId, Seat, Setup};
use ludex_lab::Objective;
use ludex_lab::html::Page;
use ludex_lab::impact::{CardReport, Effect, ImpactPlan, ImpactReport, LeftOutReport, WhyNot, page};
use ludex_lab::names::Names;
use ludex_lab::shard::Piece;

use crate::args::{ByEffect, Counted, ImpactArgs, RunArgs, shell};
use crate::commands::experiments::driver::{
    Done, ExperimentCommand, Request, View, run_and_report, warn_failures,
};
use crate::commands::experiments::levels::{Figure, Unit};
use crate::commands::experiments::players::Games;
use crate::commands::experiments::report::{changed, columns, played_by, too_wide, took};
use crate::commands::show;
use crate::experiment;
use crate::failure::{Failure, Outcome};
use crate::sources::policies::Policies;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::{BOLD, Out, warn};
use crate::terminal::progress;
use ludex_table::words::Words;

/// Plays the pairs, or merges their parts, and reports the result.
pub fn run(args: &ImpactArgs, parts: Option<Piece>, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    if let Some(seat) = args.give {
        return give::run(args, &loaded, seat, out);
    }
    if !args.with.is_empty() {
        return joint::run(args, &loaded, out);
    }
    let setup = loaded.setup(args.run.players, &args.run.options)?;
    let language = loaded.language(None)?;
    let plan = plan(args, &loaded, &Words::new(&setup, &language))?;
    run_and_report(Impact { args, games: args.games }, request(args, &loaded)?, plan, parts, out)
}

fn request<'a>(args: &ImpactArgs, loaded: &'a Loaded) -> Result<Request<'a>, Failure> {
    let ImpactArgs { store, shard, who, .. } = *args;
    let (html, levels) = (args.html.clone(), args.levels.clone());
    Ok(Request { html, store, shard, levels, who, ..Request::new(&args.run, loaded)? })
}

fn plan<'a>(args: &ImpactArgs, loaded: &Loaded, words: &Words<'a>) -> Result<ImpactPlan<'a>, Failure> {
    let setup: &'a Setup = words.setup;
    let found =
        |word: &String| show::find_card(words, word).ok_or_else(|| show::unknown(loaded, words, word));
    let only = args.card.as_ref().map(found).transpose()?;
    let effect = args.effect.map(|effect| match effect {
        ByEffect::Deck => Effect::Deck,
        ByEffect::Drawn => Effect::Drawn,
        ByEffect::Played => Effect::Played,
    });
    let mut plan = ImpactPlan::new(setup, only, effect, pairs(args.games), args.run.seed);
    plan.run.shard = args.shard;
    plan.run.bots = experiment::bots(args.run.bots.as_deref(), &Policies::new(loaded, setup))?;
    plan.run.tools = experiment::tools();
    plan.run.by = by(args, setup);
    plan.within = args.within;
    if plan.cards.is_empty() { Err(refusal(loaded, &plan, only)) } else { Ok(plan) }
}

/// Default number of games per card if the user names the players.
const GAMES: u64 = 4_000;

/// Returns the number of pairs for a number of games.
fn pairs(games: Option<u64>) -> u64 {
    games.unwrap_or(GAMES).div_ceil(2)
}

/// Returns the objective: from the flags, or the usual one of the game.
fn by(args: &ImpactArgs, setup: &Setup) -> Objective {
    args.by.map_or_else(|| Objective::from_setup(setup), Counted::by)
}

/// Explains why no card can be measured.
fn refusal(loaded: &Loaded, plan: &ImpactPlan<'_>, only: Option<DesignId>) -> Failure {
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

fn again(args: &ImpactArgs, games: Option<u64>, run: &RunArgs) -> String {
    let card = args.card.as_ref().map_or_else(String::new, |card| format!(" --card {}", shell(card)));
    let effect = args.effect.and_then(|effect| effect.to_possible_value());
    let effect = effect.map_or_else(String::new, |word| format!(" --effect {}", word.get_name()));
    let by = args.by.map_or_else(String::new, |by| format!(" --by {}", by.word()));
    let give = args.give.map_or_else(String::new, |seat| format!(" --give seat={seat}"));
    let with =
        if args.with.is_empty() { String::new() } else { format!(" --with {}", shell(&args.with.join(","))) };
    let within = args.within.map_or_else(String::new, |within| format!(" --within {within}"));
    let (ruleset, games) = (shell(&args.ruleset), games.unwrap_or(GAMES));
    format!("ludex impact {ruleset}{card}{effect}{with}{give}{by} --games {games}{within}{}", run.again())
}

struct Impact<'a> {
    args: &'a ImpactArgs,
    games: Option<u64>,
}

impl<'a> ExperimentCommand for Impact<'a> {
    type Plan = ImpactPlan<'a>;
    const NAME: &'static str = "impact";

    /// Returns the games to fit into the budget. All parts have the players of the whole run.
    fn games(&self, plan: &ImpactPlan<'a>) -> Option<Games> {
        let of_each = Games::OfEach(plan.cards.len() as u64);
        Some(self.games.map_or(of_each, |_| Games::All(plan.asked())))
    }

    fn set_games(&mut self, plan: &mut ImpactPlan<'a>, of_each: Option<u64>) {
        self.games = of_each.or(self.games);
        plan.pairs = pairs(self.games);
    }

    fn counted(&self, plan: &ImpactPlan<'a>) -> progress::Counted {
        if plan.within.is_some() { progress::Counted::MostGames } else { progress::Counted::Games }
    }

    fn print(&self, view: &View<'_, ImpactPlan<'a>>, out: &mut Out) -> std::io::Result<()> {
        table(view.report, view.words, view.names, out)
    }

    fn page(&self, view: &View<'_, ImpactPlan<'a>>, command: &str) -> Page {
        page(view.report, view.names, command)
    }

    fn again(&self, run: &RunArgs) -> String {
        again(self.args, self.games, run)
    }

    fn verdict(&self, Done { plan, played, report }: &Done<'_, ImpactPlan<'a>>) -> u8 {
        warn_failures(report.faults.iter().map(|fault| {
            let (card, seed) = (&fault.card, fault.seed);
            let seat = fault.seat.map_or_else(String::new, |seat| format!(" of seat {seat}"));
            let with = fault.with.as_ref().filter(|_| !fault.as_written);
            let world = with.map_or_else(String::new, |with| format!(" with {with} for it"));
            let game = format!("pair of {card}{seat}{world}, seed {seed}");
            (fault.place.clone(), fault.message.clone(), game)
        }));
        let (failed, games) = (played.sums.failed, 2 * played.sums.pairs());
        uncounted(failed, played.is_stopped().then_some((games, plan.games())))
    }

    fn left_out(&self, report: &ImpactReport) -> Option<String> {
        too_wide(self.args.within, report.by, report.cards.iter().map(|card| card.interval))
    }

    fn levels_head(&self, plan: &ImpactPlan<'a>, title: &str) -> String {
        let measured = match plan.run.by {
            Objective::Win => "in percentage points",
            Objective::Score => "in points of the score",
        };
        format!("{title}: what a card does for the one who has it, {measured}, with intervals of 95 % each")
    }

    fn figures(&self, done: &Done<'_, ImpactPlan<'a>>, words: &Words<'_>) -> Vec<Figure> {
        let figure = |card: &CardReport| Figure {
            of: format!("{} ({})", words.design(card.design), word(card.effect)),
            unit: Unit::from_objective(done.plan.run.by),
            number: card.impact,
            interval: Some(card.ci95),
        };
        done.report.cards.iter().map(figure).collect()
    }
}

/// Returns the exit code. Warns about pairs that failed, and about a run that stopped after some of its
/// games.
fn uncounted(failed: u64, stopped: Option<(u64, u64)>) -> u8 {
    if failed > 0 {
        let pairs = plural(failed as usize, "pair");
        warn(&format!("error: {pairs} in which a rule failed are not counted"));
    }
    if let Some((games, all)) = stopped {
        warn(&format!("stopped after {games} of {all} games"));
        return 130;
    }
    u8::from(failed > 0)
}

fn table(report: &ImpactReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
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

/// Prints the table of cards. Omits the column of effects if all are equal, and the joint interval of a
/// single card.
fn cards(report: &ImpactReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
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

/// Returns a sentence on the other effects that can be measured.
fn others(report: &ImpactReport) -> String {
    let others: Vec<String> =
        report.other_effects.iter().map(|effect| format!("`--effect {}`", word(*effect))).collect();
    if others.is_empty() {
        return String::new();
    }
    format!(" Other effects may be measured: {}.", others.join(", "))
}

/// Returns an effect as typed on the command line.
fn word(effect: Effect) -> String {
    let typed = match effect {
        Effect::Deck => ByEffect::Deck,
        Effect::Drawn => ByEffect::Drawn,
        Effect::Played => ByEffect::Played,
    };
    typed.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn meanings(report: &ImpactReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    for (effect, means) in report.meanings(&words.seat(Seat::FIRST)) {
        out.wrapped(&format!("Impact ({}): {means}.", word(effect)), 2)?;
    }
    Ok(())
}

/// Maximum number of cards named in a reason that all cards share.
const NAMED: usize = 12;

/// Prints the cards that were left out, grouped by reason.
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
