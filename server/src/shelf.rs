//! The rulesets of a server, as its caller provides them.

use ludex::{Ruleset, Setup};
use ludex_bots::BotSpec;

/// A ruleset and the files from which it was compiled.
#[derive(Debug, Clone)]
pub struct Packed {
    pub ruleset: Ruleset,
    /// The files as one package, for [`Shelf::unpack`].
    pub package: Vec<u8>,
}

/// Rulesets, bots and saves, which need files.
pub trait Shelf: Send + Sync {
    /// Returns the IDs of the games that can be played, in the order of the lobby.
    fn games(&self) -> Vec<String>;

    /// Compiles a game with variants.
    ///
    /// # Errors
    /// A sentence: the game is unknown or can't be read, or has errors.
    fn load(&self, game: &str, variants: &[String]) -> Result<Packed, String>;

    /// Returns the ID and title of each variant of a game.
    fn variants(&self, game: &str, lang: &str) -> Vec<(String, String)>;

    /// Compiles a stored package with variants.
    ///
    /// # Errors
    /// A sentence, if the package has errors or is damaged.
    fn unpack(&self, package: &[u8], variants: &[String]) -> Result<Ruleset, String>;

    /// Returns a frame or icon of a stored package.
    ///
    /// # Errors
    /// A sentence, if the package is damaged.
    fn drawing(&self, package: &[u8], path: &str) -> Result<Option<Vec<u8>>, String>;

    /// Resolves the name of a bot; policies have their weights.
    ///
    /// # Errors
    /// A sentence: no bot has this name, or its weights are missing.
    fn bot(&self, setup: &Setup, name: &str) -> Result<BotSpec, String>;

    /// Returns the names of further bots that the form for a new table offers.
    fn programs(&self) -> Vec<String> {
        Vec::new()
    }

    /// Writes a game as a save of the terminal.
    ///
    /// # Errors
    /// A sentence, if it can't be written.
    fn save(&self, game: &Saved<'_>) -> Result<String, String>;
}

pub struct Saved<'a> {
    pub game: &'a ludex::Game,
    pub variants: &'a [String],
    pub lang: &'a str,
    /// Bot of each seat; `None` for a person.
    pub bots: Vec<Option<String>>,
}
