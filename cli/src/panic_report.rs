//! Handles panics at the edge of a command. Any panic is a bug in Ludex: a short message lists the data for a
//! bug report, and the exit code is 70. Clean-up runs as after a normal end: the terminal is restored, and no
//! partly written file is left behind.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::terminal::output::{clean, warn};

/// Exit code after a panic (EX_SOFTWARE of sysexits.h).
pub const EXIT_CODE: u8 = 70;

/// Message of the first panic; later panics are mostly consequences of it.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Details for a bug report in addition to the command line.
static ABOUT: Mutex<Vec<(&str, String)>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records a detail that is needed to reproduce a bug but isn't part of the command line.
pub fn note(what: &'static str, value: String) {
    let mut about = locked(&ABOUT);
    if !about.iter().any(|(known, said)| (*known, said) == (what, &value)) {
        about.push((what, value));
    }
}

/// Runs a command and returns its exit code. `RUST_BACKTRACE` prints a backtrace of a panic, as in any Rust
/// program.
pub fn guarded(command: &[String], run: impl FnOnce() -> u8) -> u8 {
    let usual = take_hook();
    let traced = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    set_hook(Box::new(move |panic| {
        locked(&FIRST).get_or_insert_with(|| describe(panic));
        if traced {
            usual(panic);
        }
    }));
    let code = catch_unwind(AssertUnwindSafe(run));
    let said = locked(&FIRST).take();
    match (code, said) {
        (Ok(code), None) => code,
        (Ok(_) | Err(_), said) => {
            warn(&report(&said.unwrap_or_default(), command, &locked(&ABOUT)));
            EXIT_CODE
        }
    }
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let text = panic.payload().downcast_ref::<String>().map(String::as_str);
    let message = text.or_else(|| panic.payload().downcast_ref().copied()).unwrap_or("no message");
    panic.location().map_or_else(|| message.to_owned(), |place| format!("{message} ({place})"))
}

fn report(said: &str, command: &[String], about: &[(&str, String)]) -> String {
    let system =
        format!("{}, {} {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH);
    let lines = [("command", command.join(" ")), ("version", system)];
    let lines = lines.iter().chain(about).map(|(what, value)| format!("\n    {what}: {}", clean(value)));
    format!(
        "error: a fault of Ludex, not of the ruleset: {}\n  Please report it at the project's repository, with the ruleset and these lines:{}",
        clean(said),
        lines.collect::<String>()
    )
}

/// Panics if `LUDEX_BREAK` names this place, for tests. Compiled out of release builds.
#[cfg(debug_assertions)]
pub fn provoked(place: &str) {
    let asked = std::env::var("LUDEX_BREAK").is_ok_and(|at| at == place);
    assert!(!asked, "broken on purpose: {place}");
}

#[cfg(not(debug_assertions))]
pub fn provoked(_: &str) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_what_to_report() {
        let about = [("ruleset", "./my\u{1b}[2J-game".to_owned()), ("seed", "7".to_owned())];
        let words = ["ludex", "play", "./my-game"].map(str::to_owned);
        let text = report("index 9 of 3 (a.rs:1:2)", &words, &about);
        assert!(
            text.starts_with("error: a fault of Ludex, not of the ruleset: index 9 of 3 (a.rs:1:2)\n"),
            "{text}"
        );
        for line in ["command: ludex play ./my-game", "version: 0.", "ruleset: ./my [2J-game", "seed: 7"] {
            assert!(text.lines().any(|said| said.trim_start().starts_with(line)), "{line}: {text}");
        }
        assert!(!text.contains('\u{1b}'));
    }
}
