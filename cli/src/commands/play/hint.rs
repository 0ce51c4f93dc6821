//! The `h` command: estimates each option by a search, and recommends one.

use ludex_bots::{Goal, Rate, goal};

use super::screen::Screen;
use crate::failure::Failure;
use crate::game::session::Session;
use crate::terminal::output::{Out, pad, pad_left, width};
use ludex_table::offers::{Offer, Offers};
use ludex_table::phrases::Phrases;
use ludex_table::words::Tried;

impl Screen<'_> {
    /// Prints the search statistics of each option, based on the acting player's knowledge only.
    pub fn hint(&self, session: &Session, player: u8, offers: &Offers, out: &mut Out) -> Result<(), Failure> {
        let rates = session.advice(player);
        if rates.is_empty() {
            return Ok(out.wrapped(&self.own.no_hint(), 0)?);
        }
        out.wrapped(&self.own.hint(), 0)?;
        let goal = goal(session.game.setup());
        let rows: Vec<(&Offer, Tried)> = rates
            .iter()
            .enumerate()
            .filter_map(|(option, rate)| {
                let offer = offers.get(option)?;
                let worth = worth(self.own, goal, *rate);
                let (name, visits, mean) = (offer.name.clone(), rate.visits, rate.mean);
                Some((offer, Tried { name, visits, mean, worth }))
            })
            .collect();
        let keys = rows.iter().map(|(offer, _)| width(&offer.key)).max().unwrap_or(0);
        let names = rows.iter().map(|(offer, _)| width(&offer.name)).max().unwrap_or(0);
        for (offer, tried) in &rows {
            let name = pad(&offer.name, names.min(out.width.saturating_sub(keys + 20)));
            let found = match tried.visits {
                0 => self.own.hint_untried(),
                tries => self.own.hint_percent(pad_left(&tried.worth, 9), tries),
            };
            out.wrapped(&format!("  {}  {name}  {found}", pad_left(&offer.key, keys)), keys + 4)?;
        }
        let tried: Vec<Tried> = rows.into_iter().map(|(_, tried)| tried).collect();
        Ok(out.wrapped(&self.own.recommended(&tried), 0)?)
    }
}

/// Formats the value of an option for the bots' objective.
pub fn worth(own: &Phrases, goal: Goal, rate: Rate) -> String {
    own.worth((goal == Goal::Score).then_some(rate.lead), rate.wins)
}
