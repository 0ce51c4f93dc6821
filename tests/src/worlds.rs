//! Two worlds: a game, and the same game with everything dealt anew that a seat can't know. What the seat is shown must be the same in both,
//! and stay so with the same choices until something is revealed; then the pair goes on with another deal. What "shown" is, each test says.

use std::collections::{BTreeMap, BTreeSet};

use ludex::machinery::Unchecked;
use ludex::{CardId, Choice, Chooser, Game, LogEntry, Seat, Value, Viewer, ZoneAt};

/// Who looks, and when.
#[derive(Debug, Clone, Copy)]
pub struct Eye {
    /// The seat.
    pub seat: Seat,
    /// Which pair of worlds, from 0.
    pub pair: usize,
    /// Positions compared before in this pair.
    pub step: usize,
    /// The line of the log from which the seat has not looked yet.
    pub read: usize,
}

/// How worlds are made and compared.
pub struct Test<B, L> {
    /// A game from its beginning, by its seed.
    pub begin: B,
    /// What the seat is shown.
    pub look: L,
    /// Positions that are compared in a pair, unless its game ends before.
    pub positions: usize,
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
    /// Pairs whose game ended before all their positions were compared.
    pub short: usize,
    /// How often worlds parted, by what the seat could tell them apart.
    pub parted: BTreeMap<Parted, usize>,
}

/// By what a seat may tell two worlds apart after a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parted {
    /// Another seat chose what there is not in the other world, nor anything that could stand for it.
    Unmatched,
    /// It was told what another seat chose: a card that is another one in the other world.
    Told,
    /// A card that everybody may know by now lay hidden: it was played, turned up or shown.
    Revealed,
    /// A card that the seat may know by now was hidden from it: it drew it, was given it, or was shown it.
    Drawn,
    /// A line of the log named a card that it knew then.
    Named,
    /// What was hidden decided what followed: a number, whose turn it is, what is asked next (a choice with one option is not asked).
    Followed,
    /// The game ended in the other world.
    Ended,
}

/// What a seat was shown in two worlds that it should not be able to tell apart.
#[derive(Debug)]
pub struct Leak<S> {
    /// Who.
    pub seat: Seat,
    /// In the one world and in the other.
    pub shown: Box<[S; 2]>,
}

impl<B, L, S> Test<B, L>
where
    B: FnMut(u64) -> Game,
    L: Fn(&Game, Eye) -> S,
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
                    let looks_on = Seat::unchecked((picks.below(usize::from(game.players()))) as _);
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

    /// Compares a game with another deal of it. Where the seat is shown what it could not know, the pair goes on from there with a new deal.
    fn pair(&self, game: &Game, seat: Seat, found: &mut Found) -> Result<(), Leak<S>> {
        let Some(mut other) = game.redealt(seat, found.pairs as u64) else { return Ok(()) };
        found.different += usize::from(game.view(Viewer::Open) != other.view(Viewer::Open));
        found.pairs += 1;
        let mut eye = Eye { seat, pair: found.pairs - 1, step: 0, read: game.log_len() };
        let mut picks = Chooser::new(eye.pair as u64);
        let mut game = game.clone();
        loop {
            assert_eq!(game.view(seat), other.view(seat), "a deal that the seat can tell apart");
            let Some(next) = self.compare([game, other], &mut eye, &mut picks, found)? else { return Ok(()) };
            let seed = (eye.pair + 1000 * eye.step) as u64;
            let Some(deal) = next.redealt(seat, seed) else {
                found.short += 1;
                return Ok(());
            };
            eye.read = next.log_len();
            (game, other) = (next, deal);
        }
    }

    /// Goes on in both worlds as long as the seat can't tell them apart: the first one as it is then, if there is more to compare.
    fn compare(
        &self,
        [mut one, mut other]: [Game; 2],
        eye: &mut Eye,
        picks: &mut Chooser,
        found: &mut Found,
    ) -> Result<Option<Game>, Leak<S>> {
        loop {
            let shown = [&one, &other].map(|world| (self.look)(world, *eye));
            found.compared += 1;
            if shown[0] != shown[1] {
                return Err(Leak { seat: eye.seat, shown: Box::new(shown) });
            }
            eye.step += 1;
            if eye.step >= self.positions {
                return Ok(None);
            }
            let here = picks.below(one.options());
            let there = same_choice([&one, &other], here);
            eye.read = one.log_len();
            if one.apply(here).is_err() || one.is_over() {
                found.short += 1;
                return Ok(None);
            }
            let follows = there.is_some_and(|there| other.apply(there).is_ok());
            let parted = if follows { told_apart([&one, &other], *eye) } else { Some(Parted::Unmatched) };
            if let Some(parted) = parted {
                *found.parted.entry(parted).or_default() += 1;
                return Ok(Some(one));
            }
        }
    }
}

