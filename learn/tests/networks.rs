//! Parts of a policy: weights as bytes, probabilities, and features.

use ludex_bots::policy::{About, Strength};
use ludex_bots::rewards::Ends;
use ludex_learn::features::keys::{FROM, Keys, Name, Number, Sum};
use ludex_learn::{FloatNetwork, HIDDEN, Weights, WeightsError, exponential, softmax};
use ludex_run::state::Fnv;

fn weights() -> Weights {
    let row = |n: u64| (n * 7919 % 1013, core::array::from_fn(|i| (i as f32 - 30.0) * n as f32 / 100.0));
    let learnt = |last: u64| FloatNetwork {
        rows: (1..last).map(row).collect(),
        bias: [0.25; HIDDEN],
        out: [-1.5; HIDDEN],
        value: [0.125; HIDDEN],
        value_bias: 0.5,
    };
    let strength = vec![Strength::new("random".to_owned(), 100, [0.7, 0.8, 0.9])];
    let mut about = About::default();
    (about.ruleset, about.players, about.strength) = ("sticks".to_owned(), 2, strength);
    Weights::new(about, [&learnt(20), &learnt(9)], Ends::default())
}

#[test]
fn weights_are_read_as_they_were_written() {
    let weights = weights();
    assert_eq!(Weights::read(&weights.bytes()), Ok(weights.clone()));
    let [policy, judge] = weights.learnt();
    assert_eq!([policy.rows.len(), judge.rows.len()], [19, 8]);
    let again = Weights::new(weights.about().clone(), [&policy, &judge], weights.ends().clone());
    let near = |a: &Weights, b: &Weights| {
        let rows = |weights: &Weights| weights.learnt().into_iter().flat_map(|network| network.rows);
        rows(a).zip(rows(b)).all(|((k, one), (l, two))| {
            k == l && one.iter().zip(two).all(|(one, two)| (one - two).abs() < 0.01)
        })
    };
    assert!(near(&again, &weights));
}

#[test]
fn what_is_cut_off_changed_or_foreign_is_refused() {
    let bytes = weights().bytes();
    for length in 0..bytes.len() {
        assert!(Weights::read(&bytes[..length]).is_err(), "{length}");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x20;
        assert!(Weights::read(&changed).is_err(), "{at}");
    }
    assert_eq!(Weights::read(b"GIF89a"), Err(WeightsError::NoWeights));
    let mut other = bytes.clone();
    other[4] = 9;
    assert_eq!(Weights::read(&other), Err(WeightsError::Format(9)));
    assert!(WeightsError::Format(1).to_string().contains("train them again"));
    other[4] = 2;
    other[6] = 77;
    assert_eq!(Weights::read(&other), Err(WeightsError::Encoder(77)));
}

/// Writes a wrong length, with a correct hash.
#[test]
fn lengths_that_lead_nowhere_are_refused() {
    let whole = weights().bytes();
    let bytes = &whole[..whole.len() - 8];
    for at in 10..bytes.len() {
        let mut changed = bytes.to_vec();
        changed[at] = 0xff;
        let mut end = Fnv::default();
        end.bytes(&changed);
        changed.extend(end.finish().to_le_bytes());
        let _ = Weights::read(&changed);
    }
}

/// The numbers of the ends are followed by five marks, a score of four bytes and the hash.
#[test]
fn ends_that_are_no_numbers_are_refused() {
    let whole = weights().bytes();
    let first = whole.len() - 8 - 4 - 5 - 8 * 8;
    for number in 0..8 {
        let mut changed = whole[..whole.len() - 8].to_vec();
        changed[first + 8 * number..][..8].copy_from_slice(&f64::NAN.to_bits().to_le_bytes());
        let mut end = Fnv::default();
        end.bytes(&changed);
        changed.extend(end.finish().to_le_bytes());
        assert_eq!(Weights::read(&changed), Err(WeightsError::Damaged), "{number}");
    }
}

#[test]
fn the_exponential_is_e_to_the_power() {
    let root = core::f64::consts::E.sqrt().sqrt().sqrt();
    let mut exact = 1.0;
    for eighths in 0..400 {
        let power = eighths as f32 / -8.0;
        let own = f64::from(exponential(power));
        assert!((own / exact - 1.0).abs() < 1e-5, "{power}: {own} {exact}");
        exact /= root;
    }
    assert_eq!(exponential(-1000.0), exponential(-80.0));
}

#[test]
fn chances_add_up_to_one() {
    let mut chances = Vec::new();
    softmax(&[1.0, 3.0, -200.0], &mut chances);
    assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    assert!(chances[1] > 7.0 * chances[0] && chances[2] < 1e-30);
}

#[test]
fn a_number_is_told_by_its_amount_and_by_where_about_it_is() {
    let mut keys = Keys::default();
    let number = Number::new(&mut keys, &Name::new("n"));
    assert_eq!(keys.0.len(), FROM.len() + 1);
    let mut sum = Sum::default();
    sum.fit(keys.0.len());
    let mut of = |n: i64| {
        let mut rows = Vec::new();
        number.add(&mut sum, n);
        sum.take(&mut rows);
        rows
    };
    assert_eq!(of(0), []);
    assert_eq!(of(1), [(0, 4), (7, 64)]);
    assert_eq!(of(15), [(0, 60), (20, 64)]);
    assert_eq!(of(14), [(0, 56), (20, 64)]);
    assert_eq!(of(1_000_000), [(0, 256), (26, 64)]);
    assert_eq!(of(i64::MIN), [(0, -256), (1, 64)]);
    assert!(!keys.has_duplicates());
    keys.row(&Name::new("n").then("amount"));
    assert!(keys.has_duplicates());
}
