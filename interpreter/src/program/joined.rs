//! How a language says several things one after another: the patterns of the Unicode CLDR, as ICU4X has them.

use icu_list::ListFormatter;
use icu_list::options::ListFormatterOptions;
use icu_locale_core::Locale;

/// `A, B and C`, as the language has it; a language that nobody knows has commas alone.
pub fn joined(language: &str, parts: &[String]) -> String {
    let locale = Locale::try_from_str(&language.replace('_', "-")).ok();
    let lists = locale
        .and_then(|locale| ListFormatter::try_new_and(locale.into(), ListFormatterOptions::default()).ok());
    lists.map_or_else(|| parts.join(", "), |lists| lists.format_to_string(parts.iter()))
}
