//! Changes made by options and variants. Compares texts, printed fields and overlays with and without them.

use std::collections::{BTreeMap, BTreeSet};

use ludex::Setup;
use ludex::diagnostics::FileId;
use ludex::rules::{Allowed, FieldDef};
use ludex::variants::{self, Header};
use ludex::yaml::{self, Node};
use ludex_print::Entry;

use super::book::{facts, value_of};
use crate::args::Changes;
use crate::commands::rules::heading;
use crate::names::title;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::clean;
use ludex_table::words::{Words, capital};

/// Maximum number of set-ups compared.
const MOST_SETUPS: usize = 100;
/// Maximum number of card designs of a game that is compared.
const MOST_DESIGNS: usize = 2_000;
/// Maximum number of differences listed per set-up.
const MOST_TOLD: usize = 12;

/// Sections of an overlay that hold no rules, or with changes described elsewhere.
const NO_RULES: [&str; 9] =
    ["variant", "options", "cards", "text", "scenarios", "defaults", "layout", "rights", "messages"];

/// The unchanged game, and the game with each option and variant.
pub struct Changed {
    plain: Setup,
    /// Options: name, value, and set-up with this value.
    options: Vec<(String, String, Setup)>,
    variants: Vec<Variant>,
}

struct Variant {
    header: Header,
    setup: Option<Setup>,
    /// Overlay of the variant, to find the rules that it changes.
    overlay: Option<Node>,
}

