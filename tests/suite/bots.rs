//! Bots: their names, play in every ruleset, improvement with the budget, and dependence on the information
//! set only.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use ludex::{Game, Perspective, Ruleset, Seat, Setup, Viewer, compile};
use ludex_bots::{Bot, BotSpec, Budget, Goal, Tools, goal};
use ludex_lab::blocks::Control;
use ludex_lab::solve::{MeasuredBot, Task, measure};
use ludex_tests::bots::{asked_twice, bot, play, won};
use ludex_tests::cases::{Case, cases, here, project, read};
use ludex_tests::rulesets::{files, shipped, spread};
use ludex_tests::tries::lengths;

fn setup(ruleset: &Ruleset, players: u8) -> Setup {
    ruleset.setup(players, &[]).expect("a setup")
}

fn written(text: &str, players: u8) -> Setup {
    let compiled = compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    setup(&compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}")), players)
}

/// Two hands of six; the higher of two cards takes both, each played without seeing the other.
const TRICKS: &str = "
format: 1
game: { id: tricks, players: 2 }
kinds: { rank: { fields: { value: int } } }
zones:
  deck: { holds: rank, sees: nobody, ordered: true }
  hand: { per: player, holds: rank, sees: owner }
  table: { per: player, holds: rank, sees: all }
  gone: { holds: rank, sees: all }
cards:
  one: { kind: rank, copies: 2, value: 1 }
  two: { kind: rank, copies: 2, value: 2 }
  three: { kind: rank, copies: 2, value: 3 }
  four: { kind: rank, copies: 2, value: 4 }
  five: { kind: rank, copies: 2, value: 5 }
  six: { kind: rank, copies: 2, value: 6 }
  seven: { kind: rank, copies: 2, value: 7 }
state: { player: { points: int for game } }
setup: |
  move rank to deck
  shuffle deck
  for player p { draw 5 from deck to p.hand }
phases:
  trick:
    repeat: 5
    do: |
      for player p {
        if any(card in p.hand) {
          let c = p chooses card in p.hand as lead
          move c to p.table
        }
      }
      let first = sum(value of seat(1).table)
      let second = sum(value of seat(2).table)
      if first > second { set seat(1).points = seat(1).points + first + second }
      if second > first { set seat(2).points = seat(2).points + first + second }
      move seat(1).table to gone
      move seat(2).table to gone
score: { total: player.points }
";

/// The player who takes the last stick wins; positions with a multiple of four are lost.
const STICKS: &str = "
format: 1
game: { id: sticks, players: 2 }
state: { game: { sticks: int for game, last: player? for game } }
setup: set sticks = 25
phases:
  round:
    while: sticks > 0
    phases:
      turn:
        each: player
        do: |
          if sticks > 0 {
            me chooses one as take {
              one { set sticks = sticks - 1 }
              two when sticks > 1 { set sticks = sticks - 2 }
              three when sticks > 2 { set sticks = sticks - 3 }
            }
            set last = me
          }
score: { total: if player == last then 1 else 0 }
";

/// Returns the share of two-player games that one bot wins against another: the same seeds from both seats.
fn share(setup: &Setup, seeds: u64, [one, other]: [&dyn Fn() -> Box<dyn Bot>; 2]) -> f64 {
    let mut all = 0.0;
    for seed in 0..seeds {
        for seat in 0..2 {
            let mut bots = vec![one(), other()];
            bots.rotate_left(seat);
            all += won(&play(setup, &mut bots, spread(seed), usize::MAX), Seat(seat as u8));
        }
    }
    all / (2 * seeds) as f64
}

#[test]
fn a_bot_is_asked_for_by_name() {
    for word in
        ["random", "greedy", "greedy:7", "search", "search:5", "search:500ms", "easy", "normal", "hard"]
    {
        let spec: BotSpec = word.parse().expect("a bot");
        assert_eq!(spec.to_string(), word);
    }
    let refused = |word: &str| word.parse::<BotSpec>().expect_err("no bot").to_string();
    assert!(refused("Random").ends_with("did you mean `random`?"), "{}", refused("Random"));
    for word in ["", "random:3", "easy:3"] {
        let error = refused(word);
        assert!(error.contains(&format!("`{word}`")) && error.contains("random, greedy"), "{error}");
    }
    let budgets = ["", "0", "+3", "x", "ms", "0ms", "99999999999"];
    for (budget, name) in budgets.into_iter().zip(["search", "greedy"].into_iter().cycle()) {
        let error = refused(&format!("{name}:{budget}"));
        assert!(error.starts_with(&format!("`{budget}` is not a valid budget for {name}: ")), "{error}");
    }
}

