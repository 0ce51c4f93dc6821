//! What the program says of itself: codes, completions, pages, the shape of files.

pub mod completions;
pub mod documents;
pub mod explain;
pub mod man;
pub mod schema;
