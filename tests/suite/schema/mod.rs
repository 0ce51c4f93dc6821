//! The schemas and the loader agree: the loader refuses everything that a schema refuses, and a schema
//! refuses all keys and shapes that the loader refuses.

mod documents;
mod fingerprints;
mod validator;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use ludex::analysis::Analysis;
use ludex::diagnostics::{Code, Diagnostic, FileId, Severity, Sources};
use ludex::schema::{modeline, names, schema};
use ludex::yaml;
use ludex_check::load;
use ludex_tests::cases::{Case, cases, files_below, here, project, read};
use ludex_tests::rulesets::{all_shipped, files, files_of, place};
use ludex_tests::session::{Folder, run};
use serde_json::{Value, json};

use validator::Validator;

/// Mistakes that only the loader can detect: an unknown key of a card may be a field, `game` may be in
/// another file, braces within texts, teams in another section, a template may patch one of a library, and
/// the values of its variables are a text.
const BEYOND: [&str; 7] = [
    "E0201-ability-key.yaml",
    "E0201-team-state.yaml",
    "E0202-game.yaml",
    "E0202-template.yaml",
    "E0203-open-brace.yaml",
    "E0203-range.yaml",
    "E0203-text-forms.yaml",
];

/// Codes about keys and shapes.
const SHAPE: [Code; 3] = [Code::UnknownKey, Code::MissingKey, Code::WrongShape];

static VALIDATORS: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
    let validator = |name| Validator::new(serde_json::to_value(schema(name)).expect("JSON"));
    names().map(|name| (name, validator(name))).collect()
});

fn validator(name: &str) -> &'static Validator {
    VALIDATORS.get(name).unwrap_or_else(|| panic!("there is no schema `{name}`"))
}

/// Parses a text as other programs do; `None` if that fails.
fn document(text: &str) -> Option<Value> {
    let document: serde_yaml::Value = serde_yaml::from_str(text).ok()?;
    serde_json::to_value(document).ok()
}

/// Returns the schema for the path of a file of a ruleset.
fn schema_of(path: &str) -> &str {
    modeline::of_file(path).unwrap_or(path)
}

/// Returns true if the schema of its path accepts a file.
fn is_accepted(path: &str, text: &str) -> Option<bool> {
    let name = names().find(|name| *name == schema_of(path))?;
    Some(validator(name).accepts(&document(text)?))
}

#[test]
fn every_file_of_a_ruleset_is_as_its_schema_says() {
    let templates = project().join("cli/templates");
    let others = std::fs::read_dir(templates).expect("a folder").map(|entry| {
        let path = entry.expect("an entry").path();
        let single = || vec![("ruleset.yaml".to_owned(), read(&path))];
        (path.display().to_string(), if path.is_dir() { files_of(&path) } else { single() })
    });
    let mut seen = BTreeSet::new();
    for (game, files) in all_shipped().into_iter().map(|id| (place(&id), files(&id))).chain(others) {
        for (path, text) in files {
            let accepted =
                is_accepted(&path, &text).unwrap_or_else(|| panic!("{path}: no schema, or no YAML"));
            assert!(accepted, "{game}: {path}");
            seen.insert(schema_of(&path).to_owned());
        }
    }
    for name in ["ruleset", "overlay", "scenario", "text", "cards", "layout"] {
        assert!(seen.contains(name), "no file is a `{name}`");
    }
}

/// For all cases: a file that a schema refuses has a problem.
#[test]
fn no_schema_refuses_what_is_read_without_a_problem() {
    let mut refused = 0;
    for case in all_cases().iter().filter(|case| case.text.contains("format:")) {
        let (files, overlays) = (case.files(), case.overlays());
        let of_file = files.iter().map(|(path, text)| (schema_of(path), text));
        let all = of_file.chain(overlays.iter().map(|(_, text)| ("overlay", text)));
        let refuses = |(name, text): (&str, &String)| {
            let known = names().any(|known| known == name);
            known && document(text).is_some_and(|document| !validator(name).accepts(&document))
        };
        if all.into_iter().any(refuses) {
            refused += 1;
            let compiled = ludex::Compile::new(&files).overlays(&overlays).compile();
            let told = !compiled.problems.is_empty() || !Analysis::new(&files, "").problems().is_empty();
            assert!(told, "{}: only a schema refuses it", case.name);
        }
    }
    assert!(refused > 10, "{refused} cases are refused");
}

