//! Draws the declarations of a ruleset.

use super::dice::Dice;
use super::world::*;

/// Types of fields and initial values that can be written before the game.
const PRINTED: [Ty; 5] = [Ty::Int, Ty::Int, Ty::Int, Ty::Decimal, Ty::Bool];

/// Draws all declarations. Teams, winning conditions and later forms use separate dice, keys of zones and what
/// follows them a third, so that rulesets without them stay the same as before they existed.
pub fn world(dice: &mut Dice, own: &mut Dice, later: &mut Dice) -> World {
    let (open, decimal_score) = (dice.percent(50), dice.percent(20));
    let mut world = World { open, decimal_score, options: dice.below(3), ..World::default() };
    (world.lowest, world.won) = (own.percent(25), own.percent(25));
    things(&mut world, dice);
    teams(&mut world, own);
    zones(&mut world, dice);
    if later.percent(50) {
        keys(&mut world, later);
    }
    printed(&mut world, dice);
    if later.percent(20) {
        library(&mut world);
    }
    (world.seats, world.defaults, world.many_numbers) =
        (later.percent(30), later.percent(30), later.percent(30));
    world.phases = (0..dice.between(2, 3)).map(|i| format!("phase{i}")).collect();
    world.eliminates = own.percent(25).then(|| match own.percent(30) {
        true => format!(" for {}", own.pick(&world.phases)),
        false => String::new(),
    });
    (world.may_else, world.sheet) = (own.percent(30), own.percent(30) && open);
    variables(&mut world, dice);
    properties(&mut world, dice);
    world.windows = (0..dice.below(3)).map(|i| format!("window{i}")).collect();
    callables(&mut world, dice);
    world
}

fn things(world: &mut World, dice: &mut Dice) {
    for i in 0..dice.between(1, 2) {
        let words = (0..dice.between(2, 4)).map(|j| format!("word{i}{j}")).collect();
        world.enums.push(Enum { name: format!("enum{i}"), words, shipped: false });
        let words = dice.percent(40).then_some(Ty::Enum(i));
        let within = dice.percent(40).then(|| dice.percent(50).then_some(Ty::Enum(i)));
        world.tables.push(Table { name: format!("table{i}"), words, within });
    }
    for i in 0..dice.between(1, 3) {
        let (name, per_player) = (format!("kind{i}"), dice.percent(30));
        world.kinds.push(Kind { name, per_player, shipped: false });
        for j in 0..dice.between(1, 4) {
            let name = format!("design{i}{j}");
            world.designs.push(Design { name, kind: i, copies: *dice.pick(&[1, 1, 2, 3, 5, 9]) });
        }
    }
    for i in 0..dice.below(3) {
        // rarely, a count is 0 with two players
        let counts = ["2", "3", "players", "players - 2"];
        let sorts = if dice.percent(20) { 4 } else { 3 };
        let count = counts[dice.below(sorts)];
        let ring = dice.percent(50);
        // grids of two or three cells, unless in a circle
        let columns = [("2", 1), ("3", 3)].into_iter().find(|(written, _)| *written == count);
        let columns = columns.map(|(_, columns)| columns).filter(|_| !ring);
        let (name, count) = (format!("spot{i}"), count.to_owned());
        world.spots.push(Spot { name, count, ring, columns, names: Vec::new() });
    }
}

fn teams(world: &mut World, own: &mut Dice) {
    if !own.percent(30) {
        return;
    }
    // with two players there is one in each
    let seats = *own.pick(&[["[1, 3]", "[2, 4]"], ["[1, 4]", "[2, 3]"], ["[1, 3, 4]", "[2]"]]);
    let named = (0..).map(|i| format!("side{i}")).zip(seats);
    let named = if own.percent(60) { named.collect() } else { Vec::new() };
    world.teams = Some(Teams { spot: world.spots.len(), named });
    let (name, count) = ("team".to_owned(), "2".to_owned());
    world.spots.push(Spot { name, count, ring: true, columns: None, names: Vec::new() });
}

fn holders(world: &World) -> Vec<Holder> {
    let spots = (0..world.spots.len()).map(Holder::Spot);
    let kinds = (0..world.kinds.len()).map(Holder::Kind);
    [Holder::Game, Holder::Game, Holder::Player, Holder::Player]
        .into_iter()
        .chain(spots)
        .chain(kinds)
        .collect()
}

/// Draws zones: one of the game that holds everything, one of the players, and others.
fn zones(world: &mut World, dice: &mut Dice) {
    let all: Vec<usize> = (0..world.kinds.len()).collect();
    let first = [Holder::Game, Holder::Player];
    let holders = holders(world);
    for i in 0..dice.between(4, 8) {
        let holder = first.get(i).copied().unwrap_or_else(|| *dice.pick(&holders));
        let one = vec![dice.below(all.len())];
        let holds = if i < 2 || dice.percent(40) { all.clone() } else { one };
        let sees =
            if world.open { "all" } else { *dice.pick(&["all", "owner", "others", "nobody", "by_face"]) };
        let max = (i > 2 && dice.percent(20)).then(|| dice.between(1, 3));
        let ordered = i == 0 || dice.percent(55);
        world.zones.push(Zone { name: format!("zone{i}"), holder, holds, ordered, sees, max, per: None });
    }
}

