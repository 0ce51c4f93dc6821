//! Types and declarations: of printed fields, variables and parameters.

use super::{Expr, Ident};
use crate::span::Span;

/// A type in a declaration: `card`, `decimal?`, `influence`, `list of card`, `card? by name`, `int per suit`,
/// `set of keyword`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeExpr {
    /// True if written `set of ENUM`: for each word, whether it is in the set. Such a type has no other parts.
    pub set: bool,
    /// Number of `list of …` prefixes.
    pub lists: usize,
    /// Name of the type: `int`, `bool`, a kind, an enum …
    pub name: Ident,
    /// True if written with `?`: the value may be missing.
    pub optional: bool,
    /// True if written with `by name`: the value is the name of a card instead of a card.
    pub by_name: bool,
    /// Key type if written with `per KEY`: one value for each key.
    pub per: Option<Key>,
}

/// Key type of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// `per resource`, `per player`: each value of a type.
    Each(Ident),
    /// `per 1..6`. Numbers above the maximum are clamped to it.
    Range {
        /// Lowest key of the range.
        least: i64,
        /// Highest key of the range.
        most: i64,
        /// Source location of the range.
        span: Span,
    },
}

/// The type of a printed field and its default: `int`, `bool = false`, `suit?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldDecl {
    /// Declared type of the field.
    pub ty: TypeExpr,
    /// `= expr`: the value of cards that don't print the field; `None`: they must print it, unless it is optional.
    pub default: Option<Expr>,
}

/// A variable's declaration: `int = 0 for game`, `bool for round`, `player?  for turn`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VarDecl {
    /// Declared type of the variable.
    pub ty: TypeExpr,
    /// `= expr`: the initial value; `None` for 0, false, the first value, or `nothing`.
    pub init: Option<Expr>,
    /// `for NAME`: the lifetime. Required; the parser reports its absence.
    pub lifetime: Ident,
}
