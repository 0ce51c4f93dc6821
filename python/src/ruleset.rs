//! Rulesets: loaded once, then the source of games and batches.

use std::collections::BTreeMap;

use ludex::analysis::Problem;
use ludex::diagnostics::{Severity, Style, render};
use ludex::rules::Allowed;
use ludex::{Record, Setup};
use ludex_bots::BotSpec;
use ludex_cli::embedded::{RulesetTexts, bot};
use ludex_learn::Encoder;
use ludex_learn::batch::usual_width;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::depythonize;

use crate::game::Game;
use crate::tree::Node;
use crate::{RulesetError, plain};

/// Maximum width of a rendered problem, in columns.
const WIDTH: usize = 100;

/// Texts of a ruleset with their paths.
type Files = Vec<(String, String)>;

/// A compiled ruleset. Immutable; it can be pickled and shared between threads.
#[pyclass(frozen, module = "ludex")]
pub struct Ruleset {
    texts: RulesetTexts,
    /// ID or path from which it was loaded.
    word: Option<String>,
    pub inner: ludex::Ruleset,
}

impl Ruleset {
    pub fn compile(py: Python<'_>, texts: RulesetTexts, word: Option<String>) -> PyResult<Self> {
        let compiled = py.detach(|| texts.compile());
        match compiled.ruleset {
            Some(inner) => Ok(Self { texts, word, inner }),
            None => {
                let mut problems = compiled.problems;
                problems.retain(|problem| problem.severity() == Severity::Error);
                let rendered = render(&compiled.sources, &problems, Style { color: false, width: WIDTH });
                let listed: Vec<Problem> =
                    problems.iter().map(|problem| Problem::new(&compiled.sources, problem)).collect();
                Err(error(py, rendered.trim_end().to_owned(), &listed))
            }
        }
    }

    /// Sets the ruleset up for a number of players, with options as Python values.
    pub fn setup(&self, players: Option<u8>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Setup> {
        let players = players.unwrap_or_else(|| self.inner.usual_players());
        let text = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            // `True` is `true` in a ruleset
            let value = value
                .extract::<bool>()
                .map_or_else(|_| value.str().map(|s| s.to_string()), |b| Ok(b.to_string()));
            Ok((name.extract::<String>()?, value?))
        };
        let options: PyResult<Vec<_>> = options.into_iter().flatten().map(text).collect();
        self.inner.setup(players, &options?).map_err(|error| PyValueError::new_err(error.message))
    }

    /// Returns a bot by name for games of this set-up.
    pub fn bot(&self, word: &str, setup: &Setup) -> PyResult<BotSpec> {
        bot(word, setup, self.word.as_deref()).map_err(PyValueError::new_err)
    }
}

#[pymethods]
impl Ruleset {
    /// ID of the game.
    #[getter]
    fn id(&self) -> &str {
        self.inner.id()
    }

    /// Minimum and maximum number of players.
    #[getter]
    fn players(&self) -> (u8, u8) {
        self.inner.players().into_inner()
    }

    /// Number of players without another choice.
    #[getter]
    fn usual_players(&self) -> u8 {
        self.inner.usual_players()
    }

    /// Fingerprint of the rules, as 16 hexadecimal digits. Saves and results name it.
    #[getter]
    fn fingerprint(&self) -> String {
        format!("{:016x}", self.inner.fingerprint())
    }

    /// Languages in which the ruleset has texts.
    #[getter]
    fn languages(&self) -> Vec<String> {
        self.inner.languages().map(str::to_owned).collect()
    }

    /// Texts by path below the folder of the ruleset.
    #[getter]
    fn files(&self) -> BTreeMap<&str, &str> {
        self.texts.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect()
    }

    /// Texts of the overlays that apply, with their names, in order.
    #[getter]
    fn overlays(&self) -> Files {
        self.texts.overlays.clone()
    }

