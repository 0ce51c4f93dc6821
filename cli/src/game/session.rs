//! A game with people and bots: decisions, undo and saving.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ludex::{
    ApplyError, Choice, Chooser, Game, OptionView, PastChoice, Record, RecordError, Ruleset, Seat,
    SetupError, why,
};
use ludex_bots::{Bot, BotSpec, Rate, decision_seed};

use crate::exec;
use crate::failure::Failure;
use crate::game::save::{Beginning, Overlay, Save, default_path};
use crate::game::seats::{OPPONENT, SeatPlayer, tools};
use crate::sources::rulesets::Loaded;

pub struct Session {
    pub game: Game,
    pub bots: Vec<bool>,
    seats: Vec<SeatPlayer>,
    minds: Vec<Option<Box<dyn Bot>>>,
    /// Path of the save, once the game was saved.
    pub path: Option<PathBuf>,
    /// True if decisions can be undone.
    pub takes_back: bool,
    /// Initial scenario, for a game that began from its position.
    pub beginning: Option<Beginning>,
    /// True if every decision is asked, even if all players can see that only one option exists.
    pub asks_all: bool,
    /// Number of choices before the initial position; they can't be undone.
    began: usize,
    /// Numbers of the choices made without a question.
    unasked: BTreeSet<usize>,
    seed: u64,
    chooser: Chooser,
}

pub struct Kept {
    pub path: PathBuf,
    /// Reason why the requested path was not used.
    pub refused: Option<String>,
}

/// A saved choice that is not possible any more.
pub struct Stop {
    /// Number of the choice, from 1.
    pub number: usize,
    /// Total number of saved choices.
    pub of: usize,
    pub label: String,
}

impl Session {
    /// Continues a game from its current position. Random bots use the random numbers of `simulate`, so a
    /// game of random bots repeats the simulated game with the same seed.
    pub fn new(game: Game, seed: u64, seats: Vec<SeatPlayer>) -> Session {
        let bots = seats.iter().map(|sitter| *sitter != SeatPlayer::Human).collect();
        let minds = seats.iter().map(|sitter| sitter.mind()).collect();
        let (began, chooser) = (game.choices(), Chooser::new(seed));
        Session {
            game,
            bots,
            seats,
            minds,
            path: None,
            takes_back: true,
            beginning: None,
            asks_all: false,
            began,
            unasked: BTreeSet::new(),
            seed,
            chooser,
        }
    }

    /// Verifies a record and replays it to its end, with the data that undo needs. `position` is the initial
    /// position, if any.
    pub fn resume(
        ruleset: &Ruleset,
        record: &Record,
        position: Option<Game>,
        (seats, asks_all): (Vec<SeatPlayer>, bool),
    ) -> Result<Session, RecordError> {
        let done = replayed(ruleset, record, position.clone())?;
        let game = position.unwrap_or_else(|| Game::new(done.setup(), record.seed));
        let mut session = Session { asks_all, ..Session::new(game, record.seed, seats) };
        for made in done.host().past().skip(session.began) {
            session.again(made.option);
        }
        Ok(session)
    }

    /// Replays a record of another version of its ruleset as far as its choices are possible. Also returns
    /// the first impossible choice.
    pub fn resume_anyway(
        ruleset: &Ruleset,
        record: &Record,
        position: Option<Game>,
        (seats, asks_all): (Vec<SeatPlayer>, bool),
    ) -> Result<(Session, Option<Stop>), SetupError> {
        let game = match position {
            Some(position) => position,
            None => {
                let setup = ruleset.setup(record.players, &record.options)?;
                Game::new(&if record.streams { setup.in_streams() } else { setup }, record.seed)
            }
        };
        let mut session = Session { asks_all, ..Session::new(game, record.seed, seats) };
        for (i, label) in record.choices.iter().enumerate().skip(session.began) {
            let found = session.game.host().labels().iter().position(|offered| offered == label);
            let Some(index) = found else {
                let stop = Stop { number: i + 1, of: record.choices.len(), label: label.clone() };
                return Ok((session, Some(stop)));
            };
            session.again(index);
        }
        Ok((session, None))
    }

    /// Returns the number of choices before the initial position.
    pub fn began(&self) -> usize {
        self.began
    }

    /// Repeats an earlier choice. Advances the random number generator for random bots. Faults are stored in
    /// the game.
    fn again(&mut self, index: usize) {
        if self.player().is_some_and(|player| self.is_random(player)) {
            self.draw();
        }
        if self.is_forced() {
            self.take_unasked();
        } else {
            let _ = self.game.apply(index);
        }
    }

    /// Returns true if all players can see that a person has one option.
    fn is_forced(&self) -> bool {
        let is_person = self.player().is_some_and(|player| !self.is_bot(player));
        is_person && !self.asks_all && why::is_forced(&self.game)
    }

