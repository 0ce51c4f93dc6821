//! `ludex compare`: pairs of games of two rulesets, played by `ludex-lab`.

pub(in crate::commands) mod sides;
pub(in crate::commands) mod table;

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_lab::Objective;
use ludex_lab::compare::{
    ComparePlan, CompareReport, Ended, FailedPair, SeatComparison, Side, Written, page,
};
use ludex_lab::experiment::Experiment;
use ludex_lab::html::Page;
use ludex_lab::names::Names;
use ludex_lab::shard::Piece;

use crate::args::{CompareArgs, Counted, RunArgs, shell};
use crate::commands::experiments::driver::{
    Done, ExperimentCommand, Request, View, run_and_report, warn_failures,
};
use crate::commands::experiments::levels::{Figure, Unit};
use crate::commands::experiments::players::Games;
use crate::commands::experiments::report::too_wide;
use crate::experiment::{bots, changes, tools};
use crate::failure::{Failure, Outcome};
use crate::names::names;
use crate::sources::policies::Policies;
use crate::sources::rulesets::{Loaded, Reference};
use crate::sources::settings::options;
use crate::terminal::output::{Out, warn};
use crate::terminal::progress;
use ludex_table::words::Words;

/// Plays pairs of games, or merges the pairs of all parts, and reports the result.
pub fn run(args: &CompareArgs, parts: Option<Piece>, out: &mut Out) -> Outcome {
    if !(0.0..=100.0).contains(&args.margin) {
        return Err(Failure::Usage(format!("--margin takes 0 to 100 points, not {}", args.margin)));
    }
    let [base, variant] = load(args, out)?;
    let given = options(&args.run.options)?;
    let asked = Comparison { args, sides: [&base, &variant], given };
    let (request, plan) = (asked.request()?, asked.plan()?);
    note_alike(&plan);
    run_and_report(asked, request, plan, parts, out)
}

/// Notes that there is nothing to compare, for example because `--set` gives a card the value that it has.
fn note_alike(plan: &ComparePlan) {
    let [base, variant] = Side::BOTH.map(|side| plan.setup(side));
    let rules = |setup: &Setup| setup.ruleset().fingerprint();
    if (rules(base), base.options()) == (rules(variant), variant.options()) {
        warn("note: both sides have the same rules and options, so both games of each pair are equal");
    }
}

/// Loads both sides.
pub fn load(args: &CompareArgs, out: &mut Out) -> Result<[Loaded; 2], Failure> {
    let words = sides::Sides {
        base: &args.base,
        variant: args.variant.as_deref(),
        changes: &args.run.changes,
        is_unchanged: args.run.words().is_empty(),
    };
    sides::load(&words, out).map(<[Loaded; 2]>::from)
}

pub(in crate::commands) struct Comparison<'a> {
    pub args: &'a CompareArgs,
    pub sides: [&'a Loaded; 2],
    pub given: Vec<(String, String)>,
}

