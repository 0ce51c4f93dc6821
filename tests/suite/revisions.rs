//! `ludex compare` with a git revision: git reads it from the repository around a folder into memory, and no
//! file outside the folder is read.

use std::process::Command;

use ludex_tests::program::ludex;
use ludex_tests::session::{Folder, Ran, run};
use serde_json::Value;

const DICE: &str = "format: 1
game: { id: dice, players: 2 }
kinds: { cube: { fields: { bonus: int } } }
cards: { die: { kind: cube, bonus: 0 } }
zones: { table: { holds: cube, sees: all } }
setup: |
  move cube to table
state:
  player: { rolled: int for game }
phases:
  turn:
    each: player
    do: |
      let eyes = chance chooses number in 1..6
      set me.rolled = eyes + (if me == seat(1) then sum(bonus of cube in table) else 0)
score: { total: player.rolled }
";

fn git(folder: &Folder, words: &str) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]);
    let ran = git.args(words.split(' ')).current_dir(folder.path()).output().expect("git");
    assert!(ran.status.success(), "git {words}: {}", String::from_utf8_lossy(&ran.stderr));
}

/// Creates a repository with a game as a folder and as a file, and other private files. The die is better
/// than in the first commit.
fn repository(name: &str) -> Folder {
    let folder = Folder::new(name);
    git(&folder, "init -q");
    folder.write("secret.yaml", b"secret: 1\n");
    let cards = "cards: { die: { kind: cube, bonus: 0 } }\n";
    folder.write("games/dice/ruleset.yaml", DICE.replace(cards, "").as_bytes());
    folder.write("games/dice/cards.yaml", b"die: { kind: cube, bonus: 0 }\n");
    folder.write("games/dice.yaml", DICE.as_bytes());
    git(&folder, "add .");
    git(&folder, "commit -qm first");
    folder.write("games/dice/cards.yaml", b"die: { kind: cube, bonus: 2 }\n");
    folder.write("games/dice.yaml", DICE.replace("bonus: 0", "bonus: 2").as_bytes());
    git(&folder, "commit -qam better");
    folder
}

fn compare(folder: &Folder, words: &str) -> Ran {
    let args: Vec<&str> = ["compare"].into_iter().chain(words.split(' ')).collect();
    run(folder, &args, "")
}

fn report(folder: &Folder, words: &str) -> Value {
    let ran = compare(folder, &format!("{words} --games 400 --bots random --json --no-timing"));
    assert_eq!(ran.code, Some(0), "{words}: {}", ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn a_folder_is_compared_with_what_it_was() {
    let folder = repository("revision");
    let report = report(&folder, "games/dice git:HEAD~1");
    assert_eq!((&report["verdict"], &report["variant"]["revision"]), (&"worse".into(), &"HEAD~1".into()));
    assert!(report["difference"].as_f64().is_some_and(|difference| difference < -20.0), "{report}");
    let turned = self::report(&folder, "git:HEAD~1 games/dice");
    assert_eq!((&turned["verdict"], &turned["base"]["revision"]), (&"better".into(), &"HEAD~1".into()));
    assert_eq!(turned["base"]["fingerprint"], report["variant"]["fingerprint"]);
}

#[test]
fn a_single_file_has_revisions_too_and_what_was_not_committed_counts() {
    let folder = repository("revision-file");
    let report = report(&folder, "games/dice.yaml git:HEAD~1");
    assert_eq!(report["verdict"], "worse");
    // the last commit equals the working tree
    let same = self::report(&folder, "games/dice.yaml git:HEAD");
    assert_eq!(same["base"]["fingerprint"], same["variant"]["fingerprint"]);
    folder.write("games/dice.yaml", DICE.replace("bonus: 0", "bonus: 3").as_bytes());
    let changed = self::report(&folder, "games/dice.yaml git:HEAD");
    assert_ne!(changed["base"]["fingerprint"], changed["variant"]["fingerprint"]);
}

#[test]
fn an_error_of_a_revision_stands_at_its_place_there() {
    let folder = repository("revision-error");
    folder.write("games/dice/cards.yaml", b"die: { kind: cub, bonus: 2 }\n");
    git(&folder, "commit -qam broken");
    folder.write("games/dice/cards.yaml", b"die: { kind: cube, bonus: 2 }\n");
    let ran = compare(&folder, "games/dice git:HEAD");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("git:HEAD/cards.yaml:1:14"), "{}", ran.err);
}

#[test]
fn what_git_can_not_give_is_told_in_a_line() {
    let folder = repository("revision-wrong");
    folder.write("games/new/ruleset.yaml", DICE.as_bytes());
    for (words, said) in [
        ("games/dice git:HEAD~7", "the repository of games/dice has no revision `HEAD~7`"),
        ("games/dice git:--help", "the repository of games/dice has no revision `--help`"),
        (
            "games/dice git:HEAD:secret.yaml",
            "the repository of games/dice has no revision `HEAD:secret.yaml`",
        ),
        ("games/new git:HEAD", "games/new holds no ruleset in the revision `HEAD`"),
        ("games/dice git:", "git: needs a revision, such as git:HEAD~1"),
        ("kabale git:HEAD", "git:HEAD is a revision of a folder, but kabale is not a folder"),
        ("git:HEAD git:HEAD~1", "git:HEAD is a revision of a folder: name the folder"),
    ] {
        let ran = compare(&folder, words);
        assert_eq!(ran.code, Some(2), "{words}: {}", ran.err);
        assert!(ran.err.contains(said) && ran.err.lines().count() == 1, "{words}: {}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_not_followed() {
    let folder = repository("revision-link");
    let link = folder.path().join("games/dice/more.yaml");
    std::os::unix::fs::symlink("../../secret.yaml", link).expect("a link");
    git(&folder, "add .");
    git(&folder, "commit -qm link");
    folder.remove("games/dice/more.yaml");
    let ran = compare(&folder, "games/dice git:HEAD");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("more.yaml of `HEAD` is a link, and links are not followed"), "{}", ran.err);
}

#[test]
fn without_a_repository_or_without_git_there_are_no_revisions() {
    let folder = Folder::new("revision-none");
    folder.write("dice/ruleset.yaml", DICE.as_bytes());
    let ran = compare(&folder, "dice git:HEAD");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("dice is not in a git repository"), "{}", ran.err);
    let mut command = Command::new(ludex());
    command.args(["compare", "dice", "git:HEAD"]).current_dir(folder.path()).env("PATH", folder.path());
    let ran = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(2));
    assert!(said.contains("reading a revision requires `git`, which was not found"), "{said}");
}
