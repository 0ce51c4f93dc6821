//! Display names for the items of a game.
//!
//! Reports use IDs, which never change; pages and tables use names.

use std::collections::BTreeMap;

use crate::report::{Changes, Head};

/// Kind of a named item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A design: a card as printed.
    Card,
    /// A printed field, or another word for a card's values.
    Field,
    /// A decision, named by its question.
    Decision,
    /// An option of a decision: a spot, a player, an action, a mode.
    Pick,
    /// An action of a window.
    Action,
    /// A message of the ruleset.
    Message,
    /// A phase of the game.
    Phase,
    /// A statistic of the ruleset.
    Statistic,
    /// An option of the ruleset.
    Option,
    /// A word that is the value of an option. Its ID is `OPTION=WORD`.
    Setting,
}

/// Display names of a game. Items without a name are shown by ID.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Name of the game, if known.
    pub game: Option<String>,
    /// Names of its variants and overlays.
    pub overlaid: Vec<String>,
    names: BTreeMap<(Sort, String), String>,
    /// Names of the seats, in order.
    seats: Vec<String>,
}

impl Names {
    /// Creates the names of a game with variants and overlays. Other names are added with
    /// [`give`](Self::give).
    pub fn new(game: String, overlaid: Vec<String>) -> Names {
        Names { game: Some(game), overlaid, ..Names::default() }
    }

    /// Sets the name of an item.
    pub fn give(&mut self, sort: Sort, id: &str, name: String) {
        self.names.insert((sort, id.to_owned()), name);
    }

    /// Returns the name of an item, or its ID with spaces instead of underscores.
    pub fn get(&self, sort: Sort, id: &str) -> String {
        let named = self.names.get(&(sort, id.to_owned()));
        named.cloned().unwrap_or_else(|| id.replace('_', " "))
    }

    /// Adds the name of the next seat.
    pub fn give_seat(&mut self, name: String) {
        self.seats.push(name);
    }

    /// Returns the name of a seat, counted from 1: `Ada`, or `Seat 1` without a name.
    pub fn seat(&self, number: impl Into<usize>) -> String {
        let number = number.into();
        let named = number.checked_sub(1).and_then(|index| self.seats.get(index));
        named.cloned().unwrap_or_else(|| format!("Seat {number}"))
    }

    /// Returns the name of a seat with its number: `Ada (seat 1)`.
    pub fn numbered_seat(&self, number: impl Into<usize>) -> String {
        let number = number.into();
        let name = self.seat(number);
        if name.ends_with(&format!(" {number}")) { name } else { format!("{name} (seat {number})") }
    }

    /// Returns the names of several items.
    pub fn all(&self, sort: Sort, ids: &[String]) -> Vec<String> {
        ids.iter().map(|id| self.get(sort, id)).collect()
    }

    /// Returns the game with its variants and overlays: `Whist with Short game`.
    pub fn title(&self, head: &Head) -> String {
        let (game, overlaid) = (self.game(&head.ruleset), self.overlaid(&head.changes));
        if overlaid.is_empty() { game } else { format!("{game} with {}", overlaid.join(" and ")) }
    }

    /// Returns the name of the game, or `id` without a name.
    pub fn game(&self, id: &str) -> String {
        self.game.clone().unwrap_or_else(|| id.to_owned())
    }

    /// Returns the names of variants and overlays, or the IDs from the command line.
    pub fn overlaid(&self, changes: &Changes) -> Vec<String> {
        if self.overlaid.is_empty() { changes.overlaid().cloned().collect() } else { self.overlaid.clone() }
    }

    /// Formats options with their values: `Number of rounds = 2`.
    pub fn settings(&self, changes: &Changes) -> Vec<String> {
        let options = changes.options.iter();
        options
            .map(|(option, value)| format!("{} = {}", self.option(option), self.value(option, value)))
            .collect()
    }

    fn option(&self, option: &str) -> String {
        self.get(Sort::Option, option)
    }

    fn value(&self, option: &str, value: &str) -> String {
        let named = self.names.get(&(Sort::Setting, format!("{option}={value}")));
        named.cloned().unwrap_or_else(|| value.to_owned())
    }

    /// Returns the name of a sweep parameter: `Number of rounds` for `options.rounds`, `King value` for
    /// `cards.king.value`.
    pub fn parameter(&self, name: &str) -> String {
        match name.split_once('.') {
            Some(("options", option)) => self.option(option),
            Some(("cards", rest)) => {
                let mut words = rest.split('.');
                let card = self.get(Sort::Card, words.next().unwrap_or_default());
                words.fold(card, |said, word| format!("{said} {}", self.get(Sort::Field, word)))
            }
            Some((_, rest)) => rest.replace(['.', '_'], " "),
            None => name.replace('_', " "),
        }
    }

    /// Returns the name of a parameter's value.
    pub fn at(&self, parameter: &str, value: &str) -> String {
        parameter
            .strip_prefix("options.")
            .map_or_else(|| value.to_owned(), |option| self.value(option, value))
    }

    /// Formats an option with its decision: `King (Which card do you play?)`. The option comes first, because
    /// long names are truncated.
    pub fn choice(&self, decision: &str, option: &str) -> String {
        format!("{} ({})", self.pick(decision, option), self.get(Sort::Decision, decision))
    }

    /// Formats an option with its decision briefly: `play card: King`.
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
        assert_eq!(names.get(Sort::Card, "king"), "King");
        assert_eq!(names.get(Sort::Card, "old_queen"), "old queen");
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
