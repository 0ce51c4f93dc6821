//! Bots that are programs in any language: `exec:COMMAND`. `docs/protocol.md` describes the protocol.
//!
//! A program is a child process that reads and writes lines of JSON. Each seat of each thread has its own process,
//! so that no process sees two seats of the same deal. Time, line length, requests and error output are bounded. A
//! program that breaks the protocol loses its game by forfeit and is killed. In games with people, processes wait for
//! the next choice of their seat, at any table.

mod messages;
mod player;
mod process;
mod talk;
mod worlds;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludex::Seat;
use ludex_bots::{BotSpec, External, ExternalSpec};

pub use messages::{FromBot, ToBot};
pub use player::Player;
use process::locked;
pub use process::{interrupt, is_interrupted, kill_all};
pub use talk::{Talk, Trouble};

/// Prefix of a program in a list of bots.
pub const PREFIX: &str = "exec:";
/// Default time for a choice.
const CHOOSE: Duration = Duration::from_secs(5);
/// Maximum time for a choice, in milliseconds.
const LONGEST: u64 = 3_600_000;

/// A program with its arguments and time limit.
#[derive(Debug)]
pub struct Program {
    /// Name in lists of bots.
    name: String,
    words: Vec<String>,
    /// Time for a choice.
    pub limit: Duration,
    /// True if forfeits are printed at once, and last for the whole run: in games with people.
    is_with_people: bool,
    /// Processes that wait for the next choice of a seat.
    idle: Mutex<Vec<(Seat, Talk)>>,
}

impl Program {
    /// Reads `COMMAND` or `COMMAND@500ms`. Words are separated by blanks, except in quotes. Fails with the reason.
    pub fn read(command: &str) -> Result<Program, String> {
        let (words, limit) = match command.rsplit_once('@').map(|(words, limit)| (words, milliseconds(limit)))
        {
            Some((words, Some(limit))) => (words, limit),
            Some((_, None)) | None => (command, CHOOSE),
        };
        let name = format!("{PREFIX}{command}");
        Ok(Program { limit, name, ..Program::of_words(split(words)?)? })
    }

    /// Creates a program from its name and its arguments.
    pub fn of_words(words: Vec<String>) -> Result<Program, String> {
        if words.first().is_none_or(String::is_empty) {
            return Err("`exec:` wants a program: exec:./bot.py".to_owned());
        }
        let name = words.join(" ");
        Ok(Program { name, words, limit: CHOOSE, is_with_people: false, idle: Mutex::default() })
    }

    /// Sets the time for a choice.
    pub fn with_limit(self, limit: Duration) -> Program {
        Program { limit, ..self }
    }

    /// Prepares the program for games with people.
    pub fn with_people(self) -> Program {
        Program { is_with_people: true, ..self }
    }

    /// Replaces the command by the file name of the program, for people who may not know the command.
    #[cfg(feature = "serve")]
    pub fn named_by_file(self) -> Program {
        let name = std::path::Path::new(&self.words[0]).file_name().unwrap_or_default();
        Program { name: format!("{PREFIX}{}", name.to_string_lossy()), ..self }
    }

    /// Starts the program once to see that it answers, and returns the bot.
    pub fn tried(self) -> Result<BotSpec, String> {
        Talk::start(&self).map_err(|trouble| format!("{}: {trouble}", self.name))?;
        Ok(BotSpec::External(ExternalSpec(Arc::new(self))))
    }

    /// Returns a waiting process of a seat, or starts one.
    fn talk(&self, seat: Seat) -> Result<Talk, Trouble> {
        let waiting = || {
            let mut idle = locked(&self.idle);
            let at = idle.iter().position(|(of, _)| *of == seat)?;
            Some(idle.swap_remove(at).1)
        };
        // a process that has ended since its last choice costs the program no choice
        std::iter::from_fn(waiting).find_map(Talk::if_running).map_or_else(|| Talk::start(self), Ok)
    }
}

impl External for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn player(self: Arc<Self>) -> Box<dyn ludex_bots::Bot> {
        Box::new(Player::new(self))
    }
}

/// Reads a time such as `500ms`.
pub fn milliseconds(text: &str) -> Option<Duration> {
    let n: u64 = text.strip_suffix("ms")?.parse().ok()?;
    (1..=LONGEST).contains(&n).then(|| Duration::from_millis(n))
}

/// Splits a command into words at blanks outside of quotes.
fn split(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err(format!("`{command}`: a quote is not closed")) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::commands::about::documents::document;

    #[test]
    fn commands_have_arguments_and_a_limit() {
        let words =
            |command: &str| Program::read(command).map(|program| (program.words, program.limit.as_millis()));
        let read = |command: &str| words(command).expect("a program");
        assert_eq!(read("./bot.py"), (vec!["./bot.py".to_owned()], 5_000));
        assert_eq!(read("python3 bot.py --depth 3@200ms").0, ["python3", "bot.py", "--depth", "3"]);
        assert_eq!(read("./bot.py@200ms").1, 200);
        assert_eq!(read("./bot@home").0, ["./bot@home"]);
        assert_eq!(read("'my bot' \"\" a\"b c\"").0, ["my bot", "", "ab c"]);
        for bad in ["", "  ", "@5ms", "'./bot"] {
            assert!(words(bad).is_err(), "{bad}");
        }
        assert_eq!(Program::read("./bot.py -v@9ms").expect("a program").name(), "exec:./bot.py -v@9ms");
    }

    /// Returns the keys of an object.
    fn keys(value: &Value) -> BTreeSet<String> {
        value.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
    }

    #[test]
    fn the_page_has_an_example_of_every_message() {
        let page = include_str!("../../../docs/protocol.md");
        let mut seen = BTreeSet::new();
        let schema = document("json/to_bot").expect("a document").schema().to_value();
        let types = |message: &str| {
            let all = schema["oneOf"].as_array().expect("messages").iter();
            let found = all.map(|one| &one["properties"][message]).find(|one| !one.is_null())?;
            let name = found["$ref"].as_str().unwrap_or_default().trim_start_matches("#/definitions/");
            Some(keys(&schema["definitions"][name]["properties"]))
        };
        for line in page.lines().filter(|line| line.starts_with("{\"")) {
            let example: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let message = keys(&example).pop_first().expect("a key");
            let inside = keys(&example[&message]);
            match types(&message).filter(|_| !inside.contains("needs")) {
                Some(known) => assert_eq!(inside, known, "{line}"),
                None => {
                    let FromBot { hello, take, deal, playout } =
                        serde_json::from_str(line).expect("a message");
                    let said = [hello.is_some(), take.is_some(), deal.is_some(), playout.is_some()];
                    assert_eq!(said.into_iter().filter(|said| *said).count(), 1, "{line}");
                }
            }
            seen.insert(message);
        }
        let all = ["begin", "choose", "deal", "dealt", "end", "error", "hello", "played", "playout", "take"];
        assert_eq!(seen, all.map(str::to_owned).into());
    }
}
