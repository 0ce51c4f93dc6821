//! The tree of a game, with random events as nodes: for small games and the algorithms that walk through them.

use std::sync::Arc;

use ludex::{Amount, ApplyError, Branch, Seat, Setup};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::game::{failed, rewards};

/// A node of the tree: a random event, a decision with two or more options, or the end of a game. Immutable.
#[pyclass(frozen, module = "ludex")]
pub struct Node {
    setup: Setup,
    /// The last decision with the chosen option; None before the first.
    from: Origin,
    /// Outcomes of the random events since `from`.
    outcomes: Vec<usize>,
    /// Observations of each seat up to the last position.
    memories: Arc<Vec<Vec<u8>>>,
    now: Now,
}

type Origin = Option<(Arc<Branch>, usize)>;

enum Now {
    /// The weights of the outcomes.
    Chance(Vec<u32>),
    Position(Arc<Branch>),
}

impl Node {
    pub fn root(setup: Setup) -> PyResult<Self> {
        let memories = vec![Vec::new(); usize::from(setup.players())];
        Self::after(setup, None, Vec::new(), Arc::new(memories))
    }

    fn after(
        setup: Setup,
        mut from: Origin,
        mut outcomes: Vec<usize>,
        mut memories: Arc<Vec<Vec<u8>>>,
    ) -> PyResult<Self> {
        loop {
            let now = follow(&setup, &from, &outcomes)?;
            let Now::Position(branch) = &now else {
                return Ok(Self { setup, from, outcomes, memories, now });
            };
            memories = Arc::new(remembered(&memories, branch, &setup));
            if branch.options() != 1 {
                return Ok(Self { setup, from, outcomes, memories, now });
            }
            (from, outcomes) = (Some((Arc::clone(branch), 0)), Vec::new());
        }
    }

    fn position(&self) -> Option<&Arc<Branch>> {
        match &self.now {
            Now::Position(branch) => Some(branch),
            Now::Chance(_) => None,
        }
    }
}

/// Plays on from a decision with these outcomes, to the next random event or position.
fn follow(setup: &Setup, from: &Origin, outcomes: &[usize]) -> PyResult<Now> {
    let (mut asked, mut weights) = (0, None);
    let chance = |of: &[u32]| {
        let outcome = outcomes.get(asked).copied();
        asked += 1;
        // what follows the first unanswered question is discarded
        if outcome.is_none() && weights.is_none() {
            weights = Some(of.to_vec());
        }
        outcome.unwrap_or(0)
    };
    let branch = match from {
        None => Branch::first(setup, chance).map_err(ApplyError::Fault),
        Some((branch, option)) => branch.after(*option, chance),
    };
    match (weights, branch) {
        (Some(weights), _) => Ok(Now::Chance(weights)),
        (None, branch) => Ok(Now::Position(Arc::new(branch.map_err(failed)?))),
    }
}

/// Adds what each seat observes in a position. Each observation follows its length, so that equal bytes are equal histories.
fn remembered(before: &[Vec<u8>], branch: &Branch, setup: &Setup) -> Vec<Vec<u8>> {
    let seats = before.iter().zip(setup.seats().map(|seat| seat.id));
    let add = |(memory, seat): (&Vec<u8>, Seat)| {
        let seen = branch.seen(seat);
        [memory, &seen.len().to_le_bytes()[..], &seen].concat()
    };
    seats.map(add).collect()
}

#[pymethods]
impl Node {
    /// Probabilities of the outcomes of a random event; None for other nodes.
    #[getter]
    fn chance(&self) -> Option<Vec<f64>> {
        let Now::Chance(weights) = &self.now else { return None };
        let sum: f64 = weights.iter().map(|weight| f64::from(*weight)).sum();
        Some(weights.iter().map(|weight| f64::from(*weight) / sum).collect())
    }

    /// Number of the seat that decides, from 0; None for a random event and the end.
    #[getter]
    fn deciding(&self) -> Option<u8> {
        self.position()?.deciding().map(Seat::number)
    }

    /// True at the end of a game.
    #[getter]
    fn is_over(&self) -> bool {
        self.position().is_some_and(|branch| branch.deciding().is_none())
    }

    /// Number of outcomes or options; 0 at the end.
    #[getter]
    fn num_options(&self) -> usize {
        match &self.now {
            Now::Chance(weights) => weights.len(),
            Now::Position(branch) => branch.options(),
        }
    }

    /// Labels of the options, as the deciding seat sees them; empty for other nodes.
    #[getter]
    fn options(&self) -> Vec<String> {
        let game = self.position().map(|branch| branch.game());
        let decision = game.and_then(|game| game.decision_for(game.deciding()?));
        decision.into_iter().flat_map(|decision| decision.options).map(|option| option.label).collect()
    }

    /// Returns the node after an outcome or an option, by index. Decisions with one option are taken.
    ///
    /// Raises `IndexError` if there is no such option, and `RuleFault` if a rule fails.
    fn child(&self, index: usize) -> PyResult<Self> {
        if index >= self.num_options() {
            return Err(PyIndexError::new_err(format!(
                "there is no option {index} of {}",
                self.num_options()
            )));
        }
        let (from, outcomes) = match &self.now {
            Now::Chance(_) => (self.from.clone(), self.outcomes.iter().copied().chain([index]).collect()),
            Now::Position(branch) => (Some((Arc::clone(branch), index)), Vec::new()),
        };
        Self::after(self.setup.clone(), from, outcomes, Arc::clone(&self.memories))
    }

    /// Returns the information set of a seat, with perfect recall: all that it has observed, as bytes to compare.
    ///
    /// At a random event, the information set at the last decision. Raises `ValueError` if there is no such seat.
    fn information(&self, seat: usize) -> PyResult<&[u8]> {
        let known = self.memories.get(seat).map(Vec::as_slice);
        known.ok_or_else(|| PyValueError::new_err(format!("there is no seat {seat}")))
    }

    /// Rewards by seat, as `Game.rewards`; None before the end.
    #[pyo3(signature = (reward="score"))]
    fn rewards(&self, reward: &str) -> PyResult<Option<Vec<f64>>> {
        let Some(branch) = self.position().filter(|branch| branch.deciding().is_none()) else {
            return Ok(None);
        };
        let scores: Vec<Amount> = self.setup.seats().filter_map(|seat| branch.score(seat.id)).collect();
        let winners: Vec<Seat> = branch.winners().collect();
        rewards(&self.setup, &scores, &winners, reward).map(Some)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}
