//! Seats, options, cards and all other ids that there are not: nothing is said of them, and nobody is told more for having one.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex::bots::{BotSpec, Tools};
use ludex::rules::Rules;
use ludex::variants::Given;
use ludex::why::{self, Target, Wanted, WhyNot};
use ludex::{
    ApplyError, Branch, CardId, DesignId, EnumId, FieldId, Game, KindId, PhaseId, Playout, PropertyId, Seat,
    Setup, SpotAt, SpotId, VarId, Viewer, WindowId, ZoneAt, ZoneId,
};
use ludex_tests::cases::{project, read};
use ludex_tests::rulesets::{Picks, shipped};

use super::{ruleset, setup, small_table};

/// One of each that a game has not.
#[derive(Debug, Clone, Copy)]
struct Absent {
    seat: Seat,
    option: usize,
    card: CardId,
    design: DesignId,
    kind: KindId,
    field: FieldId,
    property: PropertyId,
    variable: VarId,
    words: EnumId,
    phase: PhaseId,
    window: WindowId,
    spot: SpotAt,
    declared: ZoneId,
    zone: ZoneAt,
}

impl Absent {
    /// The first number of each that is out of range.
    fn first(game: &Game) -> Self {
        let rules = game.setup().rules();
        Self {
            seat: Seat(game.players()),
            option: game.options(),
            card: CardId::new(game.setup().cards()),
            design: DesignId::new(rules.designs().count()),
            kind: KindId::new(rules.kinds().count()),
            field: FieldId::new(rules.kinds().flat_map(|kind| rules.fields(kind.id)).count()),
            property: PropertyId::new(rules.properties().count()),
            variable: VarId::new(rules.variables().count()),
            words: EnumId::new(rules.enums().count()),
            phase: PhaseId::new(rules.phases().count()),
            window: WindowId::new(rules.actions().map(|action| action.id.0.index() + 1).max().unwrap_or(0)),
            spot: SpotAt { sort: SpotId::new(rules.spots().count()), number: 0 },
            declared: ZoneId::new(rules.zones().count()),
            zone: ZoneAt(rules.all_zones().map(|zone| zone.0 + 1).max().unwrap_or(1)),
        }
    }

    /// The last number of each type; of a sort of spot that there is the last one.
    fn last() -> Self {
        Self {
            seat: Seat(u8::MAX),
            option: usize::MAX,
            card: CardId(u16::MAX),
            design: DesignId(u32::MAX),
            kind: KindId(u16::MAX),
            field: FieldId(u16::MAX),
            property: PropertyId(u16::MAX),
            variable: VarId(u16::MAX),
            words: EnumId(u16::MAX),
            phase: PhaseId(u16::MAX),
            window: WindowId(u16::MAX),
            spot: SpotAt { sort: SpotId(0), number: u16::MAX },
            declared: ZoneId(u16::MAX),
            zone: ZoneAt(u16::MAX),
        }
    }
}

