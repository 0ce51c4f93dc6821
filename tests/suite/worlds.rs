//! Two worlds that differ only in what a seat can't know: its view, what it is told of picks, its options and the log as it reads it are
//! the same, and stay so with the same choices until something is revealed.

use ludex::machinery::game::Game;
use ludex::machinery::game::{LogEntry, Told, View};
use ludex_tests::rulesets::{Picks, compile_case, ruleset, shipped};

use crate::games::new_game;

/// Pairs of worlds for each game.
const PAIRS: usize = 300;
/// Choices that are made in both worlds of a pair, at most.
const STEPS: usize = 12;

/// What shows a seat the position, and what has become known on the way.
#[derive(PartialEq, Debug)]
struct Known {
    view: View,
    told: Option<Told>,
    asked: Option<(u8, String)>,
    /// Cards that new lines of the log named to the seat.
    named: Vec<i32>,
}

/// What must follow from that.
#[derive(PartialEq, Debug)]
struct Follows {
    /// The options, if the seat decides.
    options: Vec<String>,
    /// New lines of the log: the message and its facts; nothing for one that the seat may not read.
    log: Vec<(usize, Vec<Option<i32>>)>,
}

fn lines(game: &Game, seat: u8, read: usize) -> Vec<(usize, Vec<Option<i32>>)> {
    let line = |entry: &LogEntry| match entry {
        LogEntry::Said { message, facts } => {
            let fact = facts.iter().map(|fact| fact.known.has(seat).then_some(fact.value));
            (message.index(), fact.collect())
        }
        LogEntry::Began { phase, number, active } => {
            (phase.index(), vec![Some(*number), active.map(i32::from)])
        }
    };
    game.log()[read..].iter().map(line).collect()
}

fn known(game: &Game, seat: u8, read: usize) -> Known {
    let messages = &game.program().checked.messages;
    let named = game.log()[read..].iter().flat_map(|entry| {
        let LogEntry::Said { message, facts } = entry else { return Vec::new() };
        let params = facts.iter().zip(&messages[message.index()].params);
        let cards = params.filter(|(fact, (_, ty))| ty.is_card() && fact.known.has(seat));
        cards.map(|(fact, _)| fact.value).collect()
    });
    Known {
        view: game.view(seat),
        told: game.told(seat),
        asked: game.decision().map(|decision| (decision.player, decision.name.to_owned())),
        named: named.collect(),
    }
}

fn follows(game: &Game, seat: u8, read: usize) -> Follows {
    let own = game.decision().filter(|decision| decision.player == seat);
    let options = own.map(|decision| decision.labels()).unwrap_or_default();
    Follows { options, log: lines(game, seat, read) }
}

/// Goes on in both worlds as long as the seat can't tell them apart. How many positions were compared, or what it could tell them apart by
/// although it should not.
fn compare(seat: u8, mut one: Game, mut other: Game, picks: &mut Picks) -> Result<usize, String> {
    let mut read = one.log().len();
    for step in 0..STEPS {
        let [ours, theirs] = [&one, &other].map(|game| follows(game, seat, read));
        if ours != theirs {
            return Err(format!("seat {seat} is shown {ours:?}\nand in another world {theirs:?}"));
        }
        let Some(decision) = one.decision() else { return Ok(step) };
        let pick = picks.below(decision.len());
        let label = &decision.labels()[pick];
        // who picks what the seat does not know may have nothing of that name there
        let same = other.decision().and_then(|decision| decision.find(label)).unwrap_or(pick);
        read = one.log().len();
        if one.apply(pick).is_err() || other.apply(same).is_err() {
            return Ok(step);
        }
        if one.is_over() || known(&one, seat, read) != known(&other, seat, read) {
            return Ok(step);
        }
    }
    Ok(STEPS)
}

/// Pairs along random games: for whoever decides and for a seat that looks on. How many, how many of them differ, and how many positions
/// were compared.
fn pairs(mut begin: impl FnMut(u64) -> Game, most: usize) -> Result<[usize; 3], String> {
    let [mut pairs, mut different, mut compared] = [0; 3];
    let mut picks = Picks(7);
    for seed in 0.. {
        let mut game = begin(seed);
        while let Some(decision) = game.decision() {
            let (decides, options) = (decision.player, decision.len());
            let looks_on = picks.below(usize::from(game.players())) as u8;
            for seat in if picks.below(4) == 0 { vec![decides, looks_on] } else { Vec::new() } {
                let Some(other) = game.redealt(seat, picks.below(1 << 30) as u64) else { continue };
                assert_eq!(game.view(seat), other.view(seat), "a deal that the seat can tell apart");
                different += usize::from(game.open_view() != other.open_view());
                compared += compare(seat, game.clone(), other, &mut picks)?;
                pairs += 1;
            }
            if pairs >= most {
                return Ok([pairs, different, compared]);
            }
            game.apply(picks.below(options)).expect("no fault");
        }
    }
    unreachable!("games without end are played")
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_that_it_is_shown() {
    for id in shipped() {
        let ruleset = ruleset(&id);
        let sizes = u64::from(ruleset.checked.max_players - ruleset.checked.min_players) + 1;
        let begin = |seed| new_game(&ruleset, ruleset.checked.min_players + (seed % sizes) as u8, seed);
        let found = pairs(begin, PAIRS).unwrap_or_else(|how| panic!("{id}: {how}"));
        let [pairs, different, compared] = found;
        assert!(different * 2 > pairs, "{id}: in most worlds something lies elsewhere: {found:?}");
        assert!(compared > pairs, "{id}: worlds stay alike for some choices: {found:?}");
    }
}

const TABLE: &str = "
format: 1
game: { id: leak, players: 2 }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  hand: { per: player, holds: face, sees: owner }
messages: { strong: { player: player } }
state: { game: { turns: int for game, mark: int for game } }
score: { total: mark }
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
";

/// What a ruleset tells by what it does is no error (E0601); it is found here.
#[test]
fn a_planted_leak_is_found() {
    for (effect, leaks) in [
        ("if turns > 3 { say strong(me) }", false),
        ("if any(face in me.hand where value > 3) { say strong(me) }", true),
    ] {
        let ruleset = compile_case(&[("ruleset.yaml".to_owned(), format!("{TABLE}      {effect}\n"))]);
        let begin = |seed| Game::new(&ruleset, 2, &[], seed).expect("a game");
        assert_eq!(pairs(begin, 60).is_err(), leaks, "{effect}");
    }
}
