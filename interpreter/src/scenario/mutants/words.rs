//! Words that replace each other in mutants.

use std::collections::BTreeMap;

use ludex_check::load::raw::{Name, RawOptionType, RawRuleset};

/// The successor of each word of an enum, and the words of each option.
pub(super) struct Alternatives {
    next: BTreeMap<String, String>,
    options: BTreeMap<String, Vec<String>>,
}

impl Alternatives {
    /// Collects the words of a ruleset.
    pub fn collect(raw: &RawRuleset) -> Self {
        let mut words = Self { next: BTreeMap::new(), options: BTreeMap::new() };
        raw.enums.iter().for_each(|def| words.circle(&def.values));
        for option in &raw.options {
            if let RawOptionType::Choice { values, .. } = &option.ty {
                words.circle(values);
                let values = values.iter().map(|value| value.value.clone()).collect();
                words.options.insert(option.name.value.clone(), values);
            }
        }
        words
    }

    fn circle(&mut self, values: &[Name]) {
        let after = values.iter().cycle().skip(1);
        self.next.extend(values.iter().zip(after).map(|(a, b)| (a.value.clone(), b.value.clone())));
    }

    /// Returns the next word of an enum or option, cyclically.
    pub fn after(&self, word: &str) -> Option<&str> {
        self.next.get(word).map(String::as_str)
    }

    /// Returns the other values of an option.
    pub fn other_values<'w>(&'w self, option: &str, value: &'w str) -> impl Iterator<Item = &'w str> {
        let values = self.options.get(option).into_iter().flatten();
        values.map(String::as_str).filter(move |other| *other != value)
    }
}
