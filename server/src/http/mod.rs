//! The HTTP server: routes, limits, and what every answer has in common.

mod answer;
mod call;
mod documents;
mod events;
mod files;
mod guard;
mod lobby;
mod pages;
mod prefs;
mod seats;
mod tables;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use tokio::net::TcpListener;

use crate::hall::{Hall, Table};
use crate::problem::Problem;
use answer::Answer;
use call::Call;

/// Interval of the search for unused tables and unanswered requests.
const TICK: Duration = Duration::from_secs(1);

/// Returns the routes of a server. `is_local` is true if only programs on this machine can connect.
pub fn router(hall: Arc<Hall>, is_local: bool) -> Router {
    let seat = Router::new()
        .route("/", get(seats::show))
        .route("/choose", post(seats::choose))
        .route("/undo", post(seats::undo))
        .route("/join", post(seats::join))
        .route("/pass", post(seats::pass))
        .route("/bot", post(seats::bot))
        .route("/link", get(seats::link))
        .route("/hint", get(seats::hint))
        .route("/why", get(seats::why))
        .route("/replay", get(tables::replay))
        .route("/branch", post(tables::branch))
        .route("/save", get(tables::save))
        .route("/events", get(events::events));
    let routes = Router::new()
        .route("/", get(tables::lobby))
        .route("/events", get(events::lobby))
        .route("/tables", post(tables::create))
        .route("/settings", post(pages::settings))
        .route("/t/{id}/host", get(tables::host).post(tables::host_seat))
        .nest("/t/{id}", seat.clone())
        .nest("/t/{id}/s/{seat}", seat)
        .route("/cards/{hash}/{lang}/{design}", get(files::card))
        .route("/assets/{name}", get(files::asset))
        .fallback(files::nothing)
        .method_not_allowed_fallback(files::nothing)
        .layer(DefaultBodyLimit::max(hall.limits.body));
    let own = hall.clone();
    routes
        .layer(from_fn_with_state(hall.clone(), guard::limited))
        .layer(from_fn(move |request, next| guard::checked((own.clone(), is_local), request, next)))
        .layer(from_fn(guard::finished))
        .with_state(hall)
}

/// Answers requests.
pub async fn run(hall: Arc<Hall>, listener: TcpListener) -> std::io::Result<()> {
    let is_local = listener.local_addr()?.ip().is_loopback();
    let service = router(hall.clone(), is_local).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(tick(hall));
    axum::serve(listener, service).await
}

async fn tick(hall: Arc<Hall>) {
    loop {
        tokio::time::sleep(TICK).await;
        let hall = hall.clone();
        // if the database can't be reached, requests report it
        let _ = tokio::task::spawn_blocking(move || {
            hall.sweep_idle();
            hall.expire();
            let _ = hall.poll();
        })
        .await;
    }
}

/// Runs work that blocks, and answers. A panic is answered with one sentence, and the table is rebuilt from
/// its log.
async fn answer<F>(hall: &Arc<Hall>, call: Call, work: F) -> Answer
where
    F: FnOnce(&Arc<Hall>, &Call) -> Result<Answer, Problem> + Send + 'static,
{
    let (own, asked) = (hall.clone(), call.clone());
    let done = tokio::task::spawn_blocking(move || work(&own, &asked)).await;
    let result = done.unwrap_or_else(|_| {
        if let Some(id) = call.table.as_deref().and_then(crate::log::TableId::parse) {
            hall.recover(&id);
        }
        Err(Problem::fault())
    });
    result.unwrap_or_else(|problem| problem.answer(&call))
}

/// Returns the table of a request after a change, with the result of the change.
fn changed<T>(
    hall: &Arc<Hall>,
    call: &Call,
    body: impl FnOnce(&Arc<Table>) -> Result<T, Problem>,
) -> Result<(Arc<Table>, T), Problem> {
    let table = call.table(hall)?;
    let done = body(&table)?;
    Ok((table, done))
}
