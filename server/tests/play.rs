//! Whole games and everything around a table, through HTTP: views, choices, undo, links, forms and limits.

use std::sync::Arc;
use std::time::Duration;

use ludex::{Chooser, Game, Viewer};
use ludex_server::Limits;
use ludex_server::log::Sqlite;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::support::{Answer, RULES, Server, bearer, rules};

fn server() -> Server {
    limited(Limits::default())
}

fn limited(limits: Limits) -> Server {
    Server::start(Arc::new(Sqlite::memory().unwrap()), limits)
}

/// Sends a form as a browser does.
fn form(server: &Server, path: &str, cookie: &str, body: &str) -> Answer {
    let cookie = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
    let headers = format!("Accept: text/html\r\nContent-Type: application/x-www-form-urlencoded\r\n{cookie}");
    server.send("post", path, &headers, body)
}

fn page(server: &Server, path: &str, cookie: &str) -> Answer {
    server.send("get", path, &format!("Accept: text/html\r\nCookie: {cookie}\r\n"), "")
}

/// Returns the value of the cookie that an answer sets.
fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

/// Returns the observation that the library gives, with the facts of the table from the answer.
fn own(game: &Game, viewer: Viewer, answer: &Value) -> Value {
    let mut seen = serde_json::to_value(game.observe(viewer, 0)).unwrap();
    seen["table"] = answer["table"].clone();
    seen
}

fn socket(server: &Server, path: &str, token: &str) -> WebSocket<std::net::TcpStream> {
    let mut request = format!("ws://{}{path}?format=json", server.address).into_client_request().unwrap();
    if !token.is_empty() {
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    let stream = std::net::TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    tungstenite::client(request, stream).map_err(|error| error.to_string()).unwrap().0
}

/// Reads pushes until one has this version.
fn pushed(socket: &mut WebSocket<std::net::TcpStream>, version: u64) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            let seen: Value = serde_json::from_str(&text).unwrap();
            if seen["table"]["version"] == version {
                return seen;
            }
        }
    }
}

#[test]
fn each_view_of_a_whole_game_is_that_of_the_library() {
    let server = server();
    let wish = json!({ "game": "digits", "players": 2, "seats": ["human", "human"], "seed": 5 }).to_string();
    let made = server.send("post", "/tables", "", &wish);
    assert_eq!(made.status, 201);
    let made = made.json();
    let id = made["id"].as_str().unwrap();
    let tokens = [0, 1].map(|seat| made["seats"][seat]["token"].as_str().unwrap());
    assert_eq!([&made["seats"][0]["seat"], &made["seats"][1]["bot"]], [&json!(1), &Value::Null]);
    let table = format!("/t/{id}");
    let setup = rules().setup(2, &[]).unwrap();
    let (mut game, mut chooser) = (Game::new(&setup, 5), Chooser::new(1));
    let mut sockets =
        [tokens[0], tokens[1], ""].map(|token| socket(&server, &format!("{table}/events"), token));
    while let Some(seat) = game.deciding() {
        let viewers =
            [Viewer::Seat(setup.seat(0).unwrap()), Viewer::Seat(setup.seat(1).unwrap()), Viewer::Public];
        let version = game.choices() as u64;
        for (i, viewer) in viewers.into_iter().enumerate() {
            let seen = server.get(&table, tokens.get(i).copied().unwrap_or("")).json();
            assert_eq!(seen, own(&game, viewer, &seen));
            assert_eq!(seen["table"]["waiting_for"], json!([seat.number() + 1]));
            let push = pushed(&mut sockets[i], version);
            assert_eq!(push, own(&game, viewer, &push));
        }
        let (option, token) = (chooser.below(game.options()), tokens[seat.index()]);
        let other = tokens[1 - seat.index()];
        let choose = |token: &str, version: u64, option: usize| {
            let body = json!({ "version": version, "option": option }).to_string();
            server.send("post", &format!("{table}/choose"), &bearer(token), &body)
        };
        assert_eq!(choose(other, version, option).error().0, "not_your_turn");
        assert_eq!(choose("x", version, option).error().0, "wrong_token");
        assert_eq!((choose(token, version, 3).status, choose(token, version + 1, 0).status), (422, 409));
        let done = choose(token, version, option);
        game.apply(option).unwrap();
        assert_eq!((done.status, done.version()), (200, version + 1));
        assert_eq!(choose(token, version, option).status, 409, "once only");
    }
    let seen = server.get(&table, "").json();
    assert_eq!(seen["end"], serde_json::to_value(game.ending()).unwrap());
    assert_eq!(seen["table"]["waiting_for"], json!([]));
}

