//! Analysis of incomplete text: every request about every position has an answer, possibly empty.

use ludex::analysis::{Analysis, NameKind};
use ludex_tests::rulesets::{Picks, files, shipped};

/// Number of cuts of each shipped game, and of requested positions in each.
const CUTS: usize = 30;
const PLACES: usize = 3;

/// Requests all information about a position. Returns true if anything is known.
fn asked(analysis: &Analysis, path: &str, byte: usize) -> bool {
    let file = analysis.file(path).expect("a file of the ruleset");
    let at = analysis.at(file, byte);
    for name in &at.names {
        let written = name.place.map(|place| analysis.sources().slice(place));
        // a built-in local such as `self` begins with its body
        let is_there = written.is_none_or(|written| written == name.name) || name.kind == NameKind::Local;
        assert!(is_there, "{path} at {byte}: `{}` is defined at `{written:?}`", name.name);
    }
    at.word.is_some() || at.expression.is_some() || !at.names.is_empty()
}

#[test]
fn a_ruleset_cut_at_any_place_can_be_asked_about() {
    let mut picks = Picks(28);
    for id in shipped() {
        let whole: Vec<(String, String)> =
            files(&id).into_iter().filter(|(path, _)| !path.contains('/')).collect();
        let mut known = 0;
        for _ in 0..CUTS {
            let mut cut = whole.clone();
            let (path, text) = &mut cut[picks.below(whole.len())];
            let at = text.floor_char_boundary(picks.below(text.len()));
            text.truncate(at);
            let (path, length) = (path.clone(), text.len());
            let analysis = Analysis::new(&cut, "");
            let places = (0..PLACES).map(|_| picks.below(length + 2)).chain([length]);
            known += places.filter(|byte| asked(&analysis, &path, *byte)).count();
            let json = serde_json::to_value(analysis.problems()).expect("JSON");
            assert!(json.is_array() && analysis.definitions().count() < 100_000);
        }
        assert!(known > CUTS, "{id}: something is known of {known} places");
    }
}

/// An analysis of a ruleset has the same diagnostics as `ludex check`, also for its scenarios.
#[test]
fn a_shipped_game_has_no_problems_and_its_scenarios_have_words() {
    for id in shipped() {
        let files = files(&id);
        let analysis = Analysis::new(&files, "");
        assert!(analysis.problems().is_empty(), "{id}: {:?}", analysis.problems());
        let (path, text) = files.iter().find(|(path, _)| path.starts_with("scenarios/")).expect("scenarios");
        let file = analysis.file(path).expect("a file");
        let known = (0..text.len()).step_by(200).filter(|byte| analysis.word_at(file, *byte).is_some());
        assert!(known.count() > 0, "{id}: {path}");
    }
}

#[test]
fn no_file_and_no_place_are_nothing() {
    let analysis = Analysis::new(&[], "");
    assert_eq!(analysis.problems().len(), 1);
    assert!(analysis.file("ruleset.yaml").is_none());
    let text = "format: 1\n# ä\n".to_owned();
    let analysis = Analysis::new(&[("ruleset.yaml".to_owned(), text.clone())], "");
    let file = analysis.file("ruleset.yaml").expect("the file");
    for byte in [text.find('ä').expect("it is there") + 1, text.len() + 1, usize::MAX] {
        assert_eq!(analysis.at(file, byte), ludex::analysis::At::default(), "no place at {byte}");
    }
    assert_eq!(analysis.at(ludex::diagnostics::FileId(9), 0), ludex::analysis::At::default());
}
