//! Types in words.

use crate::check::Checker;
use crate::ids::KindId;
use crate::language::TypeWord;
use crate::types::{Base, Type};

impl Checker<'_> {
    /// A type as a ruleset writes it.
    pub fn type_name(&self, ty: Type) -> String {
        ty.written(&|base| self.base_name(base))
    }

    fn base_name(&self, base: Base) -> String {
        match base {
            Base::Int => TypeWord::Int.name().to_owned(),
            Base::Decimal => TypeWord::Decimal.name().to_owned(),
            Base::Bool => TypeWord::Bool.name().to_owned(),
            Base::Enum(e) => self.out.enums.get(e.index()).map_or("enum".to_owned(), |e| e.name.clone()),
            Base::Card | Base::Name(_) => TypeWord::Card.name().to_owned(),
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
        }
    }

    /// The kind of a card type, if it has one.
    pub fn kind_of(&self, base: Base) -> Option<KindId> {
        base.kind(&self.design_kinds)
    }

    /// Whether a value of `from` may stand where `to` is wanted, leaving "missing" aside.
    pub fn fits(&self, from: Type, to: Type) -> bool {
        from.fits(to, &self.design_kinds)
    }

    /// The smallest type that both fit.
    pub fn join(&self, a: Type, b: Type) -> Option<Type> {
        a.join(b, &self.design_kinds)
    }
}
