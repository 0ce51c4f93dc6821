//! Explains why an action of a window is refused: the failing part of its guard, or the failing target.

use super::{Candidate, MOST_CANDIDATES, Reason, Target, WhyNot, conjuncts, most_telling, nothing};
use crate::explain::eval::Explainer;
use crate::explain::known::Val;
use ludex_check::hir::{ActionDef, Expr, Lambda};
use ludex_check::ids::{ActionId, WindowId};
use ludex_run::exec::action_of;
use ludex_run::exec::targets_of;
use ludex_run::play::{Named, Place, Value};

impl<'a> Explainer<'a> {
    /// Explains a value that may be a target of several actions.
    pub(super) fn any_action(&mut self, window: WindowId, target: Target) -> Option<WhyNot> {
        let (mut offered, mut refused) = (Vec::new(), Vec::new());
        for (i, action) in self.checked.windows[window.index()].actions.iter().enumerate() {
            if !action.targets.iter().any(|list| self.fits(target, list.body.ty.element())) {
                continue;
            }
            match self.action(ActionId::new(window, i), &[target]) {
                Some(WhyNot::Offered(options)) => offered.extend(options),
                Some(WhyNot::Refused(candidates)) => refused.extend(candidates),
                Some(WhyNot::Over | WhyNot::Waits { .. } | WhyNot::Elsewhere { .. }) | None => {}
            }
        }
        if !offered.is_empty() {
            return Some(WhyNot::Offered(offered));
        }
        (!refused.is_empty()).then_some(WhyNot::Refused(refused))
    }

    pub(super) fn action(&mut self, id: ActionId, targets: &[Target]) -> Option<WhyNot> {
        let action = self.checked.windows.get(id.window.index())?.actions.get(id.index())?;
        let options = self.eyes.state.options();
        let count = action.targets.len();
        let places = self.aim(action, targets)?;
        let is_offered = |option: i32| {
            let values = targets_of(option, count);
            option >= 0
                && action_of(option) == id.index()
                && places
                    .iter()
                    .enumerate()
                    .all(|(i, target)| target.is_none_or(|t| self.is_meant(t, values[i])))
        };
        let offered: Vec<usize> = (0..options.len()).filter(|i| is_offered(options[*i])).collect();
        if !offered.is_empty() {
            return Some(WhyNot::Offered(offered));
        }
        let locals = action.targets.iter().chain(&action.when).map(|l| l.locals).max().unwrap_or(0);
        let frame = Lambda { body: nothing(), locals };
        let (target, reason) = self
            .within(&frame, [], |me| Ok(me.action_reason(action, &places)))
            .unwrap_or_else(|kind| (None, Reason::Fault(kind.message().to_owned())));
        let action = Some(Named::new(id, action.name.clone()));
        Some(WhyNot::Refused(vec![Candidate { action, target, reason }]))
    }

    /// Assigns the named targets to target positions of an action; `None` if one of them doesn't fit.
    fn aim(&self, action: &ActionDef, targets: &[Target]) -> Option<Vec<Option<Target>>> {
        let mut places: Vec<Option<Target>> = vec![None; action.targets.len()];
        for target in targets {
            let free =
                |i: &usize| places[*i].is_none() && self.fits(*target, action.targets[*i].body.ty.element());
            let place = (0..places.len()).find(free)?;
            places[place] = Some(*target);
        }
        Some(places)
    }

    /// Returns the reason against an action. Its targets are the first locals of the frame.
    fn action_reason(
        &mut self,
        action: &'a ActionDef,
        targets: &[Option<Target>],
    ) -> (Option<Value>, Reason) {
        let count = action.targets.len() as u16;
        let parts: Vec<&'a Expr> = action.when.iter().flat_map(|when| conjuncts(&when.body)).collect();
        let free: Vec<&'a Expr> = parts.iter().copied().filter(|part| !part.reads(0..count)).collect();
        let aimed: Vec<&'a Expr> = parts.iter().copied().filter(|part| part.reads(0..count)).collect();
        let untold = match self.against(&free) {
            Some(hidden @ Reason::Hidden(_)) => Some(hidden),
            Some(reason) => return (None, reason),
            None => None,
        };
        let (value, reason) = match self.aim_reason(action, targets, 0, &aimed) {
            Some((value, reason)) => (value, Some(reason)),
            None => (None, None),
        };
        match (reason, untold) {
            (Some(Reason::Hidden(_)) | None, Some(hidden)) => (None, hidden),
            (Some(reason), _) => (value, reason),
            (None, None) => (None, Reason::PassedOver),
        }
    }

    /// Returns the reason against the targets from index `at` on.
    fn aim_reason(
        &mut self,
        action: &'a ActionDef,
        targets: &[Option<Target>],
        at: usize,
        aimed: &[&'a Expr],
    ) -> Option<(Option<Value>, Reason)> {
        let Some(list) = action.targets.get(at) else {
            return self.against(aimed).map(|reason| (None, reason));
        };
        let list = &list.body;
        let ty = list.ty.element();
        let named = targets.get(at).copied().flatten();
        let values: Vec<Val> = match named {
            Some(target) => self.meant(target).into_iter().map(Val::Is).collect(),
            None => self.before_tests(list),
        };
        let mut candidates: Vec<Candidate> = Vec::new();
        for value in values {
            let reason = self.left_out(list, value).or_else(|| {
                self.set_local(ludex_check::ids::LocalId(at as u16), value);
                self.aim_reason(action, targets, at + 1, aimed).map(|(_, reason)| reason)
            })?;
            let target = Some(self.shown(value, ty));
            if !candidates.iter().any(|c| c.target == target && c.reason == reason)
                && candidates.len() < 1_000
            {
                candidates.push(Candidate { action: None, target, reason });
            }
        }
        if let Some(target) = named {
            let reason = most_telling(candidates.into_iter().map(|c| c.reason).collect());
            return Some((Some(self.target(target, ty)), reason.unwrap_or(Reason::PassedOver)));
        }
        candidates.truncate(MOST_CANDIDATES);
        Some((None, Reason::Nothing { list: Place::new(self.sources, list.span), candidates }))
    }
}
