//! Behaviour strategies: the play of each seat in each of its information sets.

use super::tree::{Node, Tree};

/// Probability of each option of each information set.
#[derive(Debug, Clone)]
pub(super) struct Strategy(pub Vec<f64>);

impl Strategy {
    /// Returns the strategy of random players. Each option is equally likely; for several picks, each
    /// combination is.
    pub fn random(tree: &Tree) -> Strategy {
        Strategy::from_weights(tree, &tree.weights)
    }

    /// Returns a strategy with probabilities proportional to weights. Sets without positive weights become
    /// uniform.
    pub fn from_weights(tree: &Tree, weights: &[f64]) -> Strategy {
        let mut strategy = Strategy(vec![0.0; tree.places]);
        for set in 0..tree.sets.len() {
            strategy.put(tree, set, weights);
        }
        strategy
    }

    /// Sets the probabilities of one set from weights.
    pub fn put(&mut self, tree: &Tree, set: usize, weights: &[f64]) {
        let set = tree.sets[set];
        let places = set.first..set.first + set.options;
        let sum: f64 = weights[places.clone()].iter().sum();
        for place in places {
            self.0[place] = if sum > 0.0 { weights[place] / sum } else { 1.0 / set.options as f64 };
        }
    }

    /// Returns the probability of an edge: the `nth` edge of its node, and edge number `edge` of the tree.
    pub fn probability(&self, tree: &Tree, node: Node, nth: usize, edge: usize) -> f64 {
        match node {
            Node::End(_) => 0.0,
            Node::Chance(..) => tree.chances[edge],
            Node::Decision(set, _) => self.0[tree.sets[set as usize].first + nth],
        }
    }

    /// Returns the value of the game for a seat if all seats use this strategy.
    pub fn value(&self, tree: &Tree, seat: usize) -> f64 {
        let mut values = vec![0.0; tree.nodes.len()];
        for (i, &node) in tree.nodes.iter().enumerate().rev() {
            let edges = tree.edges_of(node).enumerate();
            values[i] = match node {
                Node::End(at) => tree.payoffs[at as usize + seat],
                Node::Chance(..) | Node::Decision(..) => edges
                    .map(|(nth, edge)| {
                        self.probability(tree, node, nth, edge) * values[tree.edges[edge] as usize]
                    })
                    .sum(),
            };
        }
        values.first().copied().unwrap_or(0.0)
    }

    /// Returns the reach probability of each node, from the seats selected by `counts` and optionally from
    /// chance.
    pub fn reaches(&self, tree: &Tree, counts: impl Fn(usize) -> bool, chance: bool) -> Vec<f64> {
        let mut reaches = vec![0.0; tree.nodes.len()];
        reaches[0] = 1.0;
        for (i, &node) in tree.nodes.iter().enumerate() {
            let counted = match node {
                Node::End(_) => continue,
                Node::Chance(..) => chance,
                Node::Decision(set, _) => counts(tree.sets[set as usize].seat),
            };
            for (nth, edge) in tree.edges_of(node).enumerate() {
                let likely = if counted { self.probability(tree, node, nth, edge) } else { 1.0 };
                reaches[tree.edges[edge] as usize] = reaches[i] * likely;
            }
        }
        reaches
    }
}
