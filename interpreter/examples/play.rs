//! Plays the ruleset in a folder: a person plays the first seat, the others choose at random.
//!
//! `cargo run -p ludex --features fs --example play -- rulesets/kabale`

use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;

use ludex::{Decision, Game, LogEntry, Seat};

/// Plays one game. Each line of the input is the number of an option, from 1; after the end of the input the
/// first option is taken.
pub fn play(
    folder: &Path,
    seed: u64,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<Game, Box<dyn Error>> {
    let ruleset = ludex::Compile::folder(folder)?.compile().into_ruleset()?;
    let setup = ruleset.setup(*ruleset.players().start(), &[])?;
    let (me, mut random) = (Seat::FIRST, seed);
    let mut game = Game::new(&setup, seed);
    let mut told = 0;
    while let Some(decision) = game.decision_for(me) {
        for entry in game.log(me, told) {
            print_entry(&entry, &mut output)?;
        }
        told = game.log_len();
        let option = if decision.seat.id == me {
            ask(&decision, &mut input, &mut output)?
        } else {
            // a simple generator is sufficient for an example
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % game.options()
        };
        game.apply(option)?;
    }
    for (seat, score) in setup.seats().zip(game.ending().into_iter().flat_map(|end| end.scores)) {
        writeln!(output, "{}: {}", seat.name, score.total)?;
    }
    Ok(game)
}

/// Prints messages by their names in the ruleset; a real program uses texts (`Setup::text`).
fn print_entry(entry: &LogEntry, output: &mut impl Write) -> std::io::Result<()> {
    let LogEntry::Said { message, facts } = entry else { return Ok(()) };
    let facts: Vec<String> = facts.iter().map(|fact| format!("{} {:?}", fact.name, fact.value)).collect();
    writeln!(output, "  {}: {}", message.name, facts.join(", "))
}

fn ask(decision: &Decision, input: &mut impl BufRead, output: &mut impl Write) -> std::io::Result<usize> {
    writeln!(output, "{}?", decision.name.name)?;
    for (number, option) in decision.options.iter().enumerate() {
        writeln!(output, "  {}  {}", number + 1, option.label)?;
    }
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(0);
        }
        match line.trim().parse::<usize>() {
            Ok(number) if (1..=decision.options.len()).contains(&number) => return Ok(number - 1),
            _ => writeln!(output, "a number from 1 to {}", decision.options.len())?,
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder")?;
    let seed = std::env::args().nth(2).map_or(Ok(1), |seed| seed.parse())?;
    play(Path::new(&folder), seed, std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(())
}
