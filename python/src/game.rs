//! Games in progress.

use std::sync::{Arc, OnceLock};

use ludex::{Amount, ApplyError, Playout, Seat, Setup, Viewer};
use ludex_bots::{Bot, Tools, decision_seed};
use ludex_learn::batch::UNIT;
use ludex_learn::{Encoder, Encoding, Memory};
use ludex_table::html::{self, Frame};
use ludex_table::words::Words;
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::ruleset::Ruleset;
use crate::{RuleFault, plain};

/// A game: a position with its history.
#[pyclass(module = "ludex")]
pub struct Game {
    #[pyo3(get)]
    ruleset: Py<Ruleset>,
    inner: ludex::Game,
    /// True for a determinization, whose cards don't follow from its seed.
    is_dealt: bool,
    /// Shared by all copies, because it is large.
    encoder: Arc<OnceLock<Encoder>>,
}

/// A seat by number from 0 or by label.
#[derive(FromPyObject)]
pub enum SeatName {
    Number(u8),
    Label(String),
}

/// An option by index from 0 or by label.
#[derive(FromPyObject)]
pub enum OptionName {
    Index(usize),
    Label(String),
}

/// A bot for all seats, or one for each.
#[derive(FromPyObject)]
pub enum Players {
    All(String),
    Each(Vec<String>),
}

impl Game {
    pub fn new(ruleset: Py<Ruleset>, inner: ludex::Game) -> Self {
        Self { ruleset, inner, is_dealt: false, encoder: Arc::default() }
    }

    fn with(&self, py: Python<'_>, inner: ludex::Game) -> Self {
        let (encoder, is_dealt) = (Arc::clone(&self.encoder), self.is_dealt);
        Self { encoder, is_dealt, ..Self::new(self.ruleset.clone_ref(py), inner) }
    }

    fn seat(&self, name: &SeatName) -> PyResult<Seat> {
        let mut seats = self.inner.setup().seats();
        let found = match name {
            SeatName::Number(number) => seats.find(|seat| seat.id.number() == *number),
            SeatName::Label(label) => seats.find(|seat| seat.name == *label),
        };
        found.map(|seat| seat.id).ok_or_else(|| {
            let all: Vec<String> = self.seats();
            PyValueError::new_err(format!(
                "no such seat; the seats are 0 to {}: {}",
                all.len() - 1,
                all.join(", ")
            ))
        })
    }

    /// Returns the named seat, or the acting one.
    fn asked(&self, name: Option<&SeatName>) -> PyResult<Seat> {
        let deciding = || self.inner.deciding().ok_or_else(|| PyValueError::new_err("the game is over"));
        name.map_or_else(deciding, |name| self.seat(name))
    }

    fn viewer(&self, name: Option<&SeatName>) -> PyResult<Viewer> {
        name.map_or(Ok(Viewer::Public), |name| self.seat(name).map(Viewer::Seat))
    }

    fn index(&self, option: &OptionName) -> PyResult<usize> {
        let label = match option {
            OptionName::Index(index) if *index < self.inner.options() => return Ok(*index),
            OptionName::Index(index) => {
                return Err(PyIndexError::new_err(format!("there is no option {index}: {}", self.offered())));
            }
            OptionName::Label(label) => label,
        };
        let decision = self.inner.deciding().and_then(|seat| self.inner.decision_for(seat));
        let found = decision.and_then(|decision| decision.find(label));
        found
            .ok_or_else(|| PyValueError::new_err(format!("there is no option `{label}`: {}", self.offered())))
    }

    fn offered(&self) -> String {
        if self.inner.is_over() {
            "the game is over".to_owned()
        } else {
            format!("the options are {}", self.options().join(", "))
        }
    }

    /// Bots of a seat each.
    fn players(&self, bots: &Players) -> PyResult<Vec<Box<dyn Bot>>> {
        let setup = self.inner.setup();
        let words: Vec<&str> = match bots {
            Players::All(word) => vec![word; usize::from(setup.players())],
            Players::Each(words) if words.len() == usize::from(setup.players()) => {
                words.iter().map(String::as_str).collect()
            }
            Players::Each(words) => {
                let (given, seats) = (words.len(), setup.players());
                return Err(PyValueError::new_err(format!("{given} bots for {seats} seats")));
            }
        };
        let ruleset = self.ruleset.get();
        words.into_iter().map(|word| Ok(ruleset.bot(word, setup)?.build(&tools()))).collect()
    }

