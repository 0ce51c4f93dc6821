//! Paired worlds: a game, and the same game with a seat's hidden information redealt.
//!
//! The seat's observations must be equal in both, and stay equal under the same choices until hidden
//! information is revealed. The pair then continues with another deal. Each test defines the compared
//! observation.

use std::collections::{BTreeMap, BTreeSet};

use ludex::{CardId, Choice, Chooser, Game, LogEntry, Movement, ObservedChoice, Seat, Value, Viewer, ZoneAt};

/// A viewer and a time.
#[derive(Debug, Clone, Copy)]
pub struct Eye {
    /// Seat of the viewer.
    pub seat: Seat,
    /// Number of the pair of worlds, from 0.
    pub pair: usize,
    /// Number of positions compared before in this pair.
    pub step: usize,
    /// First line of the log that the seat has not read yet.
    pub read: usize,
}

/// Definition of a comparison of worlds.
pub struct Test<B, L> {
    /// Creates a game from its seed.
    pub begin: B,
    /// Returns the seat's observation.
    pub look: L,
    /// Number of positions that are compared in a pair, unless its game ends before.
    pub positions: usize,
}

/// Statistics of pairs of worlds.
#[derive(Debug, Default)]
pub struct Found {
    /// Number of pairs.
    pub pairs: usize,
    /// Number of pairs with a different position.
    pub different: usize,
    /// Number of compared positions.
    pub compared: usize,
    /// Number of pairs whose game ended before all their positions were compared.
    pub short: usize,
    /// Number of separations of worlds, by cause.
    pub parted: BTreeMap<Parted, usize>,
}

/// Cause of a legitimate difference of two worlds after a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parted {
    /// Another seat's choice has no counterpart in the other world.
    Unmatched,
    /// Another seat's choice was disclosed: its card is another one in the other world.
    Told,
    /// A hidden card became public: it was played, turned up or shown.
    Revealed,
    /// A hidden card became known to the seat: the seat drew, received or was shown it.
    Drawn,
    /// A line of the log named a card that the seat knew then.
    Named,
    /// Hidden information affected play: a number, the active player, or the next decision (choices with one
    /// option are skipped).
    Followed,
    /// The game ended in the other world.
    Ended,
}

/// Different observations of a seat in two worlds that must be indistinguishable.
#[derive(Debug)]
pub struct Leak<S> {
    /// Seat that could distinguish them.
    pub seat: Seat,
    /// The observations in both worlds.
    pub shown: Box<[S; 2]>,
}

