//! Evaluates properties: the base value, followed by each modifier that applies.

use super::eval::{ELEMENTS, Explainer, FrameLocal, Res};
use super::known::Val;
use super::tree::Subject;
use ludex_check::fault::FaultKind;
use ludex_check::hir::{Bearer, ModifierDef};
use ludex_check::ids::{DesignId, KindId, PropertyId};
use ludex_check::model::ModifierOp;
use ludex_check::types::Type;
use ludex_run::play::{Named, Value};

impl<'a> Explainer<'a> {
    /// Evaluates a property of a card with all modifiers.
    pub fn property(&mut self, id: PropertyId, card: Val) -> Res {
        let def = &self.checked.properties[id.index()];
        let (value, children) = self.traced(|me| me.property_value(id, card));
        let value = value?;
        if self.trace.is_some() {
            let property = Named::new(id, def.name.clone());
            let card = self.shown(card, Type::CARD);
            let shown = self.shown(value, def.ty);
            self.note(Subject::Property { property, card }, shown, def.base.body.span, children);
        }
        Ok(value)
    }

    fn property_value(&mut self, id: PropertyId, card: Val) -> Res {
        let Val::Is(n) = card else { return Ok(Val::Hidden) };
        let Ok(number) = u16::try_from(n) else { return Err(FaultKind::Missing) };
        let def = &self.checked.properties[id.index()];
        let (base, children) = self.traced(|me| me.call(&def.base, [FrameLocal::One(card)]));
        let mut value = base?;
        let shown = self.shown(value, def.ty);
        self.note(Subject::Base, shown, def.base.body.span, children);
        let design = DesignId(self.program.layout.design[usize::from(number)]);
        for modifier in self.modifiers_of(id, design)? {
            value = match modifier.applies {
                None => self.modify(modifier, card, card, value)?,
                Some(_) => self.modify_from_afar(modifier, card, value)?,
            };
        }
        Ok(value)
    }

    /// Returns the modifiers that may apply to a property of a design, in order.
    fn modifiers_of(&mut self, id: PropertyId, design: DesignId) -> Res<Vec<&'a ModifierDef>> {
        let checked = self.checked;
        self.spend(checked.modifiers.len() / ELEMENTS)?;
        let kind = checked.designs[design.index()].kind;
        let own = |bearer: Bearer| bearer == Bearer::Design(design) || bearer == Bearer::Kind(kind);
        let may = |m: &&ModifierDef| m.property == id && (m.applies.is_some() || own(m.bearer));
        let mut modifiers: Vec<&ModifierDef> = checked.modifiers.iter().filter(may).collect();
        modifiers.sort_by_key(|m| (m.stage, m.op.order()));
        Ok(modifiers)
    }

    /// Applies a modifier of other cards, once for each card that has it. If a hidden card might apply it,
    /// the value is hidden.
    fn modify_from_afar(&mut self, modifier: &'a ModifierDef, card: Val, value: Val) -> Res {
        let Some(applies) = &modifier.applies else { return Ok(value) };
        let bearers: Vec<u32> = match modifier.bearer {
            Bearer::Design(design) => self.program.layout.designs[design.index()].iter().collect(),
            Bearer::Kind(kind) => {
                let (first, count) = self.cards_of(kind);
                (first..first + count).collect()
            }
        };
        self.spend(bearers.len())?;
        let mut value = value;
        let mut unseen: Vec<(KindId, i32)> = Vec::new();
        for bearer in bearers {
            let b = bearer as usize;
            if !self.eyes.knows(bearer as u16) {
                let back = (KindId(self.program.layout.kind[b]), self.program.layout.owner[b]);
                if !unseen.contains(&back) {
                    unseen.push(back);
                }
                continue;
            }
            let bearer = Val::Is(bearer as i32);
            let applied = match self.works(bearer)? {
                Some(false) => Some(false),
                Some(true) => {
                    self.silently(|me| me.test(applies, [FrameLocal::One(bearer), FrameLocal::One(card)]))?
                }
                None => self
                    .perhaps(|me| me.call(applies, [FrameLocal::One(bearer), FrameLocal::One(card)]))
                    .holds()
                    .filter(|holds| !holds),
            };
            match applied {
                Some(true) => value = self.modify(modifier, bearer, card, value)?,
                Some(false) => {}
                None => value = self.may_be_modified(modifier, bearer),
            }
        }
        for (kind, owner) in unseen {
            for place in self.eyes.unknown_places(kind, owner) {
                self.spend(1)?;
                let out_of_reach = self.perhaps(|me| {
                    if me.works(place)? == Some(false) {
                        return Ok(Val::truth(false));
                    }
                    me.call(applies, [FrameLocal::One(place), FrameLocal::One(card)])
                });
                if out_of_reach != Val::truth(false) {
                    value = self.may_be_modified(modifier, place);
                    break;
                }
            }
        }
        Ok(value)
    }

    /// Records that a modifier may apply, which hides the result.
    fn may_be_modified(&mut self, modifier: &ModifierDef, bearer: Val) -> Val {
        self.modified(modifier, bearer, Value::Hidden, Value::Hidden, Vec::new());
        Val::Hidden
    }

    fn modify(&mut self, modifier: &'a ModifierDef, bearer: Val, card: Val, value: Val) -> Res {
        if value == Val::NONE && modifier.op != ModifierOp::Set {
            return Ok(value);
        }
        let mut applies = Some(true);
        if modifier.applies.is_none() {
            applies = self.works(bearer)?;
        }
        if applies == Some(true)
            && let Some(condition) = &modifier.condition
        {
            applies = self.silently(|me| me.test(condition, [FrameLocal::One(bearer)]))?;
        }
        match applies {
            Some(false) => return Ok(value),
            None => return Ok(self.may_be_modified(modifier, bearer)),
            Some(true) => {}
        }
        let (amount, children) =
            self.traced(|me| me.call(&modifier.value, [FrameLocal::One(bearer), FrameLocal::One(card)]));
        let amount = amount?;
        let after = match (modifier.op.operator(), value, amount) {
            (None, _, amount) => amount,
            (Some(op), Val::Is(value), Val::Is(amount)) => Val::Is(op.law(self.program, value, amount)?),
            _ => Val::Hidden,
        };
        let ty = self.checked.properties[modifier.property.index()].ty;
        let amount = self.shown(amount, modifier.value.body.ty);
        let after_shown = self.shown(after, ty);
        self.modified(modifier, bearer, amount, after_shown, children);
        Ok(after)
    }

    fn modified(
        &mut self,
        modifier: &ModifierDef,
        bearer: Val,
        amount: Value,
        after: Value,
        children: Vec<super::tree::Explanation>,
    ) {
        if self.trace.is_none() {
            return;
        }
        let stages = &self.checked.properties[modifier.property.index()].stages;
        let stage = stages.get(usize::from(modifier.stage)).cloned();
        let card = self.shown(bearer, Type::CARD);
        let what = Subject::Modifier { card, stage, op: modifier.op.into(), amount };
        self.note(what, after, modifier.span, children);
    }
}