/// A function of the face, and whether it says nothing of what there is not.
type Row = (&'static str, bool);

fn of_games(game: &Game, no: Absent) -> Vec<Row> {
    let card = CardId(0);
    let refused = game.clone().apply(no.option);
    let looks = game.perspective(no.seat);
    let untold = (looks.options(), looks.deal(1).is_none()) == (0, true)
        && looks.view() == game.view(Viewer::Public)
        && looks.told() == game.told(no.seat);
    vec![
        ("Game: fn apply", matches!(refused, Err(ApplyError::NoSuchOption))),
        ("Game: fn cards_in", game.host().cards_in(no.zone).is_empty()),
        ("Game: fn decision_for", game.decision_for(no.seat) == game.decision_for(Viewer::Public)),
        (
            "Game: fn exchanged",
            game.host().exchanged(no.card, card).is_none() && game.host().exchanged(card, no.card).is_none(),
        ),
        ("Game: fn hand_of", game.host().hand_of(no.card).is_none()),
        ("Game: fn is_known", !game.host().is_known(no.card)),
        ("Game: fn log", game.log(no.seat, 0) == game.log(Viewer::Public, 0)),
        ("Game: fn observe", game.observe(no.seat, 0) == game.observe(Viewer::Public, 0)),
        ("Game: fn perspective", untold),
        ("Game: fn plays", !game.host().plays(no.option, card) && !game.host().plays(0, no.card)),
        ("Game: fn redealt", game.redealt(no.seat, 1).is_none()),
        ("Game: fn score", game.host().score(no.seat).is_none()),
        ("Game: fn told", game.told(no.seat) == game.told(Seat(game.players()))),
        ("Game: fn view", game.view(no.seat) == game.view(Viewer::Public)),
        ("Game: fn zone_of", game.host().zone_of(no.card).is_none()),
    ]
}

fn of_playouts(setup: &Setup, no: Absent) -> Vec<Row> {
    let mut turns = Vec::new();
    let mut playout = Playout::new(setup);
    let end = playout.play(1, |turn| {
        turns.push([
            turn.hand_of(no.card).is_none(),
            !turn.is_known(no.card),
            turn.label(no.option.max(turn.options())).is_empty(),
            !turn.plays(no.option.max(turn.options()), CardId(0)) && !turn.plays(0, no.card),
            turn.zone_of(no.card).is_none(),
        ]);
        0
    });
    let scored = end.expect("no rule fails").score(no.seat);
    let all = |i: usize| !turns.is_empty() && turns.iter().all(|turn| turn[i]);
    let first = Branch::first(setup, |_| 0).expect("no rule fails");
    vec![
        ("GameEnd: fn score", scored.is_none()),
        ("Turn: fn hand_of", all(0)),
        ("Turn: fn is_known", all(1)),
        ("Turn: fn label", all(2)),
        ("Turn: fn plays", all(3)),
        ("Turn: fn zone_of", all(4)),
        (
            "Branch: fn after",
            matches!(first.after(no.option.max(first.options()), |_| 0), Err(ApplyError::NoSuchOption)),
        ),
        ("Branch: fn score", first.score(no.seat).is_none()),
        ("Branch: fn seen", first.seen(no.seat) == first.seen(Seat(setup.players()))),
        (
            "Setup: fn exchanged",
            setup.exchanged(no.card, DesignId(0)).is_err() && setup.exchanged(CardId(0), no.design).is_err(),
        ),
    ]
}

fn of_definitions(rules: Rules<'_>, no: Absent) -> Vec<Row> {
    let (kind, zone) = (KindId(0), ZoneId(0));
    vec![
        ("rules::Rules: fn cards_of", rules.cards_of(no.kind).next().is_none()),
        ("rules::Rules: fn copies", rules.copies(no.design).next().is_none()),
        ("rules::Rules: fn fields", rules.fields(no.kind).next().is_none()),
        (
            "rules::Rules: fn first_value",
            rules.first_value(no.variable, 0).is_none()
                && rules.first_value(VarId(0), usize::from(u16::MAX)).is_none(),
        ),
        ("rules::Rules: fn holds", !rules.holds(no.declared, kind) && !rules.holds(zone, no.kind)),
        ("rules::Rules: fn own_copies", rules.own_copies(no.design).is_empty()),
        (
            "rules::Rules: fn printed",
            rules.printed(no.field, DesignId(0)).is_none() && rules.printed(FieldId(0), no.design).is_none(),
        ),
        (
            "rules::Rules: fn seat_label",
            rules.seat_label(no.seat).starts_with("seat_") || no.seat.0 < u8::MAX,
        ),
        ("rules::Rules: fn works_in", !rules.works_in(no.kind, zone) && !rules.works_in(kind, no.declared)),
        ("rules::Rules: fn zones_at", rules.zones_at(no.spot).next().is_none()),
        ("rules::Rules: fn zones_of", rules.zones_of(no.declared).next().is_none()),
        ("rules::Rules: fn zones_on", rules.zones_on(no.card).next().is_none()),
    ]
}

fn of_reasons(game: &Game, no: Absent) -> Vec<Row> {
    let (open, seat) = (Viewer::Open, game.deciding().expect("a decision"));
    let things =
        [Target::Card(no.card), Target::Design(no.design), Target::Seat(no.seat), Target::Spot(no.spot)];
    let actions = game
        .setup()
        .rules()
        .actions()
        .map(|action| action.id)
        .chain([(no.window, 0), (WindowId(0), no.option)]);
    let mut wanted: Vec<Wanted> = things.map(Wanted::Thing).into();
    wanted.extend(actions.flat_map(|(window, i)| things.map(|thing| Wanted::Action(window, i, vec![thing]))));
    let elsewhere = |wanted: &Wanted| matches!(why::why_not(game, seat, wanted), WhyNot::Elsewhere { .. });
    let waits = matches!(why::why_not(game, no.seat, &wanted[0]), WhyNot::Waits { .. });
    let line = no.option.max(game.setup().rules().score_lines().count());
    let facts = |seat, option| why::option_facts(game, seat, option).is_empty();
    vec![
        ("fn why::amount", why::amount(game, no.seat, 1000) == why::amount(game, Viewer::Public, 1000)),
        ("fn why::card", why::card(game, open, no.card).is_none()),
        (
            "fn why::line",
            why::line(game, open, line, seat).is_none() && why::line(game, open, 0, no.seat).is_none(),
        ),
        ("fn why::option_facts", facts(no.seat, 0) && facts(seat, no.option)),
        (
            "fn why::property",
            why::property(game, open, no.property, CardId(0)).is_none()
                && why::property(game, open, PropertyId(0), no.card).is_none(),
        ),
        ("fn why::score", why::score(game, open, no.seat).is_none()),
        ("fn why::spot", why::spot(game, open, no.spot).is_none()),
        ("fn why::variable", why::variable(game, open, no.variable).is_empty()),
        ("fn why::why_not", waits && wanted.iter().all(elsewhere)),
        ("fn why::zone", why::zone(game, open, no.zone).is_none()),
    ]
}

/// A seat that there is not can have no changed cards; a bot for one takes the first option of none.
fn of_others(game: &Game, no: Absent) -> Vec<Row> {
    let text = "
format: 1
game: { id: own, players: 2 }
kinds: { face: { per: player, fields: { value: int } } }
zones: { hand: { per: player, holds: face, sees: owner } }
cards: { low: { kind: face, value: 1 }, high: { kind: face, value: 9 } }
setup: for player p { move face to p.hand }
phases: { turn: { do: end game } }
";
    let overlay = "variant: { id: more, of: own }\ncards: { high: { value: 12 } }\n";
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    let changed = ludex::compile_with(&files, &[("more.yaml".to_owned(), overlay.to_owned())], "");
    let changed = changed.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let given = Given::new(&changed).expect("cards of a player's own");
    let bots = ["random", "greedy:2", "search:2"].map(|spec| spec.parse::<BotSpec>().expect("a bot"));
    let first = |bot: BotSpec| bot.build(&Tools::default()).choose(game.perspective(no.seat), 1) == 0;
    vec![
        ("variants::Given: fn worlds", given.worlds(2, &[], Seat(no.seat.0.max(2))).is_err()),
        ("bots::Bot: fn choose", bots.into_iter().all(first)),
        (
            "fn bots::decision_seed",
            ludex::bots::decision_seed(1, no.seat, 0) != ludex::bots::decision_seed(1, Seat(0), 0),
        ),
    ]
}

/// What is looked up by an id as by an index, and says that it panics.
fn lookups(rules: Rules<'_>, no: Absent) -> Vec<Row> {
    let panics = |look: &dyn Fn()| catch_unwind(AssertUnwindSafe(look)).is_err();
    vec![
        ("rules::Rules: fn action", panics(&|| _ = rules.action((no.window, 0)))),
        ("rules::Rules: fn card", panics(&|| _ = rules.card(no.card))),
        ("rules::Rules: fn card_label", panics(&|| _ = rules.card_label(no.card))),
        ("rules::Rules: fn design", panics(&|| _ = rules.design(no.design))),
        ("rules::Rules: fn enum_name", panics(&|| _ = rules.enum_name(no.words).len())),
        ("rules::Rules: fn field", panics(&|| _ = rules.field(no.field).id)),
        ("rules::Rules: fn kind", panics(&|| _ = rules.kind(no.kind).id)),
        ("rules::Rules: fn phase", panics(&|| _ = rules.phase(no.phase).id)),
        ("rules::Rules: fn property", panics(&|| _ = rules.property(no.property).id)),
        ("rules::Rules: fn spot", panics(&|| _ = rules.spot(SpotId(u16::MAX)).id)),
        (
            "rules::Rules: fn spot_label",
            panics(&|| _ = rules.spot_label(SpotAt { sort: SpotId(u16::MAX), number: 0 })),
        ),
        ("rules::Rules: fn variable", panics(&|| _ = rules.variable(no.variable).id)),
        ("rules::Rules: fn zone", panics(&|| _ = rules.zone(no.declared).id)),
        ("rules::Rules: fn zone_at", panics(&|| _ = rules.zone_at(no.zone).1)),
        ("rules::Rules: fn zone_label", panics(&|| _ = rules.zone_label(no.zone))),
    ]
}

/// A decision of a shipped game after some choices.
fn position(id: &str) -> Game {
    let mut game = Game::new(&small_table(&ruleset(id)), 3);
    let mut picks = Picks(3);
    for _ in 0..9 {
        game.apply(picks.below(game.options())).expect("no rule fails");
    }
    game
}

fn rows(game: &Game, no: Absent) -> Vec<Row> {
    let rules = game.setup().rules();
    let mut rows = of_games(game, no);
    rows.extend(of_playouts(game.setup(), no));
    rows.extend(of_definitions(rules, no));
    rows.extend(of_reasons(game, no));
    rows.extend(of_others(game, no));
    rows
}

#[test]
fn nothing_is_said_of_what_there_is_not() {
    for id in shipped() {
        let game = position(&id);
        for no in [Absent::first(&game), Absent::last()] {
            let wrong: Vec<_> = rows(&game, no).into_iter().filter(|(_, holds)| !holds).collect();
            assert!(wrong.is_empty(), "{id}: {wrong:?} with {no:?}");
        }
    }
}

#[test]
fn a_lookup_panics_as_an_index_does() {
    let game = position(&shipped()[0]);
    let looked_up = lookups(game.setup().rules(), Absent::first(&game));
    let wrong: Vec<_> = looked_up.into_iter().filter(|(_, panics)| !panics).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The types of parameters that come from outside.
const OUTSIDE: [&str; 9] =
    ["Seat,", "Seat)", "Id,", "Id)", "ZoneAt)", "SpotAt)", "Into<Viewer>", "option: usize", "Perspective<"];

#[test]
fn every_function_that_takes_an_id_is_asked() {
    let api = read(&project().join("tests/snapshots/face/api.snap"));
    let takes = |line: &&str| {
        let parameters = line.split("->").next().unwrap_or(line);
        line.contains("fn ") && OUTSIDE.iter().any(|outside| parameters.contains(outside))
    };
    let name = |line: &str| line.split(['(', '<']).next().unwrap_or(line).to_owned();
    let there: BTreeSet<String> = api.lines().filter(takes).map(name).collect();
    let game = position(&shipped()[0]);
    let no = Absent::last();
    let rows = rows(&game, no).into_iter().chain(lookups(game.setup().rules(), no));
    let asked: BTreeSet<String> = rows.map(|(name, _)| name.to_owned()).collect();
    assert_eq!(there, asked, "in the snapshot of the API on the left");
}

#[test]
fn facts_of_options_are_for_the_seat_that_has_them() {
    let text = "
format: 1
game: { id: shop, players: 2 }
kinds: { face: { fields: { value: int } } }
zones: { hand: { per: player, holds: face, sees: owner } }
cards: { low: { kind: face, value: 1 } }
setup: move face to seat(1).hand
actions:
  market:
    buy:
      with: { chosen: face in me.hand }
      shows: { price: chosen.value }
      do: end game
    leave: { do: end game }
phases: { turn: { active: seat(1), do: me chooses one of market as trade } }
score: { total: 0 }
";
    let game = Game::new(&setup(text, 2), 1);
    let facts = |seat: u8| why::option_facts(&game, Seat(seat), 0).len();
    assert_eq!([facts(0), facts(1)], [1, 0]);
}
