//! The commands of `docs/continuous-integration.md` succeed for a correct ruleset, and exit with 1 for one
//! with errors.

use ludex_tests::cases::{project, read};
use ludex_tests::rulesets::files_of;
use ludex_tests::session::{Folder, run};

/// Returns the commands of the page, except those that write files and those of the last part, which require
/// a history.
fn commands() -> Vec<String> {
    let page = read(&project().join("docs/continuous-integration.md"));
    let part = page.split("## Changes in a pull request").next().expect("the part before");
    let blocks = part.split("\n```").skip(1).step_by(2);
    let lines = blocks.flat_map(|block| block.lines().flat_map(|line| line.split("&&")));
    let typed =
        lines.filter_map(|line| Some(line.split_once("ludex ")?.1.split(" >").next()?.trim().to_owned()));
    typed.filter(|command| command.contains("my-game")).collect()
}

/// Returns the exit code of each command of the page, in a folder with this ruleset.
fn codes(files: &[(String, String)], name: &str) -> Vec<(String, Option<i32>)> {
    let folder = Folder::new(name);
    for (path, text) in files {
        folder.write(&format!("my-game/{path}"), text.as_bytes());
    }
    let ran = commands().into_iter().map(|command| {
        let words: Vec<&str> = command.split_whitespace().collect();
        let code = run(&folder, &words, "").code;
        (command, code)
    });
    let ran = ran.collect();
    assert!(folder.path().join("scenarios.xml").exists());
    ran
}

#[test]
fn the_commands_of_continuous_integration_end_well() {
    let files = files_of(&project().join("cli/templates/blank"));
    let ran = codes(&files, "integration");
    assert!(ran.len() >= 10, "{ran:?}");
    assert!(ran.iter().all(|(_, code)| *code == Some(0)), "{ran:?}");
}

#[test]
fn they_refuse_a_warning_a_scenario_that_fails_and_bad_spacing() {
    let mut files = files_of(&project().join("cli/templates/blank"));
    let scenario = "scenarios:\n  - name: wrong\n    expect: 1 == 2\n";
    files.push(("scenarios/wrong.yaml".to_owned(), scenario.to_owned()));
    files.push(("functions.yaml".to_owned(), "spare: { is: 1   +  2 }\n".to_owned()));
    for (command, code) in codes(&files, "integration-refused") {
        let is_told =
            command.contains("--deny-warnings") || command.contains("test") || command.contains("fmt");
        assert_eq!(code, Some(i32::from(is_told)), "{command}");
    }
}
