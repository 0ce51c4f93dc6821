//! Statements of a checked ruleset, and the words that its expressions are made of.

use ludex_grammar::span::Span;

use super::Expr;
use crate::acts;
use crate::ids::*;

/// Members of cards that are built in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardMember {
    /// Whose card it is.
    Owner,
    /// In whose zone it lies.
    Holder,
    /// From 1.
    Position,
    /// The neighbour before it.
    Above,
    /// The neighbour after it.
    Below,
    /// The card in whose zone it lies.
    Host,
}

/// A statement.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// Where in a zone a card goes.
pub type Place = acts::Place<Expr>;

/// An act of a verb.
pub type Act = acts::Act<Expr, Expr, Expr>;

/// A decision that is not about candidates: who is asked, and how.
#[derive(Debug, Clone)]
pub struct Question {
    /// Who.
    pub chooser: Expr,
    /// May decline.
    pub may: bool,
    /// Its name.
    pub decision: DecisionId,
    /// The others do not learn the pick.
    pub secretly: bool,
    /// Put even with one option.
    pub always: bool,
}

/// A decision about candidates.
#[derive(Debug, Clone)]
pub struct ChoiceDef {
    /// Who.
    pub chooser: Expr,
    /// The candidates: a list.
    pub list: Expr,
    /// Fewest and most picks, if several are made.
    pub count: Option<(Expr, Option<Expr>)>,
    /// May decline.
    pub may: bool,
    /// Its name.
    pub decision: DecisionId,
    /// The others do not learn the pick.
    pub secretly: bool,
    /// Put even with one option.
    pub always: bool,
}

/// The statements.
#[derive(Debug, Clone)]
pub enum StmtKind {
    /// A new local; a list takes two slots.
    Let(LocalId, Expr),
    /// Chance picks one of a list.
    Random(LocalId, Expr),
    /// A decision; the pick goes into the local (a list: two slots, and a third one for the executor).
    Choose(LocalId, Box<ChoiceDef>),
    /// A choice of blocks; the local takes the index.
    Modes {
        /// Who is asked.
        question: Question,
        /// Names, guards, blocks.
        modes: Vec<(String, Option<Expr>, Vec<Stmt>)>,
        /// Where the pick goes.
        local: LocalId,
    },
    /// One of the actions of a window; three slots: action and targets.
    Window {
        /// Who is asked.
        question: Question,
        /// Which window.
        window: WindowId,
        /// Where the pick goes.
        local: LocalId,
    },
    /// A yes/no question.
    May {
        /// Who is asked.
        question: Question,
        /// On yes.
        body: Vec<Stmt>,
        /// Where the answer goes.
        local: LocalId,
    },
    /// Sets a variable; perhaps openly: then all may know the value.
    Set(VarId, Option<Expr>, Expr, bool),
    /// Sets the number of a phase's iteration (positions of scenarios).
    SetNumber(PhaseId, Expr),
    /// Branches.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// For each of a list; the local holds the candidate, the two (three) after it belong to the loop.
    For(LocalId, Expr, Vec<Stmt>),
    /// While.
    While(Expr, Vec<Stmt>),
    /// So many times; the local counts.
    Repeat(LocalId, Expr, Vec<Stmt>),
    /// Leaves the effect.
    Stop,
    /// Does something to cards or zones.
    Act(Box<Act>),
    /// Runs a procedure.
    Do(ProcedureId, Vec<Expr>),
    /// An event.
    Emit(EventId, Vec<Expr>),
    /// A list of steps.
    Run(StepsId, Vec<Expr>),
    /// A line of the log; perhaps openly: then all may know its facts, and know its cards from then on.
    Say(MessageId, Vec<Expr>, bool),
    /// The game is over.
    EndGame,
}
