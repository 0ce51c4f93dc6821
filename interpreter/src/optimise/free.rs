//! Expressions that cost no fuel, put nothing into a slot and read none of some slots: whoever computes one more often or more seldom than the rule
//! is written, or sooner, changes nothing unless it fails.

use crate::program::{Cond, CondId, Num, NumId, Operand, Operands, Program};

/// Whether a slot must not be read.
pub(super) type Barred<'b> = &'b dyn Fn(u16) -> bool;

/// Whether an expression is so.
pub(super) fn is_free(program: &Program, id: NumId, barred: Barred<'_>) -> bool {
    match id.operand() {
        Operand::Slot(slot) => !barred(slot),
        Operand::Const(_) | Operand::Cell(_) | Operand::Me | Operand::Nothing => true,
        Operand::Node(i) => {
            let node = program.nums[i];
            costs_nothing(node) && all_free(program, program.operands(node), barred)
        }
    }
}

/// Whether a condition is so.
pub(super) fn is_free_cond(program: &Program, id: CondId, barred: Barred<'_>) -> bool {
    let node = program.conds[id.0 as usize];
    let costs_nothing = match node {
        Cond::Const(_)
        | Cond::Is(_)
        | Cond::Not(_)
        | Cond::And(..)
        | Cond::Or(..)
        | Cond::Eq(..)
        | Cond::Ne(..)
        | Cond::Lt(..)
        | Cond::Le(..)
        | Cond::Exists(_)
        | Cond::HasCards(_)
        | Cond::FaceUp(_)
        | Cond::IsKind(..)
        | Cond::IsDesign(..)
        | Cond::InZone(..) => true,
        Cond::Metered(_) | Cond::Kept(..) | Cond::Let(..) | Cond::InList(..) | Cond::Any(_) => false,
    };
    costs_nothing && all_free(program, program.operands_of_cond(node), barred)
}

fn all_free(program: &Program, (nums, conds, lists): Operands, barred: Barred<'_>) -> bool {
    lists.is_empty()
        && nums.into_iter().all(|id| is_free(program, id, barred))
        && conds.into_iter().all(|id| is_free_cond(program, id, barred))
}

fn costs_nothing(node: Num) -> bool {
    match node {
        Num::Const(_)
        | Num::Active
        | Num::CellOf(..)
        | Num::CardCell { .. }
        | Num::Field(..)
        | Num::FieldOf(..)
        | Num::Owner(_)
        | Num::Holder(_)
        | Num::Host(_)
        | Num::Above(_)
        | Num::Below(_)
        | Num::SpotOf(..)
        | Num::ZoneOf { .. }
        | Num::CardZone(..)
        | Num::Top(_)
        | Num::Bottom(_)
        | Num::Size(_)
        | Num::CopyOf { .. }
        | Num::Unary(..)
        | Num::Binary(..)
        | Num::Default(..)
        | Num::If(..)
        | Num::Truth(_)
        | Num::Table(..) => true,
        Num::Property(..)
        | Num::Position(_)
        | Num::Score(_)
        | Num::Chain(..)
        | Num::Let(..)
        | Num::Metered(_)
        | Num::Kept(..)
        | Num::Anew(..)
        | Num::Call(..)
        | Num::Count(_)
        | Num::First(_)
        | Num::Last(_)
        | Num::Fold(..)
        | Num::FoldKey(..) => false,
    }
}
