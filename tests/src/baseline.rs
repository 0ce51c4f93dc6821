//! Stored ratios in `baseline.yaml`: reference values of `just bench` and `just peers`, written with
//! `--save`.
//!
//! Ratios can be compared between machines; times can't.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::cases::here;

const HEAD: &str = "\
# Ratios to compare with, of four digits; `just bench --save` writes the first three tables, `just peers --save` the last.
# `decisions`: how many times as long as in the game written by hand a decision takes, by game and number of players. Games that nobody wrote by hand are
# measured by Kabale by hand with 4 players, and so are `parts` (those of criterion, with 4 players) and `searches` (an iteration, with the fewest players).
# `peers`: games a second beside OpenSpiel.
";

/// Differences below this share are noise.
const NOISE: f64 = 0.01;

/// Tables of ratios. Each measurement writes its own table and keeps the others.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Baseline {
    /// Decisions, relative to those by hand: `kabale 4`.
    pub decisions: Ratios,
    /// Parts, relative to a decision of the unit: `apply kabale`.
    pub parts: Ratios,
    /// Iterations of a search, relative to a decision of the unit: `kabale`.
    pub searches: Ratios,
    /// Games per second, relative to OpenSpiel (higher is faster): `hearts`.
    pub peers: Ratios,
}

impl Baseline {
    /// Returns the path of the file.
    pub fn path() -> PathBuf {
        here().join("baseline.yaml")
    }

    /// Loads the file, or empty tables if it does not exist.
    pub fn load() -> Result<Baseline, String> {
        let path = Self::path();
        let problem = |e: String| format!("{}: {e}", path.display());
        match std::fs::read_to_string(&path) {
            Ok(text) => Self::read(&text).map_err(problem),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Baseline::default()),
            Err(e) => Err(problem(e.to_string())),
        }
    }

    /// Changes the stored ratios; all others stay the same.
    pub fn save(change: impl FnOnce(&mut Baseline)) -> Result<(), String> {
        let mut baseline = Self::load()?;
        change(&mut baseline);
        let path = Self::path();
        std::fs::write(&path, baseline.text()?).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("The ratios are the baseline now: {}", path.display());
        Ok(())
    }

    /// Reads the text of a file.
    pub fn read(text: &str) -> Result<Baseline, String> {
        serde_yaml::from_str(text).map_err(|e| e.to_string())
    }

    /// Returns the text of the file.
    pub fn text(&self) -> Result<String, String> {
        serde_yaml::to_string(self).map(|text| format!("{HEAD}{text}")).map_err(|e| e.to_string())
    }
}

/// Ratios by what was measured, as many words as that takes: `kabale 4`.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratios(BTreeMap<String, f64>);

impl Ratios {
    /// Records a ratio, rounded to four digits.
    pub fn put(&mut self, row: &str, ratio: f64) {
        let rounded = format!("{ratio:.3e}").parse().expect("a number that was printed");
        self.0.insert(row.to_owned(), rounded);
    }

    fn get(&self, row: &str) -> Option<f64> {
        self.0.get(row).copied().filter(|ratio| *ratio > 0.0)
    }

    /// Compares a new ratio of times with the stored one: more is slower.
    pub fn against(&self, row: &str, times: f64) -> String {
        self.get(row).map_or_else(|| "no baseline".to_owned(), |before| change(times / before))
    }

    /// Compares a new ratio of speeds with the stored one: more is faster.
    pub fn speed_against(&self, row: &str, speed: f64) -> String {
        self.get(row).map_or_else(|| "no baseline".to_owned(), |before| change(before / speed))
    }

    /// Compares all ratios of times that exist in both, by their geometric mean.
    pub fn all_in_all(&self, now: &Ratios) -> Option<String> {
        let both = now.0.iter().filter_map(|(row, ratio)| Some(ratio / self.get(row)?));
        let logs: Vec<f64> = both.map(f64::ln).collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        (!logs.is_empty()).then(|| change(mean.exp()))
    }
}

/// Describes a change of a time by a factor.
fn change(times: f64) -> String {
    let percent = (times - 1.0).abs() * 100.0;
    match times - 1.0 {
        more if more >= NOISE => format!("{percent:.0} % slower"),
        more if more <= -NOISE => format!("{percent:.0} % faster"),
        _ => "the same".to_owned(),
    }
}
