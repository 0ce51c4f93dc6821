//! `h`: what a search thinks of each option.

use ludex::bots::Rate;

use super::screen::Screen;
use crate::failure::Failure;
use crate::game::offer::{Offer, Offers};
use crate::game::session::Session;
use crate::terminal::output::{Out, pad, pad_left, width};

impl Screen<'_> {
    /// How often a search won with each option, as the one who decides may know.
    pub fn hint(&self, session: &Session, player: u8, offers: &Offers, out: &mut Out) -> Result<(), Failure> {
        let rates = session.advice(player);
        if rates.is_empty() {
            return Ok(out.wrapped(&self.own.no_hint(), 0)?);
        }
        out.wrapped(&self.own.hint(), 0)?;
        let rows: Vec<(&Offer, &Rate)> =
            rates.iter().enumerate().filter_map(|(i, rate)| Some((offers.get(i)?, rate))).collect();
        let keys = rows.iter().map(|(offer, _)| width(&offer.key)).max().unwrap_or(0);
        let names = rows.iter().map(|(offer, _)| width(&offer.name)).max().unwrap_or(0);
        for (offer, rate) in rows {
            let name = pad(&offer.name, names.min(out.width.saturating_sub(keys + 20)));
            let line = format!("  {}  {name}  {}", pad_left(&offer.key, keys), self.chance(rate));
            out.wrapped(&line, keys + 4)?;
        }
        Ok(())
    }

    fn chance(&self, rate: &Rate) -> String {
        if rate.visits == 0 {
            return self.own.hint_untried();
        }
        self.own.hint_percent(pad_left(&format!("{:.0}", 100.0 * rate.wins), 3), rate.visits)
    }
}