    /// Makes a person's choice if all players can see that it is forced. Returns false if a question is
    /// needed.
    pub fn take_forced(&mut self) -> bool {
        let is_forced = self.is_forced();
        if is_forced {
            self.take_unasked();
        }
        is_forced
    }

    fn take_unasked(&mut self) {
        self.unasked.insert(self.game.choices());
        // a fault ends the game and is reported at its end
        let _ = self.game.apply_unasked();
    }

    pub fn player(&self) -> Option<u8> {
        self.game.deciding().map(Seat::number)
    }

    pub fn is_bot(&self, player: u8) -> bool {
        self.bots.get(usize::from(player)).copied().unwrap_or(true)
    }

    pub fn humans(&self) -> Vec<u8> {
        (0..self.game.players()).filter(|p| !self.is_bot(*p)).collect()
    }

    fn is_random(&self, player: u8) -> bool {
        self.seats.get(usize::from(player)) == Some(&SeatPlayer::Bot(BotSpec::Random))
    }

    /// Returns true if the seat has a search-based bot, which may take a while.
    pub fn has_search_bot(&self, player: u8) -> bool {
        self.is_bot(player) && !self.is_random(player)
    }

    fn draw(&mut self) -> usize {
        self.game.draw(&mut self.chooser)
    }

    /// Returns a bot's choice. A search-based bot starts afresh at each decision, so its choice is the same
    /// after undo or a save.
    fn pick(&mut self) -> usize {
        let Some(seat) = self.game.deciding().filter(|seat| !self.is_random(seat.number())) else {
            return self.draw();
        };
        let Some(mind) = self.minds.get_mut(seat.index()).and_then(Option::as_mut) else { return 0 };
        mind.begin();
        mind.choose(self.game.perspective(seat), decision_seed(self.seed, seat, self.game.choices()))
    }

    /// Returns the default opponent's estimate of each option of a person's decision.
    pub fn advice(&self, player: u8) -> Vec<Rate> {
        let mut mind = OPPONENT.build(&tools());
        let Some(seat) = self.game.setup().seat(player) else { return Vec::new() };
        mind.choose(self.game.perspective(seat), decision_seed(self.seed, seat, self.game.choices()));
        mind.rates().to_vec()
    }

    pub fn bot(&mut self) -> Result<(), ApplyError> {
        let index = self.pick();
        // a program that was interrupted has not chosen
        if exec::is_interrupted() { Ok(()) } else { self.game.apply(index) }
    }

    /// Shows the end of the game to the bots.
    pub fn end_for_bots(&mut self) {
        for (mind, seat) in self.minds.iter_mut().zip(self.game.setup().seats()) {
            mind.iter_mut().for_each(|mind| mind.end(self.game.perspective(seat.id)));
        }
    }

    pub fn take(&mut self, index: usize) -> Result<(), ApplyError> {
        self.game.apply(index)
    }

    /// Makes several choices by their indices among all options, and finishes. Returns false without any
    /// effect if that isn't allowed.
    pub fn take_all(&mut self, named: &[usize]) -> bool {
        let Some(seat) = self.game.deciding() else { return false };
        // a fault ends the game and is reported at its end
        if self.game.apply_several(named) == Err(ApplyError::NoSuchOption) {
            return false;
        }
        let goes_on = self.game.deciding() == Some(seat) && self.game.several(seat).is_none();
        let decision = self.game.decision_for(seat).filter(|_| goes_on);
        let done = |option: &OptionView| option.choice == Choice::Done;
        if let Some(index) = decision.and_then(|decision| decision.options.iter().position(done)) {
            let _ = self.game.apply(index);
        }
        true
    }

    /// Declines, or chooses no option of a multiple choice. Returns false if that isn't allowed.
    pub fn take_none(&mut self) -> bool {
        let decision = self.game.deciding().and_then(|seat| self.game.decision_for(seat));
        let options = decision.map(|decision| decision.options).unwrap_or_default();
        let ends = |option: &OptionView| matches!(option.choice, Choice::Decline | Choice::Done);
        options.iter().rposition(ends).is_some_and(|index| self.game.apply(index).is_ok())
    }

    /// Undoes choices back to the seat's last decision with several options. Returns false without such a
    /// decision.
    pub fn undo(&mut self, seat: u8) -> bool {
        if !self.takes_back {
            return false;
        }
        let Some(to) = self.past().rposition(|made| made.seat.number() == seat && made.options > 1) else {
            return false;
        };
        while self.game.choices() > self.began + to && self.game.undo() {}
        let made = self.game.choices();
        self.unasked.retain(|choice| *choice < made);
        self.chooser = self.drawn();
        true
    }

