//! `ludex check`: reports all problems of a ruleset.

mod fill;
pub mod fix;
pub mod json;
mod sarif;

pub use fill::{is_code, texts as texts_of};

use std::collections::BTreeSet;

use ludex::diagnostics::{Code, Diagnostic, Severity, Style, render};
use ludex::{Compiled, Ruleset};

use crate::args::{Changes, CheckArgs, Fix, Format};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::rulesets::{Reference, plural};
use crate::terminal::output::{BOLD, GREEN, Out, RED, YELLOW};
use crate::threads::workers;
use json::Report;
use ludex::fs::Files;

/// Prints the problems; the exit code is 1 if one is an error. Without overlays, also checks each variant of
/// the ruleset, and its scenarios without running them.
pub fn run(args: &CheckArgs, out: &mut Out) -> Outcome {
    let reference = if args.ruleset == "-" { Reference::Stdin } else { Reference::find(&args.ruleset)? };
    let _alone = match args.write || (args.fix.is_some() && !args.diff) {
        true => reference.folder().map(files::lock).transpose()?,
        false => None,
    };
    let files = match (reference.read(), args.format()) {
        (Ok(files), _) => files,
        (Err(error), Format::Human) => return Err(Failure::Problem(error.to_string())),
        (Err(error), Format::Json) => {
            return out.json(&Report::unreadable(&error)).map(|()| 1).map_err(Failure::from);
        }
        (Err(error), Format::Sarif) => {
            return out.json(&sarif::unreadable(&error)).map(|()| 1).map_err(Failure::from);
        }
    };
    if let Some(failure) = reference.overlay_alone(&files) {
        return Err(failure);
    }
    if let Some(language) = &args.fill_texts {
        let overlays = reference.overlays(&files, &args.changes)?;
        return fill::texts(&reference, (&files, &overlays), (language, args.write), out);
    }
    let files = match args.fix {
        Some(what) => fixed(&reference, files, (args, what), out)?,
        None => files,
    };
    let (checked, variants) = examined(&reference, &files, &args.changes, args.jobs)?;
    let count = |severity| problems(&checked).filter(|p| p.severity() == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    match args.format() {
        Format::Json => out.json(&Report::new(&checked))?,
        Format::Sarif => out.json(&sarif::log(&checked))?,
        // the diff is the whole output, and diagnostics refer to the unchanged files
        Format::Human if args.diff => {}
        Format::Human => human(&reference, &checked, variants, out)?,
    }
    // the process ends: dropping the compiled rulesets would take longer than some of the checks
    std::mem::forget(checked);
    Ok(u8::from(errors > 0 || (args.deny_warnings && warnings > 0)))
}

/// Returns the files with the fixes applied, or the old files if `--diff` only shows the fixes.
fn fixed(
    reference: &Reference,
    files: Files,
    (args, what): (&CheckArgs, Fix),
    out: &mut Out,
) -> Result<Files, Failure> {
    let check = |files: &Files| Ok(examined(reference, files, &args.changes, args.jobs)?.0);
    let new = fix::mended(reference, files.clone(), what, &check)?;
    fix::write(reference, (&files, &new), args.diff, out)?;
    Ok(if args.diff { files } else { new })
}

/// Compiles the ruleset and returns all results with the number of variants.
pub fn examined(
    reference: &Reference,
    files: &Files,
    changes: &Changes,
    jobs: Option<u16>,
) -> Result<(Vec<Compiled>, usize), Failure> {
    let overlays = reference.overlays(files, changes)?;
    if !overlays.is_empty() {
        return Ok((with_overlays(reference, files, &overlays), 0));
    }
    let mut checked = reference.compile_and_check(files, &workers(jobs));
    if checked[0].ruleset.is_none() {
        return Ok((checked, 0));
    }
    let mut known = BTreeSet::new();
    checked.iter_mut().for_each(|compiled| new_problems(compiled, &mut known));
    // the first result is without a variant, the last one has the scenarios
    let variants = checked.len() - 2;
    Ok((checked, variants))
}

/// Checks a ruleset with overlays applied, and the scenarios of the overlays.
pub fn with_overlays(reference: &Reference, files: &Files, overlays: &Files) -> Vec<Compiled> {
    let mut checked = vec![reference.compile(files, overlays)];
    if let Some(ruleset) = &checked[0].ruleset {
        checked.push(scenarios_of(overlays, ruleset, reference));
    }
    checked
}

pub fn problems(checked: &[Compiled]) -> impl Iterator<Item = &Diagnostic> {
    checked.iter().flat_map(|compiled| &compiled.problems)
}

/// Returns the problems of scenarios that the overlays contain. The ruleset's own scenarios may depend on
/// rules that the overlays change.
fn scenarios_of(overlays: &Files, ruleset: &Ruleset, reference: &Reference) -> Compiled {
    let mut checked = reference.scenarios(ruleset, &Files::new());
    let Compiled { sources, problems, .. } = &mut checked;
    let place = |p: &Diagnostic| sources.get(p.primary.span.file).name.clone();
    problems.retain(|p| overlays.iter().any(|(name, _)| *name == place(p)));
    checked
}

/// A problem: its code, location and message.
type ProblemKey = (Code, String, String);

/// Removes the problems that are already in `known`.
fn new_problems(compiled: &mut Compiled, known: &mut BTreeSet<ProblemKey>) {
    let Compiled { sources, problems, .. } = compiled;
    problems.retain(|p| known.insert((p.code, sources.place(p.primary.span), p.message.clone())));
}

/// Prints the problems with their source locations, and their number, for a person.
pub fn human(
    reference: &Reference,
    checked: &[Compiled],
    variants: usize,
    out: &mut Out,
) -> std::io::Result<()> {
    let count = |severity| problems(checked).filter(|p| p.severity() == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let style = Style { color: out.color, width: out.width };
    let told = checked.iter().filter(|compiled| !compiled.problems.is_empty());
    for c in told {
        out.text(&render(&c.sources, &c.problems, style))?;
    }
    let (style, result) = match (errors, warnings) {
        (0, 0) => (GREEN, "no problems".to_owned()),
        (0, w) => (YELLOW, plural(w, "warning")),
        (e, 0) => (RED, plural(e, "error")),
        (e, w) => (RED, format!("{}, {}", plural(e, "error"), plural(w, "warning"))),
    };
    let ruleset = checked.first().and_then(|compiled| compiled.ruleset.as_ref());
    let name = ruleset.map_or_else(|| reference.shown(), |r| r.id().to_owned());
    let variants = match variants {
        0 => String::new(),
        n => format!(" and {}", plural(n, "variant")),
    };
    out.line(&format!("{}{variants}: {}", out.paint(BOLD, &name), out.paint(style, &result)))?;
    if ruleset.is_some_and(Ruleset::lacks_bot_value) {
        out.line(
            "note: a game has several deals; search bots compare positions in between by `bot: { value: … }`",
        )?;
    }
    match problems(checked).next() {
        Some(problem) => out.line(&format!("`ludex explain {}` explains such a problem", problem.code)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(value: &serde_json::Value, found: &mut BTreeSet<String>) {
        for (key, value) in value.as_object().into_iter().flatten() {
            found.insert(key.clone());
            value.as_array().into_iter().flatten().for_each(|value| keys(value, found));
        }
    }

    #[test]
    fn the_page_of_json_has_the_keys_of_a_problem() {
        let page = include_str!("../../../../docs/json.md");
        let part = page.split("\n## ").find(|part| part.starts_with("A check\n")).expect("the part");
        let cells = part.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" |"));
        let documented = cells.flat_map(|(cell, _)| cell.split("`, `"));
        let documented: BTreeSet<String> =
            documented.map(|key| key.trim_end_matches('`').to_owned()).collect();
        let text = "format: 1\ngame: { id: pair, players: 2, playrs: 2 }\nkinds: { face: { fields: { value: int } } }\ncards: { king: { kind: face, valeu: 9 } }\n";
        let compiled = ludex::compile(&[("ruleset.yaml".into(), text.into())]);
        let mut found = BTreeSet::new();
        keys(&serde_json::to_value(Report::new(&[compiled])).expect("JSON"), &mut found);
        assert_eq!(documented, found);
    }
}
