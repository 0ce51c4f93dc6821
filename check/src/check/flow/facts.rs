//! Facts: conditions with a known truth value at a statement, because of enclosing tests.
//!
//! Conditions are compared semantically: `any(card c in hand where c.late)` is a fact about `card in hand
//! where late`.

use crate::check::types::expr::make;
use crate::check::types::scope::{Fact, Scope};
use crate::check::{Checker, Progress};
use crate::hir::{
    Alike, CardMember, Comparison, Expr, ExprKind, ListOperation, MapDef, Unary, cell_kinds, computed_kinds,
    free_kinds, is_same, list_kinds, list_tests, made_lists, plain_lists, read_kinds, whole_lists,
};
use crate::ids::LocalId;
use crate::operators::Bounds;
use crate::types::{Base, Type};

/// First number of a function's locals when its body is inlined.
const ELSEWHERE: u16 = 1 << 15;

/// Adds the facts that follow from the truth value of a condition.
pub(in crate::check) fn learn(scope: &mut Scope, cond: &Expr, truth: bool) {
    match &cond.kind {
        ExprKind::And(a, b) if truth => {
            learn(scope, a, true);
            learn(scope, b, true);
        }
        ExprKind::Or(a, b) if !truth => {
            learn(scope, a, false);
            learn(scope, b, false);
        }
        ExprKind::Not(a) => learn(scope, a, !truth),
        ExprKind::Const(_) => {}
        ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Compare(..)
        | ExprKind::Exists(_)
        | ExprKind::FaceUp(_)
        | ExprKind::IsKind(..)
        | ExprKind::IsDesign(..)
        | ExprKind::Local(_)
        | ExprKind::Call(..)
        | ExprKind::Let(..)
        | list_tests!()
        | read_kinds!()
        | computed_kinds!()
        | list_kinds!() => scope.facts.push(std::rc::Rc::new(Fact { cond: cond.clone(), holds: truth })),
    }
}

/// Adds the facts about an element of a list that its filters imply.
pub(in crate::check) fn passed(scope: &mut Scope, list: &Expr, element: LocalId) {
    match &list.kind {
        ExprKind::Filter { local, list, test } => {
            let cond = test.of_local(*local, element);
            learn(scope, &cond, true);
            scope.filters.push(std::rc::Rc::new(Fact { cond, holds: true }));
            passed(scope, list, element);
        }
        ExprKind::Prefix(_, list)
        | ExprKind::Without(list, _)
        | ExprKind::Reversed(list)
        | ExprKind::By(ListOperation::Sorted, _, _, list) => passed(scope, list, element),
        ExprKind::ZoneCards(_) => {
            let item = Expr { kind: ExprKind::Local(element), ty: list.ty.element(), span: list.span };
            let kind = ExprKind::IsIn(Box::new(item), Box::new(list.clone()));
            let cond = Expr { kind, ty: Type::BOOL, span: list.span };
            scope.filters.push(std::rc::Rc::new(Fact { cond, holds: true }));
        }
        ExprKind::By(ListOperation::Values | ListOperation::Groups, ..)
        | ExprKind::Concat(..)
        | ExprKind::CardsBelow(_)
        | ExprKind::CardsAbove(_)
        | ExprKind::Neighbours(..)
        | ExprKind::Items(_)
        | ExprKind::Subsets(..)
        | cell_kinds!()
        | whole_lists!() => {}
    }
}

/// Adds the facts from a list's filters for an expression computed from an element.
pub(in crate::check) fn shown(scope: &mut Scope, list: &Expr, element: LocalId) {
    if let ExprKind::Filter { local, list, test } = &list.kind {
        learn(scope, &test.of_local(*local, element), true);
        shown(scope, list, element);
    }
}

/// Adds the facts about a local that is assigned the first or last element of a list or zone.
pub(in crate::check) fn picked(scope: &mut Scope, value: &Expr, local: LocalId) {
    if let Some(list) = picked_from(value) {
        passed(scope, list, local);
    } else if let Some(zone) = end_of(value) {
        let list = ExprKind::ZoneCards(Box::new(zone.clone()));
        let list = Expr { kind: list, ty: value.ty.present().list(), span: value.span };
        passed(scope, &list, local);
    }
}

