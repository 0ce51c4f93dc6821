//! Batches of games are the games of the library, seen by the acting seat, whatever the number of threads.

use ludex::{Game, Setup};
use ludex_lab::{Objective, splitmix64};
use ludex_learn::batch::{Arrays, Batch, BatchError, BatchPlan, UNIT};
use ludex_learn::{Encoder, Encoding, Memory};
use ludex_tests::rulesets::{all_shipped, ruleset};

const GAMES: usize = 3;
const STEPS: u64 = 120;

fn plan(setup: &Setup) -> BatchPlan<'_> {
    BatchPlan {
        setup,
        games: GAMES,
        seed: 7,
        width: None,
        encodes: true,
        objective: Objective::Win,
        most_decisions: 4_000,
        threads: 1,
    }
}

/// A batch with its arrays.
#[derive(Debug)]
struct Run {
    batch: Batch,
    observations: Vec<f32>,
    masks: Vec<i8>,
    seats: Vec<i64>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl Run {
    fn new(plan: &BatchPlan<'_>) -> Self {
        let batch = Batch::new(plan).expect("rows that can be told apart");
        let games = batch.games();
        let mut run = Self {
            observations: vec![0.0; games * batch.features()],
            masks: vec![0; games * batch.width()],
            seats: vec![0; games],
            rewards: vec![0.0; games * batch.players()],
            terminated: vec![false; games],
            truncated: vec![false; games],
            batch,
        };
        run.with(|batch, arrays| batch.reset(None, arrays)).expect("a first decision");
        run
    }

    fn with<T>(&mut self, work: impl FnOnce(&mut Batch, Arrays<'_>) -> T) -> T {
        let arrays = Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        };
        work(&mut self.batch, arrays)
    }

    /// Chooses an option of each game that the mask shows, by the number of the step.
    fn step(&mut self, number: u64) -> Vec<i64> {
        let width = self.batch.width();
        let options =
            self.masks.chunks(width).map(|mask| mask.iter().filter(|shown| **shown == 1).count() as u64);
        let actions: Vec<i64> =
            (0..).zip(options).map(|(game, options)| (splitmix64(number, game) % options) as i64).collect();
        self.with(|batch, arrays| batch.step(&actions, arrays)).expect("a step");
        actions
    }
}

/// A game of the library beside a place of a batch.
struct Beside {
    game: Game,
    memory: Memory,
}

impl Beside {
    fn new(setup: &Setup, seed: u64) -> Self {
        let mut beside = Self { game: Game::new(setup, seed), memory: Memory::default() };
        beside.take_forced();
        beside
    }

    fn take_forced(&mut self) {
        while self.game.options() == 1 {
            self.game.apply(0).expect("the only option");
        }
    }

    /// Features as a row of the array, as the acting seat encodes them.
    fn observation(&mut self, encoder: &Encoder, encoding: &mut Encoding) -> Vec<f32> {
        let seat = self.game.deciding().expect("a decision");
        self.memory.clear();
        encoder.remember(self.game.perspective(seat), 0, &mut self.memory);
        encoder.encode_for(self.game.perspective(seat), &self.memory, encoding);
        let mut row = vec![0.0; encoder.keys().len()];
        encoding.position().iter().for_each(|(at, value)| row[*at as usize] = f32::from(*value) / UNIT);
        row
    }
}

#[test]
fn a_batch_plays_the_games_of_the_library() {
    let (mut ended, mut encoding) = (0, Encoding::default());
    for id in all_shipped() {
        let rules = ruleset(&id);
        let setup = rules.setup(rules.usual_players(), &[]).expect("a setup");
        let encoder = Encoder::new(&setup).expect("rows that can be told apart");
        let mut run = Run::new(&plan(&setup));
        let seeds: Vec<u64> = run.batch.seeds().collect();
        let mut beside = Beside::new(&setup, seeds[0]);
        for number in 0..STEPS {
            let seat = beside.game.deciding().expect("a decision");
            assert_eq!(run.seats[0], i64::from(seat.number()), "{id}, {number}");
            assert_eq!(run.batch.options(0), beside.game.options(), "{id}, {number}");
            let seen = beside.observation(&encoder, &mut encoding);
            assert_eq!(run.observations[..seen.len()], seen, "{id}, {number}");
            let shown = run.batch.options(0).min(run.batch.width());
            let features = run.batch.option_features().take(shown);
            assert!(features.eq(encoding.options().take(shown)), "{id}, {number}");
            let action = run.step(number)[0];
            beside.game.apply(action as usize).expect("an option");
            beside.take_forced();
            assert_eq!(run.terminated[0], beside.game.is_over(), "{id}, {number}");
            if beside.game.is_over() {
                let winners = beside.game.host().winners();
                let won = |seat: usize| winners.iter().any(|winner| winner.id.index() == seat);
                let shares = (0..run.batch.players()).map(|seat| f32::from(u8::from(won(seat))));
                let sharing = setup.rules().sharing(winners.iter().map(|winner| winner.id));
                let expected: Vec<f32> = shares.map(|won| won / sharing.max(1) as f32).collect();
                assert_eq!(run.rewards[..expected.len()], expected, "{id}, {number}");
                beside = Beside::new(&setup, run.batch.seeds().next().expect("a game"));
                ended += 1;
            }
        }
    }
    assert!(ended > 20, "{ended}");
}

#[test]
fn threads_change_nothing_and_games_that_are_too_long_are_cut() {
    let rules = ruleset("kabale");
    let setup = rules.setup(3, &[]).expect("a setup");
    let plan = BatchPlan { most_decisions: 10, ..plan(&setup) };
    let [mut one, mut two] = [1, 2].map(|threads| Run::new(&BatchPlan { threads, ..plan }));
    for number in 1..=STEPS {
        assert_eq!(one.step(number), two.step(number));
        assert_eq!((&one.observations, &one.masks, &one.seats), (&two.observations, &two.masks, &two.seats));
        assert_eq!(one.truncated, vec![number % 10 == 0; GAMES]);
    }
    let before = one.observations.clone();
    let wrong = one.with(|batch, arrays| batch.step(&[0, 0, 99], arrays));
    assert!(matches!(wrong, Err(BatchError::NoSuchOption { game: 2, action: 99, .. })), "{wrong:?}");
    assert_eq!(one.observations, before);
}
