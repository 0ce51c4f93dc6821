//! The program at the command line: exit codes, one-line errors, saves.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs `ludex` in a folder with the given input.
fn ludex_in(folder: &Path, words: &str, input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(words.split_whitespace()).current_dir(folder);
    command.env("XDG_DATA_HOME", folder).env("COLUMNS", "80").env_remove("NO_COLOR");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("ludex starts");
    // a program that needs no input may have exited already
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("ludex ends")
}

fn ludex(words: &str) -> Output {
    ludex_in(tempfile::tempdir().expect("a folder").path(), words, "")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Plays a few choices. Returns the folder and the save.
fn saved() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = ludex_in(folder.path(), "play kabale --seed 3 --save game.yaml", "1\n1\n2\n1\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let save = folder.path().join("game.yaml");
    (folder, save)
}

#[test]
fn a_wrong_word_is_one_line_and_exit_code_2() {
    let cases = [
        ("play kabale --players 9", "2 to 6 players"),
        ("play kabale --set rouns=3", "did you mean `rounds`?"),
        ("play kabale --set rounds=9", "1 to 6"),
        ("play kabale --set rounds", "OPTION=VALUE"),
        ("play kabal", "did you mean `kabale`?"),
        ("play kabale --lang xx", "de, en, fr"),
        ("play kabale --seats human,bto", "did you mean `bot`?"),
        ("play kabale --players 2 --seats human,bot,bot", "2 play"),
        ("play kabale --save /nowhere/game.yaml", "can't save"),
        ("simulate ./nowhere", "no ruleset at ./nowhere"),
        ("simulate kabale --bots random,gredy", "no bot is called `gredy`; did you mean `greedy`?"),
        ("simulate kabale --bots random,random,random", "3 bots for 2 seats"),
        ("ladder kabale --bots random,gredy", "no bot is called `gredy`; did you mean `greedy`?"),
        ("show kabale kign", "did you mean `king`?"),
        ("test kabale --filter zzzz", "no scenario"),
        ("explain E0300", "did you mean"),
    ];
    for (words, expected) in cases {
        let output = ludex(words);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{words}: {error}");
        assert!(
            error.starts_with("error: ") && error.contains(expected) && error.lines().count() == 1,
            "{words}: {error}"
        );
    }
}

#[test]
fn a_whole_game_is_played_and_can_be_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = "play kabale --seed 1 --seats human,random,random --set rounds=1 --save game.yaml";
    let output = ludex_in(folder.path(), words, &"1\n".repeat(2000));
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        text.contains("Round 1 is over.")
            && text.contains("Seed: 1")
            && text.contains("ludex replay game.yaml"),
        "{text}"
    );
    assert!(!text.contains('\x1b'), "no colour in a pipe");
    let replayed = ludex_in(folder.path(), "replay game.yaml --quiet", "");
    assert!(stdout(&replayed).contains("verified"), "{}", stderr(&replayed));
}

#[test]
fn a_program_at_the_table_learns_the_seed_when_the_game_is_over() {
    const SEED: &str = "918273645";
    let folder = tempfile::tempdir().expect("a folder");
    let play = |seats: &str, input: &str| {
        let words = format!("play kuhn --json --seats {seats} --seed {SEED}");
        stdout(&ludex_in(folder.path(), &words, input))
    };
    let left = play("human,random", "{\"do\": \"leave\"}\n");
    assert!(left.contains("\"asked\"") && !left.contains(SEED), "{left}");
    let played = play("human,random", &"0\n".repeat(20));
    let (before, end) = played.trim_end().rsplit_once('\n').expect("several lines");
    assert!(!before.contains(SEED), "{before}");
    assert!(end.starts_with("{\"ended\"") && end.contains(SEED), "{end}");
    // without human players, every viewer may see all information
    assert!(play("random,random", "").lines().next().is_some_and(|begun| begun.contains(SEED)));
}

