//! Diagnostics about a ruleset: problems with codes and locations, and their rendering.

pub use ludex_grammar::codes::Code;
pub use ludex_grammar::diagnostic::{
    Applicability, Diagnostic, Label, Severity, Suggestion, Unknown, in_order,
};
pub use ludex_grammar::fix;
pub use ludex_grammar::render::{Style, render};
pub use ludex_grammar::source::{Source, Sources};
pub use ludex_grammar::span::{FileId, Span};
pub use ludex_grammar::suggest::closest;
