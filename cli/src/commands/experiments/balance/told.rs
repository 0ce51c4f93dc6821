//! Formats the figures of a report in a language.

use ludex::Setup;
use ludex_lab::Objective;
use ludex_lab::balance::{Report, Untrained};
use ludex_lab::names::{Names, Sort};
use ludex_table::phrases::Phrases;
use ludex_table::words::Words;

/// Maximum number of names in a sentence.
const NAMED: usize = 5;

pub struct ReportWords<'a> {
    pub report: &'a Report,
    pub words: Words<'a>,
    pub names: &'a Names,
    pub own: &'static Phrases,
    /// Setups for all numbers of players.
    pub setups: &'a [&'a Setup],
    /// The sentence that describes the strongest players.
    pub level: &'a str,
}

/// Returns the name of the players with this bot.
pub fn players(own: &Phrases, bot: &str) -> String {
    match bot {
        "random" => own.report_random(),
        _ if bot.starts_with("policy") => own.report_trained(),
        _ => bot.to_owned(),
    }
}

/// Explains how a bot chooses.
pub fn bot(own: &Phrases, bot: &str) -> String {
    let number = bot.split_once(':').map_or("", |(_, number)| number);
    match bot {
        "random" => own.report_bot_random(bot),
        _ if bot.starts_with("greedy:") => own.report_bot_greedy(bot, number),
        _ if bot.starts_with("search:") && number.bytes().all(|of| of.is_ascii_digit()) => {
            own.report_bot_search(bot, number)
        }
        _ if bot.starts_with("policy") => own.report_bot_policy(bot),
        _ => bot.to_owned(),
    }
}

/// Returns the reason why no trained players play.
pub fn untrained(own: &Phrases, why: &Untrained) -> String {
    match why {
        Untrained::TooLong { budget } => own.report_untrained_too_long(budget),
        Untrained::NoBetter { policies, games } => {
            own.report_untrained_no_better(policies, count(own, *games))
        }
        Untrained::Endless { unended, games } => {
            own.report_untrained_endless(count(own, *unended), count(own, *games))
        }
        Untrained::Weaker { policies, games, against, share } => {
            let share = percent(own, 100.0 * share);
            own.report_untrained_weaker(policies, count(own, *games), against, share)
        }
        Untrained::NoEnd => own.report_untrained_no_end(),
        Untrained::Impossible { message } => message.clone(),
    }
}

/// Formats a number with the decimal point of the language. A value that rounds to zero has no sign.
fn number(own: &Phrases, n: f64, places: usize) -> String {
    let unit = 10_f64.powi(places as i32);
    let n = (n * unit).round() / unit + 0.0;
    format!("{n:.places$}").replace('.', &own.decimal_point()).replace('-', "−")
}

/// Formats an integer with separators.
pub fn count(own: &Phrases, n: u64) -> String {
    let separator = if own.decimal_point() == "." { "," } else { "\u{202f}" };
    ludex_lab::html::grouped(n).replace(',', separator)
}

/// Formats a percentage: `53.2 %`.
pub fn percent(own: &Phrases, n: f64) -> String {
    format!("{}\u{a0}%", number(own, n, 1))
}

impl ReportWords<'_> {
    pub fn number(&self, n: f64, places: usize) -> String {
        number(self.own, n, places)
    }

    /// Returns the name of the strongest players.
    pub fn players(&self) -> String {
        players(self.own, self.report.levels.last().map_or("", |bot| bot))
    }

    /// Formats a number with its sign.
    pub fn signed(&self, n: f64, places: usize) -> String {
        let text = self.number(n, places);
        if n > 0.0 && text.chars().any(|c| ('1'..='9').contains(&c)) { format!("+{text}") } else { text }
    }

    pub fn count(&self, n: u64) -> String {
        count(self.own, n)
    }

    pub fn percent(&self, n: f64) -> String {
        percent(self.own, n)
    }

    /// Formats the interval of a percentage; a dash for `None`.
    pub fn within(&self, interval: Option<[f64; 2]>) -> String {
        interval.map_or_else(|| "–".to_owned(), |ends| self.ends(ends.map(|end| self.number(end, 1))))
    }

    /// Formats an effect on the measure of the report: `+1.2` percentage points, `+1.25` points.
    pub fn effect(&self, n: f64) -> String {
        self.signed(n, self.places())
    }

    pub fn effects(&self, interval: [f64; 2]) -> String {
        self.ends(interval.map(|end| self.effect(end)))
    }

    pub fn places(&self) -> usize {
        match self.report.by {
            Objective::Win => 1,
            Objective::Score => 2,
        }
    }

    /// Formats an interval. It never breaks over two lines.
    pub fn ends(&self, [low, high]: [String; 2]) -> String {
        self.own.report_interval(low, high).replace(' ', "\u{a0}")
    }

    pub fn unit(&self) -> String {
        match self.report.by {
            Objective::Win => self.own.report_unit_win(),
            Objective::Score => self.own.report_unit_score(),
        }
    }

    pub fn card(&self, id: &str) -> String {
        self.names.get(Sort::Card, id)
    }

    /// Returns the name of a seat, counted from 1.
    pub fn seat(&self, number: u8) -> String {
        self.words.player(number - 1)
    }

    /// Returns the name of a seat in a game of this number of players.
    pub fn seat_of(&self, players: u8, number: u8) -> String {
        let setup = self.setups.iter().find(|setup| setup.players() == players);
        setup.map_or_else(
            || self.seat(number),
            |setup| Words::new(setup, self.words.language).player(number - 1),
        )
    }

    /// Lists names: the first ones, and the number of the others.
    pub fn list(&self, names: &[String]) -> String {
        // one more name is as short as its number
        let named = if names.len() == NAMED + 1 { names.len() } else { names.len().min(NAMED) };
        let shown = names[..named].join(", ");
        match names.len().checked_sub(named).filter(|more| *more > 0) {
            Some(more) => self.own.report_and_more(shown, more),
            None => shown,
        }
    }

    pub fn kinds(&self, names: &[String]) -> Vec<String> {
        let kinds = self.words.rules().kinds().filter(|kind| names.iter().any(|name| name == kind.name));
        kinds.map(|kind| self.words.kind(kind.id)).collect()
    }

    pub fn cards(&self, ids: &[String]) -> Vec<String> {
        ids.iter().map(|id| self.card(id)).collect()
    }
}
