//! `ludex check --fill-texts`: the texts that a language lacks, as YAML to be filled in. An empty text counts as missing, so
//! nothing is hidden by what is not filled in yet.

use std::collections::BTreeMap;
use std::path::Path;

use ludex::Ruleset;
use ludex::diagnostics::FileId;
use ludex::yaml::{self, Node, NodeKind};

use crate::failure::{Failure, Outcome};
use crate::files::yaml_text::closing;
use crate::files::{self, Draft, line_end};
use crate::sources::rulesets::{Reference, plural};
use crate::terminal::output::{Out, clean, cut, warn};
use ludex::fs::Files;

/// Columns of the English text beside a gap.
const HINT: usize = 80;

/// What some editors begin a file with, to say that it is UTF-8.
const MARK: char = '\u{feff}';

/// Keys that are missing, by their parts.
#[derive(Default)]
struct Gaps {
    /// What stands here itself is missing; its English text.
    text: Option<String>,
    below: BTreeMap<String, Gaps>,
}

/// Prints or writes what the language lacks.
pub fn texts(
    reference: &Reference,
    (files, overlays): (&Files, &Files),
    (language, write): (&str, bool),
    out: &mut Out,
) -> Outcome {
    let Some(ruleset) = reference.compile(files, overlays).ruleset else {
        let shown = reference.shown();
        return Err(Failure::Problem(format!("{shown} has errors; `ludex check {shown}` tells them")));
    };
    if !language_of(&ruleset, language)? {
        warn(&format!("note: {}; `{language}` would be a new one", no_language(&ruleset, language)));
    }
    let (gaps, count) = gaps(&ruleset, language);
    if count == 0 {
        out.line(&format!("{} lacks no text in `{language}`", ruleset.id()))?;
    } else if write {
        let path = file_of(reference, language)?;
        let name = format!("text/{language}.yaml");
        let old = files.iter().find(|(path, _)| *path == name).map(|(_, text)| text.as_str());
        write_to(&path, old, &gaps)?;
        out.line(&format!("{}: {} to be filled in", path.display(), plural(count, "text")))?;
    } else {
        let mut lines = Vec::new();
        block(&gaps.filled("name"), 0, &mut lines);
        lines.iter().try_for_each(|line| out.line(line))?;
    }
    Ok(0)
}

/// Whether a language is there. Refuses what names none: a new one is named by its code, and is not one that is there in other capitals.
fn language_of(ruleset: &Ruleset, word: &str) -> Result<bool, Failure> {
    let known: Vec<&str> = ruleset.languages().collect();
    let meant = known.iter().any(|known| known.eq_ignore_ascii_case(word) && *known != word);
    // it becomes the name of a file
    let plain = word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if plain && known.contains(&word) || is_code(word) && !meant {
        return Ok(known.contains(&word));
    }
    let new = "a new one is named by its code, as in `--fill-texts nl`";
    Err(Failure::Usage(format!("{}; {new}", no_language(ruleset, word))))
}

/// That there is no such language, and which there are.
fn no_language(ruleset: &Ruleset, word: &str) -> String {
    let known = ruleset.languages().map(clean).collect::<Vec<_>>().join(", ");
    let known = if known.is_empty() { "none".to_owned() } else { known };
    format!("`{}` is no language of {}; there are: {known}", clean(word), ruleset.id())
}

/// `fr`, `gsw`, `pt-BR`
fn is_code(word: &str) -> bool {
    let mut parts = word.split(['-', '_']);
    let first = parts.next().unwrap_or_default();
    let is_first = (2..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_lowercase());
    let is_more =
        |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    is_first && parts.all(is_more)
}

fn gaps(ruleset: &Ruleset, language: &str) -> (Gaps, usize) {
    let lacking = ruleset.lacking_texts(language);
    let mut all = Gaps::default();
    for key in &lacking {
        let english = ruleset.written_text("en", key).unwrap_or_default().to_owned();
        let place = key.split('.').fold(&mut all, |at, part| at.below.entry(part.to_owned()).or_default());
        place.text = Some(english);
    }
    (all, lacking.len())
}

