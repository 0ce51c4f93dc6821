//! `ludex guide`: pages for authors of rulesets, compiled into the program.

use std::collections::BTreeSet;

use ludex::diagnostics::closest;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::failure::{Failure, Outcome, suggestion};
use crate::terminal::markdown;
use crate::terminal::output::{BOLD, Out, pad};

const SEARCH: &str = "search";

/// Defines the pages: name, and one line for the list.
macro_rules! pages {
    ($($name:literal $about:literal;)*) => {
        const PAGES: &[Page] = &[$(Page {
            name: $name,
            about: $about,
            text: include_str!(concat!(env!("OUT_DIR"), "/guide/", $name, ".md")),
        }),*];
    };
}

struct Page {
    name: &'static str,
    about: &'static str,
    text: &'static str,
}

pages! {
    "tutorial" "Write a game in nine steps";
    "language" "The language in one page, with ten examples";
    "cheat-sheet" "Statements, expressions and sections at a glance";
    "cookbook" "Mechanisms of card games, ready to copy";
    "reference" "The complete language";
    "testing" "Scenarios, coverage and mutants";
}

/// A heading with the text up to the next heading.
struct Section {
    level: u8,
    title: String,
    text: &'static str,
}

pub fn run(page: Option<&str>, words: &[String], out: &mut Out) -> Outcome {
    let words = words.join(" ");
    match page {
        None => list(out)?,
        Some(SEARCH) => return search(&words, out),
        Some(name) => show(find(name)?, &words, out)?,
    }
    Ok(0)
}

fn list(out: &mut Out) -> Result<(), Failure> {
    for page in PAGES {
        out.line(&row(page.name, page.about, out))?;
    }
    out.line("")?;
    out.wrapped("Show a page with `ludex guide PAGE`, a section of it with `ludex guide PAGE HEADING`; find a word with `ludex guide search WORD`.", 0)?;
    Ok(())
}

fn row(page: &str, text: &str, out: &Out) -> String {
    let columns = PAGES.iter().map(|page| page.name.len()).max().unwrap_or(0);
    format!("{}  {text}", out.paint(BOLD, &pad(page, columns)))
}

fn find(name: &str) -> Result<&'static Page, Failure> {
    let unknown = || {
        let names = PAGES.iter().map(|page| page.name).chain([SEARCH]);
        Failure::Usage(format!("there is no page `{name}`; {}", suggestion(name, names)))
    };
    PAGES.iter().find(|page| page.name == name).ok_or_else(unknown)
}

/// Prints a page, or its sections whose heading contains the words.
fn show(page: &Page, words: &str, out: &mut Out) -> Result<(), Failure> {
    if words.is_empty() {
        return Ok(markdown::print(page.text, out)?);
    }
    let sections = page.sections();
    let mut text = String::new();
    let mut within = None;
    for section in &sections {
        within = within.filter(|level| section.level > *level);
        if within.is_none() && contains(&section.title, words) {
            within = Some(section.level);
        }
        text += if within.is_some() { section.text } else { "" };
    }
    if text.is_empty() {
        let why = suggestion(words, sections.iter().map(|section| section.title.as_str()));
        return Err(Failure::Usage(format!("`{}` has no section `{words}`; {why}", page.name)));
    }
    Ok(markdown::print(&text, out)?)
}

/// Lists the sections that contain the words. The exit code is 1 without a match.
fn search(words: &str, out: &mut Out) -> Outcome {
    if words.is_empty() {
        return Err(Failure::Usage(format!("`ludex guide {SEARCH}` needs a word")));
    }
    let mut found = false;
    for page in PAGES {
        for section in page.sections().iter().filter(|section| contains(section.text, words)) {
            out.line(&row(page.name, &section.title, out))?;
            found = true;
        }
    }
    if !found {
        let near = near(words).map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
        out.line(&format!("No page contains `{words}`.{near}"))?;
    }
    Ok(u8::from(!found))
}

/// Replaces unknown words by the closest words of the pages. Returns `None` if a word has none.
fn near(words: &str) -> Option<String> {
    let text = PAGES.iter().map(|page| page.text.to_lowercase()).collect::<Vec<_>>().join("\n");
    let known: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let word = |word: &str| match text.contains(&word.to_lowercase()) {
        true => Some(word.to_owned()),
        false => closest(word, known.iter().copied()).map(str::to_owned),
    };
    let near = words.split_whitespace().map(word).collect::<Option<Vec<_>>>()?.join(" ");
    PAGES.iter().any(|page| contains(page.text, &near)).then_some(near)
}

fn contains(text: &str, words: &str) -> bool {
    text.to_lowercase().contains(&words.to_lowercase())
}

impl Page {
    #[allow(clippy::wildcard_enum_match_arm, reason = "all other events are content of a section")]
    fn sections(&self) -> Vec<Section> {
        let mut sections: Vec<(usize, Section)> = Vec::new();
        let mut is_heading = false;
        for (event, place) in Parser::new_ext(self.text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    is_heading = true;
                    let section = Section { level: level as u8, title: String::new(), text: "" };
                    sections.push((place.start, section));
                }
                Event::End(TagEnd::Heading(_)) => is_heading = false,
                Event::Text(text) | Event::Code(text) if is_heading => {
                    sections
                        .iter_mut()
                        .next_back()
                        .into_iter()
                        .for_each(|(_, section)| section.title += &text);
                }
                _ => {}
            }
        }
        let starts: Vec<usize> = sections.iter().map(|(start, _)| *start).collect();
        let ends = starts.iter().skip(1).copied().chain([self.text.len()]);
        let with_text = |((start, section), end): ((usize, Section), usize)| Section {
            text: &self.text[start..end],
            ..section
        };
        sections.into_iter().zip(ends).map(with_text).collect()
    }
}
