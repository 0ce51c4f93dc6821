//! Table of a search: a node for each decision as observed, and an arm for each option ever offered there.
//!
//! Nodes are found by a key ([`ObservationHasher`](ludex_run::play::ObservationHasher)), not by the path to
//! them. Two orders of the same moves thus share a node, and later decisions reuse it. Determinizations differ
//! in their options, so an arm counts how often it was offered.

/// Maximum number of nodes, and of arms. Positions beyond the limit are played out without being stored.
const MOST_NODES: usize = 1 << 18;
const MOST_ARMS: usize = 1 << 20;
/// No arm, or an empty slot of the index.
const NONE: u32 = u32::MAX;

/// An option of a node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arm {
    /// Key of the option as the acting player sees it.
    pub key: u64,
    next: u32,
    /// Number of times that it was offered.
    pub offered: u32,
    /// Number of times that it was taken.
    pub visits: u32,
    /// Sum of the victory shares of the acting player (`f32` is precise enough for millions of games).
    pub wins: f32,
    /// Sum of the leads: the score minus the mean score of the others.
    pub lead: f32,
    /// Sum of the squared rewards, for the variance.
    pub squares: f32,
    /// Sum of the rewards.
    pub sum: f64,
}

impl Arm {
    /// Returns the mean reward, 0 if the option was never taken.
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    key: u64,
    first: u32,
    /// Last row of decisions in which the node was visited.
    row: u32,
}

#[derive(Debug)]
pub(super) struct Table {
    /// Hash index of the nodes by key, with linear probing.
    index: Vec<u32>,
    nodes: Vec<Node>,
    arms: Vec<Arm>,
}

impl Table {
    pub fn new() -> Self {
        Self { index: vec![NONE; 1 << 10], nodes: Vec::new(), arms: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.index.fill(NONE);
        self.nodes.clear();
        self.arms.clear();
    }

    /// Returns true if the remaining room may be too small for another search.
    pub fn is_half_full(&self) -> bool {
        self.nodes.len() > MOST_NODES / 2 || self.arms.len() > MOST_ARMS / 2
    }

    /// Returns the node of a key and whether it is new. Returns `None` if there is no room for a new node.
    pub fn node(&mut self, key: u64) -> Option<(usize, bool)> {
        let mask = self.index.len() - 1;
        let mut at = key as usize & mask;
        while self.index[at] != NONE {
            let node = self.index[at] as usize;
            if self.nodes[node].key == key {
                return Some((node, false));
            }
            at = (at + 1) & mask;
        }
        if self.nodes.len() >= MOST_NODES || self.arms.len() >= MOST_ARMS {
            return None;
        }
        self.index[at] = self.nodes.len() as u32;
        self.nodes.push(Node { key, first: NONE, row: 0 });
        if 2 * self.nodes.len() > self.index.len() {
            self.grow();
        }
        Some((self.nodes.len() - 1, true))
    }

    fn grow(&mut self) {
        let size = 2 * self.index.len();
        self.index.clear();
        self.index.resize(size, NONE);
        for (number, node) in self.nodes.iter().enumerate() {
            let mut at = node.key as usize & (size - 1);
            while self.index[at] != NONE {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = number as u32;
        }
    }

    /// Records a visit in a row of decisions. Returns true if the node was visited in this row before.
    pub fn meets_again(&mut self, node: usize, row: u32) -> bool {
        std::mem::replace(&mut self.nodes[node].row, row) == row
    }

    /// Returns the arm of a node for an option, adding it if necessary. `after` is the previous option's arm:
    /// options mostly come in the same order.
    pub fn arm(&mut self, node: usize, key: u64, after: Option<usize>) -> usize {
        let first = self.nodes[node].first;
        let next = after.map_or(first, |arm| self.arms[arm].next);
        let mut last = None;
        for start in [next, first] {
            let mut at = start;
            while at != NONE {
                let arm = &self.arms[at as usize];
                if arm.key == key {
                    return at as usize;
                }
                last = Some(at as usize);
                at = arm.next;
            }
        }
        let new = self.arms.len();
        self.arms.push(Arm {
            key,
            next: NONE,
            offered: 0,
            visits: 0,
            wins: 0.0,
            lead: 0.0,
            squares: 0.0,
            sum: 0.0,
        });
        match last {
            Some(last) => self.arms[last].next = new as u32,
            None => self.nodes[node].first = new as u32,
        }
        new
    }

    pub fn arm_at(&self, arm: usize) -> Arm {
        self.arms[arm]
    }

    pub fn at(&mut self, arm: usize) -> &mut Arm {
        &mut self.arms[arm]
    }

    /// Returns the statistics of an option of a node.
    pub fn find(&self, node: u64, key: u64) -> Option<Arm> {
        self.arms_of(node).find(|arm| arm.key == key)
    }

    /// Iterates over the options of a node.
    pub fn arms_of(&self, node: u64) -> impl Iterator<Item = Arm> + '_ {
        let mask = self.index.len() - 1;
        let mut at = node as usize & mask;
        while self.index[at] != NONE && self.nodes[self.index[at] as usize].key != node {
            at = (at + 1) & mask;
        }
        let first = self.nodes.get(self.index[at] as usize).map(|node| node.first);
        let next = |arm: &u32| Some(self.arms[*arm as usize].next).filter(|next| *next != NONE);
        let arms = std::iter::successors(first.filter(|first| *first != NONE), next);
        arms.map(|arm| self.arms[arm as usize])
    }
}
