//! Random sequences of acts in a small game: beliefs are compared with a list of all worlds that agree with
//! the observations.

use ludex_tests::inside::*;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ludex::Game;
use ludex_run::play::find_zone;
use ludex_tests::rulesets::Picks;

use super::{DECK, ROW, SEATS, World, ZONES, after, allowed, dealt, letter, sorted, world};

/// A public act on cards that are not visible to all.
#[derive(Debug, Clone, Copy)]
enum Act {
    /// The nth card of a zone (in a deck the top card) moves to another zone.
    Move(usize, usize, usize),
    /// The nth card of the deck, searched out of sight, moves to a zone; of several copies the topmost.
    Search(usize, usize),
    Shuffle,
    /// A zone is shown to a seat.
    Show(usize, usize),
    /// All cards of a zone move to another one without order.
    Gather(usize, usize),
    /// The nth card of a zone moves into the deck, to a position that no player sees.
    Tuck(usize, usize, usize),
}

/// All worlds that a seat can't rule out, listed explicitly.
struct Exact {
    seat: usize,
    worlds: BTreeSet<World>,
}

impl Exact {
    fn sees(&self, zone: usize) -> bool {
        zone == self.seat + 2 || ZONES[zone] == "pile"
    }

    fn saw(&mut self, act: Act, before: &World) {
        let worlds = std::mem::take(&mut self.worlds);
        for world in worlds {
            match act {
                Act::Show(zone, seat) if seat == self.seat => {
                    if world[zone] == before[zone] {
                        self.worlds.insert(world);
                    }
                }
                Act::Show(..) => drop(self.worlds.insert(world)),
                Act::Gather(from, to) => {
                    let mut world = world;
                    let cards = std::mem::take(&mut world[from]);
                    world[to].extend(cards);
                    world[to].sort_unstable();
                    if !self.sees(to) || world[to] == gathered(before, from, to) {
                        self.worlds.insert(world);
                    }
                }
                Act::Shuffle => {
                    let mut orders = BTreeSet::new();
                    orders_of(&mut world[DECK].clone(), 0, &mut orders);
                    for order in orders {
                        let mut world = world.clone();
                        world[DECK] = order;
                        self.worlds.insert(world);
                    }
                }
                Act::Move(from, nth, to) => {
                    let range = if from == DECK { 0..1 } else { 0..world[from].len() };
                    self.one_of(&world, (from, to), range, before[from][nth]);
                }
                Act::Tuck(from, nth, _) => {
                    for at in 0..world[from].len() {
                        if !self.sees(from) || world[from][at] == before[from][nth] {
                            self.tucked(&world, from, at);
                        }
                    }
                }
                Act::Search(nth, to) => {
                    let uppermost = |at: &usize| !world[DECK][..*at].contains(&world[DECK][*at]);
                    let range = (0..world[DECK].len()).filter(uppermost);
                    self.one_of(&world, (DECK, to), range, before[DECK][nth]);
                }
            }
        }
    }

    /// Puts a card into the deck at any position.
    fn tucked(&mut self, world: &World, from: usize, at: usize) {
        for place in 0..=world[DECK].len() {
            let mut world = world.clone();
            let card = world[from].remove(at);
            world[DECK].insert(place, card);
            self.worlds.insert(world);
        }
    }

    /// Moves one of some cards of a zone to another; if the seat sees it in one of them, it is this one.
    fn one_of(
        &mut self,
        world: &World,
        (from, to): (usize, usize),
        range: impl Iterator<Item = usize>,
        card: char,
    ) {
        for at in range {
            if (self.sees(from) || self.sees(to)) && world[from][at] != card {
                continue;
            }
            let mut world = world.clone();
            let moved = world[from].remove(at);
            world[to].push(moved);
            world[to] = sorted(ZONES[to], std::mem::take(&mut world[to]));
            self.worlds.insert(world);
        }
    }
}

fn gathered(before: &World, from: usize, to: usize) -> Vec<char> {
    let mut cards: Vec<char> = before[from].iter().chain(&before[to]).copied().collect();
    cards.sort_unstable();
    cards
}

fn orders_of(cards: &mut Vec<char>, from: usize, orders: &mut BTreeSet<Vec<char>>) {
    if from == cards.len() {
        orders.insert(cards.clone());
    }
    for i in from..cards.len() {
        cards.swap(from, i);
        orders_of(cards, from + 1, orders);
        cards.swap(from, i);
    }
}

