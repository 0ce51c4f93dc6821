//! The choices of a game, and the way back.
//!
//! Every choice is kept, but only the last positions: one further back is reached by making the choices again from the first one. So a game
//! grows by some words a choice, however large its positions are.

use std::collections::VecDeque;

use super::Game;
use super::told::Picked;
use crate::belief::Beliefs;
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

/// A choice that was made, for who shows a game or takes it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// Who chose.
    pub player: u8,
    pub option: usize,
    /// How many options there were.
    pub options: usize,
    /// Lines that the log had before it.
    pub log: usize,
}

impl Choice {
    fn made(&self) -> Made {
        let (option, options) = (self.picked as usize, self.options as usize);
        Made { player: self.pick.player, option, options, log: self.log }
    }
}

impl Game {
    /// The choices made so far, in order.
    pub fn past(&self) -> impl DoubleEndedIterator<Item = Made> + ExactSizeIterator + '_ {
        self.past.choices.iter().map(Choice::made)
    }
}

impl Position {
    fn bytes(&self) -> usize {
        1 + self.state.bytes() + self.beliefs.bytes()
    }
}
