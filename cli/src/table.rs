//! The table as a seat sees it, laid out from the ruleset's spots and zones: zones of spots side by side, zones of
//! players as rows, shared zones as a line. No game is known here.

use ludex::game::{CardView, Game, View};
use ludex::hir::Holder;
use ludex::ids::{PhaseId, SpotId};
use ludex::load::raw::Sees;
use ludex::program::NONE;

mod players;

use crate::output::{BOLD, DIM, Style, cut, pad, paint, width};
use crate::text::{Viewer, Words, capital};

/// Most columns of one spot.
const WIDEST: usize = 30;
/// Most names in a list of cards.
const NAMES: usize = 6;

/// An empty zone.
const EMPTY: &str = "–";
/// Between parts of a line; the first blank does not break, so that no line begins with the point.
const SEPARATOR: &str = "\u{a0}· ";

/// What is drawn, and for whom.
pub struct Table<'a> {
    /// The texts.
    pub words: Words<'a>,
    /// The game.
    pub game: &'a Game,
    /// Who looks.
    pub viewer: Viewer,
    /// Who is a bot.
    pub bots: &'a [bool],
    /// With colour.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
    view: View,
}

/// A piece of text with a style: not painted, so that it can still be cut.
struct Piece {
    text: String,
    style: Style,
}

impl Piece {
    fn new(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style }
    }
}

impl<'a> Table<'a> {
    /// Looks at a game.
    pub fn new(
        words: Words<'a>,
        game: &'a Game,
        viewer: Viewer,
        bots: &'a [bool],
        (color, width): (bool, usize),
    ) -> Self {
        let view = viewer.map_or_else(|| game.open_view(), |seat| game.view(seat));
        Self { words, game, viewer, bots, color, width, view }
    }

    /// All lines.
    pub fn draw(&self) -> Vec<String> {
        let mut lines = vec![self.headline()];
        for spot in 0..self.words.ruleset.checked.spots.len() {
            lines.extend(self.spots(SpotId::new(spot)));
        }
        lines.extend(self.players());
        lines.extend(self.shared());
        lines.extend(self.own());
        lines
    }

    fn paint(&self, piece: &Piece) -> String {
        paint(self.color, piece.style, &piece.text)
    }

    /// `── Round 2 · Turn 5 ─────`
    fn headline(&self) -> String {
        let number = |p: usize| self.view.cells.get(self.words.program.phases[p].counter as usize).copied();
        let phases = &self.words.ruleset.checked.phases;
        let texts = self.words.ruleset.texts.languages().next().is_some();
        let named = |p: &usize| !texts || self.words.get(&format!("phases.{}", phases[*p].name)).is_some();
        let begun = |p: usize| number(p).filter(|n| *n > 0).map(|n| (PhaseId::new(p), n));
        let parts: Vec<String> = (0..phases.len())
            .filter(named)
            .filter_map(begun)
            .map(|(p, n)| format!("{} {n}", capital(&self.words.phase(p))))
            .collect();
        let title = if parts.is_empty() { self.words.title() } else { parts.join(" · ") };
        let line = format!("── {} ", cut(&title, self.width.saturating_sub(4)));
        let rest = "─".repeat(self.width.min(80).saturating_sub(width(&line)));
        paint(self.color, BOLD, &format!("{line}{rest}"))
    }

