use std::collections::BTreeMap;
use std::sync::Arc;

use ludex::rules::Colour;

use super::ink::{LARGE, LETTERS, apart, contrast, letters, on, tint};
use super::measure::{Room, SetText, set, width};
use super::rich::{Span, Style};
use super::*;

const NOISE: &str = "<script>alert(1)</script> ]]> & \"quoted\" \u{1b}[2J \u{202e}";

fn face(name: &str, text: &str) -> CardFace {
    CardFace {
        id: "card".to_owned(),
        name: name.to_owned(),
        short: String::new(),
        frame: "banner".to_owned(),
        colour: Colour([0x1f, 0x5f, 0xa8]),
        corners: vec!["12".to_owned(), "-1".to_owned()],
        line: "Combat".to_owned(),
        text: text.to_owned(),
        foot: "Points 3".to_owned(),
        icons: Vec::new(),
        fields: Vec::new(),
        art: None,
        owner: Some(("Blue".to_owned(), Colour([0xb3, 0x26, 0x2e]))),
    }
}

fn in_all_frames(face: &CardFace) -> Vec<CardFace> {
    let fronts = shipped_frames().filter(|(name, _)| *name != "back");
    fronts.map(|(name, _)| CardFace { frame: name.to_owned(), ..face.clone() }).collect()
}

/// Creates the look of some cards in a shipped frame, without icons.
fn look(frame: &str, cards: &[Contents]) -> Arc<Look> {
    let frame = Frame::shipped(frame, &|name| BOXES.contains(&name)).expect("a shipped frame");
    let mut look = Look::new(frame, "look", Vec::new(), None);
    look.fit(BTreeMap::new(), cards);
    Arc::new(look)
}

fn svg(face: &CardFace) -> String {
    look(&face.frame, &[face.contents()]).file(&face.contents(), 0.0)
}

fn is_cut(face: &CardFace) -> bool {
    !look(&face.frame, &[face.contents()]).filled(&face.contents()).cut.is_empty()
}

fn deck(cards: Vec<(CardFace, u32)>) -> Deck {
    let back = CardBack { title: NOISE.to_owned(), name: "Cards".to_owned(), colour: Colour([0; 3]) };
    let contents: Vec<Contents> = cards.iter().map(|(face, _)| face.contents()).collect();
    let back_look = look("back", &[back.contents()]);
    Deck { id: "deck".to_owned(), look: look("banner", &contents), back_look, back, cards }
}

fn sheets(decks: &[Deck], paper: Paper, bleed: f64) -> Sheets<'_> {
    Sheets { title: "Game", language: "en", decks, paper, backs: true, bleed }
}

fn texts(svg: &str) -> Vec<String> {
    let parts = svg.split("<text ").skip(1).filter_map(|part| part.split_once('>'));
    parts.map(|(_, rest)| rest.split('<').next().unwrap_or_default().to_owned()).collect()
}

/// Returns left end, right end and baseline of each text in millimetres, with the width of the widest font.
fn places(svg: &str) -> Vec<(f64, f64, f64)> {
    let attribute = |part: &str, name: &str| {
        let rest = part.split_once(&format!("{name}=\""))?.1;
        rest.split('"').next().map(str::to_owned)
    };
    let number = |part: &str, name: &str| attribute(part, name).and_then(|text| text.parse::<f64>().ok());
    let place = |part: &str| {
        let (head, rest) = part.split_once('>')?;
        let size = number(head, "font-size")?;
        let bold = head.contains("font-weight=\"bold\"");
        let text = rest
            .split('<')
            .next()?
            .replace("&amp;", "&")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"");
        let wide = width(&span(&text, bold), size, None, true);
        let head = format!(" {head}");
        let x = number(&head, " x")?;
        let from = match attribute(&head, "text-anchor").as_deref() {
            Some("middle") => x - wide / 2.0,
            Some("end") => x - wide,
            _ => x,
        };
        Some((from, from + wide, number(&head, " y")?))
    };
    svg.split("<text ").skip(1).filter_map(place).collect()
}

