//! `ludex lsp`: runs the language server on standard input and output.

mod messages;

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use ludex_lsp::{Disk, Server};
use messages::{Incoming, refuse, send};

use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::installed;
use crate::sources::results::kept;
use crate::sources::rulesets::Reference;

/// Delay within which changes are collected into one check.
const PAUSE: Duration = Duration::from_millis(100);

/// Approximate time of random games between checks for messages.
const SLICE: Duration = Duration::from_millis(5);

/// Maximum number of random choices between checks for messages.
const MOST_CHOICES: u32 = 1000;

/// Name of the file that makes a folder a ruleset.
const MAIN: &str = "ruleset.yaml";

/// Serves until the editor sends `exit`, or closes the pipe.
pub fn run() -> Outcome {
    let clean = serve(&messages::incoming())
        .map_err(|error| Failure::Problem(format!("the editor's messages: {error}")))?;
    Ok(u8::from(!clean))
}

/// State of a session, which determines the allowed messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Session {
    Begins,
    Runs,
    Over,
}

/// Returns true if the editor sent `shutdown` before the end.
fn serve(incoming: &Receiver<Incoming>) -> Result<bool, Box<dyn Error + Send + Sync>> {
    let mut server = Server::new(Folders);
    let (mut session, mut choices) = (Session::Begins, 1);
    loop {
        let patience = match (server.has_news(), server.has_games()) {
            (true, _) => Some(PAUSE),
            (false, true) => Some(Duration::ZERO),
            (false, false) => None,
        };
        let message = match patience.map(|patience| incoming.recv_timeout(patience)) {
            Some(Err(RecvTimeoutError::Timeout)) => {
                let play = !server.has_news();
                let found = if play { played(&mut server, &mut choices) } else { findings(&mut server) };
                send_notifications(found)?;
                continue;
            }
            Some(Err(RecvTimeoutError::Disconnected)) => return Ok(session == Session::Over),
            Some(Ok(message)) => message,
            None => match incoming.recv() {
                Ok(message) => message,
                Err(_) => return Ok(session == Session::Over),
            },
        };
        match message {
            Incoming::Refused(refused) => refuse(&refused)?,
            Incoming::Message(Message::Request(request)) => match out_of_turn(session, &request) {
                Some((code, why)) => {
                    send(&Message::Response(Response::new_err(request.id, code as i32, why.to_owned())))?;
                }
                None => {
                    session = match request.method.as_str() {
                        "initialize" => Session::Runs,
                        "shutdown" => Session::Over,
                        _ => session,
                    };
                    send(&Message::Response(answer(&mut server, request)))?;
                }
            },
            Incoming::Message(Message::Notification(note)) if note.method == "exit" => {
                return Ok(session == Session::Over);
            }
            Incoming::Message(Message::Notification(note)) if session == Session::Runs => {
                // an invalid notification must not end the server
                let _ = catch_unwind(AssertUnwindSafe(|| server.notify(&note.method, note.params)));
            }
            // the protocol drops notifications out of turn; the editor has no open request
            Incoming::Message(Message::Notification(_) | Message::Response(_)) => {}
        }
    }
}

/// Returns the error for a request that the state of the session does not allow.
fn out_of_turn(session: Session, request: &Request) -> Option<(ErrorCode, &'static str)> {
    match (session, request.method.as_str()) {
        (Session::Begins, "initialize") => None,
        (Session::Begins, _) => Some((ErrorCode::ServerNotInitialized, "`initialize` comes first")),
        (Session::Runs, "initialize") => {
            Some((ErrorCode::InvalidRequest, "the server is initialized already"))
        }
        (Session::Runs, _) => None,
        (Session::Over, _) => Some((ErrorCode::InvalidRequest, "after `shutdown` only `exit` follows")),
    }
}

/// Returns the new findings after changes.
fn findings(server: &mut Server<Folders>) -> Vec<ludex_lsp::Notification> {
    catch_unwind(AssertUnwindSafe(|| server.findings())).unwrap_or_default()
}

/// Plays random games for `choices` choices, then adapts the number. This keeps the delay for a message close
/// to [`SLICE`].
fn played(server: &mut Server<Folders>, choices: &mut u32) -> Vec<ludex_lsp::Notification> {
    let started = Instant::now();
    let found = catch_unwind(AssertUnwindSafe(|| server.idle(*choices))).unwrap_or_default();
    let took = started.elapsed();
    *choices = if took > SLICE { *choices / 2 } else { choices.saturating_mul(2) }.clamp(1, MOST_CHOICES);
    found
}

fn send_notifications(found: Vec<ludex_lsp::Notification>) -> std::io::Result<()> {
    found.into_iter().try_for_each(|note| {
        send(&Message::Notification(Notification { method: note.method.to_owned(), params: note.params }))
    })
}

/// Answers a request. A panic is reported as an error and does not end the server.
fn answer(server: &mut Server<Folders>, request: Request) -> Response {
    let Request { id, method, params, .. } = request;
    match catch_unwind(AssertUnwindSafe(|| server.request(&method, params))) {
        Ok(Ok(value)) => Response::new_ok(id, value),
        Ok(Err(failed)) => Response::new_err(id, failed.code, failed.message),
        Err(_) => {
            let message =
                format!("ludex has failed at `{method}`: please report it with the text that is open");
            Response::new_err(id, ErrorCode::InternalError as i32, message)
        }
    }
}

struct Folders;

impl Disk for Folders {
    fn root(&self, uri: &str) -> Option<String> {
        let path = path_of(uri)?;
        let folder = path.ancestors().skip(1).find(|folder| folder.join(MAIN).is_file())?;
        let up = path.strip_prefix(folder).ok()?.components().count();
        // remove as many segments as the file is deep in the folder
        let mut root = uri;
        for _ in 0..up {
            root = root.rsplit_once('/')?.0;
        }
        Some(root.to_owned())
    }

    fn files(&self, root: &str) -> Vec<(String, String)> {
        path_of(root).and_then(|folder| Reference::Folder(folder).read().ok()).unwrap_or_default()
    }

    fn library(&self, path: &str, text: &str) -> Option<String> {
        let folder = installed::libraries_folder()?;
        let file = folder.join(path);
        if std::fs::read_to_string(&file).ok().as_deref() != Some(text) {
            files::write_below(&folder, path, text).ok()?;
        }
        Some(address_of(&file))
    }

    fn results(&self, root: &str) -> Vec<(String, String)> {
        path_of(root).map_or_else(Vec::new, |folder| kept(&folder))
    }
}

/// Returns the `file:` URI of a path.
fn address_of(path: &Path) -> String {
    let path = path.display().to_string().replace('\\', "/");
    let root = if path.starts_with('/') { "file://" } else { "file:///" };
    ludex_lsp::below(root, path.trim_start_matches('/'))
}

/// Returns the path of a `file:` URI.
fn path_of(uri: &str) -> Option<PathBuf> {
    let path = ludex_lsp::decoded(uri.strip_prefix("file://")?);
    // `/c:/games` on systems with drives
    let drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    let path = if drive { path.strip_prefix('/')?.to_owned() } else { path };
    Some(Path::new(&path).to_owned())
}
