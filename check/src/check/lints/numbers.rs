//! Compares numbers in texts between languages, and with the rule of the card.
//!
//! Only digits are compared, and only in clear cases: a text may use number words, or omit details.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::review::Review;
use crate::hir::{Bearer, Expr, ExprKind, every};
use crate::ids::DesignId;
use crate::load::raw::{RawText, RawTexts, SharedText};
use crate::types::{Base, Type};

/// Number words in the languages of the program. A text with one of them is not compared with the rule of its
/// card.
const IN_WORDS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twice", "deux", "trois",
    "quatre", "cinq", "sept", "huit", "neuf", "dix", "zwei", "drei", "vier", "fünf", "sechs", "sieben",
    "acht", "neun", "zehn", "zweimal",
];

/// Internal value of the decimal 1.
const DECIMAL: i64 = 1000;

/// Maximum number in a text that is compared with a rule. Larger ones are years and the like.
const MOST: i64 = 100;

impl Review<'_> {
    pub(in crate::check) fn numbers_in_texts(&mut self) {
        let found = [self.numbers_between_languages(), self.numbers_on_cards()].concat();
        found.into_iter().for_each(|problem| self.report(problem));
    }

    /// Finds texts that have equally many numbers in two languages, but different ones.
    fn numbers_between_languages(&self) -> Vec<Diagnostic> {
        let all = &self.raw.texts;
        let Some(first) = all.iter().find(|texts| texts.language == "en").or(all.first()) else {
            return Vec::new();
        };
        let counting =
            first.entries.iter().filter(|(_, text)| text.cases.is_empty() && has_digit(&text.last.value));
        let known: BTreeMap<&str, &RawText> = counting.map(|(key, text)| (&*key.value, text)).collect();
        let mut found = Vec::new();
        for other in all.iter().filter(|texts| texts.language != first.language) {
            for (key, text) in &other.entries {
                // the cases may differ between languages
                if !text.cases.is_empty() || !has_digit(&text.last.value) {
                    continue;
                }
                let pair = known.get(&*key.value);
                found.extend(pair.and_then(|known| self.differ((first, &known.last), (other, &text.last))));
            }
        }
        found
    }

    fn differ(
        &self,
        (first, a): (&RawTexts, &SharedText),
        (other, b): (&RawTexts, &SharedText),
    ) -> Option<Diagnostic> {
        if words(&a.value).eq(words(&b.value)) {
            return None;
        }
        let (here, there) = (numbers(&a.value), numbers(&b.value));
        // an overlay need not support every language
        let comparable = here.len() == there.len() && self.layer(a.span) == self.layer(b.span);
        let odd = there.iter().find(|number| !here.contains(number)).filter(|_| comparable)?;
        let wanted = here.iter().find(|number| !there.contains(number))?;
        let (one, two) = (&first.language, &other.language);
        let message = format!("the text has {odd} in `{two}`, but {wanted} in `{one}`");
        let problem = Diagnostic::new(Code::NumbersDiffer, b.span, message).other(a.span, "the same text");
        Some(problem.help("one of the two is wrong; a number in braces (`{rounds}`) is always right"))
    }

    /// Returns the index of the overlay that contains a location, if any.
    fn layer(&self, place: Span) -> Option<usize> {
        self.raw.overlays.iter().position(|overlay| *overlay == place.file)
    }

    /// Finds cards whose rule has one number and whose texts have another.
    fn numbers_on_cards(&self) -> Vec<Diagnostic> {
        let ruled = self.own_numbers();
        let of_text = |key: &str| {
            let name = key.strip_prefix("cards.")?.strip_suffix(".text")?;
            ruled.get(name).copied()
        };
        let mut texts: BTreeMap<DesignId, Vec<&RawText>> = BTreeMap::new();
        for (key, text) in self.raw.texts.iter().flat_map(|texts| &texts.entries) {
            if let Some((design, _)) = of_text(&key.value) {
                texts.entry(design).or_default().push(text);
            }
        }
        let ruled = ruled.values().filter_map(|(design, rule)| Some((*design, *rule, texts.get(design)?)));
        ruled.filter_map(|(design, rule, texts)| self.told_otherwise(design, rule, texts)).collect()
    }

    /// Reports the texts of a card if all have the same single number, and it is unrelated to the rule's
    /// number.
    fn told_otherwise(&self, design: DesignId, rule: i64, texts: &[&RawText]) -> Option<Diagnostic> {
        let card = &self.raw.cards[design.index()];
        let first = texts.first()?;
        let said = numbers(&first.last.value);
        let [number] = said.as_slice() else { return None };
        let plain = |text: &&RawText| {
            text.cases.is_empty() && numbers(&text.last.value) == said && !counts_in_words(&text.last.value)
        };
        let told: i64 = number.parse().ok()?;
        let printed =
            self.out.designs[design.index()].fields.iter().filter_map(|(_, value)| value.constant());
        let mut printed = printed.map(i64::from);
        let related =
            told > MOST || (told - rule).abs() <= 1 || printed.any(|n| n == told || n == told * DECIMAL);
        if related || !texts.iter().all(plain) || self.layer(first.last.span) != self.layer(card.name.span) {
            return None;
        }
        let message = format!("the text has {told}, but the rule of `{}` has {rule}", card.name.value);
        let problem = Diagnostic::new(Code::NumbersDiffer, first.last.span, message);
        Some(problem.other(card.name.span, "this card").help("one of the two is wrong"))
    }

    /// Returns cards whose abilities have exactly one number above 1, by name. Abilities that refer to other
    /// definitions are excluded.
    fn own_numbers(&self) -> BTreeMap<&str, (DesignId, i64)> {
        let mut all: BTreeMap<DesignId, Own> = BTreeMap::new();
        for modifier in &self.out.modifiers {
            let Bearer::Design(design) = modifier.bearer else { continue };
            let own = all.entry(design).or_default();
            let lambdas = modifier.applies.iter().chain(&modifier.condition).chain([&modifier.value]);
            lambdas.for_each(|lambda| own.add(&lambda.body));
        }
        for handler in &self.out.handlers {
            let Bearer::Design(design) = handler.bearer else { continue };
            let own = all.entry(design).or_default();
            every(&handler.body.stmts, &mut |stmt| {
                own.elsewhere |= stmt.kind.runs().is_some();
                stmt.kind.operands().into_iter().for_each(|operand| own.add(operand));
            });
        }
        let one = all.into_iter().filter_map(|(design, own)| Some((design, own.one()?)));
        one.map(|(design, n)| (self.out.designs[design.index()].name.as_str(), (design, n))).collect()
    }
}

