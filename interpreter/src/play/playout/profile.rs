//! What games cost, by line of the ruleset: counted in instructions and fuel, so that it is the same on every machine.

use std::collections::BTreeMap;

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use serde::Serialize;

use super::{Chooser, Playout};
use crate::exec::{Happening, Observer};
use crate::play::{Fault, Place, Setup};
use crate::program::Pc;
use crate::state::State;

/// Counts what games of a setup run. Those that nobody profiles pay nothing.
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

/// What a line of a ruleset costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ProfileLine {
    /// Where its first instruction comes from; nothing of what leads from one phase to the next and stands nowhere.
    pub place: Option<Place>,
    /// The whole line, as written.
    pub text: String,
    /// How often something on it ran: of several things on it that which ran most.
    pub visits: u64,
    /// Instructions that ran.
    pub instructions: u64,
    /// What was paid for what repeats inside them: rounds, calls, elements of lists.
    pub fuel: u64,
}

impl ProfileLine {
    /// Instructions and fuel together.
    pub fn cost(&self) -> u64 {
        self.instructions + self.fuel
    }
}

/// By instruction.
#[derive(Debug, Default)]
struct Counts {
    runs: Vec<u64>,
    fuel: Vec<u64>,
    /// The instruction that runs, and what was paid since the last decision before it.
    last: Option<(usize, u32)>,
    /// What was paid in the game before the last decision.
    spent: u64,
}

impl Profile {
    /// Of no game so far.
    pub fn new(setup: &Setup) -> Profile {
        let length = setup.program().code.len();
        let counts = Counts { runs: vec![0; length], fuel: vec![0; length], ..Counts::default() };
        Profile { playout: Playout::new(setup), counts, games: 0 }
    }

    /// Plays a game with random choices, the same as [`Playout::random`] plays, and counts what it runs.
    ///
    /// # Errors
    /// A rule that failed; what the game ran until then counts.
    pub fn random(&mut self, seed: u64) -> Result<(), Fault> {
        let mut choices = Chooser::new(seed);
        (self.counts.last, self.counts.spent) = (None, 0);
        let run = self.playout.run(seed, &mut self.counts, |turn| turn.draw(&mut choices));
        self.counts.settle(self.playout.state.spent);
        self.games += 1;
        self.playout.ended(run).map(drop)
    }

    /// Games that were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The lines that cost something, the most expensive first.
    pub fn lines(&self) -> Vec<ProfileLine> {
        let (program, sources) = (self.playout.setup.program(), self.playout.setup.ruleset().sources());
        let mut lines: BTreeMap<Option<(u16, u32)>, ProfileLine> = BTreeMap::new();
        for (pc, span) in program.spans.iter().enumerate().filter(|(pc, _)| self.counts.runs[*pc] > 0) {
            let place = Place::new(sources, *span);
            let key = place.as_ref().map(|place| (span.file.0, place.line));
            let line = lines.entry(key).or_insert_with(|| empty(sources, *span, place));
            line.visits = line.visits.max(self.counts.runs[pc]);
            line.instructions += self.counts.runs[pc];
            line.fuel += self.counts.fuel[pc];
        }
        let mut lines: Vec<ProfileLine> = lines.into_values().collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.cost()));
        lines
    }
}

fn empty(sources: &Sources, span: Span, place: Option<Place>) -> ProfileLine {
    let text = place.as_ref().map(|place| whole_line(&sources.get(span.file).text, place.span));
    ProfileLine { place, text: text.unwrap_or_default(), visits: 0, instructions: 0, fuel: 0 }
}

/// The line in which a place begins, without the blanks around it.
fn whole_line(text: &str, span: Span) -> String {
    let at = (span.start as usize).min(text.len());
    let begins = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[begins..].lines().next().unwrap_or_default().trim().to_owned()
}

impl Counts {
    /// What the last instruction before a decision has paid, or the last one of a game: so much was paid by now.
    fn settle(&mut self, spent: u64) {
        if let Some((pc, before)) = self.last.take() {
            self.fuel[pc] += (spent - self.spent).saturating_sub(u64::from(before));
        }
        self.spent = spent;
    }
}

impl Observer for Counts {
    const WATCHES: bool = false;
    const FOLLOWS: bool = true;

    fn saw(&mut self, _: &State, _: &Happening<'_>) {}

    fn runs(&mut self, pc: Pc, state: &State, fuel: u32) {
        if state.spent != self.spent {
            self.settle(state.spent);
        }
        let pc = pc as usize;
        match self.last {
            Some((last, before)) => self.fuel[last] += u64::from(fuel.saturating_sub(before)),
            None => self.fuel[pc] += u64::from(fuel),
        }
        self.runs[pc] += 1;
        self.last = Some((pc, fuel));
    }
}