/// A sequence of acts: the text that plays it, and the zone of each card.
struct Story {
    text: String,
    ids: Vec<Vec<&'static str>>,
}

impl Story {
    fn new() -> Self {
        let mut ids = vec![Vec::new(); ZONES.len()];
        ids[1] = vec!["ace[1]", "ace[2]", "jack", "king", "queen"];
        Self { text: String::new(), ids }
    }

    fn world(&self) -> World {
        self.ids.iter().map(|zone| zone.iter().map(|id| initial(id)).collect()).collect()
    }

    /// Draws an act that is possible with the numbers of cards in each zone.
    fn random_act(&self, picks: &mut Picks) -> Option<Act> {
        let (from, to) = (picks.below(ROW), picks.below(ROW));
        let any = |zone: usize| !self.ids[zone].is_empty();
        match picks.below(13) {
            12 if from != DECK && any(from) => {
                Some(Act::Tuck(from, 0, picks.below(self.ids[DECK].len() + 1)))
            }
            0 if any(DECK) => Some(Act::Shuffle),
            1 | 2 | 10 | 11 if any(from) => Some(Act::Show(from, picks.below(3))),
            3 if from != to && from != DECK && to != DECK && any(from) => Some(Act::Gather(from, to)),
            4 if to != DECK && any(DECK) => Some(Act::Search(0, to)),
            5..10 if from != to && any(from) => Some(Act::Move(from, 0, to)),
            _ => None,
        }
    }

    /// Appends an act, with the actual card.
    fn add_act(&mut self, act: Act, picks: &mut Picks) -> Act {
        let path = |zone: usize| match zone {
            2..=4 => format!("seat({}).hand", zone - 1),
            _ => ZONES[zone].to_owned(),
        };
        let (told, line) = match act {
            Act::Shuffle => (act, "shuffle deck".to_owned()),
            Act::Show(zone, seat) => (act, format!("show {} to seat({})", path(zone), seat + 1)),
            Act::Gather(from, to) => {
                let cards = std::mem::take(&mut self.ids[from]);
                self.ids[to].extend(cards);
                self.ids[to].sort_unstable();
                (act, format!("move {} to {}", path(from), path(to)))
            }
            Act::Tuck(from, _, place) => {
                let nth = picks.below(self.ids[from].len());
                let card = self.ids[from].remove(nth);
                self.ids[DECK].insert(place, card);
                let line = format!("move {card} to deck at place {} unseen", place + 1);
                (Act::Tuck(from, nth, place), line)
            }
            Act::Search(_, to) => {
                let wanted = self.ids[DECK][picks.below(self.ids[DECK].len())];
                let uppermost = self.ids[DECK].iter().position(|id| initial(id) == initial(wanted));
                let nth = uppermost.expect("the wanted one at least");
                let card = self.take(DECK, nth, to);
                (Act::Search(nth, to), format!("move {card} to {} unseen among deck", path(to)))
            }
            Act::Move(from, _, to) => {
                let nth = if from == DECK { 0 } else { picks.below(self.ids[from].len()) };
                let card = self.take(from, nth, to);
                (Act::Move(from, nth, to), format!("move {card} to {}", path(to)))
            }
        };
        let _ = writeln!(self.text, "{line}");
        if let Act::Shuffle = act {
            // the generator of the game may order the deck differently: use the order that results
            let game = after(&self.text);
            let deck = find_zone(game.program(), "deck").expect("a zone");
            self.ids[DECK] = game.state().cards_in(deck).map(|card| id_of(&game, card)).collect();
        }
        told
    }

    fn take(&mut self, from: usize, nth: usize, to: usize) -> &'static str {
        let card = self.ids[from].remove(nth);
        self.ids[to].push(card);
        if to != DECK {
            self.ids[to].sort_unstable();
        }
        card
    }
}

