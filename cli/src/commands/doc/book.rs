//! The rule book: the texts of a ruleset, and facts derived from its definitions.

use ludex::Setup;
use ludex::rules::{Allowed, DesignDef, FieldDef, KindDef, PhaseDef};
use ludex_print::{Chapter, Edition, Entry, Passage, RuleBook};

use super::changes::Changed;
use crate::commands::rules::{heading, rights};
use crate::commands::show::{field_name, holder_and_sight};
use crate::failure::Failure;
use crate::names::titled;
use crate::sources::rulesets::Loaded;
use ludex_table::faces::contains_word;
use ludex_table::words::{Words, capital};

/// Maximum number of cards listed per language.
const MOST_CARDS: usize = 5_000;
/// Maximum size of the numbered rules in a book, in bytes.
const MOST_NUMBERED: usize = 1 << 20;

/// Native names of common languages.
const LANGUAGES: [(&str, &str); 12] = [
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("en", "English"),
    ("es", "Español"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("sv", "Svenska"),
];

pub fn build(loaded: &Loaded, setup: &Setup, languages: &[String]) -> Result<RuleBook, Failure> {
    let numbered = loaded.reference.rules().map_err(|e| Failure::Problem(e.to_string()))?;
    let changed = Changed::new(loaded, setup);
    let editions = languages.iter().map(|language| edition(loaded, &Words::new(setup, language), &changed));
    let editions = editions.collect();
    Ok(RuleBook { editions, numbered: numbered.filter(|text| text.len() <= MOST_NUMBERED) })
}

fn edition(loaded: &Loaded, words: &Words<'_>, changed: &Changed) -> Edition {
    let own = words.own;
    let name = LANGUAGES.iter().find(|(id, _)| *id == words.language);
    let under = [words.get("game.author"), Some(words.players()), words.get("game.about")];
    let chapters = sections(words).chain([
        things(words),
        course(words),
        actions(words),
        options(words, changed),
        chapter(own.book_variants(), changed.variants(words)),
    ]);
    let cards = words.rules().kinds().map(|kind| cards(words, &kind));
    let rights = rights(words).map(|said| vec![Passage::Text(vec![said])]);
    let chapters = chapters
        .chain(cards)
        .chain([terms(words), Chapter { heading: own.rights(), passages: rights.unwrap_or_default() }]);
    Edition {
        language: words.language.to_owned(),
        language_name: name.map_or_else(|| words.language.to_owned(), |(_, name)| (*name).to_owned()),
        title: titled(words, loaded),
        under: under.into_iter().flatten().collect(),
        contents: own.book_contents(),
        chapters: chapters.filter(|chapter| !chapter.passages.is_empty()).collect(),
        numbered: own.book_numbered(),
    }
}

/// Creates a chapter from entries; a chapter without entries is left out of the book.
fn chapter(heading: String, entries: Vec<Entry>) -> Chapter {
    let passages = if entries.is_empty() { Vec::new() } else { vec![Passage::Entries(entries)] };
    Chapter { heading, passages }
}

/// Returns the sections of `rules` as chapters, in their order.
fn sections<'a>(words: &'a Words<'a>) -> impl Iterator<Item = Chapter> + 'a {
    words.entries("rules").into_iter().map(|section| Chapter {
        heading: heading(words, section),
        passages: vec![Passage::Text(words.paragraphs(&format!("rules.{section}")))],
    })
}

/// Creates an entry with the explanation of a key, if it has one.
fn explained(words: &Words<'_>, name: &str, key: &str) -> Entry {
    let text = words.get(&format!("{key}.text")).unwrap_or_default();
    Entry { name: capital(name), text: capital(&text), ..Entry::default() }
}

/// Creates the chapter of kinds with their numbers of cards, spots and zones.
fn things(words: &Words<'_>) -> Chapter {
    let (own, rules) = (words.own, words.rules());
    let kinds = rules.kinds().map(|kind| {
        let number: usize = rules.designs().filter(|d| d.kind == kind.id).map(|d| d.copies as usize).sum();
        let each = if kind.per_player { format!(", {}", own.set_per_player()) } else { String::new() };
        let facts = format!("{}{each}", own.cards(number));
        Entry { facts, ..explained(words, &words.kind(kind.id), &format!("kinds.{}", kind.name)) }
    });
    let spots = rules.spots().map(|spot| {
        let facts = spot.count.to_string();
        Entry { facts, ..explained(words, &words.spots(spot.id), &format!("spots.{}", spot.name)) }
    });
    let zones = rules.zones().map(|zone| {
        let facts = holder_and_sight(words, &zone).join(", ");
        Entry { facts, ..explained(words, &words.zone(zone.id), &format!("zones.{}", zone.name)) }
    });
    chapter(own.book_things(), kinds.chain(spots).chain(zones).collect())
}

/// Creates the chapter of phases, each nested below its parent.
fn course(words: &Words<'_>) -> Chapter {
    let rules = words.rules();
    let depth = |phase: &PhaseDef<'_>| {
        let above = |phase: &PhaseDef<'_>| phase.parent.and_then(|parent| rules.phase(parent));
        std::iter::successors(above(phase), above).count()
    };
    let phases = rules.phases().map(|phase| {
        let facts = match phase.repeats {
            Some(times) if times > 1 => words.own.book_times(usize::try_from(times).unwrap_or(0)),
            Some(_) | None if phase.is_each => words.own.book_each_player(),
            Some(_) | None => String::new(),
        };
        let depth = u8::try_from(depth(&phase)).unwrap_or(u8::MAX);
        Entry { facts, depth, ..explained(words, &words.phase(phase.id), &format!("phases.{}", phase.name)) }
    });
    chapter(words.own.book_course(), phases.collect())
}

