//! `ludex doc`: rule books, card pictures, print sheets and decks for a table simulator.

pub(in crate::commands) mod art;
mod book;
mod browser;
mod changes;
mod faces;
mod press;
mod tabletop;

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use ludex::{JSON_VERSION, Setup};
use ludex_print::{
    Deck, Files, Paper, Profile, RuleBook, Sheets, gallery, icon_names, mm, shipped_frames, shipped_icon,
};
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
use press::Press;

/// Maximum number of card pictures written in one run.
const MOST_PICTURES: usize = 5_000;
/// Dots per inch of pictures of cards.
const DPI: u32 = 300;
/// Maximum number of cards on the sheets of a language.
const MOST_PRINTED: usize = 3_000;

pub fn run(args: &DocArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    let setup = loaded.setup(args.players, &args.options)?;
    let languages = languages(args, &loaded)?;
    let browser = args.pdf.then(|| Browser::find(args.chromium.as_deref())).transpose()?;
    let press = (args.pdf || args.png || args.printer.is_some()).then(Press::new).transpose()?;
    fs::create_dir_all(&args.out)
        .map_err(|error| Failure::Problem(format!("can't make {}: {error}", args.out.display())))?;
    let made = DocRun {
        args,
        loaded: &loaded,
        setup: &setup,
        languages: &languages,
        browser: browser.as_ref(),
        press: press.as_ref(),
        profile: args.printer.and_then(|printer| Profile::find(printer.name())),
        told: RefCell::default(),
    };
    made.book(out)?;
    if args.frames {
        made.frames(out)?;
    }
    if args.cards || args.sheets || args.pdf || args.png || args.printer.is_some() {
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
    press: Option<&'a Press>,
    /// Requirements of the printer, with `--for`.
    profile: Option<&'static Profile>,
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

    /// Writes the shipped frames and icons, to be copied and changed.
    fn frames(&self, out: &mut Out) -> Result<(), Failure> {
        let mut count = 0;
        for (name, text) in shipped_frames() {
            self.write(&format!("frames/{name}.svg"), text)?;
            count += 1;
        }
        self.report("frames", &plural(count, "shipped frame"), out)?;
        let icons: Vec<&str> = icon_names().collect();
        for name in &icons {
            self.write(&format!("icons/{name}.svg"), shipped_icon(name).unwrap_or_default())?;
        }
        self.report("icons", &plural(icons.len(), "shipped icon"), out)
    }

    fn cards(&self, out: &mut Out) -> Result<(), Failure> {
        let most = *self.loaded.ruleset.players().end();
        let players = self.args.players.unwrap_or(u32::from(most));
        let all = self.loaded.setup(Some(players), &self.args.options)?;
        let art = Art::new(&self.loaded.reference);
        let read = |path: &str| art.read(path);
        let sizing = |size: (f64, f64)| {
            let size = self.args.size.unwrap_or(size);
            self.profile.and_then(|profile| profile.size(size)).unwrap_or(size)
        };
        for language in self.languages {
            let words = Words::new(self.setup, language);
            let mut faces = Faces::new(words, &read);
            faces.sizing = &sizing;
            faces::choose(words, &mut faces, &self.args.only)?;
            self.bounded(&faces, &all)?;
            faces.designs.iter().for_each(|design| drop(faces.look(design.kind)));
            let decks = faces.decks(&all);
            self.refuse_sizes(&decks)?;
            faces::report(&faces, self.loaded, language)?;
            if self.args.cards {
                self.pictures(&faces, &decks, &words, out)?;
            }
            self.sheets(&decks, &words, out)?;
            if let Some(press) = self.press.filter(|_| self.args.png) {
                tabletop::make(self, press, &decks, &words, out)?;
            }
            if let (Some(profile), Some(press)) = (self.profile, self.press) {
                self.printer(profile, press, &decks, &words, out)?;
            }
        }
        if let Some(missing) = self.profile.and_then(|profile| profile.missing) {
            warn(&format!("note: {missing}"));
        }
        Ok(())
    }

    /// Checks the number of pictures and of printed cards before any is drawn.
    fn bounded(&self, faces: &Faces<'_>, all: &Setup) -> Result<(), Failure> {
        let pictures = faces.designs.len() * self.languages.len();
        if self.args.cards && pictures > MOST_PICTURES {
            return Err(too_many(pictures, "pictures", MOST_PICTURES));
        }
        let rules = faces.rules();
        let sets =
            |kind| if rules.kind(kind).is_some_and(|kind| kind.per_player) { all.seats().count() } else { 1 };
        let printed = faces.designs.iter().map(|design| design.copies as usize * sets(design.kind)).sum();
        let is_printed = self.args.sheets || self.args.pdf || self.profile.is_some();
        if is_printed && printed > MOST_PRINTED {
            return Err(too_many(printed, "cards on sheets", MOST_PRINTED));
        }
        Ok(())
    }

    /// Rejects decks of a size that the printer does not print.
    fn refuse_sizes(&self, decks: &[Deck]) -> Result<(), Failure> {
        let Some(profile) = self.profile else { return Ok(()) };
        let Some(deck) = decks.iter().find(|deck| profile.size(deck.look.size()).is_none()) else {
            return Ok(());
        };
        let ((width, height), id) = (deck.look.size(), &deck.id);
        Err(Failure::Problem(format!(
            "{} prints no cards of {} × {} mm, the size of `{id}`; choose one with --size: {}",
            profile.name,
            mm(width),
            mm(height),
            profile.sizes_text()
        )))
    }

    /// Writes each card as SVG, with `--png` also as PNG, and a page with all of them.
    fn pictures(
        &self,
        faces: &Faces<'_>,
        decks: &[Deck],
        words: &Words<'_>,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let cards = &faces.designs;
        let folder = format!("cards/{}", in_a_name(words.language));
        for card in cards {
            let svg = faces.svg(card);
            self.write(&format!("{folder}/{}.svg", card.name), &svg)?;
            if let Some(press) = self.press.filter(|_| self.args.png) {
                let look = faces.look(card.kind);
                let png = press.png(&svg, press::pixels(look.size(), DPI), look.fonts(), Some(DPI))?;
                self.write(&format!("{folder}/{}.png", card.name), png)?;
            }
        }
        self.report(&folder, &plural(cards.len(), "card"), out)?;
        let page = format!("{folder}/index.html");
        self.write(&page, gallery(&words.title(), words.language, decks))?;
        self.report(&page, "all cards on one page", out)
    }

    fn sheets(&self, decks: &[Deck], words: &Words<'_>, out: &mut Out) -> Result<(), Failure> {
        let cards = decks.iter().map(Deck::count).sum();
        if !self.args.sheets && !self.args.pdf {
            return Ok(());
        }
        let (title, paper) = (words.title(), self.paper());
        let sheets = Sheets {
            title: &title,
            language: words.language,
            decks,
            paper,
            backs: self.args.backs,
            bleed: 0.0,
        };
        let name = format!("sheets/{}-{}", in_a_name(words.language), paper.name);
        self.write(&format!("{name}.html"), sheets.html())?;
        self.report(&format!("{name}.html"), &format!("{} to print", plural(cards, "card")), out)?;
        let Some(press) = self.press.filter(|_| self.args.pdf) else { return Ok(()) };
        self.write(&format!("{name}.pdf"), press.pdf(&sheets.pages(), decks)?)?;
        self.report(&format!("{name}.pdf"), "the same as PDF", out)
    }

    /// Writes the files that a printer accepts.
    fn printer(
        &self,
        profile: &Profile,
        press: &Press,
        decks: &[Deck],
        words: &Words<'_>,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let (language, paper) = (in_a_name(words.language), self.paper());
        for deck in decks.iter().filter(|deck| deck.safe() < profile.safe) {
            let (least, safe) = (deck.safe(), profile.safe);
            let (id, name) = (&deck.id, profile.name);
            warn(&format!(
                "warning: texts of `{id}` are {least:.1} mm from the edge, and {name} asks for {safe:.1} mm"
            ));
        }
        let folder = format!("print/{}", profile.name);
        match profile.files {
            Files::Sheets => {
                let title = words.title();
                let sheets = Sheets {
                    title: &title,
                    language: words.language,
                    decks,
                    paper,
                    backs: true,
                    bleed: profile.bleed,
                };
                let name = format!("{folder}/{language}-{}.pdf", paper.name);
                self.write(&name, press.pdf(&sheets.pages(), decks)?)?;
                self.report(&name, "sheets with fronts and backs", out)
            }
            Files::Pdf(order) => decks.iter().try_for_each(|deck| {
                let name = format!("{folder}/{language}-{}.pdf", deck.id);
                self.write(&name, press.pdf(&profile.pages(deck, order), std::slice::from_ref(deck))?)?;
                self.report(&name, &format!("{}, two pages each", plural(deck.count(), "card")), out)
            }),
            Files::Png(dpi) => decks.iter().try_for_each(|deck| {
                let at = format!("{folder}/{language}/{}", deck.id);
                let (width, height) = deck.look.size();
                let size = press::pixels((width + 2.0 * profile.bleed, height + 2.0 * profile.bleed), dpi);
                let png = |svg: &str| press.png(svg, size, deck.look.fonts(), Some(dpi));
                self.write(&format!("{at}/back.png"), png(&deck.reverse(profile.bleed))?)?;
                for (face, copies) in &deck.cards {
                    let name = format!("{at}/{}-{copies}x.png", face.id);
                    self.write(&name, png(&deck.front(face, profile.bleed))?)?;
                }
                self.report(&at, &format!("{} and their back", plural(deck.cards.len(), "picture")), out)
            }),
        }
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

/// Prints the first few problems, and the number of the others.
fn warn_of(severity: &str, things: &[String]) {
    const MOST: usize = 5;
    things.iter().take(MOST).for_each(|thing| warn(&format!("{severity}: {thing}")));
    if things.len() > MOST {
        warn(&format!("{severity}: and {} more like these", things.len() - MOST));
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
