//! Commands about the program itself: diagnostic codes, completions, manual pages, schemas.

pub mod completions;
pub mod documents;
pub mod explain;
pub mod man;
pub mod schema;