/// Creates the chapter of the actions of all windows, without duplicates.
fn actions(words: &Words<'_>) -> Chapter {
    let mut entries: Vec<Entry> = Vec::new();
    for action in words.rules().actions() {
        let key = format!("actions.{}", action.name);
        let name = words.get(&key).unwrap_or_else(|| action.name.replace('_', " "));
        let entry = explained(words, &name, &key);
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    chapter(words.own.book_actions(), entries)
}

/// Creates the chapter of the game options and their effects.
fn options(words: &Words<'_>, changed: &Changed) -> Chapter {
    let entries = words.rules().options().map(|option| {
        let value = |value: &str| value_of(words, option.name, value);
        let allowed = match option.allowed {
            Allowed::Truth => value(if option.default == "true" { "false" } else { "true" }),
            Allowed::Words(all) => {
                let others: Vec<String> =
                    all.iter().filter(|word| **word != option.default).map(|word| value(word)).collect();
                others.join("; ")
            }
            Allowed::Numbers(least, most) => words.own.between(least, most),
        };
        let key = format!("options.{}", option.name);
        let name = words.get(&key).unwrap_or_else(|| option.name.replace('_', " "));
        Entry {
            facts: format!("{} ({})", words.own.book_default(value(&option.default), allowed), option.name),
            items: changed.by_option(words, option.name),
            ..explained(words, &name, &key)
        }
    });
    chapter(words.own.book_options(), entries.collect())
}

/// Returns the display text of a value of an option.
pub fn value_of(words: &Words<'_>, option: &str, value: &str) -> String {
    match value {
        "true" => words.own.yes(),
        "false" => words.own.no(),
        // the words of an option are an enum with the option's name
        word => words.get(&format!("enums.{option}.{word}")).unwrap_or_else(|| word.replace('_', " ")),
    }
}

fn cards(words: &Words<'_>, kind: &KindDef<'_>) -> Chapter {
    let designs = || words.rules().designs().filter(|design| design.kind == kind.id);
    let fields = fields(words, kind);
    let entries = designs().take(MOST_CARDS).map(|design| Entry {
        name: words.design(design.id),
        facts: facts(words, &design, &fields),
        text: capital(&words.ability(design.id).unwrap_or_default()),
        ..Entry::default()
    });
    let mut entries: Vec<Entry> = entries.collect();
    let more = designs().count().saturating_sub(MOST_CARDS);
    if more > 0 {
        entries.push(Entry { name: words.own.book_more(more), ..Entry::default() });
    }
    let copies = designs().map(|design| design.copies as usize).sum();
    chapter(words.label(&capital(&words.kind(kind.id)), &words.own.cards(copies)), entries)
}

/// Returns the fields listed for a card: those on its face if the layout defines one, otherwise all fields.
fn fields<'a>(words: &'a Words<'a>, kind: &KindDef<'_>) -> Vec<FieldDef<'a>> {
    let rules = words.rules();
    match rules.layout().faces.iter().find(|(id, _)| *id == kind.id) {
        Some((_, face)) => {
            let fields = face.corners.iter().chain(&face.line).chain(&face.foot);
            fields.filter_map(|field| rules.field(*field)).collect()
        }
        None => rules.fields(kind.id).collect(),
    }
}

/// Lists fields and copies: `value 8, specialty combat, 3 copies`. Omits words that are already part of the
/// name.
pub fn facts(words: &Words<'_>, design: &DesignDef<'_>, fields: &[FieldDef<'_>]) -> String {
    let name = words.design(design.id);
    let printed = fields.iter().filter_map(|field| {
        let value = words.field(field.id, design.id)?;
        let is_new = field.is_number || !contains_word(&name, &value);
        is_new.then(|| words.label(&field_name(words, field).replace('_', " "), &value))
    });
    let copies = (design.copies != 1).then(|| words.own.copies(design.copies as usize));
    printed.chain(copies).collect::<Vec<_>>().join(", ")
}

fn terms(words: &Words<'_>) -> Chapter {
    let entries = words.entries("terms").into_iter().map(|term| {
        let key = format!("terms.{term}");
        let name = words.get(&key).unwrap_or_else(|| term.replace('_', " "));
        explained(words, &name, &key)
    });
    chapter(words.own.rules_terms(), entries.collect())
}