    /// Returns the choices made since the initial position.
    fn past(&self) -> impl DoubleEndedIterator<Item = PastChoice> + ExactSizeIterator + '_ {
        self.game.host().past().skip(self.began)
    }

    /// Returns the random number generator in its state after the choices of random bots.
    fn drawn(&self) -> Chooser {
        let mut chooser = Chooser::new(self.seed);
        for made in self.past().filter(|made| self.is_random(made.seat.number())) {
            chooser.below(made.options);
        }
        chooser
    }

    /// Returns the log line from which a seat has not read: the one at its last question.
    pub fn unread(&self, seat: u8) -> usize {
        let mut asked = self.past().enumerate().filter(|(i, _)| !self.unasked.contains(&(self.began + i)));
        asked.rfind(|(_, made)| made.seat.number() == seat).map_or(0, |(_, made)| made.log)
    }

    /// Saves the game at the requested path, its previous path, or the default path. Returns the path, and
    /// the reason if the requested path failed.
    pub fn keep(&mut self, wanted: Option<&Path>, loaded: &Loaded, language: &str) -> Result<Kept, Failure> {
        let wanted = wanted.map(Path::to_owned).or_else(|| self.path.clone());
        let refused = match wanted.map(|path| self.save(&path, loaded, language).map(|()| path)) {
            Some(Ok(path)) => return Ok(self.kept_at(path, None)),
            Some(Err(refused)) => Some(refused),
            None => None,
        };
        let path = default_path(loaded.ruleset.id());
        let saved = self.save(&path, loaded, language);
        saved.map_err(|error| Failure::Problem(refused.clone().unwrap_or(error)))?;
        Ok(self.kept_at(path, refused))
    }

    fn kept_at(&mut self, path: PathBuf, refused: Option<String>) -> Kept {
        self.path = Some(path.clone());
        Kept { path, refused }
    }

    pub fn save(&self, path: &Path, loaded: &Loaded, language: &str) -> Result<(), String> {
        self.saved(loaded, language).write(path)
    }

    pub fn saved(&self, loaded: &Loaded, language: &str) -> Save {
        let lasting =
            |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string();
        let whole = |(path, text)| Overlay::whole(lasting(path), text);
        Save {
            from: loaded.reference.lasting(),
            variants: loaded.changes.variants.clone(),
            overlays: loaded.given().map(whole).collect(),
            language: language.to_owned(),
            seats: self.seats(),
            no_undo: !self.takes_back,
            beginning: self.beginning.clone(),
            record: self.game.host().record(),
        }
    }

    pub fn sitters(&self) -> Vec<SeatPlayer> {
        self.seats.clone()
    }

    /// Returns the names of the players by seat.
    pub fn seats(&self) -> Vec<String> {
        self.seats.iter().map(SeatPlayer::to_string).collect()
    }
}

/// Replays a record, from an initial position if given.
pub fn replayed(ruleset: &Ruleset, record: &Record, position: Option<Game>) -> Result<Game, RecordError> {
    match position {
        Some(position) => Game::replay_from(position, record),
        None => Game::replay(ruleset, record),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Changes;
    use crate::sources::rulesets::standing_alone;
    use crate::terminal::output::Out;

    /// Plays until so many choices are made, or to the end: people take the first option.
    fn play(session: &mut Session, choices: usize) {
        while session.game.choices() < choices && !session.game.is_over() {
            let done = if session.player().is_some_and(|player| session.is_bot(player)) {
                session.bot()
            } else {
                session.take(0)
            };
            done.expect("no rule fails");
        }
    }

    /// What was taken back and made again is the same game: the bots draw the same numbers, and the log is read from the same line.
    #[test]
    fn bots_draw_again_what_they_drew() {
        for id in standing_alone() {
            let loaded = Loaded::load(id, &Changes::default(), &mut Out::to(std::io::sink()));
            let ruleset = loaded.unwrap_or_else(|_| panic!("{id}")).ruleset;
            let players = *ruleset.players().end();
            let setup = ruleset.setup(players, &[]).expect("a setup");
            let sits = |seat| if seat > 0 { SeatPlayer::Bot(BotSpec::Random) } else { SeatPlayer::Human };
            let seats = (0..players).map(sits).collect();
            let mut session = Session::new(Game::new(&setup, 5), 5, seats);
            play(&mut session, 24);
            let (made, unread) = (session.game.host().record(), session.unread(0));
            assert!(session.undo(0), "{id}: somebody has chosen");
            session.undo(0);
            assert_eq!(session.player(), Some(0));
            play(&mut session, 24);
            assert_eq!(session.game.host().record(), made, "{id}");
            assert_eq!(session.unread(0), unread, "{id}");
        }
    }
}
