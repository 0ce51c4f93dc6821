//! Overlays: variants and mods as patches on the sections of a ruleset, before these are read.
//!
//! A map is patched key by key. `remove` deletes a key, `{ add: […], remove: […] }` patches a list (`lists`),
//! and any other value replaces the old one. Abilities that modify are replaced as a whole; others are
//! patched by key if the patch is a map. In `options` a plain value is the new default.
//!
//! Two overlays may not change the same path (`changes`), and a patch without a target is an error. Nodes
//! keep their locations, so messages and the resolved ruleset refer to the file of origin.
//!
//! `scenarios:` (and their `defaults:`) test the game with the overlay: see [`scenario`](super::scenario).

mod changes;
mod check;
mod header;
mod lists;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span, Spanned};
use ludex_grammar::suggest::closest;
use ludex_grammar::yaml::{Node, NodeKind};

use super::cards::templates::{self, is_template};
use super::cards::{first_word, is_ability};
use super::reader::{BEFORE, Entry, Reader, beside};
use super::sections::{SectionFiles, has_definitions, holds_parts, is_list, is_section, section_names};
use super::texts::{self, GROUPS, layers};
use super::variants::rename::{self, Renames};
use super::variants::stale;
use changes::{ChangeKind, Changes};
pub(super) use check::HEADER;
use check::{check_header, check_others, ids};
pub use header::{
    Header, Shipped, Unknown, before, header, in_order, is_file, of_document, resolve, shipped,
    with_those_before,
};
use lists::is_patch_of_list;

/// A map being patched, with an index of its keys.
struct Patched<'b> {
    entries: &'b mut Vec<(Spanned<String>, Node)>,
    places: BTreeMap<String, usize>,
    removed: BTreeSet<usize>,
}

impl Patched<'_> {
    /// Deletes the removed entries.
    fn sweep(self) {
        let mut place = 0;
        self.entries.retain(|_| {
            place += 1;
            !self.removed.contains(&(place - 1))
        });
    }
}

const CARDS: &str = "cards";
const SETUP: &str = "setup";
const DO: &str = "do";

/// Maximum number of problems that get a suggestion.
const MAX_SUGGESTIONS: usize = 200;

/// Patches of single cards by an overlay. They are applied after all overlays have patched the templates and
/// these are expanded.
struct SingleCards {
    number: usize,
    /// The overlay's file; `None` for the ruleset itself, which patches its libraries.
    file: Option<FileId>,
    /// True if texts that are outdated by the patch may be reported.
    tells_stale: bool,
    key: Spanned<String>,
    cards: Node,
}

/// Applies overlays in order, and expands the templates of cards and of their texts.
pub(super) fn apply(
    sources: &Sources,
    shipped: &Shipped,
    overlays: &[FileId],
    found: &mut SectionFiles,
    r: &mut Reader,
) {
    let mut applied = Vec::new();
    let ids = ids(sources, shipped, overlays);
    let game = found.content("game").and_then(|n| n.get("id")).and_then(Node::as_str).map(str::to_owned);
    let mut changes = Changes::default();
    let mut renames = Renames::default();
    let mut single = Vec::new();
    for (key, cards) in std::mem::take(&mut found.single_cards) {
        single.push(SingleCards { number: RULESET, file: None, tells_stale: false, key, cards });
    }
    for (number, file) in overlays.iter().enumerate() {
        let whole = shipped.nodes.get(file).cloned();
        let read = || r.document(*file, &sources.get(*file).text, &has_definitions);
        let Some(node) = whole.or_else(read) else { continue };
        let NodeKind::Map(entries) = node.kind else {
            r.wrong_shape(&node, "an overlay: `variant:` and sections of a ruleset");
            continue;
        };
        if is_of_another(r, &entries, game.as_deref()) {
            continue;
        }
        applied.extend(check_header(r, (sources, *file), &entries, (&shipped.headers, &applied)));
        check_others(r, &entries, number, &ids);
        let tells_stale = !has_strange_texts(&entries);
        let before = stale::before(found, &entries, is_template);
        r.languages.insert(*file, languages(&entries));
        let mut patch = Patch { r, changes: &mut changes, renames: &mut renames, number, ids: &ids };
        for (key, content) in entries {
            let cards = patch.section(found, &key, content);
            single.extend(cards.map(|(key, cards)| SingleCards {
                number,
                file: Some(*file),
                tells_stale,
                key,
                cards,
            }));
        }
        if tells_stale {
            stale::report(r, found, *file, &before);
        }
    }
    let templates = templates::make_out(r, found);
    changes.templates(&templates);
    for one in single {
        one.lay(r, found, (&mut changes, &mut renames), &ids);
    }
    renames.apply(r, found);
    texts::templates::make_out(found, &templates);
    texts::of_kinds::distribute(found);
}