fn all_cases() -> Vec<Case> {
    let folders = std::fs::read_dir(here().join("cases")).expect("a folder");
    let folders = folders.map(|folder| folder.expect("a folder").file_name().to_string_lossy().into_owned());
    folders.filter(|name| name != "schema").flat_map(|name| cases(&name)).collect()
}

/// The mistakes of shape on the pages of diagnostics: files with a key or a shape that the loader refuses.
#[test]
fn mistakes_of_shape_are_refused_by_the_schema_too() {
    let mut count = 0;
    let mut passed = Vec::new();
    for case in cases("diagnostics").iter().filter(|case| case.overlays().is_empty()) {
        for (path, text) in case.files() {
            let told = read_alone(&path, &text);
            let accepted = is_accepted(&path, &text);
            if told.iter().any(is_of_shape) && accepted.is_some() {
                count += 1;
                if accepted == Some(true) && !BEYOND.contains(&case.name.as_str()) {
                    passed.push(format!(
                        "{}: {path}: {:?}",
                        case.name,
                        told.iter().map(|one| &one.message).collect::<Vec<_>>()
                    ));
                }
            }
        }
    }
    assert!(count > 10, "{count} files have a mistake of shape");
    assert_eq!(passed, Vec::<String>::new());
}

fn is_of_shape(problem: &Diagnostic) -> bool {
    SHAPE.contains(&problem.code) && problem.severity() == Severity::Error
}

/// Returns the diagnostics of a file read alone.
fn read_alone(path: &str, text: &str) -> Vec<Diagnostic> {
    let mut sources = Sources::new();
    let mut problems = Vec::new();
    let file = sources.add(path, text);
    match schema_of(path) {
        "scenario" => {
            if let Some(node) = yaml::parse(file, text, &mut problems) {
                load::scenario::scenarios(file, &node, &mut problems);
            }
        }
        "overlay" => {
            let base = read(&here().join("cases/schema/ruleset.yaml"));
            let main = sources.add("ruleset.yaml", base);
            load::load_with(&sources, &[("ruleset.yaml".to_owned(), main)], &[file], &mut problems);
            if let Some(node) =
                yaml::parse(file, text, &mut Vec::new()).filter(|_| text.contains("scenarios:"))
            {
                load::scenario::of_overlay(file, &node, None, &mut problems);
            }
            problems.retain(|problem| problem.primary.span.file == file);
        }
        "ruleset" => drop(load::load(&sources, &[(path.to_owned(), file)], &mut problems)),
        _ => {
            let main = sources.add("ruleset.yaml", "format: 1\ngame: { id: g, players: 2 }\n");
            let mut files: Vec<(String, FileId)> = vec![(path.to_owned(), file)];
            if path != "game.yaml" {
                files.push(("ruleset.yaml".to_owned(), main));
            }
            load::load(&sources, &files, &mut problems);
            problems.retain(|problem| problem.primary.span.file == file);
        }
    }
    problems
}

/// Visits a document with one change of each of its parts: another key, a missing key, another value.
fn each_changed(document: &Value, seen: &mut dyn FnMut(&str, &Value)) {
    let mut pointers = Vec::new();
    walk(document, String::new(), &mut pointers);
    let mut with = |what: String, at: &str, change: &dyn Fn(&mut Value)| {
        let mut document = document.clone();
        change(document.pointer_mut(at).expect("a part"));
        seen(&what, &document);
    };
    for at in &pointers {
        let part = document.pointer(at).expect("a part");
        for key in ["zzq", "zz q"] {
            if part.is_object() {
                with(format!("{at}/{key} added"), at, &|part| part[key] = json!("zzq"));
            }
        }
        for key in part.as_object().into_iter().flatten().map(|(key, _)| key) {
            with(format!("{at}/{key} taken away"), at, &|part| {
                drop(part.as_object_mut().expect("a map").remove(key))
            });
        }
        for value in [json!(null), json!(true), json!(5), json!("zzq"), json!([5]), json!({ "zzq": 5 })] {
            with(format!("{at} = {value}"), at, &|part| *part = value.clone());
        }
    }
}

