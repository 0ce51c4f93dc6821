//! Access to games beyond the public API, with seats and cards as plain numbers.

use std::sync::Arc;

use ludex::{Chooser, Fault, Game, GameEnd, Playout, Record, Ruleset, Score, Seat, Setup};
pub use ludex_run::play::setup_of;
use ludex_run::play::view_cells;
pub use ludex_run::play::{GameInternals, PlayoutInternals, SetupInternals, TurnInternals};
use ludex_run::program::Program;
pub use ludex_run::ruleset::RulesetInternals;

/// One decision of a random game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick {
    /// Acting player.
    pub player: i32,
    /// Number of options.
    pub options: u32,
    /// Index of the option taken.
    pub index: u32,
}

/// Creates a game with default options.
pub fn new_game(ruleset: &Ruleset, players: u8, seed: u64) -> Game {
    let setup = ruleset.setup(players, &[]).unwrap_or_else(|error| panic!("{error}"));
    Game::new(&setup, seed)
}

/// Creates playouts for a program that was compiled separately.
pub fn playout(ruleset: &Ruleset, program: Program) -> Playout {
    Playout::new(&setup_of(ruleset, Arc::new(program)))
}

/// A decision of a game.
#[derive(Debug)]
pub struct Asked<'g> {
    game: &'g Game,
    /// Acting player.
    pub player: u8,
    /// Name of the decision.
    pub name: &'g str,
}

impl Asked<'_> {
    /// Returns the number of options.
    #[allow(clippy::len_without_is_empty, reason = "there is an option")]
    pub fn len(&self) -> usize {
        self.game.options()
    }

    /// Returns the stable label of each option.
    pub fn labels(&self) -> Vec<String> {
        self.game.host().labels()
    }

    /// Returns the option with this label.
    pub fn find(&self, label: &str) -> Option<usize> {
        self.labels().iter().position(|other| other == label)
    }
}

/// A host's view of a game.
pub trait Known {
    /// Returns the pending decision.
    fn decision(&self) -> Option<Asked<'_>>;
    /// Returns the ruleset.
    fn ruleset(&self) -> &Ruleset;
    /// Returns the hash of the position.
    fn hash(&self) -> u64;
    /// Returns the game as data.
    fn record(&self) -> Record;
    /// Returns a player's score.
    fn score(&self, player: u8) -> Score;
    /// Returns the current winners.
    fn winners(&self) -> Vec<u8>;
    /// Returns the last choice: its index and its label.
    fn last_choice(&self) -> Option<(usize, String)>;
    /// Returns the variables as observed by a seat, or all of them.
    fn cells(&self, seat: Option<u8>) -> Vec<i32>;
}

impl Known for Game {
    fn decision(&self) -> Option<Asked<'_>> {
        let player = u8::try_from(self.deciding()?.index()).expect("a seat");
        let (_, choice) = self.asked()?;
        let decision = self.program().choices[choice.0 as usize].decision;
        Some(Asked { game: self, player, name: &self.program().checked.decisions[decision.index()] })
    }

    fn ruleset(&self) -> &Ruleset {
        self.setup().ruleset()
    }

    fn hash(&self) -> u64 {
        self.host().hash()
    }

    fn record(&self) -> Record {
        self.host().record()
    }

    fn score(&self, player: u8) -> Score {
        self.host().score(Seat(player)).expect("a seat")
    }

    fn winners(&self) -> Vec<u8> {
        self.host().winners().into_iter().map(|seat| seat.id.index() as u8).collect()
    }

    fn last_choice(&self) -> Option<(usize, String)> {
        let option = self.host().past().next_back()?.option;
        Some((option, self.host().record().choices.pop()?))
    }

    fn cells(&self, seat: Option<u8>) -> Vec<i32> {
        view_cells(self, seat)
    }
}

/// Random games with a callback for decisions.
pub trait Picked {
    /// Plays the random game of a seed.
    fn picks(&mut self, seed: u64, watch: impl FnMut(Pick)) -> Result<&GameEnd, Fault>;
}

impl Picked for Playout {
    fn picks(&mut self, seed: u64, mut watch: impl FnMut(Pick)) -> Result<&GameEnd, Fault> {
        let mut choices = Chooser::new(seed);
        let end = self.play(seed, |turn| {
            let (player, options) = (turn.seat().index() as i32, turn.options() as u32);
            let index = choices.below(turn.options());
            watch(Pick { player, options, index: index as u32 });
            index
        });
        end.map_err(|error| match error {
            ludex::ApplyError::Fault(fault) => fault,
            error => unreachable!("{error}"),
        })
    }
}

/// Returns the unit of scores, in thousandths.
pub fn unit(setup: &Setup) -> i64 {
    if setup.has_decimal_score() { 1 } else { 1000 }
}

/// Returns scores in the machine's unit: whole numbers, or thousandths.
pub fn cells(setup: &Setup, end: &GameEnd) -> Vec<i32> {
    end.scores().iter().map(|score| (score.thousandths / unit(setup)) as i32).collect()
}
