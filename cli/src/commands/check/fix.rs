//! `ludex check --fix`: the safe suggestions applied to the files of a ruleset.
//!
//! That a suggestion is safe says that its text can be read. Whether its names exist shows when the ruleset is checked again: what does not
//! lessen the errors, at once or after the next suggestions, is taken back.

use std::path::PathBuf;

use ludex::Compiled;
use ludex::diagnostics::fix::{applied, safe};
use ludex::diagnostics::{Severity, Suggestion};
use similar::{DiffOp, TextDiff};

use crate::failure::Failure;
use crate::files::{self, Draft, line_end};
use crate::output::{GREEN, Out, PLAIN, RED, clean};
use crate::rulesets::{Reference, plural};
use ludex::fs::Files;

/// How often the ruleset is checked at most.
const MAX_CHECKS: usize = 40;

/// How often suggestions are followed without fewer errors.
const PATIENCE: usize = 3;

/// Lines around a change in a diff.
const CONTEXT: usize = 3;

/// The files of a ruleset with all that could be mended; nothing is written yet.
pub fn mended(
    reference: &Reference,
    files: Files,
    check: &dyn Fn(&Files) -> Result<Vec<Compiled>, Failure>,
) -> Result<Files, Failure> {
    if let Some(why) = refusal(reference) {
        return Err(Failure::Usage(why));
    }
    Mending { reference, check, checks: 0 }.run(files)
}

fn refusal(reference: &Reference) -> Option<String> {
    match reference {
        Reference::Shipped(id) => Some(format!(
            "`{id}` is inside the program and can't be changed; `--fix` wants a folder or a file"
        )),
        Reference::Stdin => Some("what comes from standard input can't be changed".to_owned()),
        Reference::Revision { .. } => Some("what was can't be changed".to_owned()),
        Reference::Folder(_) | Reference::File(_) => None,
    }
}

struct Mending<'a> {
    reference: &'a Reference,
    check: &'a dyn Fn(&Files) -> Result<Vec<Compiled>, Failure>,
    checks: usize,
}

/// Suggestions for one file, by its number.
type Changes = Vec<(usize, Suggestion)>;

impl Mending<'_> {
    fn run(&mut self, files: Files) -> Result<Files, Failure> {
        let mut best = files;
        let (mut errors, mut changes) = self.look(&best)?;
        while !changes.is_empty() && self.checks < MAX_CHECKS {
            let better = match self.follow(&best, errors, &changes)? {
                None if changes.len() > 1 => self.one_of(&best, errors, &changes)?,
                found => found,
            };
            let Some(better) = better else { break };
            best = better;
            (errors, changes) = self.look(&best)?;
        }
        Ok(best)
    }

    /// How many errors there are, and what is safely suggested.
    fn look(&mut self, files: &Files) -> Result<(usize, Changes), Failure> {
        self.checks += 1;
        let compiled = (self.check)(files)?;
        let problems = compiled.iter().flat_map(|compiled| &compiled.problems);
        let errors = problems.filter(|problem| problem.severity() == Severity::Error).count();
        let changes = compiled.iter().flat_map(|compiled| self.changes(files, compiled)).collect();
        Ok((errors, without_overlaps(changes)))
    }

    fn changes(&self, files: &Files, compiled: &Compiled) -> Changes {
        let number = |suggestion: &Suggestion| {
            let name = &compiled.sources.get(suggestion.span.file).name;
            files.iter().position(|(path, _)| shown(self.reference, path) == *name)
        };
        let safe = safe(&compiled.problems).into_iter();
        safe.filter_map(|suggestion| Some((number(&suggestion)?, suggestion))).collect()
    }

    /// The files with these changes and those that are then suggested, as soon as there are fewer errors.
    fn follow(&mut self, files: &Files, errors: usize, changes: &Changes) -> Result<Option<Files>, Failure> {
        let mut files = with_changes(files, changes);
        for _ in 0..PATIENCE {
            let (now, next) = self.look(&files)?;
            if now < errors {
                return Ok(Some(files));
            }
            if now > errors || next.is_empty() || self.checks >= MAX_CHECKS {
                return Ok(None);
            }
            files = with_changes(&files, &next);
        }
        Ok(None)
    }

    /// The files with the first of these changes that helps by itself.
    fn one_of(&mut self, files: &Files, errors: usize, changes: &Changes) -> Result<Option<Files>, Failure> {
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

/// What a file is called in messages.
fn shown(reference: &Reference, path: &str) -> String {
    match reference {
        Reference::Folder(_) | Reference::Shipped(_) | Reference::Revision { .. } => {
            format!("{}{path}", reference.prefix())
        }
        Reference::File(_) | Reference::Stdin => reference.shown(),
    }
}

/// In order; the same for several variants once, and of those that overlap the first.
fn without_overlaps(mut changes: Changes) -> Changes {
    let place = |(file, change): &(usize, Suggestion)| (*file, change.span.start, change.span.end);
    changes.sort_by_key(place);
    changes.dedup_by(|next, kept| {
        next.0 == kept.0 && (next.1.span.start < kept.1.span.end || next.1.span.start == kept.1.span.start)
    });
    changes
}

fn with_changes(files: &Files, changes: &Changes) -> Files {
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

/// Writes what has changed and says where; with `diff` nothing is written, and the changes are shown.
pub fn write(
    reference: &Reference,
    (old, new): (&Files, &Files),
    diff: bool,
    out: &mut Out,
) -> Result<(), Failure> {
    let changed: Vec<_> = old.iter().zip(new).filter(|(old, new)| old.1 != new.1).collect();
    if !diff {
        put(reference, &changed)?;
    }
    for ((path, old), (_, new)) in &changed {
        let name = shown(reference, path);
        let texts = TextDiff::from_lines(old.as_str(), new.as_str());
        if diff {
            let unified = texts.unified_diff().context_radius(CONTEXT).header(&name, &name).to_string();
            unified.lines().try_for_each(|line| out.line(&painted(line, out)))?;
        } else {
            tell(&name, &texts, out)?;
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

/// A line of a diff, clean, in the colour of what is added or taken away.
fn painted(line: &str, out: &Out) -> String {
    let style = match line.chars().next() {
        Some('-') => RED,
        Some('+') => GREEN,
        _ => PLAIN,
    };
    out.paint(style, &clean(line))
}

/// Each change with its place: the line as it was, and as it is. Where there are more or fewer lines than before, all of them together.
fn tell(name: &str, texts: &TextDiff<'_, '_, '_, str>, out: &mut Out) -> Result<(), Failure> {
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

/// Before and after, without the blanks that all lines begin with.
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
        Reference::Shipped(_) | Reference::Revision { .. } | Reference::Stdin => PathBuf::from(path),
    }
}

/// A file as it was and as it is to be.
type Changed<'a> = (&'a (String, String), &'a (String, String));

/// Writes files that have changed: first each beside the one that it is to replace, so that a full disk changes none.
fn put(reference: &Reference, changed: &[Changed<'_>]) -> Result<(), Failure> {
    let mut drafts = Vec::new();
    for ((path, old), (_, new)) in changed {
        let path = path_of(reference, path);
        let draft = Draft::change(&path, Some(old)).and_then(|draft| draft.whole(new));
        drafts.push(draft.map_err(|error| files::unwritten(&path, error))?);
    }
    let path = |at: usize| path_of(reference, &changed[at].0.0);
    let finish =
        |(at, draft): (usize, Draft)| draft.finish().map_err(|error| files::unwritten(&path(at), error));
    drafts.into_iter().enumerate().try_for_each(finish)
}