/// The choice in the other world that is the same as one here, by its number.
fn same_choice([one, other]: [&Game; 2], pick: usize) -> Option<usize> {
    let [ours, theirs] = [one, other].map(|game| game.host().labels());
    // who picks what the seat does not know may have nothing of that name there: then something else that is not here
    let same = theirs.iter().position(|label| *label == ours[pick]);
    same.or_else(|| theirs.iter().position(|label| !ours.contains(label)))
}

/// By what a seat may tell two worlds apart by now: by what it was told or sees, by a card that it knew when a line of the log named it, or by
/// who has to decide.
fn told_apart(worlds: [&Game; 2], Eye { seat, read, .. }: Eye) -> Option<Parted> {
    let [one, other] = worlds;
    let asked = |game: &Game| game.host().decision().map(|decision| (decision.seat, decision.name));
    let parted = [
        (Parted::Ended, other.is_over()),
        (Parted::Told, one.told(seat) != other.told(seat)),
        (Parted::Revealed, known(one, Viewer::Public) != known(other, Viewer::Public)),
        (Parted::Drawn, known(one, seat.into()) != known(other, seat.into())),
        (Parted::Named, named(one, seat, read) != named(other, seat, read)),
        (Parted::Followed, one.view(seat) != other.view(seat) || asked(one) != asked(other)),
    ];
    parted.into_iter().find(|(_, parted)| *parted).map(|(by, _)| by)
}

/// The cards that a viewer sees, each with the zone in which it lies.
fn known(game: &Game, viewer: Viewer) -> BTreeSet<(ZoneAt, CardId)> {
    let zones = game.view(viewer).zones.into_iter();
    let cards = zones.flat_map(|zone| zone.cards.into_iter().map(move |card| (zone.zone.id, card.card)));
    cards.filter_map(|(zone, card)| Some((zone, card?.id))).collect()
}

/// The cards that new lines of the log named to a seat.
fn named(game: &Game, seat: Seat, read: usize) -> Vec<Value> {
    let facts = |entry: LogEntry| match entry {
        LogEntry::Said { facts, .. } => facts,
        LogEntry::Began { .. } | LogEntry::Chose(_) => Vec::new(),
    };
    let chosen = |entry: &LogEntry| match entry {
        LogEntry::Chose(chose) => picked(&chose.choice),
        LogEntry::Said { .. } | LogEntry::Began { .. } => Vec::new(),
    };
    let log = game.log(seat, read);
    let picks: Vec<Value> = log.iter().flat_map(chosen).collect();
    let values = log.into_iter().flat_map(facts).map(|fact| fact.value).chain(picks);
    values.filter(|value| matches!(value, Value::Card(_))).collect()
}

