//! The file format of weights.
//!
//! All numbers are little-endian. The file contains, in order:
//!
//! - `LDXP`, versions of the format and of the encoder (u16 each), number of hidden units (u16), number of
//!   players (u8)
//! - metadata (texts are preceded by their length, u32)
//! - policy and value network: biases, output weights, and features by ascending key
//! - statistics of ends (floating point as bits), and a hash of everything before

use super::weights::{HIDDEN, Network, Weights};
use crate::features::ENCODER_VERSION;
use ludex_bots::policy::{About, Strength, USUAL_ENTROPY};
use ludex_bots::rewards::{Ends, RunningVariance};
use ludex_run::state::Fnv;

const MAGIC: [u8; 4] = *b"LDXP";
const FORMAT: u16 = 3;
/// Older version: its weights were trained without a weight for each way to pick several cards. Otherwise
/// identical to `FORMAT`.
const UNWEIGHED: u16 = 2;
/// Like `FORMAT`, with an unusual weight of the entropy bonus after the number of games.
const WITH_ENTROPY: u16 = 4;
/// Maximum number of features.
const MOST_ROWS: u32 = 1 << 22;
/// Size of a feature in bytes.
const ROW: usize = 10 + HIDDEN;

/// Error for bytes that are not usable weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// The bytes are not a weights file.
    NoWeights,
    /// The file has an unsupported format version.
    Format(u16),
    /// The weights were trained with an incompatible encoder version.
    Encoder(u16),
    /// The file is truncated or corrupted.
    Damaged,
}

impl std::fmt::Display for WeightsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoWeights => f.write_str("not a file of policy weights"),
            Self::Format(version) => {
                write!(
                    f,
                    "weights in format {version}, and this program reads format {FORMAT}: train them again"
                )
            }
            Self::Encoder(version) => write!(
                f,
                "weights for version {version} of the encoder, and this program has version {ENCODER_VERSION}: train them again"
            ),
            Self::Damaged => {
                f.write_str("weights that are cut off or changed: copy the file again, or train them again")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// Encodes the weights as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        let is_usual = self.about.entropy == USUAL_ENTROPY;
        let format = if !self.weighs {
            UNWEIGHED
        } else if is_usual {
            FORMAT
        } else {
            WITH_ENTROPY
        };
        [format, ENCODER_VERSION, HIDDEN as u16].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        let about = &self.about;
        bytes.push(about.players);
        text(&mut bytes, &about.ruleset);
        text(&mut bytes, &about.options);
        [about.fingerprint, about.seed, about.games].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        if format == WITH_ENTROPY {
            bytes.extend(about.entropy.to_le_bytes());
        }
        bytes.extend((about.strength.len() as u32).to_le_bytes());
        for strength in &about.strength {
            text(&mut bytes, &strength.against);
            bytes.extend(strength.games.to_le_bytes());
            strength.share.iter().for_each(|share| bytes.extend(share.to_le_bytes()));
        }
        [&self.policy, &self.judge].iter().for_each(|network| network.write(&mut bytes));
        write_ends(&self.ends, &mut bytes);
        bytes.extend(hash(&bytes).to_le_bytes());
        bytes
    }

    /// Decodes weights from bytes.
    ///
    /// # Errors
    ///
    /// The bytes are not weights, have an unsupported version, or are corrupted.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut reader = WeightBytes { bytes };
        if reader.array().ok() != Some(MAGIC) {
            return Err(WeightsError::NoWeights);
        }
        let format = u16::from_le_bytes(reader.array()?);
        if ![FORMAT, UNWEIGHED, WITH_ENTROPY].contains(&format) {
            return Err(WeightsError::Format(format));
        }
        let encoder = u16::from_le_bytes(reader.array()?);
        if encoder != ENCODER_VERSION {
            return Err(WeightsError::Encoder(encoder));
        }
        let (all, end) = bytes.split_at(bytes.len().saturating_sub(8));
        let is_whole = end == hash(all).to_le_bytes() && u16::from_le_bytes(reader.array()?) == HIDDEN as u16;
        if !is_whole {
            return Err(WeightsError::Damaged);
        }
        let about = reader.about(format)?;
        let (policy, judge) = (reader.network()?, reader.network()?);
        let ends = reader.ends()?;
        let is_all = reader.bytes.len() == 8;
        let weighs = format != UNWEIGHED;
        is_all.then_some(Self { about, policy, judge, ends, weighs }).ok_or(WeightsError::Damaged)
    }

    /// Returns a hash of the bytes, which identifies the weights in reports.
    pub fn hash(&self) -> u64 {
        hash(&self.bytes())
    }
}

