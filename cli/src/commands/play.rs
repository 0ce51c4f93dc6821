//! `ludex play`: a game at the terminal.

mod screen;

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use ludex::game::Game;

use crate::args::PlayArgs;
use crate::failure::{Failure, Outcome};
use crate::input::{Input, Keyboard};
use crate::output::{Out, warn};
use crate::phrases::Phrases;
use crate::rulesets::{Loaded, options};
use crate::save::{Save, default_path, may_save};
use crate::session::{Session, parse_seats};
use screen::Screen;
pub use screen::{draw, finish, print_log};

/// Unreadable answers in a row that are forgiven when nobody sits there.
const PATIENCE: usize = 100;

/// Plays a game to its end, or as far as the people want.
pub fn run(args: &PlayArgs, out: &mut Out) -> Outcome {
    if let Some(path) = &args.save {
        may_save(path).map_err(Failure::Usage)?;
    }
    let (loaded, session, language) = match &args.resume {
        Some(file) => resumed(args, file, out)?,
        None => begun(args, out)?,
    };
    let mut play = Play {
        screen: Screen::new(&loaded, &language, session.humans().len() > 1),
        session,
        keyboard: Keyboard::new(),
        save_to: args.save.clone(),
        confused: 0,
    };
    let outcome = play.go(out);
    if matches!(&outcome, Err(Failure::Output(_))) && !play.session.humans().is_empty() {
        // nobody reads any more: keep the game
        let _ = play.save();
    }
    outcome
}

fn begun(args: &PlayArgs, out: &mut Out) -> Result<(Loaded, Session, String), Failure> {
    let loaded = Loaded::load(args.ruleset.as_deref().unwrap_or_default(), &args.changes, out)?;
    let language = loaded.language(args.lang.as_deref())?;
    let bots = seats(args, &loaded)?;
    let players = loaded.players(Some(bots.len() as u32))?;
    let seed = args.seed.unwrap_or_else(clock);
    let game = Game::new(&loaded.ruleset, players, &options(&args.options)?, seed)
        .map_err(|e| Failure::Usage(e.message))?;
    out.wrapped(&Phrases::of(&language).seed_and_help(seed), 0)?;
    Ok((loaded, Session::new(game, seed, bots), language))
}

/// Who is a bot: as said, else everybody but seat 1.
fn seats(args: &PlayArgs, loaded: &Loaded) -> Result<Vec<bool>, Failure> {
    let Some(list) = &args.seats else {
        return Ok((0..loaded.players(args.players)?).map(|p| p > 0).collect());
    };
    let words: Vec<String> = list.split(',').map(str::to_owned).collect();
    let bots = parse_seats(&words)?;
    match args.players {
        Some(n) if n as usize != bots.len() => {
            Err(Failure::Usage(format!("--seats names {} seats, but --players is {n}", bots.len())))
        }
        _ => Ok(bots),
    }
}

fn clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // few digits, so that a person can type it again
    (now.as_millis() % 1_000_000_000) as u64
}

fn resumed(
    args: &PlayArgs,
    file: &std::path::Path,
    out: &mut Out,
) -> Result<(Loaded, Session, String), Failure> {
    let save = Save::read(file).map_err(Failure::Problem)?;
    let loaded = Loaded::load(args.ruleset.as_deref().unwrap_or(&save.from), &save.changes(), out)?;
    let language = loaded.saved_language(args.lang.as_deref(), &save.language)?;
    let words: Vec<String> = match &args.seats {
        Some(list) => list.split(',').map(str::to_owned).collect(),
        None => save.seats.clone(),
    };
    let bots = parse_seats(&words)?;
    if bots.len() != usize::from(save.record.players) {
        return Err(Failure::Usage(format!(
            "--seats names {} seats; the game has {}",
            bots.len(),
            save.record.players
        )));
    }
    let session = Session::resume(&loaded.ruleset, &save.record, bots);
    let mut session = session.map_err(|e| Failure::Problem(format!("{}: {e}", file.display())))?;
    session.path = Some(file.to_owned());
    out.wrapped(&Phrases::of(&language).resumed(file.display(), save.record.seed), 0)?;
    Ok((loaded, session, language))
}

/// What a person does at a decision.
enum Answer {
    Take(usize),
    Undo,
    Table,
    Save,
    Help(String),
    Rules { full: bool },
    Quit,
    Unclear,
}

/// What a line means; `options` is how many there are.
fn answer(line: &str, options: usize) -> Answer {
    let lower = line.to_lowercase();
    match lower.as_str() {
        "u" | "undo" => Answer::Undo,
        "t" | "table" => Answer::Table,
        "s" | "save" => Answer::Save,
        "q" | "quit" | "exit" => Answer::Quit,
        "rules" => Answer::Rules { full: false },
        "rules full" | "rules --full" => Answer::Rules { full: true },
        "h" | "help" => Answer::Help(String::new()),
        _ if lower.starts_with('?') => Answer::Help(lower[1..].trim().to_owned()),
        _ => match lower.parse::<usize>() {
            Ok(n) if (1..=options).contains(&n) => Answer::Take(n - 1),
            _ => Answer::Unclear,
        },
    }
}

struct Play<'a> {
    session: Session,
    keyboard: Keyboard,
    screen: Screen<'a>,
    save_to: Option<PathBuf>,
    confused: usize,
}

