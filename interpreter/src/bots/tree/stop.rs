//! When to stop: what is left can't change the pick.
//!
//! The pick is the option that was tried most often. A try adds one to one option, so with `left` tries to come one that is ahead of each
//! other by more than `left` stays ahead, whatever they bring: going on would cost time and give the same pick. Only where all options are
//! worth the same so far is it not over: then any of them is taken in the end, and a try may still show a difference. (Tries that differ now
//! could come to exactly the same mean for all options later, and then any would be taken; stopping takes the one that is ahead.)

use super::table::Arm;
use crate::bots::bench::IsLate;

/// When a tree has grown enough.
pub(in crate::bots) struct Limits<'a> {
    pub iterations: u64,
    pub fuel: u64,
    pub is_late: IsLate<'a>,
    /// After so many tries, how many more there may be; none where other trees have a say in the pick.
    pub left: Option<&'a dyn Fn(u64) -> u64>,
}

/// Whether nothing that so many tries bring changes which option was tried most often.
pub(super) fn is_decided(options: impl Iterator<Item = Arm>, left: u64) -> bool {
    let (mut most, mut second, mut mean, mut differ) = (0, 0, None, false);
    for arm in options {
        let visits = u64::from(arm.visits);
        if visits > most {
            (most, second) = (visits, most);
        } else {
            second = second.max(visits);
        }
        differ |= *mean.get_or_insert(arm.mean()) != arm.mean();
    }
    differ && most > left.saturating_add(second)
}
