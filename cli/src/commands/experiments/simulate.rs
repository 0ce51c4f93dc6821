//! `ludex simulate`: statistics over many games, computed by `ludex-lab`.

use ludex_lab::Objective;
use ludex_lab::cells::LongTable;
use ludex_lab::experiment::Experiment as _;
use ludex_lab::html::Page;
use ludex_lab::names::Names;
use ludex_lab::shard::{Part, Piece, Shard};
use ludex_lab::simulate::{Ended, Played, SeatSums, SimulatePlan, SimulateReport, Subject, Sums, page};
use ludex_lab::stats::CONFIDENCE;

use crate::args::{RunArgs, SimulateArgs, shell};
use crate::commands::experiments::driver::{
    self, Done, ExperimentCommand, Request, View, run_and_report, warn_failures, warn_forfeits,
};
use crate::commands::experiments::levels::{Figure, Unit};
use crate::commands::experiments::report;
use crate::experiment::{self, bots, tools};
use crate::failure::{Failure, Outcome};
use crate::names::{add_picks, names};
use crate::sources::policies::{Policies, Programs};
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{Out, warn};
use ludex_table::words::Words;

pub fn run(args: &SimulateArgs, parts: Option<Piece>, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    let setup = loaded.setup(args.run.players, &args.run.options)?;
    let mut plan = SimulatePlan::new(&setup, args.games, args.run.seed);
    plan.run.bots = bots(args.run.bots.as_deref(), &Policies::new(&loaded, &setup).with(Programs::OfBots))?;
    (plan.run.tools, plan.run.rotate, plan.run.shard) = (tools(), args.rotate, args.shard);
    plan.run.detail = args.detail || args.store;
    let SimulateArgs { rotate, csv, store, shard, .. } = *args;
    let (html, log, levels) = (args.html.clone(), args.log.clone(), args.levels.clone());
    let request = Request::new(&args.run, &loaded)?;
    let request = Request { rotate, csv, store, shard, html, log, levels, ..request };
    run_and_report(Simulation(args), request, plan, parts, out)
}

struct Simulation<'a>(&'a SimulateArgs);

impl<'a> ExperimentCommand for Simulation<'a> {
    type Plan = SimulatePlan<'a>;
    const NAME: &'static str = "simulate";

    fn left_out(&self, report: &SimulateReport) -> Option<String> {
        report.left_out_intervals()
    }

    /// Returns the names, including the names of the counted options.
    fn names(&self, words: &Words<'_>, loaded: &Loaded, done: &Done<'_, SimulatePlan<'a>>) -> Names {
        let mut names = names(words, loaded);
        done.report.detail.iter().for_each(|detail| add_picks(&mut names, words, detail));
        names
    }

    fn print(&self, view: &View<'_, SimulatePlan<'a>>, out: &mut Out) -> std::io::Result<()> {
        report::table(view.report, view.words, view.names, out)
    }

    fn cells(&self, report: &SimulateReport) -> LongTable {
        report.cells()
    }

    fn page(&self, view: &View<'_, SimulatePlan<'a>>, command: &str) -> Page {
        page(view.report, view.names, command)
    }

    fn again(&self, run: &RunArgs) -> String {
        let SimulateArgs { ruleset, games, rotate, detail, .. } = self.0;
        let mut words = format!("ludex simulate {} --games {games}{}", shell(ruleset), run.again());
        for (is_on, flag) in [(rotate, " --rotate"), (detail, " --detail")] {
            words += if *is_on { flag } else { "" };
        }
        words
    }

    fn verdict(&self, Done { plan, played, .. }: &Done<'_, SimulatePlan<'a>>) -> u8 {
        self.code(plan, played)
    }

    fn levels_head(&self, plan: &SimulatePlan<'a>, title: &str) -> String {
        let measured = match (Objective::from_setup(plan.setup), plan.setup.rules().has_winner_rule()) {
            (Objective::Score, _) => {
                "how many points each seat is ahead of the mean of the others, with intervals of 95 % each"
            }
            (Objective::Win, false) => {
                "how much more than an equal share of the victories each seat has, in percentage points, with intervals of 95 % each"
            }
            (Objective::Win, true) => "how often each seat wins, in percent, with intervals of 95 % each",
        };
        format!("{title}: {measured}")
    }

    fn figures(&self, done: &Done<'_, SimulatePlan<'a>>, words: &Words<'_>) -> Vec<Figure> {
        figures(Objective::from_setup(done.plan.setup), words, done.report, &done.played.sums)
    }

