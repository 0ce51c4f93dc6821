//! What every name stands for: the symbol table, and an index of all definitions and of the places that use them.
//!
//! Names are numbered first ([`declare`]), so that the order in the files does not matter. A word then becomes a [`Target`]
//! in [`Names`], which writes down its use in the same step; words that are only tried (what is near a misspelt one, whether
//! a local would hide another name) are looked up without a trace. What belongs to a card depends on the type of the
//! expression before the point, so the checker asks for members while it types, and passes on whose they may be.
//!
//! The product is an [`Index`]: what a language server needs for go-to-definition, rename and hover, and what the checker
//! reads to find what nothing uses.

mod declare;
mod draft;
mod index;
mod names;
mod symbol;
mod target;
mod words;

pub use declare::{declare, flatten};
pub use draft::Draft;
pub use index::{Definition, Index, Reference, Use};
pub use names::Names;
pub use symbol::{HolderKey, MemberSymbol};
pub(crate) use target::Is;
pub use target::{NameKind, Symbol, Target};
pub use words::each_word;
