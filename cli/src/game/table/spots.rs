//! Draws spots as blocks of lines, side by side or on a circle.

use ludex::rules::{Holder, Shape, Shown};
use ludex::{SpotAt, SpotId, ZoneAt};

use super::line::{Line, Piece};
use super::zones::MARK;
use super::{EMPTY, Table};
use crate::terminal::output::{BOLD, DIM, PLAIN, pad};

/// Maximum width of a spot if not all fit side by side at full width.
const WIDEST: usize = 30;

/// Amount of detail that fits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// Zones of a single card have their name.
    Full,
    /// Zones of a single card have no name.
    Short,
    /// On a circle, empty items have no line.
    Circle,
}

impl Table<'_> {
    /// Draws the spots of a kind side by side, wrapped to the terminal's width. Wraps lines that are too long
    /// for a spot.
    pub(super) fn columns(&self, spot: SpotId) -> Vec<String> {
        let full = self.blocks(spot, Room::Full);
        let fits =
            |blocks: &[Vec<Line>]| widths(blocks).iter().map(|w| w + 3).sum::<usize>() <= self.width + 1;
        let blocks = if fits(&full) { full } else { self.blocks(spot, Room::Short) };
        let most = if fits(&blocks) { self.width } else { WIDEST }.min(self.width.saturating_sub(2));
        let wrapped = |block: &Vec<Line>| block.iter().flat_map(|line| line.wrapped(most, 2)).collect();
        let blocks: Vec<Vec<Line>> = blocks.iter().map(wrapped).collect();
        let widths = widths(&blocks);
        let mut lines = Vec::new();
        let mut start = 0;
        while start < blocks.len() {
            let mut end = start;
            let mut used = 2;
            while end < blocks.len() && (end == start || used + widths[end] + 3 <= self.width + 3) {
                used += widths[end] + 3;
                end += 1;
            }
            lines.extend(self.side_by_side(&blocks[start..end], &widths[start..end]));
            lines.push(String::new());
            start = end;
        }
        lines
    }

    /// Draws a line for each non-empty spot of a kind, wrapped to the terminal's width.
    pub(super) fn spot_lines(&self, spot: SpotId) -> Vec<String> {
        let blocks = self.blocks(spot, Room::Circle);
        let seen = blocks.iter().filter(|block| block.len() > 1);
        let in_line = |block: &Vec<Line>| {
            let mut all = Line::from(Piece::new("  ", PLAIN));
            for line in block {
                all.0.extend(line.0.iter().cloned());
                all.push("   ", PLAIN);
            }
            all.wrapped(self.width, 4)
        };
        let painted = |line: Line| line.paint(self.color).trim_end().to_owned();
        let mut lines: Vec<String> = seen.flat_map(in_line).map(painted).collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }

    pub(super) fn blocks(&self, spot: SpotId, room: Room) -> Vec<Vec<Line>> {
        self.rules().spots_of(spot).map(|spot| self.spot(spot, room)).collect()
    }

    fn side_by_side(&self, blocks: &[Vec<Line>], widths: &[usize]) -> Vec<String> {
        let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
        let row = |y: usize| {
            let cells = blocks.iter().zip(widths).map(|(block, w)| match block.get(y) {
                Some(line) => pad(&line.paint(self.color), *w),
                None => " ".repeat(*w),
            });
            format!("  {}", cells.collect::<Vec<_>>().join("   ")).trim_end().to_owned()
        };
        (0..height).map(row).collect()
    }

    /// Draws a spot: its name, the items of the layout, then its other variables and zones, starting with
    /// zones of a single card.
    fn spot(&self, spot: SpotAt, room: Room) -> Vec<Line> {
        let index = usize::from(spot.number());
        let mut lines = vec![Line::from(Piece::new(self.words.spot(spot), BOLD))];
        let mut open = false;
        for (shown, shape) in self.shown_at(spot.sort()) {
            open = self.listed(*shown, *shape, (index, room, open), &mut lines);
        }
        let state = self.state(Holder::Spot(spot.sort()), index);
        lines.extend(state.into_iter().map(|text| Line::from(Piece::new(text, MARK))));
        for zone in self.rest_at(spot) {
            lines.extend(self.spot_zone(zone, room));
        }
        lines
    }

    /// Draws an item of the layout. Returns true if a word may follow on its line; `open` is this result for
    /// the previous item.
    fn listed(
        &self,
        shown: Shown,
        shape: Shape,
        (index, room, open): (usize, Room, bool),
        lines: &mut Vec<Line>,
    ) -> bool {
        let before = lines.len();
        match (shown, shape) {
            (_, Shape::Hide) | (Shown::Phase(_) | Shown::Spot(_), _) => return open,
            (Shown::Var(_) | Shown::Computed(_), Shape::Word) => {
                match (self.one_value(shown, index, shape), lines.last_mut()) {
                    (None, _) => return open,
                    (Some(word), Some(line)) if open => {
                        let blank = |piece: Piece| Piece::new(format!(" {}", piece.text), piece.style);
                        line.0.extend(word.0.into_iter().map(blank));
                        return true;
                    }
                    (Some(word), _) => lines.push(word),
                }
            }
            (Shown::Var(_) | Shown::Computed(_), _) => lines.extend(self.one_value(shown, index, shape)),
            (Shown::Zone(id), Shape::List) => {
                let zones = self.zones_of(id, index);
                zones.iter().for_each(|zone| lines.extend(self.spot_zone(*zone, room)));
                return zones.last().map_or(open, |zone| !self.cards(*zone).is_empty());
            }
            (Shown::Zone(id), _) => {
                let zones = self.zones_of(id, index).into_iter();
                lines.extend(zones.filter_map(|zone| self.zone_line(zone, shape)));
            }
        }
        lines.len() > before
    }

    fn spot_zone(&self, zone: ZoneAt, room: Room) -> Vec<Line> {
        let Some((declared, _)) = self.rules().zone_at(zone) else { return Vec::new() };
        let name = self.words.zone_at(zone);
        let cards = self.cards(zone);
        if let (Some(1), [card]) = (declared.max, cards) {
            let mut line = Line::default();
            if room == Room::Full {
                line.push(self.words.label(&name, ""), PLAIN);
            }
            line.push(self.card_with_held(card, declared.sees), self.style(card));
            return vec![line];
        }
        if self.is_deck(zone) {
            return self
                .zone_line(zone, Shape::Pile)
                .filter(|_| !cards.is_empty() || room != Room::Circle)
                .into_iter()
                .collect();
        }
        let mut lines = Vec::new();
        if !cards.is_empty() || room != Room::Circle {
            let head = if cards.is_empty() { self.words.label(&name, EMPTY) } else { name };
            lines.push(Line::from(Piece::new(head, DIM)));
        }
        for (i, card) in cards.iter().enumerate() {
            let number = if declared.ordered { format!("{} ", i + 1) } else { "· ".to_owned() };
            let text = format!("{number}{}", self.card(card, declared.sees));
            lines.push(Piece::new(text, self.style(card)).into());
            lines.extend(
                self.held_texts(card).into_iter().map(|text| Piece::dim(format!("  + {text}")).into()),
            );
        }
        lines
    }
}

fn widths(blocks: &[Vec<Line>]) -> Vec<usize> {
    blocks.iter().map(|block| block.iter().map(Line::width).max().unwrap_or(0)).collect()
}
