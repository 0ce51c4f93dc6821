//! Splits a run into parts for several machines and merges them.
//!
//! The number of a part determines its games, so parts never share a seed. All sums are integers, so a merged
//! report is byte-identical to one from a single machine.

mod piece;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::add_up::AddUp;
use crate::report::Made;
use crate::simulate::{SimulateReport, Subject, Sums};
pub use piece::{Counts, Piece, Run, merge_pieces};

/// A part of a run: its number and the number of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// Number of the part, from 1.
    pub number: u64,
    /// Total number of parts.
    pub of: u64,
}

/// Version of the file format of a part.
const VERSION: u32 = ludex::JSON_VERSION;

/// Maximum number of parts of a run.
const MOST: u64 = 1_000_000;

impl Shard {
    /// Returns the range of this part in a run of `units` units.
    pub fn part(self, units: u64) -> Range<u64> {
        let cut = |n: u64| (u128::from(units) * u128::from(n) / u128::from(self.of)) as u64;
        cut(self.number - 1)..cut(self.number)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let parts =
            word.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=MOST).contains(&of) && (1..=of).contains(&number) => {
                Ok(Self { number, of })
            }
            Some(_) | None => Err(format!("a shard has the form 3/40, not `{word}`")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Sums of a part of a simulation: the file that `--shard` writes and [`merge`] reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Version of the file format.
    pub version: u32,
    /// Number of the part.
    pub shard: Shard,
    /// True if all its games were played.
    pub whole: bool,
    /// Setup of the simulation.
    pub subject: Subject,
    /// Sums of the games.
    pub sums: Sums,
    /// Checksum over the other content, which detects changes. Empty in parts of old versions.
    #[serde(default)]
    pub sum: String,
}

impl Part {
    /// Creates a part with its checksum.
    pub fn new(shard: Shard, whole: bool, subject: Subject, sums: Sums) -> Self {
        let mut part = Self { version: VERSION, shard, whole, subject, sums, sum: String::new() };
        part.sum = part.sum_of_the_rest();
        part
    }

    fn sum_of_the_rest(&self) -> String {
        sum_of(&(self.version, self.shard, self.whole, &self.subject, &self.sums))
    }

    /// Checks the version and the checksum.
    fn check(&self, name: &str) -> Result<(), MergeError> {
        check(name, self.version, (&self.subject.head.made, &self.sum), || self.sum_of_the_rest())
    }
}

/// Returns a checksum (SHA-256) over the serialized content.
fn sum_of(rest: &impl Serialize) -> String {
    let text = serde_json::to_vec(rest).unwrap_or_default();
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn check(
    name: &str,
    version: u32,
    (made, sum): (&Made, &str),
    rest: impl FnOnce() -> String,
) -> Result<(), MergeError> {
    let wrong = |why: String| Err(MergeError(format!("{name} {why}")));
    if version != VERSION {
        return wrong(format!("has the form {version}, and this version of Ludex reads {VERSION}"));
    }
    if sum.is_empty() || !made.is_recorded() {
        return wrong(
            "was written by an older version of Ludex, which did not record the bots: rerun this part"
                .to_owned(),
        );
    }
    if sum != rest() {
        return wrong("was changed after it was written: its checksum does not match".to_owned());
    }
    Ok(())
}

/// Error that prevents a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeError(String);

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MergeError {}

/// Merges all parts of a run. Each part comes with a name for errors.
///
/// # Errors
/// Returns an error if a part has another version, was modified, or belongs to another run. Also returns an
/// error if a part is a duplicate, missing, or incomplete.
pub fn merge(parts: &[(String, Part)]) -> Result<SimulateReport, MergeError> {
    let Some((first, rest)) = parts.split_first() else {
        return Err(MergeError("there is nothing to merge".to_owned()));
    };
    parts.iter().try_for_each(|(name, part)| part.check(name))?;
    rest.iter().try_for_each(|(name, part)| same_run((&first.0, &first.1), (name, part)))?;
    let shards = parts.iter().map(|(name, part)| (part.shard, part.whole, name.as_str()));
    each_once(shards.collect())?;
    let mut sums = first.1.sums.clone();
    rest.iter().for_each(|(_, part)| sums.add_up(part.sums.clone()));
    Ok(SimulateReport::new(&first.1.subject, &sums, None))
}

fn same_run((a, first): (&String, &Part), (b, other): (&String, &Part)) -> Result<(), MergeError> {
    let differ = first.subject.differs(&other.subject).or_else(|| {
        (first.shard.of != other.shard.of)
            .then(|| ("shards", first.shard.of.to_string(), other.shard.of.to_string()))
    });
    not_of_one_run(a, b, differ)
}

/// Returns an error if two parts differ.
fn not_of_one_run(
    a: &str,
    b: &str,
    differ: Option<(&'static str, String, String)>,
) -> Result<(), MergeError> {
    match differ {
        None => Ok(()),
        Some((what, x, y)) => Err(MergeError(format!("{a} and {b} are not of one run: {what} {x} and {y}"))),
    }
}

/// Checks that each shard is present exactly once and was played to its end. Items hold the shard, its
/// completeness and its name.
fn each_once(mut parts: Vec<(Shard, bool, &str)>) -> Result<(), MergeError> {
    let broken = parts.iter().find(|(_, whole, _)| !whole).map(|(shard, _, name)| (*shard, *name));
    parts.sort_unstable();
    if let Some(two) = parts.windows(2).find(|two| two[0].0 == two[1].0) {
        return Err(MergeError(format!("{} and {} are both shard {}", two[0].2, two[1].2, two[0].0)));
    }
    if let Some((shard, name)) = broken {
        return Err(MergeError(format!("{name} (shard {shard}) was not played to its end")));
    }
    let of = parts.first().map_or(0, |(shard, ..)| shard.of);
    let missing =
        (1..=of).zip(parts.iter().map(|(shard, ..)| Some(shard.number)).chain(std::iter::repeat(None)));
    match missing.into_iter().find(|(wanted, there)| Some(*wanted) != *there) {
        Some((wanted, _)) => Err(MergeError(format!("shard {wanted}/{of} is missing"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn parts_have_every_unit_once() {
        for (units, of) in [(10, 3), (2, 5), (1_000_000_000_000, 7), (0, 1)] {
            let parts: Vec<_> = (1..=of).map(|number| Shard { number, of }.part(units)).collect();
            assert!(parts.windows(2).all(|two| two[0].end == two[1].start));
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, units));
        }
    }

    #[test]
    fn a_shard_is_one_of_so_many() {
        assert_eq!("3/40".parse(), Ok(Shard { number: 3, of: 40 }));
        for bad in ["0/4", "5/4", "1/0", "3", "a/b", "1/99999999"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
