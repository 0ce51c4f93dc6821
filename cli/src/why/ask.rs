//! What a person asks about: a number on the table, or something by its name.

use ludex::machinery::game_of;
use ludex::machinery::ids::{DesignId, PropertyId, SpotId};
use ludex::machinery::program::Program;
use ludex::why::{self, Explanation};
use ludex::{CardId, Game, Seat, SpotAt, ZoneAt};

use super::not::{Told, action_name, wish};
use crate::lookup::{Lookup, Thing};
use crate::text::{Words, eyes};

/// Cards that are explained together, at most.
const MOST_CARDS: usize = 12;

/// What there is to say.
pub enum Answer {
    /// These.
    Found(Vec<Explanation>),
    /// Why a seat can't choose an action, or that it can.
    Not(u8, Box<Told>),
    /// Nothing has this number.
    NoValue(String),
    /// None of these cards can be seen.
    OutOfSight(String),
    /// Nothing is called so, and perhaps what was meant.
    Unknown(String, Option<String>),
}

/// Finds what is asked about, and explains it.
pub fn ask(words: Words<'_>, game: &Game, viewer: Option<u8>, asked: &str) -> Answer {
    if let Some(thousandths) = number(asked) {
        return match why::amount(game, eyes(viewer, game.players()), thousandths) {
            found if found.is_empty() => Answer::NoValue(asked.to_owned()),
            found => Answer::Found(found),
        };
    }
    let lookup = Lookup::of(words);
    let unknown = || Answer::Unknown(asked.to_owned(), lookup.near(asked).map(str::to_owned));
    let Some((first, rest)) = lookup.leading(asked) else { return unknown() };
    let second = if rest.is_empty() { Vec::new() } else { lookup.find(rest) };
    if second.is_empty() && !rest.is_empty() {
        return unknown();
    }
    let scene = Scene { words, game, viewer };
    let pairs = first.iter().flat_map(|a| second.iter().flat_map(|b| [(*a, *b), (*b, *a)]));
    let found = if rest.is_empty() {
        first.iter().find_map(|thing| scene.one(*thing))
    } else {
        pairs.into_iter().find_map(|(a, b)| scene.two(a, b)).map(Answer::Found)
    };
    found.unwrap_or_else(unknown)
}

/// A number as it is written in any language, in thousandths.
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

fn at(sort: SpotId, index: i32) -> SpotAt {
    SpotAt { sort, number: u16::try_from(index).unwrap_or(0) }
}

struct Scene<'a> {
    words: Words<'a>,
    game: &'a Game,
    viewer: Option<u8>,
}

