//! Mutates the syntax trees of effects and expressions.

use ludex_grammar::ast::{
    BinaryOp, Block, Choice, Clause, ClauseKind, Expr, ExprKind, Ident, Part, PutTo, Query, Question, Stmt,
    StmtKind, Test, UnaryOp, VarDecl,
};
use ludex_grammar::print;
use ludex_grammar::span::Span;

use super::edit::Edits;
use super::roots::Roots;
use super::words::Alternatives;

/// Members, functions and words of clauses that are exchanged with each other.
const PAIRS: &[(&str, &str)] = &[
    ("top", "bottom"),
    ("left", "right"),
    ("next", "previous"),
    ("above", "below"),
    ("min", "max"),
    ("first", "last"),
    ("highest", "lowest"),
];

/// Adds all mutations of these trees.
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
        // messages are covered by playthroughs
        if is_message_only(stmt) {
            return;
        }
        if can_be_left_out(&stmt.kind) {
            self.leave_out(stmt.span);
        }
        if let StmtKind::If { then, orelse: Some(orelse), .. }
        | StmtKind::IfAsked { then, orelse: Some(orelse), .. } = &stmt.kind
            && !orelse.stmts.iter().all(is_message_only)
        {
            self.edits.replace(Span { start: then.span.end, ..orelse.span }, "");
        }
        if let StmtKind::Asking { players, asked, body, .. } = &stmt.kind {
            self.query(players);
            if let PutTo::Pick(choice) = asked {
                self.query(&choice.query);
            }
            return body.iter().for_each(|body| self.block(body));
        }
        let is_test = matches!(stmt.kind, StmtKind::If { .. } | StmtKind::While { .. });
        for part in stmt.kind.parts() {
            if let Part::Expr(test) = part
                && is_test
            {
                self.condition(test);
            } else if let Part::Question(question) = part {
                self.question(question, stmt.span);
            } else {
                self.part(part);
            }
        }
    }

    fn part(&mut self, part: Part<'_>) {
        match part {
            Part::Block(block) => self.block(block),
            Part::Expr(expr) => self.expr(expr),
            Part::Query(query) => self.query(query),
            Part::Question(question) => self.expr(&question.chooser),
            Part::Choice(choice) => self.choice(choice),
            Part::Mode(mode) => {
                mode.guard.iter().for_each(|guard| self.condition(guard));
                self.block(&mode.body);
            }
            Part::Clause(clause) => self.clause(clause),
            Part::Wait(_) => self.parts(part.parts()),
        }
    }

    fn parts(&mut self, parts: Vec<Part<'_>>) {
        parts.into_iter().for_each(|part| self.part(part));
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
            ClauseKind::Above(_) | ClauseKind::Below(_) => {
                let word = if matches!(clause.kind, ClauseKind::Above(_)) { "above" } else { "below" };
                self.pair(Span { end: span.start + word.len() as u32, ..span }, word);
            }
            ClauseKind::AtPlace { unseen: true, .. } => self.edits.replace_word(span, "unseen", ""),
            ClauseKind::AtTop => self.edits.replace(span, "at bottom"),
            // without a position, a card goes to the bottom: omitting the clause changes nothing
            ClauseKind::AtBottom => self.edits.replace(span, "at top"),
            ClauseKind::FaceUp => self.face(span, "face down"),
            ClauseKind::FaceDown => self.face(span, "face up"),
            ClauseKind::Unseen(_) | ClauseKind::Openly => self.leave_out(span),
            ClauseKind::To(_) | ClauseKind::From(_) | ClauseKind::With(_) | ClauseKind::For(_) => {}
            ClauseKind::AtPlace { .. } | ClauseKind::These(_) => {}
        }
        self.parts(Part::Clause(clause).parts());
    }

    fn face(&mut self, span: Span, other: &str) {
        self.edits.replace(span, other);
        self.leave_out(span);
    }

    /// Mutates a test: omits one of its parts, or makes it always or never hold.
    fn condition(&mut self, test: &Expr) {
        self.always_or_never(test);
        self.expr(test);
    }

    fn always_or_never(&mut self, test: &Expr) {
        self.edits.replace(test.span, "true");
        self.edits.replace(test.span, "false");
    }

    /// Omits each part of a chain of one operator.
    fn chain(&mut self, whole: &Expr, op: BinaryOp) {
        let mut parts = Vec::new();
        chain(whole, op, &mut parts);
        // the operator is removed too: the one after a part, or the one before the last part
        for pair in parts.windows(2) {
            self.edits.replace(Span { end: pair[1].span.start, ..pair[0].span }, "");
        }
        if let [.., before, last] = parts.as_slice() {
            self.edits.replace(after(before.span, last.span), "");
        }
        parts.into_iter().for_each(|part| self.expr(part));
    }

    /// Omits each part of a query.
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

    /// Removes a word in `gap` and the text up to the end of `until`.
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
            ExprKind::Name(word) if word == "me" => self.edits.replace(span, "me.left"),
            ExprKind::Name(word) => self.word(span, word),
            ExprKind::Field { name, .. } => {
                self.pair(name.span, &name.name);
                self.word(name.span, &name.name);
            }
            ExprKind::Call { name, args } => self.call(span, name, args),
            ExprKind::Of { name, .. } => self.pair(name.span, &name.name),
            ExprKind::Unary { op, expr } => {
                let word = match op {
                    UnaryOp::Not => "not",
                    UnaryOp::Neg => "-",
                };
                self.edits.replace_word(Span { end: expr.span.start, ..span }, word, "");
            }
            ExprKind::Binary { op, left, right } => return self.binary(expr, *op, left, right),
            ExprKind::Is { expr, negated, test } => {
                let after = Span { start: expr.span.end, ..span };
                let (was, becomes) = if *negated { ("is not", "is") } else { ("is", "is not") };
                self.edits.replace_word(after, was, becomes);
                self.test(after, test);
            }
            ExprKind::Exists(expr) => {
                self.edits.replace(span, format!("not {}", in_brackets(expr) + " exists"));
            }
            ExprKind::If { cond, .. } => self.always_or_never(cond),
            ExprKind::Nothing | ExprKind::Index { .. } | ExprKind::List(_) | ExprKind::Query(_) => {}
        }
        self.parts(Part::Expr(expr).parts());
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
                self.chain(whole, op);
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

    /// Mutates the inner operators of a chain. Its operands are visited with the whole chain.
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
            Test::In(_) | Test::Named(_) => {}
        }
    }

    /// Replaces a word of an enum by the next one.
    fn word(&mut self, span: Span, word: &str) {
        if let Some(next) = self.words.after(word) {
            self.edits.replace(span, next);
        }
    }

    /// Replaces a word by its counterpart in [`PAIRS`].
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