/// Returns the zone from which a card was taken.
pub(in crate::check) fn zone_of<'e>(scope: &'e Scope, card: &'e Expr) -> Option<&'e Expr> {
    if let Some(zone) = end_of(card) {
        return Some(zone);
    }
    scope.filters.iter().rev().find_map(|fact| {
        let ExprKind::IsIn(item, list) = &fact.cond.kind else { return None };
        let ExprKind::ZoneCards(zone) = &list.kind else { return None };
        is_same(item, card).then_some(&**zone)
    })
}

/// Returns true if a fact proves that an optional value exists.
pub(in crate::check) fn is_present(scope: &Scope, expr: &Expr) -> bool {
    scope
        .facts
        .iter()
        .any(|fact| fact.holds && matches!(&fact.cond.kind, ExprKind::Exists(known) if is_same(known, expr)))
}

/// Returns the list that the truth value of a condition proves to be non-empty.
pub(super) fn list_with_some(cond: &Expr, holds: bool) -> Option<&Expr> {
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    match &cond.kind {
        ExprKind::Any(list) | ExprKind::IsIn(_, list) => holds.then_some(list),
        ExprKind::Exists(of) => picked_from(of).filter(|_| holds),
        ExprKind::Compare(op, a, b) => {
            let (list, op, n) = counted(*op, a, b)?;
            let some = match (op, holds) {
                (Gt, true) | (Le, false) => n >= 0,
                (Ge, true) | (Lt, false) => n >= 1,
                (Ne, true) | (Eq, false) => n == 0,
                (Eq, true) | (Ne, false) => n >= 1,
                _ => false,
            };
            some.then_some(list)
        }
        ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Not(_)
        | ExprKind::FaceUp(_)
        | ExprKind::IsKind(..)
        | ExprKind::IsDesign(..)
        | free_kinds!()
        | read_kinds!()
        | computed_kinds!()
        | list_kinds!() => None,
    }
}

/// Returns the list if the expression is its first or last element.
fn picked_from(one: &Expr) -> Option<&Expr> {
    if let ExprKind::First(list) | ExprKind::Last(list) = &one.kind { Some(list) } else { None }
}

/// Returns the zone if the expression is its top or bottom card.
fn end_of(card: &Expr) -> Option<&Expr> {
    if let ExprKind::Top(zone) | ExprKind::Bottom(zone) = &card.kind { Some(zone) } else { None }
}

/// Matches a comparison of `count(Q)` with a number: returns the list, comparison and number.
pub(in crate::check) fn counted<'e>(
    op: Comparison,
    a: &'e Expr,
    b: &'e Expr,
) -> Option<(&'e Expr, Comparison, i32)> {
    match (&a.kind, &b.kind) {
        (ExprKind::Count(list), ExprKind::Const(n)) => Some((list, op, *n)),
        (ExprKind::Const(n), ExprKind::Count(list)) => Some((list, op.flipped(), *n)),
        _ => None,
    }
}

