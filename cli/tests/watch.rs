//! `ludex watch` and `ludex test --watch`: differences are reported after files are saved.

use std::fs;
use std::path::Path;

use nix::sys::signal::Signal;
use serde_json::Value;

use crate::terminal::Session;

const RULESET: &str = "\
format: 1
game: { id: tiny, players: 2 }
kinds: { coin: { fields: { value: int } } }
zones: { purse: { holds: coin, sees: all } }
setup: move coin to purse
phases:
  turn:
    each: player
    do: |
      let n = me chooses number in 1..3 as size
      set me.gold = me.gold + n
state: { player: { gold: int for game } }
score: { total: player.gold + sum(value of coin in purse) }
";
const CARDS: &str = "penny: { kind: coin, value: 1 }\ncrown: { kind: coin, value: 5 }\n";
const SCENARIOS: &str = "\
scenarios:
  - name: a crown is worth five
    expect: any(coin where it is crown and it.value == 5)
  - name: all coins
    expect: sum(value of coin) == 6
  - name: who begins
    play: [{ who: seat_1 }]
";

/// Writes the ruleset to a folder.
fn tiny() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("tiny/scenarios")).expect("a folder");
    write(folder.path(), "ruleset.yaml", RULESET);
    write(folder.path(), "cards.yaml", CARDS);
    write(folder.path(), "scenarios/all.yaml", SCENARIOS);
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join("tiny").join(name), text).expect("written");
}

/// Saves as many editors do: writes another file, which replaces the old one.
fn replace(folder: &Path, name: &str, text: &str) {
    let beside = folder.join("tiny").join(format!(".{name}.swp"));
    fs::write(&beside, text).expect("written");
    fs::rename(beside, folder.join("tiny").join(name)).expect("renamed");
}

#[test]
fn each_round_tells_what_differs() {
    let folder = tiny();
    let mut session = Session::in_a_pipe(folder.path(), "watch tiny");
    let first = session.until("tiny: 3 scenarios passed\n");
    assert!(first.contains("tiny: no problems") && !first.contains('\u{1b}'), "{first}");
    write(folder.path(), "cards.yaml", &CARDS.replace("value: 5", "value: 6"));
    let round = session.until("tiny: 1 scenario passed, 2 failed\n");
    let order =
        ["\ntiny/cards.yaml\n", "tiny: no problems\n", "first 1 scenario about crown: 0 passed, 1 failed\n"];
    let places: Vec<usize> = order.iter().map(|text| round.find(text).expect(text)).collect();
    assert!(places.is_sorted(), "{round}");
    assert_eq!(round.matches("fails now").count(), 2, "{round}");
    replace(folder.path(), "cards.yaml", CARDS);
    let round = session.until("tiny: 3 scenarios passed\n");
    assert!(
        round.contains("passes now a crown is worth five\n") && round.contains("passes now all coins\n"),
        "{round}"
    );
    // a half-written file
    write(folder.path(), "cards.yaml", &CARDS[..CARDS.len() - 4]);
    let round = session.until("tiny: 1 error\n");
    assert!(round.contains("error[E0101]") && !round.contains("scenario"), "{round}");
    // new problems are reported separately from old ones
    write(folder.path(), "ruleset.yaml", &RULESET.replace("me.gold + n", "me.gldo + n"));
    session.until("tiny: 2 errors\n");
    session.until("new error[E0303] tiny/ruleset.yaml:11:");
    write(folder.path(), "ruleset.yaml", RULESET);
    session.until("gone error[E0303] tiny/ruleset.yaml:11:");
    write(folder.path(), "cards.yaml", CARDS);
    let round = session.until("tiny: 3 scenarios passed\n");
    assert!(round.contains("gone error[E0101]") && !round.contains("passes now"), "{round}");
    session.signal(Signal::SIGINT);
    assert_eq!(session.ends().code(), Some(130));
}

/// Files saved together are one round; unchanged files cause no round.
#[test]
fn what_is_saved_at_once_is_one_round() {
    let folder = tiny();
    let mut session = Session::in_a_pipe(folder.path(), "watch tiny");
    session.until("tiny: 3 scenarios passed\n");
    write(folder.path(), "cards.yaml", CARDS);
    write(folder.path(), ".cards.yaml.swp", "what an editor keeps");
    write(folder.path(), "cards.yaml", &format!("{CARDS}guinea: {{ kind: coin, value: 9 }}\n"));
    write(folder.path(), "scenarios/all.yaml", &SCENARIOS.replace("== 6", "== 15"));
    let round = session.until("tiny: 3 scenarios passed\n");
    assert_eq!(round.lines().nth(1), Some("tiny/cards.yaml, tiny/scenarios/all.yaml"), "{round}");
    // new folders are watched too
    fs::create_dir(folder.path().join("tiny/variants")).expect("a folder");
    write(
        folder.path(),
        "variants/poor.yaml",
        "variant: { id: poor, of: tiny }\ncards: { crown: { value: 2 } }\n",
    );
    let round = session.until("tiny: 3 scenarios passed\n");
    assert!(round.contains("tiny/variants/poor.yaml\ntiny and 1 variant: no problems\n"), "{round}");
}