impl ExperimentCommand for Comparison<'_> {
    type Plan = ComparePlan;
    const NAME: &'static str = "compare";

    fn games(&self, plan: &ComparePlan) -> Option<Games> {
        Some(Games::All(plan.work().all))
    }

    /// Players are trained on each side, with the same seeds: a player of one side only would favour it.
    fn worlds(&self, plan: &ComparePlan) -> (Vec<Setup>, u64) {
        (Side::BOTH.map(|side| plan.setup(side).clone()).to_vec(), 0)
    }

    fn play_trained(&self, plan: &mut ComparePlan, trained: Vec<Vec<BotSpec>>) {
        let mut sides = trained.into_iter();
        plan.run.play_trained(sides.next().unwrap_or_default());
        plan.variant_trained = sides.next().unwrap_or_default();
    }

    fn counted(&self, _plan: &ComparePlan) -> progress::Counted {
        progress::Counted::MostGames
    }

    fn names(&self, words: &Words<'_>, _loaded: &Loaded, done: &Done<'_, ComparePlan>) -> Names {
        let variant = Words::new(done.plan.setup(Side::Variant), words.language);
        let mut names = names(&variant, self.sides[1]);
        // two folders or revisions of a game have the same title
        if let Some(typed) = self.args.variant.as_ref().filter(|_| variant.title() == words.title()) {
            names.game = Some(format!("{} ({typed})", variant.title()));
        }
        names
    }

    fn left_out(&self, report: &CompareReport) -> Option<String> {
        too_wide(self.args.within, report.by, report.seats.iter().map(|seat| seat.ci95))
    }

    fn print(&self, view: &View<'_, ComparePlan>, out: &mut Out) -> std::io::Result<()> {
        table::print(view.report, view.words, view.names, out)
    }

    fn page(&self, view: &View<'_, ComparePlan>, command: &str) -> Page {
        page(view.report, [&names(view.words, self.sides[0]), view.names], command)
    }

    fn again(&self, run: &RunArgs) -> String {
        let CompareArgs { base, variant, games, margin, within, rotate, detail, by, .. } = self.args;
        let variant = variant.as_ref().map_or_else(String::new, |variant| format!(" {}", shell(variant)));
        let rotate = if *rotate { " --rotate" } else { "" };
        let detail = if *detail { " --detail" } else { "" };
        let by = by.map_or_else(String::new, |by| format!(" --by {}", by.word()));
        let within = within.map_or_else(String::new, |within| format!(" --within {within}"));
        let (base, run) = (shell(base), run.again());
        format!(
            "ludex compare {base}{variant} --games {games} --margin {margin}{within}{by}{rotate}{detail}{run}"
        )
    }

    fn verdict(&self, Done { plan, played, .. }: &Done<'_, ComparePlan>) -> u8 {
        let tally = &played.sums;
        warn_failures(tally.faults.iter().map(|fault| {
            let FailedPair { pair, side, seed, place, message, .. } = fault;
            (place.clone(), message.clone(), format!("pair {pair}, {}, seed {seed}", side.word()))
        }));
        if let Some(first) = tally.faults.first() {
            warn(&format!(
                "error: in {} of {} pairs a rule failed, and they are not counted; see one: {}",
                tally.failed,
                tally.pairs + tally.failed,
                command(first, plan, self.args, self.sides)
            ));
        }
        match played.ended {
            Ended::Failed => warn("error: a rule failed in each of the first pairs; no more were played"),
            Ended::Stopped => {
                warn(&format!("stopped after {} of {} pairs", tally.pairs + tally.failed, plan.most));
                return 130;
            }
            Ended::Whole | Ended::Decided | Ended::SameFault | Ended::Forfeits | Ended::Endless(_) => {}
        }
        u8::from(tally.failed > 0)
    }

    fn levels_head(&self, plan: &ComparePlan, _title: &str) -> String {
        let measured = match plan.run.by {
            Objective::Win => {
                "how much more often each seat wins in the variant, in percentage points, with intervals of 95 %"
            }
            Objective::Score => {
                "how many points of the score more each seat has in the variant, with intervals of 95 %"
            }
        };
        format!("{}: {measured}", self.sides[0].ruleset.id())
    }

    fn figures(&self, done: &Done<'_, ComparePlan>, words: &Words<'_>) -> Vec<Figure> {
        let figure = |seat: &SeatComparison| Figure {
            of: words.player((seat.seat - 1) as u8),
            unit: Unit::from_objective(done.plan.run.by),
            number: Some(seat.difference),
            interval: Some(seat.ci95),
        };
        done.report.seats.iter().map(figure).collect()
    }
}

