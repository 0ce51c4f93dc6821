//! `ludex play --json`: line protocol for programs. Each question and result is a JSON object on one line;
//! each input line is an answer (`docs/json.md`).

use ludex::{JSON_VERSION, Seat, why};
use ludex_table::told;
use ludex_table::words::{Viewer, Words, eyes};
use serde_json::{Value, json};

use super::start::TableSetup;
use crate::failure::{Failure, Outcome, suggestion};
use crate::game::session::Kept;
use crate::terminal::input::{Ask, Input, Keyboard};
use crate::terminal::output::{Out, warn};

/// Help for an invalid answer.
const FORMS: &str = "an answer is the number of an option, its label in quotes, or {\"do\": \"undo\"}, {\"do\": \"save\"}, {\"do\": \"leave\"}";

/// A game played over the line protocol.
pub struct Lines {
    pub table: TableSetup,
    /// True if the documents have texts, because a language was asked for.
    pub texts: bool,
    pub keyboard: Keyboard,
}

/// An answer of the program.
#[derive(Debug, PartialEq, Eq)]
enum Reply {
    Take(usize),
    Undo,
    Save,
    Leave,
}

/// Parses a line with the labels of the options. Fails with the reason if it isn't a valid answer.
fn answer(line: &str, labels: &[String]) -> Result<Reply, String> {
    match serde_json::from_str(line) {
        Ok(Value::Number(number)) => {
            let index = number.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < labels.len());
            let last = labels.len().saturating_sub(1);
            index
                .map(Reply::Take)
                .ok_or_else(|| format!("there is no option {number}: options have the numbers 0 to {last}"))
        }
        Ok(Value::String(label)) => {
            let index = labels.iter().position(|known| *known == label);
            let near = || suggestion(&label, labels.iter().map(String::as_str));
            index.map(Reply::Take).ok_or_else(|| format!("there is no option `{label}`; {}", near()))
        }
        Ok(Value::Object(wish)) => match wish.get("do").and_then(Value::as_str) {
            Some("undo") => Ok(Reply::Undo),
            Some("save") => Ok(Reply::Save),
            Some("leave") => Ok(Reply::Leave),
            Some(_) | None => Err(FORMS.to_owned()),
        },
        Ok(Value::Null | Value::Bool(_) | Value::Array(_)) | Err(_) => Err(FORMS.to_owned()),
    }
}

impl Lines {
    /// Plays until the game is over or the program leaves.
    pub fn go(&mut self, out: &mut Out) -> Outcome {
        self.begun(out)?;
        while let Some(player) = self.table.session.player() {
            if self.keyboard.is_interrupted() {
                return self.left(130, out);
            }
            // a fault ends the game and is reported at its end
            if self.table.session.is_bot(player) {
                let _ = self.table.session.bot();
            } else if let Some(code) = self.decide(player, out)? {
                return self.left(code, out);
            }
        }
        self.ended(out)
    }

    fn begun(&self, out: &mut Out) -> Result<(), Failure> {
        let record = self.table.session.game.host().record();
        let sits = self.table.session.game.setup().seats().zip(self.table.session.seats());
        let seats: Vec<Value> = sits.map(|(seat, who)| json!({ "seat": seat.name, "who": who })).collect();
        let begun = json!({
            "ruleset": self.table.loaded.ruleset.id(),
            "fingerprint": record.fingerprint,
            "players": record.players,
            "options": record.options.iter().map(|(name, value)| json!({ "option": name, "value": value })).collect::<Vec<_>>(),
            "variants": self.table.loaded.changes.variants,
            // the seed determines all chance: seats learn it after the game
            "seed": self.table.session.humans().is_empty().then_some(record.seed),
            "seats": seats,
            "choices": record.choices.len(),
        });
        print_json("began", &begun, out)
    }

