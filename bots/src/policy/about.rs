//! What weights say of themselves.

use ludex::Setup;

/// For which game weights were learnt, how, and how well they play.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The id of the ruleset.
    pub ruleset: String,
    /// Its [fingerprint](ludex::Ruleset::fingerprint) then.
    pub fingerprint: u64,
    /// How many players.
    pub players: u8,
    /// The options of the ruleset, `name=value`, with blanks between.
    pub options: String,
    /// The seed of the training.
    pub seed: u64,
    /// Games played for it, those of the weights that it began with included.
    pub games: u64,
    /// How well one seat of these weights did against others, as it was measured.
    pub strength: Vec<Strength>,
}

/// How one seat did whose others all were one bot's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strength {
    /// The others.
    pub against: String,
    /// Games.
    pub games: u32,
    /// The share of the wins and its interval of 95 %, in millionths: low, as measured, high.
    pub share: [u32; 3],
}

impl Strength {
    /// From a share and its interval.
    pub fn new(against: String, games: u64, share: [f64; 3]) -> Self {
        let millionths = share.map(|share| (share.clamp(0.0, 1.0) * 1e6).round() as u32);
        Self { against, games: u32::try_from(games).unwrap_or(u32::MAX), share: millionths }
    }
}

impl About {
    /// Weights that are about to be learnt for a setup.
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
            strength: Vec::new(),
        }
    }

    /// In what a setup differs from the one that they were learnt for, as a sentence; nothing if in nothing that matters.
    pub fn differs(&self, setup: &Setup) -> Option<String> {
        let (ruleset, players) = (setup.ruleset(), setup.players());
        if self.ruleset != ruleset.id() {
            return Some(format!(
                "these weights were learnt for {}, and this is {}",
                self.ruleset,
                ruleset.id()
            ));
        }
        if self.fingerprint != ruleset.fingerprint() {
            return Some(format!("these weights were learnt for other rules of {}", self.ruleset));
        }
        (self.players != players).then(|| {
            format!("these weights were learnt with {} players, and here are {players}", self.players)
        })
    }
}
