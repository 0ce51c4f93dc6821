//! Looking through syntax trees.

use crate::ast::{Block, Stmt, StmtKind};

impl Stmt {
    /// The blocks directly inside, in the order written.
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StmtKind::Modes { modes, .. } => modes.iter().map(|mode| &mode.body).collect(),
            StmtKind::If { then, orelse, .. } => [then].into_iter().chain(orelse).collect(),
            StmtKind::May { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::Repeat { body, .. } => vec![body],
            StmtKind::Let { .. }
            | StmtKind::Choose { .. }
            | StmtKind::Window { .. }
            | StmtKind::Set { .. }
            | StmtKind::Stop
            | StmtKind::Verb { .. } => Vec::new(),
        }
    }
}

impl Block {
    /// Whether something is so of a statement in it, or in a block inside.
    pub fn any(&self, is_so: &impl Fn(&Stmt) -> bool) -> bool {
        self.stmts.iter().any(|stmt| is_so(stmt) || stmt.blocks().into_iter().any(|block| block.any(is_so)))
    }
}