/// Number of the ruleset itself among the patches; it conflicts with no overlay.
const RULESET: usize = usize::MAX;

/// Applies the sections of a ruleset to its libraries. Returns the patches of single cards, which are applied
/// later.
pub(super) fn lay_ruleset(
    r: &mut Reader,
    found: &mut SectionFiles,
    sections: Vec<(Spanned<String>, Node)>,
) -> Option<Entry> {
    let (mut changes, mut renames) = (Changes::default(), Renames::default());
    let mut patch = Patch { r, changes: &mut changes, renames: &mut renames, number: RULESET, ids: &[] };
    sections.into_iter().filter_map(|(key, content)| patch.section(found, &key, content)).last()
}

impl SingleCards {
    fn lay(
        self,
        r: &mut Reader,
        found: &mut SectionFiles,
        (changes, renames): (&mut Changes, &mut Renames),
        ids: &[Option<String>],
    ) {
        let Self { number, file, tells_stale, key, cards } = self;
        let named = [(key.clone(), cards.clone())];
        let before = file.filter(|_| tells_stale).map(|file| (file, stale::before(found, &named, |_| true)));
        let mut patch = Patch { r, changes, renames, number, ids };
        patch.lay(found, &key, cards, true);
        if let Some((file, before)) = before {
            stale::report(r, found, file, &before);
        }
    }
}

/// Returns true if an overlay has texts below a key that isn't a group of texts, because they may belong to a
/// card.
fn has_strange_texts(entries: &[(Spanned<String>, Node)]) -> bool {
    let texts = entries.iter().find(|(key, _)| key.value == "text").and_then(|(_, node)| node.as_map());
    let groups = texts.unwrap_or_default().iter().filter_map(|(_, groups)| groups.as_map()).flatten();
    let mut names = groups.map(|(key, _)| key.value.as_str());
    names.any(|name| name != rename::KEY && !GROUPS.contains(&name))
}

/// Returns the languages in which an overlay has texts.
fn languages(entries: &[(Spanned<String>, Node)]) -> BTreeSet<String> {
    let of = |name: &str| entries.iter().find(|(key, _)| key.value == name).map(|(_, node)| node);
    let title = of("variant").and_then(|variant| variant.get("title"));
    let said = [title, of("text")].into_iter().flatten().filter_map(Node::as_map).flatten();
    said.map(|(language, _)| language.value.clone()).collect()
}

/// Reports an overlay for another game. Returns true if it is one, so that it isn't applied.
fn is_of_another(r: &mut Reader, entries: &[(Spanned<String>, Node)], game: Option<&str>) -> bool {
    let variant = entries.iter().find(|(key, _)| key.value == "variant").map(|(_, node)| node);
    let of = variant.and_then(|node| node.get("of")).and_then(|node| Some((node.as_str()?, node.span)));
    let (Some((of, span)), Some(game)) = (of, game) else { return false };
    if of != game {
        let message = format!("this is a variant of `{of}`, not of `{game}`");
        r.report(Diagnostic::new(Code::WrongGame, span, message).suggest_near(of, [game]));
    }
    of != game
}

/// One overlay being applied.
struct Patch<'a, 'p> {
    r: &'a mut Reader<'p>,
    changes: &'a mut Changes,
    renames: &'a mut Renames,
    number: usize,
    ids: &'a [Option<String>],
}

