//! Every invariant of every game is effective: for each, a small change of the rules breaks it within 60
//! random games.

use ludex_tests::inside::*;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludex::compile;
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::of_game;
use ludex_tests::promises::{Broken, Promises, Watch};
use ludex_tests::rulesets::{Picks, files, shipped};
use serde::Deserialize;

/// Maximum number of games until an invariant must be broken.
const GAMES: u64 = 60;
/// A changed game may be endless.
const MOST_CHOICES: usize = 1_500;

/// A change at one place of a ruleset, and the invariant that it breaks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    breaks: String,
    /// Default: the minimum.
    players: Option<u8>,
    r#in: String,
    /// Must occur exactly once.
    text: String,
    becomes: String,
}

fn changes(id: &str) -> Vec<Change> {
    let path = format!("tests/cases/broken/{id}.yaml");
    serde_yaml::from_str(&of_game(&path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Returns an error if games with the changed rules do not break the invariant.
fn broken(id: &str, change: &Change) -> Result<(), String> {
    let mut files = files(id);
    let file = files.iter_mut().find(|(path, _)| *path == change.r#in);
    let (_, text) = file.ok_or_else(|| format!("there is no {}", change.r#in))?;
    let found = text.matches(&change.text).count();
    if found != 1 {
        return Err(format!("`{}` stands {found} times in {}", change.text, change.r#in));
    }
    *text = text.replace(&change.text, &change.becomes);
    let compiled = compile(&files);
    let drawn = || render(&compiled.sources, &compiled.problems, Style::default());
    let ruleset = compiled.ruleset.as_ref().ok_or_else(drawn)?;
    let players = change.players.unwrap_or(ruleset.checked().min_players);
    let promises = Promises::only(ruleset, players, &change.breaks);
    let breaks = |seed: u64| -> Option<Broken> {
        let (mut game, mut picks) = (promises.new_game(ruleset, seed), Picks(seed));
        let mut watch = Watch::new(&promises);
        while game.choices() < MOST_CHOICES {
            if let Err(broken) = watch.check_next(&game) {
                return Some(broken);
            }
            let pick = picks.below(game.decision()?.len());
            game.apply(pick).ok()?;
        }
        None
    };
    match (0..GAMES).find_map(breaks) {
        Some(broken) if broken.says == change.breaks => Ok(()),
        Some(broken) => Err(format!("broken is {broken}")),
        None => Err("it is kept".to_owned()),
    }
}

#[test]
fn every_promise_is_broken_by_some_change_of_the_rules() {
    let mut wrong = Vec::new();
    for id in shipped() {
        let (changes, next) = (changes(&id), AtomicUsize::new(0));
        let worker = || {
            let mut kept = Vec::new();
            while let Some(change) = changes.get(next.fetch_add(1, Ordering::Relaxed)) {
                let why = broken(&id, change).err();
                kept.extend(why.map(|why| format!("{id}: `{}`, {}: {why}", change.becomes, change.breaks)));
            }
            kept
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().for_each(|worker| wrong.extend(worker.join().expect("a worker")));
        });
        let named: BTreeSet<&String> = changes.iter().map(|change| &change.breaks).collect();
        let missing = Promises::all(&id).into_iter().filter(|says| !named.contains(says));
        wrong.extend(missing.map(|says| format!("{id}: nothing breaks: {says}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
