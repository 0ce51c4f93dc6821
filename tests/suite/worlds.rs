//! Paired worlds that differ only in information hidden from a seat: its options, views and log are equal,
//! with the same choices, until something is revealed. Each shipped game has 300 pairs, with up to ten
//! positions compared in each. Planted leaks must be detected.

use ludex::rules::HolderAt;
use ludex::{Chooser, Decision, Fact, Game, LogEntry, Movement, Ruleset, Value, Viewer, why};
use ludex_grammar::codes::Code;
use ludex_tests::cases::{Case, here, read};
use ludex_tests::rulesets::{classics, files, shipped};
use ludex_tests::worlds::{
    EFFECTS, Eye, FANS, Found, KEYED, Leak, Parted, SHOWN, TABLE, TEAMS, Test, fans, keyed, movements, teams,
    telling,
};

/// Number of pairs of worlds for each game.
const PAIRS: usize = 300;
/// Maximum number of compared positions in each pair.
const POSITIONS: usize = 10;

/// Everything that must follow from the knowledge of a seat.
#[derive(PartialEq, Debug)]
struct Follows {
    /// The decision, with its options if the seat is acting.
    decision: Option<Decision>,
    /// Facts of the decision.
    facts: Vec<Fact>,
    /// True if all players can see that there is only one option.
    forced: bool,
    /// Computed values on its table.
    computed: Vec<Vec<Value>>,
    /// New lines of the log.
    log: Vec<LogEntry>,
    /// New movements of cards.
    movements: Vec<Movement>,
}

fn follows(game: &Game, eye: Eye) -> Follows {
    let (decision, facts) = (game.decision_for(eye.seat), why::decision_facts(game, eye.seat));
    Follows {
        decision,
        facts,
        forced: why::is_forced(game),
        computed: why::computed(game, eye.seat),
        log: game.log(eye.seat, eye.read),
        movements: movements(game, eye.seat, eye.read),
    }
}

