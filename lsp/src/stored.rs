//! Results stored next to a ruleset, as far as an editor displays them.
//!
//! They are written by `ludex test --store`, `simulate --store` and `impact --store`; docs/json.md describes
//! the format.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// Stored results of a ruleset. Unreadable results count as missing.
#[derive(Debug, Default)]
pub struct Stored {
    pub test: Option<Kept<Tested>>,
    pub games: Option<Kept<Simulated>>,
    pub impact: Option<Kept<Impacts>>,
}

/// A result with the version of its rules.
#[derive(Debug, Deserialize)]
pub struct Kept<T> {
    version: u32,
    fingerprint: String,
    #[serde(flatten)]
    pub result: T,
}

/// Results of scenarios.
#[derive(Debug, Deserialize)]
pub struct Tested {
    files: BTreeMap<String, String>,
    report: Ran,
    pub coverage: Coverage,
}

#[derive(Debug, Deserialize)]
struct Ran {
    scenarios: Vec<Scenario>,
}

#[derive(Debug, Deserialize)]
struct Scenario {
    name: String,
    file: String,
    failure: Option<IgnoredAny>,
    differs: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
pub struct Coverage {
    pub followed: u64,
    pub items: Vec<Item>,
}

/// A part of an effect, or an item without a location.
#[derive(Debug, Deserialize)]
pub struct Item {
    pub name: String,
    pub place: Option<Place>,
    pub count: u64,
    pub hidden: bool,
}

#[derive(Debug, Deserialize)]
pub struct Place {
    pub file: String,
}

/// Results of a simulation.
#[derive(Debug, Deserialize)]
pub struct Simulated {
    pub finished: u64,
    detail: Option<Detail>,
}

#[derive(Debug, Deserialize)]
struct Detail {
    cards: Vec<CardInGames>,
}

/// Number of games with certain events of a card.
#[derive(Debug, Deserialize)]
pub struct CardInGames {
    id: String,
    pub moved: u64,
    pub played_in: u64,
}

#[derive(Debug, Deserialize)]
pub struct Impacts {
    cards: Vec<CardImpact>,
}

/// Impact of a card, in percentage points.
#[derive(Debug, Deserialize)]
pub struct CardImpact {
    id: String,
    pub impact: Option<f64>,
    pub ci95: [Option<f64>; 2],
}

impl Stored {
    /// Reads the results from JSON texts by command.
    pub fn read(texts: &[(String, String)]) -> Stored {
        Stored { test: read(texts, "test"), games: read(texts, "simulate"), impact: read(texts, "impact") }
    }
}

fn read<T: DeserializeOwned>(texts: &[(String, String)], command: &str) -> Option<Kept<T>> {
    let (_, text) = texts.iter().find(|(name, _)| name == command)?;
    let kept: Kept<T> = serde_json::from_str(text).ok()?;
    (kept.version == ludex::JSON_VERSION).then_some(kept)
}

impl<T> Kept<T> {
    /// Returns true if the result belongs to these rules.
    pub fn is_of(&self, ruleset: Option<&ludex::Ruleset>) -> bool {
        ruleset.is_some_and(|ruleset| self.fingerprint == format!("{:016x}", ruleset.fingerprint()))
    }
}

impl Tested {
    /// Returns true if a scenario passed, or `None` if it was not run.
    pub fn passed(&self, file: &str, name: &str) -> Option<bool> {
        let ran = self.report.scenarios.iter().find(|one| one.file == file && one.name == name)?;
        Some(ran.failure.is_none() && ran.differs.is_none())
    }

    /// Returns true if a file has not changed since the run.
    pub fn is_unchanged(&self, path: &str, text: &str) -> bool {
        self.files.get(path).is_some_and(|hash| *hash == text_hash(text))
    }
}

impl Simulated {
    pub fn card(&self, id: &str) -> Option<&CardInGames> {
        self.detail.as_ref()?.cards.iter().find(|card| card.id == id)
    }
}

impl Impacts {
    pub fn card(&self, id: &str) -> Option<&CardImpact> {
        self.cards.iter().find(|card| card.id == id)
    }
}

/// Returns a hash to recognise a text: FNV-1a of its bytes, as 16 hexadecimal digits.
pub fn text_hash(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