fn span(text: &str, is_bold: bool) -> Span {
    Span { style: Style { is_bold, is_italic: false }, text: text.to_owned(), is_icon: false }
}

/// Returns the lines of a text without their styles.
fn plain_lines(text: &SetText) -> Vec<String> {
    text.lines.iter().map(|line| line.spans.iter().map(|span| span.text.as_str()).collect()).collect()
}

#[test]
fn nothing_of_a_text_is_markup() {
    let face = face(NOISE, NOISE);
    let decks = [deck(vec![(face.clone(), 2)])];
    let mut made: Vec<String> = in_all_frames(&face).iter().map(svg).collect();
    made.push(decks[0].reverse(0.0));
    made.push(Sheets { title: NOISE, ..sheets(&decks, Paper::A4, 0.0) }.html());
    made.push(gallery(NOISE, "en", &decks));
    made.extend(grids(&decks[0]));
    for text in made {
        assert!(
            !text.contains("<script") && !text.contains("]]>") && !text.contains(['\u{1b}', '\u{202e}']),
            "{text}"
        );
        assert!(!text.contains(" style=") && !text.replace("url(#look", "").contains("url("), "{text}");
    }
}

/// Checks that words of all lengths stay within their card.
#[test]
fn texts_stay_on_their_card() {
    let long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
    let names = [
        "I",
        "König",
        "Verbotener Straßenmusikantenstadl",
        long,
        "Ein Name – mit Strich",
        "🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲",
    ];
    let texts = [
        "",
        "Kurz.",
        long,
        &"Ein Satz mit Straße – und Größe. ".repeat(20),
        &"x".repeat(2_000),
        &"wort ".repeat(400),
    ];
    for name in names {
        for text in texts {
            for face in in_all_frames(&face(name, text)) {
                let svg = svg(&face);
                for (from, to, base) in places(&svg) {
                    assert!(from >= 1.5 && to <= 61.5, "{from} to {to}: {svg}");
                    assert!((3.0..=86.5).contains(&base), "{base}: {svg}");
                }
            }
        }
    }
}

#[test]
fn a_long_text_is_all_there_or_told_to_be_cut() {
    let words = "wort ".repeat(100);
    let whole = CardFace { line: String::new(), ..face("Name", words.trim()) };
    let shown: usize = texts(&svg(&whole)).iter().map(|line| line.matches("wort").count()).sum();
    assert_eq!((is_cut(&whole), shown), (false, 100));
    let longer = CardFace { text: "wort ".repeat(400), ..whole };
    assert!(is_cut(&longer));
    assert!(texts(&svg(&longer)).iter().any(|line| line.ends_with('…')));
}

#[test]
fn words_are_kept_whole_as_long_as_that_is_possible() {
    let place = Room { width: 30.0, height: 30.0, style: Style::default(), font: None, sizes: (2.0, 2.0) };
    let lines = |text: &str, width: f64| plain_lines(&set(text, Room { width, ..place }));
    assert_eq!(lines("Straßenbahn", 30.0), ["Straßenbahn"]);
    assert_eq!(lines("Straßenbahn", 6.4), ["Straß-", "enba-", "hn"]);
    assert_eq!(lines("Stra\u{ad}ßen\u{ad}bahn", 6.4), ["Stra-", "ßen-", "bahn"]);
    assert_eq!(lines("a\u{a0}b c", 3.9), ["a\u{a0}b", "c"]);
    assert_eq!(lines("", 6.0), [""; 0]);
}

/// Part of a number would be misleading.
#[test]
fn numbers_are_kept_whole() {
    let place = Room { width: 8.4, height: 30.0, style: Style::default(), font: None, sizes: (2.0, 2.0) };
    let lines = |text: &str| plain_lines(&set(text, place));
    assert_eq!(lines("Wert 8/12"), ["Wert", "8/12"]);
    assert_eq!(lines("Bonus -12"), ["Bonus", "-12"]);
    assert_eq!(lines("Herz 10-12"), ["Herz", "10-12"]);
    assert_eq!(lines("Auge/Zahn"), ["Auge/", "Zahn"]);
}

