//! Fields in the rows of expressions and statements: operands, blocks, ids, locals and plain numbers.
//!
//! Each type of field defines its role in walks, comparisons and printing.

use std::fmt::{self, Display};

use smallvec::SmallVec;

use super::blocks::{Block, BlockKind};
use super::print::Printer;
use super::{
    Act, Bearer, Binary, ByChance, CardMember, ChoiceDef, Comparison, Expr, Fold, Into, ListOperation,
};
use super::{ImplicitCall, Keyed, Picked, Question, Stmt, Together, Unary};
use crate::acts::Visit;
use crate::ids::*;

/// Direct operands of an expression or statement; up to four are stored without allocation.
pub(crate) type Inside<'a> = SmallVec<[&'a Expr; 4]>;

/// A field of an expression or statement. By default it has no operands and is equal to all others.
pub(super) trait Part {
    /// Adds the expressions in the field.
    fn parts<'a>(&'a self, _parts: &mut Inside<'a>) {}

    /// Adds the expressions in the field, mutably.
    fn parts_mut<'a>(&'a mut self, _parts: &mut Vec<&'a mut Expr>) {}

    /// Returns a number for comparison, unless the field is an operand or a local.
    fn says(&self) -> Option<i64> {
        None
    }

    /// Returns the local, if the field is one.
    fn local(&self) -> Option<LocalId> {
        None
    }

    /// Returns the local mutably, if the field is one.
    fn local_mut(&mut self) -> Option<&mut LocalId> {
        None
    }

    /// Adds the blocks of statements in the field.
    fn blocks<'a>(&'a self, _blocks: &mut Vec<Block<'a>>) {}

    /// Adds the blocks of statements in the field, mutably.
    fn blocks_mut<'a>(&'a mut self, _blocks: &mut Vec<(BlockKind, &'a mut Vec<Stmt>)>) {}

    fn question(&self) -> Option<&Question> {
        None
    }

    /// Returns the effect that the field runs, if any.
    fn runs(&self) -> Option<ImplicitCall> {
        None
    }

    fn words(&self, printer: &Printer<'_>) -> String;
}

/// A field with a printer, for formatting.
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

/// The holder of a variable or zone, if it has one.
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
        format!("{label}{}{secretly}{always}{openly}", printer.decision_facts(&self.facts))
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

/// The table in `acts.rs` defines the operands and printed forms of acts.
impl Part for Box<Act> {
    fn parts<'a>(&'a self, parts: &mut Inside<'a>) {
        self.visit(&mut Operands(|operand| parts.push(operand)));
    }

    fn words(&self, printer: &Printer<'_>) -> String {
        self.visit(&mut Operands(|operand| printer.expr(operand))).to_string()
    }
}

/// Applies a function to the operands of an act, which are expressions.
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

/// The clause `openly`: all players may know the value, or its source.
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

/// The start of a list, if specified.
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

/// Printed together with its operand; see [`Printer::unary`].
impl Part for Unary {
    fn says(&self) -> Option<i64> {
        let (number, spots) = self.number();
        Some((number as i64) << 32 | spots.map_or(0, |spots| spots.index() as i64))
    }

    fn words(&self, _: &Printer<'_>) -> String {
        format!("{self:?}")
    }
}

/// Printed together with its operands; see [`Printer::binary`].
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

/// Implements `Part` for ids of named items.
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

/// Implements `Part` for ids of effects that run elsewhere.
macro_rules! effects {
    ($($id:ident in $all:ident as $runs:ident,)*) => {
        $(impl Part for $id {
            fn runs(&self) -> Option<ImplicitCall> {
                Some(ImplicitCall::$runs(*self))
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

/// Printed as the window, for an action.
impl Part for Picked {
    fn words(&self, printer: &Printer<'_>) -> String {
        match self {
            Picked::Value => "pick".to_owned(),
            Picked::Action(window) => window.words(printer),
        }
    }
}

/// Implements `Part` for plain enums that are printed as words.
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
    Together as |step| step.keyword().to_owned(),
    ListOperation as |by| by.name().to_owned(),
}
