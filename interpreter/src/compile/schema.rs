//! What the files of a ruleset look like, for tools that know JSON Schema.

pub use crate::load::schema::{Schema, names, schema};

/// The line by which a file names its schema.
pub use crate::load::schema::modeline;
