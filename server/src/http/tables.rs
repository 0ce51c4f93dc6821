//! The lobby, new tables, replays, branches and saves.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use ludex::Viewer;
use serde_json::Value;

use super::answer::{Answer, content, json, page, see, with_cookie};
use super::call::{Body, Call, HOST_COOKIE, SEAT_COOKIE, plain};
use super::{answer, documents, pages};
use crate::hall::{CreatedTable, Hall, Live, SeatWish, Token, Wish, is_free_seat};
use crate::log::SeatRow;
use crate::problem::{Kind, Problem};
use crate::shelf::Saved;

/// Maximum number of seats in a form.
const MOST_SEATS: u8 = 16;

/// The body of a request, or the reason why it could not be read.
pub type Sent = Result<Bytes, BytesRejection>;

pub fn read(sent: Sent, most: usize) -> Result<Body, Problem> {
    let too_large = |_| {
        Problem::new(Kind::TooLarge, format!("the body could not be read: at most {most} bytes are accepted"))
    };
    Body::read(&sent.map_err(too_large)?)
}

pub async fn lobby(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    answer(&hall, call, |hall, call| match call.html {
        true => pages::lobby(hall, call, None).map(|text| page(200, text)),
        false => Ok(json(200, &documents::lobby(hall)?)),
    })
    .await
}

pub async fn create(State(hall): State<Arc<Hall>>, call: Call, sent: Sent) -> Answer {
    answer(&hall, call, move |hall, call| {
        let body = read(sent, hall.limits.body)?;
        let made = wish(&body).and_then(|wish| hall.create(&wish));
        let made = match made {
            Ok(made) => made,
            Err(problem) if call.html && problem.kind == Kind::Invalid => {
                return pages::lobby(hall, call, Some((&body, &problem.message))).map(|text| page(422, text));
            }
            Err(problem) => return Err(problem),
        };
        let own = own_seat(&body).filter(|_| call.html);
        match own {
            Some((seat, name)) => sit(hall, call, &made, (seat, &name)),
            None => answer_made(hall, call, &made),
        }
    })
    .await
}

/// Returns the seat that the person of a form takes, from 0, and the person's name.
fn own_seat(body: &Body) -> Option<(u8, String)> {
    let is_own = |seat: &u8| body.text(&format!("seat{}", seat + 1)).is_some_and(|word| word == "me");
    Some(((0..MOST_SEATS).find(is_own)?, body.text("name").unwrap_or_default()))
}

/// Gives a seat to the person who made the table, and shows the links of the others.
fn sit(
    hall: &Arc<Hall>,
    call: &Call,
    made: &CreatedTable,
    (seat, name): (u8, &str),
) -> Result<Answer, Problem> {
    let mut live = made.table.live();
    let Some(seat) = live.setup().seat(seat) else {
        drop(live);
        return answer_made(hall, call, made);
    };
    let token = Token::random()?;
    let row = SeatRow {
        name: Some(crate::hall::name(name).unwrap_or_default()),
        token: Some(token.hash()),
        bot: None,
    };
    live.set_seat(&*hall.log, seat, row)?;
    drop(live);
    let number = seat.number() + 1;
    let (links, own) = (format!("/t/{}/host", made.table.id), format!("/t/{}/s/{number}", made.table.id));
    let answer =
        with_cookie(see(&format!("{links}?me={number}")), call, (HOST_COOKIE, made.host.text(), &links));
    Ok(with_cookie(answer, call, (SEAT_COOKIE, token.text(), &own)))
}

/// Answers with the links of a new table. A script holds all tokens, so it has taken all seats.
fn answer_made(hall: &Arc<Hall>, call: &Call, made: &CreatedTable) -> Result<Answer, Problem> {
    if call.html {
        let place = format!("/t/{}/host", made.table.id);
        return Ok(with_cookie(see(&place), call, (HOST_COOKIE, made.host.text(), &place)));
    }
    let mut live = made.table.live();
    let people: Vec<_> = live.setup().seats().map(|seat| seat.id).collect();
    for seat in people {
        let row = live.rows.get(seat.index()).filter(|row| is_free_seat(row));
        if let Some(row) = row.cloned() {
            live.set_seat(&*hall.log, seat, SeatRow { name: Some(String::new()), ..row })?;
        }
    }
    drop(live);
    Ok(json(201, &documents::made(made)))
}

/// Reads a request for a new table, from JSON or from the form of the lobby.
fn wish(body: &Body) -> Result<Wish, Problem> {
    let game = body.text("game").ok_or_else(|| Problem::invalid("`game` is missing: the ID of a game"))?;
    let players: Option<u8> = body.number("players")?;
    // the form has a row for each seat of the largest table
    let rows = (1..=players.unwrap_or(MOST_SEATS)).map_while(|seat| body.get(&format!("seat{seat}")));
    let seats = body.all("seats").iter().chain(rows).map(seat).collect::<Result<_, _>>()?;
    let variants = body.all("variants").iter().chain(&body.all("variant")).map(plain).collect();
    Ok(Wish {
        game,
        players,
        seats,
        seed: body.number("seed")?,
        options: options(body)?,
        variants,
        lang: body.text("lang").filter(|lang| !lang.is_empty()),
    })
}

fn seat(value: &Value) -> Result<SeatWish, Problem> {
    match value.as_str() {
        Some("human" | "me") => Ok(SeatWish::Person),
        Some(bot) => Ok(SeatWish::Bot(bot.to_owned())),
        None => Err(Problem::invalid("`seats` must list \"human\" or the name of a bot for each seat")),
    }
}

