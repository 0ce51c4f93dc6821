//! A game with people and bots at the table: who decides, taking back, saving.

use std::path::{Path, PathBuf};

use ludex::{ApplyError, Chooser, Game, Made, Record, RecordError, Ruleset, Seat, SetupError};

use crate::failure::{Failure, suggestion};
use crate::rulesets::Loaded;
use crate::save::Save;

/// A game being played.
pub struct Session {
    pub game: Game,
    /// By seat: decides at random.
    pub bots: Vec<bool>,
    /// Where it is saved, once it was.
    pub path: Option<PathBuf>,
    /// Decisions can be taken back.
    pub takes_back: bool,
    /// Choices that were made before it; they stay.
    began: usize,
    /// What the bots draw from.
    seed: u64,
    chooser: Chooser,
}

/// A saved choice that is not possible any more.
pub struct Stop {
    /// Which, from 1.
    pub number: usize,
    /// How many were saved.
    pub of: usize,
    pub label: String,
}

impl Session {
    /// A game, from where it stands. The bots choose as the games of `simulate` do, so that with bots only the seed of a
    /// simulated game plays the very same one.
    pub fn new(game: Game, seed: u64, bots: Vec<bool>) -> Session {
        let (began, chooser) = (game.choices(), Chooser::new(seed));
        Session { game, bots, path: None, takes_back: true, began, seed, chooser }
    }

    /// A game from a record: verified, then played up to its end with what taking back needs.
    pub fn resume(ruleset: &Ruleset, record: &Record, bots: Vec<bool>) -> Result<Session, RecordError> {
        let done = Game::replay(ruleset, record)?;
        let mut session = Session::new(Game::new(done.setup(), record.seed), record.seed, bots);
        for made in done.past() {
            session.again(made.option);
        }
        Ok(session)
    }

    /// A game from a record of another version of its ruleset, as far as its choices are still possible; and where they
    /// are not.
    pub fn resume_anyway(
        ruleset: &Ruleset,
        record: &Record,
        bots: Vec<bool>,
    ) -> Result<(Session, Option<Stop>), SetupError> {
        let setup = ruleset.setup(record.players, &record.options)?;
        let mut session = Session::new(Game::new(&setup, record.seed), record.seed, bots);
        for (i, label) in record.choices.iter().enumerate() {
            let found = session.game.labels().iter().position(|offered| offered == label);
            let Some(index) = found else {
                let stop = Stop { number: i + 1, of: record.choices.len(), label: label.clone() };
                return Ok((session, Some(stop)));
            };
            session.again(index);
        }
        Ok((session, None))
    }

    /// A choice that was made before; a bot that made it has drawn a number for it. A fault is kept in the game.
    fn again(&mut self, index: usize) {
        if self.is_bots_turn() {
            self.pick();
        }
        let _ = self.game.apply(index);
    }

    /// Who has to decide.
    pub fn player(&self) -> Option<u8> {
        self.game.deciding().map(|seat| seat.0)
    }

    /// Whether a bot has to decide.
    pub fn is_bots_turn(&self) -> bool {
        self.player().is_some_and(|p| self.is_bot(p))
    }

    /// Whether a bot sits there.
    pub fn is_bot(&self, player: u8) -> bool {
        self.bots.get(usize::from(player)).copied().unwrap_or(true)
    }

    /// The seats where people sit.
    pub fn humans(&self) -> Vec<u8> {
        (0..self.game.players()).filter(|p| !self.is_bot(*p)).collect()
    }

    /// A bot's choice.
    fn pick(&mut self) -> usize {
        self.chooser.below(self.game.options())
    }

    /// A bot decides.
    pub fn bot(&mut self) -> Result<(), ApplyError> {
        let index = self.pick();
        self.game.apply(index)
    }

    /// Somebody takes an option.
    pub fn take(&mut self, index: usize) -> Result<(), ApplyError> {
        self.game.apply(index)
    }

