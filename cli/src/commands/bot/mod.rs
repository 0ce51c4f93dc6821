//! `ludex bot check`: tests that a program plays by the bot protocol.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex::{Game, Setup};
use ludex_bots::{Bot as _, decision_seed};

use crate::args::{BotArgs, BotCommand};
use crate::exec::{Player, Program, Talk, Trouble, is_interrupted};
use crate::experiment;
use crate::failure::{Failure, Outcome};
use crate::terminal::output::{BOLD, Out};

/// Rulesets that the program plays in all seats.
const RULESETS: [&str; 2] = [include_str!("numbers.yaml"), include_str!("tiles.yaml")];
/// Number of games of each.
const GAMES: u64 = 5;
/// Lines that a program must ignore: a message of a later version, and a line that is no message.
const IGNORED: [&str; 2] = ["{\"later_message\":{\"key\":1}}", "no message"];

pub fn run(args: &BotArgs, out: &mut Out) -> Outcome {
    let BotCommand::Check { time, command } = &args.what;
    let program = Program::of_words(command.clone()).map_err(Failure::Usage)?.with_limit(*time);
    // Ctrl-C ends the programs
    let _ = experiment::stop_flag();
    let mut check = Check { program: Arc::new(program), slowest: Duration::ZERO, failed: 0, out };
    check.all()?;
    let failed = check.failed;
    out.flush()?;
    Ok(if is_interrupted() { 130 } else { u8::from(failed > 0) })
}

struct Check<'a> {
    program: Arc<Program>,
    /// Longest time of a choice, with the start of its process.
    slowest: Duration,
    failed: usize,
    out: &'a mut Out,
}

impl Check<'_> {
    fn all(&mut self) -> Result<(), Failure> {
        let talk = match Talk::start(&self.program) {
            Ok(talk) => talk,
            Err(trouble) => return self.report("answers `hello`", Err(trouble.to_string())),
        };
        let name = if talk.name.is_empty() { "without a name".to_owned() } else { talk.name.clone() };
        self.report(&format!("answers `hello`: {name}"), Ok(()))?;
        self.lines(talk)?;
        for text in RULESETS {
            self.games(text)?;
        }
        let (slowest, limit) = (self.slowest.as_millis(), self.program.limit.as_millis());
        self.out.line(&format!("        slowest choice: {slowest} ms of {limit} ms"))?;
        Ok(())
    }

    /// Prints the result of a check.
    fn report(&mut self, what: &str, result: Result<(), String>) -> Result<(), Failure> {
        let (word, why) = match result {
            Ok(()) => ("ok    ", String::new()),
            Err(why) => {
                self.failed += 1;
                ("failed", format!(": {why}"))
            }
        };
        let word = self.out.paint(BOLD, word);
        self.out.wrapped(&format!("{word}  {what}{why}"), 8)?;
        Ok(self.out.flush()?)
    }

    /// Checks that the program ignores unknown lines, and ends with its input.
    fn lines(&mut self, mut talk: Talk) -> Result<(), Failure> {
        let ignored = ignores(&mut talk, &setup(RULESETS[0])?);
        self.report("ignores unknown messages and lines that it can't read", ignored)?;
        let ends = talk.close().then_some(()).ok_or_else(|| "it still runs after a second".to_owned());
        self.report("ends when its input is closed", ends)
    }

    /// Checks that the program plays games of a ruleset, and plays the first one the same way again.
    fn games(&mut self, text: &str) -> Result<(), Failure> {
        let setup = setup(text)?;
        let what =
            format!("plays {GAMES} games of `{}` in all {} seats", setup.ruleset().id(), setup.players());
        let mut players = self.players(&setup);
        let played = (0..GAMES).try_fold(Vec::new(), |mut all, seed| {
            let choices = self.game(&setup, seed, &mut players);
            all.push(choices.map_err(|why| format!("game {}, {why}", seed + 1))?);
            Ok::<_, String>(all)
        });
        let (first, result) = match played {
            Ok(all) => (all.into_iter().next(), Ok(())),
            Err(why) => (None, Err(why)),
        };
        self.report(&what, result)?;
        let Some(first) = first else { return Ok(()) };
        let again = self.game(&setup, 0, &mut self.players(&setup));
        if again.is_ok_and(|again| again != first) {
            let note = "note    its choices differ from run to run; with `seed` they could be reproduced";
            self.out.wrapped(note, 8)?;
        }
        Ok(())
    }

    fn players(&self, setup: &Setup) -> Vec<Player> {
        (0..setup.players()).map(|_| Player::new(Arc::clone(&self.program))).collect()
    }

    /// Plays a game. Returns its choices, or the reason for a forfeit.
    fn game(&mut self, setup: &Setup, seed: u64, players: &mut [Player]) -> Result<Vec<usize>, String> {
        let (mut game, mut choices) = (Game::new(setup, seed), Vec::new());
        players.iter_mut().for_each(Player::begin);
        while let Some(seat) = game.deciding() {
            let player = &mut players[seat.index()];
            let begun = Instant::now();
            let seed = decision_seed(seed, seat, game.choices());
            choices.push(player.choose(game.perspective(seat), seed));
            self.slowest = self.slowest.max(begun.elapsed());
            if is_interrupted() {
                return Err("interrupted".to_owned());
            }
            if let Some(why) = player.forfeit() {
                let name = setup.seats().nth(seat.index()).map(|seat| seat.name).unwrap_or_default();
                return Err(format!("seat {name}: {why}"));
            }
            game.apply(choices[choices.len() - 1]).map_err(|error| error.to_string())?;
        }
        for (player, seat) in players.iter_mut().zip(setup.seats()) {
            player.end(game.perspective(seat.id));
        }
        Ok(choices)
    }
}

/// Sends lines that the program must ignore, and then a question.
fn ignores(talk: &mut Talk, setup: &Setup) -> Result<(), String> {
    let game = Game::new(setup, 0);
    let Some(seat) = game.deciding() else { return Ok(()) };
    let position = game.perspective(seat);
    let asked = |talk: &mut Talk| -> Result<usize, Trouble> {
        IGNORED.iter().try_for_each(|line| talk.say_text(line))?;
        talk.begin(position, 0)?;
        talk.choose(position)
    };
    asked(talk).map(drop).map_err(|trouble| trouble.to_string())
}

fn setup(text: &str) -> Result<Setup, Failure> {
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    let ruleset = compiled.into_ruleset().map_err(|problems| Failure::Problem(problems.to_string()))?;
    ruleset.setup(ruleset.usual_players(), &[]).map_err(|error| Failure::Problem(error.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rulesets_of_the_check_are_sound() {
        for text in RULESETS {
            let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
            assert!(compiled.problems.is_empty(), "{:?}", compiled.problems);
            assert!(setup(text).is_ok());
        }
    }
}
