//! Secrecy of a value: the parts hidden from some player.

use std::rc::Rc;

use ludex_grammar::span::Span;

use super::changes::ChangeSet;
use crate::hir::{Checked, Expr, ExprKind, is_same};
use crate::ids::LocalId;
use crate::types::Type;

/// Maximum number of secrets tracked per taint.
const MOST: usize = 8;

/// An expression that a secret refers to has fewer nodes than this.
const MOST_PARTS: usize = 12;

/// First number of the locals of another body.
pub(super) const ELSEWHERE: u16 = 1 << 15;

/// A taint source: hidden information that an expression reads.
#[derive(Debug, Clone)]
pub(super) struct Secret {
    /// Source location of the read.
    pub at: Span,
    pub why: SecretSource,
    /// Zone of the card at the time of the read. Players who see that zone know the secret, wherever the card
    /// moves later.
    pub read: Option<Rc<Expr>>,
    /// The local whose card has this face. Showing that card to a player discloses the secret to that player.
    pub card: Option<LocalId>,
    /// True if the zone is unchanged since the procedure began, so that the caller knows whether it is
    /// public.
    pub since_call: bool,
    /// True if the read is in another body: a function, property or procedure.
    pub far: bool,
    /// Source location of the argument or call that passes it to the procedure with the sink.
    pub passed: Option<Span>,
    /// Reason why it may be public; `None` if it is certainly hidden.
    pub doubt: Option<Doubt>,
}

/// Reason why an apparent secret may be public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// The card was shown on some paths only, or turned face up in a zone whose visibility ignores faces.
    Shown,
    /// Taint of the holder whose variable is set, not of the value.
    Whose,
    /// Identity of a card chosen secretly from several.
    Which,
    /// Options of a player who may not have seen the card.
    Offered,
    /// Number of moved cards, or their destination.
    Moved,
    /// Cards or place of an `exclude`.
    Concluded,
    /// Presence of a decision, or its player.
    Asked,
    /// The card may be in a zone that all players see, or public before it reacts.
    Reacts,
}

/// Certainty that information is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    Perhaps,
    Yes,
}

/// Origin of a secret.
#[derive(Debug, Clone)]
pub(super) enum SecretSource {
    /// The card is in a zone that some player can't see. Contains the zone if it is short and nothing entered
    /// it unseen since.
    Card(Option<Rc<Expr>>),
    /// The variable is visible to its player only. Contains the player if the expression is short.
    Owners(Option<Rc<Expr>>),
    /// A player chose it secretly. Contains the player if the expression is short.
    Picked(Option<Rc<Expr>>),
    /// The position of a card that is identified by its face.
    Place,
}

impl Secret {
    /// Substitutes arguments for the parameters. The result is marked as read elsewhere.
    fn with(&self, exprs: &[Expr]) -> Self {
        let all_short = exprs.iter().all(is_short);
        let called = |expr: &Rc<Expr>| {
            all_short.then(|| expr.called_with(exprs, ELSEWHERE)).and_then(|expr| short(&expr))
        };
        let why = match &self.why {
            SecretSource::Card(zone) => SecretSource::Card(zone.as_ref().and_then(called)),
            SecretSource::Owners(whose) => SecretSource::Owners(whose.as_ref().and_then(called)),
            SecretSource::Place => SecretSource::Place,
            SecretSource::Picked(who) => SecretSource::Picked(who.as_ref().and_then(called)),
        };
        let read = self.read.as_ref().and_then(called);
        Self { why, read, card: None, far: true, passed: None, ..*self }
    }

    /// Replaces a rebound local by `somebody` in the expressions of this secret.
    pub fn rebound(&mut self, local: LocalId, somebody: LocalId) {
        let this = local.0..local.0.saturating_add(1);
        let who = match &mut self.why {
            SecretSource::Owners(who) | SecretSource::Picked(who) => who.as_mut(),
            SecretSource::Card(_) | SecretSource::Place => None,
        };
        for expr in self.read.as_mut().into_iter().chain(who).filter(|expr| expr.reads(this.clone())) {
            *expr = Rc::new(expr.of_local(local, somebody));
        }
    }

