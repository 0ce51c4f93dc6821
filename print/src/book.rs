//! A rule book as one HTML page with an edition for each language; switching needs no script.

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::markdown::{Marked, marked};
use super::sheets::Paper;
use super::{plain, policy};

const STYLE: &str = include_str!("book.css");

/// A rule book in one or more languages.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleBook {
    /// One edition for each language, in the order of the switch; the first is selected initially.
    pub editions: Vec<Edition>,
    /// The numbered rules as Markdown, if any.
    pub numbered: Option<String>,
}

/// The book in one language.
#[derive(Debug, Clone, PartialEq)]
pub struct Edition {
    /// Code of the language, such as `en`.
    pub language: String,
    /// Name of the language in itself.
    pub language_name: String,
    /// Title of the game.
    pub title: String,
    /// Lines below the title, such as author and players.
    pub under: Vec<String>,
    /// Heading of the table of contents.
    pub contents: String,
    /// Chapters in reading order.
    pub chapters: Vec<Chapter>,
    /// Heading of the numbered rules.
    pub numbered: String,
}

/// A chapter of the book.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// Heading of the chapter.
    pub heading: String,
    /// Passages in reading order.
    pub passages: Vec<Passage>,
}

/// A part of a chapter.
#[derive(Debug, Clone, PartialEq)]
pub enum Passage {
    /// A heading inside the chapter.
    Heading(String),
    /// Lines of text. A line that begins with `- ` is a list item; an empty line separates paragraphs.
    Text(Vec<String>),
    /// A list of named entries.
    Entries(Vec<Entry>),
}

/// An entry of a definition list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// Term that the entry describes.
    pub name: String,
    /// Details after the name, in small print.
    pub facts: String,
    /// Description of the item.
    pub text: String,
    /// Further details, one per line.
    pub items: Vec<String>,
    /// Depth below the preceding entries.
    pub depth: u8,
}

impl RuleBook {
    /// Renders the page as a complete file for printing on `paper`. The same book gives the same bytes.
    pub fn render(&self, paper: Paper) -> String {
        let style = self.style(paper);
        let numbered = self.numbered.as_deref().map(|text| marked(text, "rule-"));
        let first = self.editions.first();
        let title = first.map_or(String::new(), |edition| plain(&edition.title));
        let markup = html! {
            (DOCTYPE)
            html lang=(first.map_or("en", |edition| edition.language.as_str())) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy(&style, None));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) }
                    style { (PreEscaped(&style)) }
                }
                body {
                    @if self.editions.len() > 1 { (self.switch()) }
                    @for (n, edition) in self.editions.iter().enumerate() { (edition.article(n, numbered.as_ref())) }
                    @if let Some(numbered) = &numbered { article.numbered #numbered { (numbered.markup) } }
                }
            }
        };
        markup.into_string() + "\n"
    }

    /// Renders a button for each language; the style sheet shows the edition of the selected one.
    fn switch(&self) -> Markup {
        html! {
            @for n in 0..self.editions.len() { input.choice type="radio" name="language" id=(format!("choose-{n}")) checked[n == 0]; }
            nav.languages {
                @for (n, edition) in self.editions.iter().enumerate() {
                    label for=(format!("choose-{n}")) lang=(edition.language) { (plain(&edition.language_name)) }
                }
            }
        }
    }

    fn style(&self, paper: Paper) -> String {
        let mut style = format!("{STYLE}@page {{ size: {}; margin: 18mm 16mm; }}\n", paper.size());
        if self.editions.len() > 1 {
            style += ".edition { display: none; }\n";
        }
        for n in 0..self.editions.len() {
            let _ = writeln!(style, "#choose-{n}:checked ~ #edition-{n} {{ display: block; }}");
            let _ = writeln!(
                style,
                "#choose-{n}:checked ~ .languages label[for=choose-{n}] {{ background: var(--mark); color: var(--paper); }}"
            );
            let _ = writeln!(
                style,
                "#choose-{n}:focus-visible ~ .languages label[for=choose-{n}] {{ outline: 3px solid var(--ink); }}"
            );
        }
        style
    }
}

impl Edition {
    fn article(&self, n: usize, numbered: Option<&Marked>) -> Markup {
        let id = |chapter: usize| format!("e{n}-{chapter}");
        html! {
            article.edition id=(format!("edition-{n}")) lang=(self.language) {
                header {
                    h1 { (plain(&self.title)) }
                    @for line in &self.under { p.under { (plain(line)) } }
                }
                nav.contents aria-label=(plain(&self.contents)) {
                    h2 { (plain(&self.contents)) }
                    ol {
                        @for (c, chapter) in self.chapters.iter().enumerate() { li { a href=(format!("#{}", id(c))) { (plain(&chapter.heading)) } } }
                        @if let Some(numbered) = numbered { li { (numbered_contents(&self.numbered, numbered)) } }
                    }
                }
                @for (c, chapter) in self.chapters.iter().enumerate() {
                    section id=(id(c)) {
                        h2 { (plain(&chapter.heading)) }
                        @for passage in &chapter.passages { (self::passage(passage)) }
                    }
                }
                @if numbered.is_some() { h2.before { (plain(&self.numbered)) } }
            }
        }
    }
}

fn numbered_contents(heading: &str, numbered: &Marked) -> Markup {
    html! {
        a href="#numbered" { (plain(heading)) }
        ol { @for (id, heading) in &numbered.headings { li { a href=(format!("#{id}")) { (plain(heading)) } } } }
    }
}

fn passage(passage: &Passage) -> Markup {
    match passage {
        Passage::Heading(heading) => html! { h3 { (plain(heading)) } },
        Passage::Text(lines) => text(lines),
        Passage::Entries(all) => {
            html! { dl.bare[all.len() > FEW && all.iter().all(is_bare)] { @for entry in all { (entries(entry)) } } }
        }
    }
}

/// Maximum length of a list whose entries are always below each other, even without descriptions.
const FEW: usize = 6;

/// Returns true if the entry has only a name, so that several fit next to each other.
fn is_bare(entry: &Entry) -> bool {
    entry.text.is_empty() && entry.items.is_empty() && entry.depth == 0
}

/// Renders paragraphs and lists.
fn text(lines: &[String]) -> Markup {
    let item = |line: &String| line.starts_with("- ");
    let lines: Vec<&String> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
    html! {
        @for part in lines.chunk_by(|a, b| item(a) && item(b)) {
            @if item(part[0]) { ul { @for line in part { li { (plain(&line[2..])) } } } } @else { p { (plain(part[0])) } }
        }
    }
}

fn entries(entry: &Entry) -> Markup {
    let deep = (entry.depth > 0).then(|| format!("deep-{}", entry.depth.min(3)));
    html! {
        dt class=[deep.as_deref()] { (plain(&entry.name)) @if !entry.facts.is_empty() { " " span.facts { (plain(&entry.facts)) } } }
        dd class=[deep.as_deref()] {
            @if !entry.text.is_empty() { p { (plain(&entry.text)) } }
            @if !entry.items.is_empty() { ul { @for item in &entry.items { li { (plain(item)) } } } }
        }
    }
}
