//! Cards for Tabletop Simulator: pictures with grids of ten by seven cards, and the saved object.
//!
//! The last position of a grid contains the back: the simulator shows it to players who may not see a card.

use serde_json::{Value, json};

use super::card::{CardFace, Deck, mm};
use super::measure::FONTS;
use super::plain;
use super::rich::unmarked;

/// Maximum number of cards in a grid.
pub const CARDS_OF_GRID: usize = COLUMNS * ROWS - 1;

/// Width and height of a grid in pixels.
pub const GRID_SIZE: (u32, u32) = (4_000, 3_912);

const COLUMNS: usize = 10;
const ROWS: usize = 7;

/// Addresses of a deck's pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosted {
    /// Address of each grid.
    pub grids: Vec<String>,
    /// Address of the back.
    pub back: String,
}

/// Draws the grids of a deck as SVG. The last position of each contains the back.
pub fn grids(deck: &Deck) -> Vec<String> {
    let back = deck.back_look.drawing(&deck.back.contents(), 0.0);
    deck.cards.chunks(CARDS_OF_GRID).map(|cards| grid(deck, cards, &back)).collect()
}

fn grid(deck: &Deck, cards: &[(CardFace, u32)], back: &str) -> String {
    let (width, height) = deck.look.size();
    let fronts = cards.iter().map(|(face, _)| deck.look.drawing(&face.contents(), 0.0)).enumerate();
    let placed = |(n, drawn): (usize, String)| {
        let (x, y) = ((n % COLUMNS) as f64 * width, (n / COLUMNS) as f64 * height);
        format!("<g transform=\"translate({} {})\">\n{drawn}</g>\n", mm(x), mm(y))
    };
    let drawn: String = fronts.chain([(CARDS_OF_GRID, back.to_owned())]).map(placed).collect();
    let (whole, high) = (mm(COLUMNS as f64 * width), mm(ROWS as f64 * height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {whole} {high}\" preserveAspectRatio=\"none\" font-family=\"{FONTS}\">\n{drawn}</svg>\n",
        GRID_SIZE.0, GRID_SIZE.1
    )
}

/// Creates a saved object of Tabletop Simulator with the decks next to each other.
pub fn saved_object(title: &str, decks: &[(Deck, Hosted)]) -> Value {
    let mut first = 1;
    let mut objects = Vec::new();
    for (n, (deck, hosted)) in decks.iter().enumerate() {
        let ids: Vec<(u64, &CardFace, u32)> = deck
            .cards
            .iter()
            .enumerate()
            .map(|(n, (face, copies))| {
                let grid = first + (n / CARDS_OF_GRID) as u64;
                (grid * 100 + (n % CARDS_OF_GRID) as u64, face, *copies)
            })
            .collect();
        let custom = custom(first, hosted);
        first += hosted.grids.len() as u64;
        objects.extend(object(&deck.back.name, n, &ids, &custom));
    }
    json!({
        "SaveName": plain(title), "GameMode": "", "Gravity": 0.5, "PlayArea": 0.5, "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": "",
        "XmlUI": "", "LuaScript": "", "LuaScriptState": "", "ObjectStates": objects, "VersionNumber": "",
    })
}

/// Creates the description of the grids, by number.
fn custom(first: u64, hosted: &Hosted) -> Value {
    let grid = |face: &String| {
        json!({
            "FaceURL": face, "BackURL": hosted.back, "NumWidth": COLUMNS, "NumHeight": ROWS,
            "BackIsHidden": true, "UniqueBack": false, "Type": 0,
        })
    };
    let grids = hosted.grids.iter().zip(first..);
    Value::Object(grids.map(|(face, number)| (number.to_string(), grid(face))).collect())
}

/// Creates a deck, or a single card if there is only one.
fn object(name: &str, n: usize, ids: &[(u64, &CardFace, u32)], custom: &Value) -> Option<Value> {
    let all =
        || ids.iter().flat_map(|(id, face, copies)| std::iter::repeat_n((*id, *face), *copies as usize));
    let cards: Vec<Value> = all().map(|(id, face)| card(id, face, n, custom)).collect();
    if cards.len() < 2 {
        return cards.into_iter().next();
    }
    let mut deck = common("DeckCustom", name, "", n);
    deck["DeckIDs"] = json!(all().map(|(id, _)| id).collect::<Vec<_>>());
    deck["CustomDeck"] = custom.clone();
    deck["ContainedObjects"] = json!(cards);
    Some(deck)
}

fn card(id: u64, face: &CardFace, n: usize, custom: &Value) -> Value {
    let mut card = common("CardCustom", &face.name, &unmarked(&face.text), n);
    card["CardID"] = json!(id);
    let grid = (id / 100).to_string();
    card["CustomDeck"] = json!({ &grid: custom[&grid] });
    card
}

fn common(sort: &str, name: &str, text: &str, n: usize) -> Value {
    json!({
        "Name": sort,
        "Transform": {
            "posX": (n % 6) as f64 * 3.0 - 7.5, "posY": 1.5, "posZ": (n / 6) as f64 * 4.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
            "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
        },
        "Nickname": plain(name), "Description": plain(text),
        "ColorDiffuse": { "r": 0.713, "g": 0.713, "b": 0.713 },
        "Locked": false, "Grid": true, "Snap": true, "Autoraise": true, "Sticky": true, "Tooltip": true, "HideWhenFaceDown": true,
        "Hands": true, "SidewaysCard": false, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
    })
}
