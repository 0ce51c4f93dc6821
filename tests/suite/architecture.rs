//! The rules of ARCHITECTURE.md for the sources.

use ludex_tests::inside::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ludex_check::language::{Fixed, Fold, Function, GAME, Noun, Verb};
use ludex_tests::cases::{files_below, project, read};
use ludex_tests::rulesets::{all_shipped, ruleset};

/// Folders of all published crates.
const PRODUCT: [&str; 13] = [
    "grammar",
    "check",
    "run",
    "interpreter",
    "bots",
    "lab",
    "learn",
    "print",
    "spreadsheet",
    "table",
    "server",
    "lsp",
    "cli",
];

/// Folders of all crates, in dependency order.
const CRATES: [&str; 14] = [
    "grammar",
    "check",
    "run",
    "interpreter",
    "bots",
    "lab",
    "learn",
    "print",
    "spreadsheet",
    "table",
    "server",
    "lsp",
    "web",
    "cli",
];

/// Maximum length of a source file in lines.
const LONGEST_FILE: usize = 700;

/// Returns the Rust files of a folder of the project, with their displayed paths.
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = project();
    let rust = |path: &PathBuf| path.extension().is_some_and(|e| e == "rs");
    let shown = |path: &Path| {
        path.strip_prefix(&root).expect("inside the project").to_string_lossy().replace('\\', "/")
    };
    files_below(&root.join(folder)).into_iter().filter(rust).map(|path| (shown(&path), read(&path))).collect()
}

/// The only file of the library that reads files; it requires the feature `fs`.
const READS_FILES: &str = "interpreter/src/compile/fs.rs";

/// The only file of the library that starts threads.
const STARTS_THREADS: &str = "check/src/jobs.rs";

/// Crates that use floating point. They decide no rule, and their results are the same on all machines.
const MAY_CALCULATE: [&str; 2] = ["bots/src", "learn/src"];

