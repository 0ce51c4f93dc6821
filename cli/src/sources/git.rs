//! Reads ruleset files from a git revision into memory.
//!
//! Runs `git` in the repository that contains the folder. Nothing is checked out, fetched or executed, and no
//! file outside the folder is read.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ludex::fs::Files;

use crate::terminal::output::clean;

/// Maximum number of files in a ruleset.
const MOST_FILES: usize = 2_000;
/// Maximum size of a file in bytes.
const MOST_BYTES: u64 = 16 << 20;
/// Maximum size of all files in bytes.
const MOST_IN_ALL: u64 = 32 << 20;
/// Problem of a file whose content is missing in the repository.
const MISSING: &str =
    "is missing from the repository: it is damaged, or a clone without its files (`git fetch` brings them)";
/// Maximum depth of nested folders.
const DEEPEST: usize = 4;

/// Environment variables that direct git to another repository or a part of one.
const ELSEWHERE: [&str; 6] =
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX"];

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    /// Name of the git object.
    object: String,
    bytes: u64,
    /// Path below the folder, with forward slashes.
    path: String,
}

/// Reads the YAML files below a folder in a revision, with relative paths.
pub fn folder(folder: &Path, revision: &str) -> Result<Files, String> {
    read(folder, revision, None)
}

/// Reads a single file in a revision.
pub fn file(path: &Path, revision: &str) -> Result<String, String> {
    let folder = path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    let files = read(folder, revision, path.file_name())?;
    let missing = || format!("there is no {} in the revision `{}`", path.display(), clean(revision));
    files.into_iter().next().map(|(_, text)| text).ok_or_else(missing)
}

fn read(folder: &Path, revision: &str, only: Option<&OsStr>) -> Result<Files, String> {
    let commit = commit(folder, revision)?;
    let mut list = git(folder);
    list.args(["ls-tree", "-r", "-z", "--long", &commit, "--"]).args(only);
    let listed =
        output(&mut list)?.map_err(|said| format!("git can't list the files of `{revision}`: {said}"))?;
    let mut entries = entries(&listed, revision)?;
    if entries.is_empty() && only.is_none() {
        return Err(format!("{} holds no ruleset in the revision `{}`", folder.display(), clean(revision)));
    }
    // use the order in which a folder is read
    entries.sort_by(|one, other| one.path.split('/').cmp(other.path.split('/')));
    texts(folder, &entries)
}

/// Creates a git command without user settings that affect output: no pager, no prompts, no other repository.
fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["--no-pager", "--literal-pathspecs", "--no-replace-objects"]);
    for name in ELSEWHERE {
        git.env_remove(name);
    }
    git.envs([
        ("LC_ALL", "C"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_OPTIONAL_LOCKS", "0"),
        ("GIT_NO_LAZY_FETCH", "1"),
    ]);
    git.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    git
}

/// Runs git and returns its output, or its error message.
fn output(git: &mut Command) -> Result<Result<Vec<u8>, String>, String> {
    let ran = git.output().map_err(|error| not_started(&error))?;
    let said = clean(String::from_utf8_lossy(&ran.stderr).trim());
    Ok(if ran.status.success() { Ok(ran.stdout) } else { Err(said) })
}

fn not_started(error: &io::Error) -> String {
    if error.kind() == ErrorKind::NotFound {
        return "reading a revision requires `git`, which was not found".to_owned();
    }
    format!("git can't be started: {error}")
}

/// Returns the commit of a revision in the repository that contains the folder.
fn commit(folder: &Path, revision: &str) -> Result<String, String> {
    let shown = folder.display();
    if let Err(said) = output(git(folder).args(["rev-parse", "--is-inside-work-tree"]))? {
        let none = said.contains("not a git repository");
        return Err(if none {
            format!("{shown} is not in a git repository")
        } else {
            format!("git: {said}")
        });
    }
    let named = format!("{revision}^{{commit}}");
    let found = output(git(folder).args(["rev-parse", "--verify", "--quiet", "--end-of-options", &named]))?;
    let unknown = || format!("the repository of {shown} has no revision `{}`", clean(revision));
    let commit = String::from_utf8(found.map_err(|_| unknown())?).map_err(|_| unknown())?;
    Ok(commit.trim().to_owned())
}

