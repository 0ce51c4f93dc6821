//! The order in which functions and properties are typed: each after those it mentions, so that typing one never
//! leads through a long chain of others. (Functions are typed on first use, which is recursion; here it is a loop.)

use std::collections::BTreeMap;

use ludex_grammar::print;

use super::Checker;
use crate::ids::{FunctionId, PropertyId};

/// A function or a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Named {
    /// A function.
    Function(FunctionId),
    /// A property.
    Property(PropertyId),
}

impl Checker<'_> {
    /// Functions and properties, each after those it mentions (as far as there is no cycle).
    pub(super) fn typing_order(&self) -> Vec<Named> {
        let (names, texts) = self.mentions();
        let mut order = Vec::new();
        let mut seen = vec![false; texts.len()];
        for start in 0..texts.len() {
            // each entry: a node and the words of its text that are not yet looked at
            let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
            if !std::mem::replace(&mut seen[start], true) {
                open.push((start, mentioned(&names, &texts[start].1)));
            }
            while let Some((node, rest)) = open.last_mut() {
                match rest.pop() {
                    Some(next) if !seen[next] => {
                        seen[next] = true;
                        open.push((next, mentioned(&names, &texts[next].1)));
                    }
                    Some(_) => {}
                    None => {
                        order.push(texts[*node].0);
                        open.pop();
                    }
                }
            }
        }
        order
    }

    /// Each function and property with its text, and which of them a word may mean.
    #[allow(clippy::type_complexity)] // a table that lives for one call
    fn mentions(&self) -> (BTreeMap<String, Vec<usize>>, Vec<(Named, String)>) {
        let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut texts = Vec::new();
        for (i, function) in self.raw.functions.iter().enumerate() {
            names.entry(function.name.value.clone()).or_default().push(texts.len());
            texts.push((Named::Function(FunctionId::new(i)), print::expr(&function.body)));
        }
        for (i, property) in self.raw.kinds.iter().flat_map(|k| &k.properties).enumerate() {
            names.entry(property.name.value.clone()).or_default().push(texts.len());
            texts.push((Named::Property(PropertyId::new(i)), print::expr(&property.base)));
        }
        (names, texts)
    }
}

fn mentioned(names: &BTreeMap<String, Vec<usize>>, text: &str) -> Vec<usize> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter_map(|word| names.get(word)).flatten().copied().collect()
}
