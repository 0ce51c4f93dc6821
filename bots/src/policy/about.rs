//! Metadata of trained weights.

use ludex::Setup;

/// Weight of the entropy bonus of a usual training, in percent.
pub const USUAL_ENTROPY: u16 = 100;

/// Metadata of weights: their game, training, and measured strength.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// ID of the ruleset.
    pub ruleset: String,
    /// [Fingerprint](ludex::Ruleset::fingerprint) of the ruleset at the time of training.
    pub fingerprint: u64,
    /// Number of players.
    pub players: u8,
    /// Options of the ruleset as `name=value`, separated by spaces.
    pub options: String,
    /// Random seed of the training.
    pub seed: u64,
    /// Number of training games, including those of the weights that the training started from.
    pub games: u64,
    /// Weight of the entropy bonus of the training, in percent of [`USUAL_ENTROPY`]: with less, the policy explored
    /// less.
    pub entropy: u16,
    /// Measured strength of one seat with these weights against other bots.
    pub strength: Vec<Strength>,
}

/// Strength of one seat against one type of bot in all other seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strength {
    /// Name of the opponents' bot.
    pub against: String,
    /// Number of games.
    pub games: u32,
    /// Share of the victories with its 95 % interval, in millionths: lower bound, estimate, upper bound.
    pub share: [u32; 3],
}

impl Strength {
    /// Creates an entry from a share and its interval, as fractions of 1.
    pub fn new(against: String, games: u64, share: [f64; 3]) -> Self {
        let millionths = share.map(|share| (share.clamp(0.0, 1.0) * 1e6).round() as u32);
        Self { against, games: u32::try_from(games).unwrap_or(u32::MAX), share: millionths }
    }
}

impl About {
    /// Creates the metadata of weights that are about to be trained for a setup.
    pub fn new(setup: &Setup, seed: u64) -> Self {
        let options: Vec<String> =
            setup.options().iter().map(|(name, value)| format!("{name}={value}")).collect();
        Self {
            ruleset: setup.ruleset().id().to_owned(),
            fingerprint: setup.ruleset().fingerprint(),
            players: setup.players(),
            options: options.join(" "),
            seed,
            games: 0,
            entropy: USUAL_ENTROPY,
            strength: Vec::new(),
        }
    }

    /// Returns a sentence about the difference between a setup and the one of the training; `None` if no
    /// difference matters.
    pub fn differs(&self, setup: &Setup) -> Option<String> {
        let (ruleset, players) = (setup.ruleset(), setup.players());
        if self.ruleset != ruleset.id() {
            return Some(format!(
                "these weights were trained for {}, and this is {}",
                self.ruleset,
                ruleset.id()
            ));
        }
        if self.fingerprint != ruleset.fingerprint() {
            return Some(format!("these weights were trained for other rules of {}", self.ruleset));
        }
        (self.players != players).then(|| {
            format!("these weights were trained with {} players, and here are {players}", self.players)
        })
    }
}
