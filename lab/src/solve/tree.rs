//! Flat game tree in the order of discovery, so each node precedes its successors.

use std::collections::BTreeMap;

use ludex::{ApplyError, Branch, Fault, Seat, Setup};

use super::{Objective, Task};
use crate::game::seats;

/// Maximum number of successive decisions.
pub(super) const DEEPEST: usize = 500;

/// Units of an unshared victory. Divisible by all numbers of winners up to 16.
const WIN: i64 = 720_720;

/// Bytes for a node with its value and reach probabilities.
const NODE: usize = size_of::<Node>() + 3 * size_of::<f64>();
/// Bytes for an edge with its probability.
const EDGE: usize = size_of::<u32>() + size_of::<f64>();
/// Bytes for an option of an information set with its weight, in all strategies held simultaneously.
const PLACE: usize = 7 * size_of::<f64>();
/// Bytes for the value of an end for a seat, stored twice.
const END: usize = 2 * size_of::<f64>();
/// Bytes for a memory as a map entry, without its observation.
const MEMORY: usize = 112;

/// A node of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    /// End of the game. Holds the index of the first seat's value in `payoffs`.
    End(u32),
    /// Chance node. Holds its first edge and the number of edges.
    Chance(u32, u32),
    /// Decision node. Holds its information set and first edge.
    Decision(u32, u32),
}

/// An information set: decisions that the acting player can't distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Set {
    pub seat: usize,
    pub options: usize,
    /// Index of its first option in a strategy.
    pub first: usize,
    /// Number of earlier decisions of the seat.
    pub level: usize,
}

/// Tree of a game.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub players: usize,
    pub nodes: Vec<Node>,
    /// Target node of each edge.
    pub edges: Vec<u32>,
    /// Probability of each chance edge; 0 for edges of decisions.
    pub chances: Vec<f64>,
    pub payoffs: Vec<f64>,
    /// True if the sum over all seats is equal at all ends.
    pub constant_sum: bool,
    pub sets: Vec<Set>,
    /// Length of a strategy: the number of options of all sets.
    pub places: usize,
    /// Probability of each option for a random player, up to a factor that is constant within its set.
    pub weights: Vec<f64>,
    /// Number of terminal histories.
    pub ends: u64,
}

/// Reason why enumeration stopped.
#[derive(Debug)]
pub(super) enum Stopped {
    Fault(Box<Fault>),
    Large,
    /// The memory limit was reached after this number of terminal histories.
    Full(u64),
    Deep,
}

impl From<ApplyError> for Stopped {
    fn from(error: ApplyError) -> Self {
        match error {
            ApplyError::Fault(fault) => Self::Fault(Box::new(fault)),
            // options are selected by valid indices
            ApplyError::NoSuchOption => Self::Large,
        }
    }
}

impl Tree {
    /// Enumerates a game. Calls `watch` with the first position of each information set, in order.
    pub fn watched(setup: &Setup, task: Task, watch: &mut dyn FnMut(&Branch)) -> Result<Tree, Stopped> {
        let players = usize::from(setup.players());
        let mut builder = Builder {
            tree: Tree { players, ..Tree::default() },
            task,
            memories: BTreeMap::new(),
            seats: seats(setup).collect(),
            least_wins: setup.rules().least_wins(),
            won_is_said: setup.rules().has_winner_rule(),
            seen: 0,
            known: BTreeMap::new(),
            ends: Vec::new(),
            watch,
        };
        let first = |chance: &mut dyn FnMut(&[u32]) -> usize| {
            Branch::first(setup, chance).map_err(|fault| Stopped::Fault(Box::new(fault)))
        };
        builder.outcomes(first, &vec![Memory::default(); players], 0)?;
        let unit = if task.by == Objective::Win { WIN } else { 1000 };
        let mut tree = builder.tree;
        tree.constant_sum = is_constant_sum(&builder.ends, players);
        tree.payoffs = utilities(&builder.ends, players, tree.constant_sum, unit as f64);
        Ok(tree)
    }

