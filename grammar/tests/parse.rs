//! Trees, spans and messages of effect text.

use ludex_grammar::ast::{BinaryOp, ExprKind, StmtKind};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::Text;
use ludex_grammar::{parse, print, words};

fn text(value: &str) -> Text {
    Text::plain(value, FileId(0), 0)
}

fn effect(source: &str) -> ludex_grammar::ast::Block {
    let mut problems = Vec::new();
    let tree = parse::effect(&text(source), &mut problems);
    assert_eq!(problems, [], "{source}");
    tree.unwrap()
}

fn expr(source: &str) -> ludex_grammar::ast::Expr {
    let mut problems = Vec::new();
    let tree = parse::expr(&text(source), &mut problems);
    assert_eq!(problems, [], "{source}");
    tree.unwrap()
}

fn under(source: &str, span: Span) -> &str {
    &source[span.start as usize..span.end as usize]
}

fn shown(source: &str, problem: &Diagnostic) -> String {
    let help = problem.help.as_deref().unwrap_or("");
    format!("{} `{}` {} | {help}", problem.code, under(source, problem.primary.span), problem.message)
}

/// Returns the only finding as `code `marked text` message | help`.
fn finding(source: &str) -> String {
    let mut problems = Vec::new();
    assert_eq!(parse::effect(&text(source), &mut problems), None, "{source}");
    assert_eq!(problems.len(), 1, "{problems:?}");
    shown(source, &problems[0])
}

/// A single word is parsed without pest; with a space before it, pest parses it.
#[test]
fn a_single_word_is_read_as_within_a_longer_text() {
    let own = [
        "0",
        "7",
        "007",
        "123456789012345678",
        "1234567890123456789",
        "99999999999999999999",
        "9.5",
        "1a",
        "a1",
        "_a",
    ];
    let words = [
        "king", "Big", "a_b", "true", "false", "nothing", "truely", "nothings", "players", "me", "it", "card",
    ];
    let long = "a".repeat(100);
    let reserved = words::reserved().flat_map(|word| [word.to_string(), format!("{word}s")]);
    let all = own.iter().chain(&words).map(|w| w.to_string()).chain(reserved).chain([long, String::new()]);
    for word in all {
        let (mut problems, mut problems_by_pest) = (Vec::new(), Vec::new());
        let tree = parse::expr(&text(&word), &mut problems);
        let spaced = Text::plain(format!("{word} "), FileId(0), 0);
        let by_pest = parse::expr(&spaced, &mut problems_by_pest);
        assert_eq!(tree, by_pest, "{word}");
        assert_eq!(problems.is_empty(), problems_by_pest.is_empty(), "{word}");
    }
}

#[test]
fn spans_are_exact() {
    let source = "let x = (a + b) * f( c ) # comment\nif x exists { stop }  # end\n\nmove  self to there.lane  at top\n";
    let block = effect(source);
    let stmts: Vec<&str> = block.stmts.iter().map(|s| under(source, s.span)).collect();
    let expected = ["let x = (a + b) * f( c )", "if x exists { stop }", "move  self to there.lane  at top"];
    assert_eq!(stmts, expected);
    let StmtKind::Let { value, .. } = &block.stmts[0].kind else { panic!() };
    assert_eq!(under(source, value.span), "(a + b) * f( c )");
    let ExprKind::Binary { left, right, .. } = &value.kind else { panic!() };
    assert_eq!((under(source, left.span), under(source, right.span)), ("(a + b)", "f( c )"));
    let StmtKind::Verb { clauses, .. } = &block.stmts[2].kind else { panic!() };
    let clauses: Vec<&str> = clauses.iter().map(|c| under(source, c.span)).collect();
    assert_eq!(clauses, ["to there.lane", "at top"]);
    assert_eq!(under(source, block.span), source.trim_end());
}

#[test]
fn spans_of_queries_end_with_their_last_part() {
    let source = "for other card c in lane where late  # all\n{ }";
    let block = effect(source);
    let StmtKind::For { query, body } = &block.stmts[0].kind else { panic!() };
    assert_eq!(under(source, query.span), "other card c in lane where late");
    assert_eq!(under(source, body.span), "{ }");
}

