//! Files that the command writes: atomically, one process at a time, and only the intended ones.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use nix::fcntl::{Flock, FlockArg};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

const RULESET: &str = "\
format: 1
game: { id: demo, players: 2 }
kinds: { face: { fields: { value: int } } }
zones: { deck: { holds: face, sees: all }, pile: { holds: face, sees: all } }
cards: { king: { kind: face, value: 2 }, queen: { kind: face, value: 1 } }
setup: |
  move (face where value == 1) to deck
  move (face where value == 2) to pile
";
const ENGLISH: &str = "\
game: { title: Demo }
zones: { deck: deck, pile: pile }
cards: { king: { name: King }, queen: { name: Queen } }
";

/// Commands that play many games, too many to finish.
const ENDLESS: [&str; 6] = [
    "simulate kabale --games 1000000000",
    "compare kabale --set rounds=2 --games 10000000 --margin 0",
    "impact kabale --games 100000000",
    "impact kabale --overlay king.yaml --give seat=1 --games 100000000",
    "ladder kabale --games 10000000",
    "sweep kabale --vary options.rounds=1..2 --games 10000000",
];

/// The same commands with few games.
const SHORT: [&str; 6] = [
    "simulate kabale --games 3",
    "compare kabale --set rounds=1 --games 2 --bots random",
    "impact kabale --games 2 --bots random",
    "impact kabale --overlay king.yaml --give seat=1 --games 2 --bots random",
    "ladder kabale --games 1 --bots random",
    "sweep kabale --vary options.rounds=1..2 --games 2 --bots random",
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let king = "variant: { id: king, of: kabale }\ncards:\n  king: { value: 24 }\n";
    fs::write(folder.path().join("king.yaml"), king).expect("written");
    folder
}

fn command(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(words.split_whitespace());
    surroundings(command, folder)
}

/// Runs the command in a shell, after the given shell words.
fn in_shell(folder: &Path, before: &str, words: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before}\nexec {} {words}", env!("CARGO_BIN_EXE_ludex"))]);
    surroundings(command, folder).output().expect("a shell")
}

fn surroundings(mut command: Command, folder: &Path) -> Command {
    command.current_dir(folder).env("XDG_DATA_HOME", folder).env("COLUMNS", "80");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ludex(folder: &Path, words: &str) -> Output {
    command(folder, words).output().expect("ludex starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn succeeds(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
}

fn begins(folder: &Path, words: &str) -> Child {
    command(folder, words).spawn().expect("ludex starts")
}

/// Returns the names of temporary files in a folder.
fn unfinished(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    names.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.starts_with('.')).collect()
}

/// Writes a ruleset in `demo` with French texts. Returns the file of the texts.
fn demo(folder: &Path, french: &str) -> std::path::PathBuf {
    let text = folder.join("demo/text");
    fs::create_dir_all(&text).expect("a folder");
    fs::write(folder.join("demo/ruleset.yaml"), RULESET).expect("written");
    fs::write(text.join("en.yaml"), ENGLISH).expect("written");
    fs::write(text.join("fr.yaml"), french).expect("written");
    text.join("fr.yaml")
}

const FILL: &str = "check demo --fill-texts fr --write";

/// A French text of many lines that translates everything except one zone and one card.
fn french() -> String {
    let remark = "# une longue remarque sur la traduction, que personne ne veut perdre\n".repeat(100);
    format!(
        "{remark}game: {{ title: Démo }}\nzones:\n  deck: pioche\ncards:\n  queen: {{ name: Reine }}\n{remark}"
    )
}

#[test]
fn what_can_not_be_written_is_refused_before_the_first_game() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    symlink("elsewhere", at("link")).expect("a link");
    fs::write(at("read_only"), "kept").expect("written");
    fs::set_permissions(at("read_only"), Permissions::from_mode(0o444)).expect("a mode");
    fs::write(at("one"), "kept").expect("written");
    fs::hard_link(at("one"), at("two")).expect("a link");
    let cases = [
        ("link", "a link"),
        ("read_only", "read-only"),
        ("two", "hard link"),
        (".", "a folder"),
        ("no/page", "no folder"),
    ];
    for (i, words) in ENDLESS.iter().map(|words| format!("{words} --html")).enumerate() {
        // each kind of failure with one command, and each command with one kind
        for (path, why) in cases.iter().skip(i.min(4)).take(if i == 0 { 5 } else { 1 }) {
            refused(folder.path(), &format!("{words} {path}"), why);
        }
    }
    refused(folder.path(), "simulate kabale --games 1000000000 --log no/log", "no folder");
    refused(folder.path(), "simulate kabale --games 1000000000 --html page.html --log link", "a link");
    let same = ludex(folder.path(), "simulate kabale --games 1000000000 --html both --log both");
    assert_eq!((same.status.code(), stderr(&same).contains("two files")), (Some(2), true));
    assert_eq!(fs::read_to_string(at("read_only")).expect("a file"), "kept");
    assert_eq!(fs::read_to_string(at("two")).expect("a file"), "kept");
    assert!(!at("elsewhere").exists() && !at("page.html").exists());
    assert_eq!(unfinished(folder.path()), [""; 0]);
}