/// Returns the lines of code of a text, without comments and test modules.
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
    let core = ["grammar/src", "check/src", "run/src", "interpreter/src"]
        .into_iter()
        .chain(MAY_CALCULATE)
        .flat_map(sources);
    for (path, text) in core.filter(|(path, _)| path != READS_FILES) {
        for (line, code) in code_lines(&text) {
            let calculates = |word: &str| {
                ["f32", "f64"].contains(&word) && MAY_CALCULATE.iter().any(|of| path.starts_with(of))
            };
            let may = |word: &str| calculates(word) || (word == "std::thread" && path == STARTS_THREADS);
            let words = words.iter().filter(|word| contains_word(code, word) && !may(word));
            found.extend(words.map(|word| format!("{path}:{line}: {word}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Functions whose last digit depends on the machine would change the choices of bots.
#[test]
fn bots_calculate_with_what_gives_the_same_everywhere() {
    let differs = [
        "ln", "log", "log2", "log10", "ln_1p", "exp", "exp2", "powf", "powi", "sin", "cos", "tan", "tanh",
        "atan", "cbrt", "hypot",
    ];
    let mut found = Vec::new();
    for (path, text) in MAY_CALCULATE.into_iter().flat_map(sources) {
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        for (line, code) in code_lines(text) {
            let words = differs.iter().filter(|word| contains_word(code, &format!("{word}(")));
            found.extend(words.map(|word| format!("{path}:{line}: {word}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Modules of the crates with several stages. Cargo enforces the dependencies between crates; within a crate,
/// a module names only earlier ones.
const STAGES: [(&str, &[&str]); 3] = [
    (
        "check/src",
        &[
            "ids",
            "types",
            "numbers",
            "fault",
            "operators",
            "model",
            "plurals",
            "acts",
            "language",
            "foreign",
            "jobs",
            "load",
            "resolve",
            "hir",
            "check",
        ],
    ),
    ("run/src", &["program", "lower", "state", "exec", "belief", "ruleset", "play"]),
    ("interpreter/src", &["compile", "explain", "trace", "scenario", "analysis", "api"]),
];

#[test]
fn a_module_names_only_those_before_it() {
    let mut found = Vec::new();
    for (folder, order) in STAGES {
        let place = |module: &str| order.iter().position(|name| *name == module);
        for (path, text) in sources(folder) {
            let module = path[folder.len() + 1..].split(['/', '.']).next().unwrap_or("");
            let Some(own) = place(module) else {
                assert_eq!(module, "lib", "say in STAGES where `{path}` stands");
                continue;
            };
            for (line, code) in code_lines(&text) {
                let named = code.split("crate::").skip(1);
                let named = named.map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next());
                let after = named.flatten().filter(|name| place(name).is_some_and(|place| place > own));
                found.extend(after.map(|name| format!("{path}:{line}: {module} names {name}")));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Verbs, functions and nouns are spelled in one place only; everywhere else they are values of
/// `language.rs`.
#[test]
fn the_checker_has_no_words_of_its_own() {
    let verbs = Verb::ALL.iter().map(|row| row.name());
    let functions = Function::ALL.iter().map(|row| row.name()).chain(Fold::ALL.iter().map(|row| row.name()));
    let words: BTreeSet<&str> = verbs
        .chain(functions)
        .chain([Fixed::WORDS, Noun::WORDS, &[GAME]].into_iter().flatten().copied())
        .chain(ludex_grammar::words::openings())
        .collect();
    let mut found = Vec::new();
    for (path, text) in sources("check/src/check") {
        for (line, code) in code_lines(&text) {
            let written = code.split('"').skip(1).step_by(2).filter(|text| words.contains(text));
            found.extend(written.map(|word| format!("{path}:{line}: {word}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Experiments and the language server neither read files nor print. The caller provides the time, and the
/// library the threads.
#[test]
fn lab_and_lsp_touch_no_file_clock_environment_or_console() {
    let words = [
        "std::fs",
        "std::env",
        "std::time",
        "std::net",
        "std::process",
        "std::io",
        "thread::scope",
        "thread::spawn",
        "println!",
        "eprintln!",
        "print!(",
        "dbg!",
        "SystemTime",
        "Instant",
        "HashMap",
        "HashSet",
        "unsafe",
    ];
    let mut found = Vec::new();
    for (path, text) in ["lab/src", "lsp/src", "print/src", "table/src"].into_iter().flat_map(sources) {
        for (line, code) in code_lines(&text) {
            let words = words.iter().filter(|word| contains_word(code, word));
            found.extend(words.map(|word| format!("{path}:{line}: {word}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Places where the command may write to the disk: one module, and a test in a separate file.
const MAY_WRITE: [&str; 2] = ["cli/src/files", "cli/src/commands/play/worlds.rs"];

#[test]
fn the_command_writes_files_in_one_way() {
    let words = [
        "fs::write",
        "fs::rename",
        "fs::copy",
        "fs::remove_file",
        "File::create",
        "File::create_new",
        "File::options",
        "OpenOptions",
        "NamedTempFile",
        "tempfile",
    ];
    let mut found = Vec::new();
    for (path, text) in sources("cli/src") {
        let code = text.split("\nmod tests {").next().unwrap_or_default();
        let may = MAY_WRITE.iter().any(|allowed| path.starts_with(allowed));
        for (line, code) in code_lines(code).filter(|_| !may) {
            let words = words.iter().filter(|word| contains_word(code, word));
            found.extend(words.map(|word| format!("{path}:{line}: {word}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Returns the crates of the workspace on which a crate depends, except for tests.
fn crates_below(folder: &str) -> Vec<String> {
    let manifest = read(&project().join(folder).join("Cargo.toml"));
    let section = manifest.split("[dependencies]").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
    let names = section.lines().filter_map(|line| line.split([' ', '.']).next());
    names.filter(|name| name.starts_with("ludex")).map(str::to_owned).collect()
}

/// Cargo enforces the dependencies between crates; the drawing in ARCHITECTURE.md shows them.
#[test]
fn the_drawing_of_crates_is_that_of_the_manifests() {
    let page = read(&project().join("ARCHITECTURE.md"));
    let drawn: Vec<&str> =
        page.lines().filter(|line| line.starts_with("ludex") && line.contains(" ─► ")).collect();
    let arrow = |folder: &str| {
        let manifest = read(&project().join(folder).join("Cargo.toml"));
        let name = manifest.split('"').nth(1).expect("a name").to_owned();
        let below = crates_below(folder);
        let below = if below.is_empty() { "nothing".to_owned() } else { below.join(", ") };
        format!("{name:<13} ─► {below}")
    };
    assert_eq!(drawn, CRATES.map(arrow), "ARCHITECTURE.md on the left");
}

/// Words of other languages that have an equivalent in ours.
const FOREIGN: &str = "check/src/language.rs";

/// No game has Rust code of its own: no source contains the name of a card, zone, kind, spot or option of a
/// shipped game as a text. Words of the language are exempt, unless they are names of cards.
#[test]
fn no_source_names_anything_of_a_shipped_game() {
    let (mut names, mut cards) = (BTreeSet::new(), BTreeSet::new());
    for id in all_shipped() {
        let checked = ruleset(&id).checked().clone();
        names.insert(id);
        cards.extend(checked.designs.iter().map(|d| d.name.clone()));
        names.extend(checked.kinds.iter().map(|k| k.name.clone()));
        names.extend(checked.zones.iter().map(|z| z.name.clone()));
        names.extend(checked.spots.iter().map(|s| s.name.clone()));
        names.extend(checked.options.iter().map(|o| o.name.clone()));
    }
    let words = words_of_the_language();
    names.retain(|name| !words.contains(name));
    names.append(&mut cards);
    let mut found = Vec::new();
    for (path, text) in PRODUCT.map(|folder| format!("{folder}/src")).iter().flat_map(|f| sources(f)) {
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        if is_test(&path) || path == FOREIGN {
            continue;
        }
        for (line, code) in code_lines(text) {
            let named = texts(code).filter(|text| names.contains(*text));
            found.extend(named.map(|text| format!("{path}:{line}: {text}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    assert!(texts("if id == \"hermit\" {").any(|text| text == "hermit"), "a text would be seen");
    assert!(
        texts("\"Examples:\\n  ludex show x --card hermit\"").any(|text| text == "hermit"),
        "an example would be seen"
    );
}

/// Returns the words in string literals of a line of code that may be names: texts without blanks, part by
/// part, and the command lines in help texts, word by word.
fn texts(code: &str) -> impl Iterator<Item = &str> {
    let quoted = || code.split('"').skip(1).step_by(2);
    let plain = quoted().filter(|text| !text.contains(' '));
    let commands =
        quoted().flat_map(|text| text.split("\\n")).filter(|line| line.trim_start().starts_with("ludex "));
    plain
        .flat_map(|text| text.split(['.', '/', ':', ',']))
        .chain(commands.flat_map(|line| line.split(['.', '/', ':', ',', '=', ' '])))
}

/// Returns the code in the reference page, except its examples.
fn words_of_the_language() -> BTreeSet<String> {
    let page = read(&project().join("grammar/README.md"));
    let prose = page.split("```").step_by(2);
    let code = prose.flat_map(|text| text.split('`').skip(1).step_by(2));
    let words = code.flat_map(|code| code.split(|c: char| !c.is_ascii_lowercase() && c != '_'));
    words.map(str::to_owned).collect()
}

/// Tests that need a database server; `tests/postgres/run` starts one and runs them.
const NEEDS_A_SERVER: &str = "server/tests/log/postgres.rs";

#[test]
fn no_test_is_skipped_and_no_file_is_a_novel() {
    let mut found = Vec::new();
    for (path, text) in PRODUCT.into_iter().chain(["tests"]).flat_map(sources) {
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            found.push(format!("{path} has {lines} lines, more than {LONGEST_FILE}"));
        }
        let skips = text.lines().filter(|line| line.trim_start().starts_with("#[ignore")).count();
        if skips > 0 && path != NEEDS_A_SERVER {
            found.push(format!("{path} skips {skips} tests"));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Maximum number of source files in a folder of the product.
const FULLEST_FOLDER: usize = 15;

#[test]
fn no_folder_holds_more_than_can_be_seen_at_a_glance() {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for (path, _) in PRODUCT.into_iter().flat_map(sources) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *folders.entry(folder.to_owned()).or_default() += 1;
    }
    folders.retain(|_, files| *files > FULLEST_FOLDER);
    assert!(folders.is_empty(), "{folders:?}");
}

/// A module with submodules is the `mod.rs` in its folder: `x.rs` never exists next to a folder `x/` of
/// sources.
#[test]
fn a_module_with_submodules_is_the_mod_file_of_its_folder() {
    let sources: Vec<String> =
        PRODUCT.into_iter().chain(["web", "tests"]).flat_map(sources).map(|(path, _)| path).collect();
    let folders: BTreeSet<&str> =
        sources.iter().filter_map(|path| path.rsplit_once('/')).map(|(of, _)| of).collect();
    let beside: Vec<&String> =
        sources.iter().filter(|path| folders.contains(path.trim_end_matches(".rs"))).collect();
    assert!(beside.is_empty(), "move each to `mod.rs` in its folder: {beside:#?}");
}

/// Returns the type that a line declares.
fn declared(line: &str) -> Option<&str> {
    let words = || line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let at = words().take(4).position(|word| matches!(word, "struct" | "enum" | "trait"))?;
    let is_item = line.trim_start().starts_with("pub") || at == 0;
    words().nth(at + 1).filter(|name| is_item && name.starts_with(|c: char| c.is_ascii_uppercase()))
}

#[test]
fn a_name_of_a_type_has_at_most_two_meanings_in_a_crate() {
    for folder in PRODUCT.map(|folder| format!("{folder}/src")) {
        let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (path, text) in sources(&folder) {
            for name in code_lines(&text).filter_map(|(_, line)| declared(line)) {
                modules.entry(name.to_owned()).or_default().insert(path.clone());
            }
        }
        assert!(modules.len() > 4, "{folder}: {modules:?}");
        modules.retain(|_, modules| modules.len() > 2);
        assert!(modules.is_empty(), "{modules:#?}");
    }
}

fn contains_word(code: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !part(before) && (!part(after) || word.ends_with(['!', '(']))
    })
}

/// Number of places where the machine reads the order of a zone, by file. New places must sample unknown
/// cards (`exec/chance.rs`), or be justified here: `events` sorts what it reads, `chance` samples, and two of
/// `lists` do not run when random numbers are drawn.
const READS_ORDER: &[(&str, usize)] =
    &[("algebra", 2), ("chance", 3), ("eval", 6), ("events", 2), ("lists", 9), ("ops", 1), ("scan", 4)];

#[test]
fn whoever_reads_the_order_of_a_zone_samples_it() {
    let mut found: Vec<(String, usize)> = Vec::new();
    for (path, text) in sources("run/src/exec") {
        let reads =
            |code: &str| ["].head", "].tail", "].next", "].prev"].iter().any(|word| code.contains(word));
        let count = code_lines(&text).filter(|(_, code)| reads(code)).count();
        if count > 0 {
            let file = path.rsplit('/').next().unwrap_or("").trim_end_matches(".rs");
            found.push((file.to_owned(), count));
        }
    }
    let found: Vec<(&str, usize)> = found.iter().map(|(file, count)| (file.as_str(), *count)).collect();
    assert_eq!(found, READS_ORDER, "a place that reads the order of a zone is new, or gone");
}
