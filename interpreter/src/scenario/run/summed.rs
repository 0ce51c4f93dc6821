//! Merges equal failures of many scenarios into one problem.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::scenario::Failure;
use ludex_check::resolve::{Index, Target};

/// Maximum number of failures with one cause that are reported individually.
const FEW: usize = 3;

/// Converts failures to problems. Many failures with one cause become a problem of the declaration. Equal
/// messages are reported once, with the number of their places.
pub(in crate::scenario) fn summed(index: &Index, failures: Vec<Failure>) -> Vec<Diagnostic> {
    let mut by_cause: BTreeMap<Option<Target>, Vec<Failure>> = BTreeMap::new();
    for failure in failures {
        by_cause.entry(failure.cause).or_default().push(failure);
    }
    let mut problems = Vec::new();
    for (cause, failures) in by_cause {
        match cause.filter(|_| failures.len() > FEW).and_then(|cause| too_small(index, cause, &failures)) {
            Some(problem) => problems.push(problem),
            None => problems.extend(failures.into_iter().map(Diagnostic::from)),
        }
    }
    told_once(problems)
}

/// Reports a declaration with too few spots, or with too little room in a zone.
fn too_small(index: &Index, cause: Target, failures: &[Failure]) -> Option<Diagnostic> {
    let declared = index.definition(cause)?;
    let (name, n, first) = (&declared.name, failures.len(), failures.first()?.span);
    let (code, message, help) = if let Target::Zone(_) = cause {
        let message = format!("scenarios put more cards into `{name}` than it holds, in {n} places");
        (Code::BadScenario, message, "`max:` limits its number of cards")
    } else {
        let message = format!("scenarios name more spots `{name}` than exist, in {n} places");
        (Code::UnknownName, message, "`count:` sets their number")
    };
    Some(Diagnostic::new(code, declared.place, message).other(first, "here first").help(help))
}

fn told_once(problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<(Diagnostic, Vec<Span>)> = Vec::new();
    let mut known: BTreeMap<(Code, String), usize> = BTreeMap::new();
    for problem in problems {
        let place = *known.entry((problem.code, problem.message.clone())).or_insert(kept.len());
        match kept.get_mut(place) {
            Some((_, more)) => more.push(problem.primary.span),
            None => kept.push((problem, Vec::new())),
        }
    }
    let told = |(problem, mut more): (Diagnostic, Vec<Span>)| {
        more.retain(|span| *span != problem.primary.span);
        more.sort_unstable();
        more.dedup();
        match more.as_slice() {
            [] => problem,
            [next] => problem.other(*next, "and here"),
            [next, rest @ ..] => problem.other(*next, more_places(rest.len())),
        }
    };
    kept.into_iter().map(told).collect()
}

fn more_places(n: usize) -> String {
    format!("and here, and in {n} more place{}", if n == 1 { "" } else { "s" })
}