    /// Options by name: dictionaries with `default` (as written in a ruleset) and either `range` (two integers) or `values`.
    #[pyo3(signature = (players=None))]
    fn options<'py>(&self, py: Python<'py>, players: Option<u8>) -> PyResult<Bound<'py, PyDict>> {
        let setup = self.setup(players, None)?;
        let all = PyDict::new(py);
        for option in setup.rules().options() {
            let one = PyDict::new(py);
            one.set_item("default", option.default)?;
            match option.allowed {
                Allowed::Numbers(least, most) => one.set_item("range", (least, most))?,
                Allowed::Truth => one.set_item("values", ["false", "true"])?,
                Allowed::Words(words) => one.set_item("values", words)?,
            }
            all.set_item(option.name, one)?;
        }
        Ok(all)
    }

    /// Number of features of an observation, which depends on the number of players.
    #[pyo3(signature = (players=None, options=None))]
    fn num_features(&self, players: Option<u8>, options: Option<&Bound<'_, PyDict>>) -> PyResult<usize> {
        let encoder = Encoder::new(&self.setup(players, options)?);
        let encoder = encoder.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(encoder.keys().len())
    }

    /// Width of a mask for most decisions: half as many again as the most options in sampled games.
    #[pyo3(signature = (players=None, options=None))]
    fn usual_width(
        &self,
        py: Python<'_>,
        players: Option<u8>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let setup = self.setup(players, options)?;
        Ok(py.detach(|| usual_width(&setup)))
    }

    /// Starts a game of this ruleset.
    ///
    /// `players` is the number of players, by default the usual one; `options` has values of the ruleset's options by name;
    /// `seed` (below 2**64) decides all chance. Without one it is random.
    ///
    /// Raises `ValueError` if the ruleset doesn't have these players or options.
    #[pyo3(signature = (players=None, options=None, seed=None))]
    fn game(
        slf: &Bound<'_, Self>,
        players: Option<u8>,
        options: Option<&Bound<'_, PyDict>>,
        seed: Option<u64>,
    ) -> PyResult<Game> {
        let setup = slf.get().setup(players, options)?;
        let seed = seed.map_or_else(|| random_seed(slf.py()), Ok)?;
        Ok(Game::new(slf.clone().unbind(), ludex::Game::new(&setup, seed)))
    }

    /// Returns the root of the game's tree, for small games.
    #[pyo3(signature = (players=None, options=None))]
    fn tree(&self, players: Option<u8>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Node> {
        Node::root(self.setup(players, options)?)
    }

    /// Makes a game from a record, as `Game.save` returns it ("A record" in docs/json.md).
    ///
    /// Raises `ValueError` if it is of another ruleset or version, or a choice is not possible.
    fn replay(slf: &Bound<'_, Self>, record: &Bound<'_, PyAny>) -> PyResult<Game> {
        let record: Record = depythonize(record)?;
        let inner = &slf.get().inner;
        let game = slf.py().detach(|| ludex::Game::replay(inner, &record));
        let game = game.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Game::new(slf.clone().unbind(), game))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, own) = (slf.py(), slf.get());
        let restore = py.import("ludex._ludex")?.getattr("restored")?;
        let texts = &own.texts;
        let parts = (&texts.files, &texts.overlays, &texts.shown, &own.word).into_pyobject(py)?;
        Ok((restore, parts.into_any()))
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Ruleset {}, {}>", self.inner.id(), self.fingerprint())
    }
}

/// Compiles the texts of a pickled ruleset.
#[pyfunction]
pub fn restored(
    py: Python<'_>,
    files: Files,
    overlays: Files,
    shown: String,
    word: Option<String>,
) -> PyResult<Ruleset> {
    Ruleset::compile(py, RulesetTexts { files, overlays, shown }, word)
}

/// Creates a `RulesetError` with its problems.
pub fn error(py: Python<'_>, message: String, problems: &[Problem]) -> PyErr {
    let error = RulesetError::new_err(message);
    let listed = plain(py, &problems).and_then(|problems| error.value(py).setattr("problems", problems));
    listed.map_or_else(|failed| failed, |()| error)
}

fn random_seed(py: Python<'_>) -> PyResult<u64> {
    let bytes: [u8; 8] = py.import("os")?.call_method1("urandom", (8,))?.extract()?;
    // JSON readers keep integers up to 2^53
    Ok(u64::from_le_bytes(bytes) >> 11)
}
