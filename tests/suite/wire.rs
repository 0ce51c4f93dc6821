//! Paired worlds on the wire. Two servers have the same table, dealt in two ways that a seat can't
//! distinguish. As long as the seat's observations are equal, every byte that it receives must be equal:
//! pages, JSON, pushes, hints, errors and headers, after each choice, after an undo, and on a new connection.
//! `just hard` compares 1,000 views of each game.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use ludex::{Chooser, Game, Ruleset, Seat, Setup};
use ludex_bots::BotSpec;
use ludex_server::log::{Hash, NewTable, SeatRow, Sqlite, TableId, TableLog};
use ludex_server::{Hall, Limits, Packed, Saved, Shelf, Token, bind};
use ludex_tests::rulesets::{all_shipped, ruleset};

/// Number of choices in each pair, if the seat can't distinguish its worlds before.
const CHOICES: usize = 3;
/// One pair in this number asks for a hint, which takes a search.
const HINTS: usize = 10;

/// Number of decisions for each game; `just hard` asks for 1,000.
fn decisions() -> usize {
    std::env::var("LUDEX_ROUNDS").map_or(6, |rounds| rounds.parse().expect("a number"))
}

/// The shipped games. The package of each is its ID.
struct Games;

impl Shelf for Games {
    fn games(&self) -> Vec<String> {
        all_shipped()
    }

    fn load(&self, game: &str, _: &[String]) -> Result<Packed, String> {
        Ok(Packed { ruleset: ruleset(game), package: game.as_bytes().to_vec() })
    }

    fn variants(&self, _: &str, _: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    fn unpack(&self, package: &[u8], _: &[String]) -> Result<Ruleset, String> {
        Ok(ruleset(&String::from_utf8_lossy(package)))
    }

    fn bot(&self, _: &Setup, name: &str) -> Result<BotSpec, String> {
        BotSpec::read(name, &mut |_| Err("no weights".to_owned())).map_err(|error| error.to_string())
    }

    fn save(&self, _: &Saved<'_>) -> Result<String, String> {
        Err("no saves".to_owned())
    }
}

/// A server with one of two worlds.
pub struct World {
    log: Arc<dyn TableLog>,
    hall: Arc<Hall>,
    address: SocketAddr,
}

impl World {
    pub fn start() -> World {
        let log: Arc<dyn TableLog> = Arc::new(Sqlite::memory().expect("a database"));
        let hall = Hall::new(log.clone(), Arc::new(Games), Limits::default(), Duration::ZERO);
        let bound = bind(hall, (Ipv4Addr::LOCALHOST, 0).into()).expect("a free port");
        let (hall, address) = (bound.hall(), bound.address().expect("an address"));
        std::thread::spawn(move || bound.run());
        World { log, hall, address }
    }

    /// Creates a table whose seats are taken, and puts a game on it.
    fn lay(&self, id: &TableId, game: &Game) {
        let package = game.setup().ruleset().id().as_bytes();
        let (hash, players) = (Hash::from_package(package), game.players());
        self.log.put_ruleset(&hash, package).expect("stored");
        let head = NewTable {
            ruleset: hash,
            players,
            options: Vec::new(),
            variants: Vec::new(),
            seed: 1,
            lang: "en".to_owned(),
            created: 0,
            from: None,
        };
        let row = |seat| SeatRow { name: Some(String::new()), token: Some(token(seat).hash()), bot: None };
        self.log.create(id, &head, &(0..players).map(row).collect::<Vec<_>>()).expect("created");
        self.hall.table(id).expect("a table").live().game = game.clone();
    }

    /// Returns the seat's observation, from inside.
    fn observed(&self, id: &TableId, seat: Seat) -> String {
        let table = self.hall.table(id).expect("a table");
        let live = table.live();
        format!("{:?} {}", live.version, serde_json::to_string(&live.game.observe(seat, 0)).expect("JSON"))
    }

    fn game(&self, id: &TableId) -> Game {
        self.hall.table(id).expect("a table").live().game.clone()
    }

    /// Sends a request for JSON.
    pub fn json(&self, first: &str, headers: &str, body: &str) -> serde_json::Value {
        let answer = self.ask(first, headers, body);
        let text = answer.split_once("\n\n").map_or("", |(_, text)| text);
        serde_json::from_str(text).unwrap_or_else(|_| panic!("{first}: {answer}"))
    }

