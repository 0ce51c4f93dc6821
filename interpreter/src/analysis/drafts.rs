//! Drafts for authors: missing texts, a scenario for a card, a function for an expression.

use std::borrow::Cow;
use std::collections::BTreeSet;

use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::{self, Entries, scalar};

use super::{Analysis, is_of_word};
use crate::compile::schema::modeline;
use ludex_check::check::{self, Selected};
use ludex_check::hir::{Checked, Holder, ZoneDef};
use ludex_check::language::Fixed;

/// Files with their new texts, including new files.
pub type Rewritten = Vec<(String, String)>;

/// Maximum number of names tried for an extracted function.
const NAMES: usize = 9;

impl Analysis {
    /// Returns the languages in which the ruleset has texts; none if it has errors.
    pub fn languages(&self) -> Vec<&str> {
        self.tree().texts.languages().collect()
    }

    /// Returns the keys of the texts that a language lacks, in alphabetical order; none if the ruleset has
    /// errors.
    pub fn lacking_texts(&self, language: &str) -> Vec<&str> {
        self.tree().texts.lacking(language)
    }

    /// Returns the files with an empty text for each of these keys in a language, followed by the English
    /// text. Returns `None` if the texts can't be inserted.
    pub fn with_texts(&self, language: &str, keys: &[&str]) -> Option<Rewritten> {
        let path = format!("text/{language}.yaml");
        let inside = format!("text.{language}.");
        let in_main =
            self.given(&path).is_none() && self.tree().texts.languages().any(|known| known == language);
        let (path, before) = if in_main { (super::MAIN, inside.as_str()) } else { (path.as_str(), "") };
        let mut entries = Entries::default();
        for key in keys {
            let english = self.tree().texts.find("en", key).map_or("", |(_, text)| &*text.last);
            entries.add(&format!("{before}{key}"), "\"\"", english);
        }
        let new = entries.put_into(&self.begun(path))?;
        Some(vec![(path.to_owned(), new)])
    }

    /// Returns the files with a scenario for a card, added to `scenarios/cards.yaml`. It puts the card into a
    /// zone that may hold it, and its author adds the effect. The scenario passes unchanged. Returns `None`
    /// if the ruleset has errors.
    pub fn with_scenario(&self, card: &str) -> Option<Rewritten> {
        const PATH: &str = "scenarios/cards.yaml";
        let old = &*self.begun(PATH);
        let scenario = scenario(self.tree(), card)?;
        let head = if count(old).is_some() { "" } else { "scenarios:\n" };
        let break_ = if old.is_empty() || old.ends_with('\n') { "" } else { "\n" };
        let new = format!("{old}{break_}{head}{scenario}");
        (count(&new)? == count(old).unwrap_or_default() + 1).then(|| vec![(PATH.to_owned(), new)])
    }

    /// Moves an expression into a new function with the locals it reads as parameters. Returns the name of
    /// the function and the changed files.
    ///
    /// Returns `None` if the bytes are no expression, or if the function would be invalid or have another
    /// meaning.
    pub fn extracted(&self, file: FileId, (start, end): (usize, usize)) -> Option<(String, Rewritten)> {
        let (path, text) = self.sources.iter().find(|(id, _)| *id == file).and_then(|(_, source)| {
            self.files.iter().find(|(path, _)| format!("{}{path}", self.shown) == source.name)
        })?;
        let selected = text.get(start..end)?;
        let (start, end) = (
            start + selected.len() - selected.trim_start().len(),
            end - (selected.len() - selected.trim_end().len()),
        );
        let selected =
            text.get(start..end).filter(|text| !text.chars().all(is_of_word) && !text.contains('#'))?;
        let (raw, _) = self.parts.raw();
        let found = check::selected(&raw, Span::new(file, start, end))?;
        let name = self.free_name()?;
        let extraction = Extraction { path, text, place: (start, end), selected, name: &name };
        let errors = errors(&self.problems);
        // a test around the call may have shown that a local is present
        [false, true].into_iter().find_map(|present| {
            let new = extraction.rewrite(self, &found, present)?;
            let given = self.with(&new);
            let then = Analysis::of_rules(&given, &self.shown);
            (errors_are(&then, errors)).then(|| (name.clone(), new))
        })
    }

    /// Returns an unused name for a function.
    fn free_name(&self) -> Option<String> {
        let known: BTreeSet<String> = self.definitions().map(|found| found.name).collect();
        let names =
            (1..=NAMES).map(|n| if n == 1 { "extracted".to_owned() } else { format!("extracted_{n}") });
        names.into_iter().find(|name| !known.contains(name))
    }

    /// Returns the text of a file. For a missing file, returns its modeline if the other files name a schema.
    fn begun(&self, path: &str) -> Cow<'_, str> {
        let line = || modeline::line_beside(self.given(super::MAIN)?, path);
        self.given(path).map_or_else(|| line().unwrap_or_default().into(), Cow::Borrowed)
    }

    fn given(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|(known, _)| known == path).map(|(_, text)| text.as_str())
    }

    /// Returns all files with some of them replaced.
    fn with(&self, new: &Rewritten) -> Vec<(String, String)> {
        let is_new = |path: &String| new.iter().any(|(known, _)| known == path);
        let old = self.files.iter().filter(|(path, _)| !is_new(path));
        old.chain(new).cloned().collect()
    }
}

