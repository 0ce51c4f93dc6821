//! A game that a page plays: its seats, its views and the questions about it.
//!
//! The table is drawn by `ludex-table`, as for `ludex serve`. The addresses in its forms and links come back
//! here instead of to a server.

use std::collections::BTreeMap;

use ludex::{Game, Seat, Setup, Viewer};
use ludex_bots::{BotSpec, Goal, Level, Tools, decision_seed, goal};
use ludex_table::choosing::{self, Pick};
use ludex_table::html::{self, Frame, Notice, Person, Presence, Undo};
use ludex_table::words::Words;
use serde_json::{Value, json};

/// The bot that gives hints.
const ADVISER: BotSpec = BotSpec::Level(Level::Normal);
/// Folder of the card pictures, in addresses.
const CARDS: &str = "cards";

/// Fields of a form, or of the query of a link.
pub type Fields = BTreeMap<String, String>;

/// A game with its players.
pub struct Seated {
    game: Game,
    seed: u64,
    /// The bot of each seat; `None` for a person.
    bots: Vec<Option<BotSpec>>,
    language: String,
    /// The person who sees the table: the last one who had to decide.
    viewer: Seat,
    /// Number of the view; it grows with each change.
    version: usize,
    notice: Option<Notice>,
    /// Lines of the log and choices of the last view.
    shown: (usize, usize),
}

impl Seated {
    /// Begins a game. Seats without a bot are of people; if all seats have bots, the first one's view is shown.
    pub fn new(
        setup: &Setup,
        (seed, version): (u64, usize),
        bots: Vec<Option<BotSpec>>,
        language: String,
    ) -> Self {
        let mut game = Game::new(setup, seed);
        choosing::settle(&mut game);
        let person = bots.iter().position(Option::is_none).and_then(|seat| u8::try_from(seat).ok());
        let viewer = person.and_then(|seat| setup.seat(seat)).unwrap_or(Seat::FIRST);
        let (notice, shown) = (None, (0, 0));
        let mut seated = Self { game, seed, bots, language, viewer, version, notice, shown };
        seated.turn();
        seated
    }

