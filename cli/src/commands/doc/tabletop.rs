//! Card grids for Tabletop Simulator, and the saved object that it loads.

use ludex_print::{Deck, GRID_SIZE, Hosted, grids, saved_object};

use super::press::Press;
use super::{DocRun, file_address, in_a_name};
use crate::failure::Failure;
use crate::terminal::output::Out;
use ludex_table::words::Words;

/// Size of a card back in pixels per millimetre.
const BACK_DOTS: f64 = 10.0;

/// Writes the pictures, and the object that refers to them.
pub fn make(
    made: &DocRun<'_>,
    press: &Press,
    decks: &[Deck],
    words: &Words<'_>,
    out: &mut Out,
) -> Result<(), Failure> {
    let folder = format!("tabletop/{}", in_a_name(words.language));
    let mut hosted = Vec::new();
    for deck in decks {
        let mut at =
            Hosted { grids: Vec::new(), back: address(made, &format!("{folder}/{}-back.png", deck.id)) };
        let (width, height) = deck.back_look.size();
        let size = ((width * BACK_DOTS) as u32, (height * BACK_DOTS) as u32);
        let back = press.png(&deck.reverse(0.0), size, deck.back_look.fonts(), None)?;
        made.write(&format!("{folder}/{}-back.png", deck.id), back)?;
        for (n, page) in grids(deck).iter().enumerate() {
            let name = format!("{folder}/{}-{}.png", deck.id, n + 1);
            made.write(&name, press.png(page, GRID_SIZE, deck.look.fonts(), None)?)?;
            at.grids.push(address(made, &name));
        }
        hosted.push((deck.clone(), at));
    }
    let object = saved_object(&words.title(), &hosted);
    let name = format!("{folder}/{}.json", made.loaded.ruleset.id());
    let text = serde_json::to_string_pretty(&object).unwrap_or_default() + "\n";
    made.write(&name, text)?;
    made.report(&name, "decks for Tabletop Simulator, with their pictures beside it", out)
}

/// Returns the URL at which a picture will be found.
fn address(made: &DocRun<'_>, name: &str) -> String {
    match &made.args.url {
        Some(url) => format!("{}/{name}", url.trim_end_matches('/')),
        None => {
            let folder = made.args.out.canonicalize().unwrap_or_else(|_| made.args.out.clone());
            file_address(&folder.join(name))
        }
    }
}
