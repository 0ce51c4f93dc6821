//! What happened, as a viewer knew it then.

use serde::Serialize;

use super::super::session::{Line, Noted};
use super::super::values::{Named, Value, back, player, value};
use crate::ids::{MessageId, PhaseId, Seat};
use crate::program::{NONE, Program};
use crate::types::Type;

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LogEntry {
    /// A message of the ruleset.
    Said {
        /// Which message of the ruleset.
        message: Named<MessageId>,
        /// Its facts, in the order of the ruleset.
        facts: Vec<Fact>,
    },
    /// An iteration of a phase began.
    Began {
        /// Which phase; one may stand inside another.
        phase: Named<PhaseId>,
        /// Its number, from 1.
        number: i32,
        /// The active player before it.
        active: Option<Named<Seat>>,
    },
}

/// A fact of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fact {
    /// As the message declares it.
    pub name: String,
    /// Its value: of a card that the viewer did not know then its back, of what its player alone sees that it is hidden.
    pub value: Value,
}

impl LogEntry {
    /// The entry as somebody is told who sees all.
    pub(crate) fn open(program: &Program, line: &Line) -> LogEntry {
        Self::new(program, line, None)
    }

    /// The entry as a viewer may be told; nobody in particular sees all.
    pub(in crate::play) fn new(program: &Program, line: &Line, viewer: Option<u8>) -> LogEntry {
        match line {
            Line::Said { message, facts } => {
                let def = &program.checked.messages[message.index()];
                let facts = def.params.iter().zip(facts).map(|((name, ty), fact)| Fact {
                    name: name.clone(),
                    value: told(program, *ty, *fact, viewer),
                });
                LogEntry::Said { message: Named::new(*message, def.name.clone()), facts: facts.collect() }
            }
            Line::Began { phase, number, active } => LogEntry::Began {
                phase: Named::new(*phase, program.checked.phases[phase.index()].name.clone()),
                number: *number,
                active: active.map(|seat| player(program, seat)),
            },
        }
    }
}

fn told(program: &Program, ty: Type, fact: Noted, viewer: Option<u8>) -> Value {
    match (viewer.is_none_or(|seat| fact.known.has(seat)), u16::try_from(fact.value)) {
        (false, Ok(card)) if ty.is_card() => back(program, card, None),
        (false, _) => Value::Hidden,
        (true, _) if fact.value == NONE => Value::Nothing,
        (true, _) => value(program, ty, fact.value),
    }
}
