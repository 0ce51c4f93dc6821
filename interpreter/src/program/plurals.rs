//! Which form a language has beside a number: the rules of the Unicode CLDR, as ICU4X has them.

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

use crate::model::PluralForm;

/// The form for a number of things; a language that nobody knows has one form for all numbers.
pub fn form(language: &str, number: i32) -> PluralForm {
    let locale = Locale::try_from_str(&language.replace('_', "-")).ok();
    let rules = locale.and_then(|locale| PluralRules::try_new_cardinal(locale.into()).ok());
    rules.map_or(PluralForm::Other, |rules| match rules.category_for(number) {
        PluralCategory::Zero => PluralForm::Zero,
        PluralCategory::One => PluralForm::One,
        PluralCategory::Two => PluralForm::Two,
        PluralCategory::Few => PluralForm::Few,
        PluralCategory::Many => PluralForm::Many,
        PluralCategory::Other => PluralForm::Other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_their_own_forms() {
        let forms = |language: &str| [0, 1, 2, 5, 21].map(|n| form(language, n).word());
        assert_eq!(forms("en"), ["other", "one", "other", "other", "other"]);
        assert_eq!(forms("fr"), ["one", "one", "other", "other", "other"]);
        assert_eq!(forms("pl"), ["many", "one", "few", "many", "many"]);
        assert_eq!(forms("xx"), ["other", "other", "other", "other", "other"]);
    }
}
