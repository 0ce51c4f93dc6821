//! Named items used by effects: `tables:`, `events:`, `messages:`, `steps:`, `functions:`, `procedures:`.

use std::collections::BTreeMap;

use ludex_grammar::ast::{Block, Expr, Ident, Query, TypeExpr};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::yaml::{Node, NodeKind};

use super::keys::{Form, KeyNames, RecordKeys, may, needs};
use super::names::{check_name, shorten};
use super::raw::RawWindow;
use super::raw::{
    Name, RawAction, RawFunction, RawParam, RawProcedure, RawRow, RawSignature, RawSteps, RawTable,
};
use super::reader::{MAX_ACTIONS, MAX_ITEMS, Owner, PARAMS, Reader, Record};
use crate::ids::MAX_TARGETS;
use crate::language::{Noun, TypeWord, is_identifier};

pub(super) const TABLES: Form = Form::Map(KeyNames::New, &TABLE);

/// The form of a table, whose rows may be tables, up to a depth of three.
const TABLE: Form = Form::Map(KeyNames::Rows, &Form::Either(&[CELL, WITHIN]));
const WITHIN: Form = Form::Map(KeyNames::Rows, &Form::Either(&[CELL, INNERMOST]));
const INNERMOST: Form = Form::Map(KeyNames::Rows, &CELL);
const CELL: Form = Form::Number(i32::MIN as i64, i32::MAX as i64);

/// Maximum nesting depth of tables.
const MAX_KEYS: usize = 3;

/// The key for the value of all keys without a row.
const ELSE: &str = "else";

/// Reads the section `tables:`.
pub(super) fn tables(r: &mut Reader, node: &Node) -> Vec<RawTable> {
    r.definitions(node, "a table", MAX_ITEMS, |r, name, node| Some(table(r, name, node, 1)))
}

/// Reads a table, or a row that is a table; `keys` is its nesting depth.
fn table(r: &mut Reader, name: Name, node: &Node, keys: usize) -> RawTable {
    let entries = r.entries(node, "the rows of a table as a map", MAX_ITEMS);
    // `4, 2` for `4: 2` parses as two keys without a value: only the first is reported
    let follows = |i: usize| i > 0 && entries[i].1.is_null() && entries[i - 1].1.is_null();
    let rows = entries.iter().enumerate().filter(|(i, _)| !follows(*i));
    let rows = rows.filter_map(|(_, (key, value))| row(r, key, value, keys));
    let (other, rows): (Vec<_>, Vec<_>) = rows.partition(|(key, _)| key.value == ELSE);
    RawTable { name, rows, other: other.into_iter().next().map(|(_, value)| value) }
}

fn row(r: &mut Reader, key: &Name, value: &Node, keys: usize) -> Option<(Name, RawRow)> {
    let is_int = key.value.parse::<i32>().is_ok_and(|n| n.to_string() == key.value);
    if !is_int && !is_identifier(&key.value) {
        let message = format!("`{}` can't be the key of a table", shorten(&key.value));
        let help = "a key is a whole number or a value of an enum";
        r.report(Diagnostic::new(Code::BadName, key.span, message).help(help));
        return None;
    }
    if value.as_map().is_some() && keys < MAX_KEYS {
        return Some((key.clone(), RawRow::Table(Box::new(table(r, key.clone(), value, keys + 1)))));
    }
    let value = r.int(value, "a value of a table", i32::MIN.into(), i32::MAX.into())?;
    Some((key.clone(), RawRow::Number(value)))
}

pub(super) const SIGNATURES: Form = Form::Map(KeyNames::New, &PARAMS);

/// Description of an entry of `events:` in messages.
pub(super) const EVENT: &str = "an event";

/// Reads `events:` or `messages:`; `what` is `an event` or `a message`.
pub(super) fn signatures(r: &mut Reader, node: &Node, what: &'static str) -> Vec<RawSignature> {
    r.definitions(node, what, MAX_ITEMS, |r, name, node| {
        let params = if what == EVENT { r.facts(node) } else { r.params(Some(node), "a fact") };
        Some(RawSignature { name, params })
    })
}

static STEP_LIST: RecordKeys = RecordKeys::new(
    "a list of steps",
    &[
        may("with", PARAMS, "names and types of its parameters"),
        needs(
            "order",
            Form::List(&Form::Either(&[Form::Name, Form::Pair(&Form::Expression)])),
            "the steps in order, each a word or `{ step: condition }`",
        ),
    ],
);

