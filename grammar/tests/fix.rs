//! Suggested changes, applied to a text.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::fix::{applied, safe};
use ludex_grammar::span::{FileId, Span};

fn problem(from: usize, to: usize, text: &str, applicability: Applicability) -> Diagnostic {
    let span = Span::new(FileId(0), from, to);
    Diagnostic::new(Code::EffectSyntax, span, "").replace(span, text, applicability)
}

#[test]
fn overlapping_changes_are_made_once_and_doubtful_ones_not() {
    let problems = [
        problem(4, 8, "move", Applicability::Safe),
        problem(6, 9, "other", Applicability::Safe),
        problem(0, 3, "set", Applicability::Safe),
        problem(0, 3, "set", Applicability::Safe),
        problem(8, 9, "?", Applicability::Maybe),
    ];
    let changes = safe(&problems);
    assert_eq!(changes.len(), 2);
    assert_eq!(applied("ste mvoe é", &changes), "set move é");
}

#[test]
fn a_place_outside_the_text_changes_nothing() {
    let problems = [problem(2, 3, "x", Applicability::Safe), problem(9, 12, "y", Applicability::Safe)];
    assert_eq!(applied("aéb", &safe(&problems)), "aéb");
}