fn walk(part: &Value, at: String, pointers: &mut Vec<String>) {
    for (key, below) in part.as_object().into_iter().flatten() {
        walk(below, format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), pointers);
    }
    for (place, below) in part.as_array().into_iter().flatten().enumerate() {
        walk(below, format!("{at}/{place}"), pointers);
    }
    pointers.push(at);
}

/// Returns true for mistakes beyond schemas of draft 7: that all items of a list except the last are maps,
/// contents of other files, and that a file requires a scenario.
fn no_schema_says(what: &str) -> bool {
    // a card may be one of a library, which has its kind; the type of a field has the keys of its values
    let elsewhere = [
        "/cards/king/kind taken away",
        "/cards/king = null",
        "/cards/king = {\"zzq\":5}",
        "/cards/king/cost/zz q added",
        // a schema can't count characters as people see them
        "/layout/seats/blue/sign = \"zzq\"",
    ];
    // the arrangement of spots decides which other keys they need
    let of_map = ["cell/columns", "cell/shape", "town/links", "town/shape"]
        .map(|part| format!("/spots/{part} taken away"));
    // an alternative that is not a map, or lacks the keys that its first key requires
    let in_texts = ["/cards/king/text", "/messages/taken"].iter().any(|text| {
        what.contains(&format!("{text}/0 = ")) || what.ends_with(&format!("{text}/0/text taken away"))
    });
    // `per: team` or a section for teams is elsewhere
    let teams = ["/teams/far taken away", "/teams/near taken away", "/teams = null", "/teams taken away"];
    of_map.iter().any(|gone| gone == what)
        || in_texts
        || what.ends_with("/messages/taken/1/other taken away")
        || teams.contains(&what)
        || elsewhere.contains(&what)
        || ["/game taken away", "/scenarios taken away"].contains(&what)
}

/// Returns the differences between the loader and the schema.
fn differences(path: &str, text: &str) -> Vec<String> {
    let validator = validator(schema_of(path));
    let original = document(text).expect("YAML");
    assert!(read_alone(path, text).is_empty(), "{path}: {:?}", read_alone(path, text));
    assert!(validator.accepts(&original), "{path} is not as its schema says");
    // a patched key of an overlay may be missing, and its value may have either shape
    let codes = if schema_of(path) == "overlay" { &SHAPE[..1] } else { &SHAPE[..] };
    let mut differ = Vec::new();
    let (mut count, mut refused) = (0, 0);
    each_changed(&original, &mut |what, document| {
        let text = serde_yaml::to_string(document).expect("YAML");
        let told = read_alone(path, &text);
        let accepted = validator.accepts(document);
        count += 1;
        refused += usize::from(!accepted);
        match told.iter().find(|problem| codes.contains(&problem.code)) {
            Some(problem) if accepted && !no_schema_says(what) => {
                differ.push(format!("{what}: only the loader says: {}", problem.message))
            }
            None if !accepted && told.is_empty() && !no_schema_says(what) => {
                differ.push(format!("{what}: only the schema refuses it"))
            }
            _ => {}
        }
    });
    assert!(refused * 5 > count, "{path}: {refused} of {count} are refused");
    differ
}

