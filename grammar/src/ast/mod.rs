//! Syntax tree of the effect language, without semantics.
//!
//! Names are not resolved, and verbs are not checked: `mvoe self to x` is a valid [`StmtKind::Verb`]. The
//! interpreter's checker reports the error.

mod declarations;
mod operators;

use crate::span::Span;
use crate::walk::Inside;

pub use crate::walk::Part;
pub use declarations::{FieldDecl, Key, TypeExpr, VarDecl};
pub use operators::{BinaryOp, UnaryOp};

/// A word with its source location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    /// Spelling in the source.
    pub name: String,
    /// Source location of the word.
    pub span: Span,
}

/// Statements in braces, or the whole text of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Statements in source order.
    pub stmts: Vec<Stmt>,
    /// Source location from the first to the last statement, including the braces if they are written.
    pub span: Span,
}

/// A statement with its source location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stmt {
    /// Kind of the statement, with its parts.
    pub kind: StmtKind,
    /// Source location of the whole statement.
    pub span: Span,
}

/// Defines an enum of the tree with names for all fields. The types of the fields determine the nested parts
/// (`walk.rs`).
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
    /// Kinds of statements.
    #[allow(clippy::large_enum_variant, reason = "a few hundred statements, read once: boxes would only be noise")]
    StmtKind {
        /// `let x = expr`, `let x: player? = expr`: defines a local.
        Let {
            /// Name of the new local.
            name: Ident,
            /// Declared type, if written.
            ty: Option<TypeExpr>,
            /// Initial value of the local.
            value: Expr,
        },
        /// `let x = do p(…)`, `let x: player? = me chooses …`: a local whose value may require waiting.
        LetWait {
            /// Name of the new local.
            name: Ident,
            /// Declared type, if written.
            ty: Option<TypeExpr>,
            /// Call or choice that produces the value.
            wait: Wait,
        },
        /// `let x = me chooses …`, or `me chooses …` without a name.
        Choose {
            /// Local that holds the choice, if named.
            name: Option<Ident>,
            /// The choice, with its player and candidates.
            choice: Choice,
        },
        /// `me chooses one as order { lower_swords { … } fear when x { … } }`: a choice between blocks.
        Modes {
            /// Player and form of the question.
            question: Question,
            /// Modes in the order in which they are offered.
            modes: Vec<Mode>,
        },
        /// `me chooses one of turn_actions as action`: one of the legal actions of a window.
        Window {
            /// Player and form of the question.
            question: Question,
            /// Name of the window.
            window: Ident,
        },
        /// `owner may hide { … } else { … }`: a question answered with yes (`hide`) or no.
        May {
            /// Player and form of the question.
            question: Question,
            /// Statements to run on yes.
            body: Block,
            /// Statements to run on no.
            orelse: Option<Block>,
        },
        /// `any player p may choose card c in p.hand as answer until all pass { … }`,
        /// `each player p chooses …`: a question to several players.
        Asking {
            /// True for `each`: all players decide before any answer takes effect.
            together: bool,
            /// The asked players. Its binder names the player inside the statement.
            players: Query,
            /// Question to each of the players.
            asked: PutTo,
            /// True for `until all pass`: the round restarts after each answer.
            until: bool,
            /// Statements to run for an answer.
            body: Option<Block>,
        },
        /// `set target = expr openly`: assigns a variable.
        Set {
            /// Assigned variable: a name or a field.
            target: Expr,
            /// New value of the variable.
            value: Expr,
            /// True for `openly`: all players may learn the value.
            openly: bool,
        },
        /// `set target = do p(…)`: assigns a value that may require waiting.
        SetWait {
            /// Assigned variable or local.
            target: Expr,
            /// Call or choice that produces the value.
            wait: Wait,
            /// True for `openly`: all players may learn the value.
            openly: bool,
        },
        /// `give expr`: returns a value from a procedure or function.
        Give {
            /// Value returned to the caller.
            value: Whole,
        },
        /// `if c { … } else if d { … } else { … }`. An `else if` is an `orelse` with a single `If`.
        If {
            /// Condition that selects the branch.
            cond: Expr,
            /// Statements to run if the condition holds.
            then: Block,
            /// Statements to run otherwise.
            orelse: Option<Block>,
        },
        /// `if let x = … { … }`, `if not do p(…) { … }`: a branch on a test that binds a local or may wait.
        IfAsked {
            /// Test that may bind a local or wait.
            asked: Asked,
            /// Statements to run if the test succeeds.
            then: Block,
            /// Statements to run otherwise.
            orelse: Option<Block>,
        },
        /// `for card c in lane where late { … }`: a loop over a query.
        For {
            /// Visited elements: a query with its own binder, or `it`.
            query: Query,
            /// Statements to run for each element.
            body: Block,
        },
        /// `while c { … }`: a loop with a condition.
        While {
            /// Condition tested before each iteration.
            cond: Expr,
            /// Statements of the loop.
            body: Block,
        },
        /// `while let x = … { … }`, `while do p(…) { … }`: a loop whose test binds a local or may wait.
        WhileAsked {
            /// Test repeated before each iteration.
            asked: Asked,
            /// Statements of the loop.
            body: Block,
        },
        /// `repeat n { … }`: a loop with a fixed number of iterations.
        Repeat {
            /// Number of iterations, evaluated once.
            count: Expr,
            /// Statements of the loop.
            body: Block,
        },
        /// `stop`: leaves the current effect.
        Stop,
        /// Any other statement: a verb, its operand, and its clauses in source order.
        Verb {
            /// Verb of the statement: `move`, `shuffle`, `do` …
            verb: Ident,
            /// First operand, if any.
            what: Option<Expr>,
            /// Clauses such as `to x`, `at bottom`, `face down`.
            clauses: Vec<Clause>,
        },
    }
}

