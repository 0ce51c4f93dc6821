//! What people call the things of a game. Reports have ids, which never change; pages and tables are for people, and have names.

use std::collections::BTreeMap;

use crate::report::{Changes, Head};

/// What sort of thing has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A card as printed.
    Card,
    /// A printed field, or another word for a card's values.
    Field,
    /// A decision: its question.
    Decision,
    /// What can be picked: a spot, a player, an action, a way to go on.
    Pick,
    /// An action of a window.
    Action,
    /// A message.
    Message,
    /// A phase.
    Phase,
    /// What the ruleset counts.
    Statistic,
    /// An option of the ruleset.
    Option,
    /// A word that is the value of an option; its id is `OPTION=WORD`.
    Setting,
}

/// The names of a game. What has none is called by its id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// The game.
    pub game: Option<String>,
    /// The variants and overlays on it.
    pub overlaid: Vec<String>,
    names: BTreeMap<(Sort, String), String>,
    /// The seats, in order.
    seats: Vec<String>,
}

impl Names {
    /// Those of a game with variants and overlays on it; its things are given theirs one by one.
    pub fn new(game: String, overlaid: Vec<String>) -> Names {
        Names { game: Some(game), overlaid, ..Names::default() }
    }

    /// Gives a thing its name.
    pub fn give(&mut self, sort: Sort, id: &str, name: String) {
        self.names.insert((sort, id.to_owned()), name);
    }

    /// What a thing is called.
    pub fn of(&self, sort: Sort, id: &str) -> String {
        let named = self.names.get(&(sort, id.to_owned()));
        named.cloned().unwrap_or_else(|| id.replace('_', " "))
    }

    /// Names the next seat.
    pub fn give_seat(&mut self, name: String) {
        self.seats.push(name);
    }

    /// The name of a seat, by its number from 1: `Ada`; without a name `Seat 1`.
    pub fn seat(&self, number: impl Into<usize>) -> String {
        let number = number.into();
        let named = number.checked_sub(1).and_then(|index| self.seats.get(index));
        named.cloned().unwrap_or_else(|| format!("Seat {number}"))
    }

    /// The same with its number, where that is how one asks for it: `Ada (seat 1)`.
    pub fn numbered_seat(&self, number: impl Into<usize>) -> String {
        let number = number.into();
        let name = self.seat(number);
        if name.ends_with(&format!(" {number}")) { name } else { format!("{name} (seat {number})") }
    }

    /// What several things are called.
    pub fn all(&self, sort: Sort, ids: &[String]) -> Vec<String> {
        ids.iter().map(|id| self.of(sort, id)).collect()
    }

    /// The game, and what is on it: `Kabale & Hiebe with Skirmish`.
    pub fn title(&self, head: &Head) -> String {
        let (game, overlaid) = (self.game(&head.ruleset), self.overlaid(&head.changes));
        if overlaid.is_empty() { game } else { format!("{game} with {}", overlaid.join(" and ")) }
    }

    /// The game alone.
    pub fn game(&self, id: &str) -> String {
        self.game.clone().unwrap_or_else(|| id.to_owned())
    }

    /// Variants and overlays by name, else as they were given.
    pub fn overlaid(&self, changes: &Changes) -> Vec<String> {
        if self.overlaid.is_empty() { changes.overlaid().cloned().collect() } else { self.overlaid.clone() }
    }

    /// Options with their values: `Number of rounds = 2`.
    pub fn settings(&self, changes: &Changes) -> Vec<String> {
        let options = changes.options.iter();
        options
            .map(|(option, value)| format!("{} = {}", self.option(option), self.value(option, value)))
            .collect()
    }

    fn option(&self, option: &str) -> String {
        self.of(Sort::Option, option)
    }

    fn value(&self, option: &str, value: &str) -> String {
        let named = self.names.get(&(Sort::Setting, format!("{option}={value}")));
        named.cloned().unwrap_or_else(|| value.to_owned())
    }

