//! Words of the language in play: each case is a small game whose scenarios test a word. Explained scores
//! must equal computed scores.

use ludex::scenarios::run_all;
use ludex::{Game, Ruleset, compile};
use ludex::{Seat, Value, Viewer, why};
use ludex_grammar::diagnostic::Severity;
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::{Case, cases};
use ludex_tests::inside::*;

#[test]
fn words_do_in_play_what_their_scenarios_say() {
    for case in &cases("words") {
        let compiled = compile(&case.files());
        let errors: Vec<_> =
            compiled.problems.into_iter().filter(|p| p.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{}", render(&compiled.sources, &errors, Style::default()));
        let ruleset = compiled.ruleset.expect("no errors");
        let files: Vec<_> =
            case.files().into_iter().filter(|(name, _)| name.starts_with("scenarios/")).collect();
        let report = run_all(&ruleset, &files, "");
        assert!(report.is_good(), "{}: {:?} {:#?}", case.name, report.problems, report.results);
        assert!(report.results.len() > 1, "{} has scenarios", case.name);
        for picks in 0..3 {
            let mut game = new_game(&ruleset, case.players(), picks);
            scores_are_explained(case, &game);
            let mut hashes = vec![game.hash()];
            while let Some(decision) = game.decision() {
                let pick = picks as usize % decision.len();
                game.apply(pick).expect("no fault");
                scores_are_explained(case, &game);
                hashes.push(game.hash());
            }
            taken_back(case, &ruleset, (game, hashes));
        }
    }
}

/// A game can be saved and replayed at each choice, and taken back to its beginning.
fn taken_back(case: &Case, ruleset: &Ruleset, (mut game, mut hashes): (Game, Vec<u64>)) {
    while let Some(hash) = hashes.pop() {
        let again = Game::replay(ruleset, &game.host().record()).expect("the same game");
        assert_eq!([game.hash(), again.hash()], [hash; 2], "{} at choice {}", case.name, hashes.len());
        assert_eq!(game.undo(), !hashes.is_empty(), "{}", case.name);
    }
}

/// A viewer who sees everything gets the score of the machine, and the winners.
fn scores_are_explained(case: &Case, game: &Game) {
    let winners: Vec<Seat> = game.host().winners().iter().map(|winner| winner.id).collect();
    for player in 0..game.players() {
        let seat = Seat(player);
        let won = why::won(game, Viewer::Open, seat).expect("a seat").value;
        assert_eq!(won, Value::Bool(winners.contains(&seat)), "{}", case.name);
        let score = game.score(player);
        let told = why::score(game, Viewer::Open, Seat(player)).expect("a seat").value.thousandths();
        assert_eq!(told, Some(score.total.thousandths), "{}", case.name);
        for (i, (name, amount)) in score.lines.iter().enumerate() {
            let told = why::line(game, Viewer::Open, i, Seat(player)).expect("a line").value.thousandths();
            assert_eq!(told, Some(amount.thousandths), "{}: {name}", case.name);
        }
    }
}
