//! Matches a text with the rules of `effect.pest`, as the parser that pest makes of them does, and much faster: `build.rs` makes functions of
//! the same rules, and where no alternative can begin with the next byte none is tried. Why a text can't be read is not found out
//! here: pest is asked for that. What recursion can meet is bounded before, by `scan`.

use super::pairs::Match;
use super::rules::Rule;

/// How a text can go on: for each byte of ASCII, for all else, and for its end.
type Set = [bool; 130];

/// How something can begin, with white space and comments before that or not.
struct Begins {
    after_gap: bool,
    with: &'static Set,
}

/// A rule whose matches are told.
struct Named {
    rule: Rule,
    /// What it says of white space inside it, if it says something.
    spacing: Option<Spacing>,
    /// How it can begin; everything, if it can match nothing.
    begins: &'static Set,
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

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// What a rule matches from the beginning of a text on.
pub(super) fn matches(rule: Rule, text: &str) -> Option<Vec<Match>> {
    let found = Vec::with_capacity(text.len());
    let (chain, ident, gap) = (Vec::new(), (usize::MAX, None), (usize::MAX, 0));
    let mut matcher = Matcher { text, found, chain, ident, gap, spacing: Spacing::Free, looking: 0 };
    matcher.entry(rule)?;
    Some(matcher.found)
}

struct Matcher<'t> {
    text: &'t str,
    found: Vec<Match>,
    /// The last chain.
    chain: Vec<Match>,
    /// Where a name was looked for last, and where it ends.
    ident: (usize, Option<usize>),
    /// The same of white space and comments.
    gap: (usize, usize),
    spacing: Spacing,
    /// How many looks ahead this is inside of: what matches there is not told.
    looking: u32,
}

