//! Draws cards, zones and variables briefly.

use ludex::rules::{Sees, Shape, Shown};
use ludex::{CardView, Seat, VarId, ZoneAt};
use ludex_table::seen::{ItemText, counted};

use super::Table;
use super::line::{COMMA, Line, Piece};
use crate::terminal::output::{PLAIN, Style, YELLOW, style, width};

const PILE: &str = "▤";
/// Maximum number of cards in a row that are drawn one by one, where none of them is known.
const MOST_BLANK: usize = 3;
/// Separator of cards side by side.
const BESIDE: &str = "│";

impl Table<'_> {
    /// Formats a card; in brackets if it is face down in a zone where the face matters.
    pub(super) fn card(&self, card: &CardView, sees: Sees) -> String {
        let down = self.is_down(card, sees);
        let owner = card.owner.as_ref().map(|owner| owner.id);
        let marks = self.words.marks(card, &self.view);
        match (&card.card, owner) {
            (None, _) if card.only.is_some() || !marks.is_empty() => format!("[{}]", self.concluded(card)),
            (None, Some(owner)) => format!("[{}]", self.words.seat(owner)),
            (None, None) => "[ ]".to_owned(),
            (Some(_), _) if down => {
                format!("[{}]", self.words.seen(card, self.viewer != owner.map(Seat::number)))
            }
            (Some(_), _) if marks.is_empty() => self.words.seen(card, true),
            (Some(_), _) => format!("{} [{}]", self.words.seen(card, true), marks.join(" ")),
        }
    }

    pub(super) fn card_with_held(&self, card: &CardView, sees: Sees) -> String {
        match self.held_texts(card).join(" · ") {
            held if held.is_empty() => self.card(card, sees),
            held => format!("{} [{held}]", self.card(card, sees)),
        }
    }

    /// Formats the information on an unidentified card: its public marks, or the only card that it can be.
    fn concluded(&self, card: &CardView) -> String {
        let only = card.only.as_ref().map(|design| self.words.face(design.id));
        only.unwrap_or_else(|| self.words.marks(card, &self.view).join(" "))
    }

    /// Returns the colour printed on a card, or that of its owner.
    pub(super) fn style(&self, card: &CardView) -> Style {
        let printed = card
            .design
            .as_ref()
            .or(card.only.as_ref())
            .and_then(|design| self.words.printed_colour(design.id).map(style));
        printed.or_else(|| card.owner.as_ref().map(|owner| self.seat_style(owner.id))).unwrap_or_default()
    }

    /// Lists the cards of a zone by name, equal cards once, followed by the number of unknown cards.
    fn names(&self, zone: ZoneAt) -> Vec<Piece> {
        let (sees, player) = (self.sees(zone), self.player_of(zone));
        if self.cards(zone).iter().any(|card| self.is_marked(card) || !card.holds.is_empty()) {
            let piece = |card: &CardView| Piece::new(self.card_with_held(card, sees), self.style(card));
            return self.cards(zone).iter().map(piece).collect();
        }
        let text = |card: &CardView| {
            let text = self.plain(card, player);
            let text = if self.is_down(card, sees) { format!("[{text}]") } else { text };
            let beside = self.beside(card);
            if beside.is_empty() { text } else { format!("{text} [{beside}]") }
        };
        let known = self.cards(zone).iter().filter(|c| c.card.is_some());
        let piece = |(card, text, copies): (&CardView, String, usize)| {
            let text = if copies > 1 { format!("{text} ×{copies}") } else { text };
            Piece::new(text, self.style(card))
        };
        let mut pieces: Vec<Piece> = counted(known, text).into_iter().map(piece).collect();
        let hidden = self.cards(zone).iter().filter(|c| c.card.is_none()).count();
        if hidden > 0 {
            pieces.push(Piece::new(self.words.own.hidden(hidden), PLAIN));
        }
        pieces
    }

    /// Draws a zone with its name on one line; returns `None` if there is nothing to see.
    pub(super) fn zone_line(&self, zone: ZoneAt, shape: Shape) -> Option<Line> {
        let cards = self.cards(zone);
        if self.is_concealed(zone) || (cards.is_empty() && shape != Shape::Pile) {
            return None;
        }
        let name = self.words.zone_at(zone);
        let mut line = Line::default();
        if shape == Shape::Pile {
            line.push(name, crate::terminal::output::DIM);
            line.push(format!(" {PILE} {}", cards.len()), PLAIN);
            let top =
                self.top(zone).map(|top| Piece::new(self.named(top, self.player_of(zone)), self.style(top)));
            line.0.extend(top.into_iter().flat_map(|top| [Piece::new(" ", PLAIN), top]));
        } else {
            self.named_cards(zone, name, &mut line);
        }
        Some(line)
    }

    /// Adds the names of the cards, or their number if none is known.
    fn named_cards(&self, zone: ZoneAt, name: String, line: &mut Line) {
        if self.is_known(zone) {
            line.push(name + &self.words.own.colon(), crate::terminal::output::DIM);
            line.push(" ", PLAIN);
            line.0.extend(listed(self.names(zone)));
        } else {
            line.push(name, crate::terminal::output::DIM);
            line.push(format!(" {}", self.cards(zone).len()), PLAIN);
        }
    }

    /// Draws cards side by side after the zone's name, wrapped if necessary: `city  │ Church 2 │ Tavern 1 │`.
    pub(super) fn row(&self, zone: ZoneAt, name: &str, indent: usize) -> Vec<String> {
        let columns = self.width;
        let label = " ".repeat(indent) + name + " ";
        let start = if width(&label) * 3 > columns { indent } else { width(&label) };
        let mut lines = vec![Line::default()];
        lines[0].push(label, crate::terminal::output::DIM);
        if start == indent {
            lines.push(Line::default());
            lines[1].push(" ".repeat(indent), PLAIN);
        }
        let last = |lines: &Vec<Line>| lines.last().map_or(0, Line::width);
        let mut begun = false;
        for (text, style) in self.boxes(zone) {
            let room = columns.saturating_sub(start + 4).max(1);
            let parts = crate::terminal::output::wrap(&text, room, 0);
            let needed = width(&parts[0]) + 3;
            if begun && (parts.len() > 1 || last(&lines) + needed > columns) {
                lines.push(Piece::new(" ".repeat(start), PLAIN).into());
                begun = false;
            }
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    lines.push(Piece::new(" ".repeat(start + 1), PLAIN).into());
                }
                let Some(line) = lines.last_mut() else { continue };
                if !begun {
                    line.0.push(Piece::dim(BESIDE));
                    begun = true;
                }
                line.push(format!(" {part}"), style);
            }
            if let Some(line) = lines.last_mut() {
                line.push(" ", style);
                line.0.push(Piece::dim(BESIDE));
            }
        }
        lines.iter().map(|line| line.paint(self.color)).collect()
    }

    /// Returns the cards of a row with the cards in their zones. Combines more than [`MOST_BLANK`] adjacent
    /// unknown cards into one with their number.
    fn boxes(&self, zone: ZoneAt) -> Vec<(String, Style)> {
        let sees = self.sees(zone);
        let mut boxes: Vec<(String, Style, usize)> = Vec::new();
        for card in self.cards(zone) {
            let (text, style) = (self.card_with_held(card, sees), self.style(card));
            let is_blank = card.card.is_none() && !self.is_marked(card) && card.holds.is_empty();
            match boxes.last_mut().filter(|(last, of, _)| is_blank && *last == text && *of == style) {
                Some((_, _, number)) => *number += 1,
                None => boxes.push((text, style, 1)),
            }
        }
        let drawn = |(text, style, number): (String, Style, usize)| match number > MOST_BLANK {
            true => vec![(format!("{text} ×{number}"), style)],
            false => vec![(text, style); number],
        };
        boxes.into_iter().flat_map(drawn).collect()
    }

    /// Draws a variable of a holder, or a computed value; returns `None` without a value.
    pub(super) fn one_value(&self, shown: Shown, index: usize, shape: Shape) -> Option<Line> {
        let item = self.item(shown, index, shape)?;
        let style = item.player.map_or(PLAIN, |player| self.seat_style(player));
        Some(match item.text {
            ItemText::Alone(text) => Piece::new(text, style).into(),
            ItemText::Truth(name) => Piece::new(name, MARK).into(),
            ItemText::Number(name, text) => {
                Line(vec![Piece::dim(name), Piece::new(format!(" {text}"), style)])
            }
            ItemText::Named(name, text) => {
                Line(vec![Piece::dim(name + &self.words.own.colon()), Piece::new(format!(" {text}"), style)])
            }
        })
    }

    /// Returns the name of a game variable whose value is this player.
    pub(super) fn marks(&self, id: VarId, player: u8) -> Option<Line> {
        self.mark_of(id, player).map(|name| Piece::new(name, MARK).into())
    }
}

/// Style of a fact about a player or an item.
pub(super) const MARK: Style = YELLOW;

fn listed(pieces: Vec<Piece>) -> impl Iterator<Item = Piece> {
    pieces.into_iter().enumerate().flat_map(|(i, piece)| {
        let comma = (i > 0).then(|| Piece::new(COMMA, PLAIN));
        comma.into_iter().chain([piece])
    })
}
