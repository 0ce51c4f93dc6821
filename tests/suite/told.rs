//! Texts for a reader with facts: the reader's own role, and plural forms.

use ludex::{Game, LogEntry, Ruleset, Seat};

const RULES: &str = "format: 1
game: { id: told, players: 2, seats: [ann, ben] }
messages: { drew: { who: player, n: int } }
setup: |
  say drew(seat(1), 1)
  say drew(seat(1), 3)
  say drew(seat(2), 0)
phases: { turn: { do: end game } }
text:
  en:
    game: { title: [{ plural: players, one: For one, other: For some }] }
    seats: { ann: Ann, ben: Ben }
    messages:
      drew:
        - { you: who, text: You draw. }
        - { when: n == 0, text: \"{who} passes.\" }
        - { plural: n, one: \"{who}: a card\", other: \"{who}: {n} cards\" }
  pl:
    game: { title: Gra }
    seats: { ann: Ania, ben: Ben }
    messages: { drew: [{ plural: n, one: jedna, few: trzy, other: inne }] }
";

fn ruleset() -> Ruleset {
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), RULES.to_owned())]);
    compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

/// Returns the texts of all log lines in a language, as a seat reads them.
fn log_texts(language: &str, reader: Option<u8>) -> Vec<String> {
    let setup = ruleset().setup(2, &[]).expect("two players");
    let game = Game::new(&setup, 1);
    let seat: Option<Seat> = reader.and_then(|number| setup.seat(number));
    let viewer = seat.map_or(ludex::Viewer::Open, Into::into);
    let said = |entry: &LogEntry| match entry {
        LogEntry::Said { message, facts } => {
            let key = format!("messages.{}", message.name);
            Some(setup.text_with(language, &key, facts, seat).expect("a text").into_owned())
        }
        LogEntry::Began { .. } | LogEntry::Chose(_) | LogEntry::Scored(_) => None,
    };
    game.log(viewer, 0).iter().filter_map(said).collect()
}

#[test]
fn a_text_is_told_by_its_facts_to_who_reads_it() {
    assert_eq!(log_texts("en", None), ["{who}: a card", "{who}: {n} cards", "{who} passes."]);
    assert_eq!(log_texts("en", Some(0)), ["You draw.", "You draw.", "{who} passes."]);
    assert_eq!(log_texts("en", Some(1)), ["{who}: a card", "{who}: {n} cards", "You draw."]);
    assert_eq!(log_texts("pl", None), ["jedna", "trzy", "inne"], "as the language has it");
}

#[test]
fn what_is_fixed_before_the_game_needs_no_facts() {
    let setup = ruleset().setup(2, &[]).expect("two players");
    assert_eq!(setup.text("en", "game.title").as_deref(), Some("For some"));
}
