//! What not everybody knows of a value.

use std::rc::Rc;

use ludex_grammar::span::Span;

use super::changes::Altered;
use crate::hir::{Checked, Expr, ExprKind, same};
use crate::ids::LocalId;
use crate::types::Type;

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
    /// The zone in which the card was when it was read: players who see that zone know the secret, wherever the card goes later.
    pub read: Option<Rc<Expr>>,
    /// It is what is on the face of the card in this local: who is shown that card, knows it.
    pub card: Option<LocalId>,
    /// The zone has been as it is since the procedure began: who called it knows whether all have seen what lies there.
    pub since_call: bool,
    /// It is read elsewhere: in a function, a property, or a procedure.
    pub far: bool,
    /// Where it is passed to the procedure that tells it.
    pub passed: Option<Span>,
    /// Why it may be none.
    pub doubt: Option<Doubt>,
}

/// Why all may know something that is taken for a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// It was shown on some ways, or turned up where that shows it to nobody.
    Shown,
    /// It decides whose variable is set, not what to.
    Whose,
    /// It is which of several cards was picked secretly.
    Which,
    /// It decides what somebody may choose, who may not have seen it.
    Offered,
    /// It decides how many cards move, or where to.
    Moved,
    /// It decides what all players conclude.
    Concluded,
    /// It decides who is asked.
    Asked,
    /// The card may be in a zone that all see, or all may have seen it before it reacts.
    Reacts,
}

/// Whether all know something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// Perhaps.
    Perhaps,
    Yes,
}

/// Why something is a secret.
#[derive(Debug, Clone)]
pub(super) enum Why {
    /// It lies in a zone that not everybody sees: this one, if that can be said in few words and nothing went there unseen since.
    Card(Option<Rc<Expr>>),
    /// It is a variable that its player alone sees: this player, if that can be said in few words.
    Owners(Option<Rc<Expr>>),
    /// This player has chosen it secretly, if that can be said in few words.
    Picked(Option<Rc<Expr>>),
    /// It is where a card lies that is meant by what is on its face.
    Place,
}

impl Secret {
    /// The same where the parameters have these values.
    fn with(&self, exprs: &[Expr]) -> Self {
        let all_short = exprs.iter().all(is_short);
        let called = |expr: &Rc<Expr>| {
            all_short.then(|| expr.called_with(exprs, ELSEWHERE)).and_then(|expr| short(&expr))
        };
        let why = match &self.why {
            Why::Card(zone) => Why::Card(zone.as_ref().and_then(called)),
            Why::Owners(whose) => Why::Owners(whose.as_ref().and_then(called)),
            Why::Place => Why::Place,
            Why::Picked(who) => Why::Picked(who.as_ref().and_then(called)),
        };
        let read = self.read.as_ref().and_then(called);
        Self { why, read, card: None, far: true, passed: None, ..*self }
    }

    /// A local has another value: what is said by means of it is said of somebody.
    pub fn rebound(&mut self, local: LocalId, somebody: LocalId) {
        let this = local.0..local.0.saturating_add(1);
        let who = match &mut self.why {
            Why::Owners(who) | Why::Picked(who) => who.as_mut(),
            Why::Card(_) | Why::Place => None,
        };
        for expr in self.read.as_mut().into_iter().chain(who).filter(|expr| expr.reads(this.clone())) {
            *expr = Rc::new(expr.of_local(local, somebody));
        }
    }

    /// The zone in which it lies, if that is known.
    pub fn zone(&self) -> Option<&Rc<Expr>> {
        if let Why::Card(zone) = &self.why { zone.as_ref() } else { None }
    }

    /// It is where a card lies, not what it is.
    pub fn is_place(&self) -> bool {
        matches!(self.why, Why::Place)
    }

    /// Whether it is no more than a warning that it is told.
    pub fn is_mild(&self) -> bool {
        self.is_place() || self.doubt.is_some()
    }

    /// The candidate of a list is left: what was in a zone of it was in a zone of some player of that list.
    pub fn leaves_list(&mut self, candidate: LocalId, list: &Expr) {
        let Why::Card(Some(zone)) = &self.why else { return };
        let ExprKind::ZoneOf(id, of) = &zone.kind else { return };
        if of.is_local(candidate) {
            let some = ExprKind::ZoneOf(*id, Box::new(some_of(list)));
            let some = Expr { kind: some, ..(**zone).clone() };
            self.why = Why::Card(short(&some).or_else(|| Some(Rc::clone(zone))));
        }
    }

    /// It lies in a zone, or has lain there, of which nothing is known any more.
    pub fn lose_zone(&mut self) {
        if let Why::Card(zone) = &mut self.why {
            *zone = None;
        }
        self.since_call = false;
    }

