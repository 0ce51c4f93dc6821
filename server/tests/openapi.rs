//! The OpenAPI document: it lists exactly the routes of the server, and answers conform to it.

use std::collections::BTreeSet;
use std::sync::Arc;

use ludex_server::Limits;
use ludex_server::log::Sqlite;
use serde_json::{Value, json};

use crate::support::Server;

const DOCUMENT: &str = include_str!("../../docs/serve-openapi.json");
const ROUTES: &str = include_str!("../src/http/mod.rs");
fn document() -> Value {
    serde_json::from_str(DOCUMENT).unwrap()
}

/// Follows a `$ref` of the document.
fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    match value["$ref"].as_str() {
        Some(place) => document.pointer(place.trim_start_matches('#')).unwrap_or_else(|| panic!("{place}")),
        None => value,
    }
}

/// Returns the methods and paths of the document.
fn documented() -> BTreeSet<(String, String)> {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, item): (&String, &Value)| {
        let methods = resolved(&document, item).as_object().unwrap().keys();
        methods.map(|method| (method.clone(), path.clone())).collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

/// Returns the path and the methods of a line `.route("/path", get(…).post(…))`.
fn route(line: &str) -> Option<(&str, Vec<&'static str>)> {
    let (path, methods) = line.trim().strip_prefix(".route(\"")?.split_once("\", ")?;
    let is_there = |method: &&str| methods.contains(&format!("{method}("));
    Some((path, ["get", "post"].into_iter().filter(is_there).collect()))
}

/// Returns the methods and paths of the server. Those of a table are there with and without a seat.
fn routed() -> BTreeSet<(String, String)> {
    let (table, rest) = ROUTES.split_once("let routes").unwrap();
    let nested = |(path, methods): (&str, Vec<&'static str>)| {
        let below = |base: &str| format!("{base}{}", path.trim_end_matches('/'));
        let both = ["/t/{id}", "/t/{id}/s/{seat}"].map(below);
        both.into_iter()
            .flat_map(move |path| methods.clone().into_iter().map(move |m| (m.to_owned(), path.clone())))
    };
    let plain = |(path, methods): (&str, Vec<&'static str>)| {
        let path = path.to_owned();
        methods.into_iter().map(move |method| (method.to_owned(), path.clone()))
    };
    let tables = table.lines().filter_map(route).flat_map(nested);
    tables.chain(rest.lines().filter_map(route).flat_map(plain)).collect()
}

#[test]
fn the_document_lists_the_routes() {
    assert!(routed().len() > 25, "{:?}", routed());
    assert_eq!(documented(), routed());
}

/// Returns the first place at which a value doesn't conform to a schema.
fn misfit(document: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    let schema = resolved(document, schema);
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() || number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect::<Vec<_>>(),
    };
    let fits = |allowed: &&str| *allowed == kind || *allowed == "number" && kind == "integer";
    if !allowed.is_empty() && !allowed.iter().any(fits) {
        return Some(format!("{place} is {kind}, not {allowed:?}"));
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        return Some(format!("{place} is {value}"));
    }
    let empty = Vec::new();
    let required = schema["required"].as_array().unwrap_or(&empty).iter().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| value.get(name).is_none()) {
        return Some(format!("{place} lacks {missing}"));
    }
    let parts = schema["properties"].as_object().into_iter().flatten();
    let mut parts = parts.filter_map(|(name, part)| Some((name, part, value.get(name)?)));
    let of_part =
        parts.find_map(|(name, part, value)| misfit(document, part, value, &format!("{place}.{name}")));
    let items = value.as_array().unwrap_or(&empty).iter().enumerate();
    let of_item = |(i, item)| misfit(document, &schema["items"], item, &format!("{place}[{i}]"));
    of_part.or_else(|| items.into_iter().filter(|_| schema.get("items").is_some()).find_map(of_item))
}

/// Checks the message of the webhook against the document.
pub fn fits_message(message: &Value) {
    let document = document();
    let content = &document["webhooks"]["turn"]["post"]["requestBody"]["content"];
    let schema = &content["application/json"]["schema"];
    assert!(schema.is_object());
    assert_eq!(misfit(&document, schema, message, "message"), None, "{message}");
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(keys(message), keys(&schema["properties"]));
}

struct Client {
    server: Server,
    document: Value,
}

impl Client {
    fn start() -> Client {
        let server = Server::start(Arc::new(Sqlite::memory().unwrap()), Limits::default());
        Client { server, document: document() }
    }

