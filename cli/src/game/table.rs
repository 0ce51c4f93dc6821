//! The table as seen by a seat. The parts that the ruleset's `layout` places come first. The rest follows:
//! zones of spots side by side, zones of players as rows, shared zones as a line. Works for any game.

use ludex::rules::{Holder, HolderAt, Rules, Sees, Shown};
use ludex::{CardView, Game, Seat, Value, VarId, View, ZoneAt, ZoneId, why};

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
use ludex_table::order::sort;
use ludex_table::words::{Viewer, Words, eyes};

/// Maximum number of names in a list of cards outside the layout: about a screen.
const NAMES: usize = 60;
/// Maximum number of cards of an open pile listed by name, such as a trick; a larger pile shows its top card.
const FEW: usize = 8;

const EMPTY: &str = "–";
/// Separator in a line; the non-breaking space prevents a line from starting with the point.
const SEPARATOR: &str = "\u{a0}· ";

/// A table to draw for a viewer.
pub struct Table<'a> {
    pub words: Words<'a>,
    pub game: &'a Game,
    pub viewer: Viewer,
    pub bots: &'a [bool],
    pub color: bool,
    /// Width of the terminal in columns.
    pub width: usize,
    view: View,
    /// Values computed by the ruleset for the table, by number and holder.
    computed: Vec<Vec<Value>>,
}

impl<'a> Table<'a> {
    /// Creates the table from the viewer's observation of a game.
    pub fn new(
        words: Words<'a>,
        game: &'a Game,
        viewer: Viewer,
        bots: &'a [bool],
        (color, width): (bool, usize),
    ) -> Self {
        let eyes = eyes(viewer, game.setup());
        let mut view = game.view(eyes);
        sort(&mut view, words.rules());
        Self { words, game, viewer, bots, color, width, view, computed: why::computed(game, eyes) }
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

    /// Returns a player's colour: the colour named by the seat's ID, or one by number.
    fn seat_style(&self, seat: Seat) -> Style {
        let id = self.rules().seat_label(seat).unwrap_or_default();
        style(Hue::named(&id).unwrap_or(Hue::of_seat(seat.index())))
    }

    fn rules(&self) -> &'a Rules {
        self.words.rules()
    }

    /// Formats the values of a keyed variable with their keys. Omits values that are 0 or false.
    fn kept(&self, id: VarId, index: usize) -> Option<String> {
        let of = self.view.variables.iter().filter(|var| var.variable.id == id && is_holder(&var.of, index));
        let plain = |value: &Value| value.thousandths() == Some(0) || *value == Value::Bool(false);
        let told = of.filter(|var| !plain(&var.value)).filter_map(|var| {
            let key = self.words.value(var.key.as_ref()?);
            let value = self.words.value(&var.value);
            Some(if var.value == Value::Bool(true) { key } else { format!("{key} {value}") })
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| told.join(", "))
    }

    /// Returns a variable of the holder with this number (a player or a spot). `None` if it is hidden or has
    /// no value.
    fn value_of(&self, id: VarId, index: usize) -> Option<&Value> {
        let found = self.view.variables.iter().find(|var| var.variable.id == id && is_holder(&var.of, index));
        found.map(|var| &var.value)
    }

    /// Formats the variables of a holder that have a text or differ from their initial value.
    fn state(&self, holder: Holder, index: usize) -> Vec<String> {
        // a game under development has no texts: show all variables
        let texts = self.words.setup.ruleset().languages().next().is_some();
        let vars = self.rules().variables().filter(|var| var.holder == holder);
        let vars = vars.filter(|var| !self.is_placed(Shown::Var(var.id)));
        let shown = vars.filter_map(|var| {
            if var.is_keyed {
                let name = self.words.variable(var.name);
                return self.kept(var.id, index).map(|kept| self.words.label(&name, &kept));
            }
            let value = self.value_of(var.id, index)?;
            let is_first = self.rules().first_value(var.id, index).as_ref() == Some(value);
            let text = self.words.get(&format!("state.{}", var.name));
            let is_internal = holder == Holder::Game && texts && self.has_layout();
            if text.is_none() && (is_first || is_internal) {
                return None;
            }
            let name = text.unwrap_or_else(|| var.name.replace('_', " "));
            let Value::Bool(holds) = value else {
                return Some(self.words.label(&name, &self.words.value(value)));
            };
            holds.then_some(name)
        });
        shown.collect()
    }

    /// Returns true if the ruleset defines a layout. Game variables that the layout doesn't list and that
    /// have no text are then internal.
    fn has_layout(&self) -> bool {
        let layout = self.layout();
        layout.heading.is_some() || [&layout.middle, &layout.player].iter().any(|list| !list.is_empty())
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

    /// Returns the player who has a zone, or `None` for other holders.
    fn player_of(&self, zone: ZoneAt) -> Option<Seat> {
        match self.rules().zone_at(zone)?.1 {
            HolderAt::Seat(seat) => Some(seat),
            HolderAt::Game | HolderAt::Spot(_) | HolderAt::Card(_) => None,
        }
    }

    fn plain(&self, card: &CardView, holder: Option<Seat>) -> String {
        let owner = card.owner.as_ref().map(|owner| owner.id);
        self.words.seen(card, owner.is_some() && owner != holder)
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
        let parts = [marks].into_iter().filter(|marks| !marks.is_empty()).chain(self.held(card));
        parts.collect::<Vec<_>>().join(" · ")
    }

    /// Lists the cards in the zones of a card, zone by zone.
    fn held(&self, card: &CardView) -> Vec<String> {
        let zones = card.card.iter().flat_map(|card| self.rules().zones_on(card.id));
        let of_known = zones.filter_map(|zone| Some((self.rules().zone_at(zone)?.0.id, self.cards(zone))));
        let of_unknown = card.holds.iter().map(|held| (held.zone.id, held.cards.as_slice()));
        let text = |(zone, cards): (ZoneId, &[CardView])| {
            let known: Vec<String> =
                cards.iter().filter(|card| card.card.is_some()).map(|card| self.plain(card, None)).collect();
            let hidden = cards.len() - known.len();
            self.words.label(&self.words.zone(zone), &self.shortened(known.into_iter(), hidden, NAMES))
        };
        of_known.chain(of_unknown).filter(|(_, cards)| !cards.is_empty()).map(text).collect()
    }
}

/// Returns true for the holder with this number (a player or a spot).
fn is_holder(of: &Option<Value>, index: usize) -> bool {
    match of {
        None => true,
        Some(Value::Player(seat)) => seat.id.index() == index,
        Some(Value::Spot(spot)) => usize::from(spot.id.number()) == index,
        Some(_) => false,
    }
}
