//! `ludex list`: lists all available games and mods.

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::ListArgs;
use crate::failure::{Failure, Outcome};
use crate::names::title;
use crate::sources::installed;
use crate::sources::rulesets::{Reference, shipped};
use crate::terminal::output::{BOLD, DIM, Out, clean};
use ludex_table::words::Words;

/// Version of the JSON document.
const VERSION: u32 = 1;

/// Available games and mods.
#[derive(JsonSchema, Serialize)]
pub struct Listed {
    /// Version of the document: 1.
    version: u32,
    /// Shipped and installed games.
    games: Vec<Game>,
    /// Mods that are installed.
    mods: Vec<Modded>,
}

/// An available game.
#[derive(JsonSchema, Serialize)]
struct Game {
    /// ID of the game.
    id: String,
    /// Title of the game; `null` if the game can't be read.
    title: Option<String>,
    /// Minimum and maximum number of players; `null` if the game can't be read.
    players: Option<[u8; 2]>,
    /// Path of the game; `null` for a shipped game.
    path: Option<String>,
}

#[derive(JsonSchema, Serialize)]
struct Modded {
    /// ID of the mod.
    id: String,
    /// ID of its game.
    of: String,
    /// Title of the mod; `null` if it can't be read.
    title: Option<String>,
    /// Path of the mod.
    path: String,
}

pub fn run(args: &ListArgs, out: &mut Out) -> Outcome {
    let own = shipped().into_iter().map(|id| game(id, Reference::Shipped(id.to_owned())));
    let others = installed::games();
    let others = others.iter().filter_map(|id| Some(game(id, Reference::Folder(installed::game(id)?))));
    let listed = Listed { version: VERSION, games: own.chain(others).collect(), mods: mods() };
    if args.json {
        let text =
            serde_json::to_string_pretty(&listed).map_err(|error| Failure::Problem(error.to_string()))?;
        out.line(&text)?;
    } else {
        table(&listed, out)?;
    }
    Ok(0)
}

fn game(id: &str, reference: Reference) -> Game {
    let path = reference.folder().map(|folder| folder.display().to_string());
    let ruleset = reference.read().ok().and_then(|files| reference.compile(&files, &Vec::new()).ruleset);
    let players = ruleset.as_ref().map(|ruleset| ruleset.players().into_inner().into());
    let setup = ruleset.and_then(|ruleset| ruleset.setup(*ruleset.players().start(), &[]).ok());
    Game { id: id.to_owned(), title: setup.map(|setup| Words::new(&setup, "en").title()), players, path }
}

fn mods() -> Vec<Modded> {
    let listed = |one: installed::Mod| Modded {
        title: title(&one.header, "en"),
        path: one.path.display().to_string(),
        id: one.header.id,
        of: one.header.of,
    };
    installed::mods().into_iter().map(listed).collect()
}

fn table(listed: &Listed, out: &mut Out) -> std::io::Result<()> {
    let ids = listed.games.iter().map(|game| game.id.len());
    let width = ids.chain(listed.mods.iter().map(|one| one.id.len())).max().unwrap_or_default().min(30);
    for game in &listed.games {
        let title = game.title.as_deref().unwrap_or("can't be read: `ludex check` says why");
        let players = match game.players {
            Some([min, max]) if min == max => format!(", {min} players"),
            Some([min, max]) => format!(", {min} to {max} players"),
            None => String::new(),
        };
        let from = if game.path.is_some() { " (installed)" } else { "" };
        let id = out.paint(BOLD, &format!("{:<width$}", clean(&game.id)));
        out.line(&format!("{id}  {}{players}{}", clean(title), out.paint(DIM, from)))?;
    }
    for one in &listed.mods {
        let id = out.paint(BOLD, &format!("{:<width$}", clean(&one.id)));
        let title = one.title.as_deref().map(|title| format!("{}, ", clean(title))).unwrap_or_default();
        out.line(&format!("{id}  {title}a mod of {} {}", clean(&one.of), out.paint(DIM, "(installed)")))?;
    }
    Ok(())
}