#[test]
fn precedence_is_as_documented() {
    let same = [
        ("a or b and c", "a or (b and c)"),
        ("not a and b", "(not a) and b"),
        ("not a == b", "not (a == b)"),
        ("a == b default c", "a == (b default c)"),
        ("a default 1..2", "a default (1..2)"),
        ("1..n + 1", "1..(n + 1)"),
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("a div b mod c", "(a div b) mod c"),
        ("-a * b", "(-a) * b"),
        ("-a.b", "-(a.b)"),
        ("a + b is king", "(a + b) is king"),
        ("a == b exists", "a == (b exists)"),
        ("not x exists", "not (x exists)"),
        ("not x is not king", "not (x is not king)"),
        ("x is in a + b and c", "(x is in (a + b)) and c"),
        ("x default y exists", "(x default y) exists"),
    ];
    for (bare, full) in same {
        assert_eq!(crate::common::bare(&expr(bare)), crate::common::bare(&expr(full)), "{bare}");
    }
    let mut powers: Vec<u8> =
        [BinaryOp::Or, BinaryOp::And, BinaryOp::Lt, BinaryOp::Default].map(BinaryOp::power).into();
    powers.dedup();
    assert_eq!(powers, [1, 2, 4, 6]);
}

#[test]
fn a_bare_noun_is_a_name_except_where_a_query_must_stand() {
    assert!(matches!(expr("card").kind, ExprKind::Name(_)));
    for query in ["card in hand", "card from me", "card where late", "other card", "card c in hand"] {
        assert!(matches!(expr(query).kind, ExprKind::Query(_)), "{query}");
    }
    assert!(matches!(&effect("for card { }").stmts[0].kind, StmtKind::For { .. }));
    assert!(matches!(&effect("me chooses card").stmts[0].kind, StmtKind::Choose { .. }));
}

#[test]
fn from_after_a_verb_is_a_clause() {
    for source in [
        "draw card from deck\n",
        "draw 1 + n from deck\n",
        "draw 2 from deck to me.hand\n",
        "move x to hand from deck\n",
    ] {
        let block = effect(source);
        let StmtKind::Verb { clauses, .. } = &block.stmts[0].kind else { panic!() };
        assert!(!clauses.is_empty(), "{source}");
        assert_eq!(print::block(&block), source);
    }
    let block = effect("show (player from me) to p\n");
    let StmtKind::Verb { what: Some(what), .. } = &block.stmts[0].kind else { panic!() };
    assert!(matches!(what.kind, ExprKind::Query(_)));
}

#[test]
fn counts_need_no_parentheses_where_they_are_plain() {
    for (source, counted) in [
        ("me chooses 2 card in hand", true),
        ("me chooses 1..n card c in hand", true),
        ("me chooses n..3 other card", true),
        ("me chooses count(x) card", true),
        ("me chooses me.limit card", true),
        ("me chooses (n) card", true),
        ("me chooses card c", false),
        ("me chooses number in 1..n + 1", false),
    ] {
        let block = effect(source);
        let StmtKind::Choose { choice, .. } = &block.stmts[0].kind else { panic!("{source}") };
        assert_eq!(choice.count.is_some(), counted, "{source}");
    }
}

#[test]
fn lines_end_statements() {
    assert_eq!(
        effect("pass\nshuffle deck\nme chooses card\nfor card { }\nmove x\n  to y\nstop").stmts.len(),
        6
    );
    assert_eq!(effect("set x = a +\n  b\n  - c\nset y = f(\n  a,\n  b\n)").stmts.len(), 2);
    assert_eq!(effect("shuffle deck # of cards\nmove x to y").stmts.len(), 2);
    assert_eq!(effect("").stmts.len(), 0);
    assert_eq!(effect("  # nothing\n").stmts.len(), 0);
}

