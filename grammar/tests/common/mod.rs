//! A small deterministic generator of syntax trees.
#![allow(dead_code, missing_docs)]

use ludex_grammar::ast::*;
use ludex_grammar::span::{FileId, Span};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

const NAMES: &[&str] = &[
    "a", "me", "card", "self", "top", "bottom", "at", "face", "above", "below", "up", "one", "list",
    "order2", "not_x", "it",
];
const VERBS: &[&str] = &["move", "shuffle", "do", "emit", "top", "asked", "up", "x_y"];
const OPS: &[BinaryOp] = &[
    BinaryOp::Or,
    BinaryOp::And,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
    BinaryOp::Default,
    BinaryOp::Range,
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Mod,
];

pub fn none() -> Span {
    Span::new(FileId(0), 0, 0)
}

/// Generates trees.
pub struct Trees(pub Random);

impl Trees {
    fn ident(&mut self) -> Ident {
        Ident { name: self.0.pick(NAMES).to_owned(), span: none() }
    }

    /// After a dot any word is valid.
    fn word(&mut self) -> Ident {
        match self.0.chance(4) {
            true => {
                Ident { name: self.0.pick(&["in", "of", "default", "where", "to"]).to_owned(), span: none() }
            }
            false => self.ident(),
        }
    }

    pub fn expr(&mut self, depth: usize) -> Expr {
        Expr { kind: self.expr_kind(depth), span: none() }
    }

    fn boxed(&mut self, depth: usize) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    fn maybe(&mut self, depth: usize) -> Option<Box<Expr>> {
        self.0.chance(2).then(|| self.boxed(depth))
    }

    fn leaf(&mut self) -> ExprKind {
        match self.0.below(8) {
            0 => ExprKind::Int(self.0.below(100) as i64),
            1 => ExprKind::Decimal("9.5".to_owned()),
            2 => ExprKind::Bool(self.0.chance(2)),
            3 => ExprKind::Nothing,
            _ => ExprKind::Name(self.ident().name),
        }
    }

    fn expr_kind(&mut self, depth: usize) -> ExprKind {
        if depth == 0 {
            return self.leaf();
        }
        let d = depth - 1;
        match self.0.below(15) {
            10 => ExprKind::List((0..self.0.below(4)).map(|_| self.expr(d)).collect()),
            0 => ExprKind::Field { base: self.boxed(d), name: self.word(), optional: self.0.chance(3) },
            1 => ExprKind::Index { base: self.boxed(d), key: self.boxed(d) },
            2 => ExprKind::Call {
                name: self.ident(),
                args: (0..self.0.below(4)).map(|_| self.expr(d)).collect(),
            },
            3 => ExprKind::Of { name: self.ident(), body: self.boxed(d), over: self.boxed(d) },
            4 => self.value_query(d),
            5 => ExprKind::Unary { op: self.0.pick(&[UnaryOp::Not, UnaryOp::Neg]), expr: self.boxed(d) },
            6 => ExprKind::Is { expr: self.boxed(d), negated: self.0.chance(2), test: self.test(d) },
            7 => ExprKind::Exists(self.boxed(d)),
            8 => ExprKind::If { cond: self.boxed(d), then: self.boxed(d), orelse: self.boxed(d) },
            9 => self.leaf(),
            _ => ExprKind::Binary { op: self.0.pick(OPS), left: self.boxed(d), right: self.boxed(d) },
        }
    }

    fn test(&mut self, depth: usize) -> Test {
        match self.0.below(4) {
            0 => Test::FaceUp,
            1 => Test::FaceDown,
            2 => Test::In(self.boxed(depth)),
            _ => Test::Named(self.ident()),
        }
    }

    fn value_query(&mut self, depth: usize) -> ExprKind {
        let query = self.query(depth);
        let more = [&query.source, &query.from, &query.filter, &query.sorted];
        match query.other || query.by_name || more.into_iter().any(Option::is_some) {
            true => ExprKind::Query(query),
            false => ExprKind::Name(query.noun.name),
        }
    }

    pub fn query(&mut self, depth: usize) -> Query {
        Query {
            other: self.0.chance(4),
            noun: self.ident(),
            by_name: self.0.chance(6),
            // after a noun, these begin a clause
            binder: self
                .0
                .chance(3)
                .then(|| self.ident())
                .filter(|it| it.name != "above" && it.name != "below"),
            source: self.maybe(depth),
            from: self.0.chance(2).then(|| self.boxed(depth)),
            filter: self.maybe(depth),
            sorted: self.0.chance(4).then(|| self.boxed(depth)),
            span: none(),
        }
    }

