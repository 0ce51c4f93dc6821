//! From text to spanned syntax trees, without any meaning of a game.
//!
//! Two languages are read here. [`yaml`] turns the files of a ruleset into trees whose every key and value
//! knows its place. [`parse`] turns effect text, which stands inside YAML scalars, into the trees of
//! [`ast`]; their spans point into the YAML file itself. [`mod@print`] writes those trees back in the one
//! canonical spelling, and [`render`] draws the [`diagnostic`]s of every stage.
//!
//! ```
//! use ludex_grammar::{parse, print, span::FileId, yaml::Text};
//!
//! let mut problems = Vec::new();
//! let text = Text::plain("move self to discard", FileId(0), 0);
//! let block = parse::effect(&text, &mut problems);
//! assert_eq!(block.map(|b| print::block(&b)).as_deref(), Some("move self to discard\n"));
//! ```
#![deny(missing_docs, clippy::wildcard_enum_match_arm)]

// what pest generates names it
extern crate alloc;

pub mod ast;
pub mod codes;
pub mod diagnostic;
pub mod fix;
pub mod hole;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the rules of the grammar are many, and few of them can stand in a place"
)]
pub mod parse;
pub mod print;
pub mod render;
pub mod source;
pub mod span;
pub mod suggest;
mod walk;
pub mod words;
pub mod yaml;
