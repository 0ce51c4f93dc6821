//! Every problem that loading reports, with its marked text.

use ludex_grammar::source::Sources;

use super::{HEAD, fine, load, problems_in, problems_of};

const NO_PROBLEMS: [&str; 0] = [];

#[test]
fn format_and_game_are_required() {
    assert_eq!(
        problems_of(""),
        ["E0202 at : a ruleset needs `game`", "E0206 at : a ruleset begins with `format: 1`"]
    );
    assert_eq!(
        problems_of("format: 2\ngame: { id: g, players: 2 }\n"),
        ["E0206 at 2: this program reads `format: 1`"]
    );
    assert_eq!(
        problems_of("format: 1\ngame:\n"),
        ["E0202 at game: the game needs `id`", "E0202 at game: the game needs `players`"]
    );
    let (_, problems) = load(&[("cards.yaml", "{}")]);
    assert_eq!(problems, ["E0206 at : a ruleset needs the file `ruleset.yaml` with `format: 1`"]);
}

#[test]
fn no_files_at_all() {
    let mut problems = Vec::new();
    load::load(&Sources::new(), &[], &mut problems);
    assert_eq!(problems.len(), 1);
}

#[test]
fn an_unreadable_file_misses_nothing() {
    let (_, problems) = load(&[("ruleset.yaml", "format: 1\n"), ("game.yaml", "[")]);
    assert!(problems.iter().all(|problem| problem.starts_with("E010")), "{problems:?}");
    assert_eq!(problems_of("- a\n").len(), 1);
}

#[test]
fn unknown_sections_files_and_folders() {
    assert_eq!(
        problems_in("zoness: {}\n"),
        ["E0201 at zoness: `zoness` is not a key of a ruleset (did you mean `zones`?)"]
    );
    let (_, problems) = load(&[
        ("ruleset.yaml", HEAD),
        ("crads.yaml", ""),
        ("zones.yml", ""),
        ("texts/en.yaml", ""),
        ("text/en fr.yaml", ""),
    ]);
    assert_eq!(
        problems,
        [
            "E0201 at : `crads.yaml` is not a file of a ruleset (did you mean `cards`?)",
            "E0201 at : `texts` is not a folder of a ruleset (did you mean `text`?)",
            "E0204 at : `text/en fr.yaml` doesn't name a language (as in `text/en.yaml`)",
            "W0804 at : `zones.yml` is not read (rename it to `zones.yaml` if it is a part of the ruleset)",
        ]
    );
}

#[test]
fn a_section_in_two_places() {
    let ruleset = format!("{HEAD}cards: {{}}\n");
    let (_, problems) = load(&[("cards.yaml", "a: { kind: b }\n"), ("ruleset.yaml", &ruleset)]);
    assert_eq!(problems, ["E0208 at cards: the section `cards` is in two places"]);
}

#[test]
fn a_section_under_its_own_name_in_its_file_is_a_card_without_kind() {
    let (_, problems) = load(&[("ruleset.yaml", HEAD), ("cards.yaml", "cards:\n  king: { kind: b }\n")]);
    assert!(problems[0].starts_with("E0202 at cards: a card needs `kind`"), "{problems:?}");
}

#[test]
fn players_and_seats() {
    let game = |rest: &str| problems_of(&format!("format: 1\ngame: {{ id: g, {rest} }}\n"));
    assert_eq!(game("players: 0..3"), ["E0207 at 0..3: the number of players must be in 1..16"]);
    assert_eq!(game("players: 17"), ["E0207 at 17: the number of players must be in 1..16"]);
    assert_eq!(game("players: 3..2"), ["E0207 at 3..2: the number of players is empty: 3 is more than 2"]);
    assert_eq!(
        game("players: few"),
        ["E0203 at few: expected the number of players as `lowest..highest`, found `few`"]
    );
    assert_eq!(game("players: 2, seats: [a]"), ["E0207 at [a]: the number of seats must be 2, found 1"]);
    assert_eq!(game("players: 3, seats: [a, b, a]"), ["E0205 at a: duplicate entry `a`"]);
    assert_eq!(
        game("players: 2, seats: blue"),
        ["E0203 at blue: expected the seats as a list, found `blue` (write `[blue]`)"]
    );
}