impl Patch<'_, '_> {
    /// Applies a section. Returns its patches of single cards.
    fn section(&mut self, found: &mut SectionFiles, key: &Spanned<String>, content: Node) -> Option<Entry> {
        match key.value.as_str() {
            // scenarios of overlays are read separately
            "variant" | "scenarios" | "defaults" => {}
            "text" => self.texts(found, content),
            "allow" => allowed(found, key, content),
            "use" if self.number != RULESET => {
                let problem = Diagnostic::new(Code::BadPlace, key.span, "an overlay brings no libraries");
                self.r.report(problem.help("list libraries in the ruleset"));
            }
            CARDS => return self.cards(found, key, content),
            SETUP => self.setup(found, key, content),
            around if beside(around) == Some(SETUP) => self.around_setup(found, key, content),
            name if is_section(name) => self.lay(found, key, content, false),
            _ => {
                let meant = match inside(found, &key.value) {
                    Some(section) => self.not_indented(key, section),
                    None => self.r.unknown_key(key, "an overlay", &keys()),
                };
                match meant {
                    Some(meant) => return self.section(found, &Spanned::new(meant, key.span), content),
                    None => self.r.lose_below(&content),
                }
            }
        }
        None
    }

    /// Applies a section to the existing one, or adds it.
    fn lay(&mut self, found: &mut SectionFiles, key: &Spanned<String>, content: Node, cards: bool) {
        let is_new = found.content(&key.value).is_none();
        if is_new {
            if content.as_map().is_none() || self.number == RULESET {
                self.change(&key.value, content.span, ChangeKind::Adds);
                return found.add_section(&key.value, key.span, content);
            }
            let empty = Node { span: content.span, kind: NodeKind::Map(Vec::new()) };
            found.add_section(&key.value, key.span, empty);
        }
        let Some(base) = found.content_mut(&key.value) else { return };
        match key.value.as_str() {
            "options" => self.options(base, content),
            name => self.merge(name, base, content, cards && !is_new),
        }
    }

    /// Patches the set-up, which may have other effects around it.
    fn setup(&mut self, found: &mut SectionFiles, key: &Spanned<String>, content: Node) {
        let Some(base) = found.content_mut(SETUP) else { return self.lay(found, key, content, false) };
        let has_around = base.as_map().is_some_and(is_around_setup);
        let base = if has_around { entry(base, SETUP) } else { Some(base) };
        if let Some(base) = base {
            self.merge(SETUP, base, content, false);
        }
    }

    /// Adds an effect `before setup:` or `after setup:`.
    fn around_setup(&mut self, found: &mut SectionFiles, key: &Spanned<String>, content: Node) {
        let Some(base) = found.content_mut(SETUP) else {
            return self.nothing_among(key, "the ruleset", &[]);
        };
        if !base.as_map().is_some_and(is_around_setup) {
            let name = Spanned::new(
                SETUP.to_owned(),
                Span::new(base.span.file, base.span.start as usize, base.span.start as usize),
            );
            base.kind = NodeKind::Map(vec![(name, base.clone())]);
        }
        if let NodeKind::Map(entries) = &mut base.kind {
            put_beside(entries, SETUP, key.clone(), content);
        }
    }

