//! Texts of card templates: `"{suit}_{rank}": { name: "{rank} of {suit}" }` expands to texts of each card.
//!
//! A variable is replaced by its number, or by the name of the word in this language; `{suit.short}` by its
//! short name. Texts of a single card override the template's. The expansion comes last, so it uses names
//! given by overlays.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::parse;
use ludex_grammar::yaml::{Node, NodeKind, Text};

use crate::load::cards::templates::computed::Computed;
use crate::load::cards::templates::{Filler, Template, Variable, is_template};
use crate::load::reader::Entry;
use crate::load::sections::SectionFiles;
use crate::load::texts::layers::in_parts;

/// The group of the texts of cards.
const CARDS: &str = "cards";

/// The fallback language for words.
const ENGLISH: &str = "en";

/// Replaces the texts of templates by those of their cards.
pub(in crate::load) fn make_out(found: &mut SectionFiles, templates: &[Template]) {
    let cards = found.content(CARDS).and_then(Node::as_map).unwrap_or_default();
    let there: BTreeSet<String> = cards.iter().map(|(id, _)| id.value.clone()).collect();
    for at in 0..found.texts.len() {
        let of_cards = found.texts[at].2.get(CARDS).and_then(Node::as_map).unwrap_or_default();
        if !of_cards.iter().any(|(key, _)| is_template(&key.value)) {
            continue;
        }
        let words = Words { own: &found.texts[at].2, english: english(found) };
        let made = made(of_cards, templates, &there, &words);
        let texts = Arc::make_mut(&mut found.texts[at].2);
        if let NodeKind::Map(groups) = &mut texts.kind
            && let Some((_, of_cards)) = groups.iter_mut().find(|(group, _)| group.value == CARDS)
        {
            of_cards.kind = NodeKind::Map(made);
        }
    }
}

fn english(found: &SectionFiles) -> Option<&Node> {
    found.texts.iter().find(|(language, ..)| language == ENGLISH).map(|(.., texts)| &**texts)
}

/// Returns the texts of cards, with those of templates expanded.
fn made(
    written: &[Entry],
    templates: &[Template],
    there: &BTreeSet<String>,
    words: &Words<'_>,
) -> Vec<Entry> {
    let own: BTreeSet<&str> = written.iter().map(|(key, _)| key.value.as_str()).collect();
    let by_key: BTreeMap<&str, &Template> =
        templates.iter().map(|template| (template.key.as_str(), template)).collect();
    // texts of the template for cards with texts of their own
    let mut added: BTreeMap<&str, Entry> = BTreeMap::new();
    let mut made = Vec::new();
    for (key, node) in written {
        let Some(template) = by_key.get(key.value.as_str()).copied() else {
            made.push((key.clone(), node.clone()));
            continue;
        };
        for (id, places) in template.cards.iter().filter(|(id, _)| there.contains(id)) {
            let card = OfCard { template, places, words };
            let text = card.filled(node);
            if own.contains(id.as_str()) {
                added.insert(id, (key.clone(), text));
            } else {
                let mut name = key.clone();
                name.value.clone_from(id);
                made.push((name, text));
            }
        }
    }
    for own in &mut made {
        if let Some(all) = added.remove(own.0.value.as_str()) {
            complete(own, all);
        }
    }
    made
}

/// Adds the texts that a card's own texts lack.
fn complete(own: &mut Entry, mut all: Entry) {
    for texts in [&mut *own, &mut all] {
        if texts.1.as_map().is_none() && !texts.1.is_null() {
            in_parts(texts, CARDS);
        }
    }
    let (NodeKind::Map(own), NodeKind::Map(all)) = (&mut own.1.kind, all.1.kind) else { return };
    for (key, text) in all {
        if own.iter().all(|(known, _)| known.value != key.value) {
            own.push((key, text));
        }
    }
}

/// Names of the words of enums.
struct Words<'t> {
    own: &'t Node,
    english: Option<&'t Node>,
}

