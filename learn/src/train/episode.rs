//! Episodes: a game of the policy against itself or an earlier version, with all training data.

use std::sync::Arc;

use crate::{Encoder, Encoding, Feature, Memory, Returns, shares, softmax, weigh};
use ludex::{Chooser, GameEnd, Playout, Seat, Setup, Turn};

use super::chain::Chain;
use super::net::Net;
use ludex_lab::splitmix64;
use ludex_run::exec::{Machine, NoObserver, Workspace};
use ludex_run::play::{PlayoutInternals, SetupInternals, TurnInternals};
use ludex_run::program::Program;
use ludex_run::state::State;

/// A decision of an episode.
#[derive(Debug, Clone, Default)]
pub(crate) struct Step {
    pub seat: u8,
    pub picked: u16,
    /// Probability of the pick.
    pub chance: f32,
    /// Value of the position, as predicted by the critic.
    pub value: f32,
    /// Advantage of the pick; `worth` is the target value of the position.
    pub advantage: f32,
    pub worth: f32,
    /// Another seat, with the target value of the position for it.
    other: Option<(u8, f32)>,
    /// Range of the weights of the options; empty if all are equal.
    weights: (u32, u32),
    /// Start of the features of the position, then of the open position, of the other seat's view, and of the
    /// options. Each ends at the next start.
    position: u32,
    open: u32,
    others: u32,
    ends: (u32, u32),
}

/// A finished game.
#[derive(Debug, Default)]
pub(crate) struct Episode {
    rows: Vec<Feature>,
    ends: Vec<u32>,
    weights: Vec<f32>,
    pub steps: Vec<Step>,
    pub end: GameEnd,
    /// Score of the first player at the last decision, if it was recorded.
    before: Option<i32>,
    /// True if the game ended without a runtime error.
    pub is_over: bool,
}

impl Episode {
    /// Returns the features of the position of a step.
    pub fn position(&self, step: &Step) -> &[Feature] {
        &self.rows[step.position as usize..step.open as usize]
    }

    /// Returns the features of the position with all cards open.
    pub fn open(&self, step: &Step) -> &[Feature] {
        &self.rows[step.open as usize..step.others as usize]
    }

    /// Returns the other seat, its target value, and the open features from its view.
    pub fn other(&self, step: &Step) -> Option<(u8, f32, &[Feature])> {
        let end = self.ends[step.ends.0 as usize];
        step.other.map(|(seat, worth)| (seat, worth, &self.rows[step.others as usize..end as usize]))
    }

    /// Returns the weights of the options of a step, if they differ.
    pub fn weights(&self, step: &Step) -> &[f32] {
        &self.weights[step.weights.0 as usize..step.weights.1 as usize]
    }

    /// Returns the features of each option of a step.
    pub fn options(&self, step: &Step) -> impl Iterator<Item = &[Feature]> {
        let ends = &self.ends[step.ends.0 as usize..step.ends.1 as usize];
        ends.windows(2).map(|two| &self.rows[two[0] as usize..two[1] as usize])
    }

    /// Computes advantages and target values by generalised advantage estimation (GAE; Schulman and others,
    /// 2016).
    pub fn judge(&mut self, returns: &mut Returns, lambda: f32) {
        if !self.is_over {
            self.steps.clear();
            return;
        }
        let worth: Vec<f32> = returns.add_end(&self.end, self.before).collect();
        let mut after: Vec<Option<(f32, f32)>> = vec![None; worth.len()];
        for step in self.steps.iter_mut().rev() {
            if let Some((other, of_other)) = &mut step.other {
                let other = usize::from(*other);
                *of_other = after[other].map_or(worth[other], |(value, advantage)| value + advantage);
            }
            let seat = usize::from(step.seat);
            let (next, advantage) = after[seat].unwrap_or((worth[seat], 0.0));
            step.advantage = next - step.value + lambda * advantage;
            step.worth = step.value + step.advantage;
            after[seat] = Some((step.value, step.advantage));
        }
    }
}

/// Plays training games.
pub(crate) struct SelfPlay<'a> {
    encoder: &'a Encoder,
    playout: Playout,
    encoding: Encoding,
    open: Encoding,
    others: Encoding,
    seats: Vec<Seat>,
    /// By seat: the chain of its observations; `unseen` has those with all cards open.
    seen: Vec<Chain>,
    unseen: Vec<Chain>,
    memory: Memory,
    worths: Vec<f32>,
    chances: Vec<f32>,
    /// True if options of several picks are weighted; `weights` contains their weights.
    weighs: bool,
    weights: Vec<f32>,
    standing: Standing,
}

/// Computes the score of the first player during a game.
#[derive(Debug)]
struct Standing {
    program: Arc<Program>,
    /// Copy of the position, because the machine may write to it.
    state: State,
    work: Workspace,
}

impl Standing {
    fn new(program: &Arc<Program>) -> Self {
        Self { program: Arc::clone(program), state: State::new(program, 0), work: Workspace::default() }
    }

    /// Returns the score; more is better.
    fn add_end(&mut self, turn: Turn<'_>) -> Option<i32> {
        self.state.clone_from(turn.state());
        let mut nobody = NoObserver;
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.work, &mut nobody);
        let score = machine.evaluate(self.program.score.total?, &[0]).ok()?;
        Some(if self.program.checked.score.lowest { score.saturating_neg() } else { score })
    }
}

/// Networks of a game.
#[derive(Clone, Copy)]
pub(crate) struct Sides<'a> {
    pub learner: &'a Net,
    /// Value network, for positions with all cards open.
    pub judge: &'a Net,
    /// Network of all seats but one.
    pub past: Option<&'a Net>,
    /// True if positions are also evaluated from other seats.
    pub looks_around: bool,
    /// True if the score at the last decision is needed.
    pub notes_score: bool,
}

