//! What a person types, or the end of it, or Ctrl-C: one stream of them.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Something from the keyboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A line.
    Line(String),
    /// The end of input.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// Waits for lines and Ctrl-C at once: lines are read in a thread of their own.
pub struct Keyboard {
    receiver: Receiver<Input>,
    sender: SyncSender<Input>,
    interrupted: Arc<AtomicBool>,
    reading: bool,
}

/// Lines that are read ahead.
const AHEAD: usize = 16;

/// Longest line that is taken; what is longer is no answer to anything.
const LONGEST: usize = 4096;

impl Keyboard {
    /// Begins to listen for Ctrl-C; without that (a second handler?) it ends the program as usual.
    pub fn new() -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let interrupted = Arc::new(AtomicBool::new(false));
        let (flag, wake) = (Arc::clone(&interrupted), sender.clone());
        let _ = ctrlc::set_handler(move || {
            flag.store(true, Ordering::SeqCst);
            // if it is full, nobody sleeps at the other end
            let _ = wake.try_send(Input::Interrupt);
        });
        Self { receiver, sender, interrupted, reading: false }
    }

    /// Whether a person sits there.
    pub fn is_terminal() -> bool {
        io::stdin().is_terminal()
    }

    /// Whether Ctrl-C was pressed, without waiting.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// The next line.
    pub fn next(&mut self) -> Input {
        if !self.reading {
            self.reading = true;
            let lines = self.sender.clone();
            std::thread::spawn(move || read(&lines));
        }
        let input = self.receiver.recv().unwrap_or(Input::End);
        if self.interrupted() { Input::Interrupt } else { input }
    }
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
