//! No text causes a hang, a stack overflow or a panic.

use std::time::{Duration, Instant};

use crate::common::{Random, Trees};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::{self, Text};
use ludex_grammar::{parse, print};

fn text(value: &str) -> Text {
    Text::plain(value, FileId(0), 0)
}

/// Returns the code and the minimum of three times of parsing an effect; the machine may be busy.
fn best_of_three(source: String) -> (Option<Code>, Duration) {
    let runs: Vec<_> = (0..3).map(|_| effect_in_small_thread(source.clone())).collect();
    (runs[0].0, runs.iter().map(|run| run.1).min().unwrap_or_default())
}

/// Returns the code and the time of parsing an effect in a thread with the usual 2 MiB stack.
fn effect_in_small_thread(source: String) -> (Option<Code>, Duration) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
        let start = Instant::now();
        let mut problems = Vec::new();
        let tree = parse::effect(&text(&source), &mut problems);
        // accepted trees must also be dropped, printed and copied
        if let Some(tree) = tree {
            let copy = tree.clone();
            assert_eq!(copy, tree);
            drop(print::block(&copy));
        }
        (problems.first().map(|p| p.code), start.elapsed())
    });
    thread.unwrap().join().unwrap()
}

#[test]
fn sixty_parentheses_take_no_time() {
    let nested = |n: usize| format!("set x = {}a{}", "(".repeat(n), ")".repeat(n));
    let (code, time) = best_of_three(nested(60));
    assert_eq!(code, None);
    assert!(time < Duration::from_millis(50), "{time:?}");
    let mixed = format!("set x = {}a{}", "f(1, a[(".repeat(20), ")])".repeat(20));
    let (code, time) = best_of_three(mixed);
    assert_eq!(code, None);
    assert!(time < Duration::from_millis(50), "{time:?}");
}

#[test]
fn failing_in_the_depth_takes_no_time() {
    for open in ["(", "sum(", "f(a, ", "(card in (", "(if a then ("] {
        let closing = |open: &str| open.chars().filter(|c| *c == '(').map(|_| ')').collect::<String>();
        let n = 40 / closing(open).len();
        let source = format!("set x = {}a $ b{}", open.repeat(n), closing(open).repeat(n));
        let (code, time) = best_of_three(source);
        assert_eq!(code, Some(Code::EffectSyntax));
        assert!(time < Duration::from_millis(50), "{open} {time:?}");
    }
}

#[test]
fn everything_that_nests_is_bounded() {
    let many = |n: usize| {
        [
            format!("set x = {}a{}", "(".repeat(n), ")".repeat(n)),
            format!("set x = {}", "(".repeat(n)),
            format!("set x = a{}", "[b".repeat(n) + &"]".repeat(n)),
            format!("set x = {}a{}", "f(".repeat(n), ")".repeat(n)),
            format!("set x = a{}", " + a".repeat(n)),
            format!("set x = a{}", ".b".repeat(n)),
            format!("set x = a{}", " is king".repeat(n)),
            format!("set x = {}a", "not ".repeat(n)),
            format!("set x = {}a", "-".repeat(n)),
            format!("set x = a{}", " and not a".repeat(n)),
            format!("set x = {}b", "if a then b else ".repeat(n)),
            format!("set x = {}b", "if ".repeat(n)),
            format!("set x = {}b", "card where ".repeat(n)),
            format!("set x = {}b", "card where\n".repeat(n)),
            format!("set x = {}b", "if card where ".repeat(n)),
            format!("set x = card in a{}", " + a".repeat(n)),
            format!("if a {{ stop }}{}", " else if a { stop }".repeat(n)),
            format!("if a {{\nstop\n}}{}", "\nelse if a {\nstop\n}".repeat(n)),
            format!("{}stop{}", "repeat 2 {\n".repeat(n), "}\n".repeat(n)),
            format!("{}stop{}", "p may x { ".repeat(n), "}".repeat(n)),
            format!("{}stop{}", "p chooses one as x { a { ".repeat(n), "}}".repeat(n)),
        ]
    };
    for n in [19, 60, 100, 198, 1000, 2800] {
        for source in many(n) {
            let shown = source[..40.min(source.len())].replace('\n', " ");
            let (code, time) = effect_in_small_thread(source);
            assert!(time < Duration::from_millis(500), "{n} {shown} {time:?}");
            if n <= 19 {
                assert!(
                    code.is_none()
                        || shown.contains("(((")
                        || shown.contains("if if")
                        || shown.contains("card where"),
                    "{n} {shown} {code:?}"
                );
            }
            if n >= 1000 {
                assert!(code == Some(Code::EffectTooDeep), "{n} {shown} {code:?}");
            }
        }
    }
}

