//! Bots finish games with repeatable free actions, such as raising and lowering a flag.

use ludex::{Game, Setup};
use ludex_bots::{BotSpec, Tools, decision_seed};
use ludex_grammar::render::{Style, render};

const FLAG: &str = "
format: 1
game: { id: flag, players: 2, seats: [ann, ben] }
state: { player: { up: bool for game, gold: int for game, done: bool for turn } }
actions:
  moves:
    raise_it: { when: not me.up, do: set me.up = true }
    lower: { when: me.up, do: set me.up = false }
    finish: { do: \"if me.up { set me.gold = me.gold + 1 }\\nset me.done = true\" }
phases:
  round:
    repeat: 4
    phases:
      turn:
        each: player
        do: |
          while not me.done { me chooses one of moves as act }
score: { total: player.gold }
";

/// A card is played and taken back; each step is a separate phase.
const LAYING: &str = "
format: 1
game: { id: laying, players: 2 }
kinds: { stone: { fields: { value: int } } }
zones: { deck: { holds: stone, sees: nobody, ordered: true }, hand: { per: player, holds: stone, sees: owner }, table: { per: player, holds: stone, sees: all } }
cards:
  red: { kind: stone, value: 1, copies: 4 }
  blue: { kind: stone, value: 3, copies: 4 }
setup: |
  move stone to deck
  shuffle deck
  for player p { draw 4 from deck to p.hand }
state: { player: { done: bool for turn } }
actions:
  moves:
    lay: { with: { s: stone in me.hand }, do: move s to me.table }
    take: { with: { s: stone in me.table }, do: move s to me.hand }
    finish: { when: count(stone in me.table) == 2, do: set me.done = true }
phases:
  turn:
    each: player
    phases:
      step:
        until: me.done
        do: me chooses one of moves as act
score: { total: sum(value of stone in player.table) }
";

/// Twelve switches that must all be on: random play hardly ever reaches this.
const SWITCHES: &str = "
format: 1
game: { id: switches, players: 2 }
spots: { switch: { count: 12 } }
state: { game: { on: bool per switch for game }, player: { gold: int for game, done: bool for turn } }
actions:
  moves:
    turn_it: { with: { s: switch }, do: \"set on[s] = not on[s]\" }
    finish: { when: \"not any(switch where not on[it])\", do: \"set me.gold = me.gold + 1\\nset me.done = true\" }
phases:
  turn:
    each: player
    do: |
      while not me.done { me chooses one of moves as act }
score: { total: player.gold }
";

fn setup(text: &str) -> Setup {
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    compiled.ruleset.unwrap_or_else(|| panic!("{drawn}")).setup(2, &[]).expect("it can be played")
}

/// Plays a bot against itself for up to `most` choices.
fn played(setup: &Setup, bot: &str, most: usize) -> Game {
    let mut bot = bot.parse::<BotSpec>().expect("a bot").build(&Tools::default());
    let mut game = Game::new(setup, 3);
    while let Some(seat) = game.deciding().filter(|_| game.choices() < most) {
        let option = bot.choose(game.perspective(seat), decision_seed(3, seat, game.choices()));
        game.apply(option).expect("an option");
    }
    game
}

#[test]
fn bots_finish_games_with_free_actions() {
    for (text, bots) in [
        (FLAG, ["greedy:4", "search:50", "easy", "normal"]),
        (LAYING, ["greedy:4", "search:50", "easy", "normal"]),
    ] {
        let setup = setup(text);
        for bot in bots {
            let game = played(&setup, bot, 300);
            assert!(game.is_over(), "{bot}: {} choices", game.choices());
        }
    }
}

/// A bot that searches ahead raises the flag and ends the game.
#[test]
fn a_search_sees_through_free_actions() {
    let game = played(&setup(FLAG), "search:200", 300);
    let scores = game.host().scores().expect("it is over");
    assert!(scores.iter().all(|score| score.thousandths >= 3_000), "{scores:?}");
}

/// The number and the length of iterations are bounded.
#[test]
fn bots_answer_where_random_play_hardly_ever_ends() {
    let setup = setup(SWITCHES);
    for bot in ["greedy:4", "search:50", "easy"] {
        let game = played(&setup, bot, 5);
        assert!(game.choices() == 5, "{bot}");
    }
}
