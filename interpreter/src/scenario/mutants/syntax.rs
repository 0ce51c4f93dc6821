//! Changes of effects and expressions, by their trees.

use ludex_grammar::ast::{
    Asked, BinaryOp, Block, Choice, Clause, ClauseKind, Expr, ExprKind, Ident, PutTo, Query, Question, Stmt,
    StmtKind, Test, UnaryOp, VarDecl, Wait, Whole,
};
use ludex_grammar::print;
use ludex_grammar::span::Span;

use super::edit::Edits;
use super::roots::Roots;
use super::words::Alternatives;

/// Members, functions and words of clauses that stand for each other.
const PAIRS: &[(&str, &str)] = &[
    ("top", "bottom"),
    ("left", "right"),
    ("next", "previous"),
    ("above", "below"),
    ("min", "max"),
    ("first", "last"),
    ("highest", "lowest"),
];

/// All changes of some trees.
pub(super) fn mutate(edits: &mut Edits<'_>, words: &Alternatives, roots: &Roots<'_>) {
    let mut walk = SyntaxWalk { edits, words };
    roots.blocks.iter().for_each(|block| walk.block(block));
    roots.conditions.iter().for_each(|test| walk.condition(test));
    roots.values.iter().for_each(|value| walk.expr(value));
    roots.queries.iter().for_each(|query| walk.query(query));
    roots.variables.iter().for_each(|variable| walk.variable(variable));
}

struct SyntaxWalk<'a, 't> {
    edits: &'a mut Edits<'t>,
    words: &'a Alternatives,
}