#[test]
fn reserved_words_are_fields_but_no_names() {
    assert!(matches!(expr("a.in.default").kind, ExprKind::Field { .. }));
    for word in words::reserved() {
        let mut problems = Vec::new();
        parse::effect(&text(&format!("let {word} = 1")), &mut problems);
        assert!(problems[0].message.contains("is a word of the language"), "{word} {problems:?}");
        expr(&format!("{word}s_ + a.{word}"));
    }
    for word in ["top", "bottom", "above", "below", "up", "down", "face", "at", "asked", "one", "list"] {
        effect(&format!("let {word} = {word} + {word}.{word}\nshuffle {word}\nme chooses {word}"));
    }
}

#[test]
fn two_statements_on_a_line_are_found_everywhere() {
    let source = "stop stop\nif a { pass pass\n pass }\nif b { pass }";
    let mut problems = Vec::new();
    assert_eq!(parse::effect(&text(source), &mut problems), None);
    let found: Vec<(Code, u32)> = problems.iter().map(|p| (p.code, p.primary.span.start)).collect();
    // `pass pass` is a verb with an operand
    assert_eq!(found, [(Code::OneStatementALine, 5)]);
}

#[test]
fn messages_help() {
    let expected = [
        (
            "lose(foe)",
            "E0108 `lose` `do` is missing before `lose` | `do lose(…)` runs a procedure, `emit` announces an event, `say` writes a message; a verb has no brackets",
        ),
        ("me.coins = 3", "E0108 `me` `set` is missing before `me` | write `set me.coins = …`"),
        ("c.x = true", "E0108 `c` `set` is missing before `c` | write `set c.x = …`"),
        ("if a {\n  c.x = true\n}", "E0108 `c` `set` is missing before `c` | write `set c.x = …`"),
        (
            "if x not exists { stop }",
            "E0108 `x not exists` test for a value with `exists` | write `not x exists`",
        ),
        (
            "move card where holder not exists to deck",
            "E0108 `holder not exists` test for a value with `exists` | write `not holder exists`",
        ),
        ("lte x = 3", "E0108 `lte` `lte` can't stand here | did you mean `let` instead of `lte`?"),
        (
            "p choses card",
            "E0108 `choses` `choses` can't stand here | did you mean `chooses` instead of `choses`?",
        ),
        (
            "if a {\n  stop\n} elif b {\n  stop\n}",
            "E0108 `elif` `elif` can't stand here | did you mean `else if` instead of `elif`?",
        ),
        ("if a\n  stop\n", "E0108 `` a `{` is missing here | put a block between `{` and `}`"),
        ("if a\n  stop\n}", "E0108 `` a `{` is missing here | the lines below are indented like a block"),
        ("for player p\n  stop\nstop", "E0108 `` a `{` is missing here | put a block between `{` and `}`"),
        ("if a {\n  stop\nmove b to c", "E0108 `` a `}` is missing here | "),
        ("if a {\n  if b {\n    stop\n}", "E0108 `` a `}` is missing here | "),
        ("if a {\n  do f(b\n}", "E0108 `(` this `(` is never closed | a `)` is missing"),
        ("else {\n  stop\n}", "E0108 `else` `else` can't stand here | "),
        ("if a {\n  stop\nelse {\n  stop\n}", "E0108 `` a `}` is missing here | "),
        (
            "me chooses 1-3 card in hand as x",
            "E0108 `-` `-` can't stand here | did you mean `..` instead of `-`?",
        ),
        (
            "fro player p { stop }",
            "E0108 `fro` `fro` can't stand here | did you mean `for` instead of `fro`?",
        ),
        (
            "loop 3 { stop }",
            "E0108 `loop` `loop` can't stand here | did you mean `repeat` instead of `loop`?",
        ),
        (
            "me chooses once as x { a { stop } }",
            "E0108 `once` `once` can't stand here | did you mean `one` instead of `once`?",
        ),
        (
            "exclude c p.role",
            "E0108 `p` a word is missing before `p` | perhaps `to`, `from`, `with`, `in` or `for`",
        ),
        ("set x == 3", "E0108 `==` `==` can't stand here | did you mean `=` instead of `==`?"),
        (
            "set x = if a then 1 otherwise 2",
            "E0108 `otherwise` `otherwise` can't stand here | did you mean `else` instead of `otherwise`?",
        ),
        ("set x = if a 1 else 2", "E0108 `1` `then` is missing before `1` | write `then` between the two"),
        (
            "turn x faceup",
            "E0108 `faceup` `faceup` can't stand here | did you mean `face up` instead of `faceup`?",
        ),
        ("turn x up", "E0108 `up` `up` can't stand here | did you mean `face up` instead of `up`?"),
        (
            "draw 1 form deck to hand",
            "E0108 `form` `form` can't stand here | did you mean `from` instead of `form`?",
        ),
        ("set x = nto a and b", "E0108 `nto` `nto` can't stand here | did you mean `not` instead of `nto`?"),
        (
            "set x = card where it isnt king",
            "E0108 `isnt` `isnt` can't stand here | did you mean `is not` instead of `isnt`?",
        ),
        (
            "set x = first(a) or else b",
            "E0108 `or else` `or else` can't stand here | did you mean `default` instead of `or else`?",
        ),
        ("set x = count(a) => 3", "E0108 `=>` `=>` can't stand here | did you mean `>=` instead of `=>`?"),
        (
            "while true do\n  stop\n}",
            "E0108 `` a `{` is missing here | the lines below are indented like a block",
        ),
        (
            "while true do\n  stop",
            "E0108 `do` expected `{` or an operator such as `+` or `and`, found `do` | ",
        ),
        ("move self tp x", "E0108 `tp` `tp` can't stand here | did you mean `to` instead of `tp`?"),
        (
            "me choses card",
            "E0108 `choses` `choses` can't stand here | did you mean `chooses` instead of `choses`?",
        ),
        ("let x = ", "E0108 `` expected a value, found the end of the text | "),
        ("let to = 3", "E0108 `to` `to` is a word of the language and can't be a name | "),
        ("if x = 3 { stop }", "E0108 `=` `=` can't stand here | did you mean `==` instead of `=`?"),
        (
            "set x = a < b < c",
            "E0108 `<` a second comparison `<` in one chain | compare twice: `a < b and b < c`",
        ),
        ("if a && b { stop }", "E0108 `&&` `&&` can't stand here | did you mean `and` instead of `&&`?"),
        ("if x { stop", "E0108 `{` this `{` is never closed | a `}` is missing"),
        ("if x ) { stop }", "E0108 `)` this `)` closes nothing | "),
        ("do f(a]", "E0108 `]` expected `)`, found `]` | "),
        (
            "say \"hello\"",
            "E0108 `\"` expected a value, found `\"` | texts are in the text files; write the name of a text here",
        ),
        (
            "let é = 3",
            "E0108 `é` expected a name, found `é` | a name is made of the letters a to z, digits and `_`",
        ),
        ("set x = 3x", "E0108 `3x` expected a value, found `3x` | a name can't begin with a digit"),
        (
            "set x = 99999999999999999999",
            "E0108 `99999999999999999999` the number `99999999999999999999` is too large | ",
        ),
        (
            "if a { stop } els { stop }",
            "E0108 `els` `els` can't stand here | did you mean `else` instead of `els`?",
        ),
        ("set x = f(a b c)", "E0108 `c` a word is missing before `c` | perhaps `from` or `in`"),
        (
            "shuffle(deck)",
            "E0108 `shuffle` `do` is missing before `shuffle` | `do shuffle(…)` runs a procedure, `emit` announces an event, `say` writes a message; a verb has no brackets",
        ),
    ];
    for (source, expected) in expected {
        assert_eq!(finding(source), expected, "{source}");
    }
}

#[test]
fn a_variable_needs_its_lifetime() {
    for source in ["int", "int = 0", "int for"] {
        let mut problems = Vec::new();
        assert_eq!(parse::var_decl(&text(source), &mut problems), None);
        assert_eq!(problems[0].code, Code::EffectSyntax);
        println!("{}", shown(source, &problems[0]));
    }
    let mut problems = Vec::new();
    parse::var_decl(&text("int = 0"), &mut problems);
    assert_eq!(
        problems[0].help.as_deref(),
        Some("say how long it lasts: `int = 0 for game`, or the name of a phase")
    );
}
