//! Effects as they are formatted.

pub use ludex_grammar::print::format::effect;

use crate::load::schema::written::code;

/// A file of a ruleset, by its path or name, with all effects and expressions in it formatted. Of a file that by its path and text is no part of a ruleset
/// those are that stand in several lines, or below a key that says so.
pub fn file(path: &str, text: &str) -> String {
    ludex_grammar::print::format::file(text, |root| code(path, root))
}