pub(super) const STEPS: Form = Form::Map(KeyNames::New, &Form::Record(&STEP_LIST));

/// Reads the section `steps:`.
pub(super) fn steps(r: &mut Reader, node: &Node) -> Vec<RawSteps> {
    r.definitions(node, "a list of steps", MAX_ITEMS, |r, name, node| {
        let record = r.record(node, name.span, &STEP_LIST);
        let params = r.params(record.get("with"), "a parameter");
        let order = record.get("order").map_or(Vec::new(), |node| order(r, node));
        Some(RawSteps { name, params, order })
    })
}

fn order(r: &mut Reader, node: &Node) -> Vec<(Name, Option<Expr>)> {
    let mut seen = BTreeMap::new();
    let mut order = Vec::new();
    for item in r.list(node, "the steps", MAX_ITEMS) {
        let Some((name, condition)) = step(r, item) else { continue };
        check_name(r, &name, "a step");
        if r.first_time(&mut seen, &name) {
            order.push((name, condition));
        }
    }
    order
}

fn step(r: &mut Reader, item: &Node) -> Option<(Name, Option<Expr>)> {
    let NodeKind::Map(entries) = &item.kind else {
        return r.word(item, "a step, or `{ step: condition }`").map(|name| (name, None));
    };
    let [(name, condition)] = entries.as_slice() else {
        r.error(
            Code::WrongShape,
            item.span,
            "expected one step and its condition, as in `{ step: condition }`",
        );
        return None;
    };
    Some((name.clone(), r.expr(condition)))
}

static FUNCTION: RecordKeys = RecordKeys::new(
    "a function",
    &[
        may("with", PARAMS, "names and types of its parameters"),
        may("gives", Form::Type, "the type of its value"),
        needs("is", Form::Expression, "its value, or statements that end with `give`"),
    ],
);

pub(super) const FUNCTIONS: Form =
    Form::Map(KeyNames::New, &Form::Either(&[Form::Expression, Form::Record(&FUNCTION)]));

/// Reads the section `functions:`.
pub(super) fn functions(r: &mut Reader, node: &Node) -> Vec<RawFunction> {
    r.definitions(node, "a function", MAX_ITEMS, |r, name, node| {
        if !matches!(node.kind, NodeKind::Map(_)) {
            let body = r.computed(node)?;
            return Some(RawFunction { name, params: Vec::new(), gives: None, body });
        }
        let record = r.record(node, name.span, &FUNCTION);
        let params = r.params(record.get("with"), "a parameter");
        let gives = record.get("gives").and_then(|node| r.type_expr(node));
        let body = record.get("is").and_then(|node| r.computed(node))?;
        Some(RawFunction { name, params, gives, body })
    })
}

static PROCEDURE: RecordKeys = RecordKeys::new(
    "a procedure",
    &[
        may("with", PARAMS, "names and types of its parameters"),
        may("gives", Form::Type, "the type of the value that it gives"),
        needs("do", Form::Effects, "what it does"),
    ],
);

pub(super) const PROCEDURES: Form =
    Form::Map(KeyNames::New, &Form::Either(&[Form::Effect, Form::Record(&PROCEDURE)]));

/// Reads the section `procedures:`.
pub(super) fn procedures(r: &mut Reader, node: &Node) -> Vec<RawProcedure> {
    r.definitions(node, "a procedure", MAX_ITEMS, |r, name, node| {
        if !matches!(node.kind, NodeKind::Map(_)) {
            let body = r.effect(node).unwrap_or_else(|| nothing(node));
            return Some(RawProcedure {
                name,
                params: Vec::new(),
                gives: None,
                body,
                is_part: false,
                reacts_to: None,
            });
        }
        let record = r.record(node, name.span, &PROCEDURE);
        let params = r.params(record.get("with"), "a parameter");
        let gives = record.get("gives").and_then(|node| r.type_expr(node));
        let owner = Owner {
            path: format!("{}.do", name.value),
            params: &params,
            reacts_to: None,
            gives: gives.is_some(),
        };
        let body = r.effects(&record, "do", &owner).unwrap_or_else(|| nothing(node));
        Some(RawProcedure { name, params, gives, body, is_part: false, reacts_to: None })
    })
}