    fn encoder(&self) -> PyResult<&Encoder> {
        if let Some(encoder) = self.encoder.get() {
            return Ok(encoder);
        }
        let made =
            Encoder::new(self.inner.setup()).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(self.encoder.get_or_init(|| made))
    }
}

/// Bots that search for a time read this clock.
fn tools() -> Tools {
    let start = std::time::Instant::now();
    Tools::default().with_clock(move || start.elapsed())
}

/// Converts the error of a choice to an exception.
pub fn failed(error: ApplyError) -> PyErr {
    match error {
        ApplyError::Fault(fault) => RuleFault::new_err(fault.to_string()),
        error => PyIndexError::new_err(error.to_string()),
    }
}

/// Scores and winners of a finished game.
fn result(game: &ludex::Game) -> PyResult<(Vec<Amount>, Vec<usize>)> {
    let ending = game.ending().ok_or_else(|| PyValueError::new_err("the game did not end"))?;
    if let Some(fault) = ending.fault {
        return Err(RuleFault::new_err(fault.to_string()));
    }
    let winners = ending.winners.iter().map(|seat| seat.id.index()).collect();
    Ok((ending.scores.iter().map(|score| score.total).collect(), winners))
}

fn points(amount: Amount) -> f64 {
    amount.thousandths as f64 / 1000.0
}

#[pymethods]
impl Game {
    /// Labels of the seats, in order: `blue`, or `seat_2` without a name in the ruleset.
    #[getter]
    fn seats(&self) -> Vec<String> {
        self.inner.setup().seats().map(|seat| seat.name).collect()
    }

    /// Number of the seat that decides, from 0; None when the game is over.
    #[getter]
    fn deciding(&self) -> Option<u8> {
        self.inner.deciding().map(Seat::number)
    }

    /// Number of choices made.
    #[getter]
    fn choices(&self) -> usize {
        self.inner.choices()
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    /// Scores in points by seat; None before the end. As the rules count them, even if the lowest wins.
    #[getter]
    fn scores(&self) -> Option<Vec<f64>> {
        Some(self.inner.ending()?.scores.iter().map(|score| points(score.total)).collect())
    }

    /// Numbers of the seats that have won; None before the end. Empty if a rule failed.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        Some(self.inner.ending()?.winners.iter().map(|seat| seat.id.index()).collect())
    }

    /// Rewards by seat; None before the end.
    ///
    /// `"win"`: 1 for a victory, `1/k` for each of `k` parties that share it, else 0. `"score"`: the score in points, negated if
    /// the lowest score wins, so that more is better.
    #[pyo3(signature = (reward="win"))]
    fn rewards(&self, reward: &str) -> PyResult<Option<Vec<f64>>> {
        let Some(ending) = self.inner.ending() else { return Ok(None) };
        let scores: Vec<Amount> = ending.scores.iter().map(|score| score.total).collect();
        let winners: Vec<Seat> = ending.winners.iter().map(|seat| seat.id).collect();
        rewards(self.inner.setup(), &scores, &winners, reward).map(Some)
    }

    /// Number of options of the pending decision; 0 when the game is over.
    #[getter]
    fn num_options(&self) -> usize {
        self.inner.options()
    }