    /// Applies patches of templates, and returns the rest.
    fn cards(&mut self, found: &mut SectionFiles, key: &Spanned<String>, content: Node) -> Option<Entry> {
        let NodeKind::Map(entries) = content.kind else { return Some((key.clone(), content)) };
        let (of_templates, single): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|(key, _)| is_template(&key.value));
        let map = |entries| Node { span: content.span, kind: NodeKind::Map(entries) };
        if !of_templates.is_empty() {
            self.lay(found, key, map(of_templates), true);
        }
        (!single.is_empty()).then(|| (key.clone(), map(single)))
    }

    /// Reports a key that should be indented below its section.
    fn not_indented(&mut self, key: &Spanned<String>, section: &str) -> Option<String> {
        let message = format!("`{}` is not a key of an overlay", key.value);
        let problem = Diagnostic::new(Code::UnknownKey, key.span, message);
        self.r.report(problem.help(format!("it is in `{section}`: indent it below that key")));
        None
    }

    fn texts(&mut self, found: &mut SectionFiles, content: Node) {
        let NodeKind::Map(languages) = content.kind else {
            self.r.wrong_shape(&content, "texts by language");
            return;
        };
        for (language, mut texts) in languages {
            self.renames(&language.value, &mut texts);
            let place = found.texts.iter().position(|(name, ..)| *name == language.value);
            let place = place.unwrap_or_else(|| {
                let empty = Node { span: texts.span, kind: NodeKind::Map(Vec::new()) };
                found.texts.push((language.value.clone(), language.span, Arc::new(empty)));
                found.texts.len() - 1
            });
            let base = Arc::make_mut(&mut found.texts[place].2);
            layers::ready(base, &mut texts);
            self.merge(&format!("text.{}", language.value), base, texts, false);
        }
    }

    /// Removes the renames from the texts of a language and records them.
    fn renames(&mut self, language: &str, texts: &mut Node) {
        let NodeKind::Map(entries) = &mut texts.kind else { return };
        let at = entries.iter().position(|(key, _)| key.value == rename::KEY);
        if let Some(at) = at.or_else(|| self.misspelt_rename(entries)) {
            let (_, names) = entries.remove(at);
            let overlay = self.name(self.number);
            self.renames.add(self.r, &overlay, language, &names);
        }
    }

    /// Returns the position of a misspelt `rename`, which is reported.
    fn misspelt_rename(&mut self, entries: &[(Spanned<String>, Node)]) -> Option<usize> {
        let known = || GROUPS.iter().copied().chain([rename::KEY]);
        let is_meant = |key: &str| !GROUPS.contains(&key) && closest(key, known()) == Some(rename::KEY);
        let at = entries.iter().position(|(key, _)| is_meant(&key.value))?;
        let known: Vec<&str> = known().collect();
        self.r.unknown_key(&entries[at].0, "the texts of a language", &known);
        Some(at)
    }

    /// Patches options: `rounds: 4` is a new default, a map patches the option or adds one.
    fn options(&mut self, base: &mut Node, content: Node) {
        let NodeKind::Map(entries) = content.kind else {
            self.r.wrong_shape(&content, "options as a map");
            return;
        };
        for (key, value) in entries {
            let plain = !matches!(value.kind, NodeKind::Map(_)) && !is_remove(&value);
            if !plain {
                let one = Node { span: value.span, kind: NodeKind::Map(vec![(key, value)]) };
                self.merge("options", base, one, false);
                continue;
            }
            if let Some((known, _)) = base.entry(&key.value) {
                self.r.patched.push((key.span, known.span));
            }
            let Some(option) = entry(base, &key.value) else {
                self.nothing(&key, "option", base);
                continue;
            };
            let default = Spanned::new("default".to_owned(), key.span);
            let patch = Node { span: value.span, kind: NodeKind::Map(vec![(default, value)]) };
            self.merge(&format!("options.{}", key.value), option, patch, false);
        }
    }

    /// Patches a map key by key; any other value replaces the old one. New cards must have a kind and new
    /// phases an effect, otherwise a patch of another item was intended.
    fn merge(&mut self, path: &str, base: &mut Node, patch: Node, cards: bool) {
        if patch.is_null() && matches!(base.kind, NodeKind::Map(_)) {
            // an empty patch changes nothing
            return;
        }
        let NodeKind::Map(entries) = patch.kind else {
            self.change(path, patch.span, ChangeKind::Replaces);
            *base = patch;
            return;
        };
        if is_patch_of_list(path, base, &entries) {
            return self.list(path, base, entries);
        }
        if entries.iter().any(|(key, _)| is_effect(&key.value)) {
            as_map(base);
        }
        if base.is_null() && holds_parts(path) {
            base.kind = NodeKind::Map(Vec::new());
        }
        let NodeKind::Map(old) = &mut base.kind else {
            self.change(path, patch.span, ChangeKind::Replaces);
            *base = Node { span: patch.span, kind: NodeKind::Map(entries) };
            return;
        };
        let places = old.iter().enumerate().map(|(i, (key, _))| (key.value.clone(), i)).collect();
        let mut target = Patched { entries: old, places, removed: BTreeSet::new() };
        for (key, value) in entries {
            self.merge_key(path, &mut target, key, value, cards);
        }
        target.sweep();
    }

    fn merge_key(&mut self, path: &str, base: &mut Patched, key: Spanned<String>, value: Node, cards: bool) {
        if let Some(of) = beside(&key.value) {
            let of = of.to_owned();
            if self.beside(path, &key.value, key.span) {
                return;
            }
            if base.places.contains_key(&of) {
                put_beside(base.entries, &of, key, value);
            } else {
                self.no_part(&key, &of, path, base.entries);
            }
            return;
        }
        let inner = format!("{path}.{}", key.value);
        let place = base.places.get(&key.value).copied();
        if let Some(place) = place {
            self.r.patched.push((key.span, base.entries[place].0.span));
        } else if self.is_removed(&inner, key.span) {
            return;
        }
        if is_remove(&value) {
            let clashes = self.change(&inner, value.span, ChangeKind::Removes);
            match place {
                // it is kept, so nothing is reported as missing
                Some(_) if clashes => {}
                Some(place) => {
                    base.removed.insert(place);
                    self.r.removed.insert(key.value.clone(), key.span);
                }
                None => self.nothing_among(&key, path, base.entries),
            }
            return;
        }
        match place.map(|place| &mut base.entries[place].1) {
            Some(old) if is_ability(&key.value) && !are_patched(&key.value, &value) => {
                self.change(&inner, value.span, ChangeKind::Replaces);
                *old = value;
            }
            Some(old) => {
                if is_ability(&key.value) {
                    as_map(old);
                }
                self.merge(&inner, old, value, false);
            }
            None if cards && !has_kind_key(&value) => self.nothing_among(&key, "card", base.entries),
            None if is_list_of_phases(path) && !does_something(&value) => {
                self.nothing_among(&key, "phase", base.entries);
            }
            None => self.add(&inner, base.entries, (key, value)),
        }
    }

    /// Adds a key. The entries of a map of named items are added individually, so other overlays may add
    /// more.
    fn add(&mut self, path: &str, entries: &mut Vec<Entry>, (key, value): Entry) {
        if value.as_map().is_some() && holds_parts(path) {
            let mut empty = Node { span: value.span, kind: NodeKind::Map(Vec::new()) };
            self.merge(path, &mut empty, value, false);
            return entries.push((key, empty));
        }
        if is_list(path) && value.as_map().is_some_and(lists::is_patch) {
            return self.nothing_among(&key, path.rsplit_once('.').map_or(path, |(whole, _)| whole), entries);
        }
        self.change(path, value.span, ChangeKind::Adds);
        entries.push((key, value));
    }

    /// Reports an effect before or after a missing part.
    fn no_part(&mut self, key: &Spanned<String>, of: &str, path: &str, known: &[Entry]) {
        if self.r.may_be_defined(of) {
            return;
        }
        let message = format!("this changes nothing: there is no `{of}` in {path}");
        let problem = Diagnostic::new(Code::PatchMatchesNothing, key.span, message);
        let known = known.iter().map(|(key, _)| key.value.as_str()).filter(|key| beside(key).is_none());
        self.r.report(problem.suggest(of, known));
    }

    /// Reports a patch of a missing item.
    fn nothing(&mut self, key: &Spanned<String>, what: &str, base: &Node) {
        self.nothing_among(key, what, base.as_map().unwrap_or_default());
    }

    fn nothing_among(&mut self, key: &Spanned<String>, what: &str, known: &[(Spanned<String>, Node)]) {
        if self.r.may_be_defined(&key.value) {
            return;
        }
        let message = format!("this changes nothing: there is no `{}` in {what}", key.value);
        let message = if matches!(what, "card" | "option" | "phase") {
            format!("this changes nothing: there is no {what} `{}`", key.value)
        } else {
            message
        };
        let mut problem = Diagnostic::new(Code::PatchMatchesNothing, key.span, message);
        let known = known.iter().map(|(key, _)| key.value.as_str());
        if self.r.problems().len() < MAX_SUGGESTIONS {
            problem = problem.suggest_near(&key.value, known);
        }
        self.r.report(problem);
    }
}

