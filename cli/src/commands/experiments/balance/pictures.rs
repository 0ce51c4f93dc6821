//! Sections of a report with pictures of cards.

use ludex_lab::balance::{BalanceCard, Finding, IgnoredOption};
use ludex_lab::html::{Chart, Interval, Intervals, Pictured, Section, Table};
use ludex_lab::simulate::LARGE_NUMBER;
use ludex_table::faces::Faces;

use super::told::ReportWords;
use crate::commands::doc::art::Art;

/// Maximum number of pictures of strong cards, and of weak cards.
const PICTURES: usize = 4;
/// Maximum number of pictures of unused cards, and of rows of unused options.
const UNUSED: usize = 12;
/// Maximum number of rows of a chart.
const ROWS: usize = 24;

/// Draws cards by ID, with a caption each.
fn pictures(told: &ReportWords<'_>, art: &Art<'_>, cards: Vec<(&str, String)>) -> Vec<Pictured> {
    let read = |path: &str| art.read(path);
    let faces = Faces::new(told.words, &read);
    let drawn = cards.into_iter().filter_map(|(id, caption)| {
        let design = faces.designs.iter().find(|design| design.name == id)?;
        Some(Pictured { svg: faces.svg(design), name: told.card(id), caption })
    });
    let drawn = drawn.collect();
    faces.problems().iter().for_each(|problem| art.note(problem.message.clone()));
    drawn
}

/// Creates the section of the strongest and weakest cards, the strongest first.
pub fn strong(told: &ReportWords<'_>, art: &Art<'_>) -> Option<Section> {
    let all = told.report.cards.iter().filter_map(|card| Some((card, card.impact?, card.interval?)));
    let mut all: Vec<(&BalanceCard, f64, [f64; 2])> = all.collect();
    let gain = |of: &(&BalanceCard, f64, [f64; 2])| told.report.gain(of.1, of.2);
    all.sort_by(|a, b| gain(b).0.total_cmp(&gain(a).0));
    let helps = all.iter().filter(|of| gain(of).1[0] > 0.0).take(PICTURES);
    let hurts: Vec<&(&BalanceCard, f64, [f64; 2])> = all.iter().filter(|of| gain(of).1[1] < 0.0).collect();
    let hurts = hurts.iter().skip(hurts.len().saturating_sub(PICTURES)).copied();
    let caption = |(card, impact, ends): &(&BalanceCard, f64, [f64; 2])| {
        let (name, impact, ends) = (told.card(&card.id), told.effect(*impact), told.effects(*ends));
        format!("{name}: {impact} ({ends})")
    };
    let shown = helps.chain(hurts).map(|of| (of.0.id.as_str(), caption(of))).collect();
    let row = |(card, value, [low, high]): &(&BalanceCard, f64, [f64; 2])| {
        let label = told.card(&card.id);
        let hover = format!("{label}: {} ({})", told.effect(*value), told.effects([*low, *high]));
        Interval { label, value: *value, low: *low, high: *high, hover }
    };
    let half = all.len().min(ROWS) / 2;
    let ends = all.iter().take(ROWS - half).chain(all.iter().skip((all.len() - half).max(ROWS - half)));
    let chart = Intervals {
        axis: told.own.report_effect_axis(told.unit()),
        reference: Some((0.0, told.own.report_no_effect())),
        rows: ends.map(row).collect(),
    };
    (!all.is_empty()).then(|| Section {
        pictures: pictures(told, art, shown),
        chart: Some(Chart::Intervals(chart)),
        ..Section::new(
            &told.own.report_strong(),
            &told.own.report_strong_text(told.unit(), told.meanings().join(" ")),
        )
    })
}

/// Creates the section of cards and options that nobody uses.
pub fn unused(told: &ReportWords<'_>, art: &Art<'_>) -> Option<Section> {
    let (own, report) = (told.own, told.report);
    let never = report.cards.iter().filter(|card| card.is_never_chosen());
    let never = never.map(|card| (card.id.as_str(), own.report_never_caption(told.count(card.offered))));
    let unused = report.unused_cards.iter().map(|id| (id.as_str(), own.report_unused_caption()));
    let cards = unused.chain(never).take(UNUSED);
    let cards = cards.map(|(id, caption)| (id, format!("{}: {caption}", told.card(id)))).collect();
    let row = |(decision, option, offered): (&str, String, u64)| {
        vec![told.names.choice(decision, &option), told.count(offered)]
    };
    let rows: Vec<Vec<String>> = ignored(told).into_iter().take(UNUSED).map(row).collect();
    let columns = [(&*own.report_col_option(), false), (&*own.report_col_offered(), true)];
    let is_unused = |finding: &&Finding| {
        matches!(finding, Finding::Unused { kinds, cards, never_chosen, options, .. }
            if *options > 0 || [kinds, cards, never_chosen].iter().any(|ids| !ids.is_empty()))
    };
    let text = report.verdict.iter().find(is_unused).map(|finding| told.finding(finding))?;
    Some(Section {
        pictures: pictures(told, art, cards),
        table: (!rows.is_empty()).then(|| Table::new(&columns, rows)),
        ..Section::new(&own.report_unused(), &text)
    })
}

/// Returns the ignored options as decision, option and offers. A row contains all numbers of a decision.
fn ignored<'a>(told: &'a ReportWords<'_>) -> Vec<(&'a str, String, u64)> {
    let is_number = |of: &IgnoredOption| of.option.parse::<i64>().is_ok() || of.option == LARGE_NUMBER;
    let mut rows: Vec<(&IgnoredOption, usize)> = Vec::new();
    for option in &told.report.ignored_options {
        let alike = |(of, _): &&mut (&IgnoredOption, usize)| is_number(of) && of.decision == option.decision;
        match rows.iter_mut().find(alike).filter(|_| is_number(option)) {
            Some((_, count)) => *count += 1,
            None => rows.push((option, 1)),
        }
    }
    let row = |(of, count): (&'a IgnoredOption, usize)| {
        let option = if count > 1 { told.own.report_numbers(count) } else { of.option.clone() };
        (of.decision.as_str(), option, of.offered)
    };
    rows.into_iter().map(row).collect()
}