impl SyntaxWalk<'_, '_> {
    fn variable(&mut self, decl: &VarDecl) {
        decl.init.iter().for_each(|init| self.expr(init));
        if decl.lifetime.name != "game" {
            self.edits.replace(decl.lifetime.span, "game");
        }
    }

    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Let { value, .. } => self.expr(value),
            StmtKind::Choose { name, choice } => {
                if name.is_none() {
                    self.leave_out(span);
                }
                self.choice(choice);
            }
            StmtKind::Modes { question, modes } => {
                self.question(question, span);
                for mode in modes {
                    if let Some(guard) = &mode.guard {
                        self.condition(guard);
                    }
                    self.block(&mode.body);
                }
            }
            StmtKind::Window { question, .. } => self.question(question, span),
            StmtKind::May { question, body } => {
                self.question(question, span);
                self.block(body);
            }
            StmtKind::Asking { players, asked, body, .. } => {
                self.leave_out(span);
                self.query(players);
                match asked {
                    PutTo::Pick(choice) => self.query(&choice.query),
                    PutTo::Window { .. } | PutTo::Yes(_) => {}
                }
                body.iter().for_each(|body| self.block(body));
            }
            StmtKind::Set { value, target, .. } => {
                self.leave_out(span);
                self.expr(target);
                self.expr(value);
            }
            StmtKind::LetWait { wait, .. } => self.wait(wait),
            StmtKind::SetWait { target, wait, .. } => {
                self.leave_out(span);
                self.expr(target);
                self.wait(wait);
            }
            StmtKind::Give { value } => self.whole(value),
            StmtKind::IfAsked { asked, then, orelse } => {
                self.asked(asked);
                self.block(then);
                self.otherwise(then, orelse.as_ref());
            }
            StmtKind::WhileAsked { asked, body } => {
                self.asked(asked);
                self.block(body);
            }
            // what is said is held by playthroughs
            StmtKind::If { .. } if only_says(stmt) => {}
            StmtKind::If { cond, then, orelse } => {
                self.condition(cond);
                self.block(then);
                self.otherwise(then, orelse.as_ref());
            }
            StmtKind::For { query, body } => {
                self.query(query);
                self.block(body);
            }
            StmtKind::While { cond, body } => {
                self.condition(cond);
                self.block(body);
            }
            StmtKind::Repeat { count, body } => {
                self.expr(count);
                self.block(body);
            }
            StmtKind::Stop => self.leave_out(span),
            StmtKind::Verb { .. } if only_says(stmt) => {}
            StmtKind::Verb { what, clauses, .. } => {
                self.leave_out(span);
                what.iter().for_each(|what| self.expr(what));
                clauses.iter().for_each(|clause| self.clause(clause));
            }
        }
    }

    fn wait(&mut self, wait: &Wait) {
        match wait {
            Wait::Choice(choice) => self.choice(choice),
            Wait::Do(called) | Wait::Emit(called) => self.expr(&called.call),
        }
    }

    fn whole(&mut self, value: &Whole) {
        match value {
            Whole::Expr(value) => self.expr(value),
            Whole::Wait(wait) => self.wait(wait),
        }
    }

    fn asked(&mut self, asked: &Asked) {
        match asked {
            Asked::Let { value, .. } => self.whole(value),
            Asked::Holds { wait, .. } => self.wait(wait),
        }
    }

    fn leave_out(&mut self, span: Span) {
        self.edits.replace(span, "");
    }

    fn question(&mut self, question: &Question, span: Span) {
        let line = first_line(self.edits, span);
        self.edits.replace_word(line, "always asked", "");
        if question.secretly {
            self.edits.replace_word(line, "secretly", "");
        }
        if question.may {
            self.edits.replace_word(line, "may choose", "chooses");
        }
        self.expr(&question.chooser);
    }

    /// Without its `else`; an `else if` is a statement and its parts are changed like those of any.
    fn otherwise(&mut self, then: &Block, orelse: Option<&Block>) {
        let Some(orelse) = orelse.filter(|block| !block.stmts.iter().all(only_says)) else { return };
        self.edits.replace(Span { start: then.span.end, ..orelse.span }, "");
        self.block(orelse);
    }

    fn choice(&mut self, choice: &Choice) {
        if choice.secretly {
            self.edits.replace_word(after(choice.query.span, choice.span), "secretly", "");
        }
        if choice.always {
            self.edits.replace_word(after(choice.query.span, choice.span), "always asked", "");
        }
        if choice.may {
            self.edits.replace_word(choice.span, "may choose", "chooses");
        }
        self.expr(&choice.chooser);
        if let Some(count) = &choice.count {
            self.expr(&count.min);
            count.max.iter().for_each(|max| self.expr(max));
        }
        self.query(&choice.query);
    }

    fn clause(&mut self, clause: &Clause) {
        let span = clause.span;
        match &clause.kind {
            ClauseKind::To(expr)
            | ClauseKind::From(expr)
            | ClauseKind::With(expr)
            | ClauseKind::For(expr) => self.expr(expr),
            ClauseKind::Above(expr) | ClauseKind::Below(expr) => {
                let word = if matches!(clause.kind, ClauseKind::Above(_)) { "above" } else { "below" };
                self.pair(Span { end: span.start + word.len() as u32, ..span }, word);
                self.expr(expr);
            }
            ClauseKind::Unseen(expr) => {
                self.leave_out(span);
                self.expr(expr);
            }
            ClauseKind::AtPlace { number, unseen } => {
                if *unseen {
                    self.edits.replace_word(span, "unseen", "");
                }
                self.expr(number);
            }
            ClauseKind::These(query) => self.query(query),
            ClauseKind::AtTop => self.edits.replace(span, "at bottom"),
            // without a place a card goes to the bottom: leaving it out changes nothing
            ClauseKind::AtBottom => self.edits.replace(span, "at top"),
            ClauseKind::FaceUp => self.face(span, "face down"),
            ClauseKind::FaceDown => self.face(span, "face up"),
            ClauseKind::Openly => self.leave_out(span),
        }
    }

    fn face(&mut self, span: Span, other: &str) {
        self.edits.replace(span, other);
        self.leave_out(span);
    }

    /// A test: with one of its parts left out, and as one that always or never holds.
    fn condition(&mut self, test: &Expr) {
        self.edits.replace(test.span, "true");
        self.edits.replace(test.span, "false");
        self.expr(test);
    }

    /// A part left out of a chain of one operator.
    fn parts(&mut self, whole: &Expr, op: BinaryOp) {
        let mut parts = Vec::new();
        chain(whole, op, &mut parts);
        // the operator goes too: the one after a part, of the last one that before it
        for pair in parts.windows(2) {
            self.edits.replace(Span { end: pair[1].span.start, ..pair[0].span }, "");
        }
        if let [.., before, last] = parts.as_slice() {
            self.edits.replace(after(before.span, last.span), "");
        }
        parts.into_iter().for_each(|part| self.expr(part));
    }

    /// A query without its parts.
    fn query(&mut self, query: &Query) {
        let noun = query.noun.span;
        if query.other {
            self.edits.replace_word(Span { end: noun.start, ..query.span }, "other", "");
        }
        let mut before = query.binder.as_ref().map_or(noun, |binder| binder.span);
        if let Some(source) = &query.source {
            self.expr(source);
            before = source.span;
        }
        if let Some(from) = &query.from {
            let gap = gap(before, from.span);
            self.without(gap, "from", from.span);
            self.expr(from);
            before = from.span;
        }
        if let Some(filter) = &query.filter {
            self.without(gap(before, filter.span), "where", filter.span);
            self.edits.replace(filter.span, "false");
            self.expr(filter);
        }
        query.sorted.iter().for_each(|key| self.expr(key));
    }

    /// Leaves out a word that stands in a gap, and what comes after it.
    fn without(&mut self, gap: Span, word: &str, until: Span) {
        if self.edits.is_here(gap)
            && let Some(at) = self.edits.at(gap).rfind(word)
        {
            self.edits.replace(Span { start: gap.start + at as u32, ..until }, "");
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(n) => {
                self.edits.replace(span, (n + 1).to_string());
                if *n > 0 {
                    self.edits.replace(span, (n - 1).to_string());
                }
            }
            ExprKind::Decimal(text) => self.decimal(span, text),
            ExprKind::Bool(b) => self.edits.replace(span, (!b).to_string()),
            ExprKind::Nothing => {}
            ExprKind::Name(word) if word == "me" => self.edits.replace(span, "me.left"),
            ExprKind::Name(word) => self.word(span, word),
            ExprKind::Field { base, name, .. } => {
                self.expr(base);
                self.pair(name.span, &name.name);
                self.word(name.span, &name.name);
            }
            ExprKind::Index { base, key } => {
                self.expr(base);
                self.expr(key);
            }
            ExprKind::Call { name, args } => {
                self.call(span, name, args);
                args.iter().for_each(|arg| self.expr(arg));
            }
            ExprKind::Of { name, body, over } => {
                self.pair(name.span, &name.name);
                self.expr(body);
                self.expr(over);
            }
            ExprKind::Query(query) => self.query(query),
            ExprKind::List(items) => items.iter().for_each(|item| self.expr(item)),
            ExprKind::Unary { op, expr } => {
                let word = match op {
                    UnaryOp::Not => "not",
                    UnaryOp::Neg => "-",
                };
                self.edits.replace_word(Span { end: expr.span.start, ..span }, word, "");
                self.expr(expr);
            }
            ExprKind::Binary { op, left, right } => self.binary(expr, *op, left, right),
            ExprKind::Is { expr, negated, test } => {
                let after = Span { start: expr.span.end, ..span };
                let (was, becomes) = if *negated { ("is not", "is") } else { ("is", "is not") };
                self.edits.replace_word(after, was, becomes);
                self.expr(expr);
                self.test(after, test);
            }
            ExprKind::Exists(expr) => {
                self.edits.replace(span, format!("not {}", in_brackets(expr) + " exists"));
                self.expr(expr);
            }
            ExprKind::If { cond, then, orelse } => {
                self.condition(cond);
                self.expr(then);
                self.expr(orelse);
            }
        }
    }

    fn decimal(&mut self, span: Span, text: &str) {
        let Some((whole, part)) = text.split_once('.') else { return };
        let Ok(whole) = whole.parse::<i64>() else { return };
        self.edits.replace(span, format!("{}.{part}", whole + 1));
        if whole > 0 {
            self.edits.replace(span, format!("{}.{part}", whole - 1));
        }
    }

    fn call(&mut self, span: Span, name: &Ident, args: &[Expr]) {
        self.pair(name.span, &name.name);
        if let ("any", [_]) = (name.name.as_str(), args) {
            self.edits.replace(span, format!("not {}", self.edits_text(span)));
        }
    }

    fn edits_text(&self, span: Span) -> String {
        if self.edits.is_here(span) { self.edits.at(span).to_owned() } else { String::new() }
    }

    fn binary(&mut self, whole: &Expr, op: BinaryOp, left: &Expr, right: &Expr) {
        let between = gap(left.span, right.span);
        for other in others(op) {
            self.edits.replace_word(between, op.symbol(), other);
        }
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Add => {
                self.parts(whole, op);
                self.chained_operators(left, op);
                return;
            }
            BinaryOp::Default | BinaryOp::Sub => self.edits.replace(whole.span, in_brackets(right)),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {}
            BinaryOp::Range | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => {}
        }
        if op == BinaryOp::Sub {
            self.edits.replace(whole.span, in_brackets(left));
        }
        self.expr(left);
        self.expr(right);
    }

    /// The other operators of a chain, whose parts are looked at as a whole.
    fn chained_operators(&mut self, expr: &Expr, op: BinaryOp) {
        let ExprKind::Binary { op: inner, left, right } = &expr.kind else { return };
        if *inner == op {
            for other in others(op) {
                self.edits.replace_word(gap(left.span, right.span), op.symbol(), other);
            }
            self.chained_operators(left, op);
        }
    }

    fn test(&mut self, within: Span, test: &Test) {
        match test {
            Test::FaceUp => self.edits.replace_word(within, "up", "down"),
            Test::FaceDown => self.edits.replace_word(within, "down", "up"),
            Test::In(zone) => self.expr(zone),
            Test::Named(_) => {}
        }
    }

    /// A word of an enum becomes the next one.
    fn word(&mut self, span: Span, word: &str) {
        if let Some(next) = self.words.after(word) {
            self.edits.replace(span, next);
        }
    }

    /// One of two words becomes the other.
    fn pair(&mut self, span: Span, word: &str) {
        for (a, b) in PAIRS {
            if word == *a {
                self.edits.replace(span, *b);
            } else if word == *b {
                self.edits.replace(span, *a);
            }
        }
    }
}

