//! Evaluates aggregates over lists: counts, tests, first elements, sums.

use super::eval::{Explainer, Res};
use super::known::{Items, Val};
use super::tree::{Explanation, Gathered, Subject};
use ludex_check::fault::FaultKind;
use ludex_check::hir::{
    Bearer, Expr, ExprKind, Fold, arithmetic_kinds, cell_kinds, free_kinds, list_kinds, made_lists,
    plain_lists, read_kinds, value_tests, whole_lists,
};
use ludex_check::ids::LocalId;
use ludex_check::types::Type;
use ludex_run::play::Value;

impl<'a> Explainer<'a> {
    /// Evaluates an aggregate over a list. For all cards of a kind, enumerates them by name, and by position
    /// if that leaves the result hidden.
    pub fn of_list(&mut self, expr: &'a Expr) -> Res {
        if self.eyes.viewer.is_none() || self.by_place || !asks_for_all_cards(expr) {
            return self.gathered(expr);
        }
        let (by_name, read) = self.traced(|me| me.gathered(expr));
        let by_name = by_name?;
        let (value, read) = match by_name {
            Val::Hidden => {
                self.by_place = true;
                let (by_place, other) = self.traced(|me| me.gathered(expr));
                self.by_place = false;
                (by_place?, other)
            }
            known @ (Val::Is(_) | Val::At(_)) => (known, read),
        };
        if let Some(trace) = &mut self.trace {
            trace.extend(read);
        }
        Ok(value)
    }

    fn gathered(&mut self, expr: &'a Expr) -> Res {
        match &expr.kind {
            ExprKind::Count(list) => self.count(list, expr),
            ExprKind::Any(list) => {
                let (value, found) = self.any(list)?;
                self.gathered_note(Gathered::Any, value, expr, list, found.into_iter().collect());
                Ok(value)
            }
            ExprKind::First(list) => {
                let value = self.first(list)?;
                self.gathered_note(Gathered::First, value, expr, list, Vec::new());
                Ok(value)
            }
            ExprKind::Last(list) => {
                let items = self.list(list)?;
                let sure = !items.uncertain && (!items.mixed || items.items.len() <= 1);
                let value = if sure { items.items.last().copied().unwrap_or(Val::NONE) } else { Val::Hidden };
                self.gathered_note(Gathered::Last, value, expr, list, Vec::new());
                Ok(value)
            }
            ExprKind::Nth(list, n) => {
                let value = self.nth(list, n)?;
                self.leaf(Subject::Expression, value, expr);
                Ok(value)
            }
            ExprKind::Fold(fold, local, body, list) => self.fold(*fold, *local, body, list, expr),
            ExprKind::IsIn(item, list) => {
                let item = self.eval(item)?;
                let value = self.is_in(item, list)?;
                self.leaf(Subject::Expression, value, expr);
                Ok(value)
            }
            free_kinds!() | arithmetic_kinds!() | value_tests!() | read_kinds!() | list_kinds!() => {
                Err(FaultKind::Missing)
            }
        }
    }

    fn gathered_note(&mut self, what: Gathered, value: Val, expr: &Expr, list: &Expr, items: Vec<Val>) {
        if self.trace.is_none() {
            return;
        }
        let ty = list.ty.element();
        let children = items.into_iter().map(|item| self.element(item, ty, self.shown(item, ty), Vec::new()));
        let children = children.collect();
        let shown = self.shown(value, expr.ty);
        self.note(Subject::Gathered(what), shown, expr.span, children);
    }

    fn element(&self, item: Val, ty: Type, value: Value, mut children: Vec<Explanation>) -> Explanation {
        let item = self.shown(item, ty);
        let mut place = None;
        // a printed value has the source location of the card's definition
        if let [Explanation { what: Subject::Field { .. }, value: printed, .. }] = children.as_slice()
            && *printed == value
        {
            place = children.pop().and_then(|field| field.place);
        }
        Explanation { what: Subject::Element(item), value, place, children }
    }

