//! Terms that mean the same in all stages, from text to play.
//!
//! Visibility of zones, effects of modifiers, shapes on the table, rights to texts. Every stage may use these
//! types.

use crate::ids::SpotId;
use crate::operators::Binary;

/// The players who may see the cards of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sees {
    /// Visible to all players.
    All,
    /// The owner of the zone, or the players of the owning team. In a shared, spot or card zone, the owner of
    /// the card.
    Owner,
    /// All players except those of `Owner`.
    Others,
    /// Visible to no player.
    Nobody,
    /// Face-up cards are visible to all players, face-down cards to their owner or the zone's owner.
    ByFace,
}

/// The subject of an event, which selects the cards that react.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A card: only this card reacts (unless `on any`).
    Card,
    /// A spot: the cards there react.
    Spot(SpotId),
    /// A player: the cards in that player's zones react.
    Player,
    /// No subject: every card in play reacts.
    None,
}

/// The effect of a modifier on a value. All except `Set` leave a missing value missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModifierOp {
    /// Replaces the value so far.
    Set,
    /// Adds to the value.
    Add,
    /// Multiplies the value (by an int).
    Multiply,
    /// Raises the value to a minimum.
    AtLeast,
    /// Lowers the value to a maximum.
    AtMost,
}

impl ModifierOp {
    /// Returns the order in which modifiers apply within a stage.
    pub fn order(self) -> u32 {
        match self {
            ModifierOp::Set => 0,
            ModifierOp::Add => 1,
            ModifierOp::Multiply => 2,
            ModifierOp::AtLeast => 3,
            ModifierOp::AtMost => 4,
        }
    }

    /// Returns the operator that combines the current value with the modifier's, or `None` if the modifier
    /// replaces the value.
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

/// Properties of a zone that show players less than they may know: conditions, or their values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hides<T> {
    /// The cards of the zone and their number are shown to no player, though all may know them.
    pub concealed: T,
    /// Each player is shown only the cards they may look at there, though they may know more.
    pub covered: T,
}

impl<T> Hides<T> {
    /// Returns the values of all properties.
    pub fn each(&self) -> [&T; 2] {
        self.named().map(|(_, value)| value)
    }

    /// Returns each property's word in rulesets, with its value.
    pub fn named(&self) -> [(&'static str, &T); 2] {
        [("concealed", &self.concealed), ("covered", &self.covered)]
    }

    /// Maps the value of each property.
    pub fn try_map<'a, U, E>(&'a self, mut of: impl FnMut(&'a T) -> Result<U, E>) -> Result<Hides<U>, E> {
        Ok(Hides { concealed: of(&self.concealed)?, covered: of(&self.covered)? })
    }
}

/// The shape of a part of the table on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Spots side by side.
    Columns,
    /// Spots on a circle.
    Ring,
    /// Spots arranged as on their map.
    Map,
    /// Cards side by side.
    Row,
    /// The number of cards, and the top card.
    Pile,
    /// The names of the cards.
    List,
    /// The cards that a player holds.
    Hand,
    /// A variable with its name.
    Value,
    /// The value of a variable without its name, next to the preceding item.
    Word,
    /// The name of a variable, if the variable is true.
    Mark,
    /// A mark that shows its spot as closed.
    Shut,
    /// Hidden: not drawn at all.
    Hide,
}

impl Shape {
    /// All shapes with their words.
    pub const ALL: &'static [(&'static str, Shape)] = &[
        ("columns", Shape::Columns),
        ("ring", Shape::Ring),
        ("map", Shape::Map),
        ("row", Shape::Row),
        ("pile", Shape::Pile),
        ("list", Shape::List),
        ("hand", Shape::Hand),
        ("value", Shape::Value),
        ("word", Shape::Word),
        ("mark", Shape::Mark),
        ("shut", Shape::Shut),
        ("hide", Shape::Hide),
    ];

    /// Returns the word used in rulesets.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, shape)| *shape == self).map_or("", |(word, _)| word)
    }
}

/// The area of the table for an item, where that differs from the item's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableArea {
    /// A zone of players in the middle of the table: each player's cards before that player.
    Middle,
    /// A less important item of the middle, beside the others.
    Side,
    /// A value next to the player's name, before the others.
    Head,
}

impl TableArea {
    /// All areas with their words.
    pub const ALL: &'static [(&'static str, TableArea)] =
        &[("middle", TableArea::Middle), ("side", TableArea::Side), ("head", TableArea::Head)];

    /// Returns the word used in rulesets.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, area)| *area == self).map_or("", |(word, _)| word)
    }
}

