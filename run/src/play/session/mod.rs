//! A game in progress: a position with its history, its log, and the beliefs of each seat.

mod chosen;
mod history;
mod log;
mod moves;
mod observed_choice;
mod record;
mod score;
mod worlds;

use std::sync::Arc;

use ludex_grammar::span::Span;

use super::knowledge::ObservationHasher;
use super::memory::{Memory, Pick};
use super::values::player;
use super::{
    ApplyError, Chooser, Decision, Ending, Fault, LogEntry, Movement, Named, Observation, Setup, Unasked,
    View, Viewer, label,
};
use crate::belief::Beliefs;
use crate::exec::{self, FaultKind, Machine, Workspace};
use crate::program::{Instr, Program};
use crate::ruleset::Ruleset;
use crate::state::{Stacks, State, Status, Streams};
use history::{Choice, History, MAX_CHOICES, Position};
use ludex_check::ids::{PhaseId, Seat};

pub use chosen::Chosen;
pub use history::PastChoice;
pub use log::{GameRecorder, Line, RecordedFact, SheetLine, line_of};
pub use moves::Move;
pub use observed_choice::{ObservedChoice, cards};
pub use record::{Record, RecordError};
pub use score::{Amount, Score, Standings, eliminations};

pub(crate) use chosen::Picks;
pub(crate) use log::MAX_LINES;
pub(crate) use moves::{PastMove, ended_at};
pub(crate) use observed_choice::Picked;
pub(crate) use record::options_of;
pub(crate) use score::{IN_PLAY, score, statistics, winners};

/// A game in progress: a position and its history. The same setup, seed and choices give the same game, byte
/// by byte.
///
/// ```
/// let text = "
/// format: 1
/// game: { id: pass, players: 1 }
/// phases:
///   turn:
///     active: seat(1)
///     do: |
///       let n = me chooses number in 1..3 as size
///       set total = n
/// state: { game: { total: int for game } }
/// score: { total: total }
/// ";
/// let compiled = ludex::compile(&[("ruleset.yaml".into(), text.into())]);
/// let setup = compiled.into_ruleset()?.setup(1, &[])?;
/// let mut game = ludex::Game::new(&setup, 7);
/// let decision = game.decision_for(ludex::Seat::FIRST).expect("it begins with a decision");
/// assert_eq!(decision.options[2].label, "3");
/// game.apply(2)?;
/// assert!(game.is_over());
/// let end = game.ending().expect("it is over");
/// assert_eq!(end.scores[0].total.to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    pub(super) setup: Setup,
    seed: u64,
    pub(super) state: State,
    work: Workspace,
    beliefs: Beliefs,
    past: History,
    /// Earlier choices of the game that this one is a determinization of.
    picked: Memory,
    /// The log, shared by a game and its determinizations until one of them continues.
    log: Arc<Vec<Line>>,
    /// Choices without a log line so far.
    picks: Picks,
    /// Forced choices, made without a question, since the last choice.
    pub(super) unasked: Vec<Unasked>,
    /// All moves of cards, shared like the log.
    moved: Arc<Vec<PastMove>>,
    /// Cards that moved since the last choice.
    pub(super) moves: Vec<Move>,
    pub(super) fault: Option<exec::Fault>,
    /// Maximum number of choices.
    limit: usize,
}

impl Game {
    /// Starts a new game, and runs it up to the first decision. If a rule fails in the set-up,
    /// [`Game::fault`] returns the fault. Adjacent seeds give independent games.
    pub fn new(setup: &Setup, seed: u64) -> Game {
        let mut game = Self::unplayed(setup, seed);
        game.with_machine(|machine| machine.start());
        game
    }

    /// Creates a game that has run the set-up, but no phase.
    pub(crate) fn set_up(setup: &Setup, seed: u64) -> Game {
        let mut game = Self::unplayed(setup, seed);
        let effect = setup.program().setup;
        game.with_machine(|machine| machine.run_effect(effect));
        game
    }

    /// Returns the shuffles that are fixed in advance.
    pub(crate) fn stacks(&mut self) -> &mut Option<Box<Stacks>> {
        &mut self.state.stacks
    }

