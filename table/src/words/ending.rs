//! The end of a game: scores and winners.

use ludex::{Game, Seat};

use super::{Words, capital};

impl Words<'_> {
    /// Returns the seats in the order of the results: the players who are in, then those who were eliminated,
    /// the last to leave first.
    pub fn ranked(&self, game: &Game) -> Vec<Seat> {
        let out = game.host().eliminated();
        let is_out = |seat: Seat| out.iter().any(|out| out.id == seat);
        let still_in = game.setup().seats().map(|seat| seat.id).filter(|seat| !is_out(*seat));
        still_in.chain(out.iter().rev().map(|out| out.id)).collect()
    }

    /// Returns the scores and their parts as a table with a heading: one row per player, in the order of
    /// [`Self::ranked`].
    pub fn scores(&self, game: &Game) -> Vec<Vec<String>> {
        let seats = self.ranked(game);
        let scores: Vec<_> = seats.iter().filter_map(|seat| game.host().score(*seat)).collect();
        let total = self.get("score.total").unwrap_or_else(|| self.own.score());
        let mut rows = vec![vec![String::new(), total]];
        if let Some(score) = scores.first() {
            rows[0].extend(score.lines.iter().map(|(name, _)| self.score_line(name)));
        }
        for (seat, score) in seats.iter().zip(&scores) {
            let parts = score.lines.iter().map(|(_, amount)| self.amount(*amount));
            let head = [self.seat(*seat), self.amount(score.total)];
            rows.push(head.into_iter().chain(parts).collect());
        }
        rows
    }

    /// Formats the winners, including shared victories.
    pub fn winners(&self, game: &Game) -> String {
        let (rules, own) = (self.rules(), self.own);
        let seats: Vec<Seat> = game.host().winners().iter().map(|winner| winner.id).collect();
        let names: Vec<String> = seats.iter().map(|seat| self.seat(*seat)).collect();
        let all = seats.len() == usize::from(game.players());
        match names.as_slice() {
            [] => own.nobody_wins(),
            [one] => own.wins(capital(one)),
            _ if all && rules.has_winner_rule() => own.all_win(),
            _ if all => own.all_share(),
            [first @ .., last] if rules.sharing(seats.iter().copied()) > 1 => {
                own.share(first.join(", "), last)
            }
            [first @ .., last] => {
                let won = own.win(first.join(", "), last);
                let team = rules.teams().find(|team| team.seats == seats);
                let named = team.filter(|team| rules.spot_word(team.at).is_some());
                named.map_or(won.clone(), |team| self.label(&capital(&self.spot(team.at)), &won))
            }
        }
    }
}
