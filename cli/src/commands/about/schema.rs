//! `ludex schema`: JSON Schemas of the files of a ruleset, and of the documents that commands print.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::documents::{self, document};
use crate::args::SchemaArgs;
use crate::failure::{Failure, Outcome, suggestion};
use crate::files;
use crate::sources::rulesets::plural;
use crate::terminal::output::Out;

pub fn run(args: &SchemaArgs, out: &mut Out) -> Outcome {
    match (&args.into, &args.name) {
        (Some(folder), _) => into(folder, out)?,
        (None, Some(name)) => out.text(&text(name)?)?,
        (None, None) => names().iter().try_for_each(|name| out.line(name))?,
    }
    Ok(0)
}

/// Returns the names of all schemas: files of rulesets, then documents.
fn names() -> Vec<String> {
    ludex::schema::names().map(str::to_owned).chain(documents::names()).collect()
}

pub fn text(name: &str) -> Result<String, Failure> {
    match (ludex::schema::schema(name), document(name)) {
        (Some(schema), _) => printed(&schema),
        (None, Some(document)) => printed(&document.schema()),
        (None, None) => {
            let names = names();
            let why = suggestion(name, names.iter().map(String::as_str));
            Err(Failure::Usage(format!("there is no schema `{name}`; {why}")))
        }
    }
}

fn printed(schema: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(schema).map_err(|error| Failure::Problem(error.to_string()))?;
    Ok(format!("{text}\n"))
}

fn into(folder: &Path, out: &mut Out) -> Result<(), Failure> {
    let documents = folder.join(documents::FOLDER);
    fs::create_dir_all(&documents).map_err(|error| files::unwritten(&documents, error))?;
    let names = names();
    for name in &names {
        let path = folder.join(format!("{name}.json"));
        files::write(&path, &text(name)?).map_err(|error| files::unwritten(&path, error))?;
    }
    out.line(&format!("{}: {}", folder.display(), plural(names.len(), "schema")))?;
    Ok(())
}
