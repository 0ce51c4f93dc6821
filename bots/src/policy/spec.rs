//! Names of policies: `policy`, `policy:FILE`, `policy:FILE@0.5`.

use std::fmt;
use std::sync::Arc;

use ludex::Setup;

use super::{Evaluator, Policy};
use crate::Bot;

/// Finds a policy, given its file if one is named. The error is the reason why there is none.
pub type WeightsLoader<'a> = dyn FnMut(Option<&str>) -> Result<Arc<dyn Policy>, String> + 'a;

/// Number of hundredths in a temperature of 1, and maximum temperature in hundredths.
const HUNDREDTHS: u32 = 100;
const MOST: u32 = 100 * HUNDREDTHS;

/// A policy with its source and temperature.
#[derive(Debug, Clone)]
pub struct PolicySpec {
    /// Name of the file, if given.
    file: Option<Arc<str>>,
    /// In hundredths; 0 takes the best option.
    temperature: u32,
    policy: Arc<dyn Policy>,
}

impl PartialEq for PolicySpec {
    /// Compares policies by their hash.
    fn eq(&self, other: &Self) -> bool {
        let is_same =
            || Arc::ptr_eq(&self.policy, &other.policy) || self.policy.hash() == other.policy.hash();
        (&self.file, self.temperature) == (&other.file, other.temperature) && is_same()
    }
}

impl Eq for PolicySpec {}

impl PolicySpec {
    /// Creates a specification named `policy` that takes the best option.
    pub fn new(policy: Arc<dyn Policy>) -> Self {
        Self { file: None, temperature: 0, policy }
    }

    /// Returns the policy, without its name and temperature.
    pub fn policy(&self) -> &Arc<dyn Policy> {
        &self.policy
    }

    /// Creates a bot that has played no game yet.
    pub(crate) fn build(&self) -> Box<dyn Bot> {
        Arc::clone(&self.policy).player(self.temperature as f32 / HUNDREDTHS as f32)
    }

    /// Creates an evaluator of positions. Returns `None` if the policy can't be used with this setup.
    pub(crate) fn evaluator(&self, setup: &Setup) -> Option<Box<dyn Evaluator>> {
        Arc::clone(&self.policy).evaluator(setup)
    }

    /// Returns true if the bot always takes the best option.
    pub(crate) fn is_greedy(&self) -> bool {
        self.temperature == 0
    }

    /// Reads the words after `policy`; `find` returns the policy, given its file if one is named. Returns
    /// `None` if the words are malformed.
    pub(crate) fn read(words: &str, find: &mut WeightsLoader<'_>) -> Option<Result<Self, String>> {
        let (rest, temperature) = match words.rsplit_once('@').map(|(rest, n)| (rest, hundredths(n))) {
            Some((rest, Some(temperature))) => (rest, temperature),
            Some((_, None)) | None => (words, 0),
        };
        let file = match rest.strip_prefix(':') {
            Some("") => return None,
            Some(file) => Some(file),
            None if rest.is_empty() => None,
            None => return None,
        };
        let spec = |policy| Self { file: file.map(Arc::from), temperature, ..Self::new(policy) };
        Some(find(file).map(spec))
    }
}

/// Reads a number with at most two decimal places, as hundredths.
fn hundredths(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > 2 {
        return None;
    }
    let part: u32 = format!("{part:0<2}").parse().ok()?;
    let n = whole.parse::<u32>().ok()?.checked_mul(HUNDREDTHS)? + part;
    (n <= MOST).then_some(n)
}

impl fmt::Display for PolicySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("policy")?;
        self.file.iter().try_for_each(|file| write!(f, ":{file}"))?;
        match self.temperature {
            0 => Ok(()),
            n => write!(f, "@{}", f64::from(n) / f64::from(HUNDREDTHS)),
        }
    }
}
