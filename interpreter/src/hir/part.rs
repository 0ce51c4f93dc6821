//! What stands in the rows of expressions and statements: parts, blocks, ids, locals and plain numbers, each with what it is to a
//! walk, to a comparison and to the printer.

use std::fmt::{self, Display};

use smallvec::SmallVec;

use super::blocks::{Block, BlockKind};
use super::print::Printer;
use super::{Act, Bearer, Binary, By, ByChance, CardMember, ChoiceDef, Comparison, Expr, Fold, Into};
use super::{Keyed, Picked, Question, Runs, Stmt, Together, Unary};
use crate::acts::Visit;
use crate::ids::*;

/// Expressions directly inside another or a statement: nearly always few, for which no memory is asked.
pub(crate) type Inside<'a> = SmallVec<[&'a Expr; 4]>;

/// A field of an expression or statement. Unless it says otherwise, it is no part, and differs from none.
pub(super) trait Part {
    /// Adds the expressions that it is or has.
    fn parts<'a>(&'a self, _parts: &mut Inside<'a>) {}

    /// The same, to change them.
    fn parts_mut<'a>(&'a mut self, _parts: &mut Vec<&'a mut Expr>) {}

    /// What tells it from others, if it is neither a part nor a local.
    fn says(&self) -> Option<i64> {
        None
    }

    /// The local that it is.
    fn local(&self) -> Option<LocalId> {
        None
    }

    /// The same, to change it.
    fn local_mut(&mut self) -> Option<&mut LocalId> {
        None
    }

    /// Adds the blocks of statements that it is or has.
    fn blocks<'a>(&'a self, _blocks: &mut Vec<Block<'a>>) {}

    /// The same, to change them.
    fn blocks_mut<'a>(&'a mut self, _blocks: &mut Vec<(BlockKind, &'a mut Vec<Stmt>)>) {}

    /// The question that it is or has.
    fn question(&self) -> Option<&Question> {
        None
    }

    /// What it stands for, if that runs then.
    fn runs(&self) -> Option<Runs> {
        None
    }

    /// As it is printed.
    fn words(&self, printer: &Printer<'_>) -> String;
}

/// A field that prints itself.
pub(super) struct Worded<'p, T>(pub &'p Printer<'p>, pub &'p T);

impl<T: Part> Display for Worded<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.1.words(self.0))
    }
}

impl Part for Expr {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        parts.push(self);
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        printer.expr(self)
    }
}

/// Whose it is, if it is somebody's.
impl Part for Option<Expr> {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        parts.extend(self);
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        self.as_ref().map_or(String::new(), |of| format!("{}.", printer.expr(of)))
    }
}

impl Part for Question {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        parts.push(&self.chooser);
        parts.extend(self.facts.iter().map(|fact| &fact.value));
    }

    fn question(&self) -> Option<&Question> {
        Some(self)
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        let (label, secretly) = (&printer.checked.decisions[self.decision.index()], self.secretly);
        let always = if self.always { " always asked" } else { "" };
        let openly = self.openly.words(printer);
        let secretly = if secretly { " secretly" } else { "" };
        format!("{label}{}{secretly}{always}{openly}", printer.told(&self.facts))
    }
}

impl Part for Box<ChoiceDef> {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        let count = self.count.iter().flat_map(|(min, max)| [min].into_iter().chain(max));
        self.question.parts(parts);
        parts.extend(count.chain([&self.list]));
    }

    fn question(&self) -> Option<&Question> {
        Some(&self.question)
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        let max =
            |max: &Option<Expr>| max.as_ref().map_or(String::new(), |max| format!("..{}", printer.expr(max)));
        let count = self.count.as_ref().map(|(min, most)| format!("{}{} of ", printer.expr(min), max(most)));
        printer.asked(&self.question, &format!("{}{}", count.unwrap_or_default(), printer.expr(&self.list)))
    }
}

/// What an act does is in its row (`acts.rs`).
impl Part for Box<Act> {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        self.visit(&mut Operands(|operand| parts.push(operand)));
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        self.visit(&mut Operands(|operand| printer.expr(operand))).to_string()
    }
}

/// The operands of an act, each of which is an expression: what becomes of one.
struct Operands<F>(F);

impl<'a, T, F: FnMut(&'a Expr) -> T> Visit<'a, Expr, Expr, Expr> for Operands<F> {
    type One = T;
    type Several = T;
    type List = T;

    fn one(&mut self, operand: &'a Expr) -> T {
        (self.0)(operand)
    }

    fn several(&mut self, operand: &'a Expr) -> T {
        (self.0)(operand)
    }

    fn list(&mut self, operand: &'a Expr) -> T {
        (self.0)(operand)
    }
}

impl Part for ByChance {
    fn local(&self) -> Option<LocalId> {
        Some(self.0)
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        self.0.words(printer)
    }
}

impl Part for Keyed {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        parts.extend(&self.0);
    }

    fn parts_mut<'a>(&'a mut self, parts: &mut Vec<&'a mut Expr>) {
        parts.extend(&mut self.0);
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        self.0.as_ref().map_or_else(String::new, |key| format!("[{}]", printer.expr(key)))
    }
}