    /// Returns the zone of the card, if known.
    pub fn zone(&self) -> Option<&Rc<Expr>> {
        if let SecretSource::Card(zone) = &self.why { zone.as_ref() } else { None }
    }

    /// Returns true if the secret is the position of a card, not its face.
    pub fn is_place(&self) -> bool {
        matches!(self.why, SecretSource::Place)
    }

    /// Returns true if a leak of this secret is a warning only.
    pub fn is_mild(&self) -> bool {
        self.is_place() || self.doubt.is_some()
    }

    /// Generalises the zone of a loop's candidate to the zone of some player of `list`, after the candidate's
    /// scope ends.
    pub fn leaves_list(&mut self, candidate: LocalId, list: &Expr) {
        let SecretSource::Card(Some(zone)) = &self.why else { return };
        let ExprKind::ZoneOf(id, of) = &zone.kind else {
            if matches!(zone.kind, ExprKind::Entry(..)) && zone.reads(candidate.0..candidate.0 + 1) {
                self.lose_zone();
            }
            return;
        };
        if of.is_local(candidate) {
            let some = ExprKind::ZoneOf(*id, Box::new(some_of(list)));
            let some = Expr { kind: some, ..(**zone).clone() };
            self.why = SecretSource::Card(short(&some).or_else(|| Some(Rc::clone(zone))));
        }
    }

    /// Forgets the zone, because its contents have changed.
    pub fn lose_zone(&mut self) {
        if let SecretSource::Card(zone) = &mut self.why {
            *zone = None;
        }
        self.since_call = false;
    }

    /// Forgets the zone and the card, so that no later disclosure applies.
    fn lose_all(&mut self) {
        self.lose_zone();
        self.card = None;
    }

    /// Forgets the zone if a card entered it unseen.
    pub fn lose_zone_if(&mut self, changes: &ChangeSet, checked: &Checked) {
        if self.zone().is_some_and(|zone| changes.hides(checked, zone)) {
            self.lose_zone();
        }
    }

    /// Returns true if both come from the same read of the same card or zone.
    fn has_same_origin(&self, other: &Self) -> bool {
        let (zone, also) = (self.zone(), other.zone());
        let alike = zone
            .zip(also)
            .map_or(zone.is_none() && also.is_none(), |(a, b)| Rc::ptr_eq(a, b) || is_same(a, b));
        self.at == other.at && self.card == other.card && alike
    }
}

/// Creates an expression for some player of a list. No rule can contain it.
fn some_of(list: &Expr) -> Expr {
    let number = Expr { kind: ExprKind::Const(0), ty: Type::INT, span: list.span };
    let kind = ExprKind::Nth(Box::new(list.clone()), Box::new(number));
    Expr { kind, ty: Type::PLAYER, span: list.span }
}

pub(super) fn list_of_some(player: &Expr) -> Option<&Expr> {
    let ExprKind::Nth(list, number) = &player.kind else { return None };
    (number.constant() == Some(0)).then_some(list)
}

/// Returns the zone if it is short. Longer ones would grow from call to call.
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

/// Parts of a value, each with its own taint.
#[derive(Debug, Clone, Copy)]
pub(super) enum Facet {
    Value,
    There,
    Face,
    Place,
}

/// Taint of a value: secrets, and facets of parameters as bits, four for each of the first 32 parameters.
#[derive(Debug, Clone, Default)]
pub(super) struct Taint {
    pub secrets: Vec<Secret>,
    pub params: u128,
    /// Facets of parameters that may be public.
    pub doubtful: u128,
}

impl Taint {
    pub fn secret(at: Span, why: SecretSource) -> Self {
        let read = if let SecretSource::Card(zone) = &why { zone.clone() } else { None };
        let secret =
            Secret { at, why, read, card: None, since_call: false, far: false, passed: None, doubt: None };
        Self { secrets: vec![secret], ..Self::default() }
    }

    pub fn param(number: usize, part: Facet) -> Self {
        let bit = 4 * number + part as usize;
        Self { params: if bit < 128 { 1 << bit } else { 0 }, ..Self::default() }
    }

