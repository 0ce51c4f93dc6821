//! The templates of `ludex new`: each checks without a warning, is formatted, has passing scenarios, and can
//! be played to its end.

use std::path::PathBuf;

use ludex::scenarios::{Outcome, run_all};
use ludex::{Compile, Playout};
use ludex_tests::cases::{files_below, project};
use ludex_tests::rulesets::{files_of, spread};

/// Number of random games of each template with each number of players.
const GAMES: u64 = 50;

/// Maximum number of lines of rules in a template.
const MOST_LINES: usize = 120;

fn templates() -> Vec<PathBuf> {
    let folder = project().join("cli/templates");
    let main = files_below(&folder).into_iter().filter(|path| path.ends_with("ruleset.yaml"));
    main.map(|path| path.parent().expect("a folder").to_owned()).collect()
}

#[test]
fn templates_check_pass_and_are_played_to_their_end() {
    let all = templates();
    assert!(all.len() >= 6, "{all:?}");
    for folder in all {
        let files = files_of(&folder);
        let compiled = Compile::new(&files).compile_and_check();
        let problems: Vec<_> = compiled.iter().flat_map(|one| &one.problems).collect();
        assert!(problems.is_empty(), "{}: {problems:#?}", folder.display());
        let ruleset = compiled[0].ruleset.clone().expect("a ruleset");
        let report = run_all(&ruleset, &files, "");
        assert!(!report.results.is_empty(), "{}", folder.display());
        for result in &report.results {
            assert!(matches!(result.outcome, Outcome::Passed), "{}: {result:?}", folder.display());
        }
        for players in ruleset.players() {
            let setup = ruleset.setup(players, &[]).expect("the defaults fit");
            let mut playout = Playout::new(&setup);
            for seed in 0..GAMES {
                let ended = playout.random(spread(seed));
                assert!(
                    ended.is_ok(),
                    "{}, {players} players, seed {seed}: {:?}",
                    folder.display(),
                    ended.err()
                );
            }
        }
        let rules = files.iter().filter(|(path, _)| !path.contains('/'));
        assert!(
            rules.map(|(_, text)| text.lines().count()).sum::<usize>() <= MOST_LINES,
            "{}",
            folder.display()
        );
        for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("text/")) {
            assert!(ludex::format::file(path, text) == *text, "{}: {path}", folder.display());
        }
    }
}
