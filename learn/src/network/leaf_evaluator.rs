//! Evaluation of positions by the value network, as the end of a search iteration.
//!
//! It sees a determinization with all cards open, so it knows no more of the game than the search.

use std::sync::Arc;

use super::{Answer, BoundPolicy};
use crate::{Encoding, Memory};
use ludex::Perspective;
use ludex_bots::policy::Evaluator;
use ludex_bots::rewards::{Ends, Worth};
use ludex_run::play::{PerspectiveInternals, Pick, SetupInternals};
use ludex_run::program::Program;
use ludex_run::state::{State, Status};

/// Values are in units of 2^-24.
const UNIT: f64 = 16_777_216.0;

pub(super) struct LeafEvaluator {
    fit: Arc<BoundPolicy>,
    /// Picks of the game up to the root of the search; `memory` continues up to the current position of the
    /// iteration.
    root: Memory,
    memory: Memory,
    encoding: Encoding,
    /// By seat: each evaluation updates the seat's last one.
    answers: Vec<Answer>,
}

impl LeafEvaluator {
    pub fn new(fit: &Arc<BoundPolicy>) -> Self {
        Self {
            fit: Arc::clone(fit),
            root: Memory::default(),
            memory: Memory::default(),
            encoding: Encoding::default(),
            answers: Vec::new(),
        }
    }
}

impl Evaluator for LeafEvaluator {
    fn ends(&self) -> &Ends {
        self.fit.ends()
    }

    fn begin(&mut self, position: Perspective<'_>) {
        self.root.clear();
        position.remember(0, &mut self.root);
        self.root =
            std::mem::take(&mut self.root).seen_by(position.setup().program(), position.seat().number());
    }

    fn start(&mut self, _: usize) {
        self.memory.copy(&self.root);
    }

    fn note(&mut self, program: &Program, state: &State, option: usize) {
        let Status::Waiting { choice, player, .. } = state.status() else { return };
        if let (Some(value), Ok(seat)) = (state.options().get(option), usize::try_from(player)) {
            self.memory.note(program, seat, Pick::offered(program, state, (choice, player), *value));
        }
    }

    fn evaluate(&mut self, state: &State, seats: &mut dyn Iterator<Item = usize>, worths: &mut [Worth]) {
        let Self { fit, memory, encoding, answers, .. } = self;
        answers.resize_with(worths.len(), Answer::default);
        fit.encoder.open(state, encoding);
        for seat in seats {
            fit.encoder.encode_opened(state, seat as u8, memory, encoding);
            fit.value_net().answer(encoding, &mut answers[seat]);
            let all = answers[seat].value as f64 / UNIT;
            worths[seat] = Worth { all, share: all.clamp(0.0, 1.0), lead: 0.0 };
        }
    }
}
