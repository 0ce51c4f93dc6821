//! The contents of the pages of comparisons, impacts and sweeps of small games.

use std::sync::atomic::AtomicBool;

use ludex::{Ruleset, Setup, compile};
use ludex_lab::blocks::Control;
use ludex_lab::html::{Chart, Intervals, Page};
use ludex_lab::names::{Names, Sort};
use ludex_lab::report::Changes;
use ludex_lab::{compare, impact, sweep};

const DICE: &str = include_str!("dice.yaml");

fn ruleset(text: &str) -> Ruleset {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

fn setup_with(text: &str, options: &[(String, String)]) -> Setup {
    ruleset(text).setup(2, options).expect("a setup")
}

fn setup_of(text: &str) -> Setup {
    setup_with(text, &[])
}

fn control(stop: &AtomicBool) -> Control<'_> {
    Control { threads: 2, stop, done: &|_| {} }
}

/// Creates the page of a comparison between the dice game and a version in which the first seat scores more.
fn compared(more: &str, pairs: u64, margin: f64) -> Page {
    compared_with(&Names::default(), more, pairs, margin)
}

fn compared_with(names: &Names, more: &str, pairs: u64, margin: f64) -> Page {
    let (base, variant) = (setup_of(DICE), setup_of(&DICE.replace("total: player.rolled", more)));
    let mut plan = compare::ComparePlan::new(&base, &variant, pairs, 1).expect("as many players");
    plan.margin = margin;
    let compared = compare::compare(&plan, &control(&AtomicBool::new(false)), None);
    let changes = Changes { options: [("die".into(), "6".into())].into(), ..Changes::default() };
    let written = compare::Written { changes, revision: None };
    let report = compare::CompareReport::new(&plan, [compare::Written::default(), written], &compared, None);
    compare::page(&report, [names; 2], "ludex compare dice dice2")
}

fn impacts_with(names: &Names, points: i64, pairs: u64, stopped: bool) -> Page {
    let setup = setup_of(&include_str!("half.yaml").replace("POINTS", &points.to_string()));
    let plan = impact::ImpactPlan::new(&setup, None, None, pairs, 1);
    let played = impact::impact(&plan, &control(&AtomicBool::new(stopped)));
    let report = impact::ImpactReport::new(&plan, Changes::default(), &played.sums, None);
    impact::page(&report, names, "ludex impact half")
}

fn impacts(points: i64, pairs: u64, stopped: bool) -> Page {
    impacts_with(&Names::default(), points, pairs, stopped)
}

fn intervals(page: &Page, section: usize) -> &Intervals {
    match &page.sections[section].chart {
        Some(Chart::Intervals(chart)) => chart,
        other => panic!("{other:?}"),
    }
}

/// Checks that each row of a chart has the numbers of its row in the table, and that each value is in its
/// interval.
fn assert_rows_agree(page: &Page) {
    let (chart, table) = (intervals(page, 0), page.sections[0].table.as_ref().expect("a table"));
    assert_eq!(chart.rows.len(), table.rows.len());
    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
    for (shown, row) in chart.rows.iter().zip(&table.rows) {
        assert!(shown.low <= shown.value && shown.value <= shown.high, "{shown:?}");
        assert_eq!(shown.label, row[0]);
        assert!(row.contains(&format!("{:+.1}", shown.value)), "{shown:?} {row:?}");
        assert!(row.contains(&format!("{:+.1} to {:+.1}", shown.low, shown.high)), "{shown:?} {row:?}");
    }
}

#[test]
fn a_page_says_which_seat_gains_and_which_loses() {
    let page = compared("total: player.rolled + (if player == seat(1) then 3 else 0)", 2000, 0.01);
    assert_rows_agree(&page);
    assert!(
        page.answer.starts_with("Seat 1 gains ") && page.answer.contains("; Seat 2 loses "),
        "{}",
        page.answer
    );
    assert_eq!(intervals(&page, 0).reference.as_ref().map(|(at, _)| *at), Some(0.0));
    assert!(page.facts.iter().any(|(name, value)| name == "Variant" && value.ends_with(" with die = 6")));
}

/// Returns the printed numbers of a row in units of their last digit.
fn units(row: &[String]) -> Vec<i64> {
    let digits = |cell: &String| cell.trim_end_matches(" %").replace('.', "").parse().expect("a number");
    row.iter().map(digits).collect()
}

/// The difference in a row is that of the two numbers next to it, also with the correction for optional
/// stopping.
#[test]
fn the_numbers_of_a_comparison_add_up_as_they_are_shown() {
    let edge = |points: i64| format!("total: player.rolled + (if player == seat(1) then {points} else 0)");
    let pages = [(0, 150), (1, 50), (1, 400), (1, 2000), (2, 60), (3, 2000)]
        .map(|(points, pairs)| compared(&edge(points), pairs, 0.0));
    for page in pages.iter().chain([&better_tile(true)]) {
        let tables = page.sections[..2].iter().filter_map(|section| section.table.as_ref());
        for row in tables.flat_map(|table| &table.rows) {
            let numbers = units(&row[1..4]);
            assert_eq!(numbers[1] - numbers[0], numbers[2], "{row:?}");
        }
    }
}