impl Part for Into {
    fn local(&self) -> Option<LocalId> {
        self.0
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        self.0.map_or_else(String::new, |local| format!("{} = ", local.words(printer)))
    }
}

/// Whether all may know it, or what it follows from.
impl Part for bool {
    fn words(&self, _: &Printer<'_>) -> String {
        if *self { " openly" } else { "" }.to_owned()
    }
}

impl Part for Box<Expr> {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        parts.push(self);
    }

    fn parts_mut<'a>(&'a mut self, parts: &mut Vec<&'a mut Expr>) {
        parts.push(self);
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        printer.expr(self)
    }
}

/// Where a list begins, if it says.
impl Part for Option<Box<Expr>> {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        parts.extend(self.as_deref());
    }

    fn parts_mut<'a>(&'a mut self, parts: &mut Vec<&'a mut Expr>) {
        parts.extend(self.as_deref_mut());
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        self.as_ref().map_or(String::new(), |start| format!(" from {}", printer.expr(start)))
    }
}

impl Part for Vec<Expr> {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        parts.extend(self);
    }

    fn parts_mut<'a>(&'a mut self, parts: &mut Vec<&'a mut Expr>) {
        parts.extend(self);
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        printer.list(self)
    }
}

impl Part for LocalId {
    fn local(&self) -> Option<LocalId> {
        Some(*self)
    }

    fn local_mut(&mut self) -> Option<&mut LocalId> {
        Some(self)
    }

    fn words(&self, _: &Printer<'_>) -> String {
        format!("${}", self.0)
    }
}

/// With its operand it is printed as it is written: see [`Printer::unary`].
impl Part for Unary {
    fn says(&self) -> Option<i64> {
        let (number, spots) = self.number();
        Some((number as i64) << 32 | spots.map_or(0, |spots| spots.index() as i64))
    }

    fn words(&self, _: &Printer<'_>) -> String {
        format!("{self:?}")
    }
}

/// The same: see [`Printer::binary`].
impl Part for Binary {
    fn says(&self) -> Option<i64> {
        let (number, spots) = self.number();
        Some((number as i64) << 32 | spots.map_or(0, |spots| spots.index() as i64))
    }

    fn words(&self, _: &Printer<'_>) -> String {
        format!("{self:?}").to_lowercase()
    }
}

impl Part for i32 {
    fn says(&self) -> Option<i64> {
        Some(i64::from(*self))
    }

    fn words(&self, _: &Printer<'_>) -> String {
        self.to_string()
    }
}

impl Part for Option<Bearer> {
    fn says(&self) -> Option<i64> {
        Some(match self {
            None => -1,
            Some(Bearer::Kind(id)) => 2 * id.index() as i64,
            Some(Bearer::Design(id)) => 2 * id.index() as i64 + 1,
        })
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        self.map_or("cards", |bearer| printer.bearer(bearer)).to_owned()
    }
}

/// Ids of what has a name.
macro_rules! named {
    ($($id:ident in $all:ident,)*) => {
        $(impl Part for $id {
            fn says(&self) -> Option<i64> {
                Some(self.index() as i64)
            }

            fn words(&self, printer: &Printer<'_>) -> String {
                printer.checked.$all[self.index()].name.clone()
            }
        })*
    };
}

named! {
    OptionId in options,
    VarId in vars,
    FieldId in fields,
    PropertyId in properties,
    ZoneId in zones,
    SpotId in spots,
    PhaseId in phases,
    TableId in tables,
    DesignId in designs,
    KindId in kinds,
    FunctionId in functions,
    MessageId in messages,
}

/// Ids of effects that run somewhere else.
macro_rules! effects {
    ($($id:ident in $all:ident as $runs:ident,)*) => {
        $(impl Part for $id {
            fn runs(&self) -> Option<Runs> {
                Some(Runs::$runs(*self))
            }

            fn words(&self, printer: &Printer<'_>) -> String {
                printer.checked.$all[self.index()].name.clone()
            }
        })*
    };
}

effects! {
    ProcedureId in procedures as Procedure,
    EventId in events as Event,
    StepsId in steps as Steps,
    WindowId in windows as Window,
}

/// Of an action the window.
impl Part for Picked {
    fn words(&self, printer: &Printer<'_>) -> String {
        match self {
            Picked::Value => "pick".to_owned(),
            Picked::Action(window) => window.words(printer),
        }
    }
}

/// Enums of words.
macro_rules! words {
    ($($word:ident as $words:expr,)*) => {
        $(impl Part for $word {
            fn says(&self) -> Option<i64> {
                Some(*self as i64)
            }

            fn words(&self, _: &Printer<'_>) -> String {
                let words: fn($word) -> String = $words;
                words(*self)
            }
        })*
    };
}

words! {
    CardMember as |member| format!("{member:?}").to_lowercase(),
    Comparison as |op| op.symbol().to_owned(),
    Fold as |fold| fold.name().to_owned(),
    Together as |step| step.said().to_owned(),
    By as |by| by.name().to_owned(),
}
