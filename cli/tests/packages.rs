//! New games and packages: their names, and refused input.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn ludex(folder: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(words.split_whitespace()).current_dir(folder).env("XDG_DATA_HOME", folder.join("data"));
    command.output().expect("ludex starts")
}

fn succeeds(folder: &Path, words: &str) -> String {
    let output = ludex(folder, words);
    assert_eq!(output.status.code(), Some(0), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refused(folder: &Path, words: &str, why: &str) {
    let output = ludex(folder, words);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() != Some(0) && told.contains(why), "{words}: {told}");
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("written");
}

const RULES: &str = "format: 1\ngame: { id: ID, players: 1 }\nkinds: { face: { fields: { value: int } } }\nzones: { deck: { holds: face, sees: all } }\n\
    cards: { king: { kind: face, value: 2 } }\nsetup: move face to deck\nphases: { day: { repeat: 2 } }\nscore: { total: sum(value of face in deck) }\n";

#[test]
fn a_new_game_is_called_as_its_folder() {
    let folder = folder();
    let game =
        |name: &str, file: &str| fs::read_to_string(folder.path().join(name).join(file)).expect("a file");
    succeeds(folder.path(), "new my-first");
    assert!(game("my-first", "ruleset.yaml").contains("id: my_first,"));
    assert!(game("my-first", "text/en.yaml").contains("title: My first,"));
    succeeds(folder.path(), "check my-first --deny-warnings");
    succeeds(folder.path(), "test my-first");
    succeeds(folder.path(), "new below/7-seas --template drafting");
    assert!(game("below/7-seas", "ruleset.yaml").contains("id: my_7_seas,"));
    succeeds(folder.path(), "check below/7-seas --deny-warnings");
}

/// A copied game has its own ID: it does not hide the shipped game, and its variants belong to the copy.
#[test]
fn a_copy_has_an_id_of_its_own() {
    let folder = folder();
    succeeds(folder.path(), "new kabale --from kabale");
    let read = |file: &str| fs::read_to_string(folder.path().join("kabale").join(file)).expect("a file");
    assert!(read("ruleset.yaml").contains("id: kabale_2,"));
    assert!(read("variants/skirmish.yaml").contains("of: kabale_2,"));
    succeeds(folder.path(), "check ./kabale --deny-warnings");
    succeeds(folder.path(), "pack ./kabale --out copy.zip");
    succeeds(folder.path(), "install copy.zip");
    succeeds(folder.path(), "new other --from kabale");
    succeeds(folder.path(), "new kabale-2 --from kabale");
    let second = fs::read_to_string(folder.path().join("kabale-2/ruleset.yaml")).expect("a file");
    assert!(second.contains("id: kabale_2_2,"), "the other is installed");
}

#[test]
fn names_that_windows_has_for_devices_are_refused() {
    let folder = folder();
    let why = "Windows can't have";
    for name in ["CON", "nul.txt", "Com1.md", "aux .md", "end. "] {
        write(folder.path(), &format!("game-{}/{name}/x.md", name.len()), "x");
        write(folder.path(), &format!("game-{}/ruleset.yaml", name.len()), &RULES.replace("ID", "fine"));
        refused(folder.path(), &format!("pack game-{}", name.len()), why);
        fs::remove_dir_all(folder.path().join(format!("game-{}", name.len()))).expect("it is there");
    }
    write(folder.path(), "game/ruleset.yaml", &RULES.replace("ID", "con"));
    refused(folder.path(), "pack game", why);
    refused(folder.path(), "install game", why);
    write(folder.path(), "mod.yaml", "variant: { id: lpt1, of: kabale }\noptions: { rounds: 3 }\n");
    refused(folder.path(), "install mod.yaml", why);
}

#[test]
fn a_package_is_refused_for_what_check_refuses() {
    let folder = folder();
    let scenario = "scenarios:\n  - scenario: no\n    players: 2\n    play: [{ expect: nothing == 3 }]\n";
    write(
        folder.path(),
        "mod.yaml",
        &format!("variant: {{ id: few, of: kabale }}\noptions: {{ rounds: 3 }}\n{scenario}"),
    );
    refused(folder.path(), "check kabale --overlay mod.yaml", "");
    refused(folder.path(), "pack mod.yaml", "error");
    refused(folder.path(), "install mod.yaml", "error");
    write(folder.path(), "a.yaml", "variant: { id: a, of: kabale }\noptions: { rounds: 3 }\n");
    write(folder.path(), "b.yaml", "variant: { id: b, of: kabale }\noptions: { rounds: 4 }\n");
    refused(folder.path(), "pack a.yaml b.yaml", "E0210");
    write(
        folder.path(),
        "b.yaml",
        "variant: { id: b, of: kabale, conflicts: [a] }\noptions: { rounds: 4 }\n",
    );
    succeeds(folder.path(), "pack a.yaml b.yaml --out both.zip");
}

/// If the save can't be written, the error is reported before the first choice, and no save is written
/// elsewhere.
#[test]
fn a_save_that_can_not_be_written_is_refused_at_once() {
    let folder = folder();
    let long = "x".repeat(300);
    for (path, why) in [("no/x.yaml", "no folder"), ("new/", "a folder"), (long.as_str(), "too long")] {
        refused(folder.path(), &format!("play kabale --save {path}"), why);
        refused(folder.path(), &format!("play kabale --seats random,random --json --save {path}"), why);
    }
    assert!(!folder.path().join("data").exists());
}

/// Temporary files are deleted, whatever the name of the next file, and so are temporary folders.
#[test]
fn leftovers_of_killed_runs_are_swept() {
    let folder = folder();
    write(folder.path(), ".other.yaml.abc.ludex-unfinished", "half");
    write(folder.path(), ".abc.ludex-unfinished/new/ruleset.yaml", "half");
    write(folder.path(), ".kept", "mine");
    succeeds(folder.path(), "new my-first");
    let names: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().ends_with(".ludex-unfinished")), "{names:?}");
    assert!(folder.path().join(".kept").exists());
}