    /// Pending decision as its seat sees it ("A decision" in docs/json.md); None when the game is over.
    #[getter]
    fn decision<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let decision = self.inner.deciding().and_then(|seat| self.inner.decision_for(seat));
        decision.map(|decision| plain(py, &decision)).transpose()
    }

    /// Labels of the options, in order, as the deciding seat sees them. Cards that it doesn't know are `hidden`.
    #[getter]
    fn options(&self) -> Vec<String> {
        let decision = self.inner.deciding().and_then(|seat| self.inner.decision_for(seat));
        decision.into_iter().flat_map(|decision| decision.options).map(|option| option.label).collect()
    }

    /// Everything that a seat may know, as a dictionary ("An observation" in docs/json.md).
    ///
    /// `seat` is a number from 0 or a label; None is the public, whose knowledge is common to all seats. `since` is the number of the
    /// first line of the log to include.
    #[pyo3(signature = (seat=None, since=0))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<SeatName>,
        since: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.inner.observe(self.viewer(seat.as_ref())?, since))
    }

    /// Features of the position for the deciding seat: float32, `(num_features,)`, from -4 to 4.
    ///
    /// They are those of `VectorEnv` and of `ludex train`, and never depend on hidden information. All are 0 for a seat that
    /// doesn't decide. Raises `ValueError` if the game is over and no seat is given.
    #[pyo3(signature = (seat=None))]
    fn features<'py>(&self, py: Python<'py>, seat: Option<SeatName>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (seat, encoder) = (self.asked(seat.as_ref())?, self.encoder()?);
        let (position, mut memory, mut encoding) =
            (self.inner.perspective(seat), Memory::default(), Encoding::default());
        encoder.remember(position, 0, &mut memory);
        encoder.encode_for(position, &memory, &mut encoding);
        let mut row = vec![0.0; encoder.keys().len()];
        encoding.position().iter().for_each(|(at, value)| row[*at as usize] = f32::from(*value) / UNIT);
        Ok(PyArray1::from_vec(py, row))
    }

    /// Chooses an option, by its index or its label.
    ///
    /// Raises `IndexError` or `ValueError` if there is no such option, and `RuleFault` if a rule fails; the game is over then.
    fn step(&mut self, py: Python<'_>, option: OptionName) -> PyResult<()> {
        let index = self.index(&option)?;
        let inner = &mut self.inner;
        py.detach(|| inner.apply(index)).map_err(failed)
    }

    /// Undoes the last choice. Returns False if nothing can be undone.
    fn undo(&mut self) -> bool {
        self.inner.undo()
    }

    /// Returns a game in which everything hidden from a seat is replaced by a random possibility.
    ///
    /// By default for the deciding seat. Equal seeds give equal games. Uniform among the assignments of cards that the seat
    /// can't rule out. Returns None if no such game is found, which can only happen while another seat decides.
    #[pyo3(signature = (seat=None, seed=0))]
    fn determinize(&self, py: Python<'_>, seat: Option<SeatName>, seed: u64) -> PyResult<Option<Game>> {
        let seat = self.asked(seat.as_ref())?;
        let dealt = py.detach(|| self.inner.determinize(seat, seed));
        Ok(dealt.map(|inner| Self { is_dealt: true, ..self.with(py, inner) }))
    }

    /// Returns the index of the option that a bot would choose. The bot has the deciding seat's knowledge only.
    ///
    /// `bot` is a name of docs/bots.md, such as `"random"`, `"greedy:20"`, `"search:500ms"` or `"policy:FILE"`. The game does not
    /// change. Raises `ValueError` for other names.
    #[pyo3(signature = (bot, seed=0))]
    fn ask(&self, py: Python<'_>, bot: String, seed: u64) -> PyResult<usize> {
        let seat = self.asked(None)?;
        let position = self.inner.perspective(seat);
        let mut player = self.ruleset.get().bot(&bot, self.inner.setup())?.build(&tools());
        let seed = decision_seed(seed, seat, position.choices());
        Ok(py.detach(|| player.choose(position, seed)))
    }

    /// Plays a copy to its end and returns `{"scores": [...], "winners": [...]}` by seat; the game does not change.
    ///
    /// `bots` is the name of one bot for all seats, or a list with one for each. `seed` decides later chance and the bots. The
    /// copy has the true cards: for a player's estimate, play out a determinization. Raises `RuleFault` if a rule fails.
    #[pyo3(signature = (bots=Players::All("random".to_owned()), seed=0))]
    fn playout<'py>(&self, py: Python<'py>, bots: Players, seed: u64) -> PyResult<Bound<'py, PyDict>> {
        let (scores, winners) = if matches!(&bots, Players::All(word) if word == "random") {
            let mut playout = Playout::from(&self.inner);
            let end = py.detach(|| playout.random(seed));
            let end = end.map_err(|fault| RuleFault::new_err(fault.to_string()))?;
            (end.scores().to_vec(), end.winners().map(Seat::index).collect())
        } else {
            let players = self.players(&bots)?;
            result(&py.detach(|| played_out(self.inner.clone(), players, seed)).map_err(failed)?)?
        };
        let end = PyDict::new(py);
        end.set_item("scores", scores.into_iter().map(points).collect::<Vec<f64>>())?;
        end.set_item("winners", winners)?;
        Ok(end)
    }

    /// Returns the whole game as a record ("A record" in docs/json.md), for `Ruleset.replay`. It has all choices and the seed, so
    /// it is not for players of an unfinished game. Raises `TypeError` for a determinization.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.is_dealt {
            return Err(PyTypeError::new_err(
                "a determinization can't be saved: its cards don't follow from a seed",
            ));
        }
        plain(py, &self.inner.host().record())
    }

    /// Returns a copy with the same history, as `copy.copy` does.
    fn copy(&self, py: Python<'_>) -> Game {
        self.with(py, self.inner.clone())
    }

    fn __copy__(&self, py: Python<'_>) -> Game {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let replayed = py.import("ludex._ludex")?.getattr("replayed")?;
        let parts = (self.ruleset.clone_ref(py), self.save(py)?).into_pyobject(py)?;
        Ok((replayed, parts.into_any()))
    }

    /// Returns the table as an HTML document, as a seat sees it (number or label; None: the public), in a language of the
    /// ruleset.
    #[pyo3(signature = (seat=None, language=None))]
    fn html(&self, seat: Option<SeatName>, language: Option<&str>) -> PyResult<String> {
        let viewer = self.viewer(seat.as_ref())?;
        let known: Vec<&str> = self.ruleset.get().inner.languages().collect();
        let usual = if known.contains(&"en") { "en" } else { known.first().copied().unwrap_or("en") };
        let language = language.unwrap_or(usual);
        let words = Words::new(self.inner.setup(), language);
        let frame = Frame { is_static: true, ..Frame::new(words, viewer, "", self.inner.choices(), &[]) };
        let (style, own) = (html::assets::CSS, html::stylesheet(self.inner.setup()));
        let table = html::body(&self.inner, &frame);
        Ok(format!(
            "<!DOCTYPE html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><style>{style}\n{own}</style></head><body>{table}</body></html>"
        ))
    }

    /// Returns the table in a frame, which isolates its style.
    fn _repr_html_(&self) -> PyResult<String> {
        let page = self.html(self.inner.deciding().map(|seat| SeatName::Number(seat.number())), None)?;
        let page = page.replace('&', "&amp;").replace('"', "&quot;");
        Ok(format!(
            "<iframe title=\"table\" style=\"width: 100%; height: 640px; border: 0\" srcdoc=\"{page}\"></iframe>"
        ))
    }

    fn __repr__(&self) -> String {
        let id = self.ruleset.get().inner.id();
        match self.inner.deciding() {
            Some(seat) => format!(
                "<ludex.Game {id}, choice {}, {} decides>",
                self.choices() + 1,
                self.seats()[seat.index()]
            ),
            None => format!("<ludex.Game {id}, over after {} choices>", self.choices()),
        }
    }
}

