//! Traversal of syntax trees: the direct parts of a statement or an expression.

use crate::ast::{
    BinaryOp, Block, Choice, Clause, Count, Expr, ExprKind, Fact, Ident, Mode, Query, Question,
};
use crate::ast::{Stmt, StmtKind, Test, TypeExpr, UnaryOp, Wait};

/// A part of a statement, an expression or another part.
#[derive(Debug, Clone, Copy)]
pub enum Part<'a> {
    /// A nested block of statements.
    Block(&'a Block),
    /// An expression inside another part.
    Expr(&'a Expr),
    /// A query inside another part.
    Query(&'a Query),
    /// A question without a query.
    Question(&'a Question),
    /// A choice from a query.
    Choice(&'a Choice),
    /// A mode of a choice between blocks.
    Mode(&'a Mode),
    /// A clause of a verb.
    Clause(&'a Clause),
    /// A choice, `do` or `emit` used as a value.
    Wait(&'a Wait),
}

impl<'a> Part<'a> {
    /// Returns the direct parts in source order. Statements of a block are not parts.
    pub fn parts(self) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        match self {
            Part::Block(_) => {}
            Part::Expr(expr) => expr.kind.add_to(&mut parts),
            Part::Query(query) => {
                let operands = [&query.source, &query.from, &query.filter, &query.sorted];
                operands.into_iter().for_each(|operand| operand.add_to(&mut parts));
            }
            Part::Question(question) => {
                question.chooser.add_to(&mut parts);
                question.facts.add_to(&mut parts);
            }
            Part::Choice(choice) => {
                choice.chooser.add_to(&mut parts);
                choice.count.add_to(&mut parts);
                choice.query.add_to(&mut parts);
                choice.facts.add_to(&mut parts);
            }
            Part::Mode(mode) => {
                mode.guard.add_to(&mut parts);
                mode.body.add_to(&mut parts);
            }
            Part::Clause(clause) => clause.kind.add_to(&mut parts),
            Part::Wait(Wait::Choice(choice)) => choice.add_to(&mut parts),
            Part::Wait(Wait::Do(called) | Wait::Emit(called)) => called.call.add_to(&mut parts),
        }
        parts
    }

    fn inside(self, found: &mut Vec<&'a Expr>) {
        self.parts().into_iter().for_each(|part| part.exprs(found));
    }

    /// Adds the outermost expressions of a part, except those in blocks.
    fn exprs(self, found: &mut Vec<&'a Expr>) {
        match self {
            Part::Expr(expr) => found.push(expr),
            Part::Block(_) => {}
            Part::Query(_) | Part::Question(_) | Part::Choice(_) => self.inside(found),
            Part::Mode(_) | Part::Clause(_) | Part::Wait(_) => self.inside(found),
        }
    }
}

/// A field of the tree.
pub(crate) trait Inside {
    /// Adds the parts of the field. By default a field has no parts.
    fn add_to<'a>(&'a self, _parts: &mut Vec<Part<'a>>) {}
}

impl<T: Inside> Inside for Option<T> {
    fn add_to<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
        self.iter().for_each(|field| field.add_to(parts));
    }
}

impl<T: Inside> Inside for Vec<T> {
    fn add_to<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
        self.iter().for_each(|field| field.add_to(parts));
    }
}

impl<T: Inside> Inside for Box<T> {
    fn add_to<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
        (**self).add_to(parts);
    }
}

impl Inside for Count {
    fn add_to<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
        self.min.add_to(parts);
        self.max.add_to(parts);
    }
}

impl Inside for Fact {
    fn add_to<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
        self.value.add_to(parts);
    }
}

macro_rules! parts {
    ($($part:ident),*) => {
        $(impl Inside for $part {
            fn add_to<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
                parts.push(Part::$part(self));
            }
        })*
    };
}

macro_rules! leaves {
    ($($field:ty),*) => {
        $(impl Inside for $field {})*
    };
}

parts!(Block, Expr, Query, Question, Choice, Mode, Clause, Wait);
leaves!(Ident, TypeExpr, UnaryOp, BinaryOp, String, bool, i64);

impl StmtKind {
    /// Returns the direct parts in source order.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        self.add_to(&mut parts);
        parts
    }

    /// Returns the direct blocks in source order.
    pub fn blocks(&self) -> Vec<&Block> {
        let block = |part| {
            if let Part::Mode(mode) = part {
                return Some(&mode.body);
            }
            if let Part::Block(block) = part { Some(block) } else { None }
        };
        self.parts().into_iter().filter_map(block).collect()
    }
}

impl Expr {
    /// Returns the direct subexpressions in source order.
    pub fn children(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        Part::Expr(self).parts().into_iter().for_each(|part| part.exprs(&mut found));
        found
    }

    /// Returns the word that may be a name, not considering subexpressions.
    pub fn word(&self) -> Option<&str> {
        if let ExprKind::Field { name, .. } | ExprKind::Call { name, .. } = &self.kind {
            return Some(&name.name);
        }
        if let ExprKind::Is { test: Test::Named(word), .. } = &self.kind {
            return Some(&word.name);
        }
        if let ExprKind::Query(query) = &self.kind {
            return Some(&query.noun.name);
        }
        if let ExprKind::Name(word) = &self.kind { Some(word) } else { None }
    }
}

impl Query {
    /// Returns the direct subexpressions in source order.
    pub fn children(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        Part::Query(self).exprs(&mut found);
        found
    }
}

impl Block {
    /// Visits every statement, including those in nested blocks.
    pub fn every<'a>(&'a self, visit: &mut impl FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            visit(stmt);
            stmt.kind.blocks().into_iter().for_each(|block| block.every(visit));
        }
    }

    /// Returns true if `test` holds for any statement, including those in nested blocks.
    pub fn any(&self, test: &impl Fn(&Stmt) -> bool) -> bool {
        self.stmts
            .iter()
            .any(|stmt| test(stmt) || stmt.kind.blocks().into_iter().any(|block| block.any(test)))
    }
}
