//! Faults around a server: a database that is away or full, a second server, a flood, a reader that stops reading, two
//! windows of a seat, a clock that jumps, a rule that fails.

use std::fs;
use std::io::Read;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_server::Limits;
use ludex_server::log::{Hash, NewTable, SeatRow, Sqlite, TableId, TableLog};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::support::{RULES, Server, bearer};

/// Sends a choice that can't be stored, and checks that it left no trace.
fn refused(server: &Server, (id, token): (&str, &str), version: u64, reason: &str) {
    let answer = server.choose(id, token, version);
    let (code, message) = answer.error();
    assert_eq!((answer.status, code.as_str()), (503, "unavailable"));
    assert!(message.contains(reason), "{message}");
}

#[test]
fn play_continues_when_the_database_returns() {
    let folder = tempfile::tempdir().unwrap();
    let (path, away) = (folder.path().join("tables.db"), folder.path().join("away.db"));
    let server = Server::start(Arc::new(Sqlite::open(&path).unwrap()), Limits::default());
    let (id, [first, second]) = server.table();
    let version = server.choose(&id, &first, 0).version();
    fs::rename(&path, &away).unwrap();
    for _ in 0..3 {
        refused(&server, (&id, &second), version, "can't be reached");
    }
    fs::rename(&away, &path).unwrap();
    assert_eq!(server.get(&format!("/t/{id}"), &second).version(), version, "nothing was done");
    let answer = server.choose(&id, &second, version);
    assert_eq!((answer.status, answer.version()), (200, version + 1));
    // a server that starts now finds the same
    let other = Server::start(Arc::new(Sqlite::open(&path).unwrap()), Limits::default());
    assert_eq!(
        other.get(&format!("/t/{id}"), &second).json(),
        server.get(&format!("/t/{id}"), &second).json()
    );
}

#[test]
fn play_continues_when_the_disk_has_space_again() {
    let folder = tempfile::tempdir().unwrap();
    let log = Arc::new(Sqlite::open(&folder.path().join("tables.db")).unwrap());
    let server = Server::start(log.clone(), Limits::default());
    let (id, [first, second]) = server.table();
    // as large as it is now; its pages have some room left
    log.set_max_pages(1).unwrap();
    let create = || server.send("post", "/tables", "", "{\"game\": \"digits\"}");
    let full = (0..1_000).map(|_| create()).find(|answer| answer.status != 201).unwrap();
    assert_eq!(full.status, 503);
    assert!(full.error().1.contains("is full"), "{}", full.body);
    log.set_max_pages(10_000).unwrap();
    assert_eq!(create().status, 201);
    let version = server.choose(&id, &first, 0).version();
    assert_eq!(server.choose(&id, &second, version).version(), version + 1);
}

/// Two servers get the same choice at the same time: one stores it, the other answers with the new observation.
pub fn contend(one: &Server, two: &Server) {
    let (id, tokens) = one.table();
    assert_eq!(two.get(&format!("/t/{id}"), &tokens[0]).version(), 0);
    for version in 0.. {
        let waiting = one.get(&format!("/t/{id}"), &tokens[0]).json()["table"]["waiting_for"][0].as_u64();
        let Some(seat) = waiting else {
            assert!(version > 3, "the game has some choices");
            return;
        };
        let token = &tokens[seat as usize - 1];
        let (ours, theirs) = std::thread::scope(|scope| {
            let other = scope.spawn(|| two.choose(&id, token, version));
            (one.choose(&id, token, version), other.join().unwrap())
        });
        let mut statuses = [ours.status, theirs.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{}\n{}", ours.body, theirs.body);
        assert_eq!([ours.version(), theirs.version()], [version + 1; 2]);
    }
}

#[test]
fn two_servers_play_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let open = || Server::start(Arc::new(Sqlite::open(&path).unwrap()), Limits::default());
    contend(&open(), &open());
}