/// Inserts an effect before or after another one, after those inserted by other overlays.
fn put_beside(entries: &mut Vec<Entry>, of: &str, key: Spanned<String>, effect: Node) {
    let is_same =
        |known: &str| beside(known) == Some(of) && known.starts_with(BEFORE) == key.value.starts_with(BEFORE);
    if let Some((_, known)) = entries.iter_mut().find(|(known, _)| is_same(&known.value)) {
        let before = Node { span: known.span, kind: std::mem::replace(&mut known.kind, NodeKind::Null) };
        let mut all = if let NodeKind::List(all) = before.kind { all } else { vec![before] };
        all.push(effect);
        known.kind = NodeKind::List(all);
        return;
    }
    entries.push((key, effect));
}

/// Returns true if the set-up has effects around it.
fn is_around_setup(entries: &[Entry]) -> bool {
    entries.iter().any(|(key, _)| beside(&key.value) == Some(SETUP))
}

/// Adds the entries of `allow:` of an overlay. If a key exists, the first one is kept.
fn allowed(found: &mut SectionFiles, key: &Spanned<String>, content: Node) {
    let Some(base) = found.content_mut("allow") else { return found.add_section("allow", key.span, content) };
    match (&mut base.kind, content.kind) {
        (NodeKind::Map(known), NodeKind::Map(mut added)) => {
            added.retain(|(key, _)| known.iter().all(|(known, _)| known.value != key.value));
            known.extend(added);
        }
        (_, kind) => *base = Node { kind, span: content.span },
    }
}

