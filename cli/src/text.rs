//! A ruleset's texts in a language: names, prompts, messages. What a viewer may not know is not in them.

mod picks;

use std::collections::{BTreeMap, BTreeSet};

use ludex::rules::{HolderAt, Rules};
use ludex::{
    Amount, CardId, CardView, Choice, Decision, DesignId, Fact, FieldId, Game, KindId, LogEntry, OptionView,
    PhaseId, Seat, Setup, SpotAt, Value, ZoneAt, ZoneId, why,
};

use crate::output::{BLUE, CYAN, GREEN, GREY, MAGENTA, RED, Style, WHITE, YELLOW, clean};
use crate::phrases::Phrases;

/// Where there is nothing.
const NOTHING: &str = "–";

/// The seat that looks; nobody in particular sees everything, and one that the game does not have what all may know.
pub type Viewer = Option<u8>;

/// The same for the library.
pub fn eyes(viewer: Viewer, players: u8) -> ludex::Viewer {
    match viewer {
        None => ludex::Viewer::Open,
        Some(seat) if seat < players => ludex::Viewer::Seat(Seat(seat)),
        Some(_) => ludex::Viewer::Public,
    }
}

/// Texts of a game in a language.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// What the game is played with.
    pub setup: &'a Setup,
    /// The language.
    pub language: &'a str,
    /// What the program itself says in it.
    pub own: &'static Phrases,
}

impl<'a> Words<'a> {
    /// Those of a language.
    pub fn new(setup: &'a Setup, language: &'a str) -> Self {
        Self { setup, language, own: Phrases::of(language) }
    }

    /// In another language.
    pub fn in_language(self, language: &'a str) -> Self {
        Self::new(self.setup, language)
    }

    /// What the ruleset defines.
    pub fn rules(self) -> Rules<'a> {
        self.setup.rules()
    }

    /// What `rules` or `terms` (the group) has, in the order written.
    pub fn told(self, group: &str) -> Vec<&'a str> {
        self.rules().told(self.language, group)
    }
}

