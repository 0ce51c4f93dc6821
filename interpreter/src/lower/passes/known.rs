//! What is known of a card before the game, of which it is the candidate in a slot.

use super::constants::value;
use crate::operators::Binary;
use crate::program::{Cond, CondId, List, ListId, NONE, Num, NumId, Operand, Program};

/// Whether a condition holds of a card, in every position.
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

/// The value of an expression for a card.
pub(super) fn known_num(program: &Program, id: NumId, slot: u16, card: i32) -> Option<i32> {
    if id == NumId::slot(slot) {
        return Some(card);
    }
    let Some(node) = program.node(id) else { return program.constant(id) };
    // what it costs to test a filter depends on what stands here, so it is said in so many words; others are rare in filters
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

/// Whether a list can be made in every position, so that nobody misses it where none of it passes a filter; `acting` says that somebody is active.
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

/// Whether a number is that of a zone, in every position.
fn is_zone_there(program: &Program, zone: NumId, acting: bool) -> bool {
    if let Some(Num::ZoneOf { count, of, .. }) = program.node(zone) {
        return match of.operand() {
            Operand::Me => acting,
            Operand::Const(n) => u16::try_from(n).is_ok_and(|n| n < count),
            // whoever holds it was looked at when he was put there
            Operand::Slot(_) => true,
            Operand::Node(_) | Operand::Cell(_) | Operand::Nothing => false,
        };
    }
    program.constant(zone).is_some_and(|zone| zone != NONE)
}
