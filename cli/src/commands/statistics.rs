//! What is counted in simulated games: whole numbers only, so that their order does not matter.

use ludex::{Fault, GameEnd, Seat, Setup};

/// Sum and sum of squares of whole numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moments {
    /// How many.
    pub n: u64,
    /// Their sum.
    pub sum: i128,
    squares: i128,
}

impl Moments {
    fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    fn merge(&mut self, other: Moments) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.sum as f64 / self.n as f64 }
    }

    /// Standard deviation of the sample (n - 1).
    pub fn sd(&self) -> f64 {
        if self.n < 2 {
            return 0.0;
        }
        let n = i128::from(self.n);
        let spread = n * self.squares - self.sum * self.sum;
        (spread as f64 / (n as f64 * (n - 1) as f64)).sqrt()
    }
}

/// What is summed up of a seat.
#[derive(Debug, Clone, Copy, Default)]
pub struct SeatSums {
    /// Victories, shared ones too.
    pub wins: u64,
    /// Shared victories.
    pub ties: u64,
    /// Scores as cells.
    pub score: Moments,
}

/// A game that stopped.
#[derive(Debug, Clone)]
pub struct Stopped {
    /// Its number, from 0.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// What failed.
    pub fault: Fault,
}

/// Most stopped games that are remembered: those with the smallest numbers.
const REMEMBERED: usize = 20;

/// Everything that is summed up.
#[derive(Debug, Clone)]
pub struct Sums {
    /// How many players.
    pub players: u8,
    /// The first games that stopped, by number.
    pub faults: Vec<Stopped>,
    /// How many stopped.
    pub failed: u64,
    /// Decisions with two or more options.
    pub decisions: Moments,
    /// Scores of those who won, once for each game.
    pub winning: Moments,
    /// By seat.
    pub seats: Vec<SeatSums>,
    /// Iterations of each phase.
    pub phases: Vec<Moments>,
    /// Scores are decimals.
    decimal: bool,
}

impl Sums {
    /// Nothing yet.
    pub fn new(setup: &Setup) -> Self {
        Self {
            players: setup.players(),
            faults: Vec::new(),
            failed: 0,
            decisions: Moments::default(),
            winning: Moments::default(),
            seats: vec![SeatSums::default(); usize::from(setup.players())],
            phases: vec![Moments::default(); setup.phases().count()],
            decimal: setup.has_decimal_score(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: GameEnd<'_>) {
        // whole scores are summed up as they are, others as thousandths
        let unit = if self.decimal { 1 } else { 1000 };
        let score = |seat: Seat| game.score(seat).thousandths / unit;
        self.decisions.add(i64::try_from(game.decisions()).unwrap_or(i64::MAX));
        for (seat, sums) in self.seats.iter_mut().enumerate() {
            sums.score.add(score(Seat::new(seat)));
        }
        let several = game.winners().nth(1).is_some();
        for winner in game.winners() {
            let seat = &mut self.seats[winner.index()];
            seat.wins += 1;
            seat.ties += u64::from(several);
        }
        if let Some(winner) = game.winners().next() {
            self.winning.add(score(winner));
        }
        for (sum, count) in self.phases.iter_mut().zip(game.phases()) {
            sum.add(*count);
        }
    }

    /// Adds a game that stopped.
    pub fn fault(&mut self, game: u64, seed: u64, fault: Fault) {
        self.failed += 1;
        self.faults.push(Stopped { game, seed, fault });
        self.shorten();
    }

    fn shorten(&mut self) {
        self.faults.sort_by_key(|f| f.game);
        self.faults.truncate(REMEMBERED);
    }

    /// Both together.
    pub fn merge(mut self, other: Sums) -> Sums {
        self.failed += other.failed;
        self.faults.extend(other.faults);
        self.shorten();
        self.decisions.merge(other.decisions);
        self.winning.merge(other.winning);
        for (seat, more) in self.seats.iter_mut().zip(other.seats) {
            seat.wins += more.wins;
            seat.ties += more.ties;
            seat.score.merge(more.score);
        }
        for (phase, more) in self.phases.iter_mut().zip(other.phases) {
            phase.merge(more);
        }
        self
    }
}

/// The 95 % interval of a rate (Wilson 1927), which stays inside 0 to 1.
pub fn wilson(successes: u64, n: u64) -> [f64; 2] {
    if n == 0 {
        return [0.0, 1.0];
    }
    let (z, n) = (1.959_963_984_540_054_f64, n as f64);
    let p = successes as f64 / n;
    let scale = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let [lo, hi] = wilson(10, 40);
        assert!((lo - 0.1419).abs() < 1e-3 && (hi - 0.4019).abs() < 1e-3, "{lo} {hi}");
    }

    #[test]
    fn the_deviation_is_that_of_the_sample() {
        let mut moments = Moments::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|v| moments.add(v));
        assert!((moments.sd() - 2.138_089_935).abs() < 1e-9);
    }
}