/// Whether a statement only tells people something, perhaps one thing or another.
fn only_says(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Verb { verb, .. } => verb.name == "say",
        StmtKind::If { then, orelse, .. } => {
            then.stmts.iter().chain(orelse.iter().flat_map(|block| &block.stmts)).all(only_says)
        }
        StmtKind::Let { .. }
        | StmtKind::LetWait { .. }
        | StmtKind::Choose { .. }
        | StmtKind::Modes { .. }
        | StmtKind::Window { .. }
        | StmtKind::May { .. }
        | StmtKind::Asking { .. }
        | StmtKind::Set { .. }
        | StmtKind::SetWait { .. }
        | StmtKind::Give { .. }
        | StmtKind::IfAsked { .. }
        | StmtKind::For { .. }
        | StmtKind::While { .. }
        | StmtKind::WhileAsked { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::Stop => false,
    }
}

/// What an operator is taken for.
fn others(op: BinaryOp) -> &'static [&'static str] {
    match op {
        BinaryOp::Or => &["and"],
        BinaryOp::And => &["or"],
        BinaryOp::Eq => &["!="],
        BinaryOp::Ne => &["=="],
        BinaryOp::Lt => &["<=", ">="],
        BinaryOp::Le => &["<", ">"],
        BinaryOp::Gt => &[">=", "<="],
        BinaryOp::Ge => &[">", "<"],
        BinaryOp::Default | BinaryOp::Range => &[],
        BinaryOp::Add => &["-"],
        BinaryOp::Sub | BinaryOp::Mul => &["+"],
        BinaryOp::Div => &["*"],
        BinaryOp::Mod => &["div"],
    }
}

