//! Commands about the program itself: diagnostic codes, the guide, completions, manual pages, schemas.

pub mod completions;
pub mod documents;
pub mod explain;
pub mod guide;
pub mod man;
pub mod schema;