#[test]
fn looking_ahead_beats_chance() {
    let setup = written(TRICKS, 2);
    let share = share(&setup, 40, [&|| bot("greedy:40"), &|| bot("random")]);
    assert!(share > 0.6, "{share}");
}

#[test]
fn strength_grows_with_the_budget() {
    let setup = written(STICKS, 2);
    let ladder = ["random", "search:20", "search:100", "search:1000"];
    for pair in ladder.windows(2) {
        let share = share(&setup, 16, [&|| bot(pair[1]), &|| bot(pair[0])]);
        assert!(share > 0.6, "{} against {}: {share}", pair[1], pair[0]);
    }
}

#[test]
fn a_mirror_match_is_even_to_the_last_game() {
    let setup = written(TRICKS, 2);
    for word in ["random", "greedy:3", "search:40"] {
        assert_eq!(share(&setup, 8, [&|| bot(word), &|| bot(word)]), 0.5, "{word}");
    }
}

/// A drawn kitten explodes immediately, so no hand ever holds one. Determinizations with a kitten in a hand
/// cause endless games.
#[test]
fn bots_deal_what_can_happen() {
    let path = here().join("cases/games/kittens.yaml");
    let case = Case { name: path.display().to_string(), text: read(&path) };
    let ruleset = compile(&case.files()).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let found = lengths(&setup(&ruleset, 3), 4, 9);
    assert!(found.any.too_long * 20 > found.any.tries, "the game shows the fault: {found:?}");
    assert_eq!(found.bots.too_long, 0, "{found:?}");
    assert!(found.bots.endless * 6 < found.any.endless, "{found:?}");
    assert!(found.bots.endless > 0, "what was never seen stays possible: {found:?}");
}

/// A bot that observes another game than the one it plays, with another hand.
struct Blinded {
    sees: Box<dyn Bot>,
    setup: Setup,
}

impl Bot for Blinded {
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        let mut wrong = Game::new(&self.setup, seed);
        while wrong.choices() < position.choices() {
            wrong.apply(0).expect("an option");
        }
        self.sees.choose(wrong.perspective(position.seat()), seed) % position.options()
    }
}

#[test]
fn a_bot_whose_deals_are_blinded_loses() {
    let setup = written(TRICKS, 2);
    let blinded = || -> Box<dyn Bot> { Box::new(Blinded { sees: bot("greedy:40"), setup: setup.clone() }) };
    let share = share(&setup, 40, [&blinded, &|| bot("greedy:40")]);
    assert!(share < 0.4, "{share}");
}

/// Cards enter hands face up and face down, which only the owner sees.
const LIES: &str = "
format: 1
game: { id: lies, players: 2 }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  hand: { per: player, holds: face, sees: owner }
  won: { per: player, holds: face, sees: owner }
cards: { low: { kind: face, copies: 3, value: 1 }, high: { kind: face, copies: 3, value: 9 } }
setup: |
  move face to deck
  shuffle deck
  for player p {
    move top(1, deck) to p.hand face up
    draw 2 from deck to p.hand
  }
phases:
  turn:
    each: player
    do: |
      if any(face in me.left.hand) {
        let taken = me chooses face in me.left.hand as take
        move taken to me.won
      }
score: { total: sum(value of face in player.won) }
";

