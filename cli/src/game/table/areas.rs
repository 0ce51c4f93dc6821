//! Draws the table in the ruleset's layout: the middle, then each player's area.

use ludex::rules::{Shape, Shown, TableArea};
use ludex::{ZoneAt, ZoneId};

use super::line::{COMMA, Line, Piece, loose};
use super::ring::ring;
use super::spots::Room;
use super::{SEPARATOR, Table};
use crate::terminal::output::{PLAIN, pad, wrap};
use ludex_table::words::capital;

struct Area {
    name: Piece,
    /// Non-empty items in the order of the layout.
    items: Vec<Option<Line>>,
    /// True for items with names of cards, which may be moved below the others.
    named: Vec<bool>,
    /// Cards drawn side by side.
    rows: Vec<String>,
}

/// Alignment of the areas.
struct Columns {
    name: usize,
    /// Maximum width of each item next to the name.
    widths: Vec<usize>,
    /// True for items moved below the others.
    below: Vec<bool>,
    /// True if all items next to the name fit.
    fit: bool,
}

/// Number of blanks between columns.
const GAP: usize = 3;

impl Table<'_> {
    pub(super) fn middle(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut short = Vec::new();
        for (i, (shown, shape)) in self.layout().middle.iter().enumerate() {
            match (*shown, *shape) {
                (_, Shape::Hide) => {}
                (Shown::Spot(id), Shape::Ring) => {
                    lines.extend(self.in_a_line(&mut short));
                    let inside = self.short_after(i);
                    let cells = self.blocks(id, Room::Circle);
                    match ring(&cells, &inside, self.width, self.color) {
                        Some((drawn, used)) => {
                            lines.extend(drawn);
                            lines.push(String::new());
                            if used {
                                return lines;
                            }
                        }
                        None => lines.extend(self.columns(id)),
                    }
                }
                (Shown::Spot(id), Shape::Map) => {
                    lines.extend(self.in_a_line(&mut short));
                    lines.extend(self.map(id));
                }
                (Shown::Spot(id), Shape::List) => {
                    lines.extend(self.in_a_line(&mut short));
                    lines.extend(self.spot_lines(id));
                }
                (Shown::Spot(id), _) => {
                    lines.extend(self.in_a_line(&mut short));
                    lines.extend(self.columns(id));
                }
                (Shown::Zone(_) | Shown::Var(_) | Shown::Computed(_) | Shown::Phase(_), _) => {
                    for zone in self.zones_in_rows(*shown, *shape) {
                        lines.extend(self.in_a_line(&mut short));
                        lines.extend(self.row(zone, &capital(&self.words.zone_at(zone)), 2));
                        lines.push(String::new());
                    }
                    short.extend(self.in_middle(*shown, *shape));
                }
            }
        }
        lines.extend(self.in_a_line(&mut short));
        for (zone, shape) in self.in_the_middle().filter(|(_, shape)| *shape != Shape::Hide) {
            short.extend(self.clockwise().flat_map(|player| self.before(player, zone, shape)));
            lines.extend(self.in_a_line(&mut short));
        }
        lines
    }

    /// Draws a player's cards in the middle: `Ann, card played: Q♠`.
    fn before(&self, player: u8, zone: ZoneId, shape: Shape) -> Vec<Line> {
        let style = self.words.setup.seat(player).map_or(PLAIN, |seat| self.seat_style(seat));
        let named = |line: Line| {
            let name = Piece::new(self.words.player(player), style);
            Line([name, Piece::new(COMMA, PLAIN)].into_iter().chain(line.0).collect())
        };
        let zones = self.zones_of(zone, usize::from(player)).into_iter();
        zones.filter_map(|zone| self.zone_line(zone, shape).map(named)).collect()
    }

    /// Returns the zones of a layout item whose cards are drawn side by side, because some are known.
    fn zones_in_rows(&self, shown: Shown, shape: Shape) -> Vec<ZoneAt> {
        let (Shown::Zone(id), Shape::Row) = (shown, shape) else { return Vec::new() };
        self.zones_of(id, 0).into_iter().filter(|zone| self.is_known(*zone)).collect()
    }

    /// Returns the items after `index` in the middle, if all are short; otherwise nothing.
    fn short_after(&self, index: usize) -> Vec<Line> {
        let rest = self.layout().middle[index + 1..].iter().filter(|(_, shape)| *shape != Shape::Hide);
        let long = rest.clone().any(|(shown, shape)| matches!(shown, Shown::Spot(_)) || *shape == Shape::Row);
        if long {
            Vec::new()
        } else {
            rest.flat_map(|(shown, shape)| self.in_middle(*shown, *shape)).collect()
        }
    }

    /// Returns an item of the middle as lines, without the zones that are drawn in rows.
    fn in_middle(&self, shown: Shown, shape: Shape) -> Vec<Line> {
        let mut lines: Vec<Line> = match shown {
            Shown::Zone(id) => {
                let zones = self.zones_of(id, 0).into_iter();
                let zones = zones.filter(|zone| shape != Shape::Row || !self.is_known(*zone));
                zones.filter_map(|zone| self.zone_line(zone, shape)).collect()
            }
            Shown::Var(_) | Shown::Computed(_) => self.one_value(shown, 0, shape).into_iter().collect(),
            Shown::Phase(_) | Shown::Spot(_) => Vec::new(),
        };
        for first in lines.iter_mut().filter_map(|line| line.0.first_mut()) {
            first.text = capital(&first.text);
        }
        lines
    }

    /// Draws the short items on one line, followed by a blank line.
    fn in_a_line(&self, short: &mut Vec<Line>) -> Vec<String> {
        let parts = std::mem::take(short);
        if parts.is_empty() {
            return Vec::new();
        }
        let mut lines = self.joined(&parts, 2, 4);
        lines.push(String::new());
        lines
    }

    fn joined(&self, parts: &[Line], indent: usize, further: usize) -> Vec<String> {
        // leave room for a comma or point
        let room = self.width.saturating_sub(further + 2);
        let parts: Vec<String> = parts.iter().map(|line| line.tight(room, self.color)).collect();
        let text = " ".repeat(indent) + &parts.join(SEPARATOR);
        wrap(&text, self.width, further).iter().map(|line| loose(line)).collect()
    }

    /// Draws the area of every player, clockwise. The viewer's area is last, next to the question.
    pub(super) fn areas(&self) -> Vec<String> {
        let areas: Vec<Area> = self.clockwise().map(|player| self.area(player)).collect();
        let columns = self.aligned(&areas);
        let mut lines = Vec::new();
        for area in areas {
            lines.extend(self.head(&area, &columns));
            let below = area.items.iter().zip(&area.named).zip(&columns.below);
            let below: Vec<Line> = below
                .filter(|((_, named), below)| **named && **below)
                .filter_map(|((l, _), _)| l.clone())
                .collect();
            if !below.is_empty() {
                lines.extend(self.joined(&below, 4, 6));
            }
            lines.extend(area.rows);
        }
        lines.push(String::new());
        lines
    }

    fn area(&self, player: u8) -> Area {
        let name = self.player(player);
        let mut area = Area { name, items: Vec::new(), named: Vec::new(), rows: Vec::new() };
        for (shown, shape) in &self.layout().player {
            let item = match (*shown, *shape) {
                (_, Shape::Hide) | (Shown::Phase(_) | Shown::Spot(_), _) => None,
                _ if self.layout().area(*shown) == Some(TableArea::Middle) => None,
                (Shown::Var(id), _) if self.is_shared(id) => self.marks(id, player),
                (Shown::Var(_) | Shown::Computed(_), _) => {
                    self.one_value(*shown, usize::from(player), *shape)
                }
                (Shown::Zone(id), _) => {
                    let zones = self.zones_of(id, usize::from(player)).into_iter();
                    zones.for_each(|zone| self.add_zone(&mut area, zone, *shape));
                    continue;
                }
            };
            area.items.push(item);
            area.named.push(false);
        }
        area
    }

    fn add_zone(&self, area: &mut Area, zone: ZoneAt, shape: Shape) {
        let known = self.is_known(zone);
        let is_row = known && shape == Shape::Row;
        if is_row {
            area.rows.extend(self.row(zone, &self.words.zone_at(zone), 4));
        }
        area.items.push(if is_row { None } else { self.zone_line(zone, shape) });
        area.named.push(known && matches!(shape, Shape::List | Shape::Hand));
    }

    /// Aligns equal items of all areas. Names of cards are next to the player's name if every area has names
    /// there and they fit.
    fn aligned(&self, areas: &[Area]) -> Columns {
        let name = areas.iter().map(|a| a.name.width()).max().unwrap_or(0);
        let count = self.layout().player.len();
        let mut columns = Columns { name, widths: vec![0; count], below: vec![false; count], fit: true };
        for c in 0..count {
            let widest = |named: bool| {
                let items = areas.iter().filter(|a| a.named[c] == named).filter_map(|a| a.items[c].as_ref());
                items.map(Line::width).max().unwrap_or(0)
            };
            columns.below[c] = widest(true) > 0;
            columns.widths[c] = widest(false);
        }
        let total =
            |widths: &[usize]| name + widths.iter().filter(|w| **w > 0).map(|w| w + GAP).sum::<usize>();
        for c in 0..count {
            if !columns.below[c] || columns.widths[c] > 0 {
                continue;
            }
            columns.widths[c] =
                areas.iter().filter_map(|a| a.items[c].as_ref()).map(Line::width).max().unwrap_or(0);
            columns.below[c] = total(&columns.widths) > self.width;
            if columns.below[c] {
                columns.widths[c] = 0;
            }
        }
        columns.fit = total(&columns.widths) <= self.width;
        columns
    }

    /// Draws the player's name and the items next to it.
    fn head(&self, area: &Area, columns: &Columns) -> Vec<String> {
        let beside = area.items.iter().zip(&area.named).zip(&columns.below);
        let beside: Vec<Option<&Line>> =
            beside.map(|((item, named), below)| item.as_ref().filter(|_| !(*named && *below))).collect();
        if !columns.fit {
            let mut parts = vec![Line::from(area.name.clone())];
            parts.extend(beside.into_iter().flatten().cloned());
            return self.joined(&parts, 0, 4);
        }
        let mut line = pad(&self.paint(&area.name), columns.name);
        for (item, width) in beside.into_iter().zip(&columns.widths).filter(|(_, w)| **w > 0) {
            let text = item.map_or(String::new(), |line| line.paint(self.color));
            line = format!("{line}{}{}", " ".repeat(GAP), pad(&text, *width));
        }
        vec![line.trim_end().to_owned()]
    }
}
