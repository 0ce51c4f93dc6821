//! The position of a table: a game rebuilt from its log.

use ludex::{Game, Setup};
use ludex_table::choosing::make;

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
