//! The bot that plays a trained policy.

use std::sync::Arc;

use super::net::Answer;
use super::softmax::{shares, softmax, weigh};
use super::{BoundPolicy, Trained};
use crate::{Encoding, Memory};
use ludex::Perspective;
use ludex_bots::{Bot, Rate};
use ludex_run::play::{PerspectiveInternals, SetupInternals, mix};
use ludex_run::state::Generator;

/// Resolution of random draws from probabilities.
const PARTS: u32 = 1 << 30;
/// Outputs are in units of 2^-24.
const UNIT: f32 = 16_777_216.0;

pub(super) struct Player {
    policy: Arc<Trained>,
    /// Divisor of the logarithms of probabilities; 0 takes the best option.
    temperature: f32,
    /// Weights applied to the last program.
    fitted: Option<Arc<BoundPolicy>>,
    memory: Memory,
    /// Number of choices in the memory.
    seen: usize,
    encoding: Encoding,
    answer: Answer,
    worths: Vec<f32>,
    chances: Vec<f32>,
    /// Weights of the options of several picks.
    weights: Vec<f32>,
    rates: Vec<Rate>,
}

impl Player {
    pub fn new(policy: Arc<Trained>, temperature: f32) -> Self {
        Self {
            policy,
            temperature,
            fitted: None,
            memory: Memory::default(),
            seen: 0,
            encoding: Encoding::default(),
            answer: Answer::default(),
            worths: Vec::new(),
            chances: Vec::new(),
            weights: Vec::new(),
            rates: Vec::new(),
        }
    }

    /// Evaluates the decision. Returns false if the game can't be encoded.
    fn evaluate(&mut self, position: Perspective<'_>) -> bool {
        let program = position.setup().program();
        let fits = self.fitted.as_ref().is_some_and(|fitted| fitted.encoder.is_of(program));
        if !fits {
            self.encoding = Encoding::default();
            self.fitted = self.policy.fitted(program);
        }
        let Some(fit) = self.fitted.as_deref() else { return false };
        if !fits || position.choices() < self.seen {
            self.memory.clear();
            self.seen = 0;
        }
        position.remember(self.seen, &mut self.memory);
        self.seen = position.choices();
        if let Some(state) = position.state() {
            let beliefs = Some(position.beliefs());
            fit.encoder.encode_state(state, beliefs, &self.memory, &mut self.encoding);
        }
        fit.policy.answer(&self.encoding, &mut self.answer);
        true
    }

    /// Returns a best option, drawn by the seed; for several picks, the most probable one.
    fn best(&self, seed: u64) -> usize {
        if !self.weights.is_empty() {
            return drawn_of_best(&self.chances, seed);
        }
        drawn_of_best(&self.answer.options, seed)
    }

    fn drawn(&self, seed: u64) -> usize {
        let mut rest = Generator::new(mix(seed, 1)).below(PARTS) as f32 / PARTS as f32;
        for (option, chance) in self.chances.iter().enumerate() {
            rest -= chance;
            if rest < 0.0 {
                return option;
            }
        }
        self.chances.len() - 1
    }
}

/// Returns one of the highest options, drawn by the seed.
fn drawn_of_best<T: PartialOrd>(options: &[T], seed: u64) -> usize {
    let is_best = |option: &usize| options.iter().all(|other| *other <= options[*option]);
    let best: Vec<usize> = (0..options.len()).filter(is_best).collect();
    best.get(Generator::new(seed).below(best.len() as u32) as usize).copied().unwrap_or(0)
}

impl Bot for Player {
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        self.rates.clear();
        let options = position.options();
        if options < 2 {
            return 0;
        }
        if !self.evaluate(position) || self.answer.options.len() != options {
            return position.draw(seed);
        }
        let temperature = self.temperature;
        let divisor = UNIT * if temperature > 0.0 { temperature } else { 1.0 };
        self.worths.clear();
        self.worths.extend(self.answer.options.iter().map(|worth| *worth as f32 / divisor));
        softmax(&self.worths, &mut self.chances);
        self.weights.clear();
        if self.policy.weights.weighs_picks() {
            shares(position.weights(), &mut self.weights);
        }
        weigh(&mut self.chances, &self.weights);
        let wins = f64::from(self.answer.value as f32 / UNIT).clamp(0.0, 1.0);
        let rate = |chance: &f32| Rate::of_probability(f64::from(*chance), wins);
        self.rates.extend(self.chances.iter().map(rate));
        if temperature > 0.0 { self.drawn(seed) } else { self.best(seed) }
    }

    fn begin(&mut self) {
        self.memory.clear();
        self.seen = 0;
    }

    fn rates(&self) -> &[Rate] {
        &self.rates
    }
}
