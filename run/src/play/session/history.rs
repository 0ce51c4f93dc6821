//! History of a game: its choices, and undo.
//!
//! All choices are kept, but only recent positions. An older position is recomputed by repeating the choices
//! from the first position. So a game grows by a few words for each choice, independent of the size of its
//! positions.

use std::collections::VecDeque;

use super::Game;
use super::chosen::Picks;
use super::observed_choice::Picked;
use crate::belief::Beliefs;
use crate::state::{State, Status};
use ludex_check::ids::Seat;

/// Maximum number of choices in a game.
pub(super) const MAX_CHOICES: usize = 100_000;
/// Maximum number of positions kept, and their approximate maximum size in bytes.
const RECENT: (usize, usize) = (512, 1 << 25);

/// The data changed by a choice, in addition to the log.
#[derive(Debug, Clone)]
pub(super) struct Position {
    pub state: State,
    pub beliefs: Beliefs,
    pub picks: Picks,
}

/// A past choice.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// Index of the option.
    pub picked: u32,
    /// Number of options.
    pub options: u32,
    pub label: String,
    /// The choice as disclosed to the other players.
    pub pick: Picked,
    /// True if this choice discloses all choices of a simultaneous choice.
    pub tells: bool,
    /// Number of log lines before the choice.
    pub log: usize,
    /// Number of card moves before the choice.
    pub moved: usize,
}

/// All choices of a game, and positions before some of them.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    pub choices: Vec<Choice>,
    first: Option<Box<Position>>,
    /// Positions before the last choices.
    recent: VecDeque<Position>,
    /// Maximum number of recent positions, if it is limited further.
    most: Option<usize>,
}

impl History {
    /// Adds a choice made in position `before`.
    pub fn add(&mut self, choice: Choice, before: Position) {
        if self.choices.is_empty() {
            self.first = Some(Box::new(before.clone()));
        }
        self.choices.push(choice);
        self.keep(before);
    }

    fn keep(&mut self, position: Position) {
        let (most, bytes) = RECENT;
        let most = (bytes / position.bytes()).min(self.most.unwrap_or(most)).clamp(1, most);
        while self.recent.len() >= most {
            self.recent.pop_front();
        }
        self.recent.push_back(position);
    }

    /// Limits the number of recent positions.
    pub fn limit(&mut self, positions: usize) {
        self.most = Some(positions);
        while self.recent.len() > positions.max(1) {
            self.recent.pop_front();
        }
    }

    /// Returns the position before a choice, by its index, if it is kept.
    fn before(&self, choice: usize) -> Option<&Position> {
        let back = self.choices.len().checked_sub(choice)?;
        self.recent.get(self.recent.len().checked_sub(back)?)
    }

    /// Removes the last choice. Returns it, with the position before it if that is kept.
    pub fn take(&mut self) -> Option<(Choice, Option<Position>)> {
        let choice = self.choices.pop()?;
        Some((choice, self.recent.pop_back()))
    }

    /// Recomputes the position after the remaining choices; `choose` repeats each of them.
    pub fn again(&mut self, mut choose: impl FnMut(&mut Position, usize)) -> Option<Position> {
        let mut position = (**self.first.as_ref()?).clone();
        for i in 0..self.choices.len() {
            self.keep(position.clone());
            choose(&mut position, self.choices[i].picked as usize);
        }
        Some(position)
    }
}

/// A past choice: its player, and its position in the game. [`Game::observed_choice`] returns the choice as
/// disclosed to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PastChoice {
    /// The acting player.
    pub seat: Seat,
    /// Index of the chosen option, from 0.
    pub option: usize,
    /// Number of options, at least one.
    pub options: usize,
    /// Number of log lines before the choice. [`Game::log`] from there on shows its effects.
    pub log: usize,
}

impl Game {
    pub(in crate::play) fn past(
        &self,
    ) -> impl DoubleEndedIterator<Item = PastChoice> + ExactSizeIterator + '_ {
        self.past.choices.iter().map(|choice| PastChoice {
            seat: Seat(choice.pick.player),
            option: choice.picked as usize,
            options: choice.options as usize,
            log: choice.log,
        })
    }
}

impl Game {
    pub(in crate::play) fn reveals_nothing(&self, since: usize) -> bool {
        if since >= self.choices() {
            return true;
        }
        let Some(before) = self.past.before(since) else { return false };
        let (old, new) = (&before.state, &self.state);
        let same_chance = old.rng == new.rng && old.streams == new.streams;
        let mut cards = old.cards.iter().zip(&new.cards);
        same_chance
            && new.status() != Status::Over
            && cards.all(|(old, new)| old.known.with(new.known) == old.known)
    }
}

impl Position {
    fn bytes(&self) -> usize {
        1 + self.state.bytes() + self.beliefs.bytes()
    }
}
