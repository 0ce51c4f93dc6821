//! `ludex replay`: verifies a saved game and shows it.

mod review;

use std::path::Path;

use ludex::{Game, JSON_VERSION, Named, RecordError, Seat, Viewer};
use serde_json::json;

use super::play::{draw, finish, print_log};
use crate::args::ReplayArgs;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::game::save::{OverlayVersion, Save};
use crate::game::session;
use crate::names::titled;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{BOLD, Out};
use ludex_table::html::{self, Frame};
use ludex_table::phrases::Phrases;
use ludex_table::words::Words;

/// Verifies the save, then prints the log and the end.
pub fn run(args: &ReplayArgs, out: &mut Out) -> Outcome {
    let save = Save::read(&args.file).map_err(Failure::Problem)?;
    let how = "say where it is with --ruleset";
    let loaded = save.load(args.ruleset.as_deref(), OverlayVersion::Saved, (&args.file, how), out)?;
    let game = replayed(&args.file, &loaded, &save, out)?;
    if args.review && !game.is_over() && !args.reveal {
        let message = "a game that is not over has secrets, which a review reveals: add --reveal";
        return Err(Failure::Usage(message.to_owned()));
    }
    if let Some(path) = &args.html {
        page(args, path, &loaded, &save, &game)?;
    }
    if args.json {
        return json(args, &save, &loaded, &game, out);
    }
    let language = loaded.saved_language(args.lang.as_deref(), &save.language)?;
    if !args.quiet {
        show(args, &language, &save, &loaded, &game, out)?;
        out.line("")?;
    }
    if args.review {
        reviewed(args, &language, &save, &loaded, &game, out)?;
        out.line("")?;
    }
    let own = Phrases::for_language(&language);
    let choices = own.choices(save.record.choices.len());
    out.wrapped(&own.verified(args.file.display(), choices, loaded.ruleset.id()), 2)?;
    Ok(0)
}

/// Prints the costliest decisions of people, or of all seats in a game of bots.
fn reviewed(
    args: &ReplayArgs,
    language: &str,
    save: &Save,
    loaded: &Loaded,
    game: &Game,
    out: &mut Out,
) -> Result<(), Failure> {
    let words = Words::new(game.setup(), language);
    let begun = save.position(loaded, &args.file, out)?;
    let begun = begun.unwrap_or_else(|| Game::new(game.setup(), save.record.seed));
    let human = |seat: &Named<Seat>| save.seats.get(seat.id.index()).is_some_and(|sits| sits == "human");
    let all = || game.setup().seats();
    let people: Vec<Seat> = all().filter(human).map(|seat| seat.id).collect();
    let seats = if people.is_empty() { all().map(|seat| seat.id).collect() } else { people };
    review::report(&words, game, &begun, &seats, out)
}

/// Prints the verification, and the game as seen by the public or with all cards open.
fn json(args: &ReplayArgs, save: &Save, loaded: &Loaded, game: &Game, out: &mut Out) -> Outcome {
    let viewer = viewer(args, game);
    out.json(&json!({
        "version": JSON_VERSION,
        "file": args.file.display().to_string(),
        "ruleset": loaded.ruleset.id(),
        "verified": true,
        "choices": save.record.choices.len(),
        "game": (!args.quiet).then(|| game.observe(viewer, 0)),
    }))?;
    Ok(0)
}

/// Writes a page with the table after each choice.
fn page(args: &ReplayArgs, path: &Path, loaded: &Loaded, save: &Save, game: &Game) -> Result<(), Failure> {
    let language = loaded.saved_language(args.lang.as_deref(), &save.language)?;
    let words = Words::new(game.setup(), &language);
    let frame = Frame { is_static: true, ..Frame::new(words, viewer(args, game), "", game.choices(), &[]) };
    files::write(path, html::replay(game, &frame)).map_err(|error| files::unwritten(path, error))
}

/// Returns the public unless all cards may be shown.
fn viewer(args: &ReplayArgs, game: &Game) -> Viewer {
    if args.reveal || game.is_over() { Viewer::Open } else { Viewer::Public }
}

pub fn replayed(file: &Path, loaded: &Loaded, save: &Save, out: &Out) -> Result<Game, Failure> {
    let fails =
        |e: RecordError| Failure::Problem(format!("{}: {}", file.display(), explain(&e, loaded, save)));
    let position = save.position(loaded, file, out)?;
    session::replayed(&loaded.ruleset, &save.record, position).map_err(fails)
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

/// Prints the log and the end, or the current table. In a game that isn't over, shows hidden cards only on
/// request.
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
        let told = words.decision_facts(game, spectator);
        let (player, question) =
            (words.seat(decision.seat.id), words.prompt_told(&decision.name.name, &told));
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
