//! Supported parts of the Language Server Protocol, with the names of its specification (3.17).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A place in a text: lines and columns from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    pub line: u32,
    pub character: u32,
}

/// From a place to another, which is no part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

/// A range of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Location {
    pub uri: String,
    pub range: Range,
}

/// A text for a range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    pub range: Range,
    pub new_text: String,
}

#[derive(Debug, Deserialize)]
pub struct TextDocument {
    pub uri: String,
}

/// Parameters of requests about a location.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AtPosition {
    pub text_document: TextDocument,
    pub position: Position,
    #[serde(default)]
    pub new_name: String,
}

/// Parameters of requests about a file or a range of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InDocument {
    pub text_document: TextDocument,
    pub range: Option<Range>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    pub text_document: OpenedDocument,
}

#[derive(Debug, Deserialize)]
pub struct OpenedDocument {
    pub uri: String,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    pub text_document: TextDocument,
    pub content_changes: Vec<Change>,
}

/// A change with the whole new text.
#[derive(Debug, Deserialize)]
pub struct Change {
    pub text: String,
}

#[derive(Debug, Deserialize)]
pub struct Query {
    pub query: String,
}

/// A message without an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Notification {
    /// Method, such as `textDocument/publishDiagnostics`.
    pub method: &'static str,
    /// Parameters of the method.
    pub params: Value,
}

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failed {
    /// Error code of JSON-RPC or of the protocol.
    pub code: i32,
    /// Message for users.
    pub message: String,
}

impl Failed {
    /// Creates an error for invalid parameters.
    pub fn invalid(message: impl Into<String>) -> Failed {
        Failed { code: -32602, message: message.into() }
    }

    /// Creates an error for an unknown method.
    pub fn unknown_method(method: &str) -> Failed {
        Failed { code: -32601, message: format!("`{method}` is not a method of this server") }
    }

    /// Creates an error for a valid request that can't be performed.
    pub fn refused(message: impl Into<String>) -> Failed {
        Failed { code: -32803, message: message.into() }
    }
}
