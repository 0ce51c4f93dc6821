//! Sentences about the options that a search has rated.

use crate::phrases::Phrases;

/// An option as a search rated it.
pub struct Tried {
    pub name: String,
    /// Number of iterations of the search that tried it.
    pub visits: u32,
    /// Mean value of the iterations, from 0 to 1.
    pub mean: f64,
    pub worth: String,
}

/// Upper bound of the standard deviation of an iteration's value; approximate for scores.
const SPREAD: f64 = 0.5;

impl Tried {
    /// Returns true if the difference of the means exceeds its standard error.
    fn stands_out(&self, other: &Tried) -> bool {
        let variance = |tried: &Tried| SPREAD * SPREAD / f64::from(tried.visits.max(1));
        self.mean - other.mean > (variance(self) + variance(other)).sqrt()
    }
}

impl Phrases {
    /// Formats the value of an option: the lead in points for a score objective, otherwise the share of
    /// iterations won.
    pub fn worth(&self, lead: Option<f64>, wins: f64) -> String {
        match lead {
            Some(lead) => self.hint_points(format!("{:+.2}", lead + 0.0)),
            None => self.hint_share(format!("{:.0}", 100.0 * wins)),
        }
    }

    /// Compares the option with most iterations with the next different one; copies of a card count as one
    /// option. If the difference to similarly tested options is within chance, no option is recommended.
    pub fn recommended(&self, all: &[Tried]) -> String {
        let mut rows: Vec<&Tried> = all.iter().collect();
        rows.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
        let Some((best, others)) = rows.split_first() else { return self.no_hint() };
        let others = || others.iter().filter(|other| other.name != best.name);
        // options that the search abandoned early are worse
        let mut near = others().filter(|near| 3 * near.visits >= best.visits);
        if near.any(|near| !best.stands_out(near)) {
            return self.hint_none();
        }
        match others().find(|next| next.visits > 0) {
            Some(next) => {
                self.hint_best(&best.name, &best.worth, best.visits, &next.name, next.worth.as_str())
            }
            None => self.hint_best_alone(&best.name, &best.worth, best.visits),
        }
    }
}
