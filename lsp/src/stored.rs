//! Results that a person has kept beside a ruleset (`ludex test --store`, `simulate --store`, `impact --store`): of their JSON (docs/json.md) what an
//! editor is told.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// The results of a ruleset; what can't be read is none.
#[derive(Debug, Default)]
pub struct Stored {
    pub test: Option<Kept<Tested>>,
    pub games: Option<Kept<Simulated>>,
    pub impact: Option<Kept<Impacts>>,
}

/// A result, and of which rules.
#[derive(Debug, Deserialize)]
pub struct Kept<T> {
    version: u32,
    fingerprint: String,
    #[serde(flatten)]
    pub result: T,
}

/// What came of scenarios.
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

/// To what scenarios came.
#[derive(Debug, Deserialize)]
pub struct Coverage {
    pub followed: u64,
    pub items: Vec<Item>,
}

/// A part of an effect, or something without a place.
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

/// What came of games.
#[derive(Debug, Deserialize)]
pub struct Simulated {
    pub finished: u64,
    detail: Option<Detail>,
}

#[derive(Debug, Deserialize)]
struct Detail {
    cards: Vec<CardInGames>,
}

/// In how many games a card did something.
#[derive(Debug, Deserialize)]
pub struct CardInGames {
    id: String,
    pub moved: u64,
    pub played_in: u64,
}

/// What cards are worth.
#[derive(Debug, Deserialize)]
pub struct Impacts {
    cards: Vec<CardImpact>,
}

/// What a card is worth, in percentage points.
#[derive(Debug, Deserialize)]
pub struct CardImpact {
    id: String,
    pub impact: Option<f64>,
    pub ci95: [Option<f64>; 2],
}

impl Stored {
    /// Of texts by the name of the command.
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
    /// Whether it is of these rules.
    pub fn is_of(&self, ruleset: Option<&ludex::Ruleset>) -> bool {
        ruleset.is_some_and(|ruleset| self.fingerprint == format!("{:016x}", ruleset.fingerprint()))
    }
}

impl Tested {
    /// Whether a scenario passed, if it was run.
    pub fn passed(&self, file: &str, name: &str) -> Option<bool> {
        let ran = self.report.scenarios.iter().find(|one| one.file == file && one.name == name)?;
        Some(ran.failure.is_none() && ran.differs.is_none())
    }

    /// Whether a file is as it was.
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

/// By this a text is known again: FNV-1a of its bytes, as 16 hexadecimal digits.
pub fn text_hash(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