fn keys() -> Vec<&'static str> {
    section_names().chain(["variant", "text", "scenarios", "defaults"]).collect()
}

/// Returns the section that contains a key of this name, unless the name is similar to a key of overlays.
fn inside(found: &SectionFiles, name: &str) -> Option<&'static str> {
    if closest(name, keys()).is_some() {
        return None;
    }
    found.sections.iter().find(|section| section.content.get(name).is_some()).map(|section| section.name)
}

/// Returns true if a card has the key `kind`, even if misspelt.
fn has_kind_key(card: &Node) -> bool {
    let mut keys = card.as_map().unwrap_or_default().iter().map(|(key, _)| key.value.as_str());
    keys.any(|key| key == "kind" || closest(key, ["kind"]).is_some())
}

fn is_remove(node: &Node) -> bool {
    node.as_str() == Some("remove")
}

/// Returns true if the keys at a path are the names of phases.
fn is_list_of_phases(path: &str) -> bool {
    path == "phases" || (path.starts_with("phases.") && path.ends_with(".phases"))
}

/// Returns true if an ability is patched key by key: the patch is a map, and the ability isn't a modifier.
fn are_patched(key: &str, new: &Node) -> bool {
    first_word(key) != Some("modify") && new.as_map().is_some()
}

/// Wraps an effect without keys in a map with the key `do`.
fn as_map(node: &mut Node) {
    if node.as_map().is_none() {
        let name = Spanned::new(DO.to_owned(), node.span);
        node.kind = NodeKind::Map(vec![(name, node.clone())]);
    }
}

/// Returns true if a key is that of an effect, or of an effect before or after it.
fn is_effect(key: &str) -> bool {
    key == DO || beside(key) == Some(DO)
}

/// Returns true if a phase has effects or phases of its own.
fn does_something(phase: &Node) -> bool {
    ["do", "end", "phases"].iter().any(|key| phase.get(key).is_some())
}

fn entry<'n>(node: &'n mut Node, name: &str) -> Option<&'n mut Node> {
    let NodeKind::Map(entries) = &mut node.kind else { return None };
    entries.iter_mut().find(|(key, _)| key.value == name).map(|(_, value)| value)
}
