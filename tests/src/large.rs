//! Generated rulesets of any number of cards: measures how cost grows with the number of definitions.
//!
//! For any size, the same [`DECK`] cards come into play, in the same game; all others stay outside all zones.
//! Games of 30,000 and 300 cards are therefore identical, decision by decision.

use std::fmt::Write;

/// Number of cards that come into play.
pub const DECK: usize = 60;
/// Number of these with an ability.
const DECK_ABILITIES: usize = 20;

/// Size of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Number of defined cards.
    pub cards: usize,
    /// Number of cards with an ability, at least those of the deck.
    pub abilities: usize,
}

/// Returns the files of the ruleset, for `compile`.
pub fn files(size: Size) -> Vec<(String, String)> {
    let file = |path: &str, text: String| (path.to_owned(), text);
    vec![
        file("ruleset.yaml", RULESET.to_owned()),
        file("cards.yaml", cards(size)),
        file("text/en.yaml", texts(size)),
    ]
}

fn cards(size: Size) -> String {
    let mut text = String::new();
    let others = size.abilities.saturating_sub(DECK_ABILITIES);
    let apart = (size.cards.saturating_sub(DECK) / others.max(1)).max(1);
    for n in 0..size.cards {
        let deck = n < DECK;
        let able = if deck {
            n < DECK_ABILITIES
        } else {
            (n - DECK).is_multiple_of(apart) && (n - DECK) / apart < others
        };
        let (power, cost, colour) = (1 + n % 9, 1 + n % 7, ["red", "green", "blue", "white"][n % 4]);
        let _ =
            write!(text, "c{n}:\n  kind: creature\n  power: {power}\n  cost: {cost}\n  colour: {colour}\n");
        let _ = writeln!(text, "  edition: {}", if deck { 0 } else { 1 + n % 100 });
        if able {
            text.push_str(ABILITIES[n % ABILITIES.len()]);
        }
    }
    text
}

fn texts(size: Size) -> String {
    let mut text = TEXTS.to_owned();
    for n in 0..size.cards {
        let _ = writeln!(text, "  c{n}: {{ name: Creature {n}, short: C{n} }}");
    }
    text
}

/// Abilities that the cards have in turn.
const ABILITIES: [&str; 4] = [
    "  on dawn: |\n    if self.holder == me {\n      set self.hits = self.hits + 1\n    }\n",
    "  modify might: { stage: own, while: self.hits > 0, add: self.hits }\n",
    "  on entered: |\n    if count(creature in me.field where colour == self.colour) > 1 {\n      set me.points = me.points + self.might\n    }\n",
    "  modify might: { stage: own, add: \"if self.holder exists then count(creature in self.holder.field where colour == red) else 0\" }\n",
];

const RULESET: &str = r"format: 1
game: { id: large, players: 2 }
enums:
  colours: [red, green, blue, white]
kinds:
  creature:
    fields: { power: int, cost: int, colour: colours, edition: int }
    state: { hits: int for turn }
    properties:
      might: { base: self.power, stages: [own] }
    in_play: [field]
zones:
  deck:    { holds: creature, sees: nobody, ordered: true }
  hand:    { per: player, holds: creature, sees: owner }
  field:   { per: player, holds: creature, sees: all }
  discard: { holds: creature, sees: all, ordered: true }
state:
  player: { points: int for game }
events:
  dawn: {}
  entered: { card: creature }
setup: |
  move creature where edition == 0 to deck
  shuffle deck
  for player p {
    draw 5 from deck to p.hand
  }
phases:
  turn:
    active: seat(1 + (turn.number - 1) mod 2)
    until: turn.number >= 60
    do: |
      emit dawn()
      if count(me.field) > 4 {
        let gone = me may choose creature in me.field where might < 12 as gone
        if gone exists {
          move gone to discard
        }
      }
      if any(creature in me.hand where cost > 0) {
        let played = me chooses creature in me.hand where cost > 0 as played
        move played to me.field
        set played.hits = played.cost
        emit entered(played)
      }
      if count(deck) == 0 {
        move discard to deck
        shuffle deck
      }
      draw 1 from deck to me.hand
score: { total: player.points }
";

const TEXTS: &str = "game: { title: Large }
zones: { deck: deck, hand: hand, field: field, discard: discard }
choices:
  gone: { prompt: Which goes? }
  played: { prompt: Which is played? }
enums:
  colours: { red: red, green: green, blue: blue, white: white }
cards:
";
