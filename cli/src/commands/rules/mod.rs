//! `ludex rules`: prints the rules from the ruleset's texts, or the numbered rules.

mod json;

use ludex::WordsOf;

use crate::args::RulesArgs;
use crate::failure::{Failure, Outcome};
use crate::names::titled;
use crate::sources::rulesets::Loaded;
use crate::terminal::markdown;
use crate::terminal::output::{BOLD, Out, clean};
use ludex_table::words::{Words, capital};

pub fn run(args: &RulesArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    let setup = loaded.setup(args.players, &args.options)?;
    let language = loaded.language(args.lang.as_deref())?;
    let words = Words::new(&setup, &language);
    if args.json {
        return json::print(&loaded, &words, args.full, out);
    }
    if args.full {
        return Ok(u8::from(!full(&loaded, &words, out)?));
    }
    print(&loaded, &words, out)?;
    Ok(0)
}

/// Prints title, players, the sections of `rules`, terms, and the notice of rights.
pub fn print(loaded: &Loaded, words: &Words<'_>, out: &mut Out) -> Result<(), Failure> {
    out.wrapped(&out.paint(BOLD, &titled(words, loaded)), 2)?;
    if let Some(author) = words.get("game.author") {
        out.wrapped(&author, 2)?;
    }
    out.wrapped(&words.players(), 2)?;
    let sections = words.entries("rules");
    if sections.is_empty() {
        out.line("")?;
        out.wrapped(&words.own.no_rules(), 0)?;
    }
    for section in sections {
        head(&heading(words, section), out)?;
        paragraphs(&words.paragraphs(&format!("rules.{section}")), out)?;
    }
    terms(words, out)?;
    notice(words, out)
}

fn head(text: &str, out: &mut Out) -> Result<(), Failure> {
    out.line("")?;
    Ok(out.wrapped(&out.paint(BOLD, text), 2)?)
}

/// Returns the heading of a section: from the ruleset, from the program, or the section's name.
pub fn heading(words: &Words<'_>, section: &str) -> String {
    let own = words.own;
    words.get(&format!("rules.{section}.name")).unwrap_or_else(|| match section {
        "goal" => own.rules_goal(),
        "turn" => own.rules_turn(),
        "end" => own.rules_end(),
        "scoring" => own.rules_scoring(),
        other => capital(&clean(other).replace('_', " ")),
    })
}

fn paragraphs(lines: &[String], out: &mut Out) -> Result<(), Failure> {
    for line in lines {
        let hang = if line.starts_with("- ") { 2 } else { 0 };
        out.wrapped(line, hang)?;
    }
    Ok(())
}

fn terms(words: &Words<'_>, out: &mut Out) -> Result<(), Failure> {
    let terms = words.entries("terms");
    if !terms.is_empty() {
        head(&words.own.rules_terms(), out)?;
    }
    for term in terms {
        let key = format!("terms.{term}");
        let name = capital(&words.get(&key).unwrap_or_else(|| clean(term).replace('_', " ")));
        let text = words.get(&format!("{key}.text")).unwrap_or_else(|| words.own.no_text());
        out.wrapped(&words.label(&name, &text), 2)?;
    }
    Ok(())
}

/// Prints the notice of rights, if the ruleset has one.
pub fn notice(words: &Words<'_>, out: &mut Out) -> Result<(), Failure> {
    let Some(said) = rights(words) else { return Ok(()) };
    head(&words.own.rights(), out)?;
    Ok(out.wrapped(&said, 0)?)
}

/// Returns the notice of rights as one paragraph, or `None`.
pub fn rights(words: &Words<'_>) -> Option<String> {
    let rights = words.setup.ruleset().rights()?;
    let own = words.own;
    let mut said: Vec<String> = rights.names.iter().map(|names| own.rights_names(clean(names))).collect();
    said.push(if rights.official { own.rights_official() } else { own.rights_unofficial() });
    said.extend(rights.words.map(|words| match words {
        WordsOf::Own => own.rights_own_words(),
        WordsOf::Printed => own.rights_printed_words(),
    }));
    said.extend(rights.licence.iter().map(|licence| own.rights_licence(clean(licence))));
    said.extend(rights.contact.iter().map(|contact| own.rights_contact(clean(contact))));
    Some(said.join(" "))
}

/// Prints the file with the numbered rules. If the file doesn't exist, prints a note and returns false.
pub fn full(loaded: &Loaded, words: &Words<'_>, out: &mut Out) -> Result<bool, Failure> {
    let Some(page) = loaded.reference.rules().map_err(|e| Failure::Problem(e.to_string()))? else {
        out.wrapped(&words.own.no_page(loaded.reference.shown()), 0)?;
        return Ok(false);
    };
    if words.language != loaded.language(None)? {
        out.wrapped(&words.own.page_untranslated(), 0)?;
        out.line("")?;
    }
    markdown::print(&page, out)?;
    Ok(true)
}
