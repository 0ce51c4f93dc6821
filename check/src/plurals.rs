//! Language codes, and plural forms by the rules of the Unicode CLDR, from ICU4X.

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

use crate::model::PluralForm;

/// The codes of ISO 639-1.
const CODES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de \
    dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id \
    ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu \
    lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu \
    rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr \
    ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// Other codes and names of languages, with the corresponding ISO 639-1 code.
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

/// Returns true if texts may have this code: an ISO 639-1 code, or a code of three letters for languages
/// without one.
pub fn is_code(language: &str) -> bool {
    let word = primary(language);
    word.len() == 3 || CODES.split(' ').any(|code| code == word)
}

/// Returns the ISO 639-1 code for another code or a name of a language.
pub fn meant(language: &str) -> Option<&'static str> {
    let word = primary(language);
    OTHERS.iter().find(|(other, _)| *other == word).map(|(_, code)| *code)
}

fn primary(language: &str) -> String {
    language.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase()
}

/// Returns the plural form for a number. Unknown languages have one form for all numbers.
pub fn form(language: &str, number: i32) -> PluralForm {
    rules(language).map_or(PluralForm::Other, |rules| of_category(rules.category_for(number)))
}

pub fn forms(language: &str) -> Vec<PluralForm> {
    rules(language).map_or(vec![PluralForm::Other], |rules| rules.categories().map(of_category).collect())
}

fn rules(language: &str) -> Option<PluralRules> {
    let locale = Locale::try_from_str(&language.replace('_', "-")).ok()?;
    PluralRules::try_new_cardinal(locale.into()).ok()
}

fn of_category(category: PluralCategory) -> PluralForm {
    match category {
        PluralCategory::Zero => PluralForm::Zero,
        PluralCategory::One => PluralForm::One,
        PluralCategory::Two => PluralForm::Two,
        PluralCategory::Few => PluralForm::Few,
        PluralCategory::Many => PluralForm::Many,
        PluralCategory::Other => PluralForm::Other,
    }
}
