//! Subsets of a list in the order of `subsets`: by size, and those of one size in element order.

use std::ops::RangeInclusive;

/// Maximum number of subsets that are listed.
const MOST: u64 = 65_535;

/// Returns the sizes of the subsets with `least` to `most` of `count` elements, or `None` if there are more
/// than [`MOST`] of them.
#[doc(hidden)]
pub fn sizes(count: usize, least: i32, most: i32) -> Option<RangeInclusive<usize>> {
    let least = usize::try_from(least).unwrap_or_default();
    let Some(most) = usize::try_from(most).ok().map(|most| most.min(count)).filter(|most| least <= *most)
    else {
        return Some(RangeInclusive::new(1, 0));
    };
    let mut all = 0;
    for size in least..=most {
        all += number(count, size);
        if all > MOST {
            return None;
        }
    }
    Some(least..=most)
}

/// Returns the number of subsets of one size, or any number above [`MOST`].
fn number(count: usize, size: usize) -> u64 {
    let size = size.min(count - size) as u64;
    let mut all = 1;
    for i in 0..size {
        all = all * (count as u64 - i) / (i + 1);
        if all > MOST {
            break;
        }
    }
    all
}

/// Replaces the indices of a subset of `count` elements by those of the next one of its size. Returns false
/// after the last one.
#[doc(hidden)]
pub fn advance(chosen: &mut [i32], count: usize) -> bool {
    let size = chosen.len();
    // the last index that can be advanced; those after it are reset
    let Some(last) = (0..size).rfind(|i| (chosen[*i] as usize) < count - size + i) else { return false };
    let next = chosen[last] + 1;
    chosen[last..].iter_mut().zip(next..).for_each(|(chosen, next)| *chosen = next);
    true
}
