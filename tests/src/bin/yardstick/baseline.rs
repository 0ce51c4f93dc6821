//! Figures to compare with: how many times as long as by hand a decision takes. Such ratios can be compared between
//! machines; times can't.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ludex_tests::cases::project;
use serde::{Deserialize, Serialize};

const HEAD: &str = "\
# Written by `just bench --save`: how many times as long as in the game written by hand a decision takes, by game and
# number of players. Games that nobody wrote by hand are measured by Kabale by hand with 4 players.
";

/// Differences below this share are noise.
const NOISE: f64 = 0.01;

/// Ratios by game and number of players.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    ratios: BTreeMap<String, BTreeMap<u8, f64>>,
}

impl Baseline {
    /// Where it is stored.
    pub fn path() -> PathBuf {
        project().join("tests/baseline.yaml")
    }

    /// The stored one, or an empty one if there is none.
    pub fn load() -> Result<Baseline, String> {
        let path = Self::path();
        match std::fs::read_to_string(&path) {
            Ok(text) => serde_yaml::from_str(&text).map_err(|e| format!("{}: {e}", path.display())),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Baseline::default()),
            Err(e) => Err(format!("{}: {e}", path.display())),
        }
    }

    /// Stores it.
    pub fn save(&self) -> Result<(), String> {
        let path = Self::path();
        let text = serde_yaml::to_string(self).map_err(|e| e.to_string())?;
        std::fs::write(&path, format!("{HEAD}{text}")).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// Notes a ratio, to hundredths.
    pub fn put(&mut self, id: &str, players: u8, ratio: f64) {
        let ratio = (ratio * 100.0).round() / 100.0;
        self.ratios.entry(id.to_owned()).or_default().insert(players, ratio);
    }

    fn get(&self, id: &str, players: u8) -> Option<f64> {
        self.ratios.get(id)?.get(&players).copied().filter(|ratio| *ratio > 0.0)
    }

    /// How a new ratio compares.
    pub fn against(&self, id: &str, players: u8, ratio: f64) -> String {
        self.get(id, players).map_or_else(|| "no baseline".to_owned(), |before| change(ratio / before))
    }

    /// How all ratios that are in both compare: the geometric mean.
    pub fn all_in_all(&self, now: &Baseline) -> String {
        let rows =
            now.ratios.iter().flat_map(|(id, row)| row.iter().map(move |(players, r)| (id, *players, *r)));
        let logs: Vec<f64> = rows
            .filter_map(|(id, players, r)| self.get(id, players).map(|before| (r / before).ln()))
            .collect();
        if logs.is_empty() {
            return "There is no baseline to compare with; `just bench --save` writes it.".to_owned();
        }
        let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
        format!("All rows together: {} (time per decision against the same run's twin).", change(mean))
    }
}

/// Says in words that a decision takes so many times as long.
fn change(times: f64) -> String {
    let percent = (times - 1.0).abs() * 100.0;
    match times - 1.0 {
        more if more >= NOISE => format!("{percent:.0} % slower"),
        more if more <= -NOISE => format!("{percent:.0} % faster"),
        _ => "the same".to_owned(),
    }
}
