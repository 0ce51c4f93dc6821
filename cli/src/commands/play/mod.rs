//! `ludex play`: plays a game in the terminal.

mod fresh;
mod help;
pub(crate) mod hint;
mod lines;
mod screen;
mod start;

use std::path::{Path, PathBuf};

use crate::args::{PlayArgs, shell};
use crate::failure::{Failure, Outcome};
use crate::game::save::shown;
use crate::game::session::{Kept, Session};
use crate::terminal::input::{Ask, Input, Keyboard};
use crate::terminal::output::{Out, warn};
use fresh::Fresh;
use lines::Lines;
use ludex_table::offers::{InputMeaning, Offers};
use screen::Screen;
pub use screen::{draw, finish, print_log};
use start::TableSetup;

/// Maximum number of consecutive unreadable answers accepted from a program.
const PATIENCE: usize = 100;

/// Plays a game until it ends or the players leave.
pub fn run(args: &PlayArgs, out: &mut Out) -> Outcome {
    let mut table = TableSetup::from_args(args, out)?;
    if args.json {
        return Lines { table, keyboard: Keyboard::new(), texts: args.lang.is_some() }.go(out);
    }
    let mut keyboard = Keyboard::new();
    let fresh = args.watch.then(|| Fresh::begin(&table.loaded, &keyboard)).transpose()?;
    loop {
        match Play::at(&mut table, &mut keyboard, fresh.as_ref()).go(out)? {
            LoopEnd::Over(code) => return Ok(code),
            LoopEnd::On(renewed) => table = *renewed,
        }
    }
}

/// Reason why a game loop ended.
enum LoopEnd {
    /// The game is over, or the players left; with the exit code.
    Over(u8),
    /// The game continues with other rules.
    On(Box<TableSetup>),
}

/// An answer of a person at a decision.
enum Answer {
    Take(usize),
    Undo,
    Table,
    Save,
    Look(InfoRequest),
    Quit,
    /// Chooses some options of a multiple choice.
    Name(Vec<usize>),
    /// The name matches several options.
    Several(Vec<usize>),
    /// Lists these options out of many.
    Among(Vec<usize>),
    /// No input: repeat the question.
    Again,
    Unclear,
}

enum InfoRequest {
    Help(String),
    Hint,
    Log { all: bool },
    Rules { full: bool },
    Why(String),
}

/// Interprets a line as a command or an option. Commands take precedence over options of the same name.
fn answer(line: &str, offers: &Offers) -> Answer {
    let lower = line.trim().to_lowercase();
    match lower.as_str() {
        "" => Answer::Again,
        "u" | "undo" => Answer::Undo,
        "t" | "table" => Answer::Table,
        "s" | "save" => Answer::Save,
        "q" | "quit" | "exit" => Answer::Quit,
        "log" => Answer::Look(InfoRequest::Log { all: false }),
        "log all" => Answer::Look(InfoRequest::Log { all: true }),
        "rules" => Answer::Look(InfoRequest::Rules { full: false }),
        "rules full" | "rules --full" => Answer::Look(InfoRequest::Rules { full: true }),
        "help" => Answer::Look(InfoRequest::Help(String::new())),
        "h" | "hint" => Answer::Look(InfoRequest::Hint),
        _ if lower == "why" || lower.starts_with("why ") => {
            Answer::Look(InfoRequest::Why(line.get(3..).unwrap_or_default().trim().to_owned()))
        }
        _ => match (line.strip_prefix('?'), offers.find(line)) {
            (Some(word), _) => Answer::Look(InfoRequest::Help(word.trim().to_owned())),
            (None, InputMeaning::One(index)) if offers.several().is_some() => Answer::Name(vec![index]),
            (None, InputMeaning::None | InputMeaning::Among(_)) if offers.all_of(line).is_some() => {
                Answer::Name(offers.all_of(line).unwrap_or_default())
            }
            (None, InputMeaning::One(index)) => Answer::Take(index),
            (None, InputMeaning::Several(indices)) => Answer::Several(indices),
            (None, InputMeaning::Among(indices)) => Answer::Among(indices),
            (None, InputMeaning::None) => Answer::Unclear,
        },
    }
}

