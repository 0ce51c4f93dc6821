//! What a ruleset says in words that mean the same from its text to its play: who sees a zone, what a modifier does, how a
//! part of the table is drawn, whose words the texts are. Every stage may name these.

use crate::ids::SpotId;
use crate::operators::Binary;

/// Who may see the cards of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sees {
    /// Everybody.
    All,
    /// The player whose zone it is; in a shared, spot or card zone, the owner of the card.
    Owner,
    /// Nobody.
    Nobody,
    /// Everybody a face-up card, its owner (or the zone's) a face-down one.
    ByFace,
}

/// What an event is about, which decides who reacts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A card: only it (unless `on any`).
    Card,
    /// A spot: the cards there.
    Spot(SpotId),
    /// A player: the cards in that player's zones.
    Player,
    /// Nothing: every card in play.
    None,
}

/// What a modifier does to the value so far. All but `Set` leave a missing value missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModifierOp {
    /// Replaces it.
    Set,
    /// Adds to it.
    Add,
    /// Multiplies it (by an int).
    Multiply,
    /// Raises it to at least this.
    AtLeast,
    /// Lowers it to at most this.
    AtMost,
}

impl ModifierOp {
    /// Inside a stage the modifiers apply in this order.
    pub fn order(self) -> u32 {
        match self {
            ModifierOp::Set => 0,
            ModifierOp::Add => 1,
            ModifierOp::Multiply => 2,
            ModifierOp::AtLeast => 3,
            ModifierOp::AtMost => 4,
        }
    }

    /// What makes the value of the one so far and the modifier's; absent: the modifier's is the value.
    pub fn operator(self) -> Option<Binary> {
        Some(match self {
            ModifierOp::Set => return None,
            ModifierOp::Add => Binary::Add,
            ModifierOp::Multiply => Binary::Mul,
            ModifierOp::AtLeast => Binary::Max,
            ModifierOp::AtMost => Binary::Min,
        })
    }
}

/// How a part of the table is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Spots side by side.
    Columns,
    /// Spots on a circle.
    Ring,
    /// Cards side by side.
    Row,
    /// The number of cards, and the top one.
    Pile,
    /// The names of the cards.
    List,
    /// A variable with its name.
    Value,
    /// The value of a variable alone, beside what stands before it.
    Word,
    /// The name of a variable, where it holds.
    Mark,
    /// Not at all.
    Hide,
}

impl Shape {
    /// Every shape with its word.
    pub const ALL: &'static [(&'static str, Shape)] = &[
        ("columns", Shape::Columns),
        ("ring", Shape::Ring),
        ("row", Shape::Row),
        ("pile", Shape::Pile),
        ("list", Shape::List),
        ("value", Shape::Value),
        ("word", Shape::Word),
        ("mark", Shape::Mark),
        ("hide", Shape::Hide),
    ];

    /// As a ruleset writes it.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, shape)| *shape == self).map_or("", |(word, _)| word)
    }
}

/// Whose names and words a ruleset uses: `rights: { names: Lutz Stepponat, words: own, official: false }`.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Rights {
    /// `names:` whose names the ruleset uses, if it uses names of others.
    pub names: Option<String>,
    /// `words:` its own, or those of the printed game; nothing if it does not say.
    pub words: Option<WordsOf>,
    /// `official:` made or approved by those whose names it uses.
    pub official: bool,
    /// `licence:` under which the ruleset may be passed on, in its own words (`MIT OR Apache-2.0`).
    pub licence: Option<String>,
    /// `contact:` where to ask for a removal.
    pub contact: Option<String>,
}

/// Whose words the texts of a ruleset are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordsOf {
    /// Its own.
    Own,
    /// Those of the printed game.
    Printed,
}
