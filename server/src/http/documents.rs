//! The documents of the server in JSON.

use ludex::Viewer;
use serde_json::{Value, json};

use crate::hall::{CreatedTable, Hall, Live, is_free_seat};
use crate::log::{Filter, TableSummary};
use crate::problem::{Kind, Problem};

/// Number of tables in a list.
const LISTED: u32 = 100;

/// Returns the observation of a viewer with the facts of the table.
pub fn observation(live: &Live, viewer: Viewer, from: usize) -> Result<Value, Problem> {
    let seen = live.game.observe(viewer, from.min(live.game.log_len()));
    let wrong = |error: serde_json::Error| Problem::new(Kind::Fault, error.to_string());
    let mut document = serde_json::to_value(seen).map_err(wrong)?;
    if let Value::Object(fields) = &mut document {
        fields.insert("table".to_owned(), table(live));
    }
    Ok(document)
}

/// Returns the public facts of a table.
pub fn table(live: &Live) -> Value {
    let seat = |(n, row): (u8, &crate::log::SeatRow)| {
        let name = row.name.as_ref().filter(|name| !name.is_empty());
        json!({ "seat": n, "name": name, "bot": row.bot, "free": is_free_seat(row) })
    };
    let asks = live.asked.as_ref().map(|asked| {
        let waits: Vec<u8> = asked.waits.iter().map(|seat| seat + 1).collect();
        json!({ "by": asked.by.number() + 1, "waiting_for": waits })
    });
    json!({
        "version": live.version,
        "waiting_for": live.deciding().map(|seat| seat + 1).into_iter().collect::<Vec<u8>>(),
        "seats": (1..).zip(&live.rows).map(seat).collect::<Vec<_>>(),
        "undo": asks,
    })
}

/// Returns a new table with the token of each person's seat.
pub fn made(made: &CreatedTable) -> Value {
    let seat = |(seat, token, bot): (u8, Option<crate::hall::Token>, Option<String>)| json!({ "seat": seat + 1, "token": token.as_ref().map(crate::hall::Token::text), "bot": bot });
    let seats: Vec<Value> = made.tokens().into_iter().map(seat).collect();
    json!({ "id": made.table.id.as_str(), "seats": seats })
}

/// Returns the games and the newest tables.
pub fn lobby(hall: &Hall) -> Result<Value, Problem> {
    let tables = hall.log.list(&Filter { limit: LISTED, ..Filter::default() })?;
    let table = |table: &TableSummary| {
        let free = table.seats.iter().filter(|row| is_free_seat(row)).count();
        json!({
            "id": table.id.as_str(),
            "players": table.table.players,
            "free": free,
            "version": table.length,
            "created": table.table.created,
        })
    };
    Ok(json!({
        "version": 1,
        "games": hall.shelf.games(),
        "tables": tables.iter().map(table).collect::<Vec<_>>(),
    }))
}
