//! Matches a text with the rules of `effect.pest`, as the parser that pest makes of them does, and much faster: `build.rs` makes tables of
//! the same rules, and where no alternative can begin with the next byte none is tried. Why a text can't be read is not found out
//! here: pest is asked for that. What recursion can meet is bounded before, by `scan`.

use super::pairs::Match;
use super::rules::Rule;

/// Bytes of ASCII.
type Class = u128;

/// What can be matched; others by their numbers in `NODES`. The first of them are what `RULES` consist of.
enum Node {
    Byte(Class),
    /// As many as there are.
    Bytes(Class),
    Text(&'static str),
    Any,
    Start,
    End,
    Rule(u16),
    /// Where it is true, white space may stand between the parts.
    Sequence(&'static [u16], bool),
    /// For each `sort` which of the lists has the alternatives that can begin so.
    Choice(&'static [u8; 130], &'static [&'static [u16]]),
    Maybe(u16),
    Repeat(u16, bool),
    Ahead(u16),
    NotAhead(u16),
}

struct RuleTable {
    rule: Rule,
    /// What it says of white space inside it, if it says something.
    spacing: Option<Spacing>,
    /// The bytes it can begin with.
    class: Class,
    /// It can begin with what is not ASCII.
    other: bool,
    /// It can match nothing.
    empty: bool,
}

/// pest's atomicity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    /// White space may stand between all parts.
    Free,
    /// Only where it is written.
    Written,
    /// The same, and what matches inside is not told.
    Word,
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// What a rule matches from the beginning of a text on.
pub(super) fn matches(rule: Rule, text: &str) -> Option<Vec<Match>> {
    let number = RULES.iter().position(|table| table.rule == rule)?;
    let found = Vec::with_capacity(text.len());
    let mut matcher = Matcher { text, found, spacing: Spacing::Free, looking: 0 };
    matcher.rule(number as u16, 0)?;
    Some(matcher.found)
}

struct Matcher<'t> {
    text: &'t str,
    found: Vec<Match>,
    spacing: Spacing,
    /// How many looks ahead this is inside of: what matches there is not told.
    looking: u32,
}

impl Matcher<'_> {
    /// The byte at a place; 128 for what is not ASCII, 129 at the end.
    fn sort(&self, at: usize) -> usize {
        match self.text.as_bytes().get(at) {
            Some(byte) => usize::from(*byte).min(128),
            None => 129,
        }
    }

    fn is_in(&self, class: Class, at: usize) -> bool {
        let sort = self.sort(at);
        sort < 128 && class >> sort & 1 == 1
    }

    /// Where a rule that begins at a place ends, if it matches.
    fn rule(&mut self, number: u16, at: usize) -> Option<usize> {
        let table = &RULES[usize::from(number)];
        if !table.empty && !self.is_in(table.class, at) && !(table.other && self.sort(at) == 128) {
            return None;
        }
        let outer = self.spacing;
        let inner = table.spacing.unwrap_or(outer);
        let is_told = self.looking == 0
            && (outer != Spacing::Word || matches!(inner, Spacing::Free | Spacing::Written));
        self.spacing = inner;
        let number = usize::from(number);
        let end = if is_told { self.told(number, at) } else { self.node(number, at) };
        self.spacing = outer;
        end
    }

    /// A rule whose match is told.
    fn told(&mut self, number: usize, at: usize) -> Option<usize> {
        let first = self.found.len();
        let start = at as u32;
        self.found.push(Match { rule: RULES[number].rule, start, end: start, size: 1 });
        let end = self.node(number, at);
        match end {
            Some(end) => {
                let size = (self.found.len() - first) as u32;
                let this = &mut self.found[first];
                (this.end, this.size) = (end as u32, size);
            }
            None => self.found.truncate(first),
        }
        end
    }

    fn node(&mut self, number: usize, at: usize) -> Option<usize> {
        match &NODES[number] {
            Node::Byte(class) => self.is_in(*class, at).then_some(at + 1),
            Node::Bytes(class) => Some(self.bytes(*class, at)),
            Node::Text(text) => {
                self.text.as_bytes()[at..].starts_with(text.as_bytes()).then(|| at + text.len())
            }
            Node::Any => self.text[at..].chars().next().map(|c| at + c.len_utf8()),
            Node::Start => (at == 0).then_some(at),
            Node::End => (at == self.text.len()).then_some(at),
            Node::Rule(rule) => self.rule(*rule, at),
            Node::Sequence(parts, spaced) => self.sequence(parts, *spaced, at),
            Node::Choice(by_byte, lists) => {
                let list = lists[usize::from(by_byte[self.sort(at)])];
                list.iter().find_map(|part| self.attempt(*part, at))
            }
            Node::Maybe(inner) => Some(self.attempt(*inner, at).unwrap_or(at)),
            Node::Repeat(inner, spaced) => Some(self.repeat(*inner, *spaced, at)),
            Node::Ahead(inner) => self.ahead(*inner, at).then_some(at),
            Node::NotAhead(inner) => (!self.ahead(*inner, at)).then_some(at),
        }
    }

    /// What fails leaves no matches behind.
    fn attempt(&mut self, number: u16, at: usize) -> Option<usize> {
        let before = self.found.len();
        let end = self.node(usize::from(number), at);
        if end.is_none() {
            self.found.truncate(before);
        }
        end
    }

    fn sequence(&mut self, parts: &[u16], spaced: bool, mut at: usize) -> Option<usize> {
        for (i, part) in parts.iter().enumerate() {
            if spaced && i > 0 {
                at = self.space(at);
            }
            at = self.node(usize::from(*part), at)?;
        }
        Some(at)
    }

    fn repeat(&mut self, number: u16, spaced: bool, at: usize) -> usize {
        let Some(mut end) = self.attempt(number, at) else { return at };
        loop {
            let next = if spaced { self.space(end) } else { end };
            match self.attempt(number, next) {
                Some(after) => end = after,
                None => return end,
            }
        }
    }

    fn bytes(&self, class: Class, mut at: usize) -> usize {
        while self.is_in(class, at) {
            at += 1;
        }
        at
    }

    fn ahead(&mut self, number: u16, at: usize) -> bool {
        self.looking += 1;
        let end = self.attempt(number, at);
        self.looking -= 1;
        end.is_some()
    }

    /// Where white space and comments end, if they may stand here.
    fn space(&mut self, mut at: usize) -> usize {
        if self.spacing != Spacing::Free {
            return at;
        }
        loop {
            while let Some(end) = self.node(usize::from(SPACE), at) {
                at = end;
            }
            match self.attempt(COMMENT, at) {
                Some(end) => at = end,
                None => return at,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use pest::Parser;
    use pest::iterators::Pairs;

    use super::super::rules::EffectParser;
    use super::super::scan::{scan, tokens};
    use super::*;
    use crate::span::FileId;
    use crate::yaml::{self, Node as Yaml, NodeKind, Text};

    const ENTRIES: [Rule; 5] =
        [Rule::effect, Rule::only_expr, Rule::only_query, Rule::only_type, Rule::only_var];

    /// What pest finds, as the matcher tells it.
    fn flat(pairs: Pairs<'_, Rule>, found: &mut Vec<Match>) {
        for pair in pairs.filter(|pair| pair.as_rule() != Rule::EOI) {
            let (rule, span, first) = (pair.as_rule(), pair.as_span(), found.len());
            found.push(Match { rule, start: span.start() as u32, end: span.end() as u32, size: 1 });
            flat(pair.into_inner(), found);
            found[first].size = (found.len() - first) as u32;
        }
    }

    fn compare(text: &str) -> usize {
        if scan(&Text::plain(text, FileId(0), 0)).is_err() {
            return 0;
        }
        let both = ENTRIES.map(|rule| {
            let expected = EffectParser::parse(rule, text).ok().map(|pairs| {
                let mut found = Vec::new();
                flat(pairs, &mut found);
                found
            });
            let found = matches(rule, text);
            let mut both = found.iter().flatten().zip(expected.iter().flatten());
            assert_eq!(both.find(|(found, expected)| found != expected), None, "{rule:?} of {text:?}");
            assert_eq!(found.as_ref().map(Vec::len), expected.as_ref().map(Vec::len), "{rule:?} of {text:?}");
            usize::from(expected.is_some())
        });
        both.iter().sum()
    }

    /// The text, and the text with each of its tokens left out, written twice, or at its end: how many of them are read.
    fn with_mistakes(text: &str) -> usize {
        let mut read = compare(text);
        for token in tokens(text).take(60) {
            let (before, after) = (&text[..token.at], &text[token.at + token.text.len()..]);
            read += compare(&format!("{before}{after}"));
            read += compare(&format!("{before}{0} {0}{after}", token.text));
            read += compare(&format!("{before}{}", token.text));
        }
        read
    }

    fn scalars<'y>(node: &'y Yaml, found: &mut Vec<&'y str>) {
        match &node.kind {
            NodeKind::Text(text) => found.push(&text.value),
            NodeKind::List(items) => items.iter().for_each(|item| scalars(item, found)),
            NodeKind::Map(entries) => entries.iter().for_each(|(_, value)| scalars(value, found)),
            NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => {}
        }
    }

    /// Looks at every text of the files of YAML below a folder.
    fn texts_below(folder: &Path, look: &mut impl FnMut(&str)) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                texts_below(&path, look);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                let text = std::fs::read_to_string(&path).expect("a file of text");
                let Some(node) = yaml::parse(FileId(0), &text, &mut Vec::new()) else { continue };
                let mut found = Vec::new();
                scalars(&node, &mut found);
                found.into_iter().for_each(&mut *look);
            }
        }
    }

    fn here(path: &str) -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
    }

    #[test]
    fn the_matcher_finds_what_pest_finds() {
        let corpus = std::fs::read_to_string(here("tests/corpus.effect")).expect("the corpus");
        let read: usize = corpus.lines().chain([corpus.as_str()]).map(with_mistakes).sum();
        assert!(read > 300, "{read} texts were read");
    }

    #[test]
    fn the_matcher_finds_what_pest_finds_in_rulesets() {
        let mut read = 0;
        texts_below(&here("../rulesets"), &mut |text| read += compare(text));
        assert!(read > 5_000, "{read} texts were read");
    }
}