/// Parses the output of `ls-tree`: entries `mode type object bytes⇥path`, each terminated by a zero byte.
/// Keeps YAML files that are not hidden.
fn entries(listed: &[u8], revision: &str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for line in String::from_utf8_lossy(listed).split_terminator('\0') {
        let Some((facts, path)) = line.split_once('\t') else { continue };
        let facts: Vec<&str> = facts.split_whitespace().collect();
        let hidden = path.split('/').any(|part| part.starts_with('.'));
        let [mode, "blob", object, bytes] = facts.as_slice() else { continue };
        if hidden || !path.ends_with(".yaml") {
            continue;
        }
        let wrong = |why: &str| Err(format!("{} of `{}` {why}", clean(path), clean(revision)));
        // git prints BAD for a missing object
        let there = bytes.parse::<u64>().ok();
        let bytes = there.unwrap_or_default();
        match () {
            () if *mode == "120000" => return wrong("is a link, and links are not followed"),
            () if clean(path) != path => return wrong("has a control character in its name"),
            () if there.is_none() => return wrong(MISSING),
            () if path.matches('/').count() > DEEPEST => return wrong("is nested too deep"),
            () if bytes > MOST_BYTES => return wrong("is too large"),
            () if entries.len() == MOST_FILES => return wrong("exceeds the maximum number of files"),
            () => entries.push(Entry { object: (*object).to_owned(), bytes, path: path.to_owned() }),
        }
    }
    let all = entries.iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.bytes));
    if all > MOST_IN_ALL {
        return Err(format!("`{}` has more than {} MiB of YAML", clean(revision), MOST_IN_ALL >> 20));
    }
    Ok(entries)
}

/// Reads the texts of files one by one from a single git process.
fn texts(folder: &Path, entries: &[Entry]) -> Result<Files, String> {
    let mut command = git(folder);
    command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stderr(Stdio::null());
    let mut git = command.spawn().map_err(|error| not_started(&error))?;
    let found = ask(&mut git, entries);
    // closing its input ends the process
    drop(git.stdin.take());
    let _ = git.wait();
    found.map_err(|error| format!("git can't read a file: {error}"))
}

fn ask(git: &mut Child, entries: &[Entry]) -> io::Result<Files> {
    let broken = || io::Error::from(ErrorKind::BrokenPipe);
    let mut input = git.stdin.as_ref().ok_or_else(broken)?;
    let mut answers = BufReader::new(git.stdout.as_mut().ok_or_else(broken)?);
    let mut files = Files::new();
    for Entry { object, bytes, path } in entries {
        writeln!(input, "{object}")?;
        input.flush()?;
        // `object blob bytes`, the bytes, a line end
        let mut head = String::new();
        answers.read_line(&mut head)?;
        if head.split_whitespace().nth(2) != Some(&bytes.to_string()) {
            return Err(io::Error::other(format!("{path}: {}", clean(head.trim()))));
        }
        let mut text = Vec::new();
        answers.by_ref().take(bytes + 1).read_to_end(&mut text)?;
        text.pop();
        let no_text = |_| io::Error::other(format!("{path} is not UTF-8"));
        files.push((path.clone(), String::from_utf8(text).map_err(no_text)?));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "1111111111111111111111111111111111111111";

    #[test]
    fn only_yaml_that_is_not_hidden_is_read() {
        let list = format!(
            "100644 blob {HASH}      12\tcards.yaml\0100644 blob {HASH}       7\tREADME.md\0\
             100644 blob {HASH}       7\t.github/ci.yaml\0160000 commit {HASH}       -\tother.yaml\0"
        );
        let found = entries(list.as_bytes(), "HEAD").expect("nothing is wrong");
        assert_eq!(found, [Entry { object: HASH.to_owned(), bytes: 12, path: "cards.yaml".to_owned() }]);
    }

    #[test]
    fn links_and_what_is_too_large_or_missing_are_refused() {
        for (line, why) in [
            (format!("120000 blob {HASH}      12\tcards.yaml\0"), "is a link"),
            (format!("100644 blob {HASH}      99999999\tcards.yaml\0"), "is too large"),
            (format!("100644 blob {HASH}     BAD\tcards.yaml\0"), "is missing from the repository"),
            (format!("100644 blob {HASH}      9\ta/b/c/d/e/cards.yaml\0"), "is nested too deep"),
            (format!("100644 blob {HASH}      9\tca\u{1b}rds.yaml\0"), "has a control character"),
        ] {
            let found = entries(line.as_bytes(), "HEAD").expect_err(why);
            assert!(found.contains(why), "{found}");
        }
    }
}
