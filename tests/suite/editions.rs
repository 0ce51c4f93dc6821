//! `editions/1`: games by other authors in the first edition of the language (`format: 1`), half of them
//! careless. Their meaning is frozen: each checks with the warnings listed in its head, passes its scenarios,
//! and plays random games with the hash in its head. The same holds for the whole games in `cases/games`,
//! which use newer features and have a maximum number of lines.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use ludex::scenarios::{Report, run_all};
use ludex::{Compile, Ruleset, Setup};
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_lab::blocks::Control;
use ludex_lab::simulate::{Ended, SimulatePlan, simulate};
use ludex_lab::solve::{Task, Unsolved, solve};
use ludex_run::state::Fnv;
use ludex_tests::bots::{bot, play};
use ludex_tests::cases::{Case, files_below, here, read};
use serde_json::Value;

/// Folder of whole games.
const WHOLE: &str = "../cases/games";
/// Number of random games with each number of players.
const GAMES: u64 = 20;

/// Returns the games directly in a folder of `editions`; none if the folder does not exist.
fn games(folder: &str) -> Vec<Case> {
    let folder = here().join("editions").join(folder);
    if !folder.is_dir() {
        return Vec::new();
    }
    let paths = files_below(&folder).into_iter().filter(|path| path.parent() == Some(folder.as_path()));
    paths.map(|path| Case { name: path.display().to_string(), text: read(&path) }).collect()
}

/// Returns the games of the first edition and the whole games, checked once for all tests.
fn all() -> &'static [(Case, Told)] {
    static ALL: OnceLock<Vec<(Case, Told)>> = OnceLock::new();
    let told = |case: Case| {
        let told = check_case(&case);
        (case, told)
    };
    ALL.get_or_init(|| games("1").into_iter().chain(games(WHOLE)).map(told).collect())
}

/// Results of `check` and `test` for a game.
struct Told {
    /// The ruleset, if it has no error.
    ruleset: Option<Ruleset>,
    /// Problems of its rules and scenarios.
    problems: Vec<Diagnostic>,
    report: Option<Report>,
}

fn check_case(case: &Case) -> Told {
    let files = case.files();
    let compiled = Compile::new(&files).compile_and_check();
    let ruleset = compiled[0].ruleset.clone();
    let problems = compiled.into_iter().flat_map(|one| one.problems).collect();
    let report = ruleset.as_ref().map(|ruleset| run_all(ruleset, &files, ""));
    Told { ruleset, problems, report }
}

impl Told {
    /// Returns the codes of all problems of this severity.
    fn codes(&self, severity: Severity) -> BTreeSet<String> {
        let of_report = self.report.iter().flat_map(|report| &report.problems);
        let all = self.problems.iter().chain(of_report);
        all.filter(|problem| problem.severity() == severity).map(|problem| problem.code.to_string()).collect()
    }
}

/// Returns the setup for each number of players.
fn setups(case: &Case, told: &Told) -> impl Iterator<Item = Setup> {
    let ruleset = told.ruleset.clone().unwrap_or_else(|| panic!("{}: {:#?}", case.name, told.problems));
    ruleset.players().map(move |players| ruleset.setup(players, &[]).expect("the defaults fit"))
}

/// Formats random games, a line for each pick and each end: the player, the options, the pick, the winners
/// and the scores.
fn courses(setup: &Setup) -> String {
    let plan = SimulatePlan::new(setup, GAMES, 1);
    let (stop, mut log) = (AtomicBool::new(false), String::new());
    let mut sink = |lines: String| log.push_str(&lines);
    let control = Control { threads: 1, stop: &stop, done: &|_| {} };
    let played = simulate(&plan, &control, Some(&mut sink));
    assert_eq!((played.ended, played.sums.failed), (Ended::Whole, 0), "{}", setup.ruleset().id());
    log.lines().map(course).collect()
}

/// Formats one game, from its line of the log.
fn course(line: &str) -> String {
    let game: Value = serde_json::from_str(line).expect("a line of JSON");
    let mut course = String::new();
    for pick in game["picks"].as_array().expect("picks") {
        let (seat, decision) = (word(&pick["seat"]), word(&pick["decision"]));
        course += &format!("{seat} {decision} {} {}\n", words(&pick["options"]), word(&pick["pick"]));
    }
    course += &format!("{} {}\n", words(&game["winners"]), words(&game["scores"]));
    course
}

