//! What a person means by words: every thing of a ruleset or game that is called so, as it is shown in any language, by its
//! id, or with its number (`City 15`, `Column 1`, `blue king`, `king[blue]`).
//!
//! Names are compared without case, signs and doubled blanks. Nothing hidden is told: that a name means a card says
//! nothing of where the card lies.

use ludex::machinery::game::{card_text, seat_label, spot_label, zone_label};
use ludex::machinery::hir::Holder;
use ludex::machinery::ids::{
    DecisionId, DesignId, KindId, PhaseId, PropertyId, SpotId, VarId, WindowId, ZoneId,
};
use ludex::machinery::program::Program;

use crate::text::{Words, capital};

/// Something that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// All copies of a card, whoever has them.
    Design(DesignId),
    /// One player's card, or the only one there is.
    Card(u16),
    /// Cards of a kind.
    Kind(KindId),
    /// A player.
    Seat(u8),
    /// A sort of spot.
    Spots(SpotId),
    /// One spot of a sort, from 0.
    Spot(SpotId, i32),
    /// A zone as declared, whoever has it.
    Zones(ZoneId),
    /// The zone of one holder.
    Zone(u16),
    /// A variable.
    Variable(VarId),
    /// A property of cards.
    Property(PropertyId),
    /// The score.
    Score,
    /// A part of the score.
    Line(usize),
    /// A phase.
    Phase(PhaseId),
    /// A decision.
    Decision(DecisionId),
    /// An action of a window.
    Action(WindowId, usize),
}

/// Names of things.
pub struct Lookup {
    /// As compared, as shown, what it is called so.
    names: Vec<(String, String, Thing)>,
}

/// A name as it is compared: without case, and with one blank for whatever is neither letter nor number.
pub fn plain(name: &str) -> String {
    let lower = name.to_lowercase();
    let sign = |c: char| !(c.is_alphanumeric() || matches!(c, '.' | ',' | '-' | '+' | '#'));
    let words: Vec<&str> = lower.split(sign).filter(|w| !w.is_empty()).collect();
    words.join(" ")
}

/// What an action is called: after a colon or in brackets its text says what it does.
pub fn short(text: &str) -> &str {
    text.split([':', '(']).next().unwrap_or(text).trim()
}

impl Lookup {
    /// The names of a ruleset for its players, in all its languages.
    pub fn of(words: Words<'_>) -> Lookup {
        let mut lookup = Lookup { names: Vec::new() };
        lookup.add_language(words);
        for language in words.ruleset.languages().filter(|l| *l != words.language) {
            lookup.add_language(words.in_language(language));
        }
        lookup.add_ids(words);
        lookup
    }

    /// Everything that is called so, each thing once; else everything whose name begins with these words. Of names that begin
    /// alike the shortest counts: `River 5`, not `River 5 (Blue)`.
    pub fn find(&self, word: &str) -> Vec<Thing> {
        let found = self.exactly(word);
        if !found.is_empty() {
            return found;
        }
        let start = format!("{} ", plain(word));
        let mut names: Vec<&str> = self
            .names
            .iter()
            .map(|(name, ..)| name.as_str())
            .filter(|name| name.starts_with(&start))
            .collect();
        names.sort_unstable();
        // sorted, each stands after the one that it begins with
        names.dedup_by(|name, shorter| name.starts_with(*shorter));
        self.named(|name| names.binary_search(&name).is_ok())
    }

    fn exactly(&self, word: &str) -> Vec<Thing> {
        let wanted = plain(word);
        self.named(|name| name == wanted)
    }

    fn named(&self, wanted: impl Fn(&str) -> bool) -> Vec<Thing> {
        let mut found = Vec::new();
        for (_, _, thing) in self.names.iter().filter(|(name, ..)| wanted(name)) {
            if !found.contains(thing) {
                found.push(*thing);
            }
        }
        found
    }

    /// The name nearest to a word that is none, as it is shown.
    pub fn near(&self, word: &str) -> Option<&str> {
        let wanted = plain(word);
        let near = ludex::diagnostics::closest(&wanted, self.names.iter().map(|(name, ..)| name.as_str()))?;
        self.names.iter().find(|(name, ..)| name == near).map(|(_, shown, _)| shown.as_str())
    }

