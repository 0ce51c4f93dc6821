//! The page of a report: verdict, sections, and how it was measured.

use ludex_lab::html::{Page, Section};

use super::told::{self as words, ReportWords};
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
    let is_measured = report.impacts.last().is_some_and(|impacts| !impacts.cards.is_empty());
    let has = |part: bool, said: String| part.then_some(said);
    let played = [
        has(true, own.report_games_main(told.count(games.strongest))),
        has(!report.weaker.is_empty(), own.report_games_other(told.count(games.weaker))),
        has(is_measured, own.report_games_card(told.count(games.of_card))),
        has(!report.skill.is_empty(), own.report_games_match(told.count(games.of_match))),
        has(told.luck().is_some(), own.report_games_twice(told.count(games.luck))),
        has(true, own.report_seed(report.seed)),
    ];
    let played: Vec<String> = played.into_iter().flatten().collect();
    let bots: Vec<String> = report.levels.iter().map(|bot| words::bot(own, bot)).collect();
    let untrained = report.untrained.as_ref();
    let untrained = untrained.map(|why| (own.report_untrained(), words::untrained(own, why)));
    let facts = [
        Some((own.report_ruleset(), report.head.with_fingerprint(&told.names.game(&report.head.ruleset)))),
        Some((own.report_players(), report.head.players.to_string())),
        Some((own.report_bots(), bots.join(", "))),
        untrained,
        Some((own.report_options(), listed(told.names.settings(&report.head.changes)))),
        Some((own.report_variants(), listed(told.names.overlaid(&report.head.changes)))),
        Some((own.report_games(), played.join(", "))),
        Some((own.report_intervals(), own.report_intervals_are())),
    ];
    facts.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use ludex_lab::balance::{Plan, Untrained, play};
    use ludex_lab::blocks::Control;
    use ludex_lab::experiment::{Experiment as _, RunConfig};
    use ludex_table::words::Words;

    use super::*;
    use crate::args::Changes;
    use crate::names;
    use crate::sources::rulesets::Loaded;
    use crate::terminal::output::Out;

    /// The page and JSON state why no trained players play.
    #[test]
    fn a_page_states_why_no_trained_players_play() {
        let loaded = Loaded::load("kuhn", &Changes::default(), &mut Out::to(std::io::sink()));
        let loaded = loaded.unwrap_or_else(|_| panic!("kuhn"));
        let setup = loaded.ruleset.setup(2, &[]).expect("a setup");
        let plan = Plan::new(&setup, RunConfig::new(1), Vec::new(), Vec::new());
        let played = play(&plan, &Control { threads: 1, stop: &AtomicBool::new(false), done: &|_| {} });
        let mut report = plan.report(ludex_lab::report::Changes::default(), &played, None);
        let mut rendered = |language: &str, why: Option<Untrained>| {
            report.untrained = why;
            let words = Words::new(&setup, language);
            let (names, own) = (names::names(&words, &loaded), words.own);
            let (report, setups, level) = (&report, &[&setup][..], "");
            let told = ReportWords { report, words, names: &names, own, setups, level };
            let json = serde_json::to_string(report).expect("JSON");
            (page(&told, &Art::new(&loaded.reference), "").render(), json)
        };
        let endless = || Some(Untrained::Endless { unended: 44, games: 72 });
        let said = [
            ("en", "44 of 72 games that trained players played among themselves did not end."),
            ("de", "44 von 72 Partien, die trainierte Spieler unter sich spielten, gingen nicht zu Ende."),
            (
                "fr",
                "44 des 72 parties que des joueurs entraînés ont jouées entre eux ne se sont pas terminées.",
            ),
        ];
        for (language, said) in said {
            let (page, json) = rendered(language, endless());
            assert!(page.contains(said), "{page}");
            assert!(json.contains(r#""untrained":{"reason":"endless","unended":44,"games":72}"#), "{json}");
        }
        let better = Untrained::Weaker { policies: 4, games: 2_000, against: "greedy:4".into(), share: 0.2 };
        let (page, _) = rendered("en", Some(better));
        assert!(
            page.contains("but greedy:4 plays better: one of them wins 20.0\u{a0}% of the games"),
            "{page}"
        );
        let (page, json) = rendered("en", None);
        assert!(!page.contains("trained players") && json.contains(r#""untrained":null"#), "{page}");
    }
}
