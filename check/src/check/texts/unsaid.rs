//! Reports facts of decisions that no text mentions. Only texts use them, so they have no effect.

use std::collections::BTreeSet;

use ludex_grammar::ast::Expr;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::review::Review;
use crate::check::texts::coverage::placeholders;
use crate::load::raw::{RawCase, RawText};

impl Review<'_> {
    pub(in crate::check) fn unsaid_facts(&mut self) {
        let mut problems = Vec::new();
        for name in self.names.decisions.keys() {
            let (whole, inside) = (format!("choices.{name}"), format!("choices.{name}."));
            let facts = self.facts_of_decision(&whole);
            if facts.is_empty() {
                continue;
            }
            let texts = self.raw.texts.iter().flat_map(|texts| &texts.entries);
            let texts = texts.filter(|(key, _)| *key.value == *whole || key.value.starts_with(&*inside));
            let mut said = None;
            texts.for_each(|(_, text)| mentioned(text, said.get_or_insert_with(BTreeSet::new)));
            // a decision without texts is reported separately
            let Some(said) = said else { continue };
            for fact in facts.iter().filter(|fact| !said.contains(&*fact.name)) {
                let message = format!("no text of `{name}` uses the fact `{}`", fact.name);
                let problem = Diagnostic::new(Code::Unused, fact.place, message);
                problems.push(problem.help(format!("leave it out, or use it: `{{{}}}`", fact.name)));
            }
        }
        self.problems.extend(problems);
    }
}

/// Adds the words of a text that may be facts.
fn mentioned<'t>(text: &'t RawText, said: &mut BTreeSet<&'t str>) {
    for text in text.all() {
        said.extend(placeholders(&text.value));
    }
    for (case, _) in &text.cases {
        match case {
            RawCase::When(when) => words(when, said),
            RawCase::You(name) | RawCase::Plural(name, _) => {
                said.insert(&name.value);
            }
        }
    }
}

fn words<'t>(expr: &'t Expr, said: &mut BTreeSet<&'t str>) {
    said.extend(expr.word());
    expr.children().into_iter().for_each(|child| words(child, said));
}
