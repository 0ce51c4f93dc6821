//! Which function runs a line. What is common has a function of its own for each source, end and kind; what is rare looks.

use super::conditions::*;
use super::control::*;
use super::values::*;
use super::{Run, Source, Step, Then};
use crate::numbers::Comparison;
use crate::operators::{Binary, Unary};
use crate::program::Program;
use crate::program::linear::{self, Line, Op, Side as By, Test, Value};

/// Chooses between two forms of a function.
macro_rules! paying {
    ($pays:expr, $($run:tt)+) => {
        if $pays { paying!(@ $($run)+ => true) } else { paying!(@ $($run)+ => false) }
    };
    (@ $run:ident => $pays:literal) => {
        $run::<$pays> as Run
    };
    (@ $run:ident $computed:ty, $taken:ty, $end:ty => $pays:literal) => {
        $run::<$computed, $taken, $end, $pays> as Run
    };
    (@ $run:ident $held:ty, $taken:ty => $pays:literal) => {
        $run::<$held, $taken, $pays> as Run
    };
    (@ $run:ident $taken:ty => $pays:literal) => {
        $run::<$taken, $pays> as Run
    };
}

/// The form of a function for a source, with what else it is made of before that.
macro_rules! taking {
    ($source:expr, $pays:expr, $run:ident $($held:ident)?) => {
        match $source {
            Source::Acc => paying!($pays, $run $($held,)? OfAcc),
            Source::Slot => paying!($pays, $run $($held,)? OfSlot),
            Source::Cell => paying!($pays, $run $($held,)? OfCell),
            Source::Me => paying!($pays, $run $($held,)? OfMe),
            Source::Known | Source::ZoneOf | Source::MyZone => paying!($pays, $run $($held,)? OfAny),
        }
    };
}

/// A line as it is run.
pub fn bind(program: &Program, line: &Line) -> Step {
    let pays = line.pays != 0;
    let mut step = Step {
        run: paying!(pays, jump),
        of: 0,
        zones: [0; 2],
        pays: line.pays,
        source: Source::Acc,
        then: Then::Next,
        unary: Unary::Neg,
        binary: Binary::Add,
        a: 0,
        b: 0,
        c: 0,
        low: 0,
        span: 0,
        to: line.to,
        next: line.next,
    };
    step.bind(program, line.op, pays);
    step
}

