//! Estimates the size of a tree before it is enumerated.
//!
//! Follows random paths from the root and multiplies the branching factors along each path. The mean is an
//! unbiased estimate of the number of leaves (D. Knuth, "Estimating the efficiency of backtrack programs",
//! Mathematics of Computation 29, 1975).

use ludex::{Branch, Chooser, Fault, Setup};

use super::Unsolved;
use super::tree::DEEPEST;

/// Number of sampled paths.
const WAYS: u32 = 50;

/// Returns the decimal logarithm of the number of terminal histories. A path that is too long counts up to
/// the point where it was cut off.
pub(super) fn magnitude(setup: &Setup) -> Result<f64, Unsolved> {
    let mut random = Chooser::new(1);
    let mut ways = Vec::new();
    for _ in 0..WAYS {
        ways.push(way(setup, &mut random)?);
    }
    let most = ways.iter().copied().fold(0.0, f64::max);
    // mean of numbers given by their logarithms, which may exceed an f64
    let mean = ways.iter().map(|way| 10f64.powf(way - most)).sum::<f64>() / f64::from(WAYS);
    Ok(most + mean.log10())
}

/// Samples a path and returns the decimal logarithm of the product of its branching factors.
fn way(setup: &Setup, random: &mut Chooser) -> Result<f64, Unsolved> {
    let mut forks = 0.0;
    let failed = |fault: Fault| Unsolved::Fault(Box::new(fault));
    let mut fork = |n: usize| {
        forks += (n as f64).log10();
        random.below(n)
    };
    let mut branch = Branch::first(setup, |weights| fork(weights.len())).map_err(failed)?;
    for _ in 0..DEEPEST {
        if branch.deciding().is_none() {
            break;
        }
        let option = fork(branch.options());
        branch = match branch.after(option, |weights| fork(weights.len())) {
            Ok(branch) => branch,
            Err(ludex::ApplyError::Fault(fault)) => return Err(failed(fault)),
            Err(ludex::ApplyError::NoSuchOption) => break,
        };
    }
    Ok(forks)
}