#[test]
fn a_simulated_game_can_be_watched() {
    let simulated = stdout(&ludex("simulate kabale --games 1 --seed 5 --json"));
    let seed = splitmix64(5);
    let watched = stdout(&ludex(&format!("play kabale --seats random,random --seed {seed}")));
    let report: serde_json::Value = serde_json::from_str(&simulated).expect("JSON");
    let wins = |seat: usize| report["seats"][seat]["wins"] == 1;
    let winner = match (wins(0), wins(1)) {
        (true, true) => "A tie",
        (true, false) => "Blue wins.",
        _ => "White wins.",
    };
    assert!(watched.contains(winner), "{winner}\n{watched}");
    for seat in 0..2 {
        let score = &report["seats"][seat]["mean_score"];
        let line = watched.lines().rev().find(|l| l.starts_with(["  Blue", "  White"][seat])).unwrap_or("");
        assert_eq!(
            line.split_whitespace().nth(1),
            Some(score.as_f64().unwrap_or(-1.0).to_string().as_str()),
            "{line}"
        );
    }
}

/// Returns the first seed that `simulate` derives.
fn splitmix64(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[test]
fn results_do_not_depend_on_the_threads() {
    let run = |jobs: u32| {
        let output = ludex(&format!("simulate kabale --games 300 --players 4 --seed 9 --jobs {jobs} --json"));
        let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for key in ["jobs", "elapsed_s", "decisions_per_s", "games_per_s"] {
            report.as_object_mut().expect("an object").remove(key).expect(key);
        }
        report
    };
    assert_eq!(run(1), run(3));
}

/// A ruleset with a rule that fails in every game.
const FAULTY: &str = "
format: 1
game: { id: faulty, players: 2 }
state: { game: { total: int for game } }
phases:
  turn:
    active: seat(1)
    while: total >= 0
    do: |
      let n = me chooses number in 1..3 as size
      set total = n div total
score: { total: total }
";

#[test]
fn a_simulation_in_which_every_game_fails_stops_early() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("faulty.yaml"), FAULTY).expect("written");
    let output = ludex_in(folder.path(), "simulate faulty.yaml --games 1000000 --json", "");
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(told.contains("division by zero") && told.contains("each of the first 10 games"), "{told}");
    assert!(told.contains("the other 999990 were not played"), "{told}");
}

#[test]
fn parts_of_a_simulation_are_to_the_byte_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    for more in ["--games 90 --detail", "--games 6 --rotate --bots random,greedy:1"] {
        let words = format!("simulate kabale --seed 4 --players 3 {more}");
        for part in 1..=3 {
            let output = ludex_in(folder.path(), &format!("{words} --shard {part}/3"), "");
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            std::fs::write(folder.path().join(format!("{part}.json")), output.stdout).expect("written");
        }
        let merged = ludex_in(folder.path(), "merge 3.json 1.json 2.json", "");
        assert_eq!(merged.status.code(), Some(0), "{}", stderr(&merged));
        assert_eq!(stdout(&merged), stdout(&ludex(&format!("{words} --json --no-timing"))));
        let missing = ludex_in(folder.path(), "merge 3.json 1.json", "");
        assert_eq!(
            (missing.status.code(), stderr(&missing).as_str()),
            (Some(1), "error: shard 2/3 is missing\n")
        );
    }
}

#[test]
fn parts_of_other_experiments_are_to_the_byte_the_whole() {
    for words in [
        "ladder verraeter --bots random --games 30",
        "impact kabale --card king --games 60 --by score --bots random",
        "sweep kabale --vary options.rounds=1,2 --games 30 --bots random",
        "compare kabale --set rounds=1 --games 60 --by score --bots random",
        // without `--bots`, each part chooses the same players
        "compare leduc leduc --games 20",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        for part in [1, 2] {
            let output = ludex_in(folder.path(), &format!("{words} --shard {part}/2"), "");
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            std::fs::write(folder.path().join(format!("{part}.json")), output.stdout).expect("written");
        }
        let merged = ludex_in(folder.path(), "merge 2.json 1.json", "");
        let whole = ludex(&format!("{words} --json --no-timing"));
        assert_eq!(stdout(&merged), stdout(&whole), "{words}: {}", stderr(&merged));
        assert!(!stdout(&whole).is_empty(), "{}", stderr(&whole));
        let missing = ludex_in(folder.path(), "merge 2.json", "");
        assert_eq!(stderr(&missing), "error: shard 1/2 is missing\n");
    }
}

