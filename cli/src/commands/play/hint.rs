//! The `h` command: estimates each option by a search, and recommends one.

use ludex_bots::{Goal, Rate, goal};

use super::screen::Screen;
use crate::failure::Failure;
use crate::game::session::Session;
use crate::terminal::output::{Out, pad, pad_left, width};
use ludex_table::offers::{Offer, Offers};
use ludex_table::phrases::Phrases;

impl Screen<'_> {
    /// Prints the search statistics of each option, based on the acting player's knowledge only.
    pub fn hint(&self, session: &Session, player: u8, offers: &Offers, out: &mut Out) -> Result<(), Failure> {
        let rates = session.advice(player);
        if rates.is_empty() {
            return Ok(out.wrapped(&self.own.no_hint(), 0)?);
        }
        out.wrapped(&self.own.hint(), 0)?;
        let goal = goal(session.game.setup());
        let rows: Vec<(&Offer, &Rate)> =
            rates.iter().enumerate().filter_map(|(i, rate)| Some((offers.get(i)?, rate))).collect();
        let keys = rows.iter().map(|(offer, _)| width(&offer.key)).max().unwrap_or(0);
        let names = rows.iter().map(|(offer, _)| width(&offer.name)).max().unwrap_or(0);
        for (offer, rate) in &rows {
            let name = pad(&offer.name, names.min(out.width.saturating_sub(keys + 20)));
            let found = match rate.visits {
                0 => self.own.hint_untried(),
                tries => self.own.hint_percent(pad_left(&worth(self.own, goal, **rate), 9), tries),
            };
            out.wrapped(&format!("  {}  {name}  {found}", pad_left(&offer.key, keys)), keys + 4)?;
        }
        Ok(out.wrapped(&self.best(goal, rows), 0)?)
    }

    /// Compares the option with most iterations with the next different one; copies of a card count as one
    /// option. If the difference to similarly tested options is within chance, no option is recommended.
    fn best(&self, goal: Goal, mut rows: Vec<(&Offer, &Rate)>) -> String {
        rows.sort_by(|(_, a), (_, b)| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
        let Some(((best, rate), others)) = rows.split_first() else { return self.own.no_hint() };
        let (share, tries) = (worth(self.own, goal, **rate), rate.visits);
        let next = others.iter().find(|(other, next)| other.name != best.name && next.visits > 0);
        // options that the search abandoned early are worse
        let mut near =
            others.iter().filter(|(other, near)| other.name != best.name && 3 * near.visits >= tries);
        if near.any(|(_, near)| !stands_out(**rate, **near)) {
            return self.own.hint_none();
        }
        match next {
            Some((other, next)) => {
                self.own.hint_best(&best.name, share, tries, &other.name, worth(self.own, goal, **next))
            }
            None => self.own.hint_best_alone(&best.name, share, tries),
        }
    }
}

/// Upper bound of the standard deviation of an iteration's value; approximate for scores.
const SPREAD: f64 = 0.5;

/// Returns true if the difference of the means exceeds its standard error.
fn stands_out(best: Rate, other: Rate) -> bool {
    let unsure = |rate: Rate| SPREAD * SPREAD / f64::from(rate.visits.max(1));
    best.mean - other.mean > (unsure(best) + unsure(other)).sqrt()
}

/// Formats the value of an option: the share of iterations won, or the lead in points for a score objective.
pub fn worth(own: &Phrases, goal: Goal, rate: Rate) -> String {
    if goal == Goal::Score {
        return own.hint_points(format!("{:+.2}", rate.lead + 0.0));
    }
    own.hint_share(format!("{:.0}", 100.0 * rate.wins))
}
