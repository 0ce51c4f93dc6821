//! A seat: its page, its choices, undo, and who plays it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use ludex::{Game, Seat, Viewer};
use ludex_table::choosing::Pick;
use ludex_table::html::Notice;
use serde_json::{Value, json};

use super::answer::{self as answers, Answer, page, see, with_cookie};
use super::call::{Body, Call, SEAT_COOKIE, plain};
use super::tables::{Sent, read};
use super::{answer, changed, documents, pages};
use crate::hall::{self, Hall, Live, Table, Token, is_free_seat};
use crate::log::{SeatRow, TableLog};
use crate::problem::{Kind, Problem};

/// Name of a query that marks the page after a link.
pub const LINKED: &str = "linked";
/// Maximum time for a hint.
const THINKING: Duration = Duration::from_secs(1);

pub async fn show(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    answer(&hall, call, |hall, call| {
        let table = call.table(hall)?;
        if let Some(answer) = opened(call, &table)? {
            return Ok(answer);
        }
        hall.wake(&table);
        shown(&table, call, None)
    })
    .await
}

/// Takes the token out of a link into a cookie.
fn opened(call: &Call, table: &Table) -> Result<Option<Answer>, Problem> {
    let (Some(token), Some(_)) = (call.query.get("k"), &call.seat) else { return Ok(None) };
    let token = Token::from_text(token);
    let live = table.live();
    let seat = live.seat_of(&token).ok_or_else(Problem::wrong_token)?;
    let own = format!("/t/{}/s/{}", live.id, seat.number() + 1);
    if call.base() != own {
        return Err(Problem::wrong_token());
    }
    let place = format!("{own}?{LINKED}=1");
    Ok(Some(with_cookie(see(&place), call, (SEAT_COOKIE, token.text(), &own))))
}

/// Answers with the current view of the request's viewer.
fn shown(table: &Arc<Table>, call: &Call, notice: Option<Notice>) -> Result<Answer, Problem> {
    let live = table.live();
    let seat = call.seat(&live)?;
    if let Some(seat) = seat {
        hall::locked(&table.presence).see(seat.number(), Instant::now());
    }
    let status = if notice == Some(Notice::Stale) { 409 } else { 200 };
    if call.html {
        let free = seat.filter(|seat| live.rows.get(seat.index()).is_some_and(is_free_seat));
        return Ok(match free {
            Some(seat) => page(status, pages::join(&live, call, seat)),
            None => page(status, pages::table(table, &live, call, (seat, notice))),
        });
    }
    let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
    let from = call.number("from")?.unwrap_or(0);
    Ok(answers::json(status, &documents::observation(&live, viewer, from, call.texts())?))
}

/// Answers after a change: a browser goes to the page of the seat.
fn moved_on(table: &Arc<Table>, call: &Call) -> Result<Answer, Problem> {
    if call.html { Ok(see(&call.base())) } else { shown(table, call, None) }
}

pub async fn choose(State(hall): State<Arc<Hall>>, call: Call, sent: Sent) -> Answer {
    answer(&hall, call, move |hall, call| {
        let table = call.table(hall)?;
        let body = read(sent, hall.limits.body)?;
        let version = body.number("version")?;
        let version =
            version.ok_or_else(|| Problem::invalid("`version` is missing: the version of the view"))?;
        let pick = pick(&body)?;
        let done = hall.change(&table, |live, log| {
            let seat = call.own_seat(live)?;
            live.choose(log, (seat, version), &pick)
        });
        match done {
            Ok(()) => moved_on(&table, call),
            Err(problem) if problem.kind == Kind::Stale => shown(&table, call, Some(Notice::Stale)),
            Err(problem) => Err(problem),
        }
    })
    .await
}