impl Matcher<'_> {
    /// How the text goes on at a place: its place in a `Set`.
    fn sort(&self, at: usize) -> usize {
        match self.text.as_bytes().get(at) {
            Some(byte) => usize::from(*byte).min(128),
            None => 129,
        }
    }

    fn is_in(&self, set: &Set, at: usize) -> bool {
        set[self.sort(at)]
    }

    fn can_begin(&mut self, begins: &Begins, at: usize) -> bool {
        let first = if begins.after_gap { self.gap(at) } else { at };
        self.is_in(begins.with, first)
    }

    /// Where a rule that begins at a place ends, if it matches: if what it consists of does.
    #[inline]
    fn rule(
        &mut self,
        named: &Named,
        at: usize,
        inside: impl Fn(&mut Self, usize) -> Option<usize>,
    ) -> Option<usize> {
        if !self.is_in(named.begins, at) {
            return None;
        }
        let outer = self.spacing;
        let inner = named.spacing.unwrap_or(outer);
        let is_told = self.looking == 0
            && (outer != Spacing::Word || matches!(inner, Spacing::Free | Spacing::Written));
        self.spacing = inner;
        let end = match is_told {
            true if named.rule == Rule::chain => self.chain(named, at, inside),
            true => self.told(named, at, inside),
            false => self.inside(named, at, inside),
        };
        self.spacing = outer;
        end
    }

    /// Several forms of a statement begin with a chain: the last one that was found is not looked for again.
    #[inline]
    fn chain(
        &mut self,
        named: &Named,
        at: usize,
        inside: impl Fn(&mut Self, usize) -> Option<usize>,
    ) -> Option<usize> {
        if let Some(end) =
            self.chain.first().filter(|chain| chain.start as usize == at).map(|chain| chain.end)
        {
            self.found.extend_from_slice(&self.chain);
            return Some(end as usize);
        }
        let first = self.found.len();
        let end = self.told(named, at, inside)?;
        self.chain.clear();
        self.chain.extend_from_slice(&self.found[first..]);
        Some(end)
    }

    /// A rule whose match is told.
    #[inline]
    fn told(
        &mut self,
        named: &Named,
        at: usize,
        inside: impl Fn(&mut Self, usize) -> Option<usize>,
    ) -> Option<usize> {
        let first = self.found.len();
        let start = at as u32;
        self.found.push(Match { rule: named.rule, start, end: start, size: 1 });
        let end = self.inside(named, at, inside);
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

    /// What a rule consists of. Many forms begin with a name, which is looked for once at each place.
    #[inline]
    fn inside(
        &mut self,
        named: &Named,
        at: usize,
        inside: impl Fn(&mut Self, usize) -> Option<usize>,
    ) -> Option<usize> {
        if named.rule != Rule::ident {
            return inside(self, at);
        }
        if self.ident.0 != at {
            self.ident = (at, inside(self, at));
        }
        self.ident.1
    }

    /// What fails leaves no matches behind.
    #[inline]
    fn attempt(&mut self, at: usize, part: impl Fn(&mut Self, usize) -> Option<usize>) -> Option<usize> {
        let before = self.found.len();
        let end = part(self, at);
        if end.is_none() {
            self.found.truncate(before);
        }
        end
    }

    #[inline]
    fn maybe(
        &mut self,
        begins: &Begins,
        at: usize,
        part: impl Fn(&mut Self, usize) -> Option<usize>,
    ) -> usize {
        if self.can_begin(begins, at) { self.attempt(at, part).unwrap_or(at) } else { at }
    }

    /// As many as there are; where it is `spaced`, white space may stand between them.
    #[inline]
    fn repeat(
        &mut self,
        begins: &Begins,
        spaced: bool,
        at: usize,
        part: impl Fn(&mut Self, usize) -> Option<usize>,
    ) -> usize {
        let (mut end, mut next) = (at, at);
        while self.can_begin(begins, next)
            && let Some(after) = self.attempt(next, &part)
        {
            end = after;
            next = if spaced { self.space(end) } else { end };
        }
        end
    }

    #[inline]
    fn ahead(&mut self, at: usize, part: impl Fn(&mut Self, usize) -> Option<usize>) -> bool {
        self.looking += 1;
        let end = self.attempt(at, part);
        self.looking -= 1;
        end.is_some()
    }

    fn byte(&self, set: &Set, at: usize) -> Option<usize> {
        self.is_in(set, at).then_some(at + 1)
    }

    fn any(&self, at: usize) -> Option<usize> {
        self.text[at..].chars().next().map(|c| at + c.len_utf8())
    }

    fn literal(&self, text: &str, at: usize) -> Option<usize> {
        self.text.as_bytes().get(at..)?.starts_with(text.as_bytes()).then_some(at + text.len())
    }

    /// A text with none of some bytes after it.
    fn word(&self, text: &str, after: &Set, at: usize) -> Option<usize> {
        self.literal(text, at).filter(|end| !self.is_in(after, *end))
    }

    /// That the word which begins here, of such bytes, is none of these, which are in order.
    fn no_word(&self, words: &[&str], letters: &Set, at: usize) -> Option<usize> {
        words.binary_search(&&self.text[at..self.bytes(letters, at)]).is_err().then_some(at)
    }

    fn bytes(&self, set: &Set, mut at: usize) -> usize {
        while self.is_in(set, at) {
            at += 1;
        }
        at
    }

    /// Where white space and comments end, if they may stand here without being written.
    fn space(&mut self, at: usize) -> usize {
        if self.spacing == Spacing::Free { self.gap(at) } else { at }
    }

    /// Where white space and comments end: the rule `gap`, which is met more often than any other.
    fn gap(&mut self, at: usize) -> usize {
        if self.gap.0 != at {
            self.gap = (at, self.gap_end(at));
        }
        self.gap.1
    }

    fn gap_end(&mut self, mut at: usize) -> usize {
        loop {
            at = self.bytes(SPACE, at);
            if !self.is_in(COMMENT, at) {
                return at;
            }
            match self.comment(at) {
                Some(end) => at = end,
                None => return at,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use pest::Parser;
    use pest::iterators::Pairs;

    use super::super::rules::EffectParser;
    use super::super::scan::{scan, tokens};
    use super::*;
    use crate::span::FileId;
    use crate::yaml::Text;

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

    #[test]
    fn the_matcher_finds_what_pest_finds() {
        let corpus = include_str!("../../tests/corpus.effect");
        let read: usize = corpus.lines().chain([corpus]).map(with_mistakes).sum();
        assert!(read > 300, "{read} texts were read");
    }

    /// The examples of the reference page have every form of the language.
    #[test]
    fn the_matcher_finds_what_pest_finds_in_the_reference() {
        let blocks = include_str!("../../README.md").split("```").skip(1).step_by(2);
        let lines = blocks.flat_map(str::lines).filter(|line| !line.trim().is_empty());
        let read: usize = lines.map(with_mistakes).sum();
        assert!(read > 1_000, "{read} texts were read");
    }
}
