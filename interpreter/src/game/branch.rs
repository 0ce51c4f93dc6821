//! One position in the tree of all that may come: chance is asked for instead of drawn ([`exec`](crate::exec)).

use std::sync::Arc;

use super::log::{LogEntry, MAX_LINES, line_of};
use super::score::Standings;
use super::seen;
use super::told::{Picked, Told};
use super::{ApplyError, option_label};
use crate::exec::{Fault, Happening, Machine, Observer, Workspace};
use crate::program::Program;
use crate::state::{State, Status};

/// Somebody who says which of several outcomes comes, each with its weight.
pub type Ask<'a> = &'a mut dyn FnMut(&[u32]) -> usize;

/// A position in the tree of a game.
#[derive(Debug, Clone)]
pub struct Branch {
    program: Arc<Program>,
    state: State,
    /// For each card: whether it lies at any of several places, each as likely.
    loose: Vec<bool>,
    /// The choice that led here: the option, who picked it, and what each seat is told of it.
    choice: Option<(usize, Picked, String)>,
    /// What was said since the position before.
    log: Vec<LogEntry>,
    /// How it ended.
    scores: Vec<i32>,
    winners: Vec<u8>,
}

/// Asks for chance and writes the log.
struct Asking<'a> {
    program: &'a Program,
    log: &'a mut Vec<LogEntry>,
    loose: &'a mut [bool],
    ask: Ask<'a>,
}

impl Observer for Asking<'_> {
    const WATCHES: bool = true;
    const ASKED: bool = true;

    fn saw(&mut self, state: &State, happening: &Happening<'_>) {
        let line = line_of(self.program, state, happening).filter(|_| self.log.len() < MAX_LINES);
        self.log.extend(line);
    }

    fn ask(&mut self, weights: &[u32]) -> usize {
        (self.ask)(weights)
    }

    fn is_loose(&self, card: u16) -> bool {
        self.loose[usize::from(card)]
    }

    fn loosen(&mut self, card: u16, loose: bool) {
        self.loose[usize::from(card)] = loose;
    }
}

impl Branch {
    /// The first decision of a game.
    pub fn first(program: &Arc<Program>, ask: Ask<'_>) -> Result<Branch, Fault> {
        let mut branch = Branch {
            program: Arc::clone(program),
            state: State::new(program, 0),
            loose: vec![false; program.layout.cards()],
            choice: None,
            log: Vec::new(),
            scores: Vec::new(),
            winners: Vec::new(),
        };
        branch.run(ask, |machine| machine.start())?;
        Ok(branch)
    }

    /// The next decision after an option was taken.
    pub fn after(&self, option: usize, ask: Ask<'_>) -> Result<Branch, ApplyError> {
        if option >= self.options() {
            return Err(ApplyError::NoSuchOption);
        }
        let label = option_label(&self.program, &self.state, option);
        let picked = Picked::of(&self.program, &self.state, option);
        let mut branch = self.clone();
        branch.log.clear();
        branch.choice = Some((option, picked, label));
        branch.run(ask, |machine| machine.choose(option))?;
        Ok(branch)
    }

    /// Runs on, and counts at the end.
    fn run(
        &mut self,
        ask: Ask<'_>,
        body: impl FnOnce(&mut Machine<'_, Asking<'_>>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let program = Arc::clone(&self.program);
        let mut asking = Asking { program: &program, log: &mut self.log, loose: &mut self.loose, ask };
        let mut work = Workspace::default();
        body(&mut Machine::new(&program, &mut self.state, &mut work, &mut asking))?;
        if self.state.status() == Status::Over {
            let mut standings = Standings::default();
            standings.count_watched(&program, &mut self.state, &mut work, &mut asking)?;
            self.scores = (0..program.players).map(|player| standings.score(player)).collect();
            self.winners = standings.winners(program.players).collect();
        }
        Ok(())
    }

    /// Who has to decide; nobody if the game is over.
    pub fn deciding(&self) -> Option<u8> {
        match self.state.status() {
            Status::Waiting { player, .. } => u8::try_from(player).ok(),
            Status::Running | Status::Over | Status::Failed => None,
        }
    }

    /// How many options there are.
    pub fn options(&self) -> usize {
        self.state.options().len()
    }

    /// What each player has at the end, as a cell.
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// Those who won, in seat order.
    pub fn winners(&self) -> &[u8] {
        &self.winners
    }

    /// What a seat is told of the choice that led here, if it was another's.
    fn told(&self, seat: u8) -> Option<Told> {
        let (_, picked, label) = self.choice.as_ref()?;
        Some(picked.told(&self.program, label, seat)).filter(|told| told.player != seat)
    }

    /// What a seat is shown here and was told since the position before, as bytes: equal where it can't tell the one from the other.
    /// Its own pick is the number of the option.
    pub fn seen(&self, seat: u8) -> Vec<u8> {
        let mut seen = seen::Seen::default();
        let own = self.choice.as_ref().map(|(option, ..)| *option);
        match self.told(seat) {
            Some(told) => seen.told(&self.program, &told),
            None => seen.number(own.map_or(-1, |option| option as i32)),
        }
        seen.log(&self.program, &self.log, seat);
        seen.view(&self.program, &self.state, seat);
        if self.deciding() == Some(seat) {
            seen.options(&self.program, &self.state, seat);
        }
        seen.bytes
    }
}