/// Draws names of spots, tables by these names, and keys of zones.
fn keys(world: &mut World, own: &mut Dice) {
    for i in 0..world.spots.len() {
        let spot = &world.spots[i];
        let Ok(count) = spot.count.parse::<usize>() else { continue };
        if world.is_teams(i) || spot.columns.is_some() || !own.percent(40) {
            continue;
        }
        world.spots[i].names = (0..count).map(|j| format!("place{i}{j}")).collect();
        if let Some(table) = world.tables.first_mut().filter(|_| own.percent(60)) {
            table.words = Some(Ty::Spot(i));
        }
    }
    let enums: Vec<Ty> = (0..world.enums.len()).map(Ty::Enum).collect();
    for zone in world.zones.iter_mut().skip(2) {
        let keys = match zone.holder {
            Holder::Kind(_) => continue,
            Holder::Game | Holder::Player => enums.clone(),
            Holder::Spot(_) => enums.iter().copied().chain([Ty::Player, Ty::Player]).collect(),
        };
        zone.per = own.percent(25).then(|| *own.pick(&keys));
    }
}

fn printed(world: &mut World, dice: &mut Dice) {
    let mut types = PRINTED.to_vec();
    types.extend((0..world.enums.len()).map(Ty::Enum));
    types.extend((0..world.kinds.len()).map(Ty::Name));
    types.push(Ty::Player);
    // a printed spot must exist for any number of players
    let spots = world.spots.iter().enumerate().filter(|(_, spot)| !spot.count.contains('-'));
    types.extend(spots.map(|(i, _)| Ty::Spot(i)));
    for kind in 0..world.kinds.len() {
        for i in 0..dice.between(1, 4) {
            let (name, holder, ty) = (format!("field{kind}{i}"), Holder::Kind(kind), *dice.pick(&types));
            let optional = dice.percent(25);
            let zero = optional || matches!(ty, Ty::Int | Ty::Decimal | Ty::Bool);
            let per = (zero && dice.percent(15)).then(|| match dice.below(2) {
                0 if !world.enums.is_empty() => Ty::Enum(dice.below(world.enums.len())),
                _ => Ty::Int,
            });
            world.members.push(Member { name, holder, ty, optional, per, sort: Sort::Field });
        }
    }
}

