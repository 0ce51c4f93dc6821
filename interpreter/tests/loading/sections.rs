//! Every section, written as it should be.

use ludex_grammar::ast::ExprKind;

use super::{HEAD, fine, load};
use ludex_check::load::raw::{ModifierOp, RawAbility, RawFieldValue, RawOptionType, RawRow, RawZone, Sees};

fn words(names: &[load::raw::Name]) -> Vec<&str> {
    names.iter().map(|name| name.value.as_str()).collect()
}

#[test]
fn game_with_seats() {
    let (ruleset, problems) =
        load(&[("ruleset.yaml", "format: 1\ngame: { id: duel, players: 1..2, seats: [blue, white] }\n")]);
    assert_eq!(problems, Vec::<String>::new());
    let game = ruleset.game.unwrap();
    assert_eq!((game.id.value.as_str(), game.min.value, game.max.value), ("duel", 1, 2));
    assert_eq!(words(&game.seats), ["blue", "white"]);
}

#[test]
fn options_and_enums() {
    let ruleset = fine(
        "options:
  late: { type: bool, default: true }
  rounds: { type: int, default: 6, range: -1..6 }
  rule: { type: [own, below], default: below }
enums:
  domain: [trade, combat]
",
    );
    assert!(matches!(ruleset.options[0].ty, RawOptionType::Bool { default: true }));
    assert!(matches!(ruleset.options[1].ty, RawOptionType::Int { default: 6, min: -1, max: 6 }));
    assert!(
        matches!(&ruleset.options[2].ty, RawOptionType::Choice { values, default: 1, .. } if values.len() == 2)
    );
    assert_eq!(words(&ruleset.enums[0].values), ["trade", "combat"]);
}

#[test]
fn kinds_with_everything() {
    let ruleset = fine(
        "kinds:
  influence:
    per: player
    fields: { value: decimal, specialty: domain? }
    state: { marks: int = 0 for game }
    properties:
      worth: { base: self.value, stages: [own, floor] }
      twice: self.value * 2
    in_play: [lane, hand]
    active: self is face up
    on revealed: |
      move self to discard
    modify worth: { stage: own, add: 1 }
  plain:
",
    );
    let [kind, plain] = ruleset.kinds.as_slice() else { panic!("two kinds") };
    assert!(kind.per_player && !plain.per_player);
    assert_eq!(
        kind.fields.iter().map(|(name, _)| name.value.as_str()).collect::<Vec<_>>(),
        ["value", "specialty"]
    );
    assert!(kind.fields[1].1.ty.optional);
    assert_eq!(kind.state[0].name.value, "marks");
    assert_eq!(words(&kind.properties[0].stages), ["own", "floor"]);
    assert_eq!(kind.properties[1].name.value, "twice");
    assert_eq!(words(&kind.in_play), ["lane", "hand"]);
    assert!(kind.active.is_some());
    assert_eq!(kind.abilities.len(), 2);
}

#[test]
fn spots_zones_and_state() {
    let ruleset = fine(
        "spots:
  column: { count: players, shape: ring, state: { closed: bool for game } }
  row: { count: 2 }
zones:
  hand: { per: player, holds: influence, sees: owner }
  lane: { per: column, holds: [influence, goal], sees: by_face, ordered: true, max: 3 }
state:
  game: { round: int = 1 for game }
  player: { gold: int = 0 for game }
",
    );
    assert_eq!(ruleset.spots.iter().map(|spot| spot.ring).collect::<Vec<_>>(), [true, false]);
    assert_eq!(ruleset.spots[1].count.kind, ExprKind::Int(2));
    let [hand, lane]: &[RawZone; 2] = ruleset.zones.as_slice().try_into().unwrap();
    assert_eq!((hand.sees, hand.ordered, hand.max.is_none()), (Sees::Owner, false, true));
    assert_eq!((lane.sees, lane.ordered, lane.max.as_ref().map(|m| m.value)), (Sees::ByFace, true, Some(3)));
    assert_eq!(words(&lane.holds), ["influence", "goal"]);
    assert_eq!((ruleset.game_state.len(), ruleset.player_state.len()), (1, 1));
}