fn compiled(files: &[(String, String)]) -> Ruleset {
    ludex::compile(files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

/// Compares pairs in games with each number of players in turn.
fn pairs(ruleset: &Ruleset, most: usize) -> Result<Found, Leak<Follows>> {
    let sizes: Vec<u8> = ruleset.players().collect();
    let begin = |seed: u64| {
        let players = sizes[seed as usize % sizes.len()];
        Game::new(&ruleset.setup(players, &[]).expect("a setup"), seed)
    };
    Test { begin, look: follows, positions: POSITIONS }.pairs(most, 7)
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_that_it_is_shown() {
    let (mut all, mut different) = (0, 0);
    for id in shipped() {
        let found = pairs(&compiled(&files(&id)), PAIRS).unwrap_or_else(|leak| panic!("{id}: {leak:?}"));
        (all, different) = (all + found.pairs, different + found.different);
        // the other pairs were too short
        let whole = found.pairs - found.short;
        assert!(10 * whole > 8 * found.pairs && found.compared >= POSITIONS * whole, "{id}: {found:?}");
    }
    assert!(different * 2 > all, "in most worlds something lies elsewhere: {different} of {all}");
}

/// The classics, whose games are short.
#[test]
fn nor_does_it_in_a_classic() {
    for id in classics() {
        let found = pairs(&compiled(&files(&id)), PAIRS / 5).unwrap_or_else(|leak| panic!("{id}: {leak:?}"));
        assert!(found.pairs > 0, "{id}: {found:?}");
    }
}

/// Every player who may answer an action is asked, regardless of the hand; actions of cards in hands are not
/// offered to others.
#[test]
fn nor_do_actions_of_cards_in_hands() {
    let path = here().join("cases/games/duel.yaml");
    let case = Case { name: "duel".to_owned(), text: read(&path) };
    let found = pairs(&compiled(&case.files()), PAIRS / 5).unwrap_or_else(|leak| panic!("{leak:?}"));
    assert!(found.different * 2 > found.pairs, "{found:?}");
}

#[test]
fn a_planted_leak_is_found() {
    for (effect, leaks) in EFFECTS {
        let ruleset = compiled(&[("ruleset.yaml".to_owned(), TABLE.replace("EFFECT", effect))]);
        assert_eq!(pairs(&ruleset, 60).is_err(), leaks, "{effect}");
    }
    for (effect, leaks) in FANS {
        let ruleset = compiled(&[("ruleset.yaml".to_owned(), fans(effect))]);
        assert_eq!(pairs(&ruleset, 60).is_err(), leaks, "{effect}");
    }
}

#[test]
fn nor_does_what_a_team_has_to_the_others() {
    for (effect, leaks) in TEAMS {
        let ruleset = compiled(&[("ruleset.yaml".to_owned(), teams(effect))]);
        let found = pairs(&ruleset, 60);
        assert_eq!(found.is_err(), leaks, "{effect}: {found:?}");
        assert!(
            found.is_ok_and(|found| found.different > 30) || leaks,
            "{effect}: too little lies elsewhere"
        );
    }
}

#[test]
fn nor_does_what_lies_in_zones_with_keys() {
    for (effect, leaks) in KEYED {
        let ruleset = compiled(&[("ruleset.yaml".to_owned(), keyed(effect))]);
        let found = pairs(&ruleset, 60);
        assert_eq!(found.is_err(), leaks, "{effect}: {found:?}");
        assert!(
            found.is_ok_and(|found| found.different > 30) || leaks,
            "{effect}: too little lies elsewhere"
        );
    }
}

/// Inactive players choose from a hand, from a public purse and among actions, in turn, some with several
/// picks.
const FORCED: &str = "
format: 1
game: { id: forced, players: 2..3 }
kinds: { coin: {}, plan: {} }
zones:
  deck: { holds: [coin, plan], sees: nobody, ordered: true }
  pile: { holds: [coin, plan], sees: all }
  hand: { per: player, holds: [coin, plan], sees: owner }
  purse: { per: player, holds: [coin, plan], sees: all }
state: { player: { rested: bool for game } }
cards: { cent: { kind: coin, copies: 14 }, crown: { kind: coin, copies: 14 }, road: { kind: plan, copies: 14 } }
actions:
  talk:
    pay: { with: { c: coin in me.hand }, do: move c to pile }
    lend: { with: { c: coin in me.purse }, do: move c to pile }
    wait: { do: set me.rested = true }
setup: |
  move card to deck
  shuffle deck
  for player p { draw 1 from deck to p.hand }
procedures:
  ask:
    with: { p: player }
    do: |
      if any(p.hand) { if let c = p chooses card in p.hand as lay { move c to p.purse } }
      if count(p.purse) > 1 { if let c = p chooses card in p.purse as spend { move c to pile } }
phases:
  turn:
    each: player
    until: turn.number == 6
    do: |
      if turn.number < 5 { draw 1 from deck to me.left.hand }
      let _n = me chooses number in 1..2 as pass
      do ask(me.left)
      me.left chooses one of talk as reply
      any player p where p != me may choose road c in p.hand as answer { move c to me.purse }
score: { total: count(player.purse) }
";

/// Whether a choice is forced follows from public information; of the choices with one option some are forced
/// and some are not.
#[test]
fn a_forced_choice_tells_nobody_anything() {
    let ruleset = compiled(&[("ruleset.yaml".to_owned(), FORCED.to_owned())]);
    let found = pairs(&ruleset, PAIRS).unwrap_or_else(|leak| panic!("{leak:?}"));
    assert!(found.different * 2 > found.pairs, "{found:?}");
    let (mut forced, mut picks) = ([0, 0], Chooser::new(1));
    for seed in 0..120 {
        let mut game = Game::new(&ruleset.setup(3, &[]).expect("a setup"), seed);
        while !game.is_over() {
            if game.options() == 1 {
                forced[usize::from(why::is_forced(&game))] += 1;
            }
            game.apply(picks.below(game.options())).expect("no fault");
        }
    }
    assert!(forced.iter().all(|times| *times > 40), "{forced:?}");
}

/// All players vote simultaneously; the votes are logged, and then forgotten.
const VOTES: &str = "
format: 1
game: { id: votes, players: 3..4 }
kinds: { role: {} }
zones:
  bag: { holds: role, sees: nobody, ordered: true }
  held: { per: player, holds: role, sees: owner }
state: { player: { votes: int for day } }
messages: { votes_for: { player: player, who: player } }
cards: { cat: { kind: role, copies: 4 }, dog: { kind: role, copies: 4 } }
setup: |
  move role to bag
  shuffle bag
  for player p { draw 1 from bag to p.held }
phases:
  day:
    repeat: 4
    do: |
      each player p may choose player q where q != p as vote {
        set q.votes = q.votes + 1
        say votes_for(p, q)
      }
score: { total: count(cat in player.held) }
";

/// The other players' choices, which are hidden until they are disclosed, differ between the worlds.
#[test]
fn simultaneous_votes_tell_nobody_more() {
    let ruleset = compiled(&[("ruleset.yaml".to_owned(), VOTES.to_owned())]);
    let found = pairs(&ruleset, PAIRS / 5).unwrap_or_else(|leak| panic!("{leak:?}"));
    assert!(found.parted.contains_key(&Parted::Told), "{found:?}");
    assert!(found.different * 2 > found.pairs, "{found:?}");
}

/// Returns the cards in the zone of each team, as a viewer sees them.
fn purses(game: &Game, viewer: impl Into<Viewer>) -> Vec<Vec<Option<String>>> {
    let rules = game.setup().rules();
    let is_teams = |holder: HolderAt| matches!(holder, HolderAt::Spot(_));
    let zones = game.view(viewer).zones.into_iter();
    let zones = zones.filter(|zone| rules.zone_at(zone.zone.id).is_some_and(|(_, holder)| is_teams(holder)));
    let cards = zones.map(|zone| zone.cards.into_iter().map(|card| Some(card.card?.name)).collect());
    cards.collect()
}

/// In every determinization of a player, the cards of the player's team are the same; those of the other team
/// differ in some.
#[test]
fn the_players_of_a_team_see_what_it_has() {
    let ruleset = compiled(&[("ruleset.yaml".to_owned(), teams("say passed(me)"))]);
    let setup = ruleset.setup(4, &[]).expect("a setup");
    for seed in 0..10 {
        let game = Game::new(&setup, seed);
        let lies = purses(&game, Viewer::Open);
        for (number, seat) in setup.seats().map(|seat| seat.id).enumerate() {
            let (own, other) = (number % 2, 1 - number % 2);
            let shown = purses(&game, seat);
            assert_eq!(shown[own], lies[own], "{number} sees it");
            assert!(shown[other].iter().all(Option::is_none), "{number} sees {:?}", shown[other]);
            let deals: Vec<Game> = (0..20).filter_map(|deal| game.determinize(seat, deal)).collect();
            let dealt: Vec<_> = deals.iter().map(|deal| purses(deal, Viewer::Open)).collect();
            assert!(dealt.iter().all(|dealt| dealt[own] == lies[own]), "{number} knows it: {dealt:?}");
            assert!(
                dealt.iter().any(|dealt| dealt[other] != lies[other]),
                "{number} can't know it: {dealt:?}"
            );
        }
    }
}

#[test]
fn what_all_were_shown_before_tells_nobody_more() {
    for (shows, tells) in SHOWN {
        let ruleset = compiled(&[("ruleset.yaml".to_owned(), telling(shows, tells))]);
        let found = pairs(&ruleset, 40).unwrap_or_else(|leak| panic!("{shows}; {tells}: {leak:?}"));
        assert!(found.different > 20, "{shows}: {found:?}");
        // an open message may not name it unless it was shown
        let problems =
            ludex::compile(&[("ruleset.yaml".to_owned(), telling("say passed(me)", tells))]).problems;
        let hidden =
            problems.iter().any(|problem| problem.code == Code::HiddenFact) || tells == "say worth(n)";
        assert!(hidden, "{tells}: {problems:?}");
    }
}
