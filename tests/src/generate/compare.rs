//! Plays a generated ruleset with and without passes, and compares all observable results.

use crate::inside::*;
use ludex::ApplyError;
use ludex::{Chooser, Game, Playout, Ruleset, Seat, Setup, Trace, Turn};
use ludex::{Fault, FaultKind};
use ludex_run::lower::{Passes, lower_by};
use ludex_run::program::Program;
use ludex_run::state::{State, Status};

use crate::rulesets::spread;

/// Maximum number of decisions in a game.
const MOST_DECISIONS: u64 = 100;

/// One decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Acting player.
    pub player: Seat,
    /// Options as stored in the state.
    pub options: Vec<i32>,
    /// Hash of the position, without the running effect.
    pub table: u64,
    /// Fuel used so far.
    pub fuel: u64,
    /// Index of the option that is taken.
    pub index: usize,
}

/// All observable results of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// Decisions of the game.
    pub asked: Vec<Asked>,
    /// Results at the end, or the fault and its source location.
    pub end: Result<String, Fault>,
    /// The statistics, or their fault.
    pub statistics: String,
    /// Hash of the position at the end.
    pub table: u64,
    /// Fuel of the whole game; `None` after a fault. The rest of a failed instruction may cost any fuel;
    /// location and position of the fault are compared anyway.
    pub fuel: Option<u64>,
}

/// Plays a random game, with or without an observer.
pub fn course(playout: &mut Playout, seed: u64, trace: Option<&mut Trace>) -> Course {
    let mut chooser = Chooser::new(seed);
    let mut asked = Vec::new();
    let choose = |turn: Turn<'_>| {
        let index = chooser.below(turn.options());
        asked.push(seen(turn.state(), turn.seat(), index));
        index
    };
    let end = match trace {
        Some(trace) => playout.traced(seed, trace, choose),
        None => playout.play(seed, choose),
    };
    let end = match end {
        Ok(end) => Ok(format!("{end:?}")),
        Err(ApplyError::Fault(fault)) => Err(fault),
        Err(ApplyError::NoSuchOption) => unreachable!("an option of the decision is taken"),
    };
    let (table, fuel) = (playout.state().table_hash(), end.is_ok().then(|| playout.state().fuel()));
    let over = playout.state().status() == Status::Over;
    let statistics = if over { statistics(playout) } else { String::new() };
    Course { asked, end, statistics, table, fuel }
}

fn seen(state: &State, player: Seat, index: usize) -> Asked {
    Asked { player, options: state.options().to_vec(), table: state.table_hash(), fuel: state.fuel(), index }
}

fn statistics(playout: &mut Playout) -> String {
    let mut all = Vec::new();
    let counted = playout.statistics(&mut all);
    format!("{counted:?} {all:?}")
}

/// Compiles a ruleset with these passes.
pub fn program(ruleset: &Ruleset, players: u8, passes: Passes) -> Program {
    let options = ruleset.option_values(players, &[]).expect("the defaults fit");
    lower_by(ruleset.checked(), players, &options, passes).expect("it can be played")
}

/// Results of the games of a ruleset.
#[derive(Debug, Default)]
pub struct Played {
    /// Number of decisions of all games.
    pub decisions: usize,
    /// Fault of each failed game.
    pub faults: Vec<FaultKind>,
    /// Description of the first difference.
    pub differs: Option<String>,
}

/// Returns the number of players for a seed.
pub fn players(seed: u64) -> u8 {
    2 + (seed % 3) as u8
}

