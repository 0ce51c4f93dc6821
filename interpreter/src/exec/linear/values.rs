//! Values: where an operand comes from, what is computed of it, and what happens to that. Each is a type, so that a line is run by
//! one function made of three.

use std::marker::PhantomData;

use super::{REDO, Source, Step, Then, Went};
use crate::exec::eval::cell;
use crate::exec::{Machine, Nobody};
use crate::ids::{LookupId, PropertyId};
use crate::operators::{Binary, Unary, one_of};
use crate::program::{NONE, ScanId};

type M<'p> = Machine<'p, Nobody>;

/// A line that computes a value.
pub(super) fn value<C: Compute, S: Take, T: End>(m: &mut M<'_>, step: &Step, left: i32) -> Went {
    let Some(operand) = S::take(m, step, left) else { return (REDO, 0) };
    let Some(value) = C::compute(m, step, operand) else { return (REDO, 0) };
    T::end(m, step, value)
}

/// Where an operand comes from.
pub(super) trait Take {
    fn take(m: &mut M<'_>, step: &Step, left: i32) -> Option<i32>;
}

/// What happens to a value.
pub(super) trait End {
    fn end(m: &mut M<'_>, step: &Step, value: i32) -> Went;
}

/// What is computed; nothing if it can't be.
pub(super) trait Compute {
    fn compute(m: &mut M<'_>, step: &Step, operand: i32) -> Option<i32>;
}

macro_rules! takes {
    ($($(#[$doc:meta])* $name:ident: |$m:ident, $step:ident, $left:ident| $value:expr;)*) => {
        $($(#[$doc])* pub(super) struct $name;
        impl Take for $name {
            #[inline(always)]
            #[allow(unused_variables, reason = "each takes it from one of them")]
            fn take($m: &mut M<'_>, $step: &Step, $left: i32) -> Option<i32> {
                $value
            }
        })*
    };
}

takes! {
    OfAcc: |m, step, left| Some(left);
    OfSlot: |m, step, left| Some(m.slot(step.of));
    OfCell: |m, step, left| Some(m.state.cells[usize::from(step.of)]);
    OfMe: |m, step, left| there(m.state.me);
    OfKnown: |m, step, left| Some(i32::from(step.of));
    OfZone: |m, step, left| zone(step, m.slot(step.of));
    OfMyZone: |m, step, left| zone(step, m.state.me);
    /// Looks where from.
    OfAny: |m, step, left| match step.source {
        Source::Acc => Some(left),
        Source::Slot => Some(m.slot(step.of)),
        Source::Cell => Some(m.state.cells[usize::from(step.of)]),
        Source::Me => there(m.state.me),
        Source::Known => Some(i32::from(step.of)),
        Source::ZoneOf => zone(step, m.slot(step.of)),
        Source::MyZone => zone(step, m.state.me),
    };
}

/// The zone of a holder.
#[inline(always)]
fn zone(step: &Step, of: i32) -> Option<i32> {
    let [first, count] = step.zones;
    one_of(first.into(), 1, count.into(), of)
}

macro_rules! ends {
    ($($(#[$doc:meta])* $name:ident: |$m:ident, $step:ident, $value:ident| $went:expr;)*) => {
        $($(#[$doc])* pub(super) struct $name;
        impl End for $name {
            #[inline(always)]
            #[allow(unused_variables, reason = "each does one thing with it")]
            fn end($m: &mut M<'_>, $step: &Step, $value: i32) -> Went {
                $went
            }
        })*
    };
}

ends! {
    ToNext: |m, step, value| (step.next, value);
    ToSlot: |m, step, value| {
        m.set_slot(step.low as u16, value);
        (step.next, value)
    };
    ToCell: |m, step, value| {
        m.state.cells[step.low as usize] = value;
        (step.next, value)
    };
    ToRange: |m, step, value| {
        (if value.wrapping_sub(step.low) as u32 <= step.span { step.to } else { step.next }, value)
    };
    /// Looks what.
    ToAny: |m, step, value| match step.then {
        Then::Next => ToNext::end(m, step, value),
        Then::Let => ToSlot::end(m, step, value),
        Then::Store => ToCell::end(m, step, value),
        Then::Within => ToRange::end(m, step, value),
    };
}

/// A value that is there.
#[inline(always)]
fn there(value: i32) -> Option<i32> {
    if value == NONE { None } else { Some(value) }
}

/// A card, a zone or something else that is counted from 0.
#[inline(always)]
fn index(value: i32) -> Option<usize> {
    if value < 0 { None } else { Some(value as usize) }
}

/// What the first form computed, unless that failed.
#[inline(always)]
pub(super) fn sound<T>(m: &mut M<'_>, value: T) -> Option<T> {
    if m.failed.is_some() { None } else { Some(value) }
}

macro_rules! computes {
    ($($name:ident: |$m:ident, $step:ident, $of:ident| $value:expr;)*) => {
        $(pub(super) struct $name;
        impl Compute for $name {
            #[inline(always)]
            #[allow(unused_variables, reason = "not all look at the position")]
            fn compute($m: &mut M<'_>, $step: &Step, $of: i32) -> Option<i32> {
                $value
            }
        })*
    };
}

computes! {
    Itself: |m, step, of| Some(of);
    Field: |m, step, of| Some(field(m, step, index(of)?));
    FieldOf: |m, step, of| Some(index(of).map_or(NONE, |card| field(m, step, card)));
    CellOf: |m, step, of| Some(m.state.cells[step.a as usize + index(of)?]);
    CardCell: |m, step, of| {
        let i = of.wrapping_sub(step.b as i32);
        if i >= 0 && (i as u32) < step.c { Some(m.state.cells[step.a as usize + i as usize]) } else { None }
    };
    Owner: |m, step, of| Some(m.program.layout.owner[index(of)?]);
    Holder: |m, step, of| Some(m.holder(index(of)?));
    Host: |m, step, of| Some(m.host(index(of)?));
    Position: |m, step, of| {
        let position = m.position(index(of)?);
        sound(m, position)
    };
    Above: |m, step, of| Some(cell(m.state.cards[index(of)?].prev));
    Below: |m, step, of| Some(cell(m.state.cards[index(of)?].next));
    SpotOf: |m, step, of| {
        let spot = m.spot_of(index(of)?, step.a as i32);
        sound(m, spot)
    };
    ZoneOf: |m, step, of| one_of(step.a, 1, step.b, of);
    CardZone: |m, step, of| Some(i32::from(m.program.layout.card_zones[step.a as usize][index(of)?]));
    Top: |m, step, of| Some(cell(m.state.places[index(of)?].head));
    Bottom: |m, step, of| Some(cell(m.state.places[index(of)?].tail));
    Size: |m, step, of| Some(i32::from(m.state.places[index(of)?].size));
    Left: |m, step, of| Unary::Left.law(m.program, of).ok();
    RareUnary: |m, step, of| step.unary.law(m.program, of).ok();
    CopyOf: |m, step, of| one_of(step.a, step.b, step.c, of);
    Table: |m, step, of| m.program.row(LookupId(step.a), of);
    Property: |m, step, of| {
        let value = m.property(PropertyId::new(step.a as usize), index(of)? as i32);
        sound(m, value)
    };
    Score: |m, step, of| {
        let score = m.program.score.total.map_or(0, |total| m.call_num(total, &[of]));
        sound(m, score)
    };
    CountSet: |m, step, of| {
        let count = m.count_set(ScanId(step.a), index(of)?);
        sound(m, count)
    };
}

#[inline(always)]
fn field(m: &M<'_>, step: &Step, card: usize) -> i32 {
    m.program.layout.printed(step.a, card)
}

/// The other operand of arithmetic and of comparisons.
pub(super) trait Side {
    /// It is the left one.
    const LEFT: bool = false;

    fn side(m: &mut M<'_>, step: &Step) -> Option<i32>;
}

macro_rules! sides {
    ($($name:ident: |$m:ident, $step:ident| $value:expr $(, $left:literal)?;)*) => {
        $(pub(super) struct $name;
        impl Side for $name {
            $(const LEFT: bool = $left;)?

            #[inline(always)]
            #[allow(unused_variables, reason = "constants stand in the line")]
            fn side($m: &mut M<'_>, $step: &Step) -> Option<i32> {
                $value
            }
        })*
    };
}

sides! {
    ByConst: |m, step| Some(step.a as i32);
    BySlot: |m, step| Some(m.slot(step.a as u16));
    ByCell: |m, step| Some(m.state.cells[step.a as usize]);
    ByMe: |m, step| there(m.state.me);
    BySpilled: |m, step| m.work.spilled.pop(), true;
}

/// Which operator.
pub(super) trait How {
    fn how(step: &Step) -> Binary;
}

macro_rules! hows {
    ($($(#[$doc:meta])* $name:ident: |$step:ident| $how:expr;)*) => {
        $($(#[$doc])* pub(super) struct $name;
        impl How for $name {
            #[inline(always)]
            #[allow(unused_variables, reason = "the common ones are known")]
            fn how($step: &Step) -> Binary {
                $how
            }
        })*
    };
}

hows! {
    Add: |step| Binary::Add;
    Sub: |step| Binary::Sub;
    /// Looks which.
    Rare: |step| step.binary;
}

/// An operator with another number.
pub(super) struct With<A, S>(PhantomData<(A, S)>);

impl<A: How, S: Side> Compute for With<A, S> {
    #[inline(always)]
    fn compute(m: &mut M<'_>, step: &Step, operand: i32) -> Option<i32> {
        let by = S::side(m, step)?;
        let (a, b) = if S::LEFT { (by, operand) } else { (operand, by) };
        A::how(step).law(m.program, a, b).ok()
    }
}
