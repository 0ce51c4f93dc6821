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

/// The head of a PNG file of 8 × 8 pixels.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08\x08\x02\0\0\0";

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
    assert!(card(0).contains("data:image/png;base64,iVBORw0KGgo"));
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

/// Adds a frame to the game, and texts and icons to its cards.
fn framed(folder: &Path, frame: &str, text: &str) {
    fs::create_dir_all(folder.join("game/frames")).expect("a folder");
    fs::write(folder.join("game/frames/own.svg"), frame).expect("a file");
    let path = folder.join("game/ruleset.yaml");
    let ruleset = fs::read_to_string(&path).expect("a ruleset");
    let ruleset = ruleset.replace("corners: worth,", "frame: frames/own.svg, back: frames/own.svg,");
    let texts = format!(
        "text: {{ en: {{ game: {{ title: Demo }}, cards: {{ card_0: {{ name: One, text: {text:?} }} }} }} }}\n"
    );
    fs::write(path, ruleset + &texts).expect("a file");
}

const FRAME: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">
<rect x=\"-4\" y=\"-4\" width=\"71\" height=\"96\" fill=\"#102030\"/>
<rect id=\"name\" x=\"5\" y=\"5\" width=\"40\" height=\"8\" fill=\"#ffffff\"/>
<rect id=\"worth\" x=\"46\" y=\"5\" width=\"12\" height=\"8\" fill=\"#ffffff\"/>
<rect id=\"text\" x=\"5\" y=\"50\" width=\"53\" height=\"30\" fill=\"#ffffff\"/>
</svg>
";

#[test]
fn a_frame_of_the_ruleset_is_filled() {
    let home = tempfile::tempdir().expect("a folder");
    game(home.path(), "art/x.png", 2);
    fs::write(home.path().join("game/art/x.png"), PNG).expect("a file");
    framed(home.path(), FRAME, "Take **one** {icon:coin}");
    let (code, warnings) =
        status_and_stderr(&ludex(home.path(), &["doc", "game", "--out", "book", "--cards"]));
    assert_eq!(code, Some(0), "{warnings}");
    assert!(warnings.contains("frames/own.svg has no box `art`, which `card_0` would fill"), "{warnings}");
    let card = fs::read_to_string(home.path().join("book/cards/en/card_0.svg")).expect("a card");
    assert!(
        card.contains("#102030") && card.contains(">one</text>") && card.contains("viewBox=\"0 0 24 24\""),
        "{card}"
    );
    let page = fs::read_to_string(home.path().join("book/cards/en/index.html")).expect("a page");
    assert_eq!(page.matches("<li>").count(), 3, "two cards and their back");
    // a slip in the name of a box
    let slip = FRAME.replace("id=\"worth\"", "id=\"wroth\"");
    fs::write(home.path().join("game/frames/own.svg"), slip).expect("a file");
    let ran = ludex(home.path(), &["doc", "game", "--out", "book", "--cards"]);
    let lost =
        "`worth` is printed nowhere on 1 card; in frames/own.svg, is the rectangle `wroth` in line 4 meant?";
    assert!(status_and_stderr(&ran).1.contains(lost), "{ran:?}");
}

/// Checks the message for each fault of a frame, a text, an icon or a font; no card is written.
#[test]
fn faults_of_faces_are_told_with_their_place() {
    let long = "many words ".repeat(150);
    let cases = [
        (
            FRAME.replace("<rect id=\"text\"", "<script/>\n<rect id=\"text\""),
            "Text",
            "game/frames/own.svg:5: `<script>` is not allowed",
        ),
        (
            FRAME.to_owned(),
            long.as_str(),
            "game/ruleset.yaml:8:3: en: `text` of `card_0` does not fit in its box of the frame `frames/own.svg` in 6 points",
        ),
        (
            FRAME.to_owned(),
            "{icon:swrod}",
            "game/ruleset.yaml:8:3: en: there is no icon `swrod` for 1 card: neither icons/swrod.svg nor a shipped one; did you mean `sword`?",
        ),
        (
            FRAME.replace("id=\"text\"", "id=\"text\" font-family=\"Own\""),
            "Text",
            "game/fonts/Own.ttf is not a TrueType or OpenType font",
        ),
    ];
    for (frame, text, message) in cases {
        let home = tempfile::tempdir().expect("a folder");
        game(home.path(), "art/x.png", 1);
        framed(home.path(), &frame, text);
        fs::create_dir_all(home.path().join("game/fonts")).expect("a folder");
        fs::write(home.path().join("game/fonts/Own.ttf"), "no font").expect("a file");
        let (code, messages) =
            status_and_stderr(&ludex(home.path(), &["doc", "game", "--out", "book", "--cards"]));
        assert_eq!(code, Some(1), "{messages}");
        assert!(messages.contains(&format!("error: {message}")), "{message}: {messages}");
        assert!(!home.path().join("book/cards").exists());
    }
}