impl Step {
    fn bind(&mut self, program: &Program, op: Op, pays: bool) {
        self.run = match op {
            Op::Value(value, source, then) => {
                self.end(then);
                self.take(source);
                self.value(value, pays)
            }
            Op::Test(test, source) => {
                self.take(source);
                self.test(test, pays)
            }
            Op::Const(value, then) => {
                self.end(then);
                self.numbers(value as u32, 0);
                paying!(pays, constant)
            }
            Op::Active => paying!(pays, active),
            Op::Aside => paying!(pays, aside),
            Op::Meter => paying!(pays, meter),
            Op::Anew(first, count) => self.run(u32::from(first), u32::from(count), paying!(pays, anew)),
            Op::Kept(slot) => self.run(u32::from(slot), 0, paying!(pays, kept)),
            Op::KeepFrom => paying!(pays, keep_from),
            Op::Keep(slot) => self.run(u32::from(slot), 0, paying!(pays, keep)),
            Op::Function(function, args) => {
                self.run(function.index() as u32, args.0, paying!(pays, of_function))
            }
            Op::HowMany(list) => self.run(list.0, 0, paying!(pays, how_many)),
            Op::First(list) => self.run(list.0, 0, paying!(pays, first)),
            Op::Last(list) => self.run(list.0, 0, paying!(pays, last)),
            Op::Any(list) => self.run(list.0, 0, paying!(pays, any)),
            Op::Tree(node) => self.run(node, 0, paying!(pays, tree)),
            Op::TreeTest(cond) => self.run(cond.0, 0, paying!(pays, tree_test)),
            Op::Jump | Op::Pay => paying!(pays, jump),
            Op::StoreConst(at, of, value) => {
                self.take(of);
                self.numbers(at, value as u32);
                taking!(self.source, pays, store_const)
            }
            Op::StoreOf(at, of) => {
                self.take(of);
                self.numbers(at, 0);
                taking!(self.source, pays, store_of)
            }
            Op::StoreOfAside(at) => self.run(at, 0, paying!(pays, store_of_aside)),
            Op::Activate(player) => {
                self.take(player);
                taking!(self.source, pays, activate)
            }
            Op::Switch(slot, first) => {
                self.of = slot;
                self.run(first, 0, paying!(pays, switch))
            }
            Op::ForStart(slot, list) => {
                self.of = slot;
                self.run(list.0, 0, paying!(pays, for_start))
            }
            Op::ForNext(slot) => {
                self.of = slot;
                paying!(pays, for_next)
            }
            Op::RepeatNext(slot) => {
                self.of = slot;
                paying!(pays, repeat_next)
            }
            Op::Return => paying!(pays, leave),
            Op::Call(slots, entry, args, after) => {
                self.of = slots;
                self.c = after;
                self.numbers(args.0, entry);
                if program.args_of(args).is_empty() { paying!(pays, call_plain) } else { paying!(pays, call) }
            }
            Op::Act(act) => self.run(act.0, 0, paying!(pays, perform)),
            Op::Emit(event, slot, args) => {
                self.of = slot;
                self.run(args.0, event.index() as u32, paying!(pays, emit))
            }
            Op::Dispatch(event, slot, pc) => {
                self.of = slot;
                self.run(event.index() as u32, pc, paying!(pays, dispatch))
            }
            Op::Begin(phase, counted) => {
                self.run(phase.index() as u32, u32::from(counted), paying!(pays, begin))
            }
            Op::Count(phase) => self.run(phase.index() as u32, 0, paying!(pays, count)),
            Op::Reset(phase) => self.run(phase.index() as u32, 0, paying!(pays, reset)),
            Op::LetList(slot, list) => {
                self.of = slot;
                self.run(list.0, 0, paying!(pays, let_list))
            }
            Op::Offer(window, action) => self.run(window.index() as u32, action, paying!(pays, offer)),
            Op::Choose(choice, slot, pc) => {
                self.of = slot;
                self.run(choice.0, pc, paying!(pays, choose))
            }
            Op::ChooseMode(choice, slot, pc) => {
                self.of = slot;
                self.run(choice.0, pc, paying!(pays, choose_mode))
            }
            Op::Modes(count) => self.run(count, 0, paying!(pays, modes)),
            Op::Mode(number) => self.run(number, 0, paying!(pays, mode)),
            Op::Instr(pc) => self.run(pc, 0, paying!(pays, instr)),
        };
    }

    /// The function, with its numbers.
    fn run(&mut self, a: u32, b: u32, run: Run) -> Run {
        self.numbers(a, b);
        run
    }

    fn numbers(&mut self, a: u32, b: u32) {
        (self.a, self.b) = (a, b);
    }

    fn take(&mut self, source: linear::Source) {
        (self.source, self.of) = match source {
            linear::Source::Acc => (Source::Acc, 0),
            linear::Source::Slot(slot) => (Source::Slot, slot),
            linear::Source::Cell(at) => (Source::Cell, at),
            linear::Source::Me => (Source::Me, 0),
            linear::Source::Known(zone) => (Source::Known, zone),
            linear::Source::ZoneOf(first, count, slot) => {
                self.zones = [first, count];
                (Source::ZoneOf, slot)
            }
            linear::Source::MyZone(first, count) => {
                self.zones = [first, count];
                (Source::MyZone, 0)
            }
        };
    }

