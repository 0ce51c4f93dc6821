//! `ludex check --fill-texts`: the missing texts of a language, as a YAML template. Empty texts count as
//! missing, so an unfinished template hides nothing.

mod model;

use std::path::Path;

use ludex::Ruleset;
use ludex::schema::modeline;
use ludex::yaml::Entries;

use crate::failure::{Failure, Outcome};
use crate::files::{self, Draft};
use crate::sources::rulesets::{Reference, plural};
use crate::terminal::output::{Out, clean, warn};
use ludex::fs::Files;

/// Prints or writes the missing texts of a language.
pub fn texts(
    reference: &Reference,
    (files, overlays): (&Files, &Files),
    (language, write): (&str, bool),
    out: &mut Out,
) -> Outcome {
    let compiled = |files: &Files| {
        let shown = reference.shown();
        let failed = || Failure::Problem(format!("{shown} has errors; `ludex check {shown}` tells them"));
        reference.compile(files, overlays).ruleset.ok_or_else(failed)
    };
    let mut ruleset = compiled(files)?;
    if !language_of(&ruleset, language)? {
        warn(&format!("note: {}; `{language}` would be a new one", no_language(&ruleset, language)));
        // library texts only count once the ruleset has the language
        let mut begun = files.clone();
        begun.push((format!("text/{language}.yaml"), "game: {}\n".to_owned()));
        ruleset = compiled(&begun)?;
    }
    let (gaps, count) = model::gaps(&ruleset, files, language);
    if count == 0 {
        out.line(&format!("{} lacks no text in `{language}`", ruleset.id()))?;
    } else if write {
        let path = file_of(reference, language)?;
        let name = format!("text/{language}.yaml");
        let old = files.iter().find(|(path, _)| *path == name).map(|(_, text)| text.as_str());
        let main =
            files.iter().find(|(path, _)| path == "ruleset.yaml").map_or("", |(_, text)| text.as_str());
        write_to(&path, old, &modeline::line_beside(main, &name).unwrap_or_default(), &gaps)?;
        out.line(&format!("{}: {} to be filled in", path.display(), plural(count, "text")))?;
    } else {
        gaps.put_into("").unwrap_or_default().lines().try_for_each(|line| out.line(&clean(line)))?;
    }
    Ok(0)
}

/// Returns true if the ruleset has the language. Rejects words that aren't language codes, and codes that
/// differ from a known language only in case.
fn language_of(ruleset: &Ruleset, word: &str) -> Result<bool, Failure> {
    let known: Vec<&str> = ruleset.languages().collect();
    let meant = known.iter().any(|known| known.eq_ignore_ascii_case(word) && *known != word);
    // the word becomes the name of a file
    let plain = word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if plain && known.contains(&word) || is_code(word) && !meant {
        return Ok(known.contains(&word));
    }
    let new = "a new one is named by its code, as in `--fill-texts nl`";
    Err(Failure::Usage(format!("{}; {new}", no_language(ruleset, word))))
}

/// Formats the error for an unknown language, with the known languages.
fn no_language(ruleset: &Ruleset, word: &str) -> String {
    let known = ruleset.languages().map(clean).collect::<Vec<_>>().join(", ");
    let known = if known.is_empty() { "none".to_owned() } else { known };
    format!("`{}` is no language of {}; there are: {known}", clean(word), ruleset.id())
}

/// Returns true if `word` has the form of a language code: `fr`, `gsw`, `pt-BR`.
pub fn is_code(word: &str) -> bool {
    let mut parts = word.split(['-', '_']);
    let first = parts.next().unwrap_or_default();
    let is_first = (2..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_lowercase());
    let is_more =
        |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    is_first && parts.all(is_more)
}

/// Returns the path of the file with the texts of a language.
fn file_of(reference: &Reference, language: &str) -> Result<std::path::PathBuf, Failure> {
    let Reference::Folder(folder) = reference else {
        return Err(Failure::Usage("--write needs the folder of a ruleset".to_owned()));
    };
    let texts = folder.join("text");
    // rulesets are untrusted: the target of a link isn't part of the ruleset
    match texts.is_symlink() {
        true => Err(Failure::Problem(format!("{} is a link and is not written to", texts.display()))),
        false => Ok(texts.join(format!("{language}.yaml"))),
    }
}

/// Inserts the texts into a file; a new file starts with `line`.
fn write_to(path: &Path, old: Option<&str>, line: &str, gaps: &Entries) -> Result<(), Failure> {
    let failed = |error| files::unwritten(path, error);
    let Some(new) = gaps.put_into(old.unwrap_or(line)) else {
        let why = "has a form that can't be extended; without --write they are printed";
        return Err(Failure::Problem(format!("{} {why}", path.display())));
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let draft = Draft::change(path, old).and_then(|draft| draft.whole(&new));
    draft.and_then(Draft::finish).map_err(failed)
}