/// Parts use the players of the whole run, regardless of the number of games in the part.
#[test]
fn each_part_has_the_players_of_the_whole_run() {
    let json = |words: &str| -> serde_json::Value {
        let output = ludex(words);
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{words}: {}", stderr(&output)))
    };
    for words in [
        "impact kabale --card king --games 1000 --budget 1s",
        "compare kabale --set rounds=1 --games 500 --budget 1s",
        "sweep kabale --vary options.rounds=1,2 --games 500 --budget 1s",
    ] {
        let whole = json(&format!("{words} --json --no-timing"));
        assert_eq!(whole["bots"], serde_json::json!(["random"]), "{words}");
        for shard in ["1/40", "40/40", "1/500"] {
            let part = json(&format!("{words} --shard {shard}"));
            for key in ["bots", "program", "seed_scheme", "learned"] {
                assert_eq!(part[key], whole[key], "{words}, part {shard}: {key}");
            }
        }
    }
}

/// Weights are identified by their content, not by the name of their file.
#[test]
fn parts_that_were_played_with_other_weights_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = |words: &str| {
        let output = ludex_in(folder.path(), words, "");
        assert_eq!(output.status.code(), Some(0), "{words}: {}", stderr(&output));
        stdout(&output)
    };
    let train =
        |seed| done(&format!("train leduc --games 20 --no-measure --seed {seed} -o weights.ldxp --json"));
    for words in [
        "simulate leduc --games 8 --bots policy:weights.ldxp",
        "simulate leduc --games 8 --bots search:2+policy:weights.ldxp,random",
        "ladder leduc --games 8 --bots policy:weights.ldxp",
        "compare leduc leduc --games 8 --bots policy:weights.ldxp",
        "sweep leduc --vary options.fold_freely=false,true --games 8 --bots policy:weights.ldxp",
        "impact leduc --games 8 --bots policy:weights.ldxp",
    ] {
        for part in [1, 2] {
            train(part);
            let counts = done(&format!("{words} --shard {part}/2"));
            std::fs::write(folder.path().join(format!("{part}.json")), counts).expect("written");
        }
        let merged = ludex_in(folder.path(), "merge 1.json 2.json", "");
        let why = stderr(&merged);
        assert_eq!(merged.status.code(), Some(1), "{words}");
        assert!(why.starts_with("error: 1.json and 2.json are not of one run: weights "), "{words}: {why}");
        assert_eq!(why.lines().count(), 1, "{words}: {why}");
    }
    // both parts have the same weights, but different ones are present when they are merged
    let words = "ladder leduc --games 8 --bots policy:weights.ldxp";
    for part in [1, 2] {
        let counts = done(&format!("{words} --shard {part}/2"));
        std::fs::write(folder.path().join(format!("{part}.json")), counts).expect("written");
    }
    train(3);
    let merged = ludex_in(folder.path(), "merge 1.json 2.json", "");
    assert!(stderr(&merged).contains("the parts belong to another run: weights "), "{}", stderr(&merged));
}