    fn count(&mut self, list: &'a Expr, expr: &'a Expr) -> Res {
        if let ExprKind::ZoneCards(zone) = &list.kind {
            let value = match self.zone(zone)? {
                Some(zone) if !self.eyes.is_concealed(zone) => Val::Is(self.eyes.state.count(zone) as i32),
                _ => Val::Hidden,
            };
            self.leaf(Subject::Gathered(Gathered::Count), value, expr);
            return Ok(value);
        }
        let items = self.list(list)?;
        let value = if items.uncertain { Val::Hidden } else { Val::Is(items.items.len() as i32) };
        self.gathered_note(Gathered::Count, value, expr, list, items.items);
        Ok(value)
    }

    /// Returns whether a list has an element, and one of its elements.
    fn any(&mut self, list: &'a Expr) -> Res<(Val, Option<Val>)> {
        match &list.kind {
            ExprKind::ZoneCards(zone) => Ok(match self.zone(zone)? {
                Some(zone) if !self.eyes.is_concealed(zone) => {
                    (Val::truth(self.eyes.state.count(zone) > 0), None)
                }
                _ => (Val::Hidden, None),
            }),
            ExprKind::Concat(a, b) => match self.any(a)? {
                (Val::Is(0), _) => self.any(b),
                (Val::Is(_), found) => Ok((Val::truth(true), found)),
                _ => {
                    let second = self.perhaps(|me| me.any(b).map(|(value, _)| value));
                    Ok((second.or_hidden(), None))
                }
            },
            ExprKind::Filter { local, list, test } => {
                let items = self.list(list)?;
                let mut unsure = items.uncertain;
                for item in items.items {
                    self.set_local(*local, item);
                    let holds = if unsure {
                        self.perhaps(|me| me.eval(test)).holds()
                    } else {
                        self.silently(|me| me.eval(test))?.holds()
                    };
                    match holds {
                        Some(true) => return Ok((Val::truth(true), Some(item))),
                        Some(false) => {}
                        None => unsure = true,
                    }
                }
                Ok((if unsure { Val::Hidden } else { Val::truth(false) }, None))
            }
            ExprKind::Neighbours(..) | cell_kinds!() | whole_lists!() | made_lists!() | plain_lists!() => {
                let items = self.list(list)?;
                Ok(match items.items.first() {
                    Some(item) => (Val::truth(true), Some(*item)),
                    None if items.uncertain => (Val::Hidden, None),
                    None => (Val::truth(false), None),
                })
            }
        }
    }

    fn first(&mut self, list: &'a Expr) -> Res {
        let ExprKind::Filter { local, list: inner, test } = &list.kind else {
            let items = self.list(list)?;
            let sure = !items.uncertain && (!items.mixed || items.items.len() <= 1);
            return Ok(if sure { items.items.first().copied().unwrap_or(Val::NONE) } else { Val::Hidden });
        };
        let items = self.list(inner)?;
        if items.uncertain || (items.mixed && items.items.len() > 1) {
            let kept = self.list(list)?;
            let none = !kept.uncertain && kept.items.is_empty();
            return Ok(if none { Val::NONE } else { Val::Hidden });
        }
        for item in items.items {
            self.set_local(*local, item);
            match self.silently(|me| me.eval(test))?.holds() {
                Some(true) => return Ok(item),
                Some(false) => {}
                None => return Ok(Val::Hidden),
            }
        }
        Ok(Val::NONE)
    }

