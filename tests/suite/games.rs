//! Whole games of every shipped ruleset: transcripts, determinism, and invariants in every position. `just
//! invariants` plays 1,000 games of each.

use ludex_tests::inside::*;
use std::collections::BTreeSet;

use ludex::{Compile, Game, Playout, Ruleset};
use ludex_check::hir::print::print;
use ludex_check::load::overlay;
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::snapshot;
use ludex_tests::invariants::{cards_in_play, hold_always, hold_sometimes, redealt_games_end};
use ludex_tests::promises::{Promises, Watch};
use ludex_tests::rulesets::{Picks, all_shipped, classics, compiled_anew, files, ruleset, shipped};
use ludex_tests::transcript::{MOST_CHOICES, play};

/// Creates a game that has not failed.
pub fn new_game(ruleset: &Ruleset, players: u8, seed: u64) -> Game {
    let game = ludex_tests::inside::new_game(ruleset, players, seed);
    assert!(game.fault().is_none(), "{:?}", game.fault());
    game
}

/// Returns the minimum, a middle and the maximum number of players.
fn table_sizes(ruleset: &Ruleset) -> Vec<u8> {
    let (min, max) = (ruleset.checked().min_players, ruleset.checked().max_players);
    let mut sizes = vec![min, min.midpoint(max), max];
    sizes.dedup();
    sizes
}

/// Plays the picks; calls `each` after each choice.
fn played(game: &mut Game, picks: &mut Picks, mut each: impl FnMut(&mut Game, &mut Picks)) {
    while let Some(decision) = game.decision() {
        let pick = picks.below(decision.len());
        game.apply(pick).unwrap_or_else(|e| panic!("{}: {e:?}", game.ruleset().id()));
        assert!(game.choices() < MOST_CHOICES, "the game does not end");
        each(game, picks);
    }
}

#[test]
fn games_read_as_they_were_played() {
    for id in shipped() {
        let ruleset = ruleset(&id);
        for players in table_sizes(&ruleset) {
            let mut game = new_game(&ruleset, players, 7);
            let text = play(&mut game, &mut Picks(u64::from(players)));
            snapshot("playthroughs", &format!("{id}-{players}"), &text);
        }
    }
}

/// For a classic, one game with the usual number of players is sufficient.
#[test]
fn classics_read_as_they_were_played() {
    for id in classics() {
        let ruleset = ruleset(&id);
        let mut game = new_game(&ruleset, ruleset.usual_players(), 7);
        let text = play(&mut game, &mut Picks(7));
        snapshot("playthroughs", &id, &text);
    }
}

#[test]
fn the_same_files_seed_and_picks_are_the_same_game() {
    for id in shipped() {
        let (one, two) = (ruleset(&id), compiled_anew(&id));
        assert_eq!(one.fingerprint(), two.fingerprint());
        for players in table_sizes(&one) {
            let listing =
                |r: &Ruleset| ludex_run::program::dump(&r.program(players, &[]).expect("it compiles"));
            assert_eq!(listing(&one), listing(&two), "compiling twice gives one program");
            let (mut a, mut b) = (new_game(&one, players, 3), new_game(&two, players, 3));
            assert_eq!(play(&mut a, &mut Picks(3)), play(&mut b, &mut Picks(3)));
            assert_eq!(a.hash(), b.hash());
            assert_eq!(serde_json::to_string(&a.record()).ok(), serde_json::to_string(&b.record()).ok());
            let other = new_game(&one, players, 4);
            assert_ne!(new_game(&one, players, 3).hash(), other.hash(), "another seed is another deal");
        }
    }
}

/// The order of the files does not matter.
#[test]
fn a_ruleset_does_not_depend_on_the_order_of_its_files() {
    for id in all_shipped() {
        let mut given = files(&id);
        given.reverse();
        let compiled = ludex::compile(&given);
        assert_eq!(compiled.ruleset.map(|r| r.fingerprint()), Some(ruleset(&id).fingerprint()));
    }
}