#[test]
fn names() {
    let zone = |name: &str| problems_in(&format!("enums:\n  {name}: [a]\n"));
    assert_eq!(zone("Big-King"), ["E0204 at Big-King: `Big-King` can't name an enum (write `big_king`)"]);
    assert_eq!(
        zone("1st"),
        [
            "E0204 at 1st: `1st` can't name an enum (a name begins with a lower-case letter and has lower-case letters, digits and `_`)"
        ]
    );
    assert_eq!(
        zone("where"),
        ["E0204 at where: `where` is a word of the effect language and can't name an enum"]
    );
    assert_eq!(zone("player"), ["E0204 at player: `player` is built in and can't name an enum"]);
    assert_eq!(zone(&"a".repeat(64)), NO_PROBLEMS);
    assert!(zone(&"a".repeat(65))[0].ends_with("the name of an enum has more than 64 characters"));
    assert_eq!(
        problems_in("events: { e: { me: player } }\n"),
        ["E0204 at me: `me` is built in and can't name a fact"]
    );
}

#[test]
fn options() {
    let option = |text: &str| problems_in(&format!("options:\n  o: {text}\n"));
    assert_eq!(option("{}"), ["E0202 at o: an option needs `type`"]);
    assert_eq!(
        option("{ type: intt, default: 1 }"),
        ["E0203 at intt: expected `bool`, `int` or a list of words, found `intt` (did you mean `int`?)"]
    );
    assert_eq!(
        option("{ type: bool, default: 1 }"),
        ["E0203 at 1: expected `true` or `false`, found the number 1"]
    );
    assert_eq!(option("{ type: bool }"), ["E0202 at o: an option needs `default`"]);
    assert_eq!(option("{ type: int, default: 1 }"), ["E0202 at o: an option needs `range`"]);
    assert_eq!(
        option("{ type: int, default: 7, range: 1..6 }"),
        ["E0207 at 7: the default must be in 1..6, found 7"]
    );
    assert_eq!(
        option("{ type: int, default: 1, range: 1..3000000000 }"),
        ["E0207 at 1..3000000000: a range must be inside -2147483648..2147483647"]
    );
    assert_eq!(
        option("{ type: [own, below], default: owm }"),
        ["E0207 at owm: `owm` is not a value of this option (did you mean `own`?)"]
    );
    assert_eq!(option("{ type: [], default: a }"), ["E0207 at []: an option needs at least one value"]);
    assert_eq!(
        option("{ type: bool, default: true, range: 1..2 }"),
        ["E0201 at range: `range` is not a key of an option that is `bool` (known here: default, type)"]
    );
}

#[test]
fn enums() {
    assert_eq!(problems_in("enums: { e: [] }\n"), [] as [&str; 0]);
    assert_eq!(problems_in("enums: { e: [a, b, a] }\n"), ["E0205 at a: duplicate entry `a`"]);
    assert_eq!(
        problems_in("enums: { e: [true] }\n"),
        ["E0203 at true: expected a value of an enum, found `true`"]
    );
    assert_eq!(
        problems_in("enums: [a]\n"),
        ["E0203 at [a]: expected a map in which each key names an enum, found a list"]
    );
}

#[test]
fn kinds() {
    assert_eq!(
        problems_in("kinds: { k: { in_paly: [a] } }\n"),
        ["E0201 at in_paly: `in_paly` is not a key of a kind (did you mean `in_play`?)"]
    );
    assert_eq!(
        problems_in("kinds: { k: { per: game } }\n"),
        ["E0203 at game: expected `player`, found `game` (known here: player)"]
    );
    assert_eq!(
        problems_in("kinds: { k: { fields: { copies: int } } }\n"),
        ["E0204 at copies: `copies` is a key of every card and can't name a field"]
    );
    assert_eq!(
        problems_in("kinds: { k: { properties: { p: { stages: [a] } } } }\n"),
        ["E0202 at p: a property needs `base`"]
    );
    assert_eq!(
        problems_in("kinds: { k: { on: stop } }\n"),
        ["E0203 at on: `on` or `on any` must be followed by the name of an event"]
    );
}

