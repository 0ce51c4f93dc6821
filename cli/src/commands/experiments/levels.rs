//! The same experiment with players of several levels, its answers side by side: what a card or a change is worth depends on who plays.

use serde::Serialize;

use crate::commands::experiments::report::{columns, json};
use crate::failure::Failure;
use crate::terminal::output::Out;

/// What an experiment says of one thing.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Of what: a card, a seat.
    pub of: String,
    /// In percentage points; nothing if it was not measured.
    pub points: Option<f64>,
    /// Where it is, of this one alone in 95 of 100 runs.
    pub interval: [f64; 2],
}

/// What it says with players of one level.
#[derive(Debug)]
pub struct Level<R> {
    /// Who plays.
    pub bots: String,
    pub figures: Vec<Figure>,
    /// All of it.
    pub report: R,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Leveled<'a, R> {
    version: u32,
    levels: Vec<&'a R>,
}

/// The levels that are asked for, each a list of one bot.
pub fn parse(list: &str) -> Vec<String> {
    list.split(',').map(|word| word.trim().to_owned()).collect()
}

/// The reports one after the other, or what they say side by side.
pub fn tell<R: Serialize>(levels: &[Level<R>], as_json: bool, out: &mut Out) -> Result<(), Failure> {
    if as_json {
        let levels = levels.iter().map(|level| &level.report).collect();
        out.line(&json(&Leveled { version: ludex::JSON_VERSION, levels }))?;
        return Ok(out.flush()?);
    }
    let head = [String::new()].into_iter().chain(levels.iter().map(|level| level.bots.clone()));
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    for of in things(levels) {
        let cells = levels.iter().map(|level| find(level, of).map_or_else(|| "-".to_owned(), cell));
        rows.push([of.to_owned()].into_iter().chain(cells).collect());
    }
    columns(&rows, out)?;
    out.line("")?;
    for of in things(levels) {
        let found: Vec<(&str, &Figure)> =
            levels.iter().filter_map(|level| Some((level.bots.as_str(), find(level, of)?))).collect();
        if let Some(sentence) = sentence(of, &found) {
            out.wrapped(&sentence, 2)?;
        }
    }
    Ok(out.flush()?)
}

fn things<R>(levels: &[Level<R>]) -> Vec<&str> {
    let mut things: Vec<&str> = Vec::new();
    for figure in levels.iter().rev().flat_map(|level| &level.figures) {
        if !things.contains(&figure.of.as_str()) {
            things.push(&figure.of);
        }
    }
    things
}

fn find<'a, R>(level: &'a Level<R>, of: &str) -> Option<&'a Figure> {
    level.figures.iter().find(|figure| figure.of == of && figure.points.is_some())
}

fn cell(figure: &Figure) -> String {
    let [low, high] = figure.interval;
    format!("{:+.1} ({low:+.1} to {high:+.1})", figure.points.unwrap_or(0.0))
}

/// The side of 0 on which an interval lies.
fn side(figure: &Figure) -> Option<bool> {
    let [low, high] = figure.interval;
    if low > 0.0 { Some(true) } else { (high < 0.0).then_some(false) }
}

/// Where levels differ in more than chance does, if they do: where the sign turns, or where two intervals have nothing in common.
fn sentence(of: &str, levels: &[(&str, &Figure)]) -> Option<String> {
    let named = |(bots, figure): &(&str, &Figure)| format!("{:+.1} to {bots}", figure.points.unwrap_or(0.0));
    let all = || levels.iter().map(named).collect::<Vec<_>>().join(", ");
    let sure: Vec<bool> = levels.iter().filter_map(|(_, figure)| side(figure)).collect();
    if sure.contains(&true) && sure.contains(&false) {
        return Some(format!("{of}: the sign turns with who plays: {}.", all()));
    }
    let apart = |one: &Figure, other: &Figure| one.interval[0] > other.interval[1];
    let differ = levels.iter().any(|(_, one)| levels.iter().any(|(_, other)| apart(one, other)));
    differ.then(|| format!("{of}: it depends on who plays: {}.", all()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(points: f64, by: f64) -> Figure {
        Figure { of: "King".to_owned(), points: Some(points), interval: [points - by, points + by] }
    }

    #[test]
    fn it_is_said_where_levels_differ_in_more_than_chance() {
        let said = |figures: [Figure; 2]| {
            let [one, other] = &figures;
            sentence("King", &[("random", one), ("policy", other)])
        };
        let turns = said([figure(-3.0, 1.0), figure(4.0, 1.0)]).expect("a sentence");
        assert_eq!(turns, "King: the sign turns with who plays: -3.0 to random, +4.0 to policy.");
        let more = said([figure(7.9, 0.5), figure(11.9, 0.9)]).expect("a sentence");
        assert_eq!(more, "King: it depends on who plays: +7.9 to random, +11.9 to policy.");
        assert_eq!(said([figure(7.9, 2.5), figure(11.9, 2.9)]), None);
        assert_eq!(said([figure(-1.0, 2.0), figure(1.5, 1.0)]), None);
    }
}