/// Checks the number of sheets and copies, and the mirrored backs.
#[test]
fn sheets_hold_every_copy() {
    let decks = [deck(vec![(face("A", ""), 8), (face("B", ""), 3)])];
    for paper in [Paper::A4, Paper::LETTER] {
        let page = sheets(&decks, paper, 0.0).html();
        let uses = |name: &str| page.matches(&format!("<use href=\"#{name}\"")).count();
        assert_eq!((uses("c0-0"), uses("c0-1"), uses("b0")), (8, 3, 11));
        assert_eq!(page.matches("<section").count(), 4);
    }
    let page = sheets(&[deck(vec![(face("A", ""), 1)])], Paper::A4, 0.0).html();
    assert!(page.contains("<use href=\"#c0-0\" x=\"10.5\""), "the first place of the faces");
    assert!(page.contains("<use href=\"#b0\" x=\"136.5\""), "the last place of the row of backs");
}

/// The head of a PNG file.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    head.into_iter().chain(width.to_be_bytes()).chain(height.to_be_bytes()).chain([8, 2, 0, 0, 0]).collect()
}

#[test]
fn a_picture_stands_in_the_page_itself() {
    let picture = Picture::read(png(8, 8)).expect("a picture");
    for face in in_all_frames(&CardFace { art: Some(picture), ..face("A", "text") }) {
        assert!(svg(&face).contains("href=\"data:image/png;base64,iVBORw0KGgo"));
    }
    let refused = |bytes: Vec<u8>| Picture::read(bytes).expect_err("a refusal");
    assert_eq!(refused(png(100_000, 100_000)), "has 100000 × 100000 pixels, more than 40 million");
    assert_eq!(refused(b"\x89PNG\r\n\x1a\n".to_vec()), "is damaged: its size is missing");
    assert_eq!(refused(b"<svg/>".to_vec()), "is neither PNG nor JPEG");
}

/// Checks the three grids of 140 cards with two copies, and the number of each card in its grid.
#[test]
fn decks_of_a_table_simulator_name_their_grids() {
    let cards = (0..140).map(|n| (CardFace { id: n.to_string(), ..face(&n.to_string(), "") }, 2)).collect();
    let many = deck(cards);
    assert_eq!(grids(&many).len(), 3);
    let hosted = |n: usize| Hosted { grids: (0..n).map(|n| format!("f{n}")).collect(), back: "b".to_owned() };
    let one = deck(vec![(face("Only", ""), 1)]);
    let object = saved_object("Game", &[(many, hosted(3)), (one, hosted(1))]);
    let deck = &object["ObjectStates"][0];
    assert_eq!(deck["DeckIDs"].as_array().map(Vec::len), Some(280));
    assert_eq!(
        (&deck["DeckIDs"][0], &deck["DeckIDs"][1], &deck["DeckIDs"][279]),
        (&100.into(), &100.into(), &301.into())
    );
    assert_eq!(deck["CustomDeck"]["3"]["FaceURL"], "f2");
    assert_eq!(deck["ContainedObjects"][279]["CustomDeck"]["3"]["NumWidth"], 10);
    let single = &object["ObjectStates"][1];
    assert_eq!((&single["Name"], &single["CardID"]), (&"CardCustom".into(), &400.into()));
}

