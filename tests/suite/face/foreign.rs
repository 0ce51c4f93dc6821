//! IDs of one ruleset used with another: they have an answer or none, and cause no panic.

use ludex::rules::Rules;
use ludex::why::{self, Target, Wanted};
use ludex::{
    ActionId, Branch, CardId, DesignId, EnumId, FieldId, Game, KindId, PhaseId, Playout, PropertyId, Ruleset,
    Seat, SpotAt, Value, VarId, Viewer, ZoneAt, ZoneId,
};
use ludex_tests::rulesets::{Picks, shipped};

use super::{ruleset, setup, small_table};

/// Maximum number of IDs of each kind that are tried, including the last one.
const MOST: usize = 12;

/// IDs of a setup.
struct Ids {
    seats: Vec<Seat>,
    cards: Vec<CardId>,
    designs: Vec<DesignId>,
    kinds: Vec<KindId>,
    fields: Vec<FieldId>,
    properties: Vec<PropertyId>,
    variables: Vec<VarId>,
    enums: Vec<EnumId>,
    phases: Vec<PhaseId>,
    actions: Vec<ActionId>,
    spots: Vec<SpotAt>,
    declared: Vec<ZoneId>,
    zones: Vec<ZoneAt>,
}

fn some<T: Copy>(all: impl Iterator<Item = T>) -> Vec<T> {
    let all: Vec<T> = all.collect();
    let mut some: Vec<T> = all.iter().copied().step_by((all.len() / MOST).max(1)).collect();
    some.extend(all.last());
    some
}

/// Accepts any answer.
fn answer<T>(_: T) {}

/// Returns the enums that printed fields use.
fn enums(rules: &Rules) -> impl Iterator<Item = EnumId> {
    let fields = rules.kinds().flat_map(move |kind| rules.fields(kind.id));
    let printed = fields
        .flat_map(move |field| rules.designs().filter_map(move |design| rules.printed(field.id, design.id)));
    printed.filter_map(|value| if let Value::Word(word) = value { Some(word.id.0) } else { None })
}

impl Ids {
    fn new(game: &Game) -> Ids {
        let rules = game.setup().rules();
        Ids {
            seats: some(game.setup().seats().map(|seat| seat.id)),
            cards: some(rules.kinds().flat_map(|kind| rules.cards_of(kind.id))),
            designs: some(rules.designs().map(|design| design.id)),
            kinds: some(rules.kinds().map(|kind| kind.id)),
            fields: some(rules.kinds().flat_map(|kind| rules.fields(kind.id)).map(|field| field.id)),
            properties: some(rules.properties().map(|property| property.id)),
            variables: some(rules.variables().map(|variable| variable.id)),
            enums: some(enums(rules)),
            phases: some(rules.phases().map(|phase| phase.id)),
            actions: some(rules.actions().map(|action| action.id)),
            spots: some(rules.spots().flat_map(|spot| rules.spots_of(spot.id))),
            declared: some(rules.zones().map(|zone| zone.id)),
            zones: some(rules.all_zones()),
        }
    }
}

fn ask_rules(game: &Game, ids: &Ids) {
    let rules = game.setup().rules();
    for card in &ids.cards {
        let _ = (rules.card(*card), rules.card_label(*card), rules.zones_on(*card).count());
        let _ = ids.designs.iter().map(|with| game.setup().exchanged(*card, *with).is_ok()).take(2).count();
    }
    for design in &ids.designs {
        let _ = (rules.design(*design), rules.copies(*design).count(), rules.own_copies(*design));
        ids.fields.iter().for_each(|field| answer((rules.printed(*field, *design), rules.field(*field))));
    }
    for kind in &ids.kinds {
        let _ = (rules.kind(*kind), rules.fields(*kind).count(), rules.cards_of(*kind).count());
        ids.declared
            .iter()
            .for_each(|zone| answer((rules.holds(*zone, *kind), rules.works_in(*kind, *zone))));
    }
    for spot in &ids.spots {
        let _ = (rules.spot(spot.sort()), rules.spots_of(spot.sort()).count(), rules.spot_label(*spot));
        let _ = rules.zones_at(*spot).count();
    }
    ids.variables.iter().for_each(|id| answer((rules.variable(*id), rules.first_value(*id, 7))));
    ids.declared.iter().for_each(|zone| answer((rules.zone(*zone), rules.zones_of(*zone).count())));
    ids.zones.iter().for_each(|zone| answer((rules.zone_at(*zone), rules.zone_label(*zone))));
    ids.enums.iter().for_each(|id| answer(rules.enum_name(*id)));
    ids.phases.iter().for_each(|phase| answer(rules.phase(*phase)));
    ids.properties.iter().for_each(|property| answer(rules.property(*property)));
    ids.actions.iter().for_each(|action| answer(rules.action(*action)));
    ids.seats.iter().for_each(|seat| answer(rules.seat_label(*seat)));
}

