//! Which function runs a line. What is common has a function of its own for each source, end and kind; what is rare looks.

use super::conditions::*;
use super::control::*;
use super::values::*;
use super::{Run, Source, Step, Then};
use crate::numbers::Comparison;
use crate::operators::{Binary, Unary};
use crate::program::Program;
use crate::program::linear::{self, Line, Op, Side as By, Test, Value};

/// The form of a function for a source, with what else it is made of before that.
macro_rules! taking {
    ($source:expr, $run:ident $($held:ident)?) => {
        match $source {
            Source::Acc => $run::<$($held,)? OfAcc>,
            Source::Slot => $run::<$($held,)? OfSlot>,
            Source::Cell => $run::<$($held,)? OfCell>,
            Source::Me => $run::<$($held,)? OfMe>,
            Source::Known | Source::ZoneOf | Source::MyZone => $run::<$($held,)? OfAny>,
        }
    };
}

/// A line as it is run.
pub fn bind(program: &Program, line: &Line) -> Step {
    let mut step = Step {
        run: jump,
        of: 0,
        zones: [0; 2],
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
    step.bind(program, line.op);
    step
}

impl Step {
    fn bind(&mut self, program: &Program, op: Op) {
        self.run = match op {
            Op::Value(value, source, then) => {
                self.end(then);
                self.take(source);
                self.value(value)
            }
            Op::Test(test, source) => {
                self.take(source);
                self.test(test)
            }
            Op::Const(value, then) => {
                self.end(then);
                self.numbers(value as u32, 0);
                constant
            }
            Op::Active => active,
            Op::Spill => spill,
            Op::Anew(first, count) => self.run(u32::from(first), u32::from(count), anew),
            Op::Kept(slot) => self.run(u32::from(slot), 0, kept),
            Op::Keep(slot) => self.run(u32::from(slot), 0, keep),
            Op::Function(function, args) => self.run(function.index() as u32, args.0, of_function),
            Op::HowMany(list) => self.run(list.0, 0, how_many),
            Op::First(list) => self.run(list.0, 0, first),
            Op::Last(list) => self.run(list.0, 0, last),
            Op::Any(list) => self.run(list.0, 0, any),
            Op::Tree(node) => self.run(node, 0, tree),
            Op::TreeTest(cond) => self.run(cond.0, 0, tree_test),
            Op::Jump => jump,
            Op::Again(price) => self.run(price, 0, again),
            Op::StoreConst(at, of, value) => {
                self.take(of);
                self.numbers(at, value as u32);
                taking!(self.source, store_const)
            }
            Op::StoreOf(at, of) => {
                self.take(of);
                self.numbers(at, 0);
                taking!(self.source, store_of)
            }
            Op::StoreOfSpilled(at) => self.run(at, 0, store_of_spilled),
            Op::Activate(player) => {
                self.take(player);
                taking!(self.source, activate)
            }
            Op::Switch(slot, first) => {
                self.of = slot;
                self.run(first, 0, switch)
            }
            Op::ForStart(slot, list, keeps) => {
                self.of = slot;
                self.run(list.0, u32::from(keeps), for_start)
            }
            Op::ForNext(slot) => {
                self.of = slot;
                for_next
            }
            Op::RepeatNext(slot) => {
                self.of = slot;
                repeat_next
            }
            Op::Return => leave,
            Op::Call(slots, entry, args, after) => {
                self.of = slots;
                self.c = after;
                self.numbers(args.0, entry);
                if program.args_of(args).is_empty() { call_plain } else { call }
            }
            Op::Act(act) => self.run(act.0, 0, perform),
            Op::Emit(event, slot, args) => {
                self.of = slot;
                self.run(args.0, event.index() as u32, emit)
            }
            Op::Dispatch(event, slot, pc) => {
                self.of = slot;
                self.run(event.index() as u32, pc, dispatch)
            }
            Op::Begin(phase, counted) => self.run(phase.index() as u32, u32::from(counted), begin),
            Op::Count(phase) => self.run(phase.index() as u32, 0, count),
            Op::Reset(phase) => self.run(phase.index() as u32, 0, reset),
            Op::Offer(window, action) => self.run(window.index() as u32, action, offer),
            Op::Choose(choice, slot, pc) => {
                self.of = slot;
                self.run(choice.0, pc, choose)
            }
            Op::ChooseMode(choice, slot, pc) => {
                self.of = slot;
                self.run(choice.0, pc, choose_mode)
            }
            Op::Modes(count) => self.run(count, 0, modes),
            Op::Mode(number) => self.run(number, 0, mode),
            Op::Instr(pc) => self.run(pc, 0, instr),
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

    fn value(&mut self, value: Value) -> Run {
        match value {
            Value::Itself => self.common::<Itself>(),
            Value::Field { column } => {
                self.a = column;
                self.common::<Field>()
            }
            Value::FieldOf { column } => {
                self.a = column;
                self.common::<FieldOf>()
            }
            Value::CellOf { at } => {
                self.a = at;
                self.common::<CellOf>()
            }
            Value::CardCell { at, first, count } => {
                (self.a, self.b, self.c) = (at, first, count);
                self.common::<CardCell>()
            }
            Value::Owner => self.common::<Owner>(),
            Value::Holder => self.rare::<Holder>(),
            Value::Host => self.rare::<Host>(),
            Value::Position => self.rare::<Position>(),
            Value::Above => self.rare::<Above>(),
            Value::Below => self.rare::<Below>(),
            Value::SpotOf { spot } => {
                self.a = u32::from(spot);
                self.rare::<SpotOf>()
            }
            Value::ZoneOf { base, count } => {
                self.numbers(u32::from(base), u32::from(count));
                self.common::<ZoneOf>()
            }
            Value::CardZone { zone } => {
                self.a = u32::from(zone);
                self.rare::<CardZone>()
            }
            Value::Top => self.asking::<Top>(),
            Value::Bottom => self.rare::<Bottom>(),
            Value::Size => self.asking::<Size>(),
            Value::Unary(Unary::Left) => self.common::<Left>(),
            Value::Unary(op) => {
                self.unary = op;
                self.rare::<RareUnary>()
            }
            Value::CopyOf { first, step, count } => {
                (self.a, self.b, self.c) = (first, step, u32::from(count));
                self.rare::<CopyOf>()
            }
            Value::Table(lookup) => {
                self.a = lookup.0;
                self.rare::<Table>()
            }
            Value::Property(property) => {
                self.a = property.index() as u32;
                self.rare::<Property>()
            }
            Value::Score => self.rare::<Score>(),
            Value::CountSet(scan) => {
                self.a = scan.0;
                self.asking::<CountSet>()
            }
            Value::Arith(Binary::Add, by) => self.binary::<Add>(by),
            Value::Arith(Binary::Sub, by) => self.binary::<Sub>(by),
            Value::Arith(op, by) => {
                self.binary = op;
                self.binary::<Rare>(by)
            }
        }
    }

    /// What is computed often has a function for each source and end.
    fn common<C: Compute>(&self) -> Run {
        match self.source {
            Source::Acc => self.ending::<C, OfAcc>(),
            Source::Slot => self.ending::<C, OfSlot>(),
            Source::Cell => self.ending::<C, OfCell>(),
            Source::Me => self.ending::<C, OfMe>(),
            Source::Known | Source::ZoneOf | Source::MyZone => self.ending::<C, OfAny>(),
        }
    }

    /// What is often asked of a zone, too.
    fn asking<C: Compute>(&self) -> Run {
        match self.source {
            Source::Acc => self.ending::<C, OfAcc>(),
            Source::Known => self.ending::<C, OfKnown>(),
            Source::ZoneOf => self.ending::<C, OfZone>(),
            Source::MyZone => self.ending::<C, OfMyZone>(),
            Source::Slot | Source::Cell | Source::Me => self.ending::<C, OfAny>(),
        }
    }

    fn ending<C: Compute, S: Take>(&self) -> Run {
        match self.then {
            Then::Next => value::<C, S, ToNext>,
            Then::Let => value::<C, S, ToSlot>,
            Then::Store => value::<C, S, ToCell>,
            Then::Within => value::<C, S, ToRange>,
        }
    }

    fn rare<C: Compute>(&self) -> Run {
        value::<C, OfAny, ToAny>
    }

    fn binary<A: How>(&mut self, by: By) -> Run {
        self.a = number(by);
        match by {
            By::Const(_) => self.common::<With<A, ByConst>>(),
            By::Slot(_) => self.common::<With<A, BySlot>>(),
            By::Cell(_) => self.rare::<With<A, ByCell>>(),
            By::Me => self.rare::<With<A, ByMe>>(),
            By::Spilled => self.ending::<With<A, BySpilled>, OfAcc>(),
        }
    }

    fn test(&mut self, test: Test) -> Run {
        self.a = match test {
            Test::FaceUp | Test::HasCards | Test::InZoneSpilled => 0,
            Test::IsKind(kind) => u32::from(kind),
            Test::IsDesign(design) => design,
            Test::InZone(zone) => u32::from(zone),
            Test::Compare(_, by) => number(by),
            Test::AnySet(scan) => scan.0,
        };
        match test {
            Test::FaceUp => self.tested::<FaceUp>(),
            Test::IsKind(_) => self.tested::<IsKind>(),
            Test::IsDesign(_) => self.tested::<IsDesign>(),
            Test::HasCards => self.asked::<HasCards>(),
            Test::InZone(_) => self.tested::<InZone>(),
            Test::InZoneSpilled => self.tested::<InZoneSpilled>(),
            Test::AnySet(_) => self.asked::<AnySet>(),
            Test::Compare(Comparison::Lt, by) => self.compared::<Lt>(by),
            Test::Compare(Comparison::Le, by) => self.compared::<Le>(by),
            Test::Compare(Comparison::Gt, by) => self.compared::<Gt>(by),
            Test::Compare(Comparison::Ge, by) => self.compared::<Ge>(by),
            Test::Compare(Comparison::Eq, by) => self.compared::<Eq>(by),
            Test::Compare(Comparison::Ne, by) => self.compared::<Ne>(by),
        }
    }

    fn compared<R: Order>(&self, by: By) -> Run {
        match by {
            By::Const(_) => self.tested::<Compared<R, ByConst>>(),
            By::Slot(_) => self.tested::<Compared<R, BySlot>>(),
            By::Cell(_) => self.tested::<Compared<R, ByCell>>(),
            By::Me => self.tested::<Compared<R, ByMe>>(),
            By::Spilled => self.tested::<Compared<R, BySpilled>>(),
        }
    }

    fn tested<H: Holds>(&self) -> Run {
        taking!(self.source, test H)
    }

    /// What is asked of a zone.
    fn asked<H: Holds>(&self) -> Run {
        match self.source {
            Source::Acc => test::<H, OfAcc>,
            Source::Known => test::<H, OfKnown>,
            Source::ZoneOf => test::<H, OfZone>,
            Source::MyZone => test::<H, OfMyZone>,
            Source::Slot | Source::Cell | Source::Me => test::<H, OfAny>,
        }
    }
}

/// What stands in a line of another operand.
fn number(by: By) -> u32 {
    match by {
        By::Const(value) => value as u32,
        By::Slot(slot) => u32::from(slot),
        By::Cell(at) => at,
        By::Spilled | By::Me => 0,
    }
}
