//! The observers of games in experiments.

use ludex::{Game, Seat};

use crate::game::{Outcome, Watch};
use crate::log::Lines;
use crate::simulate::{BranchCounter, Detail};

/// Optional observers of a game.
#[derive(Default)]
pub(crate) struct Onlookers<'a> {
    pub detail: Option<Detail<'a>>,
    pub again: Option<BranchCounter>,
    pub lines: Option<Lines>,
}

impl Watch for Onlookers<'_> {
    fn is_active(&self) -> bool {
        self.detail.is_some() || self.lines.is_some()
    }

    fn began(&mut self, game: &Game) {
        self.again.iter_mut().for_each(BranchCounter::begin);
        self.detail.iter_mut().for_each(|detail| detail.began(game));
    }

    fn chooses(&mut self, game: &Game, seat: Seat, option: usize) {
        self.lines.iter_mut().for_each(|lines| lines.chooses(game, seat, option));
        self.again.iter_mut().for_each(|again| again.chooses(option));
        self.detail.iter_mut().for_each(|detail| detail.chooses(game, seat, option));
    }

    fn chose(&mut self, game: &Game) {
        self.detail.iter_mut().for_each(|detail| detail.chose(game));
    }

    fn ended(&mut self, game: &Game, end: &Outcome) {
        self.lines.iter_mut().for_each(|lines| lines.ended(end));
        self.detail.iter_mut().for_each(|detail| detail.ended(game, end));
    }
}
