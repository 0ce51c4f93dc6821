//! Interface for players outside of this crate, such as programs in other languages.

use std::fmt;
use std::sync::Arc;

use crate::Bot;

/// Creates players of one kind outside of this crate.
pub trait External: fmt::Debug + Send + Sync {
    /// Returns the name in a list of bots. Players with the same name are equal.
    fn name(&self) -> &str;

    /// Creates a player that has played no game yet.
    fn player(self: Arc<Self>) -> Box<dyn Bot>;
}

/// A kind of external player.
#[derive(Debug, Clone)]
pub struct ExternalSpec(pub Arc<dyn External>);

impl PartialEq for ExternalSpec {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for ExternalSpec {}
