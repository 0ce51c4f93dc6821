//! Whoever plays in a world: random players without a history, or bots that are shown what their seats may know.

use ludex::bots::{Bot, BotSpec, Tools, decision_seed};
use ludex::{CardId, Game, Playout, Seat, Setup, Turn};

use crate::game::VICTORY;
use crate::game::{NoOutcome, apply};
use crate::splitmix64;

/// A decision in a game, in whichever way that is played.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    Turn(Turn<'a>),
    Game(&'a Game, Seat),
}

impl At<'_> {
    /// Who decides.
    pub fn seat(self) -> Seat {
        match self {
            Self::Turn(turn) => turn.seat(),
            Self::Game(_, seat) => seat,
        }
    }

    pub fn options(self) -> usize {
        match self {
            Self::Turn(turn) => turn.options(),
            Self::Game(game, _) => game.options(),
        }
    }

    pub fn plays(self, option: usize, card: CardId) -> bool {
        match self {
            Self::Turn(turn) => turn.plays(option, card),
            Self::Game(game, _) => game.plays(option, card),
        }
    }

    pub fn hand_of(self, card: CardId) -> Option<Seat> {
        match self {
            Self::Turn(turn) => turn.hand_of(card),
            Self::Game(game, _) => game.hand_of(card),
        }
    }

    pub fn is_known(self, card: CardId) -> bool {
        match self {
            Self::Turn(turn) => turn.is_known(card),
            Self::Game(game, _) => game.is_known(card),
        }
    }
}

/// Is shown each decision, and may put options into the list that must not be taken. Where these are all, none is left out.
pub(super) type Ask<'a> = dyn FnMut(At<'_>, &mut Vec<usize>) + 'a;

/// How a game ended.
#[derive(Debug, Clone, Default)]
pub(super) struct End {
    winners: Vec<Seat>,
    decisions: i64,
}

impl End {
    /// A seat's share of the victory, in parts of [`VICTORY`].
    pub fn share(&self, seat: Seat) -> i64 {
        if self.winners.contains(&seat) { VICTORY / self.winners.len() as i64 } else { 0 }
    }

    /// Decisions with two or more options.
    pub fn decisions(&self) -> i64 {
        self.decisions
    }
}

/// A world and those who play in it.
pub(super) struct Table<'a> {
    setup: &'a Setup,
    who: Who<'a>,
    stop: &'a dyn Fn() -> bool,
}

enum Who<'a> {
    Random(Box<Playout<'a>>),
    Bots(Vec<Box<dyn Bot>>),
}

impl<'a> Table<'a> {
    /// With a bot for each seat.
    pub fn new(bots: &[BotSpec], tools: &Tools, setup: &'a Setup, stop: &'a dyn Fn() -> bool) -> Table<'a> {
        let who = if bots.iter().all(|bot| *bot == BotSpec::Random) {
            Who::Random(Box::new(Playout::new(setup)))
        } else {
            Who::Bots(bots.iter().map(|bot| bot.build(tools)).collect())
        };
        Table { setup, who, stop }
    }

    /// A whole game.
    pub fn play(&mut self, seed: u64, ask: &mut Ask<'_>) -> Result<End, NoOutcome> {
        match &mut self.who {
            Who::Random(playout) => {
                let end = playout.restricted(seed, |turn, out| ask(At::Turn(turn), out));
                end.map(ended).map_err(NoOutcome::Fault)
            }
            Who::Bots(bots) => to_the_end(Game::new(self.setup, seed), seed, bots, ask, self.stop),
        }
    }

    /// A game from where it stands, which must be one of this world. The seed is that of whoever plays on, and of random players' chance.
    pub fn play_on(&mut self, game: Game, seed: u64) -> Result<End, NoOutcome> {
        match &mut self.who {
            Who::Random(playout) => {
                playout.start_from(&game);
                playout.random(seed).map(ended).map_err(NoOutcome::Fault)
            }
            Who::Bots(bots) => to_the_end(game, seed, bots, &mut |_, _| {}, self.stop),
        }
    }
}

fn ended(end: ludex::GameEnd<'_>) -> End {
    End { winners: end.winners().collect(), decisions: end.decisions() as i64 }
}

fn to_the_end(
    mut game: Game,
    seed: u64,
    bots: &mut [Box<dyn Bot>],
    ask: &mut Ask<'_>,
    stop: &dyn Fn() -> bool,
) -> Result<End, NoOutcome> {
    bots.iter_mut().for_each(|bot| bot.begin());
    let (mut end, mut made, mut out) = (End::default(), 0, Vec::new());
    while let Some(seat) = game.deciding() {
        if stop() {
            return Err(NoOutcome::Stopped);
        }
        out.clear();
        ask(At::Game(&game, seat), &mut out);
        end.decisions += i64::from(game.options() > 1);
        let bot = bots[seat.index()].as_mut();
        let option = choice(bot, &game, seat, decision_seed(seed, seat, made), &out);
        apply(&mut game, option)?;
        made += 1;
    }
    match game.fault() {
        Some(fault) => Err(NoOutcome::Fault(fault)),
        None => {
            end.winners = game.winners().into_iter().map(|seat| seat.id).collect();
            Ok(end)
        }
    }
}

/// What a bot takes; if it may not take that, what it thinks best of the rest.
fn choice(bot: &mut dyn Bot, game: &Game, seat: Seat, seed: u64, out: &[usize]) -> usize {
    let option = bot.choose(game.perspective(seat), seed);
    let left: Vec<usize> = (0..game.options()).filter(|option| !out.contains(option)).collect();
    if left.is_empty() || left.contains(&option) {
        return option;
    }
    let rates = bot.rates();
    if rates.len() != game.options() {
        return left[(splitmix64(seed, 0) % left.len() as u64) as usize];
    }
    // what was hardly tried has a mean of chance
    let most = left.iter().map(|option| rates[*option].visits).max().unwrap_or(0);
    let tried = left.iter().copied().filter(|option| rates[*option].visits >= most / 2);
    tried.max_by(|a, b| rates[*a].mean.total_cmp(&rates[*b].mean)).unwrap_or(left[0])
}
