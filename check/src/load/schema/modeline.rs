//! The modeline: first line of a file with its schema, for editors:
//! `# yaml-language-server: $schema=ADDRESS`.

use super::super::sections::libraries;

const BEFORE: &str = "# yaml-language-server: $schema=";

/// Returns the schema of a file, by its path below the folder of its ruleset.
pub fn of_file(path: &str) -> Option<&'static str> {
    if let Some((_, inside)) = libraries::in_library(path) {
        return if inside == libraries::MAIN { Some(super::LIBRARY) } else { of_file(inside) };
    }
    let stem = path.strip_suffix(".yaml")?;
    let name = match stem.split_once('/') {
        Some(("scenarios", _)) => "scenario",
        Some(("variants", _)) => "overlay",
        Some(("text", _)) => "text",
        Some(_) => return None,
        None => super::at_the_top().find(|name| *name == stem)?,
    };
    super::names().find(|known| *known == name)
}

/// Returns the modeline of a file, with a line break. `path` is relative to the folder of its ruleset.
/// `schemas` is the folder of the schemas as seen from there (`.schema`, `../../schema`).
pub fn line(path: &str, schemas: &str) -> Option<String> {
    let name = of_file(path)?;
    let up = "../".repeat(path.matches('/').count());
    Some(format!("{BEFORE}{up}{schemas}/{name}.json\n"))
}

/// Returns the schema address in the first line of a file.
pub fn named(text: &str) -> Option<&str> {
    text.lines().next()?.strip_prefix(BEFORE).map(str::trim)
}

/// Returns the modeline of another file of a ruleset whose `ruleset.yaml` names a schema.
pub fn line_beside(main: &str, path: &str) -> Option<String> {
    line(path, named(main)?.strip_suffix("/ruleset.json")?)
}

/// Returns a text without the modeline.
pub fn without(text: &str) -> &str {
    match named(text) {
        Some(_) => text.split_once('\n').map_or("", |(_, rest)| rest),
        None => text,
    }
}