    /// Creates a game before the set-up.
    pub(crate) fn unplayed(setup: &Setup, seed: u64) -> Game {
        let mut state = State::new(setup.program(), seed);
        state.streams = setup.roles.as_ref().map(|roles| Box::new(Streams::new(seed, roles)));
        let beliefs = Beliefs::new(setup.program());
        Self::at(setup.clone(), seed, state, beliefs)
    }

    /// Creates a game from a position, without a history.
    pub(in crate::play) fn at(setup: Setup, seed: u64, state: State, beliefs: Beliefs) -> Game {
        Game {
            setup,
            seed,
            state,
            work: Workspace::default(),
            beliefs,
            past: History::default(),
            picked: Memory::default(),
            log: Arc::default(),
            moved: Arc::default(),
            picks: Picks::default(),
            unasked: Vec::new(),
            moves: Vec::new(),
            fault: None,
            limit: MAX_CHOICES,
        }
    }

    /// Limits the number of choices, to at most 100,000; a longer game is a fault
    /// ([`FaultKind::EndlessGame`]).
    pub fn limited(self, choices: usize) -> Game {
        Game { limit: choices.min(MAX_CHOICES), ..self }
    }

    /// Limits the number of past positions that are kept for undo, to save memory. An older position is
    /// recomputed.
    pub fn keeping(self, positions: usize) -> Game {
        let mut game = self;
        game.past.limit(positions);
        game
    }

    /// Changes the position directly, and resets the beliefs of all seats.
    pub(crate) fn put_position<T, E>(
        &mut self,
        change: impl FnOnce(&mut State) -> Result<T, E>,
    ) -> Result<T, E> {
        let changed = change(&mut self.state)?;
        self.beliefs = Beliefs::from_state(self.setup.program(), &self.state);
        Ok(changed)
    }

    /// Runs the machine on the position, with the log and the beliefs as observers.
    pub(crate) fn with_machine(
        &mut self,
        body: impl FnOnce(&mut Machine<'_, GameRecorder<'_>>) -> Result<(), exec::Fault>,
    ) {
        self.beliefs.begin();
        let program = self.setup.program();
        let (mut told, before) = (false, self.moves.len());
        let lines = Arc::make_mut(&mut self.log);
        self.picks.begin(lines);
        let mut witness = GameRecorder {
            program,
            lines,
            picks: &mut self.picks,
            unasked: &mut self.unasked,
            moves: &mut self.moves,
            beliefs: &mut self.beliefs,
            told: &mut told,
        };
        let mut machine = Machine::new(program, &mut self.state, &mut self.work, &mut witness);
        let failed = body(&mut machine).err();
        self.picks.end(program, &self.state, Arc::make_mut(&mut self.log));
        if self.moves.len() > before {
            let (choice, line) = (self.past.choices.len(), self.past.choices.last().map_or(0, |c| c.log));
            let moves = self.moves[before..].iter().map(|moved| PastMove { moved: *moved, choice, line });
            Arc::make_mut(&mut self.moved).extend(moves);
        }
        if let Some(choice) = self.past.choices.last_mut() {
            choice.tells |= told;
        }
        let counted = || {
            let mut state = self.state.clone();
            Standings::default().count(program, &mut state, &mut Workspace::default()).err()
        };
        self.fault = failed.or_else(|| if self.state.status() == Status::Over { counted() } else { None });
    }

    /// Returns the seed of all random events.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the setup of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the number of players; seats are numbered from 0.
    pub fn players(&self) -> u8 {
        self.setup.players()
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        self.setup.program()
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Returns the log of the game, with the seats that know each line.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.log
    }

    /// Returns the acting player, or `None` if the game is over.
    pub fn deciding(&self) -> Option<Seat> {
        let Status::Waiting { player, .. } = self.state.status() else { return None };
        Some(Seat(u8::try_from(player).unwrap_or(0)))
    }

    /// Returns the pending decision, as visible to a viewer. Viewers other than the acting player see no
    /// options, because these may be cards in hand.
    pub fn decision_for(&self, viewer: impl Into<Viewer>) -> Option<Decision> {
        Decision::new(self, viewer.into())
    }

