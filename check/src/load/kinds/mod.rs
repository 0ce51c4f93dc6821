//! Items on the table: the sections `kinds:`, `spots:`, `zones:` and `state:`.

pub(super) mod spots;

use ludex_grammar::ast::FieldDecl;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;
use ludex_grammar::yaml::{Node, NodeKind};

use super::cards;
use super::keys::{ExtraKeys, Form, KeyCount, KeyNames, RecordKeys, may, needs, words};
use super::names::shorten;
use super::raw::{Hides, Name, RawKind, RawProperty, RawRuleset, RawZone, Sees};
use super::reader::{MAX_CARDS, MAX_ITEMS, Reader, Record, VARIABLES};

const PER_PLAYER: &[(&str, bool)] = &[("player", true)];

static KIND: RecordKeys = RecordKeys {
    what: "a kind",
    keys: &[
        may(
            "per",
            Form::Word(|| words(PER_PLAYER)),
            "`player`: every player has a set of these cards and owns it",
        ),
        may(
            "fields",
            Form::Map(KeyNames::New, &Form::Field),
            "printed fields and their types; `?`: may be missing; `int = 0`: the value of cards that don't print it",
        ),
        may("state", VARIABLES, "variables on every card"),
        may("properties", Form::Map(KeyNames::New, &PROPERTY_FORM), "values that are computed"),
        may("in_play", Form::List(&Form::Name), "the zones in which abilities work"),
        may("active", Form::Expression, "condition under which abilities work"),
    ],
    others: ExtraKeys::Abilities,
    choice: KeyCount::Free,
};

static PROPERTY: RecordKeys = RecordKeys::new(
    "a property",
    &[
        needs("base", Form::Expression, "the base value"),
        may("stages", Form::List(&Form::Name), "the stages in which it is modified, in order"),
    ],
);

const PROPERTY_FORM: Form = Form::Either(&[Form::Expression, Form::Record(&PROPERTY)]);

pub(super) const KINDS: Form = Form::Map(KeyNames::New, &Form::Record(&KIND));

/// Reads the section `kinds:`.
pub(super) fn kinds(r: &mut Reader, node: &Node) -> Vec<RawKind> {
    r.definitions(node, "a kind", MAX_ITEMS, |r, name, node| Some(kind(r, name, node)))
}

