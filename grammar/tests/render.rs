//! The rendering of diagnostics.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, in_order};
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};

const PLAIN: Style = Style { color: false, width: 80 };

fn one(text: &str, start: usize, end: usize) -> String {
    let mut sources = Sources::new();
    let file = sources.add("cards.yaml", text);
    let problem = Diagnostic::new(Code::UnknownField, Span::new(file, start, end), "unknown field `valu`")
        .label("here");
    render(&sources, &[problem], PLAIN)
}

#[test]
fn looks_like_rustc() {
    let mut sources = Sources::new();
    let text = "cards:\n  king:\n    valu: 3\n    value: 4\n";
    let file = sources.add("rulesets/x/cards.yaml", text);
    let problem = Diagnostic::new(Code::UnknownField, Span::new(file, 19, 23), "unknown field `valu`")
        .label("no such field")
        .other(Span::new(file, 9, 13), "of this card")
        .help("did you mean `value`?");
    let expected = "\
error[E0303]: unknown field `valu`
 --> rulesets/x/cards.yaml:3:5
  |
2 |   king:
  |   ---- of this card
3 |     valu: 3
  |     ^^^^ no such field
  |
  = help: did you mean `value`?

";
    assert_eq!(render(&sources, &[problem], PLAIN), expected);
}

#[test]
fn sorted_by_file_and_place_what_cannot_be_read_first() {
    let mut sources = Sources::new();
    let a = sources.add("a.yaml", "one: 1\n");
    let b = sources.add("b.yaml", "two: 2\n");
    let at = |file, start| Diagnostic::new(Code::Unused, Span::new(file, start, start + 1), "x");
    let error = |code, start| Diagnostic::new(code, Span::new(b, start, start + 1), "y");
    let (unread, unknown) = (error(Code::EffectSyntax, 5), error(Code::UnknownName, 1));
    let mut problems = [at(b, 0), at(a, 5), at(a, 0), unknown, unread];
    in_order(&mut problems);
    let drawn = render(&sources, &problems, PLAIN);
    let places: Vec<&str> = drawn.lines().filter(|l| l.contains("-->")).collect();
    assert_eq!(
        places,
        [" --> b.yaml:1:6", " --> b.yaml:1:2", " --> a.yaml:1:1", " --> a.yaml:1:6", " --> b.yaml:1:1"]
    );
    assert!(drawn.starts_with("error[E0108]: y\n"));
    assert!(drawn.contains("warning[W0701]: x\n"));
}

#[test]
fn odd_spans_are_drawn() {
    for (text, start, end) in [
        ("", 0, 0),
        ("", 5, 9),
        ("a: b", 4, 4),
        ("a: b\n", 5, 5),
        ("a: b\n", 3, 5),
        ("a: b\n\n\n", 7, 7),
        ("é: ü\n", 1, 2),
        ("é: ü\n", 4, 6),
        ("a:\r\n  b: c\r\n", 2, 6),
        ("a: b\nc: d\ne: f\n", 0, 14),
        ("a\tb: \u{1F0A1}\u{200B}x\n", 2, 10),
        ("a: b", 90, 12),
    ] {
        let drawn = one(text, start, end);
        assert!(drawn.starts_with("error[E0303]: unknown field `valu`\n"), "{drawn}");
        assert!(drawn.contains("--> cards.yaml:"), "{text:?} {start}..{end}\n{drawn}");
        assert!(drawn.contains("here"), "{text:?} {start}..{end}\n{drawn}");
    }
}

#[test]
fn a_column_counts_characters() {
    assert!(one("é: ü\n", 4, 6).contains("cards.yaml:1:4"));
}

#[test]
fn a_long_line_is_trimmed() {
    let text = format!("a: {} needle {}\n", "x ".repeat(500), "y ".repeat(500));
    let at = text.find("needle").unwrap();
    let drawn = one(&text, at, at + 6);
    assert!(drawn.contains("needle"), "{drawn}");
    assert!(drawn.lines().all(|line| line.chars().count() <= 90), "{drawn}");
}

#[test]
fn a_long_mark_on_a_long_line_is_drawn() {
    let text = format!("a: {}\n", "x".repeat(3000));
    let drawn = one(&text, 3, 3003);
    assert!(drawn.lines().all(|line| line.chars().count() < 400), "{drawn}");
}

#[test]
fn two_files_in_one_finding() {
    let mut sources = Sources::new();
    let a = sources.add("a.yaml", "storm: remove\n");
    let b = sources.add("b.yaml", "# x\nstorm: 3\n");
    let problem =
        Diagnostic::new(Code::DuplicateName, Span::new(b, 4, 9), "two").other(Span::new(a, 0, 5), "first");
    let drawn = render(&sources, &[problem], PLAIN);
    assert!(drawn.contains("--> b.yaml:2:1") && drawn.contains("::: a.yaml:1:1"), "{drawn}");
}

#[test]
fn a_file_that_is_not_there_still_has_its_message() {
    let problem = Diagnostic::new(Code::NotUtf8, Span::new(FileId(7), 0, 0), "not UTF-8");
    assert_eq!(render(&Sources::new(), &[problem], PLAIN), "error[E0106]: not UTF-8\n\n");
}

/// Messages quote text of files, which must not control the terminal.
#[test]
fn nothing_raw_is_drawn() {
    let mut sources = Sources::new();
    let file = sources.add("cards.yaml", "king: \u{202e}x\n");
    let problem = Diagnostic::new(Code::UnknownField, Span::new(file, 0, 4), "unknown `\u{202e}x`")
        .label("\u{1b}[2J")
        .help("write `\u{2066}x`");
    let drawn = render(&sources, &[problem], Style { color: false, width: 80 });
    assert!(
        !drawn.contains(|c: char| (c.is_control() && c != '\n') || "\u{202e}\u{2066}".contains(c)),
        "{drawn:?}"
    );
}
