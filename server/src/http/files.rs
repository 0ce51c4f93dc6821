//! Files that pages link: the style, the scripts and the faces of cards.

use std::sync::Arc;

use axum::extract::State;
use ludex_table::html::{assets, stylesheet};

use super::answer;
use super::answer::{self as answers, Answer};
use super::call::Call;
use crate::hall::Hall;
use crate::log::Hash;
use crate::problem::{Kind, Problem};

const CSS: &str = "text/css; charset=utf-8";
/// Name of the colours of a ruleset, next to its faces.
const STYLE: &str = "faces.css";

/// Name, type and content of each file.
const ASSETS: [(&str, &str, &str); 4] = [
    ("table.css", CSS, assets::CSS),
    ("table.js", "text/javascript; charset=utf-8", assets::SCRIPT),
    ("link.js", "text/javascript; charset=utf-8", assets::LINK),
    ("idiomorph.js", "text/javascript; charset=utf-8", assets::MORPH),
];

pub async fn asset(call: Call) -> Answer {
    let name = call.path.get("name").map_or("", String::as_str);
    match ASSETS.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => answers::for_a_while(answers::content(200, kind, *text)),
        None => no_page().answer(&call),
    }
}

/// Draws the face of a card, or the colours of all cards. The address contains the hash of the rules, so the
/// content never changes.
pub async fn card(State(hall): State<Arc<Hall>>, call: Call) -> Answer {
    answer(&hall, call, |hall, call| {
        let part = |name: &str| call.path.get(name).map_or("", String::as_str);
        let hash: Hash = part("hash").parse().map_err(|_| no_page())?;
        if part("design") == STYLE {
            let setup = hall.any_setup(hash).ok_or_else(no_page)?;
            return Ok(answers::for_ever(answers::content(200, CSS, stylesheet(&setup))));
        }
        let design = part("design").strip_suffix(".svg").ok_or_else(no_page)?;
        let face = hall.face(hash, part("lang"), design).ok_or_else(no_page)?;
        Ok(answers::for_ever(answers::content(200, "image/svg+xml", face)))
    })
    .await
}

pub async fn nothing(call: Call) -> Answer {
    no_page().answer(&call)
}

fn no_page() -> Problem {
    Problem::new(Kind::NoPage, "there is no such page")
}
