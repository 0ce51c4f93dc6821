//! The section `layout:`, which describes how the table is drawn.

mod faces;

use ludex_grammar::codes::Code;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::Node;

use super::keys::{Form, KeyNames, RecordKeys, may, needs, words};
use super::raw::{Name, RawLayout, RawLog, RawSeatLook, RawShown, Shape, TableArea};
use super::reader::{MAX_ITEMS, Reader};

static PLACE: RecordKeys = RecordKeys::new(
    "what is drawn",
    &[
        needs("as", SHAPE, "how it is drawn"),
        may(
            "sorted",
            Form::OneOrMore(&Form::Name),
            "the fields by which the cards of a zone are sorted, the main field first",
        ),
        may("is", Form::Expression, "a value that is computed and has no other place"),
        may(
            "at",
            Form::Word(|| words(TableArea::ALL)),
            "the area of the table, unless it is that of the list",
        ),
    ],
);

static SEAT: RecordKeys = RecordKeys::new(
    "a seat",
    &[
        may("colour", Form::Colour, "the colour of the player"),
        may("sign", Form::Name, "one character that stands for the player"),
    ],
);

const SHAPE: Form = Form::Word(|| words(Shape::ALL));

const SHOWN: Form = Form::Map(KeyNames::Any, &Form::Either(&[SHAPE, Form::Record(&PLACE)]));

static LAYOUT: RecordKeys = RecordKeys::new(
    "the layout",
    &[
        may("heading", Form::List(&Form::Name), "the phases and variables above the table"),
        may("middle", SHOWN, "the items in the middle, and their form"),
        may("player", SHOWN, "the items in front of each player"),
        may("spots", Form::Map(KeyNames::Any, &SHOWN), "the items at each spot, from top to bottom"),
        may(
            "cards",
            Form::Map(KeyNames::Any, &Form::List(&Form::Name)),
            "the fields and variables that cards of a kind show",
        ),
        may("faces", Form::Map(KeyNames::Any, &faces::FACE_FORM), "the look of printed cards of a kind"),
        may(
            "log",
            Form::Either(&[NO_LINE, Form::Map(KeyNames::Any, &NO_LINE)]),
            "`none` for decisions whose choices get no line in the log",
        ),
        may("seats", Form::Map(KeyNames::Any, &Form::Record(&SEAT)), "the colours and signs of players"),
        may(
            "show",
            Form::Map(KeyNames::Any, &Form::List(&Form::Name)),
            "the variables and computed values that the prompt of a decision repeats",
        ),
    ],
);

/// The word for choices without a log line.
const NONE: &[(&str, ())] = &[("none", ())];

const NO_LINE: Form = Form::Word(|| words(NONE));

pub(super) const LAYOUT_FORM: Form = Form::Record(&LAYOUT);

/// Reads the section `layout:`.
pub(super) fn layout(r: &mut Reader, at: Span, node: &Node) -> RawLayout {
    let record = r.record(node, at, &LAYOUT);
    let heading = record.get("heading");
    RawLayout {
        heading: heading.map(|node| r.words(node, "the heading", "a phase or a variable")),
        middle: record.get("middle").map_or(Vec::new(), |node| shown(r, node)),
        player: record.get("player").map_or(Vec::new(), |node| shown(r, node)),
        spots: groups(r, record.get("spots"), "a spot", shown),
        cards: groups(r, record.get("cards"), "a kind", |r, node| {
            r.words(node, "what cards show", "a field or a variable")
        }),
        faces: groups(r, record.get("faces"), "a kind", faces::face),
        log: record.get("log").map_or_else(RawLog::default, |node| log(r, node)),
        seats: groups(r, record.get("seats"), "a seat", seat),
        show: groups(r, record.get("show"), "a decision", |r, node| {
            r.words(node, "what a prompt repeats", "a variable")
        }),
    }
}

/// Reads the colour and sign of a player.
fn seat(r: &mut Reader, node: &Node) -> RawSeatLook {
    let record = r.record(node, node.span, &SEAT);
    let sign = record.get("sign").and_then(|node| r.word(node, "a sign"));
    let sign = sign.filter(|sign| {
        let is_one = sign.value.chars().count() == 1;
        if !is_one {
            r.error(Code::WrongShape, sign.span, "a sign is one character");
        }
        is_one
    });
    let colour = record.get("colour").and_then(|node| faces::colour(r, node));
    RawSeatLook { colour, sign: sign.map(|sign| sign.value) }
}

fn log(r: &mut Reader, node: &Node) -> RawLog {
    if node.is_null() {
        return RawLog::default();
    }
    if node.as_map().is_none() {
        return RawLog { is_none: r.keyword(node, "`none`", NONE).is_some(), without: Vec::new() };
    }
    let mut without = Vec::new();
    for (name, node) in r.named(node, "a decision", MAX_ITEMS) {
        without.extend(r.keyword(node, "`none`", NONE).map(|()| name.clone()));
    }
    RawLog { is_none: false, without }
}

fn groups<T>(
    r: &mut Reader,
    node: Option<&Node>,
    what: &str,
    read: impl Fn(&mut Reader, &Node) -> T,
) -> Vec<(Name, T)> {
    let Some(node) = node else { return Vec::new() };
    r.named(node, what, MAX_ITEMS).iter().map(|(name, node)| (name.clone(), read(r, node))).collect()
}

fn shown(r: &mut Reader, node: &Node) -> Vec<RawShown> {
    let mut list = Vec::new();
    for (name, node) in r.named(node, "a zone, a spot or a variable", MAX_ITEMS) {
        let (shape, sorted, is, area) = match node.as_map() {
            None => (Some(node), Vec::new(), None, None),
            Some(_) => {
                let record = r.record(node, name.span, &PLACE);
                let sorted = record.get("sorted").map(|node| r.one_or_more(node, "fields", MAX_ITEMS));
                let sorted = sorted.unwrap_or_default().iter().filter_map(|node| r.word(node, "a field"));
                let sorted = sorted.collect();
                let is = record.get("is").map(|node| r.expr(node));
                // unreadable items are not drawn
                let area = record.get("at");
                let area = area.and_then(|node| {
                    Some(Spanned::new(r.keyword(node, "an area", TableArea::ALL)?, node.span))
                });
                (record.get("as").filter(|_| is != Some(None)), sorted, is.flatten(), area)
            }
        };
        let Some(node) = shape else { continue };
        if let Some(shape) = r.keyword(node, "a shape", Shape::ALL) {
            let shape = Spanned::new(shape, node.span);
            list.push(RawShown { name: name.clone(), shape, sorted, area, is });
        }
    }
    list
}
