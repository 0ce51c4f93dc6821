//! Pages of the table: what they contain follows from what the viewer knows, and each option is one button.

use std::collections::BTreeSet;

use ludex::{Chooser, Game, Ruleset, Viewer};
use ludex_table::faces::{Faces, Place, Problem, face_svgs, no_files};
use ludex_table::html::{Frame, page, replay};
use ludex_table::offers::Offers;
use ludex_table::words::Words;
use ludex_tests::rulesets::{all_shipped, files};
use ludex_tests::worlds::{Eye, Test};

/// Pairs of worlds for each game.
const PAIRS: usize = 8;
/// Positions that are compared in each pair.
const POSITIONS: usize = 10;
/// Choices for each game after which the buttons are counted.
const CHOICES: usize = 40;

fn compiled(id: &str) -> Ruleset {
    ludex::compile(&files(id)).into_ruleset().unwrap_or_else(|problems| panic!("{id}: {problems}"))
}

fn language(ruleset: &Ruleset) -> &str {
    ruleset.languages().next().unwrap_or("en")
}

/// The page of a viewer.
fn drawn(game: &Game, viewer: Viewer) -> String {
    let words = Words::new(game.setup(), language(game.setup().ruleset()));
    let frame = Frame { cards: "/cards", ..Frame::new(words, viewer, "/t/x/s/0", 0, &[]) };
    page(game, &frame)
}

/// Whatever the cards are that a seat can't know, its page is the same, byte by byte; and so is that of a spectator.
#[test]
fn what_a_seat_cannot_know_changes_no_byte_of_its_page() {
    let mut different = 0;
    for id in all_shipped() {
        let ruleset = compiled(&id);
        let sizes: Vec<u8> = ruleset.players().collect();
        let begin = |seed: u64| {
            let players = sizes[seed as usize % sizes.len()];
            Game::new(&ruleset.setup(players, &[]).expect("a setup"), seed)
        };
        let look = |game: &Game, eye: Eye| (drawn(game, eye.seat.into()), drawn(game, Viewer::Public));
        let test = Test { begin, look, positions: POSITIONS };
        let found = test.pairs(PAIRS, 7).unwrap_or_else(|leak| panic!("{id}: {leak:?}"));
        assert!(found.pairs > 0, "{id}: {found:?}");
        different += found.different;
    }
    assert!(different > 0, "in some worlds something lies elsewhere");
}

/// Every printed field of every shipped game is on its card, every text fits, and every icon exists. The faces of
/// traditional playing cards leave out what a game adds to them, such as points.
#[test]
fn no_card_loses_what_is_printed_on_it() {
    for id in all_shipped() {
        let ruleset = compiled(&id);
        let setup = ruleset.setup(*ruleset.players().end(), &[]).expect("a setup");
        for language in ruleset.languages() {
            let faces = Faces::new(Words::new(&setup, language), &no_files);
            faces.designs.iter().for_each(|design| drop(faces.look(design.kind)));
            let is_traditional = |problem: &Problem| {
                let Place::Card(design) = problem.at else { return false };
                let kind = faces.rules().design(design).and_then(|design| faces.rules().kind(design.kind));
                kind.is_some_and(|kind| kind.name == "playing")
            };
            let problems = faces.problems().into_iter();
            let problems: Vec<_> =
                problems.filter(|problem| problem.is_error || !is_traditional(problem)).collect();
            assert_eq!(problems, [], "{id}, {language}");
        }
    }
}

/// A frame of the ruleset is on the pictures of a table. Kinds that share a hidden zone have one back, in the size
/// of their fronts, also a kind of which each player has a set.
#[test]
fn tables_show_the_frames_of_the_ruleset() {
    let text = "format: 1\ngame: { id: demo, players: 2 }\n\
        kinds: { sloop: { per: player, fields: { cost: int } }, coin: {}, goal: {} }\n\
        zones: { hand: { per: player, holds: [sloop, coin], sees: owner }, row: { holds: goal, sees: all }, box: { holds: coin, sees: all } }\n\
        cards: { brig: { kind: sloop, cost: 7 }, penny: { kind: coin, copies: 2 }, crown: { kind: goal } }\n\
        setup: |\n  move penny to box\n  for player p {\n    move sloop where owner == p to p.hand\n    move 1 penny from box to p.hand\n  }\n  \
          move goal to row\n\
        phases: { turn: { each: player, do: \"let n = me chooses number in 1..3 as size\" } }\n\
        score: { total: sum(cost of sloop in player.hand) }\n\
        layout: { faces: { sloop: { frame: frames/own.svg }, coin: { back: frames/back.svg } } }\n";
    let ruleset = ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    let setup = ruleset.into_ruleset().expect("a ruleset").setup(2, &[]).expect("a setup");
    let drawing = |boxes: &str| {
        let head =
            "<svg xmlns='http://www.w3.org/2000/svg' width='70mm' height='120mm' viewBox='0 0 70 120'>";
        Ok(Some(format!("{head}{boxes}</svg>").into_bytes()))
    };
    let read = |path: &str| match path {
        "frames/own.svg" => drawing("<rect id='cost' x='5' y='5' width='9' height='9' fill='#abcdef'/>"),
        "frames/back.svg" => drawing("<rect id='name' x='5' y='5' width='60' height='9' fill='#123456'/>"),
        _ => Ok(None),
    };
    let brig = &face_svgs(&setup, "en", &read)["brig"];
    assert!(brig.contains("fill=\"#abcdef\">7</text>"), "{brig}");
    let page = drawn(&Game::new(&setup, 1), setup.seat(0).expect("a seat").into());
    assert!(page.contains("<img class=\"pic own\" src=\"/cards/brig.svg\""), "{page}");
    assert!(page.contains("<img class=\"pic\" src=\"/cards/penny.svg\""), "{page}");
    let faces = Faces::new(Words::new(&setup, "en"), &read);
    let decks = faces.decks(&setup);
    let backs: Vec<(&str, &str, (f64, f64))> =
        decks.iter().map(|deck| (deck.id.as_str(), deck.back.name.as_str(), deck.back_look.size())).collect();
    let (tarot, poker) = ((70.0, 120.0), (63.0, 88.0));
    let wanted = [
        ("sloop-seat_1", "Sloop · Coin", tarot),
        ("sloop-seat_2", "Sloop · Coin", tarot),
        ("coin", "Sloop · Coin", poker),
        ("goal", "Goal", poker),
    ];
    assert_eq!(backs, wanted);
    assert!(decks[0].reverse(0.0).contains("#123456") && decks[0].back == decks[2].back);
}