/// The parts of `a and b and …`.
fn chain<'e>(expr: &'e Expr, op: BinaryOp, parts: &mut Vec<&'e Expr>) {
    if let ExprKind::Binary { op: inner, left, right } = &expr.kind
        && *inner == op
    {
        chain(left, op, parts);
        chain(right, op, parts);
    } else {
        parts.push(expr);
    }
}

/// An expression that keeps together wherever it stands.
fn in_brackets(expr: &Expr) -> String {
    let text = print::expr(expr);
    let whole = !matches!(
        expr.kind,
        ExprKind::Binary { .. } | ExprKind::Unary { .. } | ExprKind::If { .. } | ExprKind::Query(_)
    );
    if whole { text } else { format!("({text})") }
}

/// From the end of one place to the beginning of another.
fn gap(before: Span, after: Span) -> Span {
    Span { file: before.file, start: before.end, end: after.start.max(before.end) }
}

/// What stands after a part of a place.
fn after(part: Span, whole: Span) -> Span {
    Span { start: part.end, ..whole }
}

/// The first line of a place.
fn first_line(edits: &Edits<'_>, span: Span) -> Span {
    if !edits.is_here(span) {
        return span;
    }
    let length = edits.at(span).find('\n').unwrap_or((span.end - span.start) as usize);
    Span { end: span.start + length as u32, ..span }
}
