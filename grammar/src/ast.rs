//! The syntax tree of the effect language: shape only, no meaning.
//!
//! Names are not resolved and verbs are not known here; `mvoe self to x` is a perfectly good
//! [`StmtKind::Verb`]. The checker of the interpreter says what is wrong with it.

mod operators;

use crate::span::Span;

pub use operators::{BinaryOp, UnaryOp};

/// A word and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    /// The word as written.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// Statements in braces, or the whole text of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// In order.
    pub stmts: Vec<Stmt>,
    /// From the first to the last statement (with braces where they are written).
    pub span: Span,
}

/// One statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// All of it.
    pub span: Span,
}

/// A row is a kind of statement with its fields. Which of them are blocks follows from their types (`walk.rs`).
macro_rules! stmts {
    ($(
        $(#[$doc:meta])*
        $kind:ident $({$($(#[$what:meta])* $field:ident: $ty:ty,)*})?,
    )*) => {
        /// The statements.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[allow(
            clippy::large_enum_variant,
            reason = "a few hundred statements, read once: boxes would only be noise"
        )]
        pub enum StmtKind {
            $($(#[$doc])* $kind $({$($(#[$what])* $field: $ty,)*})?,)*
        }

        impl StmtKind {
            /// The blocks directly inside, in the order written.
            pub fn blocks(&self) -> Vec<&Block> {
                let mut blocks = Vec::new();
                match self {
                    $(StmtKind::$kind $({$($field),*})? => { $($($field.blocks(&mut blocks);)*)? })*
                }
                blocks
            }
        }
    };
}

stmts! {
    /// `let x = expr`, `let x: player? = expr`
    Let {
        /// The new local.
        name: Ident,
        /// Its type, if that is written.
        ty: Option<TypeExpr>,
        /// Its value.
        value: Expr,
    },
    /// `let x = do p(…)`, `let x: player? = me chooses …`: a local that takes what may wait.
    LetWait {
        /// The new local.
        name: Ident,
        /// Its type, if that is written.
        ty: Option<TypeExpr>,
        /// Its value.
        wait: Wait,
    },
    /// `let x = me chooses …`, or `me chooses …` without a name.
    Choose {
        /// The local that holds the pick.
        name: Option<Ident>,
        /// Who chooses what.
        choice: Choice,
    },
    /// `me chooses one as order { lower_swords { … } fear when x { … } }`
    Modes {
        /// Who is asked.
        question: Question,
        /// In the order in which they are offered.
        modes: Vec<Mode>,
    },
    /// `me chooses one of turn_actions as action`: one of the actions of a window that are legal now.
    Window {
        /// Who is asked.
        question: Question,
        /// The name of the window.
        window: Ident,
    },
    /// `owner may hide { … }`: a question answered with yes (`hide`) or no.
    May {
        /// Who is asked.
        question: Question,
        /// What happens on yes.
        body: Block,
    },
    /// `any player p may choose card c in p.hand as answer until all pass { … }`, `each player p chooses …`
    Asking {
        /// `each`: all decide before anything runs.
        together: bool,
        /// Who is asked; its binder names him.
        players: Query,
        /// What each of them is asked.
        asked: PutTo,
        /// `until all pass`: it begins anew after each answer.
        until: bool,
        /// What an answer does.
        body: Option<Block>,
    },
    /// `set target = expr openly`
    Set {
        /// A variable: a name or a field.
        target: Expr,
        /// Its new value.
        value: Expr,
        /// All may know it.
        openly: bool,
    },
    /// `set target = do p(…)`
    SetWait {
        /// A variable or a local.
        target: Expr,
        /// Its new value.
        wait: Wait,
        /// All may know it.
        openly: bool,
    },
    /// `give expr`: leaves a procedure or function, whose value it is.
    Give {
        /// The value.
        value: Whole,
    },
    /// `if c { … } else if d { … } else { … }`; an `else if` is an `orelse` with one `If`.
    If {
        /// The test.
        cond: Expr,
        /// When it holds.
        then: Block,
        /// When it does not.
        orelse: Option<Block>,
    },
    /// `if let x = … { … } else { … }`, `if not do p(…) { … }`
    IfAsked {
        /// The test.
        asked: Asked,
        /// When it holds.
        then: Block,
        /// When it does not.
        orelse: Option<Block>,
    },
    /// `for card c in lane where late { … }`
    For {
        /// What is visited: always a query with its own binder or `it`.
        query: Query,
        /// For each.
        body: Block,
    },
    /// `while c { … }`
    While {
        /// Tested before each round.
        cond: Expr,
        /// The body.
        body: Block,
    },
    /// `while let x = … { … }`, `while do p(…) { … }`
    WhileAsked {
        /// Done anew before each round.
        asked: Asked,
        /// The body.
        body: Block,
    },
    /// `repeat n { … }`
    Repeat {
        /// How often; evaluated once.
        count: Expr,
        /// The body.
        body: Block,
    },
    /// `stop`: leave this effect.
    Stop,
    /// Any other statement: a verb, what it acts on, and its clauses in the order written.
    Verb {
        /// `move`, `shuffle`, `do` …
        verb: Ident,
        /// The first operand, if any.
        what: Option<Expr>,
        /// `to x`, `at bottom`, `face down` …
        clauses: Vec<Clause>,
    },
}

/// What each of several players is asked. Who is asked stands beside it, so its chooser is only his name or noun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PutTo {
    /// `may choose card c in p.hand as answer`
    Pick(Box<Choice>),
    /// `may choose one of talk as talk`
    Window {
        /// How he is asked.
        question: Question,
        /// The name of the window.
        window: Ident,
    },
    /// `may challenge`
    Yes(Question),
}

/// What may wait: it stands alone, never inside an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait {
    /// `me chooses card in me.hand`
    Choice(Box<Choice>),
    /// `do p(…)`: what the procedure gives.
    Do(Called),
    /// `emit e(…)`: what reactions have made of the fact that they change.
    Emit(Called),
}

/// What stands after `do` or `emit` where it is a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// A call.
    pub call: Expr,
    /// The verb and the call.
    pub span: Span,
}

/// A value that may be one for which the game waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whole {
    /// An expression.
    Expr(Expr),
    /// A choice, `do` or `emit`.
    Wait(Wait),
}

/// What `if` and `while` ask, where that is no condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// `let x = …`: whether the value is there.
    Let {
        /// The local that has it inside the block.
        name: Ident,
        /// The value.
        value: Whole,
    },
    /// `do p(…)`, `not do p(…)`
    Holds {
        /// Written with `not`.
        negated: bool,
        /// What gives the answer.
        wait: Wait,
    },
}

