//! Taint analysis of expressions: computes the secrecy of an expression from its parts.

use std::collections::BTreeMap;

use ludex_grammar::span::Span;

use super::changes::all_see;
use super::flow_state::FlowState;
use super::value::{Certainty, Secrecy, Secret, SecretSource, Taint, short};
use crate::check::flow::facts::conjuncts;
use crate::hir::{
    Bearer, CardMember, Checked, Comparison, Expr, ExprKind, Holder, ListOperation, ZoneDef, plain_lists,
};
use crate::ids::{LocalId, PropertyId, ZoneId};
use crate::load::raw::Sees;
use crate::types::{Base, Type};

/// Summaries of functions, properties and scores: the secrecy of their values in terms of their parameters.
#[derive(Default)]
pub(super) struct Values {
    pub functions: Vec<Secrecy>,
    pub properties: Vec<Secrecy>,
    pub score: Secrecy,
}

/// Analysis of the expressions of one body.
pub(super) struct Reader<'c> {
    pub checked: &'c Checked,
    pub values: &'c Values,
    /// State at the current program point.
    pub seen: FlowState,
    /// Reads of values kept across a decision, with the decision.
    pub kept: BTreeMap<Span, Span>,
    /// Number of parameters of a procedure, whose callers may have disclosed zones before; otherwise `None`.
    params: Option<u16>,
}

impl<'c> Reader<'c> {
    pub fn new(checked: &'c Checked, values: &'c Values) -> Self {
        Self { checked, values, seen: FlowState::default(), kept: BTreeMap::new(), params: None }
    }

    /// Creates a reader for a body with this number of parameters.
    pub fn with_params(checked: &'c Checked, values: &'c Values, params: usize) -> Self {
        let mut reader = Self::new(checked, values);
        reader.seen.locals.extend((0..params).map(|i| (LocalId(i as u16), Secrecy::param(i))));
        reader
    }

    /// Creates a reader for a procedure with this number of parameters.
    pub fn of_procedure(checked: &'c Checked, values: &'c Values, params: usize) -> Self {
        Self { params: u16::try_from(params).ok(), ..Self::with_params(checked, values, params) }
    }

    pub fn bind(&mut self, local: LocalId, secrecy: Secrecy) {
        self.seen.stale.remove(&local);
        self.seen.locals.insert(local, secrecy);
    }

    pub fn secrecy(&mut self, expr: &Expr) -> Secrecy {
        let mut secrecy = self.by_kind(expr);
        // only the faces are public: which cards were selected may still be secret
        secrecy.face = secrecy.face.once(self.seen.knows_cards(expr));
        if !expr.ty.is_optional() && !expr.ty.is_list() && !expr.ty.is_unknown() {
            secrecy.there = Taint::default();
        }
        if !expr.ty.has_cards() && expr.ty.base() != Base::Zone {
            secrecy.face = Taint::default();
        }
        if !expr.ty.has_cards() {
            secrecy.place = Taint::default();
        }
        secrecy
    }

