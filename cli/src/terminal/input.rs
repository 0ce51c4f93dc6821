//! What a person types, or the end of it, or a signal to stop: one stream of them.

mod editor;

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Something from the keyboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    Line(String),
    /// The end of input.
    End,
    /// Ctrl-C, or another signal to stop.
    Interrupt,
    /// Nothing was typed: what is asked about has changed.
    Changed,
}

/// What is asked at the prompt of a terminal.
pub struct Ask {
    /// What stands before the line; nothing where any line will do.
    pub prompt: &'static str,
    /// Whose history can be called up.
    pub seat: u8,
    /// What Tab completes.
    pub names: Vec<String>,
}

/// Waits for lines and signals at once: lines are read in a thread of their own.
pub struct Keyboard {
    receiver: Receiver<Input>,
    sender: SyncSender<Input>,
    interrupted: Arc<AtomicBool>,
    source: Source,
    /// A question stands at the terminal, and nobody has answered it.
    asked: bool,
    above: editor::Above,
    modes: Modes,
}

/// Where lines come from.
enum Source {
    /// Nothing was read yet.
    Unread,
    /// They are read ahead.
    Stream,
    /// A person edits each of them.
    Editor(SyncSender<Ask>),
}

/// Lines that are read ahead.
const AHEAD: usize = 16;

/// Longest line that is taken; what is longer is no answer to anything.
const LONGEST: usize = 4096;

impl Keyboard {
    /// Begins to listen for Ctrl-C, SIGTERM and SIGHUP; without that (a second handler?) they end the program as usual.
    pub fn new() -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let interrupted = Arc::new(AtomicBool::new(false));
        let (flag, wake) = (Arc::clone(&interrupted), sender.clone());
        let _ = ctrlc::set_handler(move || {
            flag.store(true, Ordering::SeqCst);
            // if it is full, nobody sleeps at the other end
            let _ = wake.try_send(Input::Interrupt);
        });
        Self {
            receiver,
            sender,
            interrupted,
            source: Source::Unread,
            asked: false,
            above: editor::Above::default(),
            modes: Modes::now(),
        }
    }

    /// Whether a person sits there.
    pub fn is_terminal() -> bool {
        io::stdin().is_terminal()
    }

    /// Whether lines are edited, and the prompt is printed with them.
    pub fn edits() -> bool {
        Self::is_terminal() && io::stdout().is_terminal()
    }

    /// Whether a signal came, without waiting.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// The next line.
    pub fn next(&mut self, ask: Ask) -> Input {
        crate::broken::provoked("prompt");
        if matches!(self.source, Source::Unread) {
            self.source = self.begin();
        }
        if let (Source::Editor(asks), false) = (&self.source, self.asked) {
            let _ = asks.send(ask);
            self.asked = true;
        }
        let input = self.receiver.recv().unwrap_or(Input::End);
        self.asked &= input == Input::Changed;
        if self.interrupted() { Input::Interrupt } else { input }
    }

    /// Whether a line is being edited at the terminal.
    pub fn is_asking(&self) -> bool {
        self.asked
    }

    /// Prints above the line that is being edited.
    pub fn print_above(&self, text: &str) {
        self.above.print(text);
    }

    /// What wakes whoever waits for a line, if nothing else does: there is [`Input::Changed`].
    pub fn waker(&self) -> impl Fn() + Send + use<> {
        let wake = self.sender.clone();
        // if it is full, nobody sleeps at the other end
        move || drop(wake.try_send(Input::Changed))
    }

    fn begin(&self) -> Source {
        let lines = self.sender.clone();
        if !Self::edits() {
            std::thread::spawn(move || read(&lines));
            return Source::Stream;
        }
        let (asks, asked) = sync_channel(1);
        let above = self.above.clone();
        std::thread::spawn(move || editor::serve(&asked, &lines, &above));
        Source::Editor(asks)
    }
}

impl Drop for Keyboard {
    /// A signal may have come in the middle of a line that is being edited.
    fn drop(&mut self) {
        self.modes.restore();
    }
}

/// How the terminal treats keys.
#[cfg(unix)]
struct Modes(Option<nix::sys::termios::Termios>);

#[cfg(unix)]
impl Modes {
    fn now() -> Self {
        Self(nix::sys::termios::tcgetattr(io::stdin()).ok())
    }

    fn restore(&self) {
        use nix::sys::termios::{SetArg, tcsetattr};
        if let Some(modes) = &self.0 {
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, modes);
        }
    }
}

/// Elsewhere the program is ended without being asked.
#[cfg(not(unix))]
struct Modes;

#[cfg(not(unix))]
impl Modes {
    fn now() -> Self {
        Self
    }

    fn restore(&self) {}
}

/// Sends line after line until the end.
fn read(lines: &SyncSender<Input>) {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let end = match io::Read::take(&mut stdin, LONGEST as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => true,
            Ok(_) => false,
        };
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let sent = lines.send(if end { Input::End } else { Input::Line(line) });
        if end || sent.is_err() {
            return;
        }
    }
}
