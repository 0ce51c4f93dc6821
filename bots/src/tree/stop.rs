//! When to stop: what is left can't change the pick.
//!
//! The pick is the option that was tried most often. A try adds one to one option, so with `left` tries to come one that is ahead of each
//! other by more than `left` stays ahead, whatever they bring: going on would cost time and give the same pick. Only where all options are
//! worth the same so far is it not over: then any of them is taken in the end, and a try may still show a difference. (Tries that differ now
//! could come to exactly the same mean for all options later, and then any would be taken; stopping takes the one that is ahead.)

use crate::bench::IsLate;

/// When a tree has grown enough.
pub(crate) struct Limits<'a> {
    pub iterations: u64,
    pub fuel: u64,
    pub is_late: IsLate<'a>,
    /// None where the tree makes all its iterations, for example because other trees have a say in the pick.
    pub stop: Option<Stop<'a>>,
}

/// When a tree stops before its limits.
pub(crate) struct Stop<'a> {
    /// The only option at which it may stop; none if it may stop at any.
    pub at: Option<u64>,
    /// Maps the number of iterations made to the number that may follow.
    pub left: &'a dyn Fn(u64) -> u64,
}

impl<'a> Stop<'a> {
    /// Stops only at the option of a policy, if there is one: another option is compared with it, for which each iteration counts.
    pub fn of(prior: Option<u64>, left: &'a dyn Fn(u64) -> u64) -> Option<Self> {
        prior.map(|prior| Self { at: Some(prior), left })
    }
}

/// Whether nothing that so many tries bring changes which option was tried most often: of each how often it was, and what it was worth on average.
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
