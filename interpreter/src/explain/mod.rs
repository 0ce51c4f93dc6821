//! Why something is as it is: a score, a property, a spot, a variable, or any number on the table, as a tree of what it was
//! computed from, with places; and why something can't be chosen ([`why_not`]).
//!
//! An explanation is for a viewer: a seat, or nobody in particular, who sees all. What a seat may not know is not in it
//! ([`Value::Hidden`]), nor does it decide what else is in it: a seat is told the same in every deal that it can't tell from
//! the real one. It is made on the position as it is and changes nothing; what it costs is bounded, and a rule that fails
//! is told ([`Value::Fault`]).

mod cards;
mod eval;
mod gather;
mod guard;
mod known;
mod lists;
mod operators;
mod property;
mod running;
#[cfg(test)]
mod tests;
mod things;
mod tree;

use crate::game::Game;
use crate::ids::{PropertyId, SpotId, VarId, WindowId};
use eval::Explainer;
use known::Val;

pub use guard::{Candidate, Reason, Target, Wanted, WhyNot, why_not};
pub use tree::{Explanation, Gathered, Named, Op, Place, Value, What};
pub(crate) use tree::{back, card as card_value, player, spot as spot_value, value};

/// Why a player has this score.
pub fn score(game: &Game, viewer: Option<u8>, player: u8) -> Explanation {
    Explainer::of(game, viewer).score_node(player)
}

/// Why a line of a player's score is so.
pub fn line(game: &Game, viewer: Option<u8>, line: usize, player: u8) -> Option<Explanation> {
    let known = line < game.program().checked.score.lines.len();
    known.then(|| Explainer::of(game, viewer).line_node(line, player))
}

/// Why a property of a card is so.
pub fn property(game: &Game, viewer: Option<u8>, property: PropertyId, card: u16) -> Explanation {
    Explainer::of(game, viewer).explain_property(property, card)
}

/// A card with each of its properties.
pub fn card(game: &Game, viewer: Option<u8>, card: u16) -> Explanation {
    Explainer::of(game, viewer).card_node(Val::Is(i32::from(card)))
}

/// What the text of an option of a window may say of it, by name, as the seat that may take it is told. The targets are those of
/// the option, in order.
pub fn shows(
    game: &Game,
    seat: u8,
    window: WindowId,
    action: usize,
    targets: &[i32],
) -> Vec<(String, Value)> {
    let checked = std::sync::Arc::clone(&game.program().checked);
    let def = &checked.windows[window.index()].actions[action];
    let mut explainer = Explainer::of(game, Some(seat));
    (0..def.shows.len())
        .map(|i| (def.shows[i].0.clone(), explainer.shows(window, action, i, targets)))
        .collect()
}

/// A zone with its cards.
pub fn zone(game: &Game, viewer: Option<u8>, zone: u16) -> Explanation {
    Explainer::of(game, viewer).zone_node(zone)
}

/// A spot with the cards that lie there, and its variables.
pub fn spot(game: &Game, viewer: Option<u8>, spot: SpotId, index: i32) -> Explanation {
    Explainer::of(game, viewer).spot_node(spot, index)
}

/// A variable of the game, of each player or of each spot, and where it is set.
pub fn variable(game: &Game, viewer: Option<u8>, variable: VarId) -> Vec<Explanation> {
    let mut explainer = Explainer::of(game, viewer);
    let all = explainer.open_variables();
    let these = all.into_iter().filter(|(id, _)| *id == variable);
    these.map(|(id, of)| explainer.set_variable(id, of)).collect()
}

/// Everything that the viewer sees with this number (in thousandths): scores and their parts, properties of cards in view or
/// else what is printed on them, variables.
pub fn number(game: &Game, viewer: Option<u8>, thousandths: i64) -> Vec<Explanation> {
    Explainer::of(game, viewer).numbers(thousandths)
}