/// Each option of each decision is a button of the decision exactly once, with what the server applies.
#[test]
fn each_option_is_one_button() {
    for id in all_shipped() {
        let ruleset = compiled(&id);
        for players in ruleset.players() {
            let setup = ruleset.setup(players, &[]).expect("a setup");
            let (mut game, mut chooser) = (Game::new(&setup, 3), Chooser::new(5));
            for _ in 0..CHOICES {
                let Some(seat) = game.deciding() else { break };
                let text = drawn(&game, seat.into());
                let words = Words::new(&setup, language(&ruleset));
                for (index, offer) in Offers::at(&words, &game, seat.number()).all.iter().enumerate() {
                    let button = format!(" id=\"o-{index}\"");
                    let found = text.matches(&button).count();
                    assert_eq!(found, 1, "{id}, {players} players, {}: {}", game.choices(), offer.name);
                }
                let applied = game.draw(&mut chooser);
                if game.several(seat).is_none() {
                    let value = format!(" name=\"option\" value=\"{applied}\"");
                    assert!(text.contains(&value), "{id}: {value}\n{text}");
                }
                game.apply(applied).expect("an option");
            }
        }
    }
}

/// An element's ID is unique on a page, so that a change finds it.
#[test]
fn each_id_is_unique() {
    for id in all_shipped() {
        let ruleset = compiled(&id);
        let setup = ruleset.setup(ruleset.usual_players(), &[]).expect("a setup");
        let (mut game, mut chooser) = (Game::new(&setup, 9), Chooser::new(2));
        for _ in 0..CHOICES {
            let Some(seat) = game.deciding() else { break };
            let text = drawn(&game, seat.into());
            let mut ids: Vec<&str> =
                text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            let all = ids.len();
            ids.sort_unstable();
            let twice: Vec<&str> = ids.windows(2).filter(|pair| pair[0] == pair[1]).map(|p| p[0]).collect();
            ids.dedup();
            assert_eq!(ids.len(), all, "{id}, {}: {twice:?}", game.choices());
            let option = game.draw(&mut chooser);
            game.apply(option).expect("an option");
        }
    }
}

/// A position of a replay file: its parts, its crumbs, the choice made there, and the number of log lines.
type Position = (Vec<usize>, Option<usize>, Option<usize>, usize);

/// A replay in a file has a position before each choice and after the last one, made of parts that are in the file.
#[test]
fn a_replay_has_all_positions() {
    for id in ["goofspiel", "hearts"] {
        let ruleset = compiled(id);
        let setup = ruleset.setup(ruleset.usual_players(), &[]).expect("a setup");
        let (mut game, mut chooser) = (Game::new(&setup, 1), Chooser::new(1));
        while game.deciding().is_some() {
            let option = game.draw(&mut chooser);
            game.apply(option).expect("an option");
        }
        let words = Words::new(&setup, language(&ruleset));
        let frame = Frame { is_static: true, ..Frame::new(words, Viewer::Open, "", 0, &[]) };
        let text = replay(&game, &frame);
        let (_, rest) = text.split_once(" id=\"positions\">").expect("positions");
        let (data, _) = rest.split_once("</script>").expect("an end");
        let positions: Vec<Position> = serde_json::from_str(data).expect("a list");
        assert_eq!(positions.len(), game.choices() + 1, "{id}");
        let parts = text.matches("<template id=\"part-").count();
        let used =
            positions.iter().flat_map(|(parts, crumbs, chosen, _)| parts.iter().chain(crumbs).chain(chosen));
        assert!(used.max().is_some_and(|last| *last < parts), "{id}");
        assert!(
            positions.iter().rev().skip(1).all(|(_, _, chosen, _)| chosen.is_some()),
            "{id}: choices have names"
        );
        assert!(
            !text.contains("<form") && !text.contains(" src=") && !text.contains("http:"),
            "{id}: nothing outside"
        );
        let pictures: Vec<&str> =
            text.split("<svg class=\"pic\"").skip(1).filter_map(|rest| rest.split("</svg>").next()).collect();
        let each: BTreeSet<&&str> = pictures.iter().collect();
        assert!(pictures.len() > 10 && each.len() == pictures.len(), "{id}: each picture once");
        assert!(pictures.iter().all(|picture| picture.len() < 2_000), "{id}");
        assert!(text.contains("script-src &#39;sha256-") || text.contains("script-src 'sha256-"), "{id}");
    }
}