impl<'a> Comparison<'a> {
    /// Creates the driver's request. Parts of one run are matched by the changes of the variant.
    pub fn request(&self) -> Result<Request<'a>, Failure> {
        let CompareArgs { rotate, shard, who, .. } = *self.args;
        let (html, log, levels) = (self.args.html.clone(), self.args.log.clone(), self.args.levels.clone());
        let request = Request::new(&self.args.run, self.sides[0])?;
        let changes = changes(self.sides[1], self.given.clone());
        Ok(Request { changes, rotate, shard, who, html, log, levels, ..request })
    }

    /// Creates the plan of the requested pairs.
    ///
    /// # Errors
    /// If the number of players or the bots do not fit.
    pub fn plan(&self) -> Result<ComparePlan, Failure> {
        let (args, [base, variant]) = (self.args, self.sides);
        let players = players(args.run.players, base, variant)?;
        let first = base.set_up(players, &[])?;
        let second = variant.set_up(players, &self.given)?;
        let plan = ComparePlan::new(&first, &second, args.games, args.run.seed);
        let mut plan =
            plan.ok_or_else(|| Failure::Usage("the rulesets have different numbers of players".to_owned()))?;
        plan.run.bots = bots(args.run.bots.as_deref(), &Policies::new(base, &first))?;
        (plan.run.tools, plan.run.rotate, plan.run.shard) = (tools(), args.rotate, args.shard);
        (plan.run.by, plan.run.detail) =
            (args.by.map_or_else(|| Objective::from_setup(&first), Counted::by), args.detail);
        let in_unit = |points: f64| match plan.run.by {
            Objective::Win => points / 100.0,
            Objective::Score => points,
        };
        (plan.margin, plan.within) = (in_unit(args.margin), args.within.map(in_unit));
        plan.written = [written(base, Vec::new()), written(variant, self.given.clone())];
        Ok(plan)
    }

    /// Returns the players' names.
    pub fn seats(&self, report: &CompareReport, plan: &ComparePlan) -> Result<Vec<String>, Failure> {
        let language = self.sides[0].language(None)?;
        let words = Words::new(plan.setup(Side::Base), &language);
        Ok((0..report.players).map(|seat| words.player(seat)).collect())
    }
}

/// Describes a side as typed: its changes and its revision.
fn written(loaded: &Loaded, options: Vec<(String, String)>) -> Written {
    let revision = if let Reference::Revision { revision, .. } = &loaded.reference {
        Some(revision.clone())
    } else {
        None
    };
    Written { changes: changes(loaded, options), revision }
}

/// Returns the requested number of players. By default, returns the base's usual number, limited to the range
/// that both sides allow.
fn players(asked: Option<u32>, base: &Loaded, variant: &Loaded) -> Result<u8, Failure> {
    if asked.is_some() {
        base.players(asked)?;
        return variant.players(asked);
    }
    let [one, other] = [base, variant].map(|side| side.ruleset.players().into_inner());
    let (fewest, most) = (one.0.max(other.0), one.1.min(other.1));
    if fewest > most {
        let of =
            |(fewest, most)| if fewest == most { format!("{most}") } else { format!("{fewest} to {most}") };
        let message =
            format!("no number of players fits both: one is for {}, one for {}", of(one), of(other));
        return Err(Failure::Usage(message));
    }
    Ok(base.ruleset.usual_players().clamp(fewest, most))
}

/// Returns the command that plays the failed game.
fn command(failed: &FailedPair, plan: &ComparePlan, args: &CompareArgs, sides: [&Loaded; 2]) -> String {
    let loaded = sides[failed.side as usize];
    let options: &[String] = match failed.side {
        Side::Base => &[],
        Side::Variant => &args.run.options,
    };
    let set: String = options.iter().map(|option| format!(" --set {option}")).collect();
    let seats: Vec<String> =
        plan.run.seated(plan.players(), failed.turn).iter().map(ToString::to_string).collect();
    let shown = loaded.reference.shown();
    // `ludex play` reads the current files of the folder
    let (ruleset, note) = if let Reference::Revision { path, .. } = &loaded.reference {
        (path.display().to_string(), format!(" (with the files of {shown})"))
    } else {
        (shown, String::new())
    };
    format!(
        "ludex play {} --seats {} --seed {} --streams{set}{}{note}",
        shell(&ruleset),
        seats.join(","),
        failed.seed,
        loaded.changes.words()
    )
}
