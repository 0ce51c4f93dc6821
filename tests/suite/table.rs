//! The table of every shipped game in the middle of a game, as a person sees it, at three widths.

use ludex_tests::inside::*;
use std::fmt::Write as _;

use ludex_tests::cases::snapshot;
use ludex_tests::rulesets::{classics, ruleset, shipped};
use unicode_width::UnicodeWidthStr;

use ludex_tests::session::{Folder, run_at};

/// A narrow, a usual and a wide terminal.
const WIDTHS: [usize; 3] = [60, 80, 120];

/// Number of the person's decisions before the table is compared.
const DECISIONS: usize = 12;

#[test]
fn each_table_is_readable_in_the_middle_of_a_game() {
    for id in shipped() {
        let checked = ruleset(&id).checked().clone();
        for players in [checked.min_players, checked.max_players] {
            let mut page = String::new();
            for width in WIDTHS {
                let _ = writeln!(page, "=== {width} columns\n{}", table(&id, players, width, "en"));
            }
            snapshot("tables", &format!("{id}-{players}"), &page);
        }
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for id in shipped() {
        let ruleset = ruleset(&id);
        let languages: Vec<&str> = ruleset.languages().collect();
        let players = [ruleset.checked().min_players, ruleset.checked().max_players];
        for (width, language) in [40, 60, 100].into_iter().flat_map(|w| languages.iter().map(move |l| (w, l)))
        {
            for players in players {
                let drawn = table(&id, players, width, language);
                let wide: Vec<&str> = drawn.lines().filter(|line| line.width() > width).collect();
                assert!(wide.is_empty(), "{id} with {players} at {width} in {language}: {wide:#?}");
            }
        }
    }
}

/// A classic at the usual width, in every language.
#[test]
fn nor_is_one_of_a_classic() {
    for id in classics() {
        let ruleset = ruleset(&id);
        for language in ruleset.languages() {
            let drawn = table(&id, ruleset.usual_players(), 80, language);
            let wide: Vec<&str> = drawn.lines().filter(|line| line.width() > 80).collect();
            assert!(wide.is_empty(), "{id} in {language}: {wide:#?}");
        }
    }
}

/// Returns the last table of a game in which a person types 1 at each decision, up to the question below it.
/// If names of options differ only in a number, 1 may be ambiguous; then the table of this decision is the
/// last one.
fn table(id: &str, players: u8, width: usize, language: &str) -> String {
    let folder = Folder::new(&format!("table-{id}-{players}-{width}-{language}"));
    // random opponents are fast
    let seats = format!("human{}", ",random".repeat(usize::from(players) - 1));
    // with eight players a game ends after fewer decisions of each
    let decisions = if players < 8 { DECISIONS } else { DECISIONS / 2 };
    let players = players.to_string();
    let args = ["play", id, "--players", &players, "--seats", &seats, "--seed", "4", "--lang", language];
    let args = [&args[..], &["--save", "game.yaml"]].concat();
    let ran = run_at(&folder, &args, &"1\n".repeat(decisions), width);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let last = ran.out.rfind("\n── ").expect("a table");
    let option = |line: &&str| {
        let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < line.trim_start().len() && rest.starts_with("  ")
    };
    let shown = ran.out[last..].lines().skip(1).take_while(|line| !option(line));
    shown.map(|line| format!("{line}\n")).collect()
}