#[test]
fn a_document_with_every_key_is_judged_alike_however_it_is_changed() {
    let file = |name: &str| read(&here().join("cases/schema").join(name));
    let mut differ = differences("ruleset.yaml", &file("ruleset.yaml"));
    differ.extend(differences("ruleset.yaml", &file("teams.yaml")));
    differ.extend(differences("scenarios/all.yaml", &file("scenario.yaml")));
    differ.extend(differences("variants/quick.yaml", &file("overlay.yaml")));
    differ.extend(differences("text/en.yaml", &file("text.yaml")));
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// The documents of the test above contain every key of every table.
#[test]
fn these_documents_have_every_key() {
    for (name, files) in [("ruleset", &["ruleset.yaml", "teams.yaml"][..]), ("scenario", &["scenario.yaml"])]
    {
        let whole = serde_json::to_value(schema(name).expect("a schema")).expect("JSON");
        let mut keys = BTreeSet::new();
        for file in files {
            keys_of(&document(&read(&here().join("cases/schema").join(file))).expect("YAML"), &mut keys);
        }
        let tables = whole["definitions"].as_object().expect("tables").values().chain([&whole]);
        let known = tables.filter_map(|table| table["properties"].as_object()).flatten().map(|(key, _)| key);
        let groups = ["cards", "game"];
        let texts = |key: &str| {
            name == "ruleset"
                && !groups.contains(&key)
                && whole["properties"]["text"].to_string().contains(&format!("\"{key}\":"))
        };
        // codes are keys of `allow`, one of which stands for all
        let is_code = |key: &str| key.parse::<Code>().is_ok();
        let missing: Vec<_> =
            known.filter(|key| !keys.contains(*key) && !texts(key) && !is_code(key)).collect();
        assert!(missing.is_empty(), "{files:?} lack {missing:?}");
    }
}

fn keys_of(part: &Value, keys: &mut BTreeSet<String>) {
    for (key, below) in part.as_object().into_iter().flatten() {
        keys.insert(key.clone());
        keys_of(below, keys);
    }
    part.as_array().into_iter().flatten().for_each(|below| keys_of(below, keys));
}

/// `ludex schema --into editors/schema` writes them.
#[test]
fn the_published_files_are_what_the_command_writes() {
    let folder = Folder::new("published");
    let ran = run(&folder, &["schema", "--into", "schema"], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let texts = |root: PathBuf| -> BTreeMap<PathBuf, String> {
        let below = |path: &PathBuf| path.strip_prefix(&root).expect("below").to_owned();
        files_below(&root).iter().map(|path| (below(path), read(path))).collect()
    };
    let (written, published) = (texts(folder.path().join("schema")), texts(project().join("editors/schema")));
    let names = |all: &BTreeMap<PathBuf, String>| all.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&published), names(&written), "published on the left");
    for (path, text) in &written {
        assert!(published[path] == *text, "{}: ludex schema --into editors/schema", path.display());
    }
    assert!(written.len() > ludex::schema::names().count(), "documents are published too");
}

#[test]
fn every_shipped_file_names_its_schema() {
    for game in all_shipped() {
        let folder = project().join(place(&game));
        let to_the_top = "../".repeat(place(&game).split('/').count());
        for (path, text) in files_of(&folder) {
            let line = modeline::line(&path, &format!("{to_the_top}editors/schema"));
            let line = line.unwrap_or_else(|| panic!("{game}/{path} has no schema"));
            assert!(text.starts_with(&line), "{game}/{path} does not begin with {line}");
            let address = modeline::named(&text).expect("an address");
            let named = folder.join(&path).parent().expect("a folder").join(address);
            assert!(named.is_file(), "{game}/{path}: there is no {}", named.display());
        }
    }
}

#[test]
fn what_is_begun_names_schemas_that_lie_beside_it() {
    let folder = Folder::new("begun");
    for words in [
        "new mine",
        "new mine --texts fr",
        "new own --from verraeter",
        "new own/variants/more.yaml --variant-of ./own",
    ] {
        let ran = run(&folder, &words.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(ran.code, Some(0), "{words}: {}", ran.err);
    }
    let files = files_below(folder.path());
    let files = files.iter().filter(|path| path.extension().is_some_and(|end| end == "yaml"));
    let mut count = 0;
    for path in files {
        let text = read(path);
        let address = modeline::named(&text).unwrap_or_else(|| panic!("{} names none", path.display()));
        assert!(path.parent().expect("a folder").join(address).is_file(), "{}: {address}", path.display());
        count += 1;
    }
    assert!(count > 20, "{count} files");
}
