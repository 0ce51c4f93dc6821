//! Which form a language has beside a number: the rules of the Unicode CLDR, as ICU4X has them.

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

use crate::model::PluralForm;

/// The form for a number of things; a language that nobody knows has one form for all numbers.
pub fn form(language: &str, number: i32) -> PluralForm {
    rules(language).map_or(PluralForm::Other, |rules| of_category(rules.category_for(number)))
}

/// Returns the forms that numbers have in a language.
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