    /// Returns the edges of a node.
    pub fn edges_of(&self, node: Node) -> std::ops::Range<usize> {
        match node {
            Node::End(_) => 0..0,
            Node::Chance(first, count) => first as usize..(first + count) as usize,
            Node::Decision(set, first) => first as usize..first as usize + self.sets[set as usize].options,
        }
    }
}

/// History of a seat: its observations and decisions.
#[derive(Debug, Clone, Copy, Default)]
struct Memory {
    /// Number of the history. Equal numbers mean equal histories.
    id: u32,
    /// Number of decisions of the seat.
    decisions: usize,
}

struct Builder<'a> {
    tree: Tree,
    task: Task,
    seats: Vec<Seat>,
    /// True if the lowest score wins.
    least_wins: bool,
    /// True if the rules decide separately for each player. A victory is then not shared.
    won_is_said: bool,
    /// Number of each history, by seat, previous history and new observation.
    memories: BTreeMap<(Seat, u32, Vec<u8>), u32>,
    /// Total bytes of the observations in `memories`.
    seen: usize,
    /// Information set of each history that ends in a decision.
    known: BTreeMap<u32, u32>,
    /// Result of each seat for each terminal history: score in thousandths, or victory in units of [`WIN`].
    ends: Vec<i64>,
    /// Receives the first position of each information set.
    watch: &'a mut dyn FnMut(&Branch),
}

impl Builder<'_> {
    /// Adds a node for the possible outcomes of a move, and returns its index.
    fn outcomes(
        &mut self,
        make: impl Fn(&mut dyn FnMut(&[u32]) -> usize) -> Result<Branch, Stopped>,
        memories: &[Memory],
        depth: usize,
    ) -> Result<u32, Stopped> {
        let mut asked: Vec<(usize, Vec<u32>)> = Vec::new();
        let answer = |asked: &mut Vec<(usize, Vec<u32>)>| {
            let mut at = 0;
            make(&mut |weights| {
                if at == asked.len() {
                    asked.push((0, weights.to_vec()));
                }
                at += 1;
                asked[at - 1].0
            })
        };
        let branch = answer(&mut asked)?;
        if asked.is_empty() {
            return self.position(branch, memories, depth);
        }
        let node = self.node(Node::Chance(0, 0));
        let mut edges = vec![(probability(&asked), self.position(branch, memories, depth)?)];
        while next(&mut asked) {
            let branch = answer(&mut asked)?;
            edges.push((probability(&asked), self.position(branch, memories, depth)?));
        }
        let first = self.tree.edges.len() as u32;
        self.tree.nodes[node as usize] = Node::Chance(first, edges.len() as u32);
        self.tree.edges.extend(edges.iter().map(|(_, to)| *to));
        self.tree.chances.extend(edges.iter().map(|(chance, _)| *chance));
        Ok(node)
    }

    fn node(&mut self, node: Node) -> u32 {
        self.tree.nodes.push(node);
        self.tree.nodes.len() as u32 - 1
    }

    /// Adds a node for a decision with two or more options, or for the end.
    fn position(&mut self, branch: Branch, memories: &[Memory], depth: usize) -> Result<u32, Stopped> {
        if self.bytes() > self.task.memory {
            return Err(Stopped::Full(self.tree.ends));
        }
        let Some(seat) = branch.deciding() else { return self.end(&branch) };
        if depth == DEEPEST {
            return Err(Stopped::Deep);
        }
        let mut memories: Vec<Memory> =
            memories.iter().enumerate().map(|(at, memory)| self.remember(*memory, at, &branch)).collect();
        let after = |option: usize| {
            let branch = &branch;
            move |chance: &mut dyn FnMut(&[u32]) -> usize| branch.after(option, chance).map_err(Stopped::from)
        };
        if branch.options() == 1 {
            return self.outcomes(after(0), &memories, depth + 1);
        }
        let set = self.set_of(memories[seat.index()], seat.index(), &branch);
        memories[seat.index()].decisions += 1;
        let node = self.node(Node::Decision(set, 0));
        let mut edges = Vec::with_capacity(branch.options());
        for option in 0..branch.options() {
            edges.push(self.outcomes(after(option), &memories, depth + 1)?);
        }
        self.tree.nodes[node as usize] = Node::Decision(set, self.tree.edges.len() as u32);
        self.tree.chances.resize(self.tree.chances.len() + edges.len(), 0.0);
        self.tree.edges.extend(edges);
        Ok(node)
    }

    fn end(&mut self, branch: &Branch) -> Result<u32, Stopped> {
        if self.tree.ends == self.task.limit {
            return Err(Stopped::Large);
        }
        self.tree.ends += 1;
        let at = self.ends.len() as u32;
        let winners: Vec<Seat> = branch.winners().collect();
        let sign = if self.least_wins { -1 } else { 1 };
        let sharing = if self.won_is_said { 1 } else { winners.len() };
        let has = |seat: Seat| match self.task.by {
            Objective::Score => branch.score(seat).map_or(0, |score| sign * score.thousandths),
            Objective::Win if winners.contains(&seat) => WIN / sharing as i64,
            Objective::Win => 0,
        };
        let ends: Vec<i64> = self.seats.iter().copied().map(has).collect();
        self.ends.extend(ends);
        Ok(self.node(Node::End(at)))
    }

    /// Returns the memory of the tree and of solving it, approximated from the numbers of nodes, edges,
    /// options, ends and histories.
    fn bytes(&self) -> u64 {
        let tree = &self.tree;
        let flat =
            tree.nodes.len() * NODE + tree.edges.len() * EDGE + tree.places * PLACE + self.ends.len() * END;
        (flat + self.memories.len() * MEMORY + self.seen) as u64
    }

    fn remember(&mut self, memory: Memory, at: usize, branch: &Branch) -> Memory {
        let seat = self.seats[at];
        let new = self.memories.len() as u32 + 1;
        let seen = branch.seen(seat);
        let length = seen.len();
        let id = *self.memories.entry((seat, memory.id, seen)).or_insert(new);
        self.seen += if id == new { length } else { 0 };
        Memory { id, ..memory }
    }

    fn set_of(&mut self, memory: Memory, seat: usize, branch: &Branch) -> u32 {
        if let Some(set) = self.known.get(&memory.id) {
            return *set;
        }
        (self.watch)(branch);
        let (tree, options) = (&mut self.tree, branch.options());
        let set = tree.sets.len() as u32;
        tree.sets.push(Set { seat, options, first: tree.places, level: memory.decisions });
        tree.places += options;
        tree.weights.extend(branch.weights().map(|weight| weight as f64));
        self.known.insert(memory.id, set);
        set
    }
}