    /// The spots of a sort side by side, wrapped to the terminal's width.
    fn spots(&self, spot: SpotId) -> Vec<String> {
        let full = self.blocks(spot, false);
        let fits = |blocks: &[Vec<Piece>]| {
            self.widths(blocks).iter().map(|w| w + 3).sum::<usize>() <= self.width + 1
        };
        let blocks = if fits(&full) { full } else { self.blocks(spot, true) };
        let widths = self.widths(&blocks);
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

    fn blocks(&self, spot: SpotId, short: bool) -> Vec<Vec<Piece>> {
        let spots = &self.words.program.layout.spot_zones[spot.index()];
        spots.iter().enumerate().map(|(i, zones)| self.spot(spot, i, zones, short)).collect()
    }

    fn widths(&self, blocks: &[Vec<Piece>]) -> Vec<usize> {
        let most = WIDEST.min(self.width.saturating_sub(2));
        blocks.iter().map(|b| b.iter().map(|p| width(&p.text)).max().unwrap_or(0).min(most)).collect()
    }

    fn side_by_side(&self, blocks: &[Vec<Piece>], widths: &[usize]) -> Vec<String> {
        let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
        let row = |y: usize| {
            let cells = blocks.iter().zip(widths).map(|(block, w)| match block.get(y) {
                Some(piece) => pad(&self.paint(&Piece::new(cut(&piece.text, *w), piece.style)), *w),
                None => " ".repeat(*w),
            });
            format!("  {}", cells.collect::<Vec<_>>().join("   ")).trim_end().to_owned()
        };
        (0..height).map(row).collect()
    }

    /// One spot: its name, its variables, its zones; first those of a single card, which, if it has to be short, stand
    /// there without the zone's name.
    fn spot(&self, spot: SpotId, index: usize, zones: &[u16], short: bool) -> Vec<Piece> {
        let mut pieces = vec![Piece::new(self.words.spot(spot, index as i32), BOLD)];
        let state = self.state(Holder::Spot(spot), index);
        pieces.extend(state.into_iter().map(|text| Piece::new(text, "33")));
        let single = |zone: &u16| self.words.program.layout.zones[usize::from(*zone)].max == 1;
        let (heads, lanes): (Vec<u16>, Vec<u16>) = zones.iter().partition(|z| single(z));
        for zone in heads.into_iter().chain(lanes) {
            pieces.extend(self.spot_zone(zone, short));
        }
        pieces
    }

    fn spot_zone(&self, zone: u16, short: bool) -> Vec<Piece> {
        let def = self.words.program.layout.zones[usize::from(zone)].def;
        let name = self.words.zone(def);
        let cards = &self.view.zones[usize::from(zone) - 1].cards;
        let declared = &self.words.ruleset.checked.zones[def.index()];
        if let (Some(1), [card]) = (declared.max, cards.as_slice()) {
            let card_text = self.card(card, declared.sees);
            let text = if short { card_text } else { format!("{name}: {card_text}") };
            return vec![Piece::new(text, self.style(card))];
        }
        let mut pieces =
            vec![Piece::new(if cards.is_empty() { format!("{name}: {EMPTY}") } else { name }, DIM)];
        for (i, card) in cards.iter().enumerate() {
            let number = if declared.ordered { format!("{} ", i + 1) } else { "· ".to_owned() };
            pieces.push(Piece::new(format!("{number}{}", self.card(card, declared.sees)), self.style(card)));
            pieces.extend(card.card.into_iter().flat_map(|c| self.on_card(c)));
        }
        pieces
    }

    /// The zones that lie on a card, if there is something in them.
    fn on_card(&self, card: u16) -> Vec<Piece> {
        let zones = self.words.program.layout.card_zones.iter();
        let here = zones.filter_map(|by_card| by_card.get(usize::from(card)).copied().filter(|z| *z > 0));
        let filled = here.filter(|z| !self.view.zones[usize::from(*z) - 1].cards.is_empty());
        let line = |zone: u16| {
            let def = self.words.program.layout.zones[usize::from(zone)].def;
            Piece::new(format!("  + {}: {}", self.words.zone(def), self.summary(zone, NAMES)), DIM)
        };
        filled.map(line).collect()
    }

    /// A card; in brackets if it lies face down where the face counts.
    fn card(&self, card: &CardView, sees: Sees) -> String {
        let down = sees == Sees::ByFace && !card.up;
        match (card.card, card.owner) {
            (None, Some(owner)) => format!("[{}]", self.words.seat(owner)),
            (None, None) => "[ ]".to_owned(),
            (Some(_), _) if down => format!("[{}]", self.words.seen(card, self.viewer != card.owner)),
            (Some(_), _) => self.words.seen(card, true),
        }
    }

    fn style(&self, card: &CardView) -> Style {
        card.owner.map_or("", |owner| self.seat_style(owner))
    }

    /// A player's colour: that of the seat's id if it is one, else by number.
    fn seat_style(&self, seat: u8) -> Style {
        match ludex::game::seat_label(&self.words.ruleset.checked, seat).as_str() {
            "red" => "31",
            "green" => "32",
            "yellow" => "33",
            "blue" => "94",
            "purple" | "magenta" | "violet" => "35",
            "cyan" => "36",
            "white" => "1;97",
            "black" => "90",
            _ => ["94", "31", "32", "33", "35", "36"][usize::from(seat) % 6],
        }
    }

    /// The variables of a holder that have a text or are not at their first value.
    fn state(&self, holder: Holder, index: usize) -> Vec<String> {
        let program = self.words.program;
        // a game in the making has no texts: then all is shown
        let texts = self.words.ruleset.texts.languages().next().is_some();
        let vars = self.words.ruleset.checked.vars.iter().enumerate().filter(|(_, var)| var.holder == holder);
        let shown = vars.filter_map(|(v, var)| {
            let cell = program.layout.vars[v] as usize + index;
            let (value, first) = (*self.view.cells.get(cell)?, *program.layout.cells.get(cell)?);
            let text = self.words.get(&format!("state.{}", var.name));
            if value == NONE
                || (value == first && text.is_none())
                || (holder == Holder::Game && text.is_none() && texts)
            {
                return None;
            }
            let name = text.unwrap_or_else(|| var.name.replace('_', " "));
            match var.ty.base {
                ludex::types::Base::Bool => (value == 1).then_some(name),
                _ if var.ty.list => None,
                _ if var.ty.is_card() => {
                    Some(format!("{name}: {}", self.words.card(u16::try_from(value).ok()?, true)))
                }
                _ => Some(format!("{name}: {}", self.words.value(var.ty, value))),
            }
        });
        shown.collect()
    }

    /// What lies in a zone, in few words.
    fn summary(&self, zone: u16, names: usize) -> String {
        let cards = &self.view.zones[usize::from(zone) - 1].cards;
        let info = &self.words.program.layout.zones[usize::from(zone)];
        let known: Vec<&CardView> = cards.iter().filter(|c| c.card.is_some()).collect();
        let pile = info.ordered && cards.len() > 1;
        match (cards.first(), known.len()) {
            (None, _) => EMPTY.to_owned(),
            (Some(_), 0) => cards.len().to_string(),
            (Some(top), _) if pile && top.card.is_some() => {
                format!("{} ({})", cards.len(), self.plain(top, info.player))
            }
            (Some(_), _) if pile => cards.len().to_string(),
            _ => self.list(&known, cards.len() - known.len(), names, info.player),
        }
    }

    fn plain(&self, card: &CardView, holder: i32) -> String {
        self.words.seen(card, card.owner.is_some_and(|o| i32::from(o) != holder))
    }

    fn list(&self, known: &[&CardView], hidden: usize, names: usize, holder: i32) -> String {
        let mut parts: Vec<String> = known.iter().take(names).map(|c| self.plain(c, holder)).collect();
        if known.len() > names {
            parts.push(format!("+{}", known.len() - names));
        }
        if hidden > 0 {
            parts.push(format!("{hidden} hidden"));
        }
        parts.join(", ")
    }
}
