//! CFR+ over the whole tree.
//!
//! O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", arXiv 1407.5042, 2014. Regrets are
//! never negative, and the seats are updated alternately. The mean strategy weights iteration `t` by `t`.

use super::strategy::Strategy;
use super::tree::{Node, Tree};

/// Returns the mean strategy after a number of iterations, for a game of two seats.
pub(super) fn equilibrium(tree: &Tree, iterations: u32) -> Strategy {
    let mut solver = Solver {
        tree,
        now: Strategy::random(tree),
        regrets: vec![0.0; tree.places],
        mean: vec![0.0; tree.places],
        values: vec![0.0; tree.nodes.len()],
    };
    for iteration in 1..=iterations {
        for seat in 0..2 {
            solver.improve(seat, f64::from(iteration));
        }
    }
    Strategy::from_weights(tree, &solver.mean)
}

struct Solver<'a> {
    tree: &'a Tree,
    now: Strategy,
    regrets: Vec<f64>,
    mean: Vec<f64>,
    /// Value of each node for the seat that is being updated.
    values: Vec<f64>,
}

impl Solver<'_> {
    fn improve(&mut self, seat: usize, weight: f64) {
        self.add_to_mean(seat, weight);
        self.regret(seat);
        for (i, set) in self.tree.sets.iter().enumerate().filter(|(_, set)| set.seat == seat) {
            let places = set.first..set.first + set.options;
            self.regrets[places].iter_mut().for_each(|regret| *regret = regret.max(0.0));
            self.now.put(self.tree, i, &self.regrets);
        }
    }

    /// Adds the current strategy to the mean. Each set is weighted by the seat's own reach probability, which
    /// is equal for all its nodes.
    fn add_to_mean(&mut self, seat: usize, weight: f64) {
        let tree = self.tree;
        let own = self.now.reaches(tree, |other| other == seat, false);
        let mut done = vec![false; tree.sets.len()];
        for (i, &node) in tree.nodes.iter().enumerate() {
            let Node::Decision(id, _) = node else { continue };
            let set = tree.sets[id as usize];
            if set.seat == seat && !std::mem::replace(&mut done[id as usize], true) {
                for place in set.first..set.first + set.options {
                    self.mean[place] += weight * own[i] * self.now.0[place];
                }
            }
        }
    }

    /// Adds the regret of each option: its value less that of the current strategy, weighted by the reach
    /// probability of chance and the other seats.
    fn regret(&mut self, seat: usize) {
        let tree = self.tree;
        let reaches = self.now.reaches(tree, |other| other != seat, true);
        for (i, &node) in tree.nodes.iter().enumerate().rev() {
            let value = match node {
                Node::End(at) => tree.payoffs[at as usize + seat],
                Node::Chance(..) | Node::Decision(..) => tree
                    .edges_of(node)
                    .enumerate()
                    .map(|(nth, edge)| {
                        self.now.probability(tree, node, nth, edge) * self.values[tree.edges[edge] as usize]
                    })
                    .sum(),
            };
            self.values[i] = value;
            if let Node::Decision(set, _) = node
                && tree.sets[set as usize].seat == seat
            {
                let first = tree.sets[set as usize].first;
                for (nth, edge) in tree.edges_of(node).enumerate() {
                    self.regrets[first + nth] +=
                        reaches[i] * (self.values[tree.edges[edge] as usize] - value);
                }
            }
        }
    }
}