#[test]
fn a_long_but_flat_effect_is_read() {
    let source = "move card in lane where value > 3 and it is king to discard\n".repeat(1000);
    let (code, time) = effect_in_small_thread(source);
    assert_eq!(code, None);
    assert!(time < Duration::from_secs(2), "{time:?}");
    assert_eq!(effect_in_small_thread("stop\n".repeat(20_000)).0, Some(Code::EffectTooDeep));
}

fn yaml_code(source: &str) -> Option<Code> {
    yaml_code_within(source, Duration::from_secs(1))
}

fn yaml_code_within(source: &str, most: Duration) -> Option<Code> {
    let start = Instant::now();
    let mut problems = Vec::new();
    yaml::parse(FileId(0), source, &mut problems);
    assert!(start.elapsed() < most, "{:?}", start.elapsed());
    assert!(problems.len() <= 1, "{problems:?}");
    problems.first().map(|p| p.code)
}

#[test]
fn yaml_depth_is_bounded() {
    let deep: String = (0..2500).map(|i| " ".repeat(i) + "a:\n").collect();
    let deeper: String = (0..10_000).map(|i| " ".repeat(i) + "a:\n").collect();
    assert_eq!(yaml_code(&deep), Some(Code::YamlTooDeep));
    assert_eq!(yaml_code(&deeper), Some(Code::FileTooLarge));
    for n in [70, 300, 10_000, 1_000_000] {
        assert_eq!(yaml_code(&"[".repeat(n)), Some(Code::YamlTooDeep), "{n}");
        assert_eq!(yaml_code(&"- ".repeat(n)), Some(Code::YamlTooDeep), "{n}");
        assert_eq!(yaml_code(&"{a: ".repeat(n)), Some(Code::YamlTooDeep), "{n}");
        assert_eq!(yaml_code(&"[\n".repeat(n)), Some(Code::YamlTooDeep), "{n}");
        assert_eq!(yaml_code(&"? ".repeat(n)), Some(Code::YamlTooDeep), "{n}");
    }
    assert_eq!(yaml_code(&("[".repeat(60) + &"]".repeat(60))), None);
}

#[test]
fn yaml_size_is_bounded() {
    // everything before the limit is parsed first
    let slow = Duration::from_secs(8);
    assert_eq!(yaml_code_within(&"- a\n".repeat(1_000_001), slow), Some(Code::FileTooLarge));
    assert_eq!(yaml_code_within(&"#\n".repeat(8_000_000), slow), None);
    assert_eq!(yaml_code(&"#\n".repeat(8_500_000)), Some(Code::FileTooLarge));
    assert_eq!(yaml_code(&"#\n".repeat(50_000_000)), Some(Code::FileTooLarge));
    assert_eq!(yaml_code(&"- a\n".repeat(100_000)), None);
    assert_eq!(yaml_code(&format!("a: \"{}\"", "\\n".repeat(500_000))), None);
}

const YAML: &str = include_str!("corpus.yaml");
const EFFECT: &str = include_str!("corpus.effect");
const BITS: &[&str] = &[
    "\t",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\0",
    "é",
    "\u{feff}",
    "🂡",
    "\u{85}",
    "\u{2028}",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "'",
    "|",
    ">",
    "|2-",
    ">+\n",
    ": ",
    ":",
    "- ",
    "-",
    "? ",
    "&a ",
    "*a",
    "!!int ",
    "!",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "#",
    " #",
    ",",
    "\\",
    "\\u00e9",
    "\\x",
    "''",
    "~",
    "null",
    "true",
    "1",
    "99999999999999999999",
    ".",
    "..",
    "?.",
    "where ",
    " in ",
    " from ",
    "not ",
    "if ",
    "then ",
    "else ",
    " is ",
    "exists",
    "chooses ",
    "may ",
    " as ",
    "=",
    "==",
];

fn mutated(random: &mut Random, source: &str) -> String {
    let mut chars: Vec<char> = source.chars().collect();
    for _ in 0..1 + random.below(6) {
        let at = random.below(chars.len() + 1);
        let to = (at + random.below(12)).min(chars.len());
        match random.below(4) {
            0 => drop(chars.drain(at..to)),
            1 => chars.truncate(at),
            2 => {
                let copy: Vec<char> = chars[at..to].to_vec();
                let other = random.below(chars.len() + 1);
                chars.splice(other..other, copy);
            }
            _ => drop(chars.splice(at..at, random.pick(BITS).chars())),
        }
        if chars.is_empty() {
            break;
        }
    }
    chars.into_iter().collect()
}

fn soup(random: &mut Random) -> String {
    (0..random.below(40)).map(|_| random.pick(BITS)).collect()
}

fn assert_inside(problems: &[Diagnostic], source: &str) {
    let spans = |p: &Diagnostic| {
        let labels = p.others.iter().map(|label| label.span).chain([p.primary.span]);
        labels.chain(p.suggestions.iter().map(|s| s.span)).collect::<Vec<_>>()
    };
    for span in problems.iter().flat_map(spans) {
        let (start, end) = (span.start as usize, span.end as usize);
        assert!(end <= source.len(), "{span:?} {problems:?} {source:?}");
        assert!(source.get(start..end).is_some(), "{span:?} {problems:?} {source:?}");
    }
}

