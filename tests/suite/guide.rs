//! `docs/how-to-write-a-ruleset.md` is true. The page is the source: its blocks are written into a folder one after the
//! other, its commands are run there, and after each step the folder is a game that works.
//!
//! What the test reads:
//!
//! | on the page | means |
//! |---|---|
//! | `## Step 3: …` | a step begins |
//! | `` `magpies/zones.yaml` `` on a line of its own, then a `yaml` block | the file is this from now on |
//! | the same with `, with a slip` | only until the end of the next `console` block |
//! | a `console` block | each line with `$ ` is run; below it stands what is printed |
//! | `…` there | anything, up to the next line that is shown |
//! | `> 1` there | is typed, and is printed too |
//! | `` `ludex test magpies` `` in a sentence | works when the page is done |

use ludex_tests::inside::*;
use std::fmt::Write as _;

use ludex::scenarios::run_all;
use ludex::{Compile, Playout, Ruleset};
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::{project, read};

use ludex_tests::session::{Folder, run};

/// Number of random games of each step with each number of players.
const GAMES: u64 = 50;

/// Files: path and text.
type Files = Vec<(String, String)>;

/// Elements of the page, in order.
enum Item {
    Step(String),
    File { path: String, text: String, slip: bool },
    Console(Vec<Shown>),
}

/// A command and its output on the page.
struct Shown {
    command: String,
    lines: Vec<String>,
}

fn page() -> Vec<Item> {
    let text = read(&project().join("docs/how-to-write-a-ruleset.md"));
    let mut items = Vec::new();
    let mut caption = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("## Step ") {
            items.push(Item::Step(line.trim_start_matches("## ").to_owned()));
        } else if let Some(sort) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            items.extend(item(sort, &block, caption.take()));
        } else if !line.is_empty() {
            caption = Some(line);
        }
    }
    items
}

/// Interprets a fenced block below a caption.
fn item(sort: &str, block: &[&str], caption: Option<&str>) -> Option<Item> {
    match sort {
        "yaml" => {
            let caption = caption.unwrap_or_default();
            let (name, slip) = caption.strip_suffix(", with a slip").map_or((caption, false), |c| (c, true));
            let path = name.strip_prefix('`').and_then(|name| name.strip_suffix('`'));
            let path =
                path.unwrap_or_else(|| panic!("above this file stands its name, not {caption:?}: {block:?}"));
            Some(Item::File { path: path.to_owned(), text: block.join("\n") + "\n", slip })
        }
        "console" => Some(Item::Console(shown(block))),
        "sh" => None,
        _ => panic!("a block of this sort is not tested: {sort}"),
    }
}

fn shown(block: &[&str]) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(command), _) => all.push(Shown { command: command.to_owned(), lines: Vec::new() }),
            (None, Some(shown)) => shown.lines.push((*line).to_owned()),
            (None, None) => panic!("a console block begins with a command, not {line}"),
        }
    }
    all
}

/// Replaces the file with this path. Returns its former text.
fn replace(files: &mut Files, path: &str, text: Option<String>) -> Option<String> {
    let before = files.iter().position(|(name, _)| name == path).map(|i| files.remove(i).1);
    files.extend(text.map(|text| (path.to_owned(), text)));
    before
}

/// Returns the title and the final files of each step.
fn steps() -> Vec<(String, Files)> {
    let mut steps: Vec<(String, Files)> = Vec::new();
    for item in page() {
        match item {
            Item::Step(title) => {
                let files = steps.last().map_or(Files::new(), |(_, files)| files.clone());
                steps.push((title, files));
            }
            Item::File { path, text, slip: false } => {
                let (_, files) = steps.last_mut().expect("files stand in a step");
                let path = path.strip_prefix("magpies/").expect("all files are those of the game");
                replace(files, path, Some(text));
            }
            Item::File { .. } | Item::Console(_) => {}
        }
    }
    steps
}

/// Compiles the game of a step, with at most one of its variants. It must have no warning.
pub(crate) fn clean(title: &str, files: &Files, variants: &[(String, String)]) -> Ruleset {
    let compiled = Compile::new(files).overlays(variants).compile();
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    assert!(compiled.problems.is_empty(), "{title}:\n{drawn}");
    compiled.ruleset.expect("no problem")
}

/// Checks that random games end with each number of players.
pub(crate) fn plays(title: &str, ruleset: &Ruleset) {
    for players in ruleset.checked().min_players..=ruleset.checked().max_players {
        let setup = ruleset.setup(players, &[]).expect("it compiles");
        let mut playout = Playout::new(&setup);
        for seed in 0..GAMES {
            let end = playout.random(seed);
            assert!(end.is_ok(), "{title}: {players} players, seed {seed}: {end:?}");
        }
    }
}

