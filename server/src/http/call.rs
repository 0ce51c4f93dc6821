//! A request: who asks, for which table and seat, and how the answer should look.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequestParts, Query, RawPathParams};
use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE, AUTHORIZATION, COOKIE, HeaderName};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use ludex::Seat;
use serde_json::Value;

use super::prefs::Prefs;
use crate::hall::{Hall, Live, Table, Token};
use crate::log::TableId;
use crate::problem::{Kind, Problem};

/// Name of the cookie of a seat, whose path is that of the seat.
pub const SEAT_COOKIE: &str = "seat";
/// Name of the cookie of a host, whose path is that of the links.
pub const HOST_COOKIE: &str = "host";
/// Name of the cookie with a person's settings.
pub const PREFS_COOKIE: &str = "settings";

/// A request without its body.
#[derive(Clone)]
pub struct Call {
    pub client: IpAddr,
    /// Table in the path; the text may be no ID.
    pub table: Option<String>,
    /// Seat number in the path, from 1.
    pub seat: Option<String>,
    /// Other parts of the path by name.
    pub path: BTreeMap<String, String>,
    pub query: BTreeMap<String, String>,
    /// True for a browser, which gets pages; others get JSON.
    pub html: bool,
    pub prefs: Prefs,
    /// Languages of the browser, best first.
    pub languages: Vec<String>,
    bearer: Option<Token>,
    cookies: Vec<(String, String)>,
    /// True if the connection of the person is encrypted, as a proxy reports.
    pub is_secure: bool,
    /// Address of this server as the person typed it.
    pub origin: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Call {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let path = match RawPathParams::from_request_parts(parts, state).await {
            Ok(path) => path.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            Err(_) => BTreeMap::new(),
        };
        Ok(Self::new(&parts.headers, &parts.uri, client(parts), path))
    }
}

impl Call {
    fn new(headers: &HeaderMap, uri: &Uri, client: IpAddr, mut path: BTreeMap<String, String>) -> Self {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
        let cookies = cookies(headers);
        let query = pairs(uri.query().unwrap_or("")).into_iter().collect::<BTreeMap<_, _>>();
        let prefs = cookies.iter().find(|(name, _)| name == PREFS_COOKIE).map_or("", |(_, value)| value);
        let is_secure = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
        let host = headers.get("host").and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        Self {
            client,
            table: path.remove("id"),
            seat: path.remove("seat"),
            html: is_browser(headers, text(ACCEPT)),
            prefs: Prefs::read(prefs, query.get("lang").map(String::as_str)),
            languages: languages(text(ACCEPT_LANGUAGE)),
            bearer: text(AUTHORIZATION).strip_prefix("Bearer ").map(|token| Token::from_text(token.trim())),
            is_secure,
            origin: format!("{}://{host}", if is_secure { "https" } else { "http" }),
            path,
            query,
            cookies,
        }
    }

    /// Returns the table of the path.
    pub fn table(&self, hall: &Hall) -> Result<Arc<Table>, Problem> {
        let id = self.table.as_deref().and_then(TableId::parse).ok_or_else(Problem::no_table)?;
        hall.table(&id)
    }

    /// Returns the tokens of the request: from the header, or from the cookies if there is no header.
    fn tokens(&self) -> Vec<Token> {
        if let Some(bearer) = &self.bearer {
            return vec![bearer.clone()];
        }
        let of_seat = self.cookies.iter().filter(|(name, _)| name == SEAT_COOKIE);
        of_seat.map(|(_, value)| Token::from_text(value)).collect()
    }

    /// Returns the seat for which the request speaks; `None` for a spectator.
    pub fn seat(&self, live: &Live) -> Result<Option<Seat>, Problem> {
        let tokens = self.tokens();
        let Some(number) = &self.seat else {
            let Some(token) = &self.bearer else { return Ok(None) };
            return live.seat_of(token).map(Some).ok_or_else(Problem::wrong_token);
        };
        let seat = self.seat_of_path(live, number)?;
        let is_opened = tokens.iter().any(|token| live.seat_of(token) == Some(seat));
        if is_opened { Ok(Some(seat)) } else { Err(Problem::wrong_token()) }
    }

    fn seat_of_path(&self, live: &Live, number: &str) -> Result<Seat, Problem> {
        let seat = number.parse::<u8>().ok().and_then(|n| n.checked_sub(1));
        let none = || Problem::new(Kind::NoPage, "this table has no such seat");
        seat.and_then(|seat| live.setup().seat(seat)).ok_or_else(none)
    }

    /// Like [`seat`](Self::seat), for a request that only a seat may make.
    pub fn own_seat(&self, live: &Live) -> Result<Seat, Problem> {
        self.seat(live)?.ok_or_else(|| Problem::new(Kind::WrongToken, "this needs the token of a seat"))
    }

    /// Returns the token with which this request opened its seat.
    pub fn own_token(&self, live: &Live) -> Option<Token> {
        let seat = self.seat(live).ok()??;
        self.tokens().into_iter().find(|token| live.seat_of(token) == Some(seat))
    }

    pub fn host(&self) -> Option<Token> {
        let cookie = self.cookies.iter().find(|(name, _)| name == HOST_COOKIE);
        cookie.map(|(_, value)| Token::from_text(value)).or_else(|| self.bearer.clone())
    }

