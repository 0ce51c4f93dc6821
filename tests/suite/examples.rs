//! The library's examples run and have the documented results.

#[path = "../../interpreter/examples/batch.rs"]
#[allow(dead_code)]
mod batch;
#[path = "../../bots/examples/bot.rs"]
#[allow(dead_code)]
mod bot;
#[path = "../../interpreter/examples/check.rs"]
#[allow(dead_code)]
mod check;
#[path = "../../interpreter/examples/play.rs"]
#[allow(dead_code)]
mod play;

use std::path::PathBuf;

use ludex::{Game, Seat, Setup};
use ludex_tests::cases::project;
use ludex_tests::rulesets::shipped;

fn folder(id: &str) -> PathBuf {
    project().join("rulesets").join(id)
}

fn smallest(id: &str) -> Setup {
    let ruleset =
        ludex::Compile::folder(folder(id)).expect("a folder").compile().into_ruleset().expect("no errors");
    ruleset.setup(*ruleset.players().start(), &[]).expect("a setup")
}

#[test]
fn check_tells_what_is_wrong() {
    let (text, good) = check::check(&folder(&shipped()[0])).expect("a folder");
    let (passed, of) = text.lines().last().and_then(|line| line.split_once(" of ")).expect("a count");
    assert!(good && of.starts_with(&format!("{passed} scenarios")), "{text}");
    let broken = tempfile("format: 1\ngame: { id: broken, players: 1 }\nphases: { turn: { do: nod } }\n");
    let (text, good) = check::check(&broken).expect("a folder");
    assert!(!good && text.contains("error[E0302]") && text.contains("ruleset.yaml:3"), "{text}");
}

/// Writes a ruleset to a folder below the build folder.
fn tempfile(text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("example-check");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("ruleset.yaml"), text).expect("a file");
    folder
}

#[test]
fn play_asks_the_first_seat() {
    for id in shipped() {
        let mut output = Vec::new();
        let game: Game = play::play(&folder(&id), 3, &b"x\n0\n2\n"[..], &mut output).expect("a game");
        let text = String::from_utf8(output).expect("text");
        assert!(game.is_over());
        assert!(text.matches("a number from 1 to").count() >= 2 && text.contains("  1  "), "{text}");
        let scores = text.lines().rev().take(usize::from(game.setup().players())).collect::<Vec<_>>();
        let first = game.setup().seats().next().expect("a seat");
        assert_eq!(
            *scores.last().expect("scores"),
            format!("{}: {}", first.name, game.host().score(first.id).expect("a seat").total)
        );
    }
}

/// It has no rule of the game, and still wins more than its share.
#[test]
fn the_bot_beats_chance() {
    let setup = smallest("kabale");
    let games = 12;
    let won = (0..games).filter(|seed| bot::play(&setup, Seat((seed % 2) as u8), 6, *seed).expect("a game"));
    assert!(won.count() >= 9, "of {games}");
}

#[test]
fn the_batch_is_the_same_on_any_number_of_threads() {
    let setup = smallest("kabale");
    let alone = batch::on_threads(&setup, 90, 1).expect("no rule fails");
    assert_eq!(batch::on_threads(&setup, 90, 4).expect("no rule fails"), alone);
    assert!(alone.iter().map(|tally| tally.wins).sum::<u64>() >= 90);
    let table = batch::table(&setup, 90, &alone);
    assert_eq!(table.lines().count(), alone.len(), "{table}");
}