    fn end(&mut self, then: linear::Then) {
        (self.then, self.low) = match then {
            linear::Then::Next => (Then::Next, 0),
            linear::Then::Let(slot) => (Then::Let, i32::from(slot)),
            linear::Then::Store(at) => (Then::Store, at as i32),
            linear::Then::Within { low, span } => {
                self.span = span;
                (Then::Within, low)
            }
        };
    }

    fn value(&mut self, value: Value, pays: bool) -> Run {
        match value {
            Value::Itself => self.common::<Itself>(pays),
            Value::Field { column } => {
                self.a = column;
                self.common::<Field>(pays)
            }
            Value::FieldOf { column } => {
                self.a = column;
                self.common::<FieldOf>(pays)
            }
            Value::CellOf { at } => {
                self.a = at;
                self.common::<CellOf>(pays)
            }
            Value::CardCell { at, first, count } => {
                (self.a, self.b, self.c) = (at, first, count);
                self.common::<CardCell>(pays)
            }
            Value::Owner => self.common::<Owner>(pays),
            Value::Holder => self.rare::<Holder>(pays),
            Value::Host => self.rare::<Host>(pays),
            Value::Position => self.rare::<Position>(pays),
            Value::Above => self.rare::<Above>(pays),
            Value::Below => self.rare::<Below>(pays),
            Value::SpotOf { spot } => {
                self.a = u32::from(spot);
                self.rare::<SpotOf>(pays)
            }
            Value::ZoneOf { base, count } => {
                self.numbers(u32::from(base), u32::from(count));
                self.common::<ZoneOf>(pays)
            }
            Value::CardZone { zone } => {
                self.a = u32::from(zone);
                self.rare::<CardZone>(pays)
            }
            Value::Top => self.asking::<Top>(pays),
            Value::Bottom => self.rare::<Bottom>(pays),
            Value::Size => self.asking::<Size>(pays),
            Value::Unary(Unary::Left) => self.common::<Left>(pays),
            Value::Unary(op) => {
                self.unary = op;
                self.rare::<RareUnary>(pays)
            }
            Value::CopyOf { first, step, count } => {
                (self.a, self.b, self.c) = (first, step, u32::from(count));
                self.rare::<CopyOf>(pays)
            }
            Value::Table(lookup) => {
                self.a = lookup.0;
                self.rare::<Table>(pays)
            }
            Value::Property(property) => {
                self.a = property.index() as u32;
                self.rare::<Property>(pays)
            }
            Value::Score => self.rare::<Score>(pays),
            Value::CountSet(scan) => {
                self.a = scan.0;
                self.asking::<CountSet>(pays)
            }
            Value::SumOf(key) => {
                self.a = key.0;
                self.asking::<SumOf>(pays)
            }
            Value::Arith(Binary::Add, by) => self.binary::<Add>(by, pays),
            Value::Arith(Binary::Sub, by) => self.binary::<Sub>(by, pays),
            Value::Arith(op, by) => {
                self.binary = op;
                self.binary::<Rare>(by, pays)
            }
        }
    }

    /// What is computed often has a function for each source and end.
    fn common<C: Compute>(&self, pays: bool) -> Run {
        match self.source {
            Source::Acc => self.ending::<C, OfAcc>(pays),
            Source::Slot => self.ending::<C, OfSlot>(pays),
            Source::Cell => self.ending::<C, OfCell>(pays),
            Source::Me => self.ending::<C, OfMe>(pays),
            Source::Known | Source::ZoneOf | Source::MyZone => self.ending::<C, OfAny>(pays),
        }
    }

    /// What is often asked of a zone, too.
    fn asking<C: Compute>(&self, pays: bool) -> Run {
        match self.source {
            Source::Acc => self.ending::<C, OfAcc>(pays),
            Source::Known => self.ending::<C, OfKnown>(pays),
            Source::ZoneOf => self.ending::<C, OfZone>(pays),
            Source::MyZone => self.ending::<C, OfMyZone>(pays),
            Source::Slot | Source::Cell | Source::Me => self.ending::<C, OfAny>(pays),
        }
    }