impl Changed {
    /// Compiles all valid set-ups to compare.
    pub fn new(loaded: &Loaded, plain: &Setup) -> Changed {
        let known = variants::shipped(loaded.files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        let variants = known.into_iter().take(MOST_SETUPS).map(|(path, header)| {
            let text = loaded.files.iter().find(|(name, _)| *name == path).map_or("", |(_, text)| text);
            let overlay = yaml::parse(FileId(0), text, &mut Vec::new());
            Variant { setup: with_variant(loaded, plain, &header), overlay, header }
        });
        let is_small = plain.rules().designs().count() <= MOST_DESIGNS;
        Changed {
            plain: plain.clone(),
            options: if is_small { with_options(loaded, plain) } else { Vec::new() },
            variants: variants.collect(),
        }
    }

    /// Returns the changes made by an option, one per line.
    pub fn by_option(&self, words: &Words<'_>, name: &str) -> Vec<String> {
        let before = Texts::new(words);
        let mut lines = Vec::new();
        for (option, value, setup) in self.options.iter().filter(|(option, _, _)| option == name) {
            let changed = Words::new(setup, words.language);
            let differences = before.differences(&Texts::new(&changed));
            let is_number = value.parse::<i64>().is_ok();
            let value = capital(&value_of(words, option, value));
            match is_number {
                // another number changes many texts in the same way
                true if !differences.is_empty() => {
                    let things: Vec<&str> = differences.iter().map(Difference::thing).collect();
                    lines.push(words.own.book_touches(some(words, &things).join(", ")));
                }
                true => {}
                false => lines.extend(differences.iter().map(|difference| match difference {
                    Difference::Other { thing, text } => words.own.book_with(&value, thing, text),
                    Difference::New { .. } | Difference::Gone { .. } => difference.describe(words),
                })),
            }
        }
        some(words, &lines)
    }

    /// Returns entries for the variants shipped with the game.
    pub fn variants(&self, words: &Words<'_>) -> Vec<Entry> {
        let before = Texts::new(words);
        let entry = |variant: &Variant| {
            let id = clean(&variant.header.id);
            Entry {
                name: title(&variant.header, words.language).unwrap_or_else(|| id.clone()),
                facts: format!("({id})"),
                items: self.by_variant(words, &before, variant),
                ..Entry::default()
            }
        };
        self.variants.iter().map(entry).collect()
    }

    fn by_variant(&self, words: &Words<'_>, before: &Texts, variant: &Variant) -> Vec<String> {
        let Some(setup) = &variant.setup else { return Vec::new() };
        let changed = Words::new(setup, words.language);
        let after = Texts::new(&changed);
        let mut lines = self.defaults(&changed, setup);
        if variant.renames() {
            lines.extend(before.renamed(&after).map(|(old, new)| words.own.book_called(old, new)));
        } else {
            lines.extend(before.differences(&after).iter().map(|difference| difference.describe(words)));
        }
        let mut lines = some(words, &lines);
        let sections = variant.touched(&changed);
        if !sections.is_empty() {
            lines.push(words.own.book_rules_changed(some(words, &sections).join(", ")));
        }
        lines
    }

    /// Describes options with a changed default.
    fn defaults(&self, words: &Words<'_>, setup: &Setup) -> Vec<String> {
        let before: BTreeMap<String, String> = self.plain.options().into_iter().collect();
        let other = setup.options().into_iter().filter(|(name, value)| before.get(name) != Some(value));
        let told = other.map(|(name, value)| {
            let option = words.get(&format!("options.{name}")).unwrap_or_else(|| name.replace('_', " "));
            words.own.book_option_default(option, value_of(words, &name, &value))
        });
        told.collect()
    }
}

/// Compiles the game with a variant and the variants that it requires.
fn with_variant(loaded: &Loaded, plain: &Setup, header: &Header) -> Option<Setup> {
    let mut wanted = loaded.changes.variants.clone();
    if wanted.contains(&header.id) {
        return None;
    }
    wanted.push(header.id.clone());
    let changes = Changes { variants: wanted, overlays: loaded.changes.overlays.clone() };
    let overlays = loaded.reference.overlays(&loaded.files, &changes).ok()?;
    let ruleset = loaded.reference.compile(&loaded.files, &overlays).ruleset?;
    let players = ruleset.players().contains(&plain.players()).then(|| plain.players());
    ruleset.setup(players.unwrap_or_else(|| ruleset.usual_players()), &[]).ok()
}

/// Compiles the game with each other value of each option; for numbers, the value farthest from the current
/// one.
fn with_options(loaded: &Loaded, plain: &Setup) -> Vec<(String, String, Setup)> {
    let given = plain.options();
    let values = plain.rules().options().flat_map(|option| {
        let is = given.iter().find(|(name, _)| name == option.name).map_or("", |(_, value)| value);
        let others: Vec<String> = match option.allowed {
            Allowed::Truth => vec![(is != "true").to_string()],
            Allowed::Words(all) => all.iter().filter(|word| *word != is).cloned().collect(),
            Allowed::Numbers(least, most) => {
                let is = is.parse::<i32>().unwrap_or(least);
                let far = if is.abs_diff(least) > is.abs_diff(most) { least } else { most };
                vec![far.to_string()]
            }
        };
        others.into_iter().map(move |value| (option.name.to_owned(), value))
    });
    let set_up = |(name, value): (String, String)| {
        let mut options = given.clone();
        options.iter_mut().filter(|(known, _)| *known == name).for_each(|(_, old)| old.clone_from(&value));
        Some((name, value, loaded.ruleset.setup(plain.players(), &options).ok()?))
    };
    values.take(MOST_SETUPS).filter_map(set_up).collect()
}

/// Returns the first lines, and the number of omitted lines if any.
fn some<T: AsRef<str>>(words: &Words<'_>, lines: &[T]) -> Vec<String> {
    let more = lines.len().saturating_sub(MOST_TOLD);
    let shown = lines.iter().take(MOST_TOLD).map(|line| line.as_ref().to_owned());
    shown.chain((more > 0).then(|| words.own.book_more(more))).collect()
}

impl Variant {
    /// Returns true if the variant renames items: then all texts differ, and few other differences are worth
    /// listing.
    fn renames(&self) -> bool {
        let texts = self.overlay.as_ref().and_then(|node| node.get("text")).and_then(Node::as_map);
        texts.unwrap_or_default().iter().any(|(_, texts)| texts.get("rename").is_some())
    }

    /// Returns the distinct rules that a variant touches, by display name or else by key.
    fn touched(&self, words: &Words<'_>) -> Vec<String> {
        let all = self.overlay.as_ref().and_then(Node::as_map).unwrap_or_default();
        let mut names = Vec::new();
        for (section, node) in all.iter().filter(|(key, _)| !NO_RULES.contains(&key.value.as_str())) {
            let parts = node.as_map().unwrap_or_default();
            match section.value.as_str() {
                "score" => names.push(heading(words, "scoring")),
                // windows of actions have no name: use the names of their actions
                "actions" => {
                    let actions = parts.iter().flat_map(|(_, window)| window.as_map().unwrap_or_default());
                    names.extend(actions.map(|(action, _)| named(words, "actions", &action.value)));
                }
                written if parts.is_empty() => names.push(as_written(written)),
                group => names.extend(parts.iter().map(|(part, _)| named(words, group, &part.value))),
            }
        }
        let mut known = BTreeSet::new();
        names.retain(|name| known.insert(name.clone()));
        names
    }
}

/// Returns the display name of an item in a section.
fn named(words: &Words<'_>, section: &str, part: &str) -> String {
    words.get(&format!("{section}.{part}")).unwrap_or_else(|| as_written(part))
}

fn as_written(name: &str) -> String {
    clean(name).replace('_', " ")
}

/// Texts of all items, by key.
struct Texts {
    /// Key, name and text parts of each item, in order.
    all: Vec<(String, String, Vec<String>)>,
}

/// Difference between the texts of an item.
enum Difference {
    Other { thing: String, text: String },
    New { thing: String, text: String },
    Gone { thing: String },
}

impl Difference {
    fn thing(&self) -> &str {
        match self {
            Self::Other { thing, .. } | Self::New { thing, .. } | Self::Gone { thing } => thing,
        }
    }

