//! `ludex puzzle`: finds positions with one clearly best option, and writes scenarios.
//!
//! The positions come from games between bots.

use std::path::Path;

use ludex::{Game, JSON_VERSION, Seat};
use ludex_bots::{BotSpec, Budget, Goal, Rate, decision_seed, goal};
use serde_json::json;

use super::draft::quoted;
use super::{is_ruleset, line_in, moment, new_file, typed};
use crate::args::PuzzleArgs;
use crate::commands::play::hint::worth;
use crate::failure::{Failure, Outcome};
use crate::game::seats::{SeatPlayer, tools};
use crate::game::session::Session;
use crate::sources::rulesets::{Loaded, plural};
use crate::sources::settings::options;
use crate::terminal::output::Out;
use ludex_table::phrases::Phrases;

/// Number of confirmations of a candidate, and the factor for their iterations.
const AGAIN: u64 = 2;
const MORE: u32 = 4;
/// Minimum number of iterations of the second-best option for a reliable comparison.
const FEWEST: u32 = 8;

/// A decision with a clearly best option.
struct Find {
    /// Number of previous choices.
    at: usize,
    seat: Seat,
    best: (usize, Rate),
    next: (usize, Rate),
}

pub fn run(args: &PuzzleArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes(), out)?;
    let setup = loaded.setup(args.players, &args.options)?;
    let given = options(&args.options)?;
    let goal = goal(&setup);
    let mut made = Vec::new();
    for seed in (0..args.games).map(|game| args.seed.wrapping_add(game)) {
        let mut session = Session::new(Game::new(&setup, seed), seed, seats(args, setup.players()));
        let Some(found) = find(args, &mut session) else { continue };
        while session.game.choices() > found.at && session.game.undo() {}
        if let Some(path) = write(args, &loaded, &session, (&found, goal), out)? {
            let said = describe(&session.game, &found, goal);
            if !args.json {
                out.wrapped(&format!("{path}: {said}"), 2)?;
            }
            made.push(json!({ "file": path, "seed": seed, "choices": found.at, "seat": found.seat.number() + 1, "puzzle": said }));
        }
    }
    if args.json {
        let (ruleset, options) =
            (loaded.ruleset.id(), given.into_iter().collect::<std::collections::BTreeMap<_, _>>());
        out.json(&json!({ "version": JSON_VERSION, "ruleset": ruleset, "options": options, "games": args.games, "puzzles": made }))?;
    } else {
        let count = plural(made.len(), "puzzle");
        out.wrapped(&format!("{count} in {}", plural(args.games as usize, "game")), 0)?;
    }
    Ok(0)
}

fn seats(args: &PuzzleArgs, players: u8) -> Vec<SeatPlayer> {
    (0..players).map(|_| SeatPlayer::Bot(search(args.tries))).collect()
}

fn search(tries: u32) -> BotSpec {
    BotSpec::Search(Budget::Iterations(tries))
}

/// Plays a game and returns its clearest decision that a longer search confirms.
fn find(args: &PuzzleArgs, session: &mut Session) -> Option<Find> {
    let seed = args.seed;
    let mut mind = search(args.tries).build(&tools());
    let mut finds = Vec::new();
    while let Some(seat) = session.game.deciding() {
        mind.begin();
        let option =
            mind.choose(session.game.perspective(seat), decision_seed(seed, seat, session.game.choices()));
        finds.extend(clear(&session.game, seat, mind.rates(), args.margin));
        if session.take(option).is_err() {
            return None;
        }
    }
    finds.sort_by(|a, b| margin(b).total_cmp(&margin(a)));
    finds.into_iter().take(3).find_map(|find| again(args, session, find))
}

fn margin(find: &Find) -> f64 {
    find.best.1.mean - find.next.1.mean
}

/// Returns the decision if one option is better than all others by the given percentage points.
fn clear(game: &Game, seat: Seat, rates: &[Rate], points: u32) -> Option<Find> {
    let labels = game.host().labels();
    let best = (0..rates.len()).max_by_key(|option| rates[*option].visits)?;
    let same = |option: &usize| {
        (rates[*option].visits, rates[*option].mean) == (rates[best].visits, rates[best].mean)
    };
    let others = (0..rates.len()).filter(|option| *option != best && labels.get(*option) != labels.get(best));
    // copies of a card are one option to a search
    let next =
        others.filter(|option| !same(option)).max_by(|a, b| rates[*a].mean.total_cmp(&rates[*b].mean))?;
    let find = Find { at: game.choices(), seat, best: (best, rates[best]), next: (next, rates[next]) };
    (rates[next].visits >= FEWEST && margin(&find) * 100.0 >= f64::from(points)).then_some(find)
}

/// Repeats the decision with more iterations, and returns it if the best option stays the same.
fn again(args: &PuzzleArgs, session: &Session, find: Find) -> Option<Find> {
    let mut game = session.game.clone();
    while game.choices() > find.at && game.undo() {}
    let mut mind = search(args.tries.saturating_mul(MORE)).build(&tools());
    (0..AGAIN).try_fold(find, |find, time| {
        mind.begin();
        mind.choose(game.perspective(find.seat), decision_seed(!time, find.seat, find.at));
        clear(&game, find.seat, mind.rates(), args.margin).filter(|same| same.best.0 == find.best.0)
    })
}

/// Describes a find: `white: take is best: 82 % won of 1503 iterations; next: leave, 47 % won`.
fn describe(game: &Game, find: &Find, goal: Goal) -> String {
    let (labels, own) = (game.host().labels(), Phrases::for_language("en"));
    let label = |option: usize| labels.get(option).cloned().unwrap_or_default();
    let [(best, high), (next, low)] = [find.best, find.next];
    let seat = game.setup().seats().nth(find.seat.index()).map(|seat| seat.name).unwrap_or_default();
    let (best, next) = (label(best), label(next));
    format!(
        "{seat}: {}",
        own.hint_best(best, worth(own, goal, high), high.visits, next, worth(own, goal, low))
    )
}

/// Writes the position as a scenario; returns `None` if no scenario leads to it.
fn write(
    args: &PuzzleArgs,
    loaded: &Loaded,
    session: &Session,
    (find, goal): (&Find, Goal),
    out: &Out,
) -> Result<Option<String>, Failure> {
    let stem = format!("puzzle-{}-{}", session.game.host().record().seed, find.at);
    let home = is_ruleset(&args.out).then_some(args.out.as_path());
    let path = match home {
        Some(home) => home.join("scenarios").join(format!("{stem}.yaml")),
        None => args.out.join(format!("{stem}.yaml")),
    };
    let save = session.saved(loaded, "en");
    let Some(draft) = moment::drafted(&save, loaded, &path, &stem, out)? else { return Ok(None) };
    let line = home.map(|home| line_in(home, "scenarios/moment.yaml")).unwrap_or_default();
    let answer = session.game.host().labels().get(find.best.0).cloned().unwrap_or_default();
    let remark = format!("{}\n# best: {}", describe(&session.game, find, goal), quoted(&answer));
    new_file(Path::new(&path), &(line + &draft.text(&remark)))?;
    Ok(Some(typed(&path)))
}