impl Words<'_> {
    /// Returns the name or another text of a word. The short name defaults to the name.
    fn called(&self, of: &str, word: &str, what: &str) -> Option<String> {
        let called = |what: &str| {
            let languages = [Some(self.own), self.english];
            languages.into_iter().flatten().find_map(|texts| {
                let said = texts.get("enums")?.get(of)?.get(word)?;
                let text = match said.as_map() {
                    Some(_) => said.get(what)?,
                    None if what == NAME => said,
                    None => return None,
                };
                let text = text
                    .as_text()
                    .map(|text| text.value.clone())
                    .or_else(|| Some(text.as_int()?.to_string()));
                text.filter(|text| !text.is_empty())
            })
        };
        called(what).or_else(|| called(NAME).filter(|_| what == SHORT))
    }
}

const NAME: &str = "name";
const SHORT: &str = "short";

/// A card of a template, whose texts are expanded.
struct OfCard<'t> {
    template: &'t Template,
    places: &'t [usize],
    words: &'t Words<'t>,
}

impl OfCard<'_> {
    fn filled(&self, node: &Node) -> Node {
        let kind = match &node.kind {
            NodeKind::Text(text) => NodeKind::Text(self.text(text)),
            NodeKind::List(items) => return self.one_that_holds(node, items),
            NodeKind::Map(entries) => {
                let entries = entries.iter().map(|(key, text)| (key.clone(), self.filled(text)));
                NodeKind::Map(entries.collect())
            }
            NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => node.kind.clone(),
        };
        Node { kind, span: node.span }
    }

    /// Selects the alternative, if the conditions depend on variables only.
    fn one_that_holds(&self, node: &Node, items: &[Node]) -> Node {
        let mut left = Vec::new();
        for item in items {
            let holds = item.get("when").map(|when| self.holds(when));
            match (holds, item.get("text")) {
                (Some(Some(false)), _) => {}
                (Some(Some(true)), Some(text)) => {
                    left.push(self.filled(text));
                    break;
                }
                (Some(_), Some(_)) => {
                    let filled = |(key, node): &Entry| {
                        let text = if key.value == "text" { self.filled(node) } else { node.clone() };
                        (key.clone(), text)
                    };
                    let entries = item.as_map().unwrap_or_default().iter().map(filled);
                    left.push(Node { kind: NodeKind::Map(entries.collect()), span: item.span });
                }
                (Some(_) | None, _) => left.push(self.filled(item)),
            }
        }
        match left.len() {
            1 if left[0].as_map().is_none() => left.remove(0),
            _ => Node { kind: NodeKind::List(left), span: node.span },
        }
    }

    /// Evaluates a condition; `None` if it depends on more than the variables.
    fn holds(&self, when: &Node) -> Option<bool> {
        let expr = parse::expr(when.as_text()?, &mut Vec::new())?;
        let words = self.template.variables.iter().flat_map(|variable| &variable.values);
        let words = words.filter_map(|value| match value {
            Filler::Word(word) => Some((word.clone(), 1)),
            Filler::Number(_) => None,
        });
        let words = words.collect();
        let values = self.template.values(self.places);
        let computed = Computed { values: &values, variables: &self.template.variables, words: &words };
        computed.holds(&expr).ok()
    }

    fn text(&self, text: &Text) -> Text {
        let (mut out, mut rest) = (String::new(), text.value.as_str());
        while let Some((before, behind)) = rest.split_once('{') {
            let filled = behind.split_once('}').and_then(|(word, after)| Some((self.word(word)?, after)));
            out.push_str(before);
            rest = match filled {
                Some((said, after)) => {
                    out.push_str(&said);
                    after
                }
                None => {
                    out.push('{');
                    behind
                }
            };
        }
        out.push_str(rest);
        if out == text.value {
            return text.clone();
        }
        let span = text.whole();
        // the replacement has the span of the original text
        let pieces = vec![(0, span.start), (u32::MAX, span.end)].into();
        Text { value: out, pieces, file: text.file, head: None }
    }

    /// Returns the replacement of a placeholder, if it is a variable.
    fn word(&self, word: &str) -> Option<String> {
        let (name, what) = word.split_once('.').unwrap_or((word, NAME));
        let is_it = |variable: &&Variable| variable.name.value == name;
        let variable = self.template.variables.iter().find(is_it)?;
        let value = (self.template.values(self.places))(name)?;
        let called = match (&value, &variable.of) {
            (Filler::Word(word), Some(of)) => self.words.called(of, word, what),
            (Filler::Word(_) | Filler::Number(_), _) => None,
        };
        called.or_else(|| matches!(what, NAME | SHORT).then(|| value.written()))
    }
}
