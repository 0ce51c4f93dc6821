//! Answers `why …` and `why not …` with explanations in the language of the game.

mod ask;
mod not;

use ludex::Game;

use crate::failure::Failure;
use crate::terminal::output::{DIM, Out, clean};
use ludex_table::offers::Offers;
use ludex_table::words::Words;

pub use ask::{Answer, ask};

/// Answers a question at the prompt: the words after `why`.
pub fn answer(
    words: Words<'_>,
    game: &Game,
    viewer: Option<u8>,
    asked: &str,
    out: &mut Out,
) -> Result<(), Failure> {
    let asked = asked.trim();
    match not_asked(asked) {
        _ if asked.is_empty() => help(&words, out),
        Some("") => help(&words, out),
        Some(wish) => not::answer(words, game, viewer, wish, out),
        None => print(&words, game, &ask(words, game, viewer, asked), out),
    }
}

/// Prints the possible questions.
fn help(words: &Words<'_>, out: &mut Out) -> Result<(), Failure> {
    let own = words.own;
    for (typed, does) in
        [(own.help_why(), own.help_why_does()), (own.help_why_not(), own.help_why_not_does())]
    {
        out.wrapped(&format!("  {typed}   {does}"), 6)?;
    }
    Ok(())
}

/// Returns the words after `not`.
fn not_asked(asked: &str) -> Option<&str> {
    let lower = asked.to_lowercase();
    let rest = asked.get(3..).filter(|_| lower == "not" || lower.starts_with("not "));
    rest.map(str::trim)
}

pub fn print(words: &Words<'_>, game: &Game, answer: &Answer, out: &mut Out) -> Result<(), Failure> {
    let explanations = match answer {
        Answer::Found(explanations) => explanations,
        Answer::Not(seat, told) => {
            return not::tell_not(words, told, &Offers::at(words, game, *seat), out);
        }
        Answer::NoValue(number) => return Ok(out.wrapped(&words.own.why_no_value(number), 0)?),
        Answer::OutOfSight(name) => return Ok(out.wrapped(&words.own.why_out_of_sight(name), 0)?),
        Answer::Unknown(word, near) => {
            unknown(words, word, near.as_deref(), out)?;
            return match near {
                Some(_) => Ok(()),
                None => Ok(out.wrapped(&words.own.why_expressions(), 0)?),
            };
        }
        Answer::NoExpression(asked, message) => {
            return Ok(out.wrapped(&words.label(&format!("`{}`", clean(asked)), &clean(message)), 0)?);
        }
    };
    for line in words.explained(explanations) {
        let place =
            line.place.as_ref().map(|place| format!("  {}", out.paint(DIM, place))).unwrap_or_default();
        let indent = "  ".repeat(line.level);
        out.wrapped(&format!("{indent}{}{place}", line.text), 2 * line.level + 4)?;
    }
    Ok(())
}

fn unknown(words: &Words<'_>, word: &str, near: Option<&str>, out: &mut Out) -> Result<(), Failure> {
    let near = near.map(|near| format!(" {}", words.own.did_you_mean(near))).unwrap_or_default();
    Ok(out.wrapped(&format!("{}{near}", words.own.why_unknown(clean(word))), 0)?)
}
