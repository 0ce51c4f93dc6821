//! Texts of a ruleset in a language, without information hidden from the viewer.

mod chosen;
mod ending;
mod explained;
mod hint;
mod log;
mod offers;
mod picks;
mod told;
mod why;
mod why_not;

use ludex::rules::{FieldDef, FieldKey, HolderAt, OnCard, Rules};
use ludex::{
    Amount, CardId, CardView, DesignId, FieldId, KindId, PhaseId, Seat, Setup, SpotAt, SpotId, Value, View,
    ZoneAt, ZoneId,
};

use ludex_print::unmarked;

use crate::hue::Hue;
use crate::phrases::Phrases;

pub use explained::WhyLine;
pub use hint::Tried;
pub use told::{DecisionFacts, open};
pub use why_not::place_text;

pub use crate::typeset::{capital, fill, typeset};

/// Text for an empty value.
const NOTHING: &str = "–";

/// Seat of the viewer. `None` sees everything; a seat that does not exist sees public information only.
pub type Viewer = Option<u8>;

/// Converts a viewer for the library.
pub fn eyes(viewer: Viewer, setup: &Setup) -> ludex::Viewer {
    viewer.map_or(ludex::Viewer::Open, |seat| setup.seat(seat).map_or(ludex::Viewer::Public, Into::into))
}

#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub setup: &'a Setup,
    pub language: &'a str,
    /// The program's own phrases in this language.
    pub own: &'static Phrases,
    /// True if cards have their full names, instead of a `short` name for the table.
    full: bool,
    /// Names of the people, by seat; an empty name stands for the seat's own.
    people: &'a [String],
}

impl<'a> Words<'a> {
    pub fn new(setup: &'a Setup, language: &'a str) -> Self {
        Self { setup, language, own: Phrases::for_language(language), full: false, people: &[] }
    }

    /// Returns the texts with names of people.
    pub fn with_people(self, people: &'a [String]) -> Self {
        Self { people, ..self }
    }

    pub fn in_language(self, language: &'a str) -> Self {
        Self { language, own: Phrases::for_language(language), ..self }
    }

    /// Returns the texts with full names of cards.
    fn in_full(self) -> Self {
        Self { full: true, ..self }
    }

    pub fn rules(self) -> &'a Rules {
        self.setup.rules()
    }

    /// Returns the entries of `rules` or `terms` (the group), in the order written.
    pub fn entries(self, group: &str) -> Vec<&'a str> {
        self.rules().entries(self.language, group)
    }
}

