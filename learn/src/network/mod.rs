//! A small quantised network over the features of a decision: file format, inference, player, and evaluator.

mod bytes;
mod leaf_evaluator;
mod net;
mod player;
mod returns;
mod softmax;
mod weights;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ludex::Setup;
use ludex_bots::Bot;
use ludex_bots::policy::{About, Evaluator, Policy};
use ludex_bots::rewards::Ends;
use ludex_run::play::SetupInternals;
use ludex_run::program::Program;

use crate::features::Encoder;
use leaf_evaluator::LeafEvaluator;
use player::Player;

pub use bytes::WeightsError;
pub use net::{Answer, Net};
pub use returns::Returns;
pub use softmax::{exponential, shares, softmax, weigh};
pub use weights::{FloatNetwork, HIDDEN, Weights};

/// Creates a player from weights.
pub fn policy(weights: Arc<Weights>) -> Arc<dyn Policy> {
    Arc::new(Trained { weights, fitted: Mutex::default() })
}

/// Weights, applied to the features of the last program. All players with these weights share them, which
/// saves processor cache.
#[derive(Debug)]
struct Trained {
    weights: Arc<Weights>,
    fitted: Mutex<Option<Arc<BoundPolicy>>>,
}

/// Features of a program with the weights applied to them.
#[derive(Debug)]
struct BoundPolicy {
    encoder: Encoder,
    policy: Net,
    weights: Arc<Weights>,
    /// Value network, created at its first use.
    judge: OnceLock<Net>,
}

impl BoundPolicy {
    fn new(weights: &Arc<Weights>, encoder: Encoder) -> Self {
        let policy = Net::policy(weights, &encoder);
        Self { encoder, policy, weights: Arc::clone(weights), judge: OnceLock::new() }
    }

    fn value_net(&self) -> &Net {
        self.judge.get_or_init(|| Net::judge(&self.weights, &self.encoder))
    }

    /// Returns the statistics of ends by which rewards are normalised.
    fn ends(&self) -> &Ends {
        self.weights.ends()
    }
}

impl Trained {
    /// Returns `None` if two features of the program have the same key.
    fn fitted(&self, program: &Arc<Program>) -> Option<Arc<BoundPolicy>> {
        let mut fitted = self.fitted.lock().unwrap_or_else(PoisonError::into_inner);
        if fitted.as_ref().is_none_or(|fitted| !fitted.encoder.is_of(program)) {
            let encoder = Encoder::for_program(program).ok()?;
            *fitted = Some(Arc::new(BoundPolicy::new(&self.weights, encoder)));
        }
        fitted.clone()
    }
}

impl Policy for Trained {
    fn about(&self) -> &About {
        self.weights.about()
    }

    fn hash(&self) -> u64 {
        self.weights.hash()
    }

    fn player(self: Arc<Self>, temperature: f32) -> Box<dyn Bot> {
        Box::new(Player::new(self, temperature))
    }

    fn evaluator(self: Arc<Self>, setup: &Setup) -> Option<Box<dyn Evaluator>> {
        Some(Box::new(LeafEvaluator::new(&self.fitted(setup.program())?)))
    }
}