    /// Sends a request and checks its answer against the document.
    fn check(&self, method: &str, template: &str, (id, token): (&str, &str), body: &str) -> (u16, Value) {
        let (path, query) = template.split_once('?').unwrap_or((template, ""));
        let real = path.replace("{id}", id).replace("{seat}", "1");
        let real =
            real.replace("{hash}", &"0".repeat(64)).replace("{lang}", "en").replace("{design}", "a.svg");
        let real = format!("{}?{query}", real.replace("{name}", "table.css"));
        let headers =
            if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        let answer = self.server.send(method, &real, &headers, body);
        let (status, kind, text) = (answer.status, answer.header("content-type"), &answer.body);
        let kind = kind.split(';').next().unwrap();
        let what = format!("{method} {template} with {body:?}: {status} {kind} {text}");
        let item = resolved(&self.document, &self.document["paths"][path]);
        let answer = resolved(&self.document, &item[method]["responses"][status.to_string()]);
        assert!(answer.is_object(), "the status isn't documented: {what}");
        if kind != "application/json" {
            assert!(answer.get("content").is_none_or(|all| all.get(kind).is_some()), "{what}");
            return (status, Value::Null);
        }
        let value: Value = serde_json::from_str(text).unwrap();
        let schema = &answer["content"][kind]["schema"];
        assert!(schema.is_object(), "the answer isn't documented: {what}");
        assert_eq!(misfit(&self.document, schema, &value, "answer"), None, "{what}");
        (status, value)
    }
}

#[test]
fn answers_conform_to_the_document() {
    let client = Client::start();
    let none = ("unknown", "");
    let new = json!({ "game": "digits", "seats": ["human", "human"] }).to_string();
    let (status, made) = client.check("post", "/tables", none, &new);
    assert_eq!(status, 201);
    let id = made["id"].as_str().unwrap();
    let token = |seat: usize| made["seats"][seat]["token"].as_str().unwrap();
    let (first, second) = ((id, token(0)), (id, token(1)));

    let mut seen = BTreeSet::new();
    let mut expect = |status, method, path, who, body: &str| {
        let (found, value) = client.check(method, path, who, body);
        assert_eq!(found, status, "{method} {path} {body:?}: {value}");
        seen.insert(found);
        value
    };
    let lobby = expect(200, "get", "/", none, "");
    assert_eq!(lobby["tables"][0]["id"], id);
    expect(422, "post", "/tables", none, "{\"game\": \"chess\"}");
    expect(400, "post", "/tables", none, "{");
    expect(413, "post", "/tables", none, &"x".repeat(10_000));
    expect(400, "get", "/events", none, "");
    expect(303, "post", "/settings", none, "theme=dark");
    expect(403, "get", "/t/{id}/host", (id, ""), "");
    expect(403, "post", "/t/{id}/host", (id, ""), "seat=1&bot=random");
    expect(404, "get", "/cards/{hash}/{lang}/{design}", none, "");
    expect(200, "get", "/assets/{name}", none, "");

    for path in ["/t/{id}", "/t/{id}/s/{seat}"] {
        expect(200, "get", path, first, "");
        expect(404, "get", path, none, "");
        expect(403, "get", path, (id, "wrong"), "");
    }
    let version = expect(200, "get", "/t/{id}", (id, ""), "")["table"]["version"].as_u64().unwrap();
    let choice = |version, option: u64| json!({ "version": version, "option": option }).to_string();
    expect(403, "post", "/t/{id}/choose", second, &choice(version, 0));
    expect(422, "post", "/t/{id}/choose", first, &choice(version, 9));
    expect(400, "post", "/t/{id}/choose", first, "{\"version\": \"x");
    expect(200, "get", "/t/{id}/hint", first, "");
    expect(200, "get", "/t/{id}/why", first, "");
    let after = expect(200, "post", "/t/{id}/choose", first, &choice(version, 0));
    expect(409, "post", "/t/{id}/choose", first, &choice(version, 0));
    expect(200, "get", "/t/{id}/replay?at=0", first, "");
    expect(400, "get", "/t/{id}/replay?at=x", first, "");
    expect(403, "post", "/t/{id}/branch", first, "{\"at\": 0}");
    expect(403, "get", "/t/{id}/save", first, "");
    expect(400, "get", "/t/{id}/events", first, "");
    expect(200, "post", "/t/{id}/undo", first, "");
    expect(200, "get", "/t/{id}/link", first, "");
    expect(200, "post", "/t/{id}/join", first, "{\"name\": \"Ada\"}");
    expect(422, "post", "/t/{id}/bot", first, "{\"bot\": \"nobody\"}");
    let passed = expect(200, "post", "/t/{id}/pass", first, "");
    expect(403, "get", "/t/{id}", first, "");
    let joined = expect(200, "post", "/t/{id}/join", (id, passed["token"].as_str().unwrap()), "");
    let first = (id, joined["token"].as_str().unwrap());
    expect(200, "post", "/t/{id}/bot", first, "{\"bot\": \"random\"}");
    assert!(after["table"]["version"].as_u64() > Some(version));
    assert!(seen.is_superset(&[200, 303, 400, 403, 404, 409, 413, 422].into()), "{seen:?}");
}