/// The printed spread is that of the printed shares.
#[test]
fn the_numbers_of_a_sweep_add_up_as_they_are_shown() {
    let page = swept(&["0", "1", "2", "3", "4", "5"], &[], None);
    let table = page.sections.last().and_then(|section| section.table.as_ref()).expect("a table");
    for row in &table.rows {
        let (spread, shares) = (units(&row[1..2])[0], units(&row[3..5]));
        assert_eq!((shares[0] - shares[1]).abs(), spread, "{row:?}");
    }
}

#[test]
fn pages_name_seats_as_their_names_say() {
    let mut names = Names::default();
    names.give_seat("Ada".into());
    names.give_seat("Bo".into());
    let page =
        compared_with(&names, "total: player.rolled + (if player == seat(1) then 3 else 0)", 400, 0.01);
    assert!(page.answer.starts_with("Ada gains ") && page.answer.contains("; Bo loses "), "{}", page.answer);
    let text = page.render();
    assert!(text.contains("score of Bo") && !text.contains("Seat 1") && !text.contains("seat 1"), "{text}");
}

#[test]
fn a_page_says_that_there_is_no_difference_or_that_none_is_shown() {
    let same = "total: player.rolled";
    let none = compared(same, 4000, 0.05).answer;
    assert_eq!(none, "No seat has a difference above 5 percentage points.");
    let undecided = compared(same, 50, 0.01).answer;
    assert!(
        undecided.starts_with("Undecided: ") && undecided.contains("within 1 percentage point is"),
        "{undecided}"
    );
}

/// Creates the page of a comparison between the game of tiles and a version in which the low tile is worth as
/// much as the high one.
fn better_tile(detail: bool) -> Page {
    let game = include_str!("high.yaml");
    let better = game.replace("low: { kind: tile, value: 1,", "low: { kind: tile, value: 9,");
    let of = |text: &str| ruleset(text).setup(3, &[]).expect("a setup");
    let mut plan = compare::ComparePlan::new(&of(game), &of(&better), 600, 3).expect("as many players");
    (plan.run.detail, plan.margin) = (detail, 0.0);
    let compared = compare::compare(&plan, &control(&AtomicBool::new(false)), None);
    let written = [compare::Written::default(), compare::Written::default()];
    let report = compare::CompareReport::new(&plan, written, &compared, None);
    compare::page(&report, [&Names::default(); 2], "ludex compare high higher")
}

#[test]
fn a_page_says_what_changed_for_each_card_if_somebody_looked() {
    let (page, at) = (better_tile(true), 2);
    assert_eq!(page.sections[at].heading, "Cards");
    let (chart, table) = (intervals(&page, at), page.sections[at].table.as_ref().expect("a table"));
    assert_eq!((chart.rows[0].label.as_str(), table.rows[0][0].as_str()), ("low", "low"));
    assert!(chart.rows[0].low > 0.0, "{chart:?}");
    assert_eq!(table.rows[0][1], format!("{:+.1}", chart.rows[0].value));
    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
    assert!(better_tile(false).sections.len() == at, "nobody looked");
    let same = compared("total: player.rolled", 200, 0.05);
    assert!(same.sections.iter().all(|section| section.heading != "Cards"), "the dice have no cards");
}

#[test]
fn a_page_says_which_card_does_most() {
    let page = impacts(50, 400, false);
    assert_rows_agree(&page);
    assert!(page.answer.starts_with("crown changes its holder's win rate by +"), "{}", page.answer);
    // by the end of the interval that is nearer to 0, not by the estimate
    let sure: Vec<f64> = intervals(&page, 0).rows.iter().map(|row| row.low.max(-row.high)).collect();
    assert!(sure.is_sorted_by(|a, b| a >= b), "{sure:?}");
    let left_out = page.sections.last().and_then(|section| section.table.as_ref()).expect("a table");
    assert!(left_out.rows.iter().all(|row| !row[0].is_empty() && !row[1].is_empty()));
}

/// Items have their display names, the title names the overlays, and the players are named.
#[test]
fn a_page_has_names_and_no_ids() {
    let mut names = Names::new("Half & Half".into(), vec!["Better Crown".into()]);
    for (id, name) in [("first", "First"), ("second", "Second"), ("third", "Third"), ("crown", "The Crown")] {
        names.give(Sort::Card, id, name.into());
    }
    let page = impacts_with(&names, 50, 60, false);
    assert!(page.title.starts_with("Half & Half with Better Crown: "), "{}", page.title);
    assert!(page.answer.starts_with("The Crown "), "{}", page.answer);
    let text = page.render();
    assert!(!text.contains("crown") && !text.contains("second"), "{text}");
    let fact = |name: &str| page.facts.iter().find(|(fact, _)| fact == name).map(|(_, value)| value.as_str());
    assert_eq!(fact("Who played"), Some("random players: results of the rules, not of skilled play"));
    assert_eq!(fact("Variants and overlays"), Some("Better Crown"));
}

