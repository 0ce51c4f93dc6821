//! Properties that are kept: while an instruction runs nothing changes, so a property of a card that was asked for once is known when it is asked for again, by
//! another action of a window or for another candidate. Only programs that do so keep them (`optimise/linear`). It pays its fuel each time.

use super::fuel::MAX_FUEL;
use super::{Machine, Observer};
use crate::ids::PropertyId;
use crate::program::Program;

/// Properties of cards that are kept at most, all together; in larger games none is.
const MAX_KEPT: usize = 1 << 16;

/// A value, and when it was computed.
#[derive(Debug, Clone, Copy, Default)]
struct Kept {
    /// The instruction that ran.
    stretch: u64,
    /// How deep in expressions it was asked for: what is deeper may fail where this did not.
    depth: u32,
    fuel: u32,
    value: i32,
}

/// What is kept, by property and card.
#[derive(Debug, Clone, Default)]
pub(super) struct Properties {
    kept: Vec<Kept>,
    /// The run of linear code, or the listing of a window in it; 0 while nothing is kept.
    run: u64,
    /// How many there were.
    runs: u64,
}

impl Properties {
    pub fn of(program: &Program) -> Self {
        let wanted = program.linear.as_ref().is_some_and(|code| code.keeps_properties);
        let all = program.properties.len() * program.layout.cards();
        let size = if wanted && all <= MAX_KEPT { all } else { 0 };
        Self { kept: vec![Kept::default(); size], run: 0, runs: 0 }
    }

    /// Linear code begins to run, or another player is active than before.
    #[inline(always)]
    pub fn begin(&mut self) {
        if !self.kept.is_empty() {
            self.runs += 1;
            self.run = self.runs;
        }
    }

    /// The same, if it runs.
    #[inline(always)]
    pub fn begin_anew(&mut self) {
        if self.run != 0 {
            self.begin();
        }
    }

    /// From now on nobody tells where an instruction begins.
    #[inline(always)]
    pub fn stop(&mut self) {
        self.run = 0;
    }
}

impl<O: Observer> Machine<'_, O> {
    /// The value of a property.
    #[inline(always)]
    pub(super) fn property(&mut self, id: PropertyId, card: i32) -> i32 {
        if self.work.properties.run == 0 {
            self.compute_property(id, card)
        } else {
            self.kept_property(id, card)
        }
    }

    /// The same, kept or computed now.
    #[inline(never)]
    fn kept_property(&mut self, id: PropertyId, card: i32) -> i32 {
        let at = id.index() * self.program.layout.cards() + card as usize;
        let stretch = self.work.properties.run << 32 | u64::from(self.began);
        let kept = self.work.properties.kept[at];
        if kept.stretch == stretch && self.depth <= kept.depth && self.fuel + kept.fuel <= MAX_FUEL {
            self.fuel += kept.fuel;
            return kept.value;
        }
        let (depth, before) = (self.depth, self.fuel);
        let value = self.compute_property(id, card);
        if self.failed.is_none() {
            self.work.properties.kept[at] = Kept { stretch, depth, fuel: self.fuel - before, value };
        }
        value
    }
}
