//! The syntax tree of the effect language: shape only, no meaning.
//!
//! Names are not resolved and verbs are not known here; `mvoe self to x` is a perfectly good
//! [`StmtKind::Verb`]. The checker of the interpreter says what is wrong with it.

mod operators;

use crate::span::Span;
use crate::walk::Inside;

pub use crate::walk::Part;
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

/// An enum of the tree, with names for all fields. What is inside a variant follows from the types of its fields (`walk.rs`).
macro_rules! tree {
    ($(#[$about:meta])* $tree:ident { $(
        $(#[$doc:meta])*
        $kind:ident $(($($part:ident: $part_ty:ty),*))? $({$($(#[$what:meta])* $field:ident: $ty:ty,)*})?,
    )* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $tree {
            $($(#[$doc])* $kind $(($($part_ty),*))? $({$($(#[$what])* $field: $ty,)*})?,)*
        }

        impl Inside for $tree {
            fn add_to<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
                match self {
                    $($tree::$kind $(($($part),*))? $({$($field),*})? => {
                        $($($part.add_to(parts);)*)?
                        $($($field.add_to(parts);)*)?
                    })*
                }
            }
        }
    };
}

tree! {
    /// The statements.
    #[allow(clippy::large_enum_variant, reason = "a few hundred statements, read once: boxes would only be noise")]
    StmtKind {
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
}

tree! {
    /// What each of several players is asked. Who is asked stands beside it, so its chooser is only his name or noun.
    PutTo {
        /// `may choose card c in p.hand as answer`
        Pick(choice: Box<Choice>),
        /// `may choose one of talk as talk`
        Window {
            /// How he is asked.
            question: Question,
            /// The name of the window.
            window: Ident,
        },
        /// `may challenge`
        Yes(question: Question),
    }
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

tree! {
    /// A value that may be one for which the game waits.
    Whole {
        /// An expression.
        Expr(expr: Expr),
        /// A choice, `do` or `emit`.
        Wait(wait: Wait),
    }
}

tree! {
    /// What `if` and `while` ask, where that is no condition.
    Asked {
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

tree! {
    /// The clauses.
    ClauseKind {
        /// `copper where …`, after a number: what the number counts. The query says neither `in` nor `from`.
        These(query: Query),
        /// `to expr`
        To(expr: Expr),
        /// `from expr`
        From(expr: Expr),
        /// `with expr`
        With(expr: Expr),
        /// `for expr`
        For(expr: Expr),
        /// `above expr`: in the place directly before that card.
        Above(expr: Expr),
        /// `below expr`: in the place directly after that card.
        Below(expr: Expr),
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
        Unseen(expr: Expr),
        /// `openly`: all may know what the statement reveals.
        Openly,
    }
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

tree! {
    /// The expressions.
    ExprKind {
        /// `42`
        Int(n: i64),
        /// `9.5`, as written.
        Decimal(text: String),
        /// `true`, `false`
        Bool(truth: bool),
        /// `nothing`: the missing value.
        Nothing,
        /// A single word.
        Name(text: String),
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
        Query(query: Query),
        /// `[a, b]`: these.
        List(exprs: Vec<Expr>),
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
        Exists(expr: Box<Expr>),
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
}

tree! {
    /// What `is` asks.
    Test {
        /// `face up`
        FaceUp,
        /// `face down`
        FaceDown,
        /// `in expr`
        In(expr: Box<Expr>),
        /// A kind or a card's id.
        Named(name: Ident),
    }
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
