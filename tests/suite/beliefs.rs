//! What a seat can't rule out after cards moved out of its sight: held against all worlds that fit what the seat saw, listed
//! one by one in small games.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use ludex::machinery::game::{card_text, find_zone, seat_label};
use ludex::machinery::{Game, Ruleset};
use ludex_grammar::render::{Style, render};
use ludex_tests::rulesets::Picks;

const TABLE: &str = "
format: 1
game: { id: table, players: 3, seats: [ann, bob, cid] }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  bag:  { holds: face, sees: nobody }
  hand: { per: player, holds: face, sees: owner }
  pile: { holds: face, sees: all }
  row:  { holds: face, sees: by_face }
messages: { names: { card: face } }
cards:
  ace: { kind: face, copies: 2, value: 1 }
  king: { kind: face, value: 13 }
  queen: { kind: face, value: 12 }
  jack: { kind: face, value: 11 }
procedures:
  look: |
    let n = seat(1) chooses number in 1..2 as look
    if n == 3 { move row to bag face up }
phases: { turn: { active: seat(1), do: do look() } }
score: { total: sum(value of pile) }
";

const SEATS: [&str; 3] = ["ann", "bob", "cid"];
const ZONES: [&str; 7] = ["deck", "bag", "ann.hand", "bob.hand", "cid.hand", "pile", "row"];
const DECK: usize = 0;
const ROW: usize = 6;

fn after(effect: &str) -> Game {
    let lines: String = effect.lines().map(|line| format!("  {}\n", line.trim())).collect();
    let text = format!("{TABLE}setup: |\n  move face to bag\n{lines}");
    let compiled = ludex::machinery::compile(&[("ruleset.yaml".to_owned(), text)], "");
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    let ruleset: Arc<Ruleset> = compiled.ruleset.unwrap_or_else(|| panic!("{drawn}"));
    let game = Game::new(&ruleset, 3, &[], 1).expect("it can be set up");
    assert!(game.fault().is_none(), "{effect}: {:?}", game.fault());
    game
}

/// A world: for each zone its cards as printed, in the order of the card list if the zone has none.
type World = Vec<Vec<char>>;

fn letter(game: &Game, card: u16) -> char {
    card_text(game.program(), card).chars().next().expect("a name")
}

fn world(game: &Game) -> World {
    let zone = |name: &&str| {
        let zone = find_zone(game.program(), name).expect("a zone");
        sorted(name, game.state().cards_in(zone).map(|card| letter(game, card)).collect())
    };
    ZONES.iter().map(zone).collect()
}

fn sorted(zone: &str, mut cards: Vec<char>) -> Vec<char> {
    if zone != "deck" {
        cards.sort_unstable();
    }
    cards
}

/// All worlds that the classes of places allow: each place one of its candidates, no card twice.
fn allowed(game: &Game, seat: u8) -> BTreeSet<World> {
    let mut places = Vec::new();
    for (z, name) in ZONES.iter().enumerate() {
        let zone = find_zone(game.program(), name).expect("a zone");
        places.extend(game.state().cards_in(zone).map(|card| (z, game.candidates(seat, card))));
    }
    let mut worlds = BTreeSet::new();
    assign(game, &places, &mut Vec::new(), &mut worlds);
    worlds
}

fn assign(game: &Game, places: &[(usize, Vec<u16>)], taken: &mut Vec<u16>, worlds: &mut BTreeSet<World>) {
    let Some((_, candidates)) = places.get(taken.len()) else {
        let mut world = vec![Vec::new(); ZONES.len()];
        for ((zone, _), card) in places.iter().zip(taken.iter()) {
            world[*zone].push(letter(game, *card));
        }
        worlds.insert(world.into_iter().zip(ZONES).map(|(cards, zone)| sorted(zone, cards)).collect());
        return;
    };
    for card in candidates {
        if !taken.contains(card) {
            taken.push(*card);
            assign(game, places, taken, worlds);
            taken.pop();
        }
    }
}

fn dealt(game: &Game, seat: u8, times: u64) -> BTreeSet<World> {
    (0..times).map(|seed| world(&game.redealt(seat, seed).expect("a deal"))).collect()
}

