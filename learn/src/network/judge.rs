//! What was learnt with a policy of positions: what one is worth to each seat, without playing it to its end. It looks at a deal, in which all
//! cards lie open; so it knows no more of the game than the search that made the deal.

use std::sync::Arc;

use super::{Answer, Fit};
use crate::{Encoding, Memory};
use ludex::Perspective;
use ludex::machinery::program::Program;
use ludex::machinery::state::{State, Status};
use ludex::machinery::{InPerspective, InSetup, Pick};
use ludex_bots::policy::Evaluator;
use ludex_bots::rewards::{Ends, Worth};

/// Answers are in 2^-24.
const UNIT: f64 = 16_777_216.0;

pub(super) struct Judge {
    fit: Arc<Fit>,
    /// What was picked in the game up to the decision that is searched, and up to where the try is.
    root: Memory,
    memory: Memory,
    encoding: Encoding,
    /// By seat: one goes on from what it looked at before.
    answers: Vec<Answer>,
}

impl Judge {
    pub fn new(fit: &Arc<Fit>) -> Self {
        Self {
            fit: Arc::clone(fit),
            root: Memory::default(),
            memory: Memory::default(),
            encoding: Encoding::default(),
            answers: Vec::new(),
        }
    }
}

impl Evaluator for Judge {
    fn ends(&self) -> &Ends {
        self.fit.ends()
    }

    fn begin(&mut self, position: Perspective<'_>) {
        self.root.clear();
        position.remember(0, &mut self.root);
        self.root =
            std::mem::take(&mut self.root).seen_by(position.setup().program(), position.seat().number());
    }

    fn start(&mut self) {
        self.memory.copy(&self.root);
    }

    fn note(&mut self, program: &Program, state: &State, option: usize) {
        let Status::Waiting { choice, player, .. } = state.status() else { return };
        if let (Some(value), Ok(seat)) = (state.options().get(option), usize::try_from(player)) {
            self.memory.note(program, seat, Pick::offered(program, state, (choice, player), *value));
        }
    }

    fn look(&mut self, state: &State, seats: &mut dyn Iterator<Item = usize>, worths: &mut [Worth]) {
        let Self { fit, memory, encoding, answers, .. } = self;
        answers.resize_with(worths.len(), Answer::default);
        fit.encoder.open(state, encoding);
        for seat in seats {
            fit.encoder.encode_opened(state, seat as u8, memory, encoding);
            fit.judge().answer(encoding, &mut answers[seat]);
            let all = answers[seat].value as f64 / UNIT;
            worths[seat] = Worth { all, share: all.clamp(0.0, 1.0), lead: 0.0 };
        }
    }
}
