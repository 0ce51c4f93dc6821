//! Tables of all shipped games go through a workbook and CSV and back without a change.

use ludex_tests::cases::project;
use ludex_tests::rulesets::{all_shipped, place};
use ludex_tests::session::{Folder, run};

const SAME: &str = "nothing is changed: the files already match the table\n";

#[test]
fn each_shipped_game_returns_from_a_spreadsheet_byte_for_byte() {
    let folder = Folder::new("spreadsheets");
    // most classics have only the cards of libraries
    let returned = all_shipped().iter().filter(|id| returns(&folder, id)).count();
    assert!(returned >= 10, "only {returned} games have cards of their own");
}

/// Exports a game to tables, and imports them. Returns false if it has no cards of its own.
fn returns(folder: &Folder, id: &str) -> bool {
    let game = project().join(place(id)).display().to_string();
    for (file, separator) in [("cards.xlsx", None), ("cards.csv", Some("semicolon")), ("cards.tsv", None)] {
        let flag = separator.map(|name| ["--separator", name]);
        let args = ["table", "export", game.as_str(), file];
        let exported = run(folder, &[&args[..], flag.as_ref().map_or(&[], |flag| &flag[..])].concat(), "");
        if exported.err.contains("has no cards") {
            return false;
        }
        assert_eq!(exported.code, Some(0), "{id}: {}", exported.err);
        // nothing is written in any case: the sources of this project stay as they are
        let imported = run(folder, &["table", "import", &game, file, "--diff"], "");
        assert_eq!((imported.out.as_str(), imported.err.as_str()), (SAME, ""), "{id}, {file}");
    }
    true
}
