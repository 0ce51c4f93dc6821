//! The module `ludex._ludex`: rulesets, games, batches and the command, for the Python package around it.
//!
//! Values of the library become dictionaries of the JSON that `docs/json.md` describes. Functions with a seat
//! disclose only that seat's knowledge. Work that can last releases the interpreter's lock.
//!
//! `unsafe` is forbidden here as in all crates: the code that PyO3's macros generate carries an allowance of its own,
//! and arrays are reached through the checked borrows of the crate `numpy`.

mod batch;
mod game;
mod ruleset;
mod tree;

use std::ffi::OsString;
use std::path::PathBuf;

use ludex_cli::embedded::RulesetTexts;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pythonize::pythonize;

create_exception!(
    ludex,
    RulesetError,
    PyValueError,
    "A ruleset with errors. The message is the output of `ludex check`; `problems` is a list of dictionaries."
);
create_exception!(
    ludex,
    RuleFault,
    PyRuntimeError,
    "A rule of a ruleset failed during a game, such as a division by zero."
);

/// Runs the command `ludex` and returns its exit code. The first word is the name of the program.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| ludex_cli::main_with(words))
}

/// Returns the IDs of the rulesets in the package.
#[pyfunction]
fn shipped() -> Vec<&'static str> {
    ludex_cli::shipped()
}

/// Loads a ruleset by ID or path.
#[pyfunction]
fn load(
    py: Python<'_>,
    word: String,
    variants: Vec<String>,
    overlays: Vec<PathBuf>,
) -> PyResult<ruleset::Ruleset> {
    let texts = py.detach(|| RulesetTexts::read(&word, &variants, &overlays)).map_err(unreadable(py))?;
    ruleset::Ruleset::compile(py, texts, Some(word))
}

/// Loads a ruleset from the text of its only file.
#[pyfunction]
fn load_text(py: Python<'_>, text: String, overlays: Vec<PathBuf>) -> PyResult<ruleset::Ruleset> {
    ruleset::Ruleset::compile(py, RulesetTexts::of_text(text, &overlays).map_err(unreadable(py))?, None)
}

/// Creates the error for unreadable files. It has no problems, because there is no place to report.
fn unreadable(py: Python<'_>) -> impl Fn(String) -> PyErr {
    move |message| ruleset::error(py, message, &[])
}

/// Converts a value of the library to dictionaries, lists and texts.
fn plain<'py>(py: Python<'py>, value: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize(py, value)?)
}

#[pymodule]
fn _ludex(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("RulesetError", py.get_type::<RulesetError>())?;
    module.add("RuleFault", py.get_type::<RuleFault>())?;
    module.add_class::<ruleset::Ruleset>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<tree::Node>()?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(shipped, module)?)?;
    module.add_function(wrap_pyfunction!(load, module)?)?;
    module.add_function(wrap_pyfunction!(load_text, module)?)?;
    module.add_function(wrap_pyfunction!(ruleset::restored, module)?)?;
    module.add_function(wrap_pyfunction!(game::replayed, module)?)
}