#[test]
fn mutated_yaml_never_panics_and_all_places_are_inside() {
    let mut random = Random(7);
    for round in 0..rounds(2_500) {
        let source = if round % 3 == 0 { soup(&mut random) } else { mutated(&mut random, YAML) };
        let mut problems = Vec::new();
        let tree = yaml::parse(FileId(0), &source, &mut problems);
        assert_inside(&problems, &source);
        assert!(tree.is_some() || !problems.is_empty(), "{source:?}");
        let whole = tree.is_some();
        if let Some(tree) = tree {
            walk(&tree, &source);
        }
        recovered_yaml(&source, whole);
    }
}

/// Parses YAML with a mistake: no part of readable text is missing, and all spans are inside the text.
fn recovered_yaml(source: &str, whole: bool) {
    let mut problems = Vec::new();
    let read = yaml::partial(FileId(0), source, &|key| key.len() % 2 == 0, &mut problems);
    assert_inside(&problems, source);
    assert!(whole || !problems.is_empty(), "{source:?}");
    assert!(!whole || read.holes.is_empty(), "{source:?}");
    assert!(read.holes.iter().all(|hole| source.get(range(hole.span)).is_some()), "{source:?}");
    if let Some(tree) = read.node {
        walk(&tree, source);
    }
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

/// Runs `work` in four threads, each with different numbers.
fn shared(seed: u64, usual: usize, work: impl Fn(usize, &mut Random) + Sync) {
    let (all, work) = (rounds(usual), &work);
    std::thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || {
                let mut random = Random(seed + 1000 * part as u64);
                (all * part / 4..all * (part + 1) / 4).for_each(|round| work(round, &mut random));
            });
        }
    });
}

fn rounds(usual: usize) -> usize {
    std::env::var("LUDEX_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn walk(node: &yaml::Node, source: &str) {
    let whole = |span: Span| source.get(span.start as usize..span.end as usize);
    assert!(whole(node.span).is_some(), "{:?} {source:?}", node.span);
    match &node.kind {
        yaml::NodeKind::Text(text) => walk_text(text, source),
        yaml::NodeKind::List(items) => items.iter().for_each(|item| walk(item, source)),
        yaml::NodeKind::Map(entries) => entries.iter().for_each(|(key, value)| {
            assert!(whole(key.span).is_some(), "{:?} {source:?}", key.span);
            walk(value, source);
        }),
        _ => {}
    }
}

fn walk_text(text: &Text, source: &str) {
    let mut before = 0;
    for (at, c) in text.value.char_indices() {
        let span = text.span(at, at + c.len_utf8());
        assert!(span.start >= before, "{text:?} {source:?}");
        assert!(span.end as usize <= source.len(), "{text:?} {source:?}");
        assert!(source.is_char_boundary(span.start as usize), "{text:?} {source:?}");
        before = span.start;
    }
    let mut problems = Vec::new();
    parse::effect(text, &mut problems);
    for problem in problems {
        assert!(problem.primary.span.end as usize <= source.len(), "{problem:?} {source:?}");
    }
}

#[test]
fn mutated_effects_never_panic_and_what_is_read_survives_printing() {
    shared(8, 1_250, |round, random| {
        let source = if round % 3 == 0 { soup(random) } else { mutated(random, EFFECT) };
        let mut problems = Vec::new();
        let tree = parse::effect(&text(&source), &mut problems);
        assert_inside(&problems, &source);
        assert_eq!(tree.is_some(), problems.is_empty(), "{source:?}");
        if let Some(tree) = tree {
            let printed = print::block(&tree);
            let mut problems = Vec::new();
            let again = parse::effect(&text(&printed), &mut problems);
            assert_eq!(problems, [], "{source}\n-----\n{printed}");
            assert_eq!(
                again.map(|t| crate::common::bare(&t)),
                Some(crate::common::bare(&tree)),
                "{source}\n-----\n{printed}"
            );
        }
        if round % 4 == 0 {
            let partial = parse::partial_effect(&text(&source), &mut Vec::new());
            assert!(partial.holes.iter().all(|hole| source.get(range(hole.span)).is_some()), "{source:?}");
        }
        parse::expr(&text(&source), &mut problems);
        parse::query(&text(&source), &mut problems);
        parse::var_decl(&text(&source), &mut problems);
    });
}

#[test]
fn mutated_trees_of_every_kind_never_panic() {
    let mut random = Random(9);
    let mut trees = Trees(Random(10));
    for _ in 0..rounds(1_500) {
        let source = mutated(&mut random, &print::block(&trees.block(2)));
        let mut problems = Vec::new();
        parse::effect(&text(&source), &mut problems);
        assert_inside(&problems, &source);
    }
}
