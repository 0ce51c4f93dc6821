//! `ludex new`: a folder with a game, a copy of a shipped one, or a variant's file, that checks and has a scenario.

use std::path::Path;

use include_dir::{Dir, include_dir};
use ludex::fs::Files;

use crate::args::NewArgs;
use crate::failure::{Failure, Outcome, suggestion};
use crate::files;
use crate::sources::rulesets::{Reference, shipped};
use crate::terminal::output::Out;

static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

pub fn run(args: &NewArgs, out: &mut Out) -> Outcome {
    let made = match &args.from {
        Some(id) => copy(id)?,
        None => template(&args.template)?,
    };
    files::new_folder(&args.dir, &made).map_err(|error| refused(&args.dir, &error))?;
    let dir = args.dir.display();
    out.line(&format!("{dir}: {} files. Next:", made.len()))?;
    for command in ["check", "test", "play"] {
        out.line(&format!("  ludex {command} {dir}"))?;
    }
    Ok(0)
}

fn refused(dir: &Path, error: &std::io::Error) -> Failure {
    Failure::Problem(format!("can't make {}: {error}", dir.display()))
}

/// The files of a template.
fn template(name: &str) -> Result<Files, Failure> {
    let known = || TEMPLATES.dirs().filter_map(|dir| dir.path().to_str());
    let Some(dir) = known().find(|known| *known == name).and_then(|name| TEMPLATES.get_dir(name)) else {
        return Err(Failure::Usage(format!("there is no template `{name}`; {}", suggestion(name, known()))));
    };
    let mut files = Files::new();
    gather(dir, dir.path(), &mut files);
    Ok(files)
}

/// All texts below a folder inside the program, by their paths below `root`.
fn gather(dir: &Dir<'_>, root: &Path, to: &mut Files) {
    for file in dir.files() {
        let path = file.path().strip_prefix(root).ok().and_then(Path::to_str);
        if let (Some(path), Some(text)) = (path, file.contents_utf8()) {
            to.push((path.to_owned(), text.to_owned()));
        }
    }
    dir.dirs().for_each(|below| gather(below, root, to));
}

/// The files of a shipped game, its numbered rules too.
fn copy(id: &str) -> Result<Files, Failure> {
    if !shipped().contains(&id) {
        let why = suggestion(id, shipped());
        return Err(Failure::Usage(format!("there is no shipped game `{id}`; {why}")));
    }
    let reference = Reference::Shipped(id.to_owned());
    let problem = |error: ludex::fs::ReadError| Failure::Problem(error.to_string());
    let mut files = reference.read().map_err(problem)?;
    let rules = reference.rules().map_err(problem)?;
    files.extend(rules.map(|text| ("RULES.md".to_owned(), text)));
    Ok(files)
}
