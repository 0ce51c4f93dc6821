//! `ludex compare`: pairs of games of two rulesets, by `ludex-lab`. Here are arguments, bar, Ctrl-C and faults.

mod retrain;
pub(in crate::commands) mod sides;
pub(in crate::commands) mod table;

use std::sync::Arc;
use std::time::Instant;

use ludex_lab::By;
use ludex_lab::blocks::Control;
use ludex_lab::compare::{
    Compared, Ended, Failed, LogSink, Pair, Plan, Report, SeatReport, Side, Written, compare, page, part,
};
use ludex_lab::shard::{Counts, Piece};

use crate::args::{CompareArgs, Counted, shell};
use crate::commands::experiments::budget::{self, Games, Wanted};
use crate::commands::experiments::levels::{self, Figure, LevelAnswer, LevelsAsked, Unit};
use crate::commands::experiments::pieces;
use crate::commands::experiments::report::json;
use crate::experiment::{self, FAULTS_TOLD, Output, bots, changes, tools};
use crate::failure::{Failure, Outcome};
use crate::game::text::Words;
use crate::log_file::LogFile;
use crate::names::names;
use crate::sources::policies::Policies;
use crate::sources::rulesets::{Loaded, Reference, options};
use crate::terminal::output::{Out, warn};
use crate::terminal::progress::{self, Extent};

/// Plays, compares, prints.
pub fn run(args: &CompareArgs, out: &mut Out) -> Outcome {
    told(args, None, out)
}

/// Prints what all parts have counted.
pub fn merged(args: &CompareArgs, piece: Piece, out: &mut Out) -> Outcome {
    told(args, Some(piece), out)
}

fn told(args: &CompareArgs, merged: Option<Piece>, out: &mut Out) -> Outcome {
    if !(0.0..=100.0).contains(&args.margin) {
        return Err(Failure::Usage(format!("--margin takes 0 to 100 points, not {}", args.margin)));
    }
    let words = sides::Sides {
        base: &args.base,
        variant: args.variant.as_deref(),
        changes: &args.run.changes,
        is_unchanged: args.run.words().is_empty(),
    };
    let (base, variant) = sides::load(&words, out)?;
    let given = options(&args.run.options)?;
    if let Some(list) = &args.levels {
        return leveled(args, [&base, &variant], &given, list, out);
    }
    let html = experiment::output(args.html.as_deref())?;
    let mut plan = plan(args, &base, &variant, &given)?;
    let mut budgeted = args.clone();
    if args.run.bots.is_none() && args.retrain.is_none() {
        let setup = plan.setup(Side::Base).clone();
        let wanted = Wanted {
            loaded: &base,
            setup: &setup,
            games: Games::All(2 * plan.turns() * plan.most),
            is_data: args.run.json || args.shard.is_some(),
        };
        let level = budget::level(args.budget, &wanted, out)?.bots;
        plan.bots = bots(Some(&level), &Policies::new(&base, &setup))?;
        budgeted.run.bots = Some(level);
    }
    let args = &budgeted;
    if let Some(games) = args.retrain {
        retrain::both(&mut plan, args, games, &base)?;
    }
    if args.html == args.log && html.as_ref().is_some_and(Output::is_file) {
        return Err(Failure::Usage("--html and --log want two files".to_owned()));
    }
    let rulesets = [&base.ruleset, &variant.ruleset];
    let of_variant = changes(&variant, given.clone());
    let part_of = pieces::of(&rulesets, (plan.players(), of_variant), &plan.bots, plan.made());
    if let Some(shard) = args.shard {
        let (pairs, logged) = play(&plan, args, |control, log| part(&plan, shard, control, log))?;
        let code = pieces::print(shard, part_of, pairs.map(|pairs| (Counts::Compare(pairs), true)), out)?;
        return logged.map(|()| code);
    }
    let pairs = match merged {
        Some(piece) => {
            pieces::fits(&piece, &part_of)?;
            let Counts::Compare(pairs) = piece.counts else { return Err(pieces::other("compare")) };
            Some(pairs)
        }
        None => None,
    };
    let Pairs { plan, compared, report, logged } = played(plan, args, [&base, &variant], (given, pairs))?;
    let language = base.language(None)?;
    let words = [Side::Base, Side::Variant].map(|side| Words::new(plan.setup(side), &language));
    let names = [names(&words[0], &base), names(&words[1], &variant)];
    let told = experiment::tell(
        html,
        || page(&report, names.each_ref(), &again(args)),
        out,
        |out| {
            if args.run.json {
                out.line(&json(&report))?;
            } else {
                table::print(&report, &words[0], &names[1], out)?;
            }
            Ok(())
        },
    );
    let code = verdict(&compared, &plan, args, [&base, &variant]);
    experiment::both(told, logged).map(|()| code)
}

