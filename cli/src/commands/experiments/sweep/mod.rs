//! `ludex sweep`: simulates a ruleset at many points, with `ludex-lab`.

mod points;
mod table;
mod vary;

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_lab::cells::LongTable;
use ludex_lab::experiment::Experiment;
use ludex_lab::html::Page;
use ludex_lab::shard::Piece;
use ludex_lab::sweep::{
    Ended, FailedDeal, Fit, PointReport, SweepPlan, SweepReport, SweepSeat, Target, page,
};

use crate::args::{RunArgs, SweepArgs, WhoArgs, shell};
use crate::commands::experiments::driver::{
    Done, ExperimentCommand, Request, View, run_and_report, warn_failures,
};
use crate::commands::experiments::levels::{Figure, Unit};
use crate::commands::experiments::players::Games;
use crate::experiment::{bots, tools};
use crate::failure::{Failure, Outcome};
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::sources::settings::options;
use crate::terminal::output::{Out, warn};
use crate::terminal::progress::Counted;
use ludex_table::words::Words;
use vary::VariedParameter;

/// Default number of games per point.
const GAMES: u64 = 1000;
/// Maximum number of games per point with a target precision.
const MOST_GAMES: u64 = 50_000;

/// Plays the points, or merges their parts, and reports the result.
pub fn run(args: &SweepArgs, parts: Option<Piece>, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.run.changes, out)?;
    let given = options(&args.run.options)?;
    let setup = loaded.setup(args.run.players, &[])?;
    let known: Vec<String> = setup.rules().options().map(|option| option.name.to_owned()).collect();
    let varies = vary::parse_all(&args.vary, &known)?;
    let plan = plan(args, &loaded, &varies, &given, out)?;
    let SweepArgs { rotate, csv, shard, who, .. } = *args;
    let (html, levels) = (args.html.clone(), args.levels.clone());
    // a search for a target analyses the games of the same players
    let who = WhoArgs { no_train: who.no_train || args.target.is_some(), ..who };
    let request = Request::new(&args.run, &loaded)?;
    let request = Request { rotate, html, csv, shard, levels, who, ..request };
    run_and_report(Sweep { args, loaded: &loaded, varies: &varies }, request, plan, parts, out)
}

fn plan(
    args: &SweepArgs,
    loaded: &Loaded,
    varies: &[VariedParameter],
    given: &[(String, String)],
    out: &mut Out,
) -> Result<SweepPlan, Failure> {
    let players = loaded.players(args.run.players)?;
    let setups = points::setups(loaded, varies, players, given, out)?;
    let parameters = varies.iter().map(VariedParameter::parameter).collect();
    let games = args.games.unwrap_or(if args.target.is_some() { MOST_GAMES } else { GAMES });
    let plan = SweepPlan::new(parameters, &setups, games, args.run.seed);
    let mut plan = plan.ok_or_else(|| Failure::Usage("--vary leaves no point to play".to_owned()))?;
    let target = args.target.as_ref().map(|text| Target::parse(text, &setups[0])).transpose();
    plan.target = target.map_err(|why| Failure::Usage(format!("--target: {why}")))?;
    plan.run.bots = bots(args.run.bots.as_deref(), &Policies::new(loaded, &setups[0]))?;
    (plan.run.tools, plan.run.rotate, plan.run.shard) = (tools(), args.rotate, args.shard);
    Ok(plan)
}

struct Sweep<'a> {
    args: &'a SweepArgs,
    loaded: &'a Loaded,
    varies: &'a [VariedParameter],
}