/// A save continues after an edit that changes no rule.
#[test]
fn comments_blanks_texts_and_layout_leave_the_fingerprint() {
    for id in shipped() {
        let mut edited: Vec<(String, String)> =
            files(&id).into_iter().filter(|(p, _)| p != "layout.yaml").collect();
        for (path, text) in edited.iter_mut().filter(|(path, _)| !path.contains('/')) {
            let lines = text.lines().map(|line| match line.trim() {
                // also inside an effect, which has its own comments
                "" => "\n# a comment\n\n".to_owned(),
                _ if path == "ruleset.yaml" => format!("{line}   # a remark\n"),
                _ => format!("{line}\n"),
            });
            *text = lines.collect();
        }
        for (_, text) in edited.iter_mut().filter(|(path, _)| path.starts_with("text/")) {
            *text = text.replace("prompt: \"", "prompt: \"Well? ");
        }
        let compiled = ludex::compile(&edited);
        let fingerprint = compiled.ruleset.map(|r| r.fingerprint());
        assert_eq!(fingerprint, Some(ruleset(&id).fingerprint()), "{id}: {:?}", compiled.problems);
    }
}

/// Number of digits that are changed one at a time, in each game.
const CHANGED: usize = 20;

/// Any change of the program changes the fingerprint.
#[test]
fn a_changed_rule_changes_the_fingerprint() {
    for id in shipped() {
        let (files, before) = (files(&id), ruleset(&id));
        let players = before.checked().max_players;
        let listing = |r: &Ruleset| ludex_run::program::dump(&r.program(players, &[]).expect("it compiles"));
        // most digits are in comments that name rules
        let is_rule = |text: &str, at: usize| {
            let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
            text.as_bytes()[at].is_ascii_digit() && !text[line..at].contains('#')
        };
        let digit = |(f, (_, text)): (usize, &(String, String))| -> Vec<(usize, usize)> {
            let places = text.char_indices().map(|(at, _)| at).filter(|at| is_rule(text, *at));
            places.map(|at| (f, at)).collect()
        };
        let rules =
            files.iter().enumerate().filter(|(_, (path, _))| path.ends_with(".yaml") && !path.contains('/'));
        let places: Vec<(usize, usize)> = rules.flat_map(digit).collect();
        let mut differ = 0;
        for (f, at) in places.iter().step_by((places.len() / CHANGED).max(1)) {
            let mut changed = files.clone();
            let text = &mut changed[*f].1;
            let digit = (text.as_bytes()[*at] - b'0' + 1) % 10;
            text.replace_range(*at..=*at, &digit.to_string());
            let Some(after) = ludex::compile(&changed).ruleset else { continue };
            let same = after.program(players, &[]).is_ok() && listing(&after) == listing(&before);
            differ += usize::from(!same);
            assert!(same || after.fingerprint() != before.fingerprint(), "{id}: {}: byte {at}", files[*f].0);
        }
        assert!(differ > 0, "{id}: no change concerns a rule");
    }
}

/// A classic is played with its usual number of players only.
#[test]
fn what_must_hold_holds_after_every_choice() {
    for id in all_shipped() {
        let ruleset = ruleset(&id);
        let usual = vec![ruleset.usual_players()];
        for players in if classics().contains(&id) { usual } else { table_sizes(&ruleset) } {
            let mut game = new_game(&ruleset, players, u64::from(players));
            let cards = cards_in_play(&game);
            hold_always(&game);
            hold_sometimes(&game, &mut Picks(1));
            played(&mut game, &mut Picks(u64::from(players)), |game, picks| {
                hold_always(game);
                assert_eq!(cards_in_play(game), cards, "no card comes or goes");
                if game.choices() % 20 == 0 || game.is_over() {
                    hold_sometimes(game, picks);
                }
                if game.choices() % 100 == 50 {
                    redealt_games_end(game, picks);
                }
            });
            hold_always(&game);
        }
    }
}

