//! Sums of threads, or of parts of a run, that can be merged.
//!
//! All sums are integers, so the order does not matter.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Sums of games that can be merged.
pub trait AddUp {
    /// Adds the sums of other games.
    fn add_up(&mut self, other: Self);
}

impl AddUp for u64 {
    fn add_up(&mut self, other: Self) {
        *self += other;
    }
}

impl AddUp for i64 {
    fn add_up(&mut self, other: Self) {
        *self += other;
    }
}

impl AddUp for i128 {
    fn add_up(&mut self, other: Self) {
        *self = self.saturating_add(other);
    }
}

/// Adds element by element. Keeps the extra elements of the longer vector.
impl<T: AddUp> AddUp for Vec<T> {
    fn add_up(&mut self, other: Self) {
        let mut others = other.into_iter();
        self.iter_mut().zip(&mut others).for_each(|(sum, more)| sum.add_up(more));
        self.extend(others);
    }
}

impl<T: AddUp, const N: usize> AddUp for [T; N] {
    fn add_up(&mut self, other: Self) {
        self.iter_mut().zip(other).for_each(|(sum, more)| sum.add_up(more));
    }
}

impl<T: AddUp> AddUp for Option<T> {
    fn add_up(&mut self, other: Self) {
        match (&mut *self, other) {
            (Some(sum), Some(more)) => sum.add_up(more),
            (None, Some(more)) => *self = Some(more),
            (_, None) => {}
        }
    }
}

impl<K: Ord, T: AddUp + Default> AddUp for BTreeMap<K, T> {
    fn add_up(&mut self, other: Self) {
        other.into_iter().for_each(|(key, more)| self.entry(key).or_default().add_up(more));
    }
}

impl<A: AddUp, B: AddUp> AddUp for (A, B) {
    fn add_up(&mut self, (first, second): Self) {
        self.0.add_up(first);
        self.1.add_up(second);
    }
}

/// Implements `AddUp` by adding the named fields of a struct. Fields after `keeping` stay unchanged.
macro_rules! adds_up {
    ($type:ident { $($sum:ident),* $(,)? } $(keeping $($kept:ident),*)?) => {
        impl $crate::add_up::AddUp for $type {
            fn add_up(&mut self, other: Self) {
                let Self { $($sum,)* $($($kept: _,)*)? } = other;
                $($crate::add_up::AddUp::add_up(&mut self.$sum, $sum);)*
            }
        }
    };
}
pub(crate) use adds_up;

/// Results in no order of their own: the later ones are appended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct List<T>(pub Vec<T>);

impl<T> AddUp for List<T> {
    fn add_up(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

/// Maximum number of failures kept.
const REMEMBERED: usize = 20;

/// A game, deal or pair in which a rule failed.
pub trait Failure {
    /// Returns its number in the run. Failures are sorted by it.
    fn number(&self) -> (u64, usize);
}

/// The first failures of a run, by number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Failures<T>(Vec<T>);

impl<T> Default for Failures<T> {
    fn default() -> Self {
        Failures(Vec::new())
    }
}

impl<T> std::ops::Deref for Failures<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Failure> Failures<T> {
    /// Adds a failure and keeps the first ones by number.
    pub fn push(&mut self, failure: T) {
        self.add_up(Failures(vec![failure]));
    }
}

impl<T: Failure> AddUp for Failures<T> {
    fn add_up(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0.sort_by_key(T::number);
        self.0.truncate(REMEMBERED);
    }
}
