//! Disclosures: cards that all players have seen, until they change unseen.

use std::rc::Rc;

use super::changes::ChangeSet;
use super::value::{ELSEWHERE, is_short, list_of_some};
use crate::check::flow::facts::is_implied;
use crate::hir::{Checked, Expr, ExprKind, is_same};
use crate::ids::{LocalId, ZoneId};
use crate::types::Type;

/// Cards that all players have seen.
#[derive(Debug, Clone)]
pub(super) enum Open {
    Zone(Rc<Expr>),
    /// The card or list that an expression denotes.
    These(Rc<Expr>),
    /// The cards in a zone of each player of a list.
    Each(Rc<Expr>, ZoneId),
}

impl Open {
    /// Creates a disclosure of this zone of all players.
    pub fn all(zone: ZoneId, like: &Expr) -> Self {
        Self::Each(Rc::new(all_players(like)), zone)
    }

    /// Generalises the disclosure of a loop over players from the candidate's zone to that of each player.
    pub fn each(&self, local: LocalId, list: &Expr) -> Option<Self> {
        let Self::Zone(zone) = self else { return None };
        let ExprKind::ZoneOf(id, of) = &zone.kind else { return None };
        of.is_local(local).then(|| Self::Each(Rc::new(in_any_order(list)), *id))
    }

    /// Instantiates the disclosure for one player of a list.
    pub fn of_one(&self, local: LocalId, list: &Expr) -> Option<Self> {
        let Self::Each(all, zone) = self else { return None };
        if !is_implied(&in_any_order(list), all) {
            return None;
        }
        let player = Expr { kind: ExprKind::Local(local), ty: Type::PLAYER, span: list.span };
        let zone = ExprKind::ZoneOf(*zone, Box::new(player));
        Some(Self::Zone(Rc::new(Expr { kind: zone, ty: Type::ZONE, span: list.span })))
    }

    /// Instantiates the disclosure for a local that is assigned players of the list.
    pub fn of_some(&self, local: LocalId, list: &Expr) -> Option<Self> {
        let Self::Each(all, zone) = self else { return None };
        let some = Expr { kind: ExprKind::Local(local), ..list.clone() };
        is_implied(&in_any_order(list), all).then(|| Self::Each(Rc::new(some), *zone))
    }

    /// Returns true if it discloses the contents of a zone.
    pub fn shows_zone(&self, zone: &Expr) -> bool {
        match self {
            Self::Zone(open) => Rc::as_ptr(open) == std::ptr::from_ref(zone) || is_same(open, zone),
            Self::Each(list, id) => {
                let of =
                    matches!(&zone.kind, ExprKind::ZoneOf(zone, _) | ExprKind::AllIn(zone) if zone == id);
                let some =
                    if let ExprKind::ZoneOf(_, player) = &zone.kind { list_of_some(player) } else { None };
                let in_list = some.is_some_and(|some| is_implied(&in_any_order(some), list));
                of && (matches!(list.kind, ExprKind::AllPlayers(_)) || in_list)
            }
            Self::These(_) => false,
        }
    }

    /// Returns true if it discloses the card or list that an expression denotes.
    pub fn shows(&self, cards: &Expr) -> bool {
        let Self::These(open) = self else { return false };
        is_same(open, cards) || is_start(open, cards)
    }

    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Zone(a), Self::Zone(b)) | (Self::These(a), Self::These(b)) => {
                Rc::ptr_eq(a, b) || is_same(a, b)
            }
            (Self::Each(a, zone), Self::Each(b, other)) => {
                zone == other && (Rc::ptr_eq(a, b) || is_same(a, b))
            }
            (Self::Zone(_) | Self::These(_) | Self::Each(..), _) => false,
        }
    }

    /// Returns true if the disclosure still holds after the changes.
    pub fn outlasts(&self, checked: &Checked, changes: &ChangeSet) -> bool {
        match self {
            Self::Zone(zone) => !changes.hides(checked, zone),
            Self::These(cards) => !changes.alters(cards),
            Self::Each(list, zone) => !changes.adds_to(list) && !changes.hides_any(*zone),
        }
    }

    pub fn reads(&self, locals: std::ops::Range<u16>) -> bool {
        let (Self::Zone(of) | Self::These(of) | Self::Each(of, _)) = self;
        of.reads(locals)
    }

    /// Substitutes arguments for the parameters; `None` if an argument is too long.
    pub fn with(&self, args: &[Expr]) -> Option<Self> {
        let (Self::Zone(of) | Self::These(of) | Self::Each(of, _)) = self;
        if !args.iter().all(is_short) {
            return None;
        }
        let of = Rc::new(of.called_with(args, ELSEWHERE));
        Some(match self {
            Self::Zone(_) => Self::Zone(of),
            Self::These(_) => Self::These(of),
            Self::Each(_, zone) => Self::Each(of, *zone),
        })
    }

    /// Returns true if the disclosure is short and refers to parameters only, so that it can be part of a
    /// summary.
    pub fn is_of_params(&self, params: u16) -> bool {
        let (Self::Zone(of) | Self::These(of) | Self::Each(of, _)) = self;
        let mut bound = Vec::new();
        binds(of, &mut bound);
        is_short(of) && reads_only(of, params, &bound)
    }
}

/// Returns true if the cards are a prefix of the list.
fn is_start(list: &Expr, cards: &Expr) -> bool {
    let ExprKind::Prefix(most, of) = &list.kind else { return false };
    let Some(most) = most.constant() else { return false };
    if let ExprKind::Prefix(n, from) = &cards.kind {
        return n.constant().is_some_and(|n| n <= most) && is_same(from, of);
    }
    let ExprKind::Top(zone) = &cards.kind else { return false };
    most > 0 && matches!(&of.kind, ExprKind::ZoneCards(from) if is_same(from, zone))
}

/// Returns a list of players without its starting player.
fn in_any_order(list: &Expr) -> Expr {
    if let ExprKind::AllPlayers(_) = list.kind {
        return all_players(list);
    }
    let ExprKind::Filter { local, list: of, test } = &list.kind else { return list.clone() };
    let kind = ExprKind::Filter { local: *local, list: Box::new(in_any_order(of)), test: test.clone() };
    Expr { kind, ..list.clone() }
}

fn all_players(like: &Expr) -> Expr {
    Expr { kind: ExprKind::AllPlayers(None), ty: Type::PLAYER.list(), span: like.span }
}

/// Collects the locals that an expression binds.
fn binds(expr: &Expr, bound: &mut Vec<LocalId>) {
    bound.extend(expr.kind.assigns());
    expr.children().into_iter().for_each(|part| binds(part, bound));
}

fn reads_only(expr: &Expr, params: u16, bound: &[LocalId]) -> bool {
    let other = |local: LocalId| local.0 >= params && !bound.contains(&local);
    let here = !matches!(expr.kind, ExprKind::Local(local) if other(local));
    here && expr.children().into_iter().all(|part| reads_only(part, params, bound))
}
