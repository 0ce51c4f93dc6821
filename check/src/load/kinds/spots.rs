//! The section `spots:`, with the adjacency of the spots.

use ludex_grammar::ast::{Expr, ExprKind};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::Node;

use crate::language::DIRECTION;
use crate::load::keys::{ExtraKeys, Form, KeyCount, KeyNames, RecordKeys, may, words};
use crate::load::raw::{Name, RawEnum, RawMap, RawRuleset, RawSpot};
use crate::load::reader::{MAX_ITEMS, Reader, Record, VARIABLES};
use crate::numbers::MAX_SPOTS;
use crate::operators::DIRECTIONS;

/// Maximum number of spots in all graphs of a ruleset, because all distances are precomputed.
const MAX_LINKED: usize = 1_000;

/// Adjacency of spots, as selected by `shape:`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SpotShape {
    Line,
    Ring,
    Grid,
    Graph,
}

const SHAPES: &[(&str, SpotShape)] = &[
    ("ring", SpotShape::Ring),
    ("line", SpotShape::Line),
    ("grid", SpotShape::Grid),
    ("graph", SpotShape::Graph),
];

static SPOT: RecordKeys = RecordKeys {
    what: "a spot",
    keys: &[
        may("count", Form::Expression, "the number of spots, over players and options"),
        may("names", Form::List(&Form::Name), "the name of each spot, instead of `count`"),
        may(
            "shape",
            Form::Word(|| words(SHAPES)),
            "`ring`: the last is followed by the first; `grid`: rows and columns; `graph`: given by `links`",
        ),
        may("columns", Form::Number(1, MAX_SPOTS as i64), "for a grid: the number of columns"),
        may("links", LINKS, "for a graph: the neighbours of each place; a link goes both ways"),
        may("state", VARIABLES, "variables of each of them"),
    ],
    others: ExtraKeys::None,
    choice: KeyCount::One(&["count", "names"]),
};

const LINKS: Form = Form::Map(KeyNames::Any, &Form::List(&Form::Name));

pub(in crate::load) const SPOTS: Form = Form::Map(KeyNames::New, &Form::Record(&SPOT));

/// Reads the section `spots:`.
pub(in crate::load) fn spots(r: &mut Reader, node: &Node) -> Vec<RawSpot> {
    let mut linked = 0;
    r.definitions(node, "a spot", MAX_ITEMS, |r, name, node| {
        let record = r.record(node, name.span, &SPOT);
        let names = record.get("names").map(|node| r.new_names(node, "the names", "a spot"));
        let count = count(r, &record, (&name, names.as_deref()));
        let shape = record.get("shape");
        let lie = shape.map(|node| (node.span, r.keyword(node, "`ring`, `line`, `grid` or `graph`", SHAPES)));
        let map = match lie {
            Some((at, Some(SpotShape::Grid))) => grid(r, &record, at),
            Some((at, Some(SpotShape::Graph))) => graph(r, &record, (at, &count), &mut linked),
            Some((_, Some(SpotShape::Ring | SpotShape::Line) | None)) | None => None,
        };
        misplaced(r, &record, lie.and_then(|(_, lie)| lie));
        Some(RawSpot {
            count,
            // an unreadable shape counts as a ring, where every spot has two neighbours: this causes no
            // further errors
            ring: lie.is_some_and(|(_, lie)| matches!(lie, None | Some(SpotShape::Ring))),
            state: r.variables(record.get("state")),
            words: names.unwrap_or_default(),
            is_teams: false,
            map,
            name,
        })
    })
}

/// Reads the number of spots.
fn count(r: &mut Reader, record: &Record, (name, names): (&Name, Option<&[Name]>)) -> Expr {
    let one = Expr { kind: ExprKind::Int(1), span: name.span };
    match (names, record.get("count")) {
        (Some(names), written) => {
            if let Some(node) = written {
                let message = "the names of these spots already determine their number";
                let problem = Diagnostic::new(Code::UnknownKey, node.span, message);
                r.report(problem.help("leave `count` out"));
            }
            let span = record.get("names").map_or(name.span, |node| node.span);
            if names.len() > MAX_SPOTS as usize {
                r.error(Code::OutOfRange, span, format!("more than {MAX_SPOTS} spots"));
            }
            Expr { kind: ExprKind::Int(i64::try_from(names.len()).unwrap_or(i64::MAX)), span }
        }
        (None, Some(node)) => r.expr(node).unwrap_or(one),
        (None, None) => {
            let _ = r.require(record, "count");
            one
        }
    }
}

fn grid(r: &mut Reader, record: &Record, at: Span) -> Option<RawMap> {
    let Some(node) = record.get("columns") else {
        let problem = Diagnostic::new(Code::MissingKey, at, "a grid needs `columns`");
        r.report(problem.help("add the number of columns: `columns: 9`"));
        return None;
    };
    let columns: Spanned<i32> = r.int(node, "the number of columns", 1, i64::from(MAX_SPOTS))?;
    Some(RawMap::Grid { at, columns })
}

fn graph(r: &mut Reader, record: &Record, (at, count): (Span, &Expr), linked: &mut usize) -> Option<RawMap> {
    if record.get("names").is_none() {
        let problem = Diagnostic::new(Code::MissingKey, at, "a graph needs `names`");
        r.report(problem.help("add the names of its places: `names: [london, paris]`"));
        return None;
    }
    let node = r.require(record, "links")?;
    if let ExprKind::Int(count) = count.kind {
        *linked = linked.saturating_add(usize::try_from(count).unwrap_or(usize::MAX));
    }
    if *linked > MAX_LINKED {
        r.error(Code::OutOfRange, at, format!("graphs have more than {MAX_LINKED} places in all"));
        return None;
    }
    let entries = r.map(node, "the links as a map", MAX_ITEMS).unwrap_or_default();
    let links = entries.iter().map(|(key, node)| {
        let name = Name::new(key.value.clone(), key.span);
        (name, r.words(node, "the adjacent places", "a place"))
    });
    Some(RawMap::Graph(links.collect()))
}

/// Reports keys that belong to another shape.
fn misplaced(r: &mut Reader, record: &Record, lie: Option<SpotShape>) {
    for (key, wanted, word) in [("columns", SpotShape::Grid, "grid"), ("links", SpotShape::Graph, "graph")] {
        let Some(node) = record.get(key).filter(|_| lie != Some(wanted)) else { continue };
        let problem = Diagnostic::new(Code::UnknownKey, node.span, format!("only a {word} has `{key}`"));
        r.report(problem.help(format!("write `shape: {word}`, or leave it out")));
    }
}

/// Adds the enum of directions if there is a grid, unless the ruleset defines it.
pub(in crate::load) fn directions(ruleset: &mut RawRuleset) {
    ruleset.enums.retain(|item| !item.of_grid);
    let grid = ruleset.spots.iter().find_map(|spot| match &spot.map {
        Some(RawMap::Grid { at, .. }) => Some(*at),
        Some(RawMap::Graph(_)) | None => None,
    });
    let named = ruleset.enums.iter().any(|item| item.name.value == DIRECTION);
    let Some(at) = grid.filter(|_| !named) else { return };
    let name = |word: &str| Name::new(word.to_owned(), at);
    let values = DIRECTIONS.map(name).to_vec();
    ruleset.enums.push(RawEnum { name: name(DIRECTION), values, of_grid: true });
}
