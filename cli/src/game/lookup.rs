//! Finds items of a ruleset or game by name. A name is the text shown in any language, an ID, or either with
//! a number (`City 15`, `Column 1`, `blue king`, `king[blue]`).
//!
//! Comparison ignores case, punctuation and repeated blanks; typed symbols (`7♥`) count. Lookups reveal
//! nothing hidden: a name identifies a card, not its location.

use ludex::rules::HolderAt;
use ludex::{
    ActionId, CardId, DecisionId, DesignId, KindId, PhaseId, PropertyId, Seat, SpotAt, SpotId, VarId, ZoneAt,
    ZoneId,
};

use ludex_table::names::{beginning, form, is_symbol, plain, short, written};
use ludex_table::words::{Words, capital};

/// An item that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// All copies of a card of all owners.
    Design(DesignId),
    /// A card of one player, or the only copy.
    Card(CardId),
    Kind(KindId),
    Seat(Seat),
    Spots(SpotId),
    Spot(SpotAt),
    /// A zone as declared, with all its holders.
    Zones(ZoneId),
    Zone(ZoneAt),
    Variable(VarId),
    Property(PropertyId),
    Score,
    Won,
    Line(usize),
    Phase(PhaseId),
    Decision(DecisionId),
    Action(ActionId),
}

pub struct Lookup {
    /// Normalized name, displayed name, and item.
    names: Vec<(String, String, Thing)>,
}

impl Lookup {
    /// Collects the names in all languages of a ruleset, for its players.
    pub fn new(words: Words<'_>) -> Lookup {
        let mut lookup = Lookup { names: Vec::new() };
        lookup.add_language(words);
        for language in words.setup.ruleset().languages().filter(|l| *l != words.language) {
            lookup.add_language(words.in_language(language));
        }
        lookup.add_ids(words);
        // the ruleset's own names take precedence
        for language in [words.language].into_iter().chain(words.setup.ruleset().languages()) {
            lookup.add(words.in_language(language).own.winner(), Thing::Won);
        }
        ["winner", "won"].into_iter().for_each(|name| lookup.add(name, Thing::Won));
        lookup
    }

    /// Returns all items with this name, without duplicates; otherwise all items whose name begins with these
    /// words. Names that extend another match are ignored: `River 5` matches, `River 5 (Blue)` doesn't.
    pub fn find(&self, word: &str) -> Vec<Thing> {
        let found = self.exactly(word);
        if !found.is_empty() {
            return found;
        }
        let (form, start) = (form(word), format!("{} ", form(word)(word)));
        let names = self.names.iter().map(|(_, shown, _)| form(shown));
        let mut names: Vec<String> = names.filter(|name| name.starts_with(&start)).collect();
        names.sort_unstable();
        // sorted, a name follows its prefix
        names.dedup_by(|name, shorter| name.starts_with(shorter.as_str()));
        self.named(|_, shown| names.binary_search(&form(shown)).is_ok())
    }

    /// Returns all items with exactly this name.
    pub fn exactly(&self, word: &str) -> Vec<Thing> {
        let (symbols, wanted) = (word.contains(is_symbol), form(word)(word));
        self.named(|name, shown| if symbols { written(shown) == wanted } else { name == wanted })
    }

    fn named(&self, wanted: impl Fn(&str, &str) -> bool) -> Vec<Thing> {
        let mut found = Vec::new();
        for (_, _, thing) in self.names.iter().filter(|(name, shown, _)| wanted(name, shown)) {
            if !found.contains(thing) {
                found.push(*thing);
            }
        }
        found
    }

    /// Returns the displayed name closest to an unknown word.
    pub fn near(&self, word: &str) -> Option<&str> {
        let form = form(word);
        let names: Vec<String> = self.names.iter().map(|(_, shown, _)| form(shown)).collect();
        let near = ludex::diagnostics::closest(&form(word), names.iter().map(String::as_str))?;
        let at = names.iter().position(|name| name == near)?;
        Some(self.names[at].1.as_str())
    }

