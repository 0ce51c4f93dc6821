//! The tables of [keys](super::keys) as [JSON Schema](https://json-schema.org/draft-07), for editors and
//! other tools.
//!
//! The schema covers keys, their shapes and keywords. Only the checker knows effects, expressions, and the
//! meaning of names. In overlays all keys are optional, and `remove` is allowed below each.

pub mod modeline;
pub mod written;

use ludex_grammar::codes::Code;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::allow::warnings;
use super::cards::actions::ACTIONS;
use super::cards::{MODIFIERS, REACTIONS};
use super::keys::{ExtraKeys, Form, KeyCount, KeyNames, KeyRow, RecordKeys};
use super::overlay::HEADER;
use super::scenario::{DEFAULTS, FILE, SCENARIOS};
use super::sections::{SECTIONS, SectionRow, libraries};
use super::texts::{ALTERNATIVE, GROUPS};
use super::variants::rename;
use crate::model::Colour;

/// A JSON Schema (draft 7).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Schema {
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    dialect: Option<&'static str>,
    #[serde(rename = "$ref", skip_serializing_if = "Option::is_none")]
    refers: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Vec::is_empty")]
    types: Vec<&'static str>,
    #[serde(rename = "enum", skip_serializing_if = "Vec::is_empty")]
    words: Vec<&'static str>,
    #[serde(rename = "const", skip_serializing_if = "Option::is_none")]
    number: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    required: Vec<&'static str>,
    #[serde(rename = "minItems", skip_serializing_if = "Option::is_none")]
    least_items: Option<usize>,
    #[serde(rename = "minProperties", skip_serializing_if = "Option::is_none")]
    least_keys: Option<usize>,
    #[serde(rename = "maxProperties", skip_serializing_if = "Option::is_none")]
    most_keys: Option<usize>,
    #[serde(rename = "anyOf", skip_serializing_if = "Vec::is_empty")]
    any_of: Vec<Schema>,
    #[serde(rename = "oneOf", skip_serializing_if = "Vec::is_empty")]
    one_of: Vec<Schema>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not: Option<Box<Schema>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Box<Schema>>,
    #[serde(skip_serializing_if = "Listed::is_empty")]
    properties: Listed,
    #[serde(rename = "patternProperties", skip_serializing_if = "Listed::is_empty")]
    by_pattern: Listed,
    #[serde(rename = "additionalProperties", skip_serializing_if = "Option::is_none")]
    others: Option<bool>,
    #[serde(skip_serializing_if = "Listed::is_empty")]
    definitions: Listed,
}

/// Schemas by name, in output order.
#[derive(Debug, Clone, Default, PartialEq)]
struct Listed(Vec<(String, Schema)>);

impl Listed {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Listed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(name, schema)| map.serialize_entry(name, schema))?;
        map.end()
    }
}

/// Name of the schema for a whole ruleset in one file, or its `ruleset.yaml`.
const RULESET: &str = "ruleset";
const OVERLAY: &str = "overlay";
/// Name of the schema for the main file of a library.
const LIBRARY: &str = "sections";
const SCENARIO: &str = "scenario";
const TEXT: &str = "text";

/// Pattern for the path of a picture.
const PICTURE: &str = r"\.(png|PNG|jpg|JPG|jpeg|JPEG)$";
const DRAWING: &str = r"\.(svg|SVG)$";

/// Pattern for a colour by its components.
const COLOUR: &str = "^#[0-9a-fA-F]{6}$";

const ONE_WORD: &str = r"^\S+$";

/// Returns the names of all schemas: `ruleset` (one file, or `ruleset.yaml`), `overlay`, `library`,
/// `scenario`, `text`, and each section, for the file of its name.
pub fn names() -> impl Iterator<Item = &'static str> {
    [RULESET, OVERLAY, LIBRARY, SCENARIO, TEXT].into_iter().chain(SECTIONS.iter().map(|row| row.name))
}

/// Returns the names of schemas for files directly in the folder of a ruleset; they have the same names.
pub(super) fn at_the_top() -> impl Iterator<Item = &'static str> {
    std::iter::once(RULESET).chain(SECTIONS.iter().map(|row| row.name))
}

