//! What lies on the table: `kinds:`, `spots:`, `zones:` and `state:`.

use ludex_grammar::ast::{Expr, ExprKind, TypeExpr};
use ludex_grammar::codes::Code;
use ludex_grammar::span::Span;
use ludex_grammar::yaml::{Node, NodeKind};

use super::cards;
use super::raw::{Name, RawKind, RawProperty, RawRuleset, RawSpot, RawZone, Sees};
use super::reader::{MAX_CARDS, MAX_ITEMS, Reader, Record};

const KIND_KEYS: &[&str] = &["per", "fields", "state", "properties", "in_play", "active"];

/// `kinds:`
pub(super) fn kinds(r: &mut Reader, node: &Node) -> Vec<RawKind> {
    r.definitions(node, "a kind", MAX_ITEMS, |r, name, node| Some(kind(r, name, node)))
}

fn kind(r: &mut Reader, name: Name, node: &Node) -> RawKind {
    let mut record = r.open_record(node, name.span, "a kind");
    let mut abilities = Vec::new();
    for entry in record.entries() {
        let (key, value) = entry;
        if !cards::ability(r, key, value, &mut abilities) && !KIND_KEYS.contains(&key.value.as_str()) {
            r.unknown_entry(&mut record, entry, &[KIND_KEYS, &["on EVENT", "modify PROPERTY"]].concat());
        }
    }
    let per_player = record.get("per").and_then(|node| r.keyword(node, "`player`", &[("player", true)]));
    RawKind {
        name,
        per_player: per_player.unwrap_or(false),
        fields: fields(r, record.get("fields")),
        state: r.variables(record.get("state")),
        properties: properties(r, record.get("properties")),
        in_play: record.get("in_play").map_or(Vec::new(), |node| r.words(node, "the zones", "a zone")),
        active: record.get("active").and_then(|node| r.expr(node)),
        abilities,
    }
}

fn fields(r: &mut Reader, node: Option<&Node>) -> Vec<(Name, TypeExpr)> {
    let Some(node) = node else { return Vec::new() };
    r.definitions(node, "a field", MAX_ITEMS, |r, name, node| {
        if matches!(name.value.as_str(), "kind" | "copies") {
            let message = format!("`{}` is a key of every card and can't name a field", name.value);
            r.error(Code::BadName, name.span, message);
        }
        r.type_expr(node).map(|ty| (name, ty))
    })
}

fn properties(r: &mut Reader, node: Option<&Node>) -> Vec<RawProperty> {
    let Some(node) = node else { return Vec::new() };
    r.definitions(node, "a property", MAX_ITEMS, property)
}

fn property(r: &mut Reader, name: Name, node: &Node) -> Option<RawProperty> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        return r.expr(node).map(|base| RawProperty { name, base, stages: Vec::new() });
    }
    let record = r.record(node, name.span, "a property", &["base", "stages"]);
    let base = r.require(&record, "base").and_then(|node| r.expr(node));
    let stages = record.get("stages").map_or(Vec::new(), |node| r.new_names(node, "the stages", "a stage"));
    Some(RawProperty { name, base: base?, stages })
}

/// `spots:`
pub(super) fn spots(r: &mut Reader, node: &Node) -> Vec<RawSpot> {
    r.definitions(node, "a spot", MAX_ITEMS, |r, name, node| {
        let record = r.record(node, name.span, "a spot", &["count", "shape", "state"]);
        let count = r.require(&record, "count").and_then(|node| r.expr(node));
        let shapes = &[("ring", true), ("line", false)];
        let ring = record.get("shape").and_then(|node| r.keyword(node, "`ring` or `line`", shapes));
        Some(RawSpot {
            count: count.unwrap_or(Expr { kind: ExprKind::Int(1), span: name.span }),
            name,
            // a shape that can't be read has a neighbour on either side: nothing follows from it
            ring: ring.unwrap_or(record.get("shape").is_some()),
            state: r.variables(record.get("state")),
        })
    })
}

const SEES: &[(&str, Sees)] =
    &[("all", Sees::All), ("owner", Sees::Owner), ("nobody", Sees::Nobody), ("by_face", Sees::ByFace)];

/// `zones:`
pub(super) fn zones(r: &mut Reader, node: &Node) -> Vec<RawZone> {
    r.definitions(node, "a zone", MAX_ITEMS, |r, name, node| Some(zone(r, name, node)))
}

fn zone(r: &mut Reader, name: Name, node: &Node) -> RawZone {
    let keys = ["per", "holds", "sees", "ordered", "max", "concealed", "covered"];
    let record = r.record(node, name.span, "a zone", &keys);
    let sees = r.require(&record, "sees");
    let sees = sees.and_then(|node| r.keyword(node, "`all`, `owner`, `nobody` or `by_face`", SEES));
    RawZone {
        concealed: record.get("concealed").and_then(|node| r.expr(node)),
        covered: record.get("covered").and_then(|node| r.expr(node)),
        span: name.span.to(node.span),
        name,
        per: record.get("per").and_then(|node| r.word(node, "`player`, a spot, a kind or a card")),
        holds: holds(r, &record),
        sees: sees.unwrap_or(Sees::Nobody),
        ordered: record.get("ordered").and_then(|node| r.bool(node)).unwrap_or(false),
        max: record.get("max").and_then(|node| r.int(node, "the most cards of a zone", 1, MAX_CARDS as i64)),
    }
}

fn holds(r: &mut Reader, record: &Record) -> Vec<Name> {
    let Some(node) = r.require(record, "holds") else { return Vec::new() };
    let items = r.one_or_more(node, "the kinds", MAX_ITEMS);
    if items.is_empty() {
        r.error(Code::WrongShape, node.span, "a zone holds at least one kind");
    }
    let kinds = items.iter().filter_map(|item| r.word(item, "a kind")).collect();
    r.distinct(kinds)
}

/// `state: { game: …, player: … }`
pub(super) fn state(r: &mut Reader, ruleset: &mut RawRuleset, at: Span, node: &Node) {
    let record = r.record(node, at, "the state", &["game", "player"]);
    ruleset.game_state = r.variables(record.get("game"));
    ruleset.player_state = r.variables(record.get("player"));
}
