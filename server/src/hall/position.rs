//! The position of a table: a game rebuilt from its log.

use ludex::{ApplyError, Choice, Game, OptionView, Seat, Setup, why};

use crate::log::Entry;

/// Number of past positions kept in memory for undo.
const KEPT: usize = 12;

/// A choice of the log that has not been undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    pub seat: u8,
    pub option: u32,
    pub label: String,
}

/// Returns the choices of a log that have not been undone.
pub fn chosen(entries: &[Entry]) -> Vec<Chosen> {
    let mut all: Vec<Chosen> = Vec::new();
    for entry in entries {
        match entry {
            Entry::Choice { seat, option, label } => {
                all.push(Chosen { seat: *seat, option: *option, label: label.clone() });
            }
            Entry::Undo { to } => all.truncate(*to as usize),
            Entry::Rules { .. } => {}
        }
    }
    all
}

/// A game as far as its choices are possible, and the index of the first impossible one.
pub struct Replayed {
    pub game: Game,
    pub stopped: Option<usize>,
}

/// Replays choices: by index if the labels agree, otherwise by label, because the rules have changed.
pub fn replay(setup: &Setup, seed: u64, choices: &[Chosen]) -> Replayed {
    let mut game = Game::new(setup, seed).keeping(KEPT);
    let all = choices.iter().all(|choice| make(&mut game, choice.option as usize));
    let record = game.host().record();
    let labels = choices.iter().map(|choice| &choice.label);
    if all && record.choices.iter().eq(labels) {
        return Replayed { game, stopped: None };
    }
    by_label(setup, seed, choices)
}

fn by_label(setup: &Setup, seed: u64, choices: &[Chosen]) -> Replayed {
    let mut game = Game::new(setup, seed).keeping(KEPT);
    for (i, choice) in choices.iter().enumerate() {
        let labels = game.host().labels();
        let same = labels.get(choice.option as usize) == Some(&choice.label);
        let index = if same { Some(choice.option as usize) } else { position(&labels, &choice.label) };
        if !index.is_some_and(|index| make(&mut game, index)) {
            return Replayed { game, stopped: Some(i) };
        }
    }
    Replayed { game, stopped: None }
}

fn position(labels: &[String], label: &str) -> Option<usize> {
    labels.iter().position(|offered| offered == label)
}

/// Makes a choice; a forced one as it was made at first. Returns false if there is no such option. A fault
/// ends the game and is reported at its end.
fn make(game: &mut Game, option: usize) -> bool {
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

/// Returns the entries for the choices of a game from index `since` on.
pub fn entries(game: &Game, since: usize) -> Vec<Entry> {
    let labels = game.host().record().choices;
    let made = game.host().past().zip(labels).skip(since);
    made.map(|(made, label)| Entry::Choice {
        seat: made.seat.number(),
        option: u32::try_from(made.option).unwrap_or(u32::MAX),
        label,
    })
    .collect()
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
