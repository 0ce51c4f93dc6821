//! Tables of keys with their forms, used by the reader and by the JSON Schema.
//!
//! Each table is defined next to the function that reads it.

use crate::language::is_identifier;

pub struct RecordKeys {
    /// Description in messages, such as `a zone`.
    pub what: &'static str,
    /// Keys in the order of messages and documentation.
    pub keys: &'static [KeyRow],
    /// Additional keys that are allowed.
    pub others: ExtraKeys,
    /// Constraint on the number of keys present.
    pub choice: KeyCount,
}

pub struct KeyRow {
    /// The key as written.
    pub name: &'static str,
    pub needed: bool,
    pub form: Form,
    /// Description in one line.
    pub about: &'static str,
}

/// Keys allowed in a map in addition to its table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ExtraKeys {
    /// No other keys.
    None,
    /// Abilities: `on …`, `modify …`.
    Abilities,
    /// Abilities, and a printed value for each field.
    Fields,
}

/// Constraint on the number of certain keys.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KeyCount {
    /// Any number of keys, without constraint.
    Free,
    /// The map has a single key, which is in the table.
    Single,
    /// Exactly one of these keys.
    One(&'static [&'static str]),
    /// At most one of these keys.
    AtMostOne(&'static [&'static str]),
    /// At least one of these keys.
    AtLeastOne(&'static [&'static str]),
}

/// The form of keys that aren't keywords.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KeyNames {
    /// New names: small letters, digits and `_`.
    New,
    /// Existing names of any form.
    Any,
    /// Whole numbers, or words of an enum.
    Rows,
    /// Names with variables in braces.
    Templates,
}

#[derive(Clone, Copy)]
pub enum Form {
    Expression,
    Effect,
    /// An effect, or a map of its parts. Other effects may be inserted before and after it and each part.
    Effects,
    Query,
    Type,
    /// A type with an optional default.
    Field,
    /// A type with an initial value and a lifetime.
    Variable,
    /// One word that names something.
    Name,
    Line,
    /// A zone, `below` and a zone, or `nowhere`.
    Place,
    /// The path of a picture.
    Picture,
    /// The path of an SVG file.
    Drawing,
    /// `"#rrggbb"`, or the name of a colour.
    Colour,
    Switch,
    Number(i64, i64),
    /// A range such as `2..6`, or a single number.
    Range,
    /// One of a list of keywords.
    Word(fn() -> Vec<&'static str>),
    /// A map with the keys of a table.
    Record(&'static RecordKeys),
    Map(KeyNames, &'static Form),
    /// A map in which the form of a value depends on the form of its key.
    Maps(&'static [(KeyNames, &'static Form)]),
    /// A map with a single key.
    Pair(&'static Form),
    List(&'static Form),
    /// A list, or a single value in its place.
    OneOrMore(&'static Form),
    Either(&'static [Form]),
    /// Texts by their keys, in nested maps.
    Texts,
    /// Reasons by codes of warnings, each code alone or with a path.
    Allowed,
}

impl KeyNames {
    pub fn fits(self, key: &str) -> bool {
        match self {
            Self::Any => true,
            Self::New => is_identifier(key),
            Self::Rows => is_identifier(key) || key.parse::<i64>().is_ok(),
            Self::Templates => key.contains('{'),
        }
    }
}

impl RecordKeys {
    /// Creates a table without additional keys or constraints.
    pub const fn new(what: &'static str, keys: &'static [KeyRow]) -> RecordKeys {
        RecordKeys { what, keys, others: ExtraKeys::None, choice: KeyCount::Free }
    }

    /// Returns the keys as written.
    pub fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|row| row.name).collect()
    }

    /// Returns true if the table contains a key.
    pub fn has(&self, name: &str) -> bool {
        self.keys.iter().any(|row| row.name == name)
    }
}

pub const fn needs(name: &'static str, form: Form, about: &'static str) -> KeyRow {
    KeyRow { name, needed: true, form, about }
}

pub const fn may(name: &'static str, form: Form, about: &'static str) -> KeyRow {
    KeyRow { name, needed: false, form, about }
}

pub fn words<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}
