//! Runs an experiment with players of several levels and compares the answers. The value of a card or a
//! change depends on the players.

use ludex_lab::Objective;
use ludex_lab::report::{Learned, Made};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::experiments::report::{columns, json};
use crate::failure::{Failure, Outcome};
use crate::terminal::output::{BOLD, Out};

/// Exit code of an interrupted run; no further level is played.
pub const STOPPED: u8 = 130;

/// Unit of a number, which determines its format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Percentage points of the wins, with a sign.
    Wins,
    /// Points of the score, with a sign.
    Points,
    /// An amount that is never negative.
    Amount,
}

impl Unit {
    /// Formats a distance, without a sign.
    fn size(self, distance: f64) -> String {
        match self {
            Unit::Wins | Unit::Amount => format!("{distance:.1}"),
            Unit::Points => format!("{distance:.2}"),
        }
    }

    pub fn from_objective(by: Objective) -> Unit {
        match by {
            Objective::Win => Unit::Wins,
            Objective::Score => Unit::Points,
        }
    }

    fn shown(self, number: f64) -> String {
        match self {
            Unit::Wins => format!("{number:+.1}"),
            Unit::Points => format!("{number:+.2}"),
            Unit::Amount => format!("{number:.1}"),
        }
    }
}

/// A figure of one item in an experiment.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Name of the item: a card or a seat.
    pub of: String,
    pub unit: Unit,
    /// `None` if it was not measured.
    pub number: Option<f64>,
    /// The 95 % interval for this figure alone; `None` if too few games were played.
    pub interval: Option<[f64; 2]>,
}

/// Result of the experiment with players of one level.
#[derive(Debug)]
pub struct LevelAnswer<R> {
    pub figures: Vec<Figure>,
    /// Provenance of the weights that played.
    pub made: Made,
    /// Complete report, for JSON.
    pub report: R,
    pub code: u8,
}

pub struct LevelsAsked<'a> {
    /// Comma-separated levels, each a bot that plays all seats.
    pub list: &'a str,
    /// Title of the table of figures.
    pub head: &'a str,
    pub as_json: bool,
}

/// JSON output of an experiment with `--levels`.
#[derive(JsonSchema, Serialize)]
struct Leveled<'a, R> {
    version: u32,
    levels: Vec<&'a R>,
}

/// Runs the experiment for each level until the user interrupts it. Prints the reports as JSON, or the
/// figures in one table.
pub fn run<R: Serialize>(
    asked: &LevelsAsked<'_>,
    out: &mut Out,
    mut play: impl FnMut(&str) -> Result<LevelAnswer<R>, Failure>,
) -> Outcome {
    let (mut levels, mut code) = (Vec::new(), 0);
    for bots in asked.list.split(',').map(str::trim) {
        let answer = play(bots)?;
        code = code.max(answer.code);
        levels.push((bots.to_owned(), answer));
        if code == STOPPED {
            break;
        }
    }
    if asked.as_json {
        let levels = levels.iter().map(|(_, answer)| &answer.report).collect();
        out.line(&json(&Leveled { version: ludex::JSON_VERSION, levels }))?;
    } else {
        out.wrapped(&out.paint(BOLD, asked.head), 2)?;
        out.line("")?;
        let figures: Vec<_> = levels.iter().map(|(bots, answer)| (bots.as_str(), &*answer.figures)).collect();
        table(&figures, out)?;
        for learned in levels.iter().flat_map(|(_, answer)| &answer.made.learned) {
            out.wrapped(&format!("{}.", Learned::sentence(learned)), 2)?;
        }
    }
    out.flush()?;
    Ok(code)
}

type Level<'a> = (&'a str, &'a [Figure]);

fn table(levels: &[Level<'_>], out: &mut Out) -> std::io::Result<()> {
    let head = [String::new()].into_iter().chain(levels.iter().map(|(bots, _)| (*bots).to_owned()));
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    for of in things(levels) {
        let cells = levels.iter().map(|level| find(level, of).map_or_else(|| "-".to_owned(), cell));
        rows.push([of.to_owned()].into_iter().chain(cells).collect());
    }
    columns(&rows, out)?;
    out.line("")?;
    let mut alike = Vec::new();
    for of in things(levels) {
        let found: Vec<(&str, &Figure)> =
            levels.iter().filter_map(|level| Some((level.0, find(level, of)?))).collect();
        match judged(&found) {
            Judged::Turns => {
                out.wrapped(&format!("{of}: the sign turns with who plays: {}.", listed(&found)), 2)?;
            }
            Judged::Differs => {
                out.wrapped(&format!("{of}: it depends on who plays: {}.", listed(&found)), 2)?
            }
            Judged::Alike => alike.push(format!("{of} {}", apart(&found))),
            Judged::Unknown => {}
        }
    }
    if !alike.is_empty() {
        let of = alike.join(", ");
        out.wrapped(
            &format!(
                "No difference between levels is shown here, and the intervals allow one of up to: {of}."
            ),
            2,
        )?;
    }
    Ok(())
}

fn things<'a>(levels: &[Level<'a>]) -> Vec<&'a str> {
    let mut things: Vec<&str> = Vec::new();
    for figure in levels.iter().rev().flat_map(|(_, figures)| *figures) {
        if !things.contains(&figure.of.as_str()) {
            things.push(&figure.of);
        }
    }
    things
}