impl Words<'_> {
    /// The text of a key, or the name as written with blanks for underscores.
    fn or_name(&self, key: &str, name: &str) -> String {
        self.get(key).unwrap_or_else(|| name.replace('_', " "))
    }

    /// The text of a key.
    pub fn get(&self, key: &str) -> Option<String> {
        self.setup.text(self.language, key).map(|text| typeset(&text))
    }

    /// A text of several lines: a paragraph or an item (`- …`) each, an empty one between paragraphs.
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

    /// How many can play.
    pub fn players(&self) -> String {
        match self.setup.ruleset().players().into_inner() {
            (least, most) if least == most => self.own.players(usize::from(least)),
            (least, most) => self.own.players_between(least, most),
        }
    }

    /// The title.
    pub fn title(&self) -> String {
        self.or_name("game.title", self.setup.ruleset().id())
    }

    /// A player.
    pub fn seat(&self, seat: Seat) -> String {
        let id = self.rules().seat_label(seat);
        let declared = !id.starts_with("seat_");
        let plain = || if declared { id.clone() } else { self.own.player(seat.0 + 1) };
        self.get(&format!("seats.{id}")).unwrap_or_else(plain)
    }

    /// `name: value`
    pub fn label(&self, name: &str, value: &str) -> String {
        format!("{}{} {value}", name, self.own.colon())
    }

    /// A spot.
    pub fn spot(&self, spot: SpotAt) -> String {
        let name = self.rules().spot(spot.sort).name;
        let number = (u32::from(spot.number) + 1).to_string();
        match self.get(&format!("spots.{name}")) {
            Some(text) if text.contains("{number}") => text.replace("{number}", &number),
            Some(text) => format!("{text} {number}"),
            None => format!("{} {number}", name.replace('_', " ")),
        }
    }

    /// A zone.
    pub fn zone(&self, zone: ZoneId) -> String {
        let name = self.rules().zone(zone).name;
        self.or_name(&format!("zones.{name}"), name)
    }

    /// A kind of card.
    pub fn kind(&self, kind: KindId) -> String {
        let name = self.rules().kind(kind).name;
        self.or_name(&format!("kinds.{name}"), name)
    }

    /// A phase.
    pub fn phase(&self, phase: PhaseId) -> String {
        let name = self.rules().phase(phase).name;
        self.or_name(&format!("phases.{name}"), name)
    }

    /// A part of the score.
    pub fn score_line(&self, name: &str) -> String {
        self.or_name(&format!("score.{name}"), name)
    }

    /// The name of a card.
    pub fn design(&self, design: DesignId) -> String {
        let name = self.rules().design(design).name;
        self.or_name(&format!("cards.{name}.name"), name)
    }

    /// What a card does, for people.
    pub fn ability(&self, design: DesignId) -> Option<String> {
        self.get(&format!("cards.{}.text", self.rules().design(design).name))
    }

    /// A card with the fields that the ruleset's layout names, else with its first printed number: `King 20`. What the name
    /// has is not said again.
    pub fn face(&self, design: DesignId) -> String {
        let id = self.rules().design(design).name;
        if let Some(short) = self.get(&format!("cards.{id}.short")) {
            return short;
        }
        let name = self.design(design);
        let fields: Vec<String> = match self.fields_on(design) {
            Some(fields) => fields.iter().filter_map(|field| self.printed(*field, design)).collect(),
            None => self.number(design).into_iter().collect(),
        };
        let words: Vec<String> = name.split([' ', '-']).map(str::to_lowercase).collect();
        // `blue` stands in `Blue Sword`, and `bleu` in `Épée bleue`
        let said = |field: &String| {
            let number = field.starts_with(|c: char| c.is_ascii_digit());
            words.iter().any(|word| word == field || (!number && word.starts_with(&field.to_lowercase())))
        };
        let fields = fields.into_iter().filter(|field| !said(field));
        fields.fold(name.clone(), |face, field| format!("{face} {field}"))
    }

    /// The fields that stand on the cards of a design, if the ruleset says so.
    fn fields_on(&self, design: DesignId) -> Option<&[FieldId]> {
        let kind = self.rules().design(design).kind;
        let kinds = &self.rules().layout().cards;
        kinds.iter().find(|(id, _)| *id == kind).map(|(_, fields)| fields.as_slice())
    }

    /// A field as it stands on a card: of a `bool` its name, where it holds.
    fn printed(&self, field: FieldId, design: DesignId) -> Option<String> {
        let name = self.rules().field(field).name;
        match self.rules().printed(field, design)? {
            Value::Bool(holds) => holds.then(|| self.or_name(&format!("fields.{name}"), name)),
            other => Some(self.value(&other)),
        }
    }

    /// The colour of a card: the first word of a colour among the fields that stand on it.
    pub fn printed_colour(&self, design: DesignId) -> Option<Style> {
        self.fields_on(design)?.iter().find_map(|field| match self.rules().printed(*field, design)? {
            Value::Word(word) => colour(&word.name),
            _ => None,
        })
    }

    /// What a variable is called on the table.
    pub fn variable(&self, name: &str) -> String {
        let text = self.get(&format!("layout.{name}"));
        text.unwrap_or_else(|| self.or_name(&format!("state.{name}"), name))
    }

    fn number(&self, design: DesignId) -> Option<String> {
        let kind = self.rules().design(design).kind;
        let mut numbers = self.rules().fields(kind).filter(|field| field.is_number);
        numbers.find_map(|field| self.field(field.id, design))
    }

    /// The printed value of a field, if the card has one.
    pub fn field(&self, field: FieldId, design: DesignId) -> Option<String> {
        self.rules().printed(field, design).map(|value| self.value(&value))
    }

    /// A value as it is shown.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Hidden => self.own.why_hidden(),
            Value::Nothing => NOTHING.to_owned(),
            Value::Int(n) => n.to_string(),
            Value::Decimal(amount) => self.amount(*amount),
            Value::Bool(true) => self.own.yes(),
            Value::Bool(false) => self.own.no(),
            Value::Word(word) => {
                let key = format!("enums.{}.{}", self.rules().enum_name(word.id.0), word.name);
                self.or_name(&key, &word.name)
            }
            Value::Player(player) => self.seat(player.id),
            Value::Spot(spot) => self.spot(spot.id),
            Value::Zone(zone) => self.zone_of_holder(zone.id),
            Value::Card(card) => self.card(card.id, true),
            Value::Design(design) => self.face(design.id),
            Value::Unseen { kind, owner } => self.hidden(kind.id, owner.as_ref().map(|owner| owner.id)),
            Value::Fault(message) => self.own.why_fault(message),
        }
    }

    /// A zone with its holder.
    fn zone_of_holder(&self, zone: ZoneAt) -> String {
        let (def, holder) = self.rules().zone_at(zone);
        let name = self.zone(def.id);
        match holder {
            HolderAt::Game => name,
            HolderAt::Seat(seat) => format!("{}, {name}", self.seat(seat)),
            HolderAt::Spot(spot) => format!("{}, {name}", self.spot(spot)),
            HolderAt::Card(card) => format!("{}, {name}", self.card(card, true)),
        }
    }

    /// An exact decimal.
    pub fn amount(&self, amount: Amount) -> String {
        amount.to_string().replace('.', &self.own.decimal_point())
    }

    /// The owner of a card, if it has one.
    fn owner(&self, card: CardId) -> Option<Seat> {
        self.rules().card(card).owner
    }

    /// A known card: `King 20`, with its owner if that is not clear: `King 20 (Blue)`.
    pub fn card(&self, card: CardId, with_owner: bool) -> String {
        let name = self.face(self.rules().card(card).design);
        match self.owner(card) {
            Some(owner) if with_owner => format!("{name} ({})", self.seat(owner)),
            _ => name,
        }
    }

    /// A card that is not known: `a White card`.
    pub fn hidden(&self, kind: KindId, owner: Option<Seat>) -> String {
        let name = self.rules().kind(kind).name;
        let seat = owner.map(|o| self.seat(o));
        if let Some(text) = self.get(&format!("kinds.{name}.hidden")) {
            let seat = seat.unwrap_or_default();
            return fill(&text, &[("owner", seat.clone()), ("player", seat)]);
        }
        match seat {
            Some(seat) if seat.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) => {
                self.own.a_card_of_vowel(seat)
            }
            Some(seat) => self.own.a_card_of(seat),
            None => self.own.a_card(),
        }
    }

    /// A card as it is seen.
    pub fn seen(&self, card: &CardView, with_owner: bool) -> String {
        match &card.card {
            Some(card) => self.card(card.id, with_owner),
            None => self.hidden(card.kind.id, card.owner.as_ref().map(|owner| owner.id)),
        }
    }

    /// A line of the log as it is told; nothing if it is only for machines.
    pub fn log(&self, entry: &LogEntry) -> Option<String> {
        match entry {
            LogEntry::Said { message, facts } => Some(self.message(&message.name, facts)),
            LogEntry::Began { phase, number, active } if self.rules().messages().next().is_none() => {
                // a phase that says who is active begins while somebody else still is
                let names_its_own = self.rules().phase(phase.id).names_active;
                let active = active.as_ref().filter(|_| !names_its_own);
                let who = active.map(|p| format!(" ({})", self.seat(p.id))).unwrap_or_default();
                Some(format!("{} {number}{who}", self.phase(phase.id)))
            }
            LogEntry::Began { .. } => None,
        }
    }

    fn message(&self, message: &str, facts: &[Fact]) -> String {
        let player = |fact: &Fact| match &fact.value {
            Value::Player(player) => Some(player.id),
            _ => None,
        };
        let named: BTreeSet<Seat> = facts.iter().filter_map(player).collect();
        let texts = facts.iter().map(|fact| (fact.name.as_str(), self.fact(&fact.value, &named)));
        let texts: Vec<(&str, String)> = texts.collect();
        match self.get(&format!("messages.{message}")) {
            Some(text) => capital(&fill(&text, &texts)),
            None => {
                let facts: Vec<String> =
                    texts.into_iter().map(|(name, text)| format!("{name} {text}")).collect();
                let line = format!("{}: {}", message.replace('_', " "), facts.join(", "));
                capital(line.trim_end_matches([':', ' ']))
            }
        }
    }

    /// A fact; `named` players need not be named again as owners.
    fn fact(&self, value: &Value, named: &BTreeSet<Seat>) -> String {
        let stranger = |owner: &Seat| !named.contains(owner);
        match value {
            Value::Card(card) => {
                self.card(card.id, self.owner(card.id).is_some_and(|owner| stranger(&owner)))
            }
            Value::Unseen { kind, owner } => {
                self.hidden(kind.id, owner.as_ref().map(|owner| owner.id).filter(stranger))
            }
            Value::Hidden => NOTHING.to_owned(),
            other => self.value(other),
        }
    }

    /// The question of a decision.
    pub fn prompt(&self, decision: &str) -> String {
        self.get(&format!("choices.{decision}.prompt"))
            .or_else(|| self.get(&format!("choices.{decision}")))
            .unwrap_or_else(|| format!("{}?", capital(&decision.replace('_', " "))))
    }

    /// The options of a decision as the one who decides sees them: what each is called, and of a card what it does.
    pub fn offers(&self, game: &Game, decision: &Decision) -> Vec<(String, Option<String>)> {
        let cards = decision.options.iter().any(|option| is_card(&option.choice));
        let owner = |option: &OptionView| match &option.choice {
            Choice::Pick(Value::Card(card)) => self.owner(card.id),
            Choice::Pick(Value::Unseen { owner, .. }) => owner.as_ref().map(|owner| owner.id),
            _ => None,
        };
        let owners: BTreeSet<Option<Seat>> = decision.options.iter().filter(|_| cards).map(owner).collect();
        let others = owners.iter().flatten().any(|owner| *owner != decision.seat.id);
        let several = owners.len() > 1 || others;
        let offers = (0..decision.options.len()).map(|i| self.offer(game, decision, i, several));
        numbered(offers.collect())
    }

    fn offer(
        &self,
        game: &Game,
        decision: &Decision,
        index: usize,
        owners: bool,
    ) -> (String, Option<String>) {
        let (name, option) = (&decision.name.name, &decision.options[index]);
        if let Some(text) = self.get(&format!("choices.{name}.{}", option.label)) {
            return (text, None);
        }
        let seat = decision.seat.id;
        let text = match &option.choice {
            Choice::Decline => {
                self.get(&format!("choices.{name}.decline")).unwrap_or_else(|| self.own.decline())
            }
            Choice::Done => self.get(&format!("choices.{name}.done")).unwrap_or_else(|| self.own.done()),
            Choice::Action { action, targets } => self.action(game, decision, index, (&action.name, targets)),
            Choice::Pick(Value::Card(card)) => return self.card_offer(card.id, &option.label, owners),
            Choice::Pick(value) => self.pick(game, seat, value),
            Choice::Answer(_) | Choice::Mode(_) => capital(&option.label.replace('_', " ")),
        };
        (text, None)
    }

    /// An action of a window with its targets.
    fn action(
        &self,
        game: &Game,
        decision: &Decision,
        index: usize,
        (name, targets): (&str, &[Value]),
    ) -> String {
        let seat = decision.seat.id;
        let own = self.get(&format!("choices.{}.{name}", decision.name.name));
        let text = own.or_else(|| self.get(&format!("actions.{name}")));
        let of_option = self.get(&format!("actions.{name}.option")).map(|text| {
            let shown = why::option_facts(game, seat, index);
            let facts = shown.iter().map(|(fact, value)| match value {
                Value::Hidden => (fact.as_str(), "?".to_owned()),
                value => (fact.as_str(), self.value(value)),
            });
            fill(&text, &facts.collect::<Vec<_>>())
        });
        let text = of_option.or(text).unwrap_or_else(|| capital(&name.replace('_', " ")));
        let part = |target: &Value| match target {
            Value::Card(card) => self.card(card.id, false),
            other => self.pick(game, seat, other),
        };
        let parts: Vec<String> = targets.iter().map(part).collect();
        if parts.is_empty() { text } else { self.label(&text, &parts.join(", ")) }
    }

    /// A card and what it does; a number tells equal ones apart.
    fn card_offer(&self, card: CardId, label: &str, owners: bool) -> (String, Option<String>) {
        let number = label.rsplit_once('#').map(|(_, n)| format!(" #{n}")).unwrap_or_default();
        let ability = self.ability(self.rules().card(card).design);
        (format!("{}{number}", self.card(card, owners)), ability)
    }
}

