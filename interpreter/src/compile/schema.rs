//! JSON Schemas of the files of a ruleset.

pub use crate::load::schema::{Schema, names, schema};

/// The modeline, by which a file names its schema.
pub use crate::load::schema::modeline;
