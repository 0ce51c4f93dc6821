//! Teams and their seats.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::hir::TeamsDef;
use crate::ids::SpotId;
use crate::load::raw::{RawSeat, RawTeamSeats, RawTeams};
use crate::resolve::{Target, Use};

impl Checker<'_> {
    /// Assigns seats to teams. Reports seats without a team.
    pub(super) fn teams(&mut self) {
        let raw = self.raw;
        let Some(teams) = &raw.teams else { return };
        let Some(spot) = raw.spots.iter().position(|spot| spot.is_teams).map(SpotId::new) else { return };
        let of = match &teams.seats {
            RawTeamSeats::InTurn(count) => (0..self.out.max_players).map(|seat| seat % count.value).collect(),
            RawTeamSeats::Named(_) => self.named_teams(teams),
        };
        let def = TeamsDef { spot, of };
        self.teams_with_players(teams, &def);
        self.changed().teams = Some(def);
    }

    fn named_teams(&mut self, teams: &RawTeams) -> Vec<u8> {
        let RawTeamSeats::Named(named) = &teams.seats else { return Vec::new() };
        let mut of: Vec<Option<(u8, Span)>> = vec![None; self.out.seats.len()];
        let before = self.problems.len();
        for (team, (_, seats)) in (0..).zip(named) {
            for seat in seats {
                let Some((seat, at)) = self.seat_in_team(seat) else { continue };
                match of[seat] {
                    None => of[seat] = Some((team, at)),
                    Some((_, first)) => self.in_two_teams(seat, at, first),
                }
            }
        }
        let missing: Vec<String> =
            (0..of.len()).filter(|seat| of[*seat].is_none()).map(|seat| self.seat_called(seat)).collect();
        if !missing.is_empty() && self.problems.len() == before {
            let verb = if missing.len() == 1 { "is" } else { "are" };
            let message = format!("{} {verb} in no team", missing.join(", "));
            let problem = Diagnostic::new(Code::BadTeam, teams.at, message);
            self.problems.push(problem.help("every seat is in one team, or is left out of `players`"));
        }
        of.into_iter().map(|found| found.map_or(0, |(team, _)| team)).collect()
    }

    /// Returns the index of a named seat, from 0, and its location.
    fn seat_in_team(&mut self, seat: &RawSeat) -> Option<(usize, Span)> {
        let most = self.out.seats.len();
        match seat {
            RawSeat::Number(number) => {
                let at = usize::try_from(number.value).ok().and_then(|n| n.checked_sub(1));
                let at = at.filter(|at| *at < most);
                if at.is_none() {
                    let message = format!("there is no seat {}", number.value);
                    let problem = Diagnostic::new(Code::OutOfRange, number.span, message);
                    self.problems.push(problem.help(format!("they are counted from 1 to {most}")));
                }
                Some((at?, number.span))
            }
            RawSeat::Id(id) => {
                let found = self.out.seats.iter().position(|known| *known == id.value);
                match found {
                    Some(at) => {
                        let target = Target::Seat(u8::try_from(at).unwrap_or(u8::MAX));
                        self.names.draft.refer(id.span, target, Use::Names);
                    }
                    None => {
                        let message = format!("there is no seat `{}`", id.value);
                        let problem = Diagnostic::new(Code::UnknownName, id.span, message);
                        let problem = problem.suggest(&id.value, self.out.seats.iter().map(String::as_str));
                        self.problems.push(
                            problem
                                .help("a seat is named by its number, or by its id in `game: { seats: … }`"),
                        );
                    }
                }
                Some((found?, id.span))
            }
        }
    }

    fn in_two_teams(&mut self, seat: usize, at: Span, first: Span) {
        let message = format!("{} is in a team already", self.seat_called(seat));
        let problem = Diagnostic::new(Code::BadTeam, at, message).other(first, "here");
        self.problems.push(problem.help("each seat is in one team: leave it out of the other"));
    }

    fn seat_called(&self, seat: usize) -> String {
        let named = self.raw.game.as_ref().is_some_and(|game| !game.seats.is_empty());
        if named { format!("`{}`", self.out.seats[seat]) } else { format!("seat {}", seat + 1) }
    }

    /// Reports a team without players, for some number of players.
    fn teams_with_players(&mut self, teams: &RawTeams, def: &TeamsDef) {
        let RawTeamSeats::Named(named) = &teams.seats else {
            let RawTeamSeats::InTurn(count) = &teams.seats else { return };
            if count.value > self.out.min_players {
                let message = format!("{} players make no {} teams", self.out.min_players, count.value);
                let problem = Diagnostic::new(Code::BadTeam, count.span, message);
                self.problems
                    .push(problem.help("raise the minimum number of players, or reduce the number of teams"));
            }
            return;
        };
        let members = def.members(self.out.min_players);
        for (team, (name, _)) in named.iter().enumerate() {
            if members.get(team).copied().unwrap_or(0) == 0 {
                let players = self.out.min_players;
                let message = format!("with {players} players, the team `{}` is empty", name.value);
                let problem = Diagnostic::new(Code::BadTeam, name.span, message);
                self.problems.push(
                    problem.help("raise the minimum number of players, or put an earlier seat into it"),
                );
            }
        }
    }

    /// Returns true if each player has exactly one partner, for any number of players.
    pub(in crate::check) fn all_have_partners(&self) -> bool {
        let Some(teams) = &self.out.teams else { return false };
        let two = |players: u8| teams.members(players).iter().all(|team| team.count_ones() == 2);
        (self.out.min_players..=self.out.max_players).all(two)
    }
}