impl Network {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.bias.iter().chain([&self.value_bias]).for_each(|n| bytes.extend(n.to_le_bytes()));
        self.out.iter().chain(&self.value).for_each(|n| bytes.extend(n.to_le_bytes()));
        bytes.extend((self.rows.len() as u32).to_le_bytes());
        for (key, scale, row) in &self.rows {
            bytes.extend(key.to_le_bytes());
            bytes.extend(scale.to_le_bytes());
            bytes.extend(row.map(i8::cast_unsigned));
        }
    }
}

fn write_ends(ends: &Ends, bytes: &mut Vec<u8>) {
    let besides = [ends.scores, ends.ways].map(|beside| [beside.count, beside.sum, beside.spread]);
    let numbers = [ends.count, ends.leads].into_iter().chain(besides.into_iter().flatten());
    numbers.for_each(|n| bytes.extend(n.to_bits().to_le_bytes()));
    bytes.extend([ends.parted, ends.all_won, ends.none_won, ends.varied, ends.first.is_some()].map(u8::from));
    bytes.extend(ends.first.unwrap_or(0).to_le_bytes());
}

fn hash(bytes: &[u8]) -> u64 {
    let mut fnv = Fnv::default();
    fnv.bytes(bytes);
    fnv.finish()
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

struct WeightBytes<'a> {
    bytes: &'a [u8],
}

impl WeightBytes<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (found, rest) = self.bytes.split_first_chunk().ok_or(WeightsError::Damaged)?;
        self.bytes = rest;
        Ok(*found)
    }

    fn text(&mut self) -> Result<String, WeightsError> {
        let length = u32::from_le_bytes(self.array()?) as usize;
        let (found, rest) = self.bytes.split_at_checked(length).ok_or(WeightsError::Damaged)?;
        self.bytes = rest;
        String::from_utf8(found.to_vec()).map_err(|_| WeightsError::Damaged)
    }

    fn out(&mut self) -> Result<[i16; HIDDEN], WeightsError> {
        let mut weights = [0; HIDDEN];
        for n in &mut weights {
            *n = i16::from_le_bytes(self.array()?);
        }
        Ok(weights)
    }

    fn network(&mut self) -> Result<Network, WeightsError> {
        let mut bias = [0; HIDDEN];
        for n in &mut bias {
            *n = i32::from_le_bytes(self.array()?);
        }
        let value_bias = i32::from_le_bytes(self.array()?);
        let (out, value) = (self.out()?, self.out()?);
        let count = u32::from_le_bytes(self.array()?);
        if count > MOST_ROWS || self.bytes.len() < count as usize * ROW {
            return Err(WeightsError::Damaged);
        }
        let mut rows = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let key = u64::from_le_bytes(self.array()?);
            let scale = u16::from_le_bytes(self.array()?);
            rows.push((key, scale, self.array::<HIDDEN>()?.map(u8::cast_signed)));
        }
        let is_sorted = rows.is_sorted_by(|(one, ..), (two, ..)| one < two);
        is_sorted.then_some(Network { bias, out, value, value_bias, rows }).ok_or(WeightsError::Damaged)
    }

    /// Rejects NaN and infinity, which would spread through all values of a search.
    fn number(&mut self) -> Result<f64, WeightsError> {
        let number = f64::from_bits(u64::from_le_bytes(self.array()?));
        Some(number).filter(|number| number.is_finite()).ok_or(WeightsError::Damaged)
    }

    fn ends(&mut self) -> Result<Ends, WeightsError> {
        let (count, leads) = (self.number()?, self.number()?);
        let mut beside =
            || Ok(RunningVariance { count: self.number()?, sum: self.number()?, spread: self.number()? });
        let (scores, ways) = (beside()?, beside()?);
        let [parted, all_won, none_won, varied, has_first] = self.array()?.map(|byte: u8| byte != 0);
        let first = i32::from_le_bytes(self.array()?);
        let first = has_first.then_some(first);
        Ok(Ends { count, leads, scores, ways, parted, all_won, none_won, first, varied })
    }

    fn about(&mut self, format: u16) -> Result<About, WeightsError> {
        let [players] = self.array()?;
        let (ruleset, options) = (self.text()?, self.text()?);
        let mut number = || Ok(u64::from_le_bytes(self.array()?));
        let (fingerprint, seed, games) = (number()?, number()?, number()?);
        let entropy = if format == WITH_ENTROPY { u16::from_le_bytes(self.array()?) } else { USUAL_ENTROPY };
        let count = u32::from_le_bytes(self.array()?);
        let mut strength = Vec::new();
        for _ in 0..count {
            let against = self.text()?;
            let mut number = || Ok(u32::from_le_bytes(self.array()?));
            let games = number()?;
            strength.push(Strength { against, games, share: [number()?, number()?, number()?] });
        }
        Ok(About { ruleset, fingerprint, players, options, seed, games, entropy, strength })
    }
}
