//! Two worlds: a game, and the same game with everything dealt anew that a seat can't know. What the seat is shown must be the same in both,
//! and stay so with the same choices until something is revealed. What "shown" is, each test says.

use ludex::{Chooser, Game, LogEntry, Seat, Value, Viewer};

/// A game as it is looked at in one world.
pub trait World {
    /// The game.
    fn game(&self) -> &Game;

    /// Takes an option; false if a rule failed.
    fn take(&mut self, option: usize) -> bool;
}

impl World for Game {
    fn game(&self) -> &Game {
        self
    }

    fn take(&mut self, option: usize) -> bool {
        self.apply(option).is_ok()
    }
}

/// Who looks, and when.
#[derive(Debug, Clone, Copy)]
pub struct Eye {
    /// The seat.
    pub seat: Seat,
    /// Which pair of worlds, from 0.
    pub pair: usize,
    /// Choices made since the worlds were two.
    pub step: usize,
    /// The line of the log from which the seat has not looked yet.
    pub read: usize,
}

/// How worlds are made and compared.
pub struct Test<B, W, L> {
    /// A game from its beginning, by its seed.
    pub begin: B,
    /// A game as it is looked at by a seat.
    pub world: W,
    /// What the seat is shown.
    pub look: L,
    /// Choices that are made in both worlds of a pair, at most.
    pub steps: usize,
}

/// What was found out about pairs of worlds.
#[derive(Debug, Default)]
pub struct Found {
    /// Pairs of worlds.
    pub pairs: usize,
    /// Pairs in which something lies elsewhere.
    pub different: usize,
    /// Positions that were compared.
    pub compared: usize,
}

/// What a seat was shown in two worlds that it should not be able to tell apart.
#[derive(Debug)]
pub struct Leak<S> {
    /// Who.
    pub seat: Seat,
    /// In the one world and in the other.
    pub shown: Box<[S; 2]>,
}

impl<B, M, W, L, S> Test<B, M, L>
where
    B: FnMut(u64) -> Game,
    M: Fn(Game, Seat) -> W,
    W: World,
    L: Fn(&W, Eye) -> S,
    S: PartialEq,
{
    /// So many pairs along random games: for whoever decides, and for a seat that looks on.
    pub fn pairs(mut self, most: usize, seed: u64) -> Result<Found, Leak<S>> {
        let mut found = Found::default();
        let mut picks = Chooser::new(seed);
        for number in 0.. {
            let mut game = (self.begin)(number);
            while let Some(decides) = game.deciding() {
                let pick = picks.below(game.options());
                if picks.below(3) == 0 {
                    let looks_on = Seat::new(picks.below(usize::from(game.players())));
                    for seat in [decides, looks_on] {
                        self.pair(&game, seat, &mut found)?;
                    }
                }
                if found.pairs >= most {
                    return Ok(found);
                }
                game.apply(pick).expect("no fault");
            }
        }
        unreachable!("games without end are played")
    }

    /// Compares a game with another deal of it.
    fn pair(&self, game: &Game, seat: Seat, found: &mut Found) -> Result<(), Leak<S>> {
        let Some(other) = game.redealt(seat, found.pairs as u64) else { return Ok(()) };
        assert_eq!(game.view(seat), other.view(seat), "a deal that the seat can tell apart");
        found.different += usize::from(game.view(Viewer::Open) != other.view(Viewer::Open));
        found.pairs += 1;
        let eye = Eye { seat, pair: found.pairs - 1, step: 0, read: game.log_len() };
        self.compare([game.clone(), other].map(|game| (self.world)(game, seat)), eye, found)
    }

    /// Goes on in both worlds as long as the seat can't tell them apart.
    fn compare(&self, [mut one, mut other]: [W; 2], mut eye: Eye, found: &mut Found) -> Result<(), Leak<S>> {
        let mut picks = Chooser::new(eye.pair as u64);
        loop {
            let shown = [&one, &other].map(|world| (self.look)(world, eye));
            found.compared += 1;
            if shown[0] != shown[1] {
                return Err(Leak { seat: eye.seat, shown: Box::new(shown) });
            }
            eye.step += 1;
            let choice = same_choice([one.game(), other.game()], &mut picks);
            let Some([here, there]) = choice.filter(|_| eye.step <= self.steps) else { return Ok(()) };
            eye.read = one.game().log_len();
            if !one.take(here) || !other.take(there) || told_apart([one.game(), other.game()], eye) {
                return Ok(());
            }
        }
    }
}

/// A choice that is the same in both worlds, by its number in each.
fn same_choice([one, other]: [&Game; 2], picks: &mut Chooser) -> Option<[usize; 2]> {
    let [ours, theirs] = [one, other].map(Game::labels);
    if ours.is_empty() {
        return None;
    }
    let pick = picks.below(ours.len());
    // who picks what the seat does not know may have nothing of that name there: then something else that is not here
    let same = theirs.iter().position(|label| *label == ours[pick]);
    let same = same.or_else(|| theirs.iter().position(|label| !ours.contains(label)))?;
    Some([pick, same])
}

/// Whether a seat may tell two worlds apart by now: by what it sees or was told, by who has to decide, or by a card that it knew when a line of
/// the log named it.
fn told_apart(worlds: [&Game; 2], Eye { seat, read, .. }: Eye) -> bool {
    let [one, other] = worlds;
    let asked = |game: &Game| game.decision().map(|decision| (decision.seat, decision.name));
    worlds.iter().any(|game| game.is_over())
        || asked(one) != asked(other)
        || one.told(seat) != other.told(seat)
        || one.view(seat) != other.view(seat)
        || named(one, seat, read) != named(other, seat, read)
}

/// The cards that new lines of the log named to a seat.
fn named(game: &Game, seat: Seat, read: usize) -> Vec<Value> {
    let facts = |entry: LogEntry| match entry {
        LogEntry::Said { facts, .. } => facts,
        LogEntry::Began { .. } => Vec::new(),
    };
    let values = game.log(seat, read).into_iter().flat_map(facts).map(|fact| fact.value);
    values.filter(|value| matches!(value, Value::Card(_))).collect()
}

/// A game that tells of hidden cards by what it does, where `EFFECT` (at most a line) does so; a seat can't know what another one holds.
pub const TABLE: &str = "
format: 1
game: { id: leak, players: 2 }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  hand: { per: player, holds: face, sees: owner }
messages: { strong: { player: player }, passed: { player: player } }
state: { game: { turns: int for game } }
score: { total: 0 }
cards: { low: { kind: face, copies: 8, value: 1 }, high: { kind: face, copies: 8, value: 9 } }
setup: |
  move face to deck
  shuffle deck
  for player p { draw 1 from deck to p.hand }
phases:
  turn:
    each: player
    until: turns > 20
    do: |
      set turns = turns + 1
      let _n = me chooses number in 1..2 as pass
      say passed(me)
      EFFECT
";

/// What may stand there, and whether it is a leak (which is no error of the ruleset, E0601).
pub const EFFECTS: [(&str, bool); 2] = [
    ("if turns > 3 { say strong(me) }", false),
    ("if any(face in me.hand where value > 3) { say strong(me) }", true),
];