/// Returns a text without quotes, or a number.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn words(values: &Value) -> String {
    let words: Vec<String> = values.as_array().expect("a list").iter().map(word).collect();
    words.join(",")
}

#[test]
fn what_is_careless_is_a_warning_and_scenarios_pass() {
    let games = all();
    assert!(games.len() >= 10, "{}", games.len());
    for (case, told) in games {
        assert!(told.codes(Severity::Error).is_empty(), "{}: {:#?}", case.name, told.problems);
        let report = told.report.as_ref().expect("no error, so a ruleset");
        assert!(report.is_good(), "{}: {:?} {:#?}", case.name, report.problems, report.results);
        assert!(!report.results.is_empty(), "{} has scenarios", case.name);
        let codes: Vec<String> = told.codes(Severity::Warning).into_iter().collect();
        let warnings = if codes.is_empty() { "none".to_owned() } else { codes.join(" ") };
        let head = case.note("warnings");
        assert_eq!(head, Some(warnings.as_str()), "{}: its head needs `# warnings: {warnings}`", case.name);
    }
}

/// A change of the meaning of an old game names the game. The message contains the line for a new game.
#[test]
fn random_games_are_those_that_are_frozen() {
    let mut differ = Vec::new();
    for (case, told) in all() {
        let mut fnv = Fnv::default();
        setups(case, told).for_each(|setup| fnv.bytes(courses(&setup).as_bytes()));
        let picks = format!("{:016x}", fnv.finish());
        if case.note("picks") != Some(picks.as_str()) {
            differ.push(format!("{}: its head needs `# picks: {picks}`", case.name));
        }
    }
    assert!(differ.is_empty(), "{differ:#?}");
}

#[test]
fn bots_that_search_play_each_to_its_end() {
    for (case, told) in all() {
        let setup = setups(case, told).next().expect("somebody plays");
        // a slow game specifies a smaller number of iterations
        let tries = case.note("search").unwrap_or("3");
        let mut bots: Vec<_> = (0..setup.players()).map(|_| bot(&format!("search:{tries}"))).collect();
        let game = play(&setup, &mut bots, 1, usize::MAX);
        assert!(game.is_over() && game.fault().is_none(), "{}: {:?}", case.name, game.fault());
    }
}

/// Counts the lines of rules in the first file, without comments, texts and layout.
fn lines_of_rules(case: &Case) -> usize {
    let rules = case.text.split("# file:").next().unwrap_or_default();
    let lines = rules.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let (mut counts, mut count) = (true, 0);
    for line in lines {
        if !line.starts_with([' ', '}', '-']) {
            counts = !line.starts_with("text:") && !line.starts_with("layout:");
        }
        count += usize::from(counts);
    }
    count
}

#[test]
fn whole_games_are_as_short_as_their_heads_say() {
    for case in &games(WHOLE) {
        let most: usize = case.note("lines").and_then(|lines| lines.parse().ok()).expect("`# lines: N`");
        let lines = lines_of_rules(case);
        assert!(lines <= most, "{}: {lines} lines of rules, {most} at most", case.name);
    }
}

/// Most are too large or have teams; none has a rule that fails.
#[test]
fn each_is_solved_or_refused_by_its_size() {
    for (case, told) in all() {
        let setup = setups(case, told).next().expect("somebody plays");
        let task = Task { iterations: 1, limit: 1_000, ..Task::default() };
        match solve(&setup, task) {
            Ok(_) | Err(Unsolved::TooLarge { .. } | Unsolved::TooMuchMemory { .. } | Unsolved::Teams) => {}
            Err(other) => panic!("{}: {other:?}", case.name),
        }
    }
}

/// `wanted` has careless or valid games that are still refused. Each lists the codes of its errors, and no
/// others may occur; a game that is no longer refused moves to the others.
#[test]
fn what_is_wanted_is_refused_by_nothing_else_than_it_names() {
    for case in &games("1/wanted") {
        let today = case.note("today").unwrap_or_else(|| panic!("{}: `# today: CODE …`", case.name));
        let known: BTreeSet<String> = today.split_whitespace().map(str::to_owned).collect();
        let told = check_case(case);
        let mut found = told.codes(Severity::Error);
        if told.report.as_ref().is_some_and(|report| report.passed() < report.results.len()) {
            found.insert("scenario".to_owned());
        }
        assert!(found.is_subset(&known), "{}: {found:?} {:#?}", case.name, told.problems);
    }
}
