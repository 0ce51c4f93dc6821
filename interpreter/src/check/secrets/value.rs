//! What not everybody knows of a value.

use std::rc::Rc;

use ludex_grammar::span::Span;

use super::changes::Altered;
use crate::hir::{Checked, Expr, same};
use crate::ids::LocalId;

/// Secrets that are told apart in one value; of more the first are kept.
const MOST: usize = 8;

/// Parts of an expression that is said in few words.
const MOST_PARTS: usize = 12;

/// Locals of another body get numbers from here on.
pub(super) const ELSEWHERE: u16 = 1 << 15;

/// Something that not everybody knows.
#[derive(Debug, Clone)]
pub(super) struct Secret {
    /// Where it is read.
    pub at: Span,
    pub why: Why,
    /// It is what is on the face of the card in this local: who is shown that card, knows it.
    pub card: Option<LocalId>,
    /// The zone has been as it is since the procedure began: who called it knows whether all have seen what lies there.
    pub since_call: bool,
    /// It is read elsewhere: in a function, a property, or a procedure.
    pub far: bool,
    /// Where it is passed to the procedure that tells it.
    pub passed: Option<Span>,
}

/// Why something is a secret.
#[derive(Debug, Clone)]
pub(super) enum Why {
    /// It lies in a zone that not everybody sees: this one, if that can be said in few words and nothing went there unseen since.
    Card(Option<Rc<Expr>>),
    /// It is a variable that its player alone sees.
    Owners,
    /// This player has chosen it secretly.
    Picked(Rc<Expr>),
    /// It is where a card lies that is meant by what is on its face.
    Place,
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
            Why::Place => Why::Place,
            Why::Picked(who) => Why::Picked(Rc::clone(who)),
        };
        Self { why, card: None, far: true, passed: None, ..*self }
    }

    /// The zone in which it lies, if that is known.
    pub fn zone(&self) -> Option<&Rc<Expr>> {
        if let Why::Card(zone) = &self.why { zone.as_ref() } else { None }
    }

    /// It is where a card lies, not what it is.
    pub fn is_place(&self) -> bool {
        matches!(self.why, Why::Place)
    }

    /// It lies in a zone, or has lain there, of which nothing is known any more.
    pub fn lose_zone(&mut self) {
        if let Why::Card(zone) = &mut self.why {
            *zone = None;
        }
        self.since_call = false;
    }

    /// The same if something went there unseen.
    pub fn lose_zone_if(&mut self, changes: &Altered, checked: &Checked) {
        if self.zone().is_some_and(|zone| changes.hides(checked, zone)) {
            self.lose_zone();
        }
    }

    /// Whether it is of one card, or of one reading of one zone.
    fn is(&self, other: &Self) -> bool {
        let (zone, also) = (self.zone(), other.zone());
        let alike =
            zone.zip(also).map_or(zone.is_none() && also.is_none(), |(a, b)| Rc::ptr_eq(a, b) || same(a, b));
        self.at == other.at && self.card == other.card && alike
    }
}

/// A zone by which a secret is known, if it is said in few words: it would grow from call to call.
pub(super) fn short(zone: &Expr) -> Option<Rc<Expr>> {
    is_short(zone).then(|| Rc::new(zone.clone()))
}

pub(super) fn is_short(expr: &Expr) -> bool {
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
    Place,
}

/// What something is computed from: secrets, and parts of parameters, four bits each.
#[derive(Debug, Clone, Default)]
pub(super) struct Taint {
    pub secrets: Vec<Secret>,
    pub params: u128,
}

impl Taint {
    pub fn secret(at: Span, why: Why) -> Self {
        let secret = Secret { at, why, card: None, since_call: false, far: false, passed: None };
        Self { secrets: vec![secret], params: 0 }
    }

    pub fn param(number: usize, part: Facet) -> Self {
        let bit = 4 * number + part as usize;
        Self { secrets: Vec::new(), params: if bit < 128 { 1 << bit } else { 0 } }
    }

    /// Everybody knows it, whatever the parameters are.
    pub fn is_clear(&self) -> bool {
        self.secrets.is_empty() && self.params == 0
    }

    /// What is computed from both. Where that is too much to keep apart, the last is kept as one that is never known.
    pub fn and(mut self, other: &Taint) -> Self {
        self.params |= other.params;
        for secret in &other.secrets {
            if let Some(own) = self.secrets.iter_mut().find(|own| own.is(secret)) {
                own.since_call &= secret.since_call;
            } else if self.secrets.len() < MOST {
                self.secrets.push(secret.clone());
            } else if let Some(last) = self.secrets.last_mut() {
                last.lose_zone();
                last.card = None;
            }
        }
        self
    }

    /// Takes away what is no secret any more.
    pub fn forget(&mut self, known: &Taint) {
        self.params &= !known.params;
        self.secrets.retain(|secret| !known.secrets.iter().any(|known| known.is(secret)));
    }

    /// The same where the parameters have these values.
    pub fn with(&self, args: &[Secrecy], exprs: &[Expr]) -> Self {
        let secrets = self.secrets.iter().map(|secret| secret.with(exprs)).collect();
        let own = Self { secrets, params: 0 };
        args.iter().enumerate().fold(own, |all, (i, arg)| all.and(&self.with_one(i, arg)))
    }

