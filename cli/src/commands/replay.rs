//! `ludex replay`: verifies a saved game and shows it.

use ludex::game::{Game, RecordError};

use super::play::{draw, finish, print_log};
use crate::args::ReplayArgs;
use crate::failure::{Failure, Outcome};
use crate::output::{BOLD, Out};
use crate::phrases::Phrases;
use crate::rulesets::Loaded;
use crate::save::Save;
use crate::text::Words;

/// Verifies, then prints the log and the end.
pub fn run(args: &ReplayArgs, out: &mut Out) -> Outcome {
    let save = Save::read(&args.file).map_err(Failure::Problem)?;
    let from = args.ruleset.as_deref().unwrap_or(&save.from);
    let loaded = Loaded::load(from, &save.changes(), out).map_err(|e| missing(e, args, from))?;
    let fails = |e: RecordError| {
        Failure::Problem(format!("{}: {}", args.file.display(), explain(&e, &loaded, &save)))
    };
    let game = Game::replay(&loaded.ruleset, &save.record).map_err(fails)?;
    let language = loaded.saved_language(args.lang.as_deref(), &save.language)?;
    if !args.quiet {
        show(&language, &save, &loaded, &game, out)?;
        out.line("")?;
    }
    let own = Phrases::of(&language);
    let choices = own.choices(save.record.choices.len());
    out.wrapped(&own.verified(args.file.display(), choices, loaded.ruleset.id()), 2)?;
    Ok(0)
}

/// A ruleset that is no longer there is a problem of the save, not of the command line.
fn missing(failure: Failure, args: &ReplayArgs, from: &str) -> Failure {
    match failure {
        Failure::Usage(_) if args.ruleset.is_none() => {
            let file = args.file.display();
            Failure::Problem(format!(
                "{file}: its ruleset is not at {from} any more; say where it is with --ruleset"
            ))
        }
        other => other,
    }
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
        other => other.to_string(),
    }
}

fn show(language: &str, save: &Save, loaded: &Loaded, game: &Game, out: &mut Out) -> Result<(), Failure> {
    let words = Words::new(&loaded.ruleset, game.program(), language);
    let bots: Vec<bool> = save.seats.iter().map(|s| s == "bot").collect();
    out.wrapped(&out.paint(BOLD, &words.title()), 0)?;
    print_log(&words, game.log(), None, usize::MAX, out)?;
    out.line("")?;
    if let Some(decision) = game.decision() {
        draw(&words, game, None, &bots, out)?;
        out.line("")?;
        let (player, question) = (words.seat(decision.player), words.prompt(decision.name));
        let question = words.own.not_finished(player, question);
        return Ok(out.wrapped(&question, 2)?);
    }
    finish(&words, game, &bots, out)?;
    if let Some(fault) = game.fault() {
        out.wrapped(&format!("A rule failed: {}: {}", loaded.place(fault.span), fault.kind.message()), 2)?;
    }
    Ok(())
}