    /// A parameter of a sweep, `options.rounds` or `cards.king.value`: `Number of rounds`, `King value`.
    pub fn parameter(&self, name: &str) -> String {
        match name.split_once('.') {
            Some(("options", option)) => self.option(option),
            Some(("cards", rest)) => {
                let mut words = rest.split('.');
                let card = self.of(Sort::Card, words.next().unwrap_or_default());
                words.fold(card, |said, word| format!("{said} {}", self.of(Sort::Field, word)))
            }
            Some((_, rest)) => rest.replace(['.', '_'], " "),
            None => name.replace('_', " "),
        }
    }

    /// A value of a parameter.
    pub fn at(&self, parameter: &str, value: &str) -> String {
        parameter
            .strip_prefix("options.")
            .map_or_else(|| value.to_owned(), |option| self.value(option, value))
    }

    /// An option of a decision, which comes first, for long names are cut: `King (Which card do you play?)`.
    pub fn choice(&self, decision: &str, option: &str) -> String {
        format!("{} ({})", self.pick(decision, option), self.of(Sort::Decision, decision))
    }

    /// The same where there is little room: `play card: King`.
    pub fn short_choice(&self, decision: &str, option: &str) -> String {
        format!("{}: {}", decision.replace('_', " "), self.pick(decision, option))
    }

    fn pick(&self, decision: &str, label: &str) -> String {
        let own = (Sort::Pick, format!("{decision}.{label}"));
        let others = [Sort::Card, Sort::Pick, Sort::Action].map(|sort| (sort, label.to_owned()));
        let mut named = std::iter::once(own).chain(others).filter_map(|key| self.names.get(&key));
        named.next().cloned().unwrap_or_else(|| label.replace('_', " "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Made;

    fn names() -> Names {
        let mut names = Names { game: Some("Tiles & Co".into()), ..Names::default() };
        names.give_seat("Ada".into());
        names.give(Sort::Card, "king", "King".into());
        names.give(Sort::Option, "rounds", "Number of rounds".into());
        names.give(Sort::Option, "ties", "Ties".into());
        names.give(Sort::Setting, "ties=none", "nobody wins".into());
        names.give(Sort::Decision, "play", "Which card?".into());
        names
    }

    #[test]
    fn things_have_their_names_and_what_has_none_its_id() {
        let names = names();
        assert_eq!(names.of(Sort::Card, "king"), "King");
        assert_eq!(names.of(Sort::Card, "old_queen"), "old queen");
        assert_eq!(names.choice("play", "king"), "King (Which card?)");
        assert_eq!((names.seat(1_u8), names.seat(2_u8)), ("Ada".into(), "Seat 2".into()));
        assert_eq!(
            (names.numbered_seat(1_u8), names.numbered_seat(2_u8)),
            ("Ada (seat 1)".into(), "Seat 2".into())
        );
        assert_eq!(names.short_choice("next_card", "column_2"), "next card: column 2");
        assert_eq!(names.parameter("options.rounds"), "Number of rounds");
        assert_eq!(names.parameter("cards.king.base_value"), "King base value");
        assert_eq!(names.parameter("functions.hand_size"), "hand size");
        assert_eq!(
            (names.at("options.ties", "none"), names.at("cards.king.value", "2")),
            ("nobody wins".into(), "2".into())
        );
    }

    #[test]
    fn what_is_on_a_game_stands_in_its_title() {
        let changes = Changes {
            options: [("rounds".into(), "2".into()), ("ties".into(), "none".into())].into(),
            variants: vec!["skirmish".into()],
            overlays: Vec::new(),
        };
        let head =
            Head { ruleset: "tiles".into(), fingerprint: None, players: 2, changes, made: Made::default() };
        let mut names = names();
        assert_eq!(names.title(&head), "Tiles & Co with skirmish");
        names.overlaid = vec!["Skirmish".into()];
        assert_eq!(names.title(&head), "Tiles & Co with Skirmish");
        assert_eq!(names.settings(&head.changes), ["Number of rounds = 2", "Ties = nobody wins"]);
        assert_eq!(Names::default().title(&head), "tiles with skirmish");
    }
}
