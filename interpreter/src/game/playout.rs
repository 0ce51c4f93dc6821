//! Whole games without history: what simulation runs, and searches from a position.

use std::sync::Arc;

use super::arms::Trace;
use super::moves::ended_at;
use super::score::{Amount, Standings, statistics};
use super::{ApplyError, Game, paired};
use crate::exec::{Fault, FaultKind, Machine, Nobody, Observer, Opening, Workspace};
use crate::program::Program;
use crate::state::{Generator, State, Status, Streams};
use ludex_grammar::span::Span;

/// Decisions in one game, at most.
const MAX_DECISIONS: u64 = 1_000_000;

/// Sets random choices apart from chance, which has the same seed.
const CHOICES: u64 = 0x5bd1_e995_9d1b_54a5;

/// A place to play one game after another without allocating, from the beginning or from a position.
#[derive(Debug)]
pub struct Playout<'a> {
    program: &'a Program,
    /// Where each game begins, if not with the set-up.
    start: Option<Start>,
    /// What every game that begins with the set-up begins with, once it was looked for.
    opening: Option<Option<Opening>>,
    state: State,
    work: Workspace,
    standings: Standings,
    end: PlayoutEnd,
    limit: u64,
}

/// A position to play on from.
#[derive(Debug)]
struct Start {
    state: State,
    /// The rule that failed there.
    fault: Option<Fault>,
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
    /// The statement that ended it; nothing if its phases were over.
    pub ended_at: Option<Span>,
}

impl<'a> Playout<'a> {
    /// Ready to play.
    pub fn new(program: &'a Program) -> Self {
        Self {
            program,
            start: None,
            opening: None,
            state: State::new(program, 0),
            work: Workspace::of(program),
            standings: Standings::default(),
            end: PlayoutEnd::default(),
            limit: MAX_DECISIONS,
        }
    }

    /// Chance comes in streams, in which cards have these roles.
    pub fn in_streams(mut self, roles: &Arc<[u16]>) -> Self {
        self.state.streams = Some(Box::new(Streams::new(0, roles)));
        self
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
        Generator::new(seed ^ CHOICES)
    }

    /// From now on each game begins in the position of this one, which must be of the same program. What a seat can't know is
    /// there as it is: whoever plays for a seat takes a game that was dealt anew ([`Game::redealt`]).
    pub fn start_from(&mut self, game: &Game) {
        let fault = game.fault;
        match &mut self.start {
            Some(start) => {
                start.state.clone_from(&game.state);
                start.fault = fault;
            }
            None => self.start = Some(Start { state: game.state.clone(), fault }),
        }
    }

    /// From now on each game begins with the set-up.
    pub fn start_anew(&mut self) {
        self.start = None;
    }

    /// Plays a game with uniformly random choices. The seed decides chance and choices; they come from two generators.
    /// What is returned is overwritten by the next game.
    pub fn random(&mut self, seed: u64) -> Result<&PlayoutEnd, Fault> {
        self.watched(seed, |_| {})
    }

    /// The same, and tells each decision as it is made.
    pub fn watched(&mut self, seed: u64, mut watch: impl FnMut(Pick)) -> Result<&PlayoutEnd, Fault> {
        let from = self.start.as_ref().map_or(&self.state, |start| &start.state);
        if let Some(streams) = from.streams.clone() {
            return self.in_step(seed, *streams, |_, _, _| {}, watch);
        }
        let mut choices = Self::chooser(seed);
        self.run(seed, |state, player| {
            let options = state.options().len() as u32;
            let index = choices.below(options);
            watch(Pick { player, options, index });
            Some(index as usize)
        })?;
        Ok(&self.end)
    }

    /// The same with random choices in streams, also where chance is not, and some options left out: at each decision the numbers of those that may not be taken
    /// are put into a list. Where these are all options of a decision, none is left out.
    pub fn restricted(
        &mut self,
        seed: u64,
        leave_out: impl FnMut(&State, i32, &mut Vec<usize>),
    ) -> Result<&PlayoutEnd, Fault> {
        let from = self.start.as_ref().map_or(&self.state, |start| &start.state);
        let streams = from.streams.as_deref().cloned().unwrap_or_else(|| Streams::new(0, &Arc::from([])));
        self.in_step(seed, streams, leave_out, |_| {})
    }

    #[cold]
    fn in_step(
        &mut self,
        seed: u64,
        mut streams: Streams,
        mut leave_out: impl FnMut(&State, i32, &mut Vec<usize>),
        mut watch: impl FnMut(Pick),
    ) -> Result<&PlayoutEnd, Fault> {
        streams.restart(seed ^ CHOICES);
        let (program, mut choices) = (self.program, paired::Chooser::new(streams));
        let mut out = Vec::new();
        self.run(seed, |state, player| {
            out.clear();
            leave_out(state, player, &mut out);
            let index = choices.choose(program, state, &out);
            watch(Pick { player, options: state.options().len() as u32, index: index as u32 });
            Some(index)
        })?;
        Ok(&self.end)
    }