#[test]
fn zones_and_spots() {
    assert_eq!(
        problems_in("zones: { z: { holds: [], max: 0 } }\n"),
        [
            "E0202 at z: a zone needs `sees`",
            "E0203 at []: a zone holds at least one kind",
            "E0207 at 0: the maximum number of cards of a zone must be in 1..100000, found 0",
        ]
    );
    assert_eq!(
        problems_in("zones: { z: { holds: k, sees: evrybody, ordered: 1 } }\n"),
        [
            "E0203 at evrybody: expected `all`, `owner`, `others`, `nobody` or `by_face`, found `evrybody` (known here: all, by_face, nobody, others, owner)",
            "E0203 at 1: expected `true` or `false`, found the number 1",
        ]
    );
    let ruleset = load(&[("ruleset.yaml", &format!("{HEAD}zones: {{ z: {{}} }}\nspots: {{ s: {{}} }}\n"))]).0;
    assert_eq!((ruleset.zones.len(), ruleset.spots.len()), (1, 1), "their names stay known");
    assert_eq!(
        problems_in("spots: { s: { shape: rnig } }\n"),
        [
            "E0202 at s: a spot needs `count`",
            "E0203 at rnig: expected `ring`, `line`, `grid` or `graph`, found `rnig` (did you mean `ring`?)",
        ]
    );
    assert_eq!(
        problems_in("state: { players: {} }\n"),
        ["E0201 at players: `players` is not a key of the state (did you mean `player`?)"]
    );
}

#[test]
fn definitions() {
    assert_eq!(
        problems_in("tables: { t: { 02: 1, Two: 2, 3: 4000000000, 4: x } }\n"),
        [
            "E0204 at 02: `02` can't be the key of a table (a key is a whole number or a value of an enum)",
            "E0204 at Two: `Two` can't be the key of a table (a key is a whole number or a value of an enum)",
            "E0207 at 4000000000: a value of a table must be in -2147483648..2147483647, found 4000000000",
            "E0203 at x: expected a value of a table as a whole number, found `x`",
        ]
    );
    assert_eq!(
        problems_in("steps: { s: { order: [a, { b: 1, c: 2 }, a] }, t: }\n"),
        [
            "E0203 at { b: 1, c: 2 }: expected one step and its condition, as in `{ step: condition }`",
            "E0205 at a: duplicate entry `a`",
            "E0202 at t: a list of steps needs `order`",
        ]
    );
    assert_eq!(
        problems_in("functions: { f: { with: {} }, g: [1] }\nprocedures: { p: { is: 1 } }\n"),
        [
            "E0108 at : expected `chooses` or `may`, found the end of the text (a statement begins with a verb, as in `shuffle deck` or `do name(…)`, or with the player who chooses)",
            "E0202 at f: a function needs `is`",
            "E0203 at [1]: expected an expression, found a list (put an expression that begins with `[` in quotes)",
            "E0201 at is: `is` is not a key of a procedure (did you mean `do`?)",
        ]
    );
}

#[test]
fn cards() {
    let card = |text: &str| problems_in(&format!("cards:\n  c: {{ kind: k, {text} }}\n"));
    assert_eq!(card("copies: 0"), ["W0714 at 0: there is no copy of `c`"]);
    assert_eq!(
        card("when revealed: stop"),
        [
            "E0201 at when revealed: `when revealed` is not a key of a card (an ability is written `on EVENT`, `on any EVENT`, `modify PROPERTY` or `action WINDOW.NAME`)"
        ]
    );
    assert_eq!(
        card("on any big event: stop"),
        ["E0203 at on any big event: `on` or `on any` must be followed by the name of an event"]
    );
    assert_eq!(
        card("value: [[1]]"),
        [
            "E0203 at [1]: expected an expression, found a list (put an expression that begins with `[` in quotes)"
        ]
    );
    assert_eq!(
        card("modify worth: { set: 1, add: 2 }"),
        [
            "E0202 at worth: a modifier needs `stage`",
            "E0203 at add: a modifier has only one of `set`, `add`, `multiply`, `at_least` and `at_most`",
        ]
    );
    assert_eq!(
        card("modify worth: { stage: a }, modify: 1"),
        [
            "E0202 at worth: a modifier needs one of `set`, `add`, `multiply`, `at_least` and `at_most`",
            "E0203 at modify: `modify` must be followed by the name of a property",
        ]
    );
    assert_eq!(
        card("modify worth: [2]"),
        ["E0203 at 2: expected a modifier, as in `{ stage: adjust, add: 2 }`, found the number 2"]
    );
}

#[test]
fn phases_and_score() {
    assert_eq!(
        problems_in("phases: { turn: { phases: { turn: { Do: stop } } } }\n"),
        [
            "E0205 at turn: duplicate entry `turn`",
            "E0201 at Do: `Do` is not a key of a phase (did you mean `do`?)",
        ]
    );
    assert_eq!(
        problems_in("score: { ties: 1 }\n"),
        [
            "E0202 at score: the score lacks `total` or `won`",
            "E0203 at 1: expected the tie-breakers as a list, found the number 1",
        ]
    );
}

