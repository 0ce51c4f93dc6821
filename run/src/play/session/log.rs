//! The log: each line records the seats that could see its cards at the time.

use super::super::Unasked;
use super::chosen::{Chosen, Picks};
use super::moves::{self, Move};
use crate::belief::Beliefs;
use crate::exec::{Observer, StateChange};
use crate::program::Program;
use crate::state::{SeatSet, State};
use ludex_check::ids::{MessageId, PhaseId};

/// Maximum number of forced choices recorded between two choices.
const MAX_UNASKED: usize = 1_000;
/// Maximum number of log lines of a game; a game with more is ended at its next choice.
pub(crate) const MAX_LINES: usize = 250_000;

/// A fact of a message, and the seats that know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedFact {
    /// Value of the fact.
    pub value: i32,
    /// Seats that may read it: for a card, those that knew it then; for a variable that only its player sees,
    /// that player.
    pub known: SeatSet,
    /// For a card: true if it was face up then.
    pub up: bool,
}

/// A line of the log as stored; [`LogEntry`](crate::play::LogEntry) is its form for a viewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A message of the ruleset.
    Said {
        /// The message that was sent.
        message: MessageId,
        /// The facts of the message.
        facts: Vec<RecordedFact>,
    },
    /// An iteration of a phase began.
    Began {
        /// The phase that began.
        phase: PhaseId,
        /// Number of the iteration, from 1.
        number: i32,
        /// The previously active player.
        active: Option<u8>,
        /// The active player of the iteration.
        then: Option<u8>,
    },
    /// A choice that no message reports.
    Chose(Chosen),
    /// A row of the score sheet.
    Scored(SheetLine),
}

/// A row of the score sheet as stored, with a cell for each player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetLine {
    /// The phase of the sheet.
    pub phase: PhaseId,
    /// Number of its iteration; 0 after the set-up.
    pub number: i32,
    /// The totals.
    pub totals: Vec<i32>,
    /// The totals of the row before; empty after the set-up.
    pub before: Vec<i32>,
}

/// Observer that writes the log, and records forced choices, moves, and the beliefs of each seat.
pub struct GameRecorder<'a> {
    pub(super) program: &'a Program,
    pub(super) lines: &'a mut Vec<Line>,
    pub(super) picks: &'a mut Picks,
    pub(super) unasked: &'a mut Vec<Unasked>,
    pub(super) moves: &'a mut Vec<Move>,
    pub(super) beliefs: &'a mut Beliefs,
    /// Set if all players of a simultaneous choice have decided.
    pub(super) told: &'a mut bool,
}

impl Observer for GameRecorder<'_> {
    const WATCHES: bool = true;

    fn on_change(&mut self, state: &State, happening: &StateChange<'_>) {
        self.beliefs.saw(&self.program.layout, state, happening);
        moves::note(self.moves, self.program, state, happening);
        self.picks.saw(self.program, state, happening, self.lines);
        *self.told |= matches!(happening, StateChange::Told(_));
        // a phase that names its active player begins before
        if let (StateChange::Activated, Some(Line::Began { phase, then: then @ None, .. })) =
            (happening, self.lines.last_mut())
            && self.program.checked.phases[phase.index()].names_active()
        {
            *then = state.active();
        }
        if let Some(line) = line_of(self.program, state, happening).map(|line| after(line, self.lines))
            && self.lines.len().saturating_sub(self.picks.written()) <= MAX_LINES
        {
            self.lines.push(line);
        }
        if let StateChange::Chose { choice, player, value, forced: true, .. } = happening
            && self.unasked.len() < MAX_UNASKED
        {
            self.unasked.push(Unasked::new(self.program, state, *choice, (*player, *value)));
        }
    }
}

/// Adds the totals of the row before to a row of the score sheet.
fn after(mut line: Line, lines: &[Line]) -> Line {
    if let Line::Scored(row) = &mut line {
        let before = |line: &Line| if let Line::Scored(row) = line { Some(row.totals.clone()) } else { None };
        row.before = lines.iter().rev().find_map(before).unwrap_or_default();
    }
    line
}

/// Returns the log line for an event, if it has one.
pub fn line_of(program: &Program, state: &State, happening: &StateChange<'_>) -> Option<Line> {
    if let StateChange::Began(phase) = happening {
        let number = state.cells[program.phases[phase.index()].counter as usize];
        let active = state.active();
        let then = active.filter(|_| !program.checked.phases[phase.index()].names_active());
        return Some(Line::Began { phase: *phase, number, active, then });
    }
    let StateChange::Said(message, values) = happening else { return None };
    if let Some(sheet) = program.checked.score.sheet.filter(|sheet| sheet.message == *message) {
        let number = state.cells[program.phases[sheet.phase.index()].counter as usize];
        let (totals, before) = (values.to_vec(), Vec::new());
        return Some(Line::Scored(SheetLine { phase: sheet.phase, number, totals, before }));
    }
    let def = &program.checked.messages[message.index()];
    let facts = def.params.iter().enumerate().map(|(i, (_, ty))| {
        let value = values[i];
        let hidden = ty.is_card() && value >= 0;
        let card = hidden.then_some(value as usize);
        let known = card.map_or(SeatSet::ALL, |c| state.cards[c].known);
        // the owners follow the facts
        let owner = values.get(def.params.len() + i).filter(|owner| **owner >= 0);
        let known = owner.map_or(known, |owner| known.and(SeatSet::one(*owner)));
        RecordedFact { value, known, up: card.is_none_or(|c| state.cards[c].up) }
    });
    Some(Line::Said { message: *message, facts: facts.collect() })
}
