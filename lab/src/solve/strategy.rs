//! How each seat plays in each of its information sets.

use super::tree::{Node, Tree};

/// For each option of each information set, how likely it is taken.
#[derive(Debug, Clone)]
pub(super) struct Strategy(pub Vec<f64>);

impl Strategy {
    /// The strategy of random players: each option equally likely, or each combination of several picks.
    pub fn random(tree: &Tree) -> Strategy {
        Strategy::from_weights(tree, &tree.weights)
    }

    /// Options as likely as their weights; where all of a set are 0, each as likely.
    pub fn from_weights(tree: &Tree, weights: &[f64]) -> Strategy {
        let mut strategy = Strategy(vec![0.0; tree.places]);
        for set in 0..tree.sets.len() {
            strategy.put(tree, set, weights);
        }
        strategy
    }

    /// The same for one set.
    pub fn put(&mut self, tree: &Tree, set: usize, weights: &[f64]) {
        let set = tree.sets[set];
        let places = set.first..set.first + set.options;
        let sum: f64 = weights[places.clone()].iter().sum();
        for place in places {
            self.0[place] = if sum > 0.0 { weights[place] / sum } else { 1.0 / set.options as f64 };
        }
    }

    /// How likely an edge of a node is taken: the `nth` of it, which is the edge `edge` of the tree.
    pub fn of(&self, tree: &Tree, node: Node, nth: usize, edge: usize) -> f64 {
        match node {
            Node::End(_) => 0.0,
            Node::Chance(..) => tree.chances[edge],
            Node::Decision(set, _) => self.0[tree.sets[set as usize].first + nth],
        }
    }

    /// What the game is worth to a seat if all play so.
    pub fn value(&self, tree: &Tree, seat: usize) -> f64 {
        let mut values = vec![0.0; tree.nodes.len()];
        for (i, &node) in tree.nodes.iter().enumerate().rev() {
            let edges = tree.edges_of(node).enumerate();
            values[i] = match node {
                Node::End(at) => tree.payoffs[at as usize + seat],
                Node::Chance(..) | Node::Decision(..) => edges
                    .map(|(nth, edge)| self.of(tree, node, nth, edge) * values[tree.edges[edge] as usize])
                    .sum(),
            };
        }
        values.first().copied().unwrap_or(0.0)
    }

    /// How likely each node is as far as it is up to chance and to the seats that count.
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
                let likely = if counted { self.of(tree, node, nth, edge) } else { 1.0 };
                reaches[tree.edges[edge] as usize] = reaches[i] * likely;
            }
        }
        reaches
    }
}
