//! Players of a game: random players, or bots that see their seats' observations.

use ludex::{Chooser, Game, Seat};
use ludex_bots::{Bot, BotSpec, Tools, decision_seed};

use crate::decision_point::{DecisionPoint, LeaveOut};
use crate::game::seats;
use crate::splitmix64;

/// The players of all seats of a game.
#[derive(Debug)]
pub enum Deciders {
    /// Random players in all seats. They choose exactly as in [`ludex::Playout::random`].
    Random,
    /// A bot for each seat.
    Bots(Seated),
}

/// Bots in seat order, with a rotation.
pub struct Seated {
    bots: Vec<Box<dyn Bot>>,
    turn: usize,
}

impl std::fmt::Debug for Seated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bots, turned by {}", self.bots.len(), self.turn)
    }
}

impl Seated {
    fn at(&mut self, seat: Seat) -> &mut dyn Bot {
        let at = (seat.index() + self.turn) % self.bots.len();
        self.bots[at].as_mut()
    }
}

impl Deciders {
    /// Creates players from a list with one bot for each seat, which must not be empty.
    pub fn new(bots: &[BotSpec], tools: &Tools) -> Deciders {
        if bots.iter().all(|bot| *bot == BotSpec::Random) {
            return Self::Random;
        }
        Self::Bots(Seated { bots: bots.iter().map(|bot| bot.build(tools)).collect(), turn: 0 })
    }

    /// Sets the rotation: the first seat has bot number `turn`, the second seat the next bot.
    pub fn turn(&mut self, turn: usize) {
        if let Self::Bots(seated) = self {
            seated.turn = turn;
        }
    }

    pub(crate) fn are_random(&self) -> bool {
        matches!(self, Self::Random)
    }
}

/// Source of the choices in one game.
pub(crate) struct Choices<'a> {
    by: ChoiceSource<'a>,
    leave_out: Option<&'a mut LeaveOut<'a>>,
    out: Vec<usize>,
}

enum ChoiceSource<'a> {
    Random(Chooser),
    Bots(u64, &'a mut Seated),
}

impl<'a> Choices<'a> {
    /// Creates the choices of a new game. `seed` is the seed of the players.
    pub fn new(seed: u64, deciders: &'a mut Deciders) -> Self {
        let by = match deciders {
            Deciders::Random => ChoiceSource::Random(Chooser::new(seed)),
            Deciders::Bots(seated) => {
                seated.bots.iter_mut().for_each(|bot| bot.begin());
                ChoiceSource::Bots(seed, seated)
            }
        };
        Choices { by, leave_out: None, out: Vec::new() }
    }

    /// Excludes some options at each decision.
    pub fn but(self, leave_out: &'a mut LeaveOut<'a>) -> Self {
        Choices { leave_out: Some(leave_out), ..self }
    }

    /// Returns the option that a seat chooses.
    pub fn choose(&mut self, game: &Game, seat: Seat) -> usize {
        self.out.clear();
        if let Some(leave_out) = &mut self.leave_out {
            leave_out(DecisionPoint::Game(game, seat), &mut self.out);
        }
        match &mut self.by {
            ChoiceSource::Random(chooser) => game.draw_without(&self.out, chooser),
            ChoiceSource::Bots(seed, seated) => {
                let seed = decision_seed(*seed, seat, game.choices());
                choice(seated.at(seat), game, seat, seed, &self.out)
            }
        }
    }
}

impl Choices<'_> {
    /// Ends the game for all bots. Returns the seats that lost by forfeit, with the reasons.
    pub fn end(&mut self, game: &Game) -> Vec<(Seat, String)> {
        let ChoiceSource::Bots(_, seated) = &mut self.by else { return Vec::new() };
        let end = |seat: Seat| {
            let bot = seated.at(seat);
            bot.end(game.perspective(seat));
            Some((seat, bot.forfeit()?.to_owned()))
        };
        seats(game.setup()).filter_map(end).collect()
    }
}

/// Returns the options that are not excluded, or an empty list if no option is excluded.
fn left(game: &Game, out: &[usize]) -> Vec<usize> {
    if out.is_empty() {
        return Vec::new();
    }
    (0..game.options()).filter(|option| !out.contains(option)).collect()
}

/// Returns the bot's choice. If that option is excluded, returns the option with the best mean among the
/// others.
fn choice(bot: &mut dyn Bot, game: &Game, seat: Seat, seed: u64, out: &[usize]) -> usize {
    let option = bot.choose(game.perspective(seat), seed);
    let left = left(game, out);
    if left.is_empty() || left.contains(&option) {
        return option;
    }
    let rates = bot.rates();
    if rates.len() != game.options() {
        return left[(splitmix64(seed, 0) % left.len() as u64) as usize];
    }
    // means of rarely visited options are mostly noise
    let most = left.iter().map(|option| rates[*option].visits).max().unwrap_or(0);
    let tried = left.iter().copied().filter(|option| rates[*option].visits >= most / 2);
    tried.max_by(|a, b| rates[*a].mean.total_cmp(&rates[*b].mean)).unwrap_or(left[0])
}