fn refused(folder: &Path, words: &str, why: &str) {
    let begun = Instant::now();
    let output = ludex(folder, words);
    let told = stderr(&output);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""), "{words}: {told}");
    assert!(told.starts_with("error: can't write ") && told.contains(why), "{words}: {told}");
    assert!(begun.elapsed() < Duration::from_secs(30), "{words}: it has played");
}

/// If the disk becomes full at the end, only the page is lost.
#[test]
fn the_result_is_printed_whatever_becomes_of_the_page() {
    let folder = folder();
    for words in SHORT {
        fs::write(folder.path().join("page.html"), "an older page").expect("written");
        let plain = stdout(&ludex(folder.path(), &format!("{words} --no-timing")));
        let words = format!("{words} --no-timing --html page.html");
        for before in ["ulimit -f 4; trap '' XFSZ", "ulimit -f 0; trap '' XFSZ"] {
            let output = in_shell(folder.path(), before, &words);
            assert_eq!(output.status.code(), Some(1), "{words}: {}", stderr(&output));
            assert!(stderr(&output).contains("can't write page.html"), "{}", stderr(&output));
            assert_eq!(stdout(&output), plain, "{words}");
            let page = fs::read_to_string(folder.path().join("page.html")).expect("the page");
            assert_eq!(page, "an older page");
            assert_eq!(unfinished(folder.path()), [""; 0]);
        }
    }
    let output = ludex(folder.path(), "simulate kabale --games 50 --log /dev/full");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("winning score"), "{}", stderr(&output));
}

/// The page is written even if the reader of the table stops.
#[test]
fn the_page_is_written_whatever_becomes_of_the_result() {
    let folder = folder();
    let mut command = command(folder.path(), "simulate kabale --games 3 --html page.html");
    let full = File::options().write(true).open("/dev/full").expect("a full disk");
    let output = command.stdout(full).output().expect("ludex starts");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(page.trim_end().ends_with("</html>"));
}