/// Returns the schema of this name, if it exists.
pub fn schema(name: &str) -> Option<Schema> {
    let mut writer = Writer { patch: name == OVERLAY, definitions: Listed::default() };
    let (what, body) = match name {
        RULESET => ("A ruleset of Ludex".to_owned(), writer.ruleset()),
        OVERLAY => ("An overlay of Ludex: a variant or a mod".to_owned(), writer.overlay()),
        LIBRARY => ("A library of Ludex".to_owned(), writer.library()),
        SCENARIO => ("Scenarios of Ludex".to_owned(), writer.record(&FILE)),
        TEXT => ("Texts of Ludex in one language".to_owned(), writer.form(&Form::Texts)),
        section => {
            let row = SECTIONS.iter().find(|row| row.name == section)?;
            (format!("`{section}` of a ruleset of Ludex: {}", row.about), writer.form(&row.form))
        }
    };
    let definitions = writer.definitions;
    Some(Schema {
        dialect: Some("http://json-schema.org/draft-07/schema#"),
        title: Some(what),
        definitions,
        ..body
    })
}

struct Writer {
    patch: bool,
    /// Definitions of the tables visited so far, one for each.
    definitions: Listed,
}

impl Writer {
    fn ruleset(&mut self) -> Schema {
        let mut properties = vec![("format".to_owned(), the_format())];
        properties.extend(SECTIONS.iter().map(|row| self.section(row)));
        let texts = self.form(&Form::Texts);
        properties.push(("text".to_owned(), about(by_language(texts), "texts by language")));
        closed(properties, vec!["format"])
    }

    fn overlay(&mut self) -> Schema {
        // the header and the scenarios of an overlay are no patches
        self.patch = false;
        let own = [
            ("variant", Form::Record(&HEADER), "the overlay: its names, its game and its requirements"),
            ("scenarios", SCENARIOS, "scenarios of the game with it"),
            ("defaults", DEFAULTS, "defaults for these scenarios"),
        ];
        let mut properties: Vec<_> =
            own.iter().map(|(name, form, what)| ((*name).to_owned(), about(self.form(form), what))).collect();
        self.patch = true;
        properties.extend(SECTIONS.iter().map(|row| self.section(row)));
        let mut texts = self.form(&Form::Texts);
        let names = Schema { by_pattern: one_pattern(ANY, line()), ..any_map() };
        texts
            .properties
            .0
            .push((rename::KEY.to_owned(), about(names, "names in texts, with their replacements")));
        properties.push(("text".to_owned(), about(by_language(texts), "texts by language")));
        let around = around(Vec::new()).by_pattern;
        Schema { by_pattern: around, ..closed(properties, vec!["variant"]) }
    }

    fn library(&mut self) -> Schema {
        let rows = SECTIONS.iter().filter(|row| !libraries::OF_GAMES.contains(&row.name));
        let mut properties: Vec<_> = rows.map(|row| self.section(row)).collect();
        let texts = self.form(&Form::Texts);
        properties.push(("text".to_owned(), about(by_language(texts), "texts by language")));
        let patch = about(self.form(&Form::Switch), "true if it changes the libraries named before it");
        properties.push((libraries::PATCH.to_owned(), patch));
        closed(properties, Vec::new())
    }

    fn section(&mut self, row: &SectionRow) -> (String, Schema) {
        let mut form = self.form(&row.form);
        if self.patch && row.name == "options" {
            // a plain value is a new default
            for (_, option) in &mut form.by_pattern.0 {
                *option = either(vec![line(), option.clone()]);
            }
        }
        (row.name.to_owned(), about(form, row.about))
    }

    /// Returns a reference to the definition of a table, which is added if missing.
    fn record(&mut self, keys: &'static RecordKeys) -> Schema {
        let name = definition(keys);
        let refers = Schema { refers: Some(format!("#/definitions/{name}")), ..Schema::default() };
        if !self.definitions.0.iter().any(|(known, _)| *known == name) {
            let at = self.definitions.0.len();
            self.definitions.0.push((name, Schema::default()));
            self.definitions.0[at].1 = self.map_of(keys);
        }
        refers
    }