    /// Asks the program for a decision. Returns an exit code if the program leaves.
    fn decide(&mut self, player: u8, out: &mut Out) -> Result<Option<u8>, Failure> {
        let Some(seat) = self.table.session.game.setup().seat(player) else { return Ok(Some(1)) };
        self.asked(seat, out)?;
        let decision = self.table.session.game.decision_for(seat);
        // labels as the seat sees them, because an error suggests the nearest one
        let labels: Vec<String> =
            decision.into_iter().flat_map(|decision| decision.options).map(|option| option.label).collect();
        loop {
            let line = match self.keyboard.next(Ask { prompt: "", seat: player, names: Vec::new() }) {
                Input::Line(line) => line,
                Input::End => return Ok(Some(0)),
                Input::Interrupt => return Ok(Some(130)),
                Input::Changed => continue,
            };
            let refused = match answer(&line, &labels) {
                Ok(Reply::Take(index)) => {
                    let _ = self.table.session.take(index);
                    return Ok(None);
                }
                Ok(Reply::Leave) => return Ok(Some(0)),
                Ok(Reply::Save) => {
                    print_json("saved", &json!(self.saved()?), out)?;
                    continue;
                }
                Ok(Reply::Undo) if self.table.session.undo(player) => return Ok(None),
                Ok(Reply::Undo) => "there is nothing that may be taken back".to_owned(),
                Err(why) => why,
            };
            print_json("refused", &json!(refused), out)?;
        }
    }

    /// Writes the observation and question for a seat, with the log since its last decision.
    fn asked(&self, seat: Seat, out: &mut Out) -> Result<(), Failure> {
        let game = &self.table.session.game;
        let mut asked = self.observed(Some(seat.number()), self.table.session.unread(seat.number()));
        let facts = why::decision_facts(game, seat);
        if !facts.is_empty() {
            asked["facts"] = json!(facts);
        }
        print_json("asked", &asked, out)
    }

    fn observed(&self, viewer: Viewer, from: usize) -> Value {
        let game = &self.table.session.game;
        if self.texts {
            return told::observation(&Words::new(game.setup(), &self.table.language), game, viewer, from);
        }
        json!(game.observe(eyes(viewer, game.setup()), from))
    }

    fn ended(&mut self, out: &mut Out) -> Outcome {
        self.table.session.end_for_bots();
        let keeps = !self.table.session.humans().is_empty() || self.table.save_to.is_some();
        let saved = keeps.then(|| self.saved()).transpose()?;
        let game = self.observed(None, 0);
        let seed = self.table.session.game.host().record().seed;
        print_json("ended", &json!({ "saved": saved, "game": game, "seed": seed }), out)?;
        let Some(fault) = self.table.session.game.fault() else { return Ok(0) };
        let place = self.table.loaded.fault_place(&fault);
        warn(&format!("error: {place}: {}; the game ends here without a winner", fault.message));
        Ok(1)
    }

    fn left(&mut self, code: u8, out: &mut Out) -> Outcome {
        print_json("left", &json!({ "saved": self.saved()? }), out)?;
        Ok(code)
    }

    fn saved(&mut self) -> Result<String, Failure> {
        let TableSetup { loaded, language, session, save_to } = &mut self.table;
        let Kept { path, refused } = session.keep(save_to.as_deref(), loaded, language)?;
        refused.iter().for_each(|why| warn(why));
        Ok(path.display().to_string())
    }
}

fn print_json(what: &str, value: &Value, out: &mut Out) -> Result<(), Failure> {
    let line = serde_json::to_string(&json!({ "version": JSON_VERSION, what: value }));
    out.line(&line.map_err(std::io::Error::other)?)?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_numbers_labels_and_wishes() {
        let labels = ["blue king".to_owned(), "3".to_owned()];
        let is = |line: &str| answer(line, &labels).ok();
        assert_eq!(is("1"), Some(Reply::Take(1)));
        assert_eq!(is("\"3\""), Some(Reply::Take(1)));
        assert_eq!(is("\"blue king\""), Some(Reply::Take(0)));
        assert_eq!(is("{\"do\": \"undo\"}"), Some(Reply::Undo));
        assert_eq!(is("{ \"do\": \"leave\" }"), Some(Reply::Leave));
        for bad in ["3", "-1", "1.5", "blue king", "\"blue kign\"", "", "{}", "[1]", "null"] {
            assert_eq!(is(bad), None, "{bad}");
        }
    }
}
