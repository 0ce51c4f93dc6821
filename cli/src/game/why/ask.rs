//! Finds the subject of a question: a number on the table, or a named item.

use ludex::rules::{HolderAt, Rules};
use ludex::why::{self, Explanation};
use ludex::{CardId, DesignId, Game, PropertyId, Seat, View, Viewer, ZoneAt, ZoneId};

use super::not::{RefusedOption, wish};
use crate::game::lookup::{Lookup, Thing};
use ludex_table::words::{Words, eyes};

/// Maximum number of cards explained together.
const MOST_CARDS: usize = 12;

pub enum Answer {
    Found(Vec<Explanation>),
    /// The reasons why a seat can or can't choose an option.
    Not(u8, Box<RefusedOption>),
    /// No item has this number.
    NoValue(String),
    /// None of these cards is visible.
    OutOfSight(String),
    /// Unknown name, with an optional suggestion.
    Unknown(String, Option<String>),
    /// Invalid expression, with its error.
    NoExpression(String, String),
}

/// Finds the subject of a question and explains it.
pub fn ask(words: Words<'_>, game: &Game, viewer: Option<u8>, asked: &str) -> Answer {
    if let Some(thousandths) = number(asked) {
        return match why::amount(game, eyes(viewer, game.setup()), thousandths) {
            found if found.is_empty() => Answer::NoValue(asked.to_owned()),
            found => Answer::Found(found),
        };
    }
    let by_name = named(words, game, viewer, asked);
    if !matches!(by_name, Answer::Unknown(..)) {
        return by_name;
    }
    // `ann.gold` means the gold of Ann
    let of = asked.replace('.', " ");
    let found = named(words, game, viewer, &of);
    if matches!(found, Answer::Unknown(..)) {
        return expression(words, game, viewer, asked).unwrap_or(by_name);
    }
    found
}

/// Explains an expression, or a function given by name only. The function is called for each player or
/// without arguments; otherwise, reports the number of arguments. Returns `None` for other texts.
fn expression(words: Words<'_>, game: &Game, viewer: Option<u8>, asked: &str) -> Option<Answer> {
    let explain = |text: &str| why::expression(game, eyes(viewer, game.setup()), text);
    let is_name = asked.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let problems = match explain(asked) {
        Ok(found) => return Some(Answer::Found(vec![found])),
        Err(problems) => problems,
    };
    if is_name {
        let seats = (1..=words.setup.players()).map(|seat| format!("{asked}(seat({seat}))"));
        let found: Vec<Explanation> = seats.filter_map(|text| explain(&text).ok()).collect();
        if !found.is_empty() {
            return Some(Answer::Found(found));
        }
        return match explain(&format!("{asked}()")) {
            Ok(found) => Some(Answer::Found(vec![found])),
            // a function with other arguments; an unknown name is reported elsewhere
            Err(problems) => {
                let problem = problems.into_iter().next().filter(|problem| problem.unknown.is_none())?;
                Some(Answer::NoExpression(asked.to_owned(), problem.message))
            }
        };
    }
    let is_written = asked.contains(|c: char| "().[]<>=+*".contains(c));
    let problem = problems.into_iter().next().filter(|_| is_written)?;
    Some(Answer::NoExpression(asked.to_owned(), problem.message))
}

/// Explains a named item, optionally of a named holder.
fn named(words: Words<'_>, game: &Game, viewer: Option<u8>, asked: &str) -> Answer {
    let lookup = Lookup::new(words);
    let unknown = || Answer::Unknown(asked.to_owned(), lookup.near(asked).map(str::to_owned));
    let Some((first, rest)) = lookup.leading(asked) else { return unknown() };
    let second = if rest.is_empty() { Vec::new() } else { lookup.find(rest) };
    if second.is_empty() && !rest.is_empty() {
        return unknown();
    }
    let scene = Scene::new(words, game, viewer);
    let pairs = first.iter().flat_map(|a| second.iter().flat_map(|b| [(*a, *b), (*b, *a)]));
    let found = if rest.is_empty() {
        first.iter().find_map(|thing| scene.one(*thing))
    } else {
        pairs.into_iter().find_map(|(a, b)| scene.two(a, b)).map(Answer::Found)
    };
    found.unwrap_or_else(unknown)
}

