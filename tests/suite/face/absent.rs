//! Invalid seats, options, cards and other IDs: they have no result, and reveal nothing.

use std::collections::BTreeSet;

use ludex::analysis::{Analysis, At, Known};
use ludex::diagnostics::{FileId, Span};
use ludex::rules::Rules;
use ludex::variants::PerPlayerOverlay;
use ludex::why::{self, Target, Wanted, WhyNot};
use ludex::{
    ActionId, ApplyError, Branch, CardId, DecisionId, DesignId, EnumId, FieldId, Game, KindId, PhaseId,
    Playout, PropertyId, Seat, Setup, SpotAt, SpotId, VarId, Viewer, WindowId, ZoneAt, ZoneId,
};
use ludex_bots::{BotSpec, Tools};
use ludex_tests::cases::{project, read};
use ludex_tests::rulesets::{Picks, shipped};

use super::{ruleset, setup, small_table};

/// One invalid ID of each kind.
#[derive(Debug, Clone, Copy)]
struct Absent {
    seat: Seat,
    option: usize,
    card: CardId,
    design: DesignId,
    decision: DecisionId,
    kind: KindId,
    field: FieldId,
    property: PropertyId,
    variable: VarId,
    words: EnumId,
    phase: PhaseId,
    action: ActionId,
    spot: SpotAt,
    declared: ZoneId,
    zone: ZoneAt,
}

impl Absent {
    /// Uses the first number of each kind that is out of range.
    fn first(game: &Game) -> Self {
        let rules = game.setup().rules();
        Self {
            seat: Seat(game.players()),
            option: game.options(),
            card: CardId(game.setup().cards() as _),
            design: DesignId(rules.designs().count() as _),
            decision: DecisionId(rules.decisions().count() as _),
            kind: KindId(rules.kinds().count() as _),
            field: FieldId((rules.kinds().flat_map(|kind| rules.fields(kind.id)).count()) as _),
            property: PropertyId(rules.properties().count() as _),
            variable: VarId(rules.variables().count() as _),
            words: EnumId(rules.enums().count() as _),
            phase: PhaseId(rules.phases().count() as _),
            action: {
                let windows = rules.actions().map(|action| action.id.window().index() + 1).max().unwrap_or(0);
                ActionId { window: WindowId(windows as u16), number: 0 }
            },
            spot: SpotAt { sort: SpotId(rules.spots().count() as _), number: 0 },
            declared: ZoneId(rules.zones().count() as _),
            zone: ZoneAt(rules.all_zones().map(|zone| zone.0 + 1).max().unwrap_or(1)),
        }
    }

    /// Uses the largest number of each type; for spots, of an existing kind.
    fn last() -> Self {
        Self {
            seat: Seat(u8::MAX),
            option: usize::MAX,
            card: CardId(u16::MAX),
            design: DesignId(u32::MAX),
            decision: DecisionId(u16::MAX),
            kind: KindId(u16::MAX),
            field: FieldId(u16::MAX),
            property: PropertyId(u16::MAX),
            variable: VarId(u16::MAX),
            words: EnumId(u16::MAX),
            phase: PhaseId(u16::MAX),
            action: ActionId { window: WindowId(0), number: u16::MAX },
            spot: SpotAt { sort: SpotId(0), number: u16::MAX },
            declared: ZoneId(u16::MAX),
            zone: ZoneAt(u16::MAX),
        }
    }
}

