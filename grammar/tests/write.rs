//! Values as YAML text.

use ludex_grammar::span::FileId;
use ludex_grammar::yaml::{parse, scalar};

#[test]
fn a_value_comes_back_as_it_was() {
    let values = [
        "King",
        "1914",
        "true",
        "null",
        "",
        " x",
        "x ",
        "a: b",
        "a #b",
        "a, b",
        "{x}",
        "[x]",
        "- x",
        "\"x\"",
        "it's",
        "l\u{2019}ami",
        "\u{1f0a1} \u{df} \u{2013}",
        "a\nb",
        "a\tb",
        "\\",
        "x:",
        "#x",
        "*x",
        "&x",
        "!x",
        "%x",
        "@x",
        "`x",
        "|",
        ">",
        "\u{7}",
    ];
    for value in values {
        for flow in [false, true] {
            let text = scalar(value, flow, true);
            let line = if flow { format!("{{ k: {text} }}") } else { format!("k: {text}\n") };
            let read = parse(FileId(0), &line, &mut Vec::new()).expect("YAML");
            assert_eq!(read.get("k").and_then(|node| node.as_str()), Some(value), "{line}");
        }
    }
    assert_eq!(scalar("12", true, false), "12");
}
