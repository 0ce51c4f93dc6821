//! The table of a game as a viewer sees it, in the arrangement of the ruleset's `layout`: the meaning that
//! the terminal and the page share.

use ludex::rules::{Holder, HolderAt, Layout, Rules, Sees, Shape, Shown, TableArea};
use ludex::{
    CardView, DecisionId, Game, PhaseId, Seat, SpotAt, SpotId, Value, VarId, View, ZoneAt, ZoneId, ZoneView,
    why,
};

use crate::order::sort;
use crate::words::{Viewer, Words, capital, eyes, fill};

pub struct ObservedTable<'a> {
    pub words: Words<'a>,
    pub game: &'a Game,
    pub viewer: Viewer,
    pub view: View,
    /// Values computed by the ruleset for the table, by number and holder.
    computed: Vec<Vec<Value>>,
}

pub struct Item {
    pub text: ItemText,
    /// The player, if the value is a player.
    pub player: Option<Seat>,
}

/// The text of a value, with its name if it has one.
pub enum ItemText {
    Alone(String),
    /// Name of a truth value that is true.
    Truth(String),
    /// A name and a number.
    Number(String, String),
    /// A name and another value, to be separated by a colon.
    Named(String, String),
}

impl<'a> ObservedTable<'a> {
    /// Observes a game.
    pub fn new(words: Words<'a>, game: &'a Game, viewer: Viewer) -> Self {
        let eyes = eyes(viewer, game.setup());
        let mut view = game.view(eyes);
        sort(&mut view, words.rules());
        Self { words, game, viewer, view, computed: why::computed(game, eyes) }
    }

    pub fn rules(&self) -> &'a Rules {
        self.words.rules()
    }

    pub fn layout(&self) -> &'a Layout {
        self.rules().layout()
    }

    /// Returns true if the layout places or hides this item.
    pub fn is_placed(&self, shown: Shown) -> bool {
        let layout = self.layout();
        let lists = [&layout.middle, &layout.player].into_iter().chain(layout.spots.iter().map(|(_, l)| l));
        let titled = layout.heading.iter().flatten().any(|s| *s == shown);
        titled || lists.flatten().any(|(s, _)| *s == shown)
    }

    /// Returns the items that the layout lists at each spot of a kind.
    pub fn shown_at(&self, id: SpotId) -> &'a [(Shown, Shape)] {
        let listed = self.layout().spots.iter().find(|(of, _)| *of == id);
        listed.map_or(&[], |(_, list)| list)
    }

    /// Returns true if the ruleset defines a layout. Game variables that the layout doesn't list and that
    /// have no text are then internal.
    fn has_layout(&self) -> bool {
        let layout = self.layout();
        layout.heading.is_some() || [&layout.middle, &layout.player].iter().any(|list| !list.is_empty())
    }

    pub fn is_active(&self, player: u8) -> bool {
        let active = self.view.active.as_ref().is_some_and(|active| active.id.number() == player);
        active && !self.game.is_over()
    }

    /// Returns the sign of a player, if the layout has one.
    pub fn sign(&self, player: u8) -> Option<&'a str> {
        self.layout().seat(self.words.setup.seat(player)?)?.sign.as_deref()
    }

    /// Returns the zones of players that lie in the middle, with their shapes.
    pub fn in_the_middle(&self) -> impl Iterator<Item = (ZoneId, Shape)> + 'a {
        let layout = self.layout();
        layout.player.iter().filter_map(move |(shown, shape)| match shown {
            Shown::Zone(id) if layout.area(*shown) == Some(TableArea::Middle) => Some((*id, *shape)),
            _ => None,
        })
    }

    /// Returns the items that the prompt of a decision repeats, with the values for a player.
    pub fn with_prompt(&self, decision: DecisionId, player: u8) -> Vec<Item> {
        let shown = self.layout().shown_with(decision).iter();
        shown.filter_map(|shown| self.item(*shown, self.holder_of(*shown, player), Shape::Value)).collect()
    }

    /// Returns the number of the holder of an item of the game or of players.
    fn holder_of(&self, shown: Shown, player: u8) -> usize {
        let holder = match shown {
            Shown::Var(id) => self.rules().variable(id).map(|def| def.holder),
            Shown::Computed(id) => self.layout().computed.get(id.index()).map(|def| def.holder),
            Shown::Phase(_) | Shown::Spot(_) | Shown::Zone(_) => None,
        };
        if holder == Some(Holder::Player) { usize::from(player) } else { 0 }
    }

    /// Returns the players clockwise after the viewer, who is last.
    pub fn clockwise(&self) -> impl Iterator<Item = u8> + use<> {
        let players = self.game.players();
        let first = self.viewer.filter(|v| *v < players).map_or(0, |viewer| viewer + 1);
        (0..players).map(move |p| (first + p) % players)
    }
}

