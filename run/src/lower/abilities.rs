//! Abilities: tables of the events that cards react to, and of the modifiers that apply to them.
//!
//! Tables are by profile: each card with its own abilities has a profile, all other cards of a kind share
//! one. So their size depends on the number of abilities, not of cards.

use super::{Lower, LowerError, MAX_ABILITIES, MAX_ABILITY_ROWS};
use crate::program::*;
use ludex_check::hir::Bearer;
use ludex_check::ids::ZoneId;

/// The profiles that a bearer's abilities belong to.
pub(super) struct Profiles {
    count: usize,
    /// For each kind: the profile that its cards share, then the profiles of cards with their own abilities.
    of_kind: Vec<Vec<usize>>,
}

impl Profiles {
    /// Returns the abilities of each profile, in order. Abilities marked `all` belong to every profile.
    fn table(&self, abilities: &[(Bearer, bool, u16)], profiles: &[u32]) -> Vec<Vec<u16>> {
        let mut table = vec![Vec::new(); self.count];
        for (bearer, all, id) in abilities {
            match bearer {
                _ if *all => table.iter_mut().for_each(|ids| ids.push(*id)),
                Bearer::Kind(k) => self.of_kind[k.index()].iter().for_each(|p| table[*p].push(*id)),
                Bearer::Design(d) => table[profiles[d.index()] as usize].push(*id),
            }
        }
        table
    }
}

impl Lower<'_> {
    /// Assigns each design its profile.
    pub(super) fn profiles(&mut self) -> Result<Profiles, LowerError> {
        let checked = self.checked;
        let abilities = checked.modifiers.len().max(checked.handlers.len());
        if abilities > MAX_ABILITIES {
            return Err(LowerError::TooManyAbilities(abilities));
        }
        let mut own = vec![false; checked.designs.len()];
        let bearers = checked.modifiers.iter().map(|m| m.bearer);
        for bearer in bearers.chain(checked.handlers.iter().map(|h| h.bearer)) {
            if let Bearer::Design(d) = bearer {
                own[d.index()] = true;
            }
        }
        let mut count = checked.kinds.len();
        let mut of_kind: Vec<Vec<usize>> = (0..count).map(|kind| vec![kind]).collect();
        for (design, own) in checked.designs.iter().zip(own) {
            let profile = if own { count } else { design.kind.index() };
            if own {
                of_kind[design.kind.index()].push(profile);
                count += 1;
            }
            self.out.profiles.push(profile as u32);
        }
        let listened = self.listened.iter().filter(|listened| **listened).count();
        let rows = count.saturating_mul(listened + checked.properties.len());
        if rows > MAX_ABILITY_ROWS {
            return Err(LowerError::TooManyRows { cards: count, rows });
        }
        Ok(Profiles { count, of_kind })
    }

    pub(super) fn properties(&mut self, profiles: &Profiles) {
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
            let order = u32::from(def.stage) * 8 + def.op.order();
            self.out.modifiers.push(Modifier { order, applies, condition, op: def.op, value, bearers });
            known[def.property.index()].push((def.bearer, applies.is_some(), id));
        }
        for (base, known) in bases.into_iter().zip(known) {
            let mut table = profiles.table(&known, &self.out.profiles);
            for ids in &mut table {
                ids.sort_by_key(|id| self.out.modifiers[usize::from(*id)].order);
            }
            let modifiers = table.into_iter().map(Vec::into_boxed_slice).collect();
            self.out.properties.push(Property { base, modifiers });
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

    pub(super) fn handlers(&mut self, profiles: &Profiles) {
        let checked = self.checked;
        let mut known: Vec<Vec<(Bearer, bool, u16)>> = vec![Vec::new(); checked.events.len()];
        self.out.reacts_to_others = vec![false; checked.events.len()];
        for def in &checked.handlers {
            self.out.reacts_to_others[def.event.index()] |= def.any;
            // the slots after the card hold the facts in order
            let changing = checked.events[def.event.index()].changing;
            self.gives = changing.map(|fact| NumId::slot(fact as u16 + 1));
            let proc = self.body(&def.body);
            self.gives = None;
            let id = self.out.handlers.len() as u16;
            let when = def.when.as_ref().map(|when| self.cond_lambda(when));
            let zones = def.zones.as_ref().map(|zones| {
                let all = (0..checked.zones.len()).map(ZoneId::new);
                self.out.works_in.push(all.map(|zone| zones.contains(&zone)).collect());
                self.out.works_in.len() as u16 - 1
            });
            self.out.handlers.push(Handler { proc, any: def.any, zones, when });
            known[def.event.index()].push((def.bearer, false, id));
        }
        for abilities in known {
            let table = match abilities.is_empty() {
                true => Vec::new(),
                false => profiles.table(&abilities, &self.out.profiles),
            };
            self.out.reactions.push(table.into_iter().map(Vec::into_boxed_slice).collect());
        }
    }
}
