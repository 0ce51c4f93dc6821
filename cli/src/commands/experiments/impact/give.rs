//! `ludex impact --give`: only one player has the changed cards.

use ludex::variants::{PerPlayerOverlay, PerPlayerOverlayError};
use ludex::{Seat, Setup};
use ludex_lab::experiment::{Experiment as _, RunConfig};
use ludex_lab::html::Page;
use ludex_lab::impact::{GivePlan, GiveReport, give_page};
use ludex_lab::names::Names;

use crate::args::{ImpactArgs, RunArgs};
use crate::commands::experiments::driver::{Done, ExperimentCommand, View, run_and_report};
use crate::commands::experiments::players::Games;
use crate::commands::experiments::report::{changed, columns, grouped, played_by, took};
use crate::experiment;
use crate::failure::{Failure, Outcome};
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::sources::settings::options;
use crate::terminal::output::{BOLD, Out, warn};
use ludex_table::words::Words;

pub fn run(args: &ImpactArgs, loaded: &Loaded, seat: u8, out: &mut Out) -> Outcome {
    let given = PerPlayerOverlay::new(&loaded.ruleset).map_err(|why| not_given(loaded, &why))?;
    let (worlds, setup) = worlds(args, loaded, &given, seat)?;
    let run = RunConfig {
        bots: experiment::bots(args.run.bots.as_deref(), &Policies::new(loaded, &setup))?,
        tools: experiment::tools(),
        by: super::by(args, &setup),
        ..RunConfig::new(args.run.seed)
    };
    let plan = GivePlan {
        given: &given,
        named: &setup,
        worlds: &worlds,
        seat: setup.seat(seat - 1).unwrap_or(Seat::FIRST),
        pairs: super::pairs(args.games),
        run,
    };
    run_and_report(Give { args, games: args.games }, super::request(args, loaded)?, plan, None, out)
}

fn not_given(loaded: &Loaded, why: &PerPlayerOverlayError) -> Failure {
    if matches!(why, PerPlayerOverlayError::Nothing) {
        let message = "no card is changed; --give needs --overlay or --variant with the cards of one player";
        return Failure::Usage(message.to_owned());
    }
    refused(loaded, &why.to_string())
}

fn refused(loaded: &Loaded, why: &str) -> Failure {
    Failure::Usage(format!("what changes in {} can't be given to one player: {why}", loaded.ruleset.id()))
}

/// Returns the two worlds, and the set-up of the ruleset, which provides the names of cards.
fn worlds(
    args: &ImpactArgs,
    loaded: &Loaded,
    given: &PerPlayerOverlay,
    seat: u8,
) -> Result<([Setup; 2], Setup), Failure> {
    let setup = loaded.setup(args.run.players, &args.run.options)?;
    let players = setup.players();
    let Some(given_to) = setup.seat(seat - 1) else {
        return Err(Failure::Usage(format!("there is no seat {seat}: {players} play")));
    };
    let worlds = given.worlds(players, &options(&args.run.options)?, given_to);
    Ok((worlds.map_err(|error| refused(loaded, &error.message))?, setup))
}

struct Give<'a> {
    args: &'a ImpactArgs,
    games: Option<u64>,
}

impl<'a> ExperimentCommand for Give<'a> {
    type Plan = GivePlan<'a>;
    const NAME: &'static str = "impact";

    fn games(&self, plan: &GivePlan<'a>) -> Option<Games> {
        Some(self.games.map_or(Games::OfEach(1), |_| Games::All(2 * plan.pairs)))
    }

    /// Trains in the world in which one player has the changed cards, where both versions are played.
    fn worlds(&self, plan: &GivePlan<'a>) -> (Vec<Setup>, u64) {
        (vec![plan.worlds[1].clone()], 1 + u64::from(plan.seat.number()))
    }

    fn set_games(&mut self, plan: &mut GivePlan<'a>, of_each: Option<u64>) {
        self.games = of_each.or(self.games);
        plan.pairs = super::pairs(self.games);
    }

    fn print(&self, view: &View<'_, GivePlan<'a>>, out: &mut Out) -> std::io::Result<()> {
        table(view.report, view.words, view.names, out)
    }

    fn page(&self, view: &View<'_, GivePlan<'a>>, command: &str) -> Page {
        give_page(view.report, view.names, command)
    }

    fn again(&self, run: &RunArgs) -> String {
        super::again(self.args, self.games, run)
    }

    fn verdict(&self, Done { plan, played, .. }: &Done<'_, GivePlan<'a>>) -> u8 {
        for failed in played.sums.faults.iter().take(experiment::FAULTS_TOLD) {
            let message = &failed.message;
            let world = if failed.as_written { "without" } else { "with" };
            warn(&format!("error: {message} (the game {world} the changed cards, seed {})", failed.seed));
        }
        let games = 2 * played.sums.pairs();
        super::uncounted(played.sums.failed, played.is_stopped().then_some((games, plan.work().all)))
    }
}

fn table(report: &GiveReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let changes = changed(&report.head.changes, names);
    let (title, games, players, seed) =
        (words.title(), grouped(report.games), report.head.players, report.seed);
    let head = format!("{title}: {games} games in pairs, {players} players, seed {seed}{changes}");
    out.wrapped(&out.paint(BOLD, &head), 2)?;
    played_by(&report.who, out)?;
    columns(&rows(report, words, names), out)?;
    out.line("")?;
    out.wrapped(&format!("Impact: {}.", report.meaning(names)), 2)?;
    took(report.timing.as_ref(), out)
}

fn rows(report: &GiveReport, words: &Words<'_>, names: &Names) -> Vec<Vec<String>> {
    let designs = words.setup.rules().designs();
    let cards = designs.filter(|def| report.given.iter().any(|name| name == def.name));
    let cards: Vec<String> = cards.map(|def| words.design(def.id)).collect();
    let head = ["changed", "seat", "impact", "95 %", "decisions", "pairs"];
    let row = [
        cards.join(", "),
        names.numbered_seat(report.seat),
        report.impact.map_or_else(|| "-".to_owned(), |impact| report.by.figure(impact)),
        report.by.ends(report.ci95),
        report.length.map_or_else(|| "-".to_owned(), |length| format!("{:+.1}", length.difference)),
        report.times.to_string(),
    ];
    vec![head.map(str::to_owned).to_vec(), row.to_vec()]
}
