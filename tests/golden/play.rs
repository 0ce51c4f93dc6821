//! Execution of programs by the virtual machine.

use ludex_tests::inside::*;
use std::time::{Duration, Instant};

use ludex::{Game, Playout};
use ludex_tests::cases::{Case, snapshot};
use ludex_tests::faults::ended;
use ludex_tests::rulesets::compile_case;
use ludex_tests::transcript::{position, standing, write_lines};

/// Time limit that no case reaches, also on a busy machine. The budgets of the language count steps instead.
const LONGEST: Duration = Duration::from_secs(20);

/// `cases/exec`: a game. `# picks: king, build temple, no` lists the options taken, followed by first
/// options; `# players: 3`, `# seed: 7`.
pub fn played(case: &Case) {
    let ruleset = compile_case(&case.files());
    let seed = case.note("seed").map_or(1, |n| n.parse().expect("a seed"));
    let mut game = new_game(&ruleset, case.players(), seed);
    let picks = case.note("picks").unwrap_or_default();
    let mut picks = picks.split(", ").filter(|label| !label.is_empty());
    let (mut page, mut told) = (String::new(), 0);
    while game.decision().is_some() {
        told = write_lines(&game, told, &mut page);
        page += &decide(&mut game, picks.next());
    }
    write_lines(&game, told, &mut page);
    assert_eq!(picks.next(), None, "{}: picks that nobody asked for", case.name);
    page += &position(&game);
    page += &standing(&game);
    snapshot("exec", case.stem(), &format!("{}\n--- played\n{page}", case.text.trim_end()));
}

/// Takes an option, and formats the decision.
fn decide(game: &mut Game, wanted: Option<&str>) -> String {
    let Some(decision) = game.decision() else { return String::new() };
    let labels = decision.labels();
    let unknown = |label: &str| -> usize { panic!("no option {label} of {} {labels:?}", decision.name) };
    let pick = wanted.map_or(0, |label| decision.find(label).unwrap_or_else(|| unknown(label)));
    let seat = decision.player + 1;
    let line = format!("  seat {seat} {}: {} > {}\n", decision.name, labels.join(", "), labels[pick]);
    let went = game.apply(pick);
    assert!(went.is_ok(), "{:?}", game.fault());
    line
}

/// `cases/faults`: a rule that fails ends the game with a message and a location. The first option is always
/// taken. A game without a log, in which nobody chose, fails in the same way.
pub fn failed(case: &Case) {
    let begun = Instant::now();
    let (game, text) = ended(case);
    let took = begun.elapsed();
    assert!(took < LONGEST, "{} took {took:?}", case.name);
    if game.choices() == 0 {
        let without_log = Playout::new(game.setup()).random(1).err();
        assert_eq!(game.fault().map(|f| f.kind), without_log.map(|f| f.kind), "{}", case.name);
    }
    snapshot("faults", case.stem(), &format!("{}\n--- played\n{text}", case.text.trim_end()));
}
