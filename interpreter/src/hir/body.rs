//! Expressions and statements of a checked ruleset.

use ludex_grammar::span::Span;

use super::Bearer;
use crate::acts;
use crate::ids::*;
use crate::language::Fold;
use crate::numbers::{Arith, Comparison};
use crate::types::Type;

/// An expression with its type and place.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// The expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number, a bool (0, 1), an enum's index, a player, a spot.
    Const(i32),
    /// The missing value.
    Nothing,
    /// How many players there are.
    Players,
    /// An option's value.
    Option(OptionId),
    /// A local; of a list: the first of two slots.
    Local(LocalId),
    /// The active player.
    Me,
    /// A variable of the game.
    GameVar(VarId),
    /// A variable of a player, spot or card.
    VarOf(VarId, Box<Expr>),
    /// A printed field.
    Field(FieldId, Box<Expr>),
    /// A property.
    Property(PropertyId, Box<Expr>),
    /// A zone of the game.
    GameZone(ZoneId),
    /// A zone of a player, spot or card.
    ZoneOf(ZoneId, Box<Expr>),
    /// A member of a card.
    Card(CardMember, Box<Expr>),
    /// The spot at which a card lies.
    SpotOf(SpotId, Box<Expr>),
    /// A member of a player.
    Player(PlayerMember, Box<Expr>),
    /// The number of a spot.
    SpotNumber(Box<Expr>),
    /// The spot after (+1) or before (-1).
    SpotStep(SpotId, i32, Box<Expr>),
    /// First card of a zone.
    Top(Box<Expr>),
    /// Last card of a zone.
    Bottom(Box<Expr>),
    /// The number of the current iteration.
    PhaseNumber(PhaseId),
    /// A row of a table.
    Table(TableId, Box<Expr>),
    /// The spot with this number.
    SpotAt(SpotId, Box<Expr>),
    /// The player with this seat number.
    SeatAt(Box<Expr>),
    /// A player's copy of a card, or the copy with a number.
    CardAt(DesignId, Box<Expr>),
    /// A function.
    Call(FunctionId, Vec<Expr>),
    /// `-x`
    Neg(Box<Expr>),
    /// Arithmetic; both sides have the same scale (see `Scale`).
    Arith(Arith, Box<Expr>, Box<Expr>),
    /// An int as a decimal.
    Scale(Box<Expr>),
    /// `==` to `>=`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `and`
    And(Box<Expr>, Box<Expr>),
    /// `or`
    Or(Box<Expr>, Box<Expr>),
    /// `not`
    Not(Box<Expr>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a default b`
    Default(Box<Expr>, Box<Expr>),
    /// `x exists`
    Exists(Box<Expr>),
    /// `x?.…`: the base goes into the local; the body is evaluated if it is there.
    Chain(LocalId, Box<Expr>, Box<Expr>),
    /// `c is face up`
    FaceUp(Box<Expr>),
    /// `c is KIND`
    IsKind(KindId, Box<Expr>),
    /// `c is CARD`
    IsDesign(DesignId, Box<Expr>),
    /// `x is in list`
    IsIn(Box<Expr>, Box<Expr>),
    /// `count(list)`
    Count(Box<Expr>),
    /// `any(list)`
    Any(Box<Expr>),
    /// `first(list)`
    First(Box<Expr>),
    /// `last(list)`
    Last(Box<Expr>),
    /// `sum(body of list)`; the candidate is in the local.
    Fold(Fold, LocalId, Box<Expr>, Box<Expr>),
    /// The cards of a zone: a list.
    ZoneCards(Box<Expr>),
    /// All cards of a kind, or with an id, or of any kind.
    AllCards(Option<Bearer>),
    /// All players, from one on.
    AllPlayers(Option<Box<Expr>>),
    /// All words of an enum: how many.
    AllWords(i32),
    /// All spots, from one on.
    AllSpots(SpotId, Option<Box<Expr>>),
    /// The numbers from a to b.
    Range(Box<Expr>, Box<Expr>),
    /// Up to so many of a list, from its start: how many, which.
    Prefix(Box<Expr>, Box<Expr>),
    /// The cards after this one in its zone.
    CardsBelow(Box<Expr>),
    /// The cards before this one in its zone, from the top.
    CardsAbove(Box<Expr>),
    /// One list after another.
    Concat(Box<Expr>, Box<Expr>),
    /// The candidates of a list for which the test holds.
    Filter {
        /// Where the candidate is.
        local: LocalId,
        /// The list.
        list: Box<Expr>,
        /// The test.
        test: Box<Expr>,
    },
}

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

/// Members of players that are built in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerMember {
    /// The next player.
    Left,
    /// The one before.
    Right,
    /// From 1.
    Seat,
    /// The score as it stands.
    Score,
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