    fn by_kind(&mut self, expr: &Expr) -> Secrecy {
        match &expr.kind {
            ExprKind::Const(_)
            | ExprKind::Nothing
            | ExprKind::Players
            | ExprKind::Option(_)
            | ExprKind::Me
            | ExprKind::GameVar(_)
            | ExprKind::PhaseNumber(_)
            | ExprKind::AllWords(_)
            | ExprKind::AllNames(_) => Secrecy::default(),
            ExprKind::AllCards(_) => self.meant(expr),
            ExprKind::CardAt(_, of) => Secrecy::from_taint(self.secrecy(of).value).or(&self.meant(expr)),
            ExprKind::Local(id) => {
                let stale = self.seen.stale.get(id).filter(|_| !expr.ty.is_card());
                self.kept.extend(stale.map(|decision| (expr.span, *decision)));
                let of = self.seen.locals.get(id).cloned().unwrap_or_default();
                let known = self.seen.knows_zone(expr).filter(|_| expr.ty.base() == Base::Zone);
                Secrecy { face: of.face.once(known), ..of }
            }
            ExprKind::VarOf(var, owner) => {
                let of = self.secrecy(owner);
                // all players see marks at the position of the card
                let is_mark = self.checked.vars[var.index()].lifetime.zone().is_some();
                let whose = if is_mark { of.value.and(&of.place) } else { of.value };
                match self.checked.vars[var.index()].owner_sees {
                    // whether it has a value is public
                    true => {
                        let secret = Taint::secret(expr.span, SecretSource::Owners(short(owner)));
                        let value = secret.once(self.seen.knows_cards(expr));
                        Secrecy { value, ..Secrecy::default() }.by(&whose)
                    }
                    false => Secrecy::from_taint(whose),
                }
            }
            ExprKind::Field(_, card) | ExprKind::IsDesign(_, card) => {
                let card = self.secrecy(card);
                Secrecy::from_taint(card.value.and(&card.face))
            }
            ExprKind::Property(property, card) => self.property(*property, card),
            ExprKind::GameZone(zone) => self.zone(*zone, expr),
            ExprKind::ZoneOf(zone, of) => {
                let whose = self.secrecy(of).value;
                self.zone(*zone, expr).by(&whose)
            }
            ExprKind::Card(CardMember::Name, card) => {
                let card = self.secrecy(card);
                Secrecy { value: card.value.and(&card.face), there: card.there, ..Secrecy::default() }
            }
            ExprKind::Entry(key, whole) => {
                let key = self.secrecy(key).value;
                let Some(zone) = expr.named_zone() else { return self.secrecy(whole).by(&key) };
                let whose = zone.holder.map(|of| self.secrecy(of).value).unwrap_or_default();
                self.zone(zone.id, expr).by(&whose).by(&key)
            }
            ExprKind::Only(name) => {
                Secrecy { face: Taint::default(), ..self.secrecy(name) }.or(&self.meant(expr))
            }
            ExprKind::Card(member, card) => {
                let place = self.tells_place(expr, card);
                let card = self.secrecy(card);
                let face = match member {
                    CardMember::Above | CardMember::Below | CardMember::Host => card.face.and(&card.place),
                    CardMember::Owner | CardMember::Holder | CardMember::Position | CardMember::Name => {
                        Taint::default()
                    }
                };
                let value = if place { card.value.and(&card.place) } else { card.value };
                Secrecy { face, ..Secrecy::from_taint(value) }
            }
            ExprKind::SpotOf(_, card) => {
                let place = self.tells_place(expr, card);
                let card = self.secrecy(card);
                Secrecy::from_taint(if place { card.value.and(&card.place) } else { card.value })
            }
            ExprKind::Score(player) => {
                let of = self.secrecy(player);
                let score = self.values.score.with(&[of], std::slice::from_ref(player));
                self.unseen(score)
            }
            // table rows, kinds and the side that is up follow from the identity
            ExprKind::Unary(_, of)
            | ExprKind::Table(_, of)
            | ExprKind::FaceUp(of)
            | ExprKind::IsKind(_, of)
            | ExprKind::Not(of) => Secrecy::from_taint(self.secrecy(of).value),
            // the operand is a zone or a list of the same cards
            ExprKind::Top(of) | ExprKind::Bottom(of) | ExprKind::ZoneCards(of) => {
                let of = self.secrecy(of);
                Secrecy { there: of.value.clone(), ..of }
            }
            ExprKind::First(list) | ExprKind::Last(list) => self.one_of(list, expr),
            ExprKind::Nth(list, n) => {
                let n = self.secrecy(n).value;
                self.one_of(list, expr).by(&n)
            }
            ExprKind::AllIn(zone) => self.zone(*zone, expr),
            ExprKind::Items(items) => items.iter().fold(Secrecy::default(), |all, item| {
                let item = self.secrecy(item);
                all.or(&Secrecy { value: item.value.and(&item.there), there: Taint::default(), ..item })
            }),
            ExprKind::Without(a, b) => {
                let named = self.names_cards(a) || self.names_cards(b);
                let (a, b) = (self.secrecy(a), self.secrecy(b));
                let left = a.value.clone().and(&b.value).and(&b.there).and(&a.comparison_taint(&b));
                // the position of a card identified by name reveals the card at that position
                let left = if named { left.and(&a.face).and(&b.face) } else { left };
                a.by(&left)
            }
            ExprKind::By(by, local, body, list) => self.made_by(*by, *local, body, list),
            ExprKind::Reversed(_) | ExprKind::Subsets(..) => self.listed(expr),
            ExprKind::Count(list) | ExprKind::Any(list) | ExprKind::Exists(list) => {
                Secrecy::from_taint(self.secrecy(list).there)
            }
            ExprKind::AllPlayers(from) | ExprKind::AllSpots(_, from) => {
                let value = from.as_deref().map(|from| self.secrecy(from).value).unwrap_or_default();
                Secrecy { value, ..Secrecy::default() }
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::Row(a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Range(a, b) => Secrecy::from_taint(self.secrecy(a).value.and(&self.secrecy(b).value)),
            ExprKind::Compare(_, a, b) | ExprKind::IsIn(a, b) => {
                Secrecy::from_taint(self.compared(a, b, expr))
            }
            ExprKind::Call(function, args) => {
                let given: Vec<Secrecy> = args.iter().map(|arg| self.secrecy(arg)).collect();
                self.unseen(self.values.functions[function.index()].with(&given, args))
            }
            ExprKind::If(test, a, b) => {
                let test = self.secrecy(test).value;
                let (a, b) = (self.secrecy(a), self.secrecy(b));
                a.or(&b).by(&test)
            }
            ExprKind::Default(a, b) => {
                let (a, b) = (self.secrecy(a), self.secrecy(b));
                let value = a.value.clone().and(&a.there);
                // the chosen list decides the length
                let there = if expr.ty.is_list() { value.clone() } else { Taint::default() };
                Secrecy { value, there, ..a }.or(&b)
            }
            ExprKind::Chain(local, base, body) => {
                let base = self.secrecy(base);
                let there = base.there.clone();
                self.bind(*local, Secrecy { there: Taint::default(), ..base });
                self.secrecy(body).by(&there)
            }
            ExprKind::Let(local, value, body) => {
                let value = self.secrecy(value);
                self.bind(*local, value);
                self.secrecy(body)
            }
            ExprKind::Fold(_, local, body, list) => {
                let of = self.secrecy(list);
                let value = self.of_each(*local, list, &of, body).value.and(&of.there);
                Secrecy { value, ..Secrecy::from_taint(of.there) }
            }
            plain_lists!() | ExprKind::Neighbours(..) => self.listed(expr),
            ExprKind::Concat(a, b) => {
                let (a, b) = (self.secrecy(a), self.secrecy(b));
                a.or(&b)
            }
            ExprKind::Filter { local, list, test } => {
                let of = self.secrecy(list);
                let of = self.looked_for(list, of, *local, test);
                let test = self.test_of_each(*local, list, &of, test);
                of.by(&test)
            }
        }
    }

    /// Returns the secrecy of a list whose elements and length follow from all its parts.
    fn listed(&mut self, list: &Expr) -> Secrecy {
        let parts = list.children();
        parts.into_iter().fold(Secrecy::default(), |all, part| {
            let of = self.secrecy(part);
            let counted =
                if part.ty.is_list() { Secrecy::default() } else { Secrecy::from_taint(of.value.clone()) };
            all.or(&of).or(&counted)
        })
    }

    /// Returns the secrecy of a value computed for each element of a list.
    fn of_each(&mut self, local: LocalId, list: &Expr, of: &Secrecy, body: &Expr) -> Secrecy {
        self.bind(local, of.element());
        let known = (self.seen.open.len(), self.seen.shown.len());
        self.seen.open_for(local, list);
        let mut body = self.secrecy(body);
        self.seen.open.truncate(known.0);
        self.seen.shown.truncate(known.1);
        let secrets = body.parts_mut().into_iter().flat_map(|part| &mut part.secrets);
        secrets.for_each(|secret| secret.leaves_list(local, list));
        body
    }

    /// Returns the taint of a filter test. Each conjunct is evaluated only for elements that pass the
    /// previous ones.
    fn test_of_each(&mut self, local: LocalId, list: &Expr, of: &Secrecy, test: &Expr) -> Taint {
        if !self.seen.knows_of_each() && list.ty.element() != Type::PLAYER {
            return self.of_each(local, list, of, test).value;
        }
        let (mut parts, mut taint, mut before) = (Vec::new(), Taint::default(), None);
        conjuncts(test, &mut parts);
        for part in parts {
            let left = before.as_ref().map(|test: &Expr| {
                let kind =
                    ExprKind::Filter { local, list: Box::new(list.clone()), test: Box::new(test.clone()) };
                Expr { kind, ..list.clone() }
            });
            taint = taint.and(&self.of_each(local, left.as_ref().unwrap_or(list), of, part).value);
            before = Some(match before.take() {
                Some(test) => {
                    Expr { kind: ExprKind::And(Box::new(test), Box::new(part.clone())), ..part.clone() }
                }
                None => part.clone(),
            });
        }
        taint
    }

    /// Returns the secrecy of an element by its position. The length of a nested list follows from its
    /// identity.
    fn one_of(&mut self, list: &Expr, expr: &Expr) -> Secrecy {
        let of = self.secrecy(list);
        let there = if expr.ty.is_list() { of.there.and(&of.value) } else { of.there };
        Secrecy { there, ..of }
    }

    /// Returns the secrecy of a list mapped, sorted or grouped by a value of each element.
    fn made_by(&mut self, by: ListOperation, local: LocalId, body: &Expr, list: &Expr) -> Secrecy {
        let of = self.secrecy(list);
        let body = self.of_each(local, list, &of, body);
        let list = of;
        match by {
            ListOperation::Values => {
                Secrecy { value: body.value.and(&body.there), there: list.there, ..body }
            }
            ListOperation::Sorted => Secrecy { value: list.value.and(&body.value), ..list },
            ListOperation::Groups => list.by(&body.value),
        }
    }

    /// Returns the secrecy of a zone, whose cards may be hidden.
    fn zone(&self, zone: ZoneId, expr: &Expr) -> Secrecy {
        match self.checked.zones[zone.index()].sees {
            Sees::Owner | Sees::Others | Sees::Nobody => {
                let mut face = Taint::secret(expr.span, SecretSource::Card(short(expr)));
                face.secrets.iter_mut().for_each(|secret| secret.since_call = self.is_since_call(secret));
                Secrecy { face: face.once(self.seen.knows_zone(expr)), ..Secrecy::default() }
            }
            // the face of a card in a `by_face` zone is not tracked, so the card counts as visible
            Sees::All | Sees::ByFace => Secrecy::default(),
        }
    }

    /// Removes from the secrecy of a function, property or score the zones that are public here.
    fn unseen(&self, mut secrecy: Secrecy) -> Secrecy {
        for taint in secrecy.parts_mut() {
            self.take_seen(taint, |_| true);
            taint.secrets.iter_mut().for_each(|secret| secret.since_call = self.is_since_call(secret));
        }
        secrecy
    }

    /// Removes from a procedure's taint everything that was public before the call.
    pub fn before_call(&self, taint: &mut Taint) {
        self.take_seen(taint, |secret| secret.since_call);
        taint.secrets.iter_mut().for_each(|secret| secret.since_call &= self.is_since_call(secret));
    }

    /// Discloses the matching secrets whose zones are public.
    fn take_seen(&self, taint: &mut Taint, of: impl Fn(&Secret) -> bool) {
        for known in [Certainty::Perhaps, Certainty::Yes] {
            let is =
                |secret: &Secret| secret.zone().and_then(|zone| self.seen.knows_zone(zone)) == Some(known);
            taint.disclose(known, 0, |secret| of(secret) && is(secret));
        }
    }

    /// Returns true if the caller of the procedure knows whether a zone is public: the zone refers to
    /// parameters only, and is unchanged since the call.
    fn is_since_call(&self, secret: &Secret) -> bool {
        let Some((params, zone)) = self.params.zip(secret.zone()) else { return false };
        !zone.reads(params..u16::MAX) && !self.seen.since.hides(self.checked, zone)
    }

    /// Returns the secrecy of a property. It depends on the identity of the card, because cards have
    /// modifiers.
    fn property(&mut self, property: PropertyId, card: &Expr) -> Secrecy {
        let of = self.secrecy(card);
        let face = of.value.clone().and(&of.face);
        let value = self.values.properties[property.index()].with(&[of], std::slice::from_ref(card));
        self.unseen(value).by(&face)
    }

    /// Returns the taint of a comparison or membership test. A card identified by name reveals the face of
    /// the other.
    fn compared(&mut self, a: &Expr, b: &Expr, expr: &Expr) -> Taint {
        let (left, right) = (self.secrecy(a), self.secrecy(b));
        let told = left.comparison_taint(&right);
        let all = left.value.and(&left.there).and(&right.value).and(&told);
        let all = if matches!(expr.kind, ExprKind::IsIn(..)) { all } else { all.and(&right.there) };
        if is_by_name(a) || is_by_name(b) { all.and(&left.face).and(&right.face) } else { all }
    }

    /// Returns true if a list contains cards irrespective of their position.
    fn names_cards(&self, list: &Expr) -> bool {
        matches!(list.kind, ExprKind::AllCards(_))
            || is_by_name(list)
            || list.children().into_iter().any(|part| self.names_cards(part))
    }

    /// Adds the aspects of a card that a test reads.
    fn read_of(&self, test: &Expr, card: LocalId, reads: &mut Reads) {
        let kind = &test.kind;
        if test.is_local(card) {
            reads.face = true;
        } else if let ExprKind::VarOf(var, of) = kind
            && of.is_local(card)
        {
            // all players see marks at the position of the card
            reads.place |= self.checked.vars[var.index()].lifetime.zone().is_some();
        } else if let ExprKind::Card(_, of) | ExprKind::SpotOf(_, of) = kind
            && of.is_local(card)
        {
            reads.place |= self.tells_place(test, of);
            reads.face |= matches!(kind, ExprKind::Card(CardMember::Name, _));
        } else if let ExprKind::IsIn(of, list) = kind
            && of.is_local(card)
        {
            reads.place = true;
            self.read_of(list, card, reads);
        } else {
            test.children().into_iter().for_each(|part| self.read_of(part, card, reads));
        }
    }

    /// Returns the secrecy of cards identified by their faces. Their position is secret if some may be in
    /// hidden zones.
    fn meant(&self, cards: &Expr) -> Secrecy {
        let hides = self.hides(cards, |_| true);
        let place = if hides { Taint::secret(cards.span, SecretSource::Place) } else { Taint::default() };
        Secrecy { place, ..Secrecy::default() }
    }

    /// Returns true if a member of a card reveals a position that some player doesn't know.
    fn tells_place(&self, member: &Expr, card: &Expr) -> bool {
        if let ExprKind::SpotOf(spot, _) = member.kind {
            return self.hides(card, |zone| zone.holder == Holder::Spot(spot));
        }
        let ExprKind::Card(member, _) = member.kind else { return false };
        match member {
            CardMember::Owner | CardMember::Name => false,
            CardMember::Holder => self.hides(card, ZoneDef::is_players),
            CardMember::Host => {
                self.hides(card, |zone| matches!(zone.holder, Holder::Kind(_) | Holder::Design(_)))
            }
            CardMember::Position | CardMember::Above | CardMember::Below => self.hides(card, |_| true),
        }
    }

    /// Returns true if such cards may be in a hidden zone that satisfies `one_of`.
    fn hides(&self, cards: &Expr, one_of: impl Fn(&'c ZoneDef) -> bool) -> bool {
        let base = cards.ty.base();
        let design = if let Base::Design(design) = base { Some(design) } else { None };
        let kind = design.map(|design| self.checked.designs[design.index()].kind);
        let kind = if let Base::Kind(kind) = base { Some(kind) } else { kind };
        let may_hold = |zone: &&ZoneDef| kind.is_none_or(|kind| zone.holds.contains(&kind));
        self.hiding().filter(may_hold).any(one_of)
    }

    /// Returns the zones whose contents are hidden from some player.
    fn hiding(&self) -> impl Iterator<Item = &'c ZoneDef> {
        self.checked.zones.iter().filter(|zone| !matches!(zone.sees, Sees::All | Sees::ByFace))
    }

    /// Returns true if a test of the position alone selects cards of this list without revealing their kind:
    /// it is the list of all cards, or of a kind that shares no hidden zone with another kind.
    fn is_whole(&self, list: &Expr) -> bool {
        let ExprKind::AllCards(bearer) = list.kind else { return false };
        let alone = |kind| self.hiding().all(|zone| zone.holds == [kind] || !zone.holds.contains(&kind));
        match bearer {
            None => true,
            Some(Bearer::Kind(kind)) => alone(kind),
            Some(Bearer::Design(_)) => false,
        }
    }

    /// Returns true if a test requires that a zone on the candidate contains another card, and all players
    /// see that zone. The position of the candidate is then public.
    fn is_host(&self, test: &Expr, candidate: LocalId) -> bool {
        let ExprKind::IsIn(card, list) = &test.kind else { return false };
        let (ExprKind::ZoneCards(zone), false) = (&list.kind, card.is_local(candidate)) else { return false };
        let holder = zone.named_zone().and_then(|zone| zone.holder);
        holder.is_some_and(|of| of.is_local(candidate)) && all_see(self.checked, zone)
    }

    /// Returns the secrecy of a query over all cards, which selects them by face or by position.
    fn looked_for(&mut self, list: &Expr, of: Secrecy, local: LocalId, test: &Expr) -> Secrecy {
        if of.place.is_clear() {
            return of;
        }
        let mut parts = Vec::new();
        conjuncts(test, &mut parts);
        let in_sight = |part: &&Expr| matches!(&part.kind, ExprKind::IsIn(card, zone) if card.is_local(local) && self.secrecy(zone).face.is_clear());
        if parts.iter().any(in_sight) || parts.iter().any(|part| self.is_host(part, local)) {
            return Secrecy { place: Taint::default(), ..of };
        }
        if let Some(one) = parts.iter().find_map(|part| equal_to(part, local)) {
            // the candidate is this card, so it has the same secrecy
            let one = self.secrecy(one);
            return Secrecy { face: of.face.and(&one.face), place: one.place, ..of };
        }
        let mut reads = Reads::default();
        self.read_of(test, local, &mut reads);
        if self.is_whole(list) && reads.place && !reads.face {
            return Secrecy { face: of.face.and(&of.place), place: Taint::default(), ..of };
        }
        of
    }
}

/// Returns the card to which a test equates the candidate.
fn equal_to(test: &Expr, candidate: LocalId) -> Option<&Expr> {
    let ExprKind::Compare(Comparison::Eq, a, b) = &test.kind else { return None };
    match (a.is_local(candidate), b.is_local(candidate)) {
        (true, false) => Some(b),
        (false, true) => Some(a),
        _ => None,
    }
}

/// Returns true if the expression denotes a card irrespective of its position.
fn is_by_name(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::CardAt(..) | ExprKind::Only(_))
}

/// Aspects of a card that a test reads.
#[derive(Default)]
struct Reads {
    /// True if the test reads a position that may be hidden.
    place: bool,
    /// True if the test reads the face or the identity.
    face: bool,
}
