//! What stands in a row of the table of expressions: parts, ids, locals and plain numbers, each with what it is to a walk, to a
//! comparison and to the printer.

use std::fmt::{self, Display};

use super::print::Printer;
use super::{Bearer, Binary, CardMember, Comparison, Expr, Fold, Unary};
use crate::ids::*;

/// A field of an expression. Unless it says otherwise, it is no part, and differs from none.
pub(super) trait Part {
    /// Adds the expressions that it is or has.
    fn parts<'a>(&'a self, _parts: &mut Vec<&'a Expr>) {}

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

impl Part for Box<Expr> {
    fn parts<'a>(&'a self, parts: &mut Vec<&'a Expr>) {
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
    fn parts<'a>(&'a self, parts: &mut Vec<&'a Expr>) {
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
    fn parts<'a>(&'a self, parts: &mut Vec<&'a Expr>) {
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
    Binary as |op| format!("{op:?}").to_lowercase(),
    Comparison as |op| op.symbol().to_owned(),
    Fold as |fold| fold.name().to_owned(),
}
