//! The tables of `docs/json.md`, from the JSON Schemas of the documents.

use serde_json::{Map, Value};

use super::{file, is_written};
use crate::commands::about::documents::{FOLDER, document};

const PAGE: &str = "docs/json.md";

/// Begins the line before a table: `<!-- table: check -->` for a document, `<!-- table: check Problem -->` for a type in it.
const MARK: &str = "<!-- table: ";

/// Returns the page with a new table after each mark.
fn with_tables(page: &str) -> String {
    let mut out = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if let Some(named) = line.strip_prefix(MARK).and_then(|rest| rest.strip_suffix(" -->")) {
            while lines.next_if(|line| line.is_empty() || line.starts_with('|')).is_some() {}
            out += &format!("\n| key | value | meaning |\n|---|---|---|\n{}\n", table(named));
        }
    }
    out
}

/// Returns the rows of a document or of one of its types.
fn table(named: &str) -> String {
    let (name, of) = named.split_once(' ').map_or((named, None), |(name, of)| (name, Some(of)));
    let document =
        document(&format!("{FOLDER}/{name}")).unwrap_or_else(|| panic!("{PAGE}: no document `{name}`"));
    let schema = document.schema().to_value();
    let definitions = schema["definitions"].as_object().cloned().unwrap_or_default();
    let table = Table { definitions };
    let shape = of.map_or(&schema, |of| {
        table.definitions.get(of).unwrap_or_else(|| panic!("{PAGE}: `{name}` has no type `{of}`"))
    });
    table.rows(shape)
}

struct Table {
    definitions: Map<String, Value>,
}

impl Table {
    /// Returns a row for each key of an object, or for each variant of an enum.
    fn rows(&self, schema: &Value) -> String {
        let variants = schema["oneOf"].as_array().into_iter().flatten();
        let variants =
            variants.flat_map(|one| variant(one).into_iter().map(move |(key, value)| (key, value, one)));
        let keys = keys(schema).map(|(key, value)| (key, value, value));
        keys.chain(variants)
            .map(|(key, value, remark)| self.row(&key, value, remark) + &self.inside(value))
            .collect()
    }

    /// Returns the rows of an object without a name.
    fn inside(&self, value: &Value) -> String {
        if value.get("properties").is_some() { self.rows(value) } else { String::new() }
    }

    fn row(&self, key: &str, value: &Value, remark: &Value) -> String {
        format!("| `{key}` | {} | {} |\n", self.shape(value), meaning(remark))
    }

    /// Describes the form of a value in a few words.
    fn shape(&self, schema: &Value) -> String {
        if let Some(named) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/definitions/")) {
            return self.named(named);
        }
        let several = |key: &str, between: &str| {
            schema[key].as_array().map(|all| joined(all.iter().map(|one| self.shape(one)), between))
        };
        let word = schema.get("const").map(|word| format!("`{word}`"));
        let words =
            schema["enum"].as_array().map(|all| joined(all.iter().map(|word| format!("`{word}`")), " or "));
        let types = || match schema["type"].as_array() {
            Some(all) => joined(all.iter().map(|one| self.of_type(one, schema)), " or "),
            None => self.of_type(&schema["type"], schema),
        };
        word.or(words)
            .or_else(|| several("allOf", " and "))
            .or_else(|| several("anyOf", " or "))
            .unwrap_or_else(types)
    }

    /// Returns the name of a type, or the words of an enum.
    fn named(&self, name: &str) -> String {
        let schema = &self.definitions[name];
        let variants = schema["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
        match variants.iter().all(|one| one.get("const").is_some()) && !variants.is_empty() {
            true => joined(variants.iter().map(|one| self.shape(one)), " or "),
            false if schema.get("enum").is_some() => self.shape(schema),
            false => name.to_owned(),
        }
    }

    fn of_type(&self, name: &Value, schema: &Value) -> String {
        match name.as_str().unwrap_or_default() {
            "array" => match schema["items"].as_array() {
                Some(parts) => format!("[{}]", joined(parts.iter().map(|part| self.shape(part)), ", ")),
                None => format!("list of {}", self.shape(&schema["items"])),
            },
            "object" if schema.get("additionalProperties").is_some_and(Value::is_object) => {
                format!("map to {}", self.shape(&schema["additionalProperties"]))
            }
            "object" => joined(keys(schema).map(|(key, _)| format!("`{key}`")), ", "),
            "string" => "text".to_owned(),
            name => name.to_owned(),
        }
    }
}

/// Returns the keys of an object: first the required keys in the order of the type, then the others.
fn keys(schema: &Value) -> impl Iterator<Item = (String, &Value)> {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let required: Vec<&str> = required.collect();
    let properties = schema["properties"].as_object();
    let others = properties.into_iter().flat_map(|all| all.keys()).map(String::as_str);
    let others = others.filter(|key| !required.contains(key)).collect::<Vec<_>>();
    let all = required.into_iter().chain(others).map(str::to_owned).collect::<Vec<_>>();
    all.into_iter().map(move |key| {
        let value = &schema["properties"][&key];
        (key, value)
    })
}

/// Describes a variant of an enum: its words, or its key with the value.
fn variant(schema: &Value) -> Vec<(String, &Value)> {
    match (schema.get("const"), schema["enum"].as_array()) {
        (Some(word), _) => vec![(word.to_string(), schema)],
        (None, Some(words)) => words.iter().map(|word| (word.to_string(), schema)).collect(),
        (None, None) => keys(schema).collect(),
    }
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

/// Returns the first paragraph of a comment, without links into the source.
fn meaning(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let paragraph = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    paragraph.replace("[`", "`").replace("`]", "`").replace('|', "\\|")
}

#[test]
fn the_tables_of_documents_are_what_the_types_say() {
    let page = std::fs::read_to_string(file(PAGE)).expect("the page");
    assert!(page.contains(MARK), "no table is marked");
    is_written(PAGE, &with_tables(&page));
}