/// Plays `games` games with both programs, and with an observer, until one differs.
pub fn compare(ruleset: &Ruleset, players: u8, games: u64) -> Played {
    let programs = [Passes::NONE, Passes::ALL].map(|passes| program(ruleset, players, passes));
    let [mut plain, mut fast] = programs.map(|program| playout(ruleset, program).limit(MOST_DECISIONS));
    let setup = ruleset.setup(players, &[]).expect("it can be played");
    let mut trace = Trace::new(&setup);
    let mut played = Played::default();
    for seed in (0..games).map(spread) {
        let (followed, fast) = (course(&mut fast, seed, Some(&mut trace)), course(&mut fast, seed, None));
        played.decisions += fast.asked.len();
        played.faults.extend(fast.end.as_ref().err().map(|fault| fault.kind));
        if let Some(differs) = back_and_forth(&setup, seed, &fast) {
            played.differs = Some(format!("seed {seed}: {differs}"));
            break;
        }
        let plain = course(&mut plain, seed, None);
        let as_written = !ran_out(&plain) && !ran_out(&fast) && without_fuel(&plain) != without_fuel(&fast);
        let differs = if followed == fast { as_written.then_some(plain) } else { Some(followed) };
        if let Some(other) = differs {
            played.differs = Some(format!("seed {seed}: {}", difference(&other, &fast)));
            break;
        }
    }
    played
}

/// Repeats the choices in a game with history that is randomly undone, or saved and loaded. The game must
/// continue unchanged, and a determinization for a seat must look to it like the position. Returns the first
/// decision that differs.
fn back_and_forth(setup: &Setup, seed: u64, course: &Course) -> Option<String> {
    let mut dice = Chooser::new(!seed);
    let mut game = Game::new(setup, seed);
    for (at, asked) in course.asked.iter().enumerate() {
        // decisions with one option are skipped in playouts
        while game.options() == 1 && game.state().table_hash() != asked.table {
            game.apply(0).ok()?;
        }
        let same =
            |game: &Game| game.state().table_hash() == asked.table && game.state().options() == asked.options;
        if !same(&game) {
            return Some(format!("decision {at} of a game with a past is another one"));
        }
        game.apply(asked.index).ok()?;
        match dice.below(8) {
            0 | 1 => {
                let after = (game.state().clone(), game.fault());
                if !game.undo() || !same(&game) {
                    return Some(format!("choice {at} is not taken back"));
                }
                game.apply(asked.index).ok()?;
                if (game.state().clone(), game.fault()) != after {
                    return Some(format!("choice {at} leads elsewhere once it was taken back"));
                }
            }
            2 if game.fault().is_none() => {
                let again = match Game::replay(game.ruleset(), &game.record()) {
                    Ok(again) => again,
                    Err(error) => return Some(format!("saved after choice {at}: {error}")),
                };
                if again.state() != game.state() {
                    return Some(format!("saved after choice {at} it is another position"));
                }
                game = again;
            }
            3 | 4 => {
                let seat = Seat(dice.below(usize::from(game.players())) as u8);
                let deal = game.determinize(seat, at as u64);
                if deal.is_some_and(|deal| deal.view(seat) != game.view(seat)) {
                    return Some(format!(
                        "after choice {at} seat {seat:?} can tell a deal from the position"
                    ));
                }
            }
            _ => {}
        }
        if game.fault().is_some() {
            return None;
        }
    }
    None
}

/// Returns true if a game ran out of fuel; unoptimised programs use more.
fn ran_out(course: &Course) -> bool {
    matches!(&course.end, Err(Fault { kind: FaultKind::TooLong | FaultKind::GameTooLong, .. }))
}

/// Returns the part of a course that must not depend on passes.
fn without_fuel(course: &Course) -> Course {
    let asked = course.asked.iter().map(|asked| Asked { fuel: 0, ..asked.clone() });
    Course { asked: asked.collect(), fuel: None, ..course.clone() }
}

/// Describes the first difference of two courses.
fn difference(one: &Course, other: &Course) -> String {
    let at = one.asked.iter().zip(&other.asked).position(|(a, b)| a != b);
    match at {
        Some(at) => format!("decision {at}:\nplain {:?}\nfast  {:?}", one.asked[at], other.asked[at]),
        None => format!("{} decisions; then\nplain {}\nfast  {}", one.asked.len(), ended(one), ended(other)),
    }
}

fn ended(course: &Course) -> String {
    let Course { asked, end, statistics, table, fuel } = course;
    format!("{} decisions, {end:?}, {statistics}, position {table:016x}, fuel {fuel:?}", asked.len())
}