    /// Prints a part, also of an interrupted run. It contains all data of the report, so merging does not
    /// need the rules.
    fn part(&self, request: &Request<'_>, plan: &SimulatePlan<'a>, shard: Shard, out: &mut Out) -> Outcome {
        let (played, logged) = driver::watched(self, request, plan, |control, log| plan.play(control, log))?;
        let (subject, whole) = (Subject::new(plan, request.changes.clone()), played.ended == Ended::Whole);
        let part = Part::new(shard, whole, subject, played.sums.clone());
        let printed = out.line(&report::json(&part)).and_then(|()| out.flush());
        let code = self.code(plan, &played);
        experiment::both(printed.map_err(Failure::from), logged).map(|()| code)
    }
}

impl Simulation<'_> {
    /// Returns the exit code. Warns about failed rules and about games that were not played.
    fn code(&self, plan: &SimulatePlan<'_>, played: &Played) -> u8 {
        self.warn_faults(plan, &played.sums);
        warn_forfeits(&played.sums.forfeits, played.sums.finished());
        let (sums, games) = (&played.sums, plan.games_here());
        match played.ended {
            Ended::Whole | Ended::Decided | Ended::Failed => {}
            Ended::SameFault => warn(&format!(
                "error: the same rule failed in each of the first {} games; the other {} were not played",
                sums.failed,
                games - sums.failed
            )),
            Ended::Forfeits => warn(&format!(
                "error: a bot lost each of the first {} games by forfeit; the other {} were not played",
                sums.forfeits.games,
                games - sums.played()
            )),
            Ended::Endless(endless) => warn_endless(plan, endless, sums.played()),
            Ended::Stopped => {
                warn(&format!("stopped after {} of {games} games", sums.played()));
                return 130;
            }
        }
        u8::from(!sums.faults.is_empty() || !sums.forfeits.is_empty())
    }

    fn warn_faults(&self, plan: &SimulatePlan<'_>, sums: &Sums) {
        warn_failures(sums.faults.iter().map(|fault| {
            let game = format!("game {}, seed {}", fault.game, fault.seed);
            (fault.place.clone(), fault.message.clone(), game)
        }));
        if let Some(first) = sums.faults.first() {
            let seated = plan.run.seated(plan.setup.players(), first.turn);
            let seats: Vec<String> = seated.iter().map(ToString::to_string).collect();
            warn(&format!(
                "error: {} of {} games stopped at a rule that failed and are not counted; see one: ludex play {} --seats {} --seed {}{}",
                sums.failed,
                plan.games_here(),
                self.0.ruleset,
                seats.join(","),
                first.seed,
                self.0.run.words()
            ));
        }
    }
}

fn warn_endless(plan: &SimulatePlan<'_>, endless: u64, played: u64) {
    let (who, instead) = if plan.run.is_random() {
        ("random players", ", or let bots play that try to win: `--bots greedy`")
    } else {
        ("these players", "")
    };
    warn(&format!(
        "error: {endless} of the first {played} games did not end; the other {} were not played: {who} don't end this game",
        plan.games_here() - played
    ));
    warn(&format!(
        "help: limit its length, such as with `repeat: 50` next to the `until` of a phase{instead}"
    ));
}

/// Returns the result of each seat, and the length of games.
fn figures(by: Objective, words: &Words<'_>, report: &SimulateReport, sums: &Sums) -> Vec<Figure> {
    let even = report.equal_share();
    let seat = |(seat, sums): (u8, &SeatSums)| {
        let percent = |share: f64| 100.0 * (share - even.unwrap_or(0.0));
        let (share, ends) = sums.win_share(1);
        let (unit, (number, interval)) = match (by, even) {
            (Objective::Score, _) => (Unit::Points, sums.points_ahead(words.setup)),
            (Objective::Win, Some(_)) => (Unit::Wins, (percent(share), ends.map(|ends| ends.map(percent)))),
            (Objective::Win, None) => (Unit::Amount, (percent(share), ends.map(|ends| ends.map(percent)))),
        };
        Figure {
            of: words.player(seat),
            unit,
            number: Some(number).filter(|_| report.finished > 0),
            interval,
        }
    };
    let lengths = sums.decisions.interval(CONFIDENCE);
    let decisions = Figure {
        of: "decisions in a game".to_owned(),
        unit: Unit::Amount,
        number: Some(report.mean_decisions).filter(|_| report.finished > 0),
        interval: lengths,
    };
    (0..).zip(&sums.seats).map(seat).chain([decisions]).collect()
}
