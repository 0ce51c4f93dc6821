//! `ludex solve`: exact solutions of small games.

use ludex::{Seat, Setup};
use ludex_bots::{BotSpec, Budget};
use ludex_lab::Objective;
use ludex_lab::blocks::Control;
use ludex_lab::report::{Changes, Made};
use ludex_lab::solve::{MeasuredBot, MeasuredStrategy, PARTS, Solution, Task, Unsolved, measure, solve};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::SolveArgs;
use crate::experiment;
use crate::failure::{Failure, Outcome};
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::sources::settings::options;
use crate::terminal::output::Out;
use crate::terminal::progress::{self, Extent};
use ludex_table::words::Words;

/// JSON output of `ludex solve`.
#[derive(JsonSchema, Serialize)]
pub struct Report {
    /// ID of the ruleset.
    ruleset: String,
    /// Fingerprint of the rules, as 16 hexadecimal digits.
    fingerprint: String,
    /// Options, variants and overlays.
    #[serde(flatten)]
    changes: Changes,
    /// Program, seeds and weights.
    #[serde(flatten)]
    made: Made,
    /// Objective of the players: `score` or `win`.
    by: &'static str,
    /// Solution of the game.
    #[serde(flatten)]
    solution: Solution,
}

/// Enumerates and solves the game, and prints the result.
pub fn run(args: &SolveArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    let players = loaded.players(args.players)?;
    let given = options(&args.options)?;
    let setup = loaded.set_up(players, &given)?;
    let by = args.by.by();
    let memory = args.memory << 20;
    let task = Task { by, iterations: args.iterations, limit: args.limit, memory };
    let bot = args.bot.as_ref().map(|name| asked(&loaded, &setup, name)).transpose()?;
    let solution = match bot.clone() {
        None => solve(&setup, task),
        Some(bot) => measured(&setup, task, bot, args),
    };
    let solution = solution.map_err(|unsolved| refusal(&loaded, &unsolved))?;
    if args.json {
        let report = Report {
            ruleset: loaded.ruleset.id().to_owned(),
            fingerprint: format!("{:016x}", loaded.ruleset.fingerprint()),
            changes: experiment::changes(&loaded, given),
            made: Made::new(bot.as_slice(), &setup),
            by: args.by.word(),
            solution,
        };
        let json = serde_json::to_string_pretty(&report).map_err(|e| Failure::Problem(e.to_string()))?;
        out.line(&json)?;
    } else {
        table((&loaded, &setup), &solution, by, out)?;
    }
    out.flush()?;
    Ok(0)
}

fn asked(loaded: &Loaded, setup: &Setup, name: &str) -> Result<BotSpec, Failure> {
    let bot =
        Policies::new(loaded, setup).bot(name).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
    if matches!(bot, BotSpec::Search(Budget::Milliseconds(_)) | BotSpec::Guided(Budget::Milliseconds(_), _)) {
        let message = "a bot with a time limit plays differently on each machine: set its iterations, as in search:1000";
        return Err(Failure::Usage(message.to_owned()));
    }
    Ok(bot)
}

/// Solves the game and measures a bot, until Ctrl-C.
fn measured(setup: &Setup, task: Task, bot: BotSpec, args: &SolveArgs) -> Result<Solution, Unsolved> {
    let asked = MeasuredBot { bot, tries: args.tries, seed: args.seed };
    let work = |control: &Control<'_>| measure(setup, task, &asked, control);
    let extent = Extent { all: PARTS, of_unit: 1, counted: progress::Counted::Answer };
    experiment::watched(extent, args.jobs, &experiment::stop_flag(), work)
}

fn refusal(loaded: &Loaded, unsolved: &Unsolved) -> Failure {
    Failure::Problem(match unsolved {
        Unsolved::TooLarge { reached, limit, magnitude } => {
            let begun = if *reached > 0 { format!("; {reached} were reached") } else { String::new() };
            format!(
                "too large to solve: about {} terminal histories, as random games suggest{begun}; at most {limit} are enumerated (--limit)",
                power_of_ten(*magnitude)
            )
        }
        Unsolved::TooMuchMemory { reached, memory } => format!(
            "too large to solve: {reached} terminal histories were reached, and more do not fit in {} MiB (--memory)",
            memory >> 20
        ),
        Unsolved::TooDeep { decisions } => {
            format!("too large to solve: a game may last longer than {decisions} decisions")
        }
        Unsolved::Teams => {
            "players of a team share victories, but `solve` finds strategies of individual players".to_owned()
        }
        Unsolved::NotTwo(players) => {
            format!("exploitability is defined for two players, but the game has {players}")
        }
        Unsolved::NoConstantSum => {
            "the sum of scores is not constant, so the game is not zero-sum; use --by win".to_owned()
        }
        Unsolved::Stopped => "stopped".to_owned(),
        Unsolved::Fault(fault) => format!("{}: {}", loaded.fault_place(fault), fault.message),
    })
}

/// Formats a power of ten: `40,000`, or `10^37` for large numbers.
fn power_of_ten(magnitude: f64) -> String {
    if magnitude < 9.0 {
        let number = 10f64.powf(magnitude);
        // the estimate is accurate to two digits at best
        let unit = 10f64.powf((magnitude.floor() - 1.0).max(0.0));
        format!("{}", (number / unit).round() * unit)
    } else {
        format!("10^{magnitude:.0}")
    }
}

fn table(
    (loaded, setup): (&Loaded, &Setup),
    solution: &Solution,
    by: Objective,
    out: &mut Out,
) -> Result<(), Failure> {
    let first = Words::new(setup, &loaded.language(None)?).seat(Seat::FIRST);
    let sets: Vec<String> = solution.information_sets_by_seat.iter().map(u64::to_string).collect();
    let players = if solution.players == 1 { "player" } else { "players" };
    out.line(&format!("{}, {} {players}", loaded.ruleset.id(), solution.players))?;
    out.line(&format!("terminal histories   {}", solution.histories))?;
    out.line(&format!("information sets     {} (by seat: {})", solution.information_sets, sets.join(", ")))?;
    out.line(&format!("value at random      {:+.6}", solution.random_value))?;
    match (solution.value, solution.exploitability) {
        (Some(value), Some(exploitability)) => {
            out.line(&format!("value                {value:+.6}"))?;
            out.line(&format!("exploitability       {exploitability:.6}"))?;
        }
        _ => out.line("No equilibrium: it is computed for two players, and the best play for one.")?,
    }
    if let Some(measured) = &solution.bot {
        bot(measured, solution, out)?;
    }
    let what = match by {
        Objective::Score => "score",
        Objective::Win => "share of the win",
    };
    out.line("")?;
    match solution.players {
        1 => out.line(&format!("Values are the {what}."))?,
        _ if solution.constant_sum => {
            out.line(&format!("Values are {first}'s {what} less the mean of all."))?;
        }
        _ => out.line(&format!("Values are {first}'s {what} less the mean of the others."))?,
    }
    Ok(())
}

fn bot(measured: &MeasuredStrategy, solution: &Solution, out: &mut Out) -> Result<(), Failure> {
    let MeasuredStrategy { name, wants, tries, value, exploitability, .. } = measured;
    let asked = tries.map_or(String::new(), |tries| format!(", asked {tries} times in each information set"));
    out.line("")?;
    out.wrapped(&format!("{name} plays for {wants}{asked}."), 2)?;
    out.line(&format!("its value            {value:+.6}"))?;
    out.line(&format!("its exploitability   {exploitability:.6}"))?;
    let random = solution.random_exploitability.unwrap_or(0.0);
    out.line(&format!("that of random       {random:.6}"))?;
    Ok(())
}