fn errors(problems: &[Diagnostic]) -> usize {
    problems.iter().filter(|problem| problem.severity() == Severity::Error).count()
}

fn errors_are(analysis: &Analysis, at_most: usize) -> bool {
    errors(analysis.diagnostics()) <= at_most
}

/// Returns the number of scenarios in a file, or `None` if it is unreadable.
fn count(text: &str) -> Option<usize> {
    let root = yaml::parse(FileId(0), text, &mut Vec::new())?;
    root.get("scenarios").unwrap_or(&root).as_list().map(<[_]>::len)
}

/// Returns a scenario in which a card is in a zone of its kind.
fn scenario(checked: &Checked, card: &str) -> Option<String> {
    let design = checked.designs.iter().find(|design| design.name == card)?;
    let kind = &checked.kinds[design.kind.index()];
    let holds =
        |zone: &&ZoneDef| zone.per.is_none() && (zone.holds.is_empty() || zone.holds.contains(&design.kind));
    let zones = checked.zones.iter().filter(holds);
    let seat = checked.seats.first()?;
    let place = |zone: &ZoneDef| match zone.holder {
        Holder::Game => Some((zone.name.clone(), zone.name.clone())),
        Holder::Player => Some((format!("{seat}.{}", zone.name), format!("seat(1).{}", zone.name))),
        Holder::Spot(id) => {
            let spot = &checked.spots[id.index()].name;
            Some((format!("{spot}_1.{}", zone.name), format!("{spot}(1).{}", zone.name)))
        }
        Holder::Kind(_) | Holder::Design(_) => None,
    };
    let mut places: Vec<_> =
        zones.filter_map(|zone| Some((zone.holder != Holder::Player, place(zone)?))).collect();
    // most cards have more effects in the zone of a player
    places.sort_by_key(|(shared, _)| *shared);
    let (shared, (zone, read)) = places.into_iter().next()?;
    let owner = if kind.per_player && shared { format!("{seat} ") } else { String::new() };
    Some(format!(
        "  - name: what {card} does\n    given: {{ zones: {{ {zone}: [{owner}{card}] }} }}\n    \
         play: []    # what is picked, such as `- do: …`\n    expect: any({card} in {read})    # what must hold then\n"
    ))
}

/// An expression that becomes a function.
struct Extraction<'a> {
    path: &'a str,
    text: &'a str,
    place: (usize, usize),
    selected: &'a str,
    name: &'a str,
}

impl Extraction<'_> {
    /// Returns the changed files. The parameters have the types of the locals; with `present`, those without
    /// `?` if the locals are known to be present.
    fn rewrite(&self, analysis: &Analysis, found: &Selected, present: bool) -> Option<Rewritten> {
        let (mut params, mut args, mut body) = (Vec::new(), Vec::new(), self.selected.to_owned());
        let read = |name: &str| replaced(self.selected, name, "") != self.selected;
        for (name, ty, plain) in found.locals.iter().filter(|(name, ..)| read(name)) {
            let ty = if present { plain } else { ty };
            let own = match name.as_str() {
                word if word == Fixed::This.name() => "this_card",
                word if word == Fixed::It.name() => "candidate",
                word => word,
            };
            if own != name {
                body = replaced(&body, name, own);
            }
            params.push(format!("{own}: {ty}"));
            args.push(name.as_str());
        }
        let body = body.split_whitespace().collect::<Vec<_>>().join(" ");
        let with =
            if params.is_empty() { String::new() } else { format!("with: {{ {} }}, ", params.join(", ")) };
        let value = format!("{{ {with}is: {} }}", scalar(&body, true, true));
        let call = format!("{}({})", self.name, args.join(", "));
        let mut text = self.text.to_owned();
        text.replace_range(self.place.0..self.place.1, &call);
        let mut new = vec![(self.path.to_owned(), text)];
        let (home, key) = match analysis.given(FUNCTIONS) {
            Some(_) => (FUNCTIONS, self.name.to_owned()),
            None => (super::MAIN, format!("functions.{}", self.name)),
        };
        let mut entries = Entries::default();
        entries.add(&key, value, "");
        match new.iter_mut().find(|(path, _)| path == home) {
            Some((_, text)) => *text = entries.put_into(text)?,
            None => new.push((home.to_owned(), entries.put_into(analysis.given(home)?)?)),
        }
        Some(new)
    }
}

/// The file for functions, if the ruleset has one.
const FUNCTIONS: &str = "functions.yaml";

/// Replaces a word in a text, except members of that name.
fn replaced(text: &str, word: &str, new: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, behind) = (&rest[..at], &rest[at + word.len()..]);
        let whole = !before.ends_with(|c| is_of_word(c) || c == '.') && !behind.starts_with(is_of_word);
        out.push_str(before);
        out.push_str(if whole { new } else { word });
        rest = behind;
    }
    out + rest
}
