//! Checks before a request is answered, and headers after it.

use std::io::Write;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderValue, ORIGIN,
    VARY,
};
use axum::http::{Method, Response};
use axum::middleware::Next;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::answer::{Answer, with_headers};
use super::call::Call;
use crate::hall::Hall;
use crate::problem::{Kind, Problem};

/// Minimum size of an answer that is compressed, in bytes.
const SMALL: usize = 1_000;
/// Maximum size of an answer that is compressed, in bytes.
const LARGE: usize = 8 << 20;

/// Refuses requests with the name of another host: a page of another site could otherwise reach a server on
/// this machine. Refuses changes that come from pages of other sites.
pub async fn checked((hall, is_local): (Arc<Hall>, bool), request: Request, next: Next) -> Answer {
    let headers = request.headers();
    let host = header(headers, HOST.as_str());
    let origin = header(headers, ORIGIN.as_str());
    let is_change = request.method() != Method::GET || headers.contains_key("upgrade");
    let foreign = origin.filter(|_| is_change).is_some_and(|origin| !is_same(origin, host));
    let is_any = !is_local && hall.hosts.is_empty();
    if !is_any
        && !host.is_some_and(|host| is_loopback(host) || hall.hosts.iter().any(|own| own == name(host)))
    {
        let why = "this server answers only under the name of this machine, or one given with --host";
        return refused(request, why).await;
    }
    if foreign {
        return refused(request, "the request comes from a page of another site").await;
    }
    next.run(request).await
}

async fn refused(request: Request, why: &str) -> Answer {
    let (mut parts, _) = request.into_parts();
    let Ok(call) = Call::from_request_parts(&mut parts, &()).await;
    Problem::new(Kind::NotAllowed, why).answer(&call)
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns a host without its port.
fn name(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// Returns true for a name of this machine, with or without a port.
fn is_loopback(host: &str) -> bool {
    let name = name(host);
    name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Returns true if an origin such as `https://host:port` is that of this server.
fn is_same(origin: &str, host: Option<&str>) -> bool {
    let place = origin.split_once("://").map(|(_, place)| place);
    place.is_some() && place == host
}

/// Refuses requests of a client that sends too many.
pub async fn limited(State(hall): State<Arc<Hall>>, call: Call, request: Request, next: Next) -> Answer {
    if hall.admits(call.client) {
        return next.run(request).await;
    }
    let mut answer = Problem::new(Kind::TooMany, "too many requests; wait a second").answer(&call);
    answer.headers_mut().insert("retry-after", HeaderValue::from_static("1"));
    answer
}

/// Adds the headers of each answer, and compresses text.
pub async fn finished(request: Request, next: Next) -> Answer {
    let accepts = header(request.headers(), ACCEPT_ENCODING.as_str()).unwrap_or_default();
    let zips = accepts.split(',').any(|name| name.split(';').next().unwrap_or_default().trim() == "gzip");
    let answer = with_headers(next.run(request).await);
    if zips && is_text(&answer) { compressed(answer).await } else { answer }
}

fn is_text(answer: &Answer) -> bool {
    let kind = header(answer.headers(), CONTENT_TYPE.as_str()).unwrap_or_default();
    ["text/", "application/json", "image/svg"].iter().any(|text| kind.starts_with(text))
}

async fn compressed(answer: Answer) -> Answer {
    let (mut parts, body) = answer.into_parts();
    let Ok(bytes) = to_bytes(body, LARGE).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let mut zip = GzEncoder::new(Vec::new(), Compression::default());
    let zipped =
        if bytes.len() < SMALL { None } else { zip.write_all(&bytes).and_then(|()| zip.finish()).ok() };
    let Some(zipped) = zipped else { return Response::from_parts(parts, Body::from(bytes)) };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(zipped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in ["localhost", "localhost:80", "127.0.0.1:4000", "[::1]:4000", "127.8.0.1"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in
            ["example.org", "127.0.0.1.example.org", "localhost.example.org:80", "[::2]", "", "10.0.0.1"]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn an_origin_is_compared_with_its_port() {
        assert!(is_same("http://localhost:80", Some("localhost:80")));
        for (origin, host) in [("http://localhost:81", "localhost:80"), ("null", "null"), ("http://a", "b")] {
            assert!(!is_same(origin, Some(host)), "{origin}");
        }
    }
}