/// Who is asked, and how: what all decisions have that are not about candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The player who decides.
    pub chooser: Expr,
    /// `may choose`: declining is one of the options, the last.
    pub may: bool,
    /// Name of the decision.
    pub label: Ident,
    /// What he is told.
    pub facts: Vec<Fact>,
    /// `secretly`: the others do not learn the pick.
    pub secretly: bool,
    /// `always asked`: put the question even with one option.
    pub always: bool,
    /// `openly`: who is asked, and what is offered, may follow from what not all see.
    pub openly: bool,
    /// Where its words end: the block comes next.
    pub end: Span,
}

/// `what: c.name`, or `who`, which is `who: who`: a fact of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its name in texts.
    pub name: Ident,
    /// Its value.
    pub value: Expr,
}

impl Fact {
    /// Whether it is written as its name alone.
    pub fn is_bare(&self) -> bool {
        matches!(&self.value.kind, ExprKind::Name(word) if *word == self.name.name)
    }
}

/// One mode of a choice of blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mode {
    /// Its name, which is the option's label.
    pub name: Ident,
    /// `when cond`: offered only then.
    pub guard: Option<Expr>,
    /// What happens.
    pub body: Block,
}

/// A part of a verb statement after its first operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// All of it.
    pub span: Span,
}

