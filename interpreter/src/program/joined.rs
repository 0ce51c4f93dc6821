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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_join_in_their_own_way() {
        let three = ["A", "B", "C"].map(str::to_owned);
        let said = |language: &str| [1, 2, 3].map(|n| joined(language, &three[..n]));
        assert_eq!(said("en"), ["A", "A and B", "A, B, and C"]);
        assert_eq!(said("de"), ["A", "A und B", "A, B und C"]);
        assert_eq!(said("fr"), ["A", "A et B", "A, B et C"]);
        assert_eq!(said("ja"), ["A", "A、B", "A、B、C"]);
        assert_eq!(said("xx"), ["A", "A, B", "A, B, C"]);
        assert_eq!(joined("es", &["agua".to_owned(), "hielo".to_owned()]), "agua y hielo");
        assert_eq!(joined("es", &["agua".to_owned(), "iglú".to_owned()]), "agua e iglú");
    }
}
