//! `ludex play` at a terminal: line editing, saving on signals, and disks that can't be written.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;

/// Maximum time to wait for output, also while other tests run.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `ludex` and its output.
pub(crate) struct Session {
    child: Child,
    typed: Box<dyn Write>,
    /// Our side of the terminal, if there is one.
    terminal: Option<File>,
    printed: Receiver<Vec<u8>>,
    /// Output after the last expected text.
    rest: String,
}

impl Session {
    /// Starts the program at a terminal of 80 columns and 24 lines.
    pub(crate) fn at_terminal(folder: &Path, words: &str) -> Session {
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master, slave } = openpty(&size, None).expect("a terminal");
        let end = || Stdio::from(slave.try_clone().expect("a copy"));
        let child = command(folder, words).stdin(end()).stdout(end()).stderr(end()).spawn();
        let (master, child) = (File::from(master), child.expect("ludex starts"));
        let copy = || master.try_clone().expect("a copy");
        let (typed, printed) = (Box::new(copy()), listen(copy()));
        Session { child, typed, printed, terminal: Some(master), rest: String::new() }
    }

    /// Starts the program without a terminal.
    pub(crate) fn in_a_pipe(folder: &Path, words: &str) -> Session {
        let mut command = command(folder, words);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("ludex starts");
        let printed = listen(child.stdout.take().expect("piped"));
        let typed = Box::new(child.stdin.take().expect("piped"));
        Session { child, typed, printed, terminal: None, rest: String::new() }
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.typed.write_all(keys.as_bytes()).and_then(|()| self.typed.flush()).expect("typed");
    }

    /// Returns the output up to the expected text.
    pub(crate) fn until(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            if let Some(at) = self.rest.find(text) {
                let rest = self.rest.split_off(at + text.len());
                return std::mem::replace(&mut self.rest, rest);
            }
            let bytes = self.printed.recv_timeout(PATIENCE.saturating_sub(begun.elapsed()));
            let bytes = bytes.unwrap_or_else(|e| panic!("{e}: no {text:?} in {:?}", self.rest));
            self.rest += &String::from_utf8_lossy(&bytes);
        }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id() as i32), signal).expect("sent");
    }

    pub(crate) fn ends(&mut self) -> ExitStatus {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end: {:?}", self.rest);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(words.split_whitespace()).current_dir(folder).env("XDG_DATA_HOME", folder);
    command.env("TERM", "xterm").env("NO_COLOR", "1").env_remove("COLUMNS").env_remove("LINES");
    command
}

fn listen(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, printed) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        // reading a closed terminal is an error instead of the end of the file
        while let Ok(n @ 1..) = from.read(&mut bytes) {
            if sender.send(bytes[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    printed
}

const PLAY: &str = "play kabale --seed 3 --save game.yaml";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn is_saved(folder: &Path, choices: usize) {
    let save = std::fs::read_to_string(folder.join("game.yaml")).expect("a save");
    let record = save.split("choices:").nth(1).expect("choices");
    assert_eq!(record.matches("\n  - ").count(), choices, "{save}");
}

#[test]
fn the_line_is_edited_and_earlier_ones_come_back() {
    let folder = folder();
    let mut session = Session::at_terminal(folder.path(), PLAY);
    session.until("Which card do you play?");
    session.until("> ");
    session.types("? quenx\u{7f}\u{1b}[De\r");
    session.until("Queen 16: ");
    session.until("> ");
    session.types("\u{1b}[A\r");
    session.until("Queen 16: ");
    session.until("> ");
    session.types("tab\t");
    session.until("table");
    session.types("\r");
    session.until("Which card do you play?");
    session.until("> ");
    session.types("\u{4}");
    session.until("Saved: game.yaml");
    assert_eq!(session.ends().code(), Some(0));
    is_saved(folder.path(), 0);
}

/// Input typed before the prompt is not lost.
#[test]
fn answers_may_be_typed_ahead() {
    let folder = folder();
    let mut session = Session::at_terminal(folder.path(), PLAY);
    session.types("1\r1\r1\r");
    session.until("In which column?");
    session.until("Which card do you play?");
    session.until("In which column?");
    session.until("> ");
    session.types("q\r");
    session.until("Saved: game.yaml");
    assert_eq!(session.ends().code(), Some(0));
}

/// A signal while a line is being edited: the game is saved, and the terminal is restored.
#[test]
fn signals_save_and_leave_the_terminal_as_it_was() {
    for signal in [None, Some(Signal::SIGTERM), Some(Signal::SIGHUP), Some(Signal::SIGINT)] {
        let folder = folder();
        let mut session = Session::at_terminal(folder.path(), PLAY);
        session.until("> ");
        session.types("1\r");
        session.until("In which column?");
        session.until("> ");
        session.types("12");
        session.until("12");
        match signal {
            Some(signal) => session.signal(signal),
            None => session.types("\u{3}"),
        }
        session.until("Saved: game.yaml");
        assert_eq!(session.ends().code(), Some(130), "{signal:?}");
        is_saved(folder.path(), 1);
        let modes = tcgetattr(session.terminal.as_ref().expect("a terminal")).expect("modes");
        assert!(modes.local_flags.contains(LocalFlags::ECHO | LocalFlags::ICANON), "{signal:?}");
    }
}

#[test]
fn signals_save_without_a_terminal() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let folder = folder();
        let mut session = Session::in_a_pipe(folder.path(), PLAY);
        session.until("> ");
        session.signal(signal);
        session.until("Saved: game.yaml");
        assert_eq!(session.ends().code(), Some(130));
        is_saved(folder.path(), 0);
    }
}

