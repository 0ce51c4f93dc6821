//! Looking through syntax trees: what stands directly inside a statement or an expression.

use crate::ast::{Block, Expr, ExprKind, Query, Stmt, Test};

impl Expr {
    /// The expressions directly inside, in the order written.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Int(_)
            | ExprKind::Decimal(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::Name(_) => Vec::new(),
            ExprKind::Field { base, .. } => vec![base],
            ExprKind::Index { base, key } => vec![base, key],
            ExprKind::Call { args, .. } | ExprKind::List(args) => args.iter().collect(),
            ExprKind::Of { body, over, .. } => vec![body, over],
            ExprKind::Query(query) => query.children(),
            ExprKind::Unary { expr, .. } | ExprKind::Exists(expr) => vec![expr],
            ExprKind::Binary { left, right, .. } => vec![left, right],
            ExprKind::Is { expr, test: Test::In(place), .. } => vec![expr, place],
            ExprKind::Is { expr, test: Test::FaceUp | Test::FaceDown | Test::Named(_), .. } => vec![expr],
            ExprKind::If { cond, then, orelse } => vec![cond, then, orelse],
        }
    }

    /// The word in it that may name something, beside those of the expressions inside.
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Name(word) => Some(word),
            ExprKind::Field { name, .. } | ExprKind::Call { name, .. } => Some(&name.name),
            ExprKind::Query(query) => Some(&query.noun.name),
            ExprKind::Is { test: Test::Named(word), .. } => Some(&word.name),
            // what is gathered with `of` is a word of the language
            ExprKind::Of { .. }
            | ExprKind::Is { test: Test::FaceUp | Test::FaceDown | Test::In(_), .. }
            | ExprKind::Int(_)
            | ExprKind::Decimal(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::List(_)
            | ExprKind::Index { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Exists(_)
            | ExprKind::If { .. } => None,
        }
    }
}

impl Query {
    /// The expressions directly inside, in the order written.
    pub fn children(&self) -> Vec<&Expr> {
        [&self.source, &self.from, &self.filter, &self.sorted]
            .into_iter()
            .flatten()
            .map(|part| &**part)
            .collect()
    }
}

impl Block {
    /// Every statement in it, and in the blocks inside.
    pub fn every<'a>(&'a self, visit: &mut impl FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            visit(stmt);
            stmt.kind.blocks().into_iter().for_each(|block| block.every(visit));
        }
    }

    /// Whether something is so of a statement in it, or in a block inside.
    pub fn any(&self, is_so: &impl Fn(&Stmt) -> bool) -> bool {
        self.stmts
            .iter()
            .any(|stmt| is_so(stmt) || stmt.kind.blocks().into_iter().any(|block| block.any(is_so)))
    }
}
