//! Batches of games whose arrays are NumPy's, written in place.

use ludex_lab::Objective;
use ludex_learn::batch::{self, Arrays, BatchError, BatchPlan, MOST_DECISIONS, UNIT};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::RuleFault;
use crate::game::wrong_reward;
use crate::ruleset::Ruleset;

/// Games that advance together, with the arrays into which each step writes.
#[pyclass(module = "ludex")]
pub struct Batch {
    inner: batch::Batch,
    #[pyo3(get)]
    observations: Py<PyArray2<f32>>,
    #[pyo3(get)]
    masks: Py<PyArray2<i8>>,
    #[pyo3(get)]
    seats: Py<PyArray1<i64>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
}

/// Features of the options of all games: their indices, their values, and the end of each option.
type OptionFeatures<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i64>>);

impl Batch {
    /// Runs `work` with the arrays and without the interpreter's lock.
    fn with_arrays(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut batch::Batch, Arrays<'_>) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut seats = self.seats.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let arrays = Arrays {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        };
        let inner = &mut self.inner;
        py.detach(|| work(inner, arrays)).map_err(failed)
    }
}

fn failed(error: BatchError) -> PyErr {
    let message = error.to_string();
    match error {
        BatchError::NoSuchOption { .. } => PyIndexError::new_err(message),
        BatchError::Fault { .. } => RuleFault::new_err(message),
        BatchError::NoDecision => PyValueError::new_err(message),
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (ruleset, games, players, options, seed, width, features, reward, most_decisions, threads))]
    #[expect(
        clippy::too_many_arguments,
        reason = "called by `VectorEnv` alone, which has defaults and checks"
    )]
    fn new(
        py: Python<'_>,
        ruleset: &Ruleset,
        games: usize,
        players: Option<u8>,
        options: Option<&Bound<'_, PyDict>>,
        seed: u64,
        width: Option<usize>,
        features: bool,
        reward: &str,
        most_decisions: Option<u64>,
        threads: usize,
    ) -> PyResult<Self> {
        let setup = ruleset.setup(players, options)?;
        let objective = match reward {
            "win" => Objective::Win,
            "score" => Objective::Score,
            _ => return Err(wrong_reward(reward)),
        };
        let most_decisions = most_decisions.unwrap_or(MOST_DECISIONS);
        let plan = BatchPlan {
            setup: &setup,
            games,
            seed,
            width,
            encodes: features,
            objective,
            most_decisions,
            threads,
        };
        let inner =
            py.detach(|| batch::Batch::new(&plan)).map_err(|e| PyValueError::new_err(e.to_string()))?;
        Ok(Self {
            observations: PyArray2::zeros(py, [games, inner.features()], false).unbind(),
            masks: PyArray2::zeros(py, [games, inner.width()], false).unbind(),
            seats: PyArray1::zeros(py, games, false).unbind(),
            rewards: PyArray2::zeros(py, [games, inner.players()], false).unbind(),
            terminated: PyArray1::zeros(py, games, false).unbind(),
            truncated: PyArray1::zeros(py, games, false).unbind(),
            inner,
        })
    }

    /// Restarts all games and writes their first positions into the arrays.
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.with_arrays(py, |inner, arrays| inner.reset(seed, arrays))
    }

    /// Answers the decision of each game.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        if actions.len() != self.inner.games() {
            let message = format!("{} actions for {} games", actions.len(), self.inner.games());
            return Err(PyValueError::new_err(message));
        }
        self.with_arrays(py, |inner, arrays| inner.step(actions, arrays))
    }

    /// Seeds of the current games.
    fn seeds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_iter(py, self.inner.seeds())
    }

    /// Features of the options of all games, one after another.
    fn option_features<'py>(&mut self, py: Python<'py>) -> OptionFeatures<'py> {
        let (mut rows, mut values, mut ends) = (Vec::new(), Vec::new(), vec![0]);
        let inner = &mut self.inner;
        py.detach(|| {
            for option in inner.option_features() {
                rows.extend(option.iter().map(|(row, _)| *row));
                values.extend(option.iter().map(|(_, value)| f32::from(*value) / UNIT));
                ends.push(rows.len() as i64);
            }
        });
        (PyArray1::from_vec(py, rows), PyArray1::from_vec(py, values), PyArray1::from_vec(py, ends))
    }
}
