//! Evaluates lists constructed from values and other lists, as far as these are known.

use super::eval::{Explainer, Res};
use super::known::{Items, Val};
use ludex_check::fault::FaultKind;
use ludex_check::hir::{
    Comparison, Expr, ExprKind, ListOperation, cell_kinds, plain_lists, tested_lists, whole_lists,
};
use ludex_check::ids::LocalId;
use ludex_check::operators::subsets;

impl<'a> Explainer<'a> {
    pub(super) fn made(&mut self, expr: &'a Expr) -> Res<Items> {
        match &expr.kind {
            ExprKind::Items(items) => {
                let items: Res<Vec<Val>> = items.iter().map(|item| self.eval(item)).collect();
                Ok(Items { items: items?, ..Items::default() })
            }
            ExprKind::Without(a, b) => {
                let (a, b) = (self.list(a)?, self.list(b)?);
                Ok(self.without(a, &b))
            }
            ExprKind::Reversed(list) => {
                let mut list = self.list(list)?;
                list.items.reverse();
                Ok(list)
            }
            ExprKind::Subsets(list, least, most) => {
                let sizes = match (least, most) {
                    (None, _) => [Val::Is(1), Val::Is(i32::MAX)],
                    (Some(size), None) => [self.eval(size)?; 2],
                    (Some(least), Some(most)) => [self.eval(least)?, self.eval(most)?],
                };
                let list = self.list(list)?;
                self.subsets(&list, sizes)
            }
            ExprKind::By(by, local, body, list) => self.by(*by, *local, body, list),
            ExprKind::Neighbours(..) | cell_kinds!() | whole_lists!() | tested_lists!() | plain_lists!() => {
                Err(FaultKind::Missing)
            }
        }
    }

    fn without(&self, mut list: Items, out: &Items) -> Items {
        let mut unsure = out.uncertain;
        list.items.retain(|item| {
            let same: Vec<Val> = out.items.iter().map(|other| self.same(*item, *other)).collect();
            let gone = same.contains(&Val::truth(true));
            unsure |= !gone && same.contains(&Val::Hidden);
            !gone
        });
        if unsure { Items::unknown() } else { list }
    }

    fn subsets(&mut self, list: &Items, sizes: [Val; 2]) -> Res<Items> {
        let [Val::Is(least), Val::Is(most)] = sizes else { return Ok(Items::unknown()) };
        let count = list.items.len();
        let sizes = subsets::sizes(count, least, most).ok_or(FaultKind::TooManySubsets)?;
        if !list.is_sure() {
            return Ok(Items::unknown());
        }
        let mut lists = Items::default();
        for size in sizes {
            let mut chosen: Vec<i32> = (0..size as i32).collect();
            loop {
                self.spend(0)?;
                let items = chosen.iter().map(|i| list.items[*i as usize]).collect();
                lists.items.push(self.store(Items { items, ..Items::default() })?);
                if !subsets::advance(&mut chosen, count) {
                    break;
                }
            }
        }
        Ok(lists)
    }

    fn by(&mut self, by: ListOperation, local: LocalId, body: &'a Expr, list: &'a Expr) -> Res<Items> {
        let list = self.list(list)?;
        let mut values = Vec::with_capacity(list.items.len());
        for item in &list.items {
            self.set_local(local, *item);
            values.push(self.silently(|me| me.eval(body))?);
        }
        if by == ListOperation::Values {
            return Ok(Items { items: values, ..list });
        }
        let keys: Option<Vec<i32>> =
            values.iter().map(|value| if let Val::Is(n) = value { Some(*n) } else { None }).collect();
        let Some(keys) = keys.filter(|_| list.is_sure()) else { return Ok(Items::unknown()) };
        let mut keyed: Vec<(i32, Val)> = keys.into_iter().zip(list.items).collect();
        if by == ListOperation::Sorted {
            keyed.sort_by_key(|(key, _)| *key);
            return Ok(Items {
                items: keyed.into_iter().map(|(_, item)| item).collect(),
                ..Items::default()
            });
        }
        let mut groups: Vec<(i32, Vec<Val>)> = Vec::new();
        for (key, item) in keyed {
            match groups.iter_mut().find(|(group, _)| *group == key) {
                Some((_, group)) => group.push(item),
                None => groups.push((key, vec![item])),
            }
        }
        let groups: Res<Vec<Val>> =
            groups.into_iter().map(|(_, items)| self.store(Items { items, ..Items::default() })).collect();
        Ok(Items { items: groups?, ..Items::default() })
    }

    pub(super) fn nth(&mut self, list: &'a Expr, n: &'a Expr) -> Res {
        let n = self.eval(n)?;
        let list = self.list(list)?;
        let Val::Is(n) = n else { return Ok(Val::Hidden) };
        if !list.is_sure() {
            return Ok(Val::Hidden);
        }
        let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
        Ok(place.and_then(|place| list.items.get(place).copied()).unwrap_or(Val::NONE))
    }

    /// Compares two lists of numbers.
    pub(super) fn compare_lists(&mut self, op: Comparison, a: &'a Expr, b: &'a Expr) -> Res {
        let (a, b) = (self.list(a)?, self.list(b)?);
        let known = |items: &Items| -> Option<Vec<i32>> {
            let values = items.items.iter().map(|item| if let Val::Is(n) = item { Some(*n) } else { None });
            values.collect::<Option<Vec<i32>>>().filter(|_| items.is_sure())
        };
        let (Some(a), Some(b)) = (known(&a), known(&b)) else { return Ok(Val::Hidden) };
        Ok(Val::truth(op.holds(a.cmp(&b) as i32, 0)))
    }
}
