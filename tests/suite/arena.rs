//! `just arena`: merged parts, and the measure in games played for chips.

use std::process::{Command, Output};

use ludex_tests::session::Folder;

fn proof(folder: &Folder, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proof"));
    command.args(words.split(' ')).current_dir(folder.path()).output().expect("it ends")
}

fn output_of(folder: &Folder, words: &str) -> String {
    let ran = proof(folder, words);
    assert!(ran.status.success(), "{words}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("a table")
}

const ASKED: &str = "arena kuhn leduc --bots search:50,random --games 160 --seed 3";

#[test]
fn parts_of_an_arena_are_to_the_byte_the_whole() {
    let folder = Folder::new("arena");
    for part in 1..=3 {
        let counts = output_of(&folder, &format!("{ASKED} --jobs 2 --shard {part}/3"));
        folder.write(&format!("{part}.json"), counts.as_bytes());
    }
    let whole = output_of(&folder, &format!("{ASKED} --no-timing"));
    assert_eq!(output_of(&folder, "merge 3.json 1.json 2.json"), whole);
    let missing = proof(&folder, "merge 3.json 1.json");
    assert_eq!(missing.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&missing.stderr), "error: shard 2/3 is missing\n");
}

/// A player who folds bad hands wins few games of Leduc hold'em, but is ahead in chips.
#[test]
fn chips_are_counted_where_they_are_won() {
    let folder = Folder::new("arena-chips");
    let row = |words: &str| {
        let table = output_of(&folder, words);
        table.lines().find(|line| line.starts_with("| leduc ")).expect("a row").to_owned()
    };
    // | leduc | 2 | search:50 | random | points ahead | +2.42 (+1.41 to +3.43) | …
    let chips = row(&format!("{ASKED} --no-timing"));
    assert!(chips.contains("| points ahead |"), "{chips}");
    let least = chips.split_once('(').and_then(|(_, rest)| rest.split(' ').next());
    let least: f64 = least.and_then(|number| number.parse().ok()).expect("an interval");
    assert!(least > 0.0, "it is not seen that thinking helps: {chips}");
    let wins = row(&format!("{ASKED} --no-timing --by win"));
    assert!(wins.contains("| victories |") && wins.contains("| 50.0 % |"), "{wins}");
}
