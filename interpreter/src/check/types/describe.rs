//! Types in words.

use crate::check::Checker;
use crate::language::TypeWord;
use crate::types::{Base, Type};

impl Checker<'_> {
    /// A type as a ruleset writes it.
    pub fn type_name(&self, ty: Type) -> String {
        let base = match ty.base {
            Base::Int => TypeWord::Int.name().to_owned(),
            Base::Decimal => TypeWord::Decimal.name().to_owned(),
            Base::Bool => TypeWord::Bool.name().to_owned(),
            Base::Enum(e) => self.out.enums.get(e.index()).map_or("enum".to_owned(), |e| e.name.clone()),
            Base::Card => TypeWord::Card.name().to_owned(),
            Base::Kind(k) => self
                .raw
                .kinds
                .get(k.index())
                .map_or(TypeWord::Card.name().to_owned(), |k| k.name.value.clone()),
            Base::Design(d) => self
                .raw
                .cards
                .get(d.index())
                .map_or(TypeWord::Card.name().to_owned(), |d| d.name.value.clone()),
            Base::Player => TypeWord::Player.name().to_owned(),
            Base::Spot(s) => {
                self.raw.spots.get(s.index()).map_or("spot".to_owned(), |s| s.name.value.clone())
            }
            Base::Zone => TypeWord::Zone.name().to_owned(),
            Base::Nothing => "nothing".to_owned(),
            Base::Unknown => "unknown".to_owned(),
        };
        let list = if ty.list { "list of " } else { "" };
        let optional = if ty.optional && ty.base != Base::Nothing { "?" } else { "" };
        format!("{list}{base}{optional}")
    }

    /// The kind of a card type, if it has one.
    pub fn kind_of(&self, base: Base) -> Option<crate::ids::KindId> {
        match base {
            Base::Kind(k) => Some(k),
            Base::Design(d) => self.design_kinds.get(d.index()).copied().flatten(),
            Base::Int
            | Base::Decimal
            | Base::Bool
            | Base::Enum(_)
            | Base::Card
            | Base::Player
            | Base::Spot(_)
            | Base::Zone
            | Base::Nothing
            | Base::Unknown => None,
        }
    }

    /// Whether a value of `from` may stand where `to` is wanted, leaving "missing" aside.
    pub fn fits(&self, from: Type, to: Type) -> bool {
        if from.is_unknown() || to.is_unknown() {
            return true;
        }
        if from.list != to.list {
            return false;
        }
        match (from.base, to.base) {
            (a, b) if a == b => true,
            (Base::Int, Base::Decimal) => !from.list,
            (Base::Kind(_) | Base::Design(_), Base::Card) => true,
            (Base::Design(_), Base::Kind(k)) => self.kind_of(from.base) == Some(k),
            _ => false,
        }
    }
}
