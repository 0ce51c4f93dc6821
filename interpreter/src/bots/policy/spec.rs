//! A policy as it is asked for: `policy`, `policy:FILE`, `policy:FILE@0.5`.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::net::Net;
use super::weights::Weights;
use crate::bots::rewards::Ends;
use crate::play::encode::Encoder;
use crate::program::Program;

/// Who finds weights: given the file, if one is named; or why there are none.
pub type Find<'a> = dyn FnMut(Option<&str>) -> Result<Arc<Weights>, String> + 'a;

/// Hundredths in a temperature of one, and the highest one.
const HUNDREDTHS: u32 = 100;
const MOST: u32 = 100 * HUNDREDTHS;

/// Weights, where they came from, and how they choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicySpec {
    /// The file that was named.
    file: Option<Arc<str>>,
    /// In hundredths; 0: the best option.
    temperature: u32,
    weights: Arc<Weights>,
    fitted: Fitted,
}

/// The rows of a program, and weights laid on them.
#[derive(Debug)]
pub(in crate::bots) struct Fit {
    pub encoder: Encoder,
    pub policy: Net,
    weights: Arc<Weights>,
    /// Once somebody wants it.
    judge: OnceLock<Net>,
}

impl Fit {
    fn new(weights: &Arc<Weights>, encoder: Encoder) -> Self {
        let policy = Net::policy(weights, &encoder);
        Self { encoder, policy, weights: Arc::clone(weights), judge: OnceLock::new() }
    }

    pub fn judge(&self) -> &Net {
        self.judge.get_or_init(|| Net::judge(&self.weights, &self.encoder))
    }

    /// The ends by which worth was measured.
    pub fn ends(&self) -> &Ends {
        self.weights.ends()
    }
}

/// Those of the program that was played last, for all who play by a spec: they share what a processor keeps near.
#[derive(Debug, Clone, Default)]
struct Fitted(Arc<Mutex<Option<Arc<Fit>>>>);

impl PartialEq for Fitted {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Fitted {}

impl PolicySpec {
    /// Takes the best option of these weights, under the name `policy`.
    pub fn new(weights: Arc<Weights>) -> Self {
        Self { file: None, temperature: 0, weights, fitted: Fitted::default() }
    }

    /// What plays.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// The rows of a program and the networks for them; nothing if its rows can't be told apart.
    pub(in crate::bots) fn fitted(&self, program: &Arc<Program>) -> Option<Arc<Fit>> {
        let mut fitted = self.fitted.0.lock().unwrap_or_else(PoisonError::into_inner);
        if fitted.as_ref().is_none_or(|fitted| !fitted.encoder.is_of(program)) {
            let encoder = Encoder::of(program).ok()?;
            *fitted = Some(Arc::new(Fit::new(&self.weights, encoder)));
        }
        fitted.clone()
    }

    /// What its chances are divided by before one is drawn; 0: it takes the best option.
    pub(super) fn temperature(&self) -> f32 {
        self.temperature as f32 / HUNDREDTHS as f32
    }

    /// Whether it takes the best option each time.
    pub(in crate::bots) fn is_greedy(&self) -> bool {
        self.temperature == 0
    }

    /// From what stands behind `policy`, with weights that somebody finds, given the file if one is named.
    pub(in crate::bots) fn read(words: &str, find: &mut Find<'_>) -> Option<Result<Self, String>> {
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
        let spec = |weights| Self { file: file.map(Arc::from), temperature, ..Self::new(weights) };
        Some(find(file).map(spec))
    }
}

/// A number with at most two places.
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
