//! Code analysis at positions in incomplete text.

use std::fmt::Write;

use ludex::analysis::{Analysis, At, Definition, NameKind};
use ludex::diagnostics::{FileId, Sources, Span};
use ludex_tests::cases::{Case, snapshot};

/// Marks a position in the text of a case.
const CURSOR: char = '¦';

/// `cases/analysis`: prints the information at each `¦`, which is removed from the text. `# file: PATH`
/// begins a file, as everywhere.
pub fn at_cursors(case: &Case) {
    let marked = case.files();
    let files: Vec<(String, String)> =
        marked.iter().map(|(path, text)| (path.clone(), text.replace(CURSOR, ""))).collect();
    let analysis = Analysis::new(&files, "");
    let mut page = format!("{}\n--- at the cursors\n", case.text.trim_end());
    let mut asked = 0;
    for (path, text) in &marked {
        let file = analysis.file(path).expect("a file of the case");
        for (number, (at, _)) in text.match_indices(CURSOR).enumerate() {
            let byte = at - number * CURSOR.len_utf8();
            let at = analysis.at(file, byte);
            let _ = writeln!(page, "{}", describe(analysis.sources(), (file, byte), &at));
            asked += 1;
        }
    }
    assert!(asked > 0, "{}: nothing is asked", case.name);
    page += "--- problems\n";
    for problem in analysis.problems() {
        let _ = writeln!(
            page,
            "{}:{}: {} {}",
            problem.range.line, problem.range.column, problem.code, problem.message
        );
    }
    snapshot("analysis", case.stem(), &page);
}

fn describe(sources: &Sources, (file, byte): (FileId, usize), at: &At) -> String {
    let place = |span: Span| sources.place(span);
    let defined = |definition: &Definition| format!("{} at {}", definition.name, place(definition.place));
    let mut out = format!("{}\n", place(Span::new(file, byte, byte)));
    if let Some(word) = &at.word {
        let definition = word.definition.as_ref().map_or_else(|| "defined nowhere".to_owned(), defined);
        let uses: Vec<String> = word.references.iter().map(|span| place(*span)).collect();
        let _ = writeln!(out, "  word: {} {definition}; used at {}", word.kind, uses.join(", "));
    }
    if let Some((span, ty)) = &at.expression {
        let _ = writeln!(out, "  expression: `{}` is {ty}", sources.slice(*span));
    }
    if let Some(expected) = &at.expected {
        let _ = writeln!(out, "  expected: {expected}");
    }
    let of_ruleset = at.names.iter().filter(|name| name.place.is_some() || name.kind == NameKind::EnumWord);
    for name in of_ruleset.filter(|name| name.fits) {
        let ty = name.ty.as_ref().map_or_else(String::new, |ty| format!(", {ty}"));
        let from = name.place.map_or_else(String::new, |span| format!(" from {}", place(span)));
        let _ = writeln!(out, "  {} ({}{ty}){from}", name.name, name.kind);
    }
    let others = at.names.iter().filter(|name| !name.fits).count();
    let language = at
        .names
        .iter()
        .filter(|name| name.fits && name.place.is_none() && name.kind != NameKind::EnumWord)
        .count();
    if at.names.is_empty() {
        out
    } else {
        out + &format!("  and {language} of the language; {others} do not fit\n")
    }
}
