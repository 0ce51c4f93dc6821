//! The choices of players at a table: picks, the forced choices after them, and undo.

use ludex::{ApplyError, Choice, Game, OptionView, Seat, why};

/// Makes a choice; a forced one as it was made at first. Returns false if there is no such option. A fault
/// ends the game and is reported at its end.
pub fn make(game: &mut Game, option: usize) -> bool {
    let made = if why::is_forced(game) && option == 0 { game.apply_unasked() } else { game.apply(option) };
    made != Err(ApplyError::NoSuchOption)
}

/// Makes all choices that all players can see to be forced.
pub fn settle(game: &mut Game) {
    while why::is_forced(game) && make(game, 0) {}
}

/// The answer to a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pick {
    /// Index of an option of the decision.
    One(usize),
    /// Indices into the options of a choice of several, in any order.
    Several(Vec<usize>),
}

/// Makes a choice and the forced choices after it. Returns false, and changes nothing, if it isn't possible.
pub fn pick(game: &mut Game, pick: &Pick) -> bool {
    let done = match pick {
        Pick::One(option) => game.apply(*option) != Err(ApplyError::NoSuchOption),
        Pick::Several(named) => several(game, named),
    };
    if done {
        settle(game);
    }
    done
}

/// Makes a choice of several and finishes it.
fn several(game: &mut Game, named: &[usize]) -> bool {
    let Some(seat) = game.deciding() else { return false };
    if game.several(seat).is_none() || game.apply_several(named) == Err(ApplyError::NoSuchOption) {
        return false;
    }
    let goes_on = game.deciding() == Some(seat) && (named.is_empty() || game.several(seat).is_none());
    let decision = game.decision_for(seat).filter(|_| goes_on);
    let ends = |option: &OptionView| match option.choice {
        Choice::Done => true,
        Choice::Decline => named.is_empty(),
        Choice::Answer(_) | Choice::Mode(_) | Choice::Pick(_) | Choice::Action { .. } => false,
    };
    match decision.and_then(|decision| decision.options.iter().rposition(ends)) {
        Some(index) => make(game, index),
        None => !named.is_empty(),
    }
}

/// Returns the number of choices before the last decision of a seat that had several options.
pub fn last_of(game: &Game, seat: Seat) -> Option<usize> {
    game.host().past().rposition(|made| made.seat == seat && made.options > 1)
}

/// Returns true if choices may be undone without asking: no other player had a choice since, and nobody
/// gained information.
pub fn is_free(game: &Game, seat: Seat, to: usize) -> bool {
    let alone = game.host().past().skip(to).all(|made| made.seat == seat || made.options == 1);
    alone && game.host().reveals_nothing(to)
}

/// Undoes choices back to a number of choices.
pub fn undo(game: &mut Game, to: usize) -> bool {
    while game.choices() > to {
        if !game.undo() {
            return false;
        }
    }
    true
}