    /// One that is never known.
    fn lose_all(&mut self) {
        self.lose_zone();
        self.card = None;
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

/// Some player of a list: no rule can say this.
fn some_of(list: &Expr) -> Expr {
    let number = Expr { kind: ExprKind::Const(0), ty: Type::INT, span: list.span };
    let kind = ExprKind::Nth(Box::new(list.clone()), Box::new(number));
    Expr { kind, ty: Type::PLAYER, span: list.span }
}

/// The list of which an expression is some player.
pub(super) fn list_of_some(player: &Expr) -> Option<&Expr> {
    let ExprKind::Nth(list, number) = &player.kind else { return None };
    (number.constant() == Some(0)).then_some(list)
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
    /// Parts of parameters of which it is in doubt whether they are secrets.
    pub doubtful: u128,
}

impl Taint {
    pub fn secret(at: Span, why: Why) -> Self {
        let read = if let Why::Card(zone) = &why { zone.clone() } else { None };
        let secret =
            Secret { at, why, read, card: None, since_call: false, far: false, passed: None, doubt: None };
        Self { secrets: vec![secret], ..Self::default() }
    }

    pub fn param(number: usize, part: Facet) -> Self {
        let bit = 4 * number + part as usize;
        Self { params: if bit < 128 { 1 << bit } else { 0 }, ..Self::default() }
    }

    /// Everybody knows it, whatever the parameters are, but for what is in doubt.
    pub fn is_clear(&self) -> bool {
        self.params == 0 && self.secrets.iter().all(|secret| secret.doubt.is_some())
    }

    /// Everybody knows it, where everybody knows these parts of parameters.
    pub fn is_known(&self, params: u128) -> bool {
        self.secrets.is_empty() && (self.params | self.doubtful) & !params == 0
    }

    /// There is something in it, and of all of it is this doubt.
    pub fn is_doubted(&self, doubt: Doubt) -> bool {
        !self.is_empty() && self.params == 0 && self.secrets.iter().all(|secret| secret.doubt == Some(doubt))
    }

    /// There is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.secrets.is_empty() && self.params == 0 && self.doubtful == 0
    }

    /// The same, of which it is in doubt whether it is a secret.
    pub fn doubted(mut self, doubt: Doubt) -> Self {
        self.secrets.iter_mut().for_each(|secret| secret.doubt = secret.doubt.or(Some(doubt)));
        self.doubtful |= std::mem::take(&mut self.params);
        self
    }

    /// What of it is left once it is known.
    pub fn once(self, known: impl Into<Option<Certainty>>) -> Self {
        let Some(known) = known.into() else { return self };
        match known {
            Certainty::Yes => Self::default(),
            Certainty::Perhaps => self.doubted(Doubt::Shown),
        }
    }

    /// What is computed from both. Where that is too much to keep apart, the last is kept as one that is never known.
    pub fn and(mut self, other: &Taint) -> Self {
        self.params |= other.params;
        self.doubtful |= other.doubtful;
        for secret in &other.secrets {
            if let Some(own) = self.secrets.iter_mut().find(|own| own.is(secret)) {
                own.since_call &= secret.since_call;
                own.doubt = own.doubt.filter(|_| secret.doubt.is_some());
            } else if self.secrets.len() < MOST {
                self.secrets.push(secret.clone());
            } else if secret.doubt.is_none() {
                match self.secrets.iter_mut().rev().find(|own| own.doubt.is_some()) {
                    Some(own) => *own = secret.clone(),
                    None => self.secrets.last_mut().into_iter().for_each(Secret::lose_all),
                }
            }
        }
        self
    }

    /// Some of these secrets, and parts of parameters, are known.
    pub fn know(&mut self, known: Certainty, params: u128, is: impl Fn(&Secret) -> bool) {
        let (of, mut left): (Vec<_>, Vec<_>) = std::mem::take(&mut self.secrets).into_iter().partition(is);
        let of = Self { secrets: of, params: self.params & params, doubtful: 0 }.once(known);
        left.extend(of.secrets);
        *self = Self {
            secrets: left,
            params: self.params & !params | of.params,
            doubtful: self.doubtful | of.doubtful,
        };
    }

    /// What of it is in another one too.
    pub fn within(mut self, other: &Taint) -> Self {
        self.params &= other.params;
        self.doubtful &= other.doubtful;
        self.secrets.retain(|secret| other.secrets.iter().any(|own| own.is(secret)));
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
        let own = Self { secrets, ..Self::default() };
        args.iter().enumerate().fold(own, |all, (i, arg)| all.and(&self.with_one(i, arg)))
    }

    /// What is computed from one parameter, if it is this.
    pub fn with_one(&self, number: usize, arg: &Secrecy) -> Self {
        arg.parts().into_iter().fold(Self::default(), |all, (part, taint)| {
            let bit = Self::param(number, part).params;
            match () {
                () if self.params & bit != 0 => all.and(taint),
                () if self.doubtful & bit != 0 => all.and(&taint.clone().doubted(Doubt::Whose)),
                () => all,
            }
        })
    }

    /// Whether it is computed from the same.
    pub fn same(&self, other: &Taint) -> bool {
        let counts = |of: &Taint| {
            let count = |is: fn(&Secret) -> bool| of.secrets.iter().filter(|secret| is(secret)).count();
            let told = count(|one| one.doubt.is_none());
            (of.secrets.len(), told, count(|one| one.since_call), count(|one| one.zone().is_some()))
        };
        (self.params, self.doubtful) == (other.params, other.doubtful) && counts(self) == counts(other)
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

    pub fn parts(&self) -> [(Facet, &Taint); 4] {
        [
            (Facet::Value, &self.value),
            (Facet::There, &self.there),
            (Facet::Face, &self.face),
            (Facet::Place, &self.place),
        ]
    }

    pub fn parts_mut(&mut self) -> [&mut Taint; 4] {
        [&mut self.value, &mut self.there, &mut self.face, &mut self.place]
    }

    /// Whether there is something in it that not everybody knows, beside where a card lies.
    pub fn has_secrets(&self) -> bool {
        let certain = |part: &Taint| part.secrets.iter().any(|secret| secret.doubt.is_none());
        [&self.value, &self.there, &self.face].into_iter().any(certain)
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
        if face.params != 0 || face.secrets.iter().any(|secret| !secret.since_call && secret.doubt.is_none())
        {
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
