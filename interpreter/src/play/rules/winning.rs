//! Who plays together, and what it takes to win.

use super::Rules;
use crate::ids::{Seat, SpotAt};
use crate::play::label;

/// Who plays together.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TeamDef {
    /// By this it is found among the spots: a team may have zones and variables.
    pub at: SpotAt,
    /// Its stable label: as the ruleset calls it, else `team_2`.
    pub name: String,
    /// Its players, in seat order.
    pub seats: Vec<Seat>,
}

impl Rules {
    /// The teams in order, each with those of its players who are there; none where each plays alone.
    pub fn teams(&self) -> impl Iterator<Item = TeamDef> + '_ {
        let sort = self.program.checked.teams.as_ref().map(|teams| teams.spot);
        let teams = (0..).zip(&self.program.layout.teams);
        teams.filter_map(move |(number, seats)| {
            let at = SpotAt { sort: sort?, number };
            let name = label::spot_label(&self.program.checked, at.sort, i32::from(number));
            Some(TeamDef {
                at,
                name,
                seats: (0..16).filter(|seat| seats >> seat & 1 != 0).map(Seat).collect(),
            })
        })
    }

    /// The players who play with one, himself among them, as numbers of seats: he alone where there are no teams.
    fn side(&self, seat: Seat) -> u16 {
        let alone = 1_u16.checked_shl(seat.0.into()).unwrap_or_default();
        let team = self.program.layout.teams.iter().find(|team| **team & alone != 0);
        team.copied().unwrap_or(alone)
    }

    /// How many share a victory of these players: teams, or those who play alone. One where the rules say of each who has won, for then nobody's
    /// victory takes from another's.
    pub fn sharing(&self, winners: impl IntoIterator<Item = Seat>) -> usize {
        let (mut seen, mut sides) = (0_u16, 0);
        for winner in winners {
            let side = self.side(winner);
            sides += usize::from(seen & side == 0);
            seen |= side;
        }
        if self.says_who_won() { sides.min(1) } else { sides }
    }

    /// Whether the rules say of each player who has won (`won:`); else the best score wins.
    pub fn says_who_won(&self) -> bool {
        self.program.checked.score.won.is_some()
    }

    /// Whether the least score is the best.
    pub fn least_wins(&self) -> bool {
        self.program.checked.score.lowest
    }

    /// Whether there is a score.
    pub fn has_score(&self) -> bool {
        self.program.checked.score.total.is_some()
    }

    /// The name of a spot that has one of its own, as a team may.
    pub fn spot_word(&self, spot: SpotAt) -> Option<&str> {
        let sort = self.program.checked.spots.get(spot.sort.index())?;
        sort.words.get(usize::from(spot.number)).map(String::as_str)
    }
}
