//! The command's edge: a panic anywhere is a fault of Ludex, told in a few lines with what to report, and exit code 70. Before that all is put away
//! as at any other end: the terminal is as it was, and what was to be written whole is not there in part.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::terminal::output::{clean, warn};

/// What the shell is told (EX_SOFTWARE of sysexits.h).
pub const EXIT_CODE: u8 = 70;

/// What the first panic said; others mostly follow from it.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// What a report is to say beside the command.
static ABOUT: Mutex<Vec<(&str, String)>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes something that the command line does not say and that is needed to see a fault again.
pub fn note(what: &'static str, value: String) {
    let mut about = locked(&ABOUT);
    if !about.iter().any(|(known, said)| (*known, said) == (what, &value)) {
        about.push((what, value));
    }
}

/// Does what a command line says and gives the exit code. `RUST_BACKTRACE` shows where a panic was, as in any Rust program.
pub fn guarded(command: &[String], run: impl FnOnce() -> u8) -> u8 {
    let usual = take_hook();
    let traced = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    set_hook(Box::new(move |panic| {
        locked(&FIRST).get_or_insert_with(|| said(panic));
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

fn said(panic: &PanicHookInfo<'_>) -> String {
    let text = panic.payload().downcast_ref::<String>().map(String::as_str);
    let message = text.or_else(|| panic.payload().downcast_ref().copied()).unwrap_or("it does not say what");
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

/// Panics at a place where a test asks for it. There is nothing of it in a release.
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
