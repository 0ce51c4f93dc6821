//! Filters: splits a condition into a set of cards known before the game, comparisons of a column with a
//! value, and the rest.
//!
//! Conditions are tested in source order, except that tests that cannot fail come first. So a filter meets no
//! fault that it would not meet as written. If one of several filters is selected in play
//! (`lower/passes/unswitch.rs`), each tests parts that may fail before all later parts. So all of them meet
//! the same faults.

use super::Lower;
use super::passes::{Switch, assume, is_always_there, is_sound, join, known_of, switch_of};
use crate::program::*;
use ludex_check::ids::EventId;
use ludex_check::numbers::Comparison;

/// Maximum number of values of a field for which sets are made.
const MAX_VALUES: i64 = 256;
/// Maximum number of cards of a list that is evaluated before the game.
const MAX_LISTED: u32 = 2_000;

/// Maximum number of times a filter is unswitched; each time adds two filters.
const MAX_SWITCHES: usize = 12;

#[derive(Clone, Copy)]
struct Candidates {
    of: ListId,
    slot: u16,
    cards: bool,
    price: u32,
    /// True if parts that may fail are tested before all later parts.
    in_order: bool,
}

impl Lower<'_> {
    /// Lowers a filter: the candidates in `slot` from a list for which a condition holds.
    pub(super) fn filter(&mut self, of: ListId, slot: u16, test: CondId, cards: bool, price: u32) -> List {
        let candidates = Candidates { of, slot, cards, price, in_order: false };
        if !self.passes.unswitch || switch_of(&mut self.out, test, slot).is_none() {
            return self.plain_filter(candidates, test);
        }
        let mut left = MAX_SWITCHES;
        let parts = self.parts();
        let written = self.plain_filter(candidates, test);
        let List::Scan(scan) = written else { return written };
        if written == self.out.lists[of.0 as usize] {
            return written; // all candidates pass
        }
        let Scan { of, test, .. } = self.out.scans[scan.0 as usize];
        let in_order = Candidates { of, in_order: true, ..candidates };
        let list = self.unswitched(in_order, test, &mut left, Some(written));
        if let List::Switch(..) = list {
            self.copies += self.parts() - parts;
        }
        list
    }

    /// Returns the filter selected by the parts that are the same for all candidates. `written` is the filter
    /// as written, if it exists already.
    fn unswitched(
        &mut self,
        candidates: Candidates,
        test: CondId,
        left: &mut usize,
        written: Option<List>,
    ) -> List {
        let Candidates { of, slot, .. } = candidates;
        match self.out.known(test) {
            Some(true) => return self.out.lists[of.0 as usize],
            // a switch is evaluated only while a player is active
            Some(false) if is_always_there(&self.out, of, true) => return List::Empty,
            Some(false) => return self.plain_filter(candidates, test),
            None => {}
        }
        let switch = if *left > 0 { switch_of(&mut self.out, test, slot) } else { None };
        let Some(Switch { part, cond }) = switch else { return self.plain_filter(candidates, test) };
        *left -= 1;
        let [yes, no] = [true, false].map(|holds| {
            let test = assume(&mut self.out, test, slot, part, holds);
            let list = self.unswitched(candidates, test, left, None);
            self.push_list(list)
        });
        // `any(Q) and Q(it)` is equivalent to `Q(it)`
        if self.out.lists[no.0 as usize] == List::Empty && self.out.asks_as_much(yes, cond) {
            return self.out.lists[yes.0 as usize];
        }
        let written = written.unwrap_or_else(|| self.plain_filter(candidates, test));
        List::Switch(cond, yes, no, self.push_list(written))
    }

    /// Lowers a filter as written.
    fn plain_filter(&mut self, candidates: Candidates, test: CondId) -> List {
        let Candidates { of, slot, cards, price, in_order, .. } = candidates;
        let mut scan = Scan {
            of,
            slot,
            test,
            mask: None,
            keyed: None,
            joined: Box::default(),
            among: None,
            tests: Box::default(),
            rest: None,
            price,
            listed: false,
        };
        let mut parts = Vec::new();
        self.out.conjuncts(test, &mut parts);
        let written = parts.clone();
        let may_fail = |part: &CondId| in_order && !is_sound(&self.out, slot, *part);
        let last = parts.split_off(parts.iter().position(may_fail).unwrap_or(parts.len()));
        let mut order = if cards { self.take_known(&mut scan, &mut parts) } else { Vec::new() };
        let known = order.len();
        let mut tests = Vec::new();
        let mut rest = Vec::new();
        let free = parts.len();
        for (i, part) in parts.into_iter().chain(last).enumerate() {
            let moves = i < free;
            let column = self.column_test(part, slot, false);
            let total = |t: &Test| is_total(t.value) && matches!(t.key, Key::Itself | Key::Field(_));
            let Some(test) = column.filter(|t| rest.is_empty() || (moves && total(t))) else {
                rest.push(part);
                continue;
            };
            let table = match test {
                Test { key: Key::Field(column), op: Comparison::Eq, value }
                    if scan.keyed.is_none() && cards =>
                {
                    (tests.is_empty() || (moves && is_total(value))).then(|| self.set_table(column)).flatten()
                }
                Test { .. } => None,
            };
            match table {
                Some(table) => {
                    scan.keyed = Some((table, test.value));
                    order.insert(known, part);
                }
                None if tests.len() < MAX_TESTS => {
                    tests.push(test);
                    order.push(part);
                }
                None => rest.push(part),
            }
        }
        scan.tests = tests.into_boxed_slice();
        scan.rest = self.all_of(&rest);
        order.extend(rest);
        if order != written {
            scan.test = self.all_of(&order).unwrap_or(test);
        }
        if scan.mask.is_none() && scan.keyed.is_none() && scan.is_by_sets() {
            return self.out.lists[scan.of.0 as usize];
        }
        if self.passes.algebra {
            join(&mut self.out, &mut self.joined, &mut scan);
        }
        self.out.scans.push(scan);
        List::Scan(ScanId(self.out.scans.len() as u32 - 1))
    }

    fn all_of(&mut self, parts: &[CondId]) -> Option<CondId> {
        parts.iter().copied().reduce(|a, b| self.push_cond(Cond::And(a, b)))
    }

    /// Takes the parts whose value is known for each card, and lists the candidates now or makes a set.
    /// Returns the parts that still need testing if sets are not used.
    fn take_known(&mut self, scan: &mut Scan, parts: &mut Vec<CondId>) -> Vec<CondId> {
        let list = self.out.lists[scan.of.0 as usize];
        let all: Vec<i32> = if let List::Cards(cards) = list {
            if cards.groups * cards.each > MAX_LISTED {
                return Vec::new();
            }
            cards.iter().map(|c| c as i32).collect()
        } else if self.out.layout.words > 0 {
            (0..self.out.layout.cards() as i32).collect()
        } else {
            return Vec::new();
        };
        let (mut passes, mut known) = (vec![true; all.len()], Vec::new());
        parts.retain(|part| {
            let holds: Option<Vec<bool>> =
                all.iter().map(|card| known_of(&self.out, *part, scan.slot, *card)).collect();
            let Some(holds) = holds else { return true };
            passes.iter_mut().zip(holds).for_each(|(passes, holds)| *passes &= holds);
            known.push(*part);
            false
        });
        if passes.iter().all(|passes| *passes) {
            return Vec::new();
        }
        let kept: Vec<i32> =
            all.into_iter().zip(passes).filter(|(_, passes)| *passes).map(|(card, _)| card).collect();
        if matches!(list, List::Cards(_)) {
            let at = self.out.fixed.len() as u32;
            let len = kept.len() as u32;
            self.out.fixed.extend(kept);
            self.out.lists.push(List::Fixed(at, len));
            scan.of = ListId(self.out.lists.len() as u32 - 1);
            return Vec::new();
        }
        scan.mask = Some(self.out.add_set(&kept));
        known
    }

    /// Computes, for each event, the set of cards that may react to it.
    pub(super) fn listeners(&mut self) {
        for event in 0..self.out.reactions.len() {
            let reacts = |card: &i32| {
                let design = self.out.layout.design[*card as usize];
                !self.out.reactions_of(EventId::new(event), design).is_empty()
            };
            let small = self.out.layout.words != 0 && !self.out.reactions[event].is_empty();
            let cards = small.then(|| (0..self.out.layout.cards() as i32).filter(reacts).collect::<Vec<_>>());
            let set = cards.map(|cards| self.out.add_set(&cards));
            self.out.listeners.push(set);
        }
    }

    /// Returns the set of cards for each value of a field, if there are few values.
    fn set_table(&mut self, column: u32) -> Option<SetTable> {
        if self.out.layout.words == 0 {
            return None;
        }
        if let Some(table) = self.set_tables.get(&column) {
            return *table;
        }
        let layout = &self.out.layout;
        let values: Vec<i32> =
            layout.design.iter().map(|d| layout.fields[column as usize + *d as usize]).collect();
        let there = || values.iter().filter(|v| **v != NONE);
        let table = match (there().min().copied(), there().max().copied()) {
            (Some(low), Some(high)) if i64::from(high) - i64::from(low) < MAX_VALUES => {
                let count = (high - low + 1) as u32;
                let first = self.out.sets.len() as u32;
                for value in low..=high {
                    let has = |c: &i32| values[*c as usize] == value;
                    let cards: Vec<i32> = (0..values.len() as i32).filter(has).collect();
                    self.out.add_set(&cards);
                }
                Some(SetTable { column, low, count, first })
            }
            _ => None,
        };
        self.set_tables.insert(column, table);
        table
    }

    /// Returns a condition as a test, if it compares a column of the candidate with a value that is the same
    /// for all candidates.
    fn column_test(&self, cond: CondId, slot: u16, not: bool) -> Option<Test> {
        let (key, op, value) = match self.out.conds[cond.0 as usize] {
            Cond::Not(inner) => return self.column_test(inner, slot, !not),
            Cond::Is(a) => (self.out.key_of(a, slot)?, Comparison::Eq, NumId::constant(1)?),
            Cond::Eq(a, b) => self.sides(a, b, Comparison::Eq, slot)?,
            Cond::Ne(a, b) => self.sides(a, b, Comparison::Ne, slot)?,
            Cond::Lt(a, b) => self.sides(a, b, Comparison::Lt, slot)?,
            Cond::Le(a, b) => self.sides(a, b, Comparison::Le, slot)?,
            Cond::Const(_)
            | Cond::And(..)
            | Cond::Or(..)
            | Cond::Let(..)
            | Cond::Exists(_)
            | Cond::HasCards(_)
            | Cond::FaceUp(_)
            | Cond::IsKind(..)
            | Cond::IsDesign(..)
            | Cond::InZone(..)
            | Cond::InList(..)
            | Cond::Any(_) => return None,
        };
        Some(Test { key, op: if not { op.negated() } else { op }, value })
    }

    fn sides(&self, a: NumId, b: NumId, op: Comparison, slot: u16) -> Option<(Key, Comparison, NumId)> {
        let same = |value: NumId| !self.out.num_reads(value, slot..slot + 1);
        match (self.out.key_of(a, slot), self.out.key_of(b, slot)) {
            (Some(key), None) if same(b) => Some((key, op, b)),
            (None, Some(key)) if same(a) => Some((key, op.flipped(), a)),
            _ => None,
        }
    }
}

/// Returns true if an expression has a value in every position.
fn is_total(id: NumId) -> bool {
    matches!(id.operand(), Operand::Slot(_) | Operand::Const(_) | Operand::Cell(_) | Operand::Nothing)
}
