//! Audience of secrets.
//!
//! A player knows a secret if they see the zone, own the variable, made the choice, or were shown the cards
//! on this path.

use std::rc::Rc;

use super::changes::zone_id;
use super::flow_state::FlowState;
use super::open::Open;
use super::stmt::Walk;
use super::value::{Certainty, Secret, SecretSource, short};
use crate::check::flow::facts::conjuncts;
use crate::hir::{Comparison, Expr, ExprKind, Holder, NamedZone, is_same};
use crate::ids::LocalId;
use crate::load::raw::Sees;
use crate::types::Type;

/// Maximum number of tracked pairs of expressions for the same player.
const MOST_EQUAL: usize = 32;
/// Maximum number of tracked `show` statements to some players.
const MOST_SHOWN: usize = 32;

impl FlowState {
    /// Records that both expressions denote the same player from here on.
    pub fn equate(&mut self, a: &Expr, b: &Expr) {
        if self.equal.len() < MOST_EQUAL
            && !is_same(a, b)
            && let (Some(a), Some(b)) = (short(a), short(b))
        {
            self.equal.push((a, b));
        }
    }

    /// Derives equal players from a condition.
    pub fn learn(&mut self, test: &Expr, holds: bool) {
        if let ExprKind::Not(test) = &test.kind {
            return self.learn(test, !holds);
        }
        let mut parts = Vec::new();
        if holds {
            conjuncts(test, &mut parts);
        } else {
            parts.push(test);
        }
        for part in parts {
            let wanted = if holds { Comparison::Eq } else { Comparison::Ne };
            if let ExprKind::Compare(op, a, b) = &part.kind
                && *op == wanted
                && a.ty.present() == Type::PLAYER
            {
                self.equate(a, b);
            }
        }
    }

    /// Returns true if two expressions denote the same player by the recorded equalities.
    pub fn is_same_player(&self, a: &Expr, b: &Expr) -> bool {
        let mut known = vec![a];
        let mut next = 0;
        while let Some(one) = known.get(next).copied() {
            if is_same(one, b) {
                return true;
            }
            for (left, right) in &self.equal {
                for (from, to) in [(left, right), (right, left)] {
                    if is_same(from, one) && !known.iter().any(|other| is_same(other, to)) {
                        known.push(to);
                    }
                }
            }
            next += 1;
        }
        false
    }

    /// Records that some players are shown cards.
    pub fn show_to(&mut self, open: Open, players: Rc<Expr>) {
        if self.shown.len() < MOST_SHOWN {
            self.shown.push((open, players));
        }
    }
}

impl Walk<'_> {
    /// Evaluates `look` in the state of a player who was shown cards on this path.
    pub(super) fn as_seen_by<T>(&mut self, who: &Expr, look: impl FnOnce(&mut Self) -> T) -> T {
        let seen = &self.read.seen;
        let to_him = seen.shown.iter().filter(|(_, players)| self.is_among(who, players));
        let to_him: Vec<Open> = to_him.map(|(open, _)| open.clone()).collect();
        if to_him.is_empty() {
            return look(self);
        }
        let before = self.read.seen.clone();
        for open in to_him {
            match &open {
                Open::These(card) if matches!(card.kind, ExprKind::Local(_)) => {
                    self.learn(card, Certainty::Yes)
                }
                Open::These(_) | Open::Zone(_) | Open::Each(..) => self.read.seen.opens(open, Certainty::Yes),
            }
        }
        let found = look(self);
        self.read.seen = before;
        found
    }

    /// Returns true if a player is in the list of a `show`. Conditions of the list are assumed to hold.
    fn is_among(&self, who: &Expr, players: &Expr) -> bool {
        if let ExprKind::Filter { local, list, test } = &players.kind {
            return !self.leaves_out(who, *local, test) && self.is_among(who, list);
        }
        if let ExprKind::Items(items) = &players.kind {
            return items.iter().any(|item| self.is_among(who, item));
        }
        players.ty.is_list() || self.read.seen.is_same_player(who, players)
    }

    /// Returns true if a condition on players excludes `who`.
    fn leaves_out(&self, who: &Expr, local: LocalId, test: &Expr) -> bool {
        let mut parts = Vec::new();
        conjuncts(test, &mut parts);
        parts.into_iter().any(|part| {
            let ExprKind::Compare(Comparison::Ne, a, b) = &part.kind else { return false };
            let other = if a.is_local(local) { b } else { a };
            a.is_local(local) != b.is_local(local) && self.read.seen.is_same_player(who, other)
        })
    }

    /// Returns true if a player knows a secret, or may know it because its origin is unknown.
    pub(super) fn knows(&self, who: &Expr, secret: &Secret) -> bool {
        let is_his = |whose: &Expr| self.read.seen.is_same_player(whose, who);
        match &secret.why {
            SecretSource::Owners(whose) | SecretSource::Picked(whose) => {
                whose.as_ref().is_none_or(|whose| is_his(whose))
            }
            SecretSource::Card(_) => secret.read.as_ref().is_none_or(|zone| !self.hides_from(zone, who)),
            // W0722 covers the position of a card identified by its face
            SecretSource::Place => true,
        }
    }

    /// Returns true if a zone hides its cards from a player.
    pub(super) fn hides_from(&self, zone: &Expr, who: &Expr) -> bool {
        let Some(id) = zone_id(zone) else { return false };
        let def = &self.read.checked.zones[id.index()];
        if matches!(def.holder, Holder::Kind(_) | Holder::Design(_)) {
            return false;
        }
        let named = zone.named_zone();
        let is_his = match named.as_ref().and_then(NamedZone::player) {
            Some(owner) => self.read.seen.is_same_player(owner, who),
            // a zone of a team: the owner expression mentions the player
            None => named.and_then(|zone| zone.holder).is_some_and(|owner| mentions(owner, who)),
        };
        match def.sees {
            Sees::Owner => !is_his,
            Sees::Others => is_his,
            Sees::Nobody => true,
            Sees::All | Sees::ByFace => false,
        }
    }
}

/// Returns true if a player occurs in an expression.
fn mentions(expr: &Expr, who: &Expr) -> bool {
    is_same(expr, who) || expr.children().into_iter().any(|part| mentions(part, who))
}
