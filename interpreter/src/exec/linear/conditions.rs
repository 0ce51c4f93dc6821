//! Tests of a value: a line goes on at one of two places.

use std::marker::PhantomData;

use super::values::{Side, Take, sound};
use super::{REDO, Step, Went};
use crate::exec::{Machine, Nobody};
use crate::program::ScanId;

type M<'p> = Machine<'p, Nobody>;

/// A line that tests a value.
pub(super) fn test<H: Holds, S: Take>(m: &mut M<'_>, step: &Step, left: i32) -> Went {
    let Some(operand) = S::take(m, step, left) else { return (REDO, 0) };
    match H::holds(m, step, operand) {
        Some(true) => (step.to, operand),
        Some(false) => (step.next, operand),
        None => (REDO, 0),
    }
}

/// Whether something holds of a value; nothing if that can't be said.
pub(super) trait Holds {
    fn holds(m: &mut M<'_>, step: &Step, operand: i32) -> Option<bool>;
}

macro_rules! holds {
    ($($name:ident: |$m:ident, $step:ident, $of:ident| $holds:expr;)*) => {
        $(pub(super) struct $name;
        impl Holds for $name {
            #[inline(always)]
            #[allow(unused_variables, reason = "not all have numbers")]
            fn holds($m: &mut M<'_>, $step: &Step, $of: i32) -> Option<bool> {
                $holds
            }
        })*
    };
}

holds! {
    FaceUp: |m, step, of| Some(m.state.cards[card(of)?].up);
    IsKind: |m, step, of| Some(u32::from(m.program.layout.kind[card(of)?]) == step.a);
    IsDesign: |m, step, of| Some(m.program.layout.design[card(of)?] == step.a);
    HasCards: |m, step, of| Some(m.state.places[card(of)?].size != 0);
    InZone: |m, step, of| Some(u32::from(m.state.cards[card(of)?].zone) == step.a && step.a != 0);
    InZoneSpilled: |m, step, of| {
        let zone = m.work.spilled.pop()?;
        Some(i32::from(m.state.cards[card(of)?].zone) == zone && zone != 0)
    };
    AnySet: |m, step, of| {
        let any = m.any_set(ScanId(step.a), card(of)?);
        sound(m, any)
    };
}

/// A card, or a zone: the missing one has no answer.
#[inline(always)]
fn card(value: i32) -> Option<usize> {
    if value < 0 { None } else { Some(value as usize) }
}

/// How an operand compares with another.
pub(super) trait Order {
    fn holds(a: i32, b: i32) -> bool;
}

macro_rules! orders {
    ($($name:ident: $op:tt;)*) => {
        $(pub(super) struct $name;
        impl Order for $name {
            #[inline(always)]
            fn holds(a: i32, b: i32) -> bool {
                a $op b
            }
        })*
    };
}

orders! {
    Lt: <;
    Le: <=;
    Gt: >;
    Ge: >=;
    Eq: ==;
    Ne: !=;
}

/// A comparison with another.
pub(super) struct Compared<R, S>(PhantomData<(R, S)>);

impl<R: Order, S: Side> Holds for Compared<R, S> {
    #[inline(always)]
    fn holds(m: &mut M<'_>, step: &Step, operand: i32) -> Option<bool> {
        let by = S::side(m, step)?;
        Some(if S::LEFT { R::holds(by, operand) } else { R::holds(operand, by) })
    }
}
