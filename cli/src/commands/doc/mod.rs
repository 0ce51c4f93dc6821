//! `ludex doc`: rule books, card pictures, print sheets and decks for a table simulator.

mod art;
mod book;
mod browser;
mod changes;
mod faces;
mod tabletop;

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use ludex::{JSON_VERSION, Setup};
use ludex_print::{Deck, Paper, RuleBook, sheets};
use serde::Serialize;
use serde_json::json;

use crate::args::{DocArgs, PaperSize};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::{Out, warn};
use ludex_table::faces::Faces;
use ludex_table::words::Words;

use art::Art;
use browser::Browser;

/// Maximum number of card pictures written in one run.
const MOST_PICTURES: usize = 5_000;
/// Maximum number of cards on the sheets of a language.
const MOST_PRINTED: usize = 3_000;

pub fn run(args: &DocArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    let setup = loaded.setup(args.players, &args.options)?;
    let languages = languages(args, &loaded)?;
    let browser = (args.pdf || args.png).then(|| Browser::find(args.chromium.as_deref())).transpose()?;
    fs::create_dir_all(&args.out)
        .map_err(|error| Failure::Problem(format!("can't make {}: {error}", args.out.display())))?;
    let made = DocRun {
        args,
        loaded: &loaded,
        setup: &setup,
        languages: &languages,
        browser: browser.as_ref(),
        told: RefCell::default(),
    };
    made.book(out)?;
    if args.cards || args.sheets || args.pdf || args.png {
        made.cards(out)?;
    }
    if args.json {
        let made = made.told.take();
        out.json(&json!({ "version": JSON_VERSION, "ruleset": loaded.ruleset.id(), "made": made }))?;
    }
    Ok(0)
}

/// A file, or a folder of pictures, that was made.
#[derive(Serialize)]
struct MadeFile {
    path: String,
    what: String,
}

/// Returns the requested languages without duplicates, or all languages by default.
fn languages(args: &DocArgs, loaded: &Loaded) -> Result<Vec<String>, Failure> {
    if !args.languages.is_empty() {
        let mut found = Vec::new();
        for word in &args.languages {
            let language = loaded.language(Some(word))?;
            if !found.contains(&language) {
                found.push(language);
            }
        }
        return Ok(found);
    }
    // the fallback language comes first
    let first = loaded.language(None)?;
    let others = loaded.ruleset.languages().filter(|language| *language != first).map(str::to_owned);
    Ok(std::iter::once(first.clone()).chain(others).collect())
}

/// Inputs of one run, and the files created so far.
struct DocRun<'a> {
    args: &'a DocArgs,
    loaded: &'a Loaded,
    setup: &'a Setup,
    languages: &'a [String],
    browser: Option<&'a Browser>,
    /// Files created so far, for `--json`.
    told: RefCell<Vec<MadeFile>>,
}

