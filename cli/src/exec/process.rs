//! A child process that is spoken to in lines, with bounded memory and time.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludex_table::typeset::clean;

use super::talk::Trouble;

/// Maximum length of a line from a program, in bytes.
pub const LINE: usize = 1 << 16;
/// Time in which a program has to end after its input was closed.
pub const GRACE: Duration = Duration::from_secs(1);
/// Maximum number of lines in each direction that wait to be read.
const WAITING: usize = 16;
/// Number of bytes of standard error that are kept: the last ones.
const KEPT: usize = 2_048;
/// Maximum length of a quoted line of standard error, in characters.
const QUOTED: usize = 160;
/// Interval in which a waiting thread looks for an interruption.
const STEP: Duration = Duration::from_millis(50);
/// Interval in which a thread looks whether a program has ended, or reads.
const SHORT: Duration = Duration::from_millis(2);

/// True after Ctrl-C: no answer is waited for any more.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// IDs of the running processes, each of which leads a group.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Ends all waiting for programs.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::SeqCst);
}

/// Returns true after Ctrl-C.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Kills all running programs with their child processes, before Ludex exits.
pub fn kill_all() {
    locked(&RUNNING).iter().for_each(|id| kill_group(*id));
}

pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line, or the reason why a program wrote none.
type Heard = Result<String, String>;

/// A running program. It is killed when the value is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines for its standard input; `None` once that is closed.
    to: Option<SyncSender<String>>,
    from: Receiver<Heard>,
    errors: Arc<Mutex<Vec<u8>>>,
}

impl Process {
    /// Starts a program. Fails with the reason.
    pub fn start(words: &[String]) -> Result<Process, String> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C at the terminal is for Ludex, and child processes of the program can be killed with it
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut running = locked(&RUNNING);
        let mut child = command.spawn().map_err(|error| unstarted(&error))?;
        running.insert(child.id());
        drop(running);
        let (to, written) = sync_channel(WAITING);
        let (heard, from) = sync_channel(WAITING);
        let errors = Arc::<Mutex<Vec<u8>>>::default();
        if let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            let kept = Arc::clone(&errors);
            thread::spawn(move || write(stdin, &written));
            thread::spawn(move || read(stdout, &heard));
            thread::spawn(move || keep(stderr, &kept));
        }
        Ok(Process { child, to: Some(to), from, errors })
    }

    /// Writes a line, until a time limit.
    pub fn say(&mut self, line: String, until: Instant) -> Result<(), Trouble> {
        let mut line = line;
        loop {
            // without a reader, the answer will be missing
            let Some(Err(TrySendError::Full(back))) = self.to.as_ref().map(|to| to.try_send(line)) else {
                return Ok(());
            };
            line = back;
            self.wait(until)?;
            thread::sleep(SHORT);
        }
    }

    /// Reads a line, until a time limit.
    pub fn hear(&mut self, until: Instant) -> Result<String, Trouble> {
        loop {
            let left = self.wait(until)?;
            match self.from.recv_timeout(left.min(STEP)) {
                Ok(heard) => return heard.map_err(Trouble::Forfeit),
                // a child process of the program may keep its output open
                Err(RecvTimeoutError::Timeout) if self.runs() => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return self.from.try_recv().ok().and_then(Result::ok).ok_or_else(|| self.gone());
                }
            }
        }
    }

    /// Returns a line that has been written without being asked for.
    pub fn unasked(&mut self) -> Option<String> {
        match self.from.try_recv() {
            Ok(heard) => Some(heard.unwrap_or_else(|why| why)),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => None,
        }
    }

    /// Returns true if the program has not ended.
    pub fn runs(&mut self) -> bool {
        self.ended(Duration::ZERO).is_none()
    }

    /// Returns the time that is left.
    fn wait(&self, until: Instant) -> Result<Duration, Trouble> {
        if is_interrupted() {
            return Err(Trouble::Interrupted);
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(Trouble::Late) } else { Ok(left) }
    }

    /// Describes how the program ended.
    fn gone(&mut self) -> Trouble {
        if is_interrupted() {
            return Trouble::Interrupted;
        }
        let ended = match self.ended(GRACE) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        };
        Trouble::Forfeit(format!("{ended}{}", self.last_words()))
    }

    /// Returns the last line of standard error, for a message.
    fn last_words(&self) -> String {
        // the thread that reads them may be behind
        thread::sleep(SHORT);
        let text = String::from_utf8_lossy(&locked(&self.errors)).into_owned();
        let line = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        line.map_or_else(String::new, |line| format!(": {}", quoted(line)))
    }

    /// Waits for the end of the program.
    fn ended(&mut self, most: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + most;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(SHORT),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Closes the input of the program. Returns true if it ends in time.
    pub fn close(&mut self) -> bool {
        self.to = None;
        self.ended(if is_interrupted() { Duration::ZERO } else { GRACE }).is_some()
    }

    /// Ends the program without waiting for it.
    pub fn kill(&mut self) {
        kill_group(self.child.id());
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.close();
        self.kill();
        let _ = self.child.wait();
        locked(&RUNNING).remove(&self.child.id());
    }
}

/// Kills a program and the processes that it has started.
#[cfg(unix)]
fn kill_group(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(id) = i32::try_from(id) {
        let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
    }
}

/// Other systems have no groups: a program ends when its input is closed.
#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Shortens a line for a message.
pub fn quoted(line: &str) -> String {
    let line = clean(line);
    let short: String = line.chars().take(QUOTED).collect();
    if short.len() < line.len() { format!("{short}…") } else { short }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the kinds of errors are many and not ours")]
fn unstarted(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such program".to_owned(),
        std::io::ErrorKind::PermissionDenied => {
            "it can't be executed; `chmod +x` makes a script executable".to_owned()
        }
        _ => format!("it can't be started: {error}"),
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Sends each line that is not blank, up to the first one that is too long or no text.
fn read(stdout: ChildStdout, heard: &SyncSender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let length = Read::take(&mut stdout, LINE as u64 + 1).read_until(b'\n', &mut bytes).unwrap_or(0);
        let line = match String::from_utf8(bytes) {
            _ if length == 0 => return,
            _ if length > LINE => Err(format!("it wrote a line of more than {LINE} bytes")),
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => Ok(line.trim().to_owned()),
            Err(_) => Err("it wrote a line that is not UTF-8".to_owned()),
        };
        let is_last = line.is_err();
        if heard.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Reads standard error to its end, and keeps the last bytes.
fn keep(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut bytes = [0; 1024];
    while let Ok(n @ 1..) = stderr.read(&mut bytes) {
        let mut kept = locked(kept);
        kept.extend_from_slice(&bytes[..n]);
        let over = kept.len().saturating_sub(KEPT);
        kept.drain(..over);
    }
}
