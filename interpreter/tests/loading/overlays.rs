//! Overlays: allowed and refused changes.

use ludex::{Compile, Game, Seat, compile};
use ludex_grammar::codes::Code;
use ludex_run::ruleset::RulesetInternals;

const GAME: &str = "format: 1
game: { id: pond, players: 2 }
options: { rounds: { type: int, default: 3, range: 1..9 } }
kinds: { fish: { fields: { weight: int } } }
zones: { water: { holds: fish, sees: all } }
cards:
  carp: { kind: fish, weight: 4 }
  pike: { kind: fish, weight: 7 }
setup: |
  move fish to water
phases: { day: { repeat: rounds } }
score: { total: sum(weight of fish in water) }
";

fn codes(overlays: &[&str]) -> Vec<String> {
    let named: Vec<(String, String)> =
        overlays.iter().enumerate().map(|(i, text)| (format!("{i}.yaml"), (*text).to_owned())).collect();
    let compiled = Compile::new(&[("ruleset.yaml".to_owned(), GAME.to_owned())]).overlays(&named).compile();
    compiled
        .problems
        .iter()
        .map(|p| format!("{} {}", p.code, compiled.sources.place(p.primary.span)))
        .collect()
}

fn total(overlays: &[&str]) -> String {
    let named: Vec<(String, String)> =
        overlays.iter().map(|text| ("o.yaml".to_owned(), (*text).to_owned())).collect();
    let compiled = Compile::new(&[("ruleset.yaml".to_owned(), GAME.to_owned())]).overlays(&named).compile();
    let ruleset = compiled.ruleset.expect("no errors");
    let game = Game::new(&ruleset.setup(2, &[]).expect("two players"), 1);
    game.host().score(Seat(0)).expect("a seat").total.to_string()
}

#[test]
fn patches_removes_and_adds() {
    assert_eq!(total(&[]), "11");
    assert_eq!(total(&["variant: { id: a, of: pond }\ncards: { carp: { weight: 5 } }"]), "12");
    assert_eq!(total(&["variant: { id: a, of: pond }\ncards: { carp: remove }"]), "7");
    assert_eq!(total(&["variant: { id: a, of: pond }\ncards: { eel: { kind: fish, weight: 1 } }"]), "12");
}

#[test]
fn a_plain_option_is_a_new_default() {
    let overlay = ("o.yaml".to_owned(), "variant: { id: a, of: pond }\noptions: { rounds: 5 }".to_owned());
    let compiled =
        Compile::new(&[("ruleset.yaml".to_owned(), GAME.to_owned())]).overlays(&[overlay]).compile();
    assert_eq!(compiled.ruleset.expect("no errors").checked().options[0].default, 5);
}

#[test]
fn a_patch_of_nothing_is_an_error() {
    assert_eq!(
        codes(&["variant: { id: a, of: pond }\ncards: { carpp: { weight: 5 } }"]),
        ["E0209 0.yaml:2:10"]
    );
    assert_eq!(codes(&["variant: { id: a, of: pond }\noptions: { rouns: 5 }"]), ["E0209 0.yaml:2:12"]);
    assert_eq!(codes(&["variant: { id: a, of: pond }\ncards: { perch: remove }"]), ["E0209 0.yaml:2:10"]);
}

#[test]
fn two_overlays_on_one_field_are_an_error() {
    let a = "variant: { id: a, of: pond }\ncards: { carp: { weight: 5 } }";
    let b = "variant: { id: b, of: pond }\ncards: { carp: { weight: 6 } }";
    let c = "variant: { id: c, of: pond }\ncards: { carp: remove }";
    let d = "variant: { id: d, of: pond }\ncards: { pike: { weight: 6 } }";
    assert_eq!(codes(&[a, b]), ["E0210 1.yaml:2:26"]);
    assert_eq!(codes(&[a, c]), ["E0210 1.yaml:2:16"]);
    assert_eq!(codes(&[a, d]), Vec::<String>::new());
}

/// Applies two overlays in both orders. Returns the problems.
fn both_orders(one: &str, two: &str) -> [Vec<String>; 2] {
    let one = format!("variant: {{ id: a, of: pond }}\n{one}");
    let two = format!("variant: {{ id: b, of: pond }}\n{two}");
    let told = |overlays: [&str; 2]| codes(&overlays).iter().map(|told| told[..5].to_owned()).collect();
    [told([&one, &two]), told([&two, &one])]
}

#[test]
fn overlays_that_add_different_things_go_together() {
    let apart = [
        (
            "zones: { water: { holds: { add: [frog] } } }\nkinds: { frog: {} }",
            "zones: { water: { holds: { add: [newt] } } }\nkinds: { newt: {} }",
        ),
        ("statistics: { one: player.seat }", "statistics: { two: player.seat }"),
        ("kinds: { fish: { in_play: [water] } }", "kinds: { fish: { fields: { weight: int } } }"),
        ("text: { fr: { cards: { carp: Carpe } } }", "text: { fr: { cards: { pike: Brochet } } }"),
    ];
    for (one, two) in apart {
        let [first, second] = both_orders(one, two);
        let clash = |told: &[String]| told.iter().any(|code| code == "E0210");
        assert!(!clash(&first) && !clash(&second), "{one}, {two}: {first:?} {second:?}");
    }
}