/// Long names of the commands, for completion with Tab.
const WORDS: [&str; 10] = ["undo", "table", "log", "save", "help", "hint", "rules", "why", "why not", "quit"];

struct Play<'a> {
    session: &'a mut Session,
    keyboard: &'a mut Keyboard,
    /// Watcher for changes of the ruleset's files.
    fresh: Option<&'a Fresh>,
    screen: Screen<'a>,
    save_to: Option<&'a Path>,
    confused: usize,
    /// True if saving failed and no decision was made since.
    unsaved: bool,
}

impl<'a> Play<'a> {
    fn at(table: &'a mut TableSetup, keyboard: &'a mut Keyboard, fresh: Option<&'a Fresh>) -> Self {
        let TableSetup { loaded, language, session, save_to } = table;
        let screen = Screen::new(loaded, language, session.humans().len() > 1);
        Play { session, keyboard, fresh, screen, save_to: save_to.as_deref(), confused: 0, unsaved: false }
    }

    /// Plays until the game is over or a player leaves. Also saves the game if the output can no longer be
    /// written.
    fn go(&mut self, out: &mut Out) -> Result<LoopEnd, Failure> {
        let went = self.turns(out);
        if matches!(&went, Err(Failure::Output(_))) && !self.session.humans().is_empty() {
            let _ = self.save();
        }
        went
    }

    fn turns(&mut self, out: &mut Out) -> Result<LoopEnd, Failure> {
        self.screen.narrate(self.session, out)?;
        while let Some(player) = self.session.player() {
            if self.keyboard.is_interrupted() {
                return self.leave(130, out);
            }
            if let Some(table) = self.renewed(out)? {
                return Ok(LoopEnd::On(Box::new(table)));
            }
            // a fault ends the game and is reported at its end
            if self.session.is_bot(player) {
                let shown = self.screen.thinking(self.session, player, out)?;
                let _ = self.session.bot();
                if shown {
                    out.wipe_line()?;
                }
                self.screen.narrate(self.session, out)?;
            } else if self.session.take_forced() {
                // no key press is needed for a choice that all players can see to be forced
            } else if let Some(code) = self.decide(player, out)? {
                return self.leave(code, out);
            }
        }
        self.end(out)
    }

    /// Returns the table with the current rules, if they have changed and can be played.
    fn renewed(&mut self, out: &mut Out) -> Result<Option<TableSetup>, Failure> {
        let Some(news) = self.fresh.and_then(Fresh::take) else { return Ok(None) };
        if self.keyboard.is_asking() {
            out.hold()?;
        }
        out.line("")?;
        let language = self.screen.language;
        match fresh::renewed(self.screen.loaded, (self.session, language), news, out) {
            Ok((loaded, session, stop)) => {
                out.wrapped(&fresh::describe(language, &session, stop.as_ref()), 0)?;
                let language = loaded.saved_language(None, language)?;
                Ok(Some(TableSetup { loaded, language, session, save_to: self.save_to.map(Path::to_owned) }))
            }
            Err(why) => {
                out.text(&format!("{why}\n"))?;
                out.wrapped(&self.screen.own.rules_refused(), 0)?;
                Ok(None)
            }
        }
    }

    /// Returns true if a program gave too many unreadable answers in a row, and reports it.
    fn is_lost(&self, out: &mut Out) -> Result<bool, Failure> {
        let is_lost = self.confused >= PATIENCE && !Keyboard::is_terminal();
        if is_lost {
            out.line(&self.screen.own.too_unclear())?;
        }
        Ok(is_lost)
    }

