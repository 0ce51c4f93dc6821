//! A server on a free port, a small game, and a client without any library.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use ludex::{Ruleset, Setup};
use ludex_bots::BotSpec;
use ludex_server::log::TableLog;
use ludex_server::{Hall, Limits, Packed, Saved, Shelf, bind};
use serde_json::{Value, json};

/// Two players choose a number in turn, nine turns each.
pub const RULES: &str = "
format: 1
game: { id: digits, players: 2 }
phases: { round: { repeat: 9, phases: { turn: { each: player, do: 'let _n = me chooses number in 1..3 as pass' } } } }
score: { total: 0 }
";

/// A rule of this game fails if the player chooses 0.
pub const FAULTY: &str = "
format: 1
game: { id: faulty, players: 2 }
state: { game: { total: int for game } }
phases:
  turn:
    repeat: 9
    active: seat(1)
    do: |
      let n = me.left chooses number in 1..3 as pass
      set total = 12 div (3 - n)
score: { total: total }
";

/// Each text of this game has markup, and characters that control a terminal or change the direction of text.
pub const SLY: &str = r#"
format: 1
game: { id: sly, players: 2 }
kinds: { paper: {} }
cards: { bill: { kind: paper }, note: { kind: paper } }
zones: { hand: { per: player, holds: paper, sees: owner }, pile: { holds: paper, sees: all, ordered: true } }
setup: |
  move paper to pile
  draw 2 from pile to seat(1).hand
messages: { plays: { who: player, card: paper } }
phases:
  turn:
    each: player
    do: |
      if let b = me chooses paper in me.hand as play {
        move b to pile
        say plays(me, b)
      }
score: { total: count(pile) }
text:
  en:
    game: { title: "<i>game\u202E\u0007" }
    cards: { note: { name: "note" }, bill: { name: "<i>bill\u202E\u0007", text: "<i>rule\u202E\u0007" } }
    zones: { hand: "hand", pile: "<i>pile\u202E\u0007" }
    choices: { play: { prompt: "<i>prompt\u202E\u0007" } }
    messages: { plays: "{who} <i>log\u202E\u0007 {card}" }
    score: { total: "<i>total\u202E\u0007" }
"#;

pub fn rules() -> Ruleset {
    compiled(RULES)
}

fn compiled(text: &str) -> Ruleset {
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

/// The small games. The package of each is its text.
struct Games;

impl Shelf for Games {
    fn games(&self) -> Vec<String> {
        ["digits", "faulty", "sly"].map(str::to_owned).to_vec()
    }

    fn load(&self, game: &str, _: &[String]) -> Result<Packed, String> {
        let text = match game {
            "faulty" => FAULTY,
            "sly" => SLY,
            _ => RULES,
        };
        Ok(Packed { ruleset: compiled(text), package: text.as_bytes().to_vec() })
    }

    fn variants(&self, _: &str, _: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    fn unpack(&self, package: &[u8], _: &[String]) -> Result<Ruleset, String> {
        Ok(compiled(&String::from_utf8_lossy(package)))
    }

    fn drawing(&self, _: &[u8], _: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }

    fn bot(&self, _: &Setup, name: &str) -> Result<BotSpec, String> {
        name.parse().map_err(|error: ludex_bots::UnknownBot| error.to_string())
    }

    fn save(&self, saved: &Saved<'_>) -> Result<String, String> {
        // one of the tests needs a bug
        assert_ne!(saved.game.host().record().seed, 13);
        Ok("ludex: 1\n".to_owned())
    }
}

pub struct Server {
    pub address: SocketAddr,
}

/// The answer to a request.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        let value = |line: &'_ str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "));
        let line = self.head.lines().find(|line| value(line));
        line.and_then(|line| line.split_once(": ")).map_or("", |(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}\n{}", self.head, self.body))
    }

    /// Returns the version of an observation.
    pub fn version(&self) -> u64 {
        self.json()["table"]["version"].as_u64().unwrap_or_else(|| panic!("{}", self.body))
    }

    /// Returns the code and message of an error.
    pub fn error(&self) -> (String, String) {
        let error = &self.json()["error"];
        let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
        (text("code"), text("message"))
    }
}

impl Server {
    pub fn start(log: Arc<dyn TableLog>, limits: Limits) -> Server {
        Server::named(log, limits, &[])
    }

    /// Starts a server behind a proxy, with the names that people type.
    pub fn named(log: Arc<dyn TableLog>, limits: Limits, hosts: &[&str]) -> Server {
        Server::with(log, limits, |hall| hall.hosts = hosts.iter().map(|&host| host.to_owned()).collect())
    }

    pub fn with(log: Arc<dyn TableLog>, limits: Limits, set: impl FnOnce(&mut Hall)) -> Server {
        let mut hall = Hall::new(log, Arc::new(Games), limits, Duration::ZERO);
        set(&mut hall);
        let bound = bind(hall, (Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        let address = bound.address().unwrap();
        std::thread::spawn(move || bound.run());
        Server { address }
    }

    /// Sends a request on a connection of its own. Header lines end with `\r\n`. The host is this machine, unless a
    /// header names another one.
    pub fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let length = body.len();
        let first = format!("{} {path} HTTP/1.1\r\n", method.to_uppercase());
        let host = if headers.contains("Host: ") { "" } else { "Host: localhost\r\n" };
        let head = format!("{first}{host}Connection: close\r\nContent-Length: {length}\r\n");
        // a refused body may not be read
        let _ = stream.write_all(format!("{head}{headers}\r\n{body}").as_bytes());
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str, token: &str) -> Answer {
        self.send("get", path, &bearer(token), "")
    }

    /// Creates a table of two people. Returns its ID and the tokens.
    pub fn table(&self) -> (String, [String; 2]) {
        self.table_of("digits")
    }

    pub fn table_of(&self, game: &str) -> (String, [String; 2]) {
        let wish = json!({ "game": game, "seats": ["human", "human"] }).to_string();
        let made = self.send("post", "/tables", "", &wish).json();
        let token = |seat: usize| made["seats"][seat]["token"].as_str().unwrap().to_owned();
        (made["id"].as_str().unwrap().to_owned(), [token(0), token(1)])
    }

    pub fn choose(&self, id: &str, token: &str, version: u64) -> Answer {
        let body = json!({ "version": version, "option": 1 }).to_string();
        self.send("post", &format!("/t/{id}/choose"), &bearer(token), &body)
    }

    /// Asks for a WebSocket. Returns the head of the answer, and the stream after it.
    pub fn upgrade(&self, path: &str, token: &str) -> (String, TcpStream) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let first = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n");
        stream.write_all(format!("{first}{upgrade}{}\r\n", bearer(token)).as_bytes()).unwrap();
        let (mut byte, mut head) = ([0], Vec::new());
        while !head.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        (String::from_utf8(head).unwrap(), stream)
    }

    /// Opens a WebSocket.
    pub fn socket(&self, path: &str, token: &str) -> TcpStream {
        let (head, stream) = self.upgrade(path, token);
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        stream
    }
}

pub fn bearer(token: &str) -> String {
    if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") }
}
