//! Benchmarks of the parts of the interpreter, for each shipped game with four players, and of whole random
//! games compared to the games by hand.
//!
//! `cargo bench -p ludex-tests --bench interpreter --features benches [-- FILTER]`; `-- --quick` takes a
//! third of the time. Positions are those after half of a random game.

use ludex_tests::inside::*;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex::{Game, Playout, Ruleset};
use ludex_run::exec::{Machine, NoObserver, Workspace};
use ludex_run::state::State;
use ludex_tests::cases::{Case, cases};
use ludex_tests::measure::{by_hand, halfway};
use ludex_tests::peers::folders;
use ludex_tests::rulesets::{Picks, compile_case, files, files_of, ruleset, shipped, spread};

/// Number of players.
const PLAYERS: u8 = 4;
/// Number of decisions applied and undone at a time.
const AHEAD: usize = 16;
/// Number of games in one measured playout.
const GAMES: u64 = 50;

fn games() -> Vec<(String, Ruleset)> {
    shipped().into_iter().map(|id| (id.clone(), ruleset(&id))).collect()
}

/// The games that are compared to OpenSpiel.
fn peers() -> impl Iterator<Item = (String, Ruleset)> {
    let known = |case: &Case| matches!(case.stem(), "kuhn" | "leduc");
    let small = cases("solve").into_iter().filter(known);
    let small = small.map(|case| (case.stem().to_owned(), compile_case(&case.files())));
    let named = |folder: &Path| folder.file_name().expect("a name").to_string_lossy().into_owned();
    folders().into_iter().map(move |folder| (named(&folder), compile_case(&files_of(&folder)))).chain(small)
}

/// Compiles texts in memory to a program.
fn compile(c: &mut Criterion) {
    let mut group = c.benchmark_group("compile");
    for id in shipped() {
        let files = files(&id);
        group.bench_function(&id, |b| {
            b.iter(|| {
                let compiled = ludex::compile(black_box(&files));
                compiled.ruleset.expect("no errors").program(PLAYERS, &[]).expect("it compiles")
            })
        });
    }
}

/// `clone_from` of a position into another position of the same game.
fn copy(c: &mut Criterion) {
    let mut group = c.benchmark_group("copy");
    for (id, ruleset) in games() {
        let game = halfway(&ruleset, PLAYERS);
        let mut copy = game.state().clone();
        group.bench_function(&id, |b| b.iter(|| copy.clone_from(black_box(game.state()))));
    }
}

/// Determinizations for each seat in turn.
fn deal(c: &mut Criterion) {
    let mut group = c.benchmark_group("deal");
    for (id, ruleset) in games() {
        let game = halfway(&ruleset, PLAYERS);
        let mut seed = 0;
        group.bench_function(&id, |b| {
            b.iter(|| {
                seed += 1;
                black_box(
                    game.determinize(ludex::Seat((seed % u64::from(PLAYERS)) as u8), seed).expect("a deal"),
                )
            })
        });
    }
}

/// From an empty table to the first decision: the deal and all other events before it. Includes the small
/// games compared to OpenSpiel, in which this is a large part of a game.
fn set_up(c: &mut Criterion) {
    let mut group = c.benchmark_group("set up");
    for (id, ruleset) in games().into_iter().chain(peers()) {
        let players = PLAYERS.clamp(ruleset.checked().min_players, ruleset.checked().max_players);
        let program = ruleset.program(players, &[]).expect("it compiles");
        let (mut state, mut work, mut seed) = (State::new(&program, 0), Workspace::default(), 0);
        group.bench_function(&id, |b| {
            b.iter(|| {
                seed += 1;
                state.restart(&program, seed);
                Machine::new(&program, &mut state, &mut work, &mut NoObserver)
                    .start()
                    .expect("no rule fails");
            })
        });
    }
}

