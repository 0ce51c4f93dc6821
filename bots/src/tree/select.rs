//! Which option of a node is tried next.

use super::history::History;
use super::table::{Arm, Table};
use ludex::machinery::state::Generator;

/// How much it looks at options that are little known.
pub(super) const CURIOSITY: f64 = 0.5;
/// The same where tries are judged, which differ less from each other than ends of games.
pub(super) const JUDGED: f64 = 0.3;

/// One that was never taken; else the one with the highest upper bound (UCB1, of the times it was offered). What options were worth
/// elsewhere decides between those that were never taken, and counts beside what is known of others. Arms that are out are left out; nothing if
/// all are.
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

/// The first number of an option of which none is worth more; any of these.
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

/// The natural logarithm of a number from 1 on, nearly: straight lines between the powers of two.
fn logarithm(n: u32) -> f64 {
    let power = n.max(1).ilog2();
    let part = f64::from(n) / f64::from(1u32 << power) - 1.0;
    (f64::from(power) + part) * std::f64::consts::LN_2
}