    pub fn block(&mut self, depth: usize) -> Block {
        Block { stmts: (0..self.0.below(4)).map(|_| self.stmt(depth)).collect(), span: none() }
    }

    pub fn stmt(&mut self, depth: usize) -> Stmt {
        Stmt { kind: self.stmt_kind(depth), span: none() }
    }

    fn stmt_kind(&mut self, depth: usize) -> StmtKind {
        let d = depth.saturating_sub(1);
        match if depth == 0 { self.0.below(6) } else { self.0.below(12) } {
            0 if self.0.chance(3) => self.takes(d),
            0 => StmtKind::Let { name: self.ident(), ty: self.written_type(), value: self.expr(3) },
            1 => StmtKind::Choose { name: self.0.chance(2).then(|| self.ident()), choice: self.choice() },
            2 => {
                let (target, value) = (self.expr(2), self.expr(3));
                // a candidate named `below` and a following `openly` would form a clause
                let is_query = matches!(value.kind, ExprKind::Query(_));
                StmtKind::Set { target, value, openly: self.0.chance(4) && !is_query }
            }
            3 => StmtKind::Stop,
            4 | 5 => self.verb(),
            6 => self.modes(d),
            7 if self.0.chance(3) => self.asking(d),
            7 if self.0.chance(2) => StmtKind::Window { question: self.question(2), window: self.ident() },
            7 => StmtKind::May {
                question: self.question(0),
                body: self.block(d),
                orelse: self.0.chance(2).then(|| self.block(d)),
            },
            8 => StmtKind::If {
                cond: self.expr(2),
                then: self.block(d),
                orelse: self.0.chance(2).then(|| self.block(d)),
            },
            9 => StmtKind::For { query: self.query(2), body: self.block(d) },
            10 => StmtKind::While { cond: self.expr(2), body: self.block(d) },
            _ => StmtKind::Repeat { count: self.expr(2), body: self.block(d) },
        }
    }

    /// Generates a question to several players.
    fn asking(&mut self, depth: usize) -> StmtKind {
        let players = self.query(2);
        let name = players.binder.as_ref().unwrap_or(&players.noun).name.clone();
        let chooser = Expr { kind: ExprKind::Name(name), span: none() };
        let asked = match self.0.below(3) {
            0 => PutTo::Pick(Box::new(Choice { chooser, ..self.choice() })),
            1 => PutTo::Window { question: Question { chooser, ..self.question(2) }, window: self.ident() },
            _ => PutTo::Yes(Question { chooser, ..self.question(0) }),
        };
        let body = self.0.chance(2).then(|| self.block(depth));
        StmtKind::Asking { together: self.0.chance(2), players, asked, until: self.0.chance(2), body }
    }

    /// Generates the value of a local that waits for a decision.
    fn takes(&mut self, depth: usize) -> StmtKind {
        match self.0.below(5) {
            0 => match (self.ident(), self.written_type(), self.wait()) {
                (name, None, Wait::Choice(choice)) => StmtKind::Choose { name: Some(name), choice: *choice },
                (name, ty, wait) => StmtKind::LetWait { name, ty, wait },
            },
            1 => {
                let (target, wait) = (self.expr(2), self.wait());
                // the first `openly` after a choice belongs to the choice
                let taken = matches!(&wait, Wait::Choice(choice) if !choice.openly);
                StmtKind::SetWait { target, wait, openly: self.0.chance(4) && !taken }
            }
            2 => StmtKind::Give { value: self.whole() },
            3 => StmtKind::IfAsked {
                asked: self.asked(),
                then: self.block(depth),
                orelse: self.0.chance(2).then(|| self.block(depth)),
            },
            _ => StmtKind::WhileAsked { asked: self.asked(), body: self.block(depth) },
        }
    }

    fn written_type(&mut self) -> Option<TypeExpr> {
        self.0.chance(4).then(|| TypeExpr {
            set: false,
            lists: self.0.below(2),
            name: Ident { name: self.0.pick(&["player", "card", "int"]).to_owned(), span: none() },
            optional: self.0.chance(2),
            by_name: self.0.chance(4),
            per: self.0.chance(4).then(|| Key::Range { least: -1, most: 6, span: none() }),
        })
    }

    fn wait(&mut self) -> Wait {
        if self.0.chance(3) {
            return Wait::Choice(Box::new(self.choice()));
        }
        let args = (0..self.0.below(3)).map(|_| self.expr(2)).collect();
        let call = Expr { kind: ExprKind::Call { name: self.ident(), args }, span: none() };
        let called = Called { call, span: none() };
        if self.0.chance(2) { Wait::Do(called) } else { Wait::Emit(called) }
    }

    fn whole(&mut self) -> Whole {
        if self.0.chance(2) { Whole::Expr(self.expr(3)) } else { Whole::Wait(self.wait()) }
    }

