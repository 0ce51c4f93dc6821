//! Sections on the course of a game and on styles of play.

use ludex_lab::balance::{StyleCard, StyleReport};
use ludex_lab::html::Section;

use super::sections::{ROWS, tabled};
use super::told::ReportWords;

/// Creates the section of the course of a game, unless there are too few games for intervals.
pub fn course(told: &ReportWords<'_>) -> Option<Section> {
    let (own, of) = (told.own, told.report.course.as_ref()?);
    of.changes_interval?;
    let percent = |ends: Option<[f64; 2]>| told.within(ends.map(|ends| ends.map(|end| 100.0 * end)));
    let text = own.report_course_text(
        told.count(of.games),
        told.players(),
        told.number(of.changes, 1),
        told.within(of.changes_interval),
        told.percent(100.0 * of.lowest),
        percent(of.lowest_interval),
        told.percent(100.0 * of.decided),
        percent(of.decided_interval),
    );
    Some(Section::new(&own.report_course(), &text))
}

/// Creates the section of policies that were trained alike: whether one of them dominates.
pub fn plans(told: &ReportWords<'_>) -> Option<Section> {
    let (own, all) = (told.own, &told.report.styles);
    let columns = [
        (own.report_col_plan(), false),
        (own.report_col_share(), true),
        (own.report_col_interval(), true),
        (own.report_col_games(), true),
    ];
    let row = |of: &StyleReport| {
        let ends = of.interval.map(|ends| ends.map(|end| 100.0 * end));
        let share = told.percent(100.0 * of.share);
        vec![of.training.to_string(), share, told.within(ends), told.count(of.games)]
    };
    let dominant = all.iter().filter(|of| of.dominates).max_by(|a, b| a.share.total_cmp(&b.share));
    let verdict = dominant.map_or_else(
        || own.report_no_plan(),
        |of| own.report_plan_dominates(of.training, told.percent(100.0 * of.share)),
    );
    let text = format!("{} {verdict}", own.report_plans_text());
    tabled(&own.report_plans(), &text, &columns, all.iter().map(row).collect())
}

/// Creates the section of the cards whose effect depends on the training of the players.
pub fn styles(told: &ReportWords<'_>) -> Option<Section> {
    let (own, report) = (told.own, told.report);
    let impacts = report.impacts.last()?;
    let trainings = impacts.cards.iter().map(|card| card.trainings.len()).max()?;
    report.style_cards.first()?;
    let columns =
        [(own.report_col_card(), false), (own.report_col_least(), true), (own.report_col_most(), true)];
    let row = |of: &StyleCard| vec![told.card(&of.id), told.effect(of.least), told.effect(of.most)];
    let depend = report.style_cards.iter().filter(|of| of.depends);
    let rows = depend.take(ROWS).map(row).collect();
    let none = Section::new(&own.report_styles(), &own.report_styles_none(trainings));
    tabled(&own.report_styles(), &own.report_styles_text(trainings), &columns, rows).or(Some(none))
}
