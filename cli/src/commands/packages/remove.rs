//! `ludex remove`: removes an installed game or mod.

use ludex::JSON_VERSION;
use serde_json::json;

use crate::args::RemoveArgs;
use crate::failure::{Failure, Outcome, suggestion};
use crate::files;
use crate::sources::installed;
use crate::sources::rulesets::shipped;
use crate::terminal::output::{Out, clean};

pub fn run(args: &RemoveArgs, out: &mut Out) -> Outcome {
    let id = args.id.as_str();
    let mods = installed::mods();
    let found = mods.iter().find(|one| one.header.id == id).map(|one| one.path.clone());
    let Some(path) = found.or_else(|| installed::game(id)) else { return Err(unknown(id, &mods)) };
    let built = mods.iter().filter(|one| one.header.id != id);
    let built: Vec<&str> = built
        .filter(|one| one.header.of == id || one.header.with.iter().any(|with| with == id))
        .map(|one| one.header.id.as_str())
        .collect();
    if !built.is_empty() {
        let message =
            format!("`{}` is required by {}: remove that first", clean(id), clean(&built.join(", ")));
        return Err(Failure::Problem(message));
    }
    files::remove(&path)
        .map_err(|error| Failure::Problem(format!("can't remove {}: {error}", path.display())))?;
    if args.json {
        out.json(&json!({ "version": JSON_VERSION, "id": id, "path": path.display().to_string() }))?;
    } else {
        out.line(&format!("{} is removed", clean(id)))?;
    }
    Ok(0)
}

fn unknown(id: &str, mods: &[installed::Mod]) -> Failure {
    if shipped().contains(&id) {
        return Failure::Usage(format!("`{id}` comes with the program"));
    }
    let games = installed::games();
    let known = games.iter().map(String::as_str).chain(mods.iter().map(|one| one.header.id.as_str()));
    Failure::Usage(format!("nothing called `{}` is installed; {}", clean(id), suggestion(id, known)))
}
