//! Early stopping: ends a search when further iterations can't change the choice.
//!
//! The choice is the most visited option. Each iteration adds one visit. With `left` iterations to come, an
//! option that leads each other by more than `left` visits stays ahead. There is one exception: if all means
//! are equal so far, the final choice is random, and an iteration may still show a difference. (Means that
//! differ now could become exactly equal later. Stopping then takes the leading option instead of a random
//! one.)

use crate::rollouts::IsLate;

/// Limits of the growth of a tree.
pub(crate) struct Limits<'a> {
    pub iterations: u64,
    pub fuel: u64,
    pub is_late: IsLate<'a>,
    /// `None` if the tree makes all its iterations, for example because other trees contribute to the choice.
    pub stop: Option<Stop<'a>>,
}

/// Condition for stopping before the limits.
pub(crate) struct Stop<'a> {
    /// The only option at which the search may stop; `None` if it may stop at any option.
    pub at: Option<u64>,
    /// Maps the number of iterations made to the number that may follow.
    pub left: &'a dyn Fn(u64) -> u64,
}

impl<'a> Stop<'a> {
    /// Creates a condition for the option of a policy, if there is one. Any other option is compared with it,
    /// so each iteration counts.
    pub fn new(prior: Option<u64>, left: &'a dyn Fn(u64) -> u64) -> Option<Self> {
        prior.map(|prior| Self { at: Some(prior), left })
    }
}

/// Returns true if `left` further iterations can't change the most visited option. `options` are pairs of
/// visits and mean reward.
pub fn is_decided(options: impl Iterator<Item = (u32, f64)>, left: u64) -> bool {
    let (mut most, mut second, mut mean, mut differ) = (0, 0, None, false);
    for (visits, worth) in options {
        let visits = u64::from(visits);
        if visits > most {
            (most, second) = (visits, most);
        } else {
            second = second.max(visits);
        }
        differ |= *mean.get_or_insert(worth) != worth;
    }
    differ && most > left.saturating_add(second)
}
