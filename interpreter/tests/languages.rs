//! Lists and numbers in different languages.

use ludex_run::program::{form, joined};

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

#[test]
fn languages_have_their_own_forms() {
    let forms = |language: &str| [0, 1, 2, 5, 21].map(|n| form(language, n).word());
    assert_eq!(forms("en"), ["other", "one", "other", "other", "other"]);
    assert_eq!(forms("fr"), ["one", "one", "other", "other", "other"]);
    assert_eq!(forms("pl"), ["many", "one", "few", "many", "many"]);
    assert_eq!(forms("xx"), ["other", "other", "other", "other", "other"]);
}