    fn describe(&self, words: &Words<'_>) -> String {
        match self {
            Self::Other { thing, text } => words.label(thing, text),
            Self::New { thing, text } => words.own.book_new(thing, text).trim_end().to_owned(),
            Self::Gone { thing } => words.own.book_left_out(thing),
        }
    }
}

impl Texts {
    fn new(words: &Words<'_>) -> Texts {
        let rules = words.rules();
        let mut all = Vec::new();
        for section in words.entries("rules") {
            let said = words.paragraphs(&format!("rules.{section}"));
            all.push((format!("rules.{section}"), heading(words, section), said));
        }
        for action in rules.actions() {
            let key = format!("actions.{}", action.name);
            let name = words.get(&key).unwrap_or_else(|| action.name.replace('_', " "));
            all.push((key.clone(), name, words.get(&format!("{key}.text")).into_iter().collect()));
        }
        for design in rules.designs().take(MOST_DESIGNS) {
            let fields: Vec<FieldDef<'_>> = rules.fields(design.kind).collect();
            let said = match (facts(words, &design, &fields), words.ability(design.id)) {
                (printed, None) => vec![printed],
                (printed, Some(text)) if printed.is_empty() => vec![capital(&text)],
                (printed, Some(text)) => vec![format!("{printed}."), capital(&text)],
            };
            all.push((format!("cards.{}", design.name), words.design(design.id), said));
        }
        for term in words.entries("terms") {
            let key = format!("terms.{term}");
            let name = words.get(&key).unwrap_or_else(|| term.replace('_', " "));
            all.push((key.clone(), capital(&name), words.get(&format!("{key}.text")).into_iter().collect()));
        }
        Texts { all }
    }

    fn by_key(&self) -> BTreeMap<&str, (&str, &[String])> {
        self.all.iter().map(|(key, name, said)| (key.as_str(), (name.as_str(), said.as_slice()))).collect()
    }

    fn differences(&self, after: &Texts) -> Vec<Difference> {
        let (before, later) = (self.by_key(), after.by_key());
        let gone = self.all.iter().filter(|(key, _, _)| !later.contains_key(key.as_str()));
        let gone = gone.map(|(_, name, _)| Difference::Gone { thing: name.clone() });
        let other = after.all.iter().filter_map(|(key, name, said)| {
            let thing = name.clone();
            match before.get(key.as_str()) {
                None => Some(Difference::New { thing, text: said.join(" ") }),
                Some((_, old)) if *old != said.as_slice() => {
                    Some(Difference::Other { thing, text: anew(old, said) })
                }
                Some(_) => None,
            }
        });
        gone.chain(other).collect()
    }

    /// Returns old and new names of renamed items.
    fn renamed<'a>(&'a self, after: &'a Texts) -> impl Iterator<Item = (&'a str, &'a str)> {
        let later = after.by_key();
        self.all.iter().filter_map(move |(key, old, _)| {
            let (new, _) = later.get(key.as_str())?;
            (new != old).then_some((old.as_str(), *new))
        })
    }
}

/// Returns the parts of a text that are new, or all parts if the change only removes some.
fn anew(old: &[String], said: &[String]) -> String {
    let new: Vec<&str> = said.iter().filter(|part| !old.contains(part)).map(String::as_str).collect();
    let all = || said.iter().map(String::as_str).filter(|part| !part.is_empty()).collect::<Vec<_>>();
    let shown = if new.is_empty() { all() } else { new };
    shown.iter().map(|part| part.trim_start_matches("- ")).collect::<Vec<_>>().join(" ")
}