    /// Returns the number of options of the decision; 0 without one.
    pub fn options(&self) -> usize {
        if self.deciding().is_some() { self.state.options().len() } else { 0 }
    }

    /// Draws the index of an option: each with equal probability, or for a choice of several each
    /// combination. Returns 0 if there is no decision.
    pub fn draw(&self, chooser: &mut Chooser) -> usize {
        if self.deciding().is_some() { chooser.draw(&self.state) } else { 0 }
    }

    /// Like [`draw`](Self::draw), but excludes options by index. If `out` contains all options, none is
    /// excluded.
    pub fn draw_without(&self, out: &[usize], chooser: &mut Chooser) -> usize {
        let left: Vec<usize> = (0..self.options()).filter(|option| !out.contains(option)).collect();
        if out.is_empty() || left.is_empty() {
            return self.draw(chooser);
        }
        if self.state.ways.is_empty() {
            return left[chooser.below(left.len())];
        }
        left[chooser.draw_of(left.iter().map(|option| self.state.weight(*option)))]
    }

    /// Returns the names of the modes of the decision, available or not; empty for another kind of decision.
    pub fn modes(&self) -> Vec<String> {
        let Status::Waiting { choice, .. } = self.state.status() else { return Vec::new() };
        self.setup.program().choices[choice.0 as usize].modes.clone()
    }

    /// Returns a number for each option as seen by the acting player; options with equal numbers look the
    /// same to that player.
    pub(crate) fn options_seen(&self) -> Vec<u64> {
        let program = self.setup.program();
        let sight = ObservationHasher::new(program);
        self.state.options().iter().map(|option| sight.option(program, &self.state, *option)).collect()
    }

    /// Chooses an option of the decision, by its index from 0.
    ///
    /// # Errors
    /// [`ApplyError::NoSuchOption`] if there is no option with this index; nothing changes.
    /// [`ApplyError::Fault`] if a rule failed; the game is over.
    pub fn apply(&mut self, option: usize) -> Result<(), ApplyError> {
        if option >= self.options() {
            return Err(ApplyError::NoSuchOption);
        }
        let program = self.setup.program();
        let choice = Choice {
            picked: option as u32,
            options: self.state.options().len() as u32,
            label: label::option_label(program, &self.state, option),
            pick: Picked::new(program, &self.state, option),
            tells: false,
            log: self.log.len(),
            moved: self.moved.len(),
        };
        self.unasked.clear();
        self.moves.clear();
        let picks = self.picks.clone();
        let before = Position { state: self.state.clone(), beliefs: self.beliefs.clone(), picks };
        self.past.add(choice, before);
        if self.choices() > self.limit || self.log.len() - self.picks.written() > MAX_LINES {
            self.fault = Some(endless(self.setup.program(), &self.state));
            self.state.fail();
        } else {
            self.with_machine(|machine| machine.choose(option));
        }
        self.fault().map_or(Ok(()), |fault| Err(ApplyError::Fault(fault)))
    }

    /// Chooses the only option of a decision without asking the player. The log reports this to all, so all
    /// players must be able to see that there is one option (`why::is_forced`).
    ///
    /// # Errors
    /// [`ApplyError::NoSuchOption`] unless there is exactly one option; nothing changes.
    /// [`ApplyError::Fault`] as in [`apply`](Self::apply).
    pub fn apply_unasked(&mut self) -> Result<(), ApplyError> {
        if self.options() != 1 {
            return Err(ApplyError::NoSuchOption);
        }
        self.picks.unasked();
        self.apply(0)
    }

    /// Undoes the last choice. Returns false if no choice was made.
    pub fn undo(&mut self) -> bool {
        let Some((choice, before)) = self.past.take() else { return false };
        let (program, work) = (self.setup.program(), &mut self.work);
        let again = |position: &mut Position, picked: usize| {
            position.beliefs.begin();
            let (lines, unasked, moves) = (&mut Vec::new(), &mut Vec::new(), &mut Vec::new());
            let (told, beliefs, picks) = (&mut false, &mut position.beliefs, &mut position.picks);
            picks.begin(lines);
            let mut witness = GameRecorder { program, lines, picks, unasked, moves, beliefs, told };
            // the choice did not fail the first time
            let _ = Machine::new(program, &mut position.state, work, &mut witness).choose(picked);
            position.picks.end(program, &position.state, &mut Vec::new());
        };
        let Some(before) = before.or_else(|| self.past.again(again)) else { return false };
        self.state = before.state;
        self.beliefs = before.beliefs;
        self.picks = before.picks;
        Arc::make_mut(&mut self.log).truncate(choice.log);
        Arc::make_mut(&mut self.moved).truncate(choice.moved);
        self.unasked.clear();
        self.moves.clear();
        self.fault = None;
        true
    }

