//! What follows for an expression from what is known of its operands.

use crate::numbers::{Arith, NONE, arith, neighbour, nth, scaled};
use crate::program::{CondId, Num, NumId, Program};

/// The value of an entry, if that follows from what is known of its operands.
pub(super) fn value(
    program: &Program,
    node: Num,
    known: impl Fn(NumId) -> Option<i32>,
    holds: impl Fn(CondId) -> Option<bool>,
) -> Option<i32> {
    let there = |id| known(id).filter(|value| *value != NONE);
    let index = |id| known(id).and_then(|value| usize::try_from(value).ok());
    let both = |how, a, b| arith(how, there(a)?, there(b)?);
    let layout = &program.layout;
    let field = |column: u32, card: usize| {
        layout.design.get(card).map(|design| layout.fields[column as usize + *design as usize])
    };
    match node {
        Num::Field(column, card) => field(column, index(card)?),
        Num::FieldOf(column, card) => match known(card)? {
            NONE => Some(NONE),
            card => field(column, usize::try_from(card).ok()?),
        },
        Num::Owner(card) => layout.owner.get(index(card)?).copied(),
        Num::ZoneOf { base, count, of } => {
            let of = index(of).filter(|of| *of < usize::from(count))?;
            Some(i32::from(base) + of as i32)
        }
        Num::CardZone(zone, card) => {
            layout.card_zones[usize::from(zone)].get(index(card)?).map(|zone| i32::from(*zone))
        }
        Num::CopyOf { first, step, count, of } => {
            let of = index(of).filter(|of| *of < usize::from(count))?;
            Some((first + step * of as u32) as i32)
        }
        Num::Left(player) => {
            let next = there(player)?.checked_add(1)?;
            Some(if next == i32::from(program.players) { 0 } else { next })
        }
        Num::Right(player) => match there(player)? {
            0 => Some(i32::from(program.players) - 1),
            player => player.checked_sub(1),
        },
        Num::Succ(a) => there(a)?.checked_add(1),
        Num::Nth(count, n) => nth(count as i32, there(n)?),
        Num::Step { count, ring, forward, of } => {
            let of = there(of).filter(|of| *of >= 0)?;
            Some(neighbour(i32::from(count), ring, forward, of))
        }
        Num::Table(lookup, key) => program.row(lookup, known(key)?),
        Num::Neg(a) => there(a).map(|n| -n),
        Num::Scale(a) => scaled(known(a)?),
        Num::Add(a, b) => both(Arith::Add, a, b),
        Num::Sub(a, b) => both(Arith::Sub, a, b),
        Num::Mul(a, b) => both(Arith::Mul, a, b),
        Num::Div(a, b) => both(Arith::Div, a, b),
        Num::Mod(a, b) => both(Arith::Mod, a, b),
        Num::Min(a, b) => both(Arith::Min, a, b),
        Num::Max(a, b) => both(Arith::Max, a, b),
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
        Num::Kept(_, a) | Num::Anew(_, _, a) => known(a),
        // these need a position, or cost fuel
        Num::Const(_)
        | Num::Active
        | Num::CellOf(..)
        | Num::CardCell { .. }
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
        | Num::Fold(..)
        | Num::Let(..) => None,
    }
}