fn kind(r: &mut Reader, name: Name, node: &Node) -> RawKind {
    let mut record = r.open_record(node, name.span, &KIND);
    let mut abilities = Vec::new();
    for entry in record.entries() {
        let (key, _) = entry;
        if !cards::ability(r, &name, entry, &mut abilities) && !KIND.has(&key.value) {
            r.unknown_entry(
                &mut record,
                entry,
                &[&KIND.names()[..], &["on EVENT", "modify PROPERTY", "action WINDOW.NAME"]].concat(),
                None,
            );
        }
    }
    let per_player = record.get("per").and_then(|node| r.keyword(node, "`player`", PER_PLAYER));
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

fn fields(r: &mut Reader, node: Option<&Node>) -> Vec<(Name, FieldDecl)> {
    let Some(node) = node else { return Vec::new() };
    r.definitions(node, "a field", MAX_ITEMS, |r, name, node| {
        let word = name.value.as_str();
        if matches!(word, "kind" | "copies") {
            r.error(
                Code::BadName,
                name.span,
                format!("`{word}` is a key of every card and can't name a field"),
            );
        } else if cards::is_ability(word) {
            let message = format!("`{word}` begins an ability of a card and can't name a field");
            r.report(
                Diagnostic::new(Code::BadName, name.span, message)
                    .help(format!("call it `is_{word}`, for example")),
            );
        }
        r.field_decl(node).map(|decl| (name, decl))
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
    let record = r.record(node, name.span, &PROPERTY);
    let base = record.get("base").and_then(|node| r.expr(node));
    let stages = record.get("stages").map_or(Vec::new(), |node| r.new_names(node, "the stages", "a stage"));
    Some(RawProperty { name, base: base?, stages })
}

const SEES: &[(&str, Sees)] = &[
    ("all", Sees::All),
    ("owner", Sees::Owner),
    ("others", Sees::Others),
    ("nobody", Sees::Nobody),
    ("by_face", Sees::ByFace),
];

static ZONE: RecordKeys = RecordKeys::new(
    "a zone",
    &[
        may(
            "per",
            Form::OneOrMore(&Form::Name),
            "`player`, `team`, a spot, a kind, a card or an enum: each of them has such a zone; `[flag, player]`: each flag has one for each player; absent: one zone",
        ),
        needs("holds", Form::OneOrMore(&Form::Name), "the kinds of cards that it can contain"),
        needs("sees", Form::Word(|| words(SEES)), "the players who may see its cards"),
        may("ordered", Form::Switch, "whether it keeps its order, top first"),
        may("max", Form::Number(1, MAX_CARDS as i64), "maximum number of cards"),
        may(
            "concealed",
            Form::Expression,
            "condition under which the zone and its size are hidden until the game is over",
        ),
        may(
            "covered",
            Form::Expression,
            "condition under which players are only shown the cards that they may look at",
        ),
    ],
);

pub(super) const ZONES: Form = Form::Map(KeyNames::New, &Form::Record(&ZONE));

/// Reads the section `zones:`.
pub(super) fn zones(r: &mut Reader, node: &Node) -> Vec<RawZone> {
    r.definitions(node, "a zone", MAX_ITEMS, |r, name, node| Some(zone(r, name, node)))
}

fn zone(r: &mut Reader, name: Name, node: &Node) -> RawZone {
    let record = r.record(node, name.span, &ZONE);
    let sees = record.get("sees");
    let sees = sees.and_then(|node| r.keyword(node, "`all`, `owner`, `others`, `nobody` or `by_face`", SEES));
    let hides = |r: &mut Reader, key| record.get(key).and_then(|node| r.expr(node));
    RawZone {
        hides: Hides { concealed: hides(r, "concealed"), covered: hides(r, "covered") },
        name,
        per: record.get("per").map_or(Vec::new(), |node| holder_and_key(r, node)),
        holds: holds(r, &record),
        sees: sees.unwrap_or(Sees::Nobody),
        ordered: record.get("ordered").and_then(|node| r.bool(node)).unwrap_or(false),
        max: record
            .get("max")
            .and_then(|node| r.int(node, "the maximum number of cards of a zone", 1, MAX_CARDS as i64)),
    }
}

/// Reads the holder of a zone, its key, or both.
fn holder_and_key(r: &mut Reader, node: &Node) -> Vec<Name> {
    let items = r.one_or_more(node, "the holder and the key", MAX_ITEMS);
    if items.len() > 2 {
        let problem = Diagnostic::new(Code::WrongShape, node.span, "a zone has at most two keys");
        r.report(problem.help("name the holder, then the key: `per: [flag, player]`"));
    }
    items
        .iter()
        .take(2)
        .filter_map(|item| r.word(item, "`player`, a spot, a kind, a card or an enum"))
        .collect()
}

fn holds(r: &mut Reader, record: &Record) -> Vec<Name> {
    let Some(node) = record.get("holds") else { return Vec::new() };
    let items = r.one_or_more(node, "the kinds", MAX_ITEMS);
    if items.is_empty() {
        r.error(Code::WrongShape, node.span, "a zone holds at least one kind");
    }
    let words: Vec<Name> = items.iter().filter_map(|item| r.word(item, "a kind")).collect();
    let mut kinds: Vec<Name> = Vec::new();
    for kind in words {
        match kinds.iter().find(|known| known.value == kind.value) {
            Some(first) => {
                let message = format!("duplicate entry `{}`", shorten(&kind.value));
                let problem = Diagnostic::new(Code::DoesNothing, kind.span, message);
                r.report(problem.other(first.span, "first here").help("leave it out"));
            }
            None => kinds.push(kind),
        }
    }
    kinds
}

static STATE: RecordKeys = RecordKeys::new(
    "the state",
    &[
        may("game", VARIABLES, "variables of the game"),
        may("player", VARIABLES, "variables of each player"),
        may("team", VARIABLES, "variables of each team"),
    ],
);

pub(super) const STATE_FORM: Form = Form::Record(&STATE);

/// Reads the section: `state: { game: …, player: …, team: … }`.
pub(super) fn state(r: &mut Reader, ruleset: &mut RawRuleset, at: Span, node: &Node) {
    let record = r.record(node, at, &STATE);
    ruleset.game_state = r.variables(record.get("game"));
    ruleset.player_state = r.variables(record.get("player"));
    let of_teams = record.entries().iter().find(|entry| record.meant(entry) == "team");
    ruleset.team_state = of_teams.map(|(key, node)| (key.span, r.variables(Some(node))));
}