    /// Plays a game with somebody's choices: what is given is the position and who decides, what is taken the number of an option; the
    /// game is given up where there is none with this number. The seed decides chance.
    pub fn chosen(
        &mut self,
        seed: u64,
        mut choose: impl FnMut(&State, i32) -> usize,
    ) -> Result<&PlayoutEnd, ApplyError> {
        let whole = self.run(seed, |state, player| {
            Some(choose(state, player)).filter(|index| *index < state.options().len())
        });
        if whole? { Ok(&self.end) } else { Err(ApplyError::NoSuchOption) }
    }

    /// The same, and follows which arms the game runs.
    pub fn traced(
        &mut self,
        seed: u64,
        trace: &mut Trace,
        mut choose: impl FnMut(&State, i32) -> usize,
    ) -> Result<&PlayoutEnd, ApplyError> {
        let whole = self.run_watched(seed, trace, |state, player| {
            Some(choose(state, player)).filter(|index| *index < state.options().len())
        });
        if whole? { Ok(&self.end) } else { Err(ApplyError::NoSuchOption) }
    }

    /// The position in which a game begins; the chance that follows is the seed's.
    fn begin<O: Observer>(&mut self, seed: u64, observer: &mut O) -> Result<(), Fault> {
        if let Some(start) = &self.start {
            self.state.clone_from(&start.state);
            self.state.reseed(seed);
            return start.fault.map_or(Ok(()), Err);
        }
        let plain = !O::FOLLOWS && self.state.streams.is_none();
        let opening = self.opening.get_or_insert_with(|| opening(self.program));
        if let Some(opening) = opening.as_ref().filter(|_| plain) {
            self.state.clone_from(&opening.state);
            self.state.reseed(seed);
            return Machine::new(self.program, &mut self.state, &mut self.work, observer).go_on(opening);
        }
        self.state.restart(self.program, seed);
        Machine::new(self.program, &mut self.state, &mut self.work, observer).start()
    }

    /// Plays a game; false if a choice was not made.
    fn run(&mut self, seed: u64, choose: impl FnMut(&State, i32) -> Option<usize>) -> Result<bool, Fault> {
        self.run_watched(seed, &mut Nobody, choose)
    }

    fn run_watched(
        &mut self,
        seed: u64,
        observer: &mut impl Observer,
        mut choose: impl FnMut(&State, i32) -> Option<usize>,
    ) -> Result<bool, Fault> {
        let (mut decisions, mut asked) = (0, 0);
        self.begin(seed, observer)?;
        let mut machine = Machine::new(self.program, &mut self.state, &mut self.work, observer);
        while let Status::Waiting { player, .. } = machine.state().status() {
            decisions += u64::from(machine.state().options().len() > 1);
            let Some(pick) = choose(machine.state(), player) else { return Ok(false) };
            asked += 1;
            if asked > self.limit {
                let span = self.program.checked.phases.first().map_or_else(Default::default, |p| p.span);
                return Err(Fault { kind: FaultKind::EndlessGame, span, row: None });
            }
            machine.choose(pick)?;
        }
        self.end(decisions)?;
        Ok(true)
    }

    /// The statistics of the game that ended last: of each player all of them, in the order of the ruleset.
    pub fn statistics(&mut self, into: &mut Vec<Amount>) -> Result<(), Fault> {
        statistics(self.program, &mut self.state, &mut self.work, into)
    }

    fn end(&mut self, decisions: u64) -> Result<(), Fault> {
        self.standings.count(self.program, &mut self.state, &mut self.work)?;
        let players = self.program.players;
        let end = &mut self.end;
        end.decisions = decisions;
        end.scores.clear();
        end.scores.extend((0..players).map(|p| self.standings.score(p)));
        end.winners.clear();
        end.winners.extend(self.standings.winners(players));
        end.phases.clear();
        end.phases.extend(begun(self.program, &self.state));
        end.ended_at = ended_at(self.program, &self.state);
        Ok(())
    }
}

fn opening(program: &Program) -> Option<Opening> {
    program.linear.as_ref().filter(|code| code.copies_opening).and_then(|_| Opening::of(program))
}

/// How often each phase was begun, by phase.
pub(super) fn begun<'a>(program: &Program, state: &'a State) -> impl Iterator<Item = i64> + use<'a> {
    let ever = program.layout.phase_cells as usize + program.phases.len();
    state.cells[ever..].iter().map(|n| i64::from(*n))
}

impl<'a> From<&'a Game> for Playout<'a> {
    /// Each game begins in the position of this one; see [`Playout::start_from`].
    fn from(game: &'a Game) -> Self {
        let mut playout = Playout::new(&game.program);
        playout.start_from(game);
        playout
    }
}
