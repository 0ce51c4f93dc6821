//! The table as seen by a seat. The parts that the ruleset's `layout` places come first. The rest follows:
//! zones of spots side by side, zones of players as rows, shared zones as a line. Works for any game.

use std::ops::Deref;

use ludex::rules::{Sees, Shown};
use ludex::{CardView, Game, Seat, ZoneAt, ZoneId};

mod areas;
mod heading;
mod line;
mod map;
mod players;
mod ring;
mod spots;
mod zones;

use crate::terminal::output::{Style, style};
use line::Piece;
use ludex_table::hue::Hue;
use ludex_table::seen::ObservedTable;
use ludex_table::words::{Viewer, Words};

/// Maximum number of names in a list of cards outside the layout: about a screen.
const NAMES: usize = 60;
/// Maximum number of cards of an open pile listed by name, such as a trick; a larger pile shows its top card.
const FEW: usize = 8;

const EMPTY: &str = "–";
/// Separator in a line; the non-breaking space prevents a line from starting with the point.
const SEPARATOR: &str = "\u{a0}· ";

/// A table to draw for a viewer.
pub struct Table<'a> {
    seen: ObservedTable<'a>,
    pub bots: &'a [bool],
    pub color: bool,
    /// Width of the terminal in columns.
    pub width: usize,
}

impl<'a> Deref for Table<'a> {
    type Target = ObservedTable<'a>;

    fn deref(&self) -> &ObservedTable<'a> {
        &self.seen
    }
}

impl<'a> Table<'a> {
    pub fn new(
        words: Words<'a>,
        game: &'a Game,
        viewer: Viewer,
        bots: &'a [bool],
        (color, width): (bool, usize),
    ) -> Self {
        Self { seen: ObservedTable::new(words, game, viewer), bots, color, width }
    }

    pub fn draw(&self) -> Vec<String> {
        let mut lines = self.headline();
        lines.extend(self.middle());
        for spot in self.rules().spots() {
            if !self.is_placed(Shown::Spot(spot.id)) {
                let is_map = self.rules().is_map(spot.id);
                lines.extend(if is_map { self.map(spot.id) } else { self.columns(spot.id) });
            }
        }
        if !self.layout().player.is_empty() {
            lines.extend(self.areas());
        }
        lines.extend(self.players());
        lines.extend(self.shared());
        lines.extend(self.own());
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }

    fn paint(&self, piece: &Piece) -> String {
        crate::terminal::output::paint(self.color, piece.style, &piece.text)
    }

    fn seat_style(&self, seat: Seat) -> Style {
        style(Hue::for_seat(self.rules(), seat))
    }

    /// Summarizes the cards in a zone.
    fn summary(&self, zone: ZoneAt, names: usize) -> String {
        let cards = self.cards(zone);
        let Some((info, _)) = self.rules().zone_at(zone) else { return EMPTY.to_owned() };
        let player = self.player_of(zone);
        let known: Vec<&CardView> = cards.iter().filter(|c| c.card.is_some()).collect();
        let is_listed = match info.sees {
            // other players see all cards of the hand
            Sees::Others => true,
            Sees::Owner => known.len() > 1,
            Sees::All | Sees::ByFace => known.len() > 1 && cards.len() <= FEW,
            Sees::Nobody => false,
        };
        if cards.iter().any(|card| !card.holds.is_empty()) {
            let cards = cards.iter().map(|card| self.card_with_held(card, info.sees));
            return self.shortened(cards, 0, names);
        }
        let pile = info.ordered && cards.len() > 1 && !is_listed;
        match (cards.first(), known.len()) {
            (None, _) => EMPTY.to_owned(),
            (Some(_), 0) => cards.len().to_string(),
            (Some(top), _) if pile && top.card.is_some() => {
                format!("{} ({})", cards.len(), self.named(top, player))
            }
            (Some(_), _) if pile => cards.len().to_string(),
            _ => self.list(&known, cards.len() - known.len(), names, player),
        }
    }

    fn list(&self, known: &[&CardView], hidden: usize, names: usize, holder: Option<Seat>) -> String {
        self.shortened(known.iter().map(|card| self.named(card, holder)), hidden, names)
    }

    /// Formats a card with its marks and the cards in its zones.
    fn named(&self, card: &CardView, holder: Option<Seat>) -> String {
        match self.beside(card) {
            beside if beside.is_empty() => self.plain(card, holder),
            beside => format!("{} [{beside}]", self.plain(card, holder)),
        }
    }

    /// Joins names up to a maximum, with the number of omitted and hidden cards.
    fn shortened(&self, known: impl ExactSizeIterator<Item = String>, hidden: usize, names: usize) -> String {
        let more = known.len().saturating_sub(names);
        let mut parts: Vec<String> = known.take(names).collect();
        if more > 0 {
            parts.push(format!("+{more}"));
        }
        if hidden > 0 {
            parts.push(self.words.own.hidden(hidden));
        }
        parts.join(", ")
    }

    /// Formats the marks of a card and the cards in its zones.
    fn beside(&self, card: &CardView) -> String {
        let marks = self.words.marks(card, &self.view).join(" ");
        let parts = [marks].into_iter().filter(|marks| !marks.is_empty()).chain(self.held_texts(card));
        parts.collect::<Vec<_>>().join(" · ")
    }

    /// Lists the cards in the zones of a card, zone by zone.
    fn held_texts(&self, card: &CardView) -> Vec<String> {
        let text = |(zone, cards): (ZoneId, &[CardView])| {
            let known: Vec<String> =
                cards.iter().filter(|card| card.card.is_some()).map(|card| self.plain(card, None)).collect();
            let hidden = cards.len() - known.len();
            self.words.label(&self.words.zone(zone), &self.shortened(known.into_iter(), hidden, NAMES))
        };
        self.held(card).map(text).collect()
    }
}
