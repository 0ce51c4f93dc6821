//! Static properties of a card: expressions over the candidate in a slot whose value is known before the
//! game.

use super::constants::value;
use crate::program::{Cond, CondId, List, ListId, NONE, Num, NumId, Operand, Program};
use ludex_check::operators::Binary;

/// Returns true or false if a condition has that value for a card in every position, otherwise `None`.
pub(crate) fn known_of(program: &Program, cond: CondId, slot: u16, card: i32) -> Option<bool> {
    let holds = |id| known_of(program, id, slot, card);
    let num = |id| known_num(program, id, slot, card);
    let there = |id| num(id).filter(|c| *c >= 0).map(|c| c as usize);
    let layout = &program.layout;
    Some(match program.conds[cond.0 as usize] {
        Cond::Const(b) => b,
        Cond::Is(a) => num(a)? == 1,
        Cond::Not(a) => !holds(a)?,
        Cond::And(a, b) => holds(a)? && holds(b)?,
        Cond::Or(a, b) => holds(a)? || holds(b)?,
        Cond::Eq(a, b) => num(a)? == num(b)?,
        Cond::Ne(a, b) => num(a)? != num(b)?,
        Cond::Lt(a, b) => num(a)? < num(b)?,
        Cond::Le(a, b) => num(a)? <= num(b)?,
        Cond::Exists(a) => num(a)? != NONE,
        Cond::IsKind(kind, a) => layout.kind[there(a)?] == kind,
        Cond::IsDesign(design, a) => layout.design[there(a)?] == design,
        Cond::Let(..)
        | Cond::HasCards(_)
        | Cond::FaceUp(_)
        | Cond::InZone(..)
        | Cond::InList(..)
        | Cond::Any(_) => return None,
    })
}

/// Returns the value of an expression for a card, if it is known.
pub(super) fn known_num(program: &Program, id: NumId, slot: u16, card: i32) -> Option<i32> {
    if id == NumId::slot(slot) {
        return Some(card);
    }
    let Some(node) = program.node(id) else { return program.constant(id) };
    // the cost of testing a filter depends on this list, so it is spelled out; other kinds are rare in
    // filters
    let is_printed = matches!(
        node,
        Num::Field(..)
            | Num::Owner(_)
            | Num::Binary(Binary::Add | Binary::Sub, ..)
            | Num::Default(..)
            | Num::Truth(_)
    );
    if !is_printed {
        return program.constant(id);
    }
    let num = |id| known_num(program, id, slot, card);
    value(program, node, num, |id| known_of(program, id, slot, card))
}

/// Returns true if a list can be evaluated in every position, so that it can be omitted if no element passes
/// a filter. `acting` is true if a player is active.
pub(crate) fn is_always_there(program: &Program, list: ListId, acting: bool) -> bool {
    let is_there = |list| is_always_there(program, list, acting);
    match program.lists[list.0 as usize] {
        List::Empty | List::Cards(_) | List::Upto(_) | List::Zones(..) | List::Fixed(..) => true,
        List::Zone(zone) => is_zone_there(program, zone, acting),
        List::Concat(a, b) | List::Without(a, b) => is_there(a) && is_there(b),
        List::Reversed(a) => is_there(a),
        List::Circle(..)
        | List::Neighbours(..)
        | List::Line(..)
        | List::Range(..)
        | List::Top(..)
        | List::Prefix(..)
        | List::Below(_)
        | List::Above(_)
        | List::Of(_)
        | List::Items(_)
        | List::Subsets(..)
        | List::By(..)
        | List::Scan(_)
        | List::Switch(..) => false,
    }
}

/// Returns true if an expression is a zone in every position.
fn is_zone_there(program: &Program, zone: NumId, acting: bool) -> bool {
    if let Some(Num::ZoneOf { count, of, .. }) = program.node(zone) {
        return match of.operand() {
            Operand::Me => acting,
            Operand::Const(n) => u16::try_from(n).is_ok_and(|n| n < count),
            // the holder was checked when written to the slot
            Operand::Slot(_) => true,
            Operand::Node(_) | Operand::Cell(_) | Operand::Nothing => false,
        };
    }
    program.constant(zone).is_some_and(|zone| zone != NONE)
}
