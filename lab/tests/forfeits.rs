//! A bot that forfeits loses its games, with its team, and all other results stay those of the rules.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludex::{Perspective, Setup, compile};
use ludex_bots::{Bot, BotSpec, External, ExternalSpec};
use ludex_lab::blocks::Control;
use ludex_lab::simulate::{Ended, Played, SimulatePlan, simulate};

/// Takes the last option until its last decision, which it forfeits.
#[derive(Debug)]
struct Quitter(bool);

struct Player {
    quits: bool,
    asked: u32,
    ended: Option<&'static str>,
}

impl External for Quitter {
    fn name(&self) -> &str {
        if self.0 { "quitter" } else { "stayer" }
    }

    fn player(self: Arc<Self>) -> Box<dyn Bot> {
        Box::new(Player { quits: self.0, asked: 0, ended: None })
    }
}

impl Bot for Player {
    fn choose(&mut self, position: Perspective<'_>, _: u64) -> usize {
        self.asked += 1;
        self.ended = (self.quits && self.asked == 2).then_some("it had enough").or(self.ended);
        position.options() - 1
    }

    fn begin(&mut self) {
        (self.asked, self.ended) = (0, None);
    }

    fn end(&mut self, position: Perspective<'_>) {
        assert!(position.observe(0).end.is_some());
    }

    fn forfeit(&self) -> Option<&str> {
        self.ended
    }
}

fn bot(quits: bool) -> BotSpec {
    BotSpec::External(ExternalSpec(Arc::new(Quitter(quits))))
}

/// Two rounds in which everybody chooses a number.
fn setup(players: u8, more: &str) -> Setup {
    let text = format!(
        "format: 1
game: {{ id: numbers, players: 2..4 }}
state: {{ player: {{ n: int for game }} }}
phases:
  round:
    repeat: 2
    phases:
      turn:
        each: player
        do: |
          let n = me chooses number in 1..3 as size
          set me.n = me.n + n
{more}"
    );
    let compiled = compile(&[("ruleset.yaml".to_owned(), text)]);
    let ruleset = compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(players, &[]).expect("a setup")
}

fn played(setup: &Setup, bots: &[bool], games: u64) -> Played {
    let mut plan = SimulatePlan::new(setup, games, 1);
    plan.run.bots = bots.iter().map(|quits| bot(*quits)).collect();
    simulate(&plan, &Control { threads: 2, stop: &AtomicBool::new(false), done: &|_| {} }, None)
}

/// Returns the victories of each seat in ten games.
fn wins(setup: &Setup, bots: &[bool]) -> Vec<u64> {
    let played = played(setup, bots, 10);
    assert_eq!(played.ended, Ended::Whole);
    played.sums.seats.iter().map(|seat| seat.wins).collect()
}

const SCORE: &str = "score: { total: player.n }\n";

#[test]
fn the_seat_loses_and_scores_stay() {
    let two = setup(2, SCORE);
    assert_eq!(wins(&two, &[false, false]), [10, 10], "all take the largest number");
    assert_eq!(wins(&two, &[true, false]), [0, 10]);
    assert_eq!(wins(&setup(3, SCORE), &[true, false]), [0, 10, 10]);
    let played = played(&two, &[true, false], 10);
    assert!(played.sums.seats.iter().all(|seat| seat.score.all.sum == 60));
    let first = &played.sums.forfeits.first;
    assert_eq!((played.sums.forfeits.games, first.len()), (10, 10));
    assert_eq!((first[0].game, first[0].seat.as_str(), first[0].bot.as_str()), (0, "seat_1", "quitter"));
    assert_eq!(first[0].reason, "it had enough");
}

#[test]
fn if_all_forfeit_no_player_wins() {
    let setup = setup(2, SCORE);
    let sums = played(&setup, &[true, true], 10).sums;
    assert_eq!((sums.unwon, sums.forfeits.games, sums.forfeits.first.len()), (10, 10, 20));
}

#[test]
fn a_team_loses_together() {
    let teams = "teams: { ns: [1, 3], ew: [2, 4] }\n";
    let setup = setup(4, &format!("{teams}{SCORE}"));
    assert_eq!(wins(&setup, &[true, false, false, false]), [0, 10, 0, 10]);
}

/// With `won:`, a forfeit gives the victory to no other player.
#[test]
fn rules_that_decide_for_each_player_decide_for_the_others() {
    let setup = setup(2, "score: { won: player.n > 6 }\n");
    assert_eq!(wins(&setup, &[true, false]), [0, 0]);
    let setup = self::setup(2, "score: { won: player.n > 5 }\n");
    assert_eq!(wins(&setup, &[true, false]), [0, 10]);
}

#[test]
fn a_run_of_forfeits_stops() {
    let setup = setup(2, SCORE);
    let stopped = played(&setup, &[true, false], 500);
    assert_eq!((stopped.ended, stopped.sums.finished()), (Ended::Forfeits, 10));
}
