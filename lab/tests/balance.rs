//! Reports on whole games with planted effects: each finding of the verdict agrees with the figures and with
//! the game.

use std::sync::atomic::AtomicBool;

use ludex::{Ruleset, Setup, compile};
use ludex_bots::BotSpec;
use ludex_lab::balance::{BalanceCard, Figure, Finding, Plan, Report, Since, coin_share, play};
use ludex_lab::blocks::Control;
use ludex_lab::estimate::Sample;
use ludex_lab::experiment::{Experiment as _, RunConfig};
use ludex_lab::report::Changes;
use ludex_lab::stats::Interval;

/// Two players draw two of six tiles each and play one of them. The higher total wins: the value of the tile,
/// the number that the player chooses, and a die. The first seat gets `EDGE` points, the crown is worth
/// `CROWN`. The number 1 loses the game and moves the stone, which only random players do. Nobody moves the two trees.
const PLANTED: &str = "
format: 1
game: { id: planted, players: 2..3 }
kinds: { tile: { fields: { value: int } }, stone: {}, tree: {} }
cards:
  crown: { kind: tile, value: CROWN, copies: 2 }
  plain: { kind: tile, value: 3, copies: 5 }
  dull: { kind: tile, value: 3, copies: 5 }
  rock: { kind: stone }
  oak: { kind: tree }
  elm: { kind: tree }
zones:
  deck: { holds: tile, sees: nobody, ordered: true }
  quarry: { holds: stone, sees: all }
  wood: { holds: tree, sees: all }
  hand: { per: player, holds: tile, sees: owner }
  shown: { per: player, holds: tile, sees: all }
  pocket: { per: player, holds: stone, sees: all }
state:
  player: { points: int for game }
setup: |
  move tile to deck
  shuffle deck
  move stone to quarry
  move tree to wood
phases:
  turn:
    each: player
    do: |
      draw 2 from deck to me.hand
      if let t = me chooses tile in me.hand as play { move t to me.shown }
      let n = me chooses number in 1..SKILL as say
      let die = chance chooses number in 1..20
      set me.points = n + die + (if me == seat(1) then EDGE else 0)
      if n == 1 {
        set me.points = 0 - 1000
        move (stone in quarry) to me.pocket
      }
score: { total: player.points + sum(value of tile in player.shown) }
";

/// Parameters of a planted game: advantage of the first seat, value of the crown, and range of the numbers.
struct Planted {
    edge: i64,
    crown: i64,
    skill: i64,
}

