//! Kabale & Hiebe by hand.
