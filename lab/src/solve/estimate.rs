//! How large a tree is, before it is enumerated: a random way down, where it forks into `n` taken for `n` such ways, tells on average the
//! number of leaves (D. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975).

use ludex::{Branch, Chooser, Fault, Setup};

use super::Unsolved;
use super::tree::DEEPEST;

/// Ways down.
const WAYS: u32 = 50;

/// The power of ten of the number of terminal histories. A way that is too long counts as far as it was gone.
pub(super) fn magnitude(setup: &Setup) -> Result<f64, Unsolved> {
    let mut random = Chooser::new(1);
    let mut ways = Vec::new();
    for _ in 0..WAYS {
        ways.push(way(setup, &mut random)?);
    }
    let most = ways.iter().copied().fold(0.0, f64::max);
    // the mean of numbers whose logarithms are given, which may be too large for an f64
    let mean = ways.iter().map(|way| 10f64.powf(way - most)).sum::<f64>() / f64::from(WAYS);
    Ok(most + mean.log10())
}

/// One way down: the power of ten of the product of its forks.
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
