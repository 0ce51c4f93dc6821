//! Citadels by hand.