/// The clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClauseKind {
    /// `copper where …`, after a number: what the number counts. The query says neither `in` nor `from`.
    These(Query),
    /// `to expr`
    To(Expr),
    /// `from expr`
    From(Expr),
    /// `with expr`
    With(Expr),
    /// `for expr`
    For(Expr),
    /// `above expr`: in the place directly before that card.
    Above(Expr),
    /// `below expr`: in the place directly after that card.
    Below(Expr),
    /// `at top`
    AtTop,
    /// `at bottom`
    AtBottom,
    /// `at place expr`, `at place expr unseen`: so that it is the nth card there.
    AtPlace {
        /// The number, from 1.
        number: Expr,
        /// Nobody sees which place it is but who chose it.
        unseen: bool,
    },
    /// `face up`
    FaceUp,
    /// `face down`
    FaceDown,
    /// `unseen among expr`: which of these moves is not seen.
    Unseen(Expr),
    /// `openly`: all may know what the statement reveals.
    Openly,
}

/// `chooser chooses 1..3 card c in me.hand where … as label secretly always asked openly`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The player who decides.
    pub chooser: Expr,
    /// `may choose`: declining is one of the options, the last.
    pub may: bool,
    /// `2` or `1..3`: several successive picks. Absent: one pick.
    pub count: Option<Count>,
    /// What is offered.
    pub query: Query,
    /// `as label`: the name of the decision.
    pub label: Option<Ident>,
    /// What who decides is told; only where it has a name.
    pub facts: Vec<Fact>,
    /// `secretly`: the others do not learn the pick.
    pub secretly: bool,
    /// `always asked`: put the question even with one option.
    pub always: bool,
    /// `openly`: who is asked, and what is offered, may follow from what not all see.
    pub openly: bool,
    /// All of it.
    pub span: Span,
}

/// How many picks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// At least.
    pub min: Expr,
    /// At most; absent: exactly `min`.
    pub max: Option<Expr>,
}

/// `other card by name c in zone from start where cond sorted by key`: every part but the noun may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// `other`: without `self`.
    pub other: bool,
    /// What is looked for: `card`, `player`, `number`, a kind, a card's id, a spot.
    pub noun: Ident,
    /// `by name`: the names of such cards, and not the cards.
    pub by_name: bool,
    /// The name of the candidate inside `where` and in a loop body; absent: `it`.
    pub binder: Option<Ident>,
    /// `in expr`: where to look; absent: everywhere.
    pub source: Option<Box<Expr>>,
    /// `from expr`: where in the circle of players or spots to begin.
    pub from: Option<Box<Expr>>,
    /// `where cond`
    pub filter: Option<Box<Expr>>,
    /// `sorted by key`: a list in brackets is several keys, the first one first.
    pub sorted: Option<Box<Expr>>,
    /// All of it.
    pub span: Span,
}

impl Query {
    /// All there are of a noun.
    pub fn of(noun: Ident, span: Span) -> Self {
        Self {
            other: false,
            noun,
            by_name: false,
            binder: None,
            source: None,
            from: None,
            filter: None,
            sorted: None,
            span,
        }
    }
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// All of it.
    pub span: Span,
}