impl DocRun<'_> {
    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        files::write_below(&self.args.out, name, bytes)
    }

    /// Reports a created file: prints it, or collects it for `--json`.
    fn report(&self, place: &str, what: &str, out: &mut Out) -> Result<(), Failure> {
        let path = self.args.out.join(place).display().to_string();
        if self.args.json {
            self.told.borrow_mut().push(MadeFile { path, what: what.to_owned() });
            return Ok(());
        }
        out.wrapped(&format!("{path}: {what}"), 2)?;
        // the following steps may take a while
        Ok(out.flush()?)
    }

    fn paper(&self) -> Paper {
        match self.args.paper {
            PaperSize::A4 => Paper::A4,
            PaperSize::Letter => Paper::LETTER,
        }
    }

    fn book(&self, out: &mut Out) -> Result<(), Failure> {
        let book = book::build(self.loaded, self.setup, self.languages)?;
        self.write("index.html", book.render(self.paper()))?;
        self.report("index.html", &format!("the rule book ({})", self.languages.join(", ")), out)?;
        let Some(browser) = self.browser.filter(|_| self.args.pdf) else { return Ok(()) };
        for edition in book.editions {
            let name = format!("rules-{}.pdf", in_a_name(&edition.language));
            let one = RuleBook { editions: vec![edition], numbered: book.numbered.clone() };
            self.write(&name, browser.pdf(&one.render(self.paper()))?)?;
            self.report(&name, "the rule book to print", out)?;
        }
        Ok(())
    }

    fn cards(&self, out: &mut Out) -> Result<(), Failure> {
        let most = *self.loaded.ruleset.players().end();
        let players = self.args.players.unwrap_or(u32::from(most));
        let all = self.loaded.setup(Some(players), &self.args.options)?;
        let art = Art::new(&self.loaded.reference);
        for language in self.languages {
            let words = Words::new(self.setup, language);
            let picture = |path: &str| art.picture(path);
            let mut faces = Faces::new(words, &picture);
            faces::choose(words, &mut faces, &self.args.only)?;
            if self.args.cards {
                self.pictures(&faces, language, out)?;
            }
            if self.args.sheets || self.args.pdf || self.args.png {
                let decks = faces.decks(&all);
                self.sheets(&decks, &words, out)?;
                if let Some(browser) = self.browser.filter(|_| self.args.png) {
                    tabletop::make(self, browser, &decks, &words, out)?;
                }
            }
            faces::warn(&faces, language);
        }
        art.warn();
        Ok(())
    }

    fn pictures(&self, faces: &Faces<'_>, language: &str, out: &mut Out) -> Result<(), Failure> {
        let cards = faces.all();
        if cards.len() * self.languages.len() > MOST_PICTURES {
            return Err(too_many(cards.len() * self.languages.len(), "pictures", MOST_PICTURES));
        }
        let folder = format!("cards/{}", in_a_name(language));
        for card in &cards {
            self.write(&format!("{folder}/{}.svg", card.id), card.svg())?;
        }
        self.report(&folder, &plural(cards.len(), "card"), out)
    }

    fn sheets(&self, decks: &[Deck], words: &Words<'_>, out: &mut Out) -> Result<(), Failure> {
        let copies = |deck: &Deck| deck.cards.iter().map(|(_, copies)| *copies as usize).sum::<usize>();
        let cards = decks.iter().map(copies).sum();
        if cards > MOST_PRINTED {
            return Err(too_many(cards, "cards on sheets", MOST_PRINTED));
        }
        if !self.args.sheets && !self.args.pdf {
            return Ok(());
        }
        let paper = self.paper();
        let page = sheets(&words.title(), words.language, decks, paper, self.args.backs);
        let name = format!("sheets/{}-{}", in_a_name(words.language), paper.name);
        self.write(&format!("{name}.html"), &page)?;
        self.report(&format!("{name}.html"), &format!("{} to print", plural(cards, "card")), out)?;
        let Some(browser) = self.browser.filter(|_| self.args.pdf) else { return Ok(()) };
        self.write(&format!("{name}.pdf"), browser.pdf(&page)?)?;
        self.report(&format!("{name}.pdf"), "the same as PDF", out)
    }
}

fn too_many(number: usize, what: &str, most: usize) -> Failure {
    Failure::Problem(format!(
        "{number} {what} are more than the {most} that are made at once: name cards or kinds with --only, or a language with --lang"
    ))
}

/// Converts a language to a part of a file name.
fn in_a_name(language: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    language.chars().map(plain).take(40).collect()
}

/// Prints the first few warnings, and the number of the others.
fn warn_of(things: &[String]) {
    const MOST: usize = 5;
    things.iter().take(MOST).for_each(|thing| warn(&format!("warning: {thing}")));
    if things.len() > MOST {
        warn(&format!("warning: and {} more like these", things.len() - MOST));
    }
}

/// Returns the `file://` URL of a local file.
fn file_address(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~:".contains(&byte);
    let escaped: String = text
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    format!("file://{}{escaped}", if escaped.starts_with('/') { "" } else { "/" })
}