/// Zones and cards.
impl ObservedTable<'_> {
    pub fn zone_view(&self, zone: ZoneAt) -> Option<&ZoneView> {
        // zones are seen in the order of their IDs, which begin with 1
        self.view.zones.get(zone.index().checked_sub(1)?)
    }

    pub fn cards(&self, zone: ZoneAt) -> &[CardView] {
        self.zone_view(zone).map_or(&[], |seen| &seen.cards)
    }

    pub fn is_concealed(&self, zone: ZoneAt) -> bool {
        self.zone_view(zone).is_some_and(|seen| seen.concealed)
    }

    /// Returns true if a zone without a layout is drawn as a pile. It is ordered and no player sees its
    /// cards, so only their number is known. A pile in which the viewer knows a card below the top is not.
    pub fn is_deck(&self, zone: ZoneAt) -> bool {
        let knows =
            || self.cards(zone).iter().skip(1).any(|card| card.card.is_some() || self.is_marked(card));
        let is_shut =
            self.rules().zone_at(zone).is_some_and(|(def, _)| def.ordered && def.sees == Sees::Nobody);
        is_shut && (self.viewer.is_none() || !knows())
    }

    /// Returns the zones of the holder with this number: one, or one for each key.
    pub fn zones_of(&self, zone: ZoneId, index: usize) -> Vec<ZoneAt> {
        self.rules().zones_held(zone, index).collect()
    }

    pub fn sees(&self, zone: ZoneAt) -> Sees {
        self.rules().zone_at(zone).map_or(Sees::Nobody, |(def, _)| def.sees)
    }

    /// Returns the player who has a zone or is its key, or `None` for other zones.
    pub fn player_of(&self, zone: ZoneAt) -> Option<Seat> {
        if let Some(Value::Player(player)) = self.rules().zone_key(zone) {
            return Some(player.id);
        }
        match self.rules().zone_at(zone)?.1 {
            HolderAt::Seat(seat) => Some(seat),
            HolderAt::Game | HolderAt::Spot(_) | HolderAt::Card(_) => None,
        }
    }

    /// Returns the zones of a kind of holder that the layout does not place.
    pub fn declared(&self, of: impl Fn(Holder) -> bool) -> Vec<ZoneId> {
        let held = self.rules().zones().filter(|zone| of(zone.holder)).map(|zone| zone.id);
        held.filter(|zone| !self.is_placed(Shown::Zone(*zone))).collect()
    }

    /// Returns true if players have zones or variables that the layout does not place.
    pub fn has_more(&self, zones: &[ZoneId]) -> bool {
        let zones = |player: usize| zones.iter().flat_map(move |zone| self.zones_of(*zone, player));
        let filled = |player: usize| zones(player).any(|zone| !self.cards(zone).is_empty());
        let mut players = 0..usize::from(self.game.players());
        players.any(|p| filled(p) || !self.state(Holder::Player, p).is_empty())
    }

    /// Returns the zones at a spot that the layout does not place, those of a single card first.
    pub fn rest_at(&self, spot: SpotAt) -> impl Iterator<Item = ZoneAt> {
        let def = |zone: ZoneAt| self.rules().zone_at(zone).map(|(def, _)| def);
        let zones = self.rules().zones_at(spot);
        let rest = zones.filter(|zone| def(*zone).is_some_and(|def| !self.is_placed(Shown::Zone(def.id))));
        let single = |zone: &ZoneAt| def(*zone).is_some_and(|def| def.max == Some(1));
        let (heads, lanes): (Vec<ZoneAt>, Vec<ZoneAt>) = rest.partition(single);
        heads.into_iter().chain(lanes)
    }

    pub fn is_known(&self, zone: ZoneAt) -> bool {
        self.cards(zone).iter().any(|c| c.card.is_some() || self.is_marked(c))
    }

    /// Returns true if there is information on an unidentified card.
    pub fn is_marked(&self, card: &CardView) -> bool {
        card.card.is_none() && (card.only.is_some() || !self.words.marks(card, &self.view).is_empty())
    }

    /// Returns true if a card is face down in a zone where the face matters.
    pub fn is_down(&self, card: &CardView, sees: Sees) -> bool {
        sees == Sees::ByFace && !card.up
    }

    /// Names a card, with its owner unless that is the holder.
    pub fn plain(&self, card: &CardView, holder: Option<Seat>) -> String {
        let owner = card.owner.as_ref().map(|owner| owner.id);
        self.words.seen(card, owner.is_some() && owner != holder)
    }

    /// Returns the top card of a pile, if it is known.
    pub fn top(&self, zone: ZoneAt) -> Option<&CardView> {
        let ordered = self.rules().zone_at(zone)?.0.ordered;
        self.cards(zone).first().filter(|card| ordered && card.card.is_some())
    }

    /// Returns the non-empty zones of a card, with their cards.
    pub fn held<'s>(&'s self, card: &'s CardView) -> impl Iterator<Item = (ZoneId, &'s [CardView])> {
        let zones = card.card.iter().flat_map(|card| self.rules().zones_on(card.id));
        let of_known = zones.filter_map(|zone| Some((self.rules().zone_at(zone)?.0.id, self.cards(zone))));
        let of_unknown = card.holds.iter().map(|held| (held.zone.id, held.cards.as_slice()));
        of_known.chain(of_unknown).filter(|(_, cards)| !cards.is_empty())
    }
}

