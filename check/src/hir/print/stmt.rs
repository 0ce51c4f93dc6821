//! Prints statements, with their blocks indented.

use super::Printer;
use crate::hir::part::Part;
use crate::hir::*;
use crate::types::Type;

impl Printer<'_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt], depth: usize) {
        for stmt in stmts {
            self.put(depth, &stmt.kind.words(self, Type::UNKNOWN));
            for block in stmt.kind.blocks() {
                self.block(&block, depth);
            }
        }
    }

    fn block(&mut self, block: &Block<'_>, depth: usize) {
        let mut inside = depth + 1;
        if let Some(Mode { name, guard, .. }) = block.mode {
            let guard = guard.as_ref().map_or(String::new(), |guard| format!(" when {}", self.expr(guard)));
            self.put(inside, &format!("{name}{guard}"));
            inside += 1;
        }
        if block.kind == BlockKind::Else && !block.stmts.is_empty() {
            self.put(depth, "else");
        }
        self.stmts(block.stmts, inside);
    }

    fn put(&mut self, depth: usize, text: &str) {
        line!(self, "{}{text}", "  ".repeat(depth));
    }

    /// Prints the facts of a question, which are presentation only.
    pub(in crate::hir) fn decision_facts(&self, facts: &[ToldFact]) -> String {
        let facts = facts.iter().filter(|_| self.presentation);
        let facts: Vec<String> =
            facts.map(|fact| format!("{}: {}", fact.name, self.expr(&fact.value))).collect();
        if facts.is_empty() { String::new() } else { format!("({})", facts.join(", ")) }
    }

    /// Prints the acting player, the options and the name of a decision.
    pub(in crate::hir) fn asked(&self, question: &Question, what: &str) -> String {
        let chooses = if question.may { "may choose" } else { "chooses" };
        format!("{} {chooses} {what} as {}", self.expr(&question.chooser), question.words(self))
    }
}