/// Each result contains the program, rules, seeds, options and weights.
#[test]
fn each_result_says_what_it_was_made_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = |words: &str| -> serde_json::Value {
        let output = ludex_in(folder.path(), words, "");
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{words}: {}", stderr(&output)))
    };
    let trained = json("train leduc --games 20 --no-measure -o weights.ldxp --json");
    let again = json("train leduc --games 20 --no-measure --from weights.ldxp -o more.ldxp --json");
    assert_eq!((&again["from"], &trained["from"]), (&trained["weights"], &serde_json::Value::Null));
    let bot = "policy:weights.ldxp";
    for words in [
        format!("simulate leduc --games 4 --bots {bot} --json"),
        format!("ladder leduc --games 4 --bots {bot} --json"),
        format!("compare leduc leduc --games 4 --bots {bot} --json"),
        format!("sweep leduc --vary options.fold_freely=false,true --games 4 --bots {bot} --json"),
        format!("impact leduc --games 4 --bots {bot} --json"),
        format!("solve leduc --iterations 1 --tries 1 --bot {bot} --json"),
    ] {
        let report = json(&words);
        let made = ["program", "seed_scheme", "learned"].map(|key| report[key].clone());
        assert_eq!(made[0], env!("CARGO_PKG_VERSION"), "{words}");
        assert!(made[1].is_u64(), "{words}");
        assert_eq!(
            (&made[2][0]["bot"], &made[2][0]["weights"]),
            (&bot.into(), &trained["weights"]),
            "{words}"
        );
        let game = if words.starts_with("compare") { &report["base"] } else { &report };
        let is_swept = words.starts_with("sweep");
        let rules = if is_swept { &report["points"][0] } else { game };
        assert!(rules["fingerprint"].is_string(), "{words}");
        assert!(["options", "variants", "overlays"].iter().all(|key| !game[key].is_null()), "{words}");
    }
}

#[test]
fn a_log_has_a_line_for_each_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = ludex_in(folder.path(), "simulate kabale --games 20 --log games.ndjson --csv", "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("part,name,measure,value,low,high,n\nrun,kabale,games,20,,,\n"));
    let log = std::fs::read_to_string(folder.path().join("games.ndjson")).expect("the log");
    assert_eq!(log.lines().count(), 20);
    let bad = ludex_in(folder.path(), "simulate kabale --games 20 --log nowhere/games.ndjson", "");
    assert_eq!(bad.status.code(), Some(1));
    assert!(stderr(&bad).starts_with("error: can't write nowhere/games.ndjson"), "{}", stderr(&bad));
}

#[test]
fn a_log_of_a_comparison_has_two_lines_for_each_pair() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = |jobs: u32| {
        let words = "compare kabale --games 20 --set rounds=1 --bots random --no-timing --log pairs.ndjson";
        let output = ludex_in(folder.path(), &format!("{words} --jobs {jobs}"), "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        std::fs::read_to_string(folder.path().join("pairs.ndjson")).expect("the log")
    };
    let lines = log(1);
    assert_eq!(lines.lines().count(), 40);
    assert!(
        lines.starts_with("{\"pair\":0,\"side\":\"base\",\"turn\":0,\"seed\":10451216379200822465,"),
        "{lines:.99}"
    );
    assert_eq!(log(3), lines);
    let bad =
        ludex_in(folder.path(), "compare kabale --set rounds=1 --bots random --log nowhere/pairs.ndjson", "");
    assert_eq!(bad.status.code(), Some(1));
    assert!(stderr(&bad).starts_with("error: can't write nowhere/pairs.ndjson"), "{}", stderr(&bad));
}

#[cfg(unix)]
/// Returns the command that a page contains for repeating the run.
fn command_of(page: &str) -> String {
    let (_, rest) = page.split_once("<pre>").expect("a command");
    let words = rest.split_once("</pre>").expect("its end").0.replace("<span>", "").replace("</span>", "");
    // no quoted argument contains a blank
    let words = words.replace("&lt;", "<").replace('\'', "");
    words.strip_prefix("ludex ").expect("the program").to_owned()
}