    fn asked(&mut self) -> Asked {
        if self.0.chance(2) {
            return Asked::Let { name: self.ident(), value: self.whole() };
        }
        let negated = self.0.chance(2);
        loop {
            let wait = self.wait();
            if !matches!(wait, Wait::Choice(_)) {
                return Asked::Holds { negated, wait };
            }
        }
    }

    fn modes(&mut self, depth: usize) -> StmtKind {
        let modes = (0..1 + self.0.below(3))
            .map(|_| Mode {
                name: self.ident(),
                guard: self.0.chance(2).then(|| self.expr(2)),
                body: self.block(depth),
            })
            .collect();
        StmtKind::Modes { question: self.question(2), modes }
    }

    /// Generates a question that may be declined in `may` of 4 cases.
    fn question(&mut self, may: usize) -> Question {
        Question {
            chooser: self.expr(1),
            may: self.0.below(4) < may,
            label: self.ident(),
            facts: self.facts(),
            secretly: self.0.chance(2),
            always: self.0.chance(2),
            openly: self.0.chance(2),
            end: none(),
        }
    }

    /// Generates the facts of a decision.
    fn facts(&mut self) -> Vec<Fact> {
        let some = if self.0.chance(3) { 1 + self.0.below(2) } else { 0 };
        let fact = |me: &mut Self| match (me.ident(), me.0.chance(2)) {
            (name, true) => {
                let value = Expr { kind: ExprKind::Name(name.name.clone()), span: none() };
                Fact { name, value }
            }
            (name, false) => Fact { name, value: me.expr(2) },
        };
        (0..some).map(|_| fact(self)).collect()
    }

    fn choice(&mut self) -> Choice {
        let count = self
            .0
            .chance(2)
            .then(|| Count { min: self.expr(1), max: self.0.chance(2).then(|| self.expr(1)) });
        let label = self.0.chance(2).then(|| self.ident());
        let facts = if label.is_some() { self.facts() } else { Vec::new() };
        let (secretly, always) = (self.0.chance(2), self.0.chance(2));
        // directly after a candidate named `below` it would be the value of a clause
        let openly = self.0.chance(2) && (label.is_some() || secretly || always);
        Choice {
            chooser: self.expr(2),
            may: self.0.chance(2),
            count,
            query: self.query(2),
            label,
            facts,
            secretly,
            always,
            openly,
            span: none(),
        }
    }

    fn verb(&mut self) -> StmtKind {
        let counts = self.0.chance(4);
        let what = (counts || self.0.chance(2)).then(|| self.expr(3));
        let some = if counts { self.so_many() } else { Vec::new() };
        let more = (0..self.0.below(4)).map(|_| self.clause());
        let clauses = some.into_iter().chain(more).map(|kind| Clause { kind, span: none() }).collect();
        StmtKind::Verb { verb: Ident { name: self.0.pick(VERBS).to_owned(), span: none() }, what, clauses }
    }

    /// Generates the clauses of a counted query, with the mandatory `from`.
    fn so_many(&mut self) -> Vec<ClauseKind> {
        let mut word = |words: &[&str]| Ident { name: self.0.pick(words).to_owned(), span: none() };
        // words that start a clause are not valid here
        let (noun, binder) = (word(&["card", "copper"]), word(&["c", "it"]));
        let binder = self.0.chance(2).then_some(binder);
        let query =
            Query { noun, by_name: false, binder, source: None, from: None, sorted: None, ..self.query(3) };
        vec![ClauseKind::These(query), ClauseKind::From(self.expr(3))]
    }

    fn clause(&mut self) -> ClauseKind {
        match self.0.below(13) {
            0 => ClauseKind::To(self.expr(3)),
            1 => ClauseKind::From(self.expr(3)),
            2 => ClauseKind::With(self.expr(3)),
            3 => ClauseKind::For(self.expr(3)),
            4 => ClauseKind::Above(self.expr(3)),
            5 => ClauseKind::Below(self.expr(3)),
            6 => ClauseKind::AtTop,
            7 => ClauseKind::AtBottom,
            8 => ClauseKind::FaceUp,
            9 => ClauseKind::Unseen(self.expr(3)),
            11 => ClauseKind::Openly,
            10 => ClauseKind::AtPlace { number: self.expr(2), unseen: self.0.chance(2) },
            _ => ClauseKind::FaceDown,
        }
    }
}

/// Formats the tree without source locations, for comparison.
pub fn bare(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    let places = ["span: ", " end: "];
    while let Some(at) = places.iter().filter_map(|place| rest.find(place)).min() {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 6..];
        rest = tail.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == '.');
    }
    out + rest
}
