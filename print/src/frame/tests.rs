use std::collections::BTreeMap;

use ludex::rules::Colour;

use super::*;
use crate::card::Contents;

/// Puts elements into an otherwise empty frame, from line 2 on.
fn framed(elements: &str) -> String {
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    format!("{head} width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">\n{elements}\n</svg>")
}

fn is_box(name: &str) -> bool {
    ["name", "text", "cost", "icons", "art"].contains(&name)
}

fn read(text: &str) -> Result<Frame, Vec<Refused>> {
    Frame::read(text, &is_box)
}

fn card(texts: &[(&str, &str)]) -> Contents {
    Contents {
        id: "card".to_owned(),
        colour: Colour([0x1f, 0x5f, 0xa8]),
        owner: None,
        texts: texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect(),
        icons: Vec::new(),
        art: None,
    }
}

fn look(frame: &str, cards: &[Contents]) -> Look {
    let frame = read(frame).unwrap_or_else(|refused| panic!("{refused:?}"));
    let icons = ["sword", "coin"].map(|name| {
        let text = crate::shipped_icon(name).expect("an icon");
        (name.to_owned(), Frame::icon(text).expect("a drawing"))
    });
    let mut look = Look::new(frame, "own", Vec::new(), None);
    look.fit(BTreeMap::from(icons), cards);
    look
}

#[test]
fn foreign_parts_are_refused_at_their_line() {
    let deep = "<g>".repeat(40) + &"</g>".repeat(40);
    let cases = [
        ("<script>alert(1)</script>", "`<script>` is not allowed"),
        ("<foreignObject/>", "`<foreignObject>` is not allowed"),
        ("<rect width='1' height='1' onclick='alert(1)'/>", "`onclick` is not allowed"),
        ("<g ONLOAD='alert(1)'/>", "`ONLOAD` is not allowed"),
        ("<image href='https://example.org/a.png'/>", "a link is not allowed"),
        ("<image xlink:href='file:///etc/passwd'/>", "a link is not allowed"),
        ("<image href='data:image/svg+xml;base64,PHN2Zy8+'/>", "a link is not allowed"),
        ("<a href='javascript:alert(1)'/>", "`<a>` is not allowed"),
        ("<use href='#a'/>", "unlink the clone"),
        ("<animate attributeName='x'/>", "`<animate>` is not allowed"),
        ("<set/>", "`<set>` is not allowed"),
        ("<style>@import 'https://example.org'</style>", "save styles as attributes"),
        ("<rect width='1' height='1' fill='url(https://example.org#a)'/>", "leads out of the file"),
        ("<rect width='1' height='1' style='fill:url(//example.org/#a)'/>", "leads out of the file"),
        (
            "<rect width='1' height='1' fill='red&quot;/&gt;&lt;script&gt;'/>",
            "a character that is not allowed",
        ),
        ("<rect width='1e9' height='1'/>", "has the number 1e9"),
        ("<path d='M0 0L999999999 0'/>", "and the largest is 100000"),
        ("<rect id='cost' width='0.5' height='4'/>", "the box `cost` is smaller than 1 mm"),
        (deep.as_str(), "nested more than 32 deep"),
        ("<?xml-stylesheet href='a.css'?>", "processing instructions"),
    ];
    for (elements, message) in cases {
        let refused = read(&framed(elements)).expect_err(elements);
        assert_eq!(refused[0].line, 2, "{elements}");
        assert!(refused.iter().any(|refused| refused.message.contains(message)), "{elements}: {refused:?}");
    }
    let entity = "<!DOCTYPE svg [<!ENTITY a \"aaaa\">]>\n<svg>&a;</svg>";
    assert!(read(entity).expect_err("a DTD")[0].message.contains("is no readable SVG"));
    assert!(read("<svg><g></svg>").is_err() && read("").is_err() && read("<html/>").is_err());
    let huge = framed("").replace("63mm", "6300mm");
    assert!(read(&huge).expect_err("a size")[0].message.contains("the card is 6300 × 8800 mm"));
    let many = framed(&"<g/>".repeat(30_000));
    assert!(read(&many).is_err());
}

/// Checks that everything an editor adds is left out, and that only attributes of the tables are written.
#[test]
fn editors_may_keep_their_own_settings() {
    let text = framed(
        "<metadata><rdf/></metadata><sodipodi:namedview xmlns:sodipodi='http://sodipodi.sourceforge.net'/>\
         <g id='layer1' inkscape:label='Layer 1' xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' class='x' data-name='y'>\
         <linearGradient id='a'><stop offset='0' style='stop-color:#ff0000;-inkscape-stroke:none'/></linearGradient>\
         <linearGradient id='b' xlink:href='#a' gradientUnits='userSpaceOnUse'/>\
         <rect style='fill:url(#b);display:inline' width='63' height='88'/></g><rect id='safe' width='50' height='70'/>",
    );
    let drawn = look(&text, &[]).file(&card(&[]), 0.0);
    for part in ["id=\"owna\"", "href=\"#owna\"", "fill=\"url(#ownb)\"", "stop-color=\"#ff0000\""] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
    for part in ["inkscape", "rdf", "class", "data-", "style", "display", "layer1", "70"] {
        assert!(!drawn.contains(part), "{part}: {drawn}");
    }
}

/// Checks that the texts of 54 cards have one size, and that all are complete.
#[test]
fn a_deck_has_one_size_for_each_box() {
    let frame = framed(
        "<rect id='name' x='4' y='4' width='55' height='8'/><rect id='text' x='4' y='40' width='55' height='40'/>",
    );
    let texts: Vec<String> = (1..=54).map(|n| format!("Word {n} of this card. ").repeat(n / 3 + 1)).collect();
    let names: Vec<String> = (1..=54).map(|n| "Name".repeat(n % 6 + 1)).collect();
    let cards = names.iter().zip(&texts).map(|(name, text)| card(&[("name", name), ("text", text)]));
    let cards: Vec<Contents> = cards.collect();
    let look = look(&frame, &cards);
    let sizes = |contents: &Contents| {
        let drawn = look.file(contents, 0.0);
        let heads =
            drawn.split("font-size=\"").skip(1).filter_map(|part| part.split('"').next().map(str::to_owned));
        let mut sizes: Vec<String> = heads.collect();
        sizes.dedup();
        sizes
    };
    let first = sizes(&cards[0]);
    assert_eq!(first.len(), 2, "{first:?}");
    for contents in &cards {
        assert_eq!(sizes(contents), first, "{}", contents.texts["text"]);
        assert!(look.filled(contents).cut.is_empty());
    }
    assert!(
        look.points("text").is_some_and(|points| (6.0..12.0).contains(&points)),
        "{:?}",
        look.points("text")
    );
}

#[test]
fn what_does_not_fit_or_has_no_box_is_told() {
    let frame = framed(
        "<rect id='name' x='4' y='4' width='55' height='8'/><rect id='text' x='4' y='70' width='55' height='6'/>",
    );
    let contents = card(&[("name", "A"), ("text", &"many words ".repeat(20)), ("cost", "3")]);
    let filled = look(&frame, std::slice::from_ref(&contents)).filled(&contents);
    assert_eq!((filled.cut, filled.homeless), (vec!["text".to_owned()], vec!["cost".to_owned()]));
    let contents = card(&[("name", "{icon:sword}{icon:nothing}")]);
    assert_eq!(look(&frame, &[]).filled(&contents).unknown_icons, ["nothing"]);
}

#[test]
fn shapes_with_a_similar_name_are_suggested() {
    let frame = framed("<rect id='cots' width='8' height='8'/>\n<path id='text' d='M0 0'/>");
    let look = look(&frame, &[]);
    assert_eq!(look.meant("cost").as_deref(), Some("is the rectangle `cots` in line 2 meant?"));
    assert_eq!(
        look.meant("text").as_deref(),
        Some("`text` in line 3 is a `<path>`, and a box is a rectangle")
    );
    assert_eq!(look.meant("name"), None);
}

/// Checks a page in pixels with a bleed of its own and a moved layer, as design programs write them.
#[test]
fn boxes_follow_the_units_of_the_file() {
    let frame = "<svg xmlns='http://www.w3.org/2000/svg' width='69mm' height='94mm' viewBox='0 0 690 940'>\
        <rect id='trim' x='30' y='30' width='630' height='880' rx='30'/>\
        <g transform='scale(2)'><rect id='cost' x='20' y='25' width='50' height='40' style='fill:#ff0000;text-anchor:start;font-weight:700'/></g></svg>";
    let drawn = look(frame, &[]).file(&card(&[("cost", "7")]), 0.0);
    assert!(drawn.contains("viewBox=\"0 0 63 88\"") && drawn.contains("rx=\"3\""), "{drawn}");
    assert!(drawn.contains("transform=\"scale(0.1 0.1) translate(-30 -30)\""), "{drawn}");
    // 20 units of 0.2 mm: the text begins at 4 mm
    assert!(drawn.contains("<g transform=\"scale(5 5)\">\n<text x=\"4\""), "{drawn}");
    assert!(drawn.contains("font-weight=\"bold\" fill=\"#ff0000\">7</text>"), "{drawn}");
    let wide = Look::new(read(frame).expect("a frame"), "own", Vec::new(), Some((126.0, 88.0)));
    let drawn = wide.file(&card(&[("cost", "7")]), 0.0);
    assert!(
        drawn.contains("scale(0.2 0.1)") && drawn.contains("scale(2.5 5)"),
        "letters don't change: {drawn}"
    );
}

/// Checks a picture with a bleed of its own: its box extends beyond the page.
#[test]
fn a_picture_fills_the_bleed() {
    let frame = framed("<rect id='art' x='-3' y='-3' width='69' height='94'/>");
    let art = Some(crate::Picture::read(crate::tests::png(8, 8)).expect("a picture"));
    let drawn = look(&frame, &[]).file(&Contents { art, ..card(&[]) }, 3.0);
    assert!(drawn.contains("viewBox=\"-3 -3 69 94\"") && !drawn.contains("clip-path"), "{drawn}");
    assert!(drawn.contains("<svg x=\"-3\" y=\"-3\" width=\"69\" height=\"94\"><image"), "{drawn}");
}

#[test]
fn texts_have_styles_lists_and_icons() {
    let frame = framed("<rect id='text' x='4' y='40' width='55' height='40' font-size='3'/>");
    let contents = card(&[("text", "Gain **two** {icon:coin}, 2*3 or *more*.\n- one\n- a & b")]);
    let look = look(&frame, std::slice::from_ref(&contents));
    let drawn = look.file(&contents, 0.0);
    for part in [
        "font-weight=\"bold\" fill=\"#1c1e21\">two</text>",
        "font-style=\"italic\" fill=\"#1c1e21\">more</text>",
        "viewBox=\"0 0 24 24\" color=\"#1c1e21\"",
        ">, 2*3 or</text>",
        ">•</text>",
        ">a &amp; b</text>",
    ] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
    assert_eq!(crate::unmarked("Gain **two** {icon:coin}: 2 * 3 ** 4"), "Gain two coin: 2 * 3 ** 4");
    assert_eq!(crate::icons("{icon:a}{b}{icon:c_1}{icon:}"), ["a", "c_1"]);
}

#[test]
fn groups_are_shown_for_their_contents() {
    let frame = framed(
        "<g id='with-cost'><circle r='1'/></g><g id='without-cost.2'><circle r='2'/></g><g id='with-text-over-5'><circle r='3'/></g>",
    );
    let look = look(&frame, &[]);
    let radii = |texts: &[(&str, &str)]| {
        let drawn = look.file(&card(texts), 0.0);
        (1..=3).filter(|n| drawn.contains(&format!("r=\"{n}\""))).collect::<Vec<_>>()
    };
    assert_eq!(radii(&[]), [2]);
    assert_eq!(radii(&[("cost", "1"), ("text", "short")]), [1]);
    assert_eq!(radii(&[("cost", "1"), ("text", "longer")]), [1, 3]);
}

#[test]
fn shipped_drawings_can_be_read() {
    for (name, text) in shipped_frames() {
        let frame = Frame::read(text, &|name| crate::BOXES.contains(&name))
            .unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert_eq!(frame.size, (63.0, 88.0), "{name}");
        assert!(frame.safe >= 4.0, "{name}: {}", frame.safe);
    }
    assert!(
        crate::icon_names().all(|name| Frame::icon(crate::shipped_icon(name).unwrap_or_default()).is_ok())
    );
    assert_eq!(Tone::find("on").map(|tone| tone.paint(Colour([0; 3]), None)), Some("#ffffff".to_owned()));
}