#[test]
fn the_command_on_a_page_makes_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("more.yaml"), "variant: { id: more, of: kabale }\n")
        .expect("an overlay");
    let king = "variant: { id: king, of: kabale }\ncards:\n  king: { value: 24 }\n";
    std::fs::write(folder.path().join("king.yaml"), king).expect("an overlay");
    let commands = [
        "simulate kabale --games 6 --players 3 --bots greedy:1,random --rotate --set rounds=1",
        "compare kabale --games 6 --set rounds=1 --margin 2.5 --overlay more.yaml --seed 8 --bots random",
        "compare kabale citadels --games 3 --rotate --bots random",
        "impact kabale --games 2 --set rounds=1 --variant neutral_names --bots random",
        "impact kabale --games 4 --set rounds=1 --overlay king.yaml --give seat=2",
        "sweep kabale --games 4 --vary options.rounds=1..2 --players 3 --rotate --bots random",
        "sweep kabale --games 4 --vary options.rounds=1..2 --vary cards.king.value=1..3/2 --bots random",
        "sweep kabale --games 60 --vary options.rounds=1,2 --target decisions<80 --bots random",
        "ladder kabale --games 2 --set rounds=1 --bots greedy:1",
        "ladder kabale --games 1 --set rounds=1 --from 2 --steps 2",
    ];
    for command in commands {
        let page_of = |words: &str| {
            let output = ludex_in(folder.path(), words, "");
            assert_eq!(output.status.code(), Some(0), "{words}: {}", stderr(&output));
            let path = folder.path().join("page.html");
            let page = std::fs::read_to_string(&path).expect("a page");
            std::fs::remove_file(path).expect("removed");
            page
        };
        let page = page_of(&format!("{command} --html page.html"));
        let again = command_of(&page);
        assert_eq!(page_of(&again), page, "{again}");
    }
}

#[test]
fn a_page_that_cannot_be_written_is_told() {
    for command in [
        "simulate kabale --games 1",
        "compare kabale --games 1 --set rounds=1 --bots random",
        "impact kabale --games 2 --bots random",
        "ladder kabale --games 1 --bots random",
    ] {
        let output = ludex(&format!("{command} --html /nowhere/page.html"));
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("can't write /nowhere/page.html"), "{}", stderr(&output));
    }
}

#[test]
fn an_interrupted_simulation_prints_what_there_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(["simulate", "kabale", "--games", "1000000000"]).current_dir(folder.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("ludex starts");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("ludex ends");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stdout(&output).contains("winning score"), "{}", stdout(&output));
    assert!(stderr(&output).contains("of 1000000000 games"), "{}", stderr(&output));
}

