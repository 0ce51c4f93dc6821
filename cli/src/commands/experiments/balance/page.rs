//! The page of a report: verdict, sections, and how it was measured.

use ludex_lab::html::{Page, Section};

use super::told::ReportWords;
use super::{pictures, sections, styles};
use crate::commands::doc::art::Art;

/// Creates the page. `command` reproduces it.
pub fn page(told: &ReportWords<'_>, art: &Art<'_>, command: &str) -> Page {
    let own = told.own;
    let first =
        [sections::since(told), sections::seats(told), sections::length(told), sections::scores(told)];
    let cards = [
        pictures::strong(told, art),
        sections::cards(told),
        sections::pairs(told),
        pictures::unused(told, art),
    ];
    let play = [sections::skill(told), styles::course(told), styles::plans(told)];
    let levels = [sections::disagreements(told), sections::picks(told), styles::styles(told)];
    let rules = [sections::never(told), sections::scenarios(told)];
    let all: Vec<Option<Section>> =
        first.into_iter().chain(cards).chain(play).chain(levels).chain(rules).collect();
    Page {
        language: told.words.language.to_owned(),
        title: own.report_title(told.names.title(&told.report.head)),
        players: told.level.to_owned(),
        answer: told.verdict().join("\n"),
        facts: facts(told),
        command: command.to_owned(),
        end: Some([own.report_measured(), own.report_again()]),
        sections: all.into_iter().flatten().collect(),
    }
}

/// Returns the facts about the run.
fn facts(told: &ReportWords<'_>) -> Vec<(String, String)> {
    let (own, report) = (told.own, told.report);
    let listed = |items: Vec<String>| if items.is_empty() { own.report_none() } else { items.join(", ") };
    let games = report.games;
    let [strongest, weaker, card, bout, deals] =
        [games.strongest, games.weaker, games.of_card, games.of_match, games.luck].map(|n| told.count(n));
    let played = if report.weaker.is_empty() {
        own.report_games_alone(strongest, card, deals, report.seed)
    } else {
        own.report_games_are(strongest, weaker, card, bout, deals, report.seed)
    };
    vec![
        (own.report_ruleset(), report.head.with_fingerprint(&told.names.game(&report.head.ruleset))),
        (own.report_players(), report.head.players.to_string()),
        (own.report_bots(), report.levels.join(", ")),
        (own.report_options(), listed(told.names.settings(&report.head.changes))),
        (own.report_variants(), listed(told.names.overlaid(&report.head.changes))),
        (own.report_games(), played),
        (own.report_intervals(), own.report_intervals_are()),
    ]
}
