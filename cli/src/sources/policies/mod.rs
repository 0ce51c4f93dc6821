//! Bots by name, as commands take them.

#[cfg(feature = "learn")]
mod weights;

use std::sync::Arc;

use ludex::Setup;
use ludex_bots::policy::Policy;
use ludex_bots::{BotSpec, UnknownBot};

use crate::exec::{self, Program};
use crate::sources::rulesets::{Loaded, Reference};
#[cfg(feature = "learn")]
pub use weights::{ENDING, FOLDER};

/// Finds the weights of bots for one game.
#[derive(Debug, Default)]
pub struct Policies<'a> {
    of: Option<(&'a Reference, &'a Setup)>,
    /// Who may name programs as bots.
    programs: Programs,
    #[cfg(feature = "learn")]
    notes: weights::Notes,
}

/// Permission to name programs as bots. A save or a client of a server must not start a program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Programs {
    #[default]
    Refused,
    /// In games of bots alone.
    OfBots,
    /// In games with people.
    WithPeople,
}

impl<'a> Policies<'a> {
    /// Creates the finder for a game with this set-up.
    pub fn new(loaded: &'a Loaded, setup: &'a Setup) -> Self {
        Self::for_game(&loaded.reference, setup)
    }

    pub fn for_game(reference: &'a Reference, setup: &'a Setup) -> Self {
        Self {
            of: Some((reference, setup)),
            programs: Programs::Refused,
            #[cfg(feature = "learn")]
            notes: weights::Notes::default(),
        }
    }

    /// Permits programs, because the names come from the command line.
    pub fn with(self, programs: Programs) -> Self {
        Self { programs, ..self }
    }

    pub fn players(&self) -> u8 {
        self.of.map_or(u8::MAX, |(_, setup)| setup.players())
    }

    /// Returns a bot by name; a policy has its weights, and a program has answered.
    pub fn bot(&self, word: &str) -> Result<BotSpec, UnknownBot> {
        match (word.trim().strip_prefix(exec::PREFIX), self.programs) {
            (Some(command), Programs::OfBots | Programs::WithPeople) => {
                self.program(command).map_err(|why| UnknownBot::refused(word, why))
            }
            (Some(_), Programs::Refused) | (None, _) => BotSpec::read(word, &mut |file| self.policy(file)),
        }
    }

    fn program(&self, command: &str) -> Result<BotSpec, String> {
        let program = Program::read(command)?;
        if self.programs == Programs::WithPeople { program.with_people() } else { program }.tried()
    }

    #[cfg(feature = "learn")]
    fn policy(&self, file: Option<&str>) -> Result<Arc<dyn Policy>, String> {
        self.weights(file).map(ludex_learn::policy)
    }

    #[cfg(not(feature = "learn"))]
    pub fn fitting(&self) -> bool {
        false
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
