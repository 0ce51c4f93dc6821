//! The keywords of JSON Schema that our schemas use; any other stops the test.

use std::cell::RefCell;
use std::collections::BTreeMap;

use fancy_regex::Regex;
use serde_json::{Map, Value};

thread_local! {
    /// Cached patterns, because compiling one costs more than all its matches.
    static PATTERNS: RefCell<BTreeMap<String, Regex>> = const { RefCell::new(BTreeMap::new()) };
}

/// Keywords without effect on validation.
const SILENT: [&str; 7] =
    ["$schema", "title", "description", "default", "definitions", "additionalProperties", "format"];

/// A schema as JSON.
pub struct Validator {
    root: Value,
}

impl Validator {
    pub fn new(root: Value) -> Validator {
        Validator { root }
    }

    /// Returns true if a document conforms to the schema.
    pub fn accepts(&self, document: &Value) -> bool {
        self.holds(&self.root, document)
    }

    fn holds(&self, schema: &Value, value: &Value) -> bool {
        let schema = schema.as_object().expect("a schema is a map");
        schema
            .iter()
            .filter(|(key, _)| !SILENT.contains(&key.as_str()))
            .all(|(key, rule)| self.keyword(key, rule, value))
            && self.has_no_others(schema, value)
    }

    fn keyword(&self, key: &str, rule: &Value, value: &Value) -> bool {
        let any = |mut holds: &mut dyn Iterator<Item = bool>| Iterator::any(&mut holds, |one| one);
        match key {
            "$ref" => {
                let pointer = rule.as_str().and_then(|path| path.strip_prefix('#')).expect("in this file");
                self.holds(self.root.pointer(pointer).expect("a definition"), value)
            }
            "allOf" => items(rule).all(|one| self.holds(one, value)),
            "anyOf" => any(&mut items(rule).map(|one| self.holds(one, value))),
            "oneOf" => items(rule).filter(|one| self.holds(one, value)).count() == 1,
            "not" => !self.holds(rule, value),
            "type" => any(&mut one_or_all(rule).map(|name| is_of(name.as_str().unwrap_or_default(), value))),
            "enum" => any(&mut items(rule).map(|one| one == value)),
            "const" => rule == value,
            "pattern" => value.as_str().is_none_or(|text| matches(rule.as_str().unwrap_or_default(), text)),
            "minimum" => value.as_i64().is_none_or(|n| Some(n) >= rule.as_i64()),
            "maximum" => value.as_i64().is_none_or(|n| Some(n) <= rule.as_i64()),
            "required" => value
                .as_object()
                .is_none_or(|map| items(rule).all(|key| map.contains_key(key.as_str().unwrap_or_default()))),
            "items" if rule.is_array() => {
                let list = value.as_array().into_iter().flatten();
                items(rule).zip(list).all(|(rule, item)| self.holds(rule, item))
            }
            "items" => value.as_array().is_none_or(|list| list.iter().all(|item| self.holds(rule, item))),
            "minItems" => value.as_array().is_none_or(|list| list.len() as u64 >= number(rule)),
            "maxItems" => value.as_array().is_none_or(|list| list.len() as u64 <= number(rule)),
            "minProperties" => value.as_object().is_none_or(|map| map.len() as u64 >= number(rule)),
            "maxProperties" => value.as_object().is_none_or(|map| map.len() as u64 <= number(rule)),
            "properties" => {
                self.each(value, &|key, value| rule.get(key).is_none_or(|schema| self.holds(schema, value)))
            }
            "patternProperties" => self.each(value, &|key, value| {
                patterns(rule)
                    .filter(|(pattern, _)| matches(pattern, key))
                    .all(|(_, schema)| self.holds(schema, value))
            }),
            other => panic!("`{other}` is no keyword that this test knows"),
        }
    }

    fn each(&self, value: &Value, holds: &dyn Fn(&str, &Value) -> bool) -> bool {
        value.as_object().is_none_or(|map| map.iter().all(|(key, value)| holds(key, value)))
    }

    fn has_no_others(&self, schema: &Map<String, Value>, value: &Value) -> bool {
        match schema.get("additionalProperties") {
            None | Some(Value::Bool(true)) => return true,
            Some(Value::Bool(false)) => {}
            // a map without fixed keys
            Some(rule) => return self.each(value, &|_, value| self.holds(rule, value)),
        }
        let named = |key: &str| schema.get("properties").is_some_and(|map| map.get(key).is_some());
        let like = |key: &str| {
            schema
                .get("patternProperties")
                .is_some_and(|map| patterns(map).any(|(pattern, _)| matches(pattern, key)))
        };
        self.each(value, &|key, _| named(key) || like(key))
    }
}

/// Returns the value of a keyword that has one value or a list of them.
fn one_or_all(rule: &Value) -> impl Iterator<Item = &Value> {
    rule.as_array().map_or(std::slice::from_ref(rule), Vec::as_slice).iter()
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().expect("a list").iter()
}

fn patterns(map: &Value) -> impl Iterator<Item = (&String, &Value)> {
    map.as_object().expect("a map").iter()
}

fn number(rule: &Value) -> u64 {
    rule.as_u64().expect("a number")
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("`{other}` is no type"),
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    assert!(!pattern.is_empty(), "some validators take an empty pattern for none");
    PATTERNS.with_borrow_mut(|patterns| {
        if !patterns.contains_key(pattern) {
            patterns.insert(pattern.to_owned(), Regex::new(pattern).expect("a pattern"));
        }
        patterns[pattern].is_match(text).expect("a match")
    })
}
