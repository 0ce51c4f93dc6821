//! What a learnt policy tells a search: which options are likely to be good before any was tried, and what a position is worth without playing
//! it to its end. At each decision it sees what its seat would see there, no more.

use std::sync::Arc;

use crate::bots::policy::{Answer, Net, softmax};
use crate::play::Perspective;
use crate::play::encode::{Encoder, Encoding, Memory, Pick};
use crate::program::Program;
use crate::state::{State, Status};

/// Answers are in 2^-24.
const UNIT: f32 = 16_777_216.0;
/// How much surer the policy is of its best options than the search shall be, and the share that all options have alike.
const TEMPERATURE: f32 = 1.5;
const ALIKE: f32 = 0.1;

pub(in crate::bots) struct Guide {
    net: Arc<(Encoder, Net)>,
    /// What was picked in the game up to the decision that is searched, and up to where the try is.
    root: Memory,
    memory: Memory,
    encoding: Encoding,
    answer: Answer,
    worths: Vec<f32>,
    /// Of each option of the decision that was looked at last.
    pub chances: Vec<f32>,
}

impl Guide {
    pub fn new(net: &Arc<(Encoder, Net)>) -> Self {
        Self {
            net: Arc::clone(net),
            root: Memory::default(),
            memory: Memory::default(),
            encoding: Encoding::default(),
            answer: Answer::default(),
            worths: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// A decision is to be searched.
    pub fn begin(&mut self, position: Perspective<'_>) {
        self.root.clear();
        position.remember(0, &mut self.root);
        self.root = std::mem::take(&mut self.root).seen_by(position.setup().program(), position.seat().0);
    }

    /// A try begins.
    pub fn start(&mut self) {
        self.memory.copy(&self.root);
    }

    /// An option is taken in the try.
    pub fn note(&mut self, program: &Program, state: &State, option: usize) {
        let Status::Waiting { choice, player, .. } = state.status() else { return };
        if let (Some(value), Ok(seat)) = (state.options().get(option), usize::try_from(player)) {
            self.memory.note(program, seat, Pick::offered(program, state, (choice, player), *value));
        }
    }

    /// Looks at a decision: the chances of its options, and what it is worth to who has it.
    pub fn look(&mut self, state: &State) -> f64 {
        let (encoder, net) = &*self.net;
        encoder.encode_state(state, &self.memory, &mut self.encoding);
        net.answer(&self.encoding, &mut self.answer);
        self.worths.clear();
        self.worths.extend(self.answer.options.iter().map(|worth| *worth as f32 / (UNIT * TEMPERATURE)));
        softmax(&self.worths, &mut self.chances);
        let alike = ALIKE / self.chances.len() as f32;
        self.chances.iter_mut().for_each(|chance| *chance = *chance * (1.0 - ALIKE) + alike);
        f64::from(self.answer.value as f32 / UNIT)
    }
}
