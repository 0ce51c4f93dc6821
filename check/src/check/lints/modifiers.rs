//! Reports modifiers whose precedence depends only on their order in the file.

use std::mem::discriminant;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::review::Review;
use crate::hir::{Bearer, ExprKind, ModifierDef, is_same};
use crate::model::ModifierOp;
use crate::types::{Base, Type};

impl Review<'_> {
    /// Warns of two abilities that set the same property of the same cards in the same stage, to different
    /// values.
    pub(in crate::check) fn modifiers_in_no_order(&mut self) {
        let sets = |modifier: &&ModifierDef| modifier.op == ModifierOp::Set && modifier.condition.is_none();
        let all: Vec<&ModifierDef> = self.out.modifiers.iter().filter(sets).collect();
        let mut found = Vec::new();
        for (i, later) in all.iter().enumerate() {
            let first = all[..i].iter().find(|first| self.both_decide(first, later));
            found.extend(first.map(|first| self.in_no_order(first, later)));
        }
        found.into_iter().for_each(|problem| self.report(problem));
    }

    fn in_no_order(&self, first: &ModifierDef, later: &ModifierDef) -> Diagnostic {
        let property = &self.out.properties[later.property.index()];
        let (name, stage) = (&property.name, &property.stages[usize::from(later.stage)]);
        let message = format!("two abilities set `{name}` of the same cards in the stage `{stage}`");
        let problem = Diagnostic::new(Code::NoOrder, later.span, message)
            .label("this one wins: it comes later in the file");
        problem
            .other(first.span, "this one has no effect on a card of both")
            .help("give one of them another stage, or a `while:` that excludes the cases of the other")
    }

    fn both_decide(&self, a: &ModifierDef, b: &ModifierDef) -> bool {
        a.property == b.property
            && a.stage == b.stage
            && !is_same(&a.value.body, &b.value.body)
            && self.reach(a).zip(self.reach(b)).is_some_and(|(x, y)| self.meet((a, x), (b, y)))
    }

    /// Returns the type of the cards that a modifier affects, if only their zone restricts it further.
    fn reach(&self, modifier: &ModifierDef) -> Option<Type> {
        let Some(applies) = &modifier.applies else {
            return Some(match modifier.bearer {
                Bearer::Kind(kind) => Type::new(Base::Kind(kind)),
                Bearer::Design(design) => Type::new(Base::Design(design)),
            });
        };
        let ExprKind::IsIn(_, list) = &applies.body.kind else { return None };
        let plain = matches!(list.kind, ExprKind::ZoneCards(_) | ExprKind::AllCards(_));
        plain.then(|| list.ty.element())
    }

    /// Returns true if both may affect the same card without a defined order. Abilities of a kind apply
    /// before those of its cards.
    fn meet(&self, (a, x): (&ModifierDef, Type), (b, y): (&ModifierDef, Type)) -> bool {
        let both_own = a.applies.is_none() && b.applies.is_none();
        let alike = discriminant(&a.bearer) == discriminant(&b.bearer);
        alike && !both_own && (x.fits(y, &self.designs.kinds) || y.fits(x, &self.designs.kinds))
    }
}
