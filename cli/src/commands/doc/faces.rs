//! Selection of the cards to print, and warnings about their texts.

use ludex::rules::DesignDef;
use ludex_table::faces::Faces;
use ludex_table::words::Words;

use super::warn_of;
use crate::failure::{Failure, suggestion};

/// Minimum readable font size in points.
const SMALL: f64 = 5.0;

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

/// Warns about texts that don't fit on their cards.
pub fn warn(faces: &Faces<'_>, language: &str) {
    let tight = faces.designs.iter().filter_map(|design| {
        let fitted = faces.design_face(design).fitted();
        let name = design.name;
        if fitted.is_cut {
            Some(format!("{language}: a text of `{name}` does not fit on its card; its end is left out"))
        } else if fitted.points < SMALL {
            Some(format!("{language}: the text of `{name}` is set in {:.1} points to fit", fitted.points))
        } else {
            None
        }
    });
    warn_of(&tight.collect::<Vec<_>>());
}
