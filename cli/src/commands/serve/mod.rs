//! `ludex serve`: tables in the browser.

mod renew;
mod saved;
mod shelf;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use ludex_server::log::{self, Sqlite, TableLog};
use ludex_server::{Bound, Hall, Limits, Patience, Webhook, bind};
use serde_json::json;

use crate::args::ServeArgs;
use crate::failure::{Failure, Outcome};
use crate::game::save::{Save, shown};
use crate::sources::installed::data_folder;
use crate::sources::rulesets::{Reference, plural};
use crate::terminal::output::{Out, warn};
use saved::Opened;
use shelf::Rulesets;

/// Name of the database in the user's data folder.
const DATABASE: &str = "tables.db";

/// Serves tables until Ctrl-C.
pub fn run(args: &ServeArgs, out: &mut Out) -> Outcome {
    let game = args.game.as_deref().map(Served::find).transpose()?;
    let (reference, save) = match game {
        None => (None, None),
        Some(Served::Game(reference)) => (Some(reference), None),
        Some(Served::Save(path, save)) => (None, Some((path, save))),
    };
    let shelf = Arc::new(Rulesets::new(reference.as_ref(), args.bots.as_deref(), out)?);
    let (log, place) = database(args)?;
    let mut hall = Hall::new(log, shelf.clone(), Limits::default(), Duration::from_millis(args.pause));
    hall.hosts.clone_from(&args.host);
    hall.game = shelf.game().map(|(id, _)| id.to_owned());
    hall.webhook = args.webhook.as_deref().map(webhook).transpose()?;
    let bound = listen(args, hall)?;
    let address = bound.address().map_err(|error| Failure::Problem(error.to_string()))?;
    let mut url = format!("http://{}/", reachable(address));
    if let Some(webhook) = &bound.hall().webhook {
        webhook.serves(&origin(args, address, &url));
    }
    let opened = save.map(|(path, save)| saved::open(&bound.hall(), (&path, save), out)).transpose()?;
    if let Some(reference) = reference.filter(|_| args.watch) {
        let shelf = shelf.clone();
        renew::watch(&reference, bound.hall(), move || shelf.changed())?;
    } else if args.watch {
        return Err(Failure::Usage("--watch needs a game with files that can change".to_owned()));
    }
    if let Some(Opened { path, .. }) = &opened {
        url.push_str(path.trim_start_matches('/'));
    }
    // before anybody knows that the server runs
    let _ = ctrlc::set_handler(bound.stopper());
    announce(args, (&url, &place, &shelf), out)?;
    if args.open {
        open(&url);
    }
    bound.run().map_err(|error| Failure::Problem(format!("the server has stopped: {error}")))?;
    Ok(0)
}

/// What to serve: a game, or a saved game.
enum Served {
    Game(Reference),
    Save(PathBuf, Box<Save>),
}

impl Served {
    fn find(word: &str) -> Result<Served, Failure> {
        let reference = Reference::find(word)?;
        if let Reference::File(path) = &reference {
            let text =
                ludex::fs::read_text(path, path).map_err(|error| Failure::Problem(error.to_string()))?;
            if text.starts_with("# A saved game of Ludex") {
                let save = Save::read(path).map_err(Failure::Problem)?;
                return Ok(Served::Save(path.clone(), Box::new(save)));
            }
        }
        Ok(Served::Game(reference))
    }
}

/// Opens the database. Returns it with its name for people.
fn database(args: &ServeArgs) -> Result<(Arc<dyn TableLog>, String), Failure> {
    let path = match &args.database {
        Some(url) if log::is_url(url) => {
            let log = log::connect(url).map_err(|error| Failure::Problem(error.to_string()))?;
            return Ok((log, "PostgreSQL".to_owned()));
        }
        Some(path) => PathBuf::from(path),
        None => data_folder().map_or_else(|| PathBuf::from(DATABASE), |data| data.join(DATABASE)),
    };
    let problem = |why: String| Failure::Problem(format!("the database {}: {why}", shown(&path)));
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| problem(error.to_string()))?;
    }
    let log = Sqlite::open(&path).map_err(|error| problem(error.to_string()))?;
    Ok((Arc::new(log), shown(&path)))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the kinds of errors are many and not ours")]
fn listen(args: &ServeArgs, hall: Hall) -> Result<Bound, Failure> {
    let address = SocketAddr::new(args.listen, args.port);
    bind(hall, address).map_err(|error| {
        let port = args.port;
        Failure::Problem(match error.kind() {
            io::ErrorKind::AddrInUse => format!(
                "port {port} is in use, perhaps by another `ludex serve`; choose another: --port {}",
                port.checked_add(1).unwrap_or(0)
            ),
            io::ErrorKind::PermissionDenied => format!("port {port} may not be used; choose one above 1023"),
            _ => format!("can't listen at {address}: {error}"),
        })
    })
}

/// Returns an address that a browser on this machine can open.
fn reachable(address: SocketAddr) -> SocketAddr {
    let local = |ip| SocketAddr::new(ip, address.port());
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => local([127, 0, 0, 1].into()),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => local(std::net::Ipv6Addr::LOCALHOST.into()),
        SocketAddr::V4(_) | SocketAddr::V6(_) => address,
    }
}

fn webhook(url: &str) -> Result<Webhook, Failure> {
    let report = |why: &str| warn(&format!("warning: {why}"));
    Webhook::start(url, Patience::default(), report).map_err(Failure::Usage)
}

/// Returns the address that people type: behind a proxy the first `--host`, encrypted.
fn origin(args: &ServeArgs, address: SocketAddr, url: &str) -> String {
    match args.host.first() {
        Some(host) if args.listen.is_loopback() => format!("https://{host}"),
        Some(host) => format!("http://{host}:{}", address.port()),
        None => url.to_owned(),
    }
}

/// Prints the link and the next steps.
fn announce(
    args: &ServeArgs,
    (url, place, shelf): (&str, &str, &Rulesets),
    out: &mut Out,
) -> Result<(), Failure> {
    if !args.listen.is_loopback() {
        warn("warning: other devices can connect, and their connection is not encrypted (docs/serve.md)");
    }
    if args.json {
        out.line(&json!({ "url": url }).to_string())?;
        return Ok(out.flush()?);
    }
    let (served, next) = match shelf.game() {
        Some((_, title)) => (title.to_owned(), "choose who plays"),
        None => (plural(shelf.count(), "game"), "choose a game"),
    };
    out.line(&format!("Ludex serves {served}: {url}"))?;
    out.line("")?;
    out.wrapped(&format!("Open the link, {next}, and send each player the link of a seat."), 2)?;
    if args.listen.is_loopback() {
        out.wrapped("Only this machine can connect. For your network: ludex serve --listen 0.0.0.0", 2)?;
    }
    out.wrapped(&format!("Games are kept in {place}. Ctrl-C stops the server."), 2)?;
    Ok(out.flush()?)
}

/// Opens the browser of this machine, if there is one.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let quiet = || Stdio::null();
    let started =
        Command::new(program).args(arguments).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if started.is_err() {
        warn(&format!("note: no browser was found; open {url}"));
    }
}