/// Reads width and height in pixels, and dots per metre.
fn png_facts(bytes: &[u8]) -> (u32, u32, u32) {
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(&bytes[37..41], b"pHYs");
    (number(16), number(20), number(41))
}

/// Returns the boxes of the pages of a PDF in points, as written.
fn boxes(pdf: &[u8], name: &str) -> Vec<Vec<f64>> {
    let text = String::from_utf8_lossy(pdf);
    let key = format!("/{name}");
    let parts = text.split(&key).skip(1);
    let numbers = |part: &str| {
        let inside = part.split_once('[')?.1.split_once(']')?.0;
        Some(inside.split_whitespace().filter_map(|n| n.parse().ok()).collect())
    };
    parts.filter_map(numbers).collect()
}

/// Checks the files for each printer against its written requirements: sizes in pixels and dots per inch, page
/// boxes in points, and the number of pages.
#[test]
fn printers_get_the_files_that_they_require() {
    let home = tempfile::tempdir().expect("a folder");
    game(home.path(), "art/x.png", 3);
    let made = |words: &[&str]| {
        let words = [&["doc", "game", "--out", "book"], words].concat();
        let (code, messages) = status_and_stderr(&ludex(home.path(), &words));
        assert_eq!(code, Some(0), "{messages}");
        messages
    };
    let read = |name: &str| {
        fs::read(home.path().join("book").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let near = |found: &[f64], wanted: [f64; 4]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.02);
    // The Game Crafter: 825 × 1125 pixels at 300 dpi for poker cards
    made(&["--for", "tgc"]);
    for name in ["print/tgc/en/face/card_0-2x.png", "print/tgc/en/face/back.png"] {
        assert_eq!(png_facts(&read(name)), (825, 1125, 11_811), "{name}");
    }
    // DriveThruCards: pages of 2.75 × 3.75 inches, with 1/8 inch of bleed
    let messages = made(&["--for", "drivethru"]);
    assert!(messages.contains("PDF/X-1a:2003 in CMYK"), "{messages}");
    let pdf = read("print/drivethru/en-face.pdf");
    let (pages, trims) = (boxes(&pdf, "MediaBox"), boxes(&pdf, "TrimBox"));
    assert_eq!((pages.len(), trims.len()), (12, 12), "back and front of six cards");
    assert!(pages.iter().all(|page| near(page, [0.0, 0.0, 198.0, 270.0])), "{pages:?}");
    assert!(trims.iter().all(|trim| near(trim, [9.0, 9.0, 189.0, 261.0])), "{trims:?}");
    // MB Print: 69 × 94 mm, no fonts
    made(&["--for", "mbprint"]);
    let pdf = read("print/mbprint/en-face.pdf");
    let pages = boxes(&pdf, "BleedBox");
    assert!(
        pages.len() == 12 && pages.iter().all(|page| near(page, [0.0, 0.0, 195.59, 266.46])),
        "{pages:?}"
    );
    assert!(!String::from_utf8_lossy(&pdf).contains("/FontFile"));
    // at home: two sides of one sheet of A4
    made(&["--for", "home"]);
    let pages = boxes(&read("print/home/en-a4.pdf"), "MediaBox");
    assert!(pages.len() == 2 && near(&pages[0], [0.0, 0.0, 595.28, 841.89]), "{pages:?}");
    // each card at 300 dpi
    made(&["--cards", "--png", "--size", "70x70"]);
    assert_eq!(png_facts(&read("cards/en/card_2.png")), (827, 827, 11_811));
    assert!(read("tabletop/en/face-1.png").starts_with(b"\x89PNG"));
    let refused = ludex(home.path(), &["doc", "game", "--out", "book", "--for", "tgc", "--size", "44x68"]);
    let (code, message) = status_and_stderr(&refused);
    assert_eq!(code, Some(1));
    assert!(
        message.contains("tgc prints no cards of 44 × 68 mm, the size of `face`; choose one"),
        "{message}"
    );
    made(&["--frames"]);
    assert!(read("frames/banner.svg").starts_with(b"<svg") && read("icons/sword.svg").starts_with(b"<svg"));
}
