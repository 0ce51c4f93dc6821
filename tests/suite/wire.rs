//! Paired worlds on the wire. Two servers have the same table, dealt in two ways that a seat can't
//! distinguish. As long as the seat's observations are equal, every byte that it receives must be equal:
//! pages, JSON, pushes with the cards that moved, hints, errors and headers, after each choice, after an undo,
//! and on a new connection. `just hard` compares 1,000 views of each game.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludex::{Chooser, Game, Ruleset, Seat, Setup};
use ludex_bots::BotSpec;
use ludex_server::log::{Hash, NewTable, SeatRow, Sqlite, TableId, TableLog};
use ludex_server::{Hall, Limits, Packed, Saved, Shelf, Token, bind};
use ludex_tests::rulesets::{all_shipped, ruleset};

/// Number of choices in each pair, if the seat can't distinguish its worlds before.
const CHOICES: usize = 3;
/// Views for each hint that is compared, which is a search of up to a second.
const HINTED: usize = 500;
/// Time after which a missing answer fails the test.
const PATIENCE: Duration = Duration::from_secs(120);

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

    fn drawing(&self, _: &[u8], _: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
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
    /// A connection that all requests share.
    kept: Mutex<TcpStream>,
}

impl World {
    pub fn start() -> World {
        let log: Arc<dyn TableLog> = Arc::new(Sqlite::memory().expect("a database"));
        let hall = Hall::new(log.clone(), Arc::new(Games), Limits::default(), Duration::ZERO);
        let bound = bind(hall, (Ipv4Addr::LOCALHOST, 0).into()).expect("a free port");
        let (hall, address) = (bound.hall(), bound.address().expect("an address"));
        std::thread::spawn(move || bound.run());
        World { log, hall, address, kept: Mutex::new(connected(address)) }
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

    /// Sends a request and returns the answer without its date.
    pub fn ask(&self, first: &str, headers: &str, body: &str) -> String {
        let mut stream = self.kept.lock().expect("a connection");
        let length = body.len();
        let head =
            format!("{first} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {length}\r\n\r\n");
        stream.write_all((head + body).as_bytes()).expect("sent");
        let head = head_of(&mut stream);
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length = length.unwrap_or_else(|| panic!("{first}: {head}")).parse().expect("a number");
        dated(&(head + &text_of(&mut stream, length)))
    }

    /// Opens a WebSocket.
    fn open(&self, id: &TableId, seat: Seat) -> Pushes {
        let (mut stream, path) = (connected(self.address), path(id, seat));
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let cookie = cookie(seat);
        let request = format!("GET {path}/events HTTP/1.1\r\nHost: localhost\r\n{upgrade}{cookie}\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let head = head_of(&mut stream);
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        Pushes { stream, head: dated(&head) }
    }

    fn version(&self, id: &TableId) -> u32 {
        self.hall.table(id).expect("a table").version()
    }

    /// Returns the page and the JSON of the seat now, and one of the other answers that it can ask for.
    fn seen(&self, id: &TableId, seat: Seat, number: usize) -> String {
        let (own, page, json) = (path(id, seat), cookie(seat), bearer(seat));
        let html = "Accept: text/html\r\n";
        // refused: on another seat's turn, or because there is no such option
        let option = if self.game(id).deciding() == Some(seat) { 100_000 } else { [0, 1, 50][number % 3] };
        let version = if number.is_multiple_of(2) { self.version(id) } else { 100_000 };
        let refused = format!("{{\"version\": {version}, \"option\": {option}}}");
        let others = [
            (format!("GET {own}?with=hand"), &*page, ""),
            (format!("GET {own}?picked=0"), &*page, ""),
            (format!("GET {own}?lang=de"), &*page, ""),
            (format!("GET /t/{id}"), &*json, ""),
            (format!("GET /t/{id}"), html, ""),
            (format!("GET {own}/link"), &*page, ""),
            (format!("GET {own}/why"), &*page, ""),
            (format!("GET {own}/why"), &*json, ""),
            (format!("GET {own}/save"), &*page, ""),
            (format!("POST {own}/choose"), &*json, &*refused),
            (format!("POST {own}/choose"), &*page, &*refused),
        ];
        let (first, headers, body) = &others[number % others.len()];
        let always = [(format!("GET {own}"), &*page), (format!("GET {own}?text=en"), &*json)];
        let always = always.map(|(first, headers)| self.ask(&first, headers, ""));
        format!("{}\n{}\n{}", always[0], always[1], self.ask(first, headers, body))
    }
}

/// The open WebSocket of a seat.
struct Pushes {
    stream: TcpStream,
    head: String,
}

impl Pushes {
    fn push(&mut self) -> String {
        let short = usize::from(bytes_of(&mut self.stream, 2)[1]);
        let long = match short {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let long = bytes_of(&mut self.stream, long);
        let length = long.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
        text_of(&mut self.stream, if long.is_empty() { short } else { length })
    }

    /// Returns the push of a version. Earlier ones are about people who come and go.
    fn of_version(&mut self, version: u32) -> String {
        let wanted = format!("\"version\":{version}}}");
        loop {
            let push = self.push();
            if push.ends_with(&wanted) {
                return push;
            }
        }
    }
}

fn connected(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    stream.set_nodelay(true).expect("no delay");
    stream
}

fn bytes_of(stream: &mut TcpStream, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    stream.read_exact(&mut bytes).expect("an answer");
    bytes
}

fn text_of(stream: &mut TcpStream, count: usize) -> String {
    String::from_utf8(bytes_of(stream, count)).expect("text")
}

/// Reads up to the empty line.
fn head_of(stream: &mut TcpStream) -> String {
    let (mut byte, mut head) = ([0], Vec::new());
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("an answer");
        head.push(byte[0]);
    }
    String::from_utf8(head).expect("text")
}

/// Returns an answer without its date.
fn dated(answer: &str) -> String {
    answer.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n")
}

fn path(id: &TableId, seat: Seat) -> String {
    format!("/t/{id}/s/{}", seat.number() + 1)
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
    hinted: usize,
    /// Choices whose pushes were compared, and those of them in which cards moved on the page.
    pushed: [usize; 2],
}

/// A table in both worlds, and a seat at it.
struct Pair {
    id: TableId,
    seat: Seat,
    pushes: [Pushes; 2],
}

/// Fails if a seat receives different texts.
fn same(pair: &(&TableId, Seat), [ours, theirs]: &[String; 2]) {
    let (id, seat) = (pair.0, pair.1.number() + 1);
    if let Some((here, there)) = ours.lines().zip(theirs.lines()).find(|(here, there)| here != there) {
        panic!("{id}: seat {seat} sees a difference:\n{here}\n{there}");
    }
    assert_eq!(ours.len(), theirs.len(), "{id}: seat {seat}");
}

impl Worlds {
    /// Asks both worlds at the same time.
    fn both<T: Send>(&self, ask: impl Fn(&World) -> T + Sync) -> [T; 2] {
        let [one, other] = &self.pair;
        std::thread::scope(|scope| {
            let there = scope.spawn(|| ask(other));
            [ask(one), there.join().expect("an answer")]
        })
    }

    /// Compares what a seat can ask for, in worlds that it can't distinguish. Returns false if it can.
    fn compare(&mut self, id: &TableId, seat: Seat) -> bool {
        let [one, other] = self.both(|world| world.observed(id, seat));
        if one != other {
            return false;
        }
        let number = self.compared;
        same(&(id, seat), &self.both(|world| world.seen(id, seat, number)));
        self.compared += 1;
        true
    }

    /// Opens a connection of the seat in both worlds, and compares their first push.
    fn open(&self, id: &TableId, seat: Seat) -> [Pushes; 2] {
        let mut pushes = self.both(|world| world.open(id, seat));
        same(&(id, seat), &pushes.each_ref().map(|pushes| pushes.head.clone()));
        same(&(id, seat), &pushes.each_mut().map(Pushes::push));
        pushes
    }

    /// Makes the same choice in both worlds. Returns false if the other world doesn't have it.
    fn choose(&self, id: &TableId, picks: &mut Chooser) -> bool {
        let [one, other] = self.pair.each_ref().map(|world| world.game(id));
        let (Some(acts), true) = (one.deciding(), one.deciding() == other.deciding()) else { return false };
        let [ours, theirs] = [one, other].map(|game| game.host().labels());
        let here = picks.below(ours.len());
        let Some(there) = theirs.iter().position(|label| *label == ours[here]) else { return false };
        for (world, option) in self.pair.iter().zip([here, there]) {
            let version = world.version(id);
            let body = format!("{{\"version\": {version}, \"option\": {option}}}");
            let answer = world.ask(&format!("POST /t/{id}/choose"), &bearer(acts), &body);
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
        true
    }

    /// Compares what the seat is sent after a choice.
    fn pushed(&mut self, pair: &mut Pair) {
        let versions = self.pair.each_ref().map(|world| world.version(&pair.id));
        let [one, other] = &mut pair.pushes;
        let shown = [one.of_version(versions[0]), other.of_version(versions[1])];
        same(&(&pair.id, pair.seat), &shown);
        self.pushed[0] += 1;
        self.pushed[1] += usize::from(!shown[0].contains("\"moves\":[]"));
    }

    /// Takes back a choice of the seat in both worlds, or asks the others, and compares the answers.
    fn undo(&mut self, id: &TableId, seat: Seat) {
        let answers = self.both(|world| world.ask(&format!("POST /t/{id}/undo"), &bearer(seat), ""));
        assert_eq!(answers[0], answers[1], "{id}: an undo tells the worlds apart");
        self.undone += usize::from(answers[0].starts_with("HTTP/1.1 200"));
        assert!(self.compare(id, seat), "{id}: after an undo, the seat knows more");
        self.open(id, seat);
    }

    /// Compares the hints for the seat's decision. A busy machine may find none within a second.
    fn hint(&mut self, id: &TableId, seat: Seat) {
        let hints = self.both(|world| world.ask(&format!("GET /t/{id}/hint"), &bearer(seat), ""));
        if hints.iter().all(|hint| hint.starts_with("HTTP/1.1 200")) {
            assert_eq!(hints[0], hints[1], "{id}: a hint tells the worlds apart");
            self.hinted += 1;
        }
    }

    /// Follows two deals of a game until the seat can distinguish them. Returns true if it asked for a hint.
    fn follow(&mut self, game: &Game, seat: Seat, (number, hints): (usize, bool)) -> bool {
        let deals = [1, 2].map(|deal| game.determinize(seat, 2 * number as u64 + deal));
        let [Some(one), Some(other)] = deals else { return false };
        let id = TableId::parse(&format!("{}-{number}", game.setup().ruleset().id())).expect("an ID");
        self.different += usize::from(one.view(ludex::Viewer::Open) != other.view(ludex::Viewer::Open));
        self.pair[0].lay(&id, &one);
        self.pair[1].lay(&id, &other);
        let mut picks = Chooser::new(number as u64);
        let hints = hints && one.deciding() == Some(seat);
        assert!(self.compare(&id, seat), "{id}: a deal that the seat can tell apart");
        if hints {
            self.hint(&id, seat);
        }
        let mut pair = Pair { pushes: self.open(&id, seat), id, seat };
        for _ in 0..CHOICES {
            if !self.choose(&pair.id, &mut picks) || !self.compare(&pair.id, seat) {
                return hints;
            }
            self.pushed(&mut pair);
        }
        self.undo(&pair.id, seat);
        hints
    }
}

/// Compares random games for the acting players and for random other players.
fn play(worlds: &mut Worlds, id: &str, most: usize) {
    let most = worlds.compared + most;
    let rules = ruleset(id);
    let sizes: Vec<u8> = rules.players().collect();
    let (mut picks, mut number, mut hints) = (Chooser::new(7), 0, 0);
    for seed in 0.. {
        let setup = rules.setup(sizes[seed as usize % sizes.len()], &[]).expect("a setup");
        let mut game = Game::new(&setup, seed);
        while let Some(acts) = game.deciding() {
            if picks.below(4) == 0 {
                let seats: Vec<Seat> = setup.seats().map(|seat| seat.id).collect();
                for seat in [acts, seats[picks.below(seats.len())]] {
                    hints += usize::from(worlds.follow(&game, seat, (number, hints <= decisions() / HINTED)));
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
    let pair = [World::start(), World::start()];
    let mut worlds = Worlds { pair, compared: 0, different: 0, undone: 0, hinted: 0, pushed: [0; 2] };
    for id in all_shipped() {
        play(&mut worlds, &id, decisions());
        let Worlds { compared, different, undone, hinted, pushed: [pushed, moved], .. } = worlds;
        println!(
            "{id}: so far {compared} views, {different} pairs dealt differently, {undone} undone, \
             {hinted} hints, {pushed} pushes, {moved} of them with moves"
        );
    }
    let Worlds { compared, different, pushed: [pushed, moved], .. } = worlds;
    assert!(compared >= decisions() * all_shipped().len());
    assert!(different * 20 > compared, "{different} pairs differ, {compared} views");
    assert!(moved * 10 > pushed && pushed * 5 > compared, "{pushed} pushes, {moved} of them with moves");
}
