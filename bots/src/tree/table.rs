//! What a search has learnt: a node for each decision as it was seen, an arm for each option that was ever offered there.
//!
//! Nodes are found by a number ([`Sight`](ludex::machinery::Sight)), not by the way that led there, so two orders of the same moves share one,
//! and what one decision has taught serves the next. An option is not offered in every deal; so an arm counts how often it was.

/// Nodes, and arms, at most. What is met beyond that is played out without being kept.
const MOST_NODES: usize = 1 << 18;
const MOST_ARMS: usize = 1 << 20;
/// No arm; an empty place of the index.
const NONE: u32 = u32::MAX;

/// An option of a node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arm {
    /// What it is to who decides.
    pub key: u64,
    next: u32,
    /// How often it was offered.
    pub offered: u32,
    /// How often it was taken.
    pub visits: u32,
    /// How many wins that brought to whoever decides there (four bytes count shares of millions of games well enough) …
    pub wins: f32,
    /// The score less the mean of the others', in all …
    pub lead: f32,
    /// Sum of the squared worths, for the variance.
    pub squares: f32,
    /// … and what it was worth in all.
    pub sum: f64,
}

impl Arm {
    /// What it was worth on average, 0 if it was never taken.
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    key: u64,
    first: u32,
    /// The row of decisions in which it was met last.
    row: u32,
}

#[derive(Debug)]
pub(super) struct Table {
    /// The nodes by key: the number of a node where its key leads, or on one of the places after that.
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

    /// Too little room is left for another search.
    pub fn is_half_full(&self) -> bool {
        self.nodes.len() > MOST_NODES / 2 || self.arms.len() > MOST_ARMS / 2
    }

    /// The node of a key, and whether it is new; nothing if there is no room for a new one.
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

    /// Meets a node in a row of decisions; true if it was met in this row before.
    pub fn meets_again(&mut self, node: usize, row: u32) -> bool {
        std::mem::replace(&mut self.nodes[node].row, row) == row
    }

    /// The arm of a node for an option. `after` is the arm of the option before it: options mostly come in the same order.
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

    /// What is known of an option of a node.
    pub fn find(&self, node: u64, key: u64) -> Option<Arm> {
        self.arms_of(node).find(|arm| arm.key == key)
    }

    /// The options of a node.
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
