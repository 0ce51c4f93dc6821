//! Rulesets with runtime errors.

use crate::inside::*;
use ludex::{Game, compile};

use crate::cases::Case;
use crate::rulesets::Picks;
use crate::transcript::{fault_text, play};

/// Plays a case with the first option of each decision, and returns the game with its fault as text.
pub fn ended(case: &Case) -> (Game, String) {
    let compiled = compile(&case.files());
    let ruleset =
        compiled.ruleset.clone().unwrap_or_else(|| panic!("{}: {:?}", case.name, compiled.problems));
    let mut game = new_game(&ruleset, 2, 1);
    let mut choices = 0;
    while game.decision().is_some() && choices < 1000 {
        let _ = game.apply(0);
        choices += 1;
    }
    assert!(game.is_over(), "{}: the game goes on", case.name);
    let text = match game.fault() {
        Some(_) => fault_text(&game, &compiled.sources),
        None => play(&mut game, &mut Picks(1)),
    };
    (game, text)
}
