//! The conversation with one process, for one seat.

use std::fmt;
use std::time::{Duration, Instant};

use ludex::Perspective;

use super::Program;
use super::messages::{Begin, FEATURES, FromBot, Greeting, Hello, Limits, Observed, ToBot, VERSION};
use super::process::{LINE, Process, quoted};
use super::worlds;

/// Time from the start of a process to its `hello`.
const START: Duration = Duration::from_secs(10);
/// Maximum number of requests for one choice.
const REQUESTS: u32 = 10_000;
/// Maximum number of games of one playout request.
const PLAYOUTS: u32 = 1_000;
/// Maximum number of options in `takes`.
const TAKES: usize = 200;

/// Reason why a conversation has no result.
#[derive(Debug)]
pub enum Trouble {
    /// The program broke the protocol. The sentence says how.
    Forfeit(String),
    /// The time is over.
    Late,
    /// Ludex was interrupted, which is not the program's fault.
    Interrupted,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Forfeit(why) => why,
            Self::Late => "it did not answer in time",
            Self::Interrupted => "interrupted",
        })
    }
}

fn forfeit<T>(why: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Forfeit(why.into()))
}

/// A running program that has answered `hello`.
#[derive(Debug)]
pub struct Talk {
    process: Process,
    limits: Limits,
    /// Name that the program gave itself.
    pub name: String,
    /// Line of the log from which the seat has not read.
    unread: usize,
}

impl Talk {
    /// Starts a program and exchanges greetings.
    pub fn start(program: &Program) -> Result<Talk, Trouble> {
        let limits = Limits {
            start_ms: START.as_millis() as u64,
            choose_ms: program.limit.as_millis() as u64,
            line: LINE,
            requests: REQUESTS,
            playouts: PLAYOUTS,
            takes: TAKES,
        };
        let process = Process::start(&program.words).map_err(Trouble::Forfeit)?;
        let mut talk = Talk { process, limits, name: String::new(), unread: 0 };
        let ludex = env!("CARGO_PKG_VERSION");
        let until = Instant::now() + START;
        talk.say(&ToBot::Hello(Hello { version: VERSION, ludex, features: &FEATURES, limits }), until)?;
        let (line, said) = talk.hear(until).map_err(|trouble| late(trouble, START, "after its start"))?;
        let Some(Greeting { version, name, needs }) = said.hello else {
            return forfeit(format!("it answered `hello` with `{}`", quoted(&line)));
        };
        if version > VERSION {
            return forfeit(format!("it needs version {version} of the protocol; this Ludex has {VERSION}"));
        }
        if let Some(lacking) = needs.iter().find(|feature| !FEATURES.contains(&feature.as_str())) {
            return forfeit(format!("it needs the feature `{}`, which this Ludex lacks", quoted(lacking)));
        }
        talk.name = name;
        Ok(talk)
    }

    /// Returns the conversation unless the program has ended.
    pub fn if_running(mut self) -> Option<Talk> {
        self.process.runs().then_some(self)
    }

    /// Writes a text that is no message, for a test.
    pub fn say_text(&mut self, text: &str) -> Result<(), Trouble> {
        self.process.say(format!("{text}\n"), Instant::now() + START)
    }

    fn say(&mut self, message: &ToBot, until: Instant) -> Result<(), Trouble> {
        let line = serde_json::to_string(message).map_err(|error| Trouble::Forfeit(error.to_string()))?;
        self.process.say(line + "\n", until)
    }

    /// Returns the next message, with its text.
    fn hear(&mut self, until: Instant) -> Result<(String, FromBot), Trouble> {
        let line = self.process.hear(until)?;
        match serde_json::from_str(&line) {
            Ok(message) => Ok((line, message)),
            Err(_) => forfeit(format!("it wrote `{}`, which is no message", quoted(&line))),
        }
    }

    /// Announces a new game.
    pub fn begin(&mut self, position: Perspective<'_>, seed: u64) -> Result<(), Trouble> {
        self.unread = 0;
        self.say(&ToBot::Begin(Begin::new(position, seed)), Instant::now() + START)
    }

    /// Asks for a choice and answers the requests of the program. Returns the index of the option.
    pub fn choose(&mut self, position: Perspective<'_>) -> Result<usize, Trouble> {
        if let Some(line) = self.process.unasked() {
            return forfeit(format!("it wrote `{}` without a question", quoted(&line)));
        }
        let limit = Duration::from_millis(self.limits.choose_ms);
        let until = Instant::now() + limit;
        let observation = position.observe(self.unread);
        self.unread += observation.log.len();
        let options = observation.decision.iter().flat_map(|decision| &decision.options);
        let labels: Vec<String> = options.map(|option| option.label.clone()).collect();
        self.say(&ToBot::Choose(Observed { observation }), until)?;
        let chosen = self.answers(position, &labels, until);
        chosen.map_err(|trouble| late(trouble, limit, "for a choice"))
    }

    /// Answers requests up to the choice.
    fn answers(
        &mut self,
        position: Perspective<'_>,
        labels: &[String],
        until: Instant,
    ) -> Result<usize, Trouble> {
        for _ in 0..=self.limits.requests {
            let (line, said) = self.hear(until)?;
            let answer = match said {
                FromBot { take: Some(pick), .. } => {
                    let index = worlds::index(&pick, labels);
                    let illegal = || Trouble::Forfeit(format!("`{}` is not an option", quoted(&line)));
                    return index.ok_or_else(illegal);
                }
                FromBot { deal: Some(world), .. } => worlds::deal(position, &world, &self.limits),
                FromBot { playout: Some(world), .. } => {
                    worlds::playout(position, &world, &self.limits, until)?
                }
                FromBot { hello: _, take: None, deal: None, playout: None } => {
                    return forfeit(format!("it answered `choose` with `{}`", quoted(&line)));
                }
            };
            self.say(&answer, until)?;
        }
        forfeit(format!("it made more than {} requests for one choice", self.limits.requests))
    }

    /// Announces the end of the game.
    pub fn end(&mut self, position: Perspective<'_>) -> Result<(), Trouble> {
        let observation = position.observe(self.unread);
        self.say(&ToBot::End(Observed { observation }), Instant::now() + START)
    }

    /// Closes the input of the program. Returns true if it ends in time.
    pub fn close(mut self) -> bool {
        self.process.close()
    }

    /// Ends the program without waiting for it.
    pub fn kill(mut self) {
        self.process.kill();
    }
}

/// Names the time limit that was exceeded.
fn late(trouble: Trouble, limit: Duration, what: &str) -> Trouble {
    match trouble {
        Trouble::Late => Trouble::Forfeit(format!("it took more than {} ms {what}", limit.as_millis())),
        Trouble::Forfeit(_) | Trouble::Interrupted => trouble,
    }
}
