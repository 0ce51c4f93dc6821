//! `ludex new`: creates games, variants, scenarios and text files.
//!
//! A new game is a template or a copy of a shipped one. Games and variants pass `check` and include a
//! scenario. A scenario can be derived from a saved game.

mod draft;
mod moment;
mod named;
pub mod puzzle;
mod undone;
mod variant;

use std::collections::BTreeSet;
use std::path::Path;

use include_dir::{Dir, include_dir};
use ludex::JSON_VERSION;
use ludex::fs::{Files, read_text};
use ludex::schema::modeline;
use serde_json::json;

use super::about::schema;
use super::check::texts_of;
use crate::args::{NewArgs, shell};
use crate::failure::{Failure, Outcome, suggestion};
use crate::files;
use crate::sources::rulesets::{Reference, shipped};
use crate::terminal::output::Out;

static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

pub fn run(args: &NewArgs, out: &mut Out) -> Outcome {
    let mut all = NewFiles::default();
    let mut tell = |made: NewFiles, out: &mut Out| {
        let said = if args.json { Ok(()) } else { made.print(out) };
        all.files.extend(made.files);
        all.next = made.next;
        said
    };
    if let Some(game) = &args.variant_of {
        tell(variant::make(&args.dir, game, out)?, out)?;
    } else if let Some(save) = &args.scenario_from {
        tell(moment::make(&args.dir, save, args.at, out)?, out)?;
    } else {
        let adds = args.texts.is_some() && args.template.is_none() && args.from.is_none();
        if !(adds && is_ruleset(&args.dir)) {
            tell(folder(args)?, out)?;
        }
        if let Some(language) = &args.texts {
            let mut nowhere = Out::nowhere();
            let said = if args.json { &mut nowhere } else { &mut *out };
            tell(add_texts(&args.dir, language, said)?, out)?;
        }
    }
    if args.json {
        let (path, NewFiles { files, next, .. }) = (args.dir.display().to_string(), all);
        out.json(&json!({ "version": JSON_VERSION, "path": path, "files": files, "next": next }))?;
    }
    Ok(0)
}

/// Created files and the message about them.
#[derive(Default)]
struct NewFiles {
    files: Vec<String>,
    /// Message; empty if it was already printed.
    said: String,
    /// Commands to try next.
    next: Vec<String>,
}

impl NewFiles {
    fn print(&self, out: &mut Out) -> Result<(), Failure> {
        if !self.said.is_empty() {
            out.wrapped(&self.said, 2)?;
        }
        self.next.iter().try_for_each(|command| Ok(out.line(&format!("  {command}"))?))
    }
}

fn folder(args: &NewArgs) -> Result<NewFiles, Failure> {
    let made = match &args.from {
        Some(id) => copy(id)?,
        None => template(args.template.as_deref().unwrap_or("blank"))?,
    };
    let made = with_schemas(named::named(made, &args.dir, args.from.is_none()))?;
    files::new_folder(&args.dir, &made).map_err(|error| refused(&args.dir, &error))?;
    let (shown, dir) = (args.dir.display(), typed(&args.dir));
    Ok(NewFiles {
        said: format!("{shown}: {} files. Next:", made.len()),
        files: made.iter().map(|(path, _)| args.dir.join(path).display().to_string()).collect(),
        next: ["check", "test", "play", "watch"].map(|command| format!("ludex {command} {dir}")).to_vec(),
    })
}

/// Folder of the schemas in a new game; it is part of neither the ruleset nor a package.
const SCHEMAS: &str = ".schema";

/// Adds the JSON Schemas to the files, and a first line to each file that names its schema. Editors find the
/// schemas by relative paths, without a network.
fn with_schemas(files: Files) -> Result<Files, Failure> {
    // also for files that may be added later
    let mut names = BTreeSet::from(["ruleset", "overlay", "scenario", "text"]);
    let mut all = Files::new();
    for (path, text) in files {
        let line = modeline::line(&path, SCHEMAS);
        names.extend(modeline::of_file(&path));
        all.push((path, line.map_or(text.clone(), |line| line + modeline::without(&text))));
    }
    for name in names {
        all.push((format!("{SCHEMAS}/{name}.json"), schema::text(name)?));
    }
    Ok(all)
}

/// Returns the first line for a new file of a ruleset, if its other files name their schemas.
fn line_in(ruleset: &Path, path: &str) -> String {
    let main = read_text(&ruleset.join("ruleset.yaml"), &ruleset.join("ruleset.yaml")).unwrap_or_default();
    modeline::line_beside(&main, path).unwrap_or_default()
}

fn add_texts(dir: &Path, language: &str, out: &mut Out) -> Result<NewFiles, Failure> {
    let reference = Reference::Folder(dir.to_owned());
    let _alone = files::lock(dir)?;
    let files = reference.read().map_err(|error| Failure::Problem(error.to_string()))?;
    texts_of(&reference, (&files, &Files::new()), (language, true), out)?;
    let file = dir.join("text").join(format!("{language}.yaml"));
    let dir = typed(dir);
    Ok(NewFiles {
        files: vec![file.display().to_string()],
        said: String::new(),
        next: vec![format!("ludex check {dir}"), format!("ludex play {dir} --lang {language}")],
    })
}

fn refused(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Problem(format!("can't make {}: {error}", path.display()))
}

/// Creates a file; fails if it already exists.
fn new_file(path: &Path, text: &str) -> Result<(), Failure> {
    if path.symlink_metadata().is_ok() {
        return Err(Failure::Problem(format!("{} is there already; name another file", path.display())));
    }
    std::fs::create_dir_all(files::folder_of(path)).map_err(|error| refused(path, &error))?;
    files::write(path, text).map_err(|error| files::unwritten(path, error))
}

fn is_ruleset(dir: &Path) -> bool {
    dir.join("ruleset.yaml").is_file()
}

/// Returns the ruleset folder of a file whose parent folder has this name.
fn ruleset_around<'p>(path: &'p Path, name: &str) -> Option<&'p Path> {
    let folder = path.parent().filter(|folder| folder.ends_with(name))?;
    let above = folder.parent()?;
    let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
    is_ruleset(above).then_some(above)
}

/// Formats a path as a command-line word that can't be taken for a shipped game.
fn typed(path: &Path) -> String {
    let word = path.display().to_string();
    if shipped().contains(&word.as_str()) { format!("./{word}") } else { shell(&word) }
}

fn template(name: &str) -> Result<Files, Failure> {
    let known = || TEMPLATES.dirs().filter_map(|dir| dir.path().to_str());
    let Some(dir) = known().find(|known| *known == name).and_then(|name| TEMPLATES.get_dir(name)) else {
        return Err(Failure::Usage(format!("there is no template `{name}`; {}", suggestion(name, known()))));
    };
    let mut files = Files::new();
    gather(dir, dir.path(), &mut files);
    Ok(files)
}

/// Collects the text files below an embedded folder, by path relative to `root`.
fn gather(dir: &Dir<'_>, root: &Path, to: &mut Files) {
    for file in dir.files() {
        let path = file.path().strip_prefix(root).ok().and_then(Path::to_str);
        if let (Some(path), Some(text)) = (path, file.contents_utf8()) {
            to.push((path.to_owned(), text.to_owned()));
        }
    }
    dir.dirs().for_each(|below| gather(below, root, to));
}

/// Returns the files of a shipped game, including its numbered rules.
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