/// A short form of a zone in every deal that a seat may be given, for cases to read.
#[track_caller]
fn deals(effect: &str, seat: u8, zone: &str, expected: &str) {
    let game = after(effect);
    let at = ZONES.iter().position(|name| *name == zone).expect("a zone");
    let all = dealt(&game, seat, 400);
    let found: BTreeSet<String> = all.iter().map(|world| world[at].iter().collect()).collect();
    let found: Vec<String> = found.into_iter().collect();
    assert_eq!(
        found.join(" "),
        expected,
        "{zone} dealt anew for {}, after\n{effect}",
        SEATS[usize::from(seat)]
    );
}

const ANN: u8 = 0;
const BOB: u8 = 1;
const CID: u8 = 2;

/// A packet of king, queen and jack that Ann has seen; the aces are in the bag.
const PACKET: &str = "
    move king to row face down
    move queen to row face down
    move jack to row face down
    show row to seat(1)
";

#[test]
fn a_packet_that_was_passed_on_is_among_those_who_had_it() {
    let passed = format!("{PACKET} move queen to seat(2).hand");
    deals(&passed, ANN, "bob.hand", "j k q");
    deals(&passed, ANN, "bag", "aa");
    deals(&passed, CID, "bob.hand", "a j k q");
    let twice = format!("{passed}\n show row to seat(2)\n move jack to seat(3).hand");
    deals(&twice, ANN, "cid.hand", "j k q");
    deals(&twice, BOB, "cid.hand", "j k");
    deals(&twice, BOB, "bag", "aa");
    deals(&twice, CID, "bob.hand", "a k q");
}

#[test]
fn one_that_shows_up_leaves_the_others_among_the_rest() {
    let passed = format!("{PACKET} move queen to seat(2).hand\n move jack to seat(3).hand");
    deals(&format!("{passed}\n move seat(3).hand to pile"), ANN, "bob.hand", "k q");
    deals(&format!("{passed}\n show row to seat(1)"), ANN, "bob.hand", "j q");
    deals(&format!("{passed}\n show row to seat(1)\n show seat(2).hand to seat(1)"), ANN, "cid.hand", "j");
}

#[test]
fn one_that_is_named_openly_lies_nowhere_else() {
    let passed = format!("{PACKET} move queen to seat(2).hand\n move jack to seat(3).hand");
    deals(&passed, ANN, "bob.hand", "j k q");
    deals(&format!("{passed}\n say names(jack)"), ANN, "bob.hand", "j k q");
    deals(&format!("{passed}\n say names(jack) openly"), ANN, "bob.hand", "k q");
}

#[test]
fn a_card_put_among_unknown_ones_is_one_of_them() {
    let hand = "
        move king to seat(2).hand
        show king to seat(1)
        move queen to seat(2).hand
    ";
    let given = format!("{hand} move queen to seat(3).hand");
    deals(&given, ANN, "bob.hand", "a j k q");
    let game = after(&given);
    let with_king = |world: &World| world[3].contains(&'k') || world[4].contains(&'k');
    assert!(dealt(&game, ANN, 200).iter().all(with_king), "Bob or Cid has the king");
}

#[test]
fn what_all_can_conclude_is_ruled_out() {
    let hands = "
        move king to seat(2).hand
        move queen to seat(2).hand
        move jack to seat(3).hand
        exclude ace from seat(2).hand
    ";
    deals(hands, ANN, "bob.hand", "jk jq kq");
    deals(hands, ANN, "cid.hand", "a j k q");
    // a card that comes later may be one
    deals(&format!("{hands}\n move ace[1] to seat(2).hand"), ANN, "bob.hand", "ajk ajq akq jkq");
    // what is not so is not believed
    deals(&format!("{hands}\n exclude jack from seat(3).hand"), ANN, "cid.hand", "a j k q");
}

#[test]
fn what_was_shuffled_is_among_what_was_shuffled() {
    let deck = "
        move king to pile
        move queen to pile
        move pile to deck
        shuffle deck
        draw 1 from deck to seat(2).hand
    ";
    deals(deck, CID, "bob.hand", "k q");
    deals(deck, BOB, "deck", "k");
}

#[test]
fn a_search_leaves_the_rest_in_its_order() {
    let deck = "
        move king to deck
        move queen to deck
        move jack to deck
        show deck to seat(1)
        move queen to seat(2).hand unseen among face in deck where value > 11
    ";
    deals(deck, ANN, "bob.hand", "k q");
    deals(deck, ANN, "deck", "kj qj");
}

#[test]
fn one_that_is_swapped_was_among_those_beside_it() {
    let swapped = format!("{PACKET} move ace[1] to seat(2).hand\n swap queen[1] with ace[1]");
    deals(&swapped, ANN, "bob.hand", "j k q");
    deals(&swapped, ANN, "row", "ajk ajq akq");
}

