//! Formatting of effects and expressions.

pub use ludex_grammar::print::format::effect;

use ludex_check::load::schema::written::code;

/// Formats all effects and expressions in a file of a ruleset, given by path or name. In other files, only
/// code on several lines or below a key for code is formatted.
pub fn file(path: &str, text: &str) -> String {
    ludex_grammar::print::format::file(text, |root| code(path, root))
}