    /// Returns the address of the view: `/t/ID/s/2`, or `/t/ID` for a spectator.
    pub fn base(&self) -> String {
        let table = self.table.as_deref().unwrap_or_default();
        self.seat.as_ref().map_or_else(|| format!("/t/{table}"), |seat| format!("/t/{table}/s/{seat}"))
    }

    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Problem> {
        let Some(text) = self.query.get(name) else { return Ok(None) };
        text.parse()
            .map(Some)
            .map_err(|_| Problem::new(Kind::Malformed, format!("`{name}` must be a number")))
    }

    /// Returns the language in which a program wants texts.
    pub fn texts(&self) -> Option<&str> {
        self.query.get("text").map(String::as_str)
    }

    /// Returns the language for a person, out of those that a game has.
    pub fn language<'a>(&'a self, known: &[&'a str], usual: &'a str) -> &'a str {
        let wished = self.prefs.lang.iter().chain(&self.languages).map(String::as_str);
        let mut found = wished.filter(|lang| known.contains(lang));
        found.next().or(known.contains(&usual).then_some(usual)).or(known.first().copied()).unwrap_or("en")
    }
}

/// Returns true for a page, also if its script asks: such a request has no token in a header.
fn is_browser(headers: &HeaderMap, accept: &str) -> bool {
    let is_script = headers.contains_key("sec-fetch-mode") && !headers.contains_key(AUTHORIZATION);
    accept.contains("text/html") || is_script && !accept.contains("application/json")
}

/// Returns the address of a client: the last one that a proxy on this machine reports, or that of the
/// connection.
fn client(parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip()).to_canonical();
    let forwarded = parts.headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
    let last = forwarded.and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
    last.filter(|_| peer.is_loopback()).unwrap_or(peer)
}

fn cookies(headers: &HeaderMap) -> Vec<(String, String)> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Returns the languages of a browser, without regions.
fn languages(header: &str) -> Vec<String> {
    let names = header.split(',').filter_map(|part| part.split([';', '-']).next());
    names.map(|name| name.trim().to_ascii_lowercase()).filter(|name| !name.is_empty()).take(10).collect()
}

/// Reads `name=value&…`.
fn pairs(text: &str) -> Vec<(String, String)> {
    let uri = Uri::builder().path_and_query(format!("/?{text}")).build();
    let read = uri.ok().and_then(|uri| Query::<Vec<(String, String)>>::try_from_uri(&uri).ok());
    read.map(|query| query.0).unwrap_or_default()
}

/// The body of a request: a form, or JSON.
pub struct Body(BTreeMap<String, Vec<Value>>);

impl Body {
    /// Reads a JSON object, or a form. An empty body has no fields.
    pub fn read(bytes: &Bytes) -> Result<Body, Problem> {
        let malformed = |why: String| Problem::new(Kind::Malformed, why);
        let text = std::str::from_utf8(bytes).map_err(|_| malformed("the body is not UTF-8".to_owned()))?;
        if text.trim_start().starts_with(['{', '[']) {
            let value: Value = serde_json::from_str(text)
                .map_err(|e| malformed(format!("the body is not valid JSON: {e}")))?;
            let Value::Object(fields) = value else {
                return Err(malformed("the body is not a JSON object".to_owned()));
            };
            return Ok(Body(fields.into_iter().map(|(name, value)| (name, vec![value])).collect()));
        }
        let mut fields: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (name, value) in pairs(text) {
            fields.entry(name).or_default().push(Value::String(value));
        }
        if fields.is_empty() && !text.trim().is_empty() {
            return Err(malformed("the body is neither a JSON object nor a form".to_owned()));
        }
        Ok(Body(fields))
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).and_then(|all| all.first()).filter(|value| !value.is_null())
    }

    /// Returns all values of a field of a form, or the elements of a JSON list.
    pub fn all(&self, name: &str) -> Vec<Value> {
        match self.0.get(name).map(Vec::as_slice) {
            Some([Value::Array(values)]) => values.clone(),
            Some(values) => values.to_vec(),
            None => Vec::new(),
        }
    }

    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(plain)
    }

    /// Returns a whole number of a field.
    pub fn number<T: TryFrom<u64>>(&self, name: &str) -> Result<Option<T>, Problem> {
        let wrong = || Problem::new(Kind::Malformed, format!("`{name}` must be a whole number"));
        let number = match self.get(name) {
            None => return Ok(None),
            Some(Value::String(text)) if text.is_empty() => return Ok(None),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(value) => value.as_u64(),
        };
        number.and_then(|number| T::try_from(number).ok()).map(Some).ok_or_else(wrong)
    }
}

/// Returns a value as text: a string without quotes.
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_a_form_or_an_object() {
        let read = |text: &str| Body::read(&Bytes::copy_from_slice(text.as_bytes()));
        let form = read("version=3&option=1&name=J%C3%B6rg+X").map_err(|e| e.message).expect("a form");
        assert_eq!(form.number::<u32>("version"), Ok(Some(3)));
        assert_eq!(form.text("name").as_deref(), Some("Jörg X"));
        let json = read("{\"version\": 3, \"options\": [1, 2]}").map_err(|e| e.message).expect("an object");
        assert_eq!((json.number::<u32>("version"), json.all("options").len()), (Ok(Some(3)), 2));
        for wrong in ["[1]", "{\"version\"", "{\"a\": 1} x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let big = read("{\"version\": 99999999999}").map_err(|e| e.message).expect("an object");
        assert!(big.number::<u32>("version").is_err());
    }
}