#[test]
fn bots_play_to_the_end_and_people_take_seats_from_them() {
    let server = server();
    let wish = json!({ "game": "digits", "seats": ["random", "greedy:2"], "seed": 3 }).to_string();
    let made = server.send("post", "/tables", "", &wish).json();
    assert_eq!(made["seats"][1], json!({ "seat": 2, "token": null, "bot": "greedy:2" }));
    let id = made["id"].as_str().unwrap();
    let ended = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        !server.get(&format!("/t/{id}"), "").json()["end"].is_null()
    });
    assert!(ended);

    let (id, [first, second]) = server.table();
    let bot = |token: &str, body: Value| {
        server.send("post", &format!("/t/{id}/bot"), &bearer(token), &body.to_string()).status
    };
    assert_eq!(bot(&first, json!({ "bot": "random", "seat": 2 })), 403, "the other player is here");
    assert_eq!(bot(&first, json!({ "bot": "clever" })), 422);
    assert_eq!(bot(&second, json!({ "bot": "random" })), 200);
    let version = server.choose(&id, &first, 0).version();
    let moved = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        server.get(&format!("/t/{id}"), &first).version() > version
    });
    assert!(moved, "the bot chooses");
    assert_eq!(bot(&second, json!({ "bot": null })), 200);
    let now = server.get(&format!("/t/{id}"), &first);
    assert_eq!(now.json()["table"]["seats"][1]["bot"], Value::Null);
}

#[test]
fn undo_is_free_until_another_player_has_chosen() {
    let server = server();
    let (id, [first, second]) = server.table();
    let undo = |token: &str, body: &str| server.send("post", &format!("/t/{id}/undo"), &bearer(token), body);
    assert_eq!(undo(&first, "{}").status, 403, "nothing to undo");
    server.choose(&id, &first, 0);
    assert_eq!(undo(&second, "{}").status, 403);
    assert_eq!(undo(&first, "{\"version\": 0}").status, 409);
    let undone = undo(&first, "{\"version\": 1}").json();
    assert_eq!(undone["table"]["version"], 2);
    assert_eq!(undone["table"]["waiting_for"], json!([1]));
    assert_eq!(
        undone["log"].as_array().unwrap().len(),
        server.get(&format!("/t/{id}"), "").json()["log"].as_array().unwrap().len()
    );
    server.choose(&id, &first, 2);
    server.choose(&id, &second, 3);
    let asked = undo(&first, "{\"version\": 4}").json();
    assert_eq!(
        (&asked["table"]["version"], &asked["table"]["undo"]["waiting_for"]),
        (&json!(4), &json!([2]))
    );
    assert_eq!(undo(&first, "{\"answer\": \"yes\"}").status, 403, "nobody agrees with oneself");
    assert_eq!(undo(&second, "{\"answer\": \"no\"}").json()["table"]["undo"], Value::Null);
    undo(&first, "{\"version\": 4}");
    let agreed = undo(&second, "{\"answer\": \"yes\"}").json();
    assert_eq!((&agreed["table"]["version"], &agreed["table"]["waiting_for"]), (&json!(5), &json!([1])));
}

