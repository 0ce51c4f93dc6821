//! What is hidden at one place of an effect, and what of that all have seen.

use std::collections::BTreeMap;
use std::rc::Rc;

use ludex_grammar::span::Span;

use super::tell::Where;
use super::value::{Secrecy, Taint};
use crate::hir::{Expr, same};
use crate::ids::LocalId;

/// What an effect has come to. Of the ways that lead to one place it is joined: a fact is hidden there that is hidden on one of them.
#[derive(Clone, Default)]
pub(super) struct Seen {
    /// Locals of which not everybody knows everything.
    pub locals: BTreeMap<LocalId, Secrecy>,
    /// Locals that hold something read from a hidden card since before a decision, and where that is asked.
    pub stale: BTreeMap<LocalId, Span>,
    /// Zones of which all have just seen the cards.
    pub open: Vec<Rc<Expr>>,
    /// Variables that have taken something of a hidden card, which may still be shown before anybody looks: what they have taken,
    /// by where that was.
    pub kept: BTreeMap<(Span, Where), Taint>,
}

impl Seen {
    /// All know a local: the face of its card is no secret any more, wherever it went.
    pub fn know(&mut self, local: LocalId) {
        if let Some(secrecy) = self.locals.remove(&local) {
            self.forget(|taint| taint.forget(&secrecy.face));
        }
    }

    /// All have seen what lies in a zone.
    pub fn know_zone(&mut self, zone: &Expr) {
        self.forget(|taint| taint.forget_zone(zone));
    }

    fn forget(&mut self, known: impl Fn(&mut Taint)) {
        self.kept.retain(|_, taint| {
            known(taint);
            !taint.is_clear()
        });
    }

    /// Joins what another way led to.
    pub fn join(&mut self, other: &Seen) {
        self.hide(other);
        self.open.retain(|zone| other.open.iter().any(|open| Rc::ptr_eq(open, zone) || same(open, zone)));
    }

    /// Takes what is hidden on another way; says whether that was more than was hidden here.
    pub fn hide(&mut self, other: &Seen) -> bool {
        let mut more = self.keep(other);
        for (local, at) in &other.stale {
            more |= self.stale.insert(*local, *at).is_none();
        }
        for (local, secrecy) in &other.locals {
            let own = self.locals.entry(*local).or_default();
            let both = own.clone().or(secrecy);
            more |= !both.same(own);
            *own = both;
        }
        more
    }

    /// Takes what variables have taken on another way; says whether that was more than here.
    pub fn keep(&mut self, other: &Seen) -> bool {
        let mut more = false;
        for (at, taint) in &other.kept {
            let own = self.kept.entry(*at).or_default();
            let both = own.clone().and(taint);
            more |= !both.same(own);
            *own = both;
        }
        more
    }
}