/// The expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// `42`
    Int(i64),
    /// `9.5`, as written.
    Decimal(String),
    /// `true`, `false`
    Bool(bool),
    /// `nothing`: the missing value.
    Nothing,
    /// A single word.
    Name(String),
    /// `base.name`, or `base?.name` where the base may be missing.
    Field {
        /// What has the field.
        base: Box<Expr>,
        /// Which.
        name: Ident,
        /// Written `?.`.
        optional: bool,
    },
    /// `table[key]`
    Index {
        /// The table.
        base: Box<Expr>,
        /// The key.
        key: Box<Expr>,
    },
    /// `name(args)`
    Call {
        /// A function, or after `do`, `emit`, `run`, `say` what these name.
        name: Ident,
        /// In order.
        args: Vec<Expr>,
    },
    /// `sum(points of objective in won)`
    Of {
        /// `sum`, `highest`, `lowest`.
        name: Ident,
        /// Evaluated for each candidate.
        body: Box<Expr>,
        /// The candidates.
        over: Box<Expr>,
    },
    /// A list of candidates.
    Query(Query),
    /// `[a, b]`: these.
    List(Vec<Expr>),
    /// `not x`, `-x`
    Unary {
        /// Which.
        op: UnaryOp,
        /// The operand.
        expr: Box<Expr>,
    },
    /// `a + b`
    Binary {
        /// Which.
        op: BinaryOp,
        /// Left operand.
        left: Box<Expr>,
        /// Right operand.
        right: Box<Expr>,
    },
    /// `x is face up`, `x is not king`, `x is in me.hand`
    Is {
        /// The subject.
        expr: Box<Expr>,
        /// Written `is not`.
        negated: bool,
        /// The property asked for.
        test: Test,
    },
    /// `x exists`
    Exists(Box<Expr>),
    /// `if c then a else b`
    If {
        /// The test.
        cond: Box<Expr>,
        /// When it holds.
        then: Box<Expr>,
        /// When it does not.
        orelse: Box<Expr>,
    },
}

/// What `is` asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// `face up`
    FaceUp,
    /// `face down`
    FaceDown,
    /// `in expr`
    In(Box<Expr>),
    /// A kind or a card's id.
    Named(Ident),
}

/// A type as written in a declaration: `card`, `decimal?`, `influence`, `list of card`, `card? by name`, `int per suit`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeExpr {
    /// How many `list of …` are around it.
    pub lists: usize,
    /// `int`, `bool`, a kind, an enum …
    pub name: Ident,
    /// Written with `?`: may be missing.
    pub optional: bool,
    /// Written with `by name`: the name of a card is meant, and no card that lies somewhere.
    pub by_name: bool,
    /// Written with `per KEY`: one for each key.
    pub per: Option<Key>,
}

/// By what values are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// `per resource`, `per player`
    Each(Ident),
    /// `per 1..6`; a number that is too large is the largest there is.
    Range {
        /// The least.
        least: i64,
        /// The greatest.
        most: i64,
        /// Where they stand.
        span: Span,
    },
}

/// A variable's declaration: `int = 0 for game`, `bool for round`, `player?  for turn`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VarDecl {
    /// Its type.
    pub ty: TypeExpr,
    /// `= expr`: the value it begins with; absent: 0, false, the first value, or nothing.
    pub init: Option<Expr>,
    /// `for NAME`: how long it lasts. Always required; the parser reports its absence.
    pub lifetime: Ident,
}

/// A field of a statement. Unless it says otherwise, there is no block in it.
trait Inside {
    /// Adds the blocks that it is or has.
    fn blocks<'a>(&'a self, _blocks: &mut Vec<&'a Block>) {}
}

impl Inside for Block {
    fn blocks<'a>(&'a self, blocks: &mut Vec<&'a Block>) {
        blocks.push(self);
    }
}

impl Inside for Option<Block> {
    fn blocks<'a>(&'a self, blocks: &mut Vec<&'a Block>) {
        blocks.extend(self);
    }
}

impl Inside for Vec<Mode> {
    fn blocks<'a>(&'a self, blocks: &mut Vec<&'a Block>) {
        blocks.extend(self.iter().map(|mode| &mode.body));
    }
}

macro_rules! without_blocks {
    ($($field:ty),*) => {
        $(impl Inside for $field {})*
    };
}

without_blocks!(Ident, Option<Ident>, Expr, Option<Expr>, Query, Question, Choice, Vec<Clause>, bool);
without_blocks!(Option<TypeExpr>, Wait, Whole, Asked, PutTo);
