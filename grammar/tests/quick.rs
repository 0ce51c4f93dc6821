//! YAML that is read without the parser is read as the parser reads it.

use std::path::{Path, PathBuf};

use ludex_grammar::span::FileId;
use ludex_grammar::yaml::{Node, by_parser, without_parser};

fn quickly(text: &str) -> Option<Node> {
    without_parser(FileId(0), text, 0)
}

/// Whether a text is read without the parser; as the parser does, then.
fn compared(text: &str) -> bool {
    let Some(node) = quickly(text) else { return false };
    let mut problems = Vec::new();
    let parsed = by_parser(FileId(0), text, 0, &mut problems);
    assert!(
        parsed.as_ref() == Ok(&node),
        "{text}\n{}",
        apart(&format!("{:#?}", parsed.as_ref().ok()), &format!("{:#?}", Some(&node)))
    );
    assert_eq!(problems, [], "{text}");
    true
}

/// Where two trees begin to differ.
fn apart(parsed: &str, read: &str) -> String {
    let lines = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    let (parsed, read) = (lines(parsed), lines(read));
    let from = parsed.iter().zip(&read).skip(1).take_while(|(a, b)| a == b).count();
    let part = |lines: &[String]| {
        lines.iter().skip(from.saturating_sub(12)).take(20).cloned().collect::<Vec<_>>().join(" ")
    };
    format!("by the parser: {}\nhere: {}", part(&parsed), part(&read))
}

/// All YAML below a folder of the project.
fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                files.extend(std::fs::read_to_string(&path).ok().map(|text| (path, text)));
            }
        }
    }
    files
}

#[test]
fn every_form_has_the_tree_that_the_parser_makes() {
    let forms = [
        "a: 1\nb: two words\nc: true\n",
        "# first\na: x # said\n\n  # more\nb:\n  c: y\n  # between\n  d: z\n",
        "a:\nb:\n  c:\n",
        "a:\n- x\n- y\nb:\n  - z\n  -\n    w\n",
        "- a: 1\n  b: 2\n- - x\n  - y\n",
        "a: one\n  two\n\n  three # end\nb:\n  four\n  five\n",
        "a: 'it''s'\nb: \"say \\\"a\\\"\\n\"\n'c d': \"\"\n\"e\" : ''\n",
        "a: |\n  x\n    y: z\n\n  # w\n\nb: |-\n  x\n",
        "a: >\n  x\n  y # z\n\n\n  w\nb:\n  - >- # said\n    x\n    y\n\n# z\n",
        "a: [x, y z, [1], {b: c, 'd': [e]},]\nf: {}\n",
        "a: {\n    b: c d\n      e, # said\n    f: \"g\" }\n",
        "a: -1\nb: -x\nc: x:y\nd: x#y\ne: it's\nf: a [b]\n",
        "ä: ö\nb: [ü, {ß: é}]\n",
    ];
    forms.iter().for_each(|text| assert!(compared(text), "{text}"));
}

#[test]
fn other_forms_and_mistakes_are_left_to_the_parser() {
    let others = [
        "",
        "x\n",
        "--- \na: 1\n",
        "a: 1\n...\n",
        "a: &x 1\n",
        "a: b: c\n",
        "a: b\n  c: d\n",
        "a:\n    b: 1\n  c: 2\n",
        "a: - b\n",
        "a: |2\n   x\n",
        "a: >\n  x\n   y\n",
        "a: |\n\n  x\n",
        "a: |\n  x",
        "a: 'x\n  y'\n",
        "a: \"\\x41\"\n",
        "a: [b: c]\n",
        "a: {b}\n",
        "a: [\nb]\n",
        "a: [b\n",
        "a: [b]c\n",
        "a:\tb\n",
        "? a\n: b\n",
        "- a\nb: c\n",
        "a: 1\n b: 2\n",
        "-\n- a\n",
        "a: 1\nb: 2\na: 3\n",
        "{a: 1, b: 2, 'a': 3}\n",
        "'a': 1\n\"a\": 2\n",
    ];
    others.iter().for_each(|text| assert!(quickly(text).is_none(), "{text}"));
}

#[test]
fn the_shipped_rulesets_are_written_in_these_forms() {
    let files = files("rulesets");
    assert!(files.len() > 50);
    for (path, text) in files {
        assert!(compared(&text), "{}", path.display());
    }
}

#[test]
fn other_files_of_the_project_are_read_as_the_parser_reads_them() {
    let files: Vec<_> = ["tests", "grammar", "docs"].into_iter().flat_map(files).collect();
    let quick = files.iter().filter(|(_, text)| compared(text)).count();
    assert!(quick > 10, "{quick} of {}", files.len());
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// What mistakes are made of.
const BITS: &[&str] = &[
    " ", "  ", "\n", "\n  ", ":", ": ", "- ", "-", "#", " # ", ",", "[", "]", "{", "}", "{ ", "'", "\"", "|",
    "|-", ">", "&", "*", "!", "?", "? ", "%", "@", "\\", "\t", "\r\n", "---", "...", "é", "\u{feff}", "null",
    "1", "a", "a: b", "''",
];

/// The beginning of the character that a byte is of.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Puts something in, takes something out, or moves a line.
fn mistaken(text: &str, random: &mut Random) -> String {
    let place = |random: &mut Random| boundary(text, random.below(text.len() + 1));
    let (at, other) = (place(random), place(random));
    let (from, to) = (at.min(other), at.max(other));
    match random.below(4) {
        0 => format!("{}{}", &text[..from], &text[boundary(text, to.min(from + random.below(6)))..]),
        1 => format!("{}{}{}", &text[..to], &text[from..boundary(text, to.min(from + 9))], &text[to..]),
        _ => format!("{}{}{}", &text[..at], BITS[random.below(BITS.len())], &text[at..]),
    }
}

/// Some lines from somewhere, with some mistakes.
#[test]
fn mistakes_are_read_as_the_parser_reads_them() {
    let files: Vec<_> = ["rulesets", "tests/cases"].into_iter().flat_map(files).collect();
    let (mut random, mut quick) = (Random(1), 0);
    for _ in 0..TEXTS {
        let (_, text) = &files[random.below(files.len())];
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let first = random.below(lines.len());
        let last = lines.len().min(first + 1 + random.below(12));
        let mut text = lines[first..last].concat();
        for _ in 0..random.below(4) {
            text = mistaken(&text, &mut random);
        }
        quick += usize::from(compared(&text));
    }
    assert!(quick > TEXTS / 20, "{quick}");
}

/// How many.
const TEXTS: usize = 20_000;
