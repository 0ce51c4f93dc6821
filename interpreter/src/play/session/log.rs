//! What happened, for people: each line keeps who could see the cards it names, when it was said.

use super::super::Unasked;
use super::chosen::{Chosen, Picks};
use super::moves::{self, Move};
use crate::belief::Beliefs;
use crate::exec::{Happening, Observer};
use crate::ids::{MessageId, PhaseId};
use crate::program::Program;
use crate::state::{Seats, State};

/// Decisions without asking that are kept from one choice to the next, at most.
const MAX_UNASKED: usize = 1_000;
/// Lines of the log of one game, at most; a game that says more is given up at its next choice.
pub(crate) const MAX_LINES: usize = 250_000;

/// A fact of a message, with who knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noted {
    /// Its value.
    pub value: i32,
    /// Who may read it: if it is a card, who knew it then; if it is a variable that its player alone sees, this player.
    pub known: Seats,
    /// If it is a card: it lay face up then.
    pub up: bool,
}

/// A line of the log as it is kept; [`LogEntry`](crate::LogEntry) is what a viewer is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A message of the ruleset.
    Said {
        /// Which.
        message: MessageId,
        /// Its facts.
        facts: Vec<Noted>,
    },
    /// An iteration of a phase began.
    Began {
        /// Which.
        phase: PhaseId,
        /// Its number, from 1.
        number: i32,
        /// The active player before it.
        active: Option<u8>,
    },
    /// Something was chosen that no message names.
    Chose(Chosen),
}

/// Writes the log, and keeps what nobody was asked, what moved and what each seat can conclude.
pub(crate) struct Witness<'a> {
    pub program: &'a Program,
    pub lines: &'a mut Vec<Line>,
    pub picks: &'a mut Picks,
    pub unasked: &'a mut Vec<Unasked>,
    pub moves: &'a mut Vec<Move>,
    pub beliefs: &'a mut Beliefs,
    /// Those who were asked at once have all decided.
    pub told: &'a mut bool,
}

impl Observer for Witness<'_> {
    const WATCHES: bool = true;

    fn saw(&mut self, state: &State, happening: &Happening<'_>) {
        self.beliefs.saw(&self.program.layout, state, happening);
        moves::note(self.moves, state, happening);
        self.picks.saw(self.program, state, happening, self.lines);
        *self.told |= matches!(happening, Happening::Told(_));
        if let Some(line) = line_of(self.program, state, happening)
            && self.lines.len() - self.picks.written() <= MAX_LINES
        {
            self.lines.push(line);
        }
        if let Happening::Chose { choice, player, value, forced: true, .. } = happening
            && self.unasked.len() < MAX_UNASKED
        {
            self.unasked.push(Unasked::new(self.program, state, *choice, (*player, *value)));
        }
    }
}

/// The line of the log that something is worth.
pub(crate) fn line_of(program: &Program, state: &State, happening: &Happening<'_>) -> Option<Line> {
    if let Happening::Began(phase) = happening {
        let number = state.cells[program.phases[phase.index()].counter as usize];
        return Some(Line::Began { phase: *phase, number, active: state.active() });
    }
    let Happening::Said(message, values) = happening else { return None };
    let def = &program.checked.messages[message.index()];
    let facts = def.params.iter().enumerate().map(|(i, (_, ty))| {
        let value = values[i];
        let hidden = ty.is_card() && value >= 0;
        let card = hidden.then_some(value as usize);
        let known = card.map_or(Seats::ALL, |c| state.cards[c].known);
        // beyond the facts stands whose they are
        let owner = values.get(def.params.len() + i).filter(|owner| **owner >= 0);
        let known = owner.map_or(known, |owner| known.and(Seats::one(*owner)));
        Noted { value, known, up: card.is_none_or(|c| state.cards[c].up) }
    });
    Some(Line::Said { message: *message, facts: facts.collect() })
}
