//! Pretty-printer for syntax trees in canonical form.
//!
//! Indents by two spaces and uses the fewest parentheses. For each tree that the parser creates,
//! `parse(print(tree))` is that tree.

mod expr;
pub mod format;

use crate::ast::{
    Asked, Block, Choice, Clause, ClauseKind, Count, Expr, Fact, Ident, Key, Mode, PutTo, Query, Question,
};
use crate::ast::{Stmt, StmtKind, TypeExpr, VarDecl, Wait, Whole};
use expr::Slot;

/// Prints the statements of an effect, each followed by a line break.
pub fn block(block: &Block) -> String {
    let mut printer = Printer::default();
    printer.stmts(&block.stmts);
    printer.out
}

/// Prints a statement without a trailing line break.
pub fn stmt(stmt: &Stmt) -> String {
    let mut printer = Printer::default();
    printer.stmt(stmt);
    printer.out.truncate(printer.out.trim_end().len());
    printer.out
}

/// Prints an expression.
pub fn expr(expr: &Expr) -> String {
    let mut out = String::new();
    expr::write(&mut out, expr, Slot::Free);
    out
}

/// Prints a query.
pub fn query(query: &Query) -> String {
    let mut out = String::new();
    expr::query(&mut out, query);
    out
}

/// Prints a type.
pub fn type_expr(ty: &TypeExpr) -> String {
    let set = if ty.set { "set of " } else { "" };
    let list = "list of ".repeat(ty.lists);
    let missing = if ty.optional { "?" } else { "" };
    let by_name = if ty.by_name { " by name" } else { "" };
    let per = match &ty.per {
        None => String::new(),
        Some(Key::Each(word)) => format!(" per {}", word.name),
        Some(Key::Range { least, most, .. }) => format!(" per {least}..{most}"),
    };
    format!("{set}{list}{}{missing}{by_name}{per}", ty.name.name)
}

/// Prints a variable declaration.
pub fn var_decl(decl: &VarDecl) -> String {
    let mut out = type_expr(&decl.ty);
    if let Some(init) = &decl.init {
        out.push_str(" = ");
        expr::write(&mut out, init, Slot::Free);
    }
    out + " for " + &decl.lifetime.name
}

#[derive(Default)]
struct Printer {
    out: String,
    depth: usize,
}

impl Printer {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn expr(&mut self, expr: &Expr, slot: Slot) {
        expr::write(&mut self.out, expr, slot);
    }

    fn indent(&mut self) {
        self.out.extend(std::iter::repeat_n("  ", self.depth));
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    /// Prints a statement on its own lines.
    fn stmt(&mut self, stmt: &Stmt) {
        self.indent();
        self.kind(&stmt.kind);
        self.push("\n");
    }

    /// Prints braces around indented statements. The cursor stays after the closing brace.
    fn body(&mut self, block: &Block) {
        self.push(" {\n");
        self.depth += 1;
        self.stmts(&block.stmts);
        self.close();
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.indent();
        self.push("}");
    }

    fn kind(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Let { name, ty, value } => {
                self.binding(name, ty.as_ref());
                self.expr(value, Slot::Free);
            }
            StmtKind::LetWait { name, ty, wait } => {
                self.binding(name, ty.as_ref());
                self.wait(wait);
            }
            StmtKind::Choose { name, choice } => {
                if let Some(name) = name {
                    self.binding(name, None);
                }
                self.choice(choice);
            }
            StmtKind::Modes { question, modes } => self.modes(question, modes),
            StmtKind::Window { question, window } => {
                self.expr(&question.chooser, Slot::Start);
                self.one_of(question, window);
            }
            StmtKind::Asking { together, players, asked, until, body } => {
                self.push(if *together { "each " } else { "any " });
                expr::query(&mut self.out, players);
                self.put_to(asked);
                self.push(if *until { " until all pass" } else { "" });
                if let Some(body) = body {
                    self.body(body);
                }
            }
            StmtKind::May { question, body, orelse } => {
                self.expr(&question.chooser, Slot::Start);
                self.push(" may ");
                self.question(question);
                self.body(body);
                self.otherwise(orelse.as_ref());
            }
            StmtKind::Set { target, value, openly } => {
                self.push("set ");
                self.expr(target, Slot::Chain);
                self.push(" = ");
                self.expr(value, Slot::Free);
                self.push(if *openly { " openly" } else { "" });
            }
            StmtKind::SetWait { target, wait, openly } => {
                self.push("set ");
                self.expr(target, Slot::Chain);
                self.push(" = ");
                self.wait(wait);
                self.push(if *openly { " openly" } else { "" });
            }
            StmtKind::Give { value } => {
                self.push("give ");
                match value {
                    Whole::Expr(value) => self.expr(value, Slot::Given),
                    Whole::Wait(wait) => self.wait(wait),
                }
            }
            StmtKind::If { cond, then, orelse } => {
                self.headed("if ", cond, then);
                self.otherwise(orelse.as_ref());
            }
            StmtKind::IfAsked { asked, then, orelse } => {
                self.push("if ");
                self.asked(asked);
                self.body(then);
                self.otherwise(orelse.as_ref());
            }
            StmtKind::For { query, body } => {
                self.push("for ");
                expr::query(&mut self.out, query);
                self.body(body);
            }
            StmtKind::While { cond, body } => self.headed("while ", cond, body),
            StmtKind::WhileAsked { asked, body } => {
                self.push("while ");
                self.asked(asked);
                self.body(body);
            }
            StmtKind::Repeat { count, body } => self.headed("repeat ", count, body),
            StmtKind::Stop => self.push("stop"),
            StmtKind::Verb { verb, what, clauses } => self.verb(verb, what.as_ref(), clauses),
        }
    }

