//! Components of statements and expressions in the checked ruleset.

use ludex_grammar::span::Span;

use super::Expr;
use crate::acts;
use crate::ids::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardMember {
    Owner,
    /// The player in whose zone the card is.
    Holder,
    /// The position in the zone, from 1.
    Position,
    /// The neighbour before the card.
    Above,
    /// The neighbour after the card.
    Below,
    /// The card that has the zone in which the card is.
    Host,
    /// The identity of the card, shared by all copies.
    Name,
}

/// Destination of a card within a zone.
pub type Place = acts::Place<Expr>;

pub type Act = acts::Act<Expr, Expr, Expr>;

/// A decision: the acting player and how the options are offered.
#[derive(Debug, Clone)]
pub struct Question {
    /// The player who decides.
    pub chooser: Expr,
    /// True if the player may decline.
    pub may: bool,
    pub decision: DecisionId,
    /// Facts shown to the player with the question. They are for display and don't affect the game.
    pub facts: Vec<ToldFact>,
    /// True if the choice is hidden from the other players.
    pub secretly: bool,
    /// True if the question is asked even with a single option.
    pub always: bool,
    /// True if the ruleset contains `always asked`.
    pub insists: bool,
    /// True if the player and the options may depend on hidden information.
    pub openly: bool,
    /// Location of the end of the clause, where `openly` would be inserted.
    pub end: Span,
    /// Public conditions for an option to exist. If one of them fails, the question isn't asked.
    pub open: Vec<Expr>,
    /// Locals with values that only this player can derive, from cards they saw or from their secret choices.
    pub own: Vec<LocalId>,
    /// True if other players get the same question.
    pub among: Among,
}

/// A fact of a decision, shown with the question.
#[derive(Debug, Clone)]
pub struct ToldFact {
    /// Name of the fact in texts.
    pub name: String,
    /// Value of the fact, in the frame of the waiting effect.
    pub value: Expr,
    /// Locals read by the value that are known to all players.
    pub open: Vec<LocalId>,
}

/// Whether a question is part of a question to several players. Such a player is skipped if they have no
/// options, or if they can only decline and that isn't public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// A question to a single player.
    Alone,
    /// If the player declines, the next player is asked, so all players see the answer.
    InTurn,
    /// All players decide before any choice takes effect.
    AtOnce,
}

/// A step of asking several players simultaneously.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Together {
    /// Starts the question: no player has decided yet.
    Begin,
    /// Stores the choice of a player.
    Keep,
    /// Reveals the choices after all players have decided.
    Tell,
    /// Assigns the stored choice of a player to a local, without cards that have moved since.
    Take,
}

impl Together {
    /// Returns the word in listings.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Keep => "retain",
            Self::Tell => "tell",
            Self::Take => "take",
        }
    }
}

/// The choice of players who are asked simultaneously.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picked {
    Value,
    /// An action of this window, with its targets.
    Action(WindowId),
}

/// A decision about candidates.
#[derive(Debug, Clone)]
pub struct ChoiceDef {
    pub question: Question,
    pub list: Expr,
    /// Minimum and maximum number of choices, for a multiple choice.
    pub count: Option<(Expr, Option<Expr>)>,
}

/// A local that is assigned a random choice.
#[derive(Debug, Clone, Copy)]
pub struct ByChance(pub LocalId);

/// The local that is assigned the return value of a procedure, if any.
#[derive(Debug, Clone, Copy)]
pub struct Into(pub Option<LocalId>);

/// Key of one value of a keyed variable, if it is keyed.
#[derive(Debug, Clone)]
pub struct Keyed(pub Option<Expr>);
