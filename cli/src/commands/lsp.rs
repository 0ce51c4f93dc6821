//! `ludex lsp`: the door of the language server. Messages come over standard input and go over standard output.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use ludex_lsp::{Disk, Server};

use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::installed;
use crate::sources::results::kept;
use crate::sources::rulesets::Reference;

/// What changes within so long is looked at once.
const PAUSE: Duration = Duration::from_millis(100);

/// Random games are played for about so long before somebody looks for messages.
const SLICE: Duration = Duration::from_millis(5);

/// No more choices are made at once than these, however fast they are.
const MOST_CHOICES: u32 = 1000;

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
    let (mut over, mut choices) = (false, 1);
    loop {
        let patience = match (server.has_news(), server.has_games()) {
            (true, _) => Some(PAUSE),
            (false, true) => Some(Duration::ZERO),
            (false, false) => None,
        };
        let message = match patience.map(|patience| connection.receiver.recv_timeout(patience)) {
            Some(Err(error)) if error.is_timeout() => {
                let play = !server.has_news();
                let found = if play { played(&mut server, &mut choices) } else { findings(&mut server) };
                tell(connection, found)?;
                continue;
            }
            Some(Err(_)) => return Ok(over),
            Some(Ok(message)) => message,
            None => match connection.receiver.recv() {
                Ok(message) => message,
                Err(_) => return Ok(over),
            },
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
fn findings(server: &mut Server<Folders>) -> Vec<ludex_lsp::Notification> {
    catch_unwind(AssertUnwindSafe(|| server.findings())).unwrap_or_default()
}

/// Plays so many choices of random games; next time more or less, so that a message waits no longer than [`SLICE`].
fn played(server: &mut Server<Folders>, choices: &mut u32) -> Vec<ludex_lsp::Notification> {
    let started = Instant::now();
    let found = catch_unwind(AssertUnwindSafe(|| server.idle(*choices))).unwrap_or_default();
    let took = started.elapsed();
    *choices = if took > SLICE { *choices / 2 } else { choices.saturating_mul(2) }.clamp(1, MOST_CHOICES);
    found
}

fn tell(
    connection: &Connection,
    found: Vec<ludex_lsp::Notification>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
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

/// The `file:` address of a path.
fn address_of(path: &Path) -> String {
    let path = path.display().to_string().replace('\\', "/");
    let root = if path.starts_with('/') { "file://" } else { "file:///" };
    ludex_lsp::below(root, path.trim_start_matches('/'))
}

/// The path of a `file:` address.
fn path_of(uri: &str) -> Option<PathBuf> {
    let path = ludex_lsp::decoded(uri.strip_prefix("file://")?);
    // `/c:/games` where there are drives
    let drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    let path = if drive { path.strip_prefix('/')?.to_owned() } else { path };
    Some(Path::new(&path).to_owned())
}
