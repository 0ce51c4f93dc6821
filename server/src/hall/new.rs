//! New tables, and tables that continue from a position of another one.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ludex::Game;
use ludex_table::phrases::Phrases;

use super::live::Live;
use super::position::{self, replay};
use super::seats::Token;
use super::{Hall, Table, locked};
use crate::log::{Branch, NewTable, SeatRow, TableId};
use crate::problem::{Kind, Problem};

/// Request for a new table.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    pub game: String,
    pub players: Option<u8>,
    /// Players of the first seats; people have the others.
    pub seats: Vec<SeatWish>,
    pub seed: Option<u64>,
    pub options: Vec<(String, String)>,
    pub variants: Vec<String>,
    pub lang: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatWish {
    Person,
    Bot(String),
}

pub struct CreatedTable {
    pub table: Arc<Table>,
    /// Secret of the host, from which those of the seats are derived.
    pub host: Token,
}

impl CreatedTable {
    /// Returns the token of each seat, and `None` for a bot.
    pub fn tokens(&self) -> Vec<(u8, Option<Token>, Option<String>)> {
        let live = self.table.live();
        let seat = |(seat, row): (u8, &SeatRow)| {
            let token = row.bot.is_none().then(|| self.host.of_seat(seat));
            (seat, token, row.bot.clone())
        };
        (0..).zip(&live.rows).map(seat).collect()
    }
}

impl Hall {
    pub fn create(self: &Arc<Self>, wish: &Wish) -> Result<CreatedTable, Problem> {
        if !self.shelf.games().contains(&wish.game) {
            return Err(Problem::invalid(format!("there is no game `{}`", shown(&wish.game))));
        }
        let (hash, ruleset) = self.stored_game(&wish.game, &wish.variants)?;
        let named = u8::try_from(wish.seats.len()).ok().filter(|named| *named > 0);
        let players = wish.players.or(named).unwrap_or(ruleset.usual_players());
        if players > self.limits.seats || named.is_some_and(|named| named > players) {
            let named = wish.seats.len().max(players.into());
            return Err(Problem::invalid(format!("the table has {players} seats, not {named}")));
        }
        let languages: Vec<&str> = ruleset.languages().collect();
        let lang = wish.lang.as_deref().unwrap_or("en");
        let is_known = match languages.as_slice() {
            [] => Phrases::languages().any(|known| known == lang),
            known => known.contains(&lang),
        };
        if wish.lang.is_some() && !is_known {
            return Err(Problem::invalid(format!("the game has no texts in `{}`", shown(lang))));
        }
        let head = NewTable {
            ruleset: hash,
            players,
            options: wish.options.clone(),
            variants: wish.variants.clone(),
            seed: wish.seed.map_or_else(random_seed, Ok)?,
            lang: lang.to_owned(),
            created: now(),
            from: None,
        };
        let setup = self.setup_of((hash, &ruleset), &head)?;
        let game = Game::new(&setup, head.seed);
        let bots: Vec<Option<String>> = (0..usize::from(players))
            .map(|seat| match wish.seats.get(seat) {
                Some(SeatWish::Bot(name)) => Some(name.clone()),
                Some(SeatWish::Person) | None => None,
            })
            .collect();
        self.begin(head, &game, bots)
    }

    pub fn begin(
        self: &Arc<Self>,
        head: NewTable,
        game: &Game,
        bots: Vec<Option<String>>,
    ) -> Result<CreatedTable, Problem> {
        let seats = bots.into_iter().map(|bot| (None, bot)).collect();
        self.begin_with(head, game, seats)
    }

    /// Creates a table at the position of a game, with the name or the bot of each seat.
    fn begin_with(
        self: &Arc<Self>,
        head: NewTable,
        game: &Game,
        seats: Vec<(Option<String>, Option<String>)>,
    ) -> Result<CreatedTable, Problem> {
        let host = Token::random()?;
        let rows = self.rows(game, &host, seats)?;
        let id = self.stored(&head, &rows, game)?;
        let table = self.table(&id)?;
        self.wake(&table);
        self.lobby_changed();
        Ok(CreatedTable { table, host })
    }

