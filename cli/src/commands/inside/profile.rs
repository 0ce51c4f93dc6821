//! `ludex profile`: the cost of each line in random games.

use ludex::{JSON_VERSION, Profile, ProfileLine};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::ProfileArgs;
use crate::failure::{Failure, Outcome};
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::{BOLD, DIM, Out, clean, cut, pad, pad_left, warn, width};

/// JSON output of `ludex profile`.
#[derive(JsonSchema, Serialize)]
pub struct Printed<'p> {
    /// Version of the document: 1.
    version: u32,
    /// ID of the ruleset.
    ruleset: &'p str,
    /// Number of players.
    players: u8,
    /// Number of counted games.
    games: u64,
    /// Seed of the first game.
    seed: u64,
    /// Games in which a rule failed.
    failed: u64,
    /// Instructions and fuel of all lines.
    cost: u64,
    /// Lines of the ruleset, the most expensive first.
    lines: &'p [ProfileLine],
}

pub fn run(args: &ProfileArgs, out: &mut Out) -> Outcome {
    if args.bots.split(',').any(|bot| bot.trim() != "random") {
        let bots = clean(&args.bots);
        return Err(Failure::Usage(format!(
            "`--bots {bots}`: only random players are profiled, because the search of a bot is not a cost of the game"
        )));
    }
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    let setup = loaded.setup(args.players, &args.options)?;
    let mut profile = Profile::new(&setup);
    let mut failed = 0;
    for game in 0..args.games {
        if let Err(fault) = profile.random(args.seed.wrapping_add(game)) {
            if failed == 0 {
                warn(&clean(&format!("a rule failed in a game: {fault}")));
            }
            failed += 1;
        }
    }
    let lines = profile.lines();
    let cost = lines.iter().map(ProfileLine::cost).sum();
    if args.json {
        let (ruleset, players) = (loaded.ruleset.id(), setup.players());
        let (games, seed, version) = (profile.games(), args.seed, JSON_VERSION);
        let printed = Printed { version, ruleset, players, games, seed, failed, cost, lines: &lines };
        out.line(&serde_json::to_string_pretty(&printed).map_err(std::io::Error::from)?)?;
    } else {
        table(args, &lines, cost, &heading(&loaded, setup.players(), args, cost), out)?;
    }
    Ok(u8::from(failed > 0))
}

/// Formats the heading: `whist, 4 players, 100 random games: 1234 instructions and fuel a game`.
fn heading(loaded: &Loaded, players: u8, args: &ProfileArgs, cost: u64) -> String {
    let games = plural(args.games as usize, "random game");
    let each = cost / args.games.max(1);
    format!(
        "{}, {}, {games}: {each} instructions and fuel a game",
        loaded.ruleset.id(),
        plural(players.into(), "player")
    )
}

/// Explains the columns of the table.
const COLUMNS: &str =
    "share: of steps and fuel; visits: runs; steps: instructions; fuel: rounds, calls, list elements";

fn table(
    args: &ProfileArgs,
    lines: &[ProfileLine],
    cost: u64,
    heading: &str,
    out: &mut Out,
) -> std::io::Result<()> {
    out.wrapped(&out.paint(BOLD, heading), 2)?;
    let shown = &lines[..lines.len().min(args.lines)];
    let places: Vec<String> = shown.iter().map(place).collect();
    let widest = places.iter().map(|place| width(place)).max().unwrap_or(0).max(5);
    let head =
        format!("{:>7} {:>10} {:>10} {:>10}  {}", "share", "visits", "steps", "fuel", pad("place", widest));
    out.line(&out.paint(DIM, head.trim_end()))?;
    for (line, place) in shown.iter().zip(&places) {
        row(line, cost, &pad(place, widest), out)?;
    }
    let more = lines.len() - shown.len();
    if more > 0 {
        out.line(&out.paint(DIM, &format!("and {} (--lines)", plural(more, "more line"))))?;
    }
    out.wrapped(&out.paint(DIM, COLUMNS), 2)
}

fn row(line: &ProfileLine, cost: u64, place: &str, out: &mut Out) -> std::io::Result<()> {
    let share = line.cost() * 1000 / cost.max(1);
    let share = pad_left(&format!("{}.{} %", share / 10, share % 10), 7);
    let row = format!("{share} {:>10} {:>10} {:>10}  {place}  ", line.visits, line.instructions, line.fuel);
    let room = out.width.saturating_sub(width(&row));
    let text = cut(&clean(&line.text), room.max(12));
    // in a narrow terminal, the line of the ruleset is printed below the figures
    if room >= 24 {
        return out.line(format!("{row}{text}").trim_end());
    }
    out.line(row.trim_end())?;
    if line.text.is_empty() {
        return Ok(());
    }
    out.line(&format!("          {}", out.paint(DIM, &cut(&clean(&line.text), out.width.saturating_sub(10)))))
}

/// Formats a location: `cards.yaml:24`.
fn place(line: &ProfileLine) -> String {
    let place = line.place.as_ref();
    place
        .map_or_else(|| "between phases".to_owned(), |place| clean(&format!("{}:{}", place.file, place.line)))
}
