//! A table in memory: its game, its seats, and requests to undo.

use std::time::{Duration, Instant};

use ludex::{Game, Seat, Setup};
use ludex_bots::BotSpec;
use ludex_table::choosing::{self, Pick};
use ludex_table::words::Words;

use super::position::{self, Replayed};
use super::seats::{Token, is_free};
use crate::log::{Appended, Entry, Hash, NewTable, SeatRow, TableId, TableLog};
use crate::problem::{Kind, Problem};

/// Time after which a request to undo ends without an answer.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A table in memory. Everything but the request to undo and the notice is in the log.
pub struct Live {
    pub id: TableId,
    pub head: NewTable,
    pub rules: Hash,
    pub rows: Vec<SeatRow>,
    pub game: Game,
    /// Number of entries of the log.
    pub version: u32,
    pub bots: Vec<Option<BotSpec>>,
    pub asked: Option<UndoRequest>,
    pub notice: Option<Notice>,
}

/// A request to undo that the other players have to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoRequest {
    pub by: Seat,
    /// Number of choices that would remain.
    pub to: usize,
    pub version: u32,
    /// Seats that have not answered.
    pub waits: Vec<u8>,
    pub until: Instant,
}

/// The last event at a table that is no choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    Undone,
    Refused(Option<Seat>),
    /// Changed rules: number of choices that fit.
    Rules(usize),
    /// The first choice that no longer fits the changed rules, from 1, with its label, and the table that goes
    /// on from there.
    Stopped {
        number: usize,
        label: String,
        table: Option<TableId>,
    },
    /// The rules have errors; the old ones stay.
    Broken(String),
}

impl Live {
    pub fn setup(&self) -> &Setup {
        self.game.setup()
    }

    /// Returns the acting player's seat number.
    pub fn deciding(&self) -> Option<u8> {
        self.game.deciding().map(Seat::number)
    }

    /// Returns a player's name: as typed, or that of the seat.
    pub fn player(&self, words: &Words<'_>, seat: Seat) -> String {
        let typed = self.rows.get(seat.index()).and_then(|row| row.name.clone());
        typed.filter(|name| !name.is_empty()).unwrap_or_else(|| words.seat(seat))
    }

    pub fn bot(&self) -> Option<(Seat, &BotSpec)> {
        let seat = self.game.deciding()?;
        Some((seat, self.bots.get(seat.index())?.as_ref()?))
    }

    pub fn seat_of(&self, token: &Token) -> Option<Seat> {
        // all seats are compared, so the time doesn't depend on the seat
        let found = self.rows.iter().map(|row| token.opens(row)).collect::<Vec<_>>();
        let seat = found.iter().position(|opens| *opens)?;
        self.setup().seat(u8::try_from(seat).ok()?)
    }

    /// Returns true if the host of a table derived the token of one of its seats from this one.
    pub fn is_host(&self, host: &Token) -> bool {
        let opens = |(row, seat): (&SeatRow, u8)| host.of_seat(seat).opens(row);
        self.rows.iter().zip(0..).any(opens)
    }

    /// Returns true if a person has the seat, or can take it.
    pub fn is_person(&self, seat: u8) -> bool {
        self.bots.get(usize::from(seat)).is_some_and(Option::is_none)
    }

    /// Returns true if at most one person plays.
    pub fn is_alone(&self) -> bool {
        (0..self.game.players()).filter(|seat| self.is_person(*seat)).count() <= 1
    }

    /// Returns true if everything may be shown: the game is over.
    pub fn is_open(&self) -> bool {
        self.game.is_over()
    }

    fn expect(&self, version: Option<u32>) -> Result<(), Problem> {
        if version.is_some_and(|version| version != self.version) {
            let message = format!("the table has moved on: its version is {}", self.version);
            return Err(Problem::new(Kind::Stale, message));
        }
        Ok(())
    }

    /// Makes a choice of a seat. Nothing is acknowledged before it is in the log.
    pub fn choose(
        &mut self,
        log: &dyn TableLog,
        (seat, version): (Seat, u32),
        pick: &Pick,
    ) -> Result<(), Problem> {
        self.expect(Some(version))?;
        if self.game.deciding() != Some(seat) {
            let message = if self.game.is_over() { "the game is over" } else { "it is not your turn" };
            return Err(Problem::new(Kind::NotYourTurn, message));
        }
        let before = self.game.choices();
        if !choosing::pick(&mut self.game, pick) {
            return Err(Problem::new(Kind::NoSuchOption, "there is no such option"));
        }
        self.commit(log, before)?;
        (self.asked, self.notice) = (None, None);
        Ok(())
    }

    /// Makes the forced choices of a position that was just loaded.
    pub fn settle(&mut self, log: &dyn TableLog) -> Result<(), Problem> {
        let before = self.game.choices();
        choosing::settle(&mut self.game);
        if self.game.choices() > before { self.commit(log, before) } else { Ok(()) }
    }

