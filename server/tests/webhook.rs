//! The webhook: who is reported to it, what it contains, and receivers that are slow or broken.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ludex_server::log::Sqlite;
use ludex_server::{Limits, Patience, Webhook};
use serde_json::{Value, json};

use crate::openapi::fits_message;
use crate::support::Server;

const SOON: Duration = Duration::from_secs(10);
/// Time after which no request is expected.
const NEVER: Duration = Duration::from_millis(300);

/// A program that receives requests.
struct Listener {
    address: SocketAddr,
    received: Receiver<Value>,
}

impl Listener {
    /// Answers requests with these lines, then without errors. A line without a status is never sent.
    fn start(answers: &[&str]) -> Listener {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (send, received) = channel();
        let answers: Vec<String> = answers.iter().rev().map(|&answer| answer.to_owned()).collect();
        thread::spawn(move || serve(&listener, answers, &send));
        Listener { address, received }
    }

    fn next(&self) -> Value {
        self.received.recv_timeout(SOON).unwrap()
    }

    fn is_quiet(&self) -> bool {
        self.received.recv_timeout(NEVER) == Err(RecvTimeoutError::Timeout)
    }
}

fn serve(listener: &TcpListener, mut answers: Vec<String>, send: &Sender<Value>) {
    let mut kept = Vec::new();
    for stream in listener.incoming() {
        let mut stream = stream.unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let (mut line, mut length) = (String::new(), 0);
        while reader.read_line(&mut line).unwrap() > 2 {
            let lower = line.to_lowercase();
            length = lower.strip_prefix("content-length: ").map_or(length, |n| n.trim().parse().unwrap());
            line.clear();
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let _ = send.send(serde_json::from_slice(&body).unwrap());
        let answer = answers.pop().unwrap_or_else(|| "204 No Content".to_owned());
        if answer.is_empty() {
            kept.push(stream);
            continue;
        }
        write!(stream, "HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").unwrap();
    }
}

/// A server with a webhook, and the sentences that it reports.
fn server(address: SocketAddr, patience: Patience) -> (Server, Arc<Mutex<Vec<String>>>) {
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let own = reports.clone();
    let report = move |why: &str| own.lock().unwrap().push(why.to_owned());
    let webhook = Webhook::start(&format!("http://{address}/hook?secret=s3cret"), patience, report).unwrap();
    webhook.serves("https://games.example.org/");
    let log = Arc::new(Sqlite::memory().unwrap());
    (Server::with(log, Limits::default(), |hall| hall.webhook = Some(webhook)), reports)
}

fn quick() -> Patience {
    Patience {
        attempt: Duration::from_millis(500),
        pauses: vec![Duration::from_millis(10); 2],
        ..Patience::default()
    }
}

#[test]
fn the_turn_of_a_person_without_an_open_page_is_reported() {
    let listener = Listener::start(&[]);
    let (server, reports) = server(listener.address, quick());
    let (id, tokens) = server.table();
    let first = server.socket(&format!("/t/{id}/events"), &tokens[0]);
    server.choose(&id, &tokens[0], 0);
    let message = listener.next();
    fits_message(&message);
    let url = format!("https://games.example.org/t/{id}/s/2");
    let expected = json!({ "table": id, "game": "digits", "seat": 2, "version": 1, "url": url });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&message[key], value);
    }
    assert!(message["text"].as_str().unwrap().ends_with(&url), "{message}");
    assert!(tokens.iter().all(|token| !message.to_string().contains(token)), "{message}");
    server.choose(&id, &tokens[1], 1);
    assert!(listener.is_quiet(), "the page of the first seat is open");
    server.choose(&id, &tokens[0], 2);
    assert_eq!(listener.next()["version"], 3);
    drop(first);
    assert!(reports.lock().unwrap().is_empty());
}

#[test]
fn bots_and_free_seats_are_not_reported() {
    let listener = Listener::start(&[]);
    let (server, _) = server(listener.address, quick());
    let wish = json!({ "game": "digits", "seats": ["human", "random"], "seed": 3 }).to_string();
    let made = server.send("post", "/tables", "", &wish).json();
    let (id, token) = (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    server.choose(id, token, 0);
    let message = listener.next();
    assert_eq!((&message["seat"], &message["version"]), (&json!(1), &json!(2)), "after the bot's choice");
    server.send("post", &format!("/t/{id}/s/1/pass"), &crate::support::bearer(token), "");
    assert!(listener.is_quiet(), "nobody has the seat");
}

#[test]
fn a_broken_receiver_is_tried_again_and_reported_once_without_its_secret() {
    let listener =
        Listener::start(&["500 No", "429 Wait", "200 OK", "404 Gone", "500 No", "500 No", "500 No"]);
    let (server, reports) = server(listener.address, quick());
    let (id, tokens) = server.table();
    server.choose(&id, &tokens[0], 0);
    let same = [listener.next(), listener.next(), listener.next()];
    assert!(same.iter().all(|message| *message == same[0]));
    assert!(listener.is_quiet() && reports.lock().unwrap().is_empty());
    server.choose(&id, &tokens[1], 1);
    listener.next();
    assert!(listener.is_quiet(), "404 is final");
    server.choose(&id, &tokens[0], 2);
    (0..3).for_each(|_| assert_eq!(listener.next()["version"], 3));
    assert!(listener.is_quiet(), "three attempts");
    assert_eq!(*reports.lock().unwrap(), ["the webhook at 127.0.0.1 fails: it answers 404"]);
}

#[test]
fn a_receiver_that_never_answers_delays_no_choice() {
    let listener = Listener::start(&[""; 20]);
    let patience = Patience { pauses: Vec::new(), ..quick() };
    let (server, reports) = server(listener.address, patience);
    let begun = Instant::now();
    for _ in 0..10 {
        let (id, tokens) = server.table();
        (0..18).for_each(|version| {
            let token = &tokens[version as usize % 2];
            assert_eq!(server.choose(&id, token, version).status, 200);
        });
    }
    assert!(begun.elapsed() < SOON);
    listener.next();
    listener.next();
    assert_eq!(reports.lock().unwrap().len(), 1, "{reports:?}");
}

#[test]
fn redirects_are_not_followed_and_other_addresses_are_refused() {
    let (other, quiet) = (Listener::start(&[]), Listener::start(&[]));
    let place = format!("307 Elsewhere\r\nLocation: http://{}/", quiet.address);
    let listener = Listener::start(&[&place]);
    let (server, reports) = server(listener.address, quick());
    let (id, tokens) = server.table();
    server.choose(&id, &tokens[0], 0);
    listener.next();
    assert!(quiet.is_quiet() && other.is_quiet());
    assert_eq!(*reports.lock().unwrap(), ["the webhook at 127.0.0.1 fails: it answers 307"]);
    for url in ["", "file:///etc/passwd", "ftp://example.org/", "example.org", "http://", "//example.org/"] {
        assert!(Webhook::start(url, quick(), |_| {}).is_err(), "{url}");
    }
}