impl<B, L, S> Test<B, L>
where
    B: FnMut(u64) -> Game,
    L: Fn(&Game, Eye) -> S,
    S: PartialEq,
{
    /// Compares at least `most` pairs along random games: for acting players, and for random other viewers.
    pub fn pairs(mut self, most: usize, seed: u64) -> Result<Found, Leak<S>> {
        let mut found = Found::default();
        let mut picks = Chooser::new(seed);
        for number in 0.. {
            let mut game = (self.begin)(number);
            while let Some(decides) = game.deciding() {
                let pick = picks.below(game.options());
                if picks.below(3) == 0 {
                    let looks_on = Seat((picks.below(usize::from(game.players()))) as _);
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

    /// Compares a game with another deal. After legitimate differences, the pair continues with a new deal.
    fn pair(&self, game: &Game, seat: Seat, found: &mut Found) -> Result<(), Leak<S>> {
        let Some(mut other) = game.determinize(seat, found.pairs as u64) else { return Ok(()) };
        found.different += usize::from(game.view(Viewer::Open) != other.view(Viewer::Open));
        found.pairs += 1;
        let mut eye = Eye { seat, pair: found.pairs - 1, step: 0, read: game.log_len() };
        let mut picks = Chooser::new(eye.pair as u64);
        let mut game = game.clone();
        loop {
            assert_eq!(game.view(seat), other.view(seat), "a deal that the seat can tell apart");
            let Some(next) = self.compare([game, other], &mut eye, &mut picks, found)? else { return Ok(()) };
            let seed = (eye.pair + 1000 * eye.step) as u64;
            let Some(deal) = next.determinize(seat, seed) else {
                found.short += 1;
                return Ok(());
            };
            eye.read = next.log_len();
            (game, other) = (next, deal);
        }
    }

    /// Continues both worlds as long as the seat can't distinguish them. Returns the first world if there is
    /// more to compare.
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

/// Returns the number of the choice in the other world that corresponds to a choice here.
fn same_choice([one, other]: [&Game; 2], pick: usize) -> Option<usize> {
    let [ours, theirs] = [one, other].map(|game| game.host().labels());
    // a hidden pick may have no equal label there: use another option that does not exist here
    let same = theirs.iter().position(|label| *label == ours[pick]);
    same.or_else(|| theirs.iter().position(|label| !ours.contains(label)))
}

/// Returns the cause of a difference, if any: disclosed choices, visible cards, cards that the seat knew when
/// the log named them, or the next decision.
fn told_apart(worlds: [&Game; 2], Eye { seat, read, .. }: Eye) -> Option<Parted> {
    let [one, other] = worlds;
    let asked = |game: &Game| game.host().decision().map(|decision| (decision.seat, decision.name));
    let parted = [
        (Parted::Ended, other.is_over()),
        (Parted::Told, disclosed(one, seat) != disclosed(other, seat)),
        (Parted::Revealed, known(one, Viewer::Public) != known(other, Viewer::Public)),
        (Parted::Drawn, known(one, seat.into()) != known(other, seat.into())),
        (Parted::Named, named(one, seat, read) != named(other, seat, read)),
        (Parted::Followed, one.view(seat) != other.view(seat) || asked(one) != asked(other)),
    ];
    parted.into_iter().find(|(_, parted)| *parted).map(|(by, _)| by)
}

/// Returns the last choice as a seat observed it, with the simultaneous ones that were disclosed together with it.
fn disclosed(game: &Game, seat: Seat) -> (Option<ObservedChoice>, Vec<ObservedChoice>) {
    (game.observed_choice(seat), game.revealed_choices(seat))
}

/// Returns the cards that a viewer sees, each with its zone.
fn known(game: &Game, viewer: Viewer) -> BTreeSet<(ZoneAt, CardId)> {
    let zones = game.view(viewer).zones.into_iter();
    let cards = zones.flat_map(|zone| zone.cards.into_iter().map(move |card| (zone.zone.id, card.card)));
    cards.filter_map(|(zone, card)| Some((zone, card?.id))).collect()
}

/// Returns the cards that new lines of the log named to a seat.
fn named(game: &Game, seat: Seat, read: usize) -> Vec<Value> {
    let facts = |entry: LogEntry| match entry {
        LogEntry::Said { facts, .. } => facts,
        LogEntry::Began { .. } | LogEntry::Chose(_) | LogEntry::Scored(_) => Vec::new(),
    };
    let chosen = |entry: &LogEntry| match entry {
        LogEntry::Chose(chose) => picked(&chose.choice),
        LogEntry::Said { .. } | LogEntry::Began { .. } | LogEntry::Scored(_) => Vec::new(),
    };
    let moved = movements(game, seat, read).into_iter().flat_map(|moved| moved.cards);
    let log = game.log(seat, read);
    let picks: Vec<Value> = log.iter().flat_map(chosen).collect();
    let values = log.into_iter().flat_map(facts).map(|fact| fact.value).chain(picks).chain(moved);
    values.filter(|value| matches!(value, Value::Card(_))).collect()
}

/// Returns the movements since a line of the log, as a seat saw them.
pub fn movements(game: &Game, seat: Seat, read: usize) -> Vec<Movement> {
    let all = game.observe(seat, read).movements.into_iter();
    // the other world has its own number of choices
    all.map(|mut moved| {
        moved.choice = 0;
        moved
    })
    .collect()
}

/// Returns the values of a pick.
fn picked(choice: &Choice) -> Vec<Value> {
    match choice {
        Choice::Pick(Value::List(values)) | Choice::Action { targets: values, .. } => values.clone(),
        Choice::Pick(value) => vec![value.clone()],
        Choice::Decline | Choice::Done | Choice::Answer(_) | Choice::Mode(_) => Vec::new(),
    }
}

/// A game in which `EFFECT` (at most a line) may disclose hidden cards: a seat can't know the cards of
/// another.
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

/// Effects for [`TABLE`]; true if they are leaks. (Leaks are no errors of the ruleset, E0601.)
pub const EFFECTS: [(&str, bool); 10] = [
    ("if turns > 3 { say strong(me) }", false),
    ("if any(face in me.hand where value > 3) { say strong(me) }", true),
    ("if let c = first(face in me.hand) { if c.value > turns { set turns = turns + 0 } }", false),
    ("if let c = first(face in me.hand) { if c.value > 3 { say strong(me) } }", true),
    // facts shown to the acting player contain only that player's knowledge
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
    // all players see who is eliminated
    ("if turns > 1 { eliminate me }", false),
];

/// Effects about hands that only others see, and about marks on their cards, for [`fans`]; true for leaks.
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

/// Returns [`TABLE`] with hands that all players but their owners see, and an effect.
pub fn fans(effect: &str) -> String {
    let zones = "zones:\n  fan: { per: player, holds: face, sees: others, ordered: true }\n";
    let table = TABLE.replace("{ value: int } }", "{ value: int }, state: { told: int for fan } }");
    let dealt = "draw 1 from deck to p.hand }\n  for player p { draw 2 from deck to p.fan }";
    let table = table.replace("zones:\n", zones).replace("draw 1 from deck to p.hand }", dealt);
    table.replace("EFFECT", effect)
}

/// Effects about the zone of a team, for [`teams`]: only its players see it.
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

/// Returns [`TABLE`] with two teams of two, each with a zone that its players see, and an effect.
pub fn teams(effect: &str) -> String {
    let table = TABLE.replace("players: 2 }", "players: 4 }\nteams: 2");
    let zones = "zones:\n  purse: { per: team, holds: face, sees: owner }\n";
    let dealt = "draw 1 from deck to p.hand }\n  for team t { draw 3 from deck to t.purse }";
    let table = table.replace("zones:\n", zones).replace("draw 1 from deck to p.hand }", dealt);
    table.replace("EFFECT", effect)
}

/// Effects about zones with keys, sets of words and eliminated players, for [`keyed`]; true for leaks.
pub const KEYED: [(&str, bool); 11] = [
    ("if any(face in me.nook[front] where value > 3) { say strong(me) }", true),
    ("if any(face in desk(1).side[me] where value > 3) { say strong(me) }", true),
    ("if any(face in desk(turns mod 2 + 1).side[me.left] where value > 3) { say strong(me) }", true),
    ("if any(face in piles[front] where value > 3) { say strong(me) }", true),
    (
        "if let c = me chooses face in me.nook[front] as drop { move c to deck }\n      draw 1 from deck to me.nook[front]",
        false,
    ),
    (
        "if let c = me chooses face in desk(2).side[me] as take { move c to me.nook[back] }\n      draw 1 from deck to desk(2).side[me]",
        false,
    ),
    ("swap desk(1).side[me] with desk(1).side[me.left]", false),
    ("if let c = first(face in desk(2).side[me]) { show c to me.left }", false),
    (
        "let at = me chooses place as search\n      if any(me.nook[at]) { move me.nook[at] to piles[at] }",
        false,
    ),
    ("if any(face in me.hand where wild is in marks) { say strong(me) }", true),
    ("if let p = me chooses player where it != me as oust { if turns > 4 { eliminate p } }", false),
];

/// Returns [`TABLE`] with zones by two keys and by a word, a set of words on each card, and an effect.
pub fn keyed(effect: &str) -> String {
    let zones = "enums: { mark: [wild, bold], place: [front, back] }
spots: { desk: { count: 2 } }
zones:
  nook: { per: [player, place], holds: face, sees: owner }
  side: { per: [desk, player], holds: face, sees: owner }
  piles: { per: place, holds: face, sees: nobody }
";
    let dealt = "draw 1 from deck to p.hand }
  for player p {
    for place l { draw 1 from deck to p.nook[l] }
    for desk d { draw 1 from deck to d.side[p] }
  }
  draw 1 from deck to piles[front]";
    let table = TABLE.replace("{ value: int } }", "{ value: int, marks: \"set of mark = []\" } }");
    let table = table.replace("copies: 8, value: 9 }", "copies: 8, value: 9, marks: [wild] }");
    let table = table.replace("zones:\n", zones).replace("draw 1 from deck to p.hand }", dealt);
    table.replace("EFFECT", effect)
}

/// Additions to [`TABLE`] for [`SHOWN`].
const BESIDE: &str = "
functions:
  rating: { with: { p: player }, is: sum(value of face in p.hand) }
procedures:
  reveal: { with: { p: player }, do: show p.hand to player }
  tell: { with: { p: player }, do: say worth(sum(value of face in p.hand)) }
setup:";

/// Effects that are no leaks, because all players were shown the information: the first effect, and one after
/// a decision.
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

/// Returns [`TABLE`] with an effect that shows information, and another that uses it after a decision.
pub fn telling(shows: &str, tells: &str) -> String {
    let effect = format!(
        "{}\n      let _m = me chooses number in 1..2 as pass\n      {tells}",
        shows.replace("; ", "\n      ")
    );
    let beside = TABLE.replace("\nsetup:", BESIDE).replace("messages: {", "messages: { worth: { n: int },");
    beside.replace("EFFECT", &effect)
}