fn find<'a>((_, figures): &Level<'a>, of: &str) -> Option<&'a Figure> {
    figures.iter().find(|figure| figure.of == of && figure.number.is_some())
}

fn cell(figure: &Figure) -> String {
    let number = figure.unit.shown(figure.number.unwrap_or(0.0));
    let ends = figure.interval.map(|ends| ends.map(|end| figure.unit.shown(end)));
    ends.map_or_else(|| number.clone(), |[low, high]| format!("{number} ({low} to {high})"))
}

/// Formats the figures by level: `-3.0 to random, +4.0 to policy`.
fn listed(levels: &[(&str, &Figure)]) -> String {
    let named = |(bots, figure): &(&str, &Figure)| {
        format!("{} to {bots}", figure.unit.shown(figure.number.unwrap_or(0.0)))
    };
    levels.iter().map(named).collect::<Vec<_>>().join(", ")
}

/// Returns the possible difference between levels: from the lowest to the highest end of their intervals.
fn apart(levels: &[(&str, &Figure)]) -> String {
    let ends = || levels.iter().filter_map(|(_, figure)| figure.interval);
    let low = ends().map(|[low, _]| low).fold(f64::INFINITY, f64::min);
    let high = ends().map(|[_, high]| high).fold(f64::NEG_INFINITY, f64::max);
    let unit = levels.first().map_or(Unit::Amount, |(_, figure)| figure.unit);
    unit.size(high - low)
}

/// Relation between the intervals of several levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judged {
    /// Some intervals are above zero, others below.
    Turns,
    /// Two intervals are disjoint.
    Differs,
    /// All intervals overlap, which does not prove equality.
    Alike,
    /// There are fewer than two intervals.
    Unknown,
}

fn judged(levels: &[(&str, &Figure)]) -> Judged {
    let known: Vec<(&Figure, [f64; 2])> =
        levels.iter().filter_map(|(_, figure)| Some((*figure, figure.interval?))).collect();
    let any = |found: &dyn Fn([f64; 2]) -> bool| known.iter().any(|(_, ends)| found(*ends));
    let differs = known.iter().any(|(_, one)| any(&|other| one[0] > other[1]));
    match known.as_slice() {
        [] | [_] => Judged::Unknown,
        // amounts are never negative, so their sign can't change
        [..] if any(&|[low, _]| low > 0.0) && any(&|[_, high]| high < 0.0) => Judged::Turns,
        [..] if differs => Judged::Differs,
        [..] => Judged::Alike,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(number: f64, by: f64) -> Figure {
        let interval = Some([number - by, number + by]);
        Figure { of: "King".to_owned(), unit: Unit::Wins, number: Some(number), interval }
    }

    fn judge_two(figures: [Figure; 2]) -> Judged {
        let [one, other] = &figures;
        judged(&[("random", one), ("policy", other)])
    }

    #[test]
    fn levels_differ_where_that_is_more_than_chance() {
        assert_eq!(judge_two([figure(-3.0, 1.0), figure(4.0, 1.0)]), Judged::Turns);
        assert_eq!(judge_two([figure(7.9, 0.5), figure(11.9, 0.9)]), Judged::Differs);
        assert_eq!(judge_two([figure(7.9, 2.5), figure(11.9, 2.9)]), Judged::Alike);
        assert_eq!(judge_two([figure(-1.0, 2.0), figure(1.5, 1.0)]), Judged::Alike);
        assert_eq!(judge_two([figure(0.0, 57.0), figure(5.0, 1.0)]), Judged::Alike);
        assert_eq!(apart(&[("random", &figure(0.0, 57.0)), ("policy", &figure(5.0, 1.0))]), "114.0");
        assert_eq!(
            judge_two([figure(-1.0, 2.0), Figure { interval: None, ..figure(9.0, 1.0) }]),
            Judged::Unknown
        );
    }

    #[test]
    fn a_figure_is_written_as_what_it_is() {
        let king = figure(7.9, 0.5);
        assert_eq!(cell(&king), "+7.9 (+7.4 to +8.4)");
        assert_eq!(listed(&[("random", &king), ("policy", &king)]), "+7.9 to random, +7.9 to policy");
        assert_eq!(cell(&Figure { unit: Unit::Amount, ..king.clone() }), "7.9 (7.4 to 8.4)");
        assert_eq!(cell(&Figure { unit: Unit::Points, interval: None, ..king }), "+7.90");
    }
}