#[test]
fn a_flood_is_refused_and_others_are_served() {
    let limits = Limits { requests: 10, ..Limits::default() };
    let server = Server::start(Arc::new(Sqlite::memory().unwrap()), limits);
    // a proxy on this machine reports its clients
    let from = |client: &str| server.send("get", "/", &format!("X-Forwarded-For: {client}\r\n"), "");
    let start = Instant::now();
    let answers: Vec<_> = (0..60).map(|_| from("10.0.0.1")).collect();
    let seconds = start.elapsed().as_secs_f64();
    let served = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(served >= 20 && served <= 20 + (10.0 * seconds) as usize + 1, "{served} in {seconds} s");
    let refused = answers.iter().find(|answer| answer.status != 200).unwrap();
    assert_eq!((refused.status, refused.error().0.as_str()), (429, "too_many_requests"));
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(from("10.0.0.2").status, 200);
    assert_eq!(from("10.0.0.1, 10.0.0.3").status, 200, "the last one is that of the proxy");
}

#[test]
fn a_reader_that_stops_is_closed_and_others_go_on() {
    let limits = Limits { patience: Duration::from_millis(300), windows: 1, ..Limits::default() };
    let server = Server::start(Arc::new(Sqlite::memory().unwrap()), limits);
    let (id, [first, second]) = server.table();
    let mut reader = server.socket(&format!("/t/{id}/events"), "");
    let stopped = server.socket(&format!("/t/{id}/events"), &first);
    // names change the page without end: more than the buffers of the system hold
    let rename = |n: usize| {
        let body = format!("{{\"name\": \"Ada {n}\"}}");
        server.send("post", &format!("/t/{id}/join"), &bearer(&second), &body).status
    };
    let (mut buffer, mut seen) = ([0; 1 << 16], 0);
    reader.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let start = Instant::now();
    for n in 0.. {
        assert_eq!(rename(n), 200);
        seen += reader.read(&mut buffer).unwrap();
        // the seat has one window: another one is accepted as soon as the first is closed
        if n % 50 == 0 && server.upgrade(&format!("/t/{id}/events"), &first).0.starts_with("HTTP/1.1 101") {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "still open after {n} changes");
    }
    drop(stopped);
    assert!(seen > 0);
}

#[test]
fn a_server_behind_a_proxy_answers_to_its_names_only() {
    let limits = Limits::default();
    let memory = || Arc::new(Sqlite::memory().unwrap());
    let (local, named) =
        (Server::start(memory(), limits), Server::named(memory(), limits, &["games.example.org"]));
    let from = |server: &Server, host: &str, origin: &str| {
        let headers = format!("Host: {host}\r\nOrigin: {origin}\r\nX-Forwarded-Proto: https\r\n");
        server.send("post", "/settings", &headers, "theme=dark").status
    };
    let own = "https://games.example.org";
    assert_eq!(from(&named, "games.example.org", own), 303);
    assert_eq!(from(&named, "localhost", "http://localhost"), 303);
    assert_eq!(from(&named, "games.example.org", "https://example.org"), 403, "a page of another site");
    for (server, host) in
        [(&local, "games.example.org"), (&named, "example.org"), (&named, "games.example.org.evil")]
    {
        assert_eq!(from(server, host, &format!("https://{host}")), 403, "{host}");
    }
}

/// A page of a seat that stays open.
struct Window(WebSocket<std::net::TcpStream>);

impl Window {
    fn open(server: &Server, path: &str, token: &str) -> Window {
        let mut request = format!("ws://{}{path}/events", server.address).into_client_request().unwrap();
        request.headers_mut().insert("cookie", format!("seat={token}").parse().unwrap());
        request.headers_mut().insert("accept", "text/html".parse().unwrap());
        let stream = std::net::TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Window(tungstenite::client(request, stream).map_err(|error| error.to_string()).unwrap().0)
    }