/// The values of a pick.
fn picked(choice: &Choice) -> Vec<Value> {
    match choice {
        Choice::Pick(Value::List(values)) | Choice::Action { targets: values, .. } => values.clone(),
        Choice::Pick(value) => vec![value.clone()],
        Choice::Decline | Choice::Done | Choice::Answer(_) | Choice::Mode(_) => Vec::new(),
    }
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
state:
  game: { turns: int for game }
  player: { kept: { is: int per player for game, sees: owner, in: 0..9 } }
score: { total: 0 }
layout:
  middle: { most: { is: highest(value of face in deck), as: value } }
  player: { held: { is: sum(value of face in player.hand), as: value } }
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
pub const EFFECTS: [(&str, bool); 9] = [
    ("if turns > 3 { say strong(me) }", false),
    ("if any(face in me.hand where value > 3) { say strong(me) }", true),
    ("if let c = first(face in me.hand) { if c.value > turns { set turns = turns + 0 } }", false),
    ("if let c = first(face in me.hand) { if c.value > 3 { say strong(me) } }", true),
    // what who decides is told he is told as he may know it
    (
        "let _m = me.left chooses number in 1..2 as look(all: face in me.hand, n: sum(value of face in me.hand))",
        false,
    ),
    (
        "let n = sum(value of face in me.hand)\n      me.left may look(n, best: me.hand.top, m: me.kept[me]) { stop }",
        false,
    ),
    // names, and values by word
    ("let _named = me chooses face by name as guess", false),
    ("if any(face in me.left.hand where name == high) { say strong(me) }", true),
    ("if let c = first(face in me.hand) { set me.kept[me.left] = c.value }", false),
];

/// The same of hands that others see, and what all see at their cards, in the table of [`fans`].
pub const FANS: [(&str, bool); 6] = [
    ("if any(face in me.fan where value > 3) { say strong(me) }", true),
    ("if let c = me.fan.top { set c.told = turns }", false),
    ("if let c = me.fan.top { set c.told = c.told + 1 }\n      swap me.fan with me.left.fan", false),
    ("if let c = me.fan.bottom { set c.told = turns }\n      shuffle me.fan", false),
    (
        "if let c = me chooses face in me.fan as drop { move c to deck }\n      draw 1 from deck to me.fan",
        false,
    ),
    ("if let c = me.fan.top { exclude face where value == turns from c }", false),
];

/// [`TABLE`] with hands that all see but their owners, and an effect.
pub fn fans(effect: &str) -> String {
    let zones = "zones:\n  fan: { per: player, holds: face, sees: others, ordered: true }\n";
    let table = TABLE.replace("{ value: int } }", "{ value: int }, state: { told: int for fan } }");
    let dealt = "draw 1 from deck to p.hand }\n  for player p { draw 2 from deck to p.fan }";
    let table = table.replace("zones:\n", zones).replace("draw 1 from deck to p.hand }", dealt);
    table.replace("EFFECT", effect)
}

/// The same of what lies in the zone of a team, in the table of [`teams`]: only its players see it.
pub const TEAMS: [(&str, bool); 7] = [
    ("if any(face in me.team.purse where value > 3) { say strong(me) }", true),
    ("if let c = first(face in me.partner.team.purse) { if c.value > 3 { say strong(me.partner) } }", true),
    (
        "if let c = me chooses face in me.team.purse as drop { move c to deck }\n      draw 1 from deck to me.team.purse",
        false,
    ),
    (
        "if let c = first(face in me.hand) { move c to me.team.purse }\n      draw 1 from deck to me.hand",
        false,
    ),
    (
        "if let c = me chooses face in me.team.purse as take { move c to me.hand }\n      draw 1 from deck to me.team.purse",
        false,
    ),
    ("if let c = first(face in me.team.purse) { show c to me.left }", false),
    ("swap me.team.purse with me.left.team.purse", false),
];

/// [`TABLE`] with two teams of two, each with a zone that its players see, and an effect.
pub fn teams(effect: &str) -> String {
    let table = TABLE.replace("players: 2 }", "players: 4 }\nteams: 2");
    let zones = "zones:\n  purse: { per: team, holds: face, sees: owner }\n";
    let dealt = "draw 1 from deck to p.hand }\n  for team t { draw 3 from deck to t.purse }";
    let table = table.replace("zones:\n", zones).replace("draw 1 from deck to p.hand }", dealt);
    table.replace("EFFECT", effect)
}

/// What [`TABLE`] has beside for [`SHOWN`].
const BESIDE: &str = "
functions:
  rating: { with: { p: player }, is: sum(value of face in p.hand) }
procedures:
  reveal: { with: { p: player }, do: show p.hand to player }
  tell: { with: { p: player }, do: say worth(sum(value of face in p.hand)) }
setup:";

/// What is no leak, for all have been shown it before: what is done first, and what is told of it after a decision.
pub const SHOWN: [(&str, &str); 12] = [
    ("show me.hand to player", "say worth(sum(value of face in me.hand))"),
    ("show me.hand to player where it != me", "say worth(rating(me))"),
    ("turn me.hand face up", "say worth(rating(me))"),
    ("for player p { show p.hand to player }", "for player p { say worth(rating(p)) }"),
    ("for player p { show p.hand to player }", "say worth(highest(rating(p) of player p) default 0)"),
    (
        "for player p where it != me { show p.hand to player }",
        "for player p where it != me { say worth(rating(p)) }",
    ),
    ("for face c in me.hand { show c to player }", "say worth(rating(me))"),
    ("do reveal(me)", "do tell(me)"),
    ("show top(2, deck) to player", "say worth(sum(value of face in top(2, deck)))"),
    ("show top(2, deck) to player", "if deck.top exists { say worth(deck.top.value) }"),
    ("show me.hand to player; draw 1 from deck to me.left.hand", "say worth(rating(me))"),
    ("let n = rating(me); show me.hand to player", "say worth(n)"),
];

/// [`TABLE`] with an effect that shows something, and another that tells of it after a decision.
pub fn telling(shows: &str, tells: &str) -> String {
    let effect = format!(
        "{}\n      let _m = me chooses number in 1..2 as pass\n      {tells}",
        shows.replace("; ", "\n      ")
    );
    let beside = TABLE.replace("\nsetup:", BESIDE).replace("messages: {", "messages: { worth: { n: int },");
    beside.replace("EFFECT", &effect)
}