/// Like the command `invariants`, which plays 1,000 games.
#[test]
fn every_position_keeps_what_the_rules_promise() {
    for id in shipped() {
        let ruleset = ruleset(&id);
        for players in ruleset.checked().min_players..=ruleset.checked().max_players {
            let promises = Promises::load(&ruleset, players);
            for seed in 0..3 {
                let (mut game, mut watch) = (promises.new_game(&ruleset, seed), Watch::new(&promises));
                let mut look =
                    |game: &Game| watch.check_next(game).unwrap_or_else(|broken| panic!("{id}: {broken}"));
                look(&game);
                played(&mut game, &mut Picks(seed), |game, _| look(game));
            }
        }
    }
}

#[test]
fn taking_everything_back_leads_to_the_beginning() {
    for id in all_shipped() {
        let ruleset = ruleset(&id);
        let players = ruleset.checked().min_players;
        let mut game = new_game(&ruleset, players, 11);
        let mut hashes = vec![game.hash()];
        played(&mut game, &mut Picks(11), |game, _| hashes.push(game.hash()));
        while let Some(hash) = hashes.pop() {
            assert_eq!(game.hash(), hash);
            assert_eq!(game.undo(), !hashes.is_empty());
        }
        assert!(*game.state() == *new_game(&ruleset, players, 11).state());
        assert!(game.lines() == new_game(&ruleset, players, 11).lines());
    }
}

/// Playing without a history gives the same game, and every option value is playable.
#[test]
fn many_games_end_without_a_fault() {
    for id in all_shipped() {
        let ruleset = ruleset(&id);
        for players in ruleset.checked().min_players..=ruleset.checked().max_players {
            let setup = ruleset.setup(players, &[]).expect("it compiles");
            let mut playout = Playout::new(&setup);
            for seed in 0..60 {
                let end = playout
                    .random(seed)
                    .cloned()
                    .unwrap_or_else(|f| panic!("{id}, {players} players, seed {seed}: {f:?}"));
                assert_eq!(end.scores().len(), usize::from(players));
                // in a classic all may lose together
                assert!(end.winners().next().is_some() || classics().contains(&id), "{id}: nobody wins");
                assert_eq!(playout.random(seed), Ok(&end), "twice the same");
            }
        }
    }
}

