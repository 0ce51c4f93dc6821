//! Hidden information changes no byte of the output: a game is played twice with one different hidden card.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// `EFFECT` runs in each turn.
const RULESET: &str = "\
format: 1
game: { id: worlds, players: 2, seats: [north, south] }
kinds: { plot: { fields: { cost: int } } }
zones:
  deck: { holds: plot, sees: nobody, ordered: true }
  market: { holds: plot, sees: all }
  hand: { per: player, holds: plot, sees: owner }
state: { player: { gold: int = 9 for game } }
messages: { passed: { who: player }, strong: { who: player } }
cards: { barn: { kind: plot, cost: 3, copies: 3 }, tower: { kind: plot, cost: 7, copies: 3 } }
setup: |
  move plot to deck
  shuffle deck
  for player p { draw 2 from deck to p.hand }
phases:
  turn:
    each: player
    until: turn.number == 9
    do: |
      let _n = me chooses number in 1..2 as offer(theirs: sum(cost of plot in me.left.hand))
      EFFECT
score: { total: player.gold }
";

/// Typed input: all requests that are possible between choices.
const TYPED: &str = "\
t
? barn
? tower
why
why tower
why not tower
why not barn
why gold
why 3
rules
log all
not an answer
1
t
log all
why not tower
1
why hand
q
";

/// Returns the output for North if South holds the given card.
fn written(effect: &str, held: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    let scenario = format!(
        "scenarios:\n  - name: begun\n    given:\n      zones: {{ north.hand: [barn], south.hand: [{held}] }}\n      rest: {{ plot: deck }}\n      phase: turn\n"
    );
    fs::create_dir(folder.path().join("scenarios")).expect("a folder");
    write("ruleset.yaml", &RULESET.replace("EFFECT", effect));
    write("scenarios/begun.yaml", &scenario);
    let words = "play . --scenario begun --seats human,random --save game.yaml";
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(words.split_whitespace()).current_dir(folder.path()).env("XDG_DATA_HOME", folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("ludex starts");
    child.stdin.take().expect("piped").write_all(TYPED.as_bytes()).expect("typed");
    let output = child.wait_with_output().expect("ludex ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_card_that_another_player_holds_changes_no_byte() {
    let [one, other] = ["barn", "tower"].map(|held| written("say passed(me)", held));
    assert!(one.contains("? tower") && one.contains("why not tower"), "{one}");
    // the table after the end shows all cards
    let before = |text: &str| text.split("── Turn 2").next().map(str::to_owned);
    assert!(one.contains("── Turn 2"));
    assert_eq!(before(&one), before(&other));
}

/// The comparison detects rules that reveal the card.
#[test]
fn a_planted_leak_is_found() {
    let effect = "if any(plot in me.left.hand where cost > 3) { say strong(me) }";
    let [one, other] = ["barn", "tower"].map(|held| written(effect, held));
    assert_ne!(one, other);
}