impl Planted {
    fn ruleset(&self) -> Ruleset {
        let rows = [("CROWN", self.crown), ("SKILL", self.skill), ("EDGE", self.edge)];
        let text = rows.iter().fold(PLANTED.to_owned(), |text, (word, n)| text.replace(word, &n.to_string()));
        let files = [("ruleset.yaml".to_owned(), text)];
        compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn report(&self, seed: u64) -> Report {
        let ruleset = self.ruleset();
        let [setup, other] = [2, 3].map(|players| ruleset.setup(players, &[]).expect("a setup"));
        report(&setup, &other, seed)
    }
}

fn report(setup: &Setup, other: &Setup, seed: u64) -> Report {
    let greedy = BotSpec::Greedy { deals: 4 };
    let run = RunConfig { bots: vec![greedy.clone()], ..RunConfig::new(seed) };
    let mut plan = Plan::new(setup, run, vec![BotSpec::Random], vec![(other, greedy)]);
    (plan.games.strongest, plan.games.of_card, plan.games.of_match) = (800, 1_000, 400);
    let played = play(&plan, &Control { threads: 2, stop: &AtomicBool::new(false), done: &|_| {} });
    plan.report(Changes::default(), &played, None)
}

fn inside(value: f64, [low, high]: Interval) -> bool {
    low <= value && value <= high
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// Recomputes a finding from the figures of the report.
fn holds(finding: &Finding, of: &Report) -> bool {
    let seat = |players: &u8, seat: &u8| {
        let number = of.numbers.iter().find(|number| number.players == *players).expect("this number");
        (100.0 * number.seats[usize::from(*seat) - 1].share, 100.0 / f64::from(number.players))
    };
    let impact = |card: &BalanceCard| card.impact.zip(card.interval);
    match finding {
        Finding::NoGame => of.strongest.finished == 0,
        Finding::SeatApart { players, seat: number, is_more, share, interval, equal } => {
            let (actual, alike) = seat(players, number);
            near(actual, *share)
                && near(alike, *equal)
                && !inside(*equal, *interval)
                && *is_more == (share > equal)
        }
        Finding::SeatsAlike { players, seat: number, share, interval, equal } => {
            let (actual, alike) = seat(players, number);
            let all =
                of.numbers.iter().flat_map(|number| number.seats.iter().map(move |seat| (number, seat)));
            let contains =
                |(number, seat): (&ludex_lab::balance::NumberReport, &ludex_lab::balance::SeatShare)| {
                    seat.interval.is_some_and(|ends| inside(1.0 / f64::from(number.players), ends))
                };
            near(actual, *share)
                && near(alike, *equal)
                && inside(*share, *interval)
                && all.into_iter().all(contains)
        }
        Finding::Together { share, .. } => near(*share, 100.0 * of.strongest.all_won),
        Finding::Length { decisions, seconds, minutes, .. } => {
            let mean = of.strongest.decisions as f64 / of.strongest.finished as f64;
            near(mean, *decisions) && near(*minutes, decisions * seconds / 60.0)
        }
        Finding::Cards { strongest, weakest, measured, certain } => {
            let all: Vec<(f64, Interval)> = of.cards.iter().filter_map(impact).collect();
            let most = all.iter().filter(|of| of.1[0] > 0.0).map(|of| of.0).reduce(f64::max);
            let least = all.iter().filter(|of| of.1[1] < 0.0).map(|of| of.0).reduce(f64::min);
            let shown = all.iter().filter(|of| !inside(0.0, of.1)).count();
            let told = (strongest.as_ref().map(|of| of.impact), weakest.as_ref().map(|of| of.impact));
            told == (most, least) && *measured == all.len() && *certain == shown
        }
        Finding::NoCard => of.cards.iter().all(|card| card.impact.is_none()),
        Finding::Unused { kinds, cards, never_chosen, options, games } => {
            let never =
                |id: &String| of.strongest.detail.as_ref().is_some_and(|of| of.never.cards.contains(id));
            let refused = |card: &&BalanceCard| card.offered >= 50 && card.picked == 0;
            let refused: Vec<&String> = of.cards.iter().filter(refused).map(|card| &card.id).collect();
            let all = of.cards.iter().filter(|card| never(&card.id)).count();
            cards.iter().all(never)
                && cards.len() + 2 * kinds.len() == all
                && refused.iter().copied().eq(never_chosen)
                && *options == of.ignored_options.len()
                && *games == of.strongest.finished
        }
        Finding::Skill { share, interval, equal, coin, .. } => {
            interval[0] > *equal && near(*coin, 100.0 * coin_share(share / 100.0, of.head.players))
        }
        Finding::NoSkill { interval, equal, .. } => interval.is_none_or(|[low, _]| low <= *equal),
    }
}

fn all_hold(report: &Report) {
    assert_eq!(report.verdict.len(), 5, "{:?}", report.verdict);
    for finding in &report.verdict {
        assert!(holds(finding, report), "{finding:?}");
    }
}

#[test]
fn the_verdict_of_a_planted_game_is_true() {
    let report = Planted { edge: 6, crown: 15, skill: 12 }.report(1);
    all_hold(&report);
    let [seats, _, cards, unused, skill] = report.verdict.as_slice() else { panic!("five findings") };
    assert!(matches!(seats, Finding::SeatApart { seat: 1, is_more: true, .. }), "{seats:?}");
    let Finding::Cards { strongest: Some(strongest), .. } = cards else { panic!("{cards:?}") };
    assert!(strongest.id == "crown" && strongest.interval[0] > 0.0, "{strongest:?}");
    let Finding::Unused { kinds, cards, games: 800, .. } = unused else { panic!("{unused:?}") };
    assert_eq!((kinds.as_slice(), cards.as_slice()), (&["tree".to_owned()][..], &["rock".to_owned()][..]));
    assert!(matches!(skill, Finding::Skill { .. }), "{skill:?}");
    // search bots choose the highest number, random players do not
    assert!(report.luck.as_ref().is_some_and(|luck| luck.share > 0.5), "{:?}", report.luck);
}

#[test]
fn the_verdict_of_an_even_game_claims_nothing() {
    let report = Planted { edge: 0, crown: 3, skill: 1 }.report(2);
    all_hold(&report);
    let [seats, _, cards, _, skill] = report.verdict.as_slice() else { panic!("five findings") };
    assert!(matches!(seats, Finding::SeatsAlike { players: 2, .. }), "{seats:?}");
    assert!(matches!(cards, Finding::Cards { strongest: None, weakest: None, .. }), "{cards:?}");
    assert!(matches!(skill, Finding::NoSkill { .. }), "{skill:?}");
}

#[test]
fn a_report_says_what_changed() {
    let [before, now] = [5, 15].map(|crown| Planted { edge: 0, crown, skill: 3 }.report(3));
    let since = Since::new("git:HEAD~1", &before, &now);
    let shown: Vec<String> =
        since.changes.iter().filter(|of| of.is_shown()).map(|of| format!("{:?}", of.of)).collect();
    assert_eq!(shown.first().map(String::as_str), Some("Card { id: \"crown\" }"), "{shown:?}");
    // a run that was stopped early has no games of some numbers of players
    let mut stopped = before.clone();
    stopped.numbers.iter_mut().for_each(|number| number.games = 0);
    let seats =
        |since: &Since| since.changes.iter().filter(|of| matches!(of.of, Figure::Seat { .. })).count();
    assert_eq!([seats(&since), seats(&Since::new("git:HEAD", &stopped, &now))], [5, 0]);
    let same = Since::new("git:HEAD", &now, &now);
    assert!(same.changes.iter().all(|of| !of.is_shown() && of.before == of.now));
}

/// Two styles of play: one thinks, the other doesn't. It dominates, and the crown is worth more to it. If two think,
/// none dominates.
#[test]
fn a_style_that_dominates_is_found() {
    let ruleset = Planted { edge: 0, crown: 15, skill: 12 }.ruleset();
    let setup = ruleset.setup(2, &[]).expect("a setup");
    let of = |trained: Vec<BotSpec>, seed| {
        let mut run = RunConfig::new(seed);
        run.play_trained(trained);
        let mut plan = Plan::new(&setup, run, vec![BotSpec::Random], Vec::new());
        (plan.games.of_card, plan.games.styles, plan.games.strongest) = (6_000, 200, 200);
        let played = play(&plan, &Control { threads: 2, stop: &AtomicBool::new(false), done: &|_| {} });
        plan.report(Changes::default(), &played, None)
    };
    let thinks = |deals| BotSpec::Greedy { deals };
    let dominant = |report: &Report| -> Vec<usize> {
        report.styles.iter().filter(|of| of.dominates).map(|of| of.training).collect()
    };
    let report = of(vec![BotSpec::Random, thinks(8)], 5);
    assert_eq!((report.styles.len(), dominant(&report)), (2, vec![2]), "{:?}", report.styles);
    let crown = report.style_cards.first().expect("a card");
    assert!(crown.id == "crown" && crown.depends && crown.most > crown.least + 5.0, "{crown:?}");
    let several = of(vec![thinks(8), BotSpec::Random, thinks(4)], 5);
    assert_eq!((several.styles.len(), dominant(&several)), (3, Vec::new()), "{:?}", several.styles);
    assert!(of(vec![thinks(1)], 5).styles.is_empty());
}

/// The report does not depend on the number of threads.
#[test]
fn threads_do_not_matter() {
    let ruleset = Planted { edge: 1, crown: 5, skill: 3 }.ruleset();
    let [setup, other] = [2, 3].map(|players| ruleset.setup(players, &[]).expect("a setup"));
    let of = |threads| {
        let run = RunConfig { bots: vec![BotSpec::Greedy { deals: 1 }], ..RunConfig::new(4) };
        let plan = Plan::new(&setup, run, vec![BotSpec::Random], vec![(&other, BotSpec::Random)]);
        let played = play(&plan, &Control { threads, stop: &AtomicBool::new(false), done: &|_| {} });
        serde_json::to_string(&plan.report(Changes::default(), &played, None)).expect("JSON")
    };
    assert_eq!(of(1), of(3));
}

/// The duration of games with other numbers of players is that of their bots, not of the strongest player.
#[test]
fn the_bots_of_other_numbers_of_players_count_in_the_duration() {
    let ruleset = Planted { edge: 0, crown: 3, skill: 5 }.ruleset();
    let [setup, other] = [2, 3].map(|players| ruleset.setup(players, &[]).expect("a setup"));
    let sample = Sample::new(&setup).expect("games end");
    let least = |bot: BotSpec| {
        let plan = Plan::new(&setup, RunConfig::new(1), Vec::new(), vec![(&other, bot)]);
        plan.within(Some(&sample), 0.0).least
    };
    let greedy = BotSpec::Greedy { deals: 4 };
    let more = least(greedy.clone()) - least(BotSpec::Random);
    // at least a hundred games
    assert!(more > 100.0 * (sample.seconds(&greedy, 1) - sample.seconds(&BotSpec::Random, 1)), "{more}");
}
