//! A game being played: a position with its past, its log and what each seat may conclude.

mod chosen;
mod history;
mod log;
mod moves;
mod record;
mod score;
mod told;
mod worlds;

use std::sync::Arc;

use ludex_grammar::span::Span;

use super::knowledge::Sight;
use super::memory::{Memory, Pick};
use super::values::player;
use super::{
    ApplyError, Chooser, Decision, Ending, Fault, LogEntry, Named, Observation, Setup, Unasked, View, Viewer,
    label,
};
use crate::belief::Beliefs;
use crate::compile::Ruleset;
use crate::exec::{self, FaultKind, Machine, Workspace};
use crate::ids::{PhaseId, Seat};
use crate::program::{Instr, Program};
use crate::state::{Stacks, State, Status, Streams};
use history::{Choice, History, MAX_CHOICES, Position};
use log::Witness;

pub use chosen::Chosen;
pub use history::Made;
pub use log::{Line, Noted};
pub use moves::Move;
pub use record::{Record, RecordError};
pub use score::{Amount, Score, Standings};
pub use told::{Told, cards};

pub(crate) use chosen::Picks;
pub(crate) use log::{MAX_LINES, line_of};
pub(crate) use moves::ended_at;
pub(crate) use record::options_of;
pub(crate) use score::{score, statistics, winners};
pub(crate) use told::Picked;

/// A game being played: a position, and how it came to it. The same setup, seed and choices give the same game, byte by byte.
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
    /// What was picked before, in the game of which this is a deal.
    picked: Memory,
    /// Shared by a game and its deals for as long as neither goes on.
    log: Arc<Vec<Line>>,
    /// Picks of which the log has no line yet.
    picks: Picks,
    /// Decisions since the last choice that were taken without asking.
    pub(super) unasked: Vec<Unasked>,
    /// Cards that moved since the last choice.
    pub(super) moves: Vec<Move>,
    pub(super) fault: Option<exec::Fault>,
    /// Maximum number of choices.
    limit: usize,
}

impl Game {
    /// A new game, played up to the first decision. A rule that fails in the set-up is in [`Game::fault`]. Games whose seeds are neighbours
    /// are as different as any.
    pub fn new(setup: &Setup, seed: u64) -> Game {
        let mut game = Self::unplayed(setup, seed);
        game.with_machine(|machine| machine.start());
        game
    }

    /// A game that set-up has run for, but no phase.
    pub(crate) fn set_up(setup: &Setup, seed: u64) -> Game {
        let mut game = Self::unplayed(setup, seed);
        let effect = setup.program().setup;
        game.with_machine(|machine| machine.run_effect(effect));
        game
    }

    /// The shuffles that are fixed in advance.
    pub(crate) fn stacks(&mut self) -> &mut Option<Box<Stacks>> {
        &mut self.state.stacks
    }

    /// A game that nothing has run for.
    pub(crate) fn unplayed(setup: &Setup, seed: u64) -> Game {
        let mut state = State::new(setup.program(), seed);
        state.streams = setup.roles.as_ref().map(|roles| Box::new(Streams::new(seed, roles)));
        let beliefs = Beliefs::new(setup.program());
        Self::at(setup.clone(), seed, state, beliefs)
    }

