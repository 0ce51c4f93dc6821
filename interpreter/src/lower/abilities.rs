//! Abilities: which card reacts to which event, and which modifier applies to which card.

use super::Lower;
use crate::hir::Bearer;
use crate::load::raw::ModifierOp;
use crate::program::*;

impl Lower<'_> {
    pub(super) fn properties(&mut self) {
        let checked = self.checked;
        let bases: Vec<Lambda<NumId>> = checked.properties.iter().map(|p| self.num_lambda(&p.base)).collect();
        let mut known: Vec<Vec<(Bearer, bool, u16)>> = vec![Vec::new(); checked.properties.len()];
        for def in &checked.modifiers {
            let condition = def.condition.as_ref().map(|l| self.cond_lambda(l));
            if condition.is_some_and(|c| self.out.conds[c.body.0 as usize] == Cond::Const(false)) {
                continue;
            }
            let condition = condition.filter(|c| self.out.conds[c.body.0 as usize] != Cond::Const(true));
            let applies = def.applies.as_ref().map(|l| self.cond_lambda(l));
            let value = self.num_lambda(&def.value);
            let bearers = self.bearers(def.bearer);
            let id = self.out.modifiers.len() as u16;
            let order = u32::from(def.stage) * 8 + order_of(def.op);
            self.out.modifiers.push(Modifier { order, applies, condition, op: def.op, value, bearers });
            known[def.property.index()].push((def.bearer, applies.is_some(), id));
        }
        for (property, base) in bases.into_iter().enumerate() {
            let modifiers = (0..checked.designs.len())
                .map(|design| {
                    let mut ids: Vec<u16> = known[property]
                        .iter()
                        .filter(|(bearer, wide, _)| *wide || self.bears(*bearer, design))
                        .map(|(_, _, id)| *id)
                        .collect();
                    ids.sort_by_key(|id| self.out.modifiers[usize::from(*id)].order);
                    ids.into_boxed_slice()
                })
                .collect();
            self.out.properties.push(Property { base, modifiers });
        }
    }

    fn bears(&self, bearer: Bearer, design: usize) -> bool {
        match bearer {
            Bearer::Design(d) => d.index() == design,
            Bearer::Kind(k) => self.checked.designs[design].kind == k,
        }
    }

    fn bearers(&self, bearer: Bearer) -> Strided {
        match bearer {
            Bearer::Design(d) => self.out.layout.designs[d.index()],
            Bearer::Kind(k) => {
                let (first, each) = self.out.layout.kinds[k.index()];
                Strided { first, step: 0, groups: 1, each }
            }
        }
    }

    pub(super) fn handlers(&mut self) {
        let checked = self.checked;
        let mut known: Vec<Vec<(Bearer, u16)>> = vec![Vec::new(); checked.events.len()];
        self.out.reacts_to_others = vec![false; checked.events.len()];
        for def in &checked.handlers {
            self.out.reacts_to_others[def.event.index()] |= def.any;
            let proc = self.body(&def.body);
            let id = self.out.handlers.len() as u16;
            self.out.handlers.push(Handler { proc, any: def.any });
            known[def.event.index()].push((def.bearer, id));
        }
        for reactions in known {
            if reactions.is_empty() {
                self.out.reactions.push(Vec::new());
                continue;
            }
            let by_design = (0..checked.designs.len())
                .map(|design| {
                    let ids =
                        reactions.iter().filter(|(bearer, _)| self.bears(*bearer, design)).map(|(_, id)| *id);
                    ids.collect::<Vec<u16>>().into_boxed_slice()
                })
                .collect();
            self.out.reactions.push(by_design);
        }
    }
}

/// Within a stage: set, add, multiply, at least, at most.
fn order_of(op: ModifierOp) -> u32 {
    match op {
        ModifierOp::Set => 0,
        ModifierOp::Add => 1,
        ModifierOp::Multiply => 2,
        ModifierOp::AtLeast => 3,
        ModifierOp::AtMost => 4,
    }
}
