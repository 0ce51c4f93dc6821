//! Finds the texts that the other languages of a ruleset have. Keeps their order and their alternatives, and
//! asks for one text for all cards of a template.

use std::collections::BTreeSet;

use ludex::Ruleset;
use ludex::diagnostics::FileId;
use ludex::fs::Files;
use ludex::yaml::{Entries, Node, NodeKind, parse, scalar};

/// Returns the texts that `language` lacks, and their number. A text is lacking if another language has it or
/// every language requires it.
pub fn gaps(ruleset: &Ruleset, files: &Files, language: &str) -> (Entries, usize) {
    let mut gaps = Gaps { ruleset, language, told: BTreeSet::new(), all: Entries::default(), count: 0 };
    let written = Written::new(ruleset, files);
    for (other, texts) in &written.languages {
        if other != language {
            gaps.below(texts, &mut Vec::new());
        }
    }
    for key in ruleset.lacking_texts(language) {
        if gaps.told.contains(key) {
            continue;
        }
        let template = card_of(key).and_then(|card| written.template(card));
        let key = template.map_or_else(|| key.to_owned(), |template| format!("cards.{template}.name"));
        if gaps.told.insert(key.clone()) {
            gaps.add(&key, "\"\"", ruleset.written_text("en", &key).unwrap_or_default());
        }
    }
    (gaps.all, gaps.count)
}

/// Returns the card whose name has this key.
fn card_of(key: &str) -> Option<&str> {
    key.strip_prefix("cards.")?.strip_suffix(".name")
}

/// Texts and cards as written in the files.
struct Written {
    /// Texts of each language, English first. Texts of libraries precede the ruleset's own texts.
    languages: Vec<(String, Node)>,
    cards: BTreeSet<String>,
}

impl Written {
    fn new(ruleset: &Ruleset, files: &Files) -> Written {
        let mut written = Written { languages: Vec::new(), cards: BTreeSet::new() };
        // libraries shipped with the program are not among the files of the ruleset
        let shipped = ruleset.sources().iter().filter_map(|(_, source)| {
            let (_, path) = source.name.strip_prefix('<')?.strip_suffix('>')?.split_once('/')?;
            Some((path, &*source.text))
        });
        let own = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        for (path, text) in shipped.chain(own) {
            written.file(path, text);
        }
        written.languages.sort_by_key(|(language, _)| language != "en");
        written
    }

    fn file(&mut self, path: &str, text: &str) {
        let language = path.strip_prefix("text/").and_then(|name| name.strip_suffix(".yaml"));
        let is_main = path == "ruleset.yaml" || path == "sections.yaml";
        if language.is_none() && !is_main && path != "cards.yaml" {
            return;
        }
        let Some(root) = parse(FileId(0), text, &mut Vec::new()) else { return };
        match language {
            Some(language) => self.languages.push((language.to_owned(), root)),
            None if is_main => {
                for (language, texts) in root.get("text").and_then(Node::as_map).unwrap_or_default() {
                    self.languages.push((language.value.clone(), texts.clone()));
                }
                self.add_cards(root.get("cards"));
            }
            None => self.add_cards(Some(&root)),
        }
    }

    fn add_cards(&mut self, cards: Option<&Node>) {
        let cards = cards.and_then(Node::as_map).unwrap_or_default();
        self.cards.extend(cards.iter().map(|(key, _)| key.value.clone()));
    }

    /// Returns the template that generates a card. If several match, takes the template with the most literal
    /// text.
    fn template(&self, card: &str) -> Option<&str> {
        let made = self.cards.iter().filter(|key| !self.cards.contains(card) && makes(key, card));
        made.max_by_key(|key| literal(key).map(str::len).sum::<usize>()).map(String::as_str)
    }
}

fn is_template(key: &str) -> bool {
    key.contains('{')
}

/// Returns the parts of a key outside braces.
fn literal(key: &str) -> impl Iterator<Item = &str> {
    key.split('{').enumerate().map(|(i, part)| match i {
        0 => part,
        _ => part.split_once('}').map_or("", |(_, rest)| rest),
    })
}

/// Returns true if a template may generate a card with this ID.
fn makes(key: &str, card: &str) -> bool {
    let parts: Vec<&str> = literal(key).collect();
    let [first, middle @ .., last] = parts.as_slice() else { return false };
    let inner = card.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
    let left = middle.iter().try_fold(inner.unwrap_or_default(), |rest, part| {
        let at = rest.get(1..)?.find(part)?;
        rest.get(at + 1 + part.len()..)
    });
    left.is_some_and(|left| !left.is_empty())
}