    /// Returns true if the value is public for all arguments, ignoring doubtful parts.
    pub fn is_clear(&self) -> bool {
        self.params == 0 && self.secrets.iter().all(|secret| secret.doubt.is_some())
    }

    /// Returns true if the value is public whenever these facets of the parameters are.
    pub fn is_known(&self, params: u128) -> bool {
        self.secrets.is_empty() && (self.params | self.doubtful) & !params == 0
    }

    /// Returns true if the taint is non-empty and this doubt applies to all of it.
    pub fn is_doubted(&self, doubt: Doubt) -> bool {
        !self.is_empty() && self.params == 0 && self.secrets.iter().all(|secret| secret.doubt == Some(doubt))
    }

    pub fn is_empty(&self) -> bool {
        self.secrets.is_empty() && self.params == 0 && self.doubtful == 0
    }

    /// Marks the whole taint as doubtful.
    pub fn doubted(mut self, doubt: Doubt) -> Self {
        self.secrets.iter_mut().for_each(|secret| secret.doubt = secret.doubt.or(Some(doubt)));
        self.doubtful |= std::mem::take(&mut self.params);
        self
    }

    /// Returns the remaining taint after a disclosure of this certainty.
    pub fn once(self, known: impl Into<Option<Certainty>>) -> Self {
        let Some(known) = known.into() else { return self };
        match known {
            Certainty::Yes => Self::default(),
            Certainty::Perhaps => self.doubted(Doubt::Shown),
        }
    }