#[test]
fn overlays_that_lose_what_the_other_says_are_refused_in_both_orders() {
    let alike = [
        ("phases: { day: { do: stop } }", "phases: { day: remove }"),
        ("statistics: { one: 1 }", "statistics: { one: 2 }"),
        ("text: { fr: { cards: { carp: Carpe } } }", "text: { fr: { cards: { carp: Poisson } } }"),
        ("cards: { carp: remove }", "cards: { carp: { weight: 5 } }"),
        ("cards: { eel: { kind: fish, weight: 1 } }", "cards: { eel: { kind: fish, weight: 2 } }"),
        ("procedures: { swim: stop }", "procedures: { swim: { do: stop } }"),
    ];
    for (one, two) in alike {
        for told in both_orders(one, two) {
            assert!(told.iter().any(|code| code == "E0210"), "{one}, {two}: {told:?}");
        }
    }
}

#[test]
fn an_overlay_of_another_game_is_an_error() {
    assert_eq!(codes(&["variant: { id: a, of: lake }"]), ["E0211 0.yaml:1:23"]);
    let all_of_it = "variant: { id: a, of: lake }\ncards: { trout: { weight: 1 } }\noptions: { depth: 3 }";
    assert_eq!(codes(&[all_of_it]), ["E0211 0.yaml:1:23"], "and no more is told of it");
    assert_eq!(codes(&["cards: { carp: remove }"]), ["E0202 0.yaml:1:1"]);
    assert_eq!(codes(&["variant: { id: a, of: pond }\ncrads: {}"]), ["E0201 0.yaml:2:1"]);
}

#[test]
fn overlays_say_which_others_they_stand_with_and_behind() {
    let a = "variant: { id: a, of: pond, conflicts: [b] }\ncards: { carp: { weight: 5 } }";
    let b = "variant: { id: b, of: pond }\ncards: { pike: { weight: 6 } }";
    let c = "variant: { id: c, of: pond, after: [b] }\noptions: { rounds: 4 }";
    assert_eq!(codes(&[a, b]), ["E0210 0.yaml:1:41"]);
    assert_eq!(codes(&[b, a]), ["E0210 1.yaml:1:41"]);
    assert_eq!(codes(&[c, b]), ["E0212 0.yaml:1:37"]);
    assert_eq!(codes(&[b, c]), Vec::<String>::new());
    assert_eq!(codes(&[c]), Vec::<String>::new(), "nothing has to be there");
}

#[test]
fn variants_come_after_others_that_are_wanted_too() {
    let files = [
        ("variants/a.yaml".to_owned(), "variant: { id: a, of: pond, after: [b] }\n".to_owned()),
        ("variants/b.yaml".to_owned(), "variant: { id: b, of: pond }\n".to_owned()),
    ];
    let resolve = |wanted: &[&str]| {
        let wanted: Vec<String> = wanted.iter().map(|id| (*id).to_owned()).collect();
        ludex_check::load::overlay::resolve(&files, &wanted).expect("they are known")
    };
    assert_eq!(resolve(&["a"]), ["variants/a.yaml"]);
    assert_eq!(resolve(&["a", "b"]), ["variants/b.yaml", "variants/a.yaml"]);
}

#[test]
fn variants_come_after_those_they_are_built_on() {
    let file = |id: &str, with: &str| {
        (format!("variants/{id}.yaml"), format!("variant: {{ id: {id}, of: pond, with: [{with}] }}\n"))
    };
    let files = [file("a", "b"), file("b", ""), file("c", "d"), file("d", "c")];
    let resolve = |wanted: &str| {
        ludex_check::load::overlay::resolve(&files, &[wanted.to_owned()])
            .map_err(|problem| problem.to_string())
    };
    assert_eq!(resolve("a"), Ok(vec!["variants/b.yaml".to_owned(), "variants/a.yaml".to_owned()]));
    // the declaration is checked when the overlays are applied
    assert_eq!(resolve("c"), Ok(vec!["variants/d.yaml".to_owned(), "variants/c.yaml".to_owned()]));
    assert_eq!(resolve("bb"), Err("there is no variant `bb`; did you mean `b`?".to_owned()));
}