tree! {
    /// Question to each of several players. The asked player is stored separately, so the chooser is only a
    /// name or noun.
    PutTo {
        /// `may choose card c in p.hand as answer`: a choice from a query.
        Pick(choice: Box<Choice>),
        /// `may choose one of talk as talk`: a choice of an action in a window.
        Window {
            /// Form of the question.
            question: Question,
            /// Name of the window.
            window: Ident,
        },
        /// `may challenge`: a question with the answers yes and no.
        Yes(question: Question),
    }
}

/// An operation that may wait for a player. It is never part of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait {
    /// `me chooses card in me.hand`: the chosen value.
    Choice(Box<Choice>),
    /// `do p(…)`: the return value of a procedure.
    Do(Called),
    /// `emit e(…)`: the argument of an event after reactions have changed it.
    Emit(Called),
}

/// A `do` or `emit` used as a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The called procedure or event with its arguments.
    pub call: Expr,
    /// Source location of the verb and the call.
    pub span: Span,
}

tree! {
    /// A value that may require waiting.
    Whole {
        /// An expression, which never waits.
        Expr(expr: Expr),
        /// A choice, `do` or `emit`.
        Wait(wait: Wait),
    }
}

tree! {
    /// Test of an `if` or `while` that is not a plain condition.
    Asked {
        /// `let x = …`: true if the value exists.
        Let {
            /// Local that holds the value inside the block.
            name: Ident,
            /// Value that may be missing.
            value: Whole,
        },
        /// `do p(…)`, `not do p(…)`: tests the return value of a procedure.
        Holds {
            /// True if written with `not`.
            negated: bool,
            /// Call or choice that produces the result.
            wait: Wait,
        },
    }
}

/// Common parts of decisions that do not choose from a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The acting player of the decision.
    pub chooser: Expr,
    /// `may choose`: the last option is to decline.
    pub may: bool,
    /// Name of the decision.
    pub label: Ident,
    /// Facts shown to the player with the question.
    pub facts: Vec<Fact>,
    /// `secretly`: the choice is hidden from other players.
    pub secretly: bool,
    /// `always asked`: asks even if there is only one option.
    pub always: bool,
    /// `openly`: the acting player and the options may depend on hidden information.
    pub openly: bool,
    /// Empty location after the question, before its block.
    pub end: Span,
}

/// A fact of a decision: `what: c.name`, or `who` as an abbreviation of `who: who`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Name used in texts.
    pub name: Ident,
    /// Value shown to the player.
    pub value: Expr,
}

impl Fact {
    /// Returns true if the fact is abbreviated to its name.
    pub fn is_bare(&self) -> bool {
        matches!(&self.value.kind, ExprKind::Name(word) if *word == self.name.name)
    }
}

/// A mode of a choice between blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mode {
    /// Name and label of the option.
    pub name: Ident,
    /// `when cond`: condition for offering the mode.
    pub guard: Option<Expr>,
    /// Statements to run if the mode is chosen.
    pub body: Block,
}

/// A part of a verb statement after its first operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Kind of the clause, with its operand.
    pub kind: ClauseKind,
    /// Source location of the whole clause.
    pub span: Span,
}

tree! {
    /// Kinds of clauses.
    ClauseKind {
        /// `copper where …` after a number: the counted elements. The query has neither `in` nor `from`.
        These(query: Query),
        /// `to expr`: the destination.
        To(expr: Expr),
        /// `from expr`: the source.
        From(expr: Expr),
        /// `with expr`: the second operand, as in `swap a with b`.
        With(expr: Expr),
        /// `for expr`: the lifetime, as in `eliminate p for round`.
        For(expr: Expr),
        /// `above expr`: directly before that card.
        Above(expr: Expr),
        /// `below expr`: directly after that card.
        Below(expr: Expr),
        /// `at top`: as the first card of the zone.
        AtTop,
        /// `at bottom`: as the last card of the zone.
        AtBottom,
        /// `at place expr`, `at place expr unseen`: as the nth card of the zone.
        AtPlace {
            /// Position, counted from 1.
            number: Expr,
            /// True if only the acting player sees the position.
            unseen: bool,
        },
        /// `face up`: turns the card up.
        FaceUp,
        /// `face down`: turns the card down.
        FaceDown,
        /// `unseen among expr`: hides which of these cards moves.
        Unseen(expr: Expr),
        /// `openly`: all players may learn the information that the statement reveals.
        Openly,
    }
}

