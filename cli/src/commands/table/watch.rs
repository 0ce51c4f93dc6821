//! `ludex table import --watch`: imports the table whenever it is saved.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::given;
use super::import::imported;
use crate::args::ImportArgs;
use crate::commands::watch::ends_by_ctrl_c;
use crate::failure::{Failure, Outcome};
use crate::sources::watched::{FileEvents, Woken};
use crate::terminal::output::Out;

/// Interval and maximum number of attempts to read a table that is being saved: spreadsheet programs replace
/// the file, or write it in parts.
const AGAIN: Duration = Duration::from_millis(100);
const TRIES: usize = 20;

pub fn run(args: &ImportArgs, out: &mut Out) -> Outcome {
    if args.file == Path::new("-") {
        return Err(Failure::Usage("--watch needs a file, not standard input".to_owned()));
    }
    let mut events = FileEvents::of_file(&args.file)?;
    ends_by_ctrl_c(events.waker());
    let mut last = None;
    loop {
        let bytes = readable(args);
        if last.as_ref() != bytes.as_ref().ok() || last.is_none() {
            round(args, &bytes, out)?;
            out.line(&format!("waiting for changes of {}; Ctrl-C stops", args.file.display()))?;
            out.flush()?;
            last = bytes.ok();
        }
        if events.wait() == Woken::Stop {
            return Ok(130);
        }
    }
}

/// Imports the table, or reports why it can't be imported.
fn round(args: &ImportArgs, bytes: &Result<Vec<u8>, String>, out: &mut Out) -> Result<(), Failure> {
    let given = match bytes {
        Ok(bytes) => given::table(&args.file, bytes, args.sheet.as_deref()),
        Err(error) => Err(Failure::Problem(error.clone())),
    };
    match given.and_then(|given| imported(args, given, out)) {
        Err(failure @ Failure::Output(_)) => Err(failure),
        Err(failure) => {
            out.flush()?;
            failure.report();
            Ok(())
        }
        Ok(_) => Ok(()),
    }
}

/// Reads the bytes of the table. Repeats if they are no table, for the file may be incomplete.
fn readable(args: &ImportArgs) -> Result<Vec<u8>, String> {
    for _ in 1..TRIES {
        if let Ok(bytes) = given::bytes(&args.file)
            && given::table(&args.file, &bytes, args.sheet.as_deref()).is_ok()
        {
            return Ok(bytes);
        }
        sleep(AGAIN);
    }
    given::bytes(&args.file)
}