#[test]
fn no_choice_changes_when_what_the_seat_cannot_know_is_dealt_anew() {
    let (mut asked, mut differ) = (0, Vec::new());
    let mut ask = |setup: &Setup, word: &str, seed: u64, every: usize| {
        let (times, differs) = asked_twice(setup, &word.parse().expect("a bot"), spread(seed), every);
        asked += times;
        differ.extend(differs);
    };
    let tricks = written(TRICKS, 2);
    for seed in 0..12 {
        ask(&tricks, "search:30", seed, 1);
        ask(&tricks, "greedy:3", seed, 1);
    }
    let lies = written(LIES, 2);
    for seed in 0..12 {
        ask(&lies, "search:30", seed, 1);
        ask(&lies, "greedy:3", seed, 1);
    }
    for id in shipped() {
        let ruleset = compile(&files(&id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        let setup = setup(&ruleset, *ruleset.players().start());
        ask(&setup, "search:10", 1, 5);
        ask(&setup, "greedy:1", 2, 5);
    }
    assert!(differ.is_empty(), "{differ:#?}");
    assert!(asked > 200, "{asked}");
}

/// In any world and with any acting player, a determinization depends only on the seed and the observation.
#[test]
fn the_deal_of_a_seed_does_not_depend_on_what_is_hidden() {
    let (mut dealt, mut differ) = (0, Vec::new());
    for id in shipped() {
        let ruleset = compile(&files(&id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        let players = 3.clamp(*ruleset.players().start(), *ruleset.players().end());
        let mut game = Game::new(&setup(&ruleset, players), 5);
        while !game.is_over() {
            for seat in (0..players).map(Seat).filter(|_| game.choices().is_multiple_of(4)) {
                let others = (0..3).filter_map(|seed| game.determinize(seat, seed));
                let again: BTreeSet<String> = others
                    .chain([game.clone()])
                    .map(|world| {
                        let deal = world.determinize(seat, 77);
                        format!("{:?}", deal.map(|deal| deal.view(Viewer::Open)))
                    })
                    .collect();
                dealt += again.len();
                if again.len() > 1 {
                    differ.push((id.clone(), game.choices(), game.deciding(), seat));
                }
            }
            game.apply(game.choices() % game.options()).expect("no rule fails");
        }
    }
    assert!(differ.is_empty(), "{differ:?}");
    assert!(dealt > 200, "{dealt}");
}

#[test]
fn dealt_worlds_differ() {
    let game = Game::new(&written(TRICKS, 2), 3);
    let worlds: BTreeSet<String> = (0..100)
        .filter_map(|seed| game.perspective(Seat(0)).deal(seed))
        .map(|world| format!("{:?}", world.view(Viewer::Open).zones))
        .collect();
    assert!(worlds.len() > 90, "{}", worlds.len());
}

#[test]
fn threads_change_nothing() {
    let setup = written(STICKS, 2);
    let game = Game::new(&setup, 1);
    let rates = |threads: usize| {
        let spec: BotSpec = "search:60000".parse().expect("a bot");
        let mut bot = spec.build(&Tools::default().with_threads(threads));
        bot.choose(game.perspective(Seat(0)), 7);
        bot.rates().to_vec()
    };
    let alone = rates(1);
    assert_eq!(alone.iter().map(|rate| rate.visits).sum::<u32>(), 60_000);
    assert!(rates(2) == alone && rates(5) == alone);
}

#[test]
fn time_is_that_of_the_clock_it_is_given() {
    let setup = written(STICKS, 2);
    let game = Game::new(&setup, 1);
    let visits = |tools: Tools| {
        let mut bot = "search:20ms".parse::<BotSpec>().expect("a bot").build(&tools);
        bot.choose(game.perspective(Seat(0)), 7);
        bot.rates().iter().map(|rate| rate.visits).sum::<u32>()
    };
    let now = Arc::new(AtomicU64::new(0));
    let shared = Arc::clone(&now);
    let clock = move || Duration::from_millis(shared.fetch_add(2, Ordering::Relaxed));
    let tries = visits(Tools::default().with_clock(clock));
    assert!((1..11).contains(&tries), "ten looks at the clock, at least one for each try: {tries}");
    let looks = now.load(Ordering::Relaxed) / 2;
    assert!((11..15).contains(&looks), "it ends when the time is up: {looks}");
    assert_eq!(visits(Tools::default()), 200, "without a clock ten for each millisecond");
}

/// A decision takes some hundred milliseconds, and a whole playout a hundred times the time limit of the
/// search.
const SLOW: &str = "format: 1
game: { id: slow, players: 2 }
state: { game: { n: int for game } }
functions:
  a: { with: { x: int }, is: b(x) + b(x) }
  b: { with: { x: int }, is: c(x) + c(x) }
  c: { with: { x: int }, is: d(x) + d(x) }
  d: { with: { x: int }, is: sum(x mod 7 of number in 1..100000) }
phases:
  turn:
    repeat: 500
    do: |
      let picked = seat(1) chooses number in 1..3 as pick
      set n = (n + picked + a(n)) mod 100
score: { total: n }
";

#[test]
fn a_search_by_the_clock_ends_within_a_try() {
    let setup = written(SLOW, 2);
    let game = Game::new(&setup, 1);
    let begun = std::time::Instant::now();
    let mut bot = "search:50ms"
        .parse::<BotSpec>()
        .expect("a bot")
        .build(&Tools::default().with_clock(move || begun.elapsed()));
    bot.choose(game.perspective(Seat(0)), 7);
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(1), "it took {took:?}");
}

#[test]
fn a_bot_tells_what_it_thinks_of_each_option() {
    let mut game = Game::new(&written(STICKS, 2), 1);
    (0..3).for_each(|_| game.apply(2).expect("an option"));
    let seat = game.deciding().expect("it goes on");
    for word in ["search:500", "greedy:200"] {
        let mut bot = bot(word);
        assert!(bot.rates().is_empty(), "it has not decided yet");
        let option = bot.choose(game.perspective(seat), 1);
        let rates = bot.rates();
        assert_eq!(rates.len(), game.options());
        assert!(rates.iter().all(|rate| rate.visits > 0 && (0.0..=1.0).contains(&rate.mean)), "{rates:?}");
        assert!(rates.iter().all(|rate| rate.mean <= rates[option].mean), "{rates:?}");
    }
}

/// The player who climbs to the top wins; random play never gets there.
const LADDER: &str = "
format: 1
game: { id: ladder, players: 2 }
state: { player: { height: int for game } }
phases:
  round:
    repeat: 40
    phases:
      turn:
        each: player
        do: |
          me chooses one as take {
            rest { set me.height = me.height }
            climb { set me.height = me.height + 1 }
          }
score: { total: if player.height >= 35 then 1 else 0 }
";

#[test]
fn a_hint_helps_where_the_end_is_far() {
    let hinted = format!("{LADDER}bot: {{ value: player.height }}\n");
    let climbs = |text: &str, word: &str| {
        let game = Game::new(&written(text, 2), 3);
        (0..20).filter(|seed| bot(word).choose(game.perspective(Seat(0)), *seed) == 1).count()
    };
    assert!(climbs(LADDER, "greedy:8") < 16, "without a hint nothing is seen of the top");
    assert!(climbs(&hinted, "greedy:8") == 20 && climbs(&hinted, "search:100") > 15);
    // it is not a rule: a game saved without it continues
    let record = Game::new(&written(LADDER, 2), 3).host().record();
    assert!(Game::replay(written(&hinted, 2).ruleset(), &record).is_ok());
}

#[test]
fn bots_play_for_what_is_won() {
    let of_case = |name: &str| {
        let case =
            cases("solve").into_iter().find(|case| case.name == format!("{name}.yaml")).expect("a case");
        let compiled = compile(&case.files());
        setup(&compiled.into_ruleset().expect("no errors"), case.players())
    };
    // chips are transferred; but a correct guess wins one and costs the other player nothing, so the score
    // gives no more information than the victory
    assert_eq!([goal(&of_case("kuhn")), goal(&of_case("leduc"))], [Goal::Score, Goal::Score]);
    let sticks = |more: &str| goal(&written(&format!("{STICKS}{more}"), 2));
    assert_eq!(sticks(""), Goal::Victory);
    for (word, goal) in Goal::ALL {
        assert_eq!(sticks(&format!("bot: {{ wants: {word} }}\n")), *goal);
    }
    assert_eq!(
        goal(&written(TRICKS, 2)),
        Goal::Victory,
        "a trick of equals is nobody's, so the sum is another each time"
    );
}

#[test]
fn who_plays_for_chips_leaves_a_bad_hand() {
    let case = cases("solve").into_iter().find(|case| case.name == "kuhn.yaml").expect("a case");
    let kuhn = |more: &str| {
        let files: Vec<_> = case.files().into_iter().map(|(name, text)| (name, text + more)).collect();
        setup(&compile(&files).into_ruleset().expect("no errors"), 2)
    };
    let asked = MeasuredBot { bot: BotSpec::Search(Budget::Iterations(200)), tries: 10, seed: 1 };
    let control = Control { threads: 2, stop: &AtomicBool::new(false), done: &|_| {} };
    let of = |more: &str| {
        let solution = measure(&kuhn(more), Task { iterations: 10, ..Task::default() }, &asked, &control);
        let solution = solution.expect("it is small");
        (
            solution.bot.expect("it was asked").exploitability,
            solution.random_exploitability.expect("two play"),
        )
    };
    let (chips, random) = of("");
    let (victory, _) = of("bot: { wants: victory }\n");
    assert!(chips < 0.25 && chips < victory && victory < random + 0.5, "{chips} {victory} {random}");
}

/// The second player has a high or a low card, which the first can't see. A bet that the low card calls would
/// pay well: it wins eight, and the high card costs four. But the player with the low card doesn't call.
const BET: &str = "
format: 1
game: { id: bet, players: 2 }
kinds: { court: { fields: { rank: int } } }
zones:
  deck: { holds: court, sees: nobody, ordered: true }
  hand: { per: player, holds: court, sees: owner }
cards: { low: { kind: court, rank: 1 }, high: { kind: court, rank: 2 } }
state:
  game: { weather: int for game }
  player: { points: int for game }
setup: |
  move court to deck
  shuffle deck
  set weather = chance chooses number in 1..30
  draw 1 from deck to seat(2).hand
phases:
  bet:
    do: |
      seat(1) chooses one as open {
        pass {}
        bet {
          seat(2) chooses one as answer {
            fold { do pay(1) }
            call {
              show seat(2).hand to player
              do pay(if any(court in seat(2).hand where rank == 2) then -4 else 8)
            }
          }
        }
      }
procedures:
  pay:
    with: { n: int }
    do: |
      set seat(1).points = n
      set seat(2).points = -n
score: { total: player.points }
bot: { wants: score }
";

#[test]
fn others_are_thought_to_see_their_own_cards_where_decisions_come_back() {
    let game = Game::new(&written(BET, 2), 1);
    for seed in 0..8 {
        let option = bot("search:600").choose(game.perspective(Seat::FIRST), seed);
        assert_eq!(option, 0, "passes (seed {seed})");
    }
}

/// No player knows which lantern they light; two mistakes end the game, as in all random play.
const LANTERNS: &str = "
format: 1
game: { id: lanterns, players: 2 }
kinds: { light: { fields: { colour: int, rank: int } } }
zones:
  deck: { holds: light, sees: nobody, ordered: true }
  hand: { per: player, holds: light, sees: nobody, ordered: true }
  sky: { holds: light, sees: all }
  lost: { holds: light, sees: all }
cards:
  a1: { kind: light, copies: 2, colour: 1, rank: 1 }
  a2: { kind: light, copies: 2, colour: 1, rank: 2 }
  a3: { kind: light, copies: 1, colour: 1, rank: 3 }
  b1: { kind: light, copies: 2, colour: 2, rank: 1 }
  b2: { kind: light, copies: 2, colour: 2, rank: 2 }
  b3: { kind: light, copies: 1, colour: 2, rank: 3 }
  c1: { kind: light, copies: 2, colour: 3, rank: 1 }
  c2: { kind: light, copies: 2, colour: 3, rank: 2 }
  c3: { kind: light, copies: 1, colour: 3, rank: 3 }
state: { game: { strikes: int for game, oil: int = 4 for game } }
setup: |
  move light to deck
  shuffle deck
  for player p { draw 3 from deck to p.hand }
phases:
  round:
    while: strikes < 2 and any(light in deck)
    phases:
      turn:
        each: player
        until: strikes >= 2
        do: |
          me may choose one as act {
            light_it when any(light in me.hand) {
              let c = me chooses light in me.hand as light_up
              if count(light in sky where colour == c.colour) == c.rank - 1 { move c to sky } else {
                move c to lost
                set strikes = strikes + 1
              }
              if any(light in deck) { draw 1 from deck to me.hand }
            }
            wait when oil > 0 { set oil = oil - 1 }
          }
score: { total: if strikes >= 2 then 0 else count(light in sky) }
";

#[test]
fn where_all_ends_are_alike_it_goes_on_for_longer() {
    let setup = written(LANTERNS, 2);
    let decisions = |word: &str| {
        let length = |seed: &u64| play(&setup, &mut [bot(word), bot(word)], spread(*seed), 200).choices();
        (0..20).map(|seed| length(&seed)).sum::<usize>()
    };
    let [random, greedy, search] = ["random", "greedy:10", "search:100"].map(decisions);
    assert!(greedy > random && search > random, "{random} {greedy} {search}");
}

#[test]
fn the_page_of_bots_has_their_names() {
    let page = read(&project().join("docs/bots.md"));
    for word in BotSpec::WORDS {
        assert!(page.contains(&format!("`{word}`")), "{word}");
    }
}

#[test]
fn every_bot_plays_every_ruleset() {
    let mut played = 0;
    let mut all = |setup: &Setup, choices: usize| {
        for word in ["random", "greedy:1", "search:6"] {
            let mut bots: Vec<_> = (0..setup.players()).map(|_| bot(word)).collect();
            play(setup, &mut bots, 1, choices);
            played += 1;
        }
    };
    for id in shipped() {
        let ruleset = compile(&files(&id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        all(&setup(&ruleset, *ruleset.players().end()), 40);
    }
    for case in ["checked", "exec", "invariants", "program", "words"].into_iter().flat_map(cases) {
        let Ok(ruleset) = compile(&case.files()).into_ruleset() else { continue };
        all(&setup(&ruleset, *ruleset.players().start()), 40);
    }
    assert!(played > 100, "{played}");
}