/// A packet of which two cards were taken, one after an ace came to it: nine worlds, each as likely as another.
#[test]
fn deals_are_even() {
    let taken = "move queen to seat(2).hand\n move ace[1] to row face down\n move jack to seat(3).hand";
    let game = after(&format!("{PACKET} {taken}"));
    let worlds: Vec<World> = allowed(&game, ANN).into_iter().collect();
    assert_eq!(worlds.len(), 9);
    let mut counts = vec![0i32; worlds.len()];
    for seed in 0..9 * 600 {
        let dealt = world(&game.redealt(ANN, seed << 8).expect("a deal"));
        counts[worlds.iter().position(|world| *world == dealt).expect("an allowed deal")] += 1;
    }
    // four standard errors
    assert!(counts.iter().all(|count| (count - 600).abs() < 92), "{counts:?}");
}

#[test]
fn one_that_is_turned_up_was_among_those_beside_it() {
    let row = format!("{PACKET} move queen to seat(2).hand\n move ace[1] to row face down");
    deals(&row, ANN, "row", "ajk ajq akq");
    deals(&format!("{row}\n turn jack face up"), ANN, "row", "ajk ajq");
    deals(&format!("{row}\n turn ace[1] face up"), ANN, "row", "ajk ajq akq");
}

/// Something that happens in the open, to cards that not everybody sees.
#[derive(Debug, Clone, Copy)]
enum Act {
    /// The nth card of a zone (in a deck the top one) goes to another.
    Move(usize, usize, usize),
    /// The nth card of the deck, looked for out of sight, goes to a zone; of copies the uppermost.
    Search(usize, usize),
    Shuffle,
    /// A seat is shown a zone.
    Show(usize, usize),
    /// All of a zone goes to another without order.
    Gather(usize, usize),
    /// The nth card of a zone goes into the deck, at a place that nobody sees.
    Tuck(usize, usize, usize),
}

/// All that a seat can't rule out, by listing every world.
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

    /// A card goes into the deck: at any place.
    fn tucked(&mut self, world: &World, from: usize, at: usize) {
        for place in 0..=world[DECK].len() {
            let mut world = world.clone();
            let card = world[from].remove(at);
            world[DECK].insert(place, card);
            self.worlds.insert(world);
        }
    }

    /// One of some cards of a zone goes to another; if the seat sees it on one side, it is this one.
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

