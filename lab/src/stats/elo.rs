//! Playing strength as an Elo rating difference.

/// Returns the lead in Elo points of a player with a given share of the victories over equal opponents.
///
/// With strength `g` against 1 for each other, the share is `g / (g + players - 1)` (R. D. Luce 1959; for two
/// players, the model of Bradley and Terry that Elo uses). The lead is `400 log10 g`. Returns `None` if it is
/// infinite.
pub fn elo(share: f64, players: u8) -> Option<f64> {
    let strength = share * (f64::from(players) - 1.0) / (1.0 - share);
    let points = 400.0 * strength.log10();
    points.is_finite().then_some(points)
}

#[cfg(test)]
mod tests {
    use super::elo;

    #[test]
    fn the_scale_is_elos() {
        // Elo's table: a lead of 200 points is a share of 76 %, one of 400 is ten elevenths
        assert!(elo(0.76, 2).is_some_and(|points| (points - 200.0).abs() < 1.0));
        assert!(elo(10.0 / 11.0, 2).is_some_and(|points| (points - 400.0).abs() < 1e-9));
        assert!(elo(0.24, 2).is_some_and(|points| (points + 200.0).abs() < 1.0));
    }

    #[test]
    fn an_equal_share_is_no_difference_at_any_table() {
        for players in 2..8 {
            assert!(elo(1.0 / f64::from(players), players).is_some_and(|points| points.abs() < 1e-9));
        }
    }

    #[test]
    fn who_always_wins_or_never_has_no_number() {
        assert_eq!((elo(1.0, 2), elo(0.0, 2), elo(1.0, 1)), (None, None, None));
    }
}
