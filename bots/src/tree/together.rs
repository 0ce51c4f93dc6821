//! Evaluation of positions in games that all players win or lose together, with hands that are hidden from
//! their holders.
//!
//! Random players lose such a game, and players in a determinization, who know all cards, need no clue. So an
//! iteration ends at once, in the score as it stands and what the cards in hand promise to their holders, as
//! far as these can know ([`Outlook::worth`]).

use std::sync::Arc;

use crate::outlook::{Outlook, has_hidden_hands};
use crate::playout_sample;
use crate::policy::Evaluator;
use crate::rewards::{Ends, Worth};
use ludex::Perspective;
use ludex_run::belief::{Beliefs, Believer};
use ludex_run::exec::{Machine, Workspace};
use ludex_run::play::PerspectiveInternals;
use ludex_run::program::Program;
use ludex_run::state::State;

/// Reward of a thousandth of a point of score.
const PART: f64 = 0.001;

pub(crate) struct Together {
    program: Arc<Program>,
    outlook: Outlook,
    ends: Ends,
    /// Seat that searches, and its beliefs and those of the others.
    seat: u8,
    beliefs: Beliefs,
    /// Worth of the position that is searched, in the first determinization: the position itself contains
    /// cards that the seat does not know.
    root: Option<i64>,
    /// Beliefs in each determinization, and at the current position of the iteration.
    dealt: Vec<Beliefs>,
    now: Beliefs,
    state: State,
    work: Workspace,
}

impl Together {
    /// Returns `None` for all other games.
    pub fn new(program: &Arc<Program>) -> Option<Self> {
        if !has_hidden_hands(program) || !playout_sample::get(program).shared {
            return None;
        }
        Some(Self {
            program: Arc::clone(program),
            outlook: Outlook::default(),
            ends: Ends::default(),
            seat: 0,
            beliefs: Beliefs::new(program),
            root: None,
            dealt: Vec::new(),
            now: Beliefs::new(program),
            state: State::new(program, 0),
            work: Workspace::default(),
        })
    }
}

impl Evaluator for Together {
    fn ends(&self) -> &Ends {
        &self.ends
    }

    fn is_for_ends(&self) -> bool {
        true
    }

    fn begin(&mut self, position: Perspective<'_>) {
        self.dealt.clear();
        self.seat = position.seat().number();
        self.beliefs.clone_from(position.beliefs());
        self.root = None;
    }

    fn dealt(&mut self, becomes: &[u16]) {
        self.dealt.push(self.beliefs.determinized(self.seat, becomes));
    }

    fn start(&mut self, deal: usize) {
        self.now.clone_from(&self.dealt[deal]);
    }

    fn note(&mut self, program: &Program, state: &State, option: usize) {
        self.root.get_or_insert_with(|| self.outlook.worth(program, state, &self.now));
        self.state.clone_from(state);
        let mut observer = Believer { layout: &program.layout, beliefs: &mut self.now };
        // an error is in the status
        let _ = Machine::new(program, &mut self.state, &mut self.work, &mut observer).choose(option);
    }

    fn evaluate(&mut self, state: &State, seats: &mut dyn Iterator<Item = usize>, worths: &mut [Worth]) {
        let worth = self.outlook.worth(&self.program, state, &self.now);
        let all = 0.5 + (worth - self.root.unwrap_or(worth)) as f64 * PART;
        for seat in seats {
            worths[seat] = Worth { all, share: all.clamp(0.0, 1.0), lead: 0.0 };
        }
    }
}
