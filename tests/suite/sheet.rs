//! The score sheet: a row for each iteration of its phase, also after an undo, in a replay and at a sudden end.

use ludex::{Game, LogEntry, Record, Ruleset, SheetRow, Viewer};
use ludex_table::words::Words;

const DARTS: &str = "
format: 1
game: { id: darts, players: 2, seats: [ann, ben] }
state: { player: { points: int = 5 for game } }
setup: set seat(2).points = 7
phases:
  lap:
    repeat: 3
    phases:
      throw:
        each: player
        do: |
          let n = me chooses number in 1..9 as aim
          set me.points = me.points + n
          if me.points > 20 { end game }
    end: |
      if seat(1).points == 6 { stop }
      set seat(1).points = seat(1).points - 1
score: { total: player.points, sheet: lap }
";

fn darts(text: &str) -> Ruleset {
    ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]).into_ruleset().expect("no errors")
}

/// Plays options by their index.
fn played(picks: &[usize]) -> Game {
    let mut game = Game::new(&darts(DARTS).setup(2, &[]).expect("a setup"), 1);
    picks.iter().for_each(|pick| game.apply(*pick).expect("an option"));
    game
}

/// What each row brought, and the totals.
fn rows(game: &Game) -> Vec<(i32, Vec<String>, Vec<String>)> {
    let text = |row: &SheetRow, of: fn(&ludex::SheetScore) -> String| row.scores.iter().map(of).collect();
    let row = |row: &SheetRow| {
        (row.number, text(row, |score| score.gained.to_string()), text(row, |score| score.total.to_string()))
    };
    game.score_sheet().iter().map(row).collect()
}

fn row(number: i32, gained: [&str; 2], totals: [&str; 2]) -> (i32, Vec<String>, Vec<String>) {
    (number, gained.map(str::to_owned).to_vec(), totals.map(str::to_owned).to_vec())
}

#[test]
fn each_iteration_is_a_row_after_its_end() {
    // the `end:` of the first lap stops before it takes a point
    let game = played(&[0, 2, 4, 0]);
    let first = row(1, ["1", "3"], ["6", "10"]);
    assert_eq!(rows(&game), [first.clone(), row(2, ["4", "1"], ["10", "11"])]);
    let mut game = game;
    assert!(game.undo());
    assert_eq!(rows(&game), [first]);
    game.apply(8).expect("an option");
    assert_eq!(rows(&game)[1], row(2, ["4", "9"], ["10", "19"]));
}

#[test]
fn a_sudden_end_has_a_row_of_its_own() {
    let game = played(&[0, 2, 8, 8]);
    assert!(!game.is_over());
    let mut game = game;
    game.apply(7).expect("an option");
    assert!(game.is_over(), "22 points");
    let all = rows(&game);
    assert_eq!(all.last(), Some(&row(3, ["8", "0"], ["22", "19"])), "{all:?}");
    assert_eq!(game.ending().expect("an end").sheet.len(), 3);
}

#[test]
fn a_replayed_game_has_the_same_sheet() {
    let game = played(&[0, 2, 4, 0, 1, 1]);
    let record: Record = game.host().record();
    let again = Game::replay(&darts(DARTS), &record).expect("the same game");
    assert_eq!(rows(&game), rows(&again));
    let scored = |entry: &LogEntry| matches!(entry, LogEntry::Scored(_));
    assert_eq!(
        again.log(Viewer::Public, 0).iter().filter(|entry| scored(entry)).count(),
        4,
        "set-up and laps"
    );
}

#[test]
fn the_sheet_is_a_table_of_words() {
    let game = played(&[0, 2, 4, 0, 1, 1]);
    let words = Words::new(game.setup(), "en");
    let table: Vec<String> = words.sheet(&game).iter().map(|row| row.join(" | ")).collect();
    assert_eq!(
        table,
        [
            "score sheet | ann | ben",
            "lap 1 | +1 | +3",
            "lap 2 | +4 | +1",
            "lap 3 | +1 | +2",
            "score | 11 | 13"
        ]
    );
    let line = |entry: &LogEntry| words.log(entry, None);
    let log: Vec<String> = game.log(Viewer::Public, 0).iter().filter_map(line).collect();
    assert!(log.contains(&"lap 2: ann +4 (10), ben +1 (11)".to_owned()), "{log:?}");
}