#[test]
fn what_is_no_file_is_written_through() {
    let folder = folder();
    let lines = |text: &str| text.lines().filter(|line| line.starts_with('{')).count();
    for path in ["-", "/dev/stdout"] {
        let output = ludex(folder.path(), &format!("simulate kabale --games 5 --log {path}"));
        succeeds(&output);
        assert_eq!(lines(&stdout(&output)), 5, "{path}");
        assert!(stdout(&output).contains("winning score"));
    }
    succeeds(&ludex(folder.path(), "simulate kabale --games 5 --log /dev/null --html /dev/null"));
    nix::unistd::mkfifo(&folder.path().join("pipe"), nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    let child = begins(folder.path(), "simulate kabale --games 5 --log pipe");
    let log = fs::read_to_string(folder.path().join("pipe")).expect("a log");
    succeeds(&child.wait_with_output().expect("ludex ends"));
    assert_eq!(lines(&log), 5);
    assert!(!folder.path().join("-").exists());
}

/// The log stays unchanged until the end of the run. Then it has a complete line for each game, also after an
/// interruption.
#[test]
fn an_interrupted_log_has_whole_lines() {
    let folder = folder();
    let log = folder.path().join("log");
    fs::write(&log, "an older log").expect("written");
    let child = begins(folder.path(), "simulate kabale --games 1000000000 --log log");
    let begun = Instant::now();
    let is_long = |name: &String| folder.path().join(name).metadata().is_ok_and(|meta| meta.len() > 100_000);
    while !unfinished(folder.path()).iter().any(is_long) {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(fs::read_to_string(&log).expect("a log"), "an older log");
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("sent");
    let output = child.wait_with_output().expect("ludex ends");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let text = fs::read_to_string(&log).expect("a log");
    assert!(text.ends_with('\n') && text.lines().all(|line| line.starts_with('{') && line.ends_with('}')));
    let told = format!("stopped after {} of", text.lines().count());
    assert!(stderr(&output).contains(&told), "{told}: {}", stderr(&output));
    assert_eq!(unfinished(folder.path()), [""; 0]);
}

/// After a full disk or a killed run the translation is unchanged, and the next run deletes the temporary
/// files.
#[test]
fn a_translation_outlives_a_full_disk_and_a_killed_run() {
    let folder = folder();
    let path = demo(folder.path(), &french());
    let texts = path.parent().expect("a folder");
    let full = in_shell(folder.path(), "ulimit -f 8; trap '' XFSZ", FILL);
    assert_eq!(full.status.code(), Some(1));
    assert!(stderr(&full).contains("can't write demo/text/fr.yaml"), "{}", stderr(&full));
    assert_eq!(fs::read_to_string(&path).expect("texts"), french());
    assert_eq!(unfinished(texts), [""; 0]);
    let killed = in_shell(folder.path(), "ulimit -c 0; ulimit -f 8", FILL);
    assert_eq!(killed.status.code(), None, "{}", stderr(&killed));
    assert_eq!(fs::read_to_string(&path).expect("texts"), french());
    assert_eq!(unfinished(texts).len(), 1);
    succeeds(&ludex(folder.path(), FILL));
    assert_eq!(unfinished(texts), [""; 0]);
    let text = fs::read_to_string(&path).expect("texts");
    assert!(text.contains("king:") && text.contains("Reine"), "{text}");
}

/// A temporary file that is being written is not deleted.
#[test]
fn two_that_write_one_file_do_not_disturb_each_other() {
    let folder = folder();
    let mut long = begins(folder.path(), "simulate kabale --games 1000000000 --log log");
    let begun = Instant::now();
    while unfinished(folder.path()).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    succeeds(&ludex(folder.path(), "simulate kabale --games 4 --log log"));
    assert_eq!(fs::read_to_string(folder.path().join("log")).expect("a log").lines().count(), 4);
    kill(Pid::from_raw(long.id() as i32), Signal::SIGINT).expect("sent");
    assert_eq!(long.wait().expect("it ends").code(), Some(130));
    assert!(fs::read_to_string(folder.path().join("log")).expect("a log").lines().count() > 4);
}

/// Several processes fill in texts while others fix the rules: no text is lost, and all changes are made.
#[test]
fn several_at_once_lose_no_text() {
    let folder = folder();
    for round in 0..60 {
        let path = demo(folder.path(), &french());
        let rules = folder.path().join("demo/ruleset.yaml");
        fs::write(&rules, RULESET.replace("value: 2 }", "valeu: 2 }")).expect("written");
        let words = [FILL, FILL, "check demo --fix", FILL];
        // files with errors are not filled in
        let words = if round % 2 == 0 { &words[..2] } else { &words[..] };
        if words.len() == 2 {
            fs::write(&rules, RULESET).expect("written");
        }
        let children: Vec<Child> = words.iter().map(|words| begins(folder.path(), words)).collect();
        for child in children {
            child.wait_with_output().expect("ludex ends");
        }
        succeeds(&ludex(folder.path(), FILL));
        let text = fs::read_to_string(&path).expect("texts");
        for kept in ["Démo", "pioche", "Reine", "king:", "pile: \"\""] {
            assert_eq!(text.matches(kept).count(), 1, "{round}: {kept} in {text}");
        }
        assert_eq!(text.matches("une longue remarque").count(), 200, "{round}");
        assert_eq!(fs::read_to_string(&rules).expect("rules"), RULESET, "{round}");
    }
    assert_eq!(unfinished(&folder.path().join("demo/text")), [""; 0]);
}

/// A process that changes files locks the folder: another process waits, and reports an error after some
/// time.
#[test]
fn who_changes_files_waits_for_another_one() {
    let folder = folder();
    let path = demo(folder.path(), &french());
    let own = File::open(folder.path().join("demo")).expect("the folder");
    let held = Flock::lock(own, FlockArg::LockExclusive).expect("a lock");
    let refused = ludex(folder.path(), FILL);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("another ludex is changing the files of demo"), "{}", stderr(&refused));
    succeeds(&ludex(folder.path(), "check demo --fill-texts fr"));
    let waits = begins(folder.path(), FILL);
    std::thread::sleep(Duration::from_millis(500));
    // the text that was read before is outdated
    let newer = french().replace("Reine", "Dame");
    fs::write(&path, &newer).expect("written");
    drop(held);
    succeeds(&waits.wait_with_output().expect("ludex ends"));
    let text = fs::read_to_string(&path).expect("texts");
    assert!(text.contains("Dame") && text.contains("king:"), "{text}");
}

#[test]
fn mode_and_owner_stay() {
    let folder = folder();
    let path = demo(folder.path(), &french());
    fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("a mode");
    // only root can change the owner of a file
    let made = path.metadata().expect("a file");
    let owner = if made.uid() == 0 { (1234, 1235) } else { (made.uid(), made.gid()) };
    std::os::unix::fs::chown(&path, Some(owner.0), Some(owner.1)).expect("an owner");
    succeeds(&ludex(folder.path(), FILL));
    let meta = path.metadata().expect("a file");
    assert_eq!((meta.mode() & 0o7777, meta.uid(), meta.gid()), (0o640, owner.0, owner.1));
    succeeds(&in_shell(folder.path(), "umask 027", "simulate kabale --games 1 --html page.html"));
    let mode = |name: &str| folder.path().join(name).metadata().expect("a file").mode() & 0o7777;
    assert_eq!(mode("page.html"), 0o640);
    succeeds(&in_shell(folder.path(), "umask 027", "check demo --fill-texts it --write"));
    assert_eq!(mode("demo/text/it.yaml"), 0o640);
}

#[test]
fn ends_of_lines_and_the_mark_at_the_beginning_stay() {
    for mark in ["", "\u{feff}"] {
        let folder = folder();
        let french = format!("{mark}{}", french()).replace('\n', "\r\n");
        let path = demo(folder.path(), &french);
        succeeds(&ludex(folder.path(), FILL));
        let text = fs::read_to_string(&path).expect("texts");
        assert!(text.starts_with(mark) && text.matches('\u{feff}').count() == mark.chars().count());
        assert!(text.replace("\r\n", "").find(['\r', '\n']).is_none(), "{text:?}");
        for added in ["\r\n  king:\r\n    name: \"\"    # King\r\n", "\r\n  pile: \"\"    # pile\r\n"] {
            assert!(text.contains(added), "{added:?} in {text}");
        }
        let rules = folder.path().join("demo/ruleset.yaml");
        let broken = RULESET.replace("format: 1\n", "").replace("value: 2 }", "valeu: 2 }");
        fs::write(&rules, format!("{mark}{broken}").replace('\n', "\r\n")).expect("written");
        succeeds(&ludex(folder.path(), "check demo --fix"));
        let mended = fs::read_to_string(&rules).expect("rules");
        assert_eq!(mended, format!("{mark}{RULESET}").replace('\n', "\r\n"));
    }
}

#[test]
fn links_in_a_ruleset_are_not_written_to() {
    let folder = folder();
    let path = demo(folder.path(), "");
    fs::write(folder.path().join("demo/other.yaml.txt"), french()).expect("written");
    fs::remove_file(&path).expect("removed");
    symlink("../other.yaml.txt", &path).expect("a link");
    let output = ludex(folder.path(), FILL);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("it is a link"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(folder.path().join("demo/other.yaml.txt")).expect("texts"), french());
}