    fn ending<C: Compute, S: Take>(&self, pays: bool) -> Run {
        match self.then {
            Then::Next => paying!(pays, value C, S, ToNext),
            Then::Let => paying!(pays, value C, S, ToSlot),
            Then::Store => paying!(pays, value C, S, ToCell),
            Then::Within => paying!(pays, value C, S, ToRange),
        }
    }

    fn rare<C: Compute>(&self, pays: bool) -> Run {
        paying!(pays, value C, OfAny, ToAny)
    }

    fn binary<A: How>(&mut self, by: By, pays: bool) -> Run {
        self.a = number(by);
        match by {
            By::Const(_) => self.common::<With<A, ByConst>>(pays),
            By::Slot(_) => self.common::<With<A, BySlot>>(pays),
            By::Cell(_) => self.rare::<With<A, ByCell>>(pays),
            By::Me => self.rare::<With<A, ByMe>>(pays),
            By::Aside => self.ending::<With<A, ByAside>, OfAcc>(pays),
        }
    }

    fn test(&mut self, test: Test, pays: bool) -> Run {
        self.a = match test {
            Test::FaceUp | Test::HasCards | Test::InZoneAside => 0,
            Test::IsKind(kind) => u32::from(kind),
            Test::IsDesign(design) => design,
            Test::InZone(zone) => u32::from(zone),
            Test::Compare(_, by) => number(by),
            Test::AnySet(scan) => scan.0,
        };
        match test {
            Test::FaceUp => self.tested::<FaceUp>(pays),
            Test::IsKind(_) => self.tested::<IsKind>(pays),
            Test::IsDesign(_) => self.tested::<IsDesign>(pays),
            Test::HasCards => self.asked::<HasCards>(pays),
            Test::InZone(_) => self.tested::<InZone>(pays),
            Test::InZoneAside => self.tested::<InZoneAside>(pays),
            Test::AnySet(_) => self.asked::<AnySet>(pays),
            Test::Compare(Comparison::Lt, by) => self.compared::<Lt>(by, pays),
            Test::Compare(Comparison::Le, by) => self.compared::<Le>(by, pays),
            Test::Compare(Comparison::Gt, by) => self.compared::<Gt>(by, pays),
            Test::Compare(Comparison::Ge, by) => self.compared::<Ge>(by, pays),
            Test::Compare(Comparison::Eq, by) => self.compared::<Eq>(by, pays),
            Test::Compare(Comparison::Ne, by) => self.compared::<Ne>(by, pays),
        }
    }

    fn compared<R: Order>(&self, by: By, pays: bool) -> Run {
        match by {
            By::Const(_) => self.tested::<Compared<R, ByConst>>(pays),
            By::Slot(_) => self.tested::<Compared<R, BySlot>>(pays),
            By::Cell(_) => self.tested::<Compared<R, ByCell>>(pays),
            By::Me => self.tested::<Compared<R, ByMe>>(pays),
            By::Aside => self.tested::<Compared<R, ByAside>>(pays),
        }
    }

    fn tested<H: Holds>(&self, pays: bool) -> Run {
        taking!(self.source, pays, test H)
    }

    /// What is asked of a zone.
    fn asked<H: Holds>(&self, pays: bool) -> Run {
        match self.source {
            Source::Acc => paying!(pays, test H, OfAcc),
            Source::Known => paying!(pays, test H, OfKnown),
            Source::ZoneOf => paying!(pays, test H, OfZone),
            Source::MyZone => paying!(pays, test H, OfMyZone),
            Source::Slot | Source::Cell | Source::Me => paying!(pays, test H, OfAny),
        }
    }
}

/// What stands in a line of another operand.
fn number(by: By) -> u32 {
    match by {
        By::Const(value) => value as u32,
        By::Slot(slot) => u32::from(slot),
        By::Cell(at) => at,
        By::Aside | By::Me => 0,
    }
}
