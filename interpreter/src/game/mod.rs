//! The face of the interpreter: compile a ruleset, play it, look at it.
//!
//! ```
//! let text = "
//! format: 1
//! game: { id: pass, players: 1 }
//! phases:
//!   turn:
//!     active: seat(1)
//!     do: |
//!       let n = me chooses number in 1..3 as size
//!       set total = n
//! state: { game: { total: int for game } }
//! score: { total: total }
//! ";
//! let compiled = ludex::machinery::compile(&[("ruleset.yaml".into(), text.into())], "");
//! let ruleset = compiled.ruleset.expect("no errors");
//! let mut game = ludex::machinery::Game::new(&ruleset, 1, &[], 7).unwrap();
//! assert_eq!(game.decision().unwrap().labels(), ["1", "2", "3"]);
//! game.apply(2).unwrap();
//! assert!(game.is_over());
//! assert_eq!(game.score(0).total.to_string(), "3");
//! ```

mod arms;
mod branch;
mod dealer;
mod decision;
mod hands;
mod history;
mod label;
mod log;
mod moves;
mod paired;
mod playout;
mod record;
mod redeal;
mod ruleset;
mod score;
mod seen;
mod sight;
mod told;
mod view;
mod worlds;

use std::sync::Arc;

use crate::belief::Beliefs;
use crate::exec::{Fault, FaultKind, Machine, Nobody, Workspace};
use crate::hir::Holder;
use crate::ids::{PhaseId, PropertyId};
use crate::program::Program;
use crate::state::{State, Status, Streams};
use ludex_grammar::span::Span;

pub use arms::{Arm, ArmKind, Trace};
pub use branch::{Ask, Branch};
pub(crate) use dealer::{Dealer, Listed};
pub use decision::{ApplyError, Decision};
pub(crate) use hands::{hand_of, is_known, plays};
pub use history::Made;
use history::{Choice, History, MAX_CHOICES, Position};
pub use label::{card_text, fault_message, find_zone, option_label, seat_label, spot_label, zone_label};
pub(crate) use label::{sees_targets, shown_labels};
pub use log::{Fact, LogEntry};
use log::{MAX_LINES, Witness};
pub use moves::Move;
pub use playout::{Pick, Playout, PlayoutEnd};
pub(crate) use record::options_of;
pub use record::{Record, RecordError};
pub(crate) use ruleset::Parts;
pub use ruleset::{Compiled, Ruleset, SetupError, compile, compile_all, compile_file, compile_with};
pub(crate) use score::Standings;
pub use score::{Amount, Score};
pub(crate) use sight::{Eyes, Sight, mix};
use told::Picked;
pub use told::{Told, Unasked};
pub use view::{CardView, View, ZoneView};

/// A game being played: a position, and how it came to it.
#[derive(Debug, Clone)]
pub struct Game {
    ruleset: Arc<Ruleset>,
    program: Arc<Program>,
    seed: u64,
    state: State,
    work: Workspace,
    beliefs: Beliefs,
    past: History,
    /// Shared by a game and its deals for as long as neither goes on.
    log: Arc<Vec<LogEntry>>,
    /// Decisions since the last choice that were taken without asking.
    unasked: Vec<Unasked>,
    /// Cards that moved since the last choice.
    moves: Vec<Move>,
    fault: Option<Fault>,
}

impl Game {
    /// A new game, played up to the first decision. A fault in the set-up is in [`Game::fault`].
    pub fn new(
        ruleset: &Arc<Ruleset>,
        players: u8,
        options: &[(String, String)],
        seed: u64,
    ) -> Result<Game, SetupError> {
        let program = ruleset.program(players, options)?;
        Ok(Self::with_program(ruleset, program, seed))
    }

    /// A new game of a compiled program.
    pub fn with_program(ruleset: &Arc<Ruleset>, program: Arc<Program>, seed: u64) -> Game {
        let mut game = Self::unplayed(ruleset, program, seed);
        game.with_machine(|machine| machine.start());
        game
    }

    /// A new game whose chance comes in streams, in which cards have these roles.
    pub fn in_streams(ruleset: &Arc<Ruleset>, program: Arc<Program>, seed: u64, roles: &Arc<[u16]>) -> Game {
        let mut game = Self::unplayed(ruleset, program, seed);
        game.state.streams = Some(Box::new(Streams::new(seed, roles)));
        game.with_machine(|machine| machine.start());
        game
    }

    /// A game that set-up has run for, but no phase.
    pub(crate) fn set_up(ruleset: &Arc<Ruleset>, program: Arc<Program>, seed: u64) -> Game {
        let mut game = Self::unplayed(ruleset, program, seed);
        let setup = game.program.setup;
        game.with_machine(|machine| machine.run_effect(setup));
        game
    }

