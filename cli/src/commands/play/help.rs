//! The `?` command: explains the commands, and items on the table.

use ludex::rules::Holder;
use ludex::{Choice, DesignId, Game, KindId, Seat, SpotAt, Value, ZoneAt, ZoneId, why};

use super::screen::Screen;
use crate::commands::show::holder_and_sight;
use crate::failure::Failure;
use crate::game::lookup::{Lookup, Thing};
use crate::game::session::Session;
use crate::terminal::output::{Out, clean, pad, width};
use ludex_table::names::plain;
use ludex_table::offers::{InputMeaning, Offers};
use ludex_table::phrases::Phrases;
use ludex_table::words::{Words, capital, open};

/// Maximum number of names completed after `?`.
const NAMES: usize = 2_000;

impl Screen<'_> {
    /// Prints the help on commands, or explains a word: the number of an option, or the name of an item.
    pub fn help(
        &self,
        session: &Session,
        player: u8,
        offers: &Offers,
        word: &str,
        out: &mut Out,
    ) -> Result<(), Failure> {
        if word.is_empty() {
            return commands(self.own, session.takes_back, out);
        }
        let seat = session.game.setup().seat(player).unwrap_or(Seat::FIRST);
        let guide = Guide { words: self.words(&session.game), game: &session.game, seat };
        let told = guide.matching_lines(offers, word);
        for line in &told {
            out.wrapped(line, 2)?;
        }
        if told.is_empty() {
            let near = guide.near(offers, word).map(|near| format!(" {}", self.own.did_you_mean(near)));
            out.wrapped(&format!("{}{}", self.own.nothing_called(clean(word)), near.unwrap_or_default()), 0)?;
        }
        Ok(())
    }

    pub fn names(&self, session: &Session) -> Vec<String> {
        let words = self.words(&session.game);
        let cards = words.rules().designs().map(|design| words.face(design.id));
        let zones = words.rules().zones().map(|zone| words.zone(zone.id));
        let kinds = words.rules().kinds().map(|kind| words.kind(kind.id));
        zones.chain(kinds).chain(cards).take(NAMES).collect()
    }
}

/// Prints the commands, and the symbols of the table.
fn commands(own: &Phrases, takes_back: bool, out: &mut Out) -> Result<(), Failure> {
    let letter = |letter: &str, does: String| (letter.to_owned(), does);
    let mut commands = vec![(own.help_number(), own.help_number_does())];
    if takes_back {
        commands.push(letter("u", own.help_undo()));
    }
    commands.extend([
        letter("t", own.help_table()),
        letter("log", own.help_log()),
        letter("s", own.help_save()),
        (own.help_word(), own.help_word_does()),
        letter("h", own.help_hint()),
        letter("rules", own.help_rules()),
        (own.help_why(), own.help_why_does()),
        (own.help_why_not(), own.help_why_not_does()),
        letter("q", own.help_quit()),
    ]);
    let widest = commands.iter().map(|(typed, _)| width(typed)).max().unwrap_or(0);
    for (typed, does) in &commands {
        out.wrapped(&format!("  {}   {does}", pad(typed, widest)), widest + 5)?;
    }
    for line in [own.help_letters(), own.help_signs()].iter().filter(|line| !line.is_empty()) {
        out.wrapped(&format!("  {line}"), 2)?;
    }
    Ok(())
}

/// Explains the table to a seat.
struct Guide<'a> {
    words: Words<'a>,
    game: &'a Game,
    seat: Seat,
}

