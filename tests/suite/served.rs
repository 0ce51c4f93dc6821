//! Whole games of all shipped rulesets through HTTP: each view is that of the library.

use ludex::{Chooser, Game, Viewer, why};
use ludex_tests::rulesets::{all_shipped, ruleset};
use serde_json::{Value, json};

use crate::wire::World;

/// Plays a game with people at all seats, who choose at random. Returns the number of choices.
fn play(world: &World, id: &str, seed: u64) -> usize {
    let ruleset = ruleset(id);
    let players = ruleset.usual_players();
    let wish = json!({ "game": id, "players": players, "seed": seed }).to_string();
    let made = world.json("POST /tables", "", &wish);
    let table = made["id"].as_str().unwrap_or_else(|| panic!("{id}: {made}"));
    let seats = made["seats"].as_array().expect("seats");
    let tokens: Vec<&str> = seats.iter().filter_map(|seat| seat["token"].as_str()).collect();
    assert_eq!(tokens.len(), usize::from(players));
    let setup = ruleset.setup(players, &[]).expect("a setup");
    let (mut game, mut chooser) = (Game::new(&setup, seed), Chooser::new(seed));
    settle(&mut game);
    let ask = |viewer: Viewer| {
        let token = match viewer {
            Viewer::Seat(seat) => format!("Authorization: Bearer {}\r\n", tokens[seat.index()]),
            Viewer::Public | Viewer::Open => String::new(),
        };
        world.json(&format!("GET /t/{table}"), &token, "")
    };
    let same = |game: &Game, (viewer, from): (Viewer, usize), seen: &Value| {
        let mut own = serde_json::to_value(game.observe(viewer, from)).expect("JSON");
        own["table"] = seen["table"].clone();
        let facts = why::decision_facts(game, viewer);
        if !facts.is_empty() {
            own["facts"] = json!(facts);
        }
        assert_eq!(*seen, own, "{id} {viewer:?} after {} choices", game.choices());
        assert_eq!(seen["table"]["version"], game.choices());
    };
    let all = || setup.seats().map(|seat| Viewer::Seat(seat.id)).chain([Viewer::Public]);
    while let Some(seat) = game.deciding() {
        // whole views at some decisions, the changes for the acting player after each choice
        if game.choices() % 64 == 0 {
            all().for_each(|viewer| same(&game, (viewer, 0), &ask(viewer)));
        }
        let (version, from, option) = (game.choices(), game.log_len(), game.draw(&mut chooser));
        let token = format!("Authorization: Bearer {}\r\n", tokens[seat.index()]);
        let body = json!({ "version": version, "option": option }).to_string();
        let seen = world.json(&format!("POST /t/{table}/choose?from={from}"), &token, &body);
        game.apply(option).unwrap_or_else(|error| panic!("{id}: {error:?}"));
        settle(&mut game);
        same(&game, (Viewer::Seat(seat), from), &seen);
    }
    all().for_each(|viewer| same(&game, (viewer, 0), &ask(viewer)));
    game.choices()
}

/// All see which players have already chosen in a simultaneous decision, but not their choices.
#[test]
fn all_see_who_has_chosen_at_the_same_time() {
    let world = World::start();
    let made =
        world.json("POST /tables", "", &json!({ "game": "goofspiel", "players": 3, "seed": 1 }).to_string());
    let table = made["id"].as_str().expect("a table");
    let token = |seat: usize| made["seats"][seat]["token"].as_str().expect("a token");
    let pages = || {
        let of_seat =
            |seat: usize| (format!("/t/{table}/s/{}", seat + 1), format!("Cookie: seat={}\r\n", token(seat)));
        let viewers = (0..3).map(of_seat).chain([(format!("/t/{table}"), String::new())]);
        let page = |(path, cookie): (String, String)| {
            world.ask(&format!("GET {path}"), &format!("Accept: text/html\r\n{cookie}"), "")
        };
        viewers.map(page).collect::<Vec<_>>()
    };
    let chosen = |page: &String| page.matches("has chosen").count();
    assert!(pages().iter().all(|page| chosen(page) == 0));
    let bearer = format!("Authorization: Bearer {}\r\n", token(0));
    let body = json!({ "version": 0, "option": 4 }).to_string();
    world.json(&format!("POST /t/{table}/choose"), &bearer, &body);
    let shown = pages();
    assert!(shown.iter().all(|page| chosen(page) == 1), "{}", shown[1]);
}

/// Makes the choices that are visibly forced to all players.
fn settle(game: &mut Game) {
    while why::is_forced(game) && game.apply_unasked().is_ok() {}
}

#[test]
fn whole_games_of_all_shipped_rulesets_are_played() {
    let world = World::start();
    for (id, seed) in all_shipped().iter().zip(1..) {
        assert!(play(&world, id, seed) > 0, "{id}");
    }
}