#[test]
fn every_value_of_every_option_can_be_played() {
    for id in all_shipped() {
        let ruleset = ruleset(&id);
        for option in &ruleset.checked().options {
            // for a wide range: the limits, the default, and their neighbours
            let wide = option.max - option.min > 12;
            let near =
                |value: i32| [option.min, option.default, option.max].iter().any(|v| (v - value).abs() < 2);
            for value in (option.min..=option.max).filter(|value| !wide || near(*value)) {
                let text = match option.ty.base() {
                    ludex_check::types::Base::Bool => (value != 0).to_string(),
                    ludex_check::types::Base::Enum(e) => {
                        ruleset.checked().enums[e.index()].values[value as usize].clone()
                    }
                    _ => value.to_string(),
                };
                for players in table_sizes(&ruleset) {
                    let given = [(option.name.clone(), text.clone())];
                    let setup = ruleset.setup(players, &given).expect("an allowed value");
                    let mut playout = Playout::new(&setup).limit(2_000);
                    for seed in 0..4 {
                        let end = playout.random(seed);
                        // an option may make games long, but must not cause a fault
                        let long = end.as_ref().is_err_and(|f| f.kind == ludex::FaultKind::EndlessGame);
                        assert!(
                            end.is_ok() || long,
                            "{id}, {players} players, {}: {text}, seed {seed}: {end:?}",
                            option.name
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn players_and_options_outside_their_range_are_refused_with_a_sentence() {
    for id in all_shipped() {
        let ruleset = ruleset(&id);
        let (min, max) = (ruleset.checked().min_players, ruleset.checked().max_players);
        for players in [0, min - 1, max + 1, 255] {
            let refused = ruleset.setup(players, &[]).err().map(|e| e.message);
            assert!(refused.is_some_and(|m| m.contains(&players.to_string())), "{players} players");
        }
        for option in &ruleset.checked().options {
            let given = [(option.name.clone(), "9999999".to_owned())];
            let refused = ruleset.setup(min, &given).err().map(|e| e.message);
            assert!(refused.is_some_and(|m| m.contains(&option.name)), "{}", option.name);
        }
        let given = [("no_such_option".to_owned(), "1".to_owned())];
        assert!(ruleset.setup(min, &given).is_err());
    }
}

/// Every shipped variant compiles without a problem and is playable.
#[test]
fn every_variant_can_be_played() {
    for id in all_shipped() {
        let files = files(&id);
        let variants = files.iter().filter(|(path, _)| path.starts_with("variants/"));
        for (path, text) in variants {
            let header = overlay::header(text).unwrap_or_else(|| panic!("{id}/{path}: no header"));
            let order =
                overlay::resolve(&files, std::slice::from_ref(&header.id)).unwrap_or_else(|e| panic!("{e}"));
            let text_of =
                |path: &String| files.iter().find(|(other, _)| other == path).cloned().expect("a file");
            let overlays: Vec<(String, String)> = order.iter().map(text_of).collect();
            let compiled = Compile::new(&files).overlays(&overlays).compile();
            let drawn = render(&compiled.sources, &compiled.problems, Style::default());
            assert!(compiled.problems.is_empty(), "{id} with {}:\n{drawn}", header.id);
            let ruleset = compiled.ruleset.expect("no problems");
            for players in ruleset.checked().min_players..=ruleset.checked().max_players {
                let setup = ruleset.setup(players, &[]).expect("it compiles");
                let mut playout = Playout::new(&setup);
                for seed in 0..10 {
                    let end = playout.random(seed);
                    assert!(end.is_ok(), "{id} with {}, {players} players, seed {seed}: {end:?}", header.id);
                }
            }
        }
    }
}

/// A ruleset and its variants share parsed documents and unchanged rules. Each result equals a separate
/// compilation, also with errors in rules or texts.
#[test]
fn variants_that_are_compiled_together_are_what_they_are_alone() {
    let texts = |ruleset: &Ruleset| -> Vec<String> {
        let languages = ruleset.checked().texts.languages.values();
        languages
            .flat_map(|language| language.texts.iter())
            .map(|(key, text)| format!("{key}: {}", text.last))
            .collect()
    };
    let named = |ruleset: &Ruleset| -> BTreeSet<String> {
        let (index, place) = (&ruleset.checked().index, |span| ruleset.sources().place(span));
        let used = index.references().iter().map(|one| format!("{}: {:?}", place(one.place), one.how));
        used.chain(index.definitions().iter().map(|one| format!("{}: {}", place(one.place), one.name)))
            .collect()
    };
    for id in shipped() {
        let mut files = files(&id);
        let broken =
            format!("variant: {{ id: zz_broken, of: {id} }}\ncards: {{ nobody: {{ copies: 2 }} }}\n");
        files.push(("variants/zz_broken.yaml".to_owned(), broken));
        let told = format!(
            "variant: {{ id: zz_broken_words, of: {id} }}\ntext: {{ en: {{ nowhere: {{ at_all: words }}, game: {{ title: [{{ when: not_there, text: A }}, B], about: \"{{nobody}}\" }} }} }}\n"
        );
        files.push(("variants/zz_broken_words.yaml".to_owned(), told));
        let together = Compile::new(&files).compile_all();
        let mut paths: Vec<&String> =
            files.iter().map(|(path, _)| path).filter(|path| overlay::is_file(path)).collect();
        paths.sort();
        assert_eq!(together.len(), paths.len() + 1, "{id}");
        for (path, found) in paths.into_iter().zip(&together[1..]) {
            let order = overlay::with_those_before(&files, path);
            let text_of =
                |path: &String| files.iter().find(|(other, _)| other == path).cloned().expect("a file");
            let alone =
                Compile::new(&files).overlays(&order.iter().map(text_of).collect::<Vec<_>>()).compile();
            let drawn = [found, &alone].map(|one| render(&one.sources, &one.problems, Style::default()));
            assert_eq!(drawn[0], drawn[1], "{id} with {path}");
            assert_eq!(drawn[0].is_empty(), !path.contains("zz_broken"), "{id} with {path}");
            let (Some(found), Some(alone)) = (&found.ruleset, &alone.ruleset) else { continue };
            assert_eq!(found.fingerprint(), alone.fingerprint(), "{id} with {path}");
            assert_eq!(texts(found), texts(alone), "{id} with {path}");
            assert_eq!(print(found.checked()), print(alone.checked()), "{id} with {path}");
            assert_eq!(named(found), named(alone), "{id} with {path}");
        }
    }
}

/// A game that continues as long as a player chooses; cards rotate, so positions differ.
fn endless() -> Game {
    let text = "
format: 1
game: { id: endless, players: 2 }
kinds: { face: { } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  hand: { per: player, holds: face, sees: owner }
cards: { king: { kind: face, copies: 5 }, queen: { kind: face, copies: 5 } }
state: { game: { total: int for game } }
messages: { drew: { number: int } }
setup: |
  move face to deck
  shuffle deck
phases:
  turn:
    active: seat(1)
    do: |
      let n = me chooses number in 1..3 as size
      draw n from deck to me.hand
      move me.hand to deck
      shuffle deck
      set total = (total + n) mod 1000
      say drew(n)
    while: total >= 0
score: { total: total }
";
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    let ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{:?}", compiled.problems));
    new_game(&ruleset, 2, 1)
}

#[test]
fn a_game_that_does_not_end_is_given_up() {
    let mut game = endless();
    let failed = (0..).find_map(|choice| game.apply(choice % 3).err().map(|error| (choice, error)));
    let Some((choice, ludex::ApplyError::Fault(fault))) = failed else { panic!("{failed:?}") };
    assert_eq!((choice, fault.kind), (100_000, ludex::FaultKind::EndlessGame));
    let place = fault.place.as_ref().map(|place| (place.line, place.column));
    assert_eq!(place, Some((24, 12)), "the condition of the phase that is repeated");
    assert!(game.is_over() && game.fault().is_some());
    assert!(game.undo() && game.decision().is_some(), "it can be taken back");
}

/// The log of one choice is limited, and the next choice abandons the game.
#[test]
fn a_game_that_says_too_much_is_given_up() {
    let text = "
format: 1
game: { id: talker, players: 2 }
state: { game: { total: int for game } }
messages: { said: { number: int } }
phases:
  turn:
    active: seat(1)
    while: total == 0
    do: |
      let n = me chooses number in 1..3 as size
      repeat 300000 { say said(n) }
score: { total: total }
";
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    let ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{:?}", compiled.problems));
    let mut game = new_game(&ruleset, 2, 1);
    assert!(game.apply(0).is_ok() && game.lines().len() < 260_000);
    let Err(ludex::ApplyError::Fault(fault)) = game.apply(0) else { panic!("it goes on") };
    assert_eq!(fault.kind, ludex::FaultKind::EndlessGame);
    assert!(game.undo() && game.undo() && game.decision().is_some() && game.lines().len() < 10);
}

/// Positions before the oldest kept one.
#[test]
fn every_choice_can_be_taken_back() {
    let (mut game, mut picks) = (endless(), Picks(1));
    let mut positions = Vec::new();
    for _ in 0..1_300 {
        positions.push((game.hash(), game.lines().len(), game.candidates(1, 0)));
        game.apply(picks.below(3)).expect("no rule fails");
    }
    while let Some(position) = positions.pop() {
        assert!(game.undo());
        assert_eq!((game.hash(), game.lines().len(), game.candidates(1, 0)), position);
    }
    assert!(!game.undo() && game.choices() == 0);
    let other = game.clone();
    game.apply(1).expect("an option");
    assert!(game.undo() && game.hash() == other.hash());
}
