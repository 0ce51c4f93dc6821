//! `ludex doc`: files of untrusted folders, limits of the output, and errors without a browser.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn ludex(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    // no browser is on this path
    command.args(words).current_dir(folder).env("COLUMNS", "200").env("PATH", folder);
    command.output().expect("ludex runs")
}

fn status_and_stderr(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Writes a game with a card face and the given number of cards.
fn game(folder: &Path, art: &str, cards: usize) {
    fs::create_dir_all(folder.join("game/art")).expect("a folder");
    let cards: String =
        (0..cards).map(|n| format!("  card_{n}: {{ kind: face, copies: 2, worth: {n} }}\n")).collect();
    let text = format!(
        "format: 1\ngame: {{ id: demo, players: 2 }}\nkinds: {{ face: {{ fields: {{ worth: int }} }} }}\n\
         zones: {{ deck: {{ holds: face, sees: nobody, ordered: true }} }}\nsetup: move card to deck\n\
         layout: {{ faces: {{ face: {{ corners: worth, art: \"{art}\" }} }} }}\ncards:\n{cards}"
    );
    fs::write(folder.join("game/ruleset.yaml"), text).expect("a file");
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

#[test]
fn pictures_come_from_the_folder_alone() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path();
    game(folder, "art/{id}.png", 4);
    fs::write(folder.join("game/art/card_0.png"), PNG).expect("a file");
    fs::write(folder.join("game/art/card_1.png"), "<svg onload='alert(1)'/>").expect("a file");
    fs::write(folder.join("secret.png"), [PNG, b"secret"].concat()).expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../../secret.png", folder.join("game/art/card_2.png")).expect("a link");
    let ran = ludex(folder, &["doc", "game", "--out", "book", "--cards"]);
    let (code, warnings) = status_and_stderr(&ran);
    assert_eq!(code, Some(0), "{warnings}");
    assert!(warnings.contains("card_1.png is neither PNG nor JPEG"), "{warnings}");
    assert!(warnings.contains("card_3.png is missing"), "{warnings}");
    let card =
        |n: usize| fs::read_to_string(folder.join(format!("book/cards/en/card_{n}.svg"))).expect("a card");
    assert!(card(0).contains("data:image/png;base64,iVBORw0KGgo="));
    assert!((1..4).all(|n| !card(n).contains("<image")));
    #[cfg(unix)]
    assert!(warnings.contains("card_2.png is a link to a place outside the ruleset's folder"), "{warnings}");
}

#[test]
fn a_picture_has_a_size_limit() {
    let home = tempfile::tempdir().expect("a folder");
    game(home.path(), "art/{worth}.jpg", 1);
    let large = [&b"\xff\xd8\xff"[..], &vec![0; 4 << 20]].concat();
    fs::write(home.path().join("game/art/0.jpg"), large).expect("a file");
    let (code, warnings) =
        status_and_stderr(&ludex(home.path(), &["doc", "game", "--out", "book", "--cards"]));
    assert_eq!(code, Some(0));
    assert!(warnings.contains("art/0.jpg is larger than 4 MiB"), "{warnings}");
}

/// For a large game the book contains only a part, and the numbers of files and sheets are limited.
#[test]
fn what_is_made_is_bounded() {
    let home = tempfile::tempdir().expect("a folder");
    game(home.path(), "art/x.png", 30_000);
    let ran = ludex(home.path(), &["doc", "game", "--out", "book"]);
    assert_eq!(status_and_stderr(&ran), (Some(0), String::new()));
    let book = fs::read_to_string(home.path().join("book/index.html")).expect("a book");
    assert!(book.contains("and 25000 more") && book.len() < 2_000_000, "{}", book.len());
    for (what, why) in [("--cards", "30000 pictures"), ("--sheets", "60000 cards on sheets")] {
        let (code, message) = status_and_stderr(&ludex(home.path(), &["doc", "game", "--out", "book", what]));
        assert_eq!(code, Some(1));
        assert!(message.contains(why) && message.contains("--only"), "{message}");
    }
    let some = ludex(home.path(), &["doc", "game", "--out", "book", "--sheets", "--only", "card_7"]);
    assert_eq!(some.status.code(), Some(0));
}

#[test]
fn without_a_browser_it_says_what_to_do() {
    let home = tempfile::tempdir().expect("a folder");
    let (code, message) =
        status_and_stderr(&ludex(home.path(), &["doc", "kabale", "--out", "book", "--pdf"]));
    if code == Some(0) {
        // a browser may be installed without being on the path
        return;
    }
    assert_eq!(code, Some(1));
    assert!(message.contains("--chromium PATH") && message.contains("--sheets"), "{message}");
    assert!(!home.path().join("book").exists(), "nothing is made before that");
}

/// Uses a program that does nothing as the browser.
#[cfg(unix)]
#[test]
fn a_browser_that_makes_nothing_is_told() {
    let home = tempfile::tempdir().expect("a folder");
    let (code, message) = status_and_stderr(&ludex(
        home.path(),
        &["doc", "kabale", "--out", "book", "--pdf", "--chromium", "/bin/true"],
    ));
    assert_eq!(code, Some(1));
    assert!(message.contains("/bin/true: ended without its output"), "{message}");
}

/// Checks names of spots, capital letters, cards without text side by side, and the requested paper size.
#[test]
fn a_book_reads_well() {
    let home = tempfile::tempdir().expect("a folder");
    let words = ["doc", "kabale", "--out", "book", "--lang", "de", "--paper", "letter"];
    let (code, warnings) = status_and_stderr(&ludex(home.path(), &words));
    assert_eq!(code, Some(0), "{warnings}");
    let book = fs::read_to_string(home.path().join("book/index.html")).expect("a book");
    for said in
        ["je Spalte, offen", "<dd><p>Bei Alchemie 12", "<dl class=\"bare\">", "size: 215.9mm 279.4mm;"]
    {
        assert!(book.contains(said), "{said}");
    }
    assert!(!book.contains("je column") && !book.contains("<dd><p>bei "));
}
