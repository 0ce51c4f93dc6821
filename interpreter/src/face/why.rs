//! Why something is as it is, and why something can't be chosen, as trees of values with places.
//!
//! An explanation is for a viewer: what a seat may not know is not in it ([`Value::Hidden`](super::Value)), nor does it decide what else is in
//! it. What it costs is bounded; a rule that fails is told in it. Of what is not in the game there is none.

use super::{CardId, Game, PropertyId, Seat, SpotAt, Value, VarId, Viewer, ZoneAt};
use crate::exec::{action_of, targets_of};
use crate::explain as inner;
use crate::program::ChoiceKind;
use crate::state::Status;

pub use crate::explain::{Candidate, Explanation, Gathered, Op, Reason, Target, Wanted, What, WhyNot};
pub use crate::language::Fold;

fn number(game: &Game, viewer: impl Into<Viewer>) -> Option<u8> {
    viewer.into().number(game.setup().players())
}

/// Why a player has this score.
pub fn score(game: &Game, viewer: impl Into<Viewer>, seat: Seat) -> Option<Explanation> {
    let there = game.setup().rules().has_seat(seat);
    there.then(|| inner::score(&game.game, number(game, viewer), seat.0))
}

/// Why a line of a player's score is so, by its number from 0.
pub fn line(game: &Game, viewer: impl Into<Viewer>, line: usize, seat: Seat) -> Option<Explanation> {
    let there = game.setup().rules().has_seat(seat);
    if there { inner::line(&game.game, number(game, viewer), line, seat.0) } else { None }
}

/// Why a property of a card is so; nothing of a card of another kind.
pub fn property(
    game: &Game,
    viewer: impl Into<Viewer>,
    property: PropertyId,
    card: CardId,
) -> Option<Explanation> {
    let there = game.setup().rules().has_property(property, card);
    there.then(|| inner::property(&game.game, number(game, viewer), property, card.0))
}

/// A card with each of its properties.
pub fn card(game: &Game, viewer: impl Into<Viewer>, card: CardId) -> Option<Explanation> {
    let there = game.setup().rules().has_card(card);
    there.then(|| inner::card(&game.game, number(game, viewer), card.0))
}

/// A zone with its cards.
pub fn zone(game: &Game, viewer: impl Into<Viewer>, zone: ZoneAt) -> Option<Explanation> {
    let there = game.setup().rules().has_zone(zone);
    there.then(|| inner::zone(&game.game, number(game, viewer), zone.0))
}

/// A spot with the cards that lie there, and its variables.
pub fn spot(game: &Game, viewer: impl Into<Viewer>, spot: SpotAt) -> Option<Explanation> {
    let there = game.setup().rules().has_spot(spot);
    there.then(|| inner::spot(&game.game, number(game, viewer), spot.sort, i32::from(spot.number)))
}

/// A variable of the game, of each player or of each spot, and where it is set.
pub fn variable(game: &Game, viewer: impl Into<Viewer>, variable: VarId) -> Vec<Explanation> {
    inner::variable(&game.game, number(game, viewer), variable)
}

/// Everything that the viewer sees with this number (in thousandths): scores and their parts, properties of cards in view or else what is
/// printed on them, variables.
pub fn amount(game: &Game, viewer: impl Into<Viewer>, thousandths: i64) -> Vec<Explanation> {
    inner::number(&game.game, number(game, viewer), thousandths)
}

/// Why a seat can't choose something at the decision that is waited for.
pub fn why_not(game: &Game, seat: Seat, wanted: &Wanted) -> WhyNot {
    inner::why_not(&game.game, seat.0, wanted)
}

/// What the text of an option may say of it, by name, as the seat that may take it is told; nothing of what is no action of a window, and
/// nothing to another seat, for the names of the facts tell which action it is.
pub fn option_facts(game: &Game, seat: Seat, option: usize) -> Vec<(String, Value)> {
    if game.deciding() != Some(seat) {
        return Vec::new();
    }
    let (program, state) = (game.game.program(), game.game.state());
    let (Status::Waiting { choice, .. }, Some(picked)) = (state.status(), state.options().get(option)) else {
        return Vec::new();
    };
    match program.choices[choice.0 as usize].kind {
        ChoiceKind::Window(window) if *picked >= 0 => {
            let action = action_of(*picked);
            let count = program.windows[window.index()][action].targets.len();
            inner::shows(&game.game, seat.0, window, action, &targets_of(*picked, count)[..count])
        }
        ChoiceKind::Window(_) | ChoiceKind::List(_) | ChoiceKind::Modes(_) | ChoiceKind::YesNo => Vec::new(),
    }
}
