//! The words of the effect grammar. A test holds `effect.pest` to these lists, and them to the interpreter's table of verbs and
//! functions, which are names to the grammar.

/// The words of the language, which can't be names.
pub const RESERVED: &[&str] = &[
    "always", "and", "as", "choose", "chooses", "default", "div", "else", "exists", "false", "for", "from",
    "if", "in", "is", "let", "may", "mod", "not", "nothing", "of", "or", "other", "repeat", "secretly",
    "set", "stop", "then", "to", "true", "when", "where", "while", "with",
];

/// Words after which, or before which, an expression goes on over the end of a line.
pub(crate) const JOINING: &[&str] = &[
    "always", "and", "as", "chooses", "default", "div", "else", "exists", "from", "in", "is", "may", "mod",
    "not", "of", "or", "other", "secretly", "then", "to", "when", "where", "with",
];

/// Words of the language that can be names as well.
pub const CONTEXTUAL: &[&str] = &[
    "above", "among", "asked", "at", "below", "bottom", "by", "down", "face", "list", "one", "openly",
    "sorted", "top", "unseen", "up",
];

/// The same, but no other word is taken for one of them: common names, and verbs that can also begin a value.
pub const COMMON: &[&str] =
    &["all", "any", "do", "each", "emit", "give", "name", "pass", "per", "place", "until"];

/// Words that people misspell; the shortest ones are near to everything.
pub(crate) const MISSPELT: &[&str] = &[
    "always", "asked", "bottom", "choose", "chooses", "default", "else", "exists", "nothing", "other",
    "repeat", "secretly", "then", "where", "while",
];