    /// Asks a person for a decision. Returns an exit code if the person leaves.
    fn decide(&mut self, player: u8, out: &mut Out) -> Result<Option<u8>, Failure> {
        if self.screen.hand_over(&self.session.game, player, out)? && Keyboard::is_terminal() {
            out.flush()?;
            self.show(out)?;
            match self.next(Ask { prompt: "", seat: player, names: Vec::new() }) {
                Input::Line(_) => self.screen.clear(out)?,
                Input::Changed => {
                    self.screen.hand_back();
                    return Ok(None);
                }
                Input::End => return Ok(Some(0)),
                Input::Interrupt => return Ok(Some(130)),
            }
        }
        let offers = self.screen.decision(self.session, player, out)?;
        let mut named: Vec<usize> = Vec::new();
        loop {
            let line = match self.ask(player, &offers, out)? {
                Input::Line(line) => line,
                Input::End => return self.gone(0, out),
                Input::Interrupt => return self.gone(130, out),
                Input::Changed => return Ok(None),
            };
            match answer(&line, &offers) {
                Answer::Quit if self.may_leave(out)? => return Ok(Some(0)),
                Answer::Quit => {}
                Answer::Take(index) => {
                    (self.confused, self.unsaved) = (0, false);
                    let _ = self.session.take(index);
                    return Ok(None);
                }
                Answer::Name(more) => {
                    if self.name(&offers, &mut named, more, out)? {
                        (self.confused, self.unsaved) = (0, false);
                        return Ok(None);
                    }
                }
                Answer::Undo if named.pop().is_some() => self.tell_named(&offers, &named, out)?,
                Answer::Table => {
                    self.screen.ask_for_table();
                    return Ok(None);
                }
                Answer::Undo if self.session.undo(player) => {
                    self.screen.forget();
                    return Ok(None);
                }
                Answer::Undo if !self.session.takes_back => out.line(&self.screen.own.no_undo())?,
                Answer::Undo => out.line(&self.screen.own.nothing_to_undo())?,
                Answer::Save => self.save_or_tell(out)?,
                Answer::Look(look) => {
                    let since = out.lines;
                    self.display_info(&look, player, &offers, out)?;
                    self.screen.keep_question(self.session, player, (&offers.left(&named), since), out)?;
                }
                Answer::Several(indices) => self.screen.several(&line, &offers.keys(&indices), out)?,
                Answer::Among(indices) => {
                    self.screen.among(&offers.only(&indices), out)?;
                    self.confused += 1;
                    if self.is_lost(out)? {
                        return Ok(Some(1));
                    }
                }
                Answer::Again => {
                    self.screen.ask_again(self.session, player, &offers.left(&named), out)?;
                    self.confused += 1;
                    if self.is_lost(out)? {
                        return Ok(Some(1));
                    }
                }
                Answer::Unclear => {
                    self.screen.unclear(&line, &offers.left(&named), out)?;
                    self.confused += 1;
                    if self.is_lost(out)? {
                        return Ok(Some(1));
                    }
                }
            }
        }
    }

    fn display_info(
        &mut self,
        look: &InfoRequest,
        player: u8,
        offers: &Offers,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let (screen, game) = (&self.screen, &self.session.game);
        match look {
            InfoRequest::Help(word) => screen.help(self.session, player, offers, word, out),
            InfoRequest::Hint => screen.hint(self.session, player, offers, out),
            InfoRequest::Log { all } => screen.log(self.session, player, *all, out),
            InfoRequest::Rules { full } => screen.rules(game, *full, out),
            InfoRequest::Why(asked) => screen.why(game, player, asked, out),
        }
    }

