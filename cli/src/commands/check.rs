//! `ludex check`: all problems of a ruleset.

use ludex::game::Compiled;
use ludex_grammar::diagnostic::{Diagnostic, Label, Severity};
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use serde::Serialize;

use crate::args::{CheckArgs, Format};
use crate::failure::{Failure, Outcome};
use crate::files::ReadError;
use crate::output::{BOLD, Out};
use crate::rulesets::{Reference, plural};

/// Prints the problems; exit code 1 if one is an error.
pub fn run(args: &CheckArgs, out: &mut Out) -> Outcome {
    let reference = if args.ruleset == "-" { Reference::Stdin } else { Reference::find(&args.ruleset)? };
    let files = match (reference.read(), args.format) {
        (Ok(files), _) => files,
        (Err(error), Format::Human) => return Err(Failure::Problem(error.to_string())),
        (Err(error), Format::Json) => return unreadable(&error, out),
    };
    let overlays = reference.overlays(&files, &args.changes)?;
    let compiled = reference.compile(&files, &overlays);
    let count = |s: Severity| compiled.problems.iter().filter(|p| p.severity() == s).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    match args.format {
        Format::Json => json(&compiled.sources, &compiled.problems, out)?,
        Format::Human => human(&reference, &compiled, (errors, warnings), out)?,
    }
    Ok(u8::from(errors > 0 || (args.deny_warnings && warnings > 0)))
}

fn human(
    reference: &Reference,
    compiled: &Compiled,
    (errors, warnings): (usize, usize),
    out: &mut Out,
) -> std::io::Result<()> {
    out.text(&render(&compiled.sources, &compiled.problems, Style { color: out.color, width: out.width }))?;
    let (style, result) = match (errors, warnings) {
        (0, 0) => ("32", "no problems".to_owned()),
        (0, w) => ("33", plural(w, "warning")),
        (e, 0) => ("31", plural(e, "error")),
        (e, w) => ("31", format!("{}, {}", plural(e, "error"), plural(w, "warning"))),
    };
    let name = compiled.ruleset.as_ref().map_or_else(|| reference.shown(), |r| r.id().to_owned());
    out.line(&format!("{}: {}", out.paint(BOLD, &name), out.paint(style, &result)))?;
    let first =
        compiled.problems.iter().find(|p| p.severity() == Severity::Error).or(compiled.problems.first());
    match first {
        Some(problem) => {
            out.line(&format!("`ludex explain {}` tells more about such a problem", problem.code))
        }
        None => Ok(()),
    }
}

/// A problem as programs read it. Lines and columns count from 1, columns in characters; the end is exclusive.
#[derive(Serialize)]
struct Problem<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    help: Option<&'a str>,
    labels: Vec<Remark<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
struct Remark<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
    primary: bool,
}

fn place(sources: &Sources, span: Span) -> Place<'_> {
    let (line, column) = sources.line_col(span);
    let (end_line, end_column) = sources.line_col(Span { start: span.end, ..span });
    let file = sources.iter().find(|(id, _)| *id == span.file).map_or("", |(_, s)| s.name.as_str());
    Place { file, line, column, end_line, end_column }
}

fn remark<'a>(sources: &'a Sources, label: &'a Label, primary: bool) -> Remark<'a> {
    Remark { place: place(sources, label.span), text: &label.text, primary }
}

fn problem<'a>(sources: &'a Sources, found: &'a Diagnostic) -> Problem<'a> {
    let main = std::iter::once(remark(sources, &found.primary, true)).filter(|r| !r.text.is_empty());
    Problem {
        code: found.code.as_str(),
        severity: severity(found.severity()),
        message: &found.message,
        place: place(sources, found.primary.span),
        help: found.help.as_deref(),
        labels: main.chain(found.others.iter().map(|l| remark(sources, l, false))).collect(),
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn json(sources: &Sources, problems: &[Diagnostic], out: &mut Out) -> std::io::Result<()> {
    // a ruleset without any file has a problem but no text that it could stand in
    let empty = || {
        let mut sources = Sources::new();
        sources.add("ruleset.yaml", "");
        sources
    };
    let spare = if sources.iter().next().is_none() { Some(empty()) } else { None };
    let sources = spare.as_ref().unwrap_or(sources);
    print(&problems.iter().map(|p| problem(sources, p)).collect::<Vec<_>>(), out)
}

fn print(problems: &[Problem<'_>], out: &mut Out) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(problems).map_err(std::io::Error::other)?;
    out.line(&text)
}

/// What could not even be read is a problem too.
fn unreadable(error: &ReadError, out: &mut Out) -> Outcome {
    let place = Place { file: &error.path, line: 1, column: 1, end_line: 1, end_column: 1 };
    let code = error.code.map_or("", |c| c.as_str());
    let problem =
        Problem { code, severity: "error", message: &error.message, place, help: None, labels: Vec::new() };
    print(&[problem], out)?;
    Ok(1)
}
