//! What statements and expressions of a checked ruleset are made of.

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
    /// Which card it is, whichever copy.
    Name,
}

/// Where in a zone a card goes.
pub type Place = acts::Place<Expr>;

/// An act of a verb.
pub type Act = acts::Act<Expr, Expr, Expr>;

/// Who is asked, and how.
#[derive(Debug, Clone)]
pub struct Question {
    /// Who.
    pub chooser: Expr,
    /// May decline.
    pub may: bool,
    /// Its name.
    pub decision: DecisionId,
    /// What he is told with it. It is for people alone and changes nothing in the game.
    pub facts: Vec<ToldFact>,
    /// The others do not learn the pick.
    pub secretly: bool,
    /// Put even with one option.
    pub always: bool,
    /// True if the ruleset says `always asked`.
    pub insists: bool,
    /// Who is asked, and what is offered, may follow from what not all see.
    pub openly: bool,
    /// Where its words end, and `openly` would stand.
    pub end: Span,
    /// What all can see of whether there is an option: where one of these fails there is none, and the question isn't put.
    pub open: Vec<Expr>,
    /// Locals that hold what he alone could follow: it comes from cards that he saw, or from what he chose secretly.
    pub own: Vec<LocalId>,
    /// Whether he is one of several who are asked.
    pub among: Among,
}

/// A fact of a decision.
#[derive(Debug, Clone)]
pub struct ToldFact {
    /// In texts.
    pub name: String,
    /// Its value, in the effect that waits.
    pub value: Expr,
    /// Of the locals that it reads those of which everybody knows what they hold.
    pub open: Vec<LocalId>,
}

/// Whether who is asked is one of several. Such a player is passed over who has nothing to choose from, or, where not all can see that, may
/// only decline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// He alone is asked.
    Alone,
    /// The next is asked if he declines, so all see whether he does.
    InTurn,
    /// All decide before anything comes of it.
    AtOnce,
}

/// A step of asking several players at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Together {
    /// Nobody has decided.
    Begin,
    /// What a player has picked is kept for him.
    Keep,
    /// All have decided, and are told.
    Tell,
    /// A local takes what was kept for a player, without cards that lie elsewhere by now.
    Take,
}

impl Together {
    /// As it is listed.
    pub(crate) fn said(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Keep => "retain",
            Self::Tell => "tell",
            Self::Take => "take",
        }
    }
}

/// What is picked by players who are asked at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picked {
    /// A value or a list.
    Value,
    /// An action of this window, with its targets.
    Action(WindowId),
}

/// A decision about candidates.
#[derive(Debug, Clone)]
pub struct ChoiceDef {
    /// Who is asked.
    pub question: Question,
    /// The candidates: a list.
    pub list: Expr,
    /// Fewest and most picks, if several are made.
    pub count: Option<(Expr, Option<Expr>)>,
}

/// A local that takes what chance picks.
#[derive(Debug, Clone, Copy)]
pub struct ByChance(pub LocalId);

/// The local that takes what a procedure gives, if one does.
#[derive(Debug, Clone, Copy)]
pub struct Into(pub Option<LocalId>);

/// Which of the values of a variable, if there are several.
#[derive(Debug, Clone)]
pub struct Keyed(pub Option<Expr>);