#[test]
fn a_folder_may_vanish_and_come_back() {
    let folder = tiny();
    let (there, away) = (folder.path().join("tiny"), folder.path().join("away"));
    let mut session = Session::in_a_pipe(folder.path(), "watch tiny");
    session.until("tiny: 3 scenarios passed\n");
    fs::rename(&there, &away).expect("moved");
    session.until("error: tiny does not exist\n");
    fs::rename(&away, &there).expect("moved");
    session.until("tiny: 3 scenarios passed\n");
    write(folder.path(), "cards.yaml", &CARDS.replace("value: 5", "value: 6"));
    session.until("tiny: 1 scenario passed, 2 failed\n");
    fs::remove_dir_all(&there).expect("removed");
    session.until("error: tiny does not exist\n");
    session.signal(Signal::SIGTERM);
    assert_eq!(session.ends().code(), Some(130));
}

/// The keys are those in `docs/json.md`.
#[test]
fn a_round_is_a_line_of_json() {
    let folder = tiny();
    let mut session = Session::in_a_pipe(folder.path(), "watch tiny --json");
    let mut round = || -> Value { serde_json::from_str(&session.until("\n")).expect("a line of JSON") };
    let first = round();
    assert_eq!((&first["round"], &first["scenarios"]["passed"]), (&1.into(), &3.into()));
    write(folder.path(), "cards.yaml", &CARDS.replace("kind: coin, value: 5", "kind: con, value: 5"));
    let broken = round();
    assert_eq!(broken["changed"][0], "tiny/cards.yaml");
    assert_eq!(broken["new"].as_array().map(Vec::len), Some(1));
    assert_eq!((&broken["new"][0]["line"], &broken["scenarios"]), (&2.into(), &Value::Null));
    write(folder.path(), "cards.yaml", &CARDS.replace("value: 5", "value: 6"));
    let failing = round();
    assert_eq!(failing["gone"].as_array().map(Vec::len), Some(1));
    let scenarios = &failing["scenarios"];
    assert_eq!((&scenarios["first"], &scenarios["names"][0]), (&1.into(), &"crown".into()));
    assert_eq!(scenarios["fails_now"].as_array().map(Vec::len), Some(2));
    let page = include_str!("../../docs/json.md");
    let part = page.split("\n## ").find(|part| part.starts_with("A round of a watch\n")).expect("the part");
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let all =
        [keys(&failing), keys(scenarios), keys(&scenarios["failing"][0]), keys(&failing["milliseconds"])]
            .concat();
    let unsaid: Vec<_> = all.into_iter().filter(|key| !part.contains(&format!("`{key}`"))).collect();
    assert!(unsaid.is_empty(), "not in docs/json.md: {unsaid:?}");
}

#[test]
fn scenarios_alone_are_run_again() {
    let folder = tiny();
    let mut session = Session::in_a_pipe(folder.path(), "test tiny --watch --filter coins");
    let first = session.until("tiny: 1 scenario passed\n");
    assert!(!first.contains("no problems"), "{first}");
    write(folder.path(), "cards.yaml", &CARDS.replace("value: 5", "value: 6"));
    let round = session.until("tiny: 0 scenarios passed, 1 failed\n");
    assert!(round.contains("fails now tiny/scenarios/all.yaml:5:13: all coins: "), "{round}");
}

/// With an overlay, a shipped game is watched; the shipped game alone can't change.
#[test]
fn what_can_not_change_is_not_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::in_a_pipe(folder.path(), "watch kabale");
    assert_eq!(session.ends().code(), Some(2));
    let overlay = folder.path().join("mod.yaml");
    fs::write(&overlay, "variant: { id: mod, of: kabale }\noptions: { rounds: { default: 2 } }\n")
        .expect("written");
    let mut session = Session::in_a_pipe(folder.path(), "watch kabale --overlay mod.yaml");
    session.until("kabale: no problems\n");
    session.until("kabale: ");
    fs::write(&overlay, "variant: { id: mod, of: kabale }\noptions: { ronds: { default: 2 } }\n")
        .expect("written");
    session.until("error[");
}

/// `ludex table import --watch`: a table is imported when it is saved, in whatever way; a half-written one is
/// read again.
#[test]
fn a_saved_table_is_imported() {
    let folder = tiny();
    let now = || fs::read_to_string(folder.path().join("tiny/cards.yaml")).expect("a file");
    let save = |text: &str| fs::write(folder.path().join("coins.csv"), text).expect("written");
    save("id,value\npenny,2\n");
    let mut session = Session::in_a_pipe(folder.path(), "table import tiny coins.csv --watch");
    session.until("waiting for changes of coins.csv; Ctrl-C stops\n");
    assert_eq!(now(), CARDS.replace("value: 1", "value: 2"));
    save("id,value\npenny,3\n");
    session.until("waiting");
    assert_eq!(now(), CARDS.replace("value: 1", "value: 3"));
    // as spreadsheet programs do: a lock, then another file in its place
    fs::write(folder.path().join(".~lock.coins.csv#"), "").expect("written");
    fs::remove_file(folder.path().join("coins.csv")).expect("removed");
    fs::write(folder.path().join("coins.tmp"), "id,value\npenny,4\n").expect("written");
    fs::rename(folder.path().join("coins.tmp"), folder.path().join("coins.csv")).expect("renamed");
    session.until("waiting");
    assert_eq!(now(), CARDS.replace("value: 1", "value: 4"));
    save("id,value\npenny,x\n");
    let told = session.until("waiting");
    assert!(!told.contains("changed"), "{told}");
    assert_eq!(now(), CARDS.replace("value: 1", "value: 4"));
    session.signal(Signal::SIGINT);
    assert_eq!(session.ends().code(), Some(130));
}