#[test]
fn a_page_is_played_without_a_script() {
    let server = server();
    let made = form(&server, "/tables", "", "game=digits&players=2&seat1=human&seat2=human&seat3=easy");
    assert_eq!(made.status, 303);
    let (links, host) = (made.header("location").to_owned(), cookie(&made));
    assert_eq!(page(&server, &links, "host=x").status, 403);
    let listed = page(&server, &links, &host);
    let found: Vec<String> = listed
        .body
        .split('"')
        .filter_map(|part| Some(part.split_once("/t/")?.1))
        .filter(|part| part.contains("?k=") && !part.contains('<'))
        .map(|part| format!("/t/{part}"))
        .collect();
    let mut links: Vec<String> = found;
    links.dedup();
    assert_eq!(links.len(), 2, "{}", listed.body);
    let seats: Vec<(String, String)> = links
        .iter()
        .map(|link| {
            let opened = page(&server, link, "");
            let attributes = opened.header("set-cookie");
            let base = link.split('?').next().unwrap().to_owned();
            assert_eq!(opened.status, 303);
            for part in ["HttpOnly", "SameSite=Strict", &format!("Path={base};")] {
                assert!(attributes.contains(part), "{attributes}");
            }
            let joined = form(&server, &format!("{base}/join"), &cookie(&opened), "name=Ada");
            assert_eq!((joined.status, joined.header("location")), (303, base.as_str()));
            assert_eq!(page(&server, link, "").status, 403, "a link works once");
            (base, cookie(&joined))
        })
        .collect();
    assert!(!page(&server, &listed_path(&links), &host).body.contains("?k="), "no seat is free");
    for n in 0.. {
        assert!(n < 40, "no end");
        let id = links[0].split('/').nth(2).unwrap();
        let seen = server.get(&format!("/t/{id}"), "").json();
        let Some(seat) = seen["table"]["waiting_for"][0].as_u64() else { break };
        let (base, cookie) = &seats[seat as usize - 1];
        let shown = page(&server, base, cookie);
        assert_eq!(shown.status, 200);
        let (version, option) = (field(&shown.body, "version"), field(&shown.body, "option"));
        let done =
            form(&server, &format!("{base}/choose"), cookie, &format!("version={version}&option={option}"));
        assert_eq!((done.status, done.header("location")), (303, base.as_str()));
        let late =
            form(&server, &format!("{base}/choose"), cookie, &format!("version={version}&option={option}"));
        assert_eq!(late.status, 409);
        assert!(late.body.contains("id=\"table\""), "the answer is the page");
    }
    let (base, own) = &seats[0];
    assert_eq!(page(&server, &format!("{base}/replay?at=3"), own).status, 200);
    let branch = form(&server, &format!("{base}/branch?at=3"), own, "");
    assert_eq!(branch.status, 303);
    let listed = page(&server, branch.header("location"), &cookie(&branch));
    assert!(listed.body.contains("?k="));
}

/// Returns the address of the links of a table.
fn listed_path(links: &[String]) -> String {
    format!("/t/{}/host", links[0].split('/').nth(2).unwrap())
}

/// Returns the value of the first field or button with a name.
fn field<'p>(page: &'p str, name: &str) -> &'p str {
    let tag = page.split('<').find(|tag| tag.contains(&format!("name=\"{name}\"")));
    let value = tag.and_then(|tag| tag.split_once("value=\"")).map(|(_, rest)| rest);
    value.and_then(|rest| rest.split('"').next()).unwrap_or_else(|| panic!("no {name} on {page}"))
}

#[test]
fn a_seat_is_passed_on_and_shown_on_another_device() {
    let server = server();
    let (id, [first, second]) = server.table();
    let base = format!("/t/{id}/s/1");
    assert_eq!(page(&server, &format!("{base}?k={second}"), "").status, 403, "another seat");
    assert_eq!(page(&server, &base, &format!("seat={second}")).status, 403);
    let own = page(&server, &format!("{base}/link"), &format!("seat={first}"));
    assert!(own.body.contains(&first));
    let passed = server.send("post", &format!("{base}/pass"), &bearer(&first), "").json();
    let token = passed["token"].as_str().unwrap();
    assert_eq!(server.get(&format!("/t/{id}"), &first).status, 403);
    let seen = server.get(&format!("/t/{id}"), token).json();
    assert_eq!(seen["table"]["seats"][0]["free"], true);
    let joined =
        server.send("post", &format!("{base}/join"), &bearer(token), "{\"name\": \"<b>\u{202e}Bo\"}").json();
    let seen = server.get(&format!("/t/{id}"), joined["token"].as_str().unwrap()).json();
    assert_eq!(seen["table"]["seats"][0]["name"], "<b> Bo");
    let page = page(&server, &format!("/t/{id}"), "");
    assert!(!page.body.contains("<b> Bo") && !page.body.contains('\u{202e}'), "{}", page.body);
}

