//! `ludex impact --with`: the effect of two cards together beyond the sum of their effects.

use ludex::{DesignId, Setup};
use ludex_lab::experiment::{Experiment as _, RunConfig};
use ludex_lab::html::{Page, Section, Table};
use ludex_lab::impact::{JointEffect, JointEffects, JointPlan, JointReport};
use ludex_lab::names::{Names, Sort};

use crate::args::{ImpactArgs, RunArgs};
use crate::commands::experiments::driver::{Done, ExperimentCommand, View, run_and_report};
use crate::commands::experiments::players::Games;
use crate::commands::experiments::report::{changed, columns, grouped, played_by, took};
use crate::commands::show;
use crate::experiment;
use crate::failure::{Failure, Outcome};
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{BOLD, Out};
use ludex_table::words::Words;

/// Games of a quadruple per game of a pair.
const PER_PAIR: u64 = 2;

pub fn run(args: &ImpactArgs, loaded: &Loaded, out: &mut Out) -> Outcome {
    let setup = loaded.setup(args.run.players, &args.run.options)?;
    let cards = cards(args, loaded, &setup)?;
    let run = RunConfig {
        bots: experiment::bots(args.run.bots.as_deref(), &Policies::new(loaded, &setup))?,
        tools: experiment::tools(),
        by: super::by(args, &setup),
        ..RunConfig::new(args.run.seed)
    };
    let plan = JointPlan::new(&setup, cards, run, quadruples(args.games));
    let plan =
        plan.map_err(|why| Failure::Usage(format!("these cards can't be measured: {}", why.message())))?;
    run_and_report(Joint { args, games: args.games }, super::request(args, loaded)?, plan, None, out)
}

/// Returns the number of quadruples for a number of games.
fn quadruples(games: Option<u64>) -> u64 {
    super::pairs(games).div_ceil(PER_PAIR)
}

fn cards(args: &ImpactArgs, loaded: &Loaded, setup: &Setup) -> Result<[DesignId; 2], Failure> {
    let language = loaded.language(None)?;
    let words = Words::new(setup, &language);
    let found = |word: &String| {
        show::find_card(&words, word.trim()).ok_or_else(|| show::unknown(loaded, &words, word))
    };
    let cards: Result<Vec<DesignId>, Failure> = args.with.iter().map(found).collect();
    match cards?.as_slice() {
        [one, other] if one != other => Ok([*one, *other]),
        _ => Err(Failure::Usage("--with takes two different cards, such as --with king,queen".to_owned())),
    }
}

struct Joint<'a> {
    args: &'a ImpactArgs,
    games: Option<u64>,
}

impl<'a> ExperimentCommand for Joint<'a> {
    type Plan = JointPlan<'a>;
    const NAME: &'static str = "impact";

    fn games(&self, plan: &JointPlan<'a>) -> Option<Games> {
        Some(self.games.map_or(Games::OfEach(1), |_| Games::All(plan.work().all)))
    }

    fn set_games(&mut self, plan: &mut JointPlan<'a>, of_each: Option<u64>) {
        self.games = of_each.or(self.games);
        plan.pairs = quadruples(self.games);
    }

    fn print(&self, view: &View<'_, JointPlan<'a>>, out: &mut Out) -> std::io::Result<()> {
        table(view.report, view.words, view.names, out)
    }

    fn page(&self, view: &View<'_, JointPlan<'a>>, command: &str) -> Page {
        let (report, names) = (view.report, view.names);
        let columns = [("", false), ("effect", true), ("95 %", true)];
        let table = Some(Table::new(&columns, rows(report, names)));
        Page {
            title: format!("{}: two cards together", names.title(&report.head)),
            answer: answer(report, names),
            command: command.to_owned(),
            sections: vec![Section { table, ..Section::new("Effects", &meaning(report)) }],
            ..Page::default()
        }
    }

    fn again(&self, run: &RunArgs) -> String {
        super::again(self.args, self.games, run)
    }

    fn verdict(&self, Done { plan, played, report }: &Done<'_, JointPlan<'a>>) -> u8 {
        let games = 4 * (report.effects.times + report.effects.without);
        super::uncounted(report.failed, played.is_stopped().then_some((games, plan.work().all)))
    }
}

fn names_of(report: &JointReport, names: &Names) -> [String; 2] {
    report.effects.cards.each_ref().map(|card| names.get(Sort::Card, card))
}

/// States whether the cards combine.
fn answer(report: &JointReport, names: &Names) -> String {
    let ([one, other], beyond) = (names_of(report, names), &report.effects.beyond);
    let Some(impact) = beyond.impact else {
        return format!("No player held {one} and {other} at the same time.");
    };
    let (by, points) = (report.by, report.by.points());
    let figures = format!("{} {points} ({})", by.figure(impact), by.ends(beyond.interval));
    let found = match (beyond.is_shown(), impact > 0.0) {
        (true, true) => format!("{one} and {other} combine"),
        (true, false) => format!("{one} and {other} overlap"),
        (false, _) => format!("It is not certain whether {one} and {other} combine or overlap"),
    };
    format!("{found}: the effect of both differs from the sum of their effects by {figures}.")
}

fn meaning(report: &JointReport) -> String {
    let JointEffects { times, without, .. } = report.effects;
    format!(
        "Effects on a player who has held both cards, in {}: this player may play both, one, or neither of them from then on, in games with the same chance. {} such moments count; in {} other games no such moment came.",
        report.by.points(),
        grouped(times),
        grouped(without)
    )
}

fn rows(report: &JointReport, names: &Names) -> Vec<Vec<String>> {
    let [one, other] = names_of(report, names);
    let JointEffects { both, alone: [first, second], beyond, .. } = &report.effects;
    let row = |name: String, of: &JointEffect| {
        let impact = of.impact.map_or_else(|| "-".to_owned(), |impact| report.by.figure(impact));
        vec![name, impact, report.by.ends(of.interval)]
    };
    vec![
        row("both".to_owned(), both),
        row(format!("{one} alone"), first),
        row(format!("{other} alone"), second),
        row("beyond the sum".to_owned(), beyond),
    ]
}

fn table(report: &JointReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let changes = changed(&report.head.changes, names);
    let (title, players, seed) = (words.title(), report.head.players, report.seed);
    out.wrapped(&out.paint(BOLD, &format!("{title}: {players} players, seed {seed}{changes}")), 2)?;
    played_by(&report.who, out)?;
    out.wrapped(&answer(report, names), 2)?;
    out.line("")?;
    let head = ["", "effect", "95 %"].map(str::to_owned).to_vec();
    let all: Vec<Vec<String>> = std::iter::once(head).chain(rows(report, names)).collect();
    columns(&all, out)?;
    out.line("")?;
    out.wrapped(&meaning(report), 2)?;
    took(report.timing.as_ref(), out)
}