    pub fn ask(&self, first: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        let length = body.len();
        let request = format!(
            "{first} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n")
    }

    /// Opens a WebSocket and returns the headers and the first message.
    fn pushed(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{upgrade}{headers}\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut byte = [0];
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte).expect("headers");
            answer.push(byte[0]);
        }
        let mut read = |count| {
            let mut bytes = vec![0; count];
            stream.read_exact(&mut bytes).expect("a frame");
            bytes
        };
        let short = usize::from(read(2)[1]);
        let long = match short {
            126 => read(2),
            127 => read(8),
            _ => vec![],
        };
        let length = long.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
        answer.extend(read(if long.is_empty() { short } else { length }));
        let answer = String::from_utf8(answer).expect("text");
        assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
        answer.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n")
    }

    /// Returns everything that the seat receives now.
    fn seen(&self, id: &TableId, seat: Seat) -> String {
        let path = format!("/t/{id}/s/{}", seat.number() + 1);
        let (page, json) = (cookie(seat), bearer(seat));
        let mut all = String::new();
        let mut add = |answer: String| writeln!(all, "{answer}").expect("a string");
        for query in ["", "?with=hand", "?picked=0", "?lang=de"] {
            add(self.ask(&format!("GET {path}{query}"), &page, ""));
        }
        add(self.ask(&format!("GET /t/{id}"), &json, ""));
        add(self.ask(&format!("GET /t/{id}"), "Accept: text/html\r\n", ""));
        add(self.ask(&format!("GET {path}/link"), &page, ""));
        add(self.ask(&format!("GET {path}/why"), &page, ""));
        add(self.ask(&format!("GET {path}/why"), &json, ""));
        add(self.ask(&format!("GET {path}?text=en"), &json, ""));
        add(self.ask(&format!("GET {path}/save"), &page, ""));
        add(self.ask(&format!("POST {path}/choose"), &json, "{\"version\": 100000, \"option\": 0}"));
        for option in [0, 1, 50, 100_000] {
            let version = self.hall.table(id).expect("a table").version();
            // refused: on another seat's turn, or because there is no such option
            if self.game(id).deciding() != Some(seat) || option == 100_000 {
                let body = format!("{{\"version\": {version}, \"option\": {option}}}");
                add(self.ask(&format!("POST {path}/choose"), &json, &body));
            }
        }
        add(self.pushed(&format!("{path}/events"), &page));
        all
    }
}

fn token(seat: u8) -> Token {
    Token::from_text(&format!("the token of seat {seat}"))
}

fn bearer(seat: Seat) -> String {
    format!("Accept: application/json\r\nAuthorization: Bearer {}\r\n", token(seat.number()).text())
}

fn cookie(seat: Seat) -> String {
    format!("Accept: text/html\r\nCookie: seat={}\r\n", token(seat.number()).text())
}

/// Two servers, and what was compared.
struct Worlds {
    pair: [World; 2],
    compared: usize,
    different: usize,
    undone: usize,
}

impl Worlds {
    /// Compares the messages to a seat in two worlds that it can't distinguish. Returns false if it can.
    fn compare(&mut self, id: &TableId, seat: Seat) -> bool {
        let [one, other] = &self.pair;
        if one.observed(id, seat) != other.observed(id, seat) {
            return false;
        }
        let shown = [one, other].map(|world| world.seen(id, seat));
        let [ours, theirs] = &shown;
        if let Some((here, there)) = ours.lines().zip(theirs.lines()).find(|(here, there)| here != there) {
            panic!("{id}: seat {} sees a difference:\n{here}\n{there}", seat.number() + 1);
        }
        assert_eq!(ours.len(), theirs.len(), "{id}");
        self.compared += 1;
        true
    }

