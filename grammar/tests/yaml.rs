//! Spans of YAML values, and messages about invalid YAML.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::parse;
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::{self, Node, NodeKind, Text};

fn read(source: &str) -> Node {
    let mut problems = Vec::new();
    let tree = yaml::parse(FileId(0), source, &mut problems);
    assert_eq!(problems, []);
    tree.unwrap()
}

fn under(source: &str, span: Span) -> &str {
    &source[span.start as usize..span.end as usize]
}

/// Returns each finding as `line:column code message | help`.
fn findings(source: &str) -> Vec<String> {
    let mut problems = Vec::new();
    yaml::parse(FileId(0), source, &mut problems);
    let mut sources = Sources::new();
    sources.add("f", source);
    let line = |p: &Diagnostic| {
        let (line, column) = sources.line_col(p.primary.span);
        let help = p.help.as_deref().unwrap_or("");
        format!("{line}:{column} {} {} | {help}", p.code, p.message)
    };
    problems.iter().map(line).collect()
}

#[test]
fn scalars_have_their_kinds() {
    let tree = read("[1, -3, +4, 9.5, true, false, null, ~, yes, '1', \"true\", 99999999999999999999, 0x1F]");
    let kinds: Vec<String> = tree
        .as_list()
        .unwrap()
        .iter()
        .map(|n| match &n.kind {
            NodeKind::Null => "null".to_owned(),
            NodeKind::Bool(b) => format!("{b}!"),
            NodeKind::Int(i) => format!("{i}!"),
            NodeKind::Text(t) => t.value.clone(),
            other => format!("{other:?}"),
        })
        .collect();
    let expected = "1! -3! 4! 9.5 true! false! null null yes 1 true 99999999999999999999 0x1F";
    assert_eq!(kinds.join(" "), expected);
}

#[test]
fn keys_and_values_know_their_places() {
    let source = "# ü\nformat: 1\n'a b': [x, {y: z}]\nempty:\nnext: \"q\"\n2: two\n";
    let tree = read(source);
    let shown: Vec<(&str, &str)> =
        tree.as_map().unwrap().iter().map(|(k, v)| (under(source, k.span), under(source, v.span))).collect();
    let expected = [("format", "1"), ("a b", "[x, {y: z}]"), ("empty", ""), ("next", "\"q\""), ("2", "two")];
    assert_eq!(shown, expected);
    assert_eq!(tree.get("a b").unwrap().as_list().unwrap().len(), 2);
    assert_eq!(tree.get("2").unwrap().as_str(), Some("two"));
    let empty = tree.get("empty").unwrap().span;
    assert_eq!(empty.start as usize, source.find("empty:").unwrap() + 6);
}

#[test]
fn nested_maps_cover_their_lines() {
    let source = "cards:\n  king: { value: 3 }\n  # comment\n  queen:\n    value: 2\n\nafter: 1\n";
    let tree = read(source);
    let cards = tree.get("cards").unwrap();
    assert_eq!(under(source, cards.span), "king: { value: 3 }\n  # comment\n  queen:\n    value: 2");
    assert_eq!(under(source, cards.get("king").unwrap().span), "{ value: 3 }");
    assert_eq!(under(source, tree.span).len(), source.trim_end().len());
}

/// Checks that the span of each word of a text contains the word.
fn words_map(source: &str, text: &Text) {
    let mut at = 0;
    for word in text.value.split_whitespace() {
        let from = at + text.value[at..].find(word).unwrap();
        at = from + word.len();
        assert_eq!(under(source, text.span(from, at)), word, "{source:?}");
    }
}

#[test]
fn every_word_of_a_scalar_maps_back() {
    for source in [
        "é: |\n  let x = ü\n    deeper line\n\n  last\n",
        "a:\n  b: |-\n\n\n    first\n    second",
        "a: |+2\n    two more\n   one more\n\n",
        "a: |2\n    x\n",
        "- - |\n    one\n    two\n",
        "a: |\r\n  one\r\n  two\r\n",
        "a: >\n  one\n  two\n\n  three\n",
        "a: >-\n\n  one\n    more\n  two\n",
        "a: plain words here # comment\n",
        "a: plain words\n  over lines\n",
        "a: 'it is ''quoted'' here'\n",
        "a: \"esc\\n aped \\\" \\u00e9 word\"\n",
        "a: \"over\n   lines \\\n   joined\"\n",
        "{a: in flow, b: x}",
        "\u{feff}a: with mark\n",
    ] {
        let tree = read(source);
        let node = match &tree.kind {
            NodeKind::Map(entries) => &entries[0].1,
            _ => &tree,
        };
        let mut node = node;
        while let NodeKind::List(items) = &node.kind {
            node = &items[0];
        }
        while let NodeKind::Map(entries) = &node.kind {
            node = &entries[0].1;
        }
        let text = node.as_text().unwrap();
        if text.value.contains(['"', '\'', 'é']) {
            continue;
        }
        words_map(source, text);
        assert!(!under(source, node.span).is_empty());
    }
}

#[test]
fn words_around_escapes_map_back() {
    let source = "a: \"say \\\"é\\\" \\u00e9 then \\x41 last\"\n";
    let tree = read(source);
    let text = tree.get("a").unwrap().as_text().unwrap();
    assert_eq!(text.value, "say \"é\" é then A last");
    for word in ["say", "then", "last"] {
        let at = text.value.find(word).unwrap();
        assert_eq!(under(source, text.span(at, at + word.len())), word);
    }
    let source = "a: 'x ''y'' z'\n";
    let tree = read(source);
    let text = tree.get("a").unwrap().as_text().unwrap();
    let at = text.value.find('z').unwrap();
    assert_eq!(under(source, text.span(at, at + 1)), "z");
}