/// Combines adjacent cards with the same text; returns each text with the first card and the number.
pub fn counted<'c>(
    cards: impl IntoIterator<Item = &'c CardView>,
    text: impl Fn(&CardView) -> String,
) -> Vec<(&'c CardView, String, usize)> {
    let mut all: Vec<(&CardView, String, usize)> = Vec::new();
    for card in cards {
        let text = text(card);
        match all.last_mut().filter(|(_, last, _)| *last == text) {
            Some((_, _, copies)) => *copies += 1,
            None => all.push((card, text, 1)),
        }
    }
    all
}

/// Values.
impl ObservedTable<'_> {
    /// Formats the values of a keyed variable with their keys. Omits values that are 0 or false.
    pub fn kept(&self, id: VarId, index: usize) -> Option<String> {
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
    pub fn value_of(&self, id: VarId, index: usize) -> Option<&Value> {
        let found = self.view.variables.iter().find(|var| var.variable.id == id && is_holder(&var.of, index));
        found.map(|var| &var.value)
    }

    /// Formats the variables of a holder that have a text or differ from their initial value.
    pub fn state(&self, holder: Holder, index: usize) -> Vec<String> {
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

    /// Returns a variable of a holder, or a computed value; `None` without a value.
    pub fn item(&self, shown: Shown, index: usize, shape: Shape) -> Option<Item> {
        match shown {
            Shown::Var(id) => self.variable(id, index, shape),
            Shown::Computed(id) => {
                let def = self.layout().computed.get(id.index())?;
                // values hidden from the viewer are not drawn, like hidden variables
                let value = self.computed.get(id.index())?.get(index)?;
                let is_there = !matches!(value, Value::Hidden | Value::Nothing);
                is_there.then(|| self.named_item(&def.name, value, (def.is_truth, def.is_number), shape))?
            }
            Shown::Phase(_) | Shown::Spot(_) | Shown::Zone(_) => None,
        }
    }

    fn variable(&self, id: VarId, index: usize, shape: Shape) -> Option<Item> {
        let var = self.rules().variable(id)?;
        if var.is_keyed {
            let text = ItemText::Named(self.words.variable(var.name), self.kept(id, index)?);
            return Some(Item { text, player: None });
        }
        self.named_item(var.name, self.value_of(id, index)?, (var.is_truth, var.is_number), shape)
    }

    /// Returns a value with its name; `None` for `false`, and for a mark of 0.
    fn named_item(
        &self,
        name: &str,
        value: &Value,
        (is_truth, is_number): (bool, bool),
        shape: Shape,
    ) -> Option<Item> {
        let is_zero = value.thousandths() == Some(0);
        if *value == Value::Bool(false) || (is_zero && shape == Shape::Mark) {
            return None;
        }
        let player = if let Value::Player(player) = value { Some(player.id) } else { None };
        let text = self.words.value(value);
        let name = || self.words.variable_drawn(name, value);
        let text = match shape {
            Shape::Word if *value == Value::Bool(true) => ItemText::Truth(text),
            Shape::Word => ItemText::Alone(text),
            _ if is_truth => ItemText::Truth(name()),
            _ => match name() {
                name if name.contains('{') => ItemText::Alone(fill(&name, &[("value", text)])),
                name if is_number => ItemText::Number(name, text),
                name => ItemText::Named(name, text),
            },
        };
        Some(Item { text, player })
    }

    /// Returns the name of a game variable whose value is this player.
    pub fn mark_of(&self, id: VarId, player: u8) -> Option<String> {
        let name = self.rules().variable(id)?.name;
        let named = matches!(self.value_of(id, 0)?, Value::Player(named) if named.id.number() == player);
        named.then(|| self.words.variable(name))
    }

    pub fn is_shared(&self, id: VarId) -> bool {
        self.rules().variable(id).is_some_and(|def| def.holder == Holder::Game)
    }
}

impl ObservedTable<'_> {
    /// Returns the parts of the heading: phases, and variables of the game.
    pub fn heading(&self) -> Vec<String> {
        match &self.layout().heading {
            Some(shown) => {
                let phases = self.game.phases();
                shown.iter().filter_map(|shown| self.heading_part(*shown, &phases)).collect()
            }
            None => self.every_phase(),
        }
    }

    fn every_phase(&self) -> Vec<String> {
        let texts = self.words.setup.ruleset().languages().next().is_some();
        let named = |name: &str| !texts || self.words.get(&format!("phases.{name}")).is_some();
        let now = self.game.phases();
        let begun = self.view.phases.iter().filter(|phase| now.contains(&phase.phase.id));
        let begun = begun.filter(|phase| named(&phase.phase.name));
        begun.map(|p| format!("{} {}", capital(&self.words.phase(p.phase.id)), p.number)).collect()
    }

    /// Returns the number of a phase's current iteration.
    fn number(&self, phase: PhaseId) -> i32 {
        let begun = self.view.phases.iter().find(|begun| begun.phase.id == phase);
        begun.map_or(0, |begun| begun.number)
    }

    fn heading_part(&self, shown: Shown, phases: &[PhaseId]) -> Option<String> {
        match shown {
            Shown::Phase(id) => phases.contains(&id).then(|| self.phase(id))?,
            Shown::Var(id) => Some(capital(&self.variable(id, 0, Shape::Value)?.text.plain(&self.words))),
            Shown::Zone(_) | Shown::Spot(_) | Shown::Computed(_) => None,
        }
    }

    /// Formats a phase: `Round 2 of 6`, or only the name if it isn't counted. Returns `None` if its text
    /// names the active player but no player is active.
    fn phase(&self, id: PhaseId) -> Option<String> {
        let def = self.rules().phase(id)?;
        let number = self.number(id);
        let number = match def.repeats {
            Some(1) => None,
            _ if !def.is_counted => None,
            Some(of) => Some(self.words.own.number_of(number, of)),
            None => Some(number.to_string()),
        };
        if let Some(text) = self.words.get(&format!("layout.{}", def.name)) {
            let player = self.view.active.as_ref().map(|player| self.words.seat(player.id));
            if player.is_none() && text.contains("{player}") {
                return None;
            }
            let facts = [("number", number.unwrap_or_default()), ("player", player.unwrap_or_default())];
            return Some(capital(fill(&text, &facts).trim()));
        }
        let name = capital(&self.words.phase(id));
        Some(number.map_or(name.clone(), |number| format!("{name} {number}")))
    }
}

impl ItemText {
    /// Formats the value without colours.
    pub fn plain(&self, words: &Words<'_>) -> String {
        match self {
            Self::Alone(text) | Self::Truth(text) => text.clone(),
            Self::Number(name, text) => format!("{name} {text}"),
            Self::Named(name, text) => words.label(name, text),
        }
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