/// The screen is cleared first and the scrollback afterwards, because some terminals move cleared lines to
/// the scrollback.
#[test]
fn who_hands_over_leaves_nothing_to_scroll_back_to() {
    let folder = folder();
    let words = "play kabale --seed 3 --seats human,human --save game.yaml";
    let mut session = Session::at_terminal(folder.path(), words);
    for _ in 0..2 {
        session.until("\u{1b}[H\u{1b}[2J\u{1b}[3J");
        session.until("Press Enter");
        session.types("\r");
        session.until("\u{1b}[H\u{1b}[2J\u{1b}[3J");
        session.until("Which card do you play?");
        session.until("> ");
        session.types("1\r");
        session.until("In which column?");
        session.until("> ");
        session.types("1\r");
    }
}

/// The folder of the save was deleted, and no other folder is writable: the game continues until the folder
/// exists again.
#[test]
fn a_game_that_can_not_be_saved_goes_on() {
    let (here, there) = (folder(), folder());
    let saves = there.path().join("saves");
    std::fs::create_dir(&saves).expect("a folder");
    let words = format!("play kabale --seed 3 --save {}", saves.join("game.yaml").display());
    let mut command = command(here.path(), &words);
    command.env("XDG_DATA_HOME", "/dev/null/nothing").env("HOME", "/dev/null/nothing");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("ludex starts");
    let printed = listen(child.stdout.take().expect("piped"));
    let typed = Box::new(child.stdin.take().expect("piped"));
    let mut session = Session { child, typed, printed, terminal: None, rest: String::new() };
    session.until("> ");
    std::fs::remove_dir(&saves).expect("removed");
    here.close().expect("removed");
    session.types("s\n");
    session.until("Not saved: ");
    session.until("> ");
    session.types("1\nq\n");
    session.until("Not saved: ");
    session.until("type q again");
    session.until("> ");
    std::fs::create_dir(&saves).expect("a folder");
    session.types("q\n");
    session.until("Saved: ");
    assert_eq!(session.ends().code(), Some(0));
    is_saved(&saves, 1);
}

/// While a bot searches, a line names the acting player; then the line is cleared.
#[test]
fn a_bot_that_thinks_says_so() {
    let folder = folder();
    let mut session =
        Session::at_terminal(folder.path(), "play kabale --seed 3 --bots search:50 --save game.yaml");
    session.until("Which card do you play?");
    session.until("> ");
    session.types("1\r");
    session.until("In which column?");
    session.until("> ");
    session.types("1\r");
    session.until("White is thinking \u{2026}\r\u{1b}[2K");
    session.until("Which card do you play?");
    session.types("q\r");
    session.until("Saved: game.yaml");
}

const TINY: &str = "\
format: 1
game: { id: tiny, players: 2, seats: [north, south] }
state: { player: { gold: int for game } }
phases:
  turn:
    repeat: 4
    phases:
      pick:
        each: player
        do: |
          let n = me chooses number in 1..3 as size
          set me.gold = me.gold + n
score: { total: player.gold }
";

/// The rules change while a line is being edited: the game continues with the new rules and keeps the typed
/// text. Rules with errors have no effect.
#[test]
fn a_game_goes_on_with_changed_rules() {
    let folder = folder();
    let file = folder.path().join("tiny.yaml");
    let write = |text: &str| std::fs::write(&file, text).expect("written");
    write(TINY);
    let words = "play tiny.yaml --watch --seats human,random --seed 1 --save game.yaml";
    for terminal in [true, false] {
        write(TINY);
        let start = if terminal { Session::at_terminal } else { Session::in_a_pipe };
        let mut session = start(folder.path(), words);
        let enter = if terminal { "\r" } else { "\n" };
        session.until("1, 2, 3");
        session.until("> ");
        session.types(&format!("2{enter}"));
        session.until("gold: 2");
        session.until("1, 2, 3");
        session.until("> ");
        if terminal {
            session.types("? gol");
            session.until("? gol");
        }
        write(&TINY.replace("me.gold + n", "me.gold + 2 * n"));
        session.until("All choices are kept");
        session.until("gold: 4");
        session.until("1, 2, 3");
        session.until(if terminal { "? gol" } else { "> " });
        if terminal {
            session.types("\u{15}");
        }
        write(&TINY.replace("me.gold + n", "me.gldo + n"));
        session.until("`gldo`");
        session.until("The game continues with the old rules.");
        write(&TINY.replace("1..3", "3..5"));
        let told = session.until("3, 4, 5");
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("choice 1 of"), "{told}");
        assert!(told.contains("is no longer possible"), "{told}");
        session.until("> ");
        session.types(&format!("5{enter}"));
        session.until("gold: 5");
        session.until("> ");
        session.types(&format!("q{enter}"));
        session.until("Saved: game.yaml");
        assert_eq!(session.ends().code(), Some(0));
    }
}

