//! Entries inserted into existing YAML text.

use ludex_grammar::yaml::{Entries, scalar};

fn gaps(keys: &[&str]) -> Entries {
    let mut all = Entries::default();
    keys.iter().for_each(|key| all.add(key, "\"\"", "English"));
    all
}

#[test]
fn gaps_go_where_their_group_is() {
    let old = "# French\ngame: { title: Titre }   # its name\nzones:\n  hand: main\ncards: {}\n";
    let keys = ["game.about", "zones.deck", "cards.king.name", "rules.goal", "terms.lane", "terms.lane.text"];
    let new = gaps(&keys).put_into(old).expect("a place for each");
    let expected = "# French\ngame: { title: Titre, about: \"\" }   # its name\nzones:\n  hand: main\n  \
                    deck: \"\"    # English\ncards: { king: { name: \"\" } }\nrules:\n  goal: \"\"    # English\n\
                    terms:\n  lane:\n    name: \"\"    # English\n    text: \"\"    # English\n";
    assert_eq!(new, expected);
    assert_eq!(gaps(&keys).put_into(&new).as_deref(), Some(expected), "a second time changes nothing");
}

#[test]
fn the_last_group_is_filled_before_the_next_begins() {
    let new = gaps(&["cards.king.name", "zones.deck"]).put_into("cards:\n  queen: { name: Q }");
    let expected = "cards:\n  queen: { name: Q }\n  king:\n    name: \"\"    # English\nzones:\n  deck: \"\"    # English\n";
    assert_eq!(new.as_deref(), Some(expected));
}

#[test]
fn a_file_that_is_not_there_begins_with_the_gaps() {
    let new = gaps(&["game.title"]).put_into("");
    assert_eq!(new.as_deref(), Some("game:\n  title: \"\"    # English\n"));
}

#[test]
fn what_stands_alone_becomes_a_part() {
    let put = |old: &str| gaps(&["terms.lane.text"]).put_into(old);
    let flow = put("terms: { lane: Voie }\n");
    assert_eq!(flow.as_deref(), Some("terms: { lane: { name: Voie, text: \"\" } }\n"));
    let block = put("terms:\n  lane: Voie    # a lane\n");
    assert_eq!(block.as_deref(), Some("terms:\n  lane: { name: Voie, text: \"\" }    # a lane\n"));
    assert_eq!(put("terms:\n  lane: Voie, ou rue\n"), None);
}

#[test]
fn new_keys_stand_as_they_came() {
    let new = gaps(&["zones.row", "zones.deck", "choices.bid.prompt"]).put_into("");
    let expected = "zones:\n  row: \"\"    # English\n  deck: \"\"    # English\nchoices:\n  bid:\n    prompt: \"\"    # English\n";
    assert_eq!(new.as_deref(), Some(expected));
}

#[test]
fn alternatives_that_are_empty_stay() {
    let mut all = Entries::default();
    all.add("messages.bids", "[{ plural: n, one: \"\", other: \"\" }]", "");
    let old = "messages:\n  bids: [{ plural: n, one: \"\", other: \"\" }]\n";
    assert_eq!(
        all.put_into("messages: {}\n").and_then(|new| all.put_into(&new)),
        all.put_into("messages: {}\n")
    );
    assert_eq!(all.put_into(old).as_deref(), Some(old));
}

#[test]
fn what_has_another_form_stays_as_it_is() {
    assert_eq!(gaps(&["terms.lane.text"]).put_into("terms: { lane: [Voie] }\n"), None);
    assert_eq!(gaps(&["game.title"]).put_into("game: ["), None);
}

#[test]
fn a_key_without_a_value_has_its_entries_below() {
    let put = |old: &str| gaps(&["cards.king.name"]).put_into(old);
    let block = put("cards:    # none yet\nzones: {}\n");
    let expected = "cards:    # none yet\n  king:\n    name: \"\"    # English\nzones: {}\n";
    assert_eq!(block.as_deref(), Some(expected));
    assert_eq!(put("{ cards: }\n"), None);
}

#[test]
fn a_key_that_is_no_word_is_quoted() {
    let mut all = Entries::default();
    all.add_at(["null", "a.b"], "1", "");
    assert_eq!(all.put_into("x: 1\n").as_deref(), Some("x: 1\n'null':\n  'a.b': 1\n"));
}

#[test]
fn a_value_stays_one_value() {
    let values = ["1", "-3", "true", "1, copies: 50", "2 } # all", "1 # x", "{ a: 1 }", "[1]", "~", "a: b"];
    let written = values.map(|value| scalar(value, true, false));
    assert_eq!(written[..3], values[..3]);
    for (value, written) in values.iter().zip(&written).skip(3) {
        assert_eq!(*written, format!("\"{value}\""));
    }
}