    /// Back to the last decision of a seat that was one; false if there is none.
    pub fn undo(&mut self, seat: u8) -> bool {
        if !self.takes_back {
            return false;
        }
        let Some(to) = self.past().rposition(|made| made.seat == Seat(seat) && made.options > 1) else {
            return false;
        };
        while self.game.choices() > self.began + to && self.game.undo() {}
        self.chooser = self.drawn();
        true
    }

    /// The choices made in it.
    fn past(&self) -> impl DoubleEndedIterator<Item = Made> + ExactSizeIterator + '_ {
        self.game.past().skip(self.began)
    }

    /// The bots' numbers after those that were drawn for the choices that stand.
    fn drawn(&self) -> Chooser {
        let mut chooser = Chooser::new(self.seed);
        for made in self.past().filter(|made| self.is_bot(made.seat.0)) {
            chooser.below(made.options);
        }
        chooser
    }

    /// Where in the log begins what a seat has not read: at its last decision.
    pub fn unread(&self, seat: u8) -> usize {
        self.past().rfind(|made| made.seat == Seat(seat)).map_or(0, |made| made.log)
    }

    /// Writes the game down.
    pub fn save(&self, path: &Path, loaded: &Loaded, language: &str) -> Result<(), String> {
        let lasting =
            |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string();
        let save = Save {
            from: loaded.reference.lasting(),
            variants: loaded.changes.variants.clone(),
            overlays: loaded.changes.overlays.iter().map(lasting).collect(),
            language: language.to_owned(),
            seats: self.seats(),
            no_undo: !self.takes_back,
            record: self.game.record(),
        };
        save.write(path)
    }

    /// `human` or `bot`, by seat.
    pub fn seats(&self) -> Vec<String> {
        self.bots.iter().map(|bot| if *bot { "bot" } else { "human" }.to_owned()).collect()
    }
}

/// What is said of a seat: `bot` or `human`.
pub fn is_bot(word: &str) -> Option<bool> {
    match word.trim() {
        "human" => Some(false),
        "bot" => Some(true),
        _ => None,
    }
}

/// Which seats are bots, from `human,bot,…`.
pub fn parse_seats(list: &str) -> Result<Vec<bool>, Failure> {
    let seat = |word: &str| {
        is_bot(word).ok_or_else(|| {
            let word = word.trim();
            let message = format!("--seats takes human or bot for each seat, not `{word}`");
            let near = ludex::diagnostics::closest(word, ["human", "bot"]);
            let help = near.map(|_| format!("; {}", suggestion(word, ["human", "bot"]))).unwrap_or_default();
            Failure::Usage(message + &help)
        })
    };
    list.split(',').map(seat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Changes;
    use crate::output::Out;
    use crate::rulesets::shipped;

    /// Plays so many choices: people take the first option.
    fn play(session: &mut Session, choices: usize) {
        for _ in 0..choices {
            let done = if session.is_bots_turn() { session.bot() } else { session.take(0) };
            done.expect("a game that is not over");
        }
    }

    /// What was taken back and made again is the same game: the bots draw the same numbers, and the log is read from the same line.
    #[test]
    fn bots_draw_again_what_they_drew() {
        for id in shipped() {
            let loaded = Loaded::load(id, &Changes::default(), &mut Out::to(std::io::sink()));
            let setup = loaded.unwrap_or_else(|_| panic!("{id}")).ruleset.setup(3, &[]).expect("a setup");
            let mut session = Session::new(Game::new(&setup, 5), 5, vec![false, true, true]);
            play(&mut session, 24);
            let (made, unread) = (session.game.record(), session.unread(0));
            for _ in 0..2 {
                assert!(session.undo(0), "{id}: somebody has chosen");
                assert_eq!(session.player(), Some(0));
            }
            let back = session.game.choices();
            assert!(back < 24, "{id}");
            play(&mut session, 24 - back);
            assert_eq!(session.game.record(), made, "{id}");
            assert_eq!(session.unread(0), unread, "{id}");
        }
    }
}