    /// Returns true if no decision is left.
    pub fn is_over(&self) -> bool {
        matches!(self.state.status(), Status::Over | Status::Failed)
    }

    /// Returns the fault of the rule that failed, if any.
    pub fn fault(&self) -> Option<Fault> {
        self.fault.map(|fault| self.setup.ruleset.fault(fault))
    }

    /// Returns the fault as reported by the machine. Its source location may be in a text other than the
    /// ruleset.
    pub(crate) fn raised(&self) -> Option<exec::Fault> {
        self.fault
    }

    /// Returns the result of the game, or `None` before its end.
    pub fn ending(&self) -> Option<Ending> {
        self.is_over().then(|| Ending::new(self))
    }

    /// Returns the active player, if any.
    pub fn active(&self) -> Option<Named<Seat>> {
        self.state.active().map(|seat| player(self.setup.program(), seat))
    }

    /// Returns the current phases, outermost first: that of the latest iteration, and its parents.
    pub fn phases(&self) -> Vec<PhaseId> {
        let began = self.log.iter().rev().find_map(|line| match line {
            Line::Began { phase, .. } => Some(*phase),
            Line::Said { .. } | Line::Chose(_) | Line::Scored(_) => None,
        });
        let parent = |id: &PhaseId| self.setup.program().checked.phases[id.index()].parent;
        let mut phases: Vec<PhaseId> = std::iter::successors(began, parent).collect();
        phases.reverse();
        phases
    }

