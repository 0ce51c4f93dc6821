//! `peers/games`: the rulesets compared to OpenSpiel. Random play shows that the games are equal.

use std::path::Path;

use ludex::Playout;
use ludex::scenarios::run_all;
use ludex_tests::cases::{Case, read};
use ludex_tests::peers::{Sums, compiled, folders};
use ludex_tests::rulesets::{files_of, spread};

/// Number of games whose means are compared.
const GAMES: u64 = 1_000;
/// Maximum deviation of a mean in standard errors.
const OFF: f64 = 4.0;

/// Returns the figures of OpenSpiel, which are notes in the ruleset: `# decisions: 48.399`.
fn figures(folder: &Path) -> Case {
    let text = read(&folder.join("ruleset.yaml"));
    Case { name: folder.display().to_string(), text }
}

#[test]
fn each_checks_without_a_warning_and_passes_its_scenarios() {
    assert!(folders().len() >= 3);
    for folder in folders() {
        let files = files_of(&folder);
        let compiled = ludex::compile(&files);
        assert!(compiled.problems.is_empty(), "{}: {:?}", folder.display(), compiled.problems);
        let scenarios: Vec<_> =
            files.into_iter().filter(|(path, _)| path.starts_with("scenarios/")).collect();
        let report = run_all(&compiled.ruleset.expect("no problems"), &scenarios, "");
        assert!(report.is_good(), "{}: {:?} {:#?}", folder.display(), report.problems, report.results);
        assert!(report.results.len() > 2, "{} has scenarios", folder.display());
    }
}

/// A different rule changes one of these means, unless it seldom matters: then a scenario tests it.
#[test]
fn random_play_has_the_means_of_openspiel() {
    for folder in folders() {
        let (figures, ruleset) = (figures(&folder), compiled(&folder).expect("a folder"));
        let ruleset = ruleset.into_ruleset().expect("no problems");
        let setup = ruleset.setup(*ruleset.players().start(), &[]).expect("a game");
        let (mut sums, mut playout) = (Sums::new(&setup), Playout::new(&setup));
        (0..GAMES).for_each(|game| sums.count(&mut playout, spread(game)));
        let figure = |key| -> f64 {
            figures
                .note(key)
                .and_then(|text| text.parse().ok())
                .unwrap_or_else(|| panic!("{}: {key}", figures.name))
        };
        let scores = sums.scores.iter().map(|sum| ("score", *sum));
        for (key, sum) in [("decisions", sums.decisions), ("options", sums.options)].into_iter().chain(scores)
        {
            let (mean, error) = sum.mean(sums.games);
            let off = (mean - figure(key)).abs();
            assert!(
                off <= OFF * error + 1e-9,
                "{}: {key} {mean} ± {error}, not {}",
                figures.name,
                figure(key)
            );
        }
    }
}
