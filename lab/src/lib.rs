//! Experiments over card games written as data.

pub mod html;