/// Maximum number of decisions of a game.
const MOST: u64 = 4_000;

impl<'a> SelfPlay<'a> {
    pub fn new(setup: &Setup, encoder: &'a Encoder, weighs: bool) -> Self {
        Self {
            encoder,
            playout: Playout::new(setup).limit(MOST),
            encoding: Encoding::default(),
            open: Encoding::default(),
            others: Encoding::default(),
            seats: setup.seats().map(|seat| seat.id).collect(),
            seen: setup.seats().map(|_| Chain::default()).collect(),
            unseen: setup.seats().map(|_| Chain::default()).collect(),
            memory: Memory::default(),
            worths: Vec::new(),
            chances: Vec::new(),
            weighs,
            weights: Vec::new(),
            standing: Standing::new(setup.program()),
        }
    }

    /// Plays a game with the given seed.
    pub fn play(&mut self, seed: u64, sides: Sides<'_>, players: u8) -> Episode {
        let alone = sides.past.map(|_| (splitmix64(seed, 1) % u64::from(players)) as u8);
        let mut episode = Episode::default();
        let mut chance = Chooser::new(splitmix64(seed, 2));
        let Self { encoder, playout, encoding, open, others, seats, seen, unseen, memory, .. } = self;
        let (worths, chances) = (&mut self.worths, &mut self.chances);
        let (weighs, weights, standing) = (self.weighs, &mut self.weights, &mut self.standing);
        memory.clear();
        let learns = |seat: u8| alone.is_none_or(|alone| alone == seat);
        let net = |seat: u8| sides.past.filter(|_| !learns(seat)).unwrap_or(sides.learner);
        (0..).zip(&mut *seen).for_each(|(seat, chain)| chain.begin(net(seat)));
        unseen.iter_mut().for_each(|chain| chain.begin(sides.judge));
        let mut choose = |turn: Turn<'_>| {
            let options = turn.options();
            let mut option = 0;
            if sides.notes_score {
                episode.before = standing.add_end(turn);
            }
            if options > 1 {
                encoder.encode(turn, memory, encoding);
                let seat = turn.seat().number();
                let net = net(seat);
                let units = seen[usize::from(seat)].units(net, encoding.position(), None);
                worths.clear();
                worths.extend(encoding.options().map(|rows| {
                    let mut units = *units;
                    net.add(rows, &mut units);
                    net.worth(&units)
                }));
                softmax(worths, chances);
                weights.clear();
                if weighs {
                    shares(turn.weights(), weights);
                }
                weigh(chances, weights);
                option = drawn(chances, &mut chance);
                if learns(seat) {
                    encoder.encode_open(turn, turn.seat(), memory, open);
                    let units = unseen[usize::from(seat)].units(sides.judge, open.position(), None);
                    let other = episode.next_other(seat, players).filter(|_| sides.looks_around);
                    if let Some(other) = other {
                        encoder.encode_open(turn, seats[usize::from(other)], memory, others);
                    }
                    episode.note(
                        encoding,
                        (open, other.map(|other| (other, &*others))),
                        (seat, option, chances[option], sides.judge.value(units)),
                        weights,
                    );
                }
            }
            encoder.note(turn, option, memory);
            option
        };
        let end = if encoder.uses_beliefs() {
            playout.believing(seed, &mut choose)
        } else {
            playout.play(seed, &mut choose)
        };
        if let Ok(end) = end {
            episode.end.clone_from(end);
            episode.is_over = true;
        }
        episode
    }
}

impl Episode {
    /// Returns the other seat from which the position is evaluated: each one in turn.
    fn next_other(&self, seat: u8, players: u8) -> Option<u8> {
        let others = usize::from(players - 1);
        (others > 0).then(|| (seat + 1 + (self.steps.len() % others) as u8) % players)
    }

    fn note(
        &mut self,
        encoding: &Encoding,
        (open, other): (&Encoding, Option<(u8, &Encoding)>),
        (seat, option, chance, value): (u8, usize, f32, f32),
        weights: &[f32],
    ) {
        let before = self.weights.len() as u32;
        self.weights.extend(weights);
        let position = self.rows.len() as u32;
        self.rows.extend(encoding.position());
        let at = self.rows.len() as u32;
        self.rows.extend(open.position());
        let others = self.rows.len() as u32;
        self.rows.extend(other.map_or(&[][..], |(_, rows)| rows.position()));
        let first = self.ends.len() as u32;
        self.ends.push(self.rows.len() as u32);
        for rows in encoding.options() {
            self.rows.extend(rows);
            self.ends.push(self.rows.len() as u32);
        }
        let ends = (first, self.ends.len() as u32);
        let (advantage, worth) = (0.0, 0.0);
        self.steps.push(Step {
            seat,
            picked: option as u16,
            chance,
            value,
            advantage,
            worth,
            other: other.map(|(other, _)| (other, 0.0)),
            weights: (before, self.weights.len() as u32),
            position,
            open: at,
            others,
            ends,
        });
    }
}

#[cfg(test)]
impl Episode {
    /// Creates a game in which these seats decided, one after another.
    pub fn of_seats(seats: &[u8]) -> Self {
        let step = |seat: &u8| Step { seat: *seat, ..Step::default() };
        Self { steps: seats.iter().map(step).collect(), ..Self::default() }
    }
}

/// Draws an option by its probability.
fn drawn(chances: &[f32], chooser: &mut Chooser) -> usize {
    const PARTS: usize = 1 << 24;
    let mut rest = chooser.below(PARTS) as f32 / PARTS as f32;
    for (option, chance) in chances.iter().enumerate() {
        rest -= chance;
        if rest < 0.0 {
            return option;
        }
    }
    chances.len() - 1
}