    /// Returns the rows of the seats, with bots that exist and are fast enough.
    fn rows(
        &self,
        game: &Game,
        host: &Token,
        seats: Vec<(Option<String>, Option<String>)>,
    ) -> Result<Vec<SeatRow>, Problem> {
        let row = |(seat, (name, bot)): (u8, (Option<String>, Option<String>))| {
            let bot = bot.map(|bot| self.bot(game.setup(), &bot)).transpose()?;
            Ok(SeatRow { name, token: Some(host.of_seat(seat).hash()), bot })
        };
        (0..).zip(seats).map(row).collect()
    }

    /// Returns the full name of a bot that is fast enough.
    pub fn bot(&self, setup: &ludex::Setup, name: &str) -> Result<String, Problem> {
        let spec = self.shelf.bot(setup, name).map_err(Problem::invalid)?;
        if spec.tries() > self.limits.tries {
            let most = self.limits.tries;
            return Err(Problem::invalid(format!(
                "`{spec}` takes too long here: at most {most} playouts a choice"
            )));
        }
        Ok(spec.to_string())
    }

    fn stored(&self, head: &NewTable, rows: &[SeatRow], game: &Game) -> Result<TableId, Problem> {
        if locked(&self.tables).len() >= self.limits.tables {
            self.sweep(std::time::Duration::ZERO);
        }
        if self.in_memory() >= self.limits.tables {
            let most = self.limits.tables;
            return Err(Problem::new(
                Kind::Full,
                format!("{most} tables are being played, which is the maximum"),
            ));
        }
        let random = |error: getrandom::Error| Problem::new(Kind::Unavailable, error.to_string());
        let id = TableId::random().map_err(random)?;
        self.log.create(&id, head, rows)?;
        let entries = position::entries(game, 0);
        if !entries.is_empty() {
            self.log.append(&id, 0, &entries)?;
        }
        Ok(id)
    }

    /// Creates a table with the seats of another one, at a position of its game.
    pub(super) fn branch_of(
        &self,
        live: &Live,
        head: NewTable,
        game: &Game,
        at: usize,
    ) -> Result<TableId, Problem> {
        let from = Branch { table: live.id.clone(), at: u32::try_from(at).unwrap_or(u32::MAX) };
        let head = NewTable { from: Some(from), created: now(), ..head };
        self.stored(&head, &live.rows, game)
    }

    /// Creates a table that continues another one after its first `at` choices, with its people and new tokens.
    pub fn branch(self: &Arc<Self>, table: &Table, at: usize) -> Result<CreatedTable, Problem> {
        let (head, seats, game) = {
            let live = table.live();
            let choices = live.chosen();
            if at > choices.len() {
                return Err(Problem::invalid(format!("the game has {} choices, not {at}", choices.len())));
            }
            let from = Branch { table: live.id.clone(), at: u32::try_from(at).unwrap_or(u32::MAX) };
            let head =
                NewTable { from: Some(from), ruleset: live.rules, created: now(), ..live.head.clone() };
            let seats = live.rows.iter().map(|row| (row.name.clone(), row.bot.clone())).collect();
            (head, seats, replay(live.setup(), live.head.seed, &choices[..at]).game)
        };
        self.begin_with(head, &game, seats)
    }

    /// Returns the game of a table after its first `at` choices.
    pub fn at(table: &Table, at: usize) -> Game {
        let (setup, seed, choices) = {
            let live = table.live();
            (live.setup().clone(), live.head.seed, live.chosen())
        };
        replay(&setup, seed, &choices[..at.min(choices.len())]).game
    }
}

/// Returns the start of a text from a request, for a message.
fn shown(text: &str) -> String {
    ludex_table::typeset::clean(text).chars().take(40).collect()
}

fn random_seed() -> Result<u64, Problem> {
    let error = |error: getrandom::Error| Problem::new(Kind::Unavailable, error.to_string());
    // too many values to try all; fits a signed column
    getrandom::u64().map(|seed| seed >> 1).map_err(error)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
