//! The tree of a game: all that may come, chance included.

use super::{Amount, ApplyError, Fault, Seat, Setup};
use crate::game;

/// A position in the tree of a game: chance is not drawn, but asked for.
///
/// Whoever is asked is given the weights of two or more outcomes and answers with the number of one; its probability is its weight by their
/// sum. Outcomes that nobody can tell apart, as which copy of a card is drawn or how the rest of a pile lies, are one outcome. The same
/// answers lead to the same position, and other answers before to other questions after: so all outcomes of a move are
/// found by making it again and again.
///
/// ```
/// # let text = "format: 1\ngame: { id: luck, players: 1 }\nstate: { game: { n: int for game } }\nscore: { total: n }\n\
/// # phases: { turn: { active: seat(1), do: \"let c = chance chooses number in 1..3\\nset n = c\" } }\n";
/// # let setup = ludex::compile(&[("ruleset.yaml".into(), text.into())], "").into_ruleset()?.setup(1, &[])?;
/// let branch = ludex::Branch::first(&setup, |weights| weights.len() - 1)?;
/// assert_eq!(branch.deciding(), None);
/// assert_eq!(branch.score(ludex::Seat(0)).expect("it has one seat").to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Branch {
    setup: Setup,
    branch: game::Branch,
}

impl Branch {
    /// The first position: a game's first decision, or its end.
    ///
    /// # Errors
    /// A rule that failed.
    pub fn first(setup: &Setup, mut chance: impl FnMut(&[u32]) -> usize) -> Result<Branch, Fault> {
        let first = game::Branch::first(&setup.program, &mut chance);
        let branch = first.map_err(|fault| setup.ruleset.fault(fault))?;
        Ok(Branch { setup: setup.clone(), branch })
    }

    /// The position after an option was taken.
    ///
    /// # Errors
    /// A rule that failed, or a number that no option has.
    pub fn after(
        &self,
        option: usize,
        mut chance: impl FnMut(&[u32]) -> usize,
    ) -> Result<Branch, ApplyError> {
        let after = self.branch.after(option, &mut chance);
        let branch = after.map_err(|error| ApplyError::new(error, &self.setup.ruleset))?;
        Ok(Branch { setup: self.setup.clone(), branch })
    }

    /// Who has to decide; nobody if the game is over.
    pub fn deciding(&self) -> Option<Seat> {
        self.branch.deciding().map(Seat)
    }

    /// How many options the decision has; 0 if there is none.
    pub fn options(&self) -> usize {
        self.branch.options()
    }

    /// What a seat is shown here and was told since the position before, as bytes that mean nothing else than that they are equal where it
    /// can't tell one position from the other. With those of all positions before they are its information set. Its own picks are in it;
    /// of two copies of a card it is not told which it has. Who has no seat is shown what everybody may know.
    pub fn seen(&self, seat: Seat) -> Vec<u8> {
        self.branch.seen(seat.0.min(self.setup.players()))
    }

    /// A player's score, 0 before the end; nothing if there is no such seat.
    pub fn score(&self, seat: Seat) -> Option<Amount> {
        let cell = self.branch.scores().get(seat.index()).map_or(0, |score| i64::from(*score));
        self.setup.rules().has_seat(seat).then(|| self.setup.points(cell))
    }

    /// Those who won, in seat order; nobody before the end.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.branch.winners().iter().map(|seat| Seat(*seat))
    }
}
