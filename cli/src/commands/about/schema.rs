//! `ludex schema`: what the files of a ruleset look like, as JSON Schema.

use std::fs;
use std::path::Path;

use ludex::schema::{names, schema};

use crate::args::SchemaArgs;
use crate::failure::{Failure, Outcome, suggestion};
use crate::files;
use crate::sources::rulesets::plural;
use crate::terminal::output::Out;

pub fn run(args: &SchemaArgs, out: &mut Out) -> Outcome {
    match (&args.into, &args.name) {
        (Some(folder), _) => into(folder, out)?,
        (None, Some(name)) => out.text(&text(name)?)?,
        (None, None) => names().try_for_each(|name| out.line(name))?,
    }
    Ok(0)
}

/// A schema as it stands in its file.
pub fn text(name: &str) -> Result<String, Failure> {
    let Some(schema) = schema(name) else {
        let why = suggestion(name, names());
        return Err(Failure::Usage(format!("there is no schema `{name}`; {why}")));
    };
    let text = serde_json::to_string_pretty(&schema).map_err(|error| Failure::Problem(error.to_string()))?;
    Ok(format!("{text}\n"))
}

fn into(folder: &Path, out: &mut Out) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| files::unwritten(folder, error))?;
    let mut count = 0;
    for name in names() {
        let path = folder.join(format!("{name}.json"));
        files::write(&path, &text(name)?).map_err(|error| files::unwritten(&path, error))?;
        count += 1;
    }
    out.line(&format!("{}: {}", folder.display(), plural(count, "schema")))?;
    Ok(())
}
