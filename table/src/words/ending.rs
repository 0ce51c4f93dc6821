//! The end of a game: scores and winners.

use ludex::{Game, Seat, SheetRow, SheetScore};

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

    /// Formats a row of the score sheet for the log: what the iteration brought, and the totals.
    pub(super) fn sheet_line(&self, row: &SheetRow) -> String {
        let scores = self.sides(std::slice::from_ref(row)).into_iter().filter_map(|(name, seat)| {
            let score = row.scores.get(seat.index())?;
            Some(format!("{name} {} ({})", self.gained(score), self.amount(score.total)))
        });
        let scores: Vec<String> = scores.collect();
        self.label(&self.sheet_row(row), &scores.join(", "))
    }

    /// Returns the score sheet as a table with a heading and the totals: a row for each iteration, a column for
    /// each player or team. Empty without rows.
    pub fn sheet(&self, game: &Game) -> Vec<Vec<String>> {
        let rows = game.score_sheet();
        let Some(last) = rows.last() else { return Vec::new() };
        let sides = self.sides(&rows);
        let line = |row: &SheetRow, head: String, cell: &dyn Fn(&SheetScore) -> String| {
            let cells = sides.iter().filter_map(|(_, seat)| row.scores.get(seat.index())).map(cell);
            [head].into_iter().chain(cells).collect::<Vec<_>>()
        };
        let names = sides.iter().map(|(name, _)| name.clone());
        let mut table = vec![[self.own.score_sheet()].into_iter().chain(names).collect()];
        table.extend(rows.iter().map(|row| line(row, self.sheet_row(row), &|score| self.gained(score))));
        let total = self.get("score.total").unwrap_or_else(|| self.own.score());
        table.push(line(last, total, &|score| self.amount(score.total)));
        table
    }

    fn sheet_row(&self, row: &SheetRow) -> String {
        format!("{} {}", self.phase(row.phase.id), row.number)
    }

    /// Returns the name of each side, and one of its players: the teams, if the players of each have equal
    /// scores in these rows, otherwise the players.
    fn sides(&self, rows: &[SheetRow]) -> Vec<(String, Seat)> {
        let teams: Vec<_> = self.rules().teams().collect();
        let scores = |row: &SheetRow, seat: &Seat| {
            row.scores.get(seat.index()).map(|score| (score.gained, score.total))
        };
        let scores_as_one = |seats: &[Seat]| {
            rows.iter().all(|row| seats.windows(2).all(|two| scores(row, &two[0]) == scores(row, &two[1])))
        };
        if teams.is_empty() || !teams.iter().all(|team| scores_as_one(&team.seats)) {
            return self.setup.seats().map(|seat| (self.seat(seat.id), seat.id)).collect();
        }
        teams.iter().filter_map(|team| Some((self.spot(team.at), *team.seats.first()?))).collect()
    }

    fn gained(&self, score: &SheetScore) -> String {
        let amount = self.amount(score.gained);
        if score.gained.thousandths > 0 { format!("+{amount}") } else { amount }
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
