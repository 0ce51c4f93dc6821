//! Selection of the next option at a node, by UCB1.

use super::history::History;
use super::table::{Arm, Table};
use ludex_run::state::Generator;

/// Exploration constant.
pub(super) const CURIOSITY: f64 = 0.5;
/// Exploration constant with a value network, whose values differ less than ends of games.
pub(super) const JUDGED: f64 = 0.3;

/// Selects an option that was never taken; otherwise the option with the highest upper bound (UCB1).
///
/// The bound uses the number of times that the option was offered, instead of the visits of the node. The
/// progressive history decides between options that were never taken, and adds a bonus to the others.
/// Excludes the arms in `out`; returns `None` if all are excluded.
pub(super) fn by_bounds(
    (table, history): (&Table, Option<&History>),
    (offered, out): (&[usize], &[(usize, usize)]),
    curiosity: f64,
    random: &mut Generator,
) -> Option<usize> {
    let is_in = |arm: usize| out.iter().all(|(out, _)| *out != arm);
    let arms = offered.iter().enumerate().filter(|(_, arm)| is_in(**arm));
    highest(arms.map(|(option, arm)| (option, table.arm_at(*arm))), random, |arm| {
        let known = if arm.visits == 0 { 0.0 } else { bound(arm, curiosity) };
        let bonus = |history: &History| history.bonus(arm.key, f64::from(arm.visits), arm.mean());
        (arm.visits == 0, known + history.map_or(0.0, bonus))
    })
}

/// Returns the number of an option with the highest value; draws among equal options.
fn highest<T: PartialOrd>(
    arms: impl Iterator<Item = (usize, Arm)>,
    random: &mut Generator,
    worth: impl Fn(&Arm) -> T,
) -> Option<usize> {
    let (mut best, mut highest, mut alike) = (0, None, 0);
    for (option, arm) in arms {
        let worth = worth(&arm);
        match highest.as_ref().map(|highest| worth.partial_cmp(highest)) {
            None | Some(Some(core::cmp::Ordering::Greater)) => {
                (best, highest, alike) = (option, Some(worth), 1);
            }
            Some(Some(core::cmp::Ordering::Equal)) => {
                alike += 1;
                if random.below(alike) == 0 {
                    best = option;
                }
            }
            Some(Some(core::cmp::Ordering::Less) | None) => {}
        }
    }
    highest.map(|_| best)
}

fn bound(arm: &Arm, curiosity: f64) -> f64 {
    arm.mean() + curiosity * (logarithm(arm.offered) / f64::from(arm.visits)).sqrt()
}

/// Returns the approximate natural logarithm of a number of at least 1: linear between powers of two.
fn logarithm(n: u32) -> f64 {
    let power = n.max(1).ilog2();
    let part = f64::from(n) / f64::from(1u32 << power) - 1.0;
    (f64::from(power) + part) * std::f64::consts::LN_2
}
