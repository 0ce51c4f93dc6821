//! Whole games without history: what simulation runs.

use super::score::Standings;
use crate::exec::{Fault, FaultKind, Machine, Nobody, Workspace};
use crate::program::Program;
use crate::state::{Generator, State, Status};

/// Decisions in one game, at most.
const MAX_DECISIONS: u64 = 1_000_000;

/// A place to play one game after another without allocating.
#[derive(Debug)]
pub struct Playout<'a> {
    program: &'a Program,
    state: State,
    work: Workspace,
    standings: Standings,
    end: PlayoutEnd,
    limit: u64,
}

/// One decision of a random game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick {
    /// Who decided.
    pub player: i32,
    /// How many options there were.
    pub options: u32,
    /// The one that was taken.
    pub index: u32,
}

/// How a game ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayoutEnd {
    /// Decisions with two or more options.
    pub decisions: u64,
    /// Each player's score, as a cell (thousandths if the score is a decimal).
    pub scores: Vec<i32>,
    /// Those who won, in seat order.
    pub winners: Vec<u8>,
    /// How often each phase was begun, by phase.
    pub phases: Vec<i64>,
}

impl<'a> Playout<'a> {
    /// Ready to play.
    pub fn new(program: &'a Program) -> Self {
        Self {
            program,
            state: State::new(program, 0),
            work: Workspace::default(),
            standings: Standings::default(),
            end: PlayoutEnd::default(),
            limit: MAX_DECISIONS,
        }
    }

    /// At most so many decisions in a game; a longer one is a fault.
    pub fn limit(self, decisions: u64) -> Self {
        Self { limit: decisions, ..self }
    }

    /// The position as it stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The generator of the choices in [`Playout::random`]: whoever takes `below(number of options)` from it at each
    /// decision plays the same game.
    pub fn chooser(seed: u64) -> Generator {
        Generator::new(seed ^ 0x5bd1_e995_9d1b_54a5)
    }

    /// Plays a game with uniformly random choices. The seed decides chance and choices; they come from two generators.
    /// What is returned is overwritten by the next game.
    pub fn random(&mut self, seed: u64) -> Result<&PlayoutEnd, Fault> {
        self.watched(seed, |_| {})
    }

    /// The same, and tells each decision as it is made.
    pub fn watched(&mut self, seed: u64, mut watch: impl FnMut(Pick)) -> Result<&PlayoutEnd, Fault> {
        let mut choices = Self::chooser(seed);
        let (mut decisions, mut asked) = (0, 0);
        let mut nobody = Nobody;
        self.state.restart(self.program, seed);
        let mut machine = Machine::new(self.program, &mut self.state, &mut self.work, &mut nobody);
        machine.start()?;
        while let Status::Waiting { player, .. } = self.state.status() {
            let options = self.state.options().len() as u32;
            let pick = choices.below(options);
            watch(Pick { player, options, index: pick });
            decisions += u64::from(options > 1);
            asked += 1;
            if asked > self.limit {
                let span = self.program.checked.phases.first().map_or_else(Default::default, |p| p.span);
                return Err(Fault { kind: FaultKind::EndlessGame, span });
            }
            let mut machine = Machine::new(self.program, &mut self.state, &mut self.work, &mut nobody);
            machine.choose(pick as usize)?;
        }
        self.end(decisions)
    }

    fn end(&mut self, decisions: u64) -> Result<&PlayoutEnd, Fault> {
        self.standings.count(self.program, &mut self.state)?;
        let players = self.program.players;
        let ever = self.program.layout.phase_cells as usize + self.program.phases.len();
        let end = &mut self.end;
        end.decisions = decisions;
        end.scores.clear();
        end.scores.extend((0..players).map(|p| self.standings.score(p)));
        end.winners.clear();
        end.winners.extend(self.standings.winners(players));
        end.phases.clear();
        end.phases.extend(self.state.cells[ever..].iter().map(|n| i64::from(*n)));
        Ok(&self.end)
    }
}
