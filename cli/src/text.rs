//! A ruleset's texts in a language: names, prompts, messages. What a viewer may not know is not in them.

mod picks;

use std::collections::{BTreeMap, BTreeSet};

use ludex::machinery::exec::{DONE, action_of, targets_of};
use ludex::machinery::explain;
use ludex::machinery::game::{CardView, Game};
use ludex::machinery::ids::{DesignId, FieldId, KindId, PhaseId, SpotId, ZoneId};
use ludex::machinery::program::{ChoiceKind, ChoiceOp, ListId, NONE, Program};
use ludex::machinery::state::Status;
use ludex::machinery::types::{Base, Type};
use ludex::machinery::{Ruleset, program_of, ruleset_of};
use ludex::{Amount, Fact, LogEntry, Seat, Setup, Value};

use crate::output::{Style, clean};
use crate::phrases::Phrases;
use crate::why::value_text;

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
    /// The ruleset.
    pub ruleset: &'a Ruleset,
    /// The program, for who owns which card and what is printed on it.
    pub program: &'a Program,
    /// The language.
    pub language: &'a str,
    /// What the program itself says in it.
    pub own: &'static Phrases,
}

impl<'a> Words<'a> {
    /// Those of a language.
    pub fn new(setup: &'a Setup, language: &'a str) -> Self {
        let (ruleset, program) = (ruleset_of(setup.ruleset()), program_of(setup));
        Self { setup, ruleset, program, language, own: Phrases::of(language) }
    }

    /// In another language.
    pub fn in_language(self, language: &'a str) -> Self {
        Self::new(self.setup, language)
    }
}

