//! The tree of a game: enumerates all continuations, including random events, which are chosen instead of
//! drawn ([`exec`](crate::exec)).

use super::super::knowledge::ObservationBytes;
use super::super::label::option_label;
use super::super::session::{Line, MAX_LINES, Picked, Picks, Standings, line_of};
use super::super::{Amount, ApplyError, Fault, Game, ObservedChoice, Setup};
use crate::belief::Beliefs;
use crate::exec::{self, Machine, Observer, StateChange, Workspace};
use crate::program::Program;
use crate::state::{State, Status};
use ludex_check::ids::Seat;

/// A position in the tree of a game, in which random events are chosen by a callback.
///
/// The callback receives the weights of two or more outcomes, and returns the index of one. Its probability
/// is its weight divided by the sum. Outcomes that no player can distinguish are one outcome, for example the
/// copy of a drawn card or the order of the rest of a pile. The same answers lead to the same position;
/// different answers may lead to different later questions. So repeating a move with different answers
/// enumerates all its outcomes.
///
/// ```
/// # let text = "format: 1\ngame: { id: luck, players: 1 }\nstate: { game: { n: int for game } }\nscore: { total: n }\n\
/// # phases: { turn: { active: seat(1), do: \"let c = chance chooses number in 1..3\\nset n = c\" } }\n";
/// # let setup = ludex::compile(&[("ruleset.yaml".into(), text.into())]).into_ruleset()?.setup(1, &[])?;
/// let branch = ludex::Branch::first(&setup, |weights| weights.len() - 1)?;
/// assert_eq!(branch.deciding(), None);
/// assert_eq!(branch.score(ludex::Seat::FIRST).expect("it has one seat").to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Branch {
    setup: Setup,
    state: State,
    /// Beliefs of all seats.
    beliefs: Beliefs,
    /// For each card: true if it is equally likely in several positions.
    loose: Vec<bool>,
    /// The choice that led here: the option, the choice with its player and visibility, and its label.
    choice: Option<(usize, Picked, String)>,
    /// Choices of a simultaneous choice that are not disclosed until all players have decided.
    kept: Vec<(Picked, String)>,
    /// True if all players of a simultaneous choice have decided.
    tells: bool,
    /// Log lines since the previous position.
    log: Vec<Line>,
    /// Choices without a log line so far.
    picks: Picks,
    /// Scores at the end of the game.
    scores: Vec<Amount>,
    winners: Vec<Seat>,
}

/// Observer that chooses outcomes by callback and writes the log.
struct BranchObserver<'a> {
    program: &'a Program,
    log: &'a mut Vec<Line>,
    picks: &'a mut Picks,
    beliefs: &'a mut Beliefs,
    loose: &'a mut [bool],
    told: &'a mut bool,
    ask: &'a mut dyn FnMut(&[u32]) -> usize,
}

impl Observer for BranchObserver<'_> {
    const WATCHES: bool = true;
    const DECIDES_CHANCE: bool = true;

    fn on_change(&mut self, state: &State, happening: &StateChange<'_>) {
        self.beliefs.saw(&self.program.layout, state, happening);
        self.picks.saw(self.program, state, happening, self.log);
        let line = line_of(self.program, state, happening).filter(|_| self.log.len() < MAX_LINES);
        self.log.extend(line);
        *self.told |= matches!(happening, StateChange::Told(_));
    }

    fn ask(&mut self, weights: &[u32]) -> usize {
        (self.ask)(weights)
    }

    fn is_loose(&self, card: u16) -> bool {
        self.loose[usize::from(card)]
    }

    fn loosen(&mut self, card: u16, loose: bool) {
        self.loose[usize::from(card)] = loose;
    }
}

impl Branch {
    /// Returns the first position: the first decision of a game, or its end.
    ///
    /// # Errors
    /// The fault of a rule that failed.
    pub fn first(setup: &Setup, mut chance: impl FnMut(&[u32]) -> usize) -> Result<Branch, Fault> {
        Branch::begun(setup, &mut chance)
    }

    /// Like [`Branch::first`], but compiled once, so that callers do not instantiate the machine.
    fn begun(setup: &Setup, chance: &mut dyn FnMut(&[u32]) -> usize) -> Result<Branch, Fault> {
        let mut branch = Branch {
            state: State::new(setup.program(), 0),
            beliefs: Beliefs::new(setup.program()),
            loose: vec![false; setup.cards()],
            choice: None,
            kept: Vec::new(),
            tells: false,
            log: Vec::new(),
            picks: Picks::default(),
            scores: Vec::new(),
            winners: Vec::new(),
            setup: setup.clone(),
        };
        branch.run(chance, |machine| machine.start())?;
        Ok(branch)
    }

    /// Returns the position after choosing an option.
    ///
    /// # Errors
    /// The fault of a rule that failed, or an index without an option.
    pub fn after(
        &self,
        option: usize,
        mut chance: impl FnMut(&[u32]) -> usize,
    ) -> Result<Branch, ApplyError> {
        self.chosen(option, &mut chance)
    }

