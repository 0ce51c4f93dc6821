//! A rule book as one page: every language an edition of its own, between which one switches without a script.

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::markdown::{Marked, marked};
use super::sheets::Paper;
use super::{plain, policy};

const STYLE: &str = include_str!("book.css");

/// A rule book.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleBook {
    /// One for each language, in the order of the switch; the first is shown at first.
    pub editions: Vec<Edition>,
    /// The numbered rules, as Markdown, if there are any.
    pub numbered: Option<String>,
}

/// The book in one language.
#[derive(Debug, Clone, PartialEq)]
pub struct Edition {
    /// Its code: `en`.
    pub language: String,
    /// What the language calls itself.
    pub language_name: String,
    /// The title of the game.
    pub title: String,
    /// Author, players and the like, a line each.
    pub under: Vec<String>,
    /// What stands above the table of contents.
    pub contents: String,
    /// In order.
    pub chapters: Vec<Chapter>,
    /// What stands above the numbered rules.
    pub numbered: String,
}

/// A part of the book.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// Its heading.
    pub heading: String,
    /// In order.
    pub passages: Vec<Passage>,
}

/// What a chapter is made of.
#[derive(Debug, Clone, PartialEq)]
pub enum Passage {
    /// A heading inside the chapter.
    Heading(String),
    /// Lines as texts of rules have them: one that begins with `- ` is an item, an empty one parts paragraphs.
    Text(Vec<String>),
    /// Things with a name each.
    Entries(Vec<Entry>),
}

/// A thing with a name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// What is said behind the name, smaller.
    pub facts: String,
    /// What it is or does.
    pub text: String,
    /// More about it, a line each.
    pub items: Vec<String>,
    /// How deep it lies in what stands before it.
    pub depth: u8,
}

impl RuleBook {
    /// The page as a whole file, which is printed on some paper. The same book gives the same bytes.
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
                    meta http-equiv="Content-Security-Policy" content=(policy(&style));
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

    /// A button for each language; the style shows the edition of the one that is chosen.
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

/// So many entries stand below each other, also where nothing is said of them.
const FEW: usize = 6;

/// Whether an entry is a line alone, so that several can stand side by side.
fn is_bare(entry: &Entry) -> bool {
    entry.text.is_empty() && entry.items.is_empty() && entry.depth == 0
}

/// Paragraphs and lists.
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
