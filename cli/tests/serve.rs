//! `ludex serve`: starts, plays, continues with changed rules, opens a save, and stops.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use serde_json::{Value, json};

use crate::terminal::Session;

const RULESET: &str = "\
format: 1
game: { id: tiny, players: 2 }
phases:
  round:
    repeat: 2
    phases:
      turn:
        each: player
        do: |
          let n = me chooses number in 1..3 as size
          set me.gold = me.gold + n
state: { player: { gold: int for game } }
score: { total: player.gold }
";

pub(crate) fn tiny() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("tiny")).expect("a folder");
    write(folder.path(), RULESET);
    folder
}

fn write(folder: &Path, text: &str) {
    fs::write(folder.join("tiny/ruleset.yaml"), text).expect("written");
}

pub(crate) struct Server {
    session: Session,
    /// Host and port, and the path of the printed address.
    host: String,
    path: String,
}

impl Server {
    pub(crate) fn start(folder: &Path, words: &str) -> Server {
        let words = format!("serve {words} --port 0 --json --database tables.db --pause 0");
        let mut session = Session::in_a_pipe(folder, &words);
        let line: Value = serde_json::from_str(&session.until("\n")).expect("a line of JSON");
        let url = line["url"].as_str().expect("an address").trim_start_matches("http://").to_owned();
        let (host, path) = url.split_once('/').expect("a path");
        Server { host: host.to_owned(), path: format!("/{path}"), session }
    }

