//! Checks promises along one game, at every decision and at the events in between.

use crate::inside::*;
use ludex::Game;
use ludex_run::exec::{Machine, Workspace};
use ludex_run::state::State;

use super::Promises;
use super::eyes::Eyes;
use super::secret::Other;

/// A broken promise.
#[derive(Debug)]
pub struct Broken {
    /// Name of the promise.
    pub says: String,
    /// Location and description.
    pub how: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.says, self.how)
    }
}

/// Checks one game from its first decision. Repeats each choice to observe the events.
pub struct Watch<'p> {
    state: State,
    work: Workspace,
    eyes: Eyes<'p>,
    others: Vec<Other>,
    /// The last decision.
    asked: Option<String>,
}

impl<'p> Watch<'p> {
    /// Creates the state for a new game.
    pub fn new(promises: &'p Promises) -> Self {
        let state = || State::new(&promises.program, 0);
        let (state, work) = (state(), Workspace::default());
        Self { state, work, eyes: Eyes::new(promises), others: Vec::new(), asked: None }
    }

    /// Checks the next position, after one more choice.
    pub fn check_next(&mut self, game: &Game) -> Result<(), Broken> {
        let promises = self.eyes.promises;
        if self.asked.is_none() {
            self.state = State::new(&promises.program, game.record().seed);
        }
        let mut machine = Machine::new(&promises.program, &mut self.state, &mut self.work, &mut self.eyes);
        let played = match game.last_choice() {
            Some((option, _)) if self.asked.is_some() => machine.choose(option),
            _ => machine.start(),
        };
        assert!(played.is_ok() && self.state == *game.state(), "the same position again");
        self.eyes.position(game);
        if self.eyes.broken.is_none() {
            self.eyes.broken = self.differs(game);
        }
        self.asked = Some(game.decision().map_or_else(String::new, |decision| decision.name.to_owned()));
        self.eyes.broken.take().map_or(Ok(()), Err)
    }

    /// Continues the games with other secret picks, and starts new ones.
    fn differs(&mut self, game: &Game) -> Option<Broken> {
        let asked = self.asked.as_ref()?;
        let (promises, mut broken) = (self.eyes.promises, None);
        self.others.retain_mut(|other| {
            let went = other.follow(game);
            let goes_on = matches!(went, Ok(true));
            if let Err(how) = went {
                let says = promises.secrets[other.secret].says.clone();
                broken.get_or_insert(Broken { says, how });
            }
            goes_on
        });
        for secret in 0..promises.secrets.len() {
            match Other::begin(promises, secret, asked, game) {
                Some(Ok(other)) => self.others.push(other),
                Some(Err(how)) => {
                    broken.get_or_insert(Broken { says: promises.secrets[secret].says.clone(), how });
                }
                None => {}
            }
        }
        broken
    }
}
