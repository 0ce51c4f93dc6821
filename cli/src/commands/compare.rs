//! `ludex compare`: pairs of games of two rulesets, by `ludex-lab`. Here are arguments, bar, Ctrl-C and faults.

mod sides;
mod table;

use std::time::Instant;

use ludex_lab::blocks::Control;
use ludex_lab::compare::{Compared, Ended, Failed, Plan, Report, Side, Written, compare, page};

use super::report::json;
use crate::args::{CompareArgs, shell};
use crate::experiment::{self, FAULTS_TOLD, bots, changes, tools};
use crate::failure::{Failure, Outcome};
use crate::output::{Out, warn};
use crate::rulesets::{Loaded, Reference, options};

/// Plays, compares, prints.
pub fn run(args: &CompareArgs, out: &mut Out) -> Outcome {
    if !(0.0..=100.0).contains(&args.margin) {
        return Err(Failure::Usage(format!(
            "--margin takes 0 to 100 percentage points, not {}",
            args.margin
        )));
    }
    let (base, variant) = sides::load(args, out)?;
    let given = options(&args.run.options)?;
    let plan = plan(args, &base, &variant, &given)?;
    let html = experiment::output(args.html.as_deref())?;
    let started = Instant::now();
    let compared = play(&plan, args);
    let timing = (!args.run.no_timing).then_some(experiment::timing(started, compared.threads));
    let sides = [written(&base, Vec::new()), written(&variant, given)];
    let report = Report::new(&plan, sides, &compared, timing);
    let told = experiment::tell(
        html,
        || page(&report, &again(args)),
        out,
        |out| {
            if args.run.json {
                out.line(&json(&report))?;
            } else {
                table::print(&report, &plan, &base, out)?;
            }
            Ok(())
        },
    );
    tell_faults(&compared, &plan, args, [&base, &variant]);
    let code = verdict(&compared, &plan);
    told.map(|()| code)
}

/// The command that makes the same results again.
fn again(args: &CompareArgs) -> String {
    let variant = args.variant.as_ref().map_or_else(String::new, |variant| format!(" {}", shell(variant)));
    let rotate = if args.rotate { " --rotate" } else { "" };
    let detail = if args.detail { " --detail" } else { "" };
    let base = shell(&args.base);
    let CompareArgs { games, margin, run, .. } = args;
    format!("ludex compare {base}{variant} --games {games} --margin {margin}{rotate}{detail}{}", run.again())
}

fn plan(
    args: &CompareArgs,
    base: &Loaded,
    variant: &Loaded,
    given: &[(String, String)],
) -> Result<Plan, Failure> {
    let players = players(args.run.players, base, variant)?;
    let wrong = |e: ludex::SetupError| Failure::Usage(e.message);
    let first = base.ruleset.setup(players, &[]).map_err(wrong)?;
    let second = variant.ruleset.setup(players, given).map_err(wrong)?;
    let plan = Plan::new(&first, &second, args.games, args.run.seed);
    let mut plan = plan.ok_or_else(|| Failure::Usage("both are for other numbers of players".to_owned()))?;
    plan.bots = bots(args.run.bots.as_deref(), players)?;
    (plan.tools, plan.rotate, plan.margin) = (tools(), args.rotate, args.margin / 100.0);
    plan.detail = args.detail;
    Ok(plan)
}

/// What was typed to say what a side is.
fn written(loaded: &Loaded, options: Vec<(String, String)>) -> Written {
    let revision = match &loaded.reference {
        Reference::Revision { revision, .. } => Some(revision.clone()),
        Reference::Shipped(_) | Reference::Folder(_) | Reference::File(_) | Reference::Stdin => None,
    };
    Written { changes: changes(loaded, options), revision }
}

/// As many as asked for; else the fewest for whom both are, but two if possible.
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
    Ok(fewest.max(2).min(most))
}

/// Plays with a bar, until Ctrl-C.
fn play(plan: &Plan, args: &CompareArgs) -> Compared {
    let games = 2 * plan.turns();
    let work = |control: &Control<'_>| compare(plan, control);
    experiment::watched(plan.most.saturating_mul(games), games, args.run.jobs, &experiment::stop_flag(), work)
}

/// The exit code, and why not all pairs were played, if it is not that they tell enough.
fn verdict(compared: &Compared, plan: &Plan) -> u8 {
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
    let (ruleset, note) = match &loaded.reference {
        // what is played is what lies in the folder now
        Reference::Revision { path, .. } => {
            (path.display().to_string(), format!(" (with the files of {})", loaded.reference.shown()))
        }
        Reference::Shipped(_) | Reference::Folder(_) | Reference::File(_) | Reference::Stdin => {
            (loaded.reference.shown(), String::new())
        }
    };
    format!(
        "ludex play {} --seats {} --seed {} --streams{set}{}{note}",
        shell(&ruleset),
        seats.join(","),
        failed.seed,
        loaded.changes.words()
    )
}