/// Names of the shipped frames of cards, each with the word used in rulesets.
pub const FRAMES: &[(&str, &str)] = &[("plain", "plain"), ("banner", "banner"), ("split", "split")];

/// Frame of cards whose kind has no other.
pub const USUAL_FRAME: &str = "banner";

/// Start of a placeholder that stands for an icon on a card: `{icon:sword}`. The colon keeps it apart from
/// facts, which are names.
pub const ICON: &str = "icon:";

/// A colour in a picture, as red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// Colours that have a name.
    pub const NAMED: &'static [(&'static str, Colour)] = &[
        ("red", Colour([0xb3, 0x26, 0x2e])),
        ("orange", Colour([0xc8, 0x64, 0x16])),
        ("yellow", Colour([0xe3, 0xb5, 0x05])),
        ("green", Colour([0x2e, 0x7d, 0x43])),
        ("teal", Colour([0x1b, 0x7f, 0x84])),
        ("blue", Colour([0x1f, 0x5f, 0xa8])),
        ("purple", Colour([0x6d, 0x3b, 0x8f])),
        ("pink", Colour([0xc2, 0x4b, 0x86])),
        ("brown", Colour([0x7a, 0x52, 0x30])),
        ("grey", Colour([0x6b, 0x70, 0x76])),
        ("black", Colour([0x2b, 0x2d, 0x31])),
        ("white", Colour([0xee, 0xee, 0xea])),
    ];

    /// Returns the name of the colour, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED.iter().find(|(_, colour)| *colour == self).map(|(name, _)| *name)
    }

    /// Returns the colour as written in rulesets: its name, or `#rrggbb`.
    pub fn word(self) -> String {
        let [red, green, blue] = self.0;
        self.name().map_or_else(|| format!("#{red:02x}{green:02x}{blue:02x}"), str::to_owned)
    }

    /// Parses the name of a colour, or `#rrggbb`.
    pub fn read(text: &str) -> Option<Colour> {
        if let Some((_, colour)) = Self::NAMED.iter().find(|(name, _)| *name == text) {
            return Some(*colour);
        }
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        // `u8::from_str_radix` would accept `+1` too
        let plain = digits.bytes().all(|b| b.is_ascii_hexdigit());
        Some(Colour([part(0)?, part(2)?, part(4)?])).filter(|_| plain)
    }
}

/// Owners of the names and texts of a ruleset:
/// `rights: { names: Lutz Stepponat, words: own, official: false }`.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Rights {
    /// `names:` the owner of the names in the ruleset, if not its author.
    pub names: Option<String>,
    /// `words:` own texts or those of the printed game; `None` if not specified.
    pub words: Option<WordsOf>,
    /// `official:` true if made or approved by the owner of the names.
    pub official: bool,
    /// `licence:` of the ruleset, as free text (`MIT OR Apache-2.0`).
    pub licence: Option<String>,
    /// `contact:` address for removal requests.
    pub contact: Option<String>,
}

/// The goal of a player, as bots see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The score relative to the other players', for games such as those with chips.
    Score,
    /// Victory; the score counts a little.
    Victory,
    /// Rank: as many players as possible below.
    Rank,
}

impl Goal {
    /// All goals with the words used in rulesets.
    pub const ALL: &[(&str, Goal)] =
        &[("score", Goal::Score), ("victory", Goal::Victory), ("rank", Goal::Rank)];

    /// Returns the word used in rulesets.
    pub fn word(self) -> &'static str {
        match self {
            Goal::Score => "score",
            Goal::Victory => "victory",
            Goal::Rank => "rank",
        }
    }
}

/// Origin of the texts of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordsOf {
    /// Texts written for the ruleset.
    Own,
    /// Texts of the printed game.
    Printed,
}

/// Plural categories of a language, named as in the Unicode CLDR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PluralForm {
    /// Form for zero, in languages that have one.
    Zero,
    /// Form for one and numbers treated like it.
    One,
    /// Form for two, in languages that have one.
    Two,
    /// Form for few things.
    Few,
    /// Form for many things.
    Many,
    /// Form for all other numbers.
    Other,
}

impl PluralForm {
    /// All forms with their names in the CLDR.
    pub const ALL: &'static [(&'static str, PluralForm)] = &[
        ("zero", PluralForm::Zero),
        ("one", PluralForm::One),
        ("two", PluralForm::Two),
        ("few", PluralForm::Few),
        ("many", PluralForm::Many),
        ("other", PluralForm::Other),
    ];

    /// Returns the name in the CLDR.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, form)| *form == self).map_or("", |(word, _)| word)
    }
}
