//! What a ruleset says in words that mean the same from its text to its play: who sees a zone, what a modifier does, how a
//! part of the table is drawn, whose words the texts are. Every stage may name these.

use crate::ids::SpotId;
use crate::operators::Binary;

/// Who may see the cards of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sees {
    /// Everybody.
    All,
    /// The player whose zone it is, or the players whose team's it is; in a shared, spot or card zone, the owner of the card.
    Owner,
    /// Everybody but these.
    Others,
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

/// The properties of a zone that show players less than they may know: their conditions, or whether they hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hides<T> {
    /// Nobody is shown the cards of the zone, nor how many there are, though all may know it.
    pub concealed: T,
    /// Each player is shown only the cards that they may look at there, though they may know more.
    pub covered: T,
}

impl<T> Hides<T> {
    /// The values of all properties.
    pub fn each(&self) -> [&T; 2] {
        [&self.concealed, &self.covered]
    }

    /// The same properties with other values.
    pub fn try_map<'a, U, E>(&'a self, mut of: impl FnMut(&'a T) -> Result<U, E>) -> Result<Hides<U>, E> {
        Ok(Hides { concealed: of(&self.concealed)?, covered: of(&self.covered)? })
    }
}

/// How a part of the table is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Spots side by side.
    Columns,
    /// Spots on a circle.
    Ring,
    /// Places as they lie beside each other.
    Map,
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
        ("map", Shape::Map),
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

/// How a card is divided in a picture of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CardFrame {
    /// White, with a thin line of the colour around it.
    Plain,
    /// The name on a band of the colour.
    #[default]
    Banner,
    /// The upper half of the colour, with the first corner large in it.
    Split,
}

impl CardFrame {
    /// Every frame with its word.
    pub const ALL: &'static [(&'static str, CardFrame)] =
        &[("plain", CardFrame::Plain), ("banner", CardFrame::Banner), ("split", CardFrame::Split)];

    /// As a ruleset writes it.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, frame)| *frame == self).map_or("", |(word, _)| word)
    }
}

/// A colour in a picture: how much red, green and blue it has.
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

    /// From a name, or from `#rrggbb`.
    pub fn read(text: &str) -> Option<Colour> {
        if let Some((_, colour)) = Self::NAMED.iter().find(|(name, _)| *name == text) {
            return Some(*colour);
        }
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        // `+1` would be read as a number too
        let plain = digits.bytes().all(|b| b.is_ascii_hexdigit());
        Some(Colour([part(0)?, part(2)?, part(4)?])).filter(|_| plain)
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

/// What a player plays for, as bots take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The score beside the others', as where chips change hands.
    Score,
    /// To win; the score counts a little.
    Victory,
    /// To have as many players as can be below.
    Rank,
}

impl Goal {
    /// All of them, with the words of rulesets.
    pub const ALL: &[(&str, Goal)] =
        &[("score", Goal::Score), ("victory", Goal::Victory), ("rank", Goal::Rank)];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Goal::Score => "score",
            Goal::Victory => "victory",
            Goal::Rank => "rank",
        }
    }
}

/// Whose words the texts of a ruleset are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordsOf {
    /// Its own.
    Own,
    /// Those of the printed game.
    Printed,
}

/// The forms that a language has of what stands beside a number, as the Unicode CLDR names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PluralForm {
    /// No thing, in languages that say it otherwise.
    Zero,
    /// One, and what is said like it.
    One,
    /// Two.
    Two,
    /// A few.
    Few,
    /// Many.
    Many,
    /// All else.
    Other,
}

impl PluralForm {
    /// Each with the word for it.
    pub const ALL: &'static [(&'static str, PluralForm)] = &[
        ("zero", PluralForm::Zero),
        ("one", PluralForm::One),
        ("two", PluralForm::Two),
        ("few", PluralForm::Few),
        ("many", PluralForm::Many),
        ("other", PluralForm::Other),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, form)| *form == self).map_or("", |(word, _)| word)
    }
}
