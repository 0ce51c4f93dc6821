//! Input of a person: typed lines, the end of input, and signals, as one stream.

mod editor;

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    Line(String),
    End,
    /// Ctrl-C, or another signal to stop.
    Interrupt,
    /// No line: the ruleset has changed.
    Changed,
}

pub struct Ask {
    /// Prompt; empty if any line will do.
    pub prompt: &'static str,
    /// Seat whose history is available.
    pub seat: u8,
    /// Names for completion with Tab.
    pub names: Vec<String>,
}

/// Receives lines and signals; a separate thread reads lines.
pub struct Keyboard {
    receiver: Receiver<Input>,
    sender: SyncSender<Input>,
    interrupted: Arc<AtomicBool>,
    source: Source,
    /// True while a request is unanswered at the terminal.
    asked: bool,
    above: editor::PrinterAbovePrompt,
    modes: Modes,
}

enum Source {
    Unread,
    /// Lines are read ahead.
    Stream,
    /// A person edits each line.
    Editor(SyncSender<Ask>),
}

/// Maximum number of lines read ahead.
const AHEAD: usize = 16;

/// Maximum length of a line; longer ones are no valid answer.
const LONGEST: usize = 4096;

impl Keyboard {
    /// Installs a handler for Ctrl-C, SIGTERM and SIGHUP. If that fails, they end the program as usual.
    pub fn new() -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let interrupted = Arc::new(AtomicBool::new(false));
        let (flag, wake) = (Arc::clone(&interrupted), sender.clone());
        let _ = ctrlc::set_handler(move || {
            flag.store(true, Ordering::SeqCst);
            crate::exec::interrupt();
            // if the channel is full, the receiver is not waiting
            let _ = wake.try_send(Input::Interrupt);
        });
        Self {
            receiver,
            sender,
            interrupted,
            source: Source::Unread,
            asked: false,
            above: editor::PrinterAbovePrompt::default(),
            modes: Modes::now(),
        }
    }

    pub fn is_terminal() -> bool {
        io::stdin().is_terminal()
    }

    /// Returns true if lines are edited, which includes printing the prompt.
    pub fn is_editing() -> bool {
        Self::is_terminal() && io::stdout().is_terminal()
    }

    /// Returns true if a signal has arrived; does not wait.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    pub fn next(&mut self, ask: Ask) -> Input {
        crate::panic_report::provoked("prompt");
        if matches!(self.source, Source::Unread) {
            self.source = self.begin();
        }
        if let (Source::Editor(asks), false) = (&self.source, self.asked) {
            let _ = asks.send(ask);
            self.asked = true;
        }
        let input = self.receiver.recv().unwrap_or(Input::End);
        self.asked &= input == Input::Changed;
        if self.is_interrupted() { Input::Interrupt } else { input }
    }

    /// Returns true if a line is being edited at the terminal.
    pub fn is_asking(&self) -> bool {
        self.asked
    }

    /// Prints above the line being edited.
    pub fn print_above(&self, text: &str) {
        self.above.print(text);
    }

    /// Returns a function that wakes a waiting [`next`](Self::next) with [`Input::Changed`].
    pub fn waker(&self) -> impl Fn() + Send + use<> {
        let wake = self.sender.clone();
        // if the channel is full, the receiver is not waiting
        move || drop(wake.try_send(Input::Changed))
    }

    fn begin(&self) -> Source {
        let lines = self.sender.clone();
        if !Self::is_editing() {
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
    /// Restores the terminal, because a signal may have interrupted line editing.
    fn drop(&mut self) {
        self.modes.restore();
    }
}

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

/// Other systems need no restored modes.
#[cfg(not(unix))]
struct Modes;

#[cfg(not(unix))]
impl Modes {
    fn now() -> Self {
        Self
    }

    fn restore(&self) {}
}

/// Sends lines until the end of input.
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
