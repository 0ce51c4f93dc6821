//! Requests of the editor, with one module each.

pub mod actions;
pub mod completion;
pub mod coverage;
pub mod diagnostics;
pub mod drafts;
pub mod formatting;
pub mod hints;
pub mod hover;
pub mod lenses;
pub mod navigate;
pub mod symbols;
pub mod tokens;
pub mod words;
