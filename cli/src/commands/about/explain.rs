//! `ludex explain`: the page of a code.

use ludex::diagnostics::Code;

use crate::failure::{Failure, Outcome};
use crate::terminal::output::Out;

/// Prints the page of a code.
pub fn run(word: &str, out: &mut Out) -> Outcome {
    match word.trim().parse::<Code>() {
        Ok(code) => out.text(&format!("{}\n", code.page().trim_end()))?,
        Err(()) => return Err(Failure::Usage(format!("there is no code `{word}`; {}", help(word)))),
    }
    Ok(0)
}

fn help(word: &str) -> String {
    match ludex::diagnostics::closest(word, Code::ALL.iter().map(|c| c.as_str())) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "codes look like E0301 or W0702; `ludex check` prints them".to_owned(),
    }
}
