//! Joins list items by the patterns of a language, from the Unicode CLDR through ICU4X.

use icu_list::ListFormatter;
use icu_list::options::ListFormatterOptions;
use icu_locale_core::Locale;

/// Formats a list as `A, B and C` in a language. Unknown languages use commas only.
pub fn joined(language: &str, parts: &[String]) -> String {
    let locale = Locale::try_from_str(&language.replace('_', "-")).ok();
    let lists = locale
        .and_then(|locale| ListFormatter::try_new_and(locale.into(), ListFormatterOptions::default()).ok());
    lists.map_or_else(|| parts.join(", "), |lists| lists.format_to_string(parts.iter()))
}
