//! Plays pairs on a worker thread.

use ludex::Setup;

use super::pairs::Job;
use super::plan::ImpactPlan;
use super::sums::{End, FailedPair, Sums};
use crate::blocks::{Control, Worker};
use crate::game::NoOutcome;

/// State of a worker thread that plays pairs.
pub(super) struct ImpactPlayer<'a> {
    pub plan: &'a ImpactPlan<'a>,
    /// The plan's setup with random numbers in streams.
    pub setup: &'a Setup,
    pub control: &'a Control<'a>,
    pub jobs: &'a [Job],
    pub sums: Sums,
}

/// End of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// All pairs were played.
    Whole,
    /// The run was cancelled.
    Stopped,
}

impl<'a> ImpactPlayer<'a> {
    pub fn new(
        plan: &'a ImpactPlan<'a>,
        setup: &'a Setup,
        control: &'a Control<'a>,
        jobs: &'a [Job],
    ) -> Self {
        ImpactPlayer { plan, setup, control, jobs, sums: Sums::new(plan.cards.len()) }
    }

    /// Adds a pair that counts: the game with the card, and the one without it.
    pub fn count(&mut self, card: usize, with: End, without: End) {
        self.sums.cards[card].count(with, without);
    }

    /// Leaves out a pair in which a game had no outcome.
    pub fn no_outcome(&mut self, why: NoOutcome, pair: FailedPair) -> Ending {
        match why {
            NoOutcome::Stopped => Ending::Stopped,
            NoOutcome::Fault(fault) => {
                self.sums.fail(pair.because(self.plan.setup, &fault));
                Ending::Whole
            }
        }
    }
}

impl Worker for ImpactPlayer<'_> {
    type Sums = Sums;

    fn unit(&mut self, unit: u64) {
        let jobs = self.jobs;
        match &jobs[unit as usize] {
            Job::Deck(group) => self.deck(group),
            Job::Drawn(pairs) => self.drawn(pairs.clone()),
            Job::Played(card, pairs) => self.played(*card, pairs.clone()),
        };
    }

    fn sums(self) -> Sums {
        self.sums
    }
}
