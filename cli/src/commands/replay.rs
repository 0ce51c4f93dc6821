//! `ludex replay`: verifies a saved game and shows it.

use std::path::Path;

use ludex::{Game, RecordError};

use super::play::{draw, finish, print_log};
use crate::args::ReplayArgs;
use crate::failure::{Failure, Outcome};
use crate::game::phrases::Phrases;
use crate::game::save::{Save, Take};
use crate::game::text::Words;
use crate::names::titled;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{BOLD, Out};

/// Verifies, then prints the log and the end.
pub fn run(args: &ReplayArgs, out: &mut Out) -> Outcome {
    let save = Save::read(&args.file).map_err(Failure::Problem)?;
    let how = "say where it is with --ruleset";
    let loaded = save.load(args.ruleset.as_deref(), Take::Saved, (&args.file, how), out)?;
    let game = replayed(&args.file, &loaded, &save)?;
    let language = loaded.saved_language(args.lang.as_deref(), &save.language)?;
    if !args.quiet {
        show(args, &language, &save, &loaded, &game, out)?;
        out.line("")?;
    }
    let own = Phrases::of(&language);
    let choices = own.choices(save.record.choices.len());
    out.wrapped(&own.verified(args.file.display(), choices, loaded.ruleset.id()), 2)?;
    Ok(0)
}

/// The game of a save, played again.
pub fn replayed(file: &Path, loaded: &Loaded, save: &Save) -> Result<Game, Failure> {
    let fails =
        |e: RecordError| Failure::Problem(format!("{}: {}", file.display(), explain(&e, loaded, save)));
    Game::replay(&loaded.ruleset, &save.record).map_err(fails)
}

fn explain(error: &RecordError, loaded: &Loaded, save: &Save) -> String {
    match error {
        RecordError::OtherRuleset(id) => {
            format!("this is a game of `{id}`, not of `{}`", loaded.ruleset.id())
        }
        RecordError::OtherVersion => {
            let (was, is) = (&save.record.fingerprint, loaded.ruleset.fingerprint());
            format!("{error} (it has {was}, the ruleset is now {is:016x})")
        }
        RecordError::Format(_) | RecordError::Setup(_) | RecordError::Choice(..) | RecordError::Hash | _ => {
            error.to_string()
        }
    }
}

/// The log, and the end; or the table as it stands, of which only those see more than everybody who ask for it.
fn show(
    args: &ReplayArgs,
    language: &str,
    save: &Save,
    loaded: &Loaded,
    game: &Game,
    out: &mut Out,
) -> Result<(), Failure> {
    let words = Words::new(game.setup(), language);
    let bots: Vec<bool> = save.seats.iter().map(|seat| seat != "human").collect();
    out.wrapped(&out.paint(BOLD, &titled(&words, loaded)), 0)?;
    let spectator = (!game.is_over() && !args.reveal).then(|| game.players());
    print_log(&words, game, spectator, 0, out)?;
    out.line("")?;
    if let Some(decision) = game.host().decision() {
        draw(&words, game, spectator, &bots, out)?;
        out.line("")?;
        let (player, question) = (words.seat(decision.seat.id), words.prompt(&decision.name.name));
        let question = words.own.not_finished(player, question);
        out.wrapped(&question, 2)?;
        if spectator.is_some() {
            out.wrapped(&words.own.only_what_all_see("--reveal"), 2)?;
        }
        return Ok(());
    }
    finish(&words, game, &bots, out)?;
    if let Some(fault) = game.fault() {
        out.wrapped(&format!("A rule failed: {}: {}", loaded.fault_place(&fault), fault.message), 2)?;
    }
    Ok(())
}
