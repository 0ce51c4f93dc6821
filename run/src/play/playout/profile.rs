//! Profiles games by line of the ruleset, in instructions and fuel, so that results are the same on every
//! machine.
//!
//! Fuel is attributed to the innermost expression compiled as a unit. Units are the body of a function (also
//! inlined), a property, a modifier, a guard, and the targets of an action. All other fuel is attributed to
//! the instruction.

use std::collections::BTreeMap;

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Chooser, Playout};
use crate::exec::{Observer, StateChange};
use crate::play::{Fault, Place, Setup};
use crate::program::{ArenaEntry, Pc, Program};
use crate::state::State;

/// Profiles the games of a setup. Games without a profile have no overhead.
///
/// ```
/// # let text = "format: 1\ngame: { id: luck, players: 1 }\nstate: { game: { n: int for game } }\nscore: { total: n }\n\
/// # phases: { turn: { active: seat(1), do: \"repeat 5 { set n = n + 1 }\" } }\n";
/// # let setup = ludex::compile(&[("ruleset.yaml".into(), text.into())]).into_ruleset()?.setup(1, &[])?;
/// let mut profile = ludex::Profile::new(&setup);
/// profile.random(7)?;
/// let lines = profile.lines();
/// assert_eq!((profile.games(), lines[0].visits), (1, 6));
/// assert!(lines[0].text.contains("repeat 5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Profile {
    playout: Playout,
    counts: Counts,
    games: u64,
}

/// Cost of a line of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct ProfileLine {
    /// Source location of its first instruction; `null` for the code between phases.
    pub place: Option<Place>,
    /// Text of the whole line.
    pub text: String,
    /// Number of times that a part of the line ran; of several parts the largest.
    pub visits: u64,
    /// Number of executed instructions.
    pub instructions: u64,
    /// Fuel for iterations, calls and list elements, without that of functions on lines of their own.
    pub fuel: u64,
}

impl ProfileLine {
    /// Returns the sum of instructions and fuel.
    pub fn cost(&self) -> u64 {
        self.instructions + self.fuel
    }
}

/// Counters for each instruction and each expression.
#[derive(Debug, Default)]
struct Counts {
    expressions: Expressions,
    runs: Vec<u64>,
    fuel: Vec<u64>,
    /// The running instruction, and the fuel used between the last decision and its start.
    last: Option<(usize, u32)>,
    /// Fuel used in the game before the last decision.
    spent: u64,
}

impl Profile {
    /// Creates a profile without games.
    pub fn new(setup: &Setup) -> Profile {
        let length = setup.program().code.len();
        let expressions = Expressions::new(setup.program());
        let counts =
            Counts { expressions, runs: vec![0; length], fuel: vec![0; length], ..Counts::default() };
        Profile { playout: Playout::new(setup), counts, games: 0 }
    }

    /// Plays a game with random choices, the same as [`Playout::random`], and counts the instructions it
    /// runs.
    ///
    /// # Errors
    /// The fault of a rule that failed. The instructions up to the fault are counted.
    pub fn random(&mut self, seed: u64) -> Result<(), Fault> {
        let mut choices = Chooser::new(seed);
        (self.counts.last, self.counts.spent) = (None, 0);
        let run = self.playout.run(seed, &mut self.counts, |turn| turn.draw(&mut choices));
        self.counts.settle(self.playout.state.spent);
        self.games += 1;
        self.playout.ended(run).map(drop)
    }

    /// Returns the number of games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the lines with any cost, the most expensive first.
    pub fn lines(&self) -> Vec<ProfileLine> {
        let (program, sources) = (self.playout.setup.program(), self.playout.setup.ruleset().sources());
        let mut lines = Lines::new();
        for (pc, span) in program.spans.iter().enumerate().filter(|(pc, _)| self.counts.runs[*pc] > 0) {
            let (runs, fuel) = (self.counts.runs[pc], self.counts.fuel[pc]);
            add(&mut lines, sources, *span, (runs, runs, fuel));
        }
        for (span, used) in
            program.origins.iter().map(|origin| origin.span).zip(&self.counts.expressions.used)
        {
            if used.visits > 0 {
                add(&mut lines, sources, span, (used.visits, 0, used.fuel));
            }
        }
        let mut lines: Vec<ProfileLine> = lines.into_values().collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.cost()));
        lines
    }
}

/// Lines by file and line number; the key is `None` for code without a source location.
type Lines = BTreeMap<Option<(u16, u32)>, ProfileLine>;

/// Adds visits, instructions and fuel to the line of a source location.
fn add(lines: &mut Lines, sources: &Sources, span: Span, (visits, instructions, fuel): (u64, u64, u64)) {
    let place = Place::new(sources, span);
    let key = place.as_ref().map(|place| (span.file.0, place.line));
    let line = lines.entry(key).or_insert_with(|| empty(sources, span, place));
    line.visits = line.visits.max(visits);
    line.instructions += instructions;
    line.fuel += fuel;
}