    /// Adds options to a multiple choice. Returns true once it is complete: it has the maximum number, or the
    /// person finishes it.
    fn name(
        &mut self,
        offers: &Offers,
        named: &mut Vec<usize>,
        more: Vec<usize>,
        out: &mut Out,
    ) -> Result<bool, Failure> {
        let Some(several) = offers.several() else { return Ok(false) };
        let (last, before) = (several.options.len(), named.len());
        let enough = more.iter().any(|index| *index >= last);
        if more.len() == 1 && more.iter().all(|index| offers.declines(*index)) {
            named.clear();
            return Ok(self.session.take_none());
        }
        for index in more.into_iter().filter(|index| *index < last) {
            if !offers.can_repeat(named, index) {
                named.truncate(before);
                out.wrapped(&self.screen.own.already_named(names_of(offers, &[index])), 0)?;
                self.tell_named(offers, named, out)?;
                return Ok(false);
            }
            named.push(index);
        }
        if enough && named.is_empty() && self.session.take_none() {
            return Ok(true);
        }
        let is_right = named.len() == several.most || enough && named.len() >= several.least.max(1);
        if is_right && self.session.take_all(named) {
            return Ok(true);
        }
        if is_right || named.len() > several.most {
            let names = names_of(offers, named);
            named.truncate(before);
            out.wrapped(&self.screen.own.not_together(&names), 0)?;
        }
        self.tell_named(offers, named, out)?;
        Ok(false)
    }

    /// Prints the options chosen so far in a multiple choice.
    fn tell_named(&self, offers: &Offers, named: &[usize], out: &mut Out) -> Result<(), Failure> {
        let names = names_of(offers, named);
        let names = if names.is_empty() { "–" } else { &names };
        let most = offers.several().map_or(0, |several| several.most);
        out.wrapped(&self.screen.own.so_far(format!("{names} ({}/{most})", named.len())), 0)?;
        self.screen.among(&offers.left(named), out)
    }

    /// Prompts for a line of input. Echoes the line if the input isn't a terminal.
    fn ask(&mut self, player: u8, offers: &Offers, out: &mut Out) -> Result<Input, Failure> {
        const PROMPT: &str = "> ";
        let edits = Keyboard::is_editing();
        let mut names = Vec::new();
        if edits {
            names.extend(offers.names().chain(WORDS).map(str::to_owned));
            names.extend(self.screen.names(self.session).into_iter().map(|name| format!("? {name}")));
        } else {
            out.text(PROMPT)?;
        }
        self.show(out)?;
        let input = self.next(Ask { prompt: PROMPT, seat: player, names });
        match &input {
            // the terminal has echoed the line
            Input::Line(_) if Keyboard::is_terminal() => out.lines += 1,
            Input::Line(line) => out.line(&crate::terminal::output::clean(line))?,
            Input::End | Input::Interrupt | Input::Changed => {}
        }
        Ok(input)
    }

    /// Reads the next input. Ignores wake-ups without changed rules.
    fn next(&mut self, ask: Ask) -> Input {
        let (prompt, seat) = (ask.prompt, ask.seat);
        let mut input = self.keyboard.next(ask);
        while input == Input::Changed && !self.fresh.is_some_and(Fresh::has_news) {
            input = self.keyboard.next(Ask { prompt, seat, names: Vec::new() });
        }
        input
    }

    /// Flushes the output. Text is printed above a line that is being edited.
    fn show(&self, out: &mut Out) -> Result<(), Failure> {
        if let Some(text) = out.release() {
            self.keyboard.print_above(&text);
        }
        Ok(out.flush()?)
    }

    /// Ends the game because the input ended or was interrupted.
    fn gone(&self, code: u8, out: &mut Out) -> Result<Option<u8>, Failure> {
        out.line("")?;
        Ok(Some(code))
    }

    /// Saves the game. Reports a failure and continues the game.
    fn save_or_tell(&mut self, out: &mut Out) -> Result<(), Failure> {
        match self.save_and_tell(out) {
            Err(Failure::Problem(message)) => {
                self.unsaved = true;
                out.wrapped(&self.screen.own.not_saved(message), 2)?;
                Ok(())
            }
            other => other,
        }
    }

