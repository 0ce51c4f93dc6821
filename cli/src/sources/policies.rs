//! Bots by name, as commands take them.

#[cfg(feature = "learn")]
mod weights;

use std::sync::Arc;

use ludex::Setup;
use ludex_bots::policy::Policy;
use ludex_bots::{BotSpec, UnknownBot};

use crate::sources::rulesets::{Loaded, Reference};
#[cfg(feature = "learn")]
pub use weights::{ENDING, FOLDER};

/// Where the weights of bots come from, for one game.
#[derive(Debug, Default)]
pub struct Policies<'a> {
    of: Option<(&'a Reference, &'a Setup)>,
    #[cfg(feature = "learn")]
    notes: weights::Notes,
}

impl<'a> Policies<'a> {
    /// For a game that is played with this setup.
    pub fn new(loaded: &'a Loaded, setup: &'a Setup) -> Self {
        Self {
            of: Some((&loaded.reference, setup)),
            #[cfg(feature = "learn")]
            notes: weights::Notes::default(),
        }
    }

    /// How many play.
    pub fn players(&self) -> u8 {
        self.of.map_or(u8::MAX, |(_, setup)| setup.players())
    }

    /// A bot by name, a policy with its weights.
    pub fn bot(&self, word: &str) -> Result<BotSpec, UnknownBot> {
        BotSpec::read(word, &mut |file| self.policy(file))
    }

    #[cfg(feature = "learn")]
    fn policy(&self, file: Option<&str>) -> Result<Arc<dyn Policy>, String> {
        self.weights(file).map(ludex_learn::policy)
    }

    #[cfg(not(feature = "learn"))]
    fn policy(&self, _: Option<&str>) -> Result<Arc<dyn Policy>, String> {
        Err(LACKS_LEARN.to_owned())
    }
}

/// Reported for all that needs trained weights, in a build without them.
#[cfg(not(feature = "learn"))]
pub const LACKS_LEARN: &str =
    "this build of Ludex has no trained policies: it was built without the feature `learn` of `ludex-cli`";