/// A game told act by act: the text that plays it, and where each card lies.
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

    /// An act for as many cards as lie in each zone, whichever they are.
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

    /// Tells the act, with the card that it happens to be about.
    fn tell(&mut self, act: Act, picks: &mut Picks) -> Act {
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
            // another generator than that of the game may order the deck: a story is one with the order that came out
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

/// The worlds that fit what a seat saw are all possible by its classes, and nearly always no others are. Where a card was put into a
/// pile out of sight, some others are more often: that the cards around it keep their order is of two places together.
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
            let act = story.tell(act, &mut picks);
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

/// What a seat saw of an act.
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

/// Games that differ only in what a seat did not see leave it with the same worlds: nothing hidden shows through.
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
            story.tell(act, &mut shape);
            acts.push(act);
        }
        let mut found: Vec<BTreeMap<String, BTreeSet<World>>> = vec![BTreeMap::new(); 3];
        for hidden in 0..24 {
            let (mut picks, mut story) = (Picks(1_000 * number + hidden), Story::new());
            let mut sights = vec![String::new(); 3];
            for act in &acts {
                let before = story.world();
                let act = story.tell(*act, &mut picks);
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

/// What went round in a game that is shipped, followed by hand: in every deal what a seat passed on is with those who chose after
/// it or left over, never with those who chose before or aside from the beginning.
#[track_caller]
fn what_was_passed_stays_behind(id: &str, choice: &str, zones: [&str; 2], chosen: [&str; 2]) {
    let ruleset = ludex_tests::rulesets::ruleset(id);
    let (mut checked, mut decisions) = (0, 0);
    for players in ruleset.checked.min_players.max(3)..=ruleset.checked.max_players {
        for seed in 0..4 {
            let (mut game, mut picks) =
                (Game::new(&ruleset, players, &[], seed).expect("a game"), Picks(seed));
            let find = |path: &str| find_zone(game.program(), path).unwrap_or_else(|| panic!("no {path}"));
            let [packet, aside] = zones.map(find);
            let seats: Vec<String> =
                (0..players).map(|seat| seat_label(&game.program().checked, seat)).collect();
            let of = |seat: usize| chosen.map(|zone| find(&format!("{}.{zone}", seats[seat])));
            let theirs: Vec<[u16; 2]> = (0..seats.len()).map(of).collect();
            // who has chosen in this round, and what he passed on
            let mut passed: Vec<(u8, Vec<u16>)> = Vec::new();
            for _ in 0..120 {
                let Some(decision) = game.decision() else { break };
                let (seat, asked, options) = (decision.player, decision.name.to_owned(), decision.len());
                if asked == choice && passed.iter().any(|(other, _)| *other == seat) {
                    passed.clear();
                }
                for (me, mine) in &passed {
                    let dealt = game.redealt(*me, picks.below(1 << 30) as u64);
                    let Some(other) = dealt else { continue };
                    let before = passed.iter().take_while(|(seat, _)| seat != me).map(|(seat, _)| *seat);
                    let not_there: Vec<u16> = before
                        .chain([*me])
                        .flat_map(|seat| theirs[usize::from(seat)])
                        .chain([aside])
                        .flat_map(|zone| other.state().cards_in(zone).collect::<Vec<u16>>())
                        .collect();
                    assert!(
                        mine.iter().all(|card| !not_there.contains(card)),
                        "{id}, {players} players, seed {seed}: {} passed on {mine:?}, dealt anew as {not_there:?}",
                        seats[usize::from(*me)]
                    );
                    checked += 1;
                }
                let offered: Vec<u16> = game.state().cards_in(packet).collect();
                game.apply(picks.below(options)).expect("an option");
                if asked == choice {
                    let left = game.state().cards_in(packet).filter(|card| offered.contains(card));
                    passed.push((seat, left.collect()));
                    decisions += 1;
                }
            }
        }
    }
    assert!(checked > 200 && decisions > 20, "{checked} deals after {decisions} choices");
}

#[test]
fn what_was_passed_in_citadels_stays_behind() {
    what_was_passed_stays_behind("citadels", "draft", ["packet", "aside_first"], ["role", "revealed"]);
}

#[test]
fn what_was_passed_in_verraeter_stays_behind() {
    what_was_passed_stays_behind(
        "verraeter",
        "choose_action",
        ["action_packet", "action_aside"],
        ["action", "played"],
    );
}

/// Thousands of cards, all seats, all that confuses: what is true stays possible, and neither following nor dealing takes long.
#[test]
fn many_cards_and_seats_stay_within_the_effort_of_a_choice() {
    let cards: String =
        (0..12_000).map(|i| format!("  c{i}: {{ kind: face, value: {} }}\n", i % 9)).collect();
    let text = format!(
        "
format: 1
game: {{ id: crowd, players: 16 }}
kinds: {{ face: {{ fields: {{ value: int }} }} }}
zones:
  deck: {{ holds: face, sees: nobody, ordered: true }}
  bag:  {{ holds: face, sees: nobody }}
  hand: {{ per: player, holds: face, sees: owner }}
  row:  {{ holds: face, sees: by_face }}
setup: |
  move face to deck
  for player p {{
    shuffle deck
    draw 600 from deck to p.hand
    draw 20 from p.hand to bag
    draw 40 from deck to row
    turn row face up
    turn row face down
    exclude face where value == p.seat from p.hand
    draw 20 from row to bag
  }}
phases:
  turn:
    active: seat(1)
    do: |
      let n = me chooses number in 1..2 as size
score: {{ total: sum(value of row) }}
cards:
  copy: {{ kind: face, copies: 5000, value: 1 }}
{cards}"
    );
    let compiled = ludex::machinery::compile(&[("ruleset.yaml".to_owned(), text)], "");
    let ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{:?}", compiled.problems));
    let game = Game::new(&ruleset, 16, &[], 1).expect("it can be set up");
    assert!(game.fault().is_none(), "{:?}", game.fault());
    let all = game.program().layout.cards() as u16;
    for seat in [0, 7, 15] {
        for card in (0..all).step_by(1_999) {
            assert!(game.candidates(seat, card).contains(&card), "seat {seat}, card {card}");
        }
        let other = game.redealt(seat, 1).expect("a deal");
        assert_eq!(other.view(seat), game.view(seat));
    }
}
