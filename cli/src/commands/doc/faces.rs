//! Selection of the cards to print, and the problems of their faces.

use ludex::rules::DesignDef;
use ludex_table::faces::{Faces, Place, Problem};
use ludex_table::words::Words;

use super::warn_of;
use crate::failure::{Failure, suggestion};
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::clean;

/// Keeps the cards whose ID or kind is in `only`, or all if it is empty.
pub fn choose(words: Words<'_>, faces: &mut Faces<'_>, only: &[String]) -> Result<(), Failure> {
    let rules = words.rules();
    let kind = |design: &DesignDef<'_>| rules.kind(design.kind).map_or("", |kind| kind.name);
    let designs = &mut faces.designs;
    for word in only {
        if !designs.iter().any(|design| design.name == word || kind(design) == word) {
            let known = rules.kinds().map(|kind| kind.name).chain(designs.iter().map(|d| d.name));
            let near = ludex::diagnostics::closest(word, known).map_or_else(
                || suggestion(word, rules.kinds().map(|kind| kind.name)),
                |near| format!("did you mean `{near}`?"),
            );
            return Err(Failure::Usage(format!("--only: there is no card and no kind `{word}`; {near}")));
        }
    }
    if !only.is_empty() {
        designs.retain(|design| only.iter().any(|word| design.name == word || kind(design) == word));
    }
    Ok(())
}

/// Warns about the problems of the faces drawn so far.
///
/// # Errors
/// The number of errors, if there are any.
pub fn report(faces: &Faces<'_>, loaded: &Loaded, language: &str) -> Result<(), Failure> {
    let rules = faces.rules();
    let told = |problem: &Problem| {
        let message = clean(&problem.message);
        match &problem.at {
            Place::File(path, line) => {
                let line = line.map(|line| format!(":{line}:")).unwrap_or_default();
                format!("{}{}{line} {message}", loaded.reference.prefix(), clean(path))
            }
            Place::Card(design) => {
                let place = rules.design(*design).map_or_else(String::new, |def| loaded.place(def.place));
                format!("{place}: {language}: {message}")
            }
        }
    };
    let (errors, warnings): (Vec<Problem>, Vec<Problem>) =
        faces.problems().into_iter().partition(|problem| problem.is_error);
    warn_of("warning", &warnings.iter().map(told).collect::<Vec<_>>());
    warn_of("error", &errors.iter().map(told).collect::<Vec<_>>());
    match errors.len() {
        0 => Ok(()),
        count => Err(Failure::Problem(format!("no cards are made because of {}", plural(count, "error")))),
    }
}
