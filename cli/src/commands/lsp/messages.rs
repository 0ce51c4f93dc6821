//! Messages of the language server over standard input and output.
//!
//! `lsp_server` provides the message types and writes messages. Its reader stops at the first malformed
//! message and allocates any length that a header names. This module therefore has a reader of its own, which
//! bounds sizes and answers malformed messages.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, sync_channel};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// Maximum number of bytes of one message: several times a ruleset of the largest size.
const LONGEST: u64 = 256 << 20;

/// Maximum number of bytes of one line of a header.
const LONGEST_LINE: u64 = 4 << 10;

/// Maximum number of queued messages; the reader blocks when the queue is full.
const WAITING: usize = 16;

pub enum Incoming {
    Message(Message),
    Refused(Refused),
}

/// A malformed or invalid message.
pub struct Refused {
    /// ID of the request, or null.
    id: Value,
    code: ErrorCode,
    why: String,
}

/// Reads standard input on a separate thread, which ends with `exit` or the end of the input.
pub fn incoming() -> Receiver<Incoming> {
    let (sender, receiver) = sync_channel(WAITING);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(message)) = read(&mut input) {
            let is_exit =
                matches!(&message, Incoming::Message(Message::Notification(note)) if note.method == "exit");
            if sender.send(message).is_err() || is_exit {
                break;
            }
        }
    });
    receiver
}

pub fn send(message: &Message) -> io::Result<()> {
    message.write(&mut io::stdout().lock())
}

/// Answers a refused message. JSON-RPC uses `null` for an unknown ID.
pub fn refuse(refused: &Refused) -> io::Result<()> {
    let Refused { id, code, why } = refused;
    let error = json!({ "code": *code as i32, "message": why });
    let text = json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string();
    let mut out = io::stdout().lock();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

/// Reads the next message; returns `None` at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = header(input)? else { return Ok(None) };
    let length = match length {
        Ok(length) => length,
        Err(why) => return Ok(Some(refused(Value::Null, ErrorCode::ParseError, why))),
    };
    if length > LONGEST {
        let skipped = io::copy(&mut input.take(length), &mut io::sink())?;
        let why = format!("a message of {length} bytes is too long: at most {LONGEST}");
        let whole = skipped == length;
        return Ok(whole.then(|| refused(Value::Null, ErrorCode::InvalidRequest, why)));
    }
    // the buffer grows with the data, not with the length in the header
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(message(&bytes)))
}

/// Returns the length of the next message, or the error in its header; `None` at the end of the input.
fn header(input: &mut impl BufRead) -> io::Result<Option<Result<u64, String>>> {
    let (mut length, mut wrong) = (None, None);
    loop {
        let mut line = Vec::new();
        input.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        match line.split_once(':') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("Content-Length") => {
                match value.trim().parse() {
                    Ok(number) => length = Some(number),
                    Err(_) => wrong = Some("`Content-Length` is not a number of bytes"),
                }
            }
            Some(_) => {}
            None => wrong = Some("a line of the header has no `:`"),
        }
    }
    let missing = || "a message begins with `Content-Length: BYTES` and an empty line".to_owned();
    Ok(Some(length.ok_or_else(|| wrong.map_or_else(missing, str::to_owned))))
}

/// Parses the JSON of a message, or explains why it is invalid.
fn message(bytes: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => {
            return refused(Value::Null, ErrorCode::ParseError, format!("invalid JSON: {error}"));
        }
    };
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
    let has_id = value.get("id").is_some();
    match serde_json::from_value(value) {
        // the ID is neither a string nor a 32-bit integer: the sender expects a response
        Ok(Message::Notification(_)) if has_id => {
            let why = "the id of a request is a text or a whole number of 32 bits";
            refused(id, ErrorCode::InvalidRequest, why.to_owned())
        }
        Ok(message) => Incoming::Message(message),
        Err(_) => {
            let why = "this is not a request, notification or response of JSON-RPC";
            refused(id, ErrorCode::InvalidRequest, why.to_owned())
        }
    }
}

fn refused(id: Value, code: ErrorCode, why: String) -> Incoming {
    Incoming::Refused(Refused { id, code, why })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes of what is refused, and the methods of the rest.
    fn all(text: &[u8]) -> Vec<String> {
        let mut input = text;
        let mut all = Vec::new();
        while let Ok(Some(incoming)) = read(&mut input) {
            all.push(match incoming {
                Incoming::Refused(refused) => format!("{} {}", refused.code as i32, refused.id),
                Incoming::Message(Message::Request(request)) => request.method,
                Incoming::Message(Message::Notification(note)) => note.method,
                Incoming::Message(Message::Response(_)) => "a response".to_owned(),
            });
        }
        all
    }

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    #[test]
    fn what_cannot_be_read_is_refused_and_the_next_is_read() {
        let exit = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let refused = [
            (framed("{\"jsonrpc\": nothing}"), "-32700 null"),
            (framed("\u{fffd}"), "-32700 null"),
            (framed(&"[".repeat(10_000)), "-32700 null"),
            (framed("[]"), "-32600 null"),
            (framed(r#"{"id":7}"#), "-32600 7"),
            (framed(r#"{"id":12345678901,"method":"shutdown"}"#), "-32600 12345678901"),
            (framed(r#"{"id":null,"method":"shutdown"}"#), "-32600 null"),
            ("Content-Length: many\r\n\r\n".to_owned(), "-32700 null"),
            ("Content-Length: -1\r\n\r\n".to_owned(), "-32700 null"),
            ("Content-Type: x\r\n\r\n".to_owned(), "-32700 null"),
            ("nothing\n\n".to_owned(), "-32700 null"),
        ];
        for (text, told) in refused {
            assert_eq!(all((text.clone() + &exit).as_bytes()), [told, "exit"], "{text}");
        }
        let odd = framed(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#);
        let odd = odd.replace("Content-Length: ", "content-length:").replace("\r\n", "\n");
        assert_eq!(all((odd + &exit).as_bytes()), ["shutdown", "exit"]);
    }

    #[test]
    fn a_length_costs_no_memory() {
        for length in [u64::MAX, LONGEST + 1, LONGEST] {
            assert!(all(format!("Content-Length: {length}\r\n\r\n{{}}").as_bytes()).is_empty());
        }
        let line = "x".repeat(LONGEST_LINE as usize * 3);
        assert!(all(line.as_bytes()).len() <= 1);
    }
}
