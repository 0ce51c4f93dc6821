//! What not everybody knows of a value.

use std::rc::Rc;

use ludex_grammar::span::Span;

use crate::hir::{Expr, same};

/// Secrets that are told apart in one value; of more the first are kept.
const MOST: usize = 8;

/// Parts of an expression that is said in few words.
const MOST_PARTS: usize = 12;

/// Locals of another body get numbers from here on.
const ELSEWHERE: u16 = 1 << 15;

/// Something that not everybody knows.
#[derive(Debug, Clone)]
pub(super) struct Secret {
    /// Where it is read.
    pub at: Span,
    pub why: Why,
}

/// Why something is a secret.
#[derive(Debug, Clone)]
pub(super) enum Why {
    /// It lies in a zone that not everybody sees: this one, if that can be said in few words.
    Card(Option<Rc<Expr>>),
    /// It is a variable that its player alone sees.
    Owners,
    /// This player has chosen it secretly.
    Picked(Rc<Expr>),
}

impl Secret {
    /// The same where the parameters have these values.
    fn with(&self, exprs: &[Expr]) -> Self {
        let why = match &self.why {
            Why::Card(zone) => {
                let zone = zone.as_ref().filter(|_| exprs.iter().all(is_short));
                Why::Card(zone.and_then(|zone| short(&zone.called_with(exprs, ELSEWHERE))))
            }
            Why::Owners => Why::Owners,
            Why::Picked(who) => Why::Picked(Rc::clone(who)),
        };
        Self { at: self.at, why }
    }
}

/// A zone by which a secret is known, if it is said in few words: it would grow from call to call.
pub(super) fn short(zone: &Expr) -> Option<Rc<Expr>> {
    is_short(zone).then(|| Rc::new(zone.clone()))
}

fn is_short(expr: &Expr) -> bool {
    fn within(expr: &Expr, left: &mut usize) -> bool {
        *left = left.saturating_sub(1);
        *left > 0 && expr.children().into_iter().all(|part| within(part, left))
    }
    within(expr, &mut { MOST_PARTS })
}

/// The parts of a value, each of which may be a secret alone.
#[derive(Debug, Clone, Copy)]
pub(super) enum Facet {
    Value,
    There,
    Face,
}

/// What something is computed from: secrets, and parts of parameters, three bits each.
#[derive(Debug, Clone, Default)]
pub(super) struct Taint {
    pub secrets: Vec<Secret>,
    pub params: u128,
}

impl Taint {
    pub fn secret(at: Span, why: Why) -> Self {
        Self { secrets: vec![Secret { at, why }], params: 0 }
    }

    pub fn param(number: usize, part: Facet) -> Self {
        let bit = 3 * number + part as usize;
        Self { secrets: Vec::new(), params: if bit < 128 { 1 << bit } else { 0 } }
    }

    /// Everybody knows it, whatever the parameters are.
    pub fn is_clear(&self) -> bool {
        self.secrets.is_empty() && self.params == 0
    }

    pub fn has(&self, at: Span) -> bool {
        self.secrets.iter().any(|secret| secret.at == at)
    }

    /// What is computed from both.
    pub fn and(mut self, other: &Taint) -> Self {
        self.params |= other.params;
        for secret in &other.secrets {
            if self.secrets.len() < MOST && !self.has(secret.at) {
                self.secrets.push(secret.clone());
            }
        }
        self
    }

    /// Takes away what is no secret any more.
    pub fn forget(&mut self, known: &Taint) {
        self.params &= !known.params;
        self.secrets.retain(|secret| !known.has(secret.at));
    }

    /// Takes away what lies in a zone that all have seen.
    pub fn forget_zone(&mut self, zone: &Expr) {
        self.secrets.retain(|secret| !matches!(&secret.why, Why::Card(Some(of)) if same(of, zone)));
    }

    /// The same where the parameters have these values.
    pub fn with(&self, args: &[Secrecy], exprs: &[Expr]) -> Self {
        let secrets = self.secrets.iter().map(|secret| secret.with(exprs)).collect();
        let own = Self { secrets, params: 0 };
        args.iter().enumerate().fold(own, |all, (i, arg)| all.and(&self.with_one(i, arg)))
    }

    /// What is computed from one parameter, if it is this.
    pub fn with_one(&self, number: usize, arg: &Secrecy) -> Self {
        let parts = [(Facet::Value, &arg.value), (Facet::There, &arg.there), (Facet::Face, &arg.face)];
        let parts =
            parts.into_iter().filter(|(part, _)| self.params & Self::param(number, *part).params != 0);
        parts.fold(Self::default(), |all, (_, taint)| all.and(taint))
    }

    /// Whether it is computed from the same.
    pub fn same(&self, other: &Taint) -> bool {
        self.params == other.params && self.secrets.len() == other.secrets.len()
    }
}

/// What not everybody knows of a value.
#[derive(Debug, Clone, Default)]
pub(super) struct Secrecy {
    /// Which value it is; of a card: which place is meant; of a list: which elements.
    pub value: Taint,
    /// Whether it is there; of a list: how many elements there are.
    pub there: Taint,
    /// Of a card, the cards of a list, or those of a zone: what is on their faces.
    pub face: Taint,
}

impl Secrecy {
    /// A parameter.
    pub fn param(number: usize) -> Self {
        let part = |part| Taint::param(number, part);
        Self { value: part(Facet::Value), there: part(Facet::There), face: part(Facet::Face) }
    }

    /// Something of which all parts are as secret.
    pub fn of(value: Taint) -> Self {
        Self { there: value.clone(), value, face: Taint::default() }
    }

    /// What is one of both.
    pub fn or(self, other: &Secrecy) -> Self {
        Self {
            value: self.value.and(&other.value),
            there: self.there.and(&other.there),
            face: self.face.and(&other.face),
        }
    }

    /// What it is depends on this too.
    pub fn by(mut self, test: &Taint) -> Self {
        self.value = self.value.and(test);
        self.there = self.there.and(test);
        self
    }

    /// An element of this list. If it is a list, how long that is follows from which one it is.
    pub fn element(&self) -> Self {
        Self { value: self.value.clone(), there: self.value.clone(), face: self.face.clone() }
    }

    /// The same where the parameters have these values.
    pub fn with(&self, args: &[Secrecy], exprs: &[Expr]) -> Self {
        let with = |taint: &Taint| taint.with(args, exprs);
        Self { value: with(&self.value), there: with(&self.there), face: with(&self.face) }
    }

    /// What is told by a text that has it. A card that not everybody knows is told to nobody else, wherever it was chosen from.
    pub fn told(&self, is_card: bool) -> Taint {
        if is_card && !self.face.is_clear() {
            self.there.clone()
        } else {
            self.value.clone().and(&self.there)
        }
    }

    pub fn same(&self, other: &Secrecy) -> bool {
        self.value.same(&other.value) && self.there.same(&other.there) && self.face.same(&other.face)
    }
}