#[test]
fn the_resolved_ruleset_is_a_ruleset_and_names_origins() {
    use ludex_grammar::source::Sources;
    let mut sources = Sources::new();
    let base = sources.add("ruleset.yaml", GAME);
    let text = "variant: { id: a, of: pond }\ncards: { carp: { weight: 5 } }\n\
                text: { en: { cards: { carp: { name: \"Carp: small\" } } } }";
    let overlay = sources.add("mod.yaml", text);
    let english = sources.add(
        "text/en.yaml",
        "# what people read\ngame: { title: Pond }\ncards: { carp: { name: Carp } }\n\
        rules:\n  goal: |\n    To be\u{a0}fat.\n\n    # 1 of them\n",
    );
    let files = [("ruleset.yaml".to_owned(), base), ("text/en.yaml".to_owned(), english)];
    let printed = ludex_check::load::variants::resolved::print(&sources, &files, &[overlay]);
    let line = |part: &str| printed.lines().find(|l| l.contains(part)).unwrap_or_default().to_owned();
    assert!(line("weight: 5").ends_with("# mod.yaml:2"), "{printed}");
    assert!(line("weight: 7").ends_with("# ruleset.yaml:8"), "{printed}");
    assert!(line("move fish").ends_with("# ruleset.yaml:10"), "{printed}");
    assert!(printed.starts_with("format: 1 "), "{printed}");
    assert!(line("format: 1").ends_with("# ruleset.yaml:1"), "{printed}");
    assert!(line("title: Pond").ends_with("# text/en.yaml:2"), "{printed}");
    assert!(line("Carp: small").ends_with("# mod.yaml:3"), "{printed}");
    assert!(printed.lines().all(|line| line.contains("  # ")), "{printed}");
    let again = compile(&[("ruleset.yaml".to_owned(), printed.clone())]);
    let ruleset = again.ruleset.unwrap_or_else(|| panic!("{:?}\n{printed}", again.problems));
    let program = ruleset.program(2, &[]).expect("two players");
    assert_eq!(program.text("en", "cards.carp.name").as_deref(), Some("Carp: small"));
    assert_eq!(program.text("en", "rules.goal").as_deref(), Some("To be\u{a0}fat.\n\n# 1 of them\n"));
}

#[test]
fn what_an_overlay_takes_away_may_have_texts() {
    let with = |overlay: &str, text: &str| -> Vec<String> {
        let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let files = [file("ruleset.yaml", GAME), file("text/en.yaml", text)];
        let overlays: Vec<_> =
            Some(file("o.yaml", overlay)).filter(|(_, text)| !text.is_empty()).into_iter().collect();
        let problems = Compile::new(&files).overlays(&overlays).compile().problems;
        problems.iter().filter(|p| p.code == Code::UnknownText).map(|p| p.message.clone()).collect()
    };
    let (carp, crap) = ("cards: { carp: { name: Carp } }", "cards: { crap: { name: Carp } }");
    assert_eq!(with("", carp), Vec::<String>::new());
    assert_eq!(with("", crap), ["the text `cards.crap.name` belongs to no item"]);
    let remove = "variant: { id: a, of: pond }\ncards: { carp: remove }";
    assert_eq!(with(remove, carp), Vec::<String>::new());
    let renamed = format!("{remove}\ntext: {{ en: {{ {crap} }} }}");
    assert_eq!(with(&renamed, carp), ["the text `cards.crap.name` belongs to no item"]);
}

#[test]
fn names_are_renamed_in_all_texts_also_those_of_other_overlays() {
    let english = "game: { title: \"Pike & Little Pike\" }
cards:
  carp: { name: Carp, text: [{ when: rounds == 1, text: \"Carp's carps, {rounds} Carps.\" }, \"Fears the Pike.\"] }
  pike: { name: Pike }
";
    let files =
        [("ruleset.yaml".to_owned(), GAME.to_owned()), ("text/en.yaml".to_owned(), english.to_owned())];
    let rename = "variant: { id: a, of: pond }
text:
  en:
    cards: { pike: { name: Old Pike } }
    rename: { Carp: Pike, Carps: Roach, Pike: Eel, Little Pike: Newt, Fears: Sees, rounds: x, the very: y }
";
    let more = "variant: { id: b, of: pond }\ntext: { en: { zones: { water: \"the very Carp rounds\" } } }";
    let overlays = [("a.yaml".to_owned(), rename.to_owned()), ("b.yaml".to_owned(), more.to_owned())];
    let compiled = Compile::new(&files).overlays(&overlays).compile();
    let ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{:?}", compiled.problems));
    let text = |rounds: &str, key: &str| {
        let program = ruleset.program(2, &[("rounds".to_owned(), rounds.to_owned())]).expect("two players");
        program.text("en", key).unwrap_or_default().into_owned()
    };
    assert_eq!(text("1", "game.title"), "Eel & Newt");
    assert_eq!(text("1", "cards.carp.name"), "Pike");
    assert_eq!(text("1", "cards.carp.text"), "Pike's carps, 1 Roach.");
    assert_eq!(text("2", "cards.carp.text"), "Sees the Eel.");
    assert_eq!(text("1", "cards.pike.name"), "Old Eel");
    assert_eq!(text("1", "zones.water"), "y Pike x");
}
