//! Definitions of a ruleset, by name and ID, as returned by [`Rules`](super::Rules).

use super::{Holder, Sees};
use ludex_check::hir;
use ludex_check::ids::{
    ActionId, CardId, DesignId, FieldId, KindId, PhaseId, PropertyId, Seat, SpotAt, SpotId, VarId, ZoneId,
};
use ludex_grammar::span::Span;

/// An option of a game that is fixed before it begins, as declared in `options:`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionDef<'a> {
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// The default value, as written in a ruleset.
    pub default: String,
    /// The allowed values.
    pub allowed: Allowed<'a>,
}

/// Allowed values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed<'a> {
    /// `true` or `false`.
    Truth,
    /// Any of these words of the ruleset.
    Words(&'a [String]),
    /// A number from the first to the second, inclusive.
    Numbers(i32, i32),
}

/// A kind of card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KindDef<'a> {
    /// The ID that other definitions refer to; IDs are numbers from 0 in the order of the ruleset.
    pub id: KindId,
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// True if each player has a set.
    pub per_player: bool,
}

/// The key of one value of a keyed field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldKey<'a> {
    /// The word or number as written in the ruleset: `might` of `skills[might]`.
    pub word: &'a str,
    /// The enum of the word; `None` for a number.
    pub words: Option<&'a str>,
}

/// A printed field of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldDef<'a> {
    /// The ID that other definitions refer to; IDs are numbers from 0 in the order of the ruleset.
    pub id: FieldId,
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// The name used in texts. For one value of a keyed field, named `cost[wood]`, this is the name of the
    /// whole field.
    pub whole: &'a str,
    /// For one value of a keyed field: its key.
    pub key: Option<FieldKey<'a>>,
    /// True if its values are numbers, integer or decimal.
    pub is_number: bool,
    /// True if its values are Booleans. If it has a key too, the field is a set of words.
    pub is_truth: bool,
}

/// A card as printed; copies share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DesignDef<'a> {
    /// The ID that other definitions refer to; IDs are numbers from 0 in the order of the ruleset.
    pub id: DesignId,
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// The kind that declares its fields.
    pub kind: KindId,
    /// Number of copies in each set.
    pub copies: u32,
    /// Source location of the definition.
    pub place: Span,
}

/// A kind of spot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpotDef<'a> {
    /// The ID that other definitions refer to; IDs are numbers from 0 in the order of the ruleset.
    pub id: SpotId,
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// Number of spots of this kind.
    pub count: u16,
}

/// A zone as declared; each holder has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ZoneDef<'a> {
    /// The ID that other definitions refer to; IDs are numbers from 0 in the order of the ruleset.
    pub id: ZoneId,
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// The kind of holder.
    pub holder: Holder,
    /// If each holder has one for each key: the name of an enum, or `player`.
    pub key: Option<&'a str>,
    /// Visibility of its cards.
    pub sees: Sees,
    /// True if the zone keeps its order.
    pub ordered: bool,
    /// True if no player is shown its cards or their number before the end.
    pub concealed: bool,
    /// Maximum number of cards, if limited.
    pub max: Option<u32>,
}

/// A variable as declared; each holder has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct VariableDef<'a> {
    /// The ID that other definitions refer to; IDs are numbers from 0 in the order of the ruleset.
    pub id: VarId,
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// The kind of holder.
    pub holder: Holder,
    /// True if it is a Boolean.
    pub is_truth: bool,
    /// True if its values are numbers, integer or decimal.
    pub is_number: bool,
    /// True if it has a value for each key.
    pub is_keyed: bool,
}

/// A property of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyDef<'a> {
    /// The ID that other definitions refer to; IDs are numbers from 0 in the order of the ruleset.
    pub id: PropertyId,
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// The kind that has the property.
    pub kind: KindId,
}

/// A part of the course of a game, as declared in `phases:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PhaseDef<'a> {
    /// The ID that other definitions refer to; IDs are numbers from 0 in the order of the ruleset.
    pub id: PhaseId,
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// The phase that contains it.
    pub parent: Option<PhaseId>,
    /// True if it specifies the active player.
    pub names_active: bool,
    /// True if it has an iteration for each of some players.
    pub is_each: bool,
    /// True if its iterations are counted, so it is neither run once nor once for each player.
    pub is_counted: bool,
    /// Number of iterations, if that is fixed before the game.
    pub repeats: Option<i32>,
}

/// An action of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionDef<'a> {
    /// The ID that other definitions refer to.
    pub id: ActionId,
    /// The name as written in the ruleset.
    pub name: &'a str,
    /// The names of its targets, in order.
    pub targets: &'a [String],
}

impl<'a> ActionDef<'a> {
    pub(super) fn new(id: ActionId, def: &'a hir::ActionDef) -> Self {
        Self { id, name: &def.name, targets: &def.target_names }
    }
}

/// One card of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CardDef {
    /// The printed design.
    pub design: DesignId,
    /// The kind of the design, which determines the back.
    pub kind: KindId,
    /// The owner, if any.
    pub owner: Option<Seat>,
}

/// The holder of a zone or a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HolderAt {
    /// The game: there is a single instance.
    Game,
    /// The player in a seat.
    Seat(Seat),
    /// A spot of a kind.
    Spot(SpotAt),
    /// A single card.
    Card(CardId),
}
