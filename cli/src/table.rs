//! The table as a seat sees it: first what the ruleset's `layout` places, then the rest, laid out from spots and zones:
//! zones of spots side by side, zones of players as rows, shared zones as a line. No game is known here.

use ludex::machinery::game::{CardView, Game, View};
use ludex::machinery::hir::{Holder, Shown};
use ludex::machinery::ids::{SpotId, VarId};
use ludex::machinery::program::NONE;

mod areas;
mod heading;
mod line;
mod players;
mod ring;
mod spots;
mod zones;

use crate::output::Style;
use crate::text::{Viewer, Words, colour};
use line::Piece;

/// Most names in a list of cards that no layout places: a screen full.
const NAMES: usize = 60;

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

impl<'a> Table<'a> {
    /// Looks at a game.
    pub fn new(
        words: Words<'a>,
        game: &'a ludex::Game,
        viewer: Viewer,
        bots: &'a [bool],
        (color, width): (bool, usize),
    ) -> Self {
        let game = ludex::machinery::game_of(game);
        let view = viewer.map_or_else(|| game.open_view(), |seat| game.view(seat));
        Self { words, game, viewer, bots, color, width, view }
    }

    /// All lines.
    pub fn draw(&self) -> Vec<String> {
        let mut lines = self.headline();
        lines.extend(self.middle());
        for spot in (0..self.words.ruleset.checked.spots.len()).map(SpotId::new) {
            if !self.is_placed(Shown::Spot(spot)) {
                lines.extend(self.columns(spot));
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
        crate::output::paint(self.color, piece.style, &piece.text)
    }

    /// A player's colour: that of the seat's id if it is one, else by number.
    fn seat_style(&self, seat: u8) -> Style {
        let id = ludex::machinery::game::seat_label(&self.words.ruleset.checked, seat);
        colour(&id).unwrap_or(["94", "31", "32", "33", "35", "36"][usize::from(seat) % 6])
    }

    /// The variables of a holder that have a text or are not at their first value.
    fn state(&self, holder: Holder, index: usize) -> Vec<String> {
        let program = self.words.program;
        // a game in the making has no texts: then all is shown
        let texts = self.words.ruleset.languages().next().is_some();
        let vars = self.words.ruleset.checked.vars.iter().enumerate().filter(|(_, var)| var.holder == holder);
        let vars = vars.filter(|(v, _)| !self.is_placed(Shown::Var(VarId::new(*v))));
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
                ludex::machinery::types::Base::Bool => (value == 1).then_some(name),
                _ if var.ty.list => None,
                _ if var.ty.is_card() => {
                    Some(self.words.label(&name, &self.words.card(u16::try_from(value).ok()?, true)))
                }
                _ => Some(self.words.label(&name, &self.words.value(var.ty, value))),
            }
        });
        shown.collect()
    }

    /// What lies in a zone, in few words.
    fn summary(&self, zone: u16, names: usize) -> String {
        let cards = self.cards(zone);
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
            parts.push(self.words.own.hidden(hidden));
        }
        parts.join(", ")
    }
}
