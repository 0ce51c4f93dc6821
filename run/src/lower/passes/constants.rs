//! Constant folding of expressions.

use crate::program::{CondId, Num, NumId, Program};
use ludex_check::ids::TableId;
use ludex_check::numbers::NONE;
use ludex_check::operators::one_of;

/// Returns the value of an entry, if it follows from the known operands.
pub(super) fn value(
    program: &Program,
    node: Num,
    known: impl Fn(NumId) -> Option<i32>,
    holds: impl Fn(CondId) -> Option<bool>,
) -> Option<i32> {
    let index = |id| known(id).and_then(|value| usize::try_from(value).ok());
    let layout = &program.layout;
    let field = |column: u32, card: usize| (card < layout.cards()).then(|| layout.printed(column, card));
    match node {
        Num::Field(column, card) => field(column, index(card)?),
        Num::FieldOf(column, card) => match known(card)? {
            NONE => Some(NONE),
            card => field(column, usize::try_from(card).ok()?),
        },
        Num::Printed(column, name) => layout.fields.get(column as usize + index(name)?).copied(),
        Num::Owner(card) => layout.owner.get(index(card)?).copied(),
        Num::ZoneOf { base, count, of } => one_of(base.into(), 1, count.into(), known(of)?),
        Num::CardZone(zone, card) => {
            layout.card_zones[usize::from(zone)].get(index(card)?).map(|zone| i32::from(*zone))
        }
        Num::CopyOf { first, step, count, of } => one_of(first, step, count.into(), known(of)?),
        Num::Unary(op, a) => op.law(program, known(a)?).ok(),
        Num::Binary(op, a, b) => op.law(program, known(a)?, known(b)?).ok(),
        Num::Table(lookup, key) => program.row(lookup, known(key)?),
        Num::Row(lookup, table, key) => {
            let table = usize::try_from(known(table)?).ok()?;
            program.row_within(lookup, TableId::new(table), known(key)?)
        }
        Num::Default(a, b) => match known(a)? {
            NONE => known(b),
            value => Some(value),
        },
        Num::Chain(_, base, body) => match known(base)? {
            NONE => Some(NONE),
            _ => known(body),
        },
        Num::If(cond, a, b) => known(if holds(cond)? { a } else { b }),
        Num::Truth(cond) => holds(cond).map(i32::from),
        // these need a position, or cost fuel
        Num::Const(_)
        | Num::Active
        | Num::CellOf(..)
        | Num::CardCell { .. }
        | Num::OfKind { .. }
        | Num::Property(..)
        | Num::Holder(_)
        | Num::Position(_)
        | Num::Above(_)
        | Num::Below(_)
        | Num::Host(_)
        | Num::SpotOf(..)
        | Num::Top(_)
        | Num::Bottom(_)
        | Num::Size(_)
        | Num::Score(_)
        | Num::Call(..)
        | Num::Count(_)
        | Num::First(_)
        | Num::Last(_)
        | Num::Nth(..)
        | Num::Order(..)
        | Num::Stored(..)
        | Num::Fold(..)
        | Num::Let(..) => None,
    }
}