    fn map_of(&mut self, keys: &'static RecordKeys) -> Schema {
        let properties = keys.keys.iter().map(|row| (row.name.to_owned(), self.key(row))).collect();
        let needed = keys.keys.iter().filter(|row| row.needed && !self.patch);
        // an effect of a library may get others before and after it
        let (effects, needed): (Vec<_>, Vec<_>) =
            needed.map(|row| row.name).partition(|name| *name == EFFECT_OR_AROUND[0]);
        let mut map = closed(properties, needed);
        if !effects.is_empty() {
            map.any_of = EFFECT_OR_AROUND.iter().map(|name| with(name)).collect();
        } else if map.required.is_empty() && keys.choice != KeyCount::Single {
            map.types.push("null");
        }
        map.by_pattern = self.others(keys.others);
        if keys.keys.iter().any(|row| matches!(row.form, Form::Effects)) {
            map.by_pattern.0.extend(around(Vec::new()).by_pattern.0);
        }
        match keys.choice {
            KeyCount::Free => {}
            KeyCount::Single => (map.least_keys, map.most_keys) = (Some(1), Some(1)),
            // a patch need not repeat the key
            KeyCount::AtLeastOne(_) if self.patch => {}
            KeyCount::AtLeastOne(names) => map.any_of = names.iter().map(|name| with(name)).collect(),
            KeyCount::One(names) if !self.patch => {
                map.one_of = names.iter().map(|name| with(name)).collect();
            }
            KeyCount::One(names) | KeyCount::AtMostOne(names) => {
                let none =
                    Schema { any_of: names.iter().map(|name| with(name)).collect(), ..Schema::default() };
                map.one_of = names.iter().map(|name| with(name)).collect();
                map.one_of.push(Schema { not: Some(Box::new(none)), ..Schema::default() });
            }
        }
        map
    }

    fn key(&mut self, row: &KeyRow) -> Schema {
        let form = self.form(&row.form);
        about(if self.patch { or_removed(form) } else { form }, row.about)
    }

    fn others(&mut self, others: ExtraKeys) -> Listed {
        if others == ExtraKeys::None {
            return Listed::default();
        }
        let patch = std::mem::replace(&mut self.patch, false);
        let modifiers = self.form(&MODIFIERS);
        let reactions = self.form(&REACTIONS);
        let actions = self.form(&ACTIONS);
        self.patch = patch;
        let [reactions, actions] =
            [reactions, actions].map(|form| if patch { or_removed(form) } else { form });
        let modifiers = if patch { or_removed(modifiers) } else { modifiers };
        let effect = about(reactions, "the reaction to the event");
        let mut list = vec![
            (r"^\s*on\s+(any\s+)?\S+\s*$".to_owned(), effect),
            (
                r"^\s*action\s+\S+\.\S+\s*$".to_owned(),
                about(actions, "an action that the card offers in a window"),
            ),
            (r"^\s*modify\s+\S+\s*$".to_owned(), about(modifiers, "a modifier of the property")),
        ];
        if others == ExtraKeys::Fields {
            let words = self.form(&Form::Map(KeyNames::Rows, &Form::Expression));
            let set = self.form(&Form::List(&Form::Line));
            let value = either(vec![line(), Schema { types: vec!["object"], ..words }, set]);
            list.push((
                // the variables of a template are no field
                r"^(?!each$)\S+$".to_owned(),
                about(
                    value,
                    "the printed value of a field of its kind, one for each word, or the words of a set",
                ),
            ));
        }
        Listed(list)
    }

