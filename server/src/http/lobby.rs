//! The lobby: games, the form for a new table, and the newest tables.

use std::sync::Arc;

use ludex::rules::Allowed as Given;
use ludex::{Ruleset, Setup};
use ludex_table::html::{self, Allowed, Bot, GameCard, Lobby, NewTable, OpenTable, TableOption};
use ludex_table::phrases::Phrases;
use ludex_table::words::Words;

use super::call::{Body, Call};
use super::pages::LANGUAGES;
use crate::hall::{Hall, is_free_seat};
use crate::log::{Filter, TableSummary};
use crate::problem::Problem;

/// Number of tables in the lobby.
const LISTED: u32 = 50;
/// Bots that the form always offers.
const BOTS: [&str; 4] = ["easy", "normal", "hard", "random"];

/// Draws the lobby, with the form for a new table as it was sent and what is wrong with it.
pub fn page(hall: &Arc<Hall>, call: &Call, sent: Option<(&Body, &str)>) -> Result<String, Problem> {
    let language = call.language(&LANGUAGES, "en");
    let games = hall.shelf.games().into_iter().filter_map(|id| card(hall, &id, language)).collect();
    let asked = call.query.get("game").cloned();
    let wished = sent.and_then(|(body, _)| body.text("game")).or(asked).or_else(|| hall.game.clone());
    let error = sent.map(|(_, error)| error.to_owned());
    let new = wished.and_then(|id| form(hall, &id, language, error));
    let tables = hall.log.list(&Filter { limit: LISTED, ..Filter::default() })?;
    let tables = tables.iter().filter_map(|table| open(hall, table, language)).collect();
    let theme = call.prefs.theme;
    Ok(html::lobby(&Lobby { language, languages: &LANGUAGES, theme, games, new, tables }))
}

/// Returns the setup with the usual number of players, for texts.
fn usual(ruleset: &Ruleset) -> Option<Setup> {
    ruleset.setup(ruleset.usual_players(), &[]).ok()
}

/// Returns a game; `None` if it can't be compiled.
fn card(hall: &Hall, id: &str, language: &str) -> Option<GameCard> {
    let (_, ruleset) = hall.packed(id, &[]).ok()?;
    let setup = hall.usual_setup(id, || usual(&ruleset))?;
    let words = Words::new(&setup, language);
    Some(GameCard {
        id: id.to_owned(),
        title: words.title(),
        about: words.get("game.about"),
        players: ruleset.players().into_inner(),
        variants: hall.shelf.variants(id, language).len(),
    })
}

fn form(hall: &Hall, id: &str, language: &str, error: Option<String>) -> Option<NewTable> {
    let (_, ruleset) = hall.packed(id, &[]).ok()?;
    let setup = hall.usual_setup(id, || usual(&ruleset))?;
    let words = Words::new(&setup, language);
    let (least, most) = ruleset.players().into_inner();
    let bot = |name: String| Bot { id: name.clone(), name };
    let trained = hall.shelf.bot(&setup, "policy").is_ok().then(|| "policy".to_owned());
    let bots = BOTS.into_iter().map(str::to_owned).chain(trained).chain(hall.shelf.programs());
    Some(NewTable {
        game: id.to_owned(),
        title: words.title(),
        me: String::new(),
        players: (least, most, ruleset.usual_players()),
        bots: bots.map(bot).collect(),
        variants: hall.shelf.variants(id, language),
        options: words
            .rules()
            .options()
            .map(|given| option(&words, given.name, &given.default, given.allowed))
            .collect(),
        languages: ruleset.languages().map(|lang| (lang.to_owned(), lang.to_owned())).collect(),
        error,
    })
}

fn option(words: &Words<'_>, name: &str, default: &str, allowed: Given<'_>) -> TableOption {
    let text = |key: String, name: &str| words.get(&key).unwrap_or_else(|| name.replace('_', " "));
    let word = |word: &String| (word.clone(), text(format!("enums.{name}.{word}"), word));
    TableOption {
        name: name.to_owned(),
        text: text(format!("options.{name}"), name),
        default: default.to_owned(),
        allowed: match allowed {
            Given::Truth => Allowed::Truth,
            Given::Words(all) => Allowed::Words(all.iter().map(word).collect()),
            Given::Numbers(least, most) => Allowed::Numbers(least, most),
        },
    }
}

/// Returns a table of the lobby; `None` if its rules are those of no known game.
fn open(hall: &Arc<Hall>, table: &TableSummary, language: &str) -> Option<OpenTable> {
    let setup = hall.setup_for_lobby(table)?;
    let words = Words::new(&setup, language);
    let own = Phrases::for_language(language);
    let names = table.seats.iter().filter_map(|row| row.bot.clone().or(row.name.clone()));
    let free = u8::try_from(table.seats.iter().filter(|row| is_free_seat(row)).count()).unwrap_or(u8::MAX);
    Some(OpenTable {
        address: format!("/t/{}", table.id),
        game: words.title(),
        seats: (table.table.players.saturating_sub(free), table.table.players),
        players: names.filter(|name| !name.is_empty()).collect(),
        state: if free > 0 { own.serve_waits(free) } else { own.serve_choices(table.length as usize) },
        is_mine: false,
    })
}
