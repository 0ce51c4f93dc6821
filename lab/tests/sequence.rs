//! Sequential tests that stop when the result is significant: experiments with known truth. Seeds are fixed,
//! so the counts are always the same.

use ludex_lab::splitmix64;
use ludex_lab::stats::{Moments, Sequence, Stopping, Verdict};

/// Simulates pairs with gains and losses. As in `compare`, an interim analysis follows after a sixteenth more
/// pairs, but at least 50 and at most 10,000.
struct Pairs {
    seed: u64,
    gains: f64,
    losses: f64,
}

/// Result of a run.
struct Run {
    pairs: u64,
    verdict: Verdict,
    sequence: Sequence,
    /// The difference, with and without the correction for stopping.
    seen: f64,
    estimate: f64,
}

impl Pairs {
    fn new(run: u64, gains: f64, losses: f64) -> Pairs {
        Pairs { seed: splitmix64(90, run), gains, losses }
    }

    fn pair(&self, number: u64) -> i64 {
        let even = (splitmix64(self.seed, number) >> 11) as f64 / (1_u64 << 53) as f64;
        i64::from(even < self.gains) - i64::from(even > 1.0 - self.losses)
    }

    /// Runs until a decision, or until `most` pairs.
    fn run(&self, most: u64, margin: f64) -> Run {
        let (mut sequence, mut stopping) = (Sequence::new(1, 0.95), Stopping::new(margin));
        while sequence.seen() < most && sequence.verdict(margin) == Verdict::Undecided {
            let played = sequence.seen();
            let next = most.min(played + (played / 16).clamp(50, 10_000));
            (played..next).for_each(|number| sequence.add(self.pair(number)));
            sequence.analyse();
            stopping.record(&sequence);
        }
        let (seen, estimate) = (sequence.mean(), stopping.estimate(&sequence));
        Run { pairs: sequence.seen(), verdict: sequence.verdict(margin), sequence, seen, estimate }
    }
}

fn runs(n: u64, gains: f64, losses: f64, most: u64, margin: f64) -> Vec<Run> {
    (0..n).map(|run| Pairs::new(run, gains, losses).run(most, margin)).collect()
}

/// Returns the mean of a value of each run, and its standard error.
fn mean(runs: &[Run], of: impl Fn(&Run) -> f64) -> [f64; 2] {
    let mut moments = Moments::default();
    runs.iter().for_each(|run| moments.add((of(run) * 1e6).round() as i64));
    [moments.mean() / 1e6, moments.se() / 1e6]
}

#[test]
fn looking_after_every_batch_finds_nothing_where_nothing_is() {
    for share in [0.01, 0.085, 0.25, 0.5] {
        let found = |run: &&Run| matches!(run.verdict, Verdict::Better | Verdict::Worse);
        let wrong = runs(200, share, share, 2500, 0.0).iter().filter(found).count();
        assert!(wrong <= 10, "{wrong} of 200 null runs call a difference where {share} gain and lose");
    }
}

#[test]
fn a_difference_is_found_soon_and_not_told_too_large() {
    let runs = runs(401, 0.10, 0.07, 100_000, 0.0);
    let mut pairs: Vec<u64> = runs.iter().map(|run| run.pairs).collect();
    pairs.sort_unstable();
    assert!(pairs[200] < 2300, "{} pairs", pairs[200]);
    assert!(runs.iter().all(|run| run.verdict == Verdict::Better));
    let ([seen, _], [estimate, se]) = (mean(&runs, |run| run.seen), mean(&runs, |run| run.estimate));
    assert!(seen > 0.036, "a run that stops when it likes has seen too much: {seen}");
    assert!((estimate / 0.03 - 1.0).abs() < 0.05, "{estimate} with a standard error of {se}");
    let wide =
        |run: &&Run| run.estimate < run.sequence.interval()[0] || run.estimate > run.sequence.interval()[1];
    assert_eq!(runs.iter().filter(wide).count(), 0);
}

/// Also holds if few pairs are enough, if most runs use all pairs, and if a run stops because there is no
/// difference.
#[test]
fn no_run_is_told_too_large_on_average() {
    for (gains, losses, most, margin, off) in [
        (0.30, 0.10, 10_000, 0.01, 0.05),
        (0.25, 0.22, 3000, 0.01, 0.05),
        (0.10, 0.07, 1000, 0.01, 0.05),
        (0.02, 0.01, 20_000, 0.0, 0.05),
        (0.015, 0.01, 20_000, 0.01, 0.05),
    ] {
        let (truth, runs) = (gains - losses, runs(200, gains, losses, most, margin));
        let ([estimate, se], [seen, _]) = (mean(&runs, |run| run.estimate), mean(&runs, |run| run.seen));
        let (error, allowed) = ((estimate - truth).abs(), off * truth + 2.0 * se);
        assert!(error < allowed, "{gains} {losses}: {estimate} ± {se}, seen {seen}, truth {truth}");
    }
}

#[test]
fn intervals_are_hardly_wider_than_those_of_one_look() {
    // with as many gains as losses, in points; a fixed sample size gives 0.98 and 0.81
    for (share, at_most) in [(0.125, 1.75), (0.085, 1.45)] {
        let half = |run: &Run| {
            let [low, high] = run.sequence.interval();
            100.0 * (high - low) / 2.0
        };
        let [width, _] = mean(&runs(20, share, share, 10_000, 0.0), half);
        assert!(width < at_most, "{width}");
    }
}

#[test]
fn how_many_more_pairs_would_decide_is_foreseen() {
    let mut ratios: Vec<f64> = (0..60)
        .filter_map(|run| {
            let pairs = Pairs::new(run, 0.10, 0.07);
            let some = pairs.run(1000, 0.01);
            let needed = some.sequence.needed(0.01)?;
            Some((1000 + needed) as f64 / pairs.run(1_000_000, 0.01).pairs as f64)
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    assert!(ratios.len() > 30, "{}", ratios.len());
    let (low, middle, high) =
        (ratios[ratios.len() / 4], ratios[ratios.len() / 2], ratios[ratios.len() * 3 / 4]);
    assert!(low > 0.3 && (0.5..2.0).contains(&middle) && high < 4.0, "{low} {middle} {high}");
}