    /// Returns true if the person may leave: the game is saved, or they insist although saving failed.
    fn may_leave(&mut self, out: &mut Out) -> Result<bool, Failure> {
        if self.unsaved {
            return Ok(true);
        }
        match self.save() {
            Err(Failure::Problem(message)) => {
                self.unsaved = true;
                out.wrapped(&self.screen.own.not_saved(message), 2)?;
                out.wrapped(&self.screen.own.quit_unsaved(), 2)?;
                Ok(false)
            }
            other => other.map(|_| true),
        }
    }

    fn leave(&mut self, code: u8, out: &mut Out) -> Result<LoopEnd, Failure> {
        self.show(out)?;
        self.save_and_tell(out)?;
        Ok(LoopEnd::Over(code))
    }

    /// Saves the game and returns its path.
    fn save(&mut self) -> Result<Kept, Failure> {
        self.session.keep(self.save_to, self.screen.loaded, self.screen.language)
    }

    /// Saves the game, and reports the path, and the reason if the requested path failed.
    fn saved(&mut self, out: &mut Out) -> Result<PathBuf, Failure> {
        let Kept { path, refused } = self.save()?;
        let own = self.screen.own;
        if let Some(why) = refused {
            out.wrapped(&own.not_saved(why), 2)?;
        }
        out.line(&own.saved(shown(&path)))?;
        Ok(path)
    }

    fn save_and_tell(&mut self, out: &mut Out) -> Result<(), Failure> {
        let path = self.saved(out)?;
        let own = self.screen.own;
        if !self.session.game.is_over() {
            out.line(&own.play_on(format!("ludex play --resume {}", shown(&path))))?;
        }
        Ok(())
    }

    /// Prints the final table, the scores, and the command to replay the game.
    fn end(&mut self, out: &mut Out) -> Result<LoopEnd, Failure> {
        self.session.end_for_bots();
        self.show(out)?;
        self.screen.end(self.session, out)?;
        let own = self.screen.own;
        if !self.session.humans().is_empty() || self.save_to.is_some() {
            let path = self.saved(out)?;
            out.line(&own.see_again(format!("ludex replay {}", shown(&path))))?;
        } else {
            out.line(&own.play_again(self.command()))?;
        }
        let Some(fault) = self.session.game.fault() else { return Ok(LoopEnd::Over(0)) };
        out.flush()?;
        let place = self.screen.loaded.fault_place(&fault);
        warn(&format!("error: {place}: {}; the game ends here without a winner", fault.message));
        Ok(LoopEnd::Over(1))
    }

    /// Returns the command that plays this game of bots again.
    fn command(&self) -> String {
        let record = self.session.game.host().record();
        let set: String = record.options.iter().map(|(o, v)| format!(" --set {o}={v}")).collect();
        let streams = if record.streams { " --streams" } else { "" };
        let seats = self.session.seats().join(",");
        let loaded = self.screen.loaded;
        if let Some(beginning) = &self.session.beginning {
            let (shown, name) = (loaded.reference.shown(), shell(&beginning.scenario));
            return format!("ludex play {shown} --seats {seats} --scenario {name}{}", loaded.changes.words());
        }
        let changes = loaded.changes.words();
        let language = self.screen.language;
        let usual = loaded.language(None).is_ok_and(|usual| usual == language);
        let lang = if usual { String::new() } else { format!(" --lang {language}") };
        format!(
            "ludex play {} --seats {seats} --seed {}{streams}{set}{changes}{lang}",
            loaded.reference.shown(),
            record.seed
        )
    }
}

/// Lists the names of options in a multiple choice.
fn names_of(offers: &Offers, named: &[usize]) -> String {
    let names = named.iter().filter_map(|index| offers.get(*index)).map(|offer| offer.name.as_str());
    names.collect::<Vec<_>>().join(", ")
}
