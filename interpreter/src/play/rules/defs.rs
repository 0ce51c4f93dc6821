//! What a ruleset defines, by name and id, as it is asked for through [`Rules`](super::Rules).

use super::{Holder, Sees};
use crate::hir;
use crate::ids::{
    ActionId, CardId, DesignId, FieldId, KindId, PhaseId, PropertyId, Seat, SpotAt, SpotId, VarId, ZoneId,
};
use ludex_grammar::span::Span;

/// Something that is settled before a game begins, as `options:` declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionDef<'a> {
    /// As the ruleset writes it.
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
    /// Any of these words of the ruleset.
    Words(&'a [String]),
    /// A number from the one to the other.
    Numbers(i32, i32),
}

/// A kind of card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KindDef<'a> {
    /// By this others refer to it; ids are numbers from 0 in the order of the ruleset.
    pub id: KindId,
    /// As the ruleset writes it.
    pub name: &'a str,
    /// Each player has a set.
    pub per_player: bool,
}

/// A printed field of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldDef<'a> {
    /// By this others refer to it; ids are numbers from 0 in the order of the ruleset.
    pub id: FieldId,
    /// As the ruleset writes it.
    pub name: &'a str,
    /// The name that texts have for it: of one value for a word of `cost`, which is called `cost[wood]`, that of all of them.
    pub whole: &'a str,
    /// Its values are numbers, whole or decimal; if not, they are words, truths or names of things.
    pub is_number: bool,
}

/// A card as printed; copies share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DesignDef<'a> {
    /// By this others refer to it; ids are numbers from 0 in the order of the ruleset.
    pub id: DesignId,
    /// As the ruleset writes it.
    pub name: &'a str,
    /// Its fields are those of this kind.
    pub kind: KindId,
    /// How many there are, in each set.
    pub copies: u32,
    /// Where it is defined.
    pub place: Span,
}

/// A sort of spot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpotDef<'a> {
    /// By this others refer to it; ids are numbers from 0 in the order of the ruleset.
    pub id: SpotId,
    /// As the ruleset writes it.
    pub name: &'a str,
    /// How many there are.
    pub count: u16,
}

/// A zone as declared; each holder has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ZoneDef<'a> {
    /// By this others refer to it; ids are numbers from 0 in the order of the ruleset.
    pub id: ZoneId,
    /// As the ruleset writes it.
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
#[non_exhaustive]
pub struct VariableDef<'a> {
    /// By this others refer to it; ids are numbers from 0 in the order of the ruleset.
    pub id: VarId,
    /// As the ruleset writes it.
    pub name: &'a str,
    /// Whose it is.
    pub holder: Holder,
    /// It is true or false.
    pub is_truth: bool,
    /// Its values are numbers, whole or decimal.
    pub is_number: bool,
    /// It has a value for each of a key.
    pub is_keyed: bool,
}

/// A property of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyDef<'a> {
    /// By this others refer to it; ids are numbers from 0 in the order of the ruleset.
    pub id: PropertyId,
    /// As the ruleset writes it.
    pub name: &'a str,
    /// The kind that has it.
    pub kind: KindId,
}

/// A part of the course of a game, as `phases:` declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PhaseDef<'a> {
    /// By this others refer to it; ids are numbers from 0 in the order of the ruleset.
    pub id: PhaseId,
    /// As the ruleset writes it.
    pub name: &'a str,
    /// The phase it is part of.
    pub parent: Option<PhaseId>,
    /// It says who is active in it.
    pub names_active: bool,
    /// It has an iteration for each of some players.
    pub is_each: bool,
    /// Its iterations are counted: it is neither once nor once for each player.
    pub is_counted: bool,
    /// How many iterations it has, if that is fixed from the beginning.
    pub repeats: Option<i32>,
}

/// An action of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionDef<'a> {
    /// By this others refer to it.
    pub id: ActionId,
    /// As the ruleset writes it.
    pub name: &'a str,
    /// What its targets are called, in order.
    pub targets: &'a [String],
}

impl<'a> ActionDef<'a> {
    pub(super) fn of(id: ActionId, def: &'a hir::ActionDef) -> Self {
        Self { id, name: &def.name, targets: &def.target_names }
    }
}

/// One card of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CardDef {
    /// What is printed on it.
    pub design: DesignId,
    /// That of its design: what its back tells.
    pub kind: KindId,
    /// Whose it is.
    pub owner: Option<Seat>,
}

/// Who has a zone or a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HolderAt {
    /// There is one of it.
    Game,
    /// A player.
    Seat(Seat),
    /// One spot of a sort has it.
    Spot(SpotAt),
    /// One card has it.
    Card(CardId),
}
