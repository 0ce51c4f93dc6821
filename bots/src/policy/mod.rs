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

pub use about::{About, Strength};
pub use spec::{PolicySpec, WeightsLoader};

/// A trained policy: it plays, and it guides a search.
pub trait Policy: Debug + Send + Sync {
    /// Returns what is known of the training.
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
    /// Returns the ends of games by which values are measured.
    fn ends(&self) -> &Ends;

    /// Called before the search of a decision.
    fn begin(&mut self, position: Perspective<'_>);

    /// Called before each iteration.
    fn start(&mut self);

    /// Called before an option is taken in an iteration.
    fn note(&mut self, program: &Program, state: &State, option: usize);

    /// Writes the value of a position to each of some seats into `worths`, which has an element for each seat.
    fn evaluate(&mut self, state: &State, seats: &mut dyn Iterator<Item = usize>, worths: &mut [Worth]);
}
