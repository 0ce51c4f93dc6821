//! What a ruleset defines, by name and id, as it is asked for through [`Rules`](super::Rules).

use super::{Holder, Sees};
use crate::ids::{
    CardId, DesignId, FieldId, KindId, PhaseId, PropertyId, Seat, SpotAt, SpotId, VarId, WindowId, ZoneId,
};
use ludex_grammar::span::Span;

/// An option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionDef<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its default, as a ruleset writes it.
    pub default: String,
    /// What it may be.
    pub allowed: Allowed<'a>,
}

/// What an option may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed<'a> {
    /// `true` or `false`.
    Truth,
    /// One of these.
    Words(&'a [String]),
    /// A number from the one to the other.
    Numbers(i32, i32),
}

/// A kind of card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindDef<'a> {
    /// Its id.
    pub id: KindId,
    /// Its name.
    pub name: &'a str,
    /// Each player has a set.
    pub per_player: bool,
}

/// A printed field of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldDef<'a> {
    /// Its id.
    pub id: FieldId,
    /// Its name.
    pub name: &'a str,
    /// It is a number.
    pub is_number: bool,
}

/// A card as printed; copies share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DesignDef<'a> {
    /// Its id.
    pub id: DesignId,
    /// Its name.
    pub name: &'a str,
    /// Its kind.
    pub kind: KindId,
    /// How many there are, in each set.
    pub copies: u32,
    /// Where it is defined.
    pub place: Span,
}

/// A sort of spot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpotDef<'a> {
    /// Its id.
    pub id: SpotId,
    /// Its name.
    pub name: &'a str,
    /// How many there are.
    pub count: u16,
}

/// A zone as declared; each holder has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneDef<'a> {
    /// Its id.
    pub id: ZoneId,
    /// Its name.
    pub name: &'a str,
    /// Whose it is.
    pub holder: Holder,
    /// Who sees its cards.
    pub sees: Sees,
    /// It keeps its order.
    pub ordered: bool,
    /// Nobody is shown what lies there before the end, nor how much.
    pub concealed: bool,
    /// Most cards, if there is a limit.
    pub max: Option<u32>,
}

/// A variable as declared; each holder has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariableDef<'a> {
    /// Its id.
    pub id: VarId,
    /// Its name.
    pub name: &'a str,
    /// Whose it is.
    pub holder: Holder,
    /// It is true or false.
    pub is_truth: bool,
    /// It is a number.
    pub is_number: bool,
}

/// A property of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PropertyDef<'a> {
    /// Its id.
    pub id: PropertyId,
    /// Its name.
    pub name: &'a str,
    /// The kind that has it.
    pub kind: KindId,
}

/// A phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhaseDef<'a> {
    /// Its id.
    pub id: PhaseId,
    /// Its name.
    pub name: &'a str,
    /// It says who is active in it.
    pub names_active: bool,
    /// Its iterations are counted: it is neither once nor once for each player.
    pub is_counted: bool,
    /// How many iterations it has, if that is fixed from the beginning.
    pub repeats: Option<i32>,
}

/// An action of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionDef<'a> {
    /// The window, and its number there from 0.
    pub id: (WindowId, usize),
    /// Its name.
    pub name: &'a str,
}

/// One card of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardDef {
    /// What is printed on it.
    pub design: DesignId,
    /// Its kind.
    pub kind: KindId,
    /// Whose it is.
    pub owner: Option<Seat>,
}

/// Who has a zone or a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HolderAt {
    /// The game.
    Game,
    /// A player.
    Seat(Seat),
    /// A spot.
    Spot(SpotAt),
    /// A card.
    Card(CardId),
}