/// Reads the chosen option, or the options of a choice of several.
fn pick(body: &Body) -> Result<Pick, Problem> {
    let index = |text: &str| text.trim().parse::<usize>().ok();
    let wrong = || Problem::invalid("`option` must be the number of an option, from 0");
    if let Some(option) = body.get("option") {
        return index(&plain(option)).map(Pick::One).ok_or_else(wrong);
    }
    if body.get("options").is_none() {
        return Err(wrong());
    }
    let named = body.all("options").iter().map(plain).collect::<Vec<_>>().join(",");
    let parts = named.split(',').filter(|part| !part.trim().is_empty());
    parts.map(index).collect::<Option<_>>().map(Pick::Several).ok_or_else(wrong)
}

pub async fn undo(State(hall): State<Arc<Hall>>, call: Call, sent: Sent) -> Answer {
    answer(&hall, call, move |hall, call| {
        let body = read(sent, hall.limits.body)?;
        let version = body.number("version")?;
        let answers = body.text("answer").map(|word| matches!(word.as_str(), "yes" | "true" | "1"));
        let (table, ()) = changed(hall, call, |table| {
            hall.change(table, |live, log| {
                let seat = call.own_seat(live)?;
                match answers {
                    Some(agrees) => live.answer(log, seat, agrees),
                    None => live.undo(log, (seat, version), Instant::now()).map(drop),
                }
            })
        })?;
        moved_on(&table, call)
    })
    .await
}

/// Takes a free seat with a name. The seat then has a new token, so the link works once.
pub async fn join(State(hall): State<Arc<Hall>>, call: Call, sent: Sent) -> Answer {
    answer(&hall, call, move |hall, call| {
        let body = read(sent, hall.limits.body)?;
        let (table, (token, own)) = changed(hall, call, |table| {
            hall.change(table, |live, log| {
                let seat = call.own_seat(live)?;
                let row = row(live, seat)?;
                if row.bot.is_some() {
                    return Err(Problem::new(Kind::NotAllowed, "a bot plays this seat"));
                }
                let token = if is_free_seat(&row) { Some(Token::random()?) } else { None };
                let hash = token.as_ref().map_or(row.token, |token| Some(token.hash()));
                let name = hall::name(&body.text("name").unwrap_or_default()).unwrap_or_default();
                live.set_seat(log, seat, SeatRow { name: Some(name), token: hash, ..row })?;
                Ok((token, format!("/t/{}/s/{}", live.id, seat.number() + 1)))
            })
        })?;
        hall.lobby_changed();
        let Some(token) = token else { return moved_on(&table, call) };
        if call.html {
            return Ok(with_cookie(see(&own), call, (SEAT_COOKIE, token.text(), &own)));
        }
        Ok(answers::json(200, &json!({ "token": token.text() })))
    })
    .await
}

fn row(live: &Live, seat: Seat) -> Result<SeatRow, Problem> {
    live.rows.get(seat.index()).cloned().ok_or_else(Problem::wrong_token)
}

/// Makes a new link for a seat, with which another person takes it. The old token is void.
pub async fn pass(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    answer(&hall, call, |hall, call| {
        let token = Token::random()?;
        let (table, seat) = changed(hall, call, |table| {
            hall.change(table, |live, log| {
                let seat = call.own_seat(live)?;
                let row = row(live, seat)?;
                live.set_seat(log, seat, SeatRow { name: None, token: Some(token.hash()), ..row })?;
                Ok(seat)
            })
        })?;
        hall.lobby_changed();
        let live = table.live();
        if call.html {
            return Ok(page(200, pages::link(&live, call, (seat, &token))));
        }
        Ok(answers::json(200, &json!({ "seat": seat.number() + 1, "token": token.text() })))
    })
    .await
}

/// Shows the link of one's own seat, for another device.
pub async fn link(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    answer(&hall, call, |hall, call| {
        let table = call.table(hall)?;
        let live = table.live();
        let seat = call.own_seat(&live)?;
        let token = call.own_token(&live).ok_or_else(Problem::wrong_token)?;
        Ok(page(200, pages::link(&live, call, (seat, &token))))
    })
    .await
}