    fn form(&mut self, form: &Form) -> Schema {
        match form {
            Form::Expression => about(line(), "an expression"),
            Form::Effect => about(line(), "an effect"),
            Form::Effects => effects(),
            Form::Query => about(line(), "a query, as in `card in me.hand where cost <= 2`"),
            Form::Type => about(line(), "a type, as in `int` or `card?`"),
            Form::Field => about(line(), "a type, and a default as in `int = 0`"),
            Form::Variable => about(line(), "a type, a first value and a lifetime, as in `int = 0 for game`"),
            Form::Line => line(),
            Form::Place => {
                Schema { types: vec!["string"], pattern: Some(r"^(below\s+)?\S+$"), ..Schema::default() }
            }
            Form::Picture => Schema { types: vec!["string"], pattern: Some(PICTURE), ..Schema::default() },
            Form::Drawing => Schema { types: vec!["string"], pattern: Some(DRAWING), ..Schema::default() },
            Form::Colour => either(vec![
                Schema { words: super::keys::words(Colour::NAMED), ..Schema::default() },
                Schema { types: vec!["string"], pattern: Some(COLOUR), ..Schema::default() },
            ]),
            Form::Name => Schema { types: vec!["string"], pattern: Some(ONE_WORD), ..Schema::default() },
            Form::Switch => Schema { types: vec!["boolean"], ..Schema::default() },
            Form::Number(least, most) => Schema {
                types: vec!["integer"],
                minimum: Some(*least),
                maximum: Some(*most),
                ..Schema::default()
            },
            Form::Range => Schema {
                types: vec!["integer", "string"],
                pattern: Some(r"^\s*[+-]?\d+\s*\.\.\s*[+-]?\d+\s*$"),
                ..Schema::default()
            },
            Form::Word(words) => Schema { words: words(), ..Schema::default() },
            Form::Record(keys) => self.record(keys),
            Form::Map(names, below) => {
                let below = self.form(below);
                let below = if self.patch { or_removed(below) } else { below };
                Schema { by_pattern: one_pattern(pattern(*names), below), ..any_map() }
            }
            Form::Maps(forms) => {
                let mut by_pattern = Listed::default();
                for (names, below) in *forms {
                    let below = self.form(below);
                    let below = if self.patch { or_removed(below) } else { below };
                    by_pattern.0.push((pattern(*names).to_owned(), below));
                }
                Schema { by_pattern, ..any_map() }
            }
            Form::Pair(below) => {
                let by_pattern = one_pattern(pattern(KeyNames::Any), self.form(below));
                let (least_keys, most_keys) = (Some(1), Some(1));
                Schema { types: vec!["object"], by_pattern, least_keys, most_keys, ..Schema::default() }
            }
            Form::List(item) => {
                let item = self.whole(item);
                either_if(self.patch, list(item.clone()), || patch_of_list(item))
            }
            Form::OneOrMore(item) => {
                let item = self.whole(item);
                let all = either(vec![item.clone(), list(item.clone())]);
                either_if(self.patch, all, || patch_of_list(item))
            }
            Form::Either(forms) => either(forms.iter().map(|form| self.one_of(form)).collect()),
            Form::Texts => self.texts(),
            Form::Allowed => allowed(),
        }
    }

    /// Writes an alternative form. A row that is a table must be an object.
    fn one_of(&mut self, form: &Form) -> Schema {
        let schema = self.form(form);
        let has_rows = matches!(form, Form::Map(KeyNames::Rows, _)) && !self.patch;
        if has_rows { Schema { types: vec!["object"], ..schema } } else { schema }
    }

    /// Writes the form of a list item, which a patch replaces as a whole.
    fn whole(&mut self, item: &Form) -> Schema {
        let patch = std::mem::replace(&mut self.patch, false);
        let form = self.form(item);
        self.patch = patch;
        form
    }

    fn texts(&mut self) -> Schema {
        let name = "texts";
        let below = Schema { refers: Some(format!("#/definitions/{name}")), ..Schema::default() };
        if !self.definitions.0.iter().any(|(known, _)| known == name) {
            let case = self.whole(&Form::Record(&ALTERNATIVE));
            let cases = Schema { least_items: Some(1), ..list(either(vec![line(), case])) };
            let mut nested = Schema { by_pattern: one_pattern(r"^[^.\s]+$", below.clone()), ..any_map() };
            nested.types.retain(|name| self.patch || *name == "object");
            let text = either(vec![line(), about(cases, "alternatives; the last has no condition"), nested]);
            self.definitions.0.push((name.to_owned(), text));
        }
        let group = |name: &&str| ((*name).to_owned(), below.clone());
        let mut texts = closed(GROUPS.iter().map(group).collect(), Vec::new());
        texts.types.push("null");
        texts
    }
}

fn about(schema: Schema, what: &str) -> Schema {
    // other keywords next to a reference are ignored
    let schema = match schema.refers {
        Some(_) => Schema { any_of: vec![schema], ..Schema::default() },
        None => schema,
    };
    Schema { description: Some(what.to_owned()), ..schema }
}

/// Returns the schema of an effect, or of its parts with effects before and after them.
fn effects() -> Schema {
    let part = || about(line(), "an effect");
    let mut parts = around(vec![("^[a-z][a-z0-9_]*$".to_owned(), part())]);
    parts.types = vec!["object"];
    either(vec![about(line(), "an effect"), about(parts, "its parts by name, run in order")])
}