    /// A position without a past.
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
            picks: Picks::default(),
            unasked: Vec::new(),
            moves: Vec::new(),
            fault: None,
            limit: MAX_CHOICES,
        }
    }

    /// The same game with a maximum number of choices, at most 100,000; a longer one is a fault ([`FaultKind::EndlessGame`]).
    pub fn limited(self, choices: usize) -> Game {
        Game { limit: choices.min(MAX_CHOICES), ..self }
    }

    /// Changes the position by hand. What seats concluded before does not count any more.
    pub(crate) fn put_position<T, E>(
        &mut self,
        change: impl FnOnce(&mut State) -> Result<T, E>,
    ) -> Result<T, E> {
        let changed = change(&mut self.state)?;
        self.beliefs = Beliefs::of(self.setup.program(), &self.state);
        Ok(changed)
    }

    /// Runs something on the position with the log and the seats watching.
    pub(crate) fn with_machine(
        &mut self,
        body: impl FnOnce(&mut Machine<'_, Witness<'_>>) -> Result<(), exec::Fault>,
    ) {
        self.beliefs.begin();
        let program = self.setup.program();
        let mut told = false;
        let lines = Arc::make_mut(&mut self.log);
        self.picks.begin(lines);
        let mut witness = Witness {
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
        if let Some(choice) = self.past.choices.last_mut() {
            choice.tells |= told;
        }
        let counted = || {
            let mut state = self.state.clone();
            Standings::default().count(program, &mut state, &mut Workspace::default()).err()
        };
        self.fault = failed.or_else(|| if self.state.status() == Status::Over { counted() } else { None });
    }

    /// From it follows all chance.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// What it is played with.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How many players sit at the table; seats are numbered from 0.
    pub fn players(&self) -> u8 {
        self.setup.players()
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        self.setup.program()
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// What happened so far, with who knew it.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.log
    }

    /// Who has to decide; nobody if the game is over.
    pub fn deciding(&self) -> Option<Seat> {
        let Status::Waiting { player, .. } = self.state.status() else { return None };
        Some(Seat(u8::try_from(player).unwrap_or(0)))
    }

    /// What has to be decided, as a viewer may be told: others than the one who decides learn of no option, for these may be cards of a
    /// hand.
    pub fn decision_for(&self, viewer: impl Into<Viewer>) -> Option<Decision> {
        Decision::new(self, viewer.into())
    }

    /// How many options the decision has; 0 if there is none.
    pub fn options(&self) -> usize {
        if self.deciding().is_some() { self.state.options().len() } else { 0 }
    }

    /// The number of an option drawn at random: each with equal probability, or of several picks each combination. 0 if there is none.
    pub fn draw(&self, chooser: &mut Chooser) -> usize {
        if self.deciding().is_some() { chooser.draw(&self.state) } else { 0 }
    }

    /// The same without some options, which are given by their numbers; where these are all, none is left out.
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

    /// The names of the ways to go on of the decision, offered or not; none if it is another sort of decision.
    pub fn modes(&self) -> Vec<String> {
        let Status::Waiting { choice, .. } = self.state.status() else { return Vec::new() };
        self.setup.program().choices[choice.0 as usize].modes.clone()
    }

    /// For each option of the decision what it is in the eyes of the seat that decides: equal numbers are equal to it.
    pub(crate) fn options_seen(&self) -> Vec<u64> {
        let program = self.setup.program();
        let sight = Sight::new(program);
        self.state.options().iter().map(|option| sight.option(program, &self.state, *option)).collect()
    }

    /// Takes an option of the decision, by its number from 0.
    ///
    /// # Errors
    /// [`ApplyError::NoSuchOption`] if there is none with this number, and nothing changes; [`ApplyError::Fault`] if a rule failed, and the
    /// game is over.
    pub fn apply(&mut self, option: usize) -> Result<(), ApplyError> {
        if option >= self.options() {
            return Err(ApplyError::NoSuchOption);
        }
        let program = self.setup.program();
        let choice = Choice {
            picked: option as u32,
            options: self.state.options().len() as u32,
            label: label::option_label(program, &self.state, option),
            pick: Picked::of(program, &self.state, option),
            tells: false,
            log: self.log.len(),
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

    /// Takes the only option of a decision that was not put to its player. The log says so to all, so all players must be able to see that
    /// there is one option ([`why::is_forced`](crate::why::is_forced)).
    ///
    /// # Errors
    /// [`ApplyError::NoSuchOption`] unless there is one option, and nothing changes; [`ApplyError::Fault`] as in [`apply`](Self::apply).
    pub fn apply_unasked(&mut self) -> Result<(), ApplyError> {
        if self.options() != 1 {
            return Err(ApplyError::NoSuchOption);
        }
        self.picks.unasked();
        self.apply(0)
    }

    /// Takes the last choice back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((choice, before)) = self.past.take() else { return false };
        let (program, work) = (self.setup.program(), &mut self.work);
        let again = |position: &mut Position, picked: usize| {
            position.beliefs.begin();
            let (lines, unasked, moves) = (&mut Vec::new(), &mut Vec::new(), &mut Vec::new());
            let (told, beliefs, picks) = (&mut false, &mut position.beliefs, &mut position.picks);
            picks.begin(lines);
            let mut witness = Witness { program, lines, picks, unasked, moves, beliefs, told };
            // it did not fail then
            let _ = Machine::new(program, &mut position.state, work, &mut witness).choose(picked);
            position.picks.end(program, &position.state, &mut Vec::new());
        };
        let Some(before) = before.or_else(|| self.past.again(again)) else { return false };
        self.state = before.state;
        self.beliefs = before.beliefs;
        self.picks = before.picks;
        Arc::make_mut(&mut self.log).truncate(choice.log);
        self.unasked.clear();
        self.moves.clear();
        self.fault = None;
        true
    }

    /// Whether nothing is left to decide.
    pub fn is_over(&self) -> bool {
        matches!(self.state.status(), Status::Over | Status::Failed)
    }

    /// The rule that failed, if one did.
    pub fn fault(&self) -> Option<Fault> {
        self.fault.map(|fault| self.setup.ruleset.fault(fault))
    }

    /// The rule that failed, as the machine says it: its place may be in another text than the ruleset's.
    pub(crate) fn raised(&self) -> Option<exec::Fault> {
        self.fault
    }

    /// How it ended; nothing before.
    pub fn ending(&self) -> Option<Ending> {
        self.is_over().then(|| Ending::new(self))
    }

    /// The active player.
    pub fn active(&self) -> Option<Named<Seat>> {
        self.state.active().map(|seat| player(self.setup.program(), seat))
    }

    /// The phases in which the game is, outermost first: that of the latest iteration, and those around it.
    pub fn phases(&self) -> Vec<PhaseId> {
        let began = self.log.iter().rev().find_map(|line| match line {
            Line::Began { phase, .. } => Some(*phase),
            Line::Said { .. } | Line::Chose(_) => None,
        });
        let parent = |id: &PhaseId| self.setup.program().checked.phases[id.index()].parent;
        let mut phases: Vec<PhaseId> = std::iter::successors(began, parent).collect();
        phases.reverse();
        phases
    }

    /// How often each phase was begun, in the order of the ruleset, since the set-up.
    pub fn begun(&self) -> impl Iterator<Item = i64> + '_ {
        begun(self.setup.program(), &self.state)
    }

    /// Where the statement stands that ended the game; nothing if its phases are over, or if it goes on.
    pub fn ended_at(&self) -> Option<Span> {
        ended_at(self.setup.program(), &self.state)
    }

    /// How many choices were made.
    pub fn choices(&self) -> usize {
        self.past.choices.len()
    }

    /// Puts the choices from this one on into a memory; from the first one on it begins anew.
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

    /// What a seat is told of the choice made last, who has none what everybody is; nothing before the first one. Of players who are
    /// asked at once others learn no pick before all have decided.
    pub fn told(&self, seat: Seat) -> Option<Told> {
        let choice = self.past.choices.last()?;
        Some(self.told_of(choice, seat, choice.tells))
    }

    /// What a seat is told with the choice made last of choices before it: of those who were asked at once, in the order in which they
    /// decided, the last left out.
    pub fn told_with_it(&self, seat: Seat) -> Vec<Told> {
        let program = self.setup.program();
        let Some((last, before)) = self.past.choices.split_last() else { return Vec::new() };
        if !last.tells {
            return Vec::new();
        }
        let before = before.iter().rev().take_while(|choice| choice.pick.waits(program) && !choice.tells);
        let mut told: Vec<Told> = before.map(|choice| self.told_of(choice, seat, true)).collect();
        told.reverse();
        told
    }

    fn told_of(&self, choice: &Choice, seat: Seat, tells: bool) -> Told {
        let program = self.setup.program();
        let early = choice.pick.waits(program) && !tells;
        choice.pick.told(program, &choice.label, (seat.0.min(self.players()), early))
    }

    /// What happened from the line with this number on (from 0), as a viewer knew it when it was said.
    pub fn log(&self, viewer: impl Into<Viewer>, from: usize) -> Vec<LogEntry> {
        let viewer = viewer.into().number(self.players());
        let lines = self.log.get(from..).unwrap_or_default();
        lines.iter().map(|line| LogEntry::new(self.setup.program(), line, viewer)).collect()
    }

    /// How many lines the log has.
    pub fn log_len(&self) -> usize {
        self.log.len()
    }

    /// What a viewer may see.
    pub fn view(&self, viewer: impl Into<Viewer>) -> View {
        let view = View::new(self.setup.program(), &self.state, viewer.into());
        view.conclude(self.setup.program(), &self.state, &self.beliefs)
    }

    /// All that a viewer is shown, in the form that `docs/json.md` describes; of the log what stands from this line on.
    pub fn observe(&self, viewer: impl Into<Viewer>, from: usize) -> Observation {
        Observation::new(self, viewer.into(), from)
    }

    /// Plays a record again.
    ///
    /// # Errors
    /// [`RecordError`] if it is of another ruleset or version, if a choice is not possible, or if the position at the end is another one.
    pub fn replay(ruleset: &Ruleset, record: &Record) -> Result<Game, RecordError> {
        record::replay(ruleset, record)
    }

    /// Plays a record on from the position with which its game began, as [`scenarios::position`](crate::scenarios::position) gives one: the
    /// first choices of the record are those of the position.
    ///
    /// # Errors
    /// As [`replay`](Self::replay); a position with which the record did not begin is [`RecordError::Hash`].
    pub fn replay_from(position: Game, record: &Record) -> Result<Game, RecordError> {
        record::replay_from(position, record)
    }
}

/// A game that takes too many choices, or says too much. Its place is the phase that is repeated without end, or the decision that is put
/// once more.
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

/// How often each phase was begun, by phase.
pub(crate) fn begun<'a>(program: &Program, state: &'a State) -> impl Iterator<Item = i64> + use<'a> {
    let ever = program.layout.phase_cells as usize + program.phases.len();
    state.cells[ever..].iter().map(|n| i64::from(*n))
}