#[test]
fn texts() {
    let (ruleset, problems) =
        load(&[("ruleset.yaml", HEAD), ("text/en.yaml", "zones: { a.b: x, list: [], empty:, Anders: y }\n")]);
    assert_eq!(
        problems,
        [
            "E0204 at a.b: `a.b` can't be the key of a text (a key is a single word; nest a map instead of using a point)",
            "E0203 at []: expected a text, found a list",
            "E0203 at : expected a text, found nothing",
        ]
    );
    assert_eq!(ruleset.texts[0].entries.len(), 1);
    let many = format!("zones: {{ a: [{}x] }}\n", "{ when: true, text: y }, ".repeat(32));
    let (_, problems) = load(&[("ruleset.yaml", HEAD), ("text/en.yaml", &many)]);
    assert!(problems[0].ends_with("more than 32 alternatives"), "{problems:?}");
    let deep = format!("zones: {{ {0}: {{ {0}: {{ {0}: x }} }} }}", "k".repeat(100));
    let (_, problems) = load(&[("ruleset.yaml", HEAD), ("text/en.yaml", &deep)]);
    assert!(problems[0].ends_with("the key of a text has more than 256 bytes"), "{problems:?}");
}

#[test]
fn too_much_of_anything() {
    let enums = |n: usize| (0..n).map(|i| format!("  e{i}: [a]\n")).collect::<String>();
    assert_eq!(problems_in(&format!("enums:\n{}", enums(2001))), ["E0105 at e2000: more than 2000 entries"]);
    assert_eq!(fine(&format!("enums:\n{}", enums(2000))).enums.len(), 2000);
    let cards = |n: usize| (0..n).map(|i| format!(" c{i}:\n")).collect::<String>();
    let problems = problems_in(&format!("cards:\n{}", cards(100_001)));
    assert_eq!(problems[0], "E0105 at c100000: more than 100000 entries");
    let phases = |n: usize| (0..n).map(|i| format!("p{i}: {{ phases: {{ q{i}: }} }}, ")).collect::<String>();
    assert_eq!(
        problems_in(&format!("phases: {{ {} }}\n", phases(1001))),
        ["E0105 at p1000: more than 2000 phases"]
    );
    let facts = |n: usize| (0..n).map(|i| format!("fact{i}: int, ")).collect::<String>();
    let message = |n: usize| format!("messages: {{ m: {{ {} }} }}\n", facts(n));
    assert_eq!(problems_in(&message(33)), ["E0105 at fact32: more than 32 entries"]);
    let actions = |n: usize| (0..n).map(|i| format!("a{i}: {{ do: stop }}, ")).collect::<String>();
    let window = |n: usize| format!("actions: {{ w: {{ {} }} }}\n", actions(n));
    assert_eq!(problems_in(&window(128)), ["E0105 at a127: more than 127 entries"]);
    assert_eq!(fine(&window(127)).windows[0].actions.len(), 127);
    let (_, problems) =
        load(&[("ruleset.yaml", HEAD), ("text/en.yaml", &format!("zones: {{ a: '{}' }}", "{".repeat(2001)))]);
    assert_eq!(problems, ["E0105 at a: a text has 2001 bytes, more than the 2000 that are read"]);
}

#[test]
fn all_problems_in_one_run() {
    let problems = problems_in("enums: [a]\noptions: { o: {} }\ncards: { c: {} }\n");
    assert_eq!(problems.len(), 3, "{problems:?}");
}

#[test]
fn effect_problems_point_into_the_yaml() {
    let problems =
        problems_in("cards:\n  c:\n    kind: k\n    on e: |\n      move self to\n    value: 1 +\n");
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems.iter().all(|problem| problem.starts_with("E0108")), "{problems:?}");
}

#[test]
fn nothing_panics_on_odd_shapes() {
    let odd =
        ["", "x", "1", "true", "[1, [2]]", "{ x: { y: [{}] } }", "\"\"", "|\n    a\n    b\n", "{ \"\": 1 }"];
    let sections = [
        "format",
        "game",
        "options",
        "enums",
        "kinds",
        "spots",
        "zones",
        "state",
        "tables",
        "events",
        "messages",
        "steps",
        "functions",
        "procedures",
        "cards",
        "setup",
        "phases",
        "score",
        "bot",
    ];
    for section in sections {
        for value in odd {
            problems_of(&format!("{section}: {value}\n"));
            problems_of(&format!("{section}:\n  a: {value}\n"));
            problems_of(&format!("{section}: {{ a: {{ order: [], lines: {value} }} }}\n"));
        }
    }
}