const TWO_EACH: &str = "\
scenarios:
  - name: two each
    given: { phase: turn }
    play: [{ do: [\"2\"] }]
";

/// A game from a scenario starts from the current text of the scenario, or from its former text if it was
/// deleted. Rules that would end the game too early have no effect.
#[test]
fn a_game_from_a_scenario_goes_on_with_a_changed_one() {
    let folder = folder();
    let write = |name: &str, text: &str| {
        let path = folder.path().join("tiny").join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    write("ruleset.yaml", TINY);
    write("scenarios/all.yaml", TWO_EACH);
    let words = "play tiny --watch --scenario two --seats human,human --save game.yaml";
    let mut session = Session::in_a_pipe(folder.path(), words);
    session.until("gold: 2");
    session.until("> ");
    session.types("3\n");
    session.until("gold: 3");
    session.until("> ");
    // the scenario has one more choice, before the choices made at the table
    write("scenarios/all.yaml", &TWO_EACH.replace("\"2\"", "\"3\", \"1\""));
    session.until("All choices are kept");
    session.until("gold: 6");
    session.until("gold: 1");
    session.until("> ");
    write("scenarios/all.yaml", &TWO_EACH.replace("two each", "another two"));
    session.until("All choices are kept");
    session.until("gold: 6");
    session.until("> ");
    write("ruleset.yaml", &TINY.replace("repeat: 4", "repeat: 1"));
    session.until("the game is over before choice 3 of 3.\nThe game continues with the old rules.");
    session.until("gold: 6");
    session.until("> ");
    session.types("q\n");
    session.until("Saved: game.yaml");
    assert_eq!(session.ends().code(), Some(0));
    let mut session = Session::in_a_pipe(folder.path(), "replay game.yaml --quiet");
    assert_eq!(session.ends().code(), Some(1), "its ruleset has changed");
    write("ruleset.yaml", TINY);
    let mut session = Session::in_a_pipe(folder.path(), "replay game.yaml --quiet");
    session.until("game.yaml: verified, 3 choices of tiny");
}

/// `table import` asks for confirmation of columns that no card has; without it no file is written.
#[test]
fn a_table_asks_about_columns_that_no_card_has() {
    let rules = "format: 1\ngame: { id: costs, players: 2 }\nkinds: { item: { fields: { cost: int } } }\n\
                 zones: { deck: { holds: item, sees: all } }\nsetup: move item to deck\n\
                 phases: { turn: { do: end game } }\nscore: { total: sum(cost of item in deck) }\n\
                 cards: { ogre: { kind: item, cost: 1 } }\n";
    for (answer, code, cost) in [("y\r", 0, "cost: 2"), ("\r", 1, "cost: 1")] {
        let folder = folder();
        let game = folder.path().join("game.yaml");
        std::fs::write(&game, rules).expect("written");
        std::fs::write(folder.path().join("costs.csv"), "id,note,cost,art\nogre,big,2,7\n").expect("written");
        let mut session = Session::at_terminal(folder.path(), "table import game.yaml costs.csv");
        let asked = session.until("import without them? [y/N] ");
        assert!(asked.contains("`note`") && asked.contains("`art`"), "{asked}");
        session.types(answer);
        assert_eq!(session.ends().code(), Some(code));
        let now = std::fs::read_to_string(&game).expect("a file");
        assert!(now.contains(cost), "{now}");
    }
}

/// `table import --delete` asks before it deletes cards.
#[test]
fn a_table_asks_before_it_deletes_cards() {
    let rules = "format: 1\ngame: { id: costs, players: 2 }\nkinds: { item: { fields: { cost: int } } }\n\
                 zones: { deck: { holds: item, sees: all } }\nsetup: move item to deck\n\
                 phases: { turn: { do: end game } }\nscore: { total: sum(cost of item in deck) }\n\
                 cards: { ogre: { kind: item, cost: 1 }, elf: { kind: item, cost: 2 } }\n";
    for (answer, code, is_there) in [("y\r", 0, false), ("n\r", 1, true)] {
        let folder = folder();
        let game = folder.path().join("game.yaml");
        std::fs::write(&game, rules).expect("written");
        std::fs::write(folder.path().join("costs.csv"), "id,cost\nogre,1\n").expect("written");
        let mut session = Session::at_terminal(folder.path(), "table import game.yaml costs.csv --delete");
        let asked = session.until("delete them? [y/N] ");
        assert!(asked.contains("has no row for 1 card: elf"), "{asked}");
        session.types(answer);
        assert_eq!(session.ends().code(), Some(code));
        assert_eq!(std::fs::read_to_string(&game).expect("a file").contains("elf"), is_there);
    }
}