    /// Like [`Branch::after`], compiled once.
    fn chosen(&self, option: usize, chance: &mut dyn FnMut(&[u32]) -> usize) -> Result<Branch, ApplyError> {
        if option >= self.options() {
            return Err(ApplyError::NoSuchOption);
        }
        let program = self.setup.program();
        let label = option_label(program, &self.state, option);
        let picked = Picked::new(program, &self.state, option);
        let mut branch = self.clone();
        branch.log.clear();
        if std::mem::take(&mut branch.tells) {
            branch.kept.clear();
        }
        if picked.waits(program) {
            branch.kept.push((picked.clone(), label.clone()));
        }
        branch.choice = Some((option, picked, label));
        branch.run(chance, |machine| machine.choose(option)).map_err(ApplyError::Fault)?;
        Ok(branch)
    }

    /// Runs the machine to the next decision, and computes scores at the end.
    fn run(
        &mut self,
        ask: &mut dyn FnMut(&[u32]) -> usize,
        body: impl FnOnce(&mut Machine<'_, BranchObserver<'_>>) -> Result<(), exec::Fault>,
    ) -> Result<(), Fault> {
        self.go_on(ask, body).map_err(|fault| self.setup.ruleset.fault(fault))
    }

    fn go_on(
        &mut self,
        ask: &mut dyn FnMut(&[u32]) -> usize,
        body: impl FnOnce(&mut Machine<'_, BranchObserver<'_>>) -> Result<(), exec::Fault>,
    ) -> Result<(), exec::Fault> {
        let program = self.setup.program();
        self.beliefs.begin();
        self.picks.begin(&self.log);
        let (log, picks, beliefs) = (&mut self.log, &mut self.picks, &mut self.beliefs);
        let (loose, told) = (&mut self.loose, &mut self.tells);
        let mut asking = BranchObserver { program, log, picks, beliefs, loose, told, ask };
        let mut work = Workspace::default();
        body(&mut Machine::new(program, &mut self.state, &mut work, &mut asking))?;
        asking.picks.end(program, &self.state, asking.log);
        if self.state.status() == Status::Over {
            let mut standings = Standings::default();
            standings.count_watched(program, &mut self.state, &mut work, &mut asking)?;
            let points = |player| self.setup.points(i64::from(standings.score(player)));
            self.scores = (0..program.players).map(points).collect();
            self.winners = standings.winners().map(Seat).collect();
        }
        Ok(())
    }

    /// Creates a game in this position, with the current beliefs of each seat but without a history. No
    /// choice can be undone, and the log is empty.
    pub fn game(&self) -> Game {
        Game::at(self.setup.clone(), 0, self.state.clone(), self.beliefs.clone())
    }

    /// Returns the acting player, or `None` if the game is over.
    pub fn deciding(&self) -> Option<Seat> {
        match self.state.status() {
            Status::Waiting { player, .. } => u8::try_from(player).ok().map(Seat),
            Status::Running | Status::Over | Status::Failed => None,
        }
    }

    /// Returns the number of options of the decision; 0 without one.
    pub fn options(&self) -> usize {
        self.state.options().len()
    }

    /// Returns the probability of each option for a random player, in equal parts; see
    /// [`Turn::draw`](crate::play::Turn::draw).
    pub fn weights(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.options()).map(|option| self.state.weight(option))
    }

    /// Returns a player's score, 0 before the end, or `None` if there is no such seat.
    pub fn score(&self, seat: Seat) -> Option<Amount> {
        let score = self.scores.get(seat.index()).copied();
        self.setup.rules().has_seat(seat).then(|| score.unwrap_or(Amount { thousandths: 0 }))
    }

    /// Returns the winners, in seat order; empty before the end.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.winners.iter().copied()
    }

    /// Returns the disclosure to a seat of the choice that led here, if it was another player's.
    fn disclosed_choice(&self, seat: u8) -> Option<ObservedChoice> {
        let (_, picked, label) = self.choice.as_ref()?;
        let program = self.setup.program();
        let early = picked.waits(program);
        Some(picked.disclose(program, label, (seat, early))).filter(|told| told.seat.0 != seat)
    }

    /// Returns the disclosures to a seat of the other players' simultaneous choices.
    fn told_of_all(&self, seat: u8) -> impl Iterator<Item = ObservedChoice> + '_ {
        let kept = self.kept.iter().filter(|_| self.tells);
        let told =
            kept.map(move |(picked, label)| picked.disclose(self.setup.program(), label, (seat, false)));
        told.filter(move |told| told.seat.0 != seat)
    }

    /// Returns the observation of a seat, and the disclosures since the previous position, as opaque bytes.
    /// They are equal if the seat cannot distinguish two positions. Together with those of all
    /// previous positions they form its information set. They include its own choices, but not which of
    /// several copies it has. A viewer without a seat gets the public observation.
    pub fn seen(&self, seat: Seat) -> Vec<u8> {
        let (program, looks) = (self.setup.program(), seat.0.min(self.setup.players()));
        let mut seen = ObservationBytes::default();
        let own = self.choice.as_ref().map(|(option, ..)| *option);
        match self.disclosed_choice(looks) {
            Some(told) => seen.add_choice(program, &told),
            None => seen.number(own.map_or(-1, |option| option as i32)),
        }
        self.told_of_all(looks).for_each(|told| seen.add_choice(program, &told));
        seen.log(program, &self.log, looks);
        seen.view(program, &self.state, looks);
        if self.deciding() == Some(Seat(looks)) {
            seen.options(program, &self.state, looks);
        }
        seen.bytes
    }
}