impl Guide<'_> {
    /// Returns a line for each item that matches the word. Items without a text are listed only if no item
    /// has one.
    fn matching_lines(&self, offers: &Offers, word: &str) -> Vec<String> {
        if let Some(index) = offers.keyed(word) {
            // include items without a text: the option consists of them
            let mut lines: Vec<String> = Vec::new();
            for (line, _) in self.offered(offers, index) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
            return lines;
        }
        let things = || {
            let found = Lookup::new(self.words).find(word);
            let found = found.into_iter().filter_map(|thing| self.thing(thing));
            let lines: Vec<(String, bool)> = found.chain(self.explained(word)).collect();
            if lines.is_empty() { self.by_name(offers, word) } else { lines }
        };
        let lines = things();
        let any = lines.iter().any(|(_, told)| *told);
        let mut kept: Vec<String> =
            lines.into_iter().filter(|(_, told)| *told || !any).map(|(line, _)| line).collect();
        let mut seen = Vec::new();
        kept.retain(|line| {
            !seen.contains(line) && {
                seen.push(line.clone());
                true
            }
        });
        kept
    }

    /// Returns the closest name of an option or item, for a suggestion.
    fn near(&self, offers: &Offers, word: &str) -> Option<String> {
        let near = Lookup::new(self.words).near(word).map(str::to_owned);
        let near = near.or_else(|| offers.near(word).map(str::to_owned));
        near.or_else(|| {
            let names: Vec<String> = self.glossary().into_iter().map(|(name, ..)| name).collect();
            ludex::diagnostics::closest(word, names.iter().map(String::as_str)).map(str::to_owned)
        })
    }

    /// Explains terms and enum words with this name.
    fn explained(&self, word: &str) -> Vec<(String, bool)> {
        let wanted = plain(word);
        let entries = self.glossary().into_iter();
        let meant = entries.filter(|(name, id, _)| plain(name) == wanted || plain(id) == wanted);
        meant.map(|(name, _, text)| self.line(&capital(&name), Some(text))).collect()
    }

    /// Returns terms and enum words that have an explanation: name, ID and text.
    fn glossary(&self) -> Vec<(String, &str, String)> {
        let words = &self.words;
        let entry = |key: String, id| {
            let text = words.get(&format!("{key}.text"))?;
            Some((words.get(&key).unwrap_or_else(|| clean(id).replace('_', " ")), id, text))
        };
        let terms =
            words.entries("terms").into_iter().filter_map(|term| entry(format!("terms.{term}"), term));
        let enums = words.rules().enums();
        let enums = enums.flat_map(|(name, all)| all.iter().map(move |word| (name, word.as_str())));
        let enums = enums.filter_map(|(name, word)| entry(format!("enums.{name}.{word}"), word));
        terms.chain(enums).collect()
    }

    fn by_name(&self, offers: &Offers, word: &str) -> Vec<(String, bool)> {
        match offers.find(word) {
            InputMeaning::One(index) => self.offered(offers, index),
            InputMeaning::Several(indices) | InputMeaning::Among(indices) => {
                indices.iter().flat_map(|i| self.offered(offers, *i)).collect()
            }
            InputMeaning::None => Vec::new(),
        }
    }

    /// Explains the items in an option, or names the option.
    fn offered(&self, offers: &Offers, index: usize) -> Vec<(String, bool)> {
        let named = self.named(index);
        let name = offers.get(index).map(|offer| offer.name.clone()).unwrap_or_default();
        if named.is_empty() { vec![self.line(&name, None)] } else { named }
    }

    /// Explains the items in an option: the card, or the action, its targets and the facts in its text. Omits
    /// items that the seat does not know.
    fn named(&self, index: usize) -> Vec<(String, bool)> {
        let decision = self.game.decision_for(self.seat);
        let option = decision.and_then(|decision| decision.options.into_iter().nth(index));
        match option.map(|option| option.choice) {
            Some(Choice::Action { action, targets }) => {
                let facts = why::option_facts(self.game, self.seat, index);
                let values = targets.iter().chain(facts.iter().map(|(_, value)| value));
                let mut values: Vec<_> = values.filter_map(|value| self.value(value)).collect();
                values.splice(0..0, self.thing(Thing::Action(action.id)));
                values
            }
            Some(Choice::Pick(picked)) => self.value(&picked).into_iter().collect(),
            Some(Choice::Decline | Choice::Done | Choice::Answer(_) | Choice::Mode(_)) | None => Vec::new(),
        }
    }

    /// Explains a value, if the seat may know it.
    fn value(&self, value: &Value) -> Option<(String, bool)> {
        match value {
            Value::Card(card) => self.thing(Thing::Card(card.id)),
            Value::Spot(spot) => self.thing(Thing::Spot(spot.id)),
            Value::Player(seat) => self.thing(Thing::Seat(seat.id)),
            Value::Zone(zone) => self.thing(Thing::Zone(zone.id)),
            Value::Design(design) => self.thing(Thing::Design(design.id)),
            Value::Word(word) => {
                let of = self.words.rules().enum_name(word.id.0)?;
                let key = format!("enums.{of}.{}.text", word.name);
                Some(self.line(&capital(&self.words.value(value)), self.words.get(&key)))
            }
            Value::Hidden
            | Value::Nothing
            | Value::Int(_)
            | Value::Decimal(_)
            | Value::Bool(_)
            | Value::Unseen { .. }
            | Value::List(_)
            | Value::Fault(_) => None,
        }
    }

    /// Explains an item. The flag is true if there is more than its name.
    fn thing(&self, thing: Thing) -> Option<(String, bool)> {
        let (words, rules) = (&self.words, self.words.rules());
        let text = |section: &str, id: &str| {
            words.get(&format!("{section}.{id}.text")).or_else(|| words.get(&format!("terms.{id}.text")))
        };
        Some(match thing {
            Thing::Design(design) => self.card(&words.face(design), design),
            Thing::Card(card) => self.card(&words.card(card, true), rules.card(card)?.design),
            Thing::Kind(kind) => {
                let name = rules.kind(kind)?.name;
                self.line(&capital(&words.kind(kind)), text("kinds", name).or_else(|| self.cards_of(kind)))
            }
            Thing::Seat(seat) => {
                let id = rules.seat_label(seat)?;
                let number =
                    || (self.words.label(&words.seat(seat), &words.own.player(seat.number() + 1)), false);
                text("seats", &id).map_or_else(number, |text| self.line(&words.seat(seat), Some(text)))
            }
            Thing::Spots(spot) => {
                self.line(&capital(&words.spots(spot)), text("spots", rules.spot(spot)?.name))
            }
            Thing::Spot(spot) => {
                let name = rules.spot(spot.sort())?.name;
                let told = text("spots", name).into_iter().chain(self.lying_at(spot));
                let told = told.collect::<Vec<_>>().join(" ");
                self.line(&words.spot(spot), (!told.is_empty()).then_some(told))
            }
            Thing::Zones(zone) => match rules.zone(zone)?.holder {
                Holder::Game if rules.zone(zone)?.key.is_none() => {
                    self.zone(zone, rules.zones_of(zone).next())
                }
                Holder::Game | Holder::Player | Holder::Spot(_) | Holder::Kind(_) | Holder::Design(_) => {
                    self.zone(zone, None)
                }
            },
            Thing::Zone(zone) => self.zone(rules.zone_at(zone)?.0.id, Some(zone)),
            Thing::Variable(var) => {
                let name = rules.variable(var)?.name;
                self.line(&capital(&words.variable(name)), text("state", name))
            }
            Thing::Property(property) => {
                let name = rules.property(property)?.name;
                self.line(&capital(&name.replace('_', " ")), text("properties", name))
            }
            Thing::Score => {
                let total = words.get("score.total").unwrap_or_else(|| words.own.score());
                self.line(&capital(&total), text("score", "total"))
            }
            Thing::Won => return None,
            Thing::Line(line) => {
                let name = rules.score_lines().nth(line)?;
                self.line(&words.score_line(name), text("score", name))
            }
            Thing::Phase(phase) => {
                self.line(&capital(&words.phase(phase)), text("phases", rules.phase(phase)?.name))
            }
            Thing::Decision(decision) => {
                let name = &rules.decisions().nth(decision.index())?.name;
                let text = words.get(&format!("choices.{name}.text")).map(|text| open(&text));
                self.line(&words.prompt(name), text)
            }
            Thing::Action(action) => {
                let name = rules.action(action)?.name;
                let shown =
                    words.get(&format!("actions.{name}")).unwrap_or_else(|| capital(&name.replace('_', " ")));
                self.line(&shown, text("actions", name))
            }
        })
    }

    /// Explains a zone: its text, or its owner and visibility. With `of`, also lists the cards in the zone of
    /// one holder.
    fn zone(&self, def: ZoneId, of: Option<ZoneAt>) -> (String, bool) {
        let name = self.words.rules().zone(def).map_or("", |def| def.name);
        let told = self.words.get(&format!("zones.{name}.text")).unwrap_or_else(|| self.seen_by(def));
        let lying = of.map(|zone| format!(" {}", self.lying_in(zone))).unwrap_or_default();
        self.line(&capital(&self.words.zone(def)), Some(told + &lying))
    }

    /// Explains a card: its text, or its kind and its printed fields.
    fn card(&self, shown: &str, design: DesignId) -> (String, bool) {
        if let Some(text) = self.words.ability(design) {
            return self.line(shown, Some(text));
        }
        let words = &self.words;
        let Some(kind) = words.rules().design(design).map(|def| def.kind) else {
            return self.line(shown, None);
        };
        let printed = words.rules().fields(kind).filter_map(|field| {
            let name = words.field_name(field).unwrap_or_else(|| field.name.replace('_', " "));
            Some(format!("{name} {}", words.field(field.id, design)?))
        });
        let parts: Vec<String> = std::iter::once(words.kind(kind)).chain(printed).collect();
        (words.label(shown, &parts.join(", ")), false)
    }

    fn line(&self, name: &str, text: Option<String>) -> (String, bool) {
        let told = text.is_some();
        (self.words.label(name, &text.unwrap_or_else(|| self.words.own.no_text())), told)
    }

    /// Lists the names of the cards of a kind.
    fn cards_of(&self, kind: KindId) -> Option<String> {
        let of_kind = self.words.rules().designs().filter(|design| design.kind == kind);
        let names: Vec<String> = of_kind.take(NAMES).map(|design| self.words.face(design.id)).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Describes the owner of a zone and the players who can see its cards.
    fn seen_by(&self, zone: ZoneId) -> String {
        let def = self.words.rules().zone(zone);
        def.map_or_else(String::new, |def| holder_and_sight(&self.words, &def).join(", ") + ".")
    }

    /// Lists the cards in a zone as the seat sees them.
    fn lying_in(&self, zone: ZoneAt) -> String {
        let view = self.game.view(self.seat);
        let Some(seen) = view.zones.iter().find(|seen| seen.zone.id == zone && !seen.concealed) else {
            return String::new();
        };
        let known = seen.cards.iter().filter(|card| card.card.is_some());
        let mut names: Vec<String> = known.map(|card| self.words.seen(card, true)).collect();
        let hidden = seen.cards.len() - names.len();
        if hidden > 0 {
            names.push(self.words.own.hidden(hidden));
        }
        if names.is_empty() { "–".to_owned() } else { names.join(", ") }
    }

    /// Lists the cards at a spot by zone.
    fn lying_at(&self, spot: SpotAt) -> Option<String> {
        let rules = self.words.rules();
        let lying = rules
            .zones_at(spot)
            .map(|zone| self.words.label(&self.words.zone_at(zone), &self.lying_in(zone)));
        let lying: Vec<String> = lying.collect();
        (!lying.is_empty()).then(|| format!("{}.", lying.join("; ")))
    }
}
