//! Pushes to viewers over WebSockets. Each change sends the viewer's whole view; a viewer that is too slow
//! for all changes gets the latest one.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use ludex::Viewer;
use ludex_table::html::Notice;
use serde_json::json;
use tokio::sync::watch;

use super::answer::Answer;
use super::call::Call;
use super::{documents, pages};
use crate::hall::{Hall, Table, Visit};
use crate::limits::Bucket;
use crate::problem::{Kind, Problem};

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

pub async fn events(State(hall): State<Arc<Hall>>, call: Call, upgrade: Upgrade) -> Answer {
    let Ok(upgrade) = upgrade else { return no_socket().answer(&call) };
    let (own, asked) = (hall.clone(), call.clone());
    let begun = tokio::task::spawn_blocking(move || {
        let table = asked.table(&own)?;
        let seat = asked.seat(&table.live())?;
        let visit = Visit::begin(&table, seat.map(|seat| seat.number()), &own.limits)?;
        own.wake(&table);
        Ok((table, visit))
    });
    let (table, visit) = match begun.await.unwrap_or_else(|_| Err(Problem::fault())) {
        Ok(begun) => begun,
        Err(problem) => return problem.answer(&call),
    };
    let upgrade = small(&hall, upgrade);
    upgrade.on_upgrade(move |socket| async move {
        let changed = table.watch();
        // others see that this person is here
        table.announce();
        let source = Source { table, call, visit: Arc::new(visit), last: None };
        serve(&hall, socket, changed, source).await;
    })
}

pub async fn lobby(State(hall): State<Arc<Hall>>, call: Call, upgrade: Upgrade) -> Answer {
    let Ok(upgrade) = upgrade else { return no_socket().answer(&call) };
    let upgrade = small(&hall, upgrade);
    upgrade.on_upgrade(move |socket| async move {
        let changed = hall.watch_lobby();
        serve(&hall, socket, changed, LobbySource { hall: hall.clone(), call }).await;
    })
}

/// Sets the sizes of a connection: clients send little, and there may be thousands.
fn small(hall: &Hall, upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    let most = hall.limits.message;
    upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(most)
}

fn no_socket() -> Problem {
    Problem::new(Kind::Malformed, "this address answers WebSockets only")
}

/// The content of pushes.
trait PushSource: Clone + Send + 'static {
    /// Returns the next message, or an error that ends the connection. It blocks.
    fn next(&mut self) -> Result<Option<String>, Problem>;
}

/// Pushes a view at the beginning and after each change, until the viewer leaves or breaks a limit.
async fn serve(
    hall: &Arc<Hall>,
    mut socket: WebSocket,
    mut changed: watch::Receiver<u64>,
    mut source: impl PushSource,
) {
    let mut bucket = Bucket::new(hall.limits.messages, Instant::now());
    changed.mark_changed();
    loop {
        tokio::select! {
            news = changed.changed() => {
                if news.is_err() {
                    break;
                }
                let mut own = source.clone();
                let drawn = tokio::task::spawn_blocking(move || { let text = own.next(); (own, text) });
                let Ok((kept, Ok(text))) = drawn.await else { break };
                source = kept;
                let Some(text) = text else { continue };
                let sent = socket.send(Message::Text(text.into()));
                if !matches!(tokio::time::timeout(hall.limits.patience, sent).await, Ok(Ok(()))) {
                    break;
                }
            }
            message = socket.recv() => {
                let is_open = matches!(message, Some(Ok(Message::Text(_) | Message::Binary(_) | Message::Ping(_) | Message::Pong(_))));
                if !is_open || !bucket.take(hall.limits.messages, Instant::now()) {
                    break;
                }
            }
        }
    }
}

/// The view of one viewer.
#[derive(Clone)]
struct Source {
    table: Arc<Table>,
    call: Call,
    visit: Arc<Visit>,
    /// Number of log lines and of choices at the last push.
    last: Option<(usize, usize)>,
}

impl PushSource for Source {
    fn next(&mut self) -> Result<Option<String>, Problem> {
        let table = self.table.clone();
        let live = table.live();
        // a token that is no longer valid ends the connection
        let seat = self.call.seat(&live)?;
        let now = (live.game.log_len(), live.game.choices());
        let (line, choices) = self.last.replace(now).unwrap_or(now);
        // an undo makes both smaller
        let from = (line.min(now.0), choices.min(now.1));
        if !self.call.html && self.call.query.get("format").is_some_and(|format| format == "json") {
            let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
            return Ok(Some(documents::observation(&live, viewer, 0, self.call.texts())?.to_string()));
        }
        let notice = (!self.visit.plays()).then_some(Notice::SeatTaken);
        let drawn = pages::pushed(&table, &live, &self.call, (seat, notice, from));
        Ok(Some(
            json!({
                "version": live.version,
                "html": drawn.html,
                "announce": drawn.announce,
                "title": drawn.title,
                "moves": drawn.moves,
            })
            .to_string(),
        ))
    }
}

#[derive(Clone)]
struct LobbySource {
    hall: Arc<Hall>,
    call: Call,
}

impl PushSource for LobbySource {
    fn next(&mut self) -> Result<Option<String>, Problem> {
        let page = pages::lobby(&self.hall, &self.call, None)?;
        Ok(Some(
            json!({ "version": 0, "html": page, "announce": "", "title": "Ludex", "moves": [] }).to_string(),
        ))
    }
}