#[test]
fn texts_of_a_ruleset_are_neither_markup_nor_controls() {
    let server = server();
    let body = json!({ "game": "sly", "seats": ["human", "human"] }).to_string();
    let made = server.send("post", "/tables", "", &body).json();
    let (id, token) = (&made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let seat = cookie(&page(&server, &format!("/t/{id}/s/1?k={token}"), ""));
    let mut all = String::new();
    let mut look = |told: &[&str]| {
        let pages = ["", "/rules", "/s/1"].map(|end| page(&server, &format!("/t/{id}{end}"), &seat));
        let lobby = page(&server, "/", "");
        for shown in pages.iter().chain([&lobby]).filter(|shown| shown.status == 200) {
            assert!(!shown.body.contains("<i>"), "{}", shown.body);
            assert!(!shown.body.contains(['\u{202e}', '\u{7}']), "{}", shown.body);
            all.push_str(&shown.body);
        }
        for word in told {
            assert!(all.contains(&format!("&lt;i&gt;{word}")), "{word} is not on the page");
        }
    };
    look(&["game", "bill", "prompt"]);
    server.send(
        "post",
        &format!("/t/{id}/choose"),
        &bearer(token),
        &json!({ "version": 0, "option": 0 }).to_string(),
    );
    look(&["log", "pile"]);
}

#[test]
fn what_would_reveal_hidden_cards_waits_for_the_end() {
    let server = server();
    let (id, [first, _]) = server.table();
    let ask = |path: &str, method: &str| {
        server.send(method, &format!("/t/{id}/{path}"), &bearer(&first), "").status
    };
    assert_eq!([ask("save", "get"), ask("branch?at=0", "post"), ask("replay?at=0", "get")], [403, 403, 200]);
    let alone = json!({ "game": "digits", "seats": ["human", "random"] }).to_string();
    let made = server.send("post", "/tables", "", &alone).json();
    let (id, token) = (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    assert_eq!(server.send("get", &format!("/t/{id}/save"), &bearer(token), "").status, 200);
    assert_eq!(server.send("post", &format!("/t/{id}/branch?at=0"), &bearer(token), "").status, 201);
    assert_eq!(server.get(&format!("/t/{id}/save"), "").status, 403, "a spectator");
}

#[test]
fn settings_are_kept_in_a_cookie() {
    let server = server();
    let set = form(&server, "/settings", "", "lang=de&theme=dark&back=%2F%3Fgame%3Ddigits");
    assert_eq!((set.status, set.header("location")), (303, "/?game=digits"));
    let shown = page(&server, "/", &cookie(&set));
    assert!(
        shown.body.contains("lang=\"de\"") && shown.body.contains("data-theme=\"dark\""),
        "{}",
        shown.body
    );
    for back in ["https://example.org", "//example.org", "/%5Cexample.org", "x"] {
        let set = form(&server, "/settings", "", &format!("theme=light&back={back}"));
        assert_eq!(set.header("location"), "/", "{back}");
    }
}

#[test]
fn requests_that_make_no_sense_have_one_answer_each() {
    let server = server();
    let (id, [first, _]) = server.table();
    let choose = format!("/t/{id}/choose");
    let send = |body: &str| server.send("post", &choose, &bearer(&first), body).error().0;
    for (body, code) in [
        ("{", "malformed"),
        ("[]", "malformed"),
        ("\u{0}", "malformed"),
        ("", "invalid"),
        ("{\"version\": -1, \"option\": 0}", "malformed"),
        ("{\"version\": 0, \"option\": -1}", "invalid"),
        ("{\"version\": 0, \"option\": \"x\"}", "invalid"),
        ("{\"version\": 0, \"option\": 99999999999}", "no_such_option"),
        ("{\"version\": 0, \"options\": [0, 1]}", "no_such_option"),
        ("{\"version\": 9, \"option\": 0}", ""),
    ] {
        assert_eq!(send(body), code, "{body}");
    }
    let create = |body: Value| server.send("post", "/tables", "", &body.to_string()).error().0;
    for (wish, code) in [
        (json!({}), "invalid"),
        (json!({ "game": "chess" }), "invalid"),
        (json!({ "game": "digits", "players": 3 }), "invalid"),
        (json!({ "game": "digits", "players": 300 }), "malformed"),
        (json!({ "game": "digits", "seats": [1] }), "invalid"),
        (json!({ "game": "digits", "seats": ["clever"] }), "invalid"),
        (json!({ "game": "digits", "options": { "x": 1 } }), "invalid"),
        (json!({ "game": "digits", "options": 3 }), "invalid"),
        (json!({ "game": "digits", "lang": "xx" }), "invalid"),
    ] {
        assert_eq!(create(wish.clone()), code, "{wish}");
    }
    for path in [
        "/nothing",
        "/t/nothing",
        "/t/%2e%2e/x",
        &format!("/t/{id}/s/3"),
        &format!("/t/{id}/s/x"),
        "/cards/x/en/a.svg",
        "/assets/x",
    ] {
        assert!([403, 404].contains(&server.get(path, "").status), "{path}");
    }
    assert_eq!(server.get(&format!("/t/{id}"), &first).version(), 0, "nothing was done");
}

#[test]
fn another_host_or_page_is_refused() {
    let server = server();
    let (id, [first, _]) = server.table();
    let from = |headers: &str| {
        let body = json!({ "version": 0, "option": 0 }).to_string();
        server.send("post", &format!("/t/{id}/choose"), &format!("{headers}{}", bearer(&first)), &body).status
    };
    assert_eq!(from("Origin: https://example.org\r\n"), 403);
    assert_eq!(from("Origin: null\r\n"), 403);
    assert_eq!(from("Origin: http://localhost\r\n"), 200, "that of the server");
}

/// A panic is answered, the table is as it was, and the server goes on.
#[test]
fn a_bug_leaves_the_table_as_it_was() {
    let server = server();
    let wish = json!({ "game": "digits", "seats": ["human", "random"], "seed": 13 }).to_string();
    let made = server.send("post", "/tables", "", &wish).json();
    let (id, token) = (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let answer = server.send("get", &format!("/t/{id}/save"), &bearer(token), "");
    assert_eq!((answer.status, answer.error().0.as_str()), (500, "fault"));
    assert_eq!(server.choose(id, token, 0).status, 200);
}

#[test]
fn limits_hold_at_their_value_and_not_above() {
    let limits = Limits {
        body: 200,
        message: 100,
        messages: 5,
        tables: 3,
        seats: 2,
        spectators: 2,
        windows: 1,
        tries: 100,
        ..Limits::default()
    };
    let server = limited(limits);
    let (id, [first, _]) = server.table();
    let sized = |size: usize| {
        let body = format!("{{\"version\": 0, \"option\": 9, \"x\": \"{}\"}}", "x".repeat(size - 36));
        assert_eq!(body.len(), size);
        server.send("post", &format!("/t/{id}/choose"), &bearer(&first), &body).status
    };
    assert_eq!([sized(199), sized(200), sized(201)], [422, 422, 413]);

    let wish = |bot: &str| {
        server
            .send("post", "/tables", "", &json!({ "game": "digits", "seats": [bot, "human"] }).to_string())
            .status
    };
    assert_eq!([wish("search:99"), wish("search:100"), wish("search:101")], [201, 201, 422]);

    let events = format!("/t/{id}/events");
    let watchers = [server.socket(&events, ""), server.socket(&events, "")];
    assert!(server.upgrade(&events, "").0.starts_with("HTTP/1.1 503"));
    let mut window = socket(&server, &events, &first);
    assert!(server.upgrade(&events, &first).0.starts_with("HTTP/1.1 503"));
    drop(watchers);
    window.send(Message::text("x".repeat(100))).unwrap();
    pushed(&mut window, 0);
    window.send(Message::text("x".repeat(101))).unwrap();
    let closed = |socket: &mut WebSocket<std::net::TcpStream>| {
        (0..50).any(|_| !matches!(socket.read(), Ok(Message::Text(_) | Message::Ping(_) | Message::Pong(_))))
    };
    assert!(closed(&mut window), "the message is too long");
    let again = || {
        (0..100).find_map(|_| {
            std::thread::sleep(Duration::from_millis(20));
            server
                .upgrade(&events, &first)
                .0
                .starts_with("HTTP/1.1 101")
                .then(|| std::thread::sleep(Duration::from_millis(200)))
        })
    };
    again().expect("the seat is free again");
    let mut window = socket(&server, &events, &first);
    for _ in 0..10 {
        window.send(Message::text("x")).unwrap();
    }
    pushed(&mut window, 0);
    let _ = window.send(Message::text("x"));
    assert!(closed(&mut window), "too many messages");
}

#[test]
fn only_so_many_tables_and_rules_of_some_size_are_kept() {
    let server = limited(Limits { tables: 2, ..Limits::default() });
    let tables: Vec<String> = (0..2).map(|_| server.table().0).collect();
    let watched: Vec<_> = tables.iter().map(|id| server.socket(&format!("/t/{id}/events"), "")).collect();
    let wish = json!({ "game": "digits" }).to_string();
    let refused = server.send("post", "/tables", "", &wish);
    assert_eq!((refused.status, refused.error().0.as_str()), (503, "full"));
    drop(watched);
    let made = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        server.send("post", "/tables", "", &wish).status == 201
    });
    assert!(made, "tables that nobody watches leave the memory");
    assert_eq!(server.get(&format!("/t/{}", tables[0]), "").status, 200, "and come back");
    for (size, status) in [(RULES.len() + 1, 201), (RULES.len(), 201), (RULES.len() - 1, 413)] {
        let server = limited(Limits { ruleset: size, ..Limits::default() });
        assert_eq!(server.send("post", "/tables", "", &wish).status, status, "{size}");
    }
}
