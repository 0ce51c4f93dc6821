//! Plays deals at points on a worker thread.

use super::SweepPlan;
use super::tally::{FailedDeal, Row};
use crate::add_up::List;
use crate::blocks::{Control, Worker};
use crate::experiment::Experiment as _;
use crate::game::NoOutcome;
use crate::paired::Seated;

/// State of a worker thread that plays deals. With `n` points, unit `u` is deal `u div n` at point `u mod n`.
pub(super) struct SweepPlayer<'a> {
    plan: &'a SweepPlan,
    at: &'a [usize],
    control: &'a Control<'a>,
    /// Tables by point and training, created at first use.
    tables: Vec<Option<Seated<'a>>>,
    rows: Vec<Row>,
}

impl<'a> SweepPlayer<'a> {
    /// Creates a worker for some points of a plan.
    pub fn new(plan: &'a SweepPlan, at: &'a [usize], control: &'a Control<'a>) -> SweepPlayer<'a> {
        let tables = (0..at.len() as u64 * plan.run.trainings()).map(|_| None).collect();
        SweepPlayer { plan, at, control, tables, rows: Vec::new() }
    }
}

impl Worker for SweepPlayer<'_> {
    type Sums = List<Row>;

    fn unit(&mut self, unit: u64) {
        let (plan, width) = (self.plan, self.at.len() as u64);
        let (deal, slot) = (unit / width, (unit % width) as usize);
        let point = self.at[slot];
        let training = plan.run.training_of(deal);
        let new =
            || Seated::new(&plan.points()[point].setup, &plan.seated_at(point, training), &plan.run.tools);
        let table = self.tables[slot + training * self.at.len()].get_or_insert_with(new);
        let games =
            match table.deal(deal, plan.run.seed_of(deal), plan.turns(), &|| self.control.is_stopped()) {
                Ok(games) => Ok(games),
                Err((_, NoOutcome::Stopped)) => return,
                Err((turn, NoOutcome::Fault(fault))) => Err(FailedDeal::new(plan, point, deal, turn, &fault)),
            };
        self.rows.push(Row { deal, point, games });
    }

    fn sums(self) -> List<Row> {
        List(self.rows)
    }
}
