//! Definitions of names in a ruleset, and their uses.

use ludex::Compile;
use ludex_tests::inside::*;
use std::fmt::Write;

use ludex::scenarios::indices;
use ludex_check::resolve::{Definition, Index, Use};
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use ludex_tests::cases::{Case, snapshot};

/// `cases/references`: definitions and their uses, as an editor lists them.
pub fn references(case: &Case) {
    let compiled = Compile::new(&case.files()).overlays(&case.overlays()).compile();
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    let ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{drawn}"));
    let (sources, mut indices) = indices(&ruleset, &case.files(), "");
    let (sources, index) = (&sources, &indices.pop().unwrap_or_else(|| ruleset.checked().index.clone()));
    let mut page = String::new();
    for (path, text) in [case.files(), case.overlays()].concat() {
        let _ = writeln!(page, "--- {path}\n{}\n", text.trim_end());
    }
    page.push_str("--- definitions and the places that use them\n");
    page.extend(index.definitions().iter().map(|definition| listed(sources, index, definition)));
    snapshot("references", case.stem(), &page);
}

/// Formats a location as in an editor.
fn shown(sources: &Sources, place: Span) -> String {
    let (line, column) = sources.line_col(place);
    format!("{}:{line}:{column}", sources.get(place.file).name)
}

fn way(how: Use) -> &'static str {
    match how {
        Use::Reads => "reads",
        Use::Writes => "writes",
        Use::Names => "names",
        Use::Tells => "tells",
    }
}

fn listed(sources: &Sources, index: &Index, definition: &Definition) -> String {
    let place = shown(sources, definition.place);
    let mut lines = format!("{} {} {place}\n", definition.target.kind(), definition.name);
    for one in index.references_of(definition.target) {
        let _ = writeln!(lines, "    {} {}", way(one.how), shown(sources, one.place));
    }
    lines
}
