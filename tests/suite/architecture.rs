//! What ARCHITECTURE.md promises of the sources themselves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ludex_tests::cases::{files_below, project, read};
use ludex_tests::rulesets::{ruleset, shipped};

/// The longest source file, in lines.
const LONGEST_FILE: usize = 700;

/// The Rust files of a folder of the project, with their paths as shown.
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = project();
    let rust = |path: &PathBuf| path.extension().is_some_and(|e| e == "rs");
    let shown = |path: &Path| {
        path.strip_prefix(&root).expect("inside the project").to_string_lossy().replace('\\', "/")
    };
    files_below(&root.join(folder)).into_iter().filter(rust).map(|path| (shown(&path), read(&path))).collect()
}

/// The lines of a text that are code: no comments, no test modules that stand in files of their own.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    lines
        .map(|(n, line)| (n, line.split("//").next().unwrap_or("")))
        .filter(|(_, line)| !line.trim().is_empty())
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

#[test]
fn the_core_touches_no_file_clock_environment_or_console() {
    let words = [
        "std::fs",
        "std::env",
        "std::time",
        "std::net",
        "std::process",
        "std::io",
        "std::thread",
        "println!",
        "eprintln!",
        "print!(",
        "dbg!",
        "SystemTime",
        "Instant",
        "HashMap",
        "HashSet",
        "f32",
        "f64",
        "unsafe",
    ];
    let mut found = Vec::new();
    for (path, text) in ["grammar/src", "interpreter/src"].into_iter().flat_map(sources) {
        for (line, code) in code_lines(&text) {
            let words = words.iter().filter(|word| contains_word(code, word));
            found.extend(words.map(|word| format!("{path}:{line}: {word}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Which stage may name which other stages of the interpreter; what every stage may name stands first.
const EVERYBODY: &[&str] = &["ids", "types", "language"];
const MAY_USE: &[(&str, &[&str])] = &[
    ("load", &[]),
    ("resolve", &["load::raw"]),
    ("hir", &["load::raw", "resolve::Index"]),
    ("check", &["load::raw", "resolve", "hir"]),
    ("lower", &["load::raw", "hir", "program"]),
    ("program", &["load::raw", "hir", "state"]),
    ("state", &["load::raw", "program"]),
    // arithmetic on two numbers is the same before and during a game
    ("exec", &["hir", "load::raw", "lower::arith", "program", "state"]),
    ("belief", &["exec::Happening", "program", "state"]),
    ("game", &["belief", "check", "exec", "hir", "load", "lower", "program", "state"]),
    // what it explains is a game; arithmetic and the order of modifiers are those of play
    (
        "explain",
        &[
            "exec::DONE",
            "exec::FaultKind",
            "exec::action_of",
            "exec::targets_of",
            "game",
            "hir",
            "load::raw",
            "lower::arith",
            "lower::order_of",
            "program",
            "state",
        ],
    ),
    ("scenario", &["check", "exec", "game", "hir", "load", "lower", "program", "state"]),
];

#[test]
fn arrows_between_the_stages_go_one_way() {
    let mut found = Vec::new();
    for (path, text) in sources("interpreter/src").into_iter().filter(|(path, _)| !is_test(path)) {
        let inside = path.trim_start_matches("interpreter/src/");
        let stage = inside.split(['/', '.']).next().unwrap_or("");
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == stage) else { continue };
        for (line, code) in code_lines(&text) {
            for used in code.split("crate::").skip(1) {
                let end = used
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':')
                    .unwrap_or(used.len());
                let used = &used[..end];
                let first = used.split("::").next().unwrap_or("");
                let fine = first == stage
                    || EVERYBODY.contains(&first)
                    || allowed.iter().any(|a| used == *a || used.starts_with(&format!("{a}::")));
                if !fine {
                    found.push(format!("{path}:{line}: {stage} names {used}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_stage_has_its_arrows() {
    let root = project().join("interpreter/src");
    let known: Vec<&str> = MAY_USE
        .iter()
        .map(|(name, _)| *name)
        .chain(EVERYBODY.iter().copied())
        .chain(["lib", "bots"])
        .collect();
    for entry in std::fs::read_dir(root).expect("the interpreter") {
        let path = entry.expect("a file").path();
        let stage = path.file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(known.contains(&stage.as_str()), "say in MAY_USE which stages `{stage}` may name");
    }
}

#[test]
fn crates_depend_on_each_other_in_one_direction() {
    let manifest = |folder: &str| read(&project().join(folder).join("Cargo.toml"));
    let dependencies = |text: &str| {
        text.split("[dependencies]").nth(1).unwrap_or("").split("\n[").next().unwrap_or("").to_owned()
    };
    let grammar = dependencies(&manifest("grammar"));
    assert!(!grammar.contains("ludex"), "the grammar knows no other crate");
    let interpreter = dependencies(&manifest("interpreter"));
    assert!(interpreter.contains("ludex-grammar") && !interpreter.contains("ludex-cli"));
    assert!(!dependencies(&manifest("cli")).contains("ludex-tests"));
}

/// Help texts, whose examples name a shipped game (but nothing of it).
const EXAMPLES: &[&str] = &["cli/src/args.rs"];

/// Words of other languages, for which ours has another one.
const FOREIGN: &str = "interpreter/src/language.rs";

/// No game has a line of Rust of its own: no source has a text that is the name of a card, zone, kind, spot or option of a shipped game
/// (without a text nothing of a ruleset can be meant). Words of the language are no names of a game.
#[test]
fn no_source_names_anything_of_a_shipped_game() {
    let mut names = BTreeSet::new();
    for id in shipped() {
        let checked = ruleset(&id).checked.clone();
        names.insert(id);
        names.extend(checked.designs.iter().map(|d| d.name.clone()));
        names.extend(checked.kinds.iter().map(|k| k.name.clone()));
        names.extend(checked.zones.iter().map(|z| z.name.clone()));
        names.extend(checked.spots.iter().map(|s| s.name.clone()));
        names.extend(checked.options.iter().map(|o| o.name.clone()));
    }
    names.retain(|name| !words_of_the_language().contains(name));
    let mut found = Vec::new();
    for (path, text) in ["grammar/src", "interpreter/src", "cli/src"].into_iter().flat_map(sources) {
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        if is_test(&path) || path == FOREIGN {
            continue;
        }
        let games = if EXAMPLES.contains(&path.as_str()) { shipped() } else { Vec::new() };
        for (line, code) in code_lines(text) {
            let named = texts(code).filter(|text| names.contains(*text) && !games.iter().any(|g| g == text));
            found.extend(named.map(|text| format!("{path}:{line}: {text}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    assert!(texts("if id == \"hermit\" {").any(|text| text == "hermit"), "a text would be seen");
}

/// The texts in quotes of a line of code, also those of several words, word by word.
fn texts(code: &str) -> impl Iterator<Item = &str> {
    let quoted = code.split('"').skip(1).step_by(2);
    quoted.filter(|text| !text.contains(' ')).flat_map(|text| text.split(['.', '/', ':', ',']))
}

/// What the reference page gives in code type, outside its examples.
fn words_of_the_language() -> BTreeSet<String> {
    let page = read(&project().join("grammar/README.md"));
    let prose = page.split("```").step_by(2);
    let code = prose.flat_map(|text| text.split('`').skip(1).step_by(2));
    let words = code.flat_map(|code| code.split(|c: char| !c.is_ascii_lowercase() && c != '_'));
    words.map(str::to_owned).collect()
}

#[test]
fn no_test_is_skipped_and_no_file_is_a_novel() {
    let mut found = Vec::new();
    for (path, text) in ["grammar", "interpreter", "cli", "tests"].into_iter().flat_map(sources) {
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            found.push(format!("{path} has {lines} lines, more than {LONGEST_FILE}"));
        }
        let skips = text.lines().filter(|line| line.trim_start().starts_with("#[ignore")).count();
        if skips > 0 {
            found.push(format!("{path} skips {skips} tests"));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

fn contains_word(code: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !part(before) && (!part(after) || word.ends_with(['!', '(']))
    })
}