/// Lets a bot play one's own seat, or takes the seat back. A player who is away can be replaced by the
/// others.
pub async fn bot(State(hall): State<Arc<Hall>>, call: Call, sent: Sent) -> Answer {
    answer(&hall, call, move |hall, call| {
        let body = read(sent, hall.limits.body)?;
        let name = body.text("bot").filter(|name| !matches!(name.as_str(), "" | "human" | "none"));
        let other: Option<u8> = body.number("seat")?;
        let (table, ()) = changed(hall, call, |table| {
            let away = |seat: Seat| hall::locked(&table.presence).seat(seat.number()).away(Instant::now());
            hall.change(table, |live, log| {
                let own = call.own_seat(live)?;
                let wished = other.and_then(|seat| live.setup().seat(seat.checked_sub(1)?)).unwrap_or(own);
                if wished != own && (name.is_none() || away(wished) < AWAY) {
                    let why = "another player's seat can be given to a bot after five minutes of absence";
                    return Err(Problem::new(Kind::NotAllowed, why));
                }
                let row = row(live, wished)?;
                seat_bot(hall, live, log, (wished, row), name.as_deref())
            })
        })?;
        moved_on(&table, call)
    })
    .await
}

/// Minutes after which the others may give a seat to a bot.
const AWAY: u32 = 5;

/// Replaces the player of a seat by a bot, or a bot by the seat's person.
pub fn seat_bot(
    hall: &Hall,
    live: &mut Live,
    log: &dyn TableLog,
    (seat, row): (Seat, SeatRow),
    name: Option<&str>,
) -> Result<(), Problem> {
    let name = name.map(|name| hall.bot(live.setup(), name)).transpose()?;
    let spec = name.as_ref().map(|name| hall.shelf.bot(live.setup(), name)).transpose();
    let spec = spec.map_err(Problem::invalid)?;
    live.set_seat(log, seat, SeatRow { bot: name, ..row })?;
    if let Some(bot) = live.bots.get_mut(seat.index()) {
        *bot = spec;
    }
    Ok(())
}

/// Shows the reasons for a value, or without one why something can't be chosen now.
pub async fn why(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    answer(&hall, call, |hall, call| {
        let table = call.table(hall)?;
        let live = table.live();
        if !call.html {
            return Ok(answers::json(200, &documents::why_not(&live, call)?));
        }
        let seat = call.seat(&live)?;
        if !call.query.contains_key("of") && (seat.is_none() || live.game.deciding() != seat) {
            return Err(Problem::new(Kind::NotYourTurn, "it is not your turn"));
        }
        Ok(page(200, pages::why(&table, &live, call, seat)))
    })
    .await
}

/// Rates the options of one's own decision.
pub async fn hint(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    let (own, asked) = (hall.clone(), call.clone());
    let work = move || -> Result<(Game, Seat), Problem> {
        let table = asked.table(&own)?;
        let live = table.live();
        let seat = asked.own_seat(&live)?;
        if live.game.deciding() != Some(seat) {
            return Err(Problem::new(Kind::NotYourTurn, "it is not your turn"));
        }
        Ok((live.game.clone(), seat))
    };
    let task = match tokio::task::spawn_blocking(work).await {
        Ok(Ok(task)) => task,
        Ok(Err(problem)) => return problem.answer(&call),
        Err(_) => return Problem::fault().answer(&call),
    };
    let Ok(permit) = hall.thinker().await else { return Problem::fault().answer(&call) };
    let (game, seat) = task;
    let rates = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        hall::hint(&game, seat)
    });
    let Ok(Ok(rates)) = tokio::time::timeout(THINKING, rates).await else {
        return Problem::new(Kind::Unavailable, "no hint was found within a second").answer(&call);
    };
    let rows: Vec<Value> = rates
        .iter()
        .enumerate()
        .map(|(option, rate)| json!({ "option": option, "visits": rate.visits, "wins": rate.wins, "lead": rate.lead }))
        .collect();
    if !call.html {
        return answers::json(200, &json!({ "hint": rows }));
    }
    answer(&hall, call, move |hall, call| {
        let table = call.table(hall)?;
        let live = table.live();
        let seat = call.own_seat(&live)?;
        Ok(page(200, pages::hint(&table, &live, call, (seat, &rates))))
    })
    .await
}
