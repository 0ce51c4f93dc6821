//! `ludex fmt`: only spaces change, formatting is idempotent, and text with other spaces gets the same form.

use std::sync::OnceLock;

use ludex::diagnostics::{FileId, Span};
use ludex::format;
use ludex::yaml::{self, Node, NodeKind};
use ludex_check::load;
use ludex_grammar::yaml::Text;
use ludex_grammar::{parse, print};
use ludex_tests::cases::{files_below, here, project, read};
use ludex_tests::mutants;
use ludex_tests::rulesets::{Picks, shipped};

/// A file with its text, and the text formatted.
struct File {
    path: String,
    text: String,
    formatted: String,
}

/// Returns every YAML file of the shipped games and of the cases, formatted once for all tests.
fn corpus() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let file =
            |(path, text): (String, String)| File { formatted: format::file(&path, &text), path, text };
        yaml_files().into_iter().map(file).collect()
    })
}

fn yaml_files() -> Vec<(String, String)> {
    let folders = [project().join("rulesets"), here().join("cases"), here().join("peers/games")];
    let files = folders.iter().flat_map(|folder| files_below(folder));
    let yaml = files.filter(|path| path.extension().is_some_and(|end| end == "yaml"));
    yaml.map(|path| (path.display().to_string(), read(&path))).collect()
}

/// Collects the texts of a tree, in order.
fn texts<'n>(node: &'n Node, into: &mut Vec<&'n str>) {
    match &node.kind {
        NodeKind::Map(entries) => entries.iter().for_each(|(_, value)| texts(value, into)),
        NodeKind::List(items) => items.iter().for_each(|item| texts(item, into)),
        NodeKind::Text(text) => into.push(&text.value),
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => {}
    }
}

/// Parses an effect or an expression and prints it, if possible.
fn meaning(text: &str) -> Option<String> {
    let text = Text::plain(text, FileId(0), 0);
    let effect = parse::effect(&text, &mut Vec::new()).map(|block| print::block(&block));
    effect.or_else(|| parse::expr(&text, &mut Vec::new()).map(|expr| print::expr(&expr)))
}

/// Doubles single spaces, except at line starts and in comments, and removes the space after commas.
fn mangled(text: &str) -> String {
    let line = |line: &str| {
        let begin = line.len() - line.trim_start().len();
        let code = line.find('#').unwrap_or(line.len());
        let (indent, rest) = line.split_at(begin.min(code));
        let (code, comment) = rest.split_at(code - indent.len());
        format!(
            "{indent}{}{comment}",
            code.trim_end().replace(", ", ",").replace(' ', "  ") + &code[code.trim_end().len()..]
        )
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn formatting_changes_spaces_alone_and_once() {
    let without = |text: &str| text.split_whitespace().collect::<String>();
    let (mut effects, mut changed) = (0, 0);
    for File { path, text, formatted: new } in corpus() {
        if new != text {
            assert_eq!(format::file(path, new), *new, "{path}: a second time");
            changed += 1;
        }
        assert_eq!(without(new), without(text), "{path}: more than spaces");
        let trees = [text, new].map(|text| yaml::parse(FileId(0), text, &mut Vec::new()));
        let [Some(old), Some(new)] = &trees else { continue };
        let (mut before, mut after) = (Vec::new(), Vec::new());
        texts(old, &mut before);
        texts(new, &mut after);
        assert_eq!(before.len(), after.len(), "{path}");
        for (before, after) in before.into_iter().zip(after).filter(|(before, after)| before != after) {
            assert_eq!(meaning(before), meaning(after), "{path}: {before}");
            effects += 1;
        }
    }
    assert!(changed > 3 && effects > 10, "{changed} files, {effects} effects");
}

/// Checks that formatting is idempotent and changes only spaces.
fn changes_spaces_alone_and_once(what: &str, path: &str, text: &str) {
    let without = |text: &str| text.split_whitespace().collect::<String>();
    let new = format::file(path, text);
    assert_eq!(format::file(path, &new), new, "{what}: a second time");
    assert_eq!(without(&new), without(text), "{what}: more than spaces");
}

/// Number of changed rules, and of files with a mistake, for each game.
const CHANGED: usize = 30;

#[test]
fn changed_rules_and_files_with_a_mistake_are_formatted_once_too() {
    let mut picks = Picks(11);
    for game in shipped() {
        let files = mutants::rules(&game);
        let all = mutants::mutants(&files);
        for _ in 0..CHANGED {
            let mutant = &all[picks.below(all.len())];
            let changed = mutant.apply(&files);
            let (_, text) = changed.iter().find(|(path, _)| *path == mutant.file).expect("its file");
            changes_spaces_alone_and_once(&mutant.id, &mutant.file, text);
            let places: Vec<(usize, char)> = text.char_indices().collect();
            let (at, c) = places[picks.below(places.len())];
            let broken = format!("{}{}", &text[..at], &text[at + c.len_utf8()..]);
            let what = format!("{game} {} without byte {at}", mutant.file);
            changes_spaces_alone_and_once(&what, &mutant.file, &broken);
        }
    }
}

#[test]
fn an_effect_with_other_spaces_is_formatted_alike() {
    let mut seen = 0;
    for File { path, text, .. } in corpus() {
        let Some(tree) = yaml::parse(FileId(0), text, &mut Vec::new()) else { continue };
        let mut all = Vec::new();
        texts(&tree, &mut all);
        for text in all.into_iter().filter(|text| text.contains('\n') && meaning(text).is_some()) {
            assert_eq!(format::effect(&mangled(text)), format::effect(text), "{path}");
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen} effects");
}

/// Effects and expressions in one line, plain or quoted, with doubled spaces; the tables of keys list them.
#[test]
fn a_short_effect_with_other_spaces_is_formatted_alike() {
    let mut seen = 0;
    for File { path, text, formatted } in corpus() {
        let Some(tree) = yaml::parse(FileId(0), text, &mut Vec::new()) else { continue };
        let mut places = load::schema::written::code(path, &tree).unwrap_or_default();
        let line = |place: &Span| text.get(place.start as usize..place.end as usize);
        places.retain(|place| {
            line(place).is_some_and(|line| !line.contains(['\n', '\\', '#']) && meaning(line).is_some())
        });
        places.sort_by_key(|place| place.start);
        let (mut other, mut done) = (String::new(), 0);
        for place in &places {
            other += &text[done..place.start as usize];
            other += &line(place).expect("a line").replace(' ', "  ");
            done = place.end as usize;
        }
        other += &text[done..];
        assert_eq!(format::file(path, &other), *formatted, "{path}");
        seen += places.len();
    }
    assert!(seen > 2_000, "{seen} effects and expressions");
}

#[test]
fn the_shipped_games_are_formatted() {
    for path in files_below(&project().join("rulesets")) {
        if path.extension().is_some_and(|end| end == "yaml") {
            let text = read(&path);
            assert!(format::file(&path.to_string_lossy(), &text) == text, "{}", path.display());
        }
    }
}
