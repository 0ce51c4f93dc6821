//! The command line as a person meets it: commands, what is typed, and all that is printed.
//!
//! A case is a session in an empty folder. `$ ludex …` runs a command, with double quotes around words that belong together; `< line` below it is typed; `# file: PATH` begins
//! a file that is there from the start; `# terminal: 40x20` says how large the terminal is (else 100 columns, of any
//! height); `# drop: TEXT` leaves out printed lines with that text (speeds); `# keys` shows only the keys of JSON output.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ludex_tests::cases::{Case, each_case, snapshot};
use ludex_tests::program::ludex;
use serde_json::Value;

/// No command of a case may take longer.
const LONGEST: Duration = Duration::from_secs(60);

/// An empty folder, taken away at the end.
pub struct Folder(PathBuf);

impl Folder {
    /// For the test of this name.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ludex-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// A folder in it.
    pub fn make(&self, path: &str) {
        std::fs::create_dir_all(self.0.join(path)).expect("a folder");
    }

    /// Takes a file away.
    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.0.join(path)).expect("a file");
    }

    /// A file in it, and the folders above.
    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a written file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a command printed, and its exit code.
pub struct Ran {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// Runs the program in a folder, in a terminal of 100 columns.
pub fn run(folder: &Folder, args: &[&str], typed: &str) -> Ran {
    run_at(folder, args, typed, 100)
}

/// Runs the program in a terminal of so many columns.
pub fn run_at(folder: &Folder, args: &[&str], typed: &str, columns: usize) -> Ran {
    run_in(folder, args, typed, (columns, None))
}

/// Runs the program in a terminal of so many columns and lines.
fn run_in(folder: &Folder, args: &[&str], typed: &str, (columns, lines): (usize, Option<usize>)) -> Ran {
    let mut command = Command::new(ludex());
    command.args(args).current_dir(&folder.0);
    for (name, value) in
        [("NO_COLOR", "1"), ("COLUMNS", columns.to_string().as_str()), ("LANG", "C.UTF-8"), ("TERM", "dumb")]
    {
        command.env(name, value);
    }
    command.env_remove("LINES").envs(lines.map(|lines| ("LINES", lines.to_string())));
    for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(name, &folder.0);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let begun = Instant::now();
    let mut child = command.spawn().expect("the program starts");
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let done = child.wait_with_output().expect("the program ends");
    assert!(begun.elapsed() < LONGEST, "{args:?} took {:?}", begun.elapsed());
    let text = |bytes: Vec<u8>| {
        String::from_utf8(bytes).expect("UTF-8").replace(&*folder.0.to_string_lossy(), "FOLDER")
    };
    Ran { out: text(done.stdout), err: text(done.stderr), code: done.status.code() }
}

#[test]
fn sessions_read_as_they_should() {
    each_case("cli", |case| snapshot("cli", case.stem(), &session(case)));
}

/// The words of a command; a part in double quotes is one word.
fn arguments(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (i, part) in command.split('"').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words
}

fn session(case: &Case) -> String {
    let folder = Folder::new(case.stem());
    let files = case.files();
    for (path, text) in &files[1..] {
        folder.write(path, text.as_bytes());
    }
    let script = &files[0].1;
    let size = script.lines().find_map(|line| line.strip_prefix("# terminal: ")).map_or((100, None), size);
    let mut shown = String::new();
    let mut lines = script.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ludex") else { continue };
        let mut typed = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with('<')) {
            typed += line.trim_start_matches('<').trim_start();
            typed.push('\n');
        }
        let args = arguments(command);
        let ran = run_in(&folder, &args, &typed, size);
        let _ = writeln!(shown, "{line}");
        shown += &tidied(case, &ran.out);
        if !ran.err.is_empty() {
            let _ = writeln!(shown, "--- to standard error\n{}", tidied(case, &ran.err).trim_end());
        }
        let _ = writeln!(
            shown,
            "--- exit {}\n",
            ran.code.map_or("by a signal".to_owned(), |code| code.to_string())
        );
    }
    shown
}

/// `40x20`
fn size(text: &str) -> (usize, Option<usize>) {
    let (columns, lines) = text.split_once('x').expect("COLUMNSxLINES");
    (columns.parse().expect("columns"), Some(lines.parse().expect("lines")))
}

/// Printed text without what differs from run to run.
fn tidied(case: &Case, text: &str) -> String {
    let only_keys = case.text.lines().any(|line| line == "# keys");
    if let (true, Ok(value)) = (only_keys, serde_json::from_str::<Value>(text)) {
        let mut keys = Vec::new();
        list_keys(&value, "", &mut keys);
        return keys.join("\n") + "\n";
    }
    let dropped: Vec<&str> = case.text.lines().filter_map(|line| line.strip_prefix("# drop: ")).collect();
    let kept = text.lines().filter(|line| !dropped.iter().any(|word| line.contains(word)));
    kept.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// `seats[].wins: number`, each once.
fn list_keys(value: &Value, path: &str, keys: &mut Vec<String>) {
    let sort = match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| list_keys(value, &format!("{path}.{key}"), keys));
            return;
        }
        Value::Array(items) if !items.is_empty() => {
            items.iter().for_each(|item| list_keys(item, &format!("{path}[]"), keys));
            return;
        }
        Value::Array(_) => "empty list",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Bool(_) => "bool",
        Value::Null => "null",
    };
    let key = format!("{}: {sort}", path.trim_start_matches('.'));
    if !keys.contains(&key) {
        keys.push(key);
    }
}

/// E0106 comes from whoever reads files.
#[test]
fn a_file_that_is_not_utf_8_is_refused_with_its_place() {
    let folder = Folder::new("latin");
    folder.write("game/ruleset.yaml", b"format: 1\ngame: { id: latin, players: 2 }\n");
    folder.write("game/text/de.yaml", b"game: { title: K\xf6nig }\n");
    let ran = run(&folder, &["check", "game"], "");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let all = ran.out + &ran.err;
    assert!(all.contains("E0106") && all.contains("text/de.yaml"), "{all}");
}

#[test]
fn a_file_of_100_megabytes_is_refused_at_once() {
    let folder = Folder::new("huge");
    folder.write("game/ruleset.yaml", &vec![b'#'; 100 << 20]);
    let _ = ludex();
    let begun = Instant::now();
    let ran = run(&folder, &["check", "game"], "");
    assert!(begun.elapsed().as_secs() < 2, "took {:?}", begun.elapsed());
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!((ran.out + &ran.err).contains("E0105"));
}

#[test]
fn the_results_of_a_simulation_do_not_depend_on_the_number_of_threads() {
    let folder = Folder::new("jobs");
    let result = |jobs: &str| {
        // more games than one thread takes at once, several times
        let args = ["simulate", "kabale", "--games", "400", "--players", "3", "--json", "--jobs", jobs];
        let ran = run(&folder, &args, "");
        let mut value: Value = serde_json::from_str(&ran.out).expect("JSON");
        let map = value.as_object_mut().expect("a map");
        for key in ["jobs", "elapsed_s", "decisions_per_s", "games_per_s"] {
            assert!(map.remove(key).is_some(), "{key}");
        }
        value
    };
    assert_eq!(result("1"), result("2"));
}

/// A pipe that is closed early, as by `head`, is no reason to complain.
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new("pipe");
    let mut command = Command::new(ludex());
    command.args(["show", "kabale", "--resolved"]).current_dir(&folder.0).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let done = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&done.stderr);
    assert!(!err.contains("panicked"), "{err}");
}