    fn unplayed(ruleset: &Arc<Ruleset>, program: Arc<Program>, seed: u64) -> Game {
        let state = State::new(&program, seed);
        let beliefs = Beliefs::new(&program);
        Game {
            ruleset: Arc::clone(ruleset),
            program,
            seed,
            state,
            work: Workspace::default(),
            beliefs,
            past: History::default(),
            log: Arc::default(),
            unasked: Vec::new(),
            moves: Vec::new(),
            fault: None,
        }
    }

    /// Changes the position by hand. What seats concluded before does not count any more.
    pub(crate) fn put_position<T, E>(
        &mut self,
        change: impl FnOnce(&mut State) -> Result<T, E>,
    ) -> Result<T, E> {
        let changed = change(&mut self.state)?;
        self.beliefs = Beliefs::of(&self.program, &self.state);
        Ok(changed)
    }

    /// Runs something on the position with the log and the seats watching.
    pub(crate) fn with_machine(
        &mut self,
        body: impl FnOnce(&mut Machine<'_, Witness<'_>>) -> Result<(), Fault>,
    ) {
        self.beliefs.begin();
        let mut witness = Witness {
            program: &self.program,
            entries: Arc::make_mut(&mut self.log),
            unasked: &mut self.unasked,
            moves: &mut self.moves,
            beliefs: &mut self.beliefs,
        };
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.work, &mut witness);
        let failed = body(&mut machine).err();
        let counted = || {
            let mut state = self.state.clone();
            Standings::default().count(&self.program, &mut state, &mut Workspace::default()).err()
        };
        self.fault = failed.or_else(|| if self.state.status() == Status::Over { counted() } else { None });
    }

    /// What has to be decided; nothing if the game is over.
    pub fn decision(&self) -> Option<Decision<'_>> {
        let Status::Waiting { choice, player, .. } = self.state.status() else { return None };
        let decision = self.program.choices[choice.0 as usize].decision;
        let name = &self.program.checked.decisions[decision.index()];
        Some(Decision { game: self, player: player.max(0) as u8, name })
    }

    /// The names of the ways to go on of the decision, offered or not.
    pub fn modes(&self) -> &[String] {
        let Status::Waiting { choice, .. } = self.state.status() else { return &[] };
        &self.program.choices[choice.0 as usize].modes
    }

    /// For each option of the decision what it is in the eyes of the seat that decides: equal numbers are equal to it.
    pub(crate) fn options_seen(&self) -> Vec<u64> {
        let sight = Sight::new(&self.program);
        self.state.options().iter().map(|option| sight.option(&self.program, &self.state, *option)).collect()
    }

    /// Takes an option of the decision.
    pub fn apply(&mut self, index: usize) -> Result<(), ApplyError> {
        if index >= self.state.options().len() || !matches!(self.state.status(), Status::Waiting { .. }) {
            return Err(ApplyError::NoSuchOption);
        }
        let label = option_label(&self.program, &self.state, index);
        let pick = Picked::of(&self.program, &self.state, index);
        let options = self.state.options().len() as u32;
        let choice = Choice { picked: index as u32, options, label, pick, log: self.log.len() };
        self.unasked.clear();
        self.moves.clear();
        let before = Position { state: self.state.clone(), beliefs: self.beliefs.clone() };
        self.past.add(choice, before);
        if self.choices() > MAX_CHOICES || self.log.len() > MAX_LINES {
            let span = self.program.checked.phases.first().map_or_else(Span::default, |phase| phase.span);
            self.state.fail();
            self.fault = Some(Fault { kind: FaultKind::EndlessGame, span, row: None });
        } else {
            self.with_machine(|machine| machine.choose(index));
        }
        self.fault.map_or(Ok(()), |fault| Err(ApplyError::Fault(fault)))
    }

    /// Takes the last choice back.
    pub fn undo(&mut self) -> bool {
        let Some((choice, before)) = self.past.take() else { return false };
        let (program, work) = (&self.program, &mut self.work);
        let again = |position: &mut Position, picked: usize| {
            position.beliefs.begin();
            let (entries, unasked, moves) = (&mut Vec::new(), &mut Vec::new(), &mut Vec::new());
            let mut witness = Witness { program, entries, unasked, moves, beliefs: &mut position.beliefs };
            // it did not fail then
            let _ = Machine::new(program, &mut position.state, work, &mut witness).choose(picked);
        };
        let Some(before) = before.or_else(|| self.past.again(again)) else { return false };
        self.state = before.state;
        self.beliefs = before.beliefs;
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
        self.fault
    }

    /// How many players.
    pub fn players(&self) -> u8 {
        self.program.players
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The active player.
    pub fn active(&self) -> Option<u8> {
        self.state.active()
    }

    /// How many choices were made.
    pub fn choices(&self) -> usize {
        self.past.choices.len()
    }

    /// The option taken last: its number and its label.
    pub fn last_choice(&self) -> Option<(usize, &str)> {
        self.past.choices.last().map(|choice| (choice.picked as usize, choice.label.as_str()))
    }

    /// What a seat is told of the choice made last: who picked at which decision; what, as far as it may know.
    pub fn told(&self, seat: u8) -> Option<Told> {
        let choice = self.past.choices.last()?;
        Some(choice.pick.told(&self.program, &choice.label, seat))
    }

    /// The decisions since the last choice that were taken without asking, for there was one option.
    pub fn unasked(&self) -> &[Unasked] {
        &self.unasked
    }

    /// The cards that moved since the last choice, or in the set-up; after a choice was taken back none.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The statement that ended the game; nothing if its phases are over, or if it goes on.
    pub fn ended_at(&self) -> Option<Span> {
        moves::ended_at(&self.program, &self.state)
    }

    /// Each player's score, as a cell; nothing if it can't be counted here.
    pub fn scores(&self) -> Option<Vec<i32>> {
        let mut standings = Standings::default();
        standings.count(&self.program, &mut self.state.clone(), &mut Workspace::default()).ok()?;
        Some((0..self.players()).map(|player| standings.score(player)).collect())
    }

    /// The statistics of the position: of each player all of them, in the order of the ruleset.
    pub fn statistics(&self) -> Result<Vec<Amount>, Fault> {
        let mut all = Vec::new();
        score::statistics(&self.program, &mut self.state.clone(), &mut Workspace::default(), &mut all)?;
        Ok(all)
    }

    /// How often each phase was begun, by phase.
    pub fn begun(&self) -> impl Iterator<Item = i64> + '_ {
        playout::begun(&self.program, &self.state)
    }

    /// The hash of the position.
    pub fn hash(&self) -> u64 {
        self.state.hash()
    }

    /// What happened so far.
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// The phases in which the game is, outermost first: that of the latest iteration, and those around it.
    pub fn phases(&self) -> Vec<PhaseId> {
        let began = self.log.iter().rev().find_map(|entry| match entry {
            LogEntry::Began { phase, .. } => Some(*phase),
            LogEntry::Said { .. } => None,
        });
        let parent = |id: &PhaseId| self.program.checked.phases[id.index()].parent;
        let mut phases: Vec<PhaseId> = std::iter::successors(began, parent).collect();
        phases.reverse();
        phases
    }

    /// How many iterations a phase has in this game, if that is fixed from the beginning.
    pub fn repeats(&self, phase: PhaseId) -> Option<i32> {
        let program = &self.program;
        crate::hir::repeats(&program.checked, program.players, &program.options, phase)
    }

    /// What a seat may see.
    pub fn view(&self, seat: u8) -> View {
        view::view(&self.program, &self.state, seat)
    }

    /// The position with every card open, as after the game; its seat is none of the game's.
    pub fn open_view(&self) -> View {
        view::open_view(&self.program, &self.state)
    }

    /// The player who has a card in hand.
    pub fn hand_of(&self, card: u16) -> Option<u8> {
        hand_of(&self.program, &self.state, card)
    }

    /// A player's score and its parts.
    pub fn score(&self, player: u8) -> Score {
        score::score(&self.program, &self.state, player)
    }

    /// The value of a property of a card, as a cell.
    pub fn property(&self, property: PropertyId, card: u16) -> Result<i32, FaultKind> {
        let (mut state, mut work, mut nobody) = (self.state.clone(), Workspace::default(), Nobody);
        Machine::new(&self.program, &mut state, &mut work, &mut nobody).property_of(property, card)
    }

    /// The players who win if the game ended here, in seat order.
    pub fn winners(&self) -> Vec<u8> {
        score::winners(&self.program, &self.state)
    }

    /// The whole game as a record that can be played again.
    pub fn record(&self) -> Record {
        record::record(self)
    }

    /// Plays a record again; every choice must be possible and the position at the end the same.
    pub fn replay(ruleset: &Arc<Ruleset>, record: &Record) -> Result<Game, RecordError> {
        record::replay(ruleset, record)
    }

    /// The holder of a declared zone.
    pub fn zone_holder(&self, zone: crate::ids::ZoneId) -> Holder {
        self.program.checked.zones[zone.index()].holder
    }
}