impl Play<'_> {
    /// Until the game is over or somebody leaves.
    fn go(&mut self, out: &mut Out) -> Outcome {
        while let Some(player) = self.session.player() {
            if self.keyboard.interrupted() {
                return self.leave(130, out);
            }
            // a fault ends the game; it is told at its end
            if self.session.is_bot(player) {
                let _ = self.session.bot();
                self.screen.narrate(&self.session, out)?;
            } else if let Some(code) = self.decide(player, out)? {
                return self.leave(code, out);
            }
        }
        self.end(out)
    }

    /// A person's decision; gives an exit code if that was to leave.
    fn decide(&mut self, player: u8, out: &mut Out) -> Result<Option<u8>, Failure> {
        if self.screen.hand_over(&self.session.game, player, out)? && Keyboard::is_terminal() {
            out.flush()?;
            match self.keyboard.next() {
                Input::Line(_) => self.screen.clear(out)?,
                Input::End => return Ok(Some(0)),
                Input::Interrupt => return Ok(Some(130)),
            }
        }
        let options = self.screen.decision(&self.session, player, out)?;
        loop {
            out.text("> ")?;
            out.flush()?;
            let line = match self.keyboard.next() {
                Input::Line(line) => line,
                Input::End => return self.gone(0, out),
                Input::Interrupt => return self.gone(130, out),
            };
            if !Keyboard::is_terminal() {
                out.line(&crate::output::clean(&line))?;
            }
            match answer(&line, options) {
                Answer::Quit => return Ok(Some(0)),
                Answer::Take(index) => {
                    self.confused = 0;
                    let _ = self.session.take(index);
                    return Ok(None);
                }
                Answer::Table => {
                    self.screen.forget();
                    return Ok(None);
                }
                Answer::Undo if self.session.undo(player) => {
                    self.screen.forget();
                    return Ok(None);
                }
                Answer::Undo => out.line(&self.screen.own.nothing_to_undo())?,
                Answer::Save => self.save_and_tell(out)?,
                Answer::Help(word) => self.screen.help(&self.session.game, &word, out)?,
                Answer::Rules { full } => self.screen.rules(&self.session.game, full, out)?,
                Answer::Unclear => {
                    self.screen.unclear(&line, options, out)?;
                    self.confused += 1;
                    if self.confused >= PATIENCE && !Keyboard::is_terminal() {
                        out.line(&self.screen.own.too_unclear())?;
                        return Ok(Some(1));
                    }
                }
            }
        }
    }

    /// The input ended in the middle of a line.
    fn gone(&self, code: u8, out: &mut Out) -> Result<Option<u8>, Failure> {
        out.line("")?;
        Ok(Some(code))
    }

    /// Saves and says goodbye.
    fn leave(&mut self, code: u8, out: &mut Out) -> Outcome {
        self.save_and_tell(out)?;
        Ok(code)
    }

    fn save(&mut self) -> Result<PathBuf, Failure> {
        let id = self.screen.loaded.ruleset.id();
        let wanted = self.save_to.clone().or_else(|| self.session.path.clone());
        let path = match wanted.map(|path| self.write(&path).map(|()| path)) {
            Some(Ok(path)) => path,
            // better elsewhere than lost
            Some(Err(_)) | None => {
                let path = default_path(id);
                self.write(&path).map_err(Failure::Problem)?;
                path
            }
        };
        self.session.path = Some(path.clone());
        Ok(path)
    }

    fn write(&self, path: &std::path::Path) -> Result<(), String> {
        self.session.save(path, self.screen.loaded, self.screen.language)
    }

    fn save_and_tell(&mut self, out: &mut Out) -> Result<(), Failure> {
        let path = self.save()?;
        let own = self.screen.own;
        out.line(&own.saved(path.display()))?;
        if !self.session.game.is_over() {
            out.line(&own.play_on(format!("ludex play --resume {}", path.display())))?;
        }
        Ok(())
    }

    /// The last table, the scores, how to see it again.
    fn end(&mut self, out: &mut Out) -> Outcome {
        self.screen.end(&self.session, out)?;
        let own = self.screen.own;
        if !self.session.humans().is_empty() || self.save_to.is_some() {
            let path = self.save()?;
            out.line(&own.saved(path.display()))?;
            out.line(&own.see_again(format!("ludex replay {}", path.display())))?;
        } else {
            out.line(&own.play_again(self.command()))?;
        }
        let Some(fault) = self.session.game.fault() else { return Ok(0) };
        out.flush()?;
        let place = self.screen.loaded.place(fault.span);
        warn(&format!("error: {place}: {}; the game ends here and nobody has won", fault.kind.message()));
        Ok(1)
    }

    /// The command that plays this game of bots again.
    fn command(&self) -> String {
        let record = self.session.game.record();
        let set: String = record.options.iter().map(|(o, v)| format!(" --set {o}={v}")).collect();
        let seats = self.session.seats().join(",");
        let loaded = self.screen.loaded;
        let changes = loaded.changes.words();
        let language = self.screen.language;
        let usual = loaded.language(None).is_ok_and(|usual| usual == language);
        let lang = if usual { String::new() } else { format!(" --lang {language}") };
        format!(
            "ludex play {} --seats {seats} --seed {}{set}{changes}{lang}",
            loaded.reference.shown(),
            record.seed
        )
    }
}