/// A function of the public interface, and true if it returns no result for an invalid ID.
type Row = (&'static str, bool);

fn of_games(game: &Game, no: Absent) -> Vec<Row> {
    let card = CardId(0);
    let refused = game.clone().apply(no.option);
    let looks = game.perspective(no.seat);
    let untold = (looks.options(), looks.deal(1).is_none()) == (0, true)
        && looks.view() == game.view(Viewer::Public)
        && looks.observed_choice() == game.observed_choice(no.seat);
    vec![
        ("Game: fn apply", matches!(refused, Err(ApplyError::NoSuchOption))),
        ("Host: fn cards_in", game.host().cards_in(no.zone).is_empty()),
        ("Game: fn decision_for", game.decision_for(no.seat) == game.decision_for(Viewer::Public)),
        (
            "Host: fn exchanged",
            game.host().exchanged(no.card, card).is_none() && game.host().exchanged(card, no.card).is_none(),
        ),
        ("Host: fn hand_of", game.host().hand_of(no.card).is_none()),
        ("Host: fn is_known", !game.host().is_known(no.card)),
        ("Game: fn log", game.log(no.seat, 0) == game.log(Viewer::Public, 0)),
        ("Game: fn movements", game.movements(no.seat, 0) == game.movements(Viewer::Public, 0)),
        ("Game: fn observe", game.observe(no.seat, 0) == game.observe(Viewer::Public, 0)),
        ("Game: fn perspective", untold),
        ("Host: fn plays", !game.host().plays(no.option, card) && !game.host().plays(0, no.card)),
        ("Game: fn determinize", game.determinize(no.seat, 1).is_none()),
        ("Host: fn score", game.host().score(no.seat).is_none()),
        ("Game: fn several", game.several(no.seat).is_none()),
        ("Game: fn revealed_choices", game.revealed_choices(no.seat).is_empty()),
        (
            "Game: fn observed_choice",
            game.observed_choice(no.seat) == game.observed_choice(Seat(game.players())),
        ),
        ("Game: fn view", game.view(no.seat) == game.view(Viewer::Public)),
        ("Host: fn zone_of", game.host().zone_of(no.card).is_none()),
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

fn of_definitions(rules: &Rules, no: Absent) -> Vec<Row> {
    let (kind, zone) = (KindId(0), ZoneId(0));
    vec![
        ("rules::LayoutDef: fn seat", rules.layout().seat(Seat(u8::MAX)).is_none()),
        ("rules::LayoutDef: fn shown_with", rules.layout().shown_with(no.decision).is_empty()),
        ("rules::Rules: fn action", rules.action(no.action).is_none()),
        ("rules::Rules: fn alike", rules.alike(no.kind) == [no.kind]),
        ("rules::Rules: fn back", rules.back(no.kind).is_none()),
        ("rules::Rules: fn card", rules.card(no.card).is_none()),
        ("rules::Rules: fn card_label", rules.card_label(no.card).is_none()),
        ("rules::Rules: fn design", rules.design(no.design).is_none()),
        ("rules::Rules: fn enum_name", rules.enum_name(no.words).is_none()),
        ("rules::Rules: fn field", rules.field(no.field).is_none()),
        ("rules::Rules: fn kind", rules.kind(no.kind).is_none()),
        ("rules::Rules: fn phase", rules.phase(no.phase).is_none()),
        ("rules::Rules: fn property", rules.property(no.property).is_none()),
        ("rules::Rules: fn columns", rules.columns(no.spot.sort()).is_none()),
        ("rules::Rules: fn is_map", !rules.is_map(no.spot.sort())),
        ("rules::Rules: fn neighbours", rules.neighbours(no.spot).next().is_none()),
        ("rules::Rules: fn spot", rules.spot(no.spot.sort()).is_none() || no.spot.sort().index() == 0),
        ("rules::Rules: fn spot_label", rules.spot_label(no.spot).is_none()),
        ("rules::Rules: fn spot_word", rules.spot_word(no.spot).is_none()),
        ("rules::Rules: fn spots_of", rules.spots_of(no.spot.sort()).all(|spot| spot != no.spot)),
        ("rules::Rules: fn variable", rules.variable(no.variable).is_none()),
        ("rules::Rules: fn zone", rules.zone(no.declared).is_none()),
        ("rules::Rules: fn zone_at", rules.zone_at(no.zone).is_none()),
        ("rules::Rules: fn zone_key", rules.zone_key(no.zone).is_none()),
        ("rules::Rules: fn zone_label", rules.zone_label(no.zone).is_none()),
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
        ("rules::Rules: fn seat_label", rules.seat_label(no.seat).is_none()),
        ("rules::Rules: fn works_in", !rules.works_in(no.kind, zone) && !rules.works_in(kind, no.declared)),
        ("rules::Rules: fn zones_at", rules.zones_at(no.spot).next().is_none()),
        ("rules::Rules: fn zones_held", rules.zones_held(no.declared, 0).next().is_none()),
        ("rules::Rules: fn zones_of", rules.zones_of(no.declared).next().is_none()),
        ("rules::Rules: fn zones_on", rules.zones_on(no.card).next().is_none()),
    ]
}

fn of_reasons(game: &Game, no: Absent) -> Vec<Row> {
    let (open, seat) = (Viewer::Open, game.deciding().expect("a decision"));
    let things =
        [Target::Card(no.card), Target::Design(no.design), Target::Seat(no.seat), Target::Spot(no.spot)];
    let actions = game.setup().rules().actions().map(|action| action.id).chain([no.action]);
    let mut wanted: Vec<Wanted> = things.map(Wanted::Thing).into();
    wanted.extend(actions.flat_map(|action| things.map(|thing| Wanted::Action(action, vec![thing]))));
    let elsewhere = |wanted: &Wanted| matches!(why::why_not(game, seat, wanted), WhyNot::Elsewhere { .. });
    let waits = matches!(why::why_not(game, no.seat, &wanted[0]), WhyNot::Waits { .. });
    let line = no.option.max(game.setup().rules().score_lines().count());
    let facts = |seat, option| why::option_facts(game, seat, option).is_empty();
    let told = |viewer: Viewer| why::decision_facts(game, viewer);
    vec![
        ("fn why::amount", why::amount(game, no.seat, 1000) == why::amount(game, Viewer::Public, 1000)),
        ("fn why::card", why::card(game, open, no.card).is_none()),
        ("fn why::computed", why::computed(game, no.seat) == why::computed(game, Viewer::Public)),
        ("fn why::decision_facts", told(no.seat.into()) == told(Viewer::Public)),
        (
            "fn why::expression",
            why::expression(game, no.seat, "1").ok() == why::expression(game, Viewer::Public, "1").ok(),
        ),
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
        ("fn why::won", why::won(game, open, no.seat).is_none()),
        ("fn why::zone", why::zone(game, open, no.zone).is_none()),
    ]
}

/// An invalid seat has no changed cards; a bot for it takes the first option.
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
    let changed =
        ludex::Compile::new(&files).overlays(&[("more.yaml".to_owned(), overlay.to_owned())]).compile();
    let changed = changed.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let given = PerPlayerOverlay::new(&changed).expect("cards of a player's own");
    let bots = ["random", "greedy:2", "search:2"].map(|spec| spec.parse::<BotSpec>().expect("a bot"));
    let first = |bot: BotSpec| bot.build(&Tools::default()).choose(game.perspective(no.seat), 1) == 0;
    let text = "format: 1\ngame: { id: idle, players: 1 }\nphases: { turn: { do: end game } }\n";
    let analysis = Analysis::new(&[("ruleset.yaml".to_owned(), text.to_owned())], "");
    let nowhere = FileId(u16::MAX);
    vec![
        ("analysis::Analysis: fn at", analysis.at(nowhere, no.option) == At::default()),
        (
            "analysis::Analysis: fn check_rename",
            analysis.check_rename((nowhere, no.option), &[Span::new(nowhere, 0, 1)], "x").is_err(),
        ),
        ("analysis::Analysis: fn extracted", analysis.extracted(nowhere, (0, no.option)).is_none()),
        ("analysis::Analysis: fn hints", analysis.hints(nowhere).is_empty()),
        ("analysis::Analysis: fn known_at", analysis.known_at(nowhere, no.option) == Known::default()),
        ("analysis::Analysis: fn names_in", analysis.names_in(nowhere).is_empty()),
        ("analysis::Analysis: fn places_of", analysis.places_of(nowhere, no.option).is_empty()),
        ("analysis::Analysis: fn word_at", analysis.word_at(nowhere, no.option).is_none()),
        (
            "variants::PerPlayerOverlay: fn worlds",
            given.worlds(2, &[], Seat(no.seat.number().max(2))).is_err(),
        ),
        ("bots::Bot: fn choose", bots.into_iter().all(first)),
        (
            "fn bots::decision_seed",
            ludex_bots::decision_seed(1, no.seat, 0) != ludex_bots::decision_seed(1, Seat(0), 0),
        ),
    ]
}

/// Returns a decision of a shipped game after some choices.
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

/// The types of parameters that callers provide.
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
    // bots have a separate API
    let asked: BTreeSet<String> = rows(&game, no)
        .into_iter()
        .map(|(name, _)| name.to_owned())
        .filter(|name| !name.contains("bots::"))
        .collect();
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