    /// Returns the number of the last view.
    pub fn version(&self) -> usize {
        self.version
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn language(&self) -> &str {
        &self.language
    }

    /// Returns the bot that has to decide.
    fn bot(&self) -> Option<(Seat, &BotSpec)> {
        let seat = self.game.deciding()?;
        Some((seat, self.bots.get(seat.index())?.as_ref()?))
    }

    /// Shows the table to the person who has to decide.
    fn turn(&mut self) {
        if let Some(seat) = self.game.deciding().filter(|_| self.bot().is_none()) {
            self.viewer = seat;
        }
    }

    /// Answers a form or link of the table with a changed view, or with a page above it.
    pub fn answer(&mut self, address: &str, fields: &Fields) -> Value {
        match address.rsplit('/').next().unwrap_or_default() {
            "choose" => self.choose(fields),
            "undo" => self.undo(),
            "hint" => json!({ "page": self.hint() }),
            "why" => {
                let of = fields.get("of").map(String::as_str);
                json!({ "page": self.framed(|frame| html::aside(frame, html::why(&self.game, frame, of))) })
            }
            // the decision narrowed to a card, or with the picks so far
            _ => json!({ "page": self.framed_with(fields, |frame| html::page(&self.game, frame)) }),
        }
    }

    /// Makes a person's choice. For an outdated view, shows the current one with a message.
    fn choose(&mut self, fields: &Fields) -> Value {
        let version = fields.get("version").and_then(|version| version.parse::<usize>().ok());
        let is_current = version == Some(self.version) && self.bot().is_none();
        match read_pick(fields).filter(|_| is_current) {
            Some(pick) if choosing::pick(&mut self.game, &pick) => self.changed(None),
            _ => self.changed(Some(Notice::Stale)),
        }
    }

    fn undo(&mut self) -> Value {
        let undone =
            choosing::last_of(&self.game, self.viewer).is_some_and(|to| choosing::undo(&mut self.game, to));
        self.shown = (usize::MAX, usize::MAX);
        self.changed(undone.then_some(Notice::Undone))
    }

    /// Lets the bot choose whose turn it is, and returns the view.
    pub fn wake(&mut self) -> Value {
        if let Some((seat, spec)) = self.bot() {
            let seed = decision_seed(self.seed, seat, self.game.choices());
            let option = spec.build(&Tools::default()).choose(self.game.perspective(seat), seed);
            choosing::pick(&mut self.game, &Pick::One(option));
        }
        self.changed(None)
    }

    fn changed(&mut self, notice: Option<Notice>) -> Value {
        self.version += 1;
        self.notice = notice;
        self.turn();
        self.view()
    }

    /// Returns the view of the table as `table.js` shows it. `bot` is true if a bot has to decide.
    pub fn view(&mut self) -> Value {
        let (line, choices) = self.shown;
        let lines = self.game.log(self.viewer, 0).len();
        self.shown = (lines, self.game.choices());
        self.framed(|frame| {
            frame.new_from = if line == 0 { usize::MAX } else { line };
            json!({
                "version": self.version,
                "html": html::body(&self.game, frame),
                "title": html::title(&self.game, frame),
                "announce": html::announcement(&self.game, frame, line.min(lines)),
                "moves": html::travels(&self.game, frame, choices.min(self.game.choices())),
                "bot": self.bot().is_some(),
                "over": self.game.is_over(),
                "choices": self.game.choices(),
            })
        })
    }

    /// Draws the estimate of each option by a search that sees what the viewer sees.
    fn hint(&self) -> String {
        let seat = self.viewer;
        let mut adviser = ADVISER.build(&Tools::default());
        if self.game.deciding() == Some(seat) {
            adviser.choose(self.game.perspective(seat), decision_seed(0, seat, self.game.choices()));
        }
        let is_score = goal(self.game.setup()) == Goal::Score;
        self.framed(|frame| {
            let own = frame.words.own;
            let worth = |rate: &ludex_bots::Rate| own.worth(is_score.then_some(rate.lead), rate.wins);
            let rates = adviser.rates().iter().map(|rate| (rate.visits, rate.mean, worth(rate)));
            html::aside(frame, html::hint(&self.game, frame, &rates.collect::<Vec<_>>()))
        })
    }

    fn framed<T>(&self, draw: impl FnOnce(&mut Frame<'_>) -> T) -> T {
        self.framed_with(&Fields::new(), draw)
    }

    /// Calls `draw` with the frame of the viewer, and what the query of a link adds to it.
    fn framed_with<T>(&self, fields: &Fields, draw: impl FnOnce(&mut Frame<'_>) -> T) -> T {
        let field = |name: &str| fields.get(name).map(String::as_str);
        let picks = html::picks(
            field("picked").unwrap_or_default(),
            field("pick").and_then(|pick| pick.parse().ok()),
        );
        let words = Words::new(self.game.setup(), &self.language);
        let (viewer, people) = (Viewer::Seat(self.viewer), self.people());
        let base = format!("seat/{}", self.viewer.number() + 1);
        let mut frame = Frame::new(words, viewer, &base, self.version, &people);
        (frame.cards, frame.is_inside) = (CARDS, true);
        (frame.with, frame.picks) = (field("with"), &picks);
        frame.notice.clone_from(&self.notice);
        if choosing::last_of(&self.game, self.viewer).is_some() {
            frame.can_undo = Undo::Free;
        }
        draw(&mut frame)
    }

    fn people(&self) -> Vec<Person> {
        let decision = self.game.decision_for(Viewer::Public);
        let chosen: Vec<Seat> =
            decision.map(|decision| decision.chosen).unwrap_or_default().iter().map(|seat| seat.id).collect();
        let person = |(seat, bot): (Seat, &Option<BotSpec>)| {
            let state = match bot {
                Some(bot) => Presence::Bot(bot.to_string()),
                None if seat == self.viewer => Presence::You,
                None => Presence::Here,
            };
            Person { name: String::new(), state, has_chosen: chosen.contains(&seat) }
        };
        self.game.setup().seats().map(|seat| seat.id).zip(&self.bots).map(person).collect()
    }
}

/// Reads the chosen option, or the options of a choice of several.
fn read_pick(fields: &Fields) -> Option<Pick> {
    if let Some(option) = fields.get("option") {
        return option.trim().parse().ok().map(Pick::One);
    }
    let named = fields.get("options")?;
    let parts = named.split(',').filter(|part| !part.trim().is_empty());
    parts.map(|part| part.trim().parse().ok()).collect::<Option<_>>().map(Pick::Several)
}
