//! Conversion of types to text, and type comparisons with the ruleset's kinds.

use crate::check::Checker;
use crate::hir::Checked;
use crate::ids::KindId;
use crate::language::TypeWord;
use crate::load::raw::RawRuleset;
use crate::types::{Base, Type};

impl Checker<'_> {
    /// Returns a type in the syntax of rulesets.
    pub fn type_name(&self, ty: Type) -> String {
        type_name(self.raw, &self.out, ty)
    }

    /// Returns the kind of a card type, if any.
    pub fn kind_of(&self, base: Base) -> Option<KindId> {
        base.kind(&self.designs.kinds)
    }

    /// Returns true if a value of `from` is valid where `to` is required, ignoring missing values.
    pub fn fits(&self, from: Type, to: Type) -> bool {
        from.fits(to, &self.designs.kinds)
    }

    /// Returns the smallest type that both fit.
    pub fn join(&self, a: Type, b: Type) -> Option<Type> {
        a.join(b, &self.designs.kinds)
    }
}

pub(in crate::check) fn type_name(raw: &RawRuleset, out: &Checked, ty: Type) -> String {
    ty.written(&|base| base_name(raw, out, base))
}

fn base_name(raw: &RawRuleset, out: &Checked, base: Base) -> String {
    let card = || TypeWord::Card.name().to_owned();
    match base {
        Base::Int => TypeWord::Int.name().to_owned(),
        Base::Decimal => TypeWord::Decimal.name().to_owned(),
        Base::Bool => TypeWord::Bool.name().to_owned(),
        Base::Enum(e) => out.enums.get(e.index()).map_or("enum".to_owned(), |e| e.name.clone()),
        Base::Card | Base::Name(_) => card(),
        Base::Kind(k) => raw.kinds.get(k.index()).map_or_else(card, |k| k.name.value.clone()),
        Base::Design(d) => raw.cards.get(d.index()).map_or_else(card, |d| d.name.value.clone()),
        Base::Player => TypeWord::Player.name().to_owned(),
        Base::Spot(s) => raw.spots.get(s.index()).map_or("spot".to_owned(), |s| s.name.value.clone()),
        Base::Zone => TypeWord::Zone.name().to_owned(),
        Base::Nothing => "nothing".to_owned(),
        Base::Unknown => "unknown".to_owned(),
    }
}