fn empty(sources: &Sources, span: Span, place: Option<Place>) -> ProfileLine {
    let text = place.as_ref().map(|place| whole_line(&sources.get(span.file).text, place.span));
    ProfileLine { place, text: text.unwrap_or_default(), visits: 0, instructions: 0, fuel: 0 }
}

/// Returns the line in which a source location begins, without surrounding whitespace.
fn whole_line(text: &str, span: Span) -> String {
    let at = (span.start as usize).min(text.len());
    let begins = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[begins..].lines().next().unwrap_or_default().trim().to_owned()
}

/// Fuel used by each expression.
#[derive(Debug, Default)]
struct Expressions {
    /// For each arena entry, the number of its innermost origin plus one; 0 without an origin.
    nums: Vec<u32>,
    conds: Vec<u32>,
    lists: Vec<u32>,
    /// Use of each origin.
    used: Vec<ExprCost>,
    /// The origin being computed; 0 without one.
    now: u32,
    /// Fuel at the start of the current part.
    since: u32,
    /// Fuel used by all origins since the instruction began.
    inside: u64,
}

/// Visits and fuel of an expression.
#[derive(Debug, Default, Clone)]
struct ExprCost {
    visits: u64,
    fuel: u64,
}

impl Expressions {
    fn new(program: &Program) -> Expressions {
        let mut found = Expressions {
            nums: vec![0; program.nums.len()],
            conds: vec![0; program.conds.len()],
            lists: vec![0; program.lists.len()],
            used: vec![ExprCost::default(); program.origins.len()],
            ..Expressions::default()
        };
        // an expression follows those inside it, which overwrite it here
        for (number, origin) in (1..).zip(&program.origins).collect::<Vec<_>>().into_iter().rev() {
            found.nums[origin.nums.clone()].fill(number);
            found.conds[origin.conds.clone()].fill(number);
            found.lists[origin.lists.clone()].fill(number);
        }
        found
    }

    /// Attributes the fuel used since the last switch to the current origin, and switches to the next.
    fn go_on(&mut self, next: u32, fuel: u32) {
        if let Some(used) = (self.now as usize).checked_sub(1).and_then(|at| self.used.get_mut(at)) {
            let spent = u64::from(fuel.saturating_sub(self.since));
            used.fuel += spent;
            self.inside += spent;
        }
        (self.now, self.since) = (next, fuel);
    }

    fn begin(&mut self, node: ArenaEntry, fuel: u32) -> u32 {
        let (before, entries, at) = match node {
            ArenaEntry::Num(at) => (self.now, &self.nums, at),
            ArenaEntry::Cond(at) => (self.now, &self.conds, at),
            ArenaEntry::List(at) => (self.now, &self.lists, at),
        };
        // entries created by a pass belong to the expression being computed
        let origin = entries.get(at).copied().unwrap_or(0);
        if origin != 0 && origin != before {
            self.go_on(origin, fuel);
            self.used[origin as usize - 1].visits += 1;
        }
        before
    }

    fn end(&mut self, before: u32, fuel: u32) {
        if before != self.now {
            self.go_on(before, fuel);
        }
    }
}

impl Counts {
    /// Attributes the fuel of the last instruction before a decision, or of a game. `spent` is the total fuel
    /// so far.
    fn settle(&mut self, spent: u64) {
        if let Some((pc, before)) = self.last.take() {
            let used = (spent - self.spent).saturating_sub(u64::from(before));
            self.fuel[pc] += used.saturating_sub(self.expressions.inside);
        }
        (self.spent, self.expressions.inside) = (spent, 0);
    }
}

impl Observer for Counts {
    const WATCHES: bool = false;
    const TRACES_INSTRUCTIONS: bool = true;

    fn on_change(&mut self, _: &State, _: &StateChange<'_>) {}

    fn on_instruction(&mut self, pc: Pc, state: &State, fuel: u32) {
        if state.spent != self.spent {
            self.settle(state.spent);
        }
        let pc = pc as usize;
        let inside = std::mem::take(&mut self.expressions.inside);
        let (of, before) = self.last.unwrap_or((pc, 0));
        self.fuel[of] += u64::from(fuel.saturating_sub(before)).saturating_sub(inside);
        self.runs[pc] += 1;
        self.last = Some((pc, fuel));
    }

    fn computes(&mut self, node: ArenaEntry, fuel: u32) -> u32 {
        self.expressions.begin(node, fuel)
    }

    fn computed(&mut self, before: u32, fuel: u32) {
        self.expressions.end(before, fuel);
    }
}
