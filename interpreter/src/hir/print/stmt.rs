//! Statements, with their blocks indented.

use std::fmt::Write;

use super::Printer;
use crate::acts::Visit;
use crate::hir::*;

impl Printer<'_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt], depth: usize) {
        for stmt in stmts {
            self.stmt(&stmt.kind, depth);
        }
    }

    fn block(&mut self, head: &str, body: &[Stmt], depth: usize) {
        self.put(depth, head);
        self.stmts(body, depth + 1);
    }

    fn put(&mut self, depth: usize, text: &str) {
        line!(self, "{}{text}", "  ".repeat(depth));
    }

    fn stmt(&mut self, stmt: &StmtKind, depth: usize) {
        let e = |expr: &Expr| self.expr(expr);
        match stmt {
            StmtKind::Modes { question, modes, local } => {
                let chooses = if question.may { "may choose one as" } else { "chooses one as" };
                self.put(depth, &format!("${} = {}", local.0, self.question(question, chooses)));
                for (name, guard, body) in modes {
                    let guard = guard.as_ref().map_or(String::new(), |g| format!(" when {}", self.expr(g)));
                    self.block(&format!("{name}{guard}"), body, depth + 1);
                }
            }
            StmtKind::May { question, body, local } => {
                self.block(&format!("${} = {}", local.0, self.question(question, "may")), body, depth);
            }
            StmtKind::If(cond, yes, no) => {
                self.block(&format!("if {}", e(cond)), yes, depth);
                if !no.is_empty() {
                    self.block("else", no, depth);
                }
            }
            StmtKind::For(local, list, body) => {
                self.block(&format!("for ${} in {}", local.0, e(list)), body, depth)
            }
            StmtKind::While(cond, body) => self.block(&format!("while {}", e(cond)), body, depth),
            StmtKind::Repeat(local, n, body) => {
                self.block(&format!("repeat ${} {}", local.0, e(n)), body, depth)
            }
            StmtKind::Let(..)
            | StmtKind::Random(..)
            | StmtKind::Choose(..)
            | StmtKind::Window { .. }
            | StmtKind::Set(..)
            | StmtKind::SetNumber(..)
            | StmtKind::Stop
            | StmtKind::Act(_)
            | StmtKind::Do(..)
            | StmtKind::Emit(..)
            | StmtKind::Run(..)
            | StmtKind::Say(..)
            | StmtKind::EndGame => self.put(depth, &self.simple(stmt)),
        }
    }

    /// A statement without blocks.
    fn simple(&self, stmt: &StmtKind) -> String {
        let c = self.checked;
        let e = |expr: &Expr| self.expr(expr);
        match stmt {
            StmtKind::Let(local, value) => format!("${}: {} = {}", local.0, self.ty(value.ty), e(value)),
            StmtKind::Choose(local, choice) => self.choice(*local, choice),
            StmtKind::SetNumber(id, value) => format!("{}.number = {}", c.phases[id.index()].name, e(value)),
            StmtKind::Set(var, None, value, _) => format!("{} = {}", c.vars[var.index()].name, e(value)),
            StmtKind::Set(var, Some(of), value, _) => {
                format!("{}.{} = {}", e(of), c.vars[var.index()].name, e(value))
            }
            StmtKind::Act(act) => act.visit(&mut Operands(self)).to_string(),
            StmtKind::Do(id, args) => format!("do {}({})", c.procedures[id.index()].name, self.list(args)),
            StmtKind::Emit(id, args) => format!("emit {}({})", c.events[id.index()].name, self.list(args)),
            StmtKind::Run(id, args) => format!("run {}({})", c.steps[id.index()].name, self.list(args)),
            StmtKind::Say(id, args, openly) => {
                let openly = if *openly { " openly" } else { "" };
                format!("say {}({}){openly}", c.messages[id.index()].name, self.list(args))
            }
            StmtKind::Window { question, window, local } => {
                let chooses = if question.may { "may choose one of" } else { "chooses one of" };
                let words = format!("{chooses} {} as", c.windows[window.index()].name);
                format!("${} = {}", local.0, self.question(question, &words))
            }
            StmtKind::Random(local, list) => format!("${} = chance chooses from {}", local.0, e(list)),
            StmtKind::EndGame => "end game".to_owned(),
            StmtKind::Stop => "stop".to_owned(),
            StmtKind::Modes { .. }
            | StmtKind::May { .. }
            | StmtKind::If(..)
            | StmtKind::For(..)
            | StmtKind::While(..)
            | StmtKind::Repeat(..) => String::new(),
        }
    }

    /// Who is asked with these words for what.
    fn question(&self, question: &Question, words: &str) -> String {
        let (chooser, decision) = (self.expr(&question.chooser), self.decision(question.decision));
        let secretly = if question.secretly { " secretly" } else { "" };
        let always = if question.always { " always asked" } else { "" };
        format!("{chooser} {words} {decision}{secretly}{always}")
    }

    fn choice(&self, local: LocalId, choice: &ChoiceDef) -> String {
        let mut out = format!("${} = {}", local.0, self.expr(&choice.chooser));
        out.push_str(if choice.may { " may choose " } else { " chooses " });
        if let Some((min, max)) = &choice.count {
            let max = max.as_ref().map_or(String::new(), |max| format!("..{}", self.expr(max)));
            let _ = write!(out, "{}{max} of ", self.expr(min));
        }
        let _ = write!(out, "{} as {}", self.expr(&choice.list), self.decision(choice.decision));
        out.push_str(if choice.secretly { " secretly" } else { "" });
        out.push_str(if choice.always { " always asked" } else { "" });
        out
    }
}

/// Prints the operands of an act.
struct Operands<'p, 'c>(&'p Printer<'c>);

impl<'a> Visit<'a, Expr, Expr, Expr> for Operands<'_, '_> {
    type One = String;
    type Several = String;
    type List = String;

    fn one(&mut self, operand: &'a Expr) -> String {
        self.0.expr(operand)
    }

    fn several(&mut self, operand: &'a Expr) -> String {
        self.0.expr(operand)
    }

    fn list(&mut self, operand: &'a Expr) -> String {
        self.0.expr(operand)
    }
}