/// Adds the cards of a library, with jokers, to the zones that hold all kinds.
fn library(world: &mut World) {
    let (kind, suit) = (world.kinds.len(), world.enums.len());
    world.kinds.push(Kind { name: "playing".to_owned(), per_player: false, shipped: true });
    let enums: [(&str, &[&str]); 2] = [
        ("suit", &["clubs", "diamonds", "hearts", "spades"]),
        ("face", &["seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]),
    ];
    for (name, words) in enums {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        world.enums.push(Enum { name: name.to_owned(), words, shipped: true });
    }
    for (name, copies) in [("ace_of_spades", 1), ("seven_of_hearts", 1), ("ten_of_clubs", 1), ("joker", 2)] {
        world.designs.push(Design { name: name.to_owned(), kind, copies });
    }
    let words = [("suit", Ty::Enum(suit), true), ("face", Ty::Enum(suit + 1), true)];
    for (name, ty, optional) in words.into_iter().chain([("rank", Ty::Int, false), ("high", Ty::Int, false)])
    {
        let (name, holder) = (name.to_owned(), Holder::Kind(kind));
        world.members.push(Member { name, holder, ty, optional, per: None, sort: Sort::Field });
    }
    world.zones.iter_mut().filter(|zone| zone.holds.len() == kind).for_each(|zone| zone.holds.push(kind));
}

fn variables(world: &mut World, dice: &mut Dice) {
    let (types, holders) = (world.types(), holders(world));
    for i in 0..dice.between(6, 12) {
        let holder = if i < 2 { Holder::Game } else { *dice.pick(&holders) };
        let ty = if i < 2 { Ty::Int } else { *dice.pick(&types) };
        let optional = matches!(ty, Ty::Card(_) | Ty::Name(_)) || dice.percent(20);
        let owner_sees = !world.open && holder == Holder::Player && ty != Ty::Decimal && dice.percent(25);
        let rest = rest_of(world, dice, (ty, holder));
        let sort = Sort::Variable { rest, owner_sees };
        let keys = world.types().into_iter().filter(|ty| {
            matches!(ty, Ty::Enum(_) | Ty::Player | Ty::Spot(_)) || *ty == Ty::Int && holder != Holder::Game
        });
        let keys: Vec<Ty> = keys.collect();
        let per = (i >= 2 && dice.percent(20)).then(|| *dice.pick(&keys));
        world.members.push(Member { name: format!("var{i}"), holder, ty, optional, per, sort });
    }
}

/// Returns the initial value and the duration, such as ` = 3 for phase0`.
fn rest_of(world: &World, dice: &mut Dice, (ty, holder): (Ty, Holder)) -> String {
    let first = match ty {
        Ty::Int if dice.percent(50) => format!(" = {}", dice.below(9)),
        Ty::Decimal if dice.percent(50) => format!(" = {}.{}", dice.below(9), dice.below(10)),
        Ty::Bool if dice.percent(30) => " = true".to_owned(),
        Ty::Int
        | Ty::Decimal
        | Ty::Bool
        | Ty::Enum(_)
        | Ty::Card(_)
        | Ty::Name(_)
        | Ty::Player
        | Ty::Spot(_) => String::new(),
    };
    let life = if dice.percent(70) { "game".to_owned() } else { dice.pick(&world.phases).clone() };
    let lasts_in = |zone: &&Zone| {
        let Holder::Kind(kind) = holder else { return false };
        zone.holds.contains(&kind) && (zone.ordered || zone.sees == "all")
    };
    let zones: Vec<String> = world.zones.iter().filter(lasts_in).map(|zone| zone.name.clone()).collect();
    let zone = dice.any(&zones).filter(|_| dice.percent(50));
    let life = zone.unwrap_or(life);
    format!("{first} for {life}")
}

/// Draws properties of each kind. Functions and properties have alternating ranks.
fn properties(world: &mut World, dice: &mut Dice) {
    let types = world.types();
    for i in 0..dice.between(1, 4) {
        let kind = dice.below(world.kinds.len());
        let ty = if dice.percent(70) { Ty::Int } else { *dice.pick(&types) };
        let stages = (0..dice.between(1, 3)).map(|j| format!("stage{i}{j}")).collect();
        let sort = Sort::Property { stages, rank: 2 * i + 1 };
        let holder = Holder::Kind(kind);
        world.members.push(Member {
            name: format!("property{i}"),
            holder,
            ty,
            optional: dice.percent(20),
            per: None,
            sort,
        });
    }
}

fn callables(world: &mut World, dice: &mut Dice) {
    for i in 0..dice.between(2, 5) {
        let function = signature(world, dice, format!("function{i}"), 2 * i);
        let function = Signature { many: dice.percent(30), ..with_list(world, dice, function) };
        world.functions.push(function);
    }
    for i in 0..dice.between(2, 4) {
        let procedure = signature(world, dice, format!("procedure{i}"), 2 * i);
        let procedure = with_list(world, dice, procedure);
        let giving = dice.percent(60).then(|| dice.percent(40));
        let many = giving.is_some() && dice.percent(35);
        let giving = giving.map(|optional| optional && !many);
        world.procedures.push(Signature { giving, many, ..procedure });
    }
    for i in 0..dice.between(1, 3) {
        let event = signature(world, dice, format!("event{i}"), 2 * i + 1);
        let changing = changing(&event.params).filter(|_| dice.percent(50));
        let gives = changing.unwrap_or(event.gives);
        world.events.push(Signature { me: false, gives, giving: changing.map(|_| false), ..event });
    }
    for i in 0..dice.below(2) {
        let steps = signature(world, dice, format!("steps{i}"), 5);
        let names = (0..dice.between(1, 3)).map(|j| format!("step{i}{j}")).collect();
        world.steps.push(Signature { steps: names, me: false, ..steps });
    }
    for i in 0..dice.between(1, 2) {
        let message = signature(world, dice, format!("message{i}"), 0);
        world.messages.push(message);
    }
}

fn signature(world: &World, dice: &mut Dice, name: String, rank: usize) -> Signature {
    let types = world.types();
    let short = &name[..1];
    let digit = &name[name.len() - 1..];
    let param = |i: usize, dice: &mut Dice| (format!("{short}{digit}_{i}"), *dice.pick(&types));
    let params = (0..dice.below(4)).map(|i| param(i, dice)).collect();
    let gives = if dice.percent(50) { Ty::Int } else { *dice.pick(&types) };
    let me = dice.percent(50);
    Signature { name, params, list: None, gives, giving: None, many: false, rank, me, steps: Vec::new() }
}

/// Returns the type of the last fact, if listeners may change it: listeners must not be found by it.
fn changing(params: &[(String, Ty)]) -> Option<Ty> {
    let (_, ty) = params.last()?;
    let finds = matches!(ty, Ty::Card(_) | Ty::Player | Ty::Spot(_));
    (params.len() > 1 || !finds).then_some(*ty)
}

/// Adds a list parameter to some signatures.
fn with_list(world: &World, dice: &mut Dice, of: Signature) -> Signature {
    let list = dice.percent(40).then(|| (format!("{}_list", of.name), *dice.pick(&world.types())));
    Signature { list, ..of }
}
