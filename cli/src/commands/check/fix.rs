//! `ludex check --fix`: applies the safe suggestions to the files of a ruleset. `--fix=openly` also adds
//! `openly` where a rule reveals hidden information.
//!
//! A safe suggestion yields text that parses, but its names may not exist. So the ruleset is checked again
//! after each step. A change is undone unless it reduces the errors, in total or on the changed lines, within
//! a few rounds of suggestions.

use std::path::{Path, PathBuf};
use std::{fs, io};

use ludex::Compiled;
use ludex::diagnostics::Span;
use ludex::diagnostics::fix::{applied, safe};
use ludex::diagnostics::{Code, Diagnostic, Severity, Suggestion};
use similar::{DiffOp, TextDiff};

use crate::args::Fix;
use crate::failure::Failure;
use crate::files::{self, Draft, line_end};
use crate::sources::rulesets::{Reference, plural};
use crate::terminal::output::{GREEN, Out, PLAIN, RED, clean};
use ludex::fs::Files;

/// Maximum number of times that the ruleset is checked.
const MAX_CHECKS: usize = 40;

/// Maximum number of consecutive rounds of suggestions without fewer errors.
const PATIENCE: usize = 3;

/// Number of context lines in a diff.
const CONTEXT: usize = 3;

/// Returns the files with all possible fixes applied; writes nothing.
pub fn mended(
    reference: &Reference,
    files: Files,
    what: Fix,
    check: &dyn Fn(&Files) -> Result<Vec<Compiled>, Failure>,
) -> Result<Files, Failure> {
    if let Some(why) = refusal(reference, "`--fix`") {
        return Err(Failure::Usage(why));
    }
    Mending { reference, what, check, checks: 0 }.run(files)
}

/// Returns the reason why a ruleset can't be changed, or `None`. `asks` names the option in the message.
pub fn refusal(reference: &Reference, asks: &str) -> Option<String> {
    match reference {
        Reference::Shipped(id) => Some(format!(
            "`{id}` is inside the program and can't be changed; {asks} needs a folder or a file"
        )),
        Reference::Stdin => Some("what comes from standard input can't be changed".to_owned()),
        Reference::Revision { .. } => Some("what was can't be changed".to_owned()),
        Reference::Archive(_) => Some("a package can't be changed: unpack it first".to_owned()),
        Reference::Folder(_) | Reference::File(_) => None,
    }
}

struct Mending<'a> {
    reference: &'a Reference,
    what: Fix,
    check: &'a dyn Fn(&Files) -> Result<Vec<Compiled>, Failure>,
    checks: usize,
}

/// Errors by file (`None` if it isn't one of the ruleset) and line.
type Errors = Vec<Line>;

type Line = (Option<usize>, u32);

/// Suggestions with the index of their file.
pub type Changes = Vec<(usize, Suggestion)>;

impl Mending<'_> {
    fn run(&mut self, files: Files) -> Result<Files, Failure> {
        let mut best = files;
        let (mut errors, mut changes) = self.check_files(&best)?;
        while !changes.is_empty() && self.checks < MAX_CHECKS {
            let better = match self.follow(&best, &errors, &changes)? {
                None if changes.len() > 1 => self.one_of(&best, &errors, &changes)?,
                found => found,
            };
            let Some(better) = better else { break };
            best = better;
            (errors, changes) = self.check_files(&best)?;
        }
        Ok(best)
    }

    /// Checks the files and returns the errors and the suggestions to apply.
    fn check_files(&mut self, files: &Files) -> Result<(Errors, Changes), Failure> {
        self.checks += 1;
        let compiled = (self.check)(files)?;
        let (mut errors, mut changes) = (Errors::default(), Changes::new());
        for compiled in &compiled {
            let number = |span: Span| {
                let name = &compiled.sources.get(span.file).name;
                files.iter().position(|(path, _)| shown(self.reference, path) == *name)
            };
            let told = |problem: &&Diagnostic| {
                let codes = [Code::HiddenFact, Code::ToldPlace, Code::ToldPerhaps, Code::AskedOpenly];
                self.what == Fix::Openly && codes.contains(&problem.code)
            };
            // a warning to be fixed counts as an error
            let counts = |problem: &&Diagnostic| problem.severity() == Severity::Error || told(problem);
            let problems = compiled.problems.iter().filter(counts);
            let lines = problems.map(|problem| problem.primary.span);
            errors.extend(lines.map(|span| (number(span), compiled.sources.line_col(span).0)));
            let openly = compiled.problems.iter().filter(told);
            let openly = openly.flat_map(|problem| problem.suggestions.iter().cloned());
            let suggested = safe(&compiled.problems).into_iter().chain(openly);
            changes.extend(suggested.filter_map(|suggestion| Some((number(suggestion.span)?, suggestion))));
        }
        Ok((errors, without_overlaps(changes)))
    }

    /// Applies the changes, then follow-up suggestions, until there are fewer errors or none on the changed
    /// lines. The latter counts because a syntax error may have hidden errors elsewhere.
    fn follow(
        &mut self,
        files: &Files,
        errors: &Errors,
        changes: &Changes,
    ) -> Result<Option<Files>, Failure> {
        let (mut files, mut lines) = (with_changes(files, changes), lines(files, changes));
        for _ in 0..PATIENCE {
            let (now, next) = self.check_files(&files)?;
            let before = errors.iter().filter(|error| lines.iter().any(|(old, _)| error == &old)).count();
            let here = now.iter().filter(|error| lines.iter().any(|(_, new)| new.contains(error))).count();
            if now.len() < errors.len() || here == 0 && before > 0 {
                return Ok(Some(files));
            }
            if now.len() > errors.len() || next.is_empty() || self.checks >= MAX_CHECKS {
                return Ok(None);
            }
            lines.clear();
            files = with_changes(&files, &next);
        }
        Ok(None)
    }

    /// Applies the first of the changes that helps on its own.
    fn one_of(
        &mut self,
        files: &Files,
        errors: &Errors,
        changes: &Changes,
    ) -> Result<Option<Files>, Failure> {
        for change in changes {
            if self.checks >= MAX_CHECKS {
                break;
            }
            if let Some(files) = self.follow(files, errors, &vec![change.clone()])? {
                return Ok(Some(files));
            }
        }
        Ok(None)
    }
}

