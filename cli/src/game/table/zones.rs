//! Draws cards, zones and variables briefly.

use ludex::rules::{Holder, Layout, Sees, Shape, Shown};
use ludex::{CardView, Seat, Value, VarId, ZoneAt, ZoneId};

use super::Table;
use super::line::{COMMA, Line, Piece};
use crate::terminal::output::{PLAIN, Style, YELLOW, style, width};

const PILE: &str = "▤";
/// Maximum number of cards in a row that are drawn one by one, where none of them is known.
const MOST_BLANK: usize = 3;
/// Separator of cards side by side.
const BESIDE: &str = "│";

impl Table<'_> {
    pub(super) fn layout(&self) -> &Layout {
        self.rules().layout()
    }

    /// Returns true if the layout places or hides this item.
    pub(super) fn is_placed(&self, shown: Shown) -> bool {
        let layout = self.layout();
        let lists = [&layout.middle, &layout.player].into_iter().chain(layout.spots.iter().map(|(_, l)| l));
        let titled = layout.heading.iter().flatten().any(|s| *s == shown);
        titled || lists.flatten().any(|(s, _)| *s == shown)
    }

    fn seen(&self, zone: ZoneAt) -> Option<&ludex::ZoneView> {
        // zones are seen in the order of their IDs, which begin with 1
        self.view.zones.get(zone.index().checked_sub(1)?)
    }

    pub(super) fn cards(&self, zone: ZoneAt) -> &[CardView] {
        self.seen(zone).map_or(&[], |seen| &seen.cards)
    }

    pub(super) fn is_concealed(&self, zone: ZoneAt) -> bool {
        self.seen(zone).is_some_and(|seen| seen.concealed)
    }

    /// Returns true if a zone without a layout is drawn as a pile. It is ordered and no player sees its
    /// cards, so only their number is known. A pile in which the viewer knows a card below the top is not.
    pub(super) fn is_deck(&self, zone: ZoneAt) -> bool {
        let knows =
            || self.cards(zone).iter().skip(1).any(|card| card.card.is_some() || self.is_marked(card));
        let is_shut =
            self.rules().zone_at(zone).is_some_and(|(def, _)| def.ordered && def.sees == Sees::Nobody);
        is_shut && (self.viewer.is_none() || !knows())
    }

    /// Returns the zone of the holder with this number.
    pub(super) fn zone_of(&self, zone: ZoneId, index: usize) -> Option<ZoneAt> {
        self.rules().zones_of(zone).nth(index)
    }

    pub(super) fn sees(&self, zone: ZoneAt) -> Sees {
        self.rules().zone_at(zone).map_or(Sees::Nobody, |(def, _)| def.sees)
    }

    /// Formats a card; in brackets if it is face down in a zone where the face matters.
    pub(super) fn card(&self, card: &CardView, sees: Sees) -> String {
        let down = sees == Sees::ByFace && !card.up;
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

    /// Formats a card with the cards in its zones.
    pub(super) fn card_with_held(&self, card: &CardView, sees: Sees) -> String {
        match self.held(card).join(" · ") {
            held if held.is_empty() => self.card(card, sees),
            held => format!("{} [{held}]", self.card(card, sees)),
        }
    }

    /// Formats the information on an unidentified card: its public marks, or the only card that it can be.
    fn concluded(&self, card: &CardView) -> String {
        let only = card.only.as_ref().map(|design| self.words.face(design.id));
        only.unwrap_or_else(|| self.words.marks(card, &self.view).join(" "))
    }

    /// Returns true if there is information on an unidentified card.
    fn is_marked(&self, card: &CardView) -> bool {
        card.card.is_none() && (card.only.is_some() || !self.words.marks(card, &self.view).is_empty())
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
        let mut named: Vec<(Piece, usize)> = Vec::new();
        for card in self.cards(zone).iter().filter(|c| c.card.is_some()) {
            let face_down = sees == Sees::ByFace && !card.up;
            let text = self.plain(card, player);
            let text = if face_down { format!("[{text}]") } else { text };
            let beside = self.beside(card);
            let text = if beside.is_empty() { text } else { format!("{text} [{beside}]") };
            match named.last_mut().filter(|(piece, _)| piece.text == text) {
                Some((_, copies)) => *copies += 1,
                None => named.push((Piece::new(text, self.style(card)), 1)),
            }
        }
        let hidden = self.cards(zone).iter().filter(|c| c.card.is_none()).count();
        let mut pieces: Vec<Piece> = named
            .into_iter()
            .map(
                |(piece, n)| {
                    if n > 1 { Piece::new(format!("{} ×{n}", piece.text), piece.style) } else { piece }
                },
            )
            .collect();
        if hidden > 0 {
            pieces.push(Piece::new(self.words.own.hidden(hidden), PLAIN));
        }
        pieces
    }

    /// Returns true if any card of a zone is known.
    pub(super) fn is_known(&self, zone: ZoneAt) -> bool {
        self.cards(zone).iter().any(|c| c.card.is_some() || self.is_marked(c))
    }

    /// Draws a zone with its name on one line; returns `None` if there is nothing to see.
    pub(super) fn zone_line(&self, zone: ZoneAt, shape: Shape) -> Option<Line> {
        let cards = self.cards(zone);
        if self.is_concealed(zone) || (cards.is_empty() && shape != Shape::Pile) {
            return None;
        }
        let name = self.words.zone(self.rules().zone_at(zone)?.0.id);
        let mut line = Line::default();
        if shape == Shape::Pile {
            line.push(name, crate::terminal::output::DIM);
            line.push(format!(" {PILE} {}", cards.len()), PLAIN);
            line.0.extend(self.top(zone).into_iter().flat_map(|top| [Piece::new(" ", PLAIN), top]));
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

    /// Returns the top card of a pile, if it is known.
    fn top(&self, zone: ZoneAt) -> Option<Piece> {
        let ordered = self.rules().zone_at(zone)?.0.ordered;
        let top = self.cards(zone).first().filter(|card| ordered && card.card.is_some())?;
        Some(Piece::new(self.named(top, self.player_of(zone)), self.style(top)))
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
        match shown {
            Shown::Var(id) => self.variable(id, index, shape),
            Shown::Computed(id) => {
                let def = self.layout().computed.get(id.index())?;
                // values hidden from the viewer are not drawn, like hidden variables
                let value = self.computed.get(id.index())?.get(index)?;
                let is_there = !matches!(value, Value::Hidden | Value::Nothing);
                is_there.then(|| self.drawn(&def.name, value, (def.is_truth, def.is_number), shape))?
            }
            Shown::Phase(_) | Shown::Spot(_) | Shown::Zone(_) => None,
        }
    }

    /// Draws a variable of a holder; returns `None` without a value.
    pub(super) fn variable(&self, id: VarId, index: usize, shape: Shape) -> Option<Line> {
        let var = self.rules().variable(id)?;
        if var.is_keyed {
            let (name, kept) = (self.words.variable(var.name), self.kept(id, index)?);
            return Some(Line(vec![
                Piece::dim(name + &self.words.own.colon()),
                Piece::new(format!(" {kept}"), PLAIN),
            ]));
        }
        self.drawn(var.name, self.value_of(id, index)?, (var.is_truth, var.is_number), shape)
    }

    /// Draws a value with its name; returns `None` for `false`, and for a mark of 0.
    fn drawn(
        &self,
        name: &str,
        value: &Value,
        (is_truth, is_number): (bool, bool),
        shape: Shape,
    ) -> Option<Line> {
        let is_zero = value.thousandths() == Some(0);
        if *value == Value::Bool(false) || (is_zero && shape == Shape::Mark) {
            return None;
        }
        let text = self.words.value(value);
        let style = self.value_style(value);
        if shape == Shape::Word {
            return Some(Piece::new(text, style).into());
        }
        let name = self.words.variable_drawn(name, value);
        Some(if is_truth {
            Piece::new(name, MARK).into()
        } else if name.contains('{') {
            Piece::new(ludex_table::words::fill(&name, &[("value", text)]), style).into()
        } else if is_number {
            Line(vec![Piece::dim(name), Piece::new(format!(" {text}"), style)])
        } else {
            Line(vec![Piece::dim(name + &self.words.own.colon()), Piece::new(format!(" {text}"), style)])
        })
    }

    fn value_style(&self, value: &Value) -> Style {
        if let Value::Player(player) = value {
            return self.seat_style(player.id);
        }
        if let Value::Bool(_) = value { MARK } else { PLAIN }
    }

    /// Returns the name of a game variable whose value is this player.
    pub(super) fn marks(&self, id: VarId, player: u8) -> Option<Line> {
        let name = self.rules().variable(id)?.name;
        let named = matches!(self.value_of(id, 0)?, Value::Player(named) if named.id.number() == player);
        named.then(|| Piece::new(self.words.variable(name), MARK).into())
    }

    pub(super) fn is_shared(&self, id: VarId) -> bool {
        self.rules().variable(id).is_some_and(|def| def.holder == Holder::Game)
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
