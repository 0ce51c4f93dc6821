//! The actions of a window, listed in one go.

use super::lines::Making;
use crate::ids::WindowId;
use crate::program::CondId;
use crate::program::linear::{Op, VALUE};

impl Making<'_> {
    /// The actions of each window under their guards.
    pub(super) fn windows(&mut self) {
        let program = self.program;
        for (window, actions) in program.windows.iter().enumerate() {
            let mut guarded = Vec::new();
            for (i, action) in actions.iter().enumerate() {
                let mut parts = Vec::new();
                action.open.iter().for_each(|open| program.conjuncts(open.body, &mut parts));
                guarded.push((i as u32, parts));
            }
            self.bar();
            self.out.windows.push(self.here());
            self.offers(WindowId::new(window), &guarded, 0);
            self.jump(VALUE);
        }
    }

    /// Actions whose guards have so many parts behind them. What neighbours ask first is tested once for all of them.
    fn offers(&mut self, window: WindowId, guarded: &[(u32, Vec<CondId>)], tested: usize) {
        let mut left = guarded;
        while let [(action, parts), others @ ..] = left {
            let Some(&first) = parts.get(tested) else {
                self.push(Op::Offer(window, *action));
                left = others;
                continue;
            };
            let asks_too = |(_, parts): &&(u32, Vec<CondId>)| {
                parts.get(tested).is_some_and(|part| self.program.is_known_by(first, *part))
            };
            let (group, rest) = left.split_at(1 + others.iter().take_while(asks_too).count());
            let end = self.label();
            self.jump_if(first, false, end);
            self.offers(window, group, tested + 1);
            self.bind(end);
            left = rest;
        }
    }
}
