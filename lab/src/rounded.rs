//! Figures whose sum still holds after rounding.

/// Rounds `base` and `difference` to `places` decimals and returns `[base, base + difference, difference]`,
/// without negative zeros. When printed with `places` decimals, the third number is exactly the second less
/// the first.
pub fn adding_up(base: f64, difference: f64, places: usize) -> [f64; 3] {
    let [base, difference] = [base, difference].map(|x| rounded(x, places));
    [base, rounded(base + difference, places), difference]
}

/// Like [`adding_up`], for two measured numbers and a separately estimated difference. Each number is
/// adjusted by half of the discrepancy, within `bounds`.
pub fn around(measured: [f64; 2], difference: f64, places: usize, bounds: [f64; 2]) -> [f64; 3] {
    let difference = rounded(difference, places);
    let base = (measured[0] + measured[1] - difference) / 2.0;
    let [least, most] = [bounds[0].max(bounds[0] - difference), bounds[1].min(bounds[1] - difference)];
    adding_up(base.min(most).max(least), difference, places)
}

/// Rounds a number to the value printed with `places` decimals.
pub fn rounded(x: f64, places: usize) -> f64 {
    format!("{x:.places$}").parse().unwrap_or(x) + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(figures: [f64; 3], places: usize) -> [String; 3] {
        figures.map(|x| format!("{x:.places$}"))
    }

    #[test]
    fn printed_figures_add_up() {
        // rounding each number separately would give 52.4, 52.6 and 0.1
        assert_eq!(printed(adding_up(52.44, 0.12, 1), 1), ["52.4", "52.5", "0.1"]);
        assert_eq!(printed(adding_up(0.04, -0.04, 1), 1), ["0.0", "0.0", "0.0"]);
        for i in 0..2000 {
            let (base, difference) = (f64::from(i) * 0.0517, f64::from(i % 37) * 0.613 - 11.0);
            let [one, other, more] = adding_up(base, difference, 1).map(|x| (x * 10.0).round() as i64);
            assert_eq!(other - one, more, "{base} {difference}");
        }
    }

    #[test]
    fn two_measured_numbers_give_way_alike_and_stay_shares() {
        assert_eq!(printed(around([52.4, 52.6], 0.4, 1, [0.0, 100.0]), 1), ["52.3", "52.7", "0.4"]);
        assert_eq!(printed(around([0.0, 0.0], 0.4, 1, [0.0, 100.0]), 1), ["0.0", "0.4", "0.4"]);
        assert_eq!(printed(around([100.0, 100.0], 3.0, 1, [0.0, 100.0]), 1), ["97.0", "100.0", "3.0"]);
        assert_eq!(printed(around([0.0, 1.0], -2.0, 1, [0.0, 100.0]), 1), ["2.0", "0.0", "-2.0"]);
    }
}
