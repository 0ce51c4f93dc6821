//! Determinizations of small games, compared with all positions in which a seat has seen the same: they are the
//! same positions, and the seat is shown and told the same in each.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use ludex::{Chooser, Game, Seat, Viewer};
use ludex_tests::cases::{Case, cases};
use ludex_tests::rulesets::{compile_case, spread};

use crate::explain::everything;

/// Number of random games of each case.
const GAMES: u64 = 900;
/// Number of choices after which positions are compared.
const CHOICES: usize = 7;
/// Maximum number of compared groups of positions for each case.
const GROUPS: usize = 60;
/// Number of determinizations in each group.
const DEALS: u64 = 80;
/// Number of determinizations whose explanations are compared.
const EXPLAINED: u64 = 2;
/// With that many positions for each possible world, none of them is missing by chance.
const SURE: usize = 12;

/// Names of the cards in each zone, in any order.
type World = Vec<(String, Vec<String>)>;

fn world(game: &Game) -> World {
    // `iron#2` and `iron#2.lid` without the number of the copy
    let of_copy =
        |name: String| name.split('#').map(|part| part.trim_start_matches(char::is_numeric)).collect();
    let zones = game.view(Viewer::Open).zones.into_iter().map(|zone| {
        let names = zone.cards.into_iter().filter_map(|card| Some(of_copy(card.card?.name)));
        let mut names: Vec<String> = names.collect();
        names.sort();
        (of_copy(zone.zone.name), names)
    });
    let mut zones: World = zones.collect();
    zones.sort();
    zones
}

/// Positions in which a seat has observed the same.
struct Group {
    game: Game,
    seat: Seat,
    positions: usize,
    worlds: BTreeSet<World>,
}

fn groups(case: &Case) -> Vec<Group> {
    let ruleset = compile_case(&case.files());
    let setup = ruleset.setup(*ruleset.players().start(), &[]).expect("a setup");
    let mut groups: BTreeMap<u64, Group> = BTreeMap::new();
    for seed in 0..GAMES {
        let (mut game, mut picks) = (Game::new(&setup, spread(seed)), Chooser::new(seed));
        while !game.is_over() && game.choices() <= CHOICES {
            for seat in setup.seats().map(|seat| seat.id) {
                let mut hasher = DefaultHasher::new();
                let seen = serde_json::to_string(&game.observe(seat, 0)).expect("JSON");
                (game.choices(), seat, seen).hash(&mut hasher);
                let new = || Group { game: game.clone(), seat, positions: 0, worlds: BTreeSet::new() };
                let group = groups.entry(hasher.finish()).or_insert_with(new);
                group.positions += 1;
                group.worlds.insert(world(&game));
            }
            game.apply(picks.below(game.options())).expect("no fault");
        }
    }
    groups.into_values().collect()
}

fn compare(case: &Case, group: &Group) -> usize {
    let Group { game, seat, positions, worlds } = group;
    let deals: Vec<Game> = (0..DEALS).filter_map(|seed| game.determinize(*seat, seed)).collect();
    let dealt: BTreeSet<World> = deals.iter().map(world).collect();
    let place = || format!("{} after {} choices, {seat:?}", case.name, game.choices());
    let lacking: Vec<_> = worlds.difference(&dealt).collect();
    assert!(lacking.is_empty(), "{}: never dealt: {lacking:?}", place());
    let never: Vec<_> = dealt.difference(worlds).collect();
    assert!(never.is_empty() || *positions < SURE * dealt.len(), "{}: impossible: {never:?}", place());
    let (shown, told) = (game.observe(*seat, 0), everything(game, seat.0));
    for (number, deal) in (0..).zip(&deals) {
        assert_eq!(shown, deal.observe(*seat, 0), "{}", place());
        if number < EXPLAINED {
            assert_eq!(told, everything(deal, seat.0), "{}", place());
        }
    }
    dealt.len()
}

#[test]
fn the_deals_of_a_seat_are_all_worlds_that_it_cannot_tell_apart() {
    for case in cases("worlds") {
        let mut groups = groups(&case);
        groups.sort_by_key(|group| std::cmp::Reverse((group.worlds.len().min(4), group.positions)));
        // half of them after several choices
        let (late, early): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.game.choices() > 2);
        let chosen = || late.iter().take(GROUPS / 2).chain(early.iter().take(GROUPS / 2));
        let worlds: usize = chosen().map(|group| compare(&case, group)).sum();
        assert!(worlds > 2 * GROUPS, "{}: {worlds} worlds", case.name);
        let late = late.len().min(GROUPS / 2);
        assert!(late > GROUPS / 4, "{}: {late} after several choices", case.name);
    }
}