impl Checker<'_> {
    /// Returns true if a list is certainly non-empty.
    pub(in crate::check) fn is_non_empty(&self, scope: &Scope, list: &Expr) -> bool {
        let tested = scope.facts.iter().any(|fact| {
            let of_top =
                |zone: &Expr| matches!(&list.kind, ExprKind::ZoneCards(other) if is_same(zone, other));
            let top = |of: &Expr| end_of(of).is_some_and(of_top);
            let top = matches!(&fact.cond.kind, ExprKind::Exists(of) if fact.holds && top(of));
            top || list_with_some(&fact.cond, fact.holds).is_some_and(|known| is_implied(known, list))
        });
        tested
            || self.is_implied_by_function(scope, list)
            || match &list.kind {
                ExprKind::AllPlayers(_) => true,
                ExprKind::Filter { .. } if self.is_everyone_in(list) => true,
                ExprKind::AllSpots(spot, _) => {
                    !matches!(self.out.spots[spot.index()].count.kind, ExprKind::Const(n) if n < 1)
                }
                ExprKind::AllWords(count) => *count > 0,
                ExprKind::AllNames(of) => self.how_many_names(*of) > 0,
                ExprKind::Range(a, b) => {
                    self.bounds(a).1.zip(self.bounds(b).0).is_some_and(|(from, to)| from <= to)
                        || self.tested_to_have_some(scope, list)
                }
                ExprKind::Concat(a, b) => self.is_non_empty(scope, a) || self.is_non_empty(scope, b),
                ExprKind::Filter { local, list, test } => {
                    self.some_are_left(list, *local, test)
                        || named_in(test, *local)
                            .into_iter()
                            .any(|one| holds_for(test, *local, one) && self.surely_in(scope, one, list))
                }
                ExprKind::Items(items) => !items.is_empty(),
                ExprKind::Neighbours(spot, _) => {
                    let map = self.out.spots[spot.index()].map.as_ref();
                    map.is_some_and(MapDef::has_no_lonely_place)
                }
                ExprKind::Reversed(list) | ExprKind::Subsets(list, None, _) | ExprKind::By(_, _, _, list) => {
                    self.is_non_empty(scope, list)
                }
                ExprKind::ZoneCards(_)
                | ExprKind::AllCards(_)
                | ExprKind::AllIn(_)
                | ExprKind::Without(..)
                | ExprKind::Subsets(_, Some(_), _)
                | cell_kinds!()
                | plain_lists!() => list.ty.is_unknown(),
            }
    }

    /// Returns true if the facts exclude every case in which a list is empty.
    fn tested_to_have_some(&self, scope: &Scope, list: &Expr) -> bool {
        let some = make(ExprKind::Any(Box::new(list.clone())), Type::BOOL, list.span);
        let me = make(ExprKind::Me, Type::PLAYER, list.span);
        !scope.facts.is_empty() && self.one_holds(&scope.facts, &[&some], &me)
    }

    /// Returns true if a fact calls a function whose body implies that the list is non-empty.
    fn is_implied_by_function(&self, scope: &Scope, list: &Expr) -> bool {
        scope.facts.iter().filter(|fact| fact.holds).any(|fact| {
            let ExprKind::Call(function, args) = &fact.cond.kind else { return false };
            if self.typed.functions[function.index()] != Progress::Done {
                return false;
            }
            let body = self.out.functions[function.index()].body.body.called_with(args, ELSEWHERE);
            let mut parts = Vec::new();
            conjuncts(&body, &mut parts);
            parts
                .into_iter()
                .any(|part| list_with_some(part, true).is_some_and(|known| is_implied(known, list)))
        })
    }

    /// Returns the range of an int, as far as it is known before the game.
    pub(in crate::check) fn bounds(&self, number: &Expr) -> Bounds {
        if let ExprKind::Binary(op, a, b) = &number.kind {
            return op.bounds(self.bounds(a), self.bounds(b));
        }
        if let ExprKind::Option(id) = &number.kind {
            let option = &self.out.options[id.index()];
            return (Some(option.min.into()), Some(option.max.into()));
        }
        if matches!(number.kind, ExprKind::Players) {
            return (Some(self.out.min_players.into()), Some(self.out.max_players.into()));
        }
        let from_one = counts_from_one(number);
        let least = from_one.then_some(1).or(matches!(number.kind, ExprKind::Count(_)).then_some(0));
        number.constant().map_or((least, None), |n| (Some(n.into()), Some(n.into())))
    }

    /// Returns true if a test that only excludes some (`it != me and it != foe`) leaves an element.
    fn some_are_left(&self, list: &Expr, local: LocalId, test: &Expr) -> bool {
        let players = matches!(list.kind, ExprKind::AllPlayers(_)).then_some(i32::from(self.out.min_players));
        let names =
            if let ExprKind::AllNames(of) = list.kind { Some(self.how_many_names(of)) } else { players };
        let all = if let ExprKind::AllWords(count) = list.kind { Some(count) } else { names };
        all.zip(left_out(test, local)).is_some_and(|(all, out)| out < all)
    }

    /// Returns true if a list certainly contains an element.
    fn surely_in(&self, scope: &Scope, one: &Expr, list: &Expr) -> bool {
        let told = scope.facts.iter().any(|fact| {
            let known = |item: &Expr, place: &Expr| is_same(item, one) && is_implied(place, list);
            fact.holds && matches!(&fact.cond.kind, ExprKind::IsIn(item, place) if known(item, place))
        });
        if told || one.ty.is_optional() || one.ty.is_list() {
            return told;
        }
        match &list.kind {
            ExprKind::AllPlayers(_) => one.ty.base() == Base::Player,
            ExprKind::AllWords(_) => matches!(one.ty.base(), Base::Enum(_)),
            ExprKind::AllSpots(spot, None) => one.ty.base() == Base::Spot(*spot),
            ExprKind::AllCards(_) | ExprKind::AllNames(_) => self.fits(one.ty, list.ty.element()),
            ExprKind::Concat(a, b) => self.surely_in(scope, one, a) || self.surely_in(scope, one, b),
            // the active player finishes a turn in which they are eliminated: rules leave it with `stop`
            ExprKind::Filter { .. } if self.is_everyone_in(list) => matches!(one.kind, ExprKind::Me),
            ExprKind::Filter { local, list, test } => {
                holds_for(test, *local, one) && self.surely_in(scope, one, list)
            }
            ExprKind::AllSpots(_, Some(_))
            | ExprKind::Range(..)
            | ExprKind::ZoneCards(_)
            | ExprKind::AllIn(_)
            | ExprKind::Neighbours(..)
            | cell_kinds!()
            | made_lists!()
            | plain_lists!() => false,
        }
    }
}

