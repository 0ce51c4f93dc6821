//! Draws players, shared zones and secret zones that the layout does not place.

use ludex::ZoneAt;
use ludex::rules::{Holder, Sees};

use super::line::Piece;
use super::{EMPTY, NAMES, SEPARATOR, Table};
use crate::terminal::output::{DIM, PLAIN, pad, width, wrap};
use ludex_table::words::capital;

impl Table<'_> {
    /// Draws the players' zones as a table, or as lines if that is too wide.
    pub(super) fn players(&self) -> Vec<String> {
        let zones = self.declared(|h| h == Holder::Player);
        if !self.layout().player.is_empty() && !self.has_more(&zones) {
            return Vec::new();
        }
        let mut rows = vec![vec![Piece::new("", PLAIN)]];
        let first = zones.iter().flat_map(|zone| self.zones_of(*zone, 0));
        rows[0].extend(first.map(|zone| Piece::new(self.words.zone_at(zone), DIM)));
        for player in 0..self.game.players() {
            let mut row = vec![self.player(player)];
            let own = zones.iter().flat_map(|zone| self.zones_of(*zone, usize::from(player)));
            row.extend(own.map(|zone| Piece::new(self.players_zone(zone, player), PLAIN)));
            let state = self.state(Holder::Player, usize::from(player));
            if !state.is_empty() {
                row.push(Piece::new(state.join(", "), PLAIN));
            }
            rows.push(row);
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|c| rows.iter().filter_map(|r| r.get(c)).map(|p| width(&p.text)).max().unwrap_or(0))
            .collect();
        let total = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
        let mut lines = if total <= self.width { self.grid(&rows, &widths) } else { self.flow(&rows) };
        lines.push(String::new());
        lines
    }

    /// Summarizes a player's zone. The viewer's own secret zones only show their number of cards: they are
    /// listed below.
    fn players_zone(&self, zone: ZoneAt, player: u8) -> String {
        match (self.viewer == Some(player), self.sees(zone)) {
            (true, Sees::Owner | Sees::ByFace) => match self.cards(zone).len() {
                0 => EMPTY.to_owned(),
                n => n.to_string(),
            },
            (true, Sees::All | Sees::Others | Sees::Nobody) | (false, _) => self.summary(zone, NAMES),
        }
    }

    /// Formats a player: `▶ Blue (you)`.
    pub(super) fn player(&self, player: u8) -> Piece {
        let active = if self.is_active(player) { "▶" } else { " " };
        let bot = self.bots.get(usize::from(player)).copied().unwrap_or(false);
        let what = match (self.viewer == Some(player), bot) {
            (true, _) => format!(" ({})", self.words.own.you()),
            (false, true) => format!(" ({})", self.words.own.bot()),
            (false, false) => String::new(),
        };
        let style = self.words.setup.seat(player).map_or(PLAIN, |seat| self.seat_style(seat));
        let sign = self.sign(player).map(|sign| format!("{sign} ")).unwrap_or_default();
        Piece::new(format!("{active} {sign}{}{what}", self.words.player(player)), style)
    }

    fn grid(&self, rows: &[Vec<Piece>], widths: &[usize]) -> Vec<String> {
        let line = |row: &Vec<Piece>| {
            let cells: Vec<String> = row.iter().zip(widths).map(|(p, w)| pad(&self.paint(p), *w)).collect();
            cells.join("  ").trim_end().to_owned()
        };
        rows.iter().map(line).filter(|l| !l.is_empty()).collect()
    }

    fn flow(&self, rows: &[Vec<Piece>]) -> Vec<String> {
        let mut lines = Vec::new();
        for row in &rows[1..] {
            let mut cells = row.iter();
            lines.extend(cells.next().map(|p| self.paint(p)));
            let filled = cells.enumerate().filter(|(_, p)| p.text != EMPTY);
            let parts = filled.map(|(i, p)| match rows[0].get(i + 1) {
                Some(head) => self.words.label(&head.text, &p.text),
                None => p.text.clone(),
            });
            let text = format!("    {}", parts.collect::<Vec<_>>().join(SEPARATOR));
            lines.extend(wrap(&text, self.width, 4));
        }
        lines
    }

    /// Draws the non-empty shared zones and the game's variables on one line.
    pub(super) fn shared(&self) -> Vec<String> {
        let zones = self.declared(|h| h == Holder::Game).into_iter();
        let zones = zones.flat_map(|declared| self.zones_of(declared, 0));
        let filled = zones.filter(|zone| !self.cards(*zone).is_empty());
        let mut parts = self.state(Holder::Game, 0);
        parts.extend(filled.map(|zone| self.labelled(zone, &self.summary(zone, NAMES))));
        if parts.is_empty() { Vec::new() } else { wrap(&parts.join(SEPARATOR), self.width, 2) }
    }

    /// Lists all cards in the viewer's own secret zones.
    pub(super) fn own(&self) -> Vec<String> {
        let Some(seat) = self.viewer.filter(|s| *s < self.game.players()) else { return Vec::new() };
        let secret = |zone: &ZoneAt| matches!(self.sees(*zone), Sees::Owner | Sees::ByFace);
        let zones = self.declared(|h| h == Holder::Player).into_iter();
        let own = zones.flat_map(|declared| self.zones_of(declared, usize::from(seat))).filter(secret);
        let line = |zone: ZoneAt| wrap(&self.labelled(zone, &self.summary(zone, usize::MAX)), self.width, 2);
        own.flat_map(line).collect()
    }

    fn labelled(&self, zone: ZoneAt, cards: &str) -> String {
        self.words.label(&capital(&self.words.zone_at(zone)), cards)
    }
}