#[test]
fn definitions() {
    let ruleset = fine(
        "tables: { hand_size: { 2: 5, many: -4 } }
events:
  revealed: { card: influence, player: player }
  ended:
messages: { won: {} }
steps:
  settle: { with: { column: column }, order: [musketeers, { magician: not column.plain }] }
functions:
  double: 2 * 2
  total: { with: { p: player }, is: p.gold + 2 }
procedures:
  tidy: shuffle deck
  reveal: { with: { card: influence }, do: flip card }
",
    );
    let rows = &ruleset.tables[0].rows;
    let number = |row: &RawRow| if let RawRow::Number(value) = row { Some(value.value) } else { None };
    assert_eq!(
        rows.iter().map(|(k, v)| (k.value.as_str(), number(v))).collect::<Vec<_>>(),
        [("2", Some(5)), ("many", Some(-4))]
    );
    assert_eq!(ruleset.events.iter().map(|event| event.params.len()).collect::<Vec<_>>(), [2, 0]);
    assert_eq!(ruleset.messages[0].name.value, "won");
    let order = &ruleset.steps[0].order;
    assert_eq!(
        order.iter().map(|(n, c)| (n.value.as_str(), c.is_some())).collect::<Vec<_>>(),
        [("musketeers", false), ("magician", true)]
    );
    assert_eq!(ruleset.functions.iter().map(|f| f.params.len()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(ruleset.procedures.iter().map(|p| p.body.stmts.len()).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn cards_with_abilities() {
    let text = format!(
        "{HEAD}cards:
  king:
    kind: influence
    copies: 3
    value: 9.5
    brave: true
    specialty: trade
    on settle.purge_high: stop
    'on any revealed': stop
    modify worth:
      - {{ stage: own, set: 1 }}
      - {{ stage: floor, of: card in lane, while: not it.closed, at_least: -2 }}
"
    );
    let (ruleset, problems) = load(&[("ruleset.yaml", &text)]);
    assert_eq!(problems, Vec::<String>::new());
    let king = &ruleset.cards[0];
    assert_eq!((king.kind.value.as_str(), king.copies.value), ("influence", 3));
    let fields: Vec<_> = king
        .fields
        .iter()
        .map(|(name, value)| {
            let RawFieldValue::One(Some(value)) = value else { panic!("{} is not one value", name.value) };
            (name.value.as_str(), &value.kind)
        })
        .collect();
    assert_eq!(
        fields,
        [
            ("value", &ExprKind::Decimal("9.5".into())),
            ("brave", &ExprKind::Bool(true)),
            ("specialty", &ExprKind::Name("trade".into()))
        ]
    );
    let events = king.abilities.iter().filter_map(|ability| match ability {
        RawAbility::On { event, any, .. } => {
            let under = &text[event.span.start as usize..event.span.end as usize];
            Some((event.value.as_str(), *any, under))
        }
        RawAbility::Modify(_) | RawAbility::Action(_) => None,
    });
    assert_eq!(
        events.collect::<Vec<_>>(),
        [("settle.purge_high", false, "settle.purge_high"), ("revealed", true, "revealed")]
    );
    let [_, _, RawAbility::Modify(first), RawAbility::Modify(second)] = king.abilities.as_slice() else {
        panic!("two modifiers")
    };
    assert_eq!((first.op, first.of.is_some(), first.condition.is_some()), (ModifierOp::Set, false, false));
    assert_eq!(
        (second.op, second.of.is_some(), second.condition.is_some()),
        (ModifierOp::AtLeast, true, true)
    );
    assert_eq!(second.stage.value, "floor");
}

#[test]
fn setup_phases_and_score() {
    let ruleset = fine(
        "setup: shuffle deck
phases:
  season:
    repeat: 3
    phases:
      turn: { each: player from first, active: it, when: 1 == 1, do: stop }
      rest: { while: 1 == 2, until: 1 == 1 }
    end: stop
score:
  total: player.gold
  lines: { gold: player.gold }
  ties: [player.cards, player.age]
",
    );
    assert!(ruleset.setup.is_some());
    let season = &ruleset.phases[0];
    assert!(season.repeat.is_some() && season.end.is_some() && season.body.is_none());
    let [turn, rest] = season.phases.as_slice() else { panic!("two phases") };
    assert!(turn.each.is_some() && turn.active.is_some() && turn.when.is_some() && turn.body.is_some());
    assert!(rest.while_.is_some() && rest.until.is_some());
    let score = ruleset.score.unwrap();
    assert_eq!((score.lines.len(), score.ties.len()), (1, 2));
}

#[test]
fn sections_in_files_of_their_own() {
    let (ruleset, problems) = load(&[
        ("ruleset.yaml", HEAD),
        ("cards.yaml", "king: { kind: influence }\n"),
        ("setup.yaml", "|\n  shuffle deck\n"),
        ("text/en.yaml", "cards:\n  king: { name: King, rule: 'Draws 1' }\nterms: { year: 1799 }\n"),
        ("text/pt-BR.yaml", "game: { title: Rei }\n"),
        ("scenarios/a.yaml", ": not even YAML ["),
        ("variants/b/ruleset.yaml", "]"),
        ("README.md", "text"),
        (".github/ci.yaml", "]"),
    ]);
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(ruleset.cards[0].name.value, "king");
    assert!(ruleset.setup.is_some());
    let [en, pt] = ruleset.texts.as_slice() else { panic!("two languages") };
    assert_eq!((en.language.as_str(), pt.language.as_str()), ("en", "pt-BR"));
    let entries: Vec<_> = en.entries.iter().map(|(key, text)| (&*key.value, &*text.last.value)).collect();
    assert_eq!(
        entries,
        [("cards.king.name", "King"), ("cards.king.rule", "Draws 1"), ("terms.year", "1799")]
    );
}

#[test]
fn a_name_with_an_explanation_has_the_key_of_the_name() {
    let text = "zones: { hand: { name: Hand, text: What you hold }, deck: Deck }
enums: { name: { text: { name: Word } } }
rules:
  goal: Be fat.
  end: { name: How it ends, text: At dusk. }
terms: { dusk: { name: Dusk, text: Late } }
";
    let (ruleset, problems) = load(&[("ruleset.yaml", HEAD), ("text/en.yaml", text)]);
    assert_eq!(problems, Vec::<String>::new());
    let entries = ruleset.texts[0].entries.iter();
    let entries: Vec<_> = entries.map(|(key, text)| (&*key.value, &*text.last.value)).collect();
    let wanted = [
        ("zones.hand", "Hand"),
        ("zones.hand.text", "What you hold"),
        ("zones.deck", "Deck"),
        ("enums.name.text", "Word"),
        ("rules.goal", "Be fat."),
        ("rules.end.name", "How it ends"),
        ("rules.end", "At dusk."),
        ("terms.dusk", "Dusk"),
        ("terms.dusk.text", "Late"),
    ];
    assert_eq!(entries, wanted);
}
