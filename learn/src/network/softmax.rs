//! Softmax with only basic arithmetic, so that results are bit-identical on every machine.

/// Returns `2^-k`.
fn halved(k: u32) -> f32 {
    f32::from_bits((127 - k.min(126)) << 23)
}

/// Returns e to the given power, which must not be positive.
pub fn exponential(power: f32) -> f32 {
    const PER_HALVING: f32 = core::f32::consts::LN_2;
    let power = power.clamp(-80.0, 0.0);
    let halvings = (-power / PER_HALVING) as u32;
    let rest = power + halvings as f32 * PER_HALVING;
    // Taylor series, for a rest from -0.7 to 0
    let terms = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    terms.iter().fold(0.0f32, |sum, term| sum * rest + term) * halved(halvings)
}

/// Writes the softmax of `worths` to `into`.
pub fn softmax(worths: &[f32], into: &mut Vec<f32>) {
    let most = worths.iter().fold(f32::MIN, |most, worth| most.max(*worth));
    into.clear();
    into.extend(worths.iter().map(|worth| exponential(worth - most)));
    let sum: f32 = into.iter().sum();
    into.iter_mut().for_each(|chance| *chance /= sum);
}

/// Writes weights divided by their sum to `into`.
pub fn shares(weights: impl Iterator<Item = u64> + Clone, into: &mut Vec<f32>) {
    let sum = weights.clone().map(|weight| weight as f64).sum::<f64>().max(1.0);
    into.clear();
    into.extend(weights.map(|weight| (weight as f64 / sum) as f32));
}

/// Multiplies probabilities of options by weights and normalises them. A weight is the number of combinations
/// that begin with the option, so that equally good combinations of several picks are equally likely. Does
/// nothing without weights.
pub fn weigh(chances: &mut [f32], weights: &[f32]) {
    if weights.len() != chances.len() {
        return;
    }
    let sum: f32 = chances.iter().zip(weights).map(|(chance, weight)| chance * weight).sum();
    if sum > f32::MIN_POSITIVE {
        chances.iter_mut().zip(weights).for_each(|(chance, weight)| *chance = *chance * weight / sum);
    }
}
