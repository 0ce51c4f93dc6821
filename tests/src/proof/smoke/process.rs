//! Runs the program itself: exit codes, JSON, saves.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use ludex_run::state::Fnv;
use ludex_tests::program::ludex;
use ludex_tests::rulesets::Picks;
use serde_yaml::Value;

use super::Files;
use super::library::is_control;

/// A temporary folder, deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ludex-smoke-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn write(&self, path: &str, text: &[u8]) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the program without input. Returns its standard output, or an error if it misbehaved.
fn run(folder: &Path, words: &[&str]) -> Result<Vec<u8>, String> {
    let mut command = Command::new(ludex());
    command.args(words).current_dir(folder).env("XDG_DATA_HOME", folder).stdin(Stdio::null());
    let output = command.output().map_err(|e| format!("ludex does not start: {e}"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8_lossy(&output.stdout);
    let words = words.join(" ");
    match output.status.code() {
        Some(0..=2) => {}
        code => return Err(format!("`ludex {words}` ends with {code:?}: {told}")),
    }
    match told.chars().chain(printed.chars()).find(|c| is_control(*c)) {
        Some(c) => Err(format!("`ludex {words}` prints U+{:04X}", u32::from(c))),
        None if told.contains("panicked") => Err(format!("`ludex {words}`: {told}")),
        None => Ok(output.stdout),
    }
}

/// Checks, tests, shows, simulates and plays a ruleset with a mistake.
pub fn a_ruleset(files: &Files) -> Result<(), String> {
    let folder = Folder::new();
    files.iter().for_each(|(path, text)| folder.write(&format!("game/{path}"), text.as_bytes()));
    let told = run(&folder.0, &["check", "game", "--format", "json"])?;
    serde_json::from_slice::<serde_json::Value>(&told).map_err(|e| format!("`check` prints no JSON: {e}"))?;
    for words in [
        &["check", "game"][..],
        &["test", "game"],
        &["show", "game", "--resolved"],
        &["simulate", "game", "--games", "3", "--jobs", "1"],
        &["play", "game", "--seed", "1"],
    ] {
        run(&folder.0, words)?;
    }
    Ok(())
}

/// Returns a saved game, played to its end by bots.
fn saved() -> &'static str {
    static SAVED: OnceLock<String> = OnceLock::new();
    SAVED.get_or_init(|| {
        let folder = Folder::new();
        let words = "play kabale --seats random,random --set rounds=1 --seed 5 --save game.yaml";
        run(&folder.0, &words.split(' ').collect::<Vec<_>>()).expect("a game");
        std::fs::read_to_string(folder.0.join("game.yaml")).expect("a save")
    })
}

/// Tests a save with damaged bytes, or with changed content and a new checksum.
pub fn a_save(picks: &mut Picks) -> Result<(), String> {
    let text = match picks.below(2) {
        0 => damaged(saved().as_bytes(), picks),
        _ => signed_again(saved(), picks).into_bytes(),
    };
    let folder = Folder::new();
    folder.write("game.yaml", &text);
    run(&folder.0, &["replay", "game.yaml"])?;
    run(&folder.0, &["play", "--resume", "game.yaml", "--seats", "human,human"]).map(drop)
}

fn damaged(save: &[u8], picks: &mut Picks) -> Vec<u8> {
    let mut bytes = save.to_vec();
    for _ in 0..1 + picks.below(4) {
        let at = picks.below(bytes.len());
        match picks.below(3) {
            0 => bytes[at] = picks.below(256) as u8,
            1 => drop(bytes.remove(at)),
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes
}

/// Strings inserted into saves.
const STRINGS: &[&str] =
    &["", "king", "\u{1b}[2J", "\u{202e}kabale", "../../etc/passwd", "decline", "999999999999999999999", "é"];

fn signed_again(save: &str, picks: &mut Picks) -> String {
    let (header, body) = save.split_once('\n').expect("a first line");
    let body = body.rsplit_once("checksum: ").expect("a checksum").0;
    let mut value: Value = serde_yaml::from_str(body).expect("YAML");
    let mut leaves = Vec::new();
    each_leaf(&mut value, &mut |_| leaves.push(()));
    let chosen = picks.below(leaves.len());
    let mut at = 0;
    each_leaf(&mut value, &mut |leaf| {
        if at == chosen {
            *leaf = match picks.below(2) {
                0 => Value::from(picks.below(1_000) as u64),
                _ => Value::from(STRINGS[picks.below(STRINGS.len())]),
            };
        }
        at += 1;
    });
    let body = serde_yaml::to_string(&value).expect("YAML");
    let mut sum = Fnv::default();
    sum.bytes(body.as_bytes());
    format!("{header}\n{body}checksum: {:016x}\n", sum.finish())
}

/// Visits all strings and numbers of a value.
fn each_leaf(value: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    match value {
        Value::Sequence(list) => list.iter_mut().for_each(|v| each_leaf(v, visit)),
        Value::Mapping(map) => map.iter_mut().for_each(|(_, v)| each_leaf(v, visit)),
        leaf => visit(leaf),
    }
}
