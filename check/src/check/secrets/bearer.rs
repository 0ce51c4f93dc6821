//! Taint of cards that react or modify in hidden zones: their faces are hidden there.

use super::changes::all_see;
use super::expr::{Reader, Values};
use super::flow_state::CONTROL;
use super::stmt::Walk;
use super::value::{Doubt, Secrecy, SecretSource, Taint};
use crate::check::flow::facts::conjuncts;
use crate::hir::{Bearer, CardMember, Checked, Expr, ExprKind, HandlerDef, Holder, KindDef, ModifierDef};
use crate::ids::{LocalId, ZoneId};
use crate::load::raw::Sees;
use crate::model::Subject;
use crate::types::{Base, Type};
use ludex_grammar::span::Span;

/// Local of the card with the ability.
const SELF: LocalId = LocalId(0);

/// Creates an expression for the card with the ability.
fn this(ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Local(SELF), ty, span }
}

/// Creates an expression for the player whose zone contains the card.
fn holder(card: Expr) -> Expr {
    let span = card.span;
    Expr { kind: ExprKind::Card(CardMember::Holder, Box::new(card)), ty: Type::PLAYER, span }
}

fn kind_of(checked: &Checked, bearer: Bearer) -> (&KindDef, Type) {
    match bearer {
        Bearer::Kind(id) => (&checked.kinds[id.index()], Type::new(Base::Kind(id))),
        Bearer::Design(id) => {
            let kind = checked.designs[id.index()].kind;
            (&checked.kinds[kind.index()], Type::new(Base::Kind(kind)))
        }
    }
}

/// Returns the face taint of a card whose ability works in these zones: hidden if all zones hide it, doubtful
/// if some do. Without own zones, the zones in play of its kind apply.
fn face(checked: &Checked, bearer: Bearer, own: Option<&[ZoneId]>, at: Span) -> Taint {
    let (kind, ty) = kind_of(checked, bearer);
    let zones = own.unwrap_or(&kind.in_play);
    let hides = |zone: &&ZoneId| !matches!(checked.zones[zone.index()].sees, Sees::All | Sees::ByFace);
    let hidden: Vec<ZoneId> = zones.iter().filter(hides).copied().collect();
    let all = hidden.iter().fold(Taint::default(), |all, zone| {
        let def = &checked.zones[zone.index()];
        let there = match def.holder {
            _ if def.per.is_some() => None,
            Holder::Game => Some(ExprKind::GameZone(*zone)),
            Holder::Player => Some(ExprKind::ZoneOf(*zone, Box::new(holder(this(ty, at))))),
            Holder::Spot(_) | Holder::Kind(_) | Holder::Design(_) => None,
        };
        let there = there.map(|kind| std::rc::Rc::new(Expr { kind, ty: Type::ZONE, span: at }));
        all.and(&Taint::secret(at, SecretSource::Card(there)))
    });
    if hidden.len() < zones.len() { all.doubted(Doubt::Reacts) } else { all }
}

/// Returns true if a condition requires the card to be in a zone that all players see.
fn is_seen(checked: &Checked, test: &Expr) -> bool {
    let mut parts = Vec::new();
    conjuncts(test, &mut parts);
    parts.into_iter().any(|part| {
        let ExprKind::IsIn(card, list) = &part.kind else { return false };
        if let ExprKind::Filter { test, .. } = &list.kind {
            return is_seen(checked, test);
        }
        matches!(&list.kind, ExprKind::ZoneCards(zone) if card.is_local(SELF) && all_see(checked, zone))
    })
}

impl Walk<'_> {
    fn decided_by(&mut self, taint: &Taint) {
        let control = self.read.seen.take_decides(CONTROL).and(taint);
        self.read.seen.set_decides(CONTROL, control);
    }

    /// Binds the reacting card and its holder. The card may be public if the event is about it, or if a
    /// condition restricts the reaction.
    pub(super) fn reacts(&mut self, handler: &HandlerDef, at: Span) {
        let checked = self.read.checked;
        let event = &checked.events[handler.event.index()];
        let (kind, ty) = kind_of(checked, handler.bearer);
        let is_seen = handler.when.as_ref().is_some_and(|when| is_seen(checked, &when.body));
        let face = match is_seen {
            true => Taint::default(),
            false => face(checked, handler.bearer, handler.zones.as_deref(), at),
        };
        let is_meant = event.subject == Subject::Card && !handler.any;
        if let (Bearer::Design(_), false) = (handler.bearer, is_meant) {
            // the holder of this card decides the player of a question
            self.decided_by(&face);
        }
        let is_tested = handler.when.is_some() || kind.active.is_some();
        let face = if is_meant || is_tested { face.doubted(Doubt::Reacts) } else { face };
        self.read.bind(SELF, Secrecy { face, ..Secrecy::default() }.of_local(SELF));
        let this = this(ty, at);
        let owner = ExprKind::Card(CardMember::Owner, Box::new(this.clone()));
        let owner = Expr { kind: owner, ty: Type::PLAYER, span: at };
        let holder = holder(this);
        self.read.seen.equate(&holder, &owner);
        if event.subject == Subject::Player {
            let who = Expr { kind: ExprKind::Local(LocalId(1)), ty: Type::PLAYER, span: at };
            self.read.seen.equate(&holder, &who);
        }
        if let Some(when) = &handler.when {
            let when = self.read.secrecy(&when.body).value;
            self.decided_by(&when);
        }
    }
}

/// Returns the secrecy that a modifier adds to a property: everything it reads of the card with the ability.
/// For an ability of a single design, whether that card is in play counts, too.
pub(super) fn modified(checked: &Checked, values: &Values, modifier: &ModifierDef) -> Secrecy {
    let mut reader = Reader::new(checked, values);
    let tests = modifier.applies.iter().chain(&modifier.condition);
    let hidden = match tests.into_iter().any(|test| is_seen(checked, &test.body)) {
        true => Taint::default(),
        false => face(checked, modifier.bearer, None, modifier.span).doubted(Doubt::Reacts),
    };
    let bearer = match modifier.applies {
        Some(_) => Secrecy { face: hidden.clone(), ..Secrecy::default() },
        None => Secrecy::param(0),
    };
    reader.bind(SELF, bearer);
    let condition =
        modifier.condition.as_ref().map(|test| reader.secrecy(&test.body).value).unwrap_or_default();
    reader.bind(LocalId(1), Secrecy::param(0));
    let applies = modifier.applies.as_ref().map(|test| reader.secrecy(&test.body).value).unwrap_or_default();
    let value = reader.secrecy(&modifier.value.body).by(&condition).by(&applies);
    match (modifier.bearer, &modifier.applies) {
        (Bearer::Design(_), Some(_)) => value.by(&hidden),
        _ => value,
    }
}