fn book(text: &str, numbered: &str) -> String {
    let entry = Entry {
        name: text.to_owned(),
        facts: text.to_owned(),
        text: text.to_owned(),
        items: vec![text.to_owned()],
        depth: 9,
    };
    let passages = vec![
        Passage::Heading(text.to_owned()),
        Passage::Text(vec![text.to_owned(), format!("- {text}")]),
        Passage::Entries(vec![entry]),
    ];
    let edition = |language: &str| Edition {
        language: language.to_owned(),
        language_name: text.to_owned(),
        title: text.to_owned(),
        under: vec![text.to_owned()],
        contents: text.to_owned(),
        chapters: vec![Chapter { heading: text.to_owned(), passages: passages.clone() }],
        numbered: text.to_owned(),
    };
    RuleBook { editions: vec![edition("en"), edition("de\"><b>")], numbered: Some(numbered.to_owned()) }
        .render(Paper::A4)
}

#[test]
fn a_book_takes_nothing_as_markup_and_loads_nothing() {
    let numbered = "# T\n\n## Two <b>bold</b>\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](https://example.org) ![c](https://example.org/c.png)\n\n<img src=x onerror=alert(1)>\n";
    let page = book(NOISE, numbered);
    let body = page.split_once("</head>").expect("a head").1;
    for raw in ["<script", "<b>", "<img", "javascript:", "style=", "\u{1b}", "\u{202e}"] {
        assert!(!body.contains(raw), "{raw}: {body}");
    }
    assert!(body.contains("<a href=\"https://example.org\">b</a>"));
    assert!(body.contains("<h3 id=\"rule-0\">Two &lt;b&gt;bold&lt;/b&gt;</h3>"), "{body}");
    assert!(body.contains("<a href=\"#rule-0\">"), "{body}");
}

/// Checks that each edition has a button, and each entry of the contents a target.
#[test]
fn the_contents_lead_somewhere() {
    let page = book("Text", "## One\n\n## Two\n");
    let links: Vec<&str> = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(links, ["e0-0", "numbered", "rule-0", "rule-1", "e1-0", "numbered", "rule-0", "rule-1"]);
    for link in links {
        assert_eq!(page.matches(&format!("id=\"{link}\"")).count(), 1, "{link}");
    }
    assert_eq!(page.matches("type=\"radio\"").count(), 2);
    assert_eq!(page.matches(" checked").count(), 1);
}

#[test]
fn a_book_says_its_paper_and_keeps_a_heading_with_what_it_heads() {
    let page = book("Text", "## One\n");
    assert!(page.contains("@page { size: 210mm 297mm; margin: 18mm 16mm; }"), "{page}");
    let none = RuleBook { editions: Vec::new(), numbered: None };
    assert!(none.render(Paper::LETTER).contains("@page { size: 215.9mm 279.4mm; "));
    let (before, _) = page.split_once("<article class=\"numbered\"").expect("the numbered rules");
    assert!(before.ends_with("<h2 class=\"before\">Text</h2></article>"), "{before}");
    assert!(page.contains(".before { break-before: page; }"), "the page begins with the heading");
}

/// Checks that a card without a picture shows its short name and keeps its corners.
#[test]
fn a_short_name_stands_large() {
    for face in in_all_frames(&CardFace { text: String::new(), ..face("Ace of Spades", "") }) {
        let called = |short: &str| texts(&svg(&CardFace { short: short.to_owned(), ..face.clone() }));
        let count = |texts: &[String], text: &str| texts.iter().filter(|shown| *shown == text).count();
        let (sign, without) = (called("A♠"), called(""));
        assert_eq!((count(&sign, "A♠"), count(&sign, "12"), count(&sign, "-1")), (1, 1, 1), "{sign:?}");
        let large = if face.frame == "split" { 1 } else { 2 };
        assert_eq!((count(&without, "12"), count(&without, "-1")), (large, 1), "{without:?}");
        assert_eq!(called("Ace of Spades 8/12"), without, "it says more than a sign does");
    }
}

