//! Tests of loading: a whole ruleset, then every problem with its marked text.

mod overlays;
mod problems;
mod scenarios;
mod sections;

use ludex_check::load::schema::modeline::{line, line_beside, without};
use ludex_check::load::{self, raw::RawRuleset};
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::source::Sources;

/// The first two lines of every small ruleset in these tests.
const HEAD: &str = "format: 1\ngame: { id: g, players: 2 }\n";

/// Loads files given by path and text. Formats problems as `E0201 at seez: message (help)`.
fn load(files: &[(&str, &str)]) -> (RawRuleset, Vec<String>) {
    let mut sources = Sources::new();
    let files: Vec<_> =
        files.iter().map(|(path, text)| (path.to_string(), sources.add(*path, *text))).collect();
    let mut problems = Vec::new();
    let ruleset = load::load(&sources, &files, &mut problems);
    (ruleset, show(&sources, &problems))
}

fn show(sources: &Sources, problems: &[Diagnostic]) -> Vec<String> {
    let line = |problem: &Diagnostic| {
        let help = problem.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
        let at = sources.slice(problem.primary.span).trim_end();
        format!("{} at {at}: {}{help}", problem.code, problem.message)
    };
    problems.iter().map(line).collect()
}

/// Loads sections that must have no problem.
fn fine(sections: &str) -> RawRuleset {
    let (ruleset, problems) = load(&[("ruleset.yaml", &format!("{HEAD}{sections}"))]);
    assert_eq!(problems, Vec::<String>::new());
    ruleset
}

/// Returns the problems of some sections.
fn problems_in(sections: &str) -> Vec<String> {
    load(&[("ruleset.yaml", &format!("{HEAD}{sections}"))]).1
}

/// Returns the problems of a whole `ruleset.yaml`.
fn problems_of(text: &str) -> Vec<String> {
    load(&[("ruleset.yaml", text)]).1
}

#[test]
fn a_file_names_the_schema_of_its_path() {
    let line_of = |path| line(path, ".schema").unwrap_or_default();
    assert_eq!(line_of("cards.yaml"), "# yaml-language-server: $schema=.schema/cards.json\n");
    assert_eq!(line_of("scenarios/a.yaml"), "# yaml-language-server: $schema=../.schema/scenario.json\n");
    assert_eq!(line_of("overlay.yaml"), "", "no file of a ruleset has this name");
    assert_eq!(line_of("notes/a.yaml"), "");
    let main = line_of("ruleset.yaml") + "format: 1\n";
    assert_eq!(
        line_beside(&main, "text/fr.yaml"),
        Some("# yaml-language-server: $schema=../.schema/text.json\n".to_owned())
    );
    assert_eq!(line_beside("format: 1\n", "text/fr.yaml"), None);
    assert_eq!(without(&main), "format: 1\n");
    assert_eq!(without("format: 1\n"), "format: 1\n");
}