pub fn shown(reference: &Reference, path: &str) -> String {
    match reference {
        Reference::Folder(_) | Reference::Shipped(_) | Reference::Archive(_) | Reference::Revision { .. } => {
            format!("{}{path}", reference.prefix())
        }
        Reference::File(_) | Reference::Stdin => reference.shown(),
    }
}

/// Sorts the changes. Removes duplicates from several variants; of overlapping changes the first is kept.
pub fn without_overlaps(mut changes: Changes) -> Changes {
    let place = |(file, change): &(usize, Suggestion)| (*file, change.span.start, change.span.end);
    changes.sort_by_key(place);
    changes.dedup_by(|next, kept| {
        next.0 == kept.0 && (next.1.span.start < kept.1.span.end || next.1.span.start == kept.1.span.start)
    });
    changes
}

pub fn with_changes(files: &Files, changes: &Changes) -> Files {
    let changed = |(number, (path, text)): (usize, &(String, String))| {
        let line_end = line_end(text);
        let of = changes.iter().filter(|(file, _)| *file == number).map(|(_, change)| change);
        let as_there =
            |change: &Suggestion| Suggestion { text: change.text.replace('\n', line_end), ..change.clone() };
        let of: Vec<Suggestion> = of.map(as_there).collect();
        (path.clone(), applied(text, &of))
    };
    files.iter().enumerate().map(changed).collect()
}

/// Returns the line on which each change begins in the old text, and the lines that it covers in the new
/// text.
fn lines(files: &Files, changes: &Changes) -> Vec<(Line, Vec<Line>)> {
    let breaks = |text: &str| text.matches('\n').count() as u32;
    // lines added and removed by earlier changes of the same file
    let (mut of, mut added, mut taken) = (None, 0, 0);
    let mut found = Vec::new();
    for (file, change) in changes {
        if of.replace(*file) != Some(*file) {
            (added, taken) = (0, 0);
        }
        let (start, end) = (change.span.start as usize, change.span.end as usize);
        let Some((_, text)) = files.get(*file).filter(|(_, text)| text.get(start..end).is_some()) else {
            continue;
        };
        let line = breaks(&text[..start]) + 1;
        let first = line + added - taken;
        let new = (first..=first + breaks(&change.text)).map(|line| (Some(*file), line));
        found.push(((Some(*file), line), new.collect()));
        (added, taken) = (added + breaks(&change.text), taken + breaks(&text[start..end]));
    }
    found
}

/// Writes the changed files and reports the changes. With `diff`, shows the changes and writes nothing.
pub fn write(
    reference: &Reference,
    (old, new): (&Files, &Files),
    diff: bool,
    out: &mut Out,
) -> Result<(), Failure> {
    let changed = changed(old, new);
    if diff {
        show(reference, &changed, out)?;
    } else {
        put(reference, &changed)?;
        for ((path, old), (_, new)) in &changed {
            report_changes(&shown(reference, path), &TextDiff::from_lines(old.as_str(), new.as_str()), out)?;
        }
    }
    let count = plural(changed.len(), "file");
    let what = if diff { "would be changed" } else { "changed" };
    match changed.is_empty() {
        true => out.line("nothing is changed: no problem has a safe suggestion")?,
        false => out.line(&format!("{count} {what}"))?,
    }
    Ok(())
}

