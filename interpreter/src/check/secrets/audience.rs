//! Who knows a secret: the player who sees the zone, has the variable or made the choice, and players who were shown the cards on this path.

use std::rc::Rc;

use super::changes::zone_id;
use super::open::Open;
use super::seen::Seen;
use super::stmt::Walk;
use super::value::{Certainty, Secret, Why, short};
use crate::check::flow::facts::conjuncts;
use crate::hir::{Comparison, Expr, ExprKind, Holder, same};
use crate::ids::LocalId;
use crate::load::raw::Sees;
use crate::types::Type;

/// Most pairs of expressions that are known to mean one player.
const MOST_EQUAL: usize = 32;
/// Most shows to single players that are remembered.
const MOST_SHOWN: usize = 32;

impl Seen {
    /// Both expressions mean the same player from here on.
    pub fn equate(&mut self, a: &Expr, b: &Expr) {
        if self.equal.len() < MOST_EQUAL
            && !same(a, b)
            && let (Some(a), Some(b)) = (short(a), short(b))
        {
            self.equal.push((a, b));
        }
    }

    /// What a condition says of players that are one.
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

    /// Whether two expressions mean the same player, as far as tests have shown.
    pub fn is_same_player(&self, a: &Expr, b: &Expr) -> bool {
        let mut known = vec![a];
        let mut next = 0;
        while let Some(one) = known.get(next).copied() {
            if same(one, b) {
                return true;
            }
            for (left, right) in &self.equal {
                for (from, to) in [(left, right), (right, left)] {
                    if same(from, one) && !known.iter().any(|other| same(other, to)) {
                        known.push(to);
                    }
                }
            }
            next += 1;
        }
        false
    }

    /// Some players are shown cards.
    pub fn show_to(&mut self, open: Open, players: Rc<Expr>) {
        if self.shown.len() < MOST_SHOWN {
            self.shown.push((open, players));
        }
    }
}

impl Walk<'_> {
    /// Looks at something as a player does who was shown cards on this path.
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

    /// Whether a player is one of those to whom something was shown. A condition on these players is taken to hold.
    fn is_among(&self, who: &Expr, players: &Expr) -> bool {
        if let ExprKind::Filter { local, list, test } = &players.kind {
            return !self.leaves_out(who, *local, test) && self.is_among(who, list);
        }
        if let ExprKind::Items(items) = &players.kind {
            return items.iter().any(|item| self.is_among(who, item));
        }
        players.ty.is_list() || self.read.seen.is_same_player(who, players)
    }

    /// Whether a condition on players says that it is somebody else.
    fn leaves_out(&self, who: &Expr, local: LocalId, test: &Expr) -> bool {
        let mut parts = Vec::new();
        conjuncts(test, &mut parts);
        parts.into_iter().any(|part| {
            let ExprKind::Compare(Comparison::Ne, a, b) = &part.kind else { return false };
            let other = if a.is_local(local) { b } else { a };
            a.is_local(local) != b.is_local(local) && self.read.seen.is_same_player(who, other)
        })
    }

    /// Whether a player knows a secret, as far as that is known.
    pub(super) fn knows(&self, who: &Expr, secret: &Secret) -> bool {
        let is_his = |whose: &Expr| self.read.seen.is_same_player(whose, who);
        match &secret.why {
            Why::Owners(whose) | Why::Picked(whose) => whose.as_ref().is_none_or(|whose| is_his(whose)),
            Why::Card(_) => secret.read.as_ref().is_none_or(|zone| !self.hides_from(zone, who)),
            // where a card is that is meant by its face: W0722 is about that
            Why::Place => true,
        }
    }

    /// Whether a zone hides its cards from a player.
    pub(super) fn hides_from(&self, zone: &Expr, who: &Expr) -> bool {
        let Some(id) = zone_id(zone) else { return false };
        let def = &self.read.checked.zones[id.index()];
        let is_his = match (&zone.kind, def.holder) {
            (ExprKind::ZoneOf(_, owner), Holder::Player) => self.read.seen.is_same_player(owner, who),
            // of a team: that of the player
            (ExprKind::ZoneOf(_, owner), Holder::Spot(_)) => mentions(owner, who),
            (_, Holder::Kind(_) | Holder::Design(_)) => return false,
            _ => false,
        };
        match def.sees {
            Sees::Owner => !is_his,
            Sees::Others => is_his,
            Sees::Nobody => true,
            Sees::All | Sees::ByFace => false,
        }
    }
}

/// Whether a player occurs in an expression.
fn mentions(expr: &Expr, who: &Expr) -> bool {
    same(expr, who) || expr.children().into_iter().any(|part| mentions(part, who))
}