impl Words<'_> {
    /// The text of a key, or the name as written with blanks for underscores.
    fn or_name(&self, key: &str, name: &str) -> String {
        self.get(key).unwrap_or_else(|| name.replace('_', " "))
    }

    /// The text of a key.
    pub fn get(&self, key: &str) -> Option<String> {
        self.program.text(self.language, key).map(|text| typeset(&text))
    }

    /// What `rules` or `terms` (the group) has, in the order written.
    pub fn told(&self, group: &str) -> Vec<&str> {
        self.ruleset.checked.texts.told(self.language, group)
    }

    /// A text of several lines: a paragraph or an item (`- …`) each, an empty one between paragraphs.
    pub fn paragraphs(&self, key: &str) -> Vec<String> {
        let text = self.program.text(self.language, key).unwrap_or_default();
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
        let checked = &self.ruleset.checked;
        match (checked.min_players, checked.max_players) {
            (least, most) if least == most => self.own.players(usize::from(least)),
            (least, most) => self.own.players_between(least, most),
        }
    }

    /// The title.
    pub fn title(&self) -> String {
        self.or_name("game.title", self.ruleset.id())
    }

    /// A player.
    pub fn seat(&self, player: u8) -> String {
        let id = ludex::machinery::game::seat_label(&self.ruleset.checked, player);
        let declared = !id.starts_with("seat_");
        let plain = || if declared { id.clone() } else { self.own.player(player + 1) };
        self.get(&format!("seats.{id}")).unwrap_or_else(plain)
    }

    /// `name: value`
    pub fn label(&self, name: &str, value: &str) -> String {
        format!("{}{} {value}", name, self.own.colon())
    }

    /// A spot.
    pub fn spot(&self, spot: SpotId, index: i32) -> String {
        let name = &self.ruleset.checked.spots[spot.index()].name;
        let number = (index + 1).to_string();
        match self.get(&format!("spots.{name}")) {
            Some(text) if text.contains("{number}") => text.replace("{number}", &number),
            Some(text) => format!("{text} {number}"),
            None => format!("{} {number}", name.replace('_', " ")),
        }
    }

    /// A zone.
    pub fn zone(&self, zone: ZoneId) -> String {
        let name = &self.ruleset.checked.zones[zone.index()].name;
        self.or_name(&format!("zones.{name}"), name)
    }

    /// A kind of card.
    pub fn kind(&self, kind: KindId) -> String {
        let name = &self.ruleset.checked.kinds[kind.index()].name;
        self.or_name(&format!("kinds.{name}"), name)
    }

    /// A phase.
    pub fn phase(&self, phase: PhaseId) -> String {
        let name = &self.ruleset.checked.phases[phase.index()].name;
        self.or_name(&format!("phases.{name}"), name)
    }

    /// A part of the score.
    pub fn score_line(&self, name: &str) -> String {
        self.or_name(&format!("score.{name}"), name)
    }

    /// The name of a card.
    pub fn design(&self, design: DesignId) -> String {
        let name = &self.ruleset.checked.designs[design.index()].name;
        self.or_name(&format!("cards.{name}.name"), name)
    }

    /// What a card does, for people.
    pub fn ability(&self, design: DesignId) -> Option<String> {
        self.get(&format!("cards.{}.text", self.ruleset.checked.designs[design.index()].name))
    }

    /// A card with the fields that the ruleset's layout names, else with its first printed number: `King 20`. What the name
    /// has is not said again.
    pub fn face(&self, design: DesignId) -> String {
        let id = &self.ruleset.checked.designs[design.index()].name;
        if let Some(short) = self.get(&format!("cards.{id}.short")) {
            return short;
        }
        let name = self.design(design);
        let fields: Vec<String> = match self.fields_on(design) {
            Some(fields) => fields.iter().filter_map(|f| self.printed(f.index(), design)).collect(),
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
        let kind = self.ruleset.checked.designs[design.index()].kind;
        let kinds = &self.ruleset.checked.layout.cards;
        kinds.iter().find(|(id, _)| *id == kind).map(|(_, fields)| fields.as_slice())
    }

    /// A field as it stands on a card: of a `bool` its name, where it holds.
    fn printed(&self, field: usize, design: DesignId) -> Option<String> {
        let def = &self.ruleset.checked.fields[field];
        match def.ty.base {
            Base::Bool => {
                self.is_set(field, design).then(|| self.or_name(&format!("fields.{}", def.name), &def.name))
            }
            _ => self.field(field, design),
        }
    }

    fn is_set(&self, field: usize, design: DesignId) -> bool {
        let designs = self.ruleset.checked.designs.len();
        self.program.layout.fields.get(field * designs + design.index()) == Some(&1)
    }

    /// The colour of a card: the first word of a colour among the fields that stand on it.
    pub fn printed_colour(&self, design: DesignId) -> Option<Style> {
        let checked = &self.ruleset.checked;
        self.fields_on(design)?.iter().find_map(|field| {
            let Base::Enum(id) = checked.fields[field.index()].ty.base else { return None };
            let at = field.index() * checked.designs.len() + design.index();
            let value = usize::try_from(*self.program.layout.fields.get(at)?).ok()?;
            colour(checked.enums[id.index()].values.get(value)?)
        })
    }

    /// What a variable is called on the table.
    pub fn variable(&self, name: &str) -> String {
        let text = self.get(&format!("layout.{name}"));
        text.unwrap_or_else(|| self.or_name(&format!("state.{name}"), name))
    }

    fn number(&self, design: DesignId) -> Option<String> {
        let checked = &self.ruleset.checked;
        let kind = checked.designs[design.index()].kind;
        let mut numbers = (0..checked.fields.len())
            .filter(|f| checked.fields[*f].kind == kind && checked.fields[*f].ty.is_number());
        numbers.find_map(|f| self.field(f, design))
    }

    /// The printed value of a field, if the card has one.
    pub fn field(&self, field: usize, design: DesignId) -> Option<String> {
        let checked = &self.ruleset.checked;
        let value = *self.program.layout.fields.get(field * checked.designs.len() + design.index())?;
        (value != NONE).then(|| self.value(checked.fields[field].ty, value))
    }

    /// A value of a type that holds no card.
    pub fn value(&self, ty: Type, value: i32) -> String {
        match ty.base {
            _ if value == NONE => "–".to_owned(),
            Base::Decimal => self.amount(Amount { thousandths: i64::from(value) }),
            Base::Bool if value == 1 => self.own.yes(),
            Base::Bool => self.own.no(),
            Base::Enum(id) => {
                let def = &self.ruleset.checked.enums[id.index()];
                let word = usize::try_from(value).ok().and_then(|i| def.values.get(i));
                word.map_or_else(
                    || value.to_string(),
                    |word| self.or_name(&format!("enums.{}.{word}", def.name), word),
                )
            }
            Base::Player => u8::try_from(value).map_or_else(|_| value.to_string(), |p| self.seat(p)),
            Base::Spot(spot) => self.spot(spot, value),
            _ => value.to_string(),
        }
    }

    /// An exact decimal.
    pub fn amount(&self, amount: Amount) -> String {
        amount.to_string().replace('.', &self.own.decimal_point())
    }

    /// The owner of a card, if it has one.
    fn owner(&self, card: usize) -> Option<u8> {
        u8::try_from(*self.program.layout.owner.get(card)?).ok()
    }

    /// A known card: `King 20`, with its owner if that is not clear: `King 20 (Blue)`.
    pub fn card(&self, card: u16, with_owner: bool) -> String {
        let name = self.face(DesignId(self.program.layout.design[usize::from(card)]));
        match self.owner(usize::from(card)) {
            Some(owner) if with_owner => format!("{name} ({})", self.seat(owner)),
            _ => name,
        }
    }

    /// A card that is not known: `a White card`.
    pub fn hidden(&self, kind: KindId, owner: Option<u8>) -> String {
        let name = &self.ruleset.checked.kinds[kind.index()].name;
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

    /// A card that whoever decides does not know.
    fn covered(&self, card: usize) -> String {
        self.hidden(KindId(self.program.layout.kind[card]), self.owner(card))
    }

    /// A card as it is seen.
    pub fn seen(&self, card: &CardView, with_owner: bool) -> String {
        match card.card {
            Some(c) => self.card(c, with_owner),
            None => self.hidden(card.kind, card.owner),
        }
    }

    /// A line of the log as it is told; nothing if it is only for machines.
    pub fn log(&self, entry: &LogEntry) -> Option<String> {
        match entry {
            LogEntry::Said { message, facts } => Some(self.message(&message.name, facts)),
            LogEntry::Began { phase, number, active } if self.ruleset.checked.messages.is_empty() => {
                // a phase that says who is active begins while somebody else still is
                let names_its_own = self.ruleset.checked.phases[phase.id.index()].names_active();
                let active = active.as_ref().filter(|_| !names_its_own);
                let who = active.map(|p| format!(" ({})", self.seat(p.id.0))).unwrap_or_default();
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
        let stranger = |owner: Seat| !named.contains(&owner);
        match value {
            Value::Card(card) => {
                let owner = self.owner(card.id.index());
                self.card(card.id.0, owner.is_some_and(|owner| stranger(Seat(owner))))
            }
            Value::Unseen { kind, owner } => {
                let owner = owner.as_ref().map(|owner| owner.id).filter(|owner| stranger(*owner));
                self.hidden(kind.id, owner.map(|owner| owner.0))
            }
            Value::Hidden => "–".to_owned(),
            other => value_text(self, other),
        }
    }

    /// The question of a decision.
    pub fn prompt(&self, decision: &str) -> String {
        self.get(&format!("choices.{decision}.prompt"))
            .or_else(|| self.get(&format!("choices.{decision}")))
            .unwrap_or_else(|| format!("{}?", capital(&decision.replace('_', " "))))
    }

    /// The options of the decision that is waited for, as the one who decides sees them: what each is called, and of a card
    /// what it does.
    pub fn offers(&self, game: &Game, seat: u8) -> Vec<(String, Option<String>)> {
        let Status::Waiting { choice, .. } = game.state().status() else { return Vec::new() };
        let op = &self.program.choices[choice.0 as usize];
        let labels = game.decision().map(|d| d.labels()).unwrap_or_default();
        let values = game.state().options();
        let owners: BTreeSet<Option<u8>> =
            values.iter().filter(|_| op.cards).map(|v| self.owner(*v as usize)).collect();
        let several = owners.len() > 1 || owners.iter().any(|o| o.is_some_and(|o| o != seat));
        let offer = |(value, label): (&i32, &String)| self.offer(game, op, *value, label, (seat, several));
        numbered(values.iter().zip(&labels).map(offer).collect())
    }

    fn offer(
        &self,
        game: &Game,
        op: &ChoiceOp,
        value: i32,
        label: &str,
        (seat, owners): (u8, bool),
    ) -> (String, Option<String>) {
        let decision = &self.ruleset.checked.decisions[op.decision.index()];
        if let Some(text) = self.get(&format!("choices.{decision}.{label}")) {
            return (text, None);
        }
        let name = match value {
            NONE => self.get(&format!("choices.{decision}.decline")).unwrap_or_else(|| self.own.decline()),
            DONE => self.get(&format!("choices.{decision}.done")).unwrap_or_else(|| self.own.done()),
            _ if matches!(op.kind, ChoiceKind::Window(_)) => self.action(game, seat, op, value),
            _ if op.cards && value >= 0 => return self.card_offer(game, value as u16, label, seat, owners),
            _ if matches!(op.kind, ChoiceKind::List(_)) => self.pick(game, seat, op.ty, value),
            _ => capital(&label.replace('_', " ")),
        };
        (name, None)
    }

    /// An action of a window with its targets.
    fn action(&self, game: &Game, seat: u8, op: &ChoiceOp, value: i32) -> String {
        let ChoiceKind::Window(window) = op.kind else { return String::new() };
        let index = action_of(value);
        let name = &self.ruleset.checked.windows[window.index()].actions[index].name;
        let decision = &self.ruleset.checked.decisions[op.decision.index()];
        let text =
            self.get(&format!("choices.{decision}.{name}")).or_else(|| self.get(&format!("actions.{name}")));
        let targets = &self.program.windows[window.index()][index].targets;
        let values = targets_of(value, targets.len());
        let of_option = self.get(&format!("actions.{name}.option")).map(|text| {
            let shown = explain::shows(game, seat, window, index, &values[..targets.len()]);
            let facts = shown.iter().map(|(fact, value)| match value {
                Value::Hidden => (fact.as_str(), "?".to_owned()),
                value => (fact.as_str(), value_text(self, value)),
            });
            fill(&text, &facts.collect::<Vec<_>>())
        });
        let mut text = of_option.or(text).unwrap_or_else(|| capital(&name.replace('_', " ")));
        let parts: Vec<String> = targets
            .iter()
            .zip(values)
            .map(|((list, ty), target)| match ty.is_card() {
                true if self.is_covered(game, seat, list.body, target) => self.covered(target as usize),
                true => self.card(target as u16, false),
                false => self.pick(game, seat, *ty, target),
            })
            .collect();
        if !parts.is_empty() {
            text = self.label(&text, &parts.join(", "));
        }
        text
    }

    /// Whether a seat does not know a target; what is listed to be named is no secret, wherever it lies.
    fn is_covered(&self, game: &Game, seat: u8, list: ListId, target: i32) -> bool {
        !self.program.lists_by_name(list) && !game.state().knows(seat, target as u16)
    }

    /// Whether an option is, or names, a card that the seat does not know.
    pub fn is_hidden(&self, game: &Game, seat: u8, op: &ChoiceOp, value: i32) -> bool {
        match op.kind {
            _ if value < 0 => false,
            ChoiceKind::Window(window) => {
                let targets = &self.program.windows[window.index()][action_of(value)].targets;
                let mut targets = targets.iter().zip(targets_of(value, targets.len()));
                targets.any(|((list, ty), card)| ty.is_card() && self.is_covered(game, seat, list.body, card))
            }
            _ => op.cards && !game.state().knows(seat, value as u16),
        }
    }

    /// A card and what it does; a number tells equal ones apart.
    fn card_offer(
        &self,
        game: &Game,
        card: u16,
        label: &str,
        seat: u8,
        owners: bool,
    ) -> (String, Option<String>) {
        let c = usize::from(card);
        if !game.state().knows(seat, card) {
            return (self.covered(c), None);
        }
        let number = label.rsplit_once('#').map(|(_, n)| format!(" #{n}")).unwrap_or_default();
        let ability = self.ability(DesignId(self.program.layout.design[c]));
        (format!("{}{number}", self.card(card, owners)), ability)
    }
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
        "red" => "31",
        "green" => "32",
        "yellow" => "33",
        "blue" => "94",
        "purple" | "magenta" | "violet" => "35",
        "cyan" => "36",
        "white" => "1;97",
        "black" => "90",
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
