//! A program as a bot, with a process for each seat that it plays.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex::{Perspective, Seat};
use ludex_bots::{Bot, BotSpec, Tools};

use super::process::locked;
use super::{Program, Talk, Trouble};
use crate::terminal::output::warn;

/// Plays a program's choices. A deal may be played once from each seat: each seat has its own process, which
/// sees the deal once.
pub struct Player {
    program: Arc<Program>,
    seats: BTreeMap<Seat, Talk>,
    /// True if the current game was not announced yet.
    is_new: bool,
    forfeit: Option<String>,
    /// Chooses after a forfeit.
    random: Box<dyn Bot>,
}

impl Player {
    pub fn new(program: Arc<Program>) -> Player {
        let random = BotSpec::Random.build(&Tools::default());
        Player { program, seats: BTreeMap::new(), is_new: true, forfeit: None, random }
    }

    fn ask(&mut self, position: Perspective<'_>, seed: u64) -> Result<usize, Trouble> {
        let seat = position.seat();
        let talk = match self.seats.entry(seat) {
            std::collections::btree_map::Entry::Occupied(talk) => talk.into_mut(),
            std::collections::btree_map::Entry::Vacant(none) => none.insert(self.program.talk(seat)?),
        };
        if std::mem::take(&mut self.is_new) {
            talk.begin(position, seed)?;
        }
        talk.choose(position)
    }

    /// Ends the process of a seat. The choices of this player are random from now on.
    fn lose(&mut self, position: Perspective<'_>, why: String) {
        self.seats.remove(&position.seat()).into_iter().for_each(Talk::kill);
        if self.program.is_with_people {
            let mut seats = position.setup().seats();
            let seat = seats.nth(position.seat().index()).map(|seat| seat.name).unwrap_or_default();
            let name = &self.program.name;
            warn(&format!("error: {name} in seat {seat}: {why}; random choices replace its own"));
        }
        self.forfeit = Some(why);
    }
}

impl Drop for Player {
    /// Leaves the processes to the next player: in `serve`, each choice has a player of its own.
    fn drop(&mut self) {
        if self.program.is_with_people {
            locked(&self.program.idle).extend(std::mem::take(&mut self.seats));
        }
    }
}

impl Bot for Player {
    /// Asks the program, unless there is one option.
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        if position.options() == 1 {
            return 0;
        }
        if self.forfeit.is_none() {
            match self.ask(position, seed) {
                Ok(option) => return option,
                // the game is not continued
                Err(Trouble::Interrupted) => return 0,
                Err(trouble @ (Trouble::Forfeit(_) | Trouble::Late)) => {
                    self.lose(position, trouble.to_string())
                }
            }
        }
        self.random.choose(position, seed)
    }

    fn begin(&mut self) {
        self.is_new = true;
        if !self.program.is_with_people {
            self.forfeit = None;
        }
    }

    fn end(&mut self, position: Perspective<'_>) {
        let seat = position.seat();
        if !self.is_new && self.seats.get_mut(&seat).is_some_and(|talk| talk.end(position).is_err()) {
            self.seats.remove(&seat).into_iter().for_each(Talk::kill);
        }
    }

    fn forfeit(&self) -> Option<&str> {
        self.forfeit.as_deref()
    }
}