    fn binding(&mut self, name: &Ident, ty: Option<&TypeExpr>) {
        self.push("let ");
        self.push(&name.name);
        if let Some(ty) = ty {
            self.push(": ");
            self.push(&type_expr(ty));
        }
        self.push(" = ");
    }

    fn wait(&mut self, wait: &Wait) {
        let (verb, called) = match wait {
            Wait::Choice(choice) => return self.choice(choice),
            Wait::Do(called) => ("do ", called),
            Wait::Emit(called) => ("emit ", called),
        };
        self.push(verb);
        self.expr(&called.call, Slot::Chain);
    }

    fn whole(&mut self, value: &Whole) {
        match value {
            Whole::Expr(value) => self.expr(value, Slot::Free),
            Whole::Wait(wait) => self.wait(wait),
        }
    }

    fn asked(&mut self, asked: &Asked) {
        match asked {
            Asked::Let { name, value } => {
                self.binding(name, None);
                self.whole(value);
            }
            Asked::Holds { negated, wait } => {
                self.push(if *negated { "not " } else { "" });
                self.wait(wait);
            }
        }
    }

    fn headed(&mut self, word: &str, head: &Expr, body: &Block) {
        self.push(word);
        self.expr(head, Slot::Free);
        self.body(body);
    }

    /// Prints a question without the acting player.
    fn put_to(&mut self, asked: &PutTo) {
        match asked {
            PutTo::Pick(choice) => self.chosen(choice),
            PutTo::Window { question, window } => self.one_of(question, window),
            PutTo::Yes(question) => {
                self.push(" may ");
                self.question(question);
            }
        }
    }

    fn one_of(&mut self, question: &Question, window: &Ident) {
        self.chooses(question.may);
        self.push("one of ");
        self.push(&window.name);
        self.push(" as ");
        self.question(question);
    }

    fn chooses(&mut self, may: bool) {
        self.push(if may { " may choose " } else { " chooses " });
    }

    /// Prints the name of a decision and its modifiers.
    fn question(&mut self, question: &Question) {
        self.push(&question.label.name);
        self.facts(&question.facts);
        self.adverbs(question.secretly, question.always, question.openly);
    }

    /// Prints the facts after a name.
    fn facts(&mut self, facts: &[Fact]) {
        for (i, fact) in facts.iter().enumerate() {
            self.push(if i == 0 { "(" } else { ", " });
            if !fact.is_bare() {
                self.push(&fact.name.name);
                self.push(": ");
            }
            self.expr(&fact.value, Slot::Free);
        }
        self.push(if facts.is_empty() { "" } else { ")" });
    }

