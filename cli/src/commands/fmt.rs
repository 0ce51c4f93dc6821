//! `ludex fmt`: formats the effects of a ruleset.

use std::io::Read;
use std::path::{Path, PathBuf};

use ludex::{JSON_VERSION, format};
use serde_json::json;
use similar::TextDiff;

use super::check::fix::painted;
use crate::failure::{Failure, Outcome};
use crate::files::{self, Draft};
use crate::sources::rulesets::{Reference, plural, shipped};
use crate::terminal::output::Out;

const CONTEXT: usize = 3;

/// A file before and after formatting.
struct Found {
    path: PathBuf,
    old: String,
    new: String,
}

pub fn run(paths: &[PathBuf], (check, diff, json): (bool, bool, bool), out: &mut Out) -> Outcome {
    if paths.iter().any(|path| path == Path::new("-")) {
        return match json {
            true => Err(Failure::Usage(
                "`-` prints the formatted text, so it can't be combined with --json".to_owned(),
            )),
            false => through(paths, check, out),
        };
    }
    let mut found = Vec::new();
    for path in paths {
        found.extend(files_of(path)?);
    }
    found.retain(|file| file.old != file.new);
    if !check && !diff {
        put(&found)?;
    }
    if json {
        let files: Vec<String> = found.iter().map(|file| file.path.display().to_string()).collect();
        out.json(&json!({ "version": JSON_VERSION, "written": !check, "files": files }))?;
        return Ok(u8::from(check && !found.is_empty()));
    }
    for file in &found {
        if diff {
            let name = file.path.display().to_string();
            let texts = TextDiff::from_lines(&file.old, &file.new);
            let unified = texts.unified_diff().context_radius(CONTEXT).header(&name, &name).to_string();
            unified.lines().try_for_each(|line| out.line(&painted(line, out)))?;
        } else {
            out.line(&file.path.display().to_string())?;
        }
    }
    let what = if check || diff { "would be formatted" } else { "formatted" };
    match found.len() {
        0 => out.line("nothing to format")?,
        count => out.line(&format!("{} {what}", plural(count, "file")))?,
    }
    Ok(u8::from(check && !found.is_empty()))
}

/// Formats standard input to standard output.
fn through(paths: &[PathBuf], check: bool, out: &mut Out) -> Outcome {
    if paths.len() > 1 {
        return Err(Failure::Usage(
            "`-` is standard input and can't be combined with other paths".to_owned(),
        ));
    }
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Failure::Problem(format!("standard input can't be read: {error}")))?;
    let new = format::file("", &text);
    if check {
        return Ok(u8::from(new != text));
    }
    out.text(&new)?;
    Ok(0)
}

/// Returns the files of a ruleset that hold rules, or a single file.
fn files_of(path: &Path) -> Result<Vec<Found>, Failure> {
    let unreadable = |error: String| Failure::Problem(error);
    let name = path.to_string_lossy();
    if !path.exists() && shipped().contains(&name.as_ref()) {
        let why = format!(
            "`{name}` is inside the program and can't be changed; `ludex fmt` needs a folder or a file"
        );
        return Err(Failure::Usage(why));
    }
    if path.is_dir() {
        let files =
            Reference::Folder(path.to_owned()).read().map_err(|error| unreadable(error.to_string()))?;
        let rules = files.into_iter().filter(|(file, _)| !file.starts_with("text/"));
        return Ok(rules
            .map(|(file, old)| Found { path: path.join(&file), new: format::file(&file, &old), old })
            .collect());
    }
    let files = Reference::File(path.to_owned()).read().map_err(|error| unreadable(error.to_string()))?;
    let one =
        |(_, old): (String, String)| Found { path: path.to_owned(), new: format::file(&name, &old), old };
    Ok(files.into_iter().map(one).collect())
}

/// Writes all files. Writes all drafts next to their targets first, so that a full disk changes no file.
fn put(found: &[Found]) -> Result<(), Failure> {
    let mut drafts = Vec::new();
    for file in found {
        let draft = Draft::change(&file.path, Some(&file.old)).and_then(|draft| draft.whole(&file.new));
        drafts.push(draft.map_err(|error| files::unwritten(&file.path, error))?);
    }
    for (draft, file) in drafts.into_iter().zip(found) {
        draft.finish().map_err(|error| files::unwritten(&file.path, error))?;
    }
    Ok(())
}
