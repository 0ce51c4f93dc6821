//! Reports infinite recursion: cycles of unconditional calls and triggers.

use std::collections::BTreeSet;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::active::computed_first;
use crate::check::review::Review;
use crate::hir::{Block, BlockKind, Expr, ExprKind, Stmt, StmtKind, Subject, find};
use crate::ids::LocalId;

/// A node of the call graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Procedure(usize),
    Handler(usize),
    Function(usize),
}

impl Review<'_> {
    pub(in crate::check) fn flow(&mut self) {
        let procedures = (0..self.out.procedures.len()).map(Node::Procedure);
        let handlers = (0..self.out.handlers.len()).map(Node::Handler);
        let mut reported = BTreeSet::new();
        let functions = (0..self.out.functions.len()).map(Node::Function);
        for node in procedures.chain(handlers).chain(functions) {
            if let Some(span) = self.returns_to(node)
                && reported.insert(span)
            {
                self.report(
                    Diagnostic::new(
                        Code::EndlessCall,
                        span,
                        format!("{} always leads back to itself", self.node_name(node)),
                    )
                    .label("this runs every time")
                    .help("put it behind a condition that fails eventually"),
                );
            }
        }
    }

    fn node_name(&self, node: Node) -> String {
        match node {
            Node::Procedure(i) => format!("the procedure `{}`", self.out.procedures[i].name),
            Node::Function(i) => format!("the function `{}`", self.out.functions[i].name),
            Node::Handler(i) => {
                format!("the ability `on {}`", self.out.events[self.out.handlers[i].event.index()].name)
            }
        }
    }

    /// Returns the first step of a cycle through `start`, if any.
    fn returns_to(&self, start: Node) -> Option<Span> {
        for (next, span) in self.always_runs(start) {
            let mut seen = BTreeSet::new();
            let mut open = vec![next];
            while let Some(node) = open.pop() {
                if node == start {
                    return Some(span);
                }
                if seen.insert(node) {
                    open.extend(self.always_runs(node).into_iter().map(|(n, _)| n));
                }
            }
        }
        None
    }

    /// Returns the nodes that always run when `node` runs.
    fn always_runs(&self, node: Node) -> Vec<(Node, Span)> {
        let mut out = Vec::new();
        match node {
            Node::Procedure(i) => self.collect(&self.out.procedures[i].body.stmts, None, &mut out),
            Node::Handler(i) => self.collect(&self.out.handlers[i].body.stmts, Some(i), &mut out),
            Node::Function(i) => calls(&self.out.functions[i].body.body, &mut out),
        }
        out
    }

    fn collect(&self, stmts: &[Stmt], handler: Option<usize>, out: &mut Vec<(Node, Span)>) {
        for stmt in stmts {
            if let StmtKind::Do(_, id, _) = &stmt.kind {
                out.push((Node::Procedure(id.index()), stmt.span));
            }
            if let (StmtKind::Emit(_, event, args), Some(this)) = (&stmt.kind, handler)
                && self.out.events[event.index()].changing.is_none()
            {
                let def = &self.out.handlers[this];
                let about_self = matches!(args.first().map(|a| &a.kind), Some(ExprKind::Local(LocalId(0))));
                let about_card = self.out.events[event.index()].subject == Subject::Card;
                if (!about_card || about_self || def.any) && def.event == *event {
                    out.push((Node::Handler(this), stmt.span));
                }
            }
            if let [
                Block { kind: BlockKind::Then, stmts: yes, .. },
                Block { kind: BlockKind::Else, stmts: no, .. },
            ] = stmt.kind.blocks()[..]
            {
                let (mut a, mut b) = (Vec::new(), Vec::new());
                self.collect(yes, handler, &mut a);
                self.collect(no, handler, &mut b);
                out.extend(a.into_iter().filter(|(n, _)| b.iter().any(|(m, _)| m == n)));
            }
            if may_stop(std::slice::from_ref(stmt)) {
                return;
            }
        }
    }
}

/// Adds the functions that evaluating an expression always calls.
fn calls(expr: &Expr, out: &mut Vec<(Node, Span)>) {
    if let ExprKind::Call(id, _) = &expr.kind {
        out.push((Node::Function(id.index()), expr.span));
    }
    let one = computed_first(expr);
    let sure = expr.children().into_iter().filter(|part| one.is_none_or(|one| std::ptr::eq(one, *part)));
    sure.for_each(|part| calls(part, out));
}

/// Returns true if the code after these statements may not run.
fn may_stop(stmts: &[Stmt]) -> bool {
    find(stmts, &|stmt| matches!(stmt.kind, StmtKind::Stop | StmtKind::Give(_) | StmtKind::EndGame)).is_some()
}