/// Checks the contrast of letters on every colour, in it on white, and between two of its tints.
#[test]
fn letters_can_be_read_on_every_colour() {
    let steps = || (0..=255).step_by(15);
    for red in steps() {
        for (green, blue) in steps().flat_map(|green| steps().map(move |blue| (green, blue))) {
            let colour = Colour([red, green, blue]);
            let read = |text: &str| Colour::read(text).expect("a colour");
            let ground = tint(colour, 14);
            assert!(contrast(read(on(colour)), colour) >= LETTERS, "{colour:?}");
            assert!(contrast(read(&letters(colour)), Colour([255; 3])) >= LETTERS, "{colour:?}");
            assert!(contrast(apart(tint(colour, 60), ground, LARGE), ground) >= LARGE, "{colour:?}");
        }
    }
    assert!((contrast(Colour([255; 3]), Colour([0; 3])) - 21.0).abs() < 0.01);
    assert!((contrast(Colour([255; 3]), Colour([0x76; 3])) - 4.54).abs() < 0.05, "as WCAG reckons it");
}

#[test]
fn nothing_is_white_on_a_white_card() {
    let white = Colour([255; 3]);
    for face in in_all_frames(&CardFace { colour: white, owner: None, ..face("Snow", "") }) {
        let svg = svg(&face);
        let mut heads = svg.split("<text ").skip(1).filter_map(|text| text.split('>').next());
        assert!(!heads.any(|head| head.contains("fill=\"#ffffff\"")), "{svg}");
        assert!(!svg.contains("stroke=\"#ffffff\""), "{svg}");
    }
}

#[test]
fn colours_can_be_read() {
    assert_eq!(Colour::read("#B3262e"), Some(Colour([0xb3, 0x26, 0x2e])));
    assert_eq!(Colour::read("red"), Some(Colour([0xb3, 0x26, 0x2e])));
    for wrong in ["#+12345", "#12345", "#ä1234", "b3262e", "", "#1234567"] {
        assert_eq!(Colour::read(wrong), None, "{wrong}");
    }
}

/// Checks that nine cards with a bleed fit on a sheet, and that each back is behind its front.
#[test]
fn sheets_with_a_bleed_have_backs_behind_their_fronts() {
    let decks = [deck(vec![(face("A", ""), 9)]), deck(vec![(face("B", ""), 2)])];
    for (paper, width, bleed) in [(Paper::A4, 210.0, 3.0), (Paper::LETTER, 215.9, 1.85)] {
        let pages = sheets(&decks, paper, 3.0).pages();
        assert_eq!(pages.len(), 4, "two sheets, each with its backs");
        let number =
            |text: &str| text.split('"').nth(1).and_then(|n| n.parse::<f64>().ok()).expect("a number");
        let lefts = |page: &PrintPage| {
            let uses = page.svg.split("<use ").skip(1).map(|part| part.split_once(" x=").expect("a place").1);
            uses.map(|part| number(&format!("x={part}"))).collect::<Vec<f64>>()
        };
        let (fronts, backs) = (lefts(&pages[0]), lefts(&pages[1]));
        assert_eq!((fronts.len(), backs.len()), (9, 9));
        // the width of a card with its bleed
        let wide = 63.0 + 2.0 * bleed;
        for (front, back) in fronts.iter().zip(&backs) {
            assert!((front + back + wide - width).abs() < 0.1, "{front} and {back} mirror each other");
        }
        assert!(pages[0].svg.contains("M"), "cutting marks");
    }
}

/// Checks the size and order of the pages against the requirements of the printers.
#[test]
fn each_printer_gets_its_pages() {
    let deck = deck(vec![(face("A", ""), 2), (face("B", ""), 1)]);
    let named = |page: &PrintPage| page.svg.contains("<title>A<") || page.svg.contains("<title>B<");
    for (name, (width, height), fronts) in [
        ("drivethru", (69.35, 94.35), [false, true, false, true, false, true]),
        ("mbprint", (69.0, 94.0), [true, false, true, false, true, false]),
    ] {
        let profile = Profile::find(name).expect("a profile");
        let Files::Pdf(order) = profile.files else { panic!("{name} takes PDF") };
        let pages = profile.pages(&deck, order);
        assert_eq!(pages.iter().map(named).collect::<Vec<_>>(), fronts, "{name}");
        for page in &pages {
            assert!(
                (page.size.0 - width).abs() < 0.01 && (page.size.1 - height).abs() < 0.01,
                "{:?}",
                page.size
            );
            assert!(
                page.svg
                    .contains(&format!("viewBox=\"-{}", page.bleed.to_string().split('.').next().unwrap()))
            );
        }
        assert!(deck.safe() >= profile.safe, "{name} asks for {} mm", profile.safe);
    }
}