/// Returns true if a number is a position, because positions start at 1.
pub(in crate::check) fn counts_from_one(number: &Expr) -> bool {
    matches!(number.kind, ExprKind::Unary(Unary::SpotNumber, _) | ExprKind::Card(CardMember::Position, _))
}

/// Returns true if `list` is non-empty whenever `known` is.
pub(in crate::check) fn is_implied(known: &Expr, list: &Expr) -> bool {
    if is_same(known, list) {
        return true;
    }
    match (&known.kind, &list.kind) {
        (
            ExprKind::Filter { local: a, list: known, test: tests },
            ExprKind::Filter { local: b, list, test: wanted },
        ) if is_same(known, list) => {
            let (mut has, mut wants) = (Vec::new(), Vec::new());
            conjuncts(tests, &mut has);
            conjuncts(wanted, &mut wants);
            wants.iter().all(|want| has.iter().any(|has| Alike::with(*a, *b).is_same(has, want)))
        }
        (ExprKind::Filter { list: known, .. } | ExprKind::Prefix(_, known), _) => is_implied(known, list),
        _ => false,
    }
}

/// Splits a condition into its conjuncts.
pub(in crate::check) fn conjuncts<'e>(cond: &'e Expr, parts: &mut Vec<&'e Expr>) {
    let ExprKind::And(a, b) = &cond.kind else { return parts.push(cond) };
    conjuncts(a, parts);
    conjuncts(b, parts);
}

/// Returns the values to which a test compares a candidate: `x` in `it == x or …`.
fn named_in(test: &Expr, local: LocalId) -> Vec<&Expr> {
    if let ExprKind::And(a, b) | ExprKind::Or(a, b) = &test.kind {
        return named_in(a, local).into_iter().chain(named_in(b, local)).collect();
    }
    let ExprKind::Compare(Comparison::Eq, a, b) = &test.kind else { return Vec::new() };
    other_side(a, b, local).into_iter().collect()
}

/// Returns the side of a comparison that is not the candidate.
fn other_side<'e>(a: &'e Expr, b: &'e Expr, local: LocalId) -> Option<&'e Expr> {
    match (a.is_local(local), b.is_local(local)) {
        (true, false) => Some(b),
        (false, true) => Some(a),
        _ => None,
    }
}

/// Returns true if a test certainly holds for a candidate.
fn holds_for(test: &Expr, local: LocalId, one: &Expr) -> bool {
    match &test.kind {
        ExprKind::And(a, b) => holds_for(a, local, one) && holds_for(b, local, one),
        ExprKind::Or(a, b) => holds_for(a, local, one) || holds_for(b, local, one),
        ExprKind::Const(n) => *n == 1,
        ExprKind::Compare(op, a, b) => other_side(a, b, local).is_some_and(|other| match op {
            Comparison::Eq | Comparison::Le | Comparison::Ge => is_same(other, one),
            Comparison::Ne => other.constant().zip(one.constant()).is_some_and(|(a, b)| a != b),
            Comparison::Lt | Comparison::Gt => false,
        }),
        ExprKind::Not(_)
        | ExprKind::Exists(_)
        | ExprKind::FaceUp(_)
        | ExprKind::IsKind(..)
        | ExprKind::IsDesign(..)
        | ExprKind::Local(_)
        | ExprKind::Call(..)
        | ExprKind::Let(..)
        | list_tests!()
        | read_kinds!()
        | computed_kinds!()
        | list_kinds!() => false,
    }
}

/// Returns the maximum number of candidates that a test excludes, if it only excludes specific ones.
fn left_out(test: &Expr, local: LocalId) -> Option<i32> {
    if let ExprKind::And(a, b) = &test.kind {
        return Some(left_out(a, local)? + left_out(b, local)?);
    }
    let ExprKind::Compare(Comparison::Ne, a, b) = &test.kind else { return None };
    other_side(a, b, local).filter(|other| !other.reads(local.0..local.0 + 1)).map(|_| 1)
}