/// Collects the missing texts.
struct Gaps<'a> {
    ruleset: &'a Ruleset,
    language: &'a str,
    /// Keys of the texts visited so far.
    told: BTreeSet<String>,
    all: Entries,
    count: usize,
}

impl Gaps<'_> {
    fn add(&mut self, key: &str, value: &str, comment: &str) {
        self.all.add(key, value, comment);
        self.count += 1;
    }

    fn below<'n>(&mut self, texts: &'n Node, path: &mut Vec<&'n str>) {
        for (key, node) in texts.as_map().unwrap_or_default() {
            path.push(&key.value);
            match &node.kind {
                NodeKind::Map(_) => self.below(node, path),
                NodeKind::Null => {}
                NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) | NodeKind::List(_) => {
                    self.text(node, path);
                }
            }
            path.pop();
        }
    }

    /// Adds a text of another language; an empty text is ignored.
    fn text(&mut self, node: &Node, path: &[&str]) {
        let said = alternatives(node);
        if said.iter().all(String::is_empty) {
            return;
        }
        let keys: Vec<Vec<String>> = match path {
            ["cards", template, rest @ ..] if is_template(template) => {
                let rest = if rest.is_empty() { "name".to_owned() } else { rest.join(".") };
                let all = self.ruleset.lacking_texts("");
                let cards = all.into_iter().filter_map(card_of).filter(|card| makes(template, card));
                cards.map(|card| vec![format!("cards.{card}.{rest}")]).collect()
            }
            _ => vec![same(path)],
        };
        let lacks = keys.iter().any(|keys| !keys.iter().any(|key| self.has(key)));
        let is_new = keys.iter().flatten().any(|key| !self.told.contains(key));
        self.told.extend(keys.into_iter().flatten());
        if lacks && is_new {
            let key = path.join(".");
            self.told.insert(key.clone());
            self.add(&key, &empty(node), &said.join(" / "));
        }
    }

    fn has(&self, key: &str) -> bool {
        self.ruleset.has_text(self.language, key)
    }
}

/// Returns the equivalent keys of a text, such as `zones.hand` and `zones.hand.name`.
fn same(path: &[&str]) -> Vec<String> {
    let whole = path.join(".");
    let thing = || path[..path.len() - 1].join(".");
    match path {
        [.., "name"] if path.len() > 2 && path[0] != "rules" => vec![thing(), whole],
        ["rules", _, "text"] => vec![thing(), whole],
        ["cards", _] => vec![format!("{whole}.name")],
        ["choices", _] => vec![format!("{whole}.prompt")],
        _ => vec![whole],
    }
}

/// Returns the texts in a node, one for each alternative.
fn alternatives(node: &Node) -> Vec<String> {
    match &node.kind {
        NodeKind::List(items) => items.iter().flat_map(alternatives).collect(),
        NodeKind::Map(entries) => {
            let texts = entries.iter().filter(|(key, _)| !is_condition(&key.value));
            texts.flat_map(|(_, text)| alternatives(text)).collect()
        }
        NodeKind::Text(text) => vec![text.value.clone()],
        NodeKind::Int(number) => vec![number.to_string()],
        NodeKind::Bool(_) | NodeKind::Null => Vec::new(),
    }
}

fn is_condition(key: &str) -> bool {
    matches!(key, "when" | "you" | "plural")
}

/// Returns an empty text with the structure of `node`, on one line.
fn empty(node: &Node) -> String {
    match &node.kind {
        NodeKind::List(items) => {
            let items: Vec<String> = items.iter().map(empty).collect();
            format!("[{}]", items.join(", "))
        }
        NodeKind::Map(entries) => {
            let entry = |(key, value): (&str, &Node)| match value.as_str().filter(|_| is_condition(key)) {
                Some(condition) => format!("{key}: {}", scalar(condition, true, false)),
                None => format!("{key}: \"\""),
            };
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| entry((&key.value, value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        NodeKind::Text(_) | NodeKind::Int(_) | NodeKind::Bool(_) | NodeKind::Null => "\"\"".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::makes;

    #[test]
    fn a_template_makes_what_its_key_says() {
        assert!(makes("{face}_of_{suit}", "two_of_clubs"));
        assert!(makes("trump_{rank}", "trump_21"));
        assert!(makes("{name}", "king"));
        for (key, card) in [("{face}_of_{suit}", "king"), ("trump_{rank}", "trump_"), ("king", "king")] {
            assert!(!makes(key, card), "{key} {card}");
        }
    }
}
