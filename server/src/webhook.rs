//! Webhook: a POST to another program when it is the turn of a person who is not here.
//!
//! The URL comes from the command line alone, because a server that sends requests to addresses from its
//! clients would reach places that they can't. One thread sends, so a slow or broken receiver delays no table:
//! messages wait in a bounded queue, and are dropped if it is full or they are too old.

use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::Uri;
use ludex::Seat;
use ludex_table::words::Words;
use serde_json::json;
use ureq::Agent;

use crate::hall::Live;

/// Maximum number of waiting messages.
const QUEUE: usize = 100;

/// Limits of the sender.
#[derive(Debug, Clone)]
pub struct Patience {
    /// Maximum time of an attempt.
    pub attempt: Duration,
    /// Pauses before the second and each further attempt.
    pub pauses: Vec<Duration>,
    /// Maximum age of a message.
    pub age: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { attempt: seconds(5), pauses: vec![seconds(1), seconds(5)], age: seconds(60) }
    }
}

/// The sender of messages, as long as the server runs.
pub struct Webhook {
    queue: SyncSender<Message>,
    /// Address of the server as people type it, without a slash at the end.
    origin: OnceLock<String>,
}

struct Message {
    body: String,
    since: Instant,
}

impl Webhook {
    /// Starts the sender. `report` gets a sentence when messages begin to fail.
    ///
    /// # Errors
    /// A sentence: the URL is not one of HTTP, or the system has no thread.
    pub fn start(
        url: &str,
        patience: Patience,
        report: impl Fn(&str) + Send + 'static,
    ) -> Result<Webhook, String> {
        let place = url.parse::<Uri>().ok().filter(|uri| matches!(uri.scheme_str(), Some("http" | "https")));
        let host = place.as_ref().and_then(|uri| uri.host());
        // the rest of the URL may contain a secret
        let host = host.ok_or("the URL of a webhook begins with https:// or http://")?.to_owned();
        let (queue, waiting) = sync_channel(QUEUE);
        let sender = Sender { url: url.to_owned(), agent: agent(patience.attempt), patience };
        let told = move |why: &str| report(&format!("the webhook at {host} fails: {why}"));
        let thread = thread::Builder::new().name("webhook".to_owned());
        thread.spawn(move || sender.run(&waiting, told)).map_err(|error| error.to_string())?;
        Ok(Webhook { queue, origin: OnceLock::new() })
    }

    /// Sets the address of the server that messages contain.
    pub fn serves(&self, origin: &str) {
        let _ = self.origin.set(origin.trim_end_matches('/').to_owned());
    }

    /// Reports that it is a seat's turn. It does not wait; a message that doesn't fit into the queue is dropped.
    pub fn turn(&self, live: &Live, seat: Seat) {
        let body = self.body(live, seat);
        let _ = self.queue.try_send(Message { body, since: Instant::now() });
    }

    /// Returns the message: for programs, and as a sentence where chats expect it (`text`, `content`).
    fn body(&self, live: &Live, seat: Seat) -> String {
        let words = Words::new(live.setup(), &live.head.lang);
        let number = seat.number() + 1;
        let origin = self.origin.get().map_or("", String::as_str);
        let url = format!("{origin}/t/{}/s/{number}", live.id);
        let name = live.player(&words, seat);
        let text = words.own.serve_webhook(plain(&name), words.title(), &url);
        json!({
            "event": "turn",
            "table": live.id.as_str(),
            "game": live.setup().ruleset().id(),
            "seat": number,
            "name": name,
            "version": live.version,
            "url": url,
            "text": text,
            "content": text,
            // a name must not notify all members of a chat
            "allowed_mentions": { "parse": [] },
        })
        .to_string()
    }
}

/// Removes characters of a name that mean something in chats.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '.' | '\'')).collect()
}

/// Returns a client that follows no redirects, which could lead elsewhere.
fn agent(attempt: Duration) -> Agent {
    Agent::config_builder()
        .timeout_global(Some(attempt))
        .max_redirects(0)
        .http_status_as_error(false)
        .user_agent("ludex")
        .build()
        .into()
}

struct Sender {
    url: String,
    agent: Agent,
    patience: Patience,
}

impl Sender {
    /// Sends until the server ends.
    fn run(&self, waiting: &Receiver<Message>, report: impl Fn(&str)) {
        let mut fails = false;
        for message in waiting {
            let sent = self.send(&message);
            if let (Err(why), false) = (&sent, fails) {
                report(why);
            }
            fails = sent.is_err();
        }
    }

    /// Sends a message, several times if the receiver may recover.
    fn send(&self, message: &Message) -> Result<(), String> {
        let mut pauses = self.patience.pauses.iter();
        loop {
            if message.since.elapsed() > self.patience.age {
                return Err("it is too slow; messages were dropped".to_owned());
            }
            let (why, is_final) = match self.attempt(&message.body) {
                Ok(status) if status < 300 => return Ok(()),
                Ok(status) => (format!("it answers {status}"), status < 500 && status != 429),
                Err(why) => (why, false),
            };
            match pauses.next().filter(|_| !is_final) {
                Some(pause) => thread::sleep(*pause),
                None => return Err(why),
            }
        }
    }

    /// Returns the status of the answer.
    fn attempt(&self, body: &str) -> Result<u16, String> {
        let sent = self.agent.post(&self.url).content_type("application/json").send(body);
        let why = |error: ureq::Error| error.to_string().replace(&self.url, "the URL");
        sent.map(|answer| answer.status().as_u16()).map_err(why)
    }
}
