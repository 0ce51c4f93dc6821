//! Calls and triggers that certainly never end: a cycle of statements that are always reached.

use std::collections::BTreeSet;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::Checker;
use crate::hir::{ExprKind, Stmt, StmtKind, Subject};
use crate::ids::LocalId;

/// Something that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Procedure(usize),
    Handler(usize),
}

impl Checker<'_> {
    pub(super) fn flow(&mut self) {
        let procedures = (0..self.out.procedures.len()).map(Node::Procedure);
        let handlers = (0..self.out.handlers.len()).map(Node::Handler);
        let mut reported = BTreeSet::new();
        for node in procedures.chain(handlers) {
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
                    .help("put it behind a condition that will not hold for ever"),
                );
            }
        }
    }

    fn node_name(&self, node: Node) -> String {
        match node {
            Node::Procedure(i) => format!("the procedure `{}`", self.out.procedures[i].name),
            Node::Handler(i) => {
                format!("the ability `on {}`", self.out.events[self.out.handlers[i].event.index()].name)
            }
        }
    }

    /// The first step of a cycle through `start`, if there is one.
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

    /// What always runs whenever `node` runs.
    fn always_runs(&self, node: Node) -> Vec<(Node, Span)> {
        let mut out = Vec::new();
        match node {
            Node::Procedure(i) => self.collect(&self.out.procedures[i].body.stmts, None, &mut out),
            Node::Handler(i) => self.collect(&self.out.handlers[i].body.stmts, Some(i), &mut out),
        }
        out
    }

    fn collect(&self, stmts: &[Stmt], handler: Option<usize>, out: &mut Vec<(Node, Span)>) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Do(id, _) => out.push((Node::Procedure(id.index()), stmt.span)),
                StmtKind::Emit(event, args) => {
                    let Some(this) = handler else { continue };
                    let def = &self.out.handlers[this];
                    let about_self =
                        matches!(args.first().map(|a| &a.kind), Some(ExprKind::Local(LocalId(0))));
                    let certain = match self.out.events[event.index()].subject {
                        Subject::Card => about_self || def.any,
                        _ => true,
                    };
                    if certain && def.event == *event {
                        out.push((Node::Handler(this), stmt.span));
                    }
                }
                StmtKind::If(_, yes, no) => {
                    let (mut a, mut b) = (Vec::new(), Vec::new());
                    self.collect(yes, handler, &mut a);
                    self.collect(no, handler, &mut b);
                    out.extend(a.into_iter().filter(|(n, _)| b.iter().any(|(m, _)| m == n)));
                    if has_stop(yes) || has_stop(no) {
                        return;
                    }
                }
                StmtKind::Stop | StmtKind::EndGame => return,
                StmtKind::For(_, _, body) | StmtKind::While(_, body) | StmtKind::Repeat(_, _, body)
                    if has_stop(body) =>
                {
                    return;
                }
                StmtKind::May { body, .. } if has_stop(body) => return,
                StmtKind::Modes { modes, .. } if modes.iter().any(|(_, _, b)| has_stop(b)) => return,
                _ => {}
            }
        }
    }
}

fn has_stop(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Stop | StmtKind::EndGame => true,
        StmtKind::If(_, a, b) => has_stop(a) || has_stop(b),
        StmtKind::For(_, _, b)
        | StmtKind::While(_, b)
        | StmtKind::Repeat(_, _, b)
        | StmtKind::May { body: b, .. } => has_stop(b),
        StmtKind::Modes { modes, .. } => modes.iter().any(|(_, _, b)| has_stop(b)),
        _ => false,
    })
}
