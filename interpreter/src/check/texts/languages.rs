//! Languages of texts: a code that no language has, a plural form that the language does not use.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};

use crate::check::Checker;
use crate::load::raw::{RawCase, RawTexts};
use crate::plurals;

/// The codes of ISO 639-1.
const CODES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de \
    dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id \
    ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu \
    lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu \
    rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr \
    ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// Other codes and names of languages, and the code that is meant.
const OTHERS: &[(&str, &str)] = &[
    ("ara", "ar"),
    ("arabic", "ar"),
    ("ces", "cs"),
    ("chi", "zh"),
    ("chinese", "zh"),
    ("cn", "zh"),
    ("cz", "cs"),
    ("cze", "cs"),
    ("czech", "cs"),
    ("dan", "da"),
    ("danish", "da"),
    ("deu", "de"),
    ("deutsch", "de"),
    ("dk", "da"),
    ("dut", "nl"),
    ("dutch", "nl"),
    ("ell", "el"),
    ("eng", "en"),
    ("english", "en"),
    ("espanol", "es"),
    ("fin", "fi"),
    ("finnish", "fi"),
    ("fra", "fr"),
    ("francais", "fr"),
    ("fre", "fr"),
    ("french", "fr"),
    ("gb", "en"),
    ("ger", "de"),
    ("german", "de"),
    ("gre", "el"),
    ("greek", "el"),
    ("heb", "he"),
    ("hun", "hu"),
    ("hungarian", "hu"),
    ("ita", "it"),
    ("italian", "it"),
    ("italiano", "it"),
    ("japanese", "ja"),
    ("jp", "ja"),
    ("jpn", "ja"),
    ("kor", "ko"),
    ("korean", "ko"),
    ("nld", "nl"),
    ("nor", "no"),
    ("norwegian", "no"),
    ("pol", "pl"),
    ("polish", "pl"),
    ("por", "pt"),
    ("portuguese", "pt"),
    ("ron", "ro"),
    ("rum", "ro"),
    ("rus", "ru"),
    ("russian", "ru"),
    ("spa", "es"),
    ("spanish", "es"),
    ("swe", "sv"),
    ("swedish", "sv"),
    ("tur", "tr"),
    ("turkish", "tr"),
    ("ua", "uk"),
    ("ukr", "uk"),
    ("ukrainian", "uk"),
    ("us", "en"),
    ("zho", "zh"),
];

impl Checker<'_> {
    /// Warns of languages that there are not, and of forms that a language lacks.
    pub(super) fn languages(&mut self) {
        let all = self.raw.texts.iter();
        let found: Vec<Diagnostic> =
            all.flat_map(|texts| unknown(texts).into_iter().chain(forms(texts))).collect();
        found.into_iter().for_each(|problem| self.report(problem));
    }
}

/// Reports the code of texts that no language has.
fn unknown(texts: &RawTexts) -> Option<Diagnostic> {
    let written = &texts.language;
    let word = written.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let meant = OTHERS.iter().find(|(other, _)| *other == word).map(|(_, code)| *code);
    // languages without a code of two letters have one of three
    let is_code = word.len() == 3 && meant.is_none();
    if is_code || CODES.split(' ').any(|code| code == word) {
        return None;
    }
    let problem =
        Diagnostic::new(Code::NoSuchForm, texts.span, format!("`{written}` is no code of a language"));
    Some(match meant {
        Some(meant) if texts.span.len() == written.len() => problem.instead(meant, Applicability::Maybe),
        Some(meant) => problem.help(format!("did you mean `{meant}`?")),
        None => {
            problem.help("a language has a code of ISO 639: `en`, `de`, `fr`; nobody is shown these texts")
        }
    })
}

/// Reports the forms of texts that no number has in their language.
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
            let message = format!("no number has the form `{word}` in `{language}`");
            let known: Vec<String> = known.iter().map(|form| format!("`{}`", form.word())).collect();
            let help = format!(
                "the forms of `{language}` are {}; a number is asked for by `when: n == 0`",
                known.join(", ")
            );
            found.push(Diagnostic::new(Code::NoSuchForm, said.span, message).help(help));
        }
    }
    found
}