/// Checks that finished cards keep a distance of 4 mm from the edge of the paper.
#[test]
fn sheets_have_a_margin() {
    let deck = |size| {
        let mut deck = deck(vec![(face("A", ""), 20)]);
        let frame = Frame::shipped("banner", &|name| BOXES.contains(&name)).expect("a frame");
        deck.look = Arc::new(Look::new(frame, "look", Vec::new(), Some(size)));
        deck
    };
    for ((width, height), count) in
        [((63.0, 88.0), 9), ((70.0, 120.0), 4), ((70.0, 70.0), 8), ((44.0, 68.0), 16), ((190.0, 200.0), 1)]
    {
        let decks = [deck((width, height))];
        for paper in [Paper::A4, Paper::LETTER] {
            let page = &sheets(&decks, paper, 3.0).pages()[0];
            let uses: Vec<Vec<f64>> = page.svg.split("<use ").skip(1).map(numbers).collect();
            assert!(uses.len() <= count && (paper != Paper::A4 || uses.len() == count), "{width}: {uses:?}");
            for place in uses {
                let (left, wide) = (place[0], place[2]);
                let bleed = (wide - width) / 2.0;
                assert!(
                    left + bleed > 3.95 && left + bleed + width < page.size.0 - 3.95,
                    "{width}: {place:?}"
                );
                assert!(place[1] + bleed > 3.95, "{width}: {place:?}");
            }
        }
    }
}

/// Returns x, y, width and height of a `use` element.
fn numbers(element: &str) -> Vec<f64> {
    let attribute =
        |name: &str| element.split_once(&format!(" {name}=\""))?.1.split('"').next()?.parse().ok();
    ["x", "y", "width", "height"].into_iter().filter_map(attribute).collect()
}

/// Checks the sizes of cards in pixels at 300 dpi with their bleed, and the sizes that a printer does not print.
#[test]
fn sizes_of_cards_are_those_of_the_printer() {
    let tgc = Profile::find("tgc").expect("a profile");
    assert_eq!(tgc.files, Files::Png(300));
    let pixels = |size: (f64, f64)| {
        let (width, height) = tgc.size(size)?;
        let dots = |side: f64| ((side + 2.0 * tgc.bleed) / 25.4 * 300.0).round() as u32;
        Some((dots(width), dots(height)))
    };
    for (size, page) in [
        ((63.0, 88.0), (825, 1125)),
        ((57.0, 87.0), (750, 1125)),
        ((70.0, 120.0), (900, 1500)),
        ((70.0, 70.0), (900, 900)),
        ((89.0, 89.0), (1125, 1125)),
        ((63.5, 63.5), (825, 825)),
        ((44.45, 63.5), (600, 825)),
        ((31.75, 44.45), (450, 600)),
        ((88.9, 139.7), (1125, 1725)),
        ((50.8, 88.9), (675, 1125)),
    ] {
        assert_eq!(pixels(size), Some(page), "{size:?}");
    }
    assert_eq!(pixels((44.0, 68.0)), None);
    let size = |name: &str, size| Profile::find(name).expect("a profile").size(size);
    assert_eq!(size("drivethru", (63.0, 88.0)), Some((2.5 * 25.4, 3.5 * 25.4)));
    assert_eq!(size("drivethru", (70.0, 120.0)), None);
    assert_eq!(size("mbprint", (44.0, 68.0)), Some((44.0, 68.0)));
    assert_eq!(size("home", (100.0, 30.0)), Some((100.0, 30.0)));
}