/// Returns the probability of a sequence of chance outcomes.
fn probability(asked: &[(usize, Vec<u32>)]) -> f64 {
    let of = |(answer, weights): &(usize, Vec<u32>)| {
        f64::from(weights[*answer]) / weights.iter().map(|weight| f64::from(*weight)).sum::<f64>()
    };
    asked.iter().map(of).product()
}

/// Advances to the next sequence of chance outcomes. Returns false after the last one.
fn next(asked: &mut Vec<(usize, Vec<u32>)>) -> bool {
    while let Some((answer, weights)) = asked.last_mut() {
        *answer += 1;
        if *answer < weights.len() {
            return true;
        }
        asked.pop();
    }
    false
}

fn is_constant_sum(ends: &[i64], players: usize) -> bool {
    let mut sums = ends.chunks(players).map(|end| end.iter().sum::<i64>());
    let first = sums.next();
    sums.all(|sum| Some(sum) == first)
}

/// Returns the utility of each end for each seat: its result less the mean of all seats in a constant-sum
/// game, otherwise less the mean of the others. With two players, the gains of one are the losses of the
/// other.
fn utilities(ends: &[i64], players: usize, constant: bool, unit: f64) -> Vec<f64> {
    let worth = |end: &[i64], has: i64| {
        let (all, n) = (end.iter().sum::<i64>() as f64, players as f64);
        let less = match (players, constant) {
            (1, _) => 0.0,
            (_, true) => all / n,
            (_, false) => (all - has as f64) / (n - 1.0),
        };
        (has as f64 - less) / unit
    };
    ends.chunks(players).flat_map(|end| end.iter().map(move |has| worth(end, *has))).collect()
}