/// Lists the options of a decision, at several decisions in turn.
fn options(c: &mut Criterion) {
    let mut group = c.benchmark_group("options");
    for (id, ruleset) in games() {
        let mut game = halfway(&ruleset, PLAYERS);
        let mut states = Vec::new();
        for pick in ahead(&mut game) {
            states.push(game.state().clone());
            game.apply(pick).expect("no rule fails");
        }
        let (mut work, mut nobody, mut turn) = (Workspace::default(), NoObserver, 0);
        group.bench_function(&id, |b| {
            b.iter(|| {
                turn = (turn + 1) % states.len();
                let state = &mut states[turn];
                Machine::new(game.program(), state, &mut work, &mut nobody).relist();
                black_box(state.options().len())
            })
        });
    }
}

fn score(c: &mut Criterion) {
    let mut group = c.benchmark_group("score");
    for (id, ruleset) in games() {
        let game = halfway(&ruleset, PLAYERS);
        let total = game.program().score.total.expect("a score");
        let (mut state, mut work, mut nobody) = (game.state().clone(), Workspace::default(), NoObserver);
        group.bench_function(&id, |b| {
            b.iter(|| {
                let mut machine = Machine::new(game.program(), &mut state, &mut work, &mut nobody);
                for player in 0..i32::from(PLAYERS) {
                    black_box(machine.evaluate(total, &[player])).expect("no rule fails");
                }
            })
        });
    }
}

/// `Game::apply`, which keeps a log and the position before, and `Game::undo`: several decisions forward and
/// back.
fn apply_and_undo(c: &mut Criterion) {
    for (id, ruleset) in games() {
        let mut game = halfway(&ruleset, PLAYERS);
        let picks = ahead(&mut game);
        for (name, forth) in [("apply", true), ("undo", false)] {
            c.bench_function(&format!("{name}/{id}"), |b| {
                b.iter_custom(|times| {
                    let mut passed = [Duration::ZERO; 2];
                    let rounds = times.div_ceil(picks.len() as u64);
                    for _ in 0..rounds {
                        let start = Instant::now();
                        for pick in &picks {
                            game.apply(*pick).expect("no rule fails");
                        }
                        let middle = Instant::now();
                        for _ in &picks {
                            game.undo();
                        }
                        passed[0] += middle - start;
                        passed[1] += middle.elapsed();
                    }
                    let each = rounds as f64 * picks.len() as f64;
                    passed[usize::from(!forth)].mul_f64(times as f64 / each)
                })
            });
        }
    }
}

/// Returns picks for the next decisions, without changing the game.
fn ahead(game: &mut Game) -> Vec<usize> {
    let (mut picks, mut random) = (Vec::new(), Picks(2));
    while let Some(options) = game.decision().map(|decision| decision.len()).filter(|_| picks.len() < AHEAD) {
        picks.push(random.below(options));
        game.apply(picks[picks.len() - 1]).expect("no rule fails");
    }
    for _ in &picks {
        game.undo();
    }
    picks
}

/// Whole random games, and the same by hand; an element is a decision with two or more options.
fn playouts(c: &mut Criterion) {
    for (id, ruleset) in games() {
        let setup = ruleset.setup(PLAYERS, &[]).expect("it compiles");
        let mut playout = Playout::new(&setup);
        let mut interpreted = |seed| playout.random(seed).expect("no rule fails").decisions();
        let decisions = several(&mut interpreted);
        let mut group = c.benchmark_group("playout");
        group.throughput(Throughput::Elements(decisions));
        group.bench_function(&id, |b| b.iter(|| several(&mut interpreted)));
        group.finish();
        if let Some(mut hand) = by_hand(&id, PLAYERS) {
            let mut group = c.benchmark_group("by hand");
            group.throughput(Throughput::Elements(decisions));
            group.bench_function(&id, |b| b.iter(|| several(&mut hand)));
            group.finish();
        }
    }
}

/// Plays the games of the first seeds. Returns the number of their decisions.
fn several(play: &mut impl FnMut(u64) -> u64) -> u64 {
    (0..GAMES).map(|game| play(spread(game))).sum()
}

fn short() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600))
}

criterion_group! {
    name = interpreter;
    config = short();
    targets = compile, copy, deal, set_up, options, score, apply_and_undo, playouts
}
criterion_main!(interpreter);