    /// Reads pushes until the table is drawn for the window that plays, or for another one.
    fn until(&mut self, plays: bool) {
        loop {
            let Message::Text(text) = self.0.read().unwrap() else { continue };
            let push: Value = serde_json::from_str(&text).unwrap();
            if push["html"].as_str().unwrap().contains("banner warn") != plays {
                return;
            }
        }
    }
}

/// The later of two windows plays a seat; the earlier one says so, and plays again when the other is closed.
#[test]
fn the_latest_window_of_a_seat_plays() {
    let server = Server::start(Arc::new(Sqlite::memory().unwrap()), Limits::default());
    let (id, [first, _]) = server.table();
    let path = format!("/t/{id}/s/1");
    let mut early = Window::open(&server, &path, &first);
    early.until(true);
    let mut late = Window::open(&server, &path, &first);
    late.until(true);
    // the next change reaches both
    assert_eq!(server.choose(&id, &first, 0).status, 200);
    early.until(false);
    late.until(true);
    drop(late);
    early.until(true);
}

/// The time of the machine is stored, but nothing depends on it.
#[test]
fn a_clock_that_jumps_changes_no_game() {
    let log = Arc::new(Sqlite::memory().unwrap());
    let hash = Hash::from_package(RULES.as_bytes());
    log.put_ruleset(&hash, RULES.as_bytes()).unwrap();
    for (id, created) in [("past", 0), ("future", 253_402_300_800)] {
        let (options, variants) = (Vec::new(), Vec::new());
        let lang = "en".to_owned();
        let ruleset = hash;
        let head = NewTable { ruleset, players: 2, options, variants, seed: 1, lang, created, from: None };
        log.create(&TableId::parse(id).unwrap(), &head, &[SeatRow::default(), SeatRow::default()]).unwrap();
    }
    let server = Server::start(log, Limits::default());
    let (id, [first, second]) = server.table();
    let version = server.choose(&id, &first, 0).version();
    assert_eq!(server.choose(&id, &second, version).version(), version + 1);
    let lobby = server.get("/", "").json();
    let listed: Vec<&str> =
        lobby["tables"].as_array().unwrap().iter().filter_map(|table| table["id"].as_str()).collect();
    assert_eq!(listed, ["future", &id, "past"]);
    for id in ["past", "future"] {
        assert_eq!(server.get(&format!("/t/{id}"), "").version(), 0);
    }
    assert_eq!(server.send("get", "/", "Accept: text/html\r\n", "").status, 200);
}

/// A rule that fails ends the game with its reason and place; the choice before it can be undone.
#[test]
fn a_rule_that_fails_in_the_middle_can_be_taken_back() {
    let server = Server::start(Arc::new(Sqlite::memory().unwrap()), Limits::default());
    let (id, [first, second]) = server.table_of("faulty");
    let version = server.choose(&id, &second, 0).version();
    let choose = |version: u64, option: usize| {
        let body = json!({ "version": version, "option": option }).to_string();
        server.send("post", &format!("/t/{id}/choose"), &bearer(&second), &body)
    };
    let seen = choose(version, 2).json();
    assert_eq!(seen["end"]["fault"]["place"]["file"], "ruleset.yaml", "{seen}");
    assert_eq!((&seen["table"]["version"], &seen["table"]["waiting_for"]), (&json!(version + 1), &json!([])));
    let own = format!("Accept: text/html\r\nCookie: seat={second}\r\n");
    let page = server.send("get", &format!("/t/{id}/s/2"), &own, "").body;
    assert!(page.contains("banner bad") && page.contains("/s/2/undo"), "{page}");
    let asked = server.send("post", &format!("/t/{id}/undo"), &bearer(&second), "").json();
    let agreed = server.send("post", &format!("/t/{id}/undo"), &bearer(&first), "{\"answer\": \"yes\"}");
    let seen = if asked["end"].is_null() { asked } else { agreed.json() };
    assert_eq!(seen["end"], Value::Null);
    let version = seen["table"]["version"].as_u64().unwrap();
    assert_eq!(choose(version, 1).version(), version + 1, "the game goes on");
}