/// The classes of a seat allow all worlds that agree with its observations, and nearly always no others.
/// There are others if a card was put into a pile out of sight, because the preserved order of the cards
/// around it relates two positions.
#[test]
fn nothing_that_may_be_is_ruled_out() {
    let (mut games, mut exact_ones) = ([0, 0], [0, 0]);
    for number in 0..600 {
        let mut picks = Picks(number);
        let mut story = Story::new();
        let mut exacts: Vec<Exact> =
            (0..3).map(|seat| Exact { seat, worlds: BTreeSet::from([story.world()]) }).collect();
        let (mut acts, mut tucked) = (0, 0);
        while acts < 3 + number % 18 {
            let Some(act) = story.random_act(&mut picks) else { continue };
            let before = story.world();
            let act = story.add_act(act, &mut picks);
            tucked |= usize::from(matches!(act, Act::Tuck(..)));
            exacts.iter_mut().for_each(|exact| exact.saw(act, &before));
            acts += 1;
        }
        let game = after(&story.text);
        assert_eq!(world(&game), story.world(), "the test follows the game\n{}", story.text);
        for exact in &exacts {
            let (seat, name) = (exact.seat as u8, SEATS[exact.seat]);
            let allowed = allowed(&game, seat);
            let lost: Vec<&World> = exact.worlds.difference(&allowed).collect();
            assert!(lost.is_empty(), "{name} can't rule out {lost:?} after\n{}", story.text);
            assert!(dealt(&game, seat, 10).is_subset(&allowed), "a deal for {name} after\n{}", story.text);
            games[tucked] += 1;
            exact_ones[tucked] += usize::from(allowed == exact.worlds);
        }
    }
    assert!(exact_ones[0] * 100 >= games[0] * 99, "{exact_ones:?} of {games:?} are exact");
    assert!(games[1] > 300 && exact_ones[1] * 100 >= games[1] * 95, "{exact_ones:?} of {games:?} are exact");
}

/// Formats the observation of an act by a seat.
fn seen(exact: &Exact, act: Act, before: &World) -> String {
    let sees = |zone: usize| exact.sees(zone);
    match act {
        Act::Show(zone, seat) if seat == exact.seat => format!("{:?}", before[zone]),
        Act::Gather(from, to) if sees(from) || sees(to) => format!("{:?}", before[from]),
        Act::Move(from, nth, to) if sees(from) || sees(to) => format!("{}", before[from][nth]),
        Act::Tuck(from, nth, _) if sees(from) => format!("{}", before[from][nth]),
        Act::Search(nth, to) if sees(to) => format!("{}", before[DECK][nth]),
        _ => String::new(),
    }
}

/// Games that differ only in unobserved acts give a seat the same worlds: no hidden information is revealed.
#[test]
fn what_is_possible_depends_on_nothing_unseen() {
    let mut compared = 0;
    for number in 0..60 {
        let mut shape = Picks(number);
        let mut acts = Vec::new();
        let mut story = Story::new();
        while acts.len() < 4 + number as usize % 8 {
            let act = story.random_act(&mut shape).filter(|act| !matches!(act, Act::Shuffle));
            let Some(act) = act else { continue };
            story.add_act(act, &mut shape);
            acts.push(act);
        }
        let mut found: Vec<BTreeMap<String, BTreeSet<World>>> = vec![BTreeMap::new(); 3];
        for hidden in 0..24 {
            let (mut picks, mut story) = (Picks(1_000 * number + hidden), Story::new());
            let mut sights = vec![String::new(); 3];
            for act in &acts {
                let before = story.world();
                let act = story.add_act(*act, &mut picks);
                for (seat, sight) in sights.iter_mut().enumerate() {
                    let _ =
                        writeln!(sight, "{}", seen(&Exact { seat, worlds: BTreeSet::new() }, act, &before));
                }
            }
            let game = after(&story.text);
            for (seat, sight) in sights.into_iter().enumerate() {
                let allowed = allowed(&game, seat as u8);
                match found[seat].entry(sight) {
                    Entry::Vacant(new) => drop(new.insert(allowed)),
                    Entry::Occupied(old) => {
                        compared += 1;
                        assert!(
                            *old.get() == allowed,
                            "{} saw no difference in\n{}",
                            SEATS[seat],
                            story.text
                        );
                    }
                }
            }
        }
    }
    assert!(compared > 500, "only {compared} games looked alike");
}

fn initial(id: &str) -> char {
    id.chars().next().expect("a name")
}

fn id_of(game: &Game, card: u16) -> &'static str {
    match (
        letter(game, card),
        game.program()
            .layout
            .design
            .iter()
            .position(|d| *d == game.program().layout.design[usize::from(card)]),
    ) {
        ('a', Some(first)) if first == usize::from(card) => "ace[1]",
        ('a', _) => "ace[2]",
        ('j', _) => "jack",
        ('k', _) => "king",
        _ => "queen",
    }
}
