//! Bots that are programs: games, forfeits, processes, and the check. The programs are scripts of the shell.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use crate::serve::{self, Server};

/// Answers `hello`, notes its process and that of a child, and runs the script `does` at each choice.
const BOT: &str = r#"
sleep 1000 & echo $$ $! >> pids
while read -r line; do
    case $line in
        '{"hello":'*) echo '{"hello":{"version":1}}' ;;
        '{"choose":'*) . ./does ;;
    esac
done
kill $!
"#;

/// A folder with `bot.sh`, and the commands that it runs at each choice.
fn folder_with(does: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    add_bot(folder.path(), does);
    folder
}

fn add_bot(folder: &Path, does: &str) {
    fs::write(folder.join("bot.sh"), BOT).expect("written");
    fs::write(folder.join("does"), does).expect("written");
}

fn folder() -> tempfile::TempDir {
    folder_with("exit")
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/bots").join(name);
    path.canonicalize().expect("an example").display().to_string()
}

fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(words).current_dir(folder).env("XDG_DATA_HOME", folder).env("NO_COLOR", "1");
    command.env("COLUMNS", "120").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ludex(folder: &Path, words: &[&str]) -> Output {
    command(folder, words).output().expect("ludex runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Simulates games of Kuhn poker between a program and a random player.
fn simulated(folder: &Path, program: &str, games: &str) -> (Output, Value) {
    let bots = format!("{program},random");
    let words =
        ["simulate", "kuhn", "--bots", &bots, "--games", games, "--jobs", "1", "--json", "--no-timing"];
    let output = ludex(folder, &words);
    let report =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    (output, report)
}

/// Returns the processes that `bot.sh` has noted.
fn pids(folder: &Path) -> Vec<Pid> {
    let noted = fs::read_to_string(folder.join("pids")).unwrap_or_default();
    noted.split_whitespace().map(|id| Pid::from_raw(id.parse().expect("a number"))).collect()
}

/// Returns true if a process runs. One that has ended and is not reaped by its parent doesn't.
fn runs(pid: Pid) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let is_dead = state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'));
    kill(pid, None).is_ok() && !is_dead
}

/// Fails unless all noted processes end soon.
fn all_ended(folder: &Path) {
    let all = pids(folder);
    assert!(!all.is_empty());
    let begun = Instant::now();
    while all.iter().any(|pid| runs(*pid)) {
        assert!(begun.elapsed() < Duration::from_secs(10), "{all:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_program_that_breaks_the_protocol_loses_and_is_told() {
    let garbage = "it wrote `garbage`, which is no message";
    let cases = [
        ("echo boom >&2; exit 3", "it ended (exit status: 3): boom"),
        ("exit 0", "it ended (exit status: 0)"),
        ("kill -9 $$", "it ended (signal: 9 (SIGKILL))"),
        ("sleep 1000", "it took more than 300 ms for a choice"),
        ("echo '{\"take\":99}'", "`{\"take\":99}` is not an option"),
        ("echo '{\"take\":\"fold\"}'", "`{\"take\":\"fold\"}` is not an option"),
        ("echo '{\"take\":-1}'", "it wrote `{\"take\":-1}`, which is no message"),
        ("echo '{\"resign\":1}'", "it answered `choose` with `{\"resign\":1}`"),
        ("echo garbage", garbage),
        ("printf '\\377\\n'", "it wrote a line that is not UTF-8"),
        ("while :; do printf %01000d 0; done", "it wrote a line of more than 65536 bytes"),
        ("while :; do echo garbage >&2; done", "it took more than 300 ms for a choice"),
        ("while :; do echo '{\"deal\":{}}'; done", "it took more than 300 ms for a choice"),
    ];
    for (does, reason) in cases {
        let folder = folder_with(does);
        let program = "exec:sh bot.sh@300ms";
        let (output, report) = simulated(folder.path(), program, "2");
        let error = text(&output.stderr);
        let first = error.lines().find(|line| line.starts_with("error")).unwrap_or_default();
        let told = format!(
            "error: {program} lost game 0 (seed 10451216379200822465, seat seat_1) by forfeit: {reason}"
        );
        assert_eq!(first, told, "{error}");
        assert!(error.contains("error: 2 of 2 games were lost by forfeit"), "{error}");
        assert_eq!(
            (output.status.code(), &report["forfeits"]["games"]),
            (Some(1), &Value::from(2)),
            "{does}"
        );
        let shares = [0, 1].map(|bot| report["bots"][bot]["win_share"].as_f64());
        assert_eq!(shares, [Some(0.0), Some(1.0)], "{does}");
        all_ended(folder.path());
    }
}

#[test]
fn lines_without_a_question_lose_at_the_next_one() {
    let folder = folder_with(r#"printf '{"take":0}\n{"take":1}\n'"#);
    let program = "exec:sh bot.sh";
    let (_, report) = simulated(folder.path(), program, "20");
    let reason = report["forfeits"]["first"][0]["reason"].as_str();
    assert!(reason.is_some_and(|reason| reason.ends_with("` without a question")), "{report}");
}

#[test]
fn a_run_in_which_every_game_is_a_forfeit_stops() {
    let folder = folder();
    let (output, report) = simulated(folder.path(), "exec:sh bot.sh", "1000");
    let error = text(&output.stderr);
    let stopped = "error: a bot lost each of the first 10 games by forfeit; the other 990 were not played";
    assert!(error.contains(stopped), "{error}");
    assert_eq!((output.status.code(), &report["finished"]), (Some(1), &Value::from(10)));
}

#[test]
fn a_program_that_does_not_start_or_greet_plays_no_game() {
    let folder = folder();
    fs::write(folder.path().join("notes.txt"), "no program").expect("written");
    let later = "echo '{\"hello\":{\"version\":2}}'; sleep 9";
    fs::write(folder.path().join("later.sh"), later).expect("written");
    let cases = [
        ("exec:./nowhere", "exec:./nowhere: there is no such program"),
        ("exec:./notes.txt", "exec:./notes.txt: it can't be executed; `chmod +x` makes a script executable"),
        ("exec:false", "exec:false: it ended (exit status: 1)"),
        ("exec:", "`exec:` wants a program: exec:./bot.py"),
        (
            "exec:sh -c 'echo hi; sleep 9'",
            "exec:sh -c 'echo hi; sleep 9': it wrote `hi`, which is no message",
        ),
        ("exec:sh later.sh", "it needs version 2 of the protocol; this Ludex has 1"),
    ];
    for (program, reason) in cases {
        let output = ludex(folder.path(), &["simulate", "kuhn", "--bots", program, "--games", "2"]);
        let error = text(&output.stderr);
        assert!(error.starts_with("error: ") && error.trim_end().ends_with(reason), "{error}");
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    }
}

/// Writes a bot that stores all that it hears, in a file for each process.
fn listener(folder: &Path) {
    let bot = format!("tee \"heard.$$\" | sh {}\n", example("first.sh"));
    fs::write(folder.join("listener.sh"), bot).expect("written");
}

/// Returns the messages that each process has heard.
fn heard(folder: &Path) -> Vec<Vec<Value>> {
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let files = files.filter(|path| path.to_string_lossy().contains("heard."));
    let lines = |path: PathBuf| fs::read_to_string(path).expect("a text");
    let message = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
    files.map(|path| lines(path).lines().map(message).collect()).collect()
}

#[test]
fn a_process_hears_what_one_seat_may_know() {
    let folder = folder();
    listener(folder.path());
    let words = ["simulate", "kuhn", "--bots", "exec:sh listener.sh,random", "--rotate", "--games", "20"];
    let output = ludex(folder.path(), &words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let (mut seats, mut known, mut unknown) = (BTreeSet::new(), 0, 0);
    for process in heard(folder.path()) {
        let begun: BTreeSet<String> = process
            .iter()
            .filter_map(|message| Some(message["begin"]["seat"].as_str()?.to_owned()))
            .collect();
        assert!(begun.len() <= 1, "{begun:?}");
        let Some(own) = begun.first().cloned() else { continue };
        for message in process.iter().filter(|message| message.get("choose").is_some()) {
            let view = &message["choose"]["observation"]["view"];
            assert_eq!(view["seat"], own.as_str());
            for zone in view["zones"].as_array().expect("zones") {
                let name = zone["zone"].as_str().expect("a name");
                let cards = zone["cards"].as_array().expect("cards").iter();
                match cards.filter(|card| !card["card"].is_null()).count() {
                    0 => unknown += usize::from(name.ends_with(".hand")),
                    n => {
                        assert_eq!(name, format!("{own}.hand"));
                        known += n;
                    }
                }
            }
        }
        let ends = process.iter().filter(|message| message.get("end").is_some());
        assert!(ends.clone().count() > 0);
        ends.for_each(|message| assert!(message["end"]["observation"]["end"]["winners"].is_array()));
        seats.insert(own);
    }
    assert!(seats.len() == 2 && known > 0 && unknown > 0, "{seats:?}, {known}, {unknown}");
}

#[test]
fn results_do_not_depend_on_threads() {
    let folder = folder();
    let program = format!("exec:python3 {}", example("playouts.py"));
    let bots = format!("{program},random");
    let run = |jobs: &str| {
        let words =
            ["simulate", "kuhn", "--bots", &bots, "--rotate", "--games", "60", "--json", "--no-timing"];
        let output = ludex(folder.path(), &[&words[..], &["--jobs", jobs]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    let report: Value = serde_json::from_str(&one).expect("JSON");
    assert!(report.get("forfeits").is_none());
    let scores = [0, 1].map(|bot| report["bots"][bot]["mean_score"].as_f64().expect("a number"));
    assert!(scores[0] > scores[1], "{scores:?}");
}

#[test]
fn a_ladder_has_programs() {
    let folder = folder();
    let bots = format!("exec:sh {}", example("first.sh"));
    let output = ludex(folder.path(), &["ladder", "kuhn", "--bots", &bots, "--games", "20", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["rungs"][1]["bot"], bots.as_str());
}

#[test]
fn ctrl_c_ends_the_programs() {
    let folder = folder_with("sleep 1000");
    let words = ["simulate", "kuhn", "--bots", "exec:sh bot.sh,random", "--games", "100"];
    let mut child = command(folder.path(), &words).spawn().expect("ludex starts");
    let begun = Instant::now();
    // the first process was the one that answered before the games
    while pids(folder.path()).len() < 4 {
        assert!(begun.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(10));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("sent");
    assert_eq!(child.wait().expect("a status").code(), Some(130));
    all_ended(folder.path());
}

#[test]
fn a_save_starts_no_program() {
    let folder = folder();
    let first = format!("exec:sh {}", example("first.sh"));
    let seats = format!("human,{first}");
    let play = |words: &[&str]| ludex(folder.path(), &[&["play"], words].concat());
    let begun = play(&["kuhn", "--seats", &seats, "--seed", "1", "--save", "game.yaml"]);
    assert_eq!(begun.status.code(), Some(0), "{}", text(&begun.stderr));
    let save = fs::read_to_string(folder.path().join("game.yaml")).expect("a save");
    assert!(save.contains(&first), "{save}");
    let refused = play(&["kuhn", "--resume", "game.yaml"]);
    let error = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{error}");
    assert!(error.contains("programs (`exec:`) play only where the command line names them"), "{error}");
    let resumed = play(&["kuhn", "--resume", "game.yaml", "--seats", &seats]);
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    for words in [["compare", "kuhn", "kuhn"], ["impact", "kuhn", "--no-timing"]] {
        let output = ludex(folder.path(), &[&words[..], &["--bots", &first, "--games", "4"]].concat());
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains("programs (`exec:`)"), "{error}");
    }
}

#[test]
fn a_program_that_fails_among_people_is_told_once() {
    let folder = folder();
    let seats = "exec:sh bot.sh,random";
    let output = ludex(folder.path(), &["play", "kabale", "--seats", seats, "--seed", "1"]);
    let error = text(&output.stderr);
    let told =
        "error: exec:sh bot.sh in seat blue: it ended (exit status: 0); random choices replace its own\n";
    assert_eq!((output.status.code(), error.as_str()), (Some(0), told));
}

#[test]
fn a_server_keeps_a_process_for_each_seat() {
    let takes = r#"echo "$$ $line" >> chosen; echo '{"take":0}'"#;
    let folder = serve::tiny();
    let folder = folder.path();
    add_bot(folder, takes);
    fs::write(folder.join("bot"), "#!/bin/sh\n. ./bot.sh\n").expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.join("bot"), mode).expect("executable");
    let chosen = || fs::read_to_string(folder.join("chosen")).expect("choices");
    // each process notes two numbers
    let counts = || (pids(folder).len() / 2, chosen().lines().count());

    let server = Server::start(folder, "tiny --bots exec:./bot");
    let play = || server.play(&["exec:bot", "exec:bot"]);
    play();
    play();
    assert_eq!(counts(), (3, 8), "the first process was the one that answered before the games");
    let of = |line: &str| {
        Some((line.split(' ').next()?.to_owned(), line.split("seat\":\"").nth(1)?[..6].to_owned()))
    };
    let seats: BTreeSet<_> = chosen().lines().filter_map(of).collect();
    assert_eq!(seats.len(), 2, "each process has one seat: {seats:?}");

    kill(pids(folder)[2], Signal::SIGKILL).expect("killed");
    play();
    assert_eq!(counts(), (4, 12), "a process that ends between two choices costs none");
    for (fails, starts) in [("exit 3", 5), ("echo garbage", 6)] {
        fs::write(folder.join("does"), format!("if [ -e now ]; then rm now; {fails}; else {takes}; fi"))
            .expect("written");
        fs::write(folder.join("now"), "").expect("written");
        let before = counts().1;
        play();
        assert_eq!(counts(), (starts, before + 3), "{fails}: one choice is random");
    }
    server.stops();
    all_ended(folder);
}

#[test]
fn the_check_names_what_fails() {
    let folder = folder_with("echo '{\"take\":9}'");
    let check = |words: &[&str]| ludex(folder.path(), &[&["bot", "check"], words].concat());
    let good = check(&["sh", &example("first.sh")]);
    let out = text(&good.stdout);
    let (lines, slowest) = out.trim_end().rsplit_once('\n').expect("several lines");
    assert!(
        slowest.starts_with("        slowest choice: ") && slowest.ends_with(" ms of 5000 ms"),
        "{slowest}"
    );
    let expected = "\
ok      answers `hello`: first
ok      ignores unknown messages and lines that it can't read
ok      ends when its input is closed
ok      plays 5 games of `numbers` in all 2 seats
ok      plays 5 games of `tiles` in all 3 seats";
    assert_eq!((good.status.code(), lines), (Some(0), expected));

    let bad = check(&["--time", "300ms", "sh", "bot.sh"]);
    let (out, failed) =
        (text(&bad.stdout), "failed  plays 5 games of `numbers` in all 2 seats: game 1, seat seat_1: ");
    assert!(out.contains(&format!("{failed}`{{\"take\":9}}` is not an option")), "{out}");
    assert_eq!(bad.status.code(), Some(1));

    let strict = "read -r hello; echo '{\"hello\":{\"version\":1}}'; read -r line; exit 7";
    let out = text(&check(&["sh", "-c", strict]).stdout);
    let failed = "failed  ignores unknown messages and lines that it can't read: it ended (exit status: 7)";
    assert!(out.contains(failed), "{out}");
    let deaf = text(&check(&["sh", "-c", "exit 1"]).stdout);
    assert_eq!(deaf, "failed  answers `hello`: it ended (exit status: 1)\n");
}

#[test]
fn the_example_in_python_passes_the_check() {
    let output = ludex(folder().path(), &["bot", "check", &example("playouts.py")]);
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
}