/// The same with players of several levels.
fn leveled(
    args: &CompareArgs,
    [base, variant]: [&Loaded; 2],
    given: &[(String, String)],
    list: &str,
    out: &mut Out,
) -> Outcome {
    let (by, language) = (plan(args, base, variant, given)?.by, base.language(None)?);
    let head = match by {
        By::Win => {
            "how much more often each seat wins in the variant, in percentage points, with intervals of 95 %"
        }
        By::Score => "how many points of the score more each seat has in the variant, with intervals of 95 %",
    };
    let head = format!("{}: {head}", base.ruleset.id());
    let asked = LevelsAsked { list, head: &head, as_json: args.run.json };
    levels::run(&asked, out, |bots| {
        let mut of_level = args.clone();
        of_level.run.bots = Some(bots.to_owned());
        let plan = plan(&of_level, base, variant, given)?;
        let Pairs { plan, compared, report, .. } =
            played(plan, &of_level, [base, variant], (given.to_vec(), None))?;
        let words = Words::new(plan.setup(Side::Base), &language);
        let figure = |seat: &SeatReport| Figure {
            of: words.player((seat.seat - 1) as u8),
            unit: Unit::of(by),
            number: Some(seat.difference),
            interval: Some(seat.ci95),
        };
        let figures = report.seats.iter().map(figure).collect();
        Ok(LevelAnswer {
            figures,
            made: report.made.clone(),
            report,
            code: verdict(&compared, &plan, args, [base, variant]),
        })
    })
}

/// What was played, and what it says.
pub(in crate::commands) struct Pairs {
    plan: Plan,
    compared: Compared,
    pub report: Report,
    /// What became of the log.
    logged: Result<(), Failure>,
}

impl Pairs {
    /// The pairs of games that the arguments ask for, on two rulesets that are loaded, without options on the variant.
    ///
    /// # Errors
    /// Players or bots do not fit.
    pub fn of(args: &CompareArgs, sides: [&Loaded; 2]) -> Result<Pairs, Failure> {
        let [base, variant] = sides;
        played(plan(args, base, variant, &[])?, args, sides, (Vec::new(), None))
    }

    /// What the players are called.
    pub fn seats(&self, language: &str) -> Vec<String> {
        let words = Words::new(self.plan.setup(Side::Base), language);
        (0..self.plan.players()).map(|seat| words.player(seat)).collect()
    }

    /// The exit code; and tells why not all pairs were played, or do not count.
    pub fn verdict(&self, args: &CompareArgs, sides: [&Loaded; 2]) -> u8 {
        verdict(&self.compared, &self.plan, args, sides)
    }
}

/// Plays a plan, or takes the pairs of all parts, and reports. `given` are the options of the variant.
fn played(
    plan: Plan,
    args: &CompareArgs,
    [base, variant]: [&Loaded; 2],
    (given, pairs): (Vec<(String, String)>, Option<Vec<Pair>>),
) -> Result<Pairs, Failure> {
    experiment::tell_turns(args.rotate, plan.turns());
    let started = Instant::now();
    let (compared, logged) = match pairs {
        Some(pairs) => (ludex_lab::compare::merged(&plan, &pairs), Ok(())),
        None => play(&plan, args, |control, log| compare(&plan, control, log))?,
    };
    let timing = (!args.run.no_timing).then_some(experiment::timing(started, compared.threads));
    let sides = [written(base, Vec::new()), written(variant, given)];
    let report = Report::new(&plan, sides, &compared, timing);
    Ok(Pairs { plan, compared, report, logged })
}

/// The command that makes the same results again.
fn again(args: &CompareArgs) -> String {
    let variant = args.variant.as_ref().map_or_else(String::new, |variant| format!(" {}", shell(variant)));
    let rotate = if args.rotate { " --rotate" } else { "" };
    let detail = if args.detail { " --detail" } else { "" };
    let base = shell(&args.base);
    let CompareArgs { games, margin, run, .. } = args;
    let by = args.by.map_or_else(String::new, |by| format!(" --by {}", by.word()));
    let retrain = args.retrain.map_or_else(String::new, |games| format!(" --retrain {games}"));
    format!(
        "ludex compare {base}{variant} --games {games} --margin {margin}{by}{retrain}{rotate}{detail}{}",
        run.again()
    )
}

fn plan(
    args: &CompareArgs,
    base: &Loaded,
    variant: &Loaded,
    given: &[(String, String)],
) -> Result<Plan, Failure> {
    let players = players(args.run.players, base, variant)?;
    let first = base.set_up(players, &[])?;
    let second = variant.set_up(players, given)?;
    let plan = Plan::new(&first, &second, args.games, args.run.seed);
    let mut plan = plan.ok_or_else(|| Failure::Usage("both are for other numbers of players".to_owned()))?;
    plan.bots = bots(args.run.bots.as_deref(), &Policies::new(base, &first))?;
    (plan.tools, plan.rotate, plan.margin) = (tools(), args.rotate, args.margin);
    plan.by = args.by.map_or_else(|| By::of(&first), Counted::by);
    if plan.by == By::Win {
        plan.margin /= 100.0;
    }
    plan.detail = args.detail;
    Ok(plan)
}

