//! The choices of a game, and the way back.
//!
//! Every choice is kept, but only the last positions: one further back is reached by making the choices again from the first one. So a game
//! grows by some words a choice, however large its positions are.

use std::collections::VecDeque;

use super::Game;
use super::chosen::Picks;
use super::told::Picked;
use crate::belief::Beliefs;
use crate::ids::Seat;
use crate::state::State;

/// Choices in one game, at most.
pub(super) const MAX_CHOICES: usize = 100_000;
/// The most positions that are kept, and about how many bytes of them.
const RECENT: (usize, usize) = (512, 1 << 25);

/// What a choice changes, beside the log.
#[derive(Debug, Clone)]
pub(super) struct Position {
    pub state: State,
    pub beliefs: Beliefs,
    pub picks: Picks,
}

/// A choice that was made.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// Which option.
    pub picked: u32,
    /// How many there were.
    pub options: u32,
    pub label: String,
    /// What others are told of it.
    pub pick: Picked,
    /// Those who were asked at once are told with it what all have picked.
    pub tells: bool,
    /// Lines of the log before it.
    pub log: usize,
}

/// All choices of a game, and positions before some of them.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    pub choices: Vec<Choice>,
    first: Option<Box<Position>>,
    /// Those before the last choices.
    recent: VecDeque<Position>,
}

impl History {
    /// A choice is made in this position.
    pub fn add(&mut self, choice: Choice, before: Position) {
        if self.choices.is_empty() {
            self.first = Some(Box::new(before.clone()));
        }
        self.choices.push(choice);
        self.keep(before);
    }

    fn keep(&mut self, position: Position) {
        let (most, bytes) = RECENT;
        let most = (bytes / position.bytes()).clamp(1, most);
        while self.recent.len() >= most {
            self.recent.pop_front();
        }
        self.recent.push_back(position);
    }

    /// Takes the last choice away, and gives it with the position before it, if that is kept.
    pub fn take(&mut self) -> Option<(Choice, Option<Position>)> {
        let choice = self.choices.pop()?;
        Some((choice, self.recent.pop_back()))
    }

    /// The position to which the choices lead that are left: each is made again by `choose`.
    pub fn again(&mut self, mut choose: impl FnMut(&mut Position, usize)) -> Option<Position> {
        let mut position = (**self.first.as_ref()?).clone();
        for i in 0..self.choices.len() {
            self.keep(position.clone());
            choose(&mut position, self.choices[i].picked as usize);
        }
        Some(position)
    }
}

/// A choice that was made: who chose, and where that stands in the game. What was chosen, as far as a seat may know, is in [`Game::told`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Made {
    /// Who chose.
    pub seat: Seat,
    /// The number of the option taken, from 0.
    pub option: usize,
    /// How many options there were, at least one.
    pub options: usize,
    /// How many lines the log had before it ([`Game::log`] from there on tells what came of it).
    pub log: usize,
}

impl Game {
    pub(in crate::play) fn past(&self) -> impl DoubleEndedIterator<Item = Made> + ExactSizeIterator + '_ {
        self.past.choices.iter().map(|choice| Made {
            seat: Seat(choice.pick.player),
            option: choice.picked as usize,
            options: choice.options as usize,
            log: choice.log,
        })
    }
}

impl Position {
    fn bytes(&self) -> usize {
        1 + self.state.bytes() + self.beliefs.bytes()
    }
}
