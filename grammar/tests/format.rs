//! The canonical form of effects, in files and alone.

use ludex_grammar::print::format::{effect, file};

#[test]
fn lines_are_formatted() {
    let text = "if  a==b{\nmove c to   hand   # why – ß\n  let x = f( a ,b )\n      default 3\n}\nelse {\n\n# alone\nset y= -1+z\n}\n";
    let new = "if a == b {\n  move c to hand   # why – ß\n  let x = f(a, b)\n      default 3\n}\nelse {\n\n  # alone\n  set y = -1 + z\n}\n";
    assert_eq!(effect(text), new);
    assert_eq!(effect(new), new, "a second time changes nothing");
}

#[test]
fn types_and_values_of_locals_are_formatted() {
    let text = "let best :player?=nothing\nif  let x=do f( a ){\ngive  -1\n}\n";
    let new = "let best: player? = nothing\nif let x = do f(a) {\n  give -1\n}\n";
    assert_eq!(effect(text), new);
    assert_eq!(effect(new), new, "a second time changes nothing");
}

#[test]
fn only_effects_of_a_file_change() {
    let old = "# a  comment\r\ngame: { title: a  b,  id: x }\r\nsetup: |\r\n    for player  p {\r\n    draw 2 from deck to p.hand\r\n    }\r\nfunctions: { f: { is:  \"1+ 2\" } }";
    let new = "# a  comment\r\ngame: { title: a  b,  id: x }\r\nsetup: |\r\n    for player p {\r\n      draw 2 from deck to p.hand\r\n    }\r\nfunctions: { f: { is:  \"1 + 2\" } }";
    assert_eq!(file(old, |_| None), new);
    assert_eq!(file(new, |_| None), new);
}

#[test]
fn a_line_keeps_its_quotes() {
    let old = "do: 'say  x'\nend: say  x\nif: \"a  == \\x61\"\nis: let  x:int = 1\nwhen:\n  let  x:int = 1\n";
    let new = "do: 'say x'\nend: say x\nif: \"a  == \\x61\"\nis: let  x:int = 1\nwhen:\n  let  x:int = 1\n";
    assert_eq!(file(old, |_| None), new);
}

#[test]
fn what_can_not_be_read_stays() {
    let text = "setup: |\n  mvoe  (\ntext: |\n  Some   prose, which is\n  no effect.\n";
    assert_eq!(file(text, |_| None), text);
}