/// Reads the section `actions:`.
pub(super) fn windows(r: &mut Reader, node: &Node) -> Vec<RawWindow> {
    r.definitions(node, "a window of actions", MAX_ITEMS, |r, name, node| {
        if is_action(node) {
            let message =
                format!("`{}` is an action, but a window of actions is expected here", shorten(&name.value));
            let help = "indent the action below its window";
            r.report(Diagnostic::new(Code::WrongShape, name.span, message).help(help));
            return None;
        }
        let actions = r.definitions(node, "an action", MAX_ACTIONS, |r, action, node| {
            Some(window_action(r, &name, action, node))
        });
        Some(RawWindow { name, actions })
    })
}

static ACTION: RecordKeys = RecordKeys::new(
    "an action",
    &[
        may(
            "with",
            Form::Map(KeyNames::New, &Form::Query),
            "up to three targets, with the possible values of each",
        ),
        may("when", Form::Expression, "condition under which it is offered"),
        may("shows", Form::Map(KeyNames::New, &Form::Expression), "facts for the text of its options"),
        needs("do", Form::Effects, "what it does"),
    ],
);

pub(super) const WINDOWS: Form = Form::Map(KeyNames::New, &Form::Map(KeyNames::New, &Form::Record(&ACTION)));

/// Returns true if the node has the keys of an action and was written in place of a window.
fn is_action(node: &Node) -> bool {
    let entries = node.as_map().unwrap_or_default();
    !entries.is_empty() && entries.iter().all(|(key, _)| ACTION.has(&key.value)) && node.get("do").is_some()
}

/// Maximum number of values shown in the text of an option.
const MAX_SHOWN: usize = 8;

fn window_action(r: &mut Reader, window: &Name, name: Name, node: &Node) -> RawAction {
    let record = r.record(node, name.span, &ACTION);
    let path = format!("{}.{}", window.value, name.value);
    action(r, name, (node, &record), (path, None))
}

/// Reads an action from its record. Its effect parts are named after `path`. `this` is the parameter `self`
/// of an action of cards, which is an additional target.
pub(super) fn action(
    r: &mut Reader,
    name: Name,
    (node, record): (&Node, &Record),
    (path, this): (String, Option<RawParam>),
) -> RawAction {
    let most = MAX_TARGETS - usize::from(this.is_some());
    let targets = match record.get("with") {
        Some(node) => {
            if let Some((extra, _)) = node.as_map().and_then(|targets| targets.get(most)) {
                let message = format!("an action has at most {MAX_TARGETS} targets");
                let problem = Diagnostic::new(Code::FileTooLarge, extra.span, message);
                let help = match &this {
                    Some(_) => "the card itself is the first; choose further targets in `do:`",
                    None => "choose further targets in `do:`",
                };
                r.report(problem.help(help));
            }
            let mut targets = r.definitions(node, "a target", MAX_ITEMS, |r, name, node| {
                r.query(node).map(|query| (name, query))
            });
            targets.truncate(most);
            targets
        }
        None => Vec::new(),
    };
    let when = record.get("when").and_then(|node| r.expr(node));
    let shows = match record.get("shows") {
        Some(node) => r.definitions(node, "the facts of an option", MAX_SHOWN, |r, name, node| {
            r.expr(node).map(|expr| (name, expr))
        }),
        None => Vec::new(),
    };
    let params: Vec<RawParam> = this.into_iter().chain(targets.iter().map(target)).collect();
    let owner = Owner { path: format!("{path}.do"), params: &params, reacts_to: None, gives: false };
    let body = r.effects(record, "do", &owner);
    RawAction { name, targets, when, shows, body: body.unwrap_or_else(|| nothing(node)), of_card: None }
}

/// Returns the parameter for a target in the parts of an action. The noun of the query is its type.
fn target((name, query): &(Name, Query)) -> RawParam {
    let noun = match Noun::find(&query.noun.name) {
        Some(Noun::Number) => TypeWord::Int.name(),
        Some(_) | None => &query.noun.name,
    };
    let ty = Ident { name: noun.to_owned(), span: query.noun.span };
    let ty = TypeExpr { set: false, lists: 0, name: ty, optional: false, by_name: query.by_name, per: None };
    RawParam { name: name.clone(), ty: Some(ty), changing: false }
}

/// Returns the placeholder for an unreadable effect.
fn nothing(node: &Node) -> Block {
    Block { stmts: Vec::new(), span: node.span }
}
