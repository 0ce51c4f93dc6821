//! Parts of experiments that are more than one simulation: what they were asked with, and what was counted.
//!
//! Unlike a part of a simulation such a one does not hold all that its report says: whoever puts pieces together asks the same again, of the
//! same rules, and gives the counts in place of games.

use serde::{Deserialize, Serialize};

use super::{MergeError, Shard, VERSION, check, each_once, sum_of};
use crate::compare::Pair;
use crate::{impact, simulate, sweep};

/// What a part of an experiment has counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    /// Of each match of a ladder.
    Ladder(Vec<simulate::Sums>),
    /// Of the cards of a plan.
    Impact(impact::Sums),
    /// Of each point.
    Sweep(Vec<sweep::Tally>),
    /// Each pair, for when it is enough is seen in their order.
    Compare(Vec<Pair>),
}

/// A part of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The version of this form.
    pub version: u32,
    /// Which part.
    pub shard: Shard,
    /// All of its games were played.
    pub whole: bool,
    /// What was typed, without the shard.
    pub command: Vec<String>,
    /// The rules that were played, as 16 hexadecimal digits each.
    pub rules: Vec<String>,
    /// What was counted.
    pub counts: Counts,
    /// A sum over all of this, by which a part is known that was changed.
    pub sum: String,
}

impl Piece {
    /// A piece as it is played, with its sum.
    pub fn new(
        shard: Shard,
        whole: bool,
        (command, rules): (Vec<String>, Vec<String>),
        counts: Counts,
    ) -> Piece {
        let piece = Piece { version: VERSION, shard, whole, command, rules, counts, sum: String::new() };
        Piece { sum: piece.sum_of_the_rest(), ..piece }
    }

    fn sum_of_the_rest(&self) -> String {
        sum_of(&(self.version, self.shard, self.whole, &self.command, &self.rules, &self.counts))
    }
}

/// Puts all pieces of a run together, each with the name that it is called by in errors. What was typed, the rules, and all counts.
///
/// # Errors
/// Which piece is of another version or was changed, which is of another run, which is there twice, which is missing, which was not played
/// to its end.
pub fn merge_pieces(mut pieces: Vec<(String, Piece)>) -> Result<Piece, MergeError> {
    for (name, piece) in &pieces {
        check(name, piece.version, &piece.sum, || piece.sum_of_the_rest())?;
    }
    let differs = |two: &&[(String, Piece)]| {
        let of = |piece: &Piece| (piece.command.clone(), piece.rules.clone(), piece.shard.of);
        of(&two[0].1) != of(&two[1].1)
    };
    if let Some(two) = pieces.windows(2).find(differs) {
        let [(a, one), (b, other)] = [&two[0], &two[1]];
        let what = if one.command != other.command {
            format!("`{}` and `{}`", one.command.join(" "), other.command.join(" "))
        } else if one.rules != other.rules {
            format!("rules {} and {}", one.rules.join(","), other.rules.join(","))
        } else {
            format!("shards {} and {}", one.shard.of, other.shard.of)
        };
        return Err(MergeError(format!("{a} and {b} are not of one run: {what}")));
    }
    each_once(pieces.iter().map(|(name, piece)| (piece.shard, piece.whole, name.as_str())).collect())?;
    pieces.sort_by_key(|(_, piece)| piece.shard);
    let mut pieces = pieces.into_iter().map(|(_, piece)| piece);
    let first = pieces.next().ok_or_else(|| MergeError("there is nothing to merge".to_owned()))?;
    pieces.try_fold(first, |mut sum, piece| {
        sum.counts.merge(piece.counts)?;
        Ok(sum)
    })
}

impl Counts {
    /// Those of the next shard too.
    fn merge(&mut self, next: Counts) -> Result<(), MergeError> {
        match (self, next) {
            (Counts::Ladder(sums), Counts::Ladder(more)) => {
                sums.iter_mut().zip(&more).for_each(|(sum, more)| sum.merge(more));
            }
            (Counts::Impact(sums), Counts::Impact(more)) => sums.merge(more),
            (Counts::Sweep(points), Counts::Sweep(more)) => {
                points.iter_mut().zip(more).for_each(|(point, more)| point.merge(more));
            }
            (Counts::Compare(pairs), Counts::Compare(more)) => pairs.extend(more),
            (Counts::Ladder(_) | Counts::Impact(_) | Counts::Sweep(_) | Counts::Compare(_), _) => {
                return Err(MergeError("parts of different experiments".to_owned()));
            }
        }
        Ok(())
    }
}
