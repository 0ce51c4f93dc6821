//! `ludex ladder`: the effect of skill on the results, measured by `ludex-lab`.

mod players;
mod table;

use ludex::Setup;
use ludex_lab::Objective;
use ludex_lab::cells::LongTable;
use ludex_lab::html::Page;
use ludex_lab::ladder::{LadderPlan, LadderReport, page};
use ludex_lab::shard::Piece;

use crate::args::{Counted, LadderArgs, RunArgs, shell};
use crate::commands::experiments::driver::{
    Done, ExperimentCommand, Request, View, run_and_report, warn_failures, warn_forfeits,
};
use crate::experiment;
use crate::failure::{Failure, Outcome};
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{Out, warn};
use crate::terminal::progress;

/// Plays the ladder, or merges its parts, and reports the result.
pub fn run(args: &LadderArgs, parts: Option<Piece>, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    let setup = loaded.setup(args.run.players, &args.run.options)?;
    let plan = plan(args, &setup)?;
    let (html, csv, shard) = (args.html.clone(), args.csv, args.shard);
    let request = Request { html, csv, shard, ..Request::new(&args.run, &loaded)? };
    run_and_report(Ladder { args, again: String::new() }, request, plan, parts, out)
}

fn plan<'a>(args: &LadderArgs, setup: &'a Setup) -> Result<LadderPlan<'a>, Failure> {
    let refused = |message: &str| Err(Failure::Usage(message.to_owned()));
    if setup.players() < 2 {
        return refused("a ladder needs at least two players");
    }
    let mut plan = LadderPlan::new(setup, &[], args.games, args.run.seed);
    if !plan.turns_teams() {
        return refused("a ladder turns the seats, so it needs teams of equal size with alternating seats");
    }
    plan.run.tools = experiment::tools();
    plan.run.by = args.by.map_or_else(|| Objective::from_setup(setup), Counted::by);
    if plan.run.by == Objective::Score && setup.rules().teams().next().is_some() {
        return refused("a ladder of teams counts victories: leave out --by score");
    }
    plan.run.shard = args.shard;
    Ok(plan)
}

struct Ladder<'a> {
    args: &'a LadderArgs,
    /// Flags with which the same bots play again.
    again: String,
}

impl<'a> ExperimentCommand for Ladder<'a> {
    type Plan = LadderPlan<'a>;
    const NAME: &'static str = "ladder";

    fn choose_players(
        &mut self,
        request: &mut Request<'_>,
        plan: &mut LadderPlan<'a>,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let players::Rungs { bots, again, sentence } =
            players::choose(self.args, request.loaded, plan.setup)?;
        self.again = again;
        plan.play_bots(&bots);
        if sentence.is_empty() { Ok(()) } else { request.say(&sentence, out) }
    }

    fn counted(&self, _plan: &LadderPlan<'a>) -> progress::Counted {
        progress::Counted::Cost
    }

    fn left_out(&self, report: &LadderReport) -> Option<String> {
        report.left_out_intervals()
    }

    fn print(&self, view: &View<'_, LadderPlan<'a>>, out: &mut Out) -> std::io::Result<()> {
        table::print(view.report, view.words, view.names, out)
    }

    fn cells(&self, report: &LadderReport) -> LongTable {
        report.cells()
    }

    fn page(&self, view: &View<'_, LadderPlan<'a>>, command: &str) -> Page {
        page(view.report, view.names, command)
    }

    fn again(&self, run: &RunArgs) -> String {
        let LadderArgs { ruleset, games, by, .. } = self.args;
        let (bots, by) = (&self.again, by.map_or_else(String::new, |by| format!(" --by {}", by.word())));
        format!("ludex ladder {} --games {games}{bots}{by}{}", shell(ruleset), run.again())
    }

    fn verdict(&self, Done { plan, played, report }: &Done<'_, LadderPlan<'a>>) -> u8 {
        warn_failures(report.faults.iter().map(|failed| {
            let (fault, bot, against) = (&failed.fault, &failed.bot, &failed.against);
            let game = format!("{bot} against {against}, seed {}", fault.seed);
            (fault.place.clone(), fault.message.clone(), game)
        }));
        if let Some(first) = report.faults.first() {
            warn(&format!(
                "error: in {} games a rule failed, and they are not counted; see one: ludex play {} --seats {} --seed {}{}",
                report.failed,
                shell(&self.args.ruleset),
                first.seats.join(","),
                first.fault.seed,
                self.args.run.words()
            ));
        }
        warn_forfeits(&report.forfeits, report.games);
        if played.is_stopped() {
            warn(&format!("stopped after {} of {} games", report.games + report.failed, plan.games()));
            return 130;
        }
        u8::from(report.failed > 0 || !report.forfeits.is_empty())
    }
}
