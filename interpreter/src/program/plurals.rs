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
