//! Pages for browsers, drawn by `ludex-table` from what a viewer may know.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use ludex::{Game, Seat, Setup, Viewer};
use ludex_bots::{Goal, Rate, goal};
use ludex_table::html::{self, Frame, Join, Links, Notice, Person, Presence, Replay, SeatLink, Travel, Undo};
use ludex_table::phrases::Phrases;
use ludex_table::words::Words;

use super::answer::{Answer, see, with_cookie};
use super::call::{Body, Call, PREFS_COOKIE};
use super::tables::{Sent, read};
use super::{answer, lobby};
use crate::hall::{self, Hall, Live, Table, Token, is_free_seat};
use crate::problem::Problem;

/// A push to a viewer.
pub struct Drawn {
    pub html: String,
    pub title: String,
    pub announce: String,
    pub moves: Vec<Travel>,
}

/// Languages of the program's own texts.
pub const LANGUAGES: [&str; 3] = ["en", "fr", "de"];

/// Changes a person's settings. The form says to which page to return, because no page sends its address.
pub async fn settings(State(hall): State<Arc<Hall>>, call: Call, sent: Sent) -> Answer {
    answer(&hall, call, move |hall, call| {
        let body = read(sent, hall.limits.body)?;
        let mut prefs = call.prefs.clone();
        // only the settings page sends a size; it does not send unticked boxes
        if body.get("size").is_some() {
            (prefs.settings.confirm, prefs.settings.keys) = (false, false);
        }
        for name in body.names() {
            prefs.change(name, &body.text(name).unwrap_or_default());
        }
        let back = body.text("back").filter(|place| is_local(place)).unwrap_or_else(|| "/".to_owned());
        Ok(with_cookie(see(&back), call, (PREFS_COOKIE, &prefs.cookie(), "/")))
    })
    .await
}

/// Returns true for an address of this server.
fn is_local(place: &str) -> bool {
    let plain = place.bytes().all(|c| c.is_ascii_graphic());
    place.starts_with('/') && plain && !place.starts_with("//") && !place.contains('\\')
}

/// Returns the language of a viewer of a game.
fn language<'a>(setup: &'a Setup, call: &'a Call, usual: &'a str) -> &'a str {
    call.language(&setup.ruleset().languages().collect::<Vec<_>>(), usual)
}

pub fn table(
    table: &Table,
    live: &Live,
    call: &Call,
    (seat, notice): (Option<Seat>, Option<Notice>),
) -> String {
    framed(table, live, call, (seat, notice), |frame| html::page(&live.game, frame))
}

/// Draws a push: the table alone, what a screen reader announces, and the cards that moved, since a line of the
/// log and a number of choices.
pub fn pushed(
    table: &Table,
    live: &Live,
    call: &Call,
    (seat, notice, (line, choices)): (Option<Seat>, Option<Notice>, (usize, usize)),
) -> Drawn {
    framed(table, live, call, (seat, notice), |frame| {
        frame.new_from = line;
        Drawn {
            html: html::body(&live.game, frame),
            title: html::title(&live.game, frame),
            announce: html::announcement(&live.game, frame, line),
            moves: html::travels(&live.game, frame, choices),
        }
    })
}