    /// What the longest beginning of a line of words means, and the words that are left.
    pub fn leading<'w>(&self, line: &'w str) -> Option<(Vec<Thing>, &'w str)> {
        let ends = line.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(i, _)| i).chain([line.len()]);
        let mut ends: Vec<usize> = ends.collect();
        ends.reverse();
        ends.into_iter().find_map(|end| {
            let found = self.exactly(&line[..end]);
            (!found.is_empty()).then(|| (found, line[end..].trim()))
        })
    }

    fn add(&mut self, shown: impl Into<String>, thing: Thing) {
        let shown = shown.into();
        let name = plain(&shown);
        if !name.is_empty() {
            self.names.push((name, shown, thing));
        }
    }

    /// As things are shown in a language.
    fn add_language(&mut self, words: Words<'_>) {
        let checked = &words.ruleset.checked;
        let total = words.get("score.total").unwrap_or_else(|| words.own.score());
        self.add(total, Thing::Score);
        for (i, (name, _)) in checked.score.lines.iter().enumerate() {
            self.add(words.score_line(name), Thing::Line(i));
        }
        for player in 0..words.program.players {
            self.add(words.seat(player), Thing::Seat(player));
        }
        self.add_cards(words);
        self.add_places(words);
        for (i, def) in checked.vars.iter().enumerate() {
            self.add(words.variable(&def.name), Thing::Variable(VarId::new(i)));
        }
        for i in 0..checked.phases.len() {
            self.add(words.phase(PhaseId::new(i)), Thing::Phase(PhaseId::new(i)));
        }
        for (w, window) in checked.windows.iter().enumerate() {
            for (i, action) in window.actions.iter().enumerate() {
                let text = words.get(&format!("actions.{}", action.name));
                if let Some(text) = text {
                    self.add(short(&text), Thing::Action(WindowId::new(w), i));
                    self.add(text, Thing::Action(WindowId::new(w), i));
                }
            }
        }
    }

    /// Cards by name and as they are shown, alone and with their owner.
    fn add_cards(&mut self, words: Words<'_>) {
        let checked = &words.ruleset.checked;
        for i in 0..checked.kinds.len() {
            self.add(words.kind(KindId::new(i)), Thing::Kind(KindId::new(i)));
        }
        for i in 0..checked.designs.len() {
            let design = DesignId::new(i);
            let (name, face) = (words.design(design), words.face(design));
            for (owner, card) in owned(words.program, design) {
                let seat = words.seat(owner);
                self.add(format!("{face} ({seat})"), Thing::Card(card));
                self.add(format!("{name} ({seat})"), Thing::Card(card));
                self.add(format!("{seat} {name}"), Thing::Card(card));
            }
            if face != name {
                self.add(face, Thing::Design(design));
            }
            self.add(name, Thing::Design(design));
        }
    }

    fn add_places(&mut self, words: Words<'_>) {
        let checked = &words.ruleset.checked;
        for (i, count) in words.program.layout.spots.iter().enumerate() {
            let spot = SpotId::new(i);
            for number in 0..i32::from(*count) {
                self.add(words.spot(spot, number), Thing::Spot(spot, number));
            }
        }
        for i in 0..checked.zones.len() {
            self.add(words.zone(ZoneId::new(i)), Thing::Zones(ZoneId::new(i)));
        }
        for (zone, info) in words.program.layout.zones.iter().enumerate().skip(1) {
            let holder = match checked.zones[info.def.index()].holder {
                Holder::Player => words.seat(info.holder as u8),
                Holder::Spot(spot) => words.spot(spot, info.holder),
                Holder::Game | Holder::Kind(_) | Holder::Design(_) => continue,
            };
            let name = words.zone(info.def);
            self.add(format!("{} {name}", capital(&holder)), Thing::Zone(zone as u16));
        }
    }

    /// Ids, as the ruleset writes them.
    fn add_ids(&mut self, words: Words<'_>) {
        let (checked, program) = (&words.ruleset.checked, words.program);
        self.add("score", Thing::Score);
        for (i, (name, _)) in checked.score.lines.iter().enumerate() {
            self.add(name, Thing::Line(i));
        }
        for player in 0..program.players {
            self.add(seat_label(checked, player), Thing::Seat(player));
        }
        for (i, def) in checked.designs.iter().enumerate() {
            let design = DesignId::new(i);
            for (owner, card) in owned(program, design) {
                self.add(card_text(program, card), Thing::Card(card));
                self.add(format!("{}[{}]", def.name, seat_label(checked, owner)), Thing::Card(card));
            }
            self.add(&def.name, Thing::Design(design));
        }
        for (i, def) in checked.kinds.iter().enumerate() {
            self.add(&def.name, Thing::Kind(KindId::new(i)));
        }
        for (i, def) in checked.spots.iter().enumerate() {
            let spot = SpotId::new(i);
            self.add(&def.name, Thing::Spots(spot));
            for number in 0..i32::from(program.layout.spots[i]) {
                self.add(spot_label(checked, spot, number), Thing::Spot(spot, number));
            }
        }
        for (i, def) in checked.zones.iter().enumerate() {
            self.add(&def.name, Thing::Zones(ZoneId::new(i)));
        }
        for zone in 1..program.layout.zones.len() as u16 {
            self.add(zone_label(program, zone), Thing::Zone(zone));
        }
        for (i, def) in checked.vars.iter().enumerate() {
            self.add(&def.name, Thing::Variable(VarId::new(i)));
        }
        for (i, def) in checked.properties.iter().enumerate() {
            self.add(&def.name, Thing::Property(PropertyId::new(i)));
        }
        for (i, def) in checked.phases.iter().enumerate() {
            self.add(&def.name, Thing::Phase(PhaseId::new(i)));
        }
        for (i, name) in checked.decisions.iter().enumerate() {
            self.add(name, Thing::Decision(DecisionId::new(i)));
        }
        for (w, window) in checked.windows.iter().enumerate() {
            for (i, action) in window.actions.iter().enumerate() {
                self.add(&action.name, Thing::Action(WindowId::new(w), i));
            }
        }
    }
}