/// `chooser chooses 1..3 card c in me.hand where … as label secretly always asked openly`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The acting player of the decision.
    pub chooser: Expr,
    /// `may choose`: the last option is to decline.
    pub may: bool,
    /// `2` or `1..3`: number of successive choices. `None`: one choice.
    pub count: Option<Count>,
    /// Query for the candidates.
    pub query: Query,
    /// `as label`: the name of the decision.
    pub label: Option<Ident>,
    /// Facts shown to the player. Requires a label.
    pub facts: Vec<Fact>,
    /// `secretly`: the choice is hidden from other players.
    pub secretly: bool,
    /// `always asked`: asks even if there is only one option.
    pub always: bool,
    /// `openly`: the acting player and the options may depend on hidden information.
    pub openly: bool,
    /// Source location of the whole choice.
    pub span: Span,
}

/// Number of successive choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// Minimum number of choices.
    pub min: Expr,
    /// Maximum number of choices; `None` if it equals `min`.
    pub max: Option<Expr>,
}

/// `other card by name c in zone from start where cond sorted by key`: all parts except the noun are
/// optional.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// `other`: leaves out `self`.
    pub other: bool,
    /// Searched type: `card`, `player`, `number`, a kind, a card's ID, a spot.
    pub noun: Ident,
    /// `by name`: the names of matching cards instead of the cards.
    pub by_name: bool,
    /// Name of the candidate inside `where` and in a loop body; `None` for `it`.
    pub binder: Option<Ident>,
    /// `in expr`: where to search; `None` for everywhere.
    pub source: Option<Box<Expr>>,
    /// `from expr`: start of the rotation of players or spots.
    pub from: Option<Box<Expr>>,
    /// `where cond`: condition for each candidate.
    pub filter: Option<Box<Expr>>,
    /// `sorted by key`. A list in brackets holds several keys by priority.
    pub sorted: Option<Box<Expr>>,
    /// Source location of the whole query.
    pub span: Span,
}

impl Query {
    /// Creates a query for all elements of a noun.
    pub fn new(noun: Ident, span: Span) -> Self {
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

/// An expression with its source location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// Kind of the expression, with its operands.
    pub kind: ExprKind,
    /// Source location of the whole expression.
    pub span: Span,
}

tree! {
    /// Kinds of expressions.
    ExprKind {
        /// `42`: a literal integer.
        Int(n: i64),
        /// `9.5`, as spelled in the source.
        Decimal(text: String),
        /// `true`, `false`: a truth value.
        Bool(truth: bool),
        /// `nothing`: the missing value.
        Nothing,
        /// A single word: a local, a variable or another name.
        Name(text: String),
        /// `base.name`, or `base?.name` if the base may be missing.
        Field {
            /// Expression that has the field.
            base: Box<Expr>,
            /// Name of the field.
            name: Ident,
            /// True if written `?.`.
            optional: bool,
        },
        /// `table[key]`: a lookup in a table.
        Index {
            /// Table to look up in.
            base: Box<Expr>,
            /// Key of the row.
            key: Box<Expr>,
        },
        /// `name(args)`: a call.
        Call {
            /// Name of a function, or of a procedure, event or message after `do`, `emit`, `run` or `say`.
            name: Ident,
            /// Arguments in source order.
            args: Vec<Expr>,
        },
        /// `sum(points of objective in won)`: an aggregate over candidates.
        Of {
            /// Aggregate: `sum`, `highest`, `lowest`.
            name: Ident,
            /// Expression evaluated for each candidate.
            body: Box<Expr>,
            /// Expression for the candidates.
            over: Box<Expr>,
        },
        /// A list of candidates.
        Query(query: Query),
        /// `[a, b]`: a list of the given elements.
        List(exprs: Vec<Expr>),
        /// `not x`, `-x`: a prefix operation.
        Unary {
            /// Prefix operator.
            op: UnaryOp,
            /// Operand of the operator.
            expr: Box<Expr>,
        },
        /// `a + b`: an infix operation.
        Binary {
            /// Infix operator.
            op: BinaryOp,
            /// Operand on the left.
            left: Box<Expr>,
            /// Operand on the right.
            right: Box<Expr>,
        },
        /// `x is face up`, `x is not king`, `x is in me.hand`: a property test.
        Is {
            /// Tested expression.
            expr: Box<Expr>,
            /// True if written `is not`.
            negated: bool,
            /// Tested property.
            test: Test,
        },
        /// `x exists`: true unless the value is missing.
        Exists(expr: Box<Expr>),
        /// `if c then a else b`: a conditional value.
        If {
            /// Condition to test.
            cond: Box<Expr>,
            /// Value if the condition holds.
            then: Box<Expr>,
            /// Value if it does not hold.
            orelse: Box<Expr>,
        },
    }
}

tree! {
    /// Properties tested by `is`.
    Test {
        /// `face up`
        FaceUp,
        /// `face down`
        FaceDown,
        /// `in expr`: contained in a zone or list.
        In(expr: Box<Expr>),
        /// A kind or a card's ID.
        Named(name: Ident),
    }
}
