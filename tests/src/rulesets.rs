//! The shipped rulesets, found in `rulesets/`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use ludex::Ruleset;
use ludex_grammar::render::{Style, render};
use ludex_grammar::span::FileId;
use ludex_grammar::yaml;

use crate::cases::{files_below, project, read};

/// Folder of the classics below `rulesets/`.
const CLASSICS: &str = "classics";

/// Returns the IDs of the shipped rulesets that stand alone and must pass all tests (README.md, "A new
/// game").
pub fn shipped() -> Vec<String> {
    games_in(&project().join("rulesets"))
}

/// Returns the IDs of the classics, which have fewer tests (README.md, "A new classic").
pub fn classics() -> Vec<String> {
    games_in(&project().join("rulesets").join(CLASSICS))
}

/// Returns the IDs of all shipped rulesets.
pub fn all_shipped() -> Vec<String> {
    [shipped(), classics()].concat()
}

fn games_in(folder: &Path) -> Vec<String> {
    let mut ids: Vec<String> = std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.join("ruleset.yaml").exists())
        .map(|path| path.file_name().expect("a folder").to_string_lossy().into_owned())
        .collect();
    ids.sort();
    assert!(!ids.is_empty(), "no ruleset lies in {}", folder.display());
    ids
}

/// Returns the folder of a shipped ruleset, relative to the project: `rulesets/kabale`.
pub fn place(id: &str) -> String {
    let alone = format!("rulesets/{id}");
    if project().join(&alone).is_dir() { alone } else { format!("rulesets/{CLASSICS}/{id}") }
}

/// Returns the files of a shipped ruleset, including scenarios, for `compile`.
pub fn files(id: &str) -> Vec<(String, String)> {
    files_of(&project().join(place(id)))
}

/// Returns the files of a ruleset in any folder.
pub fn files_of(folder: &Path) -> Vec<(String, String)> {
    let relative = |path: &Path| {
        let path = path.strip_prefix(folder).expect("a file of the ruleset");
        path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    let yaml = |path: &Path| path.extension().is_some_and(|e| e == "yaml");
    files_below(folder).iter().filter(|p| yaml(p)).map(|p| (relative(p), read(p))).collect()
}

/// Returns a shipped ruleset, which must have no problem; it is compiled once in a process.
pub fn ruleset(id: &str) -> Ruleset {
    static COMPILED: Mutex<BTreeMap<String, Ruleset>> = Mutex::new(BTreeMap::new());
    let known = COMPILED.lock().ok().and_then(|all| all.get(id).cloned());
    known.unwrap_or_else(|| {
        let new = compiled_anew(id);
        COMPILED.lock().expect("nobody panicked").insert(id.to_owned(), new.clone());
        new
    })
}

/// Compiles a shipped ruleset, which must have no problem.
pub fn compiled_anew(id: &str) -> Ruleset {
    let compiled = ludex::Compile::new(&files(id)).shown(format!("{}/", place(id))).compile();
    assert!(
        compiled.problems.is_empty(),
        "{}",
        render(&compiled.sources, &compiled.problems, Style::default())
    );
    compiled.ruleset.expect("no problems")
}

/// Compiles a ruleset from the files of a case, which must have no error.
pub fn compile_case(files: &[(String, String)]) -> Ruleset {
    let compiled = ludex::compile(files);
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    compiled.ruleset.unwrap_or_else(|| panic!("the ruleset of the case has errors:\n{drawn}"))
}

/// Reproducible pseudo-random numbers (SplitMix64).
#[derive(Debug, Clone)]
pub struct Picks(pub u64);

impl Picks {
    /// Draws a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

/// Returns a seed for game number `n`. Neighbouring seeds begin alike, so they are spread (the output of
/// SplitMix64 after `n + 1` steps from 0).
pub fn spread(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns true if an overlay changes only texts and layout.
pub fn words_only(overlay: &str) -> bool {
    let node = yaml::parse(FileId(0), overlay, &mut Vec::new());
    let sections = node.as_ref().and_then(|node| node.as_map()).unwrap_or_default();
    sections.iter().all(|(key, _)| matches!(key.value.as_str(), "variant" | "text" | "rights" | "layout"))
}