impl Gaps {
    /// With what is missing at a map itself as a part of it: its name, or in the rules its text.
    fn filled(&self, own: &str) -> Gaps {
        let below = self.below.iter().map(|(key, gaps)| {
            let own = if key == "rules" { "text" } else { own };
            (key.clone(), gaps.filled(own))
        });
        let mut below: BTreeMap<String, Gaps> = below.collect();
        let mut text = self.text.clone();
        if !below.is_empty() && text.is_some() {
            below.insert(own.to_owned(), Gaps { text: text.take(), below: BTreeMap::new() });
        }
        Gaps { text, below }
    }
}

/// The file that holds the texts of a language.
fn file_of(reference: &Reference, language: &str) -> Result<std::path::PathBuf, Failure> {
    let Reference::Folder(folder) = reference else {
        return Err(Failure::Usage("--write wants the folder of a ruleset".to_owned()));
    };
    let texts = folder.join("text");
    // a ruleset is not trusted: what it links to is not its own
    match texts.is_symlink() {
        true => Err(Failure::Problem(format!("{} is a link and is not written to", texts.display()))),
        false => Ok(texts.join(format!("{language}.yaml"))),
    }
}

fn write_to(path: &Path, old: Option<&str>, gaps: &Gaps) -> Result<(), Failure> {
    let failed = |error| files::unwritten(path, error);
    let Some(new) = with_gaps(old.unwrap_or_default(), gaps) else {
        let why = "has a form in which they can't be put into it; without --write they are printed";
        return Err(Failure::Problem(format!("{} {why}", path.display())));
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let draft = Draft::change(path, old).and_then(|draft| draft.whole(&new));
    draft.and_then(Draft::finish).map_err(failed)
}

/// The text of the file with a place for each gap; nothing else of it changes. `None` where one can't be put in.
fn with_gaps(old: &str, gaps: &Gaps) -> Option<String> {
    if let Some(old) = old.strip_prefix(MARK) {
        return Some(format!("{MARK}{}", with_gaps(old, gaps)?));
    }
    let root = yaml::parse(FileId(0), old, &mut Vec::new())?;
    let mut inserts = Vec::new();
    put(old, &root, gaps, "name", &mut inserts)?;
    // from the end on; of two at one place the inner one, which was found first, comes to stand first
    inserts.reverse();
    inserts.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let line_end = line_end(old);
    let mut new = old.to_owned();
    for (at, text) in inserts {
        new.insert_str(at, &text.replace('\n', line_end));
    }
    let new = format!("{}{line_end}", if old.is_empty() { new.trim() } else { new.trim_end() });
    let read = yaml::parse(FileId(0), &new, &mut Vec::new())?;
    stands(&read, gaps, "name").then_some(new)
}

/// Puts gaps into a map.
fn put(old: &str, map: &Node, gaps: &Gaps, own: &str, inserts: &mut Vec<(usize, String)>) -> Option<()> {
    let mut added = Gaps::default();
    if gaps.text.is_some() && map.get(own).is_none() {
        added.below.insert(own.to_owned(), Gaps { text: gaps.text.clone(), below: BTreeMap::new() });
    }
    for (key, gap) in &gaps.below {
        let own = if key == "rules" { "text" } else { own };
        match map.get(key) {
            Some(inner) if matches!(inner.kind, NodeKind::Map(_)) => put(old, inner, gap, own, inserts)?,
            // a text that is empty is such a gap already
            Some(inner) if gap.below.is_empty() && inner.as_str() == Some("") => {}
            Some(_) => return None,
            None => drop(added.below.insert(key.clone(), gap.filled(own))),
        }
    }
    if added.below.is_empty() {
        return Some(());
    }
    let end = map.span.end as usize;
    match map.as_map().and_then(<[_]>::first) {
        _ if old[map.span.start as usize..].starts_with('{') => {
            let close = closing(old, map.span.start as usize)?;
            let inside = old[..close].trim_end();
            let comma = if inside.ends_with('{') { " " } else { ", " };
            let space = if inside.len() == close { " " } else { "" };
            let text = format!("{comma}{}{space}", flow(&added));
            inserts.push((inside.len(), text));
        }
        Some((first, _)) => {
            let start = first.span.start as usize;
            let indent = start - old[..start].rfind('\n').map_or(0, |at| at + 1);
            let line = old[end..].split('\n').next().unwrap_or_default();
            inserts.push((end + line.trim_end_matches('\r').len(), below(&added, indent)));
        }
        None => inserts.push((old.trim_end().len(), below(&added, 0))),
    }
    Some(())
}

/// Lines to stand below the end of a line.
fn below(gaps: &Gaps, indent: usize) -> String {
    let mut lines = Vec::new();
    block(gaps, indent, &mut lines);
    lines.iter().map(|line| format!("\n{line}")).collect()
}

fn block(gaps: &Gaps, indent: usize, lines: &mut Vec<String>) {
    for (key, gap) in &gaps.below {
        let begin = format!("{}{}:", " ".repeat(indent), word(key));
        match gap.text.as_deref() {
            Some("") => lines.push(format!("{begin} \"\"")),
            Some(english) => lines.push(format!("{begin} \"\"    # {}", hint(english))),
            None => lines.push(begin),
        }
        block(gap, indent + 2, lines);
    }
}

fn flow(gaps: &Gaps) -> String {
    let entry = |(key, gap): (&String, &Gaps)| match gap.text {
        Some(_) => format!("{}: \"\"", word(key)),
        None => format!("{}: {{ {} }}", word(key), flow(gap)),
    };
    gaps.below.iter().map(entry).collect::<Vec<_>>().join(", ")
}

/// A key, in quotes if it needs them.
fn word(key: &str) -> String {
    let plain = key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if plain { key.to_owned() } else { format!("'{}'", key.replace('\'', "''")) }
}

/// The beginning of a text, on one line.
fn hint(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    cut(&clean(&line.join(" ")), HINT)
}

/// Whether every gap has its place in the map.
fn stands(map: &Node, gaps: &Gaps, own: &str) -> bool {
    gaps.below.iter().all(|(key, gap)| {
        let own = if key == "rules" { "text" } else { own };
        map.get(key).is_some_and(|node| match node.kind {
            NodeKind::Map(_) => (gap.text.is_none() || node.get(own).is_some()) && stands(node, gap, own),
            NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) | NodeKind::List(_) => {
                gap.below.is_empty()
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gaps(keys: &[&str]) -> Gaps {
        let mut all = Gaps::default();
        for key in keys {
            let place =
                key.split('.').fold(&mut all, |at, part| at.below.entry(part.to_owned()).or_default());
            place.text = Some("English".to_owned());
        }
        all
    }

    #[test]
    fn gaps_go_where_their_group_is() {
        let old = "# French\ngame: { title: Titre }   # its name\nzones:\n  hand: main\ncards: {}\n";
        let keys =
            ["game.about", "zones.deck", "cards.king.name", "terms.lane", "terms.lane.text", "rules.goal"];
        let new = with_gaps(old, &gaps(&keys)).expect("a place for each");
        let expected = "# French\ngame: { title: Titre, about: \"\" }   # its name\nzones:\n  hand: main\n  \
                        deck: \"\"    # English\ncards: { king: { name: \"\" } }\nrules:\n  goal: \"\"    # English\n\
                        terms:\n  lane:\n    name: \"\"    # English\n    text: \"\"    # English\n";
        assert_eq!(new, expected);
        assert_eq!(with_gaps(&new, &gaps(&keys)).as_deref(), Some(expected), "a second time changes nothing");
    }

    #[test]
    fn the_last_group_is_filled_before_the_next_begins() {
        let new = with_gaps("cards:\n  queen: { name: Q }", &gaps(&["cards.king.name", "zones.deck"]));
        let expected = "cards:\n  queen: { name: Q }\n  king:\n    name: \"\"    # English\nzones:\n  deck: \"\"    # English\n";
        assert_eq!(new.as_deref(), Some(expected));
    }

    #[test]
    fn a_file_that_is_not_there_begins_with_the_gaps() {
        let new = with_gaps("", &gaps(&["game.title"]));
        assert_eq!(new.as_deref(), Some("game:\n  title: \"\"    # English\n"));
    }

    #[test]
    fn what_has_another_form_stays_as_it_is() {
        assert_eq!(with_gaps("terms: { lane: Voie }\n", &gaps(&["terms.lane.text"])), None);
        assert_eq!(with_gaps("game: [", &gaps(&["game.title"])), None);
    }
}
