//! What is entered from outside an instruction: the one list of the expressions of a program that something else begins.

use super::{CondId, Lambda, NumId, Program};

impl Program {
    /// Every number that is computed in a frame of its own.
    pub(crate) fn values(&self) -> impl Iterator<Item = NumId> {
        let modifiers = self.modifiers.iter().map(|modifier| modifier.value);
        let properties = self.properties.iter().map(|property| property.base);
        let score = &self.score;
        let scores =
            score.total.iter().chain(&score.won).chain(&score.lines).chain(&score.ties).chain(&score.hint);
        let others = scores.chain(&self.statistics).chain(&self.functions).copied();
        modifiers.chain(properties).chain(others).map(|lambda| lambda.body)
    }

    /// Every condition that is tested in a frame of its own.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = CondId> {
        let active = self.active.iter().flatten().copied();
        let modifiers = self.modifiers.iter().flat_map(|m| [m.applies, m.condition]).flatten();
        let handlers = self.handlers.iter().filter_map(|handler| handler.when);
        active.chain(modifiers).chain(handlers).map(|lambda: Lambda<CondId>| lambda.body)
    }
}
