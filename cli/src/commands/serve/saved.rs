//! A saved game as a table.

use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ludex::Game;
use ludex_server::Hall;
use ludex_server::log::NewTable;

use super::shelf::packed;
use crate::failure::Failure;
use crate::game::save::{OverlayVersion, Save};
use crate::game::seats::SeatPlayer;
use crate::sources::policies::Policies;
use crate::terminal::output::Out;

/// A table with a saved game.
pub struct Opened {
    /// Path of the first person's seat, with its token, or of the table if only bots play.
    pub path: String,
}

/// Creates a table at the position of a save.
pub fn open(hall: &Arc<Hall>, (file, save): (&Path, Box<Save>), out: &mut Out) -> Result<Opened, Failure> {
    let problem = |why: String| Failure::Problem(format!("{}: {why}", file.display()));
    if save.beginning.is_some() || save.record.streams {
        let why = "it began from a scenario or with --streams, which a table can't store; use `ludex play --resume`";
        return Err(problem(why.to_owned()));
    }
    let loaded = save.load(None, OverlayVersion::Saved, (file, "install the game again"), out)?;
    let game = Game::replay(&loaded.ruleset, &save.record).map_err(|error| problem(error.to_string()))?;
    let sitters = save.sitters(&Policies::new(&loaded, game.setup())).map_err(problem)?;
    let bot = |sitter: &SeatPlayer| match sitter {
        SeatPlayer::Human => None,
        SeatPlayer::Bot(spec) => Some(spec.to_string()),
    };
    let store = packed(&loaded).map_err(problem)?;
    let ruleset = hall.store(&store).map_err(|error| problem(error.message))?;
    let head = NewTable {
        ruleset,
        players: save.record.players,
        options: save.record.options.clone(),
        variants: save.variants.clone(),
        seed: save.record.seed,
        lang: save.language.clone(),
        created: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
        from: None,
    };
    let bots = sitters.iter().map(bot).collect();
    let made = hall.begin(head, &game, bots).map_err(|error| problem(error.message))?;
    let id = made.table.id.as_str();
    let seat = made.tokens().into_iter().find_map(|(seat, token, _)| Some((seat + 1, token?)));
    Ok(Opened {
        path: match seat {
            Some((seat, token)) => format!("/t/{id}/s/{seat}?k={}", token.text()),
            None => format!("/t/{id}"),
        },
    })
}