    /// Stores the choices from index `before` on, or undoes them.
    fn commit(&mut self, log: &dyn TableLog, before: usize) -> Result<(), Problem> {
        let entries = position::entries(&self.game, before);
        let stored = self.append(log, &entries);
        if stored.is_err() {
            choosing::undo(&mut self.game, before);
        }
        stored
    }

    fn append(&mut self, log: &dyn TableLog, entries: &[Entry]) -> Result<(), Problem> {
        match log.append(&self.id, self.version, entries)? {
            Appended::Yes => self.version += u32::try_from(entries.len()).unwrap_or(u32::MAX),
            Appended::Conflict => {
                return Err(Problem::new(Kind::Stale, "another server was first: the table has moved on"));
            }
        }
        Ok(())
    }

    /// Returns the number of choices that an undo of a seat would leave, and true if it needs no consent.
    pub fn may_undo(&self, seat: Seat) -> Option<(usize, bool)> {
        let to = choosing::last_of(&self.game, seat)?;
        let is_free = self.others(seat).is_empty() || choosing::is_free(&self.game, seat, to);
        Some((to, is_free))
    }

    /// Returns the seats of the other people.
    fn others(&self, seat: Seat) -> Vec<u8> {
        let seats = 0..self.game.players();
        let taken = |seat: &u8| self.rows.get(usize::from(*seat)).is_some_and(|row| !is_free(row));
        seats.filter(|other| *other != seat.number() && self.is_person(*other) && taken(other)).collect()
    }

    /// Undoes the last choice of a seat, or asks the others. Returns true if it was undone.
    pub fn undo(
        &mut self,
        log: &dyn TableLog,
        (seat, version): (Seat, Option<u32>),
        now: Instant,
    ) -> Result<bool, Problem> {
        self.expect(version)?;
        let Some((to, is_free)) = self.may_undo(seat) else {
            return Err(Problem::new(Kind::NotAllowed, "there is nothing to undo"));
        };
        if is_free {
            self.take_back(log, to)?;
            return Ok(true);
        }
        let waits = self.others(seat);
        self.asked = Some(UndoRequest { by: seat, to, version: self.version, waits, until: now + PATIENCE });
        Ok(false)
    }

    /// Answers a request to undo.
    pub fn answer(&mut self, log: &dyn TableLog, seat: Seat, agrees: bool) -> Result<(), Problem> {
        let nothing = || Problem::new(Kind::NotAllowed, "no player asks to undo");
        let asked = self.asked.as_mut().filter(|asked| asked.version == self.version).ok_or_else(nothing)?;
        if !asked.waits.contains(&seat.number()) {
            return Err(nothing());
        }
        if !agrees {
            (self.asked, self.notice) = (None, Some(Notice::Refused(Some(seat))));
            return Ok(());
        }
        asked.waits.retain(|waits| *waits != seat.number());
        let to = asked.to;
        if asked.waits.is_empty() { self.take_back(log, to) } else { Ok(()) }
    }

    /// Ends a request that was not answered in time. Returns true if there was one.
    pub fn expire(&mut self, now: Instant) -> bool {
        let is_late = self.asked.as_ref().is_some_and(|asked| asked.until <= now);
        if is_late {
            (self.asked, self.notice) = (None, Some(Notice::Refused(None)));
        }
        is_late
    }

    fn take_back(&mut self, log: &dyn TableLog, to: usize) -> Result<(), Problem> {
        let entry = Entry::Undo { to: u32::try_from(to).unwrap_or(u32::MAX) };
        self.append(log, &[entry])?;
        (self.asked, self.notice) = (None, Some(Notice::Undone));
        if choosing::undo(&mut self.game, to) {
            return Ok(());
        }
        Err(Problem::fault())
    }

    pub fn set_seat(&mut self, log: &dyn TableLog, seat: Seat, new: SeatRow) -> Result<(), Problem> {
        let Some(row) = self.rows.get_mut(seat.index()) else { return Err(Problem::wrong_token()) };
        match log.set_seat(&self.id, seat.number(), row, &new)? {
            Appended::Yes => *row = new,
            Appended::Conflict => {
                return Err(Problem::new(Kind::Stale, "the seat has just changed; look again"));
            }
        }
        Ok(())
    }

    /// Returns the choices of the current game, for a branch or other rules.
    pub fn chosen(&self) -> Vec<position::Chosen> {
        position::chosen(&position::entries(&self.game, 0))
    }

    /// Replays the choices with other rules.
    pub fn with_rules(&self, setup: &Setup) -> Replayed {
        position::replay(setup, self.head.seed, &self.chosen())
    }

    /// Continues with changed rules.
    pub fn renew(&mut self, log: &dyn TableLog, rules: Hash, game: Game) -> Result<(), Problem> {
        self.append(log, &[Entry::Rules { ruleset: rules }])?;
        self.notice = Some(Notice::Rules(game.choices()));
        (self.game, self.rules, self.asked) = (game, rules, None);
        self.settle(log)
    }
}