    /// Returns the status and the body of an answer.
    fn ask(&self, first: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        let (host, length) = (&self.host, body.len());
        let head =
            format!("{first} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}");
        stream.write_all(format!("{head}\r\n{headers}\r\n{body}").as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status"), body.to_owned())
    }

    fn json(&self, first: &str, token: &str, body: &str) -> Value {
        let headers =
            if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        let (_, body) = self.ask(first, &headers, body);
        serde_json::from_str(&body).unwrap_or_else(|_| panic!("{first}: {body}"))
    }

    /// Waits until a page contains a text.
    fn page_with(&self, path: &str, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let (_, page) = self.ask(&format!("GET {path}"), "Accept: text/html\r\n", "");
            if page.contains(text) {
                return page;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "no {text:?} on {page}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Creates a table and returns its address and the token of the first seat, empty for a bot.
    fn table(&self, seats: &[&str]) -> (String, String) {
        let wish = json!({ "game": "tiny", "seats": seats, "seed": 1 }).to_string();
        let made = self.json("POST /tables", "", &wish);
        let id = made["id"].as_str().unwrap_or_else(|| panic!("{made}"));
        (format!("/t/{id}"), made["seats"][0]["token"].as_str().unwrap_or_default().to_owned())
    }

    fn choose(&self, (table, token): (&str, &str), version: u64, option: usize) -> u64 {
        let body = json!({ "version": version, "option": option }).to_string();
        let seen = self.json(&format!("POST {table}/choose"), token, &body);
        seen["table"]["version"].as_u64().unwrap_or_else(|| panic!("{seen}"))
    }

    /// Creates a table of bots and waits for the end of the game.
    pub(crate) fn play(&self, seats: &[&str]) {
        let (table, _) = self.table(seats);
        let is_over = |_| {
            std::thread::sleep(Duration::from_millis(10));
            !self.json(&format!("GET {table}"), "", "")["end"].is_null()
        };
        assert!((0..1_000).any(is_over));
    }

    fn tables(&self) -> usize {
        self.json("GET /", "", "")["tables"].as_array().map_or(0, Vec::len)
    }

    pub(crate) fn stops(mut self) {
        self.session.signal(Signal::SIGINT);
        assert_eq!(self.session.ends().code(), Some(0));
    }
}

#[test]
fn tables_continue_with_changed_rules() {
    let folder = tiny();
    let server = Server::start(folder.path(), "tiny --watch");
    let (table, token) = server.table(&["human", "human"]);
    assert_eq!(server.choose((&table, &token), 0, 2), 1);
    write(folder.path(), &RULESET.replace("1..3", "1..4"));
    server.page_with(&table, "All 1 choices fit");
    let seen = server.json(&format!("GET {table}"), "", "");
    assert_eq!(seen["table"]["version"], 2, "the change is an entry of the log");

    write(folder.path(), &RULESET.replace("me.gold + n", "me.gldo + n"));
    server.page_with(&table, "E0303");
    assert_eq!(server.tables(), 1);

    write(folder.path(), &RULESET.replace("1..3", "1..2"));
    server.page_with(&table, "choice 1 (3)");
    assert_eq!(server.tables(), 2, "a new table continues with the new rules");
    assert_eq!(server.json(&format!("GET {table}"), "", "")["table"]["version"], 2, "the old one stays");
    server.stops();

    // a server that starts again continues both
    let server = Server::start(folder.path(), "tiny");
    assert_eq!(
        (server.tables(), server.json(&format!("GET {table}"), &token, "")["table"]["version"].as_u64()),
        (2, Some(2))
    );
    server.stops();
}

#[test]
fn a_saved_game_is_opened_as_a_table() {
    let folder = tiny();
    let server = Server::start(folder.path(), "tiny");
    let (table, token) = server.table(&["human", "random"]);
    server.choose((&table, &token), 0, 1);
    server.page_with(&table, "table");
    let version = (0..500).find_map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        let seen = server.json(&format!("GET {table}"), &token, "");
        (seen["table"]["waiting_for"] == json!([1])).then(|| seen["table"]["version"].clone())
    });
    let (status, save) =
        server.ask(&format!("GET {table}/save"), &format!("Authorization: Bearer {token}\r\n"), "");
    assert_eq!(status, 200);
    fs::write(folder.path().join("game.yaml"), save).expect("written");
    server.stops();
    let server = Server::start(folder.path(), "game.yaml");
    let (place, token) = server.path.split_once("?k=").expect("the link of a seat");
    let table = place.split("/s/").next().expect("a table");
    let seen = server.json(&format!("GET {table}"), token, "");
    assert_eq!(Some(&seen["table"]["version"]), version.as_ref());
    assert_eq!(seen["table"]["waiting_for"], json!([1]));
    assert!(server.choose((table, token), seen["table"]["version"].as_u64().expect("a number"), 0) > 0);
    server.stops();
}

#[test]
fn only_the_owner_of_a_server_names_programs() {
    let folder = tiny();
    let bot = "while read -r line; do case $line in '{\"hello\":'*) echo '{\"hello\":{\"version\":1}}' ;; \
        '{\"choose\":'*) echo '{\"take\":2}' ;; esac; done";
    fs::write(folder.path().join("third"), format!("#!/bin/sh\n{bot}\n")).expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path().join("third"), mode).expect("executable");
    let server = Server::start(folder.path(), "tiny --bots exec:./third");
    let (_, form) = server.ask("GET /?game=tiny", "Accept: text/html\r\n", "");
    assert!(form.contains("exec:third") && !form.contains("exec:./third"), "{form}");
    for other in ["exec:./third", "exec:touch here", "exec:third@9ms"] {
        let wish = json!({ "game": "tiny", "seats": ["human", other] }).to_string();
        let (status, body) = server.ask("POST /tables", "", &wish);
        assert!(status == 422 && body.contains("programs (`exec:`)"), "{status}: {body}");
    }
    let (table, token) = server.table(&["human", "exec:third"]);
    server.choose((&table, &token), 0, 0);
    let took_third = (0..1_000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        let seen = server.json(&format!("GET {table}"), &token, "");
        seen["log"].to_string().contains("\"int\":3")
    });
    assert!(took_third);
    server.stops();
}

/// Maximum time from the start to the printed address, in a program built for tests; five times that of a
/// release.
const STARTED: Duration = Duration::from_millis(1_500);

#[test]
fn a_server_starts_at_once_with_many_tables() {
    let folder = tiny();
    let server = Server::start(folder.path(), "tiny");
    (0..50).for_each(|_| drop(server.table(&["human", "human"])));
    server.stops();
    let started = |_| {
        let begun = Instant::now();
        let server = Server::start(folder.path(), "tiny");
        let took = begun.elapsed();
        server.stops();
        took
    };
    let fastest = (0..3).map(started).min().expect("three times");
    assert!(fastest < STARTED, "{fastest:?}");
}

#[test]
fn a_port_in_use_is_one_message() {
    let folder = tiny();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let mut session =
        Session::at_terminal(folder.path(), &format!("serve tiny --port {port} --database tables.db"));
    let said = session.until("--port ");
    assert!(said.contains(&format!("port {port} is in use")), "{said}");
    assert_eq!(session.ends().code(), Some(1));
}
