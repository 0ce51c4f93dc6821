//! `ludex lsp`: the door of the language server. Messages come over standard input and go over standard output.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use ludex_lsp::{Disk, Server};

use crate::failure::{Failure, Outcome};
use crate::sources::rulesets::Reference;

/// What changes within so long is looked at once.
const PAUSE: Duration = Duration::from_millis(100);

/// The name of the file that makes a folder a ruleset.
const MAIN: &str = "ruleset.yaml";

/// Answers until the editor says that it is over.
pub fn run() -> Outcome {
    let (connection, threads) = Connection::stdio();
    let clean =
        serve(&connection).map_err(|error| Failure::Problem(format!("the editor's messages: {error}")))?;
    // its threads end when nobody can send any more
    drop(connection);
    threads.join().map_err(Failure::Output)?;
    Ok(u8::from(!clean))
}

/// Whether the editor said goodbye.
fn serve(connection: &Connection) -> Result<bool, Box<dyn Error + Send + Sync>> {
    let mut server = Server::new(Folders);
    let mut over = false;
    loop {
        let message = if server.has_news() {
            match connection.receiver.recv_timeout(PAUSE) {
                Ok(message) => message,
                Err(error) if error.is_timeout() => {
                    tell(connection, &mut server)?;
                    continue;
                }
                Err(_) => return Ok(over),
            }
        } else {
            let Ok(message) = connection.receiver.recv() else { return Ok(over) };
            message
        };
        match message {
            Message::Request(request) => {
                over |= request.method == "shutdown";
                connection.sender.send(Message::Response(answer(&mut server, request)))?;
            }
            Message::Notification(note) if note.method == "exit" => return Ok(over),
            Message::Notification(note) => {
                // what can't be read is no reason to stop
                let _ = catch_unwind(AssertUnwindSafe(|| server.notify(&note.method, note.params)));
            }
            Message::Response(_) => {}
        }
    }
}

/// The findings, where something has changed.
fn tell(connection: &Connection, server: &mut Server<Folders>) -> Result<(), Box<dyn Error + Send + Sync>> {
    let found = catch_unwind(AssertUnwindSafe(|| server.findings())).unwrap_or_default();
    for note in found {
        let note = Notification { method: note.method.to_owned(), params: note.params };
        connection.sender.send(Message::Notification(note))?;
    }
    Ok(())
}

/// A fault of ours is told, and does not end the server.
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

/// The files of this machine.
struct Folders;

impl Disk for Folders {
    fn root(&self, uri: &str) -> Option<String> {
        let path = path_of(uri)?;
        let folder = path.ancestors().skip(1).find(|folder| folder.join(MAIN).is_file())?;
        let up = path.strip_prefix(folder).ok()?.components().count();
        // as many parts less as the file lies deep
        let mut root = uri;
        for _ in 0..up {
            root = root.rsplit_once('/')?.0;
        }
        Some(root.to_owned())
    }

    fn files(&self, root: &str) -> Vec<(String, String)> {
        path_of(root).and_then(|folder| Reference::Folder(folder).read().ok()).unwrap_or_default()
    }
}

/// The path of a `file:` address.
fn path_of(uri: &str) -> Option<PathBuf> {
    let path = ludex_lsp::decoded(uri.strip_prefix("file://")?);
    // `/c:/games` where there are drives
    let drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    let path = if drive { path.strip_prefix('/')?.to_owned() } else { path };
    Some(Path::new(&path).to_owned())
}