    /// Returns whether a list contains a value. Like in play, a filter tests only that value.
    pub fn is_in(&mut self, item: Val, list: &'a Expr) -> Res {
        let missing = matches!(item, Val::Is(n) if n < 0);
        match &list.kind {
            ExprKind::Concat(a, b) => match self.is_in(item, a)? {
                Val::Is(1) => Ok(Val::truth(true)),
                Val::Is(_) => self.is_in(item, b),
                Val::At(_) | Val::Hidden => Ok(self.perhaps(|me| me.is_in(item, b)).or_hidden()),
            },
            ExprKind::Filter { local, list, test } => {
                let inside = self.is_in(item, list)?;
                if inside == Val::truth(false) || missing {
                    return Ok(Val::truth(false));
                }
                self.set_local(*local, item);
                let holds = match inside {
                    Val::Is(_) => self.silently(|me| me.eval(test))?,
                    Val::At(_) | Val::Hidden => self.perhaps(|me| me.eval(test)),
                };
                Ok(match (inside, holds.holds()) {
                    (_, Some(false)) => Val::truth(false),
                    (Val::Is(_), Some(true)) => Val::truth(true),
                    _ => Val::Hidden,
                })
            }
            ExprKind::AllCards(None)
            | ExprKind::AllPlayers(_)
            | ExprKind::AllSpots(..)
            | ExprKind::AllWords(_) => Ok(Val::truth(true)),
            ExprKind::ZoneCards(_) | ExprKind::AllCards(Some(_)) if missing => Err(FaultKind::Missing),
            ExprKind::ZoneCards(zone) => {
                let Some(zone) = self.zone(zone)? else { return Ok(Val::Hidden) };
                self.look_through(zone)?;
                Ok(match self.eyes.place_of(item) {
                    _ if self.eyes.is_concealed(zone) => Val::Hidden,
                    Some(card) => {
                        Val::truth(self.eyes.state.cards[usize::from(card)].zone == zone && zone != 0)
                    }
                    // a card with an unknown position may be among the unknown cards of a zone
                    None => self.one_of(item, &self.eyes.cards_in(zone)),
                })
            }
            ExprKind::AllCards(Some(Bearer::Kind(kind))) => Ok(match item {
                Val::Is(card) => Val::truth(self.program.layout.kind[card as usize] == kind.0),
                Val::At(card) => Val::truth(self.program.layout.kind[usize::from(card)] == kind.0),
                Val::Hidden => Val::Hidden,
            }),
            ExprKind::AllCards(Some(Bearer::Design(design))) => Ok(match item {
                Val::Is(card) => Val::truth(self.program.layout.design[card as usize] == design.0),
                Val::At(_) | Val::Hidden => Val::Hidden,
            }),
            ExprKind::Range(..)
            | ExprKind::AllNames(_)
            | ExprKind::AllIn(_)
            | ExprKind::Neighbours(..)
            | cell_kinds!()
            | made_lists!()
            | plain_lists!() => {
                let items = self.list(list)?;
                Ok(self.one_of(item, &items))
            }
        }
    }

    fn one_of(&self, item: Val, items: &Items) -> Val {
        let same: Vec<Val> = items.items.iter().map(|other| self.same(item, *other)).collect();
        if same.contains(&Val::truth(true)) {
            return Val::truth(true);
        }
        if items.uncertain || same.contains(&Val::Hidden) { Val::Hidden } else { Val::truth(false) }
    }

    fn fold(&mut self, fold: Fold, local: LocalId, body: &'a Expr, list: &'a Expr, expr: &'a Expr) -> Res {
        let items = self.list(list)?;
        let mut terms = Vec::with_capacity(items.items.len());
        let mut children = Vec::new();
        for item in &items.items {
            self.set_local(local, *item);
            let (term, read) = self.traced(|me| me.eval(body));
            let term = term?;
            if self.trace.is_some() {
                let shown = self.shown(term, body.ty);
                children.push(self.element(*item, list.ty.element(), shown, read));
            }
            terms.push(term);
        }
        let value = if items.uncertain { Val::Hidden } else { folded(fold, &terms)? };
        if self.trace.is_some() {
            let shown = self.shown(value, expr.ty);
            self.note(Subject::Gathered(Gathered::Over(fold)), shown, expr.span, children);
        }
        Ok(value)
    }
}

/// Folds terms; the result is hidden if any term is hidden.
fn folded(fold: Fold, terms: &[Val]) -> Res {
    let known = terms.iter().map(|term| match term {
        Val::Is(n) => Some(*n),
        Val::At(_) | Val::Hidden => None,
    });
    let Some(mut known) = known.collect::<Option<Vec<i32>>>() else { return Ok(Val::Hidden) };
    if fold == Fold::Distinct {
        known.sort_unstable();
        known.dedup();
    }
    let value = known.into_iter().try_fold(fold.start(), |so_far, term| fold.law(so_far, term));
    value.map(Val::Is)
}

/// Returns true if the source of an aggregate is the list of all cards, or of all cards of a kind.
fn asks_for_all_cards(expr: &Expr) -> bool {
    let (ExprKind::Count(list) | ExprKind::Any(list) | ExprKind::Fold(_, _, _, list)) = &expr.kind else {
        return false;
    };
    let mut list = list;
    while let ExprKind::Filter { list: inner, .. } = &list.kind {
        list = inner;
    }
    matches!(list.kind, ExprKind::AllCards(None | Some(Bearer::Kind(_))))
}
