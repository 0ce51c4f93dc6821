//! Messages of the bot protocol (`docs/protocol.md`), one JSON object a line.

use ludex::{Decision, Ending, Observation, Perspective, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Version of the protocol. It increases when a message is removed or changes its meaning.
pub const VERSION: u32 = 1;
/// Requests that a program may make while it chooses.
pub const FEATURES: [&str; 2] = ["deal", "playout"];

/// A line from Ludex to a program: an object whose only key names the message.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "one message at a time, which is written at once")]
pub enum ToBot {
    /// The first line of a process. It must be answered by `hello`.
    Hello(Hello),
    /// A new game begins for the seat of this process.
    Begin(Begin),
    /// The seat has to choose. It must be answered by `take`.
    Choose(Observed),
    /// Answer to `deal`.
    Dealt(Dealt),
    /// Answer to `playout`.
    Played(Played),
    /// Answer to a request that can't be fulfilled: the reason. The program still has to choose.
    Error(String),
    /// The game is over.
    End(Observed),
}

/// Facts about this Ludex.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Hello {
    /// Version of the protocol: 1.
    pub version: u32,
    /// Version of Ludex.
    pub ludex: &'static str,
    /// Requests that this Ludex answers: `deal`, `playout`.
    pub features: &'static [&'static str],
    /// Limits for the program.
    pub limits: Limits,
}

/// Limits for a program. One that exceeds them loses its game by forfeit.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Limits {
    /// Milliseconds from the start of the process to its `hello`.
    pub start_ms: u64,
    /// Milliseconds from each `choose` to its `take`, including all requests.
    pub choose_ms: u64,
    /// Bytes of a line, including its end.
    pub line: usize,
    /// Requests for one choice.
    pub requests: u32,
    /// Games of one playout request.
    pub playouts: u32,
    /// Options in `takes`.
    pub takes: usize,
}

/// A new game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Begin {
    /// ID of the ruleset.
    ruleset: String,
    /// Fingerprint of the rules, as 16 hexadecimal digits.
    fingerprint: String,
    /// Labels of all seats, in seat order.
    seats: Vec<String>,
    /// Label of the program's own seat.
    seat: String,
    /// Options of the ruleset.
    options: Vec<GivenOption>,
    /// Seed for the program's random numbers, below 2^32. The game's own seed can't be computed from it.
    seed: u32,
}

/// An option of the ruleset.
#[derive(Debug, Serialize, JsonSchema)]
struct GivenOption {
    /// Name of the option.
    option: String,
    /// Its value.
    value: String,
}

impl Begin {
    /// Describes the game of a seat. `seed` is that of its first decision.
    pub fn new(position: Perspective<'_>, seed: u64) -> Begin {
        let (setup, own) = (position.setup(), position.seat());
        let seats: Vec<String> = setup.seats().map(|seat| seat.name).collect();
        let options = setup.options().into_iter().map(|(option, value)| GivenOption { option, value });
        Begin {
            ruleset: setup.ruleset().id().to_owned(),
            fingerprint: format!("{:016x}", setup.ruleset().fingerprint()),
            seat: seats.get(own.index()).cloned().unwrap_or_default(),
            seats,
            options: options.collect(),
            // half of the bits, so that the seed of the game stays unknown
            seed: (seed >> 32) as u32,
        }
    }
}

/// The observation of the seat, with the log since its last choice.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Observed {
    /// The observation, as in `Game::observe`.
    pub observation: Observation,
}

/// A position in which everything hidden from the seat was sampled.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Dealt {
    /// The position, with all cards open.
    pub view: View,
    /// The pending decision; `null` when the game is over.
    pub decision: Option<Decision>,
    /// End of the game; `null` while it is played.
    pub end: Option<Ending>,
}

/// Results of playouts, by seat.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Played {
    /// Games that were played to their end.
    pub games: u32,
    /// Mean share of the victory: each of `k` winners has `1/k`.
    pub wins: Vec<f64>,
    /// Mean score.
    pub scores: Vec<f64>,
}

/// A line from a program to Ludex: an object with one of these keys. Other keys are ignored.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct FromBot {
    /// Answer to `hello`.
    pub hello: Option<Greeting>,
    /// Answer to `choose`.
    pub take: Option<Pick>,
    /// Request for a position in which everything hidden is sampled.
    pub deal: Option<World>,
    /// Request for random games from such a position.
    pub playout: Option<World>,
}

/// Facts about a program.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Greeting {
    /// Version of the protocol for which the program was written; at most that of Ludex.
    pub version: u32,
    /// Name of the program.
    #[serde(default)]
    pub name: String,
    /// Features of Ludex without which the program can't play.
    #[serde(default)]
    pub needs: Vec<String>,
}

/// An option: its number from 0, or its label.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Pick {
    /// Number of the option.
    Number(usize),
    /// Label of the option; the first one of several with this label.
    Label(String),
}

/// A sampled position, in a request.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct World {
    /// Seed of the sample. The same seed gives the same hidden cards at the same choice.
    pub seed: u64,
    /// Options taken in the sampled position, one after another.
    pub takes: Vec<Pick>,
    /// Number of random games, for `playout`.
    pub games: Option<u32>,
}