/// Checks that the game of a step works.
fn works(number: usize) {
    let steps = steps();
    let (title, files) = &steps[number - 1];
    assert!(title.starts_with(&format!("Step {number}: ")), "{title}");
    let game = clean(title, files, &[]);
    plays(title, &game);
    for variant in files.iter().filter(|(path, _)| path.starts_with("variants/")) {
        plays(title, &clean(title, files, std::slice::from_ref(variant)));
    }
    let scenarios: Files = files.iter().filter(|(path, _)| path.starts_with("scenarios/")).cloned().collect();
    let report = run_all(&game, &scenarios, "magpies/");
    assert!(report.is_good(), "{title}: {:?} {:#?}", report.problems, report.results);
    assert!(number < 9 || report.results.len() >= 5, "the last step has scenarios");
}

/// Creates a test for each step, so that a failure names it.
macro_rules! steps {
    ($($name:ident = $number:literal),+ $(,)?) => {
        $(#[test]
        fn $name() {
            works($number);
        })+

        #[test]
        fn every_step_has_its_test() {
            assert_eq!(steps().len(), [$($number),+].len());
        }
    };
}

steps! {
    step_1_cards_on_a_table = 1,
    step_2_a_turn_and_a_choice = 2,
    step_3_a_score_and_an_end = 3,
    step_4_cards_that_do_something = 4,
    step_5_a_secret = 5,
    step_6_cards_that_change_others = 6,
    step_7_more_than_one_thing_to_do = 7,
    step_8_words = 8,
    step_9_tests_and_a_variant = 9,
}

/// The commands have the output shown on the page.
#[test]
fn every_command_prints_what_the_page_shows() {
    let folder = Folder::new("guide");
    let mut files = Files::new();
    let mut slips: Vec<(String, Option<String>)> = Vec::new();
    let (mut commands, mut wrong) = (0, String::new());
    for item in page() {
        match item {
            Item::Step(_) => {}
            Item::File { path, text, slip } => {
                folder.write(&path, text.as_bytes());
                let before = replace(&mut files, &path, Some(text));
                if slip {
                    slips.push((path, before));
                }
            }
            Item::Console(all) => {
                for shown in all {
                    commands += 1;
                    wrong += &differs(&folder, &shown);
                }
                for (path, before) in slips.drain(..) {
                    match &before {
                        Some(text) => folder.write(&path, text.as_bytes()),
                        None => folder.remove(&path),
                    }
                    replace(&mut files, &path, before);
                }
            }
        }
    }
    assert!(slips.is_empty(), "after a slip stands what it leads to");
    for command in in_passing() {
        let ran = run(&folder, &command.split_whitespace().skip(1).collect::<Vec<_>>(), "q\n");
        assert_eq!(ran.code, Some(0), "{command}: {}", ran.err);
    }
    assert!(commands > 20, "{commands} commands");
    assert!(wrong.is_empty(), "{wrong}");
}

/// Returns whole commands in the middle of a sentence; their output is not compared.
fn in_passing() -> Vec<String> {
    let text = read(&project().join("docs/how-to-write-a-ruleset.md"));
    let prose = text.split("\n```").step_by(2);
    let codes = prose.flat_map(|prose| prose.split('`').skip(1).step_by(2));
    let commands: Vec<String> = codes
        .filter(|code| code.starts_with("ludex ") && code.contains(" magpies"))
        .map(str::to_owned)
        .collect();
    assert!(commands.len() >= 3, "{commands:?}");
    commands
}

/// Runs a command. Returns the difference from the page, or an empty text.
fn differs(folder: &Folder, shown: &Shown) -> String {
    let words: Vec<&str> = shown.command.split_whitespace().collect();
    match words.as_slice() {
        ["mkdir", path] => {
            folder.make(path);
            String::new()
        }
        ["ludex", args @ ..] => {
            let typed = shown.lines.iter().filter_map(|line| line.strip_prefix("> "));
            let typed: String = typed.chain(["q"]).flat_map(|line| [line, "\n"]).collect();
            let ran = run(folder, args, &typed);
            let printed = ran.out + &ran.err;
            let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
            let expected: Vec<&str> = shown.lines.iter().map(String::as_str).collect();
            let mut text = String::new();
            if !fits(&expected, &printed) {
                let (page, printed) = (expected.join("\n"), printed.join("\n"));
                let _ =
                    writeln!(text, "$ {}\n--- on the page\n{page}\n--- printed\n{printed}\n", shown.command);
            }
            text
        }
        _ => panic!("the page shows a command that is not tested: {}", shown.command),
    }
}

/// Returns true if lines match, where `…` stands for any number of lines.
fn fits(expected: &[&str], printed: &[&str]) -> bool {
    match expected {
        [] => printed.is_empty(),
        ["…"] => true,
        ["…", rest @ ..] => (0..printed.len()).any(|from| fits(rest, &printed[from..])),
        [line, rest @ ..] => printed.first() == Some(line) && fits(rest, &printed[1..]),
    }
}
