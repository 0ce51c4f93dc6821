//! Rulesets with a mistake, in this process.

use ludex_tests::inside::*;

use ludex::Compiled;
use ludex::scenarios::run_all;
use ludex::{Game, Playout, Seat, Setup};
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_tests::rulesets::{Picks, spread};

use super::Files;

/// Number of random games of each valid ruleset.
const GAMES: u64 = 20;
/// Maximum number of decisions of each: a mistake may make a game endless.
const DECISIONS: u64 = 1_500;

/// Compiles and renders diagnostics or plays. Returns true if the ruleset was played.
pub fn a_ruleset(files: &Files, changed: &str, picks: &mut Picks) -> Result<bool, String> {
    let compiled = ludex::compile(files);
    stands(&compiled.sources, &compiled.problems)?;
    let Compiled { ruleset: Some(ruleset), .. } = compiled else { return Ok(false) };
    if changed.starts_with("scenarios/") {
        let file = files.iter().filter(|(path, _)| path == changed).cloned().collect::<Vec<_>>();
        let report = run_all(&ruleset, &file, "");
        stands(&report.sources, &report.problems)?;
        return Ok(false);
    }
    if changed.contains('/') || changed == "layout.yaml" {
        return Ok(false);
    }
    let range = ruleset.checked().min_players..=ruleset.checked().max_players;
    let players: Vec<u8> = range.collect();
    let players = players[picks.below(players.len())];
    let Ok(setup) = ruleset.setup(players, &[]) else { return Ok(false) };
    let mut playout = Playout::new(&setup).limit(DECISIONS);
    for game in 0..GAMES {
        // a runtime error with its location is no finding
        let _ = playout.random(spread(game));
    }
    watched(&setup, &mut playout)?;
    Ok(true)
}

/// Checks that every problem has its locations inside a file and can be rendered.
fn stands(sources: &Sources, problems: &[Diagnostic]) -> Result<(), String> {
    for problem in problems {
        for label in std::iter::once(&problem.primary).chain(&problem.others) {
            let source = sources.iter().find(|(id, _)| *id == label.span.file).map(|(_, source)| source);
            let range = label.span.start as usize..label.span.end as usize;
            // a ruleset without any file has a problem without a file
            if source.map_or(sources.iter().next().is_some(), |source| source.text.get(range).is_none()) {
                return Err(format!("{} at no place: {} {:?}", problem.code, problem.message, label.span));
            }
        }
    }
    let drawn = render(sources, problems, Style::default());
    match drawn.chars().find(|c| is_control(*c)) {
        Some(c) => Err(format!("a diagnostic is drawn with U+{:04X}", u32::from(c))),
        None => Ok(()),
    }
}

/// Returns true if a character controls a terminal or changes the text direction.
pub fn is_control(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// Checks that a game with its log equals one without, and that its record replays the same game.
fn watched(setup: &Setup, playout: &mut Playout) -> Result<(), String> {
    let mut indices = Vec::new();
    let end = playout.picks(1, |pick| indices.push(pick.index)).cloned();
    let mut game = Game::new(setup, 1);
    for index in &indices {
        if game.apply(*index as usize).is_err() && game.fault().is_none() {
            return Err("a game with a log has other options than one without".to_owned());
        }
    }
    if let Ok(end) = end {
        let winners = game.winners();
        if !game.is_over() || !winners.iter().map(|seat| Seat(*seat)).eq(end.winners()) {
            let ended: Vec<Seat> = end.winners().collect();
            return Err(format!("without a log {ended:?} win, with it {winners:?}"));
        }
    }
    let again = Game::replay(setup.ruleset(), &game.record()).map_err(|e| format!("the record: {e}"))?;
    match again.hash() == game.hash() {
        true => Ok(()),
        false => Err("the record gives another game".to_owned()),
    }
}
