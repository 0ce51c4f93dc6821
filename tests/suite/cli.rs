//! Edge cases of the program: unreadable files, threads, pipes. Output has cases (`golden/sessions.rs`).

use std::process::{Command, Stdio};
use std::time::Instant;

use ludex_tests::program::ludex;
use ludex_tests::rulesets::{all_shipped, files, shipped};
use ludex_tests::session::{Folder, run, run_in};
use serde_json::Value;

/// The file reader causes E0106.
#[test]
fn a_file_that_is_not_utf_8_is_refused_with_its_place() {
    let folder = Folder::new("latin");
    folder.write("game/ruleset.yaml", b"format: 1\ngame: { id: latin, players: 2 }\n");
    folder.write("game/text/de.yaml", b"game: { title: K\xf6nig }\n");
    let ran = run(&folder, &["check", "game"], "");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let all = ran.out + &ran.err;
    assert!(all.contains("E0106") && all.contains("text/de.yaml"), "{all}");
}

#[test]
fn a_file_of_100_megabytes_is_refused_at_once() {
    let folder = Folder::new("huge");
    folder.write("game/ruleset.yaml", &vec![b'#'; 100 << 20]);
    let _ = ludex();
    let begun = Instant::now();
    let ran = run(&folder, &["check", "game"], "");
    assert!(begun.elapsed().as_secs() < 2, "took {:?}", begun.elapsed());
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!((ran.out + &ran.err).contains("E0105"));
}

#[test]
fn each_shipped_game_is_offered() {
    let ran = run(&Folder::new("which"), &["play"], "");
    assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
    for id in all_shipped() {
        assert!(
            ran.err.lines().any(|line| line.starts_with(&format!("  ludex play {id} "))),
            "{id}: {}",
            ran.err
        );
    }
}

#[test]
fn the_results_of_a_simulation_do_not_depend_on_the_number_of_threads() {
    let folder = Folder::new("jobs");
    let result = |jobs: &str| {
        // more games than one thread takes at a time, several times
        let args = ["simulate", "kabale", "--games", "400", "--players", "3", "--json", "--jobs", jobs];
        let ran = run(&folder, &args, "");
        let mut value: Value = serde_json::from_str(&ran.out).expect("JSON");
        let map = value.as_object_mut().expect("a map");
        for key in ["jobs", "elapsed_s", "decisions_per_s", "games_per_s"] {
            assert!(map.remove(key).is_some(), "{key}");
        }
        value
    };
    assert_eq!(result("1"), result("2"));
}

/// Nearly each scenario has a problem, with different variants, numbers of players and options; equal
/// problems are reported once.
#[test]
fn what_check_finds_does_not_depend_on_the_number_of_threads() {
    let folder = Folder::new("check_jobs");
    for (path, text) in files("kabale") {
        let text = if path.starts_with("scenarios/") { text.replace("hand", "hnad") } else { text };
        folder.write(&format!("game/{path}"), text.as_bytes());
    }
    let result = |jobs: &str| run(&folder, &["check", "game", "--jobs", jobs], "");
    let (one, many) = (result("1"), result("7"));
    assert_eq!((one.code, one.out.matches("hnad").count() > 10), (Some(1), true), "{}{}", one.out, one.err);
    assert_eq!(one.out, many.out);
}

/// A pipe that the reader closes early, such as `head`, causes no error.
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new("pipe");
    let mut command = Command::new(ludex());
    command.args(["show", "kabale", "--resolved"]).current_dir(folder.path()).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let done = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&done.stderr);
    assert!(!err.contains("panicked"), "{err}");
}

/// Input that never ends, or whose size differs from every part.
#[cfg(unix)]
#[test]
fn parts_that_never_end_are_refused() {
    let folder = Folder::new("endless");
    let begun = Instant::now();
    let ran = run(&folder, &["merge", "/dev/zero"], "");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.err.starts_with("error: /dev/zero: no part of a simulation: "), "{}", ran.err);
    let mut blanks = Command::new("sh");
    blanks
        .args(["-c", &format!("yes '' | {} merge /dev/stdin", ludex().display())])
        .current_dir(folder.path());
    let ran = blanks.output().expect("it ends");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{err}");
    assert!(err.contains("no part of a simulation: it has more than 64 MiB"), "{err}");
    assert!(begun.elapsed().as_secs() < 20, "took {:?}", begun.elapsed());
}

/// Tests can provoke a panic in builds with debug assertions.
#[test]
fn a_panic_is_a_fault_of_ludex_with_what_to_report() {
    let folder = Folder::new("panic");
    for (place, args) in [
        ("worker", ["simulate", "kabale", "--games=300", "--seed=7", "--log=games.log"].as_slice()),
        ("worker", &["compare", "kabale", "kabale", "--set=rounds=1", "--games=50", "--bots=random"]),
        ("prompt", &["play", "kabale", "--seed", "7", "--save=game.yaml"]),
    ] {
        let mut command = Command::new(ludex());
        command.args(args).current_dir(folder.path()).stdin(Stdio::null());
        let done = command.env("LUDEX_BREAK", place).env_remove("RUST_BACKTRACE").output().expect("it ends");
        let err = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(70), "{args:?}: {err}");
        let first = format!("error: a fault of Ludex, not of the ruleset: broken on purpose: {place} (");
        assert!(err.starts_with(&first), "{err}");
        assert!(err.contains("\n    command: ") && err.contains(&args.join(" ")), "{err}");
        assert!(err.contains("\n    ruleset: kabale\n"), "{err}");
        assert!(!err.contains("panicked") && !err.contains("stack backtrace"), "{err}");
    }
}

/// Height of the terminal in the next test.
const ROWS: usize = 24;

/// Returns the number of lines of the last block, and of the last table with all that follows it.
fn heights(screen: &str) -> Option<(usize, usize)> {
    let block = screen.rsplit("\n\n").next()?.lines().count();
    let table = screen.rfind("\n── ").map(|at| screen[at + 1..].lines().count())?;
    Some((block, table))
}

/// If table and question fit on the screen, both are there whenever a person is asked.
#[test]
fn the_table_is_on_the_screen_with_every_question() {
    let (mut asked, mut fits) = (0, 0);
    for game in shipped() {
        let folder = Folder::new(&format!("screen-{game}"));
        let size = (80, Some(ROWS));
        let ran =
            run_in(&folder, &["play", &game, "--seed", "3", "--bots", "random"], &"1\n".repeat(40), size);
        let questions: Vec<&str> = ran.out.split("\n> 1\n").collect();
        // height of the last drawn table
        let mut table = 0;
        let mut before = String::new();
        for question in &questions[..questions.len() - 1] {
            let is_drawn = question.contains("\n── ");
            before += question;
            let Some((block, from_table)) = heights(&before) else { continue };
            if is_drawn {
                table = from_table - block;
            }
            asked += 1;
            if table + block + 1 < ROWS {
                fits += 1;
                let shown = from_table < ROWS;
                assert!(shown, "{game}: {} lines from the table:\n{before}", from_table + 1);
            }
            before += "\n> 1\n";
        }
    }
    assert!(asked > 100 && fits > 20, "of {asked} questions {fits} fit with the table");
}