impl Words<'_> {
    /// Returns the text of a key, or the name with blanks for underscores.
    fn or_name(&self, key: &str, name: &str) -> String {
        self.get(key).unwrap_or_else(|| name.replace('_', " "))
    }

    pub fn get(&self, key: &str) -> Option<String> {
        self.setup.text(self.language, key).map(|text| typeset(&text))
    }

    /// Returns a text as lines: each is a paragraph or an item (`- …`), with an empty line between
    /// paragraphs.
    pub fn paragraphs(&self, key: &str) -> Vec<String> {
        let text = self.setup.text(self.language, key).unwrap_or_default();
        let mut lines: Vec<String> = Vec::new();
        for line in text.trim().lines().map(str::trim) {
            match lines.last_mut() {
                Some(last) if last.is_empty() && line.is_empty() => {}
                Some(last) if !last.is_empty() && !line.is_empty() && !line.starts_with("- ") => {
                    last.push(' ');
                    last.push_str(line);
                }
                _ => lines.push(line.to_owned()),
            }
        }
        lines.iter().map(|line| typeset(line)).collect()
    }

    pub fn players(&self) -> String {
        match self.setup.ruleset().players().into_inner() {
            (least, most) if least == most => self.own.players(usize::from(least)),
            (least, most) => self.own.players_between(least, most),
        }
    }

    pub fn title(&self) -> String {
        self.or_name("game.title", self.setup.ruleset().id())
    }

    pub fn seat(&self, seat: Seat) -> String {
        if let Some(name) = self.people.get(seat.index()).filter(|name| !name.is_empty()) {
            return typeset(name);
        }
        let id = self.rules().seat_label(seat).unwrap_or_default();
        let declared = !id.starts_with("seat_");
        let plain = || if declared { id.clone() } else { self.own.player(seat.number() + 1) };
        self.get(&format!("seats.{id}")).unwrap_or_else(plain)
    }

    /// Returns the name of the player whose seat has this number, from 0.
    pub fn player(&self, number: u8) -> String {
        self.setup.seat(number).map_or_else(|| self.own.player(number + 1), |seat| self.seat(seat))
    }

    /// Formats a name with its value: `name: value`.
    pub fn label(&self, name: &str, value: &str) -> String {
        format!("{}{} {value}", name, self.own.colon())
    }

    pub fn spot(&self, spot: SpotAt) -> String {
        if let Some(word) = self.rules().spot_word(spot) {
            let team = self.get(&format!("teams.{word}"));
            return team.unwrap_or_else(|| self.or_name(&format!("spots.{word}"), word));
        }
        let name = self.rules().spot(spot.sort()).map_or("", |def| def.name);
        let facts = self.whereabouts(spot);
        match self.get(&format!("spots.{name}")) {
            Some(text) if text.contains('{') => fill(&text, &facts),
            text => {
                let text = text.unwrap_or_else(|| name.replace('_', " "));
                // a spot on a grid is named by column and row, other spots by number
                match &facts[..] {
                    [_, (_, column), (_, row)] => format!("{text} {column},{row}"),
                    facts => format!("{text} {}", facts[0].1),
                }
            }
        }
    }

    /// Names a kind of spot: its text without the placeholders for numbers.
    pub fn spots(&self, sort: SpotId) -> String {
        let name = self.rules().spot(sort).map_or("", |def| def.name);
        let text = self.or_name(&format!("spots.{name}"), name);
        if !text.contains('{') {
            return text;
        }
        let places = ["number", "column", "row"].map(|fact| (fact, String::new()));
        fill(&text, &places).trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
    }

    /// Returns the number of a spot, and its column and row on a grid.
    fn whereabouts(&self, spot: SpotAt) -> Vec<(&'static str, String)> {
        let mut facts = vec![("number", (u32::from(spot.number()) + 1).to_string())];
        if let Some(columns) = self.rules().columns(spot.sort()).filter(|columns| *columns > 0) {
            facts.push(("column", (spot.number() % columns + 1).to_string()));
            facts.push(("row", (spot.number() / columns + 1).to_string()));
        }
        facts
    }

    pub fn zone(&self, zone: ZoneId) -> String {
        let name = self.rules().zone(zone).map_or("", |def| def.name);
        self.or_name(&format!("zones.{name}"), name)
    }

    /// Names a zone without its holder, with its key if it has one: `Tokens (Silk)`.
    pub fn zone_at(&self, zone: ZoneAt) -> String {
        let Some((def, _)) = self.rules().zone_at(zone) else { return String::new() };
        let name = self.zone(def.id);
        self.rules()
            .zone_key(zone)
            .map_or_else(|| name.clone(), |key| format!("{name} ({})", self.value(&key)))
    }

    pub fn kind(&self, kind: KindId) -> String {
        let name = self.rules().kind(kind).map_or("", |def| def.name);
        self.or_name(&format!("kinds.{name}"), name)
    }

    pub fn phase(&self, phase: PhaseId) -> String {
        let name = self.rules().phase(phase).map_or("", |def| def.name);
        self.or_name(&format!("phases.{name}"), name)
    }

    pub fn score_line(&self, name: &str) -> String {
        self.or_name(&format!("score.{name}"), name)
    }

    pub fn design(&self, design: DesignId) -> String {
        let name = self.rules().design(design).map_or("", |def| def.name);
        self.or_name(&format!("cards.{name}.name"), name)
    }

    /// Returns the short name of a card for the table, if the ruleset has one.
    pub fn short(&self, design: DesignId) -> Option<String> {
        self.get(&format!("cards.{}.short", self.rules().design(design)?.name))
    }

    /// Returns the text of a card without marks for bold, italic and icons.
    pub fn ability(&self, design: DesignId) -> Option<String> {
        self.marked_ability(design).map(|text| unmarked(&text).replace('\n', " "))
    }

    /// Returns the text of a card as written, with its line breaks.
    pub fn marked_ability(&self, design: DesignId) -> Option<String> {
        let name = self.rules().design(design).map_or("", |def| def.name);
        let text = self.setup.text(self.language, &format!("cards.{name}.text"))?;
        Some(text.trim_end().lines().map(typeset).collect::<Vec<_>>().join("\n"))
    }

    /// Formats a card with the fields of the ruleset's layout, or with its first printed number: `King 20`.
    /// Omits words that are part of the name.
    pub fn face(&self, design: DesignId) -> String {
        if let Some(short) = self.short(design) {
            return if self.full { self.design(design) } else { short };
        }
        let name = self.design(design);
        let fields: Vec<String> = match self.fields_on(design) {
            Some(fields) => fields.iter().filter_map(|field| self.printed(*field, design)).collect(),
            None => self.number(design).into_iter().collect(),
        };
        let words: Vec<String> = name.split([' ', '-']).map(str::to_lowercase).collect();
        // `blue` is part of `Blue Sword`, and `bleu` of `Épée bleue`
        let said = |field: &String| {
            let number = field.starts_with(|c: char| c.is_ascii_digit());
            words.iter().any(|word| word == field || (!number && word.starts_with(&field.to_lowercase())))
        };
        let fields = fields.into_iter().filter(|field| !said(field));
        fields.fold(name.clone(), |face, field| format!("{face} {field}"))
    }

    /// Returns the fields shown on a design's cards, if the layout lists any.
    fn fields_on(&self, design: DesignId) -> Option<Vec<FieldId>> {
        let field = |shown: &OnCard| if let OnCard::Field(id) = shown { Some(*id) } else { None };
        let shown = self.on_cards(self.rules().design(design)?.kind)?;
        Some(shown.iter().filter_map(field).collect())
    }

    /// Returns the items shown on the cards of a kind, if the layout lists any.
    fn on_cards(&self, kind: KindId) -> Option<&[OnCard]> {
        let kinds = &self.rules().layout().cards;
        kinds.iter().find(|(id, _)| *id == kind).map(|(_, shown)| shown.as_slice())
    }

    /// Formats the variables on a card that the layout lists: its public marks, and other variables of a
    /// known card. A `bool` is shown as its name if it is true, a number only if it isn't 0.
    pub fn marks(&self, card: &CardView, view: &View) -> Vec<String> {
        let is_card = |of: &Option<Value>| matches!((of, &card.card), (Some(Value::Card(of)), Some(card)) if of.id == card.id);
        let mark = |shown: &OnCard| {
            let OnCard::Var(id) = shown else { return None };
            let all = card.marks.iter().find(|mark| mark.variable.id == *id);
            let own = || view.variables.iter().find(|var| var.variable.id == *id && is_card(&var.of));
            let (name, value) = all
                .map(|mark| (&mark.variable.name, &mark.value))
                .or_else(|| own().map(|var| (&var.variable.name, &var.value)))?;
            if let Value::Bool(holds) = value {
                return holds.then(|| self.variable(name));
            }
            (value.thousandths() != Some(0)).then(|| self.value(value))
        };
        self.on_cards(card.kind.id).into_iter().flatten().filter_map(mark).collect()
    }

    /// Formats a field on a card: the name of a `bool` if it is true, the value of other fields. An entry of a
    /// keyed field follows its key, and is left out if it is 0.
    fn printed(&self, field: FieldId, design: DesignId) -> Option<String> {
        let def = self.rules().field(field);
        let name = def.map_or("", |def| def.name);
        let value = self.rules().printed(field, design)?;
        if let Some(key) = def.and_then(|def| def.key) {
            return self.entry(key, &value);
        }
        let Value::Bool(holds) = value else { return Some(self.value(&value)) };
        holds.then(|| self.or_name(&format!("fields.{name}"), name))
    }

    /// Formats an entry of a keyed field: `might 4`, or `hunter` for `true`. Returns `None` for 0 and `false`.
    pub fn entry(&self, key: FieldKey<'_>, value: &Value) -> Option<String> {
        let word = match key.words {
            Some(of) => self.or_name(&format!("enums.{of}.{}", key.word), key.word),
            None => key.word.to_owned(),
        };
        match value {
            Value::Bool(holds) => holds.then_some(word),
            value if value.thousandths() == Some(0) => None,
            value => Some(format!("{word} {}", self.value(value))),
        }
    }

    /// Returns the name of a field. For one word of a keyed field, adds the word: `Cost[wood]`.
    pub fn field_name(&self, field: FieldDef<'_>) -> Option<String> {
        let text = self.get(&format!("fields.{}", field.whole))?;
        Some(text + &field.name[field.whole.len()..])
    }

    /// Returns the colour of a card: the first word that names a colour among its shown fields.
    pub fn printed_colour(&self, design: DesignId) -> Option<Hue> {
        self.fields_on(design)?.iter().find_map(|field| {
            let Value::Word(word) = self.rules().printed(*field, design)? else { return None };
            Hue::named(&word.name)
        })
    }

    pub fn variable(&self, name: &str) -> String {
        let text = self.get(&format!("layout.{name}")).filter(|text| !text.contains("{value}"));
        let text = text.or_else(|| self.get(&format!("state.{name}")));
        text.or_else(|| self.elimination(name)).unwrap_or_else(|| name.replace('_', " "))
    }

    /// Returns the program's own name of the variable that marks eliminated players.
    fn elimination(&self, name: &str) -> Option<String> {
        let rules = self.rules();
        let marks = rules.elimination().and_then(|id| rules.variable(id));
        marks.is_some_and(|variable| variable.name == name).then(|| self.own.eliminated())
    }

    /// Returns the text of a variable on the table: its name, or a text with its `{value}`.
    pub fn variable_drawn(&self, name: &str, value: &Value) -> String {
        let text = self.setup.text_with_value(self.language, &format!("layout.{name}"), ("value", value));
        text.map_or_else(|| self.variable(name), |text| typeset(&text))
    }

    /// Returns the name of a variable, with the key of one of its values.
    pub fn variable_for(&self, name: &str, key: Option<&Value>) -> String {
        let name = self.variable(name);
        key.map_or(name.clone(), |key| format!("{name} {}", self.value(key)))
    }

    fn number(&self, design: DesignId) -> Option<String> {
        let kind = self.rules().design(design)?.kind;
        let mut numbers = self.rules().fields(kind).filter(|field| field.is_number);
        numbers.find_map(|field| self.field(field.id, design))
    }

    /// Returns the printed value of a field, if the card has one.
    pub fn field(&self, field: FieldId, design: DesignId) -> Option<String> {
        self.rules().printed(field, design).map(|value| self.value(&value))
    }

    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Hidden => self.own.why_hidden(),
            Value::Nothing => NOTHING.to_owned(),
            Value::Int(n) => n.to_string(),
            Value::Decimal(amount) => self.amount(*amount),
            Value::Bool(true) => self.own.yes(),
            Value::Bool(false) => self.own.no(),
            Value::Word(word) => {
                let of = self.rules().enum_name(word.id.0).unwrap_or_default();
                self.or_name(&format!("enums.{of}.{}", word.name), &word.name)
            }
            Value::Player(player) => self.seat(player.id),
            Value::Spot(spot) => self.spot(spot.id),
            Value::Zone(zone) => self.zone_of_holder(zone.id),
            Value::Card(card) => self.card(card.id, true),
            Value::Design(design) => self.face(design.id),
            Value::Unseen { kind, owner, place } => {
                self.hidden(kind.id, owner.as_ref().map(|owner| owner.id), *place)
            }
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
                format!("[{}]", values.join(", "))
            }
            Value::Fault(message) => self.own.why_fault(message),
        }
    }

    fn zone_of_holder(&self, zone: ZoneAt) -> String {
        let Some((_, holder)) = self.rules().zone_at(zone) else { return String::new() };
        let name = self.zone_at(zone);
        match holder {
            HolderAt::Game => name,
            HolderAt::Seat(seat) => format!("{}, {name}", self.seat(seat)),
            HolderAt::Spot(spot) => format!("{}, {name}", self.spot(spot)),
            HolderAt::Card(card) => format!("{}, {name}", self.card(card, true)),
        }
    }

    pub fn amount(&self, amount: Amount) -> String {
        amount.to_string().replace('.', &self.own.decimal_point())
    }

    /// Returns the owner of a card, if it has one.
    fn owner(&self, card: CardId) -> Option<Seat> {
        self.rules().card(card)?.owner
    }

    /// Formats a known card: `King 20`, with its owner if requested: `King 20 (Blue)`.
    pub fn card(&self, card: CardId, with_owner: bool) -> String {
        let name = self.rules().card(card).map_or_else(String::new, |card| self.face(card.design));
        match self.owner(card) {
            Some(owner) if with_owner => format!("{name} ({})", self.seat(owner)),
            _ => name,
        }
    }

    /// Formats an unknown card: `a White card`.
    pub fn hidden(&self, kind: KindId, owner: Option<Seat>, place: Option<u16>) -> String {
        let name = self.rules().kind(kind).map_or("", |def| def.name);
        let seat = owner.map(|o| self.seat(o));
        let text = self.get(&format!("kinds.{name}.hidden"));
        // a text with the position can't describe a card at an unknown position
        if let Some(text) = text.filter(|text| place.is_some() || !text.contains("{position}")) {
            let seat = seat.unwrap_or_default();
            let place = place.map(|place| place.to_string()).unwrap_or_default();
            return fill(&text, &[("owner", seat.clone()), ("player", seat), ("position", place)]);
        }
        match seat {
            Some(seat) if seat.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) => {
                self.own.a_card_of_vowel(seat)
            }
            Some(seat) => self.own.a_card_of(seat),
            None => self.own.a_card(),
        }
    }

    /// Formats a card as the viewer sees it.
    pub fn seen(&self, card: &CardView, with_owner: bool) -> String {
        match &card.card {
            Some(card) => self.card(card.id, with_owner),
            None => self.hidden(card.kind.id, card.owner.as_ref().map(|owner| owner.id), None),
        }
    }
}