/// Calls `draw` with the frame of a viewer.
fn framed<T>(
    table: &Table,
    live: &Live,
    call: &Call,
    (seat, notice): (Option<Seat>, Option<Notice>),
    draw: impl FnOnce(&mut Frame<'_>) -> T,
) -> T {
    let language = language(live.setup(), call, &live.head.lang);
    let words = Words::new(live.setup(), language);
    let viewer = match seat {
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Public,
    };
    let (base, cards) = (call.base(), format!("/cards/{}/{language}", live.rules));
    let people = people(table, live, seat);
    let picked = call.query.get("picked").map_or("", String::as_str);
    let picks = html::picks(picked, call.query.get("pick").and_then(|pick| pick.parse().ok()));
    let mut frame = Frame::new(words, viewer, &base, live.version as usize, &people);
    frame.cards = &cards;
    frame.theme = call.prefs.theme;
    frame.settings = call.prefs.settings;
    frame.with = call.query.get("with").map(String::as_str);
    frame.picks = &picks;
    frame.notice = notice.or_else(|| noticed(live, &words, seat));
    frame.can_undo = seat.map(|seat| undo(live, words.own, seat)).unwrap_or_default();
    draw(&mut frame)
}

/// Returns the people at a table, as the viewer sees them.
fn people(table: &Table, live: &Live, seat: Option<Seat>) -> Vec<Person> {
    let (presence, now) = (hall::locked(&table.presence), Instant::now());
    let chosen = live.game.decision_for(Viewer::Public).map(|decision| decision.chosen).unwrap_or_default();
    let person = |(number, row): (u8, &crate::log::SeatRow)| {
        let away = presence.seat(number).away(now);
        let state = match &row.bot {
            Some(bot) => Presence::Bot(bot.clone()),
            None if seat.is_some_and(|seat| seat.number() == number) => Presence::You,
            None if is_free_seat(row) => Presence::Free,
            None if away > 0 => Presence::Away(away),
            None => Presence::Here,
        };
        let has_chosen = chosen.iter().any(|seat| seat.id.number() == number);
        Person { name: row.name.clone().unwrap_or_default(), state, has_chosen }
    };
    (0..).zip(&live.rows).map(person).collect()
}

/// Returns the message above the table.
fn noticed(live: &Live, words: &Words<'_>, seat: Option<Seat>) -> Option<Notice> {
    if let Some(asked) = &live.asked {
        let is_asked = seat.is_some_and(|seat| asked.waits.contains(&seat.number()));
        return is_asked.then(|| Notice::UndoAsked { by: live.player(words, asked.by) });
    }
    let own = words.own;
    Some(match live.notice.as_ref()? {
        hall::Notice::Undone => Notice::Undone,
        hall::Notice::Refused(by) => {
            Notice::UndoRefused { by: by.map(|seat| live.player(words, seat)).unwrap_or_default() }
        }
        hall::Notice::Rules(choices) => Notice::RulesChanged(own.serve_rules_fit(choices)),
        hall::Notice::Broken(why) => Notice::RulesBroken(why.clone()),
        hall::Notice::Stopped { number, label, table } => {
            let place = table.as_ref().map(|id| format!("/t/{id}")).unwrap_or_default();
            Notice::RulesStopped(own.serve_rules_stopped(number, label, place))
        }
    })
}

fn undo(live: &Live, own: &Phrases, seat: Seat) -> Undo {
    match live.may_undo(seat).filter(|_| live.asked.is_none()) {
        None => Undo::No,
        Some((_, true)) => Undo::Free,
        Some((_, false)) => Undo::Ask(own.serve_undo_asks()),
    }
}

/// Draws a past position, with the option that was chosen there.
pub fn replay(
    table: &Table,
    live: &Live,
    past: &Game,
    call: &Call,
    (viewer, at, can_branch): (Viewer, usize, bool),
) -> String {
    let of = live.game.choices();
    let chosen = live.game.host().past().nth(at).map(|made| made.option);
    let address = format!("{}/replay", call.base());
    let branch = format!("{}/branch", call.base());
    framed(table, live, call, (None, None), |frame| {
        (frame.viewer, frame.version, frame.is_past) = (viewer, at, true);
        // a choice is shown only where everything is
        let chosen = chosen.filter(|_| viewer == Viewer::Open);
        let branch = can_branch.then_some(branch.as_str());
        html::replay_page(past, frame, &Replay { at, of, chosen, address: &address, branch })
    })
}

/// Draws the form to take a free seat.
pub fn join(live: &Live, call: &Call, seat: Seat) -> String {
    let language = language(live.setup(), call, &live.head.lang);
    let words = Words::new(live.setup(), language);
    let others = live.rows.iter().filter_map(|row| row.name.clone()).filter(|name| !name.is_empty());
    html::join(&Join {
        language,
        theme: call.prefs.theme,
        base: &call.base(),
        game: words.title(),
        seat: words.seat(seat),
        others: others.collect(),
        token: "",
    })
}

/// Draws the links of a table for its host: those of free seats.
pub fn links(live: &Live, call: &Call, host: &Token) -> String {
    let seat = |words: &Words<'_>, seat: Seat| {
        let row = live.rows.get(seat.index()).cloned().unwrap_or_default();
        let token = host.of_seat(seat.number());
        let is_mine = call.query.get("me").is_some_and(|me| *me == (seat.number() + 1).to_string());
        let own = is_mine.then(|| format!("/t/{}/s/{}", live.id, seat.number() + 1));
        let free = (row.bot.is_none() && token.opens(&row)).then(|| address(live, call, seat, &token));
        let name = row.name.filter(|name| !name.is_empty());
        SeatLink { name: words.seat(seat), link: own.or(free), taken_by: row.bot.or(name), is_mine }
    };
    linked(live, call, |words| live.setup().seats().map(|one| seat(words, one.id)).collect())
}

pub fn link(live: &Live, call: &Call, (seat, token): (Seat, &Token)) -> String {
    let link = Some(address(live, call, seat, token));
    linked(live, call, |words| vec![SeatLink { name: words.seat(seat), link, taken_by: None, is_mine: true }])
}

fn linked(live: &Live, call: &Call, seats: impl FnOnce(&Words<'_>) -> Vec<SeatLink>) -> String {
    let language = language(live.setup(), call, &live.head.lang);
    let words = Words::new(live.setup(), language);
    html::links(&Links {
        language,
        theme: call.prefs.theme,
        game: words.title(),
        watch: format!("{}/t/{}", call.origin, live.id),
        seats: seats(&words),
    })
}

fn address(live: &Live, call: &Call, seat: Seat, token: &Token) -> String {
    format!("{}/t/{}/s/{}?k={}", call.origin, live.id, seat.number() + 1, token.text())
}

/// Draws a hint: the estimate of each option, best first.
pub fn hint(table: &Table, live: &Live, call: &Call, (seat, rates): (Seat, &[Rate])) -> String {
    let is_score = goal(live.setup()) == Goal::Score;
    framed(table, live, call, (Some(seat), None), |frame| {
        let own = frame.words.own;
        let worths: Vec<(u32, f64, String)> = rates
            .iter()
            .map(|rate| (rate.visits, rate.mean, own.worth(is_score.then_some(rate.lead), rate.wins)))
            .collect();
        html::aside(frame, html::hint(&live.game, frame, &worths))
    })
}

/// Draws the reasons for a value, or why something can't be chosen now.
pub fn why(table: &Table, live: &Live, call: &Call, seat: Option<Seat>) -> String {
    let of = call.query.get("of").map(String::as_str);
    framed(table, live, call, (seat, None), |frame| html::aside(frame, html::why(&live.game, frame, of)))
}

/// Draws the lobby, with the form for a new table as it was sent and what is wrong with it.
pub fn lobby(hall: &Arc<Hall>, call: &Call, sent: Option<(&Body, &str)>) -> Result<String, Problem> {
    lobby::page(hall, call, sent)
}
