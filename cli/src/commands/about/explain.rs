//! `ludex explain`: the page of a diagnostic code.

use ludex::JSON_VERSION;
use ludex::diagnostics::{Code, Severity};
use serde_json::json;

use crate::failure::{Failure, Outcome};
use crate::terminal::output::Out;

pub fn run(word: &str, json: bool, out: &mut Out) -> Outcome {
    match word.trim().parse::<Code>() {
        Ok(code) if json => out.json(&json!({
            "version": JSON_VERSION,
            "code": code.as_str(),
            "severity": if code.severity() == Severity::Error { "error" } else { "warning" },
            "summary": code.summary(),
            "page": code.page(),
        }))?,
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
