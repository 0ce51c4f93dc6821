//! Teams and victory conditions.

use super::Rules;
use crate::play::label;
use ludex_check::ids::{Seat, SpotAt};

/// A team of players.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TeamDef {
    /// The spot of the team, which may have zones and variables.
    pub at: SpotAt,
    /// The stable label: the name in the ruleset, otherwise `team_2`.
    pub name: String,
    /// The players of the team, in seat order.
    pub seats: Vec<Seat>,
}

impl Rules {
    /// Returns the teams in order, each with its players in this game; empty without teams.
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

    /// Returns the team of a player as a set of seats; the player alone without teams.
    fn side(&self, seat: Seat) -> u16 {
        let alone = 1_u16.checked_shl(seat.0.into()).unwrap_or_default();
        let team = self.program.layout.teams.iter().find(|team| **team & alone != 0);
        team.copied().unwrap_or(alone)
    }

    /// Returns the number of parties that share a victory of these players: teams, or players without a team.
    /// Returns 1 if the rules decide for each player whether they have won, because these victories are not
    /// shared.
    pub fn sharing(&self, winners: impl IntoIterator<Item = Seat>) -> usize {
        let (mut seen, mut sides) = (0_u16, 0);
        for winner in winners {
            let side = self.side(winner);
            sides += usize::from(seen & side == 0);
            seen |= side;
        }
        if self.has_winner_rule() { sides.min(1) } else { sides }
    }

    /// Returns true if the rules decide for each player whether they have won (`won:`); otherwise the best
    /// score wins.
    pub fn has_winner_rule(&self) -> bool {
        self.program.checked.score.won.is_some()
    }

    /// Returns true if the lowest score wins.
    pub fn least_wins(&self) -> bool {
        self.program.checked.score.lowest
    }

    /// Returns true if the rules define a score.
    pub fn has_score(&self) -> bool {
        self.program.checked.score.total.is_some()
    }

    /// Returns the name of a spot that has its own, as teams may.
    pub fn spot_word(&self, spot: SpotAt) -> Option<&str> {
        let sort = self.program.checked.spots.get(spot.sort.index())?;
        sort.words.get(usize::from(spot.number)).map(String::as_str)
    }
}
