//! Natural logarithm with only basic arithmetic, so that results are bit-identical on every machine.

/// Returns the logarithm of a positive normal number.
pub(crate) fn logarithm(n: f32) -> f32 {
    let n = n.max(f32::MIN_POSITIVE);
    let power = (n.to_bits() >> 23) as i32 - 127;
    let part = f32::from_bits((n.to_bits() & 0x007f_ffff) | 0x3f80_0000);
    // of a number from 1 to 2, by the series of the inverse hyperbolic tangent
    let x = (part - 1.0) / (part + 1.0);
    let square = x * x;
    let series = [1.0 / 11.0, 1.0 / 9.0, 1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0, 1.0];
    let sum = series.iter().fold(0.0f32, |sum, term| sum * square + term);
    power as f32 * core::f32::consts::LN_2 + 2.0 * x * sum
}

#[cfg(test)]
mod tests {
    use super::logarithm;

    #[test]
    fn it_is_the_logarithm() {
        for i in 1..10_000 {
            let n = i as f32 * i as f32 / 1e5;
            assert!((f64::from(logarithm(n)) - f64::from(n).ln()).abs() < 1e-5, "{n}");
        }
    }
}