    /// Resolves the longest prefix of a line that is a name, and returns the remaining words.
    pub fn leading<'w>(&self, line: &'w str) -> Option<(Vec<Thing>, &'w str)> {
        beginning(line, |name| self.exactly(name))
    }

    fn add(&mut self, shown: impl Into<String>, thing: Thing) {
        let shown = shown.into();
        let name = plain(&shown);
        if !name.is_empty() {
            self.names.push((name, shown, thing));
        }
    }

    /// Adds the display names in a language.
    fn add_language(&mut self, words: Words<'_>) {
        let rules = words.rules();
        let total = words.get("score.total").unwrap_or_else(|| words.own.score());
        self.add(total, Thing::Score);
        for (i, name) in rules.score_lines().enumerate() {
            self.add(words.score_line(name), Thing::Line(i));
        }
        for seat in words.setup.seats() {
            self.add(words.seat(seat.id), Thing::Seat(seat.id));
        }
        self.add_cards(words);
        self.add_places(words);
        for var in rules.variables() {
            self.add(words.variable(var.name), Thing::Variable(var.id));
        }
        for phase in rules.phases() {
            self.add(words.phase(phase.id), Thing::Phase(phase.id));
        }
        for action in rules.actions() {
            if let Some(text) = words.get(&format!("actions.{}", action.name)) {
                let thing = Thing::Action(action.id);
                self.add(short(&text), thing);
                self.add(text, thing);
            }
        }
    }

    /// Adds cards by name and by display text, with and without owner.
    fn add_cards(&mut self, words: Words<'_>) {
        for kind in words.rules().kinds() {
            self.add(words.kind(kind.id), Thing::Kind(kind.id));
        }
        for design in words.rules().designs() {
            let (name, face) = (words.design(design.id), words.face(design.id));
            for (owner, card) in words.rules().own_copies(design.id) {
                let seat = words.seat(owner);
                self.add(format!("{face} ({seat})"), Thing::Card(card));
                self.add(format!("{name} ({seat})"), Thing::Card(card));
                self.add(format!("{seat} {name}"), Thing::Card(card));
            }
            if face != name {
                self.add(face, Thing::Design(design.id));
            }
            self.add(name, Thing::Design(design.id));
        }
    }

    fn add_places(&mut self, words: Words<'_>) {
        let rules = words.rules();
        for spot in rules.spots() {
            for at in rules.spots_of(spot.id) {
                self.add(words.spot(at), Thing::Spot(at));
            }
        }
        for zone in rules.zones() {
            self.add(words.zone(zone.id), Thing::Zones(zone.id));
        }
        for zone in rules.all_zones() {
            let Some((def, holder)) = rules.zone_at(zone) else { continue };
            let holder = match holder {
                HolderAt::Seat(seat) => words.seat(seat),
                HolderAt::Spot(spot) => words.spot(spot),
                HolderAt::Game if def.key.is_some() => String::new(),
                HolderAt::Game | HolderAt::Card(_) => continue,
            };
            let name = format!("{} {}", capital(&holder), words.zone_at(zone));
            self.add(name.trim_start(), Thing::Zone(zone));
        }
    }

    /// Adds the IDs as written in the ruleset.
    fn add_ids(&mut self, words: Words<'_>) {
        let rules = words.rules();
        self.add("score", Thing::Score);
        for (i, name) in rules.score_lines().enumerate() {
            self.add(name, Thing::Line(i));
        }
        for seat in words.setup.seats() {
            self.add(seat.name, Thing::Seat(seat.id));
        }
        for design in rules.designs() {
            for (owner, card) in rules.own_copies(design.id) {
                self.add(rules.card_label(card).unwrap_or_default(), Thing::Card(card));
                let seat = rules.seat_label(owner).unwrap_or_default();
                self.add(format!("{}[{seat}]", design.name), Thing::Card(card));
            }
            self.add(design.name, Thing::Design(design.id));
        }
        for kind in rules.kinds() {
            self.add(kind.name, Thing::Kind(kind.id));
        }
        for spot in rules.spots() {
            self.add(spot.name, Thing::Spots(spot.id));
            for at in rules.spots_of(spot.id) {
                self.add(rules.spot_label(at).unwrap_or_default(), Thing::Spot(at));
            }
        }
        self.add_rest(words);
    }

    fn add_rest(&mut self, words: Words<'_>) {
        let rules = words.rules();
        for zone in rules.zones() {
            self.add(zone.name, Thing::Zones(zone.id));
        }
        for zone in rules.all_zones() {
            self.add(rules.zone_label(zone).unwrap_or_default(), Thing::Zone(zone));
        }
        for var in rules.variables() {
            self.add(var.name, Thing::Variable(var.id));
        }
        for property in rules.properties() {
            self.add(property.name, Thing::Property(property.id));
        }
        for phase in rules.phases() {
            self.add(phase.name, Thing::Phase(phase.id));
        }
        for decision in rules.decisions() {
            self.add(decision.name, Thing::Decision(decision.id));
        }
        for action in rules.actions() {
            self.add(action.name, Thing::Action(action.id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"
format: 1
game: { id: pond, players: 2, seats: [blue, white] }
kinds: { piece: { per: player, fields: { value: int } } }
spots: { column: { count: 2 } }
zones:
  hand: { per: player, holds: piece, sees: owner }
  lane: { per: column, holds: piece, sees: all }
cards:
  king: { kind: piece, value: 20 }
  invisible: { kind: piece, value: 0 }
  little_giant: { kind: piece, value: 3 }
phases: { round: { do: stop } }
score: { total: 1 }
layout: { cards: { piece: [value] } }
text:
  en:
    seats: { blue: Blue, white: White }
    spots: { column: "Column {number}" }
    cards: { king: King, invisible: Invisibility Cape, little_giant: Little Giant }
  fr:
    seats: { blue: bleu, white: blanc }
    cards: { king: Roi }
"#;

    fn with_names(check: impl FnOnce(&Lookup)) {
        let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), GAME.to_owned())]);
        let ruleset = compiled.ruleset.expect("no errors");
        let setup = ruleset.setup(2, &[]).expect("players");
        check(&Lookup::new(Words::new(&setup, "en")));
    }

    #[test]
    fn things_are_found_as_they_are_shown_and_by_id() {
        with_names(|names| {
            let card = names.find("king[blue]");
            assert!(matches!(card[..], [Thing::Card(_)]), "{card:?}");
            for same in ["blue king", "King (Blue)", "king 20 (blue)", "Roi 20 (bleu)"] {
                assert_eq!(names.find(same), card, "{same}");
            }
            assert_eq!(names.find("KING 20"), names.find("roi"));
            assert_eq!(names.find("Column 1"), names.find("column_1"));
            assert_eq!(names.find("column 3"), []);
            assert_eq!(names.find("blue.hand").len(), 1);
            assert!(names.find("").is_empty());
        });
    }

    #[test]
    fn the_first_words_of_a_name_will_do_where_nothing_has_that_name() {
        with_names(|names| {
            assert_eq!(names.find("invisibility"), names.find("Invisibility Cape"));
            assert_eq!(names.find("invisibilit"), []);
            assert_eq!(names.find("king").len(), 1, "not the King of each player");
        });
    }

    #[test]
    fn the_nearest_name_is_told_as_it_is_shown() {
        with_names(|names| {
            assert_eq!(names.near("colum 1"), Some("Column 1"));
            assert_eq!(names.near("zzzzzzzz"), None);
        });
    }

    #[test]
    fn a_line_begins_with_its_longest_name() {
        with_names(|names| {
            let (found, rest) = names.leading("little giant  column 1").expect("a card");
            assert_eq!((found, rest), (names.find("little_giant"), "column 1"));
        });
    }
}
