//! Means of random games of a ruleset, for comparison with other systems.

use std::path::{Path, PathBuf};

use ludex::{Chooser, Compiled, GameEnd, Playout, Seat, Setup, Turn};
use serde::Serialize;

use crate::cases::{Case, files_below, here};

/// A sum, and one of squares.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct Sum(f64, f64);

impl Sum {
    fn add(&mut self, value: f64) {
        self.0 += value;
        self.1 += value * value;
    }

    /// Returns the mean of `count` values and its standard error.
    pub fn mean(self, count: usize) -> (f64, f64) {
        let count = count as f64;
        let mean = self.0 / count;
        (mean, ((self.1 / count - mean * mean).max(0.0) / count).sqrt())
    }
}

/// Sums over games. A decision has two options or more; `options` counts the options of all decisions of a game.
#[derive(Debug, Serialize)]
pub struct Sums {
    /// Number of games.
    pub games: usize,
    /// Duration of the games, if it was measured.
    pub seconds: f64,
    /// Decisions of a game.
    pub decisions: Sum,
    /// Only where games are counted.
    pub options: Sum,
    /// By seat.
    pub scores: Vec<Sum>,
}

impl Sums {
    /// Creates empty sums.
    pub fn new(setup: &Setup) -> Self {
        let (decisions, options) = (Sum::default(), Sum::default());
        Self {
            games: 0,
            seconds: 0.0,
            decisions,
            options,
            scores: vec![Sum::default(); usize::from(setup.players())],
        }
    }

    /// Adds a finished game.
    pub fn add(&mut self, end: &GameEnd) {
        self.games += 1;
        self.decisions.add(end.decisions() as f64);
        for (seat, sum) in (0..).map(Seat).zip(&mut self.scores) {
            sum.add(end.score(seat).expect("a seat").thousandths as f64 / 1000.0);
        }
    }

    /// Plays the game of [`Playout::random`], counts the options of each decision, and adds it.
    pub fn count(&mut self, playout: &mut Playout, seed: u64) {
        let (mut chooser, mut options) = (Chooser::new(seed), 0);
        let choose = |turn: Turn<'_>| {
            let all = turn.options();
            options += if all > 1 { all } else { 0 };
            turn.draw(&mut chooser)
        };
        let end = playout.play(seed, choose).expect("no rule fails");
        self.add(end);
        self.options.add(options as f64);
    }
}

/// Compiles a ruleset: a folder, or a case of one file.
pub fn compiled(path: &Path) -> Result<Compiled, String> {
    if path.is_dir() {
        return Ok(ludex::Compile::folder(path).map_err(|e| e.to_string())?.compile());
    }
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(ludex::compile(&Case { name: path.display().to_string(), text }.files()))
}

/// Returns the rulesets of `peers/games`, by name.
pub fn folders() -> Vec<PathBuf> {
    let files = files_below(&here().join("peers/games"));
    let rulesets = files.iter().filter(|path| path.ends_with("ruleset.yaml"));
    rulesets.filter_map(|path| Some(path.parent()?.to_owned())).collect()
}