    /// Returns the number of times each phase began since the set-up, in the order of the ruleset.
    pub fn begun(&self) -> impl Iterator<Item = i64> + '_ {
        begun(self.setup.program(), &self.state)
    }

    /// Returns the source location of the statement that ended the game, or `None` if it ended after its last
    /// phase or is not over.
    pub fn ended_at(&self) -> Option<Span> {
        ended_at(self.setup.program(), &self.state)
    }

    /// Returns the number of choices made.
    pub fn choices(&self) -> usize {
        self.past.choices.len()
    }

    /// Adds the choices from index `from` on to a memory. With 0, the memory is reset first.
    pub(crate) fn remember(&self, from: usize, memory: &mut Memory) {
        let program = self.setup.program();
        if from == 0 {
            memory.clone_from(&self.picked);
        }
        for choice in self.past.choices.get(from..).unwrap_or_default() {
            let ((choice, value, known), seat) = (choice.pick.parts(), choice.pick.player);
            memory.note(
                program,
                usize::from(seat),
                Pick::new(program, (choice, i32::from(seat)), value, known),
            );
        }
    }

    /// Returns the last choice as disclosed to a seat, or `None` before the first choice. A viewer without a
    /// seat gets the public disclosure. Choices of a simultaneous choice are not disclosed to others before
    /// all players have decided.
    pub fn observed_choice(&self, seat: Seat) -> Option<ObservedChoice> {
        let choice = self.past.choices.last()?;
        Some(self.disclose(choice, seat, choice.tells))
    }

    /// Returns the earlier choices that are disclosed to a seat together with the last one, because all were
    /// simultaneous. They are in the order of decisions, without the last.
    pub fn revealed_choices(&self, seat: Seat) -> Vec<ObservedChoice> {
        let program = self.setup.program();
        let Some((last, before)) = self.past.choices.split_last() else { return Vec::new() };
        if !last.tells {
            return Vec::new();
        }
        let before = before.iter().rev().take_while(|choice| choice.pick.waits(program) && !choice.tells);
        let mut told: Vec<ObservedChoice> = before.map(|choice| self.disclose(choice, seat, true)).collect();
        told.reverse();
        told
    }

    fn disclose(&self, choice: &Choice, seat: Seat, tells: bool) -> ObservedChoice {
        let program = self.setup.program();
        let early = choice.pick.waits(program) && !tells;
        choice.pick.disclose(program, &choice.label, (seat.0.min(self.players()), early))
    }

    /// Returns the log lines from this index on (from 0), with the facts that a viewer knew at the time.
    pub fn log(&self, viewer: impl Into<Viewer>, from: usize) -> Vec<LogEntry> {
        let viewer = viewer.into().number(self.players());
        let lines = self.log.get(from..).unwrap_or_default();
        lines.iter().map(|line| LogEntry::new(self.setup.program(), line, viewer)).collect()
    }

    /// Returns the movements of cards after at least `from` choices, as far as a viewer saw them: those of
    /// the set-up after 0 choices, and the effects of each choice after that choice.
    pub fn movements(&self, viewer: impl Into<Viewer>, from: usize) -> Vec<Movement> {
        self.movements_that(viewer.into(), |moved| moved.choice >= from)
    }

    /// Returns the movements caused by choices after this line of the log; with 0, all movements.
    pub(in crate::play) fn movements_since(&self, viewer: Viewer, line: usize) -> Vec<Movement> {
        self.movements_that(viewer, |moved| moved.line >= line)
    }

    fn movements_that(&self, viewer: Viewer, wanted: impl Fn(&PastMove) -> bool) -> Vec<Movement> {
        let viewer = viewer.number(self.players());
        let by_choice =
            self.moved.chunk_by(|one, other| (one.choice, one.line) == (other.choice, other.line));
        let by_choice = by_choice.filter(|moves| wanted(&moves[0]));
        by_choice.flat_map(|moves| Movement::all(self.setup.program(), moves, viewer)).collect()
    }

    /// Returns the number of log lines.
    pub fn log_len(&self) -> usize {
        self.log.len()
    }

    /// Returns the position as visible to a viewer.
    pub fn view(&self, viewer: impl Into<Viewer>) -> View {
        let view = View::new(self.setup.program(), &self.state, viewer.into());
        view.conclude(self.setup.program(), &self.state, &self.beliefs)
    }

    /// Returns the complete observation of a viewer, in the form described in `docs/json.md`, with the log
    /// from this line on.
    pub fn observe(&self, viewer: impl Into<Viewer>, from: usize) -> Observation {
        Observation::new(self, viewer.into(), from)
    }

    /// Creates a game by replaying the choices of a record.
    pub fn replay(ruleset: &Ruleset, record: &Record) -> Result<Game, RecordError> {
        record::replay(ruleset, record)
    }

    /// Replays a record from the position with which its game began, as
    /// `scenarios::position` returns it. The first choices of the record are
    /// those of the position.
    ///
    /// # Errors
    /// Like [`replay`](Self::replay); [`RecordError::Hash`] if the record did not begin with this position.
    pub fn replay_from(position: Game, record: &Record) -> Result<Game, RecordError> {
        record::replay_from(position, record)
    }
}

/// Returns the fault of a game with too many choices or log lines. Its source location is that of the phase
/// that repeats without end, or of the pending decision.
pub(crate) fn endless(program: &Program, state: &State) -> exec::Fault {
    let (kind, status) = (FaultKind::EndlessGame, state.status());
    if let Some(fault) = exec::endless_phase(program, state, kind) {
        return fault;
    }
    let is_put = |instr: &Instr| matches!((instr, status), (Instr::Choose(of, _), Status::Waiting { choice, .. }) if *of == choice);
    let at = program.code.iter().position(is_put);
    let first = || program.checked.phases.first().map(|phase| phase.span);
    let span = at.and_then(|at| program.spans.get(at)).copied().or_else(first).unwrap_or_default();
    exec::Fault { kind, span, about: None }
}

/// Returns the number of times each phase began, by phase.
pub(crate) fn begun<'a>(program: &Program, state: &'a State) -> impl Iterator<Item = i64> + use<'a> {
    let ever = program.layout.phase_cells as usize + program.phases.len();
    state.cells[ever..].iter().map(|n| i64::from(*n))
}