/// Returns the pairs of old and new files that differ.
pub fn changed<'f>(old: &'f Files, new: &'f Files) -> Vec<Changed<'f>> {
    old.iter().zip(new).filter(|(old, new)| old.1 != new.1).collect()
}

/// Prints the changes as a unified diff.
pub fn show(reference: &Reference, changed: &[Changed<'_>], out: &mut Out) -> Result<(), Failure> {
    for ((path, old), (_, new)) in changed {
        let name = shown(reference, path);
        let texts = TextDiff::from_lines(old.as_str(), new.as_str());
        let unified = texts.unified_diff().context_radius(CONTEXT).header(&name, &name).to_string();
        unified.lines().try_for_each(|line| out.line(&painted(line, out)))?;
    }
    Ok(())
}

/// Formats a line of a diff: sanitized, and coloured if it is added or removed.
pub fn painted(line: &str, out: &Out) -> String {
    let style = match line.chars().next() {
        Some('-') => RED,
        Some('+') => GREEN,
        _ => PLAIN,
    };
    out.paint(style, &clean(line))
}

/// Reports each change with its location, old line and new line. If the number of lines differs, reports all
/// lines of the change together.
fn report_changes(name: &str, texts: &TextDiff<'_, '_, '_, str>, out: &mut Out) -> Result<(), Failure> {
    for op in texts.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        let (old, new) = (&texts.old_slices()[op.old_range()], &texts.new_slices()[op.new_range()]);
        let at = op.new_range().start + 1;
        if old.len() == new.len() {
            for (i, (old, new)) in old.iter().zip(new).enumerate() {
                change(&format!("{name}:{}", at + i), &[old], &[new], out)?;
            }
        } else {
            change(&format!("{name}:{at}"), old, new, out)?;
        }
    }
    Ok(())
}

/// Prints the lines before and after a change without their common indentation.
fn change(place: &str, old: &[&str], new: &[&str], out: &mut Out) -> Result<(), Failure> {
    let blanks = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let lines = || old.iter().chain(new).filter(|line| !line.trim().is_empty());
    let indent = lines().map(blanks).min().unwrap_or(0);
    out.line(place)?;
    for (sign, lines) in [('-', old), ('+', new)] {
        for line in lines {
            let text = line.get(indent..).unwrap_or_default().trim_end();
            let line = painted(&format!("{sign} {text}"), out);
            out.line(&format!("  {line}"))?;
        }
    }
    Ok(())
}

fn path_of(reference: &Reference, path: &str) -> PathBuf {
    match reference {
        Reference::Folder(folder) => folder.join(path),
        Reference::File(file) => file.clone(),
        Reference::Shipped(_) | Reference::Archive(_) | Reference::Revision { .. } | Reference::Stdin => {
            PathBuf::from(path)
        }
    }
}

/// A file before and after a change.
pub type Changed<'a> = (&'a (String, String), &'a (String, String));

/// Creates the folder of a new file. Rulesets are untrusted: the target of a link isn't part of the ruleset.
fn folder_for(path: &Path) -> io::Result<()> {
    let folder = files::folder_of(path);
    match folder.is_symlink() {
        true => Err(io::Error::other(format!("{} is a link", folder.display()))),
        false => fs::create_dir_all(folder),
    }
}

/// Writes changed files. Writes all drafts next to their targets first, so that a full disk changes no file.
/// A missing file counts as empty.
pub fn put(reference: &Reference, changed: &[Changed<'_>]) -> Result<(), Failure> {
    let mut drafts = Vec::new();
    for ((path, old), (_, new)) in changed {
        let path = path_of(reference, path);
        let was = Some(old.as_str()).filter(|old| !old.is_empty() || path.exists());
        let folder = if was.is_none() { folder_for(&path) } else { Ok(()) };
        let draft = folder.and_then(|()| Draft::change(&path, was)).and_then(|draft| draft.whole(new));
        drafts.push(draft.map_err(|error| files::unwritten(&path, error))?);
    }
    let path = |at: usize| path_of(reference, &changed[at].0.0);
    let finish =
        |(at, draft): (usize, Draft)| draft.finish().map_err(|error| files::unwritten(&path(at), error));
    drafts.into_iter().enumerate().try_for_each(finish)
}
