//! Bots for every ruleset: random, greedy, search, regret minimization.
//!
//! Internal to Ludex: only the crate `ludex` has a stable API. Bots contain no rule of any game. They
//! observe, determinize hidden cards, and try their options.
//!
//! At each decision a bot receives a [`Perspective`] and a seed, and returns the index of an option. The same
//! seed and perspective give the same option on every machine, unless the budget is a time. `docs/bots.md`
//! describes the methods and their strength.
//!
//! ```
//! use ludex_bots::{BotSpec, Tools, decision_seed};
//! # let text = "format: 1\ngame: { id: luck, players: 2 }\nstate: { player: { n: int for game } }\nscore: { total: player.n }
//! # phases: { turn: { each: player, do: \"let n = me chooses number in 1..3 as size\\nset me.n = n\" } }\n";
//! # let setup = ludex::compile(&[("ruleset.yaml".into(), text.into())]).into_ruleset()?.setup(2, &[])?;
//! let spec: BotSpec = "greedy:20".parse()?;
//! let mut bot = spec.build(&Tools::default());
//! let mut game = ludex::Game::new(&setup, 7);
//! while let Some(seat) = game.deciding() {
//!     let seed = decision_seed(7, seat, game.choices());
//!     let option = bot.choose(game.perspective(seat), seed);
//!     game.apply(option)?;
//! }
//! let score = game.host().score(ludex::Seat::FIRST).expect("it has two seats");
//! assert_eq!(score.total.to_string(), "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(clippy::wildcard_enum_match_arm)]

mod deals;
mod evidence;
mod external;
mod goal;
mod greedy;
mod mccfr;
pub mod outlook;
mod playout_sample;
pub mod policy;
mod random;
pub mod rewards;
mod rollouts;
mod row;
mod search;
mod spec;
mod tools;
mod tree;

pub use external::{External, ExternalSpec};
pub use goal::goal;
pub use ludex_check::model::Goal;
pub use playout_sample::tries;
pub use search::Budget;
pub use spec::{BotSpec, Level, UnknownBot};
pub use tools::Tools;
pub use tree::{is_decided, visits};

use ludex::{Perspective, Seat};
use ludex_run::play::mix;
use rewards::Worth;

/// A player that chooses an option at each decision of a seat.
pub trait Bot: Send {
    /// Returns the index of the chosen option. `position` must have a decision. `seed` determines all random
    /// numbers; see [`decision_seed`].
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize;

    /// Called when a new game begins: discards everything kept from the last game.
    fn begin(&mut self) {}

    /// Called when the game is over, with the observation of the seat that the bot played.
    fn end(&mut self, _position: Perspective<'_>) {}

    /// Returns the reason if the bot has lost the current game by forfeit. Its choices are random from then on.
    fn forfeit(&self) -> Option<&str> {
        None
    }

    /// Returns the rating of each option of the last decision, in their order; empty if the bot does not
    /// compare options.
    fn rates(&self) -> &[Rate] {
        &[]
    }
}

/// Rating of an option by a bot.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Rate {
    /// Number of iterations or rollouts that began with the option.
    pub visits: u32,
    /// Mean reward for the bot's [`Goal`], where 0.5 is average. From 0 to 1, except for `Goal::Score`,
    /// where the value is linear in the lead.
    pub mean: f64,
    /// Mean share of the victory: 1 for a victory, a part of 1 for a shared victory.
    pub wins: f64,
    /// Mean lead: the seat's score minus the mean score of the others.
    pub lead: f64,
}

impl Rate {
    /// Creates the rating of a policy: `mean` is the probability of the option, `wins` the share of games
    /// that the seat wins.
    pub fn of_probability(mean: f64, wins: f64) -> Self {
        Self { visits: 1, mean, wins, lead: 0.0 }
    }

    fn from_sum(sum: Sum) -> Self {
        let each = f64::from(sum.visits.max(1));
        let Worth { all, share, lead } = sum.worth;
        Self { visits: sum.visits, mean: all / each, wins: share / each, lead: lead / each }
    }
}

/// Sum of the rewards of an option.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    visits: u32,
    worth: Worth,
}

impl Sum {
    fn add(&mut self, worth: Worth) {
        self.visits += 1;
        self.worth.all += worth.all;
        self.worth.share += worth.share;
        self.worth.lead += worth.lead;
    }
}

/// Returns the first option that is highest by `order`. Returns `None` if all means are equal: the bot then
/// draws an option.
fn best<T: PartialOrd>(rates: &[Rate], order: impl Fn(&Rate) -> T) -> Option<usize> {
    if rates.iter().all(|rate| rate.mean == rates[0].mean) {
        return None;
    }
    let better =
        |best: usize, rate: usize| if order(&rates[rate]) > order(&rates[best]) { rate } else { best };
    Some((0..rates.len()).fold(0, better))
}

/// Returns the seed of a decision, derived from the game's seed, the acting seat, and the number of earlier
/// choices. Bots with these seeds reproduce the same game.
pub fn decision_seed(game: u64, seat: Seat, choices: usize) -> u64 {
    mix(mix(mix(0x0006_b0f5_0f5e_ed5e, game), u64::from(seat.number())), choices as u64)
}
