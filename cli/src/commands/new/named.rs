//! Names a new game after its folder.
//!
//! The folder gives the ID, and the title of a game that starts from a template.

use std::path::Path;

use ludex::diagnostics::{FileId, Span};
use ludex::fs::Files;
use ludex::yaml;

use crate::files::is_reserved;
use crate::sources::installed;
use crate::sources::rulesets::shipped;

/// ID for a folder without letters in its name.
const NAMELESS: &str = "my_game";

/// Converts words to an ID: lower-case letters, digits and `_`, starting with a letter. Appends a number if
/// the ID is taken.
pub fn id(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let plain: String =
        name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let begins = |c: char| c.is_ascii_alphabetic();
    let plain = plain.trim_matches('_');
    let plain = match plain.chars().next() {
        None => NAMELESS.to_owned(),
        Some(first) if begins(first) => plain.to_owned(),
        Some(_) => format!("my_{plain}"),
    };
    let ids = std::iter::once(plain.clone()).chain((2..).map(|n| format!("{plain}_{n}")));
    let is_free = |id: &String| is_free(id) && !is_reserved(id);
    ids.take(1000).find(is_free).unwrap_or(plain)
}

/// Changes the game's ID to that of the folder, avoiding the IDs of shipped and installed games. A game from
/// a template also gets a title.
pub fn named(files: Files, dir: &Path, titled: bool) -> Files {
    let whole = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_free = |id: &str| !shipped().contains(&id) && installed::game(id).is_none();
    let id = id(&name, is_free);
    let title = title(&name).filter(|_| titled);
    let change = |(path, text): (String, String)| {
        let node = yaml::parse(FileId(0), &text, &mut Vec::new());
        // the section may be a separate file
        let section = |name: &str| {
            node.as_ref().filter(|_| path == format!("{name}.yaml")).or(node.as_ref()?.get(name))
        };
        let at = |whole: &str, key: &str| Some(section(whole)?.get(key)?.span);
        let is_text = path.starts_with("text/");
        let changes = [
            at("game", "id").filter(|_| !is_text).map(|span| (span, id.clone())),
            at("variant", "of").map(|span| (span, id.clone())),
            at("game", "title").filter(|_| is_text).and_then(|span| Some((span, title.clone()?))),
        ];
        let text =
            changes.into_iter().flatten().fold(text.clone(), |text, (span, new)| replaced(text, span, &new));
        (path, text)
    };
    files.into_iter().map(change).collect()
}

/// Replaces a value. Each file has at most one change, so its offsets stay valid.
fn replaced(mut text: String, span: Span, new: &str) -> String {
    text.replace_range(span.start as usize..span.end as usize, new);
    text
}

/// Converts a folder name to a title in YAML: `my-first` becomes `My first`. Returns `None` without a letter
/// or digit.
fn title(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(['-', '_', ' ']).filter(|word| !word.is_empty()).collect();
    let words = words.join(" ");
    let mut letters = words.chars();
    let first = letters.next().filter(|_| words.chars().any(char::is_alphanumeric))?;
    let title: String = first.to_uppercase().chain(letters).collect();
    let is_plain = title.chars().all(|c| c.is_alphabetic() || c == ' ') && !is_word_of_yaml(&title);
    Some(if is_plain { title } else { serde_json::Value::String(title).to_string() })
}

/// Returns true if YAML reads a word as something other than text.
fn is_word_of_yaml(text: &str) -> bool {
    ["true", "false", "yes", "no", "on", "off", "null", "y", "n"].contains(&text.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_an_id_and_a_title() {
        let names = [
            ("my-first", "my_first", Some("My first")),
            ("Über 7: x", "ber_7__x", Some("\"Über 7: x\"")),
            ("7 seas", "my_7_seas", Some("\"7 seas\"")),
            ("---", "my_game", None),
            ("CON", "con_2", Some("CON")),
            ("yes", "yes", Some("\"Yes\"")),
            ("pond", "pond_2", Some("Pond")),
        ];
        for (name, wanted, titled) in names {
            assert_eq!((id(name, |id| id != "pond").as_str(), title(name).as_deref()), (wanted, titled));
        }
    }
}