/// The exit code is the same if the reader of the output stops early.
#[test]
fn a_closed_pipe_does_not_change_the_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    // more problems than the buffer of a pipe holds
    let zones: String = (0..1500).map(|n| format!("  z{n}: {{ sees: nobdy }}\n")).collect();
    let text = format!("format: 1\ngame: {{ id: bad, players: 2 }}\nzones:\n{zones}");
    std::fs::write(folder.path().join("bad.yaml"), text).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(["check", "bad.yaml"]).current_dir(folder.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("ludex starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("ludex ends").code(), Some(1));
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let (folder, _) = saved();
    let output = ludex_in(folder.path(), "play --resume game.yaml", "u\nu\nq\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("Saved: game.yaml"));
    let replayed = ludex_in(folder.path(), "replay game.yaml", "");
    assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
}

#[test]
fn a_bad_save_says_what_is_wrong_with_it() {
    let (folder, save) = saved();
    let text = std::fs::read_to_string(&save).expect("a save");
    let truncated = text[..text.len() / 2].to_owned();
    let cases = [
        (truncated, "truncated"),
        (text.replace("seed: 3", "seed: 4"), "edited"),
        (text.replace("  ludex: 1", "  ludex: 2"), "format 2"),
        (text.replace("  seed:", "  sed:"), "damaged"),
        (String::new(), "empty"),
        ("hello".to_owned(), "not a saved game"),
    ];
    for (text, expected) in cases {
        std::fs::write(folder.path().join("bad.yaml"), text).expect("written");
        for words in ["replay bad.yaml", "play --resume bad.yaml"] {
            let output = ludex_in(folder.path(), words, "");
            let error = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{words}: {error}");
            assert!(error.contains(expected) && error.lines().count() == 1, "{expected}: {error}");
        }
    }
}

/// Texts of a ruleset can neither control the terminal nor change the direction of adjacent text.
#[test]
fn texts_do_not_steer_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let text =
        "format: 1\ngame: { id: sly, players: 2 }\ntext: { en: { game: { title: \"A\\e[31m\\u202EB\" } } }\n";
    std::fs::write(folder.path().join("sly.yaml"), text).expect("written");
    for command in
        ["show sly.yaml", "show sly.yaml --resolved", "play sly.yaml --seats random,random --seed 1"]
    {
        let output = ludex_in(folder.path(), command, "");
        assert!(stdout(&output).contains("[31m"), "{command}: {}", stderr(&output));
        assert!(!stdout(&output).contains(['\u{1b}', '\u{202e}']), "{command}");
    }
}

#[test]
fn check_reads_nothing_it_should_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("game");
    let cases: [(&str, &[u8], &str); 2] =
        [("latin.yaml", b"a: \xff", "not UTF-8"), ("big.yaml", &vec![b' '; 17 << 20], "larger than")];
    for (name, content, expected) in cases {
        std::fs::create_dir_all(&game).expect("a folder");
        std::fs::write(game.join(name), content).expect("written");
        let output = ludex_in(folder.path(), "check game", "");
        assert!(output.status.code() == Some(1) && stderr(&output).contains(expected), "{}", stderr(&output));
        std::fs::remove_dir_all(&game).expect("removed");
    }
    #[cfg(unix)]
    {
        std::fs::create_dir_all(&game).expect("a folder");
        std::fs::write(game.join("\u{1b}[31m.yaml"), "a: 1").expect("written");
        let output = ludex_in(folder.path(), "check game", "");
        let told = stderr(&output);
        assert!(told.contains("control character") && !told.contains('\u{1b}'), "{told}");
        std::fs::remove_dir_all(&game).expect("removed");
    }
    #[cfg(unix)]
    for target in [".", "/etc"] {
        std::fs::create_dir_all(&game).expect("a folder");
        std::os::unix::fs::symlink(target, game.join("link")).expect("a link");
        let output = ludex_in(folder.path(), "check game", "");
        assert!(output.status.code() == Some(1) && stderr(&output).contains("link"), "{}", stderr(&output));
        std::fs::remove_dir_all(&game).expect("removed");
    }
}

#[test]
fn shipped_rulesets_have_no_problems_and_pass() {
    assert_eq!(ludex("check kabale --deny-warnings").status.code(), Some(0));
    assert_eq!(ludex("test kabale").status.code(), Some(0));
}

#[test]
fn every_command_has_two_examples() {
    for command in [
        "play",
        "simulate",
        "sweep",
        "merge",
        "check",
        "test",
        "replay",
        "show",
        "explain",
        "completions",
        "man",
    ] {
        let help = stdout(&ludex(&format!("{command} --help")));
        assert!(help.matches(&format!("  ludex {command} ")).count() >= 2, "{command}: {help}");
    }
}

/// Returns the commands after each "`ludex " in a text.
fn commands_in(text: &str) -> impl Iterator<Item = &str> {
    let after = text.split("`ludex ").skip(1);
    after
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_lowercase()).next())
        .filter(|word| !word.is_empty())
}

#[test]
fn pages_and_messages_name_only_commands_that_there_are() {
    let help = stdout(&ludex("--help"));
    let known: Vec<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next()).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut read = 0;
    for folder in ["grammar/codes", "check/src/check", "check/src/load", "cli/src/commands"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            for word in commands_in(&text) {
                read += 1;
                assert!(known.contains(&word), "{}: there is no command `ludex {word}`", path.display());
            }
        }
    }
    assert!(read > 10, "{read} commands are named");
}