fn ask_games(game: &Game, ids: &Ids) {
    let (host, first) = (game.host(), Branch::first(game.setup(), |_| 0).expect("no rule fails"));
    for seat in &ids.seats {
        let _ = (
            game.view(*seat),
            game.observe(*seat, 0),
            game.observed_choice(*seat),
            game.determinize(*seat, 1),
        );
        let _ = (host.score(*seat), first.score(*seat), first.seen(*seat));
        let looks = game.perspective(*seat);
        let _ = (looks.decision(), looks.deal(1), looks.options());
    }
    for card in &ids.cards {
        let _ = (host.zone_of(*card), host.hand_of(*card), host.is_known(*card), host.plays(0, *card));
        ids.cards.iter().for_each(|other| answer(host.exchanged(*card, *other)));
    }
    ids.zones.iter().for_each(|zone| answer(host.cards_in(*zone)));
    let mut playout = Playout::new(game.setup());
    let asked = playout.play(1, |turn| {
        let card = ids.cards.iter();
        card.for_each(|card| {
            answer((turn.zone_of(*card), turn.hand_of(*card), turn.is_known(*card), turn.plays(0, *card)))
        });
        0
    });
    let end = asked.expect("no rule fails");
    ids.seats.iter().for_each(|seat| answer(end.score(*seat)));
}

fn ask_reasons(game: &Game, ids: &Ids) {
    let seat = game.deciding().expect("a decision");
    let mut targets: Vec<Target> = ids.cards.iter().map(|card| Target::Card(*card)).collect();
    targets.extend(ids.designs.iter().map(|design| Target::Design(*design)));
    targets.extend(ids.seats.iter().map(|seat| Target::Seat(*seat)));
    targets.extend(ids.spots.iter().map(|spot| Target::Spot(*spot)));
    let wanted = |wanted: Wanted| answer(why::why_not(game, seat, &wanted));
    for target in targets {
        wanted(Wanted::Thing(target));
        ids.actions.iter().for_each(|action| wanted(Wanted::Action(*action, vec![target])));
    }
    let viewers = ids.seats.iter().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Open]);
    for viewer in viewers {
        for card in &ids.cards {
            let _ = why::card(game, viewer, *card);
            ids.properties.iter().for_each(|property| answer(why::property(game, viewer, *property, *card)));
        }
        for seat in &ids.seats {
            let _ = (why::score(game, viewer, *seat), why::line(game, viewer, 0, *seat));
            answer(why::won(game, viewer, *seat));
            let _ = why::option_facts(game, *seat, 0);
        }
        ids.spots.iter().for_each(|spot| answer(why::spot(game, viewer, *spot)));
        ids.zones.iter().for_each(|zone| answer(why::zone(game, viewer, *zone)));
        ids.variables.iter().for_each(|variable| answer(why::variable(game, viewer, *variable)));
    }
}

fn played(ruleset: &Ruleset) -> Game {
    let mut game = Game::new(&small_table(ruleset), 5);
    let mut picks = Picks(5);
    (0..6).for_each(|_| game.apply(picks.below(game.options())).expect("no rule fails"));
    game
}

/// A minimal ruleset: all IDs of other rulesets are foreign to it.
const LITTLE: &str = "
format: 1
game: { id: little, players: 2 }
state: { player: { n: int for game } }
phases: { turn: { each: player, do: \"let n = me chooses number in 1..3 as size\\nset me.n = n\" } }
score: { total: player.n }
";

#[test]
fn ids_of_another_ruleset_make_nothing_panic() {
    let mut games: Vec<Game> = shipped().iter().map(|id| played(&ruleset(id))).collect();
    games.push(Game::new(&setup(LITTLE, 2), 1));
    let ids: Vec<Ids> = games.iter().map(Ids::new).collect();
    for (at, game) in games.iter().enumerate() {
        for (_, foreign) in ids.iter().enumerate().filter(|(from, _)| *from != at) {
            ask_rules(game, foreign);
            ask_games(game, foreign);
            ask_reasons(game, foreign);
        }
    }
}

/// Handles of one ruleset, given to a playout of another.
#[test]
fn a_position_or_a_trace_of_another_ruleset_makes_nothing_panic() {
    let games: Vec<Game> = shipped().iter().map(|id| played(&ruleset(id))).collect();
    for game in &games {
        for other in &games {
            let mut playout = Playout::new(game.setup());
            let mut trace = ludex::Trace::new(other.setup());
            let _ = playout.traced(1, &mut trace, |_| 0);
            playout.start_from(other);
            let end = playout.random(1).expect("no rule fails");
            assert_eq!(end.scores().len(), usize::from(other.players()));
            playout.start_over();
            assert!(playout.random(2).is_ok());
        }
    }
}
