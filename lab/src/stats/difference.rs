//! The difference of two shares of different games.

use serde::Serialize;

use super::Interval;
use super::quantiles::two_sided;
use super::share::wilson_of;

/// A difference and its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// The one share less the other.
    pub difference: f64,
    /// Its interval.
    pub interval: Interval,
}

/// The difference of the shares `a` (successes, trials) and `b`, with Newcombe's interval (1998, his number 10: from the two of Wilson).
pub fn difference(a: (u64, u64), b: (u64, u64), confidence: f64) -> Difference {
    let z = two_sided(confidence);
    let of = |(hits, n): (u64, u64)| {
        let share = if n == 0 { 0.5 } else { hits as f64 / n as f64 };
        (share, wilson_of(hits as f64, n as f64, z))
    };
    let ((p, [low_p, high_p]), (q, [low_q, high_q])) = (of(a), of(b));
    let below = ((p - low_p).powi(2) + (high_q - q).powi(2)).sqrt();
    let above = ((high_p - p).powi(2) + (q - low_q).powi(2)).sqrt();
    Difference { difference: p - q, interval: [(p - q - below).max(-1.0), (p - q + above).min(1.0)] }
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn the_interval_is_newcombes() {
        // the first example of his table II: 56/70 and 48/80
        let found = difference((56, 70), (48, 80), 0.95);
        assert!((found.difference - 0.2).abs() < 1e-12);
        let [lo, hi] = found.interval;
        assert!((lo - 0.0524).abs() < 1e-4 && (hi - 0.3339).abs() < 1e-4, "{lo} {hi}");
    }
}
