//! What is said about a ruleset: findings with codes and places, the texts they point into, and how they are drawn.

pub use ludex_grammar::codes::Code;
pub use ludex_grammar::diagnostic::{
    Applicability, Diagnostic, Label, Severity, Suggestion, Unknown, in_order,
};
pub use ludex_grammar::fix;
pub use ludex_grammar::render::{Style, render};
pub use ludex_grammar::source::{Source, Sources};
pub use ludex_grammar::span::{FileId, Span};
pub use ludex_grammar::suggest::closest;