impl ExperimentCommand for Sweep<'_> {
    type Plan = SweepPlan;
    const NAME: &'static str = "sweep";
    const WORLD: &'static str = "point";

    fn games(&self, plan: &SweepPlan) -> Option<Games> {
        Some(Games::All(plan.work().all))
    }

    /// Players are trained for each point, with the same seeds.
    fn worlds(&self, plan: &SweepPlan) -> (Vec<Setup>, u64) {
        (plan.points().iter().map(|point| point.setup.clone()).collect(), 0)
    }

    fn play_trained(&self, plan: &mut SweepPlan, trained: Vec<Vec<BotSpec>>) {
        plan.play_trained(trained);
    }

    fn counted(&self, plan: &SweepPlan) -> Counted {
        if plan.target.is_some() { Counted::MostGames } else { Counted::Games }
    }

    fn print(&self, view: &View<'_, SweepPlan>, out: &mut Out) -> std::io::Result<()> {
        table::print(view.report, view.words, view.names, out)
    }

    fn cells(&self, report: &SweepReport) -> LongTable {
        report.cells()
    }

    fn page(&self, view: &View<'_, SweepPlan>, command: &str) -> Page {
        page(view.report, view.names, command)
    }

    fn again(&self, run: &RunArgs) -> String {
        let SweepArgs { ruleset, vary, games, target, rotate, .. } = self.args;
        let vary: String = vary.iter().map(|vary| format!(" --vary {}", shell(vary))).collect();
        let rotate = if *rotate { " --rotate" } else { "" };
        let target =
            target.as_ref().map_or_else(String::new, |target| format!(" --target {}", shell(target)));
        let games = games.map_or_else(String::new, |games| format!(" --games {games}"));
        format!("ludex sweep {}{vary}{target}{games}{rotate}{}", shell(ruleset), run.again())
    }

    fn verdict(&self, Done { plan, played, report }: &Done<'_, SweepPlan>) -> u8 {
        self.warn_faults(plan, report);
        let all = report.games.saturating_mul(plan.points().len() as u64);
        match played.ended {
            Ended::Failed => {
                warn("error: a rule failed in each of the first deals, at every point; no more were played")
            }
            Ended::Stopped => {
                let played: u64 = report.points.iter().map(|point| point.games).sum();
                warn(&format!("stopped after {played} of {all} games"));
                return 130;
            }
            Ended::Whole | Ended::Decided | Ended::SameFault | Ended::Forfeits | Ended::Endless(_) => {}
        }
        let met = report.target.as_ref().is_none_or(|target| target.outcome == Fit::Met);
        u8::from(report.failed > 0 || !met)
    }

    fn levels_head(&self, plan: &SweepPlan, title: &str) -> String {
        let measured = match equal_share(plan.setup()) {
            Some(_) => {
                "how much more than an equal share of the victories each seat has, in percentage points, with intervals of 95 % each"
            }
            None => "how often each seat wins, in percent, with intervals of 95 % each",
        };
        format!("{title}: {measured}")
    }

    fn figures(&self, done: &Done<'_, SweepPlan>, words: &Words<'_>) -> Vec<Figure> {
        figures(done.report, words, equal_share(done.plan.setup()))
    }
}

impl Sweep<'_> {
    fn warn_faults(&self, plan: &SweepPlan, report: &SweepReport) {
        warn_failures(report.faults.iter().map(|fault| {
            let FailedDeal { point, deal, seed, place, message, .. } = fault;
            let at: Vec<String> =
                plan.values(*point).map(|(name, value)| format!("{name}={value}")).collect();
            let game = format!("at {}, deal {deal}, seed {seed}", at.join(", "));
            (place.clone(), message.clone(), game)
        }));
        if let Some(first) = report.faults.first() {
            let played: u64 = report.points.iter().map(|point| point.games / plan.turns()).sum();
            warn(&format!(
                "error: in {} of {} deals a rule failed, and they are not counted; see one: {}",
                report.failed,
                played + report.failed,
                command(first, plan, self.args, self.loaded, self.varies)
            ));
        }
    }
}

/// Returns the equal share of a seat in percentage points, or `None` if the rules decide for each player
/// whether they won.
fn equal_share(setup: &Setup) -> Option<f64> {
    let rules = setup.rules();
    let teams = rules.teams().count();
    let sides = if teams == 0 { usize::from(setup.players()) } else { teams };
    (!rules.has_winner_rule()).then(|| 100.0 / sides as f64)
}

/// Returns the result of each seat at each point.
fn figures(report: &SweepReport, words: &Words<'_>, even: Option<f64>) -> Vec<Figure> {
    let of_seat = |at: &str, point: &PointReport, seat: &SweepSeat| {
        let more = |share: f64| share - even.unwrap_or(0.0);
        Figure {
            of: format!("{} at {at}", words.player(seat.seat as u8 - 1)),
            unit: if even.is_some() { Unit::Wins } else { Unit::Amount },
            number: Some(more(seat.win_share)).filter(|_| point.games > 0),
            interval: Some(seat.ci95.map(more)).filter(|_| point.games > 0),
        }
    };
    let of_point = |point: &PointReport| {
        let named = report.parameters.iter().zip(&point.at);
        let at: Vec<String> =
            named.map(|(of, value)| format!("{}={value}", table::short(&of.name))).collect();
        point.seats.iter().map(|seat| of_seat(&at.join(", "), point, seat)).collect::<Vec<_>>()
    };
    report.points.iter().flat_map(of_point).collect()
}

/// Returns the command that plays the failed game.
fn command(
    failed: &FailedDeal,
    plan: &SweepPlan,
    args: &SweepArgs,
    loaded: &Loaded,
    varies: &[VariedParameter],
) -> String {
    let at = &plan.points()[failed.point].at;
    let varied = varies.iter().zip(at).filter_map(|(vary, at)| Some((vary.option()?, &vary.values[*at])));
    let varied: String = varied.map(|(option, value)| format!(" --set {option}={value}")).collect();
    let seats: Vec<String> =
        plan.run.seated(plan.players(), failed.turn).iter().map(ToString::to_string).collect();
    let (seats, seed) = (seats.join(","), failed.seed);
    let command = format!(
        "ludex play {} --seats {seats} --seed {seed} --streams{varied}{}",
        loaded.reference.shown(),
        args.run.words()
    );
    match points::overlay_text(varies, at, loaded.ruleset.id()) {
        Some(text) => format!("{command} --overlay FILE, with an overlay that has: {text}"),
        None => command,
    }
}
