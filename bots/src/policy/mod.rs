//! Interface for trained players: `ludex-learn` implements [`Policy`] with networks.

mod about;
mod spec;

use std::fmt::Debug;
use std::sync::Arc;

use ludex::{Perspective, Setup};
use ludex_run::program::Program;
use ludex_run::state::State;

use crate::Bot;
use crate::rewards::{Ends, Worth};

pub use about::{About, Strength, USUAL_ENTROPY};
pub use spec::{PolicySpec, WeightsLoader};

/// A trained policy, which can play by itself or guide a search.
pub trait Policy: Debug + Send + Sync {
    /// Returns the metadata of the training.
    fn about(&self) -> &About;

    /// Returns a hash of the policy, by which reports name it.
    fn hash(&self) -> u64;

    /// Creates a bot that draws options by their probabilities, whose logarithms are divided by
    /// `temperature`. At 0 it takes the best option.
    fn player(self: Arc<Self>, temperature: f32) -> Box<dyn Bot>;

    /// Creates an evaluator of positions. Returns `None` if the policy can't be used with this setup.
    fn evaluator(self: Arc<Self>, setup: &Setup) -> Option<Box<dyn Evaluator>>;
}

/// Evaluates positions for a search that doesn't play its iterations to the end. It sees determinizations, in
/// which all cards are open.
pub trait Evaluator: Send {
    /// Returns the statistics of game ends by which values are normalised.
    fn ends(&self) -> &Ends;

    /// Called before the search of a decision.
    fn begin(&mut self, position: Perspective<'_>);

    /// Returns true if ends of games are evaluated as well, and positions directly after the first decision of
    /// the iteration.
    fn is_for_ends(&self) -> bool {
        false
    }

    /// Called after each new determinization of the decision, with the card that each card has become.
    fn dealt(&mut self, _becomes: &[u16]) {}

    /// Called before each iteration, with the number of its determinization.
    fn start(&mut self, deal: usize);

    /// Called before an option is taken in an iteration.
    fn note(&mut self, program: &Program, state: &State, option: usize);

    /// For each seat in `seats`, writes the value of the position for that seat to `worths[seat]`. `worths`
    /// has one element for each seat of the game.
    fn evaluate(&mut self, state: &State, seats: &mut dyn Iterator<Item = usize>, worths: &mut [Worth]);
}