/// What was typed to say what a side is.
fn written(loaded: &Loaded, options: Vec<(String, String)>) -> Written {
    let revision = if let Reference::Revision { revision, .. } = &loaded.reference {
        Some(revision.clone())
    } else {
        None
    };
    Written { changes: changes(loaded, options), revision }
}

/// As many as asked for; else the usual number of the base, as near to it as both allow.
fn players(asked: Option<u32>, base: &Loaded, variant: &Loaded) -> Result<u8, Failure> {
    if asked.is_some() {
        base.players(asked)?;
        return variant.players(asked);
    }
    let [one, other] = [base, variant].map(|side| side.ruleset.players().into_inner());
    let (fewest, most) = (one.0.max(other.0), one.1.min(other.1));
    if fewest > most {
        let of =
            |(fewest, most)| if fewest == most { format!("{most}") } else { format!("{fewest} to {most}") };
        let message =
            format!("no number of players fits both: one is for {}, one for {}", of(one), of(other));
        return Err(Failure::Usage(message));
    }
    Ok(base.ruleset.usual_players().clamp(fewest, most))
}

/// Plays with a bar, until Ctrl-C; and what became of the log.
fn play<T>(
    plan: &Plan,
    args: &CompareArgs,
    work: impl FnOnce(&Control<'_>, Option<LogSink<'_>>) -> T,
) -> Result<(T, Result<(), Failure>), Failure> {
    let (games, stop) = (2 * plan.turns(), experiment::stop_flag());
    let mut file = args.log.as_ref().map(|path| LogFile::open(path, Arc::clone(&stop))).transpose()?;
    let mut write = |lines: String| file.iter_mut().for_each(|log| log.write(&lines));
    let log: Option<LogSink<'_>> = if args.log.is_some() { Some(&mut write) } else { None };
    let work = |control: &Control<'_>| work(control, log);
    let all = plan.most.saturating_mul(games);
    let extent = Extent { all, of_unit: games, counted: progress::Counted::MostGames };
    let compared = experiment::watched(extent, args.run.jobs, &stop, work);
    Ok((compared, file.map_or(Ok(()), LogFile::close)))
}

/// The exit code; and tells which pairs failed, and why not all were played, if it is not that they tell enough.
fn verdict(compared: &Compared, plan: &Plan, args: &CompareArgs, sides: [&Loaded; 2]) -> u8 {
    tell_faults(compared, plan, args, sides);
    let tally = &compared.tally;
    match compared.ended {
        Ended::Decided | Ended::Most => {}
        Ended::Failed => warn("error: a rule failed in each of the first pairs; no more were played"),
        Ended::Stopped => {
            warn(&format!("stopped after {} of {} pairs", tally.pairs + tally.failed, plan.most));
            return 130;
        }
    }
    u8::from(tally.failed > 0)
}

fn tell_faults(compared: &Compared, plan: &Plan, args: &CompareArgs, sides: [&Loaded; 2]) {
    let tally = &compared.tally;
    for fault in tally.faults.iter().take(FAULTS_TOLD) {
        let Failed { pair, side, seed, place, message, .. } = fault;
        warn(&format!("error: {place}: {message} (pair {pair}, {}, seed {seed})", side.word()));
    }
    if let Some(first) = tally.faults.first() {
        warn(&format!(
            "error: in {} of {} pairs a rule failed, and they are not counted; see one: {}",
            tally.failed,
            tally.pairs + tally.failed,
            command(first, plan, args, sides)
        ));
    }
}

/// The command that plays this game.
fn command(failed: &Failed, plan: &Plan, args: &CompareArgs, sides: [&Loaded; 2]) -> String {
    let loaded = sides[failed.side as usize];
    let options: &[String] = match failed.side {
        Side::Base => &[],
        Side::Variant => &args.run.options,
    };
    let set: String = options.iter().map(|option| format!(" --set {option}")).collect();
    let seats: Vec<String> = plan.seated(failed.turn).iter().map(ToString::to_string).collect();
    let shown = loaded.reference.shown();
    // what is played is what lies in the folder now
    let (ruleset, note) = if let Reference::Revision { path, .. } = &loaded.reference {
        (path.display().to_string(), format!(" (with the files of {shown})"))
    } else {
        (shown, String::new())
    };
    format!(
        "ludex play {} --seats {} --seed {} --streams{set}{}{note}",
        shell(&ruleset),
        seats.join(","),
        failed.seed,
        loaded.changes.words()
    )
}