/// The card that each player has of a design, where a player has exactly one.
fn owned(program: &Program, design: DesignId) -> Vec<(u8, u16)> {
    let cards = program.layout.designs[design.index()];
    if cards.each != 1 {
        return Vec::new();
    }
    let owner = |card: u32| u8::try_from(program.layout.owner[card as usize]).ok();
    cards.iter().filter_map(|card| Some((owner(card)?, card as u16))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::Reference;

    fn with_names(game: &str, players: u8, language: &str, check: impl FnOnce(&Program, &Lookup)) {
        let reference = Reference::Shipped(game.to_owned());
        let files = reference.read().expect("shipped");
        let ruleset = reference.compile(&files, &Vec::new()).ruleset.expect("no errors");
        let setup = ruleset.setup(players, &[]).expect("players");
        let words = Words::new(&setup, language);
        check(words.program, &Lookup::of(words));
    }

    #[test]
    fn things_are_found_as_they_are_shown_and_by_id() {
        with_names("kabale", 2, "en", |program, names| {
            let card = names.find("king[blue]");
            assert!(matches!(card[..], [Thing::Card(_)]), "{card:?}");
            for same in ["blue king", "King (Blue)", "king 20 (blue)", "Roi 20 (bleu)"] {
                assert_eq!(names.find(same), card, "{same}");
            }
            assert_eq!(names.find("KING 20"), names.find("roi"));
            assert_eq!(names.find("Column 1"), names.find("column_1"));
            assert_eq!(names.find("column 3"), []);
            assert_eq!(names.find("blue.hand").len(), 1);
            assert!(program.players == 2 && names.find("").is_empty());
        });
    }

    #[test]
    fn the_first_words_of_a_name_will_do_where_nothing_has_that_name() {
        with_names("kabale", 2, "en", |_, names| {
            assert_eq!(names.find("invisibility"), names.find("Invisibility Cape"));
            assert_eq!(names.find("invisibilit"), []);
            assert_eq!(names.find("king").len(), 1, "not the King of each player");
        });
    }

    #[test]
    fn the_nearest_name_is_told_as_it_is_shown() {
        with_names("kabale", 2, "en", |_, names| {
            assert_eq!(names.near("colum 1"), Some("Column 1"));
            assert_eq!(names.near("zzzzzzzz"), None);
        });
    }

    #[test]
    fn a_line_begins_with_its_longest_name() {
        with_names("kabale", 2, "en", |_, names| {
            let (found, rest) = names.leading("little giant  column 1").expect("a card");
            assert_eq!((found, rest), (names.find("little_giant"), "column 1"));
        });
    }
}