/// Rewards by seat at the end of a game: shares of the victory, or scores where more is better.
pub fn rewards(setup: &Setup, scores: &[Amount], winners: &[Seat], reward: &str) -> PyResult<Vec<f64>> {
    let rules = setup.rules();
    let sign = if rules.least_wins() { -1.0 } else { 1.0 };
    let share = 1.0 / rules.sharing(winners.iter().copied()) as f64;
    let shares = setup.seats().map(|seat| if winners.contains(&seat.id) { share } else { 0.0 });
    match reward {
        "win" => Ok(shares.collect()),
        "score" => Ok(scores.iter().map(|score| sign * points(*score)).collect()),
        _ => Err(wrong_reward(reward)),
    }
}

pub fn wrong_reward(reward: &str) -> PyErr {
    PyValueError::new_err(format!("the reward is `win` or `score`, not `{reward}`"))
}

fn played_out(
    mut game: ludex::Game,
    mut players: Vec<Box<dyn Bot>>,
    seed: u64,
) -> Result<ludex::Game, ApplyError> {
    while let Some(seat) = game.deciding() {
        let chosen = decision_seed(seed, seat, game.choices());
        let option = players[seat.index()].choose(game.perspective(seat), chosen);
        game.apply(option)?;
    }
    Ok(game)
}

/// Replays the record of a pickled game.
#[pyfunction]
pub fn replayed<'py>(
    ruleset: &Bound<'py, Ruleset>,
    record: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    ruleset.call_method1("replay", (record,))
}