    /// What is computed from one parameter, if it is this.
    pub fn with_one(&self, number: usize, arg: &Secrecy) -> Self {
        let parts = [
            (Facet::Value, &arg.value),
            (Facet::There, &arg.there),
            (Facet::Face, &arg.face),
            (Facet::Place, &arg.place),
        ];
        let parts =
            parts.into_iter().filter(|(part, _)| self.params & Self::param(number, *part).params != 0);
        parts.fold(Self::default(), |all, (_, taint)| all.and(taint))
    }

    /// Whether it is computed from the same.
    pub fn same(&self, other: &Taint) -> bool {
        let counts = |of: &Taint| {
            let count = |is: fn(&Secret) -> bool| of.secrets.iter().filter(|secret| is(secret)).count();
            (of.secrets.len(), count(|one| one.since_call), count(|one| one.zone().is_some()))
        };
        self.params == other.params && counts(self) == counts(other)
    }
}

/// What not everybody knows of a value.
///
/// A card is meant by its place (`top of deck`), and what is on its face may be a secret, or by its face (`the ace`, a query over all
/// cards), and then where it lies may be.
#[derive(Debug, Clone, Default)]
pub(super) struct Secrecy {
    /// Which value it is; of a card: which one is meant; of a list: which elements.
    pub value: Taint,
    /// Whether it is there; of a list: how many elements there are.
    pub there: Taint,
    /// Of a card, the cards of a list, or those of a zone: what is on their faces.
    pub face: Taint,
    /// Of a card, or the cards of a list: where it lies.
    pub place: Taint,
}

impl Secrecy {
    /// A parameter.
    pub fn param(number: usize) -> Self {
        let part = |part| Taint::param(number, part);
        Self {
            value: part(Facet::Value),
            there: part(Facet::There),
            face: part(Facet::Face),
            place: part(Facet::Place),
        }
    }

    /// Something of which all parts are as secret.
    pub fn of(value: Taint) -> Self {
        Self { there: value.clone(), value, ..Self::default() }
    }

    /// What is one of both.
    pub fn or(self, other: &Secrecy) -> Self {
        Self {
            value: self.value.and(&other.value),
            there: self.there.and(&other.there),
            face: self.face.and(&other.face),
            place: self.place.and(&other.place),
        }
    }

    /// What a local holds: if that is a card, it is known once the local is shown.
    pub fn of_local(mut self, local: LocalId) -> Self {
        self.face.secrets.iter_mut().for_each(|secret| secret.card = Some(local));
        self
    }

    pub fn parts_mut(&mut self) -> [&mut Taint; 4] {
        [&mut self.value, &mut self.there, &mut self.face, &mut self.place]
    }

    /// Whether there is something in it that not everybody knows, beside where a card lies.
    pub fn has_secrets(&self) -> bool {
        [&self.value, &self.there, &self.face].into_iter().any(|part| !part.secrets.is_empty())
    }

    /// What it is depends on this too.
    pub fn by(mut self, test: &Taint) -> Self {
        self.value = self.value.and(test);
        self.there = self.there.and(test);
        self
    }

    /// An element of this list. If it is a list, how long that is follows from which one it is.
    pub fn element(&self) -> Self {
        Self { there: self.value.clone(), ..self.clone() }
    }

    /// The same where the parameters have these values.
    pub fn with(&self, args: &[Secrecy], exprs: &[Expr]) -> Self {
        let with = |taint: &Taint| taint.with(args, exprs);
        Self {
            value: with(&self.value),
            there: with(&self.there),
            face: with(&self.face),
            place: with(&self.place),
        }
    }

    /// What is told by a text that has it.
    pub fn told(&self, is_card: bool) -> Taint {
        if is_card { self.named().and(&self.there) } else { self.value.clone().and(&self.there) }
    }

    /// What it tells that cards are the same as others, or not: where a card lies that is meant by its face, if what lies there is hidden.
    pub fn told_by(&self, other: &Secrecy) -> Taint {
        let of = |named: &Secrecy, there: &Secrecy| match there.face.is_clear() {
            true => Taint::default(),
            false => named.place.clone(),
        };
        of(self, other).and(&of(other, self))
    }

    /// Of a card: what it tells that it is named. A card that not everybody knows is told to nobody else, wherever it was chosen from;
    /// where callers may have shown a zone, they have shown too which of its cards it is.
    pub fn named(&self) -> Taint {
        let face = &self.face;
        if face.params != 0 || face.secrets.iter().any(|secret| !secret.since_call) {
            return Taint::default();
        }
        let mut value = self.value.clone();
        let in_zone = |zone: &Rc<Expr>| face.secrets.iter().filter_map(Secret::zone).any(|of| same(of, zone));
        value.secrets.retain(|secret| !secret.zone().is_some_and(in_zone));
        value
    }

    pub fn same(&self, other: &Secrecy) -> bool {
        self.value.same(&other.value)
            && self.there.same(&other.there)
            && self.face.same(&other.face)
            && self.place.same(&other.place)
    }
}