/// Numbers in the abilities of a card.
#[derive(Default)]
struct Own {
    /// Numbers above 1.
    numbers: BTreeSet<i64>,
    /// True if the abilities refer to other definitions.
    elsewhere: bool,
}

impl Own {
    fn add(&mut self, expr: &Expr) {
        if let ExprKind::Const(n) = expr.kind
            && expr.ty.present() == Type::INT
            && n > 1
        {
            self.numbers.insert(n.into());
        }
        let elsewhere = matches!(
            expr.kind,
            ExprKind::Call(..)
                | ExprKind::Property(..)
                | ExprKind::Table(..)
                | ExprKind::Option(_)
                | ExprKind::Players
        );
        self.elsewhere |= elsewhere || expr.ty.base() == Base::Decimal;
        expr.children().into_iter().for_each(|child| self.add(child));
    }

    fn one(&self) -> Option<i64> {
        self.numbers.first().copied().filter(|_| self.numbers.len() == 1 && !self.elsewhere)
    }
}

/// Returns the numbers in a text outside of braces, sorted and normalised: with a decimal point, and without
/// thousands separators.
fn numbers(text: &str) -> Vec<String> {
    let mut found: Vec<String> = words(text).map(number).collect();
    found.sort_unstable();
    found
}

/// Returns the numbers in a text outside of braces, as written.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let outside = text.split('{').map(|part| part.rsplit('}').next().unwrap_or_default());
    let is_apart = |byte: u8| !byte.is_ascii_digit() && byte != b'.' && byte != b',';
    outside.flat_map(move |mut left| {
        std::iter::from_fn(move || {
            left = &left[left.bytes().position(|byte| byte.is_ascii_digit())?..];
            let end = left.bytes().position(is_apart).unwrap_or(left.len());
            let (word, after) = left.split_at(end);
            left = after;
            Some(word.trim_end_matches(['.', ',']))
        })
    })
}

fn number(word: &str) -> String {
    let mut groups = word.split(['.', ',']).skip(1).peekable();
    let in_thousands = groups.peek().is_some() && groups.all(|group| group.len() == 3);
    if in_thousands { word.replace(['.', ','], "") } else { word.replace(',', ".") }
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

fn counts_in_words(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    words.any(|word| IN_WORDS.contains(&word.as_str()))
}
