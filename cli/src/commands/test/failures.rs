//! Reports failures by cause, with expected and actual values and a trace.

use std::collections::BTreeSet;

use ludex::Place;
use ludex::scenarios::{Failure, Outcome as Went, Report, ScenarioResult};
use ludex::traces::{Happened, TraceNode, Traced};

use crate::game::traced::{Detail, print};
use crate::sources::rulesets::plural;
use crate::terminal::output::{BOLD, DIM, GREEN, Out, RED, clean, cut};
use ludex_table::words::place_text;

/// Maximum number of trace lines shown; the last lines are kept.
const TRACE_LINES: usize = 8;
/// Maximum number of causes with a trace.
const TRACES: usize = 5;
/// Maximum number of further failed expectations shown per scenario.
const MORE: usize = 3;

/// Scenarios that fail for the same reason, in order.
pub struct FailureGroup<'r> {
    pub cause: Cause,
    pub members: Vec<(&'r ScenarioResult, &'r Failure)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// A rule failed: its source location and the reason.
    Rule { place: Place, why: String },
    /// The variables in question were last set by this statement.
    Set(Place),
    /// Unknown cause, identified by its message.
    Said(String),
}

impl Cause {
    fn new(report: &Report, result: &ScenarioResult, failure: &Failure) -> Cause {
        let fault = result.last.as_ref().and_then(|last| last.fault.as_ref());
        if let Some(place) = fault.and_then(|fault| fault.place.clone()) {
            return Cause::Rule { place, why: failure.message.clone() };
        }
        let looks = words(report.sources.slice(failure.span));
        let set = result.last.as_ref().filter(|_| failure.difference.is_some());
        let set = set.and_then(|traced| last_set(&traced.events, &looks));
        set.map_or_else(|| Cause::Said(failure.message.clone()), |place| Cause::Set(place.clone()))
    }

    pub fn text(&self) -> String {
        match self {
            Cause::Rule { place, why } => {
                format!("{why}, in `{}` {}", cut(&place.text, 80), place_text(place))
            }
            Cause::Set(place) => {
                format!("what they look at was set last by `{}` {}", cut(&place.text, 80), place_text(place))
            }
            Cause::Said(message) => message.clone(),
        }
    }
}

/// Returns the words of a text that may be names.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect()
}

/// Returns the last statement that set one of these variables.
fn last_set<'t>(nodes: &'t [TraceNode], looks: &BTreeSet<&str>) -> Option<&'t Place> {
    nodes.iter().rev().find_map(|node| {
        let inside = last_set(&node.inside, looks);
        let here =
            matches!(&node.what, Happened::Set { variable, .. } if looks.contains(variable.name.as_str()));
        inside.or(node.place.as_ref().filter(|_| here))
    })
}

/// Groups the failing scenarios by cause, most frequent cause first.
pub fn grouped<'r>(report: &'r Report, wanted: &[&'r ScenarioResult]) -> Vec<FailureGroup<'r>> {
    let mut groups: Vec<FailureGroup<'r>> = Vec::new();
    for result in wanted {
        let Went::Failed(failure) = &result.outcome else { continue };
        let cause = Cause::new(report, result, failure);
        match groups.iter_mut().find(|group| group.cause == cause) {
            Some(group) => group.members.push((result, failure)),
            None => groups.push(FailureGroup { cause, members: vec![(result, failure)] }),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.members.len()));
    groups
}

/// Prints all groups, with the first scenario of each in full.
pub fn print_groups(report: &Report, groups: &[FailureGroup<'_>], out: &mut Out) -> std::io::Result<()> {
    for (number, group) in groups.iter().enumerate() {
        if let [_, _, ..] = group.members.as_slice() {
            let count = plural(group.members.len(), "scenario");
            let verb = if group.members[0].0.is_own { "fail" } else { "differ" };
            let text = format!("{count} {verb} by one cause: {}", clean(&group.cause.text()));
            out.wrapped(&out.paint(BOLD, &text), 2)?;
        }
        for (at, (result, failure)) in group.members.iter().enumerate() {
            one(report, result, failure, out)?;
            let told = failure.difference.is_some() || matches!(group.cause, Cause::Rule { .. });
            if let Some(last) = result.last.as_deref().filter(|_| told && at == 0 && number < TRACES) {
                trace(last, out)?;
            }
        }
    }
    Ok(())
}

/// Prints the scenarios that do not apply to a ruleset with its overlays, by reason.
pub fn tell_apart(report: &Report, wanted: &[&ScenarioResult], out: &mut Out) -> std::io::Result<()> {
    let mut reasons: Vec<(&str, Vec<&ScenarioResult>, String)> = Vec::new();
    for result in wanted {
        let Went::DoesNotApply(why) = &result.outcome else { continue };
        match reasons.iter_mut().find(|(message, ..)| *message == why.message) {
            Some((_, results, _)) => results.push(result),
            None => reasons.push((&why.message, vec![result], report.sources.place(why.span))),
        }
    }
    for (message, results, place) in reasons {
        let more = results.len() - 1;
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let name = clean(&results[0].name);
        let line = format!("does not apply {place}: {name}{more}: {}", clean(message));
        out.wrapped(&out.paint(DIM, &line), 2)?;
    }
    Ok(())
}

/// Prints `failed place: name (with its variants): message`, the expected and actual values, and further
/// failures.
fn one(report: &Report, result: &ScenarioResult, failure: &Failure, out: &mut Out) -> std::io::Result<()> {
    let place = report.sources.place(failure.span);
    let verdict = if result.is_own { out.paint(RED.bold(), "failed") } else { out.paint(BOLD, "differs") };
    let name = out.paint(BOLD, &clean(&result.name));
    let with = with_variants(result);
    out.line(&format!("{verdict} {place}: {name}{with}: {}", clean(&failure.message)))?;
    lines(failure, out)?;
    for more in result.more.iter().take(MORE) {
        let line = report.sources.line_col(more.span).0;
        out.line(&format!("    and in line {line}: {}", clean(&more.message)))?;
        lines(more, out)?;
    }
    let rest = result.more.len().saturating_sub(MORE);
    if rest > 0 {
        out.line(&format!("    and {rest} more in this scenario"))?;
    }
    Ok(())
}

/// Formats the suffix ` (with its variants)`.
pub fn with_variants(result: &ScenarioResult) -> String {
    let names = clean(&result.variants.join(", "));
    if names.is_empty() { String::new() } else { format!(" (with {names})") }
}

/// Prints the expected and actual values, and further details.
pub fn lines(failure: &Failure, out: &mut Out) -> std::io::Result<()> {
    if let Some(difference) = &failure.difference {
        let sides = [("expected", GREEN, &difference.expected), ("actual", RED, &difference.actual)];
        for (what, style, text) in sides {
            out.wrapped(&format!("    {what:<9} {}", out.paint(style, &clean(text))), 14)?;
        }
    }
    failure.detail.iter().try_for_each(|line| out.line(&out.paint(DIM, &format!("    {}", clean(line)))))
}

/// Prints the trace of a choice, unless nothing happened.
fn trace(last: &Traced, out: &mut Out) -> std::io::Result<()> {
    if last.events.is_empty() && last.fault.is_none() {
        return Ok(());
    }
    print(last, Detail::Events, Some(TRACE_LINES), out)
}
