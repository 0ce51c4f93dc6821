//! Name resolution: the symbol table, and an index of all definitions and references.
//!
//! Names get ids first ([`declare`]), so the order in the files doesn't matter. [`Names`] then resolves words
//! to [`Target`]s and records each use in the same step. Tentative lookups (suggestions, shadowing of names
//! by locals) leave no trace. Members of cards depend on the type of the expression before the point. The
//! checker therefore asks for members while it types, and passes their possible holders.
//!
//! The result is an [`Index`]. It serves go-to-definition, rename and hover in the language server, and lets
//! the checker report unused names.

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
pub use target::TargetProperty;
pub use target::{NameKind, Symbol, Target};
pub use words::each_word;
