//! Parts of experiments that consist of several simulations: the command and the counts.
//!
//! Unlike a part of a simulation, such a piece does not hold all content of its report. Merging repeats the
//! command with the same rules and uses the counts instead of games.

use serde::{Deserialize, Serialize};

use super::{MergeError, Shard, VERSION, check, each_once, not_of_one_run, sum_of};
use crate::add_up::AddUp;
use crate::compare::Pair;
use crate::experiment::Experiment;
use crate::report::{Changes, Made, comma_list, fingerprint, first_difference, listed};
use crate::{impact, simulate, sweep};

/// Counts of a part of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    /// Counts of each match of a ladder.
    Ladder(Vec<simulate::Sums>),
    /// Counts of the cards of a plan.
    Impact(impact::Sums),
    /// Counts of each point of a sweep.
    Sweep(Vec<sweep::Tally>),
    /// Result of each pair, because the stopping rule depends on their order.
    Compare(Vec<Pair>),
}

/// Description of a run, equal in all its parts and at the merge.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Command line, without the shard.
    pub command: Vec<String>,
    /// Fingerprints of the rules, as 16 hexadecimal digits each.
    pub rules: Vec<String>,
    /// Number of players.
    #[serde(default)]
    pub players: u8,
    /// Options, variants and overlays as given.
    #[serde(flatten)]
    pub changes: Changes,
    /// Bots that were named, or that were chosen for the whole run.
    #[serde(default)]
    pub bots: Vec<String>,
    /// Program, seeds and weights.
    #[serde(flatten)]
    pub made: Made,
}

impl Run {
    /// Creates the run of a plan. It contains the values shared by all parts, for the whole run.
    pub fn new<E: Experiment>(plan: &E, command: Vec<String>, changes: Changes) -> Run {
        let rules = plan.rules().into_iter().map(fingerprint).collect();
        let (players, bots, made) = (plan.setup().players(), listed(&plan.run().bots), plan.made());
        Run { command, rules, players, changes, bots, made }
    }

    /// Returns the first difference between two runs other than the command, with both values.
    pub fn differs(&self, other: &Run) -> Option<(&'static str, String, String)> {
        let of = |run: &Run| {
            let game = [
                ("rules", comma_list(&run.rules)),
                ("players", run.players.to_string()),
                ("bots", comma_list(&run.bots)),
            ];
            run.changes.rows().into_iter().chain(game).chain(run.made.rows())
        };
        first_difference(of(self), of(other))
    }
}

/// A part of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Version of the file format.
    pub version: u32,
    /// Number of the part.
    pub shard: Shard,
    /// True if all its games were played.
    pub whole: bool,
    /// Run that it is a part of.
    #[serde(flatten)]
    pub run: Run,
    /// Counts of the part.
    pub counts: Counts,
    /// Checksum over the other content, which detects changes.
    pub sum: String,
}

impl Piece {
    /// Creates a piece with its checksum.
    pub fn new(shard: Shard, whole: bool, run: Run, counts: Counts) -> Piece {
        let piece = Piece { version: VERSION, shard, whole, run, counts, sum: String::new() };
        Piece { sum: piece.sum_of_the_rest(), ..piece }
    }

    fn sum_of_the_rest(&self) -> String {
        sum_of(&(self.version, self.shard, self.whole, &self.run, &self.counts))
    }
}

/// Merges all pieces of a run into one with the command, the rules and all counts. Each piece comes with a
/// name for errors.
///
/// # Errors
/// Returns an error if a piece has another version, was modified, or belongs to another run. Also returns an
/// error if a piece is a duplicate, missing, or incomplete.
pub fn merge_pieces(mut pieces: Vec<(String, Piece)>) -> Result<Piece, MergeError> {
    for (name, piece) in &pieces {
        check(name, piece.version, (&piece.run.made, &piece.sum), || piece.sum_of_the_rest())?;
    }
    pieces.windows(2).try_for_each(|two| same_run(&two[0], &two[1]))?;
    each_once(pieces.iter().map(|(name, piece)| (piece.shard, piece.whole, name.as_str())).collect())?;
    pieces.sort_by_key(|(_, piece)| piece.shard);
    let mut pieces = pieces.into_iter().map(|(_, piece)| piece);
    let first = pieces.next().ok_or_else(|| MergeError("there is nothing to merge".to_owned()))?;
    pieces.try_fold(first, |mut sum, piece| {
        sum.counts.merge(piece.counts)?;
        Ok(sum)
    })
}

fn same_run((a, one): &(String, Piece), (b, other): &(String, Piece)) -> Result<(), MergeError> {
    let of = [one, other].map(|piece| [("shards", piece.shard.of.to_string())]);
    let typed = [one, other].map(|piece| [("command", format!("`{}`", piece.run.command.join(" ")))]);
    let ([shards, more], [command, another]) = (of, typed);
    let differ = one.run.differs(&other.run);
    let differ = differ.or_else(|| first_difference(shards, more));
    not_of_one_run(a, b, differ.or_else(|| first_difference(command, another)))
}

impl Counts {
    /// Adds the counts of the next shard.
    fn merge(&mut self, next: Counts) -> Result<(), MergeError> {
        match (self, next) {
            (Counts::Ladder(sums), Counts::Ladder(more)) => sums.add_up(more),
            (Counts::Impact(sums), Counts::Impact(more)) => sums.add_up(more),
            (Counts::Sweep(points), Counts::Sweep(more)) => points.add_up(more),
            (Counts::Compare(pairs), Counts::Compare(more)) => pairs.extend(more),
            (Counts::Ladder(_) | Counts::Impact(_) | Counts::Sweep(_) | Counts::Compare(_), _) => {
                return Err(MergeError("parts of different experiments".to_owned()));
            }
        }
        Ok(())
    }
}