    /// Joins two taints. At the maximum number of secrets, a further certain secret replaces a doubtful one.
    /// If there is no doubtful one, the last secret stands for both and can't be disclosed any more.
    pub fn and(mut self, other: &Taint) -> Self {
        self.params |= other.params;
        self.doubtful |= other.doubtful;
        for secret in &other.secrets {
            if let Some(own) = self.secrets.iter_mut().find(|own| own.has_same_origin(secret)) {
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

    /// Discloses the matching secrets and facets of parameters.
    pub fn disclose(&mut self, known: Certainty, params: u128, is: impl Fn(&Secret) -> bool) {
        let (of, mut left): (Vec<_>, Vec<_>) = std::mem::take(&mut self.secrets).into_iter().partition(is);
        let of = Self { secrets: of, params: self.params & params, doubtful: 0 }.once(known);
        left.extend(of.secrets);
        *self = Self {
            secrets: left,
            params: self.params & !params | of.params,
            doubtful: self.doubtful | of.doubtful,
        };
    }

    /// Returns the intersection of two taints.
    pub fn within(mut self, other: &Taint) -> Self {
        self.params &= other.params;
        self.doubtful &= other.doubtful;
        self.secrets.retain(|secret| other.secrets.iter().any(|own| own.has_same_origin(secret)));
        self
    }

    /// Removes everything that `known` contains.
    pub fn forget(&mut self, known: &Taint) {
        self.params &= !known.params;
        self.secrets.retain(|secret| !known.secrets.iter().any(|known| known.has_same_origin(secret)));
    }

    /// Substitutes arguments for the parameters.
    pub fn with(&self, args: &[Secrecy], exprs: &[Expr]) -> Self {
        let secrets = self.secrets.iter().map(|secret| secret.with(exprs)).collect();
        let own = Self { secrets, ..Self::default() };
        args.iter().enumerate().fold(own, |all, (i, arg)| all.and(&self.with_one(i, arg)))
    }

    /// Returns the contribution of one parameter, given its argument.
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

    /// Returns true if both taints have equal parameters and secret counts. Used to detect the fixpoint.
    pub fn is_same(&self, other: &Taint) -> bool {
        let counts = |of: &Taint| {
            let count = |is: fn(&Secret) -> bool| of.secrets.iter().filter(|secret| is(secret)).count();
            let told = count(|one| one.doubt.is_none());
            (of.secrets.len(), told, count(|one| one.since_call), count(|one| one.zone().is_some()))
        };
        (self.params, self.doubtful) == (other.params, other.doubtful) && counts(self) == counts(other)
    }
}

/// Secrecy of a value: one taint per facet.
///
/// If a card is identified by its position (`top of deck`), its face may be secret. If it is identified by
/// its face (`the ace`, a query over all cards), its position may be secret.
#[derive(Debug, Clone, Default)]
pub(super) struct Secrecy {
    /// Taint of the value; for a card, of its identity; for a list, of its elements.
    pub value: Taint,
    /// Taint of its presence; for a list, of its length.
    pub there: Taint,
    /// Taint of the faces of a card, or of the cards in a list or zone.
    pub face: Taint,
    /// Taint of the position of a card, or of the cards in a list.
    pub place: Taint,
}

impl Secrecy {
    pub fn param(number: usize) -> Self {
        let part = |part| Taint::param(number, part);
        Self {
            value: part(Facet::Value),
            there: part(Facet::There),
            face: part(Facet::Face),
            place: part(Facet::Place),
        }
    }

    /// Returns the secrecy of a value whose presence has the same taint.
    pub fn from_taint(value: Taint) -> Self {
        Self { there: value.clone(), value, ..Self::default() }
    }

    /// Joins two secrecies facet by facet.
    pub fn or(self, other: &Secrecy) -> Self {
        Self {
            value: self.value.and(&other.value),
            there: self.there.and(&other.there),
            face: self.face.and(&other.face),
            place: self.place.and(&other.place),
        }
    }

    /// Ties the faces to a local: showing the card in the local discloses them.
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

    /// Returns true if any facet except the position has a certain secret.
    pub fn has_secrets(&self) -> bool {
        let certain = |part: &Taint| part.secrets.iter().any(|secret| secret.doubt.is_none());
        [&self.value, &self.there, &self.face].into_iter().any(certain)
    }

    /// Adds the taint of a test on which the value depends.
    pub fn by(mut self, test: &Taint) -> Self {
        self.value = self.value.and(test);
        self.there = self.there.and(test);
        self
    }

    /// Returns the secrecy of an element of this list. The length of a nested list follows from its identity.
    pub fn element(&self) -> Self {
        Self { there: self.value.clone(), ..self.clone() }
    }

    /// Substitutes arguments for the parameters.
    pub fn with(&self, args: &[Secrecy], exprs: &[Expr]) -> Self {
        let with = |taint: &Taint| taint.with(args, exprs);
        Self {
            value: with(&self.value),
            there: with(&self.there),
            face: with(&self.face),
            place: with(&self.place),
        }
    }

    /// Returns the taint that a message discloses when it contains this value.
    pub fn disclosed_taint(&self, is_card: bool) -> Taint {
        if is_card { self.named().and(&self.there) } else { self.value.clone().and(&self.there) }
    }

    /// Returns the taint that a comparison of cards discloses: the position of a card identified by its face,
    /// if the face of the other is hidden.
    pub fn comparison_taint(&self, other: &Secrecy) -> Taint {
        let of = |named: &Secrecy, there: &Secrecy| match there.face.is_clear() {
            true => Taint::default(),
            false => named.place.clone(),
        };
        of(self, other).and(&of(other, self))
    }

    /// Returns the taint disclosed by naming a card. Naming a hidden card discloses nothing to players who
    /// don't know it. If callers may have shown a zone, the shown cards are identified too.
    pub fn named(&self) -> Taint {
        let face = &self.face;
        if face.params != 0 || face.secrets.iter().any(|secret| !secret.since_call && secret.doubt.is_none())
        {
            return Taint::default();
        }
        let mut value = self.value.clone();
        let in_zone =
            |zone: &Rc<Expr>| face.secrets.iter().filter_map(Secret::zone).any(|of| is_same(of, zone));
        value.secrets.retain(|secret| !secret.zone().is_some_and(in_zone));
        value
    }

    pub fn is_same(&self, other: &Secrecy) -> bool {
        self.value.is_same(&other.value)
            && self.there.is_same(&other.there)
            && self.face.is_same(&other.face)
            && self.place.is_same(&other.place)
    }
}
