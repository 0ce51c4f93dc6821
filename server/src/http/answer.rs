//! Answers: JSON, pages, redirects and errors, with the headers that all answers have.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION, SET_COOKIE};
use axum::http::{Response, StatusCode};
use ludex_table::html;
use ludex_table::phrases::Phrases;
use serde_json::{Value, json};

use super::call::Call;
use crate::problem::{Kind, Problem};

pub type Answer = Response<Body>;

/// Headers of each answer. The policy allows files of this server only: no inline script or style, no frame.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    // with `no-referrer` the origin of a form would be `null`, so that it couldn't be checked
    ("referrer-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Adds the headers of each answer. Pages are never cached.
pub fn with_headers(mut answer: Answer) -> Answer {
    let headers = answer.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer
}

/// Creates an answer with a type of content.
pub fn content(status: u16, kind: &'static str, body: impl Into<Body>) -> Answer {
    let mut answer = Response::new(body.into());
    *answer.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

pub fn json(status: u16, value: &Value) -> Answer {
    content(status, "application/json", value.to_string())
}

pub fn page(status: u16, text: String) -> Answer {
    content(status, "text/html; charset=utf-8", text)
}

/// Redirects a browser after a form.
pub fn see(place: &str) -> Answer {
    let mut answer = content(303, "text/plain; charset=utf-8", "");
    if let Ok(place) = HeaderValue::from_str(place) {
        answer.headers_mut().insert(LOCATION, place);
    }
    answer
}

/// Sets a cookie that scripts can't read and that is sent from pages of this server only.
pub fn with_cookie(mut answer: Answer, call: &Call, (name, value, path): (&str, &str, &str)) -> Answer {
    let secure = if call.is_secure { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path={path}; Max-Age=31536000; HttpOnly; SameSite=Strict{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        answer.headers_mut().append(SET_COOKIE, cookie);
    }
    answer
}

/// Lets a file be cached for ever, because its address changes with its content.
pub fn for_ever(mut answer: Answer) -> Answer {
    let value = HeaderValue::from_static("public, max-age=31536000, immutable");
    answer.headers_mut().insert(CACHE_CONTROL, value);
    answer
}

/// Lets a file be cached for a short time.
pub fn for_a_while(mut answer: Answer) -> Answer {
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

impl Problem {
    /// Returns the answer to a refused request.
    pub fn answer(&self, call: &Call) -> Answer {
        let (status, code) = self.kind.row();
        if !call.html {
            return json(status, &json!({ "error": { "code": code, "message": self.message } }));
        }
        let language = call.language(&["en", "fr", "de"], "en");
        let own = Phrases::for_language(language);
        let mut answer = page(
            status,
            html::message(language, status, &self.kind.title(own), &self.kind.text(own, &self.message)),
        );
        if self.kind == Kind::WrongToken && call.query.contains_key(super::seats::LINKED) {
            // a browser sends no strict cookie on a redirect from another site, but does when it loads again
            if let Ok(again) = HeaderValue::from_str(&format!("0; url={}", call.base())) {
                answer.headers_mut().insert(HeaderName::from_static("refresh"), again);
            }
        }
        answer
    }
}
