//! Locations of effects, expressions and queries in a file, for formatting.
//!
//! The tables of [keys](super::super::keys) define them.

use ludex_grammar::span::Span;
use ludex_grammar::yaml::{Node, NodeKind};

use super::super::cards::actions::ACTIONS;
use super::super::cards::{MODIFIERS, REACTIONS};
use super::super::keys::{ExtraKeys, Form, RecordKeys};
use super::super::overlay::HEADER;
use super::super::reader::beside;
use super::super::scenario::{DEFAULTS, FILE, SCENARIOS};
use super::super::sections::{SECTIONS, libraries};
use super::super::texts::ALTERNATIVE;

/// Returns the locations of all code in a file: a ruleset, a library, an overlay, scenarios, or a section
/// given by the file name. Returns `None` for other files.
pub fn code(path: &str, root: &Node) -> Option<Vec<Span>> {
    let has = |key| root.get(key).is_some();
    let mut found = Vec::new();
    let is_library = path.rsplit(['/', '\\']).next() == Some(libraries::MAIN);
    if has("format") || has("variant") || is_library {
        ruleset(root, &mut found);
    } else if has("scenarios") {
        below(root, &Form::Record(&FILE), &mut found);
    } else {
        let name = path.rsplit(['/', '\\']).next()?.strip_suffix(".yaml")?;
        below(root, &SECTIONS.iter().find(|row| row.name == name)?.form, &mut found);
    }
    Some(found)
}

/// Visits the sections of a ruleset, library or overlay.
fn ruleset(root: &Node, found: &mut Vec<Span>) {
    for (key, value) in root.as_map().unwrap_or_default() {
        match key.value.as_str() {
            "variant" => below(value, &Form::Record(&HEADER), found),
            "scenarios" => below(value, &SCENARIOS, found),
            "defaults" => below(value, &DEFAULTS, found),
            "text" => texts(value, found),
            "before setup" | "after setup" => below(value, &Form::Effect, found),
            name => {
                if let Some(row) = SECTIONS.iter().find(|row| row.name == name) {
                    below(value, &row.form, found);
                }
            }
        }
    }
}

fn below(node: &Node, form: &Form, found: &mut Vec<Span>) {
    match form {
        Form::Expression | Form::Effect | Form::Query => {
            found.extend(node.as_text().map(|text| text.whole()))
        }
        Form::Effects => {
            let parts = node.as_map().unwrap_or_default().iter();
            parts.for_each(|(_, part)| below(part, &Form::Effect, found));
            below(node, &Form::Effect, found);
        }
        Form::Record(keys) => record(node, keys, found),
        Form::Maps(forms) => {
            for (key, value) in node.as_map().unwrap_or_default() {
                let of_key = forms.iter().find(|(names, _)| names.fits(&key.value)).or(forms.first());
                of_key.into_iter().for_each(|(_, form)| below(value, form, found));
            }
        }
        Form::Map(_, form) | Form::Pair(form) => {
            node.as_map().unwrap_or_default().iter().for_each(|(_, value)| below(value, form, found));
        }
        Form::List(form) | Form::OneOrMore(form) => match &node.kind {
            NodeKind::List(items) => items.iter().for_each(|item| below(item, form, found)),
            NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) | NodeKind::Map(_) => {
                below(node, form, found);
            }
        },
        Form::Either(forms) => forms.iter().for_each(|form| below(node, form, found)),
        Form::Texts => texts(node, found),
        Form::Type
        | Form::Field
        | Form::Variable
        | Form::Name
        | Form::Line
        | Form::Place
        | Form::Picture
        | Form::Drawing
        | Form::Colour
        | Form::Switch
        | Form::Number(..)
        | Form::Range
        | Form::Word(_)
        | Form::Allowed => {}
    }
}

fn record(node: &Node, keys: &RecordKeys, found: &mut Vec<Span>) {
    for (key, value) in node.as_map().unwrap_or_default() {
        let row = keys.keys.iter().find(|row| row.name == key.value);
        match (row, key.value.split_whitespace().next()) {
            (Some(row), _) => below(value, &row.form, found),
            (None, Some("before" | "after")) if beside(&key.value).is_some() => {
                below(value, &Form::Effect, found);
            }
            (None, Some("on")) if keys.others != ExtraKeys::None => below(value, &REACTIONS, found),
            (None, Some("modify")) if keys.others != ExtraKeys::None => below(value, &MODIFIERS, found),
            (None, Some("action")) if keys.others != ExtraKeys::None => below(value, &ACTIONS, found),
            (None, _) => {}
        }
    }
}

/// Visits the conditions of texts.
fn texts(node: &Node, found: &mut Vec<Span>) {
    match &node.kind {
        NodeKind::Map(entries) => entries.iter().for_each(|(_, value)| texts(value, found)),
        NodeKind::List(items) => items.iter().for_each(|item| record(item, &ALTERNATIVE, found)),
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) => {}
    }
}