/// Returns true if a statement only shows messages, perhaps under conditions.
fn is_message_only(stmt: &Stmt) -> bool {
    if let StmtKind::Verb { verb, .. } = &stmt.kind {
        return verb.name == "say";
    }
    matches!(stmt.kind, StmtKind::If { .. })
        && stmt.kind.blocks().iter().all(|block| block.stmts.iter().all(is_message_only))
}

fn can_be_left_out(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Choose { name: None, .. }
            | StmtKind::Asking { .. }
            | StmtKind::Set { .. }
            | StmtKind::SetWait { .. }
            | StmtKind::Stop
            | StmtKind::Verb { .. }
    )
}

/// Returns the operators that replace an operator.
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

/// Splits `a and b and …` into its parts.
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

/// Prints an expression, in brackets if its context could split it.
fn in_brackets(expr: &Expr) -> String {
    let text = print::expr(expr);
    let whole = !matches!(
        expr.kind,
        ExprKind::Binary { .. } | ExprKind::Unary { .. } | ExprKind::If { .. } | ExprKind::Query(_)
    );
    if whole { text } else { format!("({text})") }
}

/// Returns the span between two others.
fn gap(before: Span, after: Span) -> Span {
    Span { file: before.file, start: before.end, end: after.start.max(before.end) }
}

/// Returns the rest of a span after a part.
fn after(part: Span, whole: Span) -> Span {
    Span { start: part.end, ..whole }
}

fn first_line(edits: &Edits<'_>, span: Span) -> Span {
    if !edits.is_here(span) {
        return span;
    }
    let length = edits.at(span).find('\n').unwrap_or((span.end - span.start) as usize);
    Span { end: span.start + length as u32, ..span }
}
