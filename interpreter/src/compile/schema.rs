//! JSON Schemas of the files of a ruleset.

pub use ludex_check::load::schema::{Schema, names, schema};

/// The modeline: the first line of a file, which names its schema.
pub use ludex_check::load::schema::modeline;
