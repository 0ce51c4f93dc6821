//! Bots for every ruleset: random, greedy, search, regret minimization. Internal to Ludex: only the crate `ludex` has a stable API.
//!
//! They know no rule of any game, only how to look, to determinize what they can't see, and to try.
//!
//! A bot is given a [`Perspective`] and a seed at each of its decisions, and gives the number of an option. The same seed and the same
//! perspective give the same option on every machine, unless its budget is a time. `docs/bots.md` says how they think and how well.
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

mod bench;
mod deals;
mod evidence;
mod goal;
mod greedy;
mod habits;
pub mod policy;
mod random;
pub mod rewards;
mod row;
mod search;
mod spec;
mod tools;
mod tree;
mod whole;

pub use goal::goal;
pub use habits::tries;
pub use ludex::machinery::model::Goal;
pub use search::Budget;
pub use spec::{BotSpec, Level, UnknownBot};
pub use tools::Tools;
pub use tree::{is_decided, visits};

use ludex::machinery::mix;
use ludex::{Perspective, Seat};
use rewards::Worth;

/// Whoever decides for a seat.
pub trait Bot: Send {
    /// The number of the option that the seat takes, which must have a decision. The seed stands for chance; see [`decision_seed`].
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize;

    /// A new game begins: what was kept of the last one does not count any more.
    fn begin(&mut self) {}

    /// What it thought of each option of its last decision, in their order; nothing if it compares none.
    fn rates(&self) -> &[Rate] {
        &[]
    }
}

/// What a bot thinks of an option.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Rate {
    /// How often it was tried.
    pub visits: u32,
    /// What that was worth on average to who plays for its [`Goal`]: 0.5 is as good as the others. From 0 to 1, but for who plays for the
    /// score, to whom twice the lead is worth twice as much.
    pub mean: f64,
    /// What part of the games after it was won; of one that several won a share.
    pub wins: f64,
    /// The score in these less the mean of the others', on average.
    pub lead: f64,
}

impl Rate {
    /// What a policy thinks of an option: its probability, and the share of games that the seat wins.
    pub fn of_probability(mean: f64, wins: f64) -> Self {
        Self { visits: 1, mean, wins, lead: 0.0 }
    }

    fn of(sum: Sum) -> Self {
        let each = f64::from(sum.visits.max(1));
        let Worth { all, share, lead } = sum.worth;
        Self { visits: sum.visits, mean: all / each, wins: share / each, lead: lead / each }
    }
}

/// What tries of an option came to.
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

/// The best of some options by an order. Nothing if they are equal: then a bot draws one.
fn best<T: PartialOrd>(rates: &[Rate], order: impl Fn(&Rate) -> T) -> Option<usize> {
    if rates.iter().all(|rate| rate.mean == rates[0].mean) {
        return None;
    }
    let better =
        |best: usize, rate: usize| if order(&rates[rate]) > order(&rates[best]) { rate } else { best };
    Some((0..rates.len()).fold(0, better))
}

/// The seed of a decision: of the game's seed, of who decides, and of how many choices were made before. Bots that are given these play
/// the same game again.
pub fn decision_seed(game: u64, seat: Seat, choices: usize) -> u64 {
    mix(mix(mix(0x0006_b0f5_0f5e_ed5e, game), u64::from(seat.number())), choices as u64)
}