    fn adverbs(&mut self, secretly: bool, always: bool, openly: bool) {
        if secretly {
            self.push(" secretly");
        }
        if always {
            self.push(" always asked");
        }
        if openly {
            self.push(" openly");
        }
    }

    /// Prints `else` with a block or another `if`.
    fn otherwise(&mut self, block: Option<&Block>) {
        let Some(block) = block else { return };
        self.push(" else");
        match block.stmts.as_slice() {
            [Stmt { kind: kind @ (StmtKind::If { .. } | StmtKind::IfAsked { .. }), .. }] => {
                self.push(" ");
                self.kind(kind);
            }
            _ => self.body(block),
        }
    }

    fn modes(&mut self, question: &Question, modes: &[Mode]) {
        self.expr(&question.chooser, Slot::Start);
        self.chooses(question.may);
        self.push("one as ");
        self.question(question);
        self.push(" {\n");
        self.depth += 1;
        for mode in modes {
            self.mode(mode);
        }
        self.close();
    }

    fn mode(&mut self, mode: &Mode) {
        self.indent();
        self.push(&mode.name.name);
        if let Some(guard) = &mode.guard {
            self.push(" when ");
            self.expr(guard, Slot::Free);
        }
        self.body(&mode.body);
        self.push("\n");
    }

    fn choice(&mut self, choice: &Choice) {
        self.expr(&choice.chooser, Slot::Start);
        self.chosen(choice);
    }

    fn chosen(&mut self, choice: &Choice) {
        self.chooses(choice.may);
        if let Some(count) = &choice.count {
            self.count(count);
        }
        expr::query(&mut self.out, &choice.query);
        if let Some(label) = &choice.label {
            self.push(" as ");
            self.push(&label.name);
            self.facts(&choice.facts);
        }
        self.adverbs(choice.secretly, choice.always, choice.openly);
    }

    fn count(&mut self, count: &Count) {
        match &count.max {
            None => self.expr(&count.min, Slot::Count),
            Some(max) => {
                self.expr(&count.min, Slot::Chain);
                self.push("..");
                self.expr(max, Slot::Chain);
            }
        }
        self.push(" ");
    }

    fn verb(&mut self, verb: &Ident, what: Option<&Expr>, clauses: &[Clause]) {
        self.push(&verb.name);
        if let Some(what) = what {
            self.push(" ");
            self.expr(what, operand_before(clauses));
        }
        for (i, clause) in clauses.iter().enumerate() {
            self.push(" ");
            self.clause(&clause.kind, operand_before(&clauses[i + 1..]));
        }
    }

    fn clause(&mut self, kind: &ClauseKind, slot: Slot) {
        let (word, operand) = match kind {
            ClauseKind::To(operand) => ("to ", operand),
            ClauseKind::From(operand) => ("from ", operand),
            ClauseKind::With(operand) => ("with ", operand),
            ClauseKind::For(operand) => ("for ", operand),
            ClauseKind::Above(operand) => ("above ", operand),
            ClauseKind::Below(operand) => ("below ", operand),
            ClauseKind::Unseen(operand) => ("unseen among ", operand),
            ClauseKind::AtPlace { number, unseen } => {
                self.push("at place ");
                self.expr(number, slot);
                return self.push(if *unseen { " unseen" } else { "" });
            }
            ClauseKind::These(query) => return expr::these(&mut self.out, query),
            ClauseKind::AtTop => return self.push("at top"),
            ClauseKind::AtBottom => return self.push("at bottom"),
            ClauseKind::FaceUp => return self.push("face up"),
            ClauseKind::FaceDown => return self.push("face down"),
            ClauseKind::Openly => return self.push("openly"),
        };
        self.push(word);
        self.expr(operand, slot);
    }
}

fn operand_before(clauses: &[Clause]) -> Slot {
    match clauses.first() {
        Some(Clause { kind: ClauseKind::From(_), .. }) => Slot::BeforeFrom,
        Some(Clause { kind: ClauseKind::These(_), .. }) => Slot::Count,
        _ => Slot::Operand,
    }
}
