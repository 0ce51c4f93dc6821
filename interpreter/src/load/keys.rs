//! What stands below each key: the table from which the reader knows the keys of a map, and the schema all of it.
//!
//! Each table stands beside the function that reads with it.

use crate::language::is_identifier;

/// The keys of a map.
pub struct RecordKeys {
    /// What it describes: `a zone`.
    pub what: &'static str,
    /// Its keys, in the order in which they are told.
    pub keys: &'static [KeyRow],
    /// What else may stand there.
    pub others: Others,
    /// Keys of which there is one, or at most one.
    pub choice: HowMany,
}

/// One key.
pub struct KeyRow {
    /// As it is written.
    pub name: &'static str,
    /// Whether it has to be there.
    pub needed: bool,
    /// What stands below it.
    pub form: Form,
    /// What it is for, in one line.
    pub about: &'static str,
}

/// Keys of a map that are not in its table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// There are none.
    None,
    /// Abilities: `on …`, `modify …`.
    Abilities,
    /// Abilities, and a printed value for each field.
    Fields,
}

/// How many of some keys there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HowMany {
    /// It does not matter.
    Free,
    /// The only key of the map is one of its table.
    Single,
    /// One of these.
    One(&'static [&'static str]),
    /// One of these, or none.
    AtMostOne(&'static [&'static str]),
    /// One of these, or several.
    AtLeastOne(&'static [&'static str]),
}

/// What the keys of a map look like that are no words of the format.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KeyNames {
    /// New names: small letters, digits and `_`.
    New,
    /// What has a name elsewhere.
    Any,
    /// Whole numbers, or words of an enum.
    Rows,
    /// Names with variables in braces.
    Templates,
}

/// What a value looks like.
#[derive(Clone, Copy)]
pub enum Form {
    Expression,
    Effect,
    /// An effect, or a map of its parts; others may stand before and after it and each of them.
    Effects,
    Query,
    Type,
    /// A type with a first value and a lifetime.
    Variable,
    /// One word that names something.
    Name,
    /// Any text of one or more words.
    Line,
    /// A zone, `below` and a zone, or `nowhere`.
    Place,
    /// The path of a picture.
    Picture,
    /// `"#rrggbb"`, or the name of a colour.
    Colour,
    Switch,
    Number(i64, i64),
    /// `2..6`, or one number.
    Range,
    /// One of a few words.
    Word(fn() -> Vec<&'static str>),
    /// A map with the keys of a table.
    Record(&'static RecordKeys),
    /// A map in which each key names something.
    Map(KeyNames, &'static Form),
    /// A map in which what stands below a key depends on what that looks like.
    Maps(&'static [(KeyNames, &'static Form)]),
    /// A map of one key.
    Pair(&'static Form),
    List(&'static Form),
    /// A list, or the one value that stands in its place.
    OneOrMore(&'static Form),
    Either(&'static [Form]),
    /// Texts by their keys, a map of them below another.
    Texts,
    /// Reasons by codes of warnings, each code alone or with a path.
    Allowed,
}

impl KeyNames {
    /// Whether a key looks like this.
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
    /// A map of these keys and no others.
    pub const fn new(what: &'static str, keys: &'static [KeyRow]) -> RecordKeys {
        RecordKeys { what, keys, others: Others::None, choice: HowMany::Free }
    }

    /// The keys as they are written.
    pub fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|row| row.name).collect()
    }

    /// Whether there is a key of this name.
    pub fn has(&self, name: &str) -> bool {
        self.keys.iter().any(|row| row.name == name)
    }
}

/// A key that has to be there.
pub const fn needs(name: &'static str, form: Form, about: &'static str) -> KeyRow {
    KeyRow { name, needed: true, form, about }
}

/// A key that may be left out.
pub const fn may(name: &'static str, form: Form, about: &'static str) -> KeyRow {
    KeyRow { name, needed: false, form, about }
}

/// The words of a table of words.
pub fn words<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}