/// Parses a number in the notation of any language, in thousandths.
fn number(text: &str) -> Option<i64> {
    let text = text.replace(',', ".").replace('−', "-");
    let (sign, digits) = text.strip_prefix('-').map_or((1, text.as_str()), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let digits_only = |s: &str| s.chars().all(|c| c.is_ascii_digit());
    if whole.is_empty() || whole.len() > 12 || part.len() > 3 || !digits_only(whole) || !digits_only(part) {
        return None;
    }
    let thousandths: i64 = format!("{part:0<3}").parse().ok()?;
    Some(sign * (whole.parse::<i64>().ok()? * 1000 + thousandths))
}

struct Scene<'a> {
    words: Words<'a>,
    game: &'a Game,
    viewer: Option<u8>,
    view: View,
}

impl<'a> Scene<'a> {
    fn new(words: Words<'a>, game: &'a Game, viewer: Option<u8>) -> Self {
        Scene { words, game, viewer, view: game.view(eyes(viewer, game.setup())) }
    }

    fn rules(&self) -> &'a Rules {
        self.words.rules()
    }

    fn eyes(&self) -> Viewer {
        eyes(self.viewer, self.game.setup())
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.words.setup.seats().map(|seat| seat.id)
    }

    /// Returns the zone that a card is in, if the viewer knows the card and sees the zone.
    fn zone_of(&self, card: CardId) -> Option<ZoneId> {
        let lies = |known: &ludex::CardView| known.card.as_ref().is_some_and(|known| known.id == card);
        let zone = self.view.zones.iter().find(|zone| zone.cards.iter().any(lies))?;
        self.rules().zone_at(zone.zone.id).map(|(def, _)| def.id)
    }

    /// Explains a single item.
    fn one(&self, thing: Thing) -> Option<Answer> {
        let (game, eyes) = (self.game, self.eyes());
        let found = match thing {
            Thing::Score if self.rules().has_score() => {
                self.seats().filter_map(|seat| why::score(game, eyes, seat)).collect()
            }
            // a game without a score is explained by its winners
            Thing::Score | Thing::Won => self.seats().filter_map(|seat| why::won(game, eyes, seat)).collect(),
            Thing::Line(line) => self.seats().filter_map(|seat| why::line(game, eyes, line, seat)).collect(),
            Thing::Seat(seat) if self.rules().has_score() => {
                why::score(game, eyes, seat).into_iter().collect()
            }
            Thing::Seat(seat) => why::won(game, eyes, seat).into_iter().collect(),
            Thing::Card(card) => why::card(game, eyes, card).into_iter().collect(),
            Thing::Design(design) => return Some(self.design(design)),
            Thing::Kind(kind) => self.cards(self.rules().cards_of(kind)),
            Thing::Spot(spot) => why::spot(game, eyes, spot).into_iter().collect(),
            Thing::Spots(sort) => {
                self.rules().spots_of(sort).filter_map(|spot| why::spot(game, eyes, spot)).collect()
            }
            Thing::Zone(zone) => why::zone(game, eyes, zone).into_iter().collect(),
            Thing::Zones(zone) => {
                self.rules().zones_of(zone).filter_map(|zone| why::zone(game, eyes, zone)).collect()
            }
            Thing::Variable(variable) => why::variable(game, eyes, variable),
            Thing::Property(property) => self.property(property),
            Thing::Action(action) => {
                let name = self.words.action_name(self.rules().action(action)?.name);
                let seat = self.viewer?;
                let answer = why::why_not(game, self.words.setup.seat(seat)?, &wish(thing)?);
                return Some(Answer::Not(seat, Box::new(RefusedOption { name, answer })));
            }
            Thing::Phase(_) | Thing::Decision(_) => return None,
        };
        (!found.is_empty()).then_some(Answer::Found(found))
    }

    /// Explains an item of a holder: `blue score`, `Column 1 lane`, `blue king worth`.
    fn two(&self, a: Thing, b: Thing) -> Option<Vec<Explanation>> {
        let (game, eyes) = (self.game, self.eyes());
        Some(match (a, b) {
            (Thing::Seat(seat), Thing::Score) if self.rules().has_score() => {
                vec![why::score(game, eyes, seat)?]
            }
            (Thing::Seat(seat), Thing::Score | Thing::Won) => vec![why::won(game, eyes, seat)?],
            (Thing::Seat(seat), Thing::Line(line)) => vec![why::line(game, eyes, line, seat)?],
            (Thing::Seat(seat), Thing::Zones(zone)) => self.zones_at(zone, HolderAt::Seat(seat)),
            (Thing::Spot(spot), Thing::Zones(zone)) => self.zones_at(zone, HolderAt::Spot(spot)),
            (Thing::Seat(seat), Thing::Variable(variable)) => {
                vec![why::variable(game, eyes, variable).into_iter().nth(seat.index())?]
            }
            (Thing::Spot(spot), Thing::Variable(variable)) => {
                vec![why::variable(game, eyes, variable).into_iter().nth(usize::from(spot.number()))?]
            }
            (Thing::Card(card), Thing::Property(property)) => vec![self.property_of(property, card)?],
            (Thing::Design(design), Thing::Property(property)) => {
                let cards = self.rules().copies(design).filter(|card| self.zone_of(*card).is_some());
                cards.filter_map(|card| self.property_of(property, card)).take(MOST_CARDS).collect()
            }
            _ => return None,
        })
        .filter(|found| !found.is_empty())
    }

    fn zones_at(&self, zone: ZoneId, holder: HolderAt) -> Vec<Explanation> {
        let is_held = |zone: &ZoneAt| self.rules().zone_at(*zone).is_some_and(|(_, of)| of == holder);
        let zones = self.rules().zones_of(zone).filter(is_held);
        zones.filter_map(|zone| why::zone(self.game, self.eyes(), zone)).collect()
    }

    fn design(&self, design: DesignId) -> Answer {
        match self.cards(self.rules().copies(design)) {
            found if found.is_empty() => Answer::OutOfSight(self.words.face(design)),
            found => Answer::Found(found),
        }
    }

    fn cards(&self, cards: impl Iterator<Item = CardId>) -> Vec<Explanation> {
        let seen = cards.filter(|card| self.zone_of(*card).is_some()).take(MOST_CARDS);
        seen.filter_map(|card| why::card(self.game, self.eyes(), card)).collect()
    }

    fn property(&self, property: PropertyId) -> Vec<Explanation> {
        let Some(kind) = self.rules().property(property).map(|def| def.kind) else { return Vec::new() };
        let works = |zone: ZoneId| self.rules().works_in(kind, zone);
        let cards = self.rules().cards_of(kind).filter(|card| self.zone_of(*card).is_some_and(works));
        cards.take(MOST_CARDS).filter_map(|card| self.property_of(property, card)).collect()
    }

    fn property_of(&self, property: PropertyId, card: CardId) -> Option<Explanation> {
        why::property(self.game, self.eyes(), property, card)
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_read_in_any_language() {
        let read = ["51", "9.5", "9,5", "-2", "−2", "0,25", "x", "", "1.2345", "5 6", "."].map(number);
        let expected = [Some(51_000), Some(9_500), Some(9_500), Some(-2_000), Some(-2_000), Some(250)];
        assert_eq!(read[..6], expected);
        assert_eq!(read[6..], [None; 5]);
    }
}