/// Returns the options of a JSON object, or the fields `option.NAME` of a form.
fn options(body: &Body) -> Result<Vec<(String, String)>, Problem> {
    let typed = body.names().filter_map(|name| {
        Some((name.strip_prefix("option.")?.to_owned(), body.text(name).filter(|text| !text.is_empty())?))
    });
    match body.get("options") {
        None => Ok(typed.collect()),
        Some(Value::Object(given)) => {
            Ok(given.iter().map(|(name, value)| (name.clone(), plain(value))).collect())
        }
        Some(_) => Err(Problem::invalid("`options` must be an object: {\"NAME\": VALUE}")),
    }
}

/// Shows the links of a table to its host.
pub async fn host(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    answer(&hall, call, |hall, call| {
        let table = call.table(hall)?;
        let live = table.live();
        let host = call.host().filter(|host| live.is_host(host)).ok_or_else(|| {
            Problem::new(Kind::WrongToken, "the links of this table are shown only to the person who made it")
        })?;
        Ok(page(200, pages::links(&live, call, &host)))
    })
    .await
}

/// Gives a free seat to a bot, as requested by the host.
pub async fn host_seat(State(hall): State<Arc<Hall>>, call: Call, sent: Sent) -> Answer {
    answer(&hall, call, move |hall, call| {
        let body = read(sent, hall.limits.body)?;
        let table = call.table(hall)?;
        let number: u8 = body.number("seat")?.ok_or_else(|| Problem::invalid("`seat` must be a number"))?;
        let name = body.text("bot").unwrap_or_else(|| "normal".to_owned());
        hall.change(&table, |live, log| {
            if !call.host().is_some_and(|host| live.is_host(&host)) {
                return Err(Problem::wrong_token());
            }
            let seat = number.checked_sub(1).and_then(|seat| live.setup().seat(seat));
            let seat = seat.ok_or_else(|| Problem::invalid("this table has no such seat"))?;
            let row = live.rows.get(seat.index()).filter(|row| is_free_seat(row)).cloned();
            let row = row.ok_or_else(|| Problem::new(Kind::NotAllowed, "the seat is taken"))?;
            super::seats::seat_bot(hall, live, log, (seat, row), Some(&name))
        })?;
        Ok(see(&format!("/t/{}/host", table.id)))
    })
    .await
}

/// Returns the viewer of a replay: one who sees everything if the game is over, otherwise the person's own
/// seat or a spectator.
fn looks(live: &Live, call: &Call) -> Result<Viewer, Problem> {
    let seat = call.seat(live)?;
    Ok(match seat {
        _ if live.is_open() && !call.query.contains_key("own") => Viewer::Open,
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Public,
    })
}

pub async fn replay(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    answer(&hall, call, |hall, call| {
        let table = call.table(hall)?;
        let (viewer, choices) = {
            let live = table.live();
            (looks(&live, call)?, live.game.choices())
        };
        let at = call.number("at")?.unwrap_or(choices).min(choices);
        let past = Hall::at(&table, at);
        let live = table.live();
        if call.html {
            let can_branch = may_see_all(&live, call, "").is_ok();
            return Ok(page(200, pages::replay(&table, &live, &past, call, (viewer, at, can_branch))));
        }
        let seen = serde_json::to_value(past.observe(viewer, 0));
        Ok(json(200, &seen.map_err(|error| Problem::new(Kind::Fault, error.to_string()))?))
    })
    .await
}

/// Returns an error unless this person may see everything: the game is over, or nobody else plays.
fn may_see_all(live: &Live, call: &Call, what: &str) -> Result<(), Problem> {
    let seat = call.seat(live)?;
    if live.is_open() || seat.is_some() && live.is_alone() {
        return Ok(());
    }
    let message = format!("{what} would reveal hidden cards: it is available when the game is over");
    Err(Problem::new(Kind::NotAllowed, message))
}

pub async fn branch(State(hall): State<Arc<Hall>>, call: Call, sent: Sent) -> Answer {
    answer(&hall, call, move |hall, call| {
        let body = read(sent, hall.limits.body)?;
        let table = call.table(hall)?;
        may_see_all(&table.live(), call, "a table from an earlier position")?;
        let at = call.number("at")?.or(body.number::<u64>("at")?.and_then(|at| usize::try_from(at).ok()));
        let at = at.ok_or_else(|| Problem::invalid("`at` is missing: the number of choices"))?;
        answer_made(hall, call, &hall.branch(&table, at)?)
    })
    .await
}

pub async fn save(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    answer(&hall, call, |hall, call| {
        let table = call.table(hall)?;
        let live = table.live();
        may_see_all(&live, call, "a save")?;
        let saved = Saved {
            game: &live.game,
            variants: &live.head.variants,
            lang: &live.head.lang,
            bots: live.rows.iter().map(|row| row.bot.clone()).collect(),
        };
        let text = hall.shelf.save(&saved).map_err(|why| Problem::new(Kind::Unavailable, why))?;
        let mut answer = content(200, "application/yaml; charset=utf-8", text);
        let name = format!("attachment; filename=\"{}-{}.yaml\"", live.setup().ruleset().id(), live.id);
        if let Ok(name) = axum::http::HeaderValue::from_str(&name) {
            answer.headers_mut().insert("content-disposition", name);
        }
        Ok(answer)
    })
    .await
}
