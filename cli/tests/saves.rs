//! A save contains its overlays: it can be continued and replayed without their files.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const RULESET: &str = "\
format: 1
game: { id: tiny, players: 2 }
options: { pay: { type: int, default: 1, range: 1..9 } }
state: { player: { total: int for game } }
phases:
  turn:
    each: player
    until: turn.number == 2
    do: |
      let n = me chooses number in 1..3 as size
      set me.total = me.total + pay * n
score: { total: player.total }
";
const FIRST: &str = "variant: { id: first, of: tiny }\noptions: { pay: 2 }\n";
/// An overlay based on the first one.
const SECOND: &str = "\u{feff}variant: { id: second, of: tiny, with: [first] }\r\nphases: { turn: { until: turn.number == 3 } }\r\n";

fn ludex(folder: &Path, words: &str, typed: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(words.split_whitespace()).current_dir(folder).env("XDG_DATA_HOME", folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("ludex starts");
    let _ = child.stdin.take().expect("piped").write_all(typed.as_bytes());
    child.wait_with_output().expect("ludex ends")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Starts a game with both overlays in a folder.
fn begun() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("tiny.yaml", RULESET);
    write("first.yaml", FIRST);
    write("second.yaml", SECOND);
    let words = "play tiny.yaml --seats human,human --seed 1 --overlay first.yaml --overlay second.yaml --save game.yaml";
    let output = ludex(folder.path(), words, "2\n3\nq\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    folder
}

/// Copies the save and the ruleset to another folder.
fn sent() -> tempfile::TempDir {
    let (here, there) = (begun(), tempfile::tempdir().expect("a folder"));
    for name in ["tiny.yaml", "game.yaml"] {
        fs::copy(here.path().join(name), there.path().join(name)).expect("a copy");
    }
    there
}

/// Returns the checksum (FNV-1a) of a save written by another program.
fn summed(save: &str) -> String {
    let (head, rest) = save.split_once('\n').expect("a line");
    let body = &rest[..rest.rfind("checksum:").expect("a checksum")];
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
    format!("{head}\n{body}checksum: {sum:016x}\n")
}

#[test]
fn a_game_with_overlays_goes_on_where_they_are_not() {
    let there = sent();
    let replayed = ludex(there.path(), "replay game.yaml --ruleset tiny.yaml --quiet", "");
    assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
    assert!(stdout(&replayed).contains("verified") && stderr(&replayed).is_empty());
    let words = "play tiny.yaml --resume game.yaml --save next.yaml";
    let resumed = ludex(there.path(), words, "1\nq\n");
    assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
    // the save is passed on once more
    let last = ludex(there.path(), "play tiny.yaml --resume next.yaml", "1\n1\n1\n");
    assert_eq!(last.status.code(), Some(0), "{}", stderr(&last));
    assert!(stdout(&last).contains("ludex replay next.yaml"), "{}", stdout(&last));
    let save = |name: &str| fs::read_to_string(there.path().join(name)).expect("a save");
    let overlays = |text: String| {
        let (_, after) = text.split_once("overlays:").expect("overlays");
        after.split("language:").next().expect("a part").to_owned()
    };
    assert_eq!(overlays(save("next.yaml")), overlays(save("game.yaml")));
    assert!(save("next.yaml").contains("id: first, of: tiny"));
}

#[test]
fn a_file_that_has_changed_is_told() {
    let here = begun();
    let whole = fs::read_to_string(here.path().join("game.yaml")).expect("a save");
    let mod_file = here.path().join("second.yaml");
    fs::write(&mod_file, SECOND.replace("== 3", "== 1")).expect("written");
    let told = "second.yaml has changed since the game was saved; this is the saved text";
    for words in ["replay game.yaml --quiet", "play --resume game.yaml --save next.yaml"] {
        let output = ludex(here.path(), words, "q\n");
        assert_eq!(output.status.code(), Some(0), "{words}: {}", stderr(&output));
        assert_eq!(stderr(&output).matches("note: ").count(), 1, "{words}");
        assert!(stderr(&output).contains(told), "{words}: {}", stderr(&output));
    }
    let next = fs::read_to_string(here.path().join("next.yaml")).expect("a save");
    assert_eq!(next, whole, "the game as it was saved is saved again");
    let anyway = ludex(here.path(), "play --resume game.yaml --anyway --save other.yaml", "q\n");
    assert!(stderr(&anyway).contains("this is the current file"), "{}", stderr(&anyway));
    assert!(
        stdout(&anyway).contains("== 1")
            || fs::read_to_string(here.path().join("other.yaml")).is_ok_and(|save| save.contains("== 1")),
        "{}",
        stdout(&anyway)
    );
}

/// Saves of older programs contain only paths: they continue if the files exist; otherwise the missing file
/// is reported.
#[test]
fn a_save_with_paths_alone_goes_on_as_before() {
    let here = begun();
    let save = fs::read_to_string(here.path().join("game.yaml")).expect("a save");
    let (before, rest) = save.split_once("overlays:\n").expect("overlays");
    let after = &rest[rest.find("language:").expect("a language")..];
    let paths = ["first.yaml", "second.yaml"].map(|name| format!("- {}\n", here.path().join(name).display()));
    let old = summed(&format!("{before}overlays:\n{}{after}", paths.concat()));
    fs::write(here.path().join("old.yaml"), &old).expect("written");
    let output = ludex(here.path(), "replay old.yaml --quiet", "");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let again = ludex(here.path(), "play --resume old.yaml --save new.yaml", "q\n");
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(fs::read_to_string(here.path().join("new.yaml")).expect("a save"), save);
    fs::remove_file(here.path().join("second.yaml")).expect("removed");
    for words in ["replay old.yaml", "play --resume old.yaml"] {
        let output = ludex(here.path(), words, "");
        let told = stderr(&output);
        assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1), "{told}");
        assert!(told.contains("second.yaml does not exist, and the save has not the text of it"), "{told}");
    }
}

/// A save is untrusted input: overlays with errors, overlays of other games, and names that control the
/// terminal.
#[test]
fn a_save_may_hold_anything() {
    let there = sent();
    let save = fs::read_to_string(there.path().join("game.yaml")).expect("a save");
    let cases = [
        ("of: tiny }\n", "of: other }\n", "this is a variant of `other`"),
        ("options: { pay: 2 }", "options: { pya: 2 }", "`pya`"),
        ("id: first, of", "id: other, of", "there is no variant `first`"),
    ];
    for (was, is, expected) in cases {
        assert!(save.contains(was), "{was} in {save}");
        let edited = summed(&save.replacen(was, is, 1));
        fs::write(there.path().join("bad.yaml"), edited).expect("written");
        let output = ludex(there.path(), "replay bad.yaml --ruleset tiny.yaml", "");
        assert_eq!(output.status.code(), Some(1), "{is}: {}", stdout(&output));
        assert!(stderr(&output).contains(expected), "{is}: {}", stderr(&output));
    }
    let name = save.lines().find(|line| line.starts_with("- file:")).expect("a name");
    let evil = summed(&save.replacen(name, "- file: \"a\\e[2J\\nb\"", 1).replacen("pay: 2", "pya: 2", 1));
    fs::write(there.path().join("bad.yaml"), evil).expect("written");
    let output = ludex(there.path(), "replay bad.yaml --ruleset tiny.yaml", "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("a [2J b:") && !stderr(&output).contains('\u{1b}'),
        "{}",
        stderr(&output)
    );
}
