//! Checks language codes and plural forms.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};

use crate::check::review::Review;
use crate::load::raw::{RawCase, RawTexts};
use crate::plurals;

impl Review<'_> {
    /// Warns of invalid language codes, and plural forms that a language lacks.
    pub(super) fn languages(&mut self) {
        let all = self.raw.texts.iter();
        let found: Vec<Diagnostic> =
            all.flat_map(|texts| unknown(texts).into_iter().chain(forms(texts))).collect();
        found.into_iter().for_each(|problem| self.report(problem));
    }
}

/// Reports an invalid language code.
fn unknown(texts: &RawTexts) -> Option<Diagnostic> {
    let written = &texts.language;
    let meant = plurals::meant(written);
    if meant.is_none() && plurals::is_code(written) {
        return None;
    }
    let problem =
        Diagnostic::new(Code::NoSuchForm, texts.span, format!("`{written}` is not the code of a language"));
    Some(match meant {
        Some(meant) if texts.span.len() == written.len() => problem.instead(meant, Applicability::Maybe),
        Some(meant) => problem.help(format!("did you mean `{meant}`?")),
        None => {
            problem.help("use a code of ISO 639, such as `en`, `de` or `fr`; these texts are never shown")
        }
    })
}

/// Reports plural forms that the language does not use.
fn forms(texts: &RawTexts) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, text) in &texts.entries {
        for (case, said) in &text.cases {
            let RawCase::Plural(_, form) = case else { continue };
            let known = plurals::forms(&texts.language);
            if known.contains(form) {
                continue;
            }
            let (word, language) = (form.word(), &texts.language);
            let message = format!("`{language}` has no plural form `{word}`");
            let known: Vec<String> = known.iter().map(|form| format!("`{}`", form.word())).collect();
            let help = format!(
                "the forms of `{language}` are {}; test for a number with `when: n == 0`",
                known.join(", ")
            );
            found.push(Diagnostic::new(Code::NoSuchForm, said.span, message).help(help));
        }
    }
    found
}