fn is_card(choice: &Choice) -> bool {
    matches!(choice, Choice::Pick(Value::Card(_) | Value::Unseen { .. }))
}

/// Options that read the same are told apart by numbers.
fn numbered(options: Vec<(String, Option<String>)>) -> Vec<(String, Option<String>)> {
    let mut count = BTreeMap::new();
    options.iter().for_each(|option| *count.entry(option.clone()).or_insert(0) += 1);
    let mut met = BTreeMap::new();
    let number = |option: (String, Option<String>)| match count.get(&option) {
        Some(2..) => {
            let n = met.entry(option.clone()).or_insert(0);
            *n += 1;
            (format!("{} #{n}", option.0), option.1)
        }
        _ => option,
    };
    options.into_iter().map(number).collect()
}

/// The style of the word of a colour, in the language of rulesets.
pub fn colour(word: &str) -> Option<Style> {
    Some(match word {
        "red" => RED,
        "green" => GREEN,
        "yellow" => YELLOW,
        "blue" => BLUE,
        "purple" | "magenta" | "violet" => MAGENTA,
        "cyan" => CYAN,
        "white" => WHITE,
        "black" => GREY,
        _ => return None,
    })
}

/// A text of a ruleset as it is printed: clean, and no line begins with a mark that has a blank before it, as in French.
pub fn typeset(text: &str) -> String {
    let text = clean(text);
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    let mut out = String::with_capacity(text.len() + 4);
    while let Some(c) = chars.next() {
        let held = before == '«' || matches!(chars.peek(), Some(':' | ';' | '?' | '!' | '»'));
        out.push(if c == ' ' && held { '\u{a0}' } else { c });
        before = c;
    }
    out
}

/// A text grows no longer than this from the facts that are put into it.
const LONGEST: usize = 4_000;

/// Puts facts into the places of a text.
pub fn fill(text: &str, facts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((word, tail)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            break;
        };
        if out.len() > LONGEST {
            return out + "…";
        }
        match facts.iter().find(|(name, _)| *name == word) {
            Some((_, fact)) => out.push_str(fact),
            None => out.push_str(&format!("{{{word}}}")),
        }
        rest = tail;
    }
    out + rest
}

/// With a capital first letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_before_marks_do_not_break() {
        assert_eq!(
            typeset("pour « Attention ! » : oui ?"),
            "pour «~Attention~!~»~: oui~?".replace('~', "\u{a0}")
        );
        assert_eq!(typeset("Who? Me: 1; you"), "Who? Me: 1; you");
    }
}
