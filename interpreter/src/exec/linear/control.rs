//! Lines that are neither values nor tests: stores, loops, calls, and what the first form does.

use super::values::Take;
use super::{FAILED, REDO, STOPPED, Step, Then, Went};
use crate::exec::{Machine, Nobody};
use crate::ids::{EventId, FunctionId, PhaseId};
use crate::program::linear::NOWHERE;
use crate::program::{ActId, Args, ChoiceId, CondId, ListId, NONE, NumId, Pc};

type M<'p> = Machine<'p, Nobody>;

/// A line by what it does.
macro_rules! lines {
    ($($(#[$doc:meta])* $name:ident: |$m:ident, $step:ident, $left:ident| $went:expr;)*) => {
        $($(#[$doc])*
        #[allow(unused_variables, reason = "not all look at what was left")]
        pub(super) fn $name($m: &mut M<'_>, $step: &Step, $left: i32) -> Went {
            $went
        })*
    };
}

lines! {
    constant: |m, step, left| {
        let value = step.a as i32;
        match step.then {
            Then::Next => {}
            Then::Let => m.set_slot(step.low as u16, value),
            Then::Store => m.state.cells[step.low as usize] = value,
            Then::Within if value.wrapping_sub(step.low) as u32 <= step.span => return (step.to, value),
            Then::Within => {}
        }
        (step.next, value)
    };
    active: |m, step, left| (step.next, m.state.me);
    spill: |m, step, left| {
        m.work.spilled.push(left);
        (step.next, left)
    };
    anew: |m, step, left| {
        (step.a..step.a + step.b).for_each(|slot| m.set_slot(slot as u16, 0));
        (step.next, left)
    };
    kept: |m, step, left| {
        let slot = step.a as u16;
        if m.slot(slot) == 0 { (step.next, left) } else { (step.to, m.slot(slot + 1)) }
    };
    keep: |m, step, left| {
        m.set_slot(step.a as u16, 1);
        m.set_slot(step.a as u16 + 1, left);
        (step.next, left)
    };
    of_function: |m, step, left| {
        let value = m.call_function(FunctionId::new(step.a as usize), Args(step.b));
        checked(m, step, value)
    };
    how_many: |m, step, left| {
        let count = m.count(ListId(step.a));
        checked(m, step, count)
    };
    first: |m, step, left| {
        let first = m.first(ListId(step.a));
        checked(m, step, first)
    };
    last: |m, step, left| {
        let last = m.last(ListId(step.a));
        checked(m, step, last)
    };
    any: |m, step, left| {
        let any = m.any(ListId(step.a));
        tested(m, step, any)
    };
    tree: |m, step, left| {
        let value = m.node(step.a as usize);
        checked(m, step, value)
    };
    tree_test: |m, step, left| {
        let holds = m.cond(CondId(step.a));
        tested(m, step, holds)
    };
    jump: |m, step, left| (step.next, left);
    again: |m, step, left| {
        m.pay(step.a);
        checked(m, step, left)
    };
    store_of_spilled: |m, step, left| match m.work.spilled.pop() {
        Some(of) => store(m, step, of, left),
        None => (REDO, 0),
    };
    switch: |m, step, left| {
        let branch = m.slot(step.of).max(0) as usize;
        let to = m.program.linear.as_ref().map_or(NOWHERE, |code| code.jumps[step.a as usize + branch]);
        (to, left)
    };
    for_start: |m, step, left| {
        m.for_start(step.of, NumId(step.a), step.b != 0);
        done(m, step)
    };
    for_next: |m, step, left| (if m.for_next(step.of) { step.next } else { step.to }, left);
    repeat_next: |m, step, left| match m.slot(step.of) {
        NONE => (REDO, 0),
        left if left <= 0 => (step.to, left),
        left => {
            m.set_slot(step.of, left - 1);
            (step.next, left)
        }
    };
    leave: |m, step, left| {
        let state = &mut *m.state;
        let Some(frame) = state.frames.pop() else { return innermost(m) };
        state.slots.truncate(frame.base as usize);
        state.lists.truncate(frame.lists as usize);
        let Some(outer) = state.frames.last() else {
            m.base = 0;
            return innermost(m);
        };
        let pc = outer.pc;
        m.base = outer.base as usize;
        entry(m, pc)
    };
    call: |m, step, left| {
        m.jump(step.c);
        m.call(step.b, step.of, Args(step.a));
        if m.failed.is_some() { (FAILED, 0) } else { (step.next, 0) }
    };
    call_plain: |m, step, left| {
        m.jump(step.c);
        m.call_plain(step.b, step.of);
        if m.failed.is_some() { (FAILED, 0) } else { (step.next, 0) }
    };
    perform: |m, step, left| {
        let program = m.program;
        m.act(&program.acts[ActId(step.a).0 as usize]);
        done(m, step)
    };
    emit: |m, step, left| {
        m.emit(EventId::new(step.b as usize), step.of, Args(step.a));
        done(m, step)
    };
    dispatch: |m, step, left| {
        let event = EventId::new(step.a as usize);
        let facts = m.program.checked.events[event.index()].params.len() as u16;
        if m.slot(step.of + facts + 2) >= m.slot(step.of + facts + 1) {
            m.take_changed(event, step.of);
            m.end_dispatch(step.of + facts);
            return (step.next, 0);
        }
        m.jump(step.b + 1);
        m.dispatch(event, step.of, step.b);
        if m.failed.is_some() { (FAILED, 0) } else { innermost(m) }
    };
    begin: |m, step, left| {
        m.begin(PhaseId::new(step.a as usize), step.b != 0);
        (step.next, 0)
    };
    count: |m, step, left| {
        m.count_phase(PhaseId::new(step.a as usize));
        (step.next, 0)
    };
    reset: |m, step, left| {
        m.reset(PhaseId::new(step.a as usize));
        done(m, step)
    };
    offer: |m, step, left| {
        let program = m.program;
        m.offer(&program.windows[step.a as usize][step.b as usize], step.b as usize, m.state.me);
        checked(m, step, 0)
    };
    choose: |m, step, left| {
        m.jump(step.b + 1);
        m.ask(ChoiceId(step.a), step.of, step.b);
        if m.failed.is_some() { (FAILED, 0) } else { innermost(m) }
    };
    choose_mode: |m, step, left| {
        m.jump(step.b + 1);
        m.ask_listed(ChoiceId(step.a), step.of, step.b);
        if m.failed.is_some() { (FAILED, 0) } else { innermost(m) }
    };
    modes: |m, step, left| {
        m.state.clear_options();
        m.state.options.extend(0..step.a as i32);
        (step.next, 0)
    };
    mode: |m, step, left| {
        m.state.options.push(step.a as i32);
        (step.next, 0)
    };
    instr: |m, step, left| {
        m.jump(step.a + 1);
        m.step(m.program.code[step.a as usize], step.a);
        if m.failed.is_some() { (FAILED, 0) } else { innermost(m) }
    };
}

/// A line that takes a value from somewhere and does something with it.
macro_rules! taking_lines {
    ($($name:ident: |$m:ident, $step:ident, $left:ident, $taken:ident| $went:expr;)*) => {
        $(#[allow(unused_variables, reason = "not all look at what was left")]
        pub(super) fn $name<S: Take>($m: &mut M<'_>, $step: &Step, $left: i32) -> Went {
            let Some($taken) = S::take($m, $step, $left) else { return (REDO, 0) };
            $went
        })*
    };
}

taking_lines! {
    store_const: |m, step, left, of| store(m, step, of, step.b as i32);
    store_of: |m, step, left, of| store(m, step, of, left);
    activate: |m, step, left, player| {
        m.state.me = player;
        (step.next, player)
    };
}

/// Goes on with a value that the first form computed, unless that failed.
#[inline(always)]
fn checked(m: &M<'_>, step: &Step, value: i32) -> Went {
    if m.failed.is_some() { (REDO, 0) } else { (step.next, value) }
}

#[inline(always)]
fn tested(m: &M<'_>, step: &Step, holds: bool) -> Went {
    match (&m.failed, holds) {
        (Some(_), _) => (REDO, 0),
        (None, true) => (step.to, 0),
        (None, false) => (step.next, 0),
    }
}

/// Goes on after an instruction of the first form: what it did stays done.
#[inline(always)]
fn done(m: &M<'_>, step: &Step) -> Went {
    if m.failed.is_some() { (FAILED, 0) } else { (step.next, 0) }
}

/// Goes on where the innermost frame does.
#[inline(always)]
fn innermost(m: &mut M<'_>) -> Went {
    match m.next_frame() {
        Some(pc) => entry(m, pc),
        None => (STOPPED, 0),
    }
}

/// Goes on at an instruction.
#[inline(always)]
fn entry(m: &M<'_>, pc: Pc) -> Went {
    (m.program.linear.as_ref().map_or(NOWHERE, |code| code.at[pc as usize]), 0)
}

/// Writes the cell of a holder.
#[inline(always)]
fn store(m: &mut M<'_>, step: &Step, of: i32, value: i32) -> Went {
    if of >= 0 && m.state.write(step.a as usize + of as usize, value) {
        (step.next, value)
    } else {
        (REDO, 0)
    }
}
