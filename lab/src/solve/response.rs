//! Best responses: the value for a seat that knows the strategies of all others.

use super::strategy::Strategy;
use super::tree::{Node, Tree};

/// Returns the value of a best response to the strategies of the others.
///
/// Seats have perfect recall, so each information set has a level: the number of the seat's earlier
/// decisions. The best option of a set depends only on sets of higher levels, so the last level is solved
/// first.
pub(super) fn best(tree: &Tree, strategy: &Strategy, seat: usize) -> f64 {
    let mut answer = strategy.clone();
    let reaches = strategy.reaches(tree, |other| other != seat, true);
    let own = || tree.sets.iter().filter(|set| set.seat == seat);
    let levels = own().map(|set| set.level + 1).max().unwrap_or(0);
    for level in (0..levels).rev() {
        let worth = worth_of_options(tree, &answer, seat, &reaches);
        for set in own().filter(|set| set.level == level) {
            let places = set.first..set.first + set.options;
            let best = places.clone().max_by(|a, b| worth[*a].total_cmp(&worth[*b]));
            for place in places {
                answer.0[place] = if Some(place) == best { 1.0 } else { 0.0 };
            }
        }
    }
    answer.value(tree, seat)
}

/// Returns the value of each option of the seat, summed over the nodes of its set.
fn worth_of_options(tree: &Tree, answer: &Strategy, seat: usize, reaches: &[f64]) -> Vec<f64> {
    let mut values = vec![0.0; tree.nodes.len()];
    let mut worth = vec![0.0; tree.places];
    for (i, &node) in tree.nodes.iter().enumerate().rev() {
        if let Node::End(at) = node {
            values[i] = tree.payoffs[at as usize + seat];
        }
        for (nth, edge) in tree.edges_of(node).enumerate() {
            let value = values[tree.edges[edge] as usize];
            values[i] += answer.probability(tree, node, nth, edge) * value;
            if let Node::Decision(set, _) = node
                && tree.sets[set as usize].seat == seat
            {
                worth[tree.sets[set as usize].first + nth] += reaches[i] * value;
            }
        }
    }
    worth
}
