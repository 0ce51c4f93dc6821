//! Looking at one game from its beginning on, at every decision and at what happens in between.

use crate::inside::*;
use ludex::Game;
use ludex::machinery::exec::{Machine, Workspace};
use ludex::machinery::state::State;

use super::Promises;
use super::eyes::Eyes;
use super::secret::Other;

/// A promise that was not kept.
#[derive(Debug)]
pub struct Broken {
    /// What the promise says.
    pub says: String,
    /// Where, and how.
    pub how: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.says, self.how)
    }
}

/// Who looks at one game, from its first decision on. It makes each choice again, to see what happens on the way.
pub struct Watch<'p> {
    state: State,
    work: Workspace,
    eyes: Eyes<'p>,
    others: Vec<Other>,
    /// The decision that was put last.
    asked: Option<String>,
}

impl<'p> Watch<'p> {
    /// Has seen nothing yet.
    pub fn new(promises: &'p Promises) -> Self {
        let state = || State::new(&promises.program, 0);
        let (state, work) = (state(), Workspace::default());
        Self { state, work, eyes: Eyes::new(promises), others: Vec::new(), asked: None }
    }

    /// Looks at the next position: that after one more choice.
    pub fn look(&mut self, game: &Game) -> Result<(), Broken> {
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

    /// Goes on with the games in which something else was picked in secret, and begins new ones.
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