impl Scene<'_> {
    fn program(&self) -> &Program {
        game_of(self.game).program()
    }

    fn players(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.game.players()
    }

    /// Whether the viewer knows a card and where it lies.
    fn sees(&self, card: u16) -> bool {
        self.viewer.is_none_or(|seat| game_of(self.game).state().knows(seat, card))
    }

    /// What there is to say of a thing.
    fn one(&self, thing: Thing) -> Option<Answer> {
        let (game, eyes) = (self.game, eyes(self.viewer, self.game.players()));
        let found = match thing {
            Thing::Score => self.players().map(|player| why::score(game, eyes, Seat(player))).collect(),
            Thing::Line(line) => {
                self.players().filter_map(|player| why::line(game, eyes, line, Seat(player))).collect()
            }
            Thing::Seat(player) => vec![why::score(game, eyes, Seat(player))],
            Thing::Card(card) => vec![why::card(game, eyes, CardId(card))],
            Thing::Design(design) => return Some(self.design(design)),
            Thing::Kind(kind) => {
                let (first, count) = self.program().layout.kinds[kind.index()];
                self.cards((first..first + count).map(|card| card as u16))
            }
            Thing::Spot(spot, index) => vec![why::spot(game, eyes, at(spot, index))],
            Thing::Spots(spot) => {
                let count = i32::from(self.program().layout.spots[spot.index()]);
                (0..count).map(|index| why::spot(game, eyes, at(spot, index))).collect()
            }
            Thing::Zone(zone) => vec![why::zone(game, eyes, ZoneAt(zone))],
            Thing::Zones(zone) => {
                let (first, count) = self.program().layout.zone_range[zone.index()];
                (first..first + count).map(|zone| why::zone(game, eyes, ZoneAt(zone))).collect()
            }
            Thing::Variable(variable) => why::variable(game, eyes, variable),
            Thing::Property(property) => self.property(property),
            Thing::Action(window, index) => {
                let name = &self.program().checked.windows[window.index()].actions[index].name;
                let name = action_name(&self.words, name);
                let answer = why::why_not(game, Seat(self.viewer?), &wish(thing)?);
                return Some(Answer::Not(self.viewer?, Box::new(Told { name, answer })));
            }
            Thing::Phase(_) | Thing::Decision(_) => return None,
        };
        (!found.is_empty()).then_some(Answer::Found(found))
    }

    /// Something of something: `blue score`, `Column 1 lane`, `blue king worth`.
    fn two(&self, a: Thing, b: Thing) -> Option<Vec<Explanation>> {
        let (game, eyes) = (self.game, eyes(self.viewer, self.game.players()));
        Some(match (a, b) {
            (Thing::Seat(player), Thing::Score) => vec![why::score(game, eyes, Seat(player))],
            (Thing::Seat(player), Thing::Line(line)) => vec![why::line(game, eyes, line, Seat(player))?],
            (Thing::Seat(player), Thing::Zones(zone)) => {
                let zones = &self.program().layout.player_zones[usize::from(player)];
                let of = |id: &&u16| self.program().layout.zones[usize::from(**id)].def == zone;
                vec![why::zone(game, eyes, ZoneAt(*zones.iter().find(of)?))]
            }
            (Thing::Spot(spot, index), Thing::Zones(zone)) => {
                let zones = &self.program().layout.spot_zones[spot.index()][index as usize];
                let of = |id: &&u16| self.program().layout.zones[usize::from(**id)].def == zone;
                vec![why::zone(game, eyes, ZoneAt(*zones.iter().find(of)?))]
            }
            (Thing::Seat(player), Thing::Variable(variable)) => {
                let all = why::variable(game, eyes, variable);
                vec![all.into_iter().nth(usize::from(player))?]
            }
            (Thing::Spot(_, index), Thing::Variable(variable)) => {
                vec![why::variable(game, eyes, variable).into_iter().nth(index as usize)?]
            }
            (Thing::Card(card), Thing::Property(property)) => vec![self.property_of(property, card)?],
            (Thing::Design(design), Thing::Property(property)) => {
                let cards = self.program().layout.designs[design.index()];
                let cards = cards.iter().map(|card| card as u16).filter(|card| self.sees(*card));
                cards.filter_map(|card| self.property_of(property, card)).take(MOST_CARDS).collect()
            }
            _ => return None,
        })
        .filter(|found| !found.is_empty())
    }

    fn design(&self, design: DesignId) -> Answer {
        let cards = self.program().layout.designs[design.index()];
        match self.cards(cards.iter().map(|card| card as u16)) {
            found if found.is_empty() => Answer::OutOfSight(self.words.face(design)),
            found => Answer::Found(found),
        }
    }

    fn cards(&self, cards: impl Iterator<Item = u16>) -> Vec<Explanation> {
        let lies = |card: &u16| game_of(self.game).state().zone_of(*card).is_some();
        let seen = cards.filter(|card| self.sees(*card) && lies(card)).take(MOST_CARDS);
        seen.map(|card| why::card(self.game, eyes(self.viewer, self.game.players()), CardId(card))).collect()
    }

    fn property(&self, property: PropertyId) -> Vec<Explanation> {
        let kind = self.program().checked.properties[property.index()].kind;
        let (first, count) = self.program().layout.kinds[kind.index()];
        let cards = (first..first + count).map(|card| card as u16);
        let in_play = &self.program().layout.in_play[kind.index()];
        let works = |card: &u16| {
            let zone = game_of(self.game).state().zone_of(*card);
            let def = zone.map(|zone| self.program().layout.zones[usize::from(zone)].def);
            self.sees(*card) && def.is_some_and(|def| in_play[def.index()])
        };
        cards.filter(works).take(MOST_CARDS).filter_map(|card| self.property_of(property, card)).collect()
    }

    fn property_of(&self, property: PropertyId, card: u16) -> Option<Explanation> {
        let kind = self.program().checked.properties[property.index()].kind;
        let of_kind = self.program().layout.kind[usize::from(card)] == kind.0;
        of_kind
            .then(|| why::property(self.game, eyes(self.viewer, self.game.players()), property, CardId(card)))
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
