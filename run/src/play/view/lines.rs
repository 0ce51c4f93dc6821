//! Log entries, as known to a viewer at the time.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::label::zone_label;
use super::super::session::{Amount, Chosen, Line, RecordedFact, SheetLine};
use super::super::values::{Named, Value, back, player, value};
use super::Choice;
use crate::exec::action_of;
use crate::program::{ChoiceKind, ChoiceOp, NONE, Program};
use crate::state::SeatSet;
use ludex_check::ids::{ActionId, DecisionId, MessageId, PhaseId, Seat, ZoneAt};
use ludex_check::types::{Base, Type};

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LogEntry {
    /// A message of the ruleset.
    Said {
        /// Name of the message.
        message: Named<MessageId>,
        /// Facts of the message, in the order of the ruleset.
        facts: Vec<Fact>,
    },
    /// An iteration of a phase began.
    Began {
        /// Name of the phase; phases can be nested.
        phase: Named<PhaseId>,
        /// Number of the iteration, from 1.
        number: i32,
        /// Active player before it; `null` without one.
        active: Option<Named<Seat>>,
        /// Active player of the iteration; `null` without one.
        then: Option<Named<Seat>>,
    },
    /// A choice that no message of the ruleset reports.
    Chose(Chose),
    /// A row of the score sheet: after the set-up, and after each iteration of the phase of the sheet.
    Scored(SheetRow),
}

/// A row of the score sheet.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct SheetRow {
    /// Name of the phase.
    pub phase: Named<PhaseId>,
    /// Number of its iteration, from 1; 0 for the totals after the set-up.
    pub number: i32,
    /// What the iteration brought, in seat order.
    pub scores: Vec<SheetScore>,
}

/// A player's part of a row of the score sheet.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct SheetScore {
    /// The player.
    pub seat: Named<Seat>,
    /// Difference to the total of the row before, as text.
    #[schemars(with = "String")]
    pub gained: Amount,
    /// Total after the iteration, as text.
    #[schemars(with = "String")]
    pub total: Amount,
}

impl SheetRow {
    pub(in crate::play) fn new(program: &Program, line: &SheetLine) -> SheetRow {
        let total = program.checked.score.total.as_ref();
        let is_decimal = total.is_some_and(|total| total.body.ty.base() == Base::Decimal);
        let amount = |cell: i32| Amount::new(cell, is_decimal);
        let score = |(seat, total): (u8, &i32)| {
            let total = amount(*total);
            let before = line.before.get(usize::from(seat)).map_or(total, |before| amount(*before));
            let gained = Amount { thousandths: total.thousandths - before.thousandths };
            SheetScore { seat: player(program, seat), gained, total }
        };
        SheetRow {
            phase: Named::new(line.phase, program.checked.phases[line.phase.index()].name.clone()),
            number: line.number,
            scores: (0..).zip(&line.totals).map(score).collect(),
        }
    }
}

/// A choice with its own line in the log.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Chose {
    /// Player who chose.
    pub seat: Named<Seat>,
    /// Name of the decision.
    pub decision: Named<DecisionId>,
    /// The choice. Cards that the viewer did not know then are shown by their backs; several picks form one list.
    pub choice: Choice,
    /// Zones of the chosen cards before and after; `null` if the effect does not move them.
    pub moved: Option<Moved>,
    /// True if there was one option and the player was not asked, as far as the viewer knows.
    pub forced: bool,
}

/// Zones of cards before and after a move.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Moved {
    /// Zone of the cards before.
    pub from: Named<ZoneAt>,
    /// Zone of the cards after.
    pub to: Named<ZoneAt>,
}

/// A fact of a message.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Fact {
    /// Name of the fact.
    pub name: String,
    /// Value of the fact: the back of a card that the viewer did not know then; hidden if only another player sees it.
    pub value: Value,
}

impl Fact {
    #[doc(hidden)]
    pub fn new(name: impl Into<String>, value: Value) -> Self {
        Self { name: name.into(), value }
    }
}

impl LogEntry {
    /// Converts a line for a viewer who sees everything.
    #[doc(hidden)]
    pub fn open(program: &Program, line: &Line) -> LogEntry {
        Self::new(program, line, None)
    }

    /// Converts a line for a viewer; `None` sees everything.
    pub(in crate::play) fn new(program: &Program, line: &Line, viewer: Option<u8>) -> LogEntry {
        match line {
            Line::Said { message, facts } => {
                let def = &program.checked.messages[message.index()];
                let facts = def.params.iter().zip(facts).map(|((name, ty), fact)| Fact {
                    name: name.clone(),
                    value: to_value(program, *ty, *fact, viewer),
                });
                LogEntry::Said { message: Named::new(*message, def.name.clone()), facts: facts.collect() }
            }
            Line::Began { phase, number, active, then } => LogEntry::Began {
                phase: Named::new(*phase, program.checked.phases[phase.index()].name.clone()),
                number: *number,
                active: active.map(|seat| player(program, seat)),
                then: then.map(|seat| player(program, seat)),
            },
            Line::Chose(chosen) => LogEntry::Chose(Chose::new(program, chosen, viewer)),
            Line::Scored(row) => LogEntry::Scored(SheetRow::new(program, row)),
        }
    }
}

impl Chose {
    fn new(program: &Program, chosen: &Chosen, viewer: Option<u8>) -> Chose {
        let op = &program.choices[chosen.choice.0 as usize];
        let zone = |zone: u16| Named::new(ZoneAt(zone), zone_label(program, zone));
        Chose {
            seat: player(program, chosen.player),
            decision: Named::new(op.decision, program.checked.decisions[op.decision.index()].clone()),
            choice: choice(program, op, chosen, viewer),
            moved: chosen.moved.map(|(from, to)| Moved { from: zone(from), to: zone(to) }),
            forced: viewer.map_or(chosen.forced != SeatSet(0), |seat| chosen.forced.contains(seat)),
        }
    }
}

fn choice(program: &Program, op: &ChoiceOp, chosen: &Chosen, viewer: Option<u8>) -> Choice {
    let picks = chosen.picks.iter().map(|(ty, pick)| to_value(program, *ty, *pick, viewer));
    match op.kind {
        _ if chosen.value == NONE => Choice::Decline,
        ChoiceKind::YesNo => Choice::Answer(chosen.value == 1),
        ChoiceKind::Modes(_) => {
            Choice::Mode(op.modes.get(chosen.value as usize).cloned().unwrap_or_default())
        }
        ChoiceKind::List(_) if op.count.is_some() || op.ty.is_list() => {
            Choice::Pick(Value::List(picks.collect()))
        }
        ChoiceKind::List(_) => Choice::Pick(picks.last().unwrap_or(Value::Nothing)),
        ChoiceKind::Window(window) => {
            let index = action_of(chosen.value);
            let name = program.checked.windows[window.index()].actions[index].name.clone();
            Choice::Action {
                action: Named::new(ActionId::new(window, index), name),
                targets: picks.collect(),
            }
        }
    }
}

fn to_value(program: &Program, ty: Type, fact: RecordedFact, viewer: Option<u8>) -> Value {
    match (viewer.is_none_or(|seat| fact.known.contains(seat)), u16::try_from(fact.value)) {
        (false, Ok(card)) if ty.is_card() => back(program, card, None),
        (false, _) => Value::Hidden,
        (true, _) if fact.value == NONE => Value::Nothing,
        (true, _) => value(program, ty, fact.value),
    }
}
