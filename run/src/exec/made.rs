//! Lists made of values and of other lists, and operations on whole lists.

use super::{FaultKind, MAX_MEMORY, Machine, Observer};
use crate::program::{Elements, ListId, NONE, NumId};
use ludex_check::language::ListOperation;
use ludex_check::operators::subsets;

/// Number of elements from which a subset costs more fuel.
const LARGE_SUBSET: usize = 17;

impl<O: Observer> Machine<'_, O> {
    /// Appends the elements of a stored list. Drops the temporary lists stored for it, unless its elements
    /// are lists.
    pub(super) fn push_stored(&mut self, handle: NumId) {
        let top = self.state.lists.len();
        let handle = self.num(handle);
        if handle == NONE {
            self.fail(FaultKind::Missing);
            return;
        }
        self.work.scratch.extend_from_slice(self.state.list(handle));
        if !self.state.has_lists(handle) {
            self.state.lists.truncate(top);
        }
    }

    /// Puts a list into the store. Returns its handle.
    #[inline(never)]
    pub(super) fn stored(&mut self, of: Elements, list: ListId) -> i32 {
        let start = self.gather(list);
        self.spend(self.work.scratch.len() - start);
        let handle = self.state.begin_list(of, &self.work.scratch[start..]);
        self.work.scratch.truncate(start);
        self.check_memory();
        handle
    }

    /// Keeps the list that the innermost frame returns in the store, for the calling frame.
    pub(super) fn hand_out(&mut self) {
        let Some(bound) = self.state.frames.last().map(|frame| frame.lists) else { return };
        self.given = self.hand_on(self.given, bound as usize);
        let kept = self.state.lists.len() as u32;
        self.state.frames.last_mut().into_iter().for_each(|frame| frame.lists = kept);
    }

    /// Removes everything in the store from `bound` on except a list and the lists in it. Returns its new
    /// handle.
    pub(super) fn hand_on(&mut self, given: i32, bound: usize) -> i32 {
        let since = |handle: i32| usize::try_from(handle).is_ok_and(|at| at >= bound);
        if !since(given) || self.failed.is_some() {
            self.state.lists.truncate(bound);
            return given;
        }
        let start = self.work.scratch.len();
        self.work.scratch.push(given);
        let (mut from, mut elements) = (start, 0);
        // a nested list was stored before the list around it; lists of one depth are adjacent
        while from < self.work.scratch.len() {
            let to = self.work.scratch.len();
            for i in from..to {
                let handle = self.work.scratch[i];
                elements += self.state.list(handle).len();
                if self.state.has_lists(handle) {
                    let within = self.state.list(handle).iter().copied().filter(|inner| since(*inner));
                    self.work.scratch.extend(within);
                }
            }
            self.work.scratch[to..].sort_unstable();
            let more = dedup(&mut self.work.scratch[to..]);
            self.work.scratch.truncate(to + more);
            from = to;
        }
        self.work.scratch[start..].sort_unstable();
        let count = self.work.scratch.len() - start;
        self.work.scratch.resize(start + 2 * count, 0);
        let (old, new) = self.work.scratch[start..].split_at_mut(count);
        let kept = self.state.keep_lists(bound, old, new);
        self.work.scratch.truncate(start);
        self.spend(elements);
        kept
    }

    fn check_memory(&mut self) {
        if self.state.lists.len() > MAX_MEMORY {
            self.fail(FaultKind::TooMuchMemory);
        }
    }

    /// Appends the elements of one list that are not in another.
    pub(super) fn push_without(&mut self, a: ListId, b: ListId) {
        let start = self.gather(a);
        let middle = self.gather(b);
        self.spend(self.work.scratch.len() - start);
        let (kept, out) = self.work.scratch[start..].split_at_mut(middle - start);
        out.sort_unstable();
        let mut left = 0;
        for i in 0..kept.len() {
            if out.binary_search(&kept[i]).is_err() {
                kept[left] = kept[i];
                left += 1;
            }
        }
        self.work.scratch.truncate(start + left);
    }

    /// Appends a list for each subset with some sizes: the smallest first, each size in element order.
    pub(super) fn push_subsets(&mut self, of: Elements, sizes: [NumId; 2], list: ListId) {
        let [least, most] = sizes.map(|size| self.num(size));
        let start = self.gather(list);
        let count = self.work.scratch.len() - start;
        self.spend(count);
        let Some(sizes) = subsets::sizes(count, least, most) else {
            self.work.scratch.truncate(start);
            self.fail(FaultKind::TooManySubsets);
            return;
        };
        // the elements and the indices of a subset stay before the lists until all are made
        let chosen = start + count;
        let lists = chosen + sizes.end();
        self.work.scratch.resize(lists, 0);
        for size in sizes {
            let indices = chosen..chosen + size;
            self.work.scratch[indices.clone()].iter_mut().zip(0..).for_each(|(place, i)| *place = i);
            loop {
                self.pay((size / LARGE_SUBSET) as u32);
                self.check_memory();
                if self.failed.is_some() {
                    self.work.scratch.truncate(start);
                    return;
                }
                let handle = self.state.begin_list(of, &[]);
                for i in indices.clone() {
                    let element = start + self.work.scratch[i] as usize;
                    self.state.add_to_list(handle, self.work.scratch[element]);
                }
                self.work.scratch.push(handle);
                if !subsets::advance(&mut self.work.scratch[indices.clone()], count) {
                    break;
                }
            }
        }
        self.work.scratch.drain(start..lists);
        self.check_memory();
    }

    /// Appends a list derived from a value of each element: mapped, sorted or grouped.
    pub(super) fn push_by(
        &mut self,
        (by, of): (ListOperation, Elements),
        list: ListId,
        value: impl Fn(&mut Self, i32) -> i32,
    ) {
        let start = self.gather(list);
        let end = self.work.scratch.len();
        self.spend(end - start);
        for i in start..end {
            let element = self.work.scratch[i];
            let value = value(self, element);
            if self.failed.is_some() {
                self.work.scratch.truncate(start);
                return;
            }
            match by {
                ListOperation::Values => self.work.scratch[i] = value,
                ListOperation::Sorted | ListOperation::Groups => {
                    self.pay(0);
                    self.work.scratch.extend([value, (i - start) as i32, element]);
                }
            }
        }
        match by {
            ListOperation::Values => self.spend(end - start),
            ListOperation::Sorted => self.sort(start, end),
            ListOperation::Groups => self.group(of, start, end),
        }
    }

    /// Sorts elements by the entries after them: for each its value, its number and itself.
    fn sort(&mut self, start: usize, end: usize) {
        let (elements, keyed) = self.work.scratch[start..].split_at_mut(end - start);
        let (keyed, _) = keyed.as_chunks_mut::<3>();
        keyed.sort_unstable();
        elements.iter_mut().zip(keyed).for_each(|(place, [.., element])| *place = *element);
        self.work.scratch.truncate(end);
    }

    /// Groups elements into a list for each value. The lists are in the order of their first elements.
    fn group(&mut self, of: Elements, start: usize, end: usize) {
        let (groups, keyed) = self.work.scratch[start..].split_at_mut(end - start);
        let (keyed, _) = keyed.as_chunks_mut::<3>();
        keyed.sort_unstable();
        let mut before = None;
        for [value, number, _] in &mut *keyed {
            let (group, first) = before.filter(|(group, _)| group == value).unwrap_or((*value, *number));
            before = Some((group, first));
            *value = first;
        }
        keyed.sort_unstable();
        let (mut count, mut last) = (0, None);
        for [first, _, element] in keyed {
            if last.replace(*first) != Some(*first) {
                groups[count] = self.state.begin_list(of, &[]);
                count += 1;
            }
            self.state.add_to_list(groups[count - 1], *element);
        }
        self.work.scratch.truncate(start + count);
        self.check_memory();
    }

    /// Returns an element by its number, from 1.
    #[inline(never)]
    pub(super) fn nth_of(&mut self, list: ListId, n: NumId) -> i32 {
        let n = self.num(n);
        let start = self.gather(list);
        self.spend(self.work.scratch.len() - start);
        let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
        let found = place.and_then(|place| self.work.scratch[start..].get(place).copied());
        self.work.scratch.truncate(start);
        found.unwrap_or(NONE)
    }

    /// Compares two lists of numbers lexicographically; a longer list is greater than its prefix.
    #[inline(never)]
    pub(super) fn order(&mut self, a: ListId, b: ListId) -> i32 {
        let start = self.gather(a);
        let middle = self.gather(b);
        self.spend(self.work.scratch.len() - start);
        let (a, b) = self.work.scratch[start..].split_at(middle - start);
        let order = a.cmp(b) as i32;
        self.work.scratch.truncate(start);
        order
    }
}

/// Moves the distinct numbers of a sorted slice to its beginning. Returns their count.
fn dedup(sorted: &mut [i32]) -> usize {
    let mut count = 0;
    for i in 0..sorted.len() {
        if count == 0 || sorted[count - 1] != sorted[i] {
            sorted[count] = sorted[i];
            count += 1;
        }
    }
    count
}