#[test]
fn a_page_says_where_no_card_is_shown_to_do_anything() {
    let answer = impacts(1, 20, false).answer;
    assert!(answer.starts_with("No card has a significant impact: "), "{answer}");
    assert_eq!(impacts(50, 20, true).answer, "No pair of games was played to its end.");
}

/// Creates the page of a sweep over the dice game: the edge of the first seat, and whether dice are reversed.
fn swept(edges: &[&str], turned: &[&str], target: Option<&str>) -> Page {
    let at = |edge: &str, turned: Option<&str>| {
        let mut options = vec![("edge".to_owned(), edge.to_owned())];
        options.extend(turned.map(|turned| ("turned".to_owned(), turned.to_owned())));
        setup_with(DICE, &options)
    };
    let parameter = |name: &str, values: &[&str]| sweep::Parameter {
        name: format!("options.{name}"),
        values: values.iter().map(|value| (*value).to_owned()).collect(),
    };
    let mut parameters = vec![parameter("edge", edges)];
    let setups: Vec<Setup> = if turned.is_empty() {
        edges.iter().map(|edge| at(edge, None)).collect()
    } else {
        parameters.push(parameter("turned", turned));
        edges.iter().flat_map(|edge| turned.iter().map(|turned| at(edge, Some(turned)))).collect()
    };
    let mut plan = sweep::SweepPlan::new(parameters, &setups, 600, 1).expect("a plan");
    plan.target = target.map(|text| sweep::Target::parse(text, &setups[0]).expect("a target"));
    let swept = sweep::sweep(&plan, &control(&AtomicBool::new(false)));
    let report = sweep::SweepReport::new(&plan, Changes::default(), &swept, None);
    sweep::page(&report, &Names::default(), "ludex sweep dice")
}

#[test]
fn a_sweep_of_one_parameter_has_curves() {
    let page = swept(&["0", "1", "5"], &[], None);
    assert!(page.answer.starts_with("The seat spread is smallest at edge=0, "), "{}", page.answer);
    assert!(
        page.answer.contains(" and largest at edge=5, ") && page.answer.ends_with("do not overlap."),
        "{}",
        page.answer
    );
    for section in &page.sections[..3] {
        let Some(Chart::Curves(chart)) = &section.chart else { panic!("{section:?}") };
        let [curve] = chart.curves.as_slice() else { panic!("{chart:?}") };
        // the values are unevenly spaced, so the points are too
        assert_eq!(curve.points.iter().map(|point| point.x).collect::<Vec<_>>(), [0.0, 1.0, 5.0]);
        assert!(curve.points.iter().all(|point| point.low <= point.y && point.y <= point.high), "{chart:?}");
    }
    let table = page.sections[3].table.as_ref().expect("a table");
    assert_eq!((table.columns.len(), table.rows.len()), (table.rows[0].len(), 3));
}

#[test]
fn a_sweep_of_two_parameters_has_maps() {
    let page = swept(&["0", "3", "5"], &["false", "true"], None);
    let Some(Chart::HeatMap(map)) = &page.sections[0].chart else { panic!("{:?}", page.sections[0]) };
    assert_eq!((map.x_axis.as_str(), map.y_axis.as_str()), ("edge", "turned"));
    assert_eq!((map.cells.len(), map.cells[0].len()), (2, 3));
    // the edge grows from left to right, and with it the spread, also with reversed dice
    for (row, turned) in map.cells.iter().zip(["false", "true"]) {
        assert!(row.is_sorted_by(|a, b| a.value < b.value), "{row:?}");
        assert!(row[2].hover.starts_with(&format!("edge=5, turned={turned}: spread ")), "{row:?}");
    }
}

#[test]
fn a_sweep_for_a_target_says_what_came_of_it() {
    let met = swept(&["0", "5"], &[], Some("seat 1 > 80 %"));
    assert!(met.answer.starts_with("seat 1 > 80 %: met at edge=5, where 9"), "{}", met.answer);
    assert_rows_agree_in_number(&met);
    let missed = swept(&["0", "1"], &[], Some("seat 1 > 95 %")).answer;
    assert!(missed.starts_with("seat 1 > 95 %: no point meets it. The nearest is edge=1, "), "{missed}");
}

fn assert_rows_agree_in_number(page: &Page) {
    let table = page.sections[0].table.as_ref().expect("a table");
    assert_eq!(intervals(page, 0).rows.len(), table.rows.len());
}