#[test]
fn an_error_in_an_effect_points_into_the_yaml() {
    let source = "é:\n  on x: |\n    stop\n    let = 3\n";
    let tree = read(source);
    let mut problems = Vec::new();
    let text = tree.get("é").unwrap().get("on x").unwrap().as_text().unwrap();
    assert_eq!(parse::effect(text, &mut problems), None);
    let mut sources = Sources::new();
    sources.add("f", source);
    assert_eq!(sources.line_col(problems[0].primary.span), (4, 9));
    assert_eq!(under(source, problems[0].primary.span), "=");
}

#[test]
fn empty_files_are_null() {
    for source in ["", "\n\n", "# only a comment\n", "---\n"] {
        assert!(read(source).is_null(), "{source:?}");
    }
}

#[test]
fn all_duplicates_are_found_and_the_first_wins() {
    let source = "a: 1\nb: 2\na: 3\nc: { x: 1, x: 2 }\na: 4\n";
    let mut problems = Vec::new();
    let tree = yaml::parse(FileId(0), source, &mut problems).unwrap();
    let found: Vec<_> =
        problems.iter().map(|p| (p.code, p.primary.span.start, p.others[0].span.start)).collect();
    assert_eq!(
        found,
        [(Code::DuplicateKey, 10, 0), (Code::DuplicateKey, 26, 20), (Code::DuplicateKey, 33, 0)]
    );
    assert_eq!(tree.get("a").unwrap().as_int(), Some(1));
    assert_eq!(tree.as_map().unwrap().len(), 3);
}

#[test]
fn every_anchor_and_tag_is_found_up_to_the_first_alias() {
    let quote = "write the value out; a text that begins with `&`, `*` or `!` needs quotes";
    assert_eq!(
        findings("a: &x 1\nc: !!int 3\nd: &y [1]\ne: *x\nf: *x\n"),
        [
            format!("1:4 E0103 an anchor is not used in rulesets | {quote}"),
            format!("2:4 E0103 a tag is not used in rulesets | {quote}"),
            format!("3:4 E0103 an anchor is not used in rulesets | {quote}"),
            format!("4:4 E0103 an alias is not used in rulesets | {quote}"),
        ]
    );
}

#[test]
fn places_of_replaced_characters_are_around_them() {
    let source =
        "name: max\nkey\u{ff1a} \u{201c}a\u{a0}b\u{201d}\nm\u{430}x: 1\nlist\u{ff1a} [1\u{ff0c} 2]\n";
    let mut problems = Vec::new();
    let read = yaml::partial(FileId(0), source, &|_| false, &mut problems);
    assert!(!problems.is_empty());
    let tree = read.node.unwrap();
    let (key, value) = tree.entry("key").unwrap();
    assert_eq!(under(source, key.span), "key");
    assert_eq!(under(source, value.span), "\u{201c}a\u{a0}b\u{201d}");
    assert_eq!(under(source, value.as_text().unwrap().whole()), "a\u{a0}b");
    assert_eq!(tree.get("list").unwrap().as_list().unwrap().len(), 2);
}

#[test]
fn tabs_are_errors_only_as_indentation() {
    assert_eq!(
        findings("a:\n\tb: 1\n\tc: 2\n \td: 2\n"),
        ["2:1 E0102 a tab indents this line | indent with spaces; 2 more lines begin with a tab"]
    );
    assert_eq!(findings("a: |\n  if x {\n  \tstop\n  }\nb: x\ty\n\t\n"), Vec::<String>::new());
}

#[test]
fn syntax_errors_have_a_sentence_and_a_place() {
    let expected = [
        (
            "a: b: c\n",
            "1:5 E0101 a `:` can't stand here | put one key per line, except in `{ }`: write `a: { b: c }`, or `a: \"b: c\"`",
        ),
        ("a: [1, 2\n", "1:9 E0101 a `]` is missing here | "),
        (
            "a: \"x\nb: 1\n",
            "1:4 E0101 a quoted text is not closed, or its next line is not indented enough | a quote opens a text and closes it: write `a: \"x\"`",
        ),
        (
            "a: 1\n b: 2\n",
            "2:3 E0101 a `:` can't stand here | lines of one map or list begin in the same column: write `b: 2`",
        ),
        (
            "a: 1\nb\nc: 2\n",
            "2:1 E0101 this line has no colon after its key | a `:` follows a key: write `b:`",
        ),
        (
            "a: }\n",
            "1:3 E0101 a `{` is missing after `a:`, or the `}` is one too many | a bracket is opened and closed: write `a: {}`, or `a:`",
        ),
        (
            "}\n",
            "1:1 E0101 a closing bracket without an opening one | a text with special characters at its start needs quotes",
        ),
        (
            "a: @x\n",
            "1:4 E0101 a value can't begin with this character | a text with `: ` in it, or a special character at its start, needs quotes: write `a: \"@x\"`",
        ),
        (
            "a: 1\n---\nb: 2\n",
            "2:1 E0101 a second document begins here | a ruleset file is one document: delete the `---` line, or use two files",
        ),
        (
            "a: x\0y\n",
            "1:5 E0101 a control character (U+0000) in the text | delete it; it is invisible in most editors",
        ),
        (
            "{[a]: 1}\n",
            "1:2 E0101 a list can't be a key | a key is a word or a few words before a colon; a text that begins with `{` or `[` needs quotes",
        ),
    ];
    let found: Vec<(&str, String)> =
        expected.iter().map(|(source, _)| (*source, findings(source).join("; "))).collect();
    assert_eq!(found, expected.map(|(source, told)| (source, told.to_owned())));
}
