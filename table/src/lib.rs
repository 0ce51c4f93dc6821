//! The table of a game as people see it: texts in a language, the options of a decision, the order and colour
//! of cards, and HTML pages.
//!
//! The crate reads the public API of `ludex` only and is pure: no input or output, no clock. The terminal and
//! the browser share everything that has a meaning; each has its own way of drawing.

#![allow(missing_docs, reason = "internal: `ludex` alone is a stable API")]

pub mod choosing;
pub mod faces;
pub mod html;
pub mod hue;
pub mod names;
pub mod offers;
pub mod order;
pub mod phrases;
pub mod seen;
pub mod told;
pub mod typeset;
pub mod words;