/// Returns the schema of a map in which `before KEY` and `after KEY` are allowed.
fn around(mut by_pattern: Vec<(String, Schema)>) -> Schema {
    by_pattern.push((AROUND.to_owned(), about(line(), "an effect that comes before or after another")));
    Schema { by_pattern: Listed(by_pattern), ..any_map() }
}

/// Keys of which a procedure or action has at least one.
const EFFECT_OR_AROUND: [&str; 3] = ["do", "before do", "after do"];

/// Pattern for the keys of effects before and after another one.
const AROUND: &str = r"^(before|after)\s+[a-z][a-z0-9_]*$";

fn either(any_of: Vec<Schema>) -> Schema {
    Schema { any_of, ..Schema::default() }
}

fn list(item: Schema) -> Schema {
    Schema { types: vec!["array"], items: Some(Box::new(item)), ..Schema::default() }
}

/// Returns the schema of a patch that adds items to a list and removes them.
fn patch_of_list(item: Schema) -> Schema {
    let row = |key: &str, what| (key.to_owned(), about(list(item.clone()), what));
    let rows = vec![
        row("add", "the elements to append to the list"),
        row("remove", "the elements to remove from the list"),
    ];
    Schema { least_keys: Some(1), ..closed(rows, Vec::new()) }
}

fn either_if(also: bool, one: Schema, other: impl FnOnce() -> Schema) -> Schema {
    if also { either(vec![one, other()]) } else { one }
}

/// Returns the schema of a text, including other YAML types that are read as text.
fn line() -> Schema {
    Schema { types: vec!["string", "number", "boolean"], ..Schema::default() }
}

/// Returns the schema of a map without named keys, or of an empty value.
fn any_map() -> Schema {
    Schema { types: vec!["object", "null"], others: Some(false), ..Schema::default() }
}

fn closed(properties: Vec<(String, Schema)>, required: Vec<&'static str>) -> Schema {
    let properties = Listed(properties);
    Schema { types: vec!["object"], properties, required, others: Some(false), ..Schema::default() }
}

fn by_language(texts: Schema) -> Schema {
    Schema { by_pattern: one_pattern("^[A-Za-z0-9_-]+$", texts), types: vec!["object"], ..any_map() }
}

fn allowed() -> Schema {
    let codes: Vec<&str> = warnings().map(|code| code.as_str()).collect();
    let reason = || Schema { types: vec!["string"], pattern: Some(r"\S"), ..Schema::default() };
    let with_path = about(reason(), "the reason to allow it below this path");
    let by_pattern = one_pattern(&format!("^({}) .+$", codes.join("|")), with_path);
    let code = |code: Code| (code.as_str().to_owned(), about(reason(), code.summary()));
    Schema { properties: Listed(warnings().map(code).collect()), by_pattern, ..any_map() }
}

fn the_format() -> Schema {
    about(Schema { number: Some(1), ..Schema::default() }, "how the files are written")
}

fn with(name: &'static str) -> Schema {
    Schema { types: vec!["object"], required: vec![name], ..Schema::default() }
}

/// Allows `remove` in an overlay. A text can be the word itself.
fn or_removed(schema: Schema) -> Schema {
    if schema.types.contains(&"string") && schema.pattern.is_none_or(|pattern| pattern == ONE_WORD) {
        return schema;
    }
    either(vec![schema, Schema { words: vec!["remove"], ..Schema::default() }])
}

/// Pattern for any name. An empty pattern is equivalent, but the Python validator `jsonschema` ignores it.
const ANY: &str = "^";

fn one_pattern(pattern: &str, below: Schema) -> Listed {
    Listed(vec![(pattern.to_owned(), below)])
}

fn pattern(names: KeyNames) -> &'static str {
    match names {
        KeyNames::New => "^[a-z][a-z0-9_]*$",
        KeyNames::Any => ANY,
        KeyNames::Rows => "^(-?[0-9]+|[a-z][a-z0-9_]*)$",
        KeyNames::Templates => r"\{[a-z][a-z0-9_]*\}",
    }
}

/// Returns the name of a table's definition: `zone` for `a zone`.
fn definition(keys: &RecordKeys) -> String {
    let plain = keys.what.replace('`', "");
    let bare = ["a ", "an ", "the "].iter().find_map(|article| plain.strip_prefix(article));
    bare.unwrap_or(&plain).replace(' ', "_")
}