    /// Makes the same choice in both worlds. Returns false if the other world doesn't have it.
    fn choose(&self, id: &TableId, picks: &mut Chooser) -> bool {
        let [one, other] = self.pair.each_ref().map(|world| world.game(id));
        let (Some(acts), true) = (one.deciding(), one.deciding() == other.deciding()) else { return false };
        let [ours, theirs] = [one, other].map(|game| game.host().labels());
        let here = picks.below(ours.len());
        let Some(there) = theirs.iter().position(|label| *label == ours[here]) else { return false };
        for (world, option) in self.pair.iter().zip([here, there]) {
            let version = world.hall.table(id).expect("a table").version();
            let body = format!("{{\"version\": {version}, \"option\": {option}}}");
            let answer = world.ask(&format!("POST /t/{id}/choose"), &bearer(acts), &body);
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
        true
    }

    /// Takes back a choice of the seat in both worlds, or asks the others, and compares the answers.
    fn undo(&mut self, id: &TableId, seat: Seat) {
        let answers =
            self.pair.each_ref().map(|world| world.ask(&format!("POST /t/{id}/undo"), &bearer(seat), ""));
        assert_eq!(answers[0], answers[1], "{id}: an undo tells the worlds apart");
        self.undone += usize::from(answers[0].starts_with("HTTP/1.1 200"));
        assert!(self.compare(id, seat), "{id}: after an undo, the seat knows more");
    }

    /// Compares the hints for the seat's decision. A busy machine may find none within a second.
    fn hint(&self, id: &TableId, seat: Seat) {
        let hints =
            self.pair.each_ref().map(|world| world.ask(&format!("GET /t/{id}/hint"), &bearer(seat), ""));
        if hints.iter().all(|hint| hint.starts_with("HTTP/1.1 200")) {
            assert_eq!(hints[0], hints[1], "{id}: a hint tells the worlds apart");
        }
    }

    /// Follows two deals of a game until the seat can distinguish them.
    fn follow(&mut self, game: &Game, seat: Seat, number: usize) {
        let deals = [1, 2].map(|deal| game.determinize(seat, 2 * number as u64 + deal));
        let [Some(one), Some(other)] = deals else { return };
        let id = TableId::parse(&format!("{}-{number}", game.setup().ruleset().id())).expect("an ID");
        self.different += usize::from(one.view(ludex::Viewer::Open) != other.view(ludex::Viewer::Open));
        self.pair[0].lay(&id, &one);
        self.pair[1].lay(&id, &other);
        let mut picks = Chooser::new(number as u64);
        assert!(self.compare(&id, seat), "{id}: a deal that the seat can tell apart");
        if number.is_multiple_of(HINTS) && one.deciding() == Some(seat) {
            self.hint(&id, seat);
        }
        for _ in 0..CHOICES {
            if !self.choose(&id, &mut picks) || !self.compare(&id, seat) {
                return;
            }
        }
        self.undo(&id, seat);
    }
}

/// Compares random games for the acting players and for random other players.
fn play(worlds: &mut Worlds, id: &str, most: usize) {
    let most = worlds.compared + most;
    let rules = ruleset(id);
    let sizes: Vec<u8> = rules.players().collect();
    let (mut picks, mut number) = (Chooser::new(7), 0);
    for seed in 0.. {
        let setup = rules.setup(sizes[seed as usize % sizes.len()], &[]).expect("a setup");
        let mut game = Game::new(&setup, seed);
        while let Some(acts) = game.deciding() {
            if picks.below(4) == 0 {
                let seats: Vec<Seat> = setup.seats().map(|seat| seat.id).collect();
                for seat in [acts, seats[picks.below(seats.len())]] {
                    worlds.follow(&game, seat, number);
                    number += 1;
                }
            }
            if worlds.compared >= most {
                return;
            }
            let pick = picks.below(game.options());
            game.apply(pick).expect("no fault");
        }
    }
}

#[test]
fn a_seat_receives_nothing_that_it_cannot_know() {
    let mut worlds = Worlds { pair: [World::start(), World::start()], compared: 0, different: 0, undone: 0 };
    for id in all_shipped() {
        play(&mut worlds, &id, decisions());
        let Worlds { compared, different, undone, .. } = worlds;
        println!("{id}: so far {compared} views, {different} pairs dealt differently, {undone} undone");
    }
    let Worlds { compared, different, .. } = worlds;
    assert!(compared >= decisions() * all_shipped().len());
    assert!(different * 20 > compared, "{different} pairs differ, {compared} views");
}
