//! Suggestions for unknown words.

use ludex_grammar::suggest::{closest, is_slip};

#[test]
fn a_slip_is_one_letter_or_a_swap() {
    assert!(is_slip("valeu", "value") && is_slip("typ", "type") && is_slip("pv", "vp"));
    assert!(!is_slip("hidn", "hidden") && !is_slip("hit", "bit"));
}

#[test]
fn a_swap_of_letters_is_nearer_than_a_lost_one() {
    assert_eq!(closest("trun", ["run", "turn"]), Some("turn"));
    assert_eq!(closest("fist", ["first", "fits"]), Some("fits"));
    assert_eq!(closest("swop", ["stop", "swap"]), Some("stop"), "as near: by alphabet");
    assert_eq!(closest("pionts", ["points", "pints"]), Some("points"));
    assert_eq!(closest("clos", ["lose", "close"]), Some("close"));
}

#[test]
fn a_word_is_not_suggested_for_itself() {
    assert_eq!(closest("role", ["role"]), None);
    assert_eq!(closest("Role", ["role"]), Some("role"));
}
